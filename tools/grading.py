"""`python -m tools.grading measure` and `... busy`: what grading costs, and what load does to it.

measure    grades a class of 200 and prints processor seconds for each, all processes together as
           the kernel counts them for a control group, and the largest memory in use at a time
busy       grades the official solutions of all problem sets beside 16 busy processes, ten times,
           and prints all marks of a run in one line; it ends with the first that is not full
"""

import argparse
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import nbformat

from grade import batch, collect, problems
from grade.limits import Limits

BURN = "while True: pass"
GROUPS = Path("/sys/fs/cgroup")
FOLDERS = (GROUPS / "cpuacct", GROUPS)  # of the older and of the newer control groups
EVERY_SECONDS = 0.5  # between two looks at the memory


def official(name: str) -> dict:
    """The notebook of a problem set with our solutions."""
    return nbformat.read(problems.load(name).path, as_version=4)


def put(page: dict, folder: Path, name: str) -> None:
    """Write a notebook as what a student handed in."""
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(page, folder / f"{name}.ipynb")


# --- what it costs -------------------------------------------------------------------------


def write_class(count: int, folder: Path) -> None:
    """A class over all problem sets: one half right, others with a slip or with nothing.

    No two hand in the same code: the grader would ask it once.
    """
    names = problems.names()
    for number in range(count):
        name = names[number % len(names)]
        page = official(name)
        own = [c for c in page.cells if "BEGIN SOLUTION" in c.source and c.cell_type == "code"]
        if number % 2:
            _spoil(own, number)
        own[-1].source += f"\n# student {number}\n"
        put(page, folder / f"student{number}", name)


def _spoil(own, number) -> None:
    """A slip in the longest solution; every tenth student hands in an empty notebook."""
    if number % 10 == 9:
        for cell in own:
            cell.source = re.sub(r"### BEGIN SOL.*?### END SOLUTION", "pass", cell.source, flags=16)
        return
    longest = max(own, key=lambda cell: len(cell.source))
    longest.source = re.sub(r"(?<=[^=!<>])>(?=[^=])", "<", longest.source, count=1)


@contextlib.contextmanager
def control_group():
    """A function that runs a command in a new control group: (code, processor seconds)."""
    place = next(
        folder for folder in FOLDERS if os.access(folder, os.W_OK) and any(folder.glob("cpu*"))
    )
    group = place / f"grading-{os.getpid()}"
    group.mkdir()

    def run(command):
        enter = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid())); "
        enter += "os.execv(sys.argv[2], sys.argv[2:])"
        process = subprocess.Popen(
            [sys.executable, "-c", enter, str(group / "cgroup.procs"), *command]
        )
        with peak_memory(process.pid) as peak:
            code = process.wait()
        return code, _processor_seconds(group), peak[0]

    try:
        yield run
    finally:
        with contextlib.suppress(OSError):
            group.rmdir()


def _processor_seconds(group) -> float:
    """What all processes of a control group have used."""
    if (group / "cpuacct.usage").exists():
        return int((group / "cpuacct.usage").read_text()) / 1e9
    return int(re.search(r"usage_usec (\d+)", (group / "cpu.stat").read_text())[1]) / 1e6


@contextlib.contextmanager
def peak_memory(pid: int):
    """[megabytes]: the most that a process and all below it had in use at one time."""
    peak, over = [0.0], threading.Event()

    def look():
        while not over.wait(EVERY_SECONDS):
            peak[0] = max(peak[0], sum(map(_megabytes, _below(pid))))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


def _below(pid) -> list[int]:
    found = [pid]
    for one in found:
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return found


def _megabytes(pid) -> float:
    """What a process has in use; memory that several share counts in parts."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) / 1024
    except (OSError, TypeError):
        return 0.0


def measure(count: int) -> int:
    """Grade a class and print what it took."""
    with tempfile.TemporaryDirectory() as scratch, control_group() as run:
        write_class(count, Path(scratch) / "class")
        command = [sys.executable, "-m", "grade", f"{scratch}/class", "--output", f"{scratch}/out"]
        begin = time.monotonic()
        code, seconds, megabytes = run([*command, "--workers", "2"])
        wall = time.monotonic() - begin
    each = seconds / count
    print(
        f"{count} submissions: {each:.2f} processor seconds each, {megabytes:.0f} MB, {wall:.0f} s"
    )
    return code


# --- what load does ------------------------------------------------------------------------


@contextlib.contextmanager
def busy_machine(count: int = 16):
    """So many processes that compute all the time."""
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(count)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def busy(runs: int, beside: int, names: list[str]) -> int:
    """Grade official solutions beside so many busy processes; how many marks are not full.

    One line a run; the first run with a mark that is not full is the last one.
    """
    for number in range(1, runs + 1):
        begin = time.monotonic()
        with tempfile.TemporaryDirectory() as scratch, busy_machine(beside):
            for name in names:
                put(official(name), Path(scratch) / "class" / "ours", name)
            found = collect.collect(Path(scratch) / "class", names)
            results = batch.grade_all(
                found, Path(scratch) / "out", Limits(), workers=2, progress=False
            )
        short = [r for r in results if r["auto"] != r["auto_max"]]
        marks = ", ".join(f"{r['auto']} of {r['auto_max']:g}" for r in results)
        passed = time.monotonic() - begin
        print(f"run {number} of {runs}: {marks}; {passed:.0f} s", flush=True)
        for result in short:
            print(f"  {result['assignment']}: {result['sentence']} {' '.join(result['flags'])}")
        if short:
            return len(short)
    return 0


def main() -> int:
    """Measure, or grade under load."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["measure", "busy"])
    parser.add_argument("count", type=int, nargs="?", help="submissions (200), or runs (10)")
    parser.add_argument("--beside", type=int, default=16, help="busy processes (16)")
    parser.add_argument("--sets", nargs="+", default=problems.names(), help="problem sets (all)")
    options = parser.parse_args()
    if options.what == "measure":
        return measure(options.count or 200)
    return int(busy(options.count or 10, options.beside, options.sets) > 0)


if __name__ == "__main__":
    sys.exit(main())
