"""`python -m grade SUBMISSIONS`: grade a folder of submissions."""

import argparse
import contextlib
import os
import sys
from datetime import date, datetime
from pathlib import Path
from unicodedata import normalize

from grade import batch, classroom, collect, problems, sandbox
from grade.collect import NOTHING
from grade.files import remove_parts, write_whole
from grade.limits import Limits
from grade.messages import COMMAND
from grade.processes import compile_course


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
    options.add_argument(
        "--workers", type=_between(1, 1000, int), default=os.cpu_count(), help="how many at a time"
    )
    add = options.add_argument_group("limits for one submission").add_argument
    usual = Limits()
    seconds, megabytes = usual.cell_seconds, usual.megabytes
    time, memory = _between(0.1, 3600), _between(64, 1_000_000, int)
    add("--seconds", type=time, default=seconds, help=f"for all of its cells ({seconds:g})")
    add("--megabytes", type=memory, default=megabytes, help=f"of memory ({megabytes})")
    options.add_argument(
        "--again", nargs="+", default=[], metavar="STUDENT", help="grade these anew"
    )
    options.add_argument("--roster", type=Path, help="csv: id, name, group of the class")
    options.add_argument("--seed", help="of the release, where students have other versions")
    options.add_argument(
        "--collected", action="store_true", help="by nbgrader: its timestamp.txt says when"
    )
    options.add_argument(
        "--due", type=_date, help="such as 2026-11-20T23:59, or 2026-11-20 for its end"
    )
    options.add_argument(
        "--late",
        type=_between(0, 1),
        default=classroom.LOST_A_DAY,
        help=f"share lost for each day that has begun ({classroom.LOST_A_DAY})",
    )
    options.add_argument("--dask", metavar="ADDRESS", help="grade on the cluster of this scheduler")
    options.add_argument("--no-gradebook", action="store_true", help="do not write gradebook.db")
    return options


def _between(least, most, kind=float):
    """What reads a number in these limits."""

    def read(text):
        with contextlib.suppress(ValueError):
            if least <= kind(text) <= most:
                return kind(text)
        told = COMMAND.NO_NUMBER.format(text=text, least=least, most=most)
        raise argparse.ArgumentTypeError(told)

    return read


def _date(text) -> datetime:
    """The time that a text says; a day without an hour is over at midnight."""
    try:
        found = datetime.fromisoformat(text)
        with contextlib.suppress(ValueError):
            found = datetime.combine(date.fromisoformat(text), datetime.max.time())
        found.timestamp()
        return found
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(COMMAND.NO_DATE.format(text=text)) from None


def main(arguments: list[str] | None = None) -> int:
    """Grade, write everything, and say where it is; not 0 if something went wrong."""
    chosen = parser().parse_args(arguments)
    try:
        roster = classroom.read_roster(chosen.roster) if chosen.roster else []
        submissions = _submissions(chosen, roster)
        again = _students(submissions, chosen.again)
        remove_parts(chosen.output)
    except ValueError as problem:
        print(COMMAND.CANNOT.format(problem=problem), file=sys.stderr)
        return 2
    except OSError as problem:
        told = COMMAND.CANNOT_READ.format(file=problem.filename, reason=problem.strerror)
        print(COMMAND.CANNOT.format(problem=told), file=sys.stderr)
        return 2
    for sentence in sandbox.protection():
        print(f"Warning: {sentence}", file=sys.stderr)
    try:
        limits = Limits(cell_seconds=chosen.seconds, megabytes=chosen.megabytes)
        compile_course()
        with _executor(chosen.dask) as executor:
            results = batch.grade_all(
                submissions,
                chosen.output / "results",
                limits,
                workers=chosen.workers,
                again=again,
                executor=executor,
            )
    except KeyboardInterrupt:
        print(COMMAND.STOPPED, file=sys.stderr)
        return 130
    except ConnectionError as problem:
        print(COMMAND.CANNOT.format(problem=problem), file=sys.stderr)
        return 2
    except OSError as problem:
        return _cannot_write(problem)
    try:
        _count_days(results, chosen.due, chosen.late)
        return _write(results, chosen, roster)
    except OSError as problem:
        return _cannot_write(problem)


def _cannot_write(problem) -> int:
    """Says why a file could not be written; what is finished is kept."""
    reason = problem.strerror or str(problem)
    print(COMMAND.CANNOT_WRITE.format(reason=reason), file=sys.stderr)
    return 1


def _submissions(chosen, roster):
    if not chosen.submissions.is_dir():
        raise ValueError(COMMAND.NO_FOLDER.format(folder=chosen.submissions))
    for name in chosen.assignment:
        problems.load(name)
    found = collect.collect(chosen.submissions, chosen.assignment, output=chosen.output)
    if chosen.collected:
        collect.believe_timestamps(found, chosen.submissions)
    classroom.flag_namesakes(found, roster)
    names = chosen.assignment or sorted({one.assignment for one in found})
    absent = classroom.missing([one.student for one in found], roster)
    found += [
        collect.Submission(person.name or person.id, name, problem=NOTHING)
        for name in names
        for person in absent
    ]
    classroom.give_versions(found, chosen.seed, roster)
    if classroom.is_wrong_seed(found):
        print(COMMAND.WRONG_SEED, file=sys.stderr)
    if not found:
        about = collect.__doc__.split(".")[0]
        raise ValueError(COMMAND.NO_SUBMISSION.format(folder=chosen.submissions, about=about))
    return found


def _students(submissions, again) -> list[str]:
    """The students to grade anew; a ValueError if somebody handed in nothing.

    A name of several words may come without quotes, as `make` passes it on.
    """
    known = {one.student for one in submissions}
    again = [normalize("NFC", name) for name in again]
    again = [" ".join(again)] if " ".join(again) in known else again
    for name in again:
        if name not in known:
            some = ", ".join(sorted(known)[:20])
            raise ValueError(COMMAND.NOTHING_FROM.format(name=name, some=some))
    return again


@contextlib.contextmanager
def _executor(address):
    """The executor of a Dask cluster; None where the work is done here."""
    if address is None:
        yield None
        return
    from distributed import Client

    try:
        client = Client(address)
    except (OSError, ValueError) as problem:
        told = COMMAND.NO_CLUSTER.format(address=address, reason=problem)
        raise ConnectionError(told) from None
    with client:
        yield client.get_executor()


def _count_days(results, due, lost_a_day) -> None:
    """Write into each result how late it is, and the share of its points that is kept."""
    for result in results:
        late = classroom.days_late(result["handed_in"], due, result["marked_late"])
        result["late_days"] = late
        result["kept"] = classroom.after_deduction(1.0, late, lost_a_day)


def _write(results, chosen, roster) -> int:
    """Write everything; 1 if nbgrader could not do its part."""
    from grade import feedback, gradebook, report

    manual, code = {}, 0
    try:
        manual = {} if chosen.no_gradebook else gradebook.write(results, chosen.output)
    except Exception as error:
        told = f"{type(error).__name__}: {error}".partition("\n")[0]
        code, reason = 1, feedback.printable(told[:300])
        print(COMMAND.NO_GRADEBOOK.format(reason=reason), file=sys.stderr)
    report.write_csv(results, manual, chosen.output / "grades.csv")
    feedback.write_all(results, manual, chosen.output / "feedback")
    classroom.write_canvas(results, manual, roster, chosen.output / "canvas.csv")
    classroom.write_moodle(results, manual, roster, chosen.output)
    pages = chosen.output / "feedback"
    classroom.zip_for_moodle(results, pages, chosen.output / "moodle_feedback.zip")
    if len(results) == 1:
        by_hand = manual.get((results[0]["student"], results[0]["assignment"]))
        write_whole(chosen.output / "results.json", classroom.gradescope(results[0], by_hand))
    place = chosen.output / "report.html"
    report.write_report(results, place, sandbox.protection(), manual)
    for name in ("grades.csv", "feedback", "report.html"):
        print(chosen.output / name)
    if any(result["words"] for result in results) and not (code or chosen.no_gradebook):
        print(COMMAND.WORDS.format(folder=chosen.output))
    return code


if __name__ == "__main__":
    sys.exit(main())
