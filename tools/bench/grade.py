"""Grading a class: time and memory for 50 and 200 submissions of one problem set.

A quarter of the class is right, the others are blank, partly right, wrong in a way that has a
name, or never come to an end. Time is on the clock, with all cores, and on the processors;
memory is the most that all processes of the grader together had at one moment, shared pages
counted once for each.
"""

import contextlib
import io
import json
import os
import tempfile
import threading
import time
from pathlib import Path

from tools.bench.harness import machine

SIZES = (50, 200)
NAME = "ps5_ucb1"
KINDS = {  # how a student's ucb1 differs from the solution
    "right": [],
    "right, other words": [("total / visits", "1 / visits * total")],
    "no bonus": [("c * sqrt(log(parent_visits) / visits)", "0")],
    "wrong root": [("log(parent_visits) / visits", "log(parent_visits)")],
    "unvisited forgotten": [("return inf", "return 0")],
    "slow": [("if visits == 0:", "while total == 3: pass\n    if visits == 0:")],
    "syntax error": [("return inf", "return (inf")],
    "right again": [],
}


def main(sizes=SIZES):
    """Print a table, one line for each size of the class."""
    print(f"### Grading one problem set ({NAME})\n\n{machine()}; {os.cpu_count()} at a time\n")
    print("| submissions | seconds | CPU seconds | CPU seconds each | peak memory, MB | results |")
    print("|---:|---:|---:|---:|---:|---:|")
    for size in sizes:
        seconds, cpu, megabytes, results = measured(size)
        each = f"{cpu:.0f} | {cpu / size:.2f}"
        print(f"| {size} | {seconds:.0f} | {each} | {megabytes:.0f} | {results} |", flush=True)


def measured(size: int) -> tuple[float, float, float, int]:
    """(seconds, CPU seconds, megabytes, results) of grading a class of this size."""
    from grade import __main__ as command

    with tempfile.TemporaryDirectory() as folder:
        write_class(size, Path(folder, "submissions"))
        options = ["--output", f"{folder}/out", "--seconds", "2"]
        watch, start = Watch(), time.monotonic()
        with contextlib.redirect_stdout(io.StringIO()):
            code = command.main([f"{folder}/submissions", *options])
        seconds = time.monotonic() - start
        results = len(list(Path(folder, "out", "results", NAME).glob("*.json")))
        if code or results != size:
            raise RuntimeError(f"{results} of {size} were graded (exit code {code})")
        return seconds, *watch.stop(), results


def write_class(size: int, folder: Path) -> None:
    """A class of so many students, of all kinds in turn."""
    import nbformat

    from grade import problems

    problem_set = problems.load(NAME)
    page = problems.released(nbformat.read(problem_set.path, as_version=4))
    own = {c.id: c.source for c in problem_set.of_kind("solution")}
    changes = list(KINDS.values())
    for number in range(size):
        for cell in page.cells:
            cell.source = own.get(cell.id, cell.source)
            if cell.id == "ucb1":
                for old, new in changes[number % len(changes)]:
                    cell.source = cell.source.replace(old, new)
        place = folder / f"student{number:03}" / f"{NAME}.ipynb"
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(page), "utf-8")


class Watch:
    """Watches memory and time of this process and of all below it, five times a second."""

    def __init__(self):
        self.peak, self.running, self.cpu = 0, True, {}
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        before = processor_seconds(os.getpid())
        while self.running:
            pids = family(os.getpid())
            self.peak = max(self.peak, sum(map(resident, pids)))
            self.cpu |= {pid: processor_seconds(pid) for pid in pids}
            self.cpu[os.getpid()] -= before
            time.sleep(0.2)

    def stop(self) -> tuple[float, float]:
        """(seconds on processors, the most megabytes at one moment)."""
        self.running = False
        self.thread.join()
        return sum(self.cpu.values()), self.peak / 1e6


def processor_seconds(pid: int) -> float:
    """The time that a process has had on processors."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


def family(pid: int) -> list[int]:
    """The process and all below it."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
        below = [Path(f"/proc/{pid}/task/{task}/children").read_text().split() for task in tasks]
    except OSError:
        return []
    return [pid, *(p for children in below for child in children for p in family(int(child)))]


def resident(pid: int) -> int:
    """The bytes of memory that a process has now."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


if __name__ == "__main__":
    main()
