"""Grading a class: time and memory for 50 and 200 submissions of one problem set.

A quarter of the class is right, the others are blank, partly right, wrong in a way that has a
name, or never come to an end. Time is on the clock, with all cores, and on the processors, as the
kernel counts it for a control group with every process in it; memory is the most that all of them
together had in use at one moment.
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from tools.bench.harness import machine
from tools.grading import control_group

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
    with tempfile.TemporaryDirectory() as folder, control_group() as run:
        write_class(size, Path(folder, "submissions"))
        options = ["--output", f"{folder}/out", "--seconds", "2"]
        start = time.monotonic()
        code, cpu, megabytes = run(
            [sys.executable, "-m", "grade", f"{folder}/submissions", *options]
        )
        seconds = time.monotonic() - start
        results = len(list(Path(folder, "out", "results", NAME).glob("*.json")))
        if code or results != size:
            raise RuntimeError(f"{results} of {size} were graded (exit code {code})")
        return seconds, cpu, megabytes, results


def write_class(size: int, folder: Path) -> None:
    """A class of so many students, of all kinds in turn; no two have the same code."""
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
                cell.source += f"\n# student {number}\n"
        place = folder / f"student{number:03}" / f"{NAME}.ipynb"
        place.parent.mkdir(parents=True)
        place.write_text(json.dumps(page), "utf-8")


if __name__ == "__main__":
    main()
