"""`python -m grade SUBMISSIONS`: grade a folder of submissions."""

import argparse
import os
import sys
from pathlib import Path

from grade import batch, collect, problems, sandbox
from grade.limits import Limits


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    options = argparse.ArgumentParser(
        prog="python -m grade",
        description="Grades problem sets: scores, a page for each student, a report for you.",
    )
    options.add_argument("submissions", type=Path, help="a folder for each student, or files")
    options.add_argument("--assignment", nargs="+", default=[], help="only these problem sets")
    options.add_argument(
        "--output", type=Path, default=Path("build/grading"), help="where to write"
    )
    options.add_argument("--workers", type=int, default=os.cpu_count(), help="how many at a time")
    add = options.add_argument_group("limits for one submission").add_argument
    usual = Limits()
    seconds, megabytes = usual.cell_seconds, usual.megabytes
    add("--seconds", type=float, default=seconds, help=f"for all of its cells ({seconds:g})")
    add("--megabytes", type=int, default=megabytes, help=f"of memory ({megabytes})")
    options.add_argument(
        "--again", nargs="+", default=[], metavar="STUDENT", help="grade these anew"
    )
    options.add_argument("--no-gradebook", action="store_true", help="do not write gradebook.db")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Grade, write everything, and say where it is; not 0 if something went wrong."""
    chosen = parser().parse_args(arguments)
    try:
        submissions = _submissions(chosen)
        again = _students(submissions, chosen.again)
    except ValueError as problem:
        print(f"Cannot grade: {problem}", file=sys.stderr)
        return 2
    for sentence in sandbox.protection():
        print(f"Warning: {sentence}", file=sys.stderr)
    try:
        limits = Limits(cell_seconds=chosen.seconds, megabytes=chosen.megabytes)
        results = batch.grade_all(
            submissions,
            chosen.output / "results",
            limits,
            workers=chosen.workers,
            again=again,
        )
    except KeyboardInterrupt:
        print("Stopped. What is finished is kept: run the same command to go on.", file=sys.stderr)
        return 130
    except OSError as problem:
        return _cannot_write(problem)
    try:
        return _write(results, chosen)
    except OSError as problem:
        return _cannot_write(problem)


def _cannot_write(problem) -> int:
    """Says why a file could not be written; what is finished is kept."""
    reason = problem.strerror or str(problem)
    print(f"Cannot write the results: {reason}. Nothing half-written is left.", file=sys.stderr)
    print("Make room, then run the same command to go on.", file=sys.stderr)
    return 1


def _submissions(chosen):
    if not chosen.submissions.is_dir():
        raise ValueError(f"there is no folder {chosen.submissions}")
    for name in chosen.assignment:
        problems.load(name)
    found = collect.collect(chosen.submissions, chosen.assignment)
    if not found:
        raise ValueError(f"no submission in {chosen.submissions}: {collect.__doc__.split('.')[0]}")
    return found


def _students(submissions, again) -> list[str]:
    """The students to grade anew; a ValueError if somebody handed in nothing."""
    known = {one.student for one in submissions}
    for name in again:
        if name not in known:
            raise ValueError(f"{name} handed in nothing; there are {', '.join(sorted(known)[:20])}")
    return again


def _write(results, chosen) -> int:
    """Write everything; 1 if nbgrader could not do its part."""
    from grade import feedback, gradebook, report

    manual, code = {}, 0
    try:
        manual = {} if chosen.no_gradebook else gradebook.write(results, chosen.output)
    except Exception as error:
        code, reason = 1, f"{type(error).__name__}: {error}"[:300]
        print(f"Warning: nbgrader could not write its gradebook ({reason}).", file=sys.stderr)
        print("Points given by hand are missing below, all else is there.", file=sys.stderr)
    report.write_csv(results, manual, chosen.output / "grades.csv")
    feedback.write_all(results, manual, chosen.output / "feedback")
    report.write_report(results, chosen.output / "report.html", sandbox.protection())
    for name in ("grades.csv", "feedback", "report.html"):
        print(chosen.output / name)
    if any(result["words"] for result in results) and not (code or chosen.no_gradebook):
        print(f"Answers in words: cd {chosen.output}, jupyter lab, menu Nbgrader, Formgrader;")
        print("then run this command again, and the points given there are counted.")
    return code


if __name__ == "__main__":
    sys.exit(main())
