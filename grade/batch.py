"""Grades everybody, in parallel, and goes on where it was stopped.

Each finished submission is one file in `results/`, written beside and then renamed: a grader
that is killed at any moment loses only what was in the works. A result is used again as long as
the submission, the problem set and the library that judges it are the same.
"""

import gc
import hashlib
import json
import os
import re
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from grade import problems, transplant, verdict
from grade.collect import Submission
from grade.files import write_whole
from grade.limits import MAX_CODE, Limits
from grade.messages import BATCH, SUMMARY
from grade.problems import ProblemSet
from grade.verdict import Busy
from grade.worker import end_with_parent

_JUDGES = ("lib", "check", "grade")  # any change there makes all results anew
_TRIES_ALONE = 3
_BETWEEN_COLLECTIONS = 10_000  # new things; Python looks for circles after 700
_FOR_ONE_GRADER = 100  # submissions; then a new process takes over, with none of the old memory


def grade_all(
    submissions: list[Submission],
    results: Path,
    limits: Limits,
    folder: Path = problems.EXERCISES,
    workers: int | None = None,
    progress: bool = True,
    again: Collection[str] = (),
    executor: Executor | None = None,
) -> list[dict]:
    """The results of all submissions in their order; finished ones are read, not made again.

    Students in `again` are graded anew. An `executor` does the work elsewhere, as on a cluster.
    What could not be graded is told in its result and not stored: the next run tries it again.
    """
    jobs = [Job(one, asked(one, folder), results, limits) for one in submissions]
    waiting = [job for job in jobs if job.one.student in again or job.stored() is None]
    nothing = [job for job in waiting if job.one.problem]  # to run
    failed = {job.place: job.settle(job.run) for job in nothing}
    waiting = [job for job in waiting if not job.one.problem]
    done = len(jobs) - len(waiting)
    with tqdm(total=len(jobs), initial=done, unit="submission", disable=not progress) as bar:
        for job, trouble in _graded(waiting, workers, executor):
            failed[job.place] = trouble
            bar.update(1)
    return [job.without_verdict(failed.get(job.place)) or job.stored() for job in jobs]


def asked(one: Submission, folder: Path = problems.EXERCISES) -> ProblemSet:
    """The problem set that a student was given, in the version of this student."""
    problem_set = problems.load(one.assignment, folder)
    return one.version.of(problem_set) if one.version else problem_set


def _graded(waiting: list["Job"], workers, executor) -> Iterable[tuple["Job", str | None]]:
    """(job, why it could not be graded) for each job; None: its result is stored.

    At first so many at a time as there are workers. Whatever was at work when a grader died, or
    found no processor, is tried again, alone: only what fails alone has failed.
    """
    count = max(1, min(workers or os.cpu_count() or 1, len(waiting)))
    alone: list[Job] = []
    for job, trouble in _on(executor, waiting) if executor else _at_a_time(waiting, count):
        if trouble:
            alone.append(job)
        else:
            yield job, None
    for job in alone:
        trouble = None
        for _ in range(_TRIES_ALONE):
            ((_, trouble),) = _on(executor, [job]) if executor else _at_a_time([job], 1)
            if not trouble:
                break
        yield job, trouble


def _on(executor, jobs) -> Iterable[tuple["Job", str | None]]:
    """(job, trouble) for each of the jobs on any executor, such as the one of a Dask cluster."""
    running = {executor.submit(job.run): job for job in jobs}
    for future in as_completed(running):
        yield running[future], running[future].settle(future.result)


def _at_a_time(jobs, count) -> Iterable[tuple["Job", str | None]]:
    """(job, trouble) for each of the jobs; a grader that dies takes those at work with it."""
    todo = list(reversed(jobs))
    while todo:
        running, left = {}, count * _FOR_ONE_GRADER
        context = get_context("spawn")
        own = {"initializer": _begin, "initargs": (os.getpid(),)}
        with ProcessPoolExecutor(count, context, **own) as pool:
            try:
                while (todo and left) or running:
                    while todo and left and len(running) < count:
                        job, left = todo.pop(), left - 1
                        running[pool.submit(job.run)] = job
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        if isinstance(future.exception(), BrokenProcessPool):
                            raise future.exception()
                        job = running.pop(future)
                        yield job, job.settle(future.result)
            except BrokenProcessPool:
                yield from ((job, BATCH.DIED) for job in running.values())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _begin(parent) -> None:
    """A grader ends with the process that started it; what it makes is rarely in circles."""
    end_with_parent(parent)
    gc.set_threshold(_BETWEEN_COLLECTIONS)


@cache
def _library_mark() -> str:
    """A word for the state of the library that judges."""
    found = (f for room in _JUDGES for f in (problems.ROOT / room).rglob("*.*"))
    files = sorted(f for f in found if f.suffix in (".py", ".md", ".toml"))
    return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()[:16]


class Job:
    """One submission to grade, and the place of its result."""

    def __init__(self, one: Submission, problem_set: ProblemSet, results: Path, limits: Limits):
        self.one, self.problem_set, self.limits = one, problem_set, limits
        self.place = Path(results) / one.assignment / f"{one.key}.json"
        parts = [one.student, one.digest, one.problem, one.notes, one.flags, limits]
        text = repr([*parts, problem_set.fingerprint, _library_mark()])
        self.mark = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()

    def run(self) -> dict | str:
        """The result; or why there is none."""
        try:
            return grade(self.one, self.problem_set, self.limits)
        except Busy:
            return BATCH.BUSY
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:300]

    def settle(self, result: Callable[[], dict | str]) -> str | None:
        """Store the result of a run, wherever it ran; or why there is nothing to store.

        An OSError ends the run: a disk that is full for one is full for all, however often tried.
        """
        try:
            found = result()
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:300]
        if isinstance(found, str):
            return found
        self.store(found)
        return None

    def without_verdict(self, trouble: str | None) -> dict | None:
        """A result that says why there are no points yet; None where there was no trouble."""
        if trouble is None:
            return None
        result = ungraded(self.problem_set, self.one)
        result["flags"] = [*result["flags"], BATCH.NOT_GRADED.format(why=trouble)]
        return {**result, "auto": None, "sentence": BATCH.RUN_AGAIN.format(why=trouble)}

    def store(self, result) -> None:
        """Write the result so that it is there completely or not at all."""
        write_whole(self.place, json.dumps({**result, "mark": self.mark}))

    def stored(self) -> dict | None:
        """The stored result, if it belongs to this very submission."""
        try:
            result = json.loads(self.place.read_text("utf-8"))
            return {**result, **_arrival(self.one)} if result["mark"] == self.mark else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


# --- one submission -------------------------------------------------------------------------

SEARCHES = re.compile(
    r"\blib\.(search|agents|fast)\b|\bcheck\.hint\b"
    r"|from +lib +import\b[^\n]{0,200}\b(search|agents|fast)\b"
)
LATE = re.compile(r"(?i)_late_\d{3,}")  # a mark in the names of a learning platform
_PRYING = {  # words in a student's code, and what they are for
    r"\bcheck\s*\.\s*(\w+\s*=|catalogue\b|right_solution\b)|[\"'](check|grade)\."
    r"|\b(from|import)\b[\w ,.]{0,200}\b(check\s*\.|grade\b)": SUMMARY.CHECKS,
    r"\b_getframe\b|\btb_frame\b|\bf_(back|globals|locals)\b|\bgc\b": SUMMARY.FRAMES,
    r"\bctypes\b|\bbuiltins\b|__builtins__|\bsettrace\b|\bsetprofile\b": SUMMARY.PYTHON,
    r"\b(subprocess|multiprocessing|os\.fork|os\.kill|os\._exit|signal)\b": SUMMARY.PROCESSES,
    r"\b(socket|urllib|requests|http)\b": SUMMARY.NETWORK,
    r"\bopen\s*\(|\bos\.(walk|listdir|scandir|remove)\b|\bshutil\b|/proc|gradebook": SUMMARY.FILES,
    r"__eq__|__class__|__subclasses__|\bexec\s*\(|\beval\s*\(|__import__": SUMMARY.UNUSUAL,
    r"\bNodeTransformer\b|\bast_transformers\b|\bget_ipython\b": SUMMARY.CELLS,
}


def grade(one: Submission, problem_set: ProblemSet, limits: Limits) -> dict:
    """The result for one submission, whatever it is."""
    result = ungraded(problem_set, one)
    if one.problem:
        return {**result, "sentence": one.problem}
    submitted = transplant.transplant(problem_set, one.cells)
    parts, errors = verdict.judge(problem_set, submitted, limits)
    own = "\n".join(submitted.own.values())[:MAX_CODE]
    return {
        **result,
        "auto": round(sum(part.points for part in parts), 2),
        "parts": [{**vars(part), "status": part.status} for part in parts],
        "errors": errors,
        "words": submitted.words,
        "own": submitted.own,
        "notes": [*one.notes, *submitted.notes],
        "flags": [*one.flags, *submitted.flags, *suspicions(own)],
        "sentence": sentence(parts, errors),
    }


def ungraded(problem_set: ProblemSet, one: Submission) -> dict:
    """A result without points."""
    parts = [verdict.Part(c.name, 0.0, c.points) for c in problem_set.of_kind("tests")]
    return {
        "student": one.student,
        "assignment": one.assignment,
        "title": problem_set.title,
        **_arrival(one),
        "version": one.version.mark if one.version else "",
        "paper": {c.id: c.source for c in problem_set.cells if c.version and one.version},
        "auto": 0.0,
        "auto_max": problem_set.auto_points,
        "manual_max": problem_set.manual_points,
        "parts": [{**vars(part), "status": "not attempted"} for part in parts],
        "errors": {},
        "words": {},
        "own": {},
        "notes": list(one.notes),
        "flags": list(one.flags),
        "sentence": "",
    }


def _arrival(one: Submission) -> dict:
    """What a copy of the same work may have different: its name and when it came."""
    return {
        "file": one.file.name if one.file else None,
        "handed_in": one.file.handed_in if one.file else 0.0,
        "marked_late": bool(one.file and LATE.search(one.file.where)),
    }


def sentence(parts, errors) -> str:
    """Why the score is what it is, in one line."""
    statuses = {part.name.removesuffix("-tests"): part.status for part in parts}
    if all(status == "right" for status in statuses.values()):
        return SUMMARY.ALL_RIGHT
    pieces = []
    if errors:
        name, error = next(iter(errors.items()))
        pieces.append(SUMMARY.CELL_FAILED.format(name=name, error=error))
    for status, told in (("wrong", SUMMARY.WRONG), ("not attempted", SUMMARY.NOT_TRIED)):
        names = [name for name, found in statuses.items() if found == status]
        if names:
            pieces.append(told.format(names=", ".join(names)))
    named = sorted({r["diagnosis"] for p in parts for r in p.reports + p.hidden if r["diagnosis"]})
    pieces += [SUMMARY.MISTAKES.format(names=", ".join(named))] if named else _first_failure(parts)
    return " ".join(pieces)


def _first_failure(parts) -> list[str]:
    """What the first wrong part did in the smallest case, where no mistake has a name."""
    examples = [r["counterexample"] for p in parts for r in p.reports if "counterexample" in r]
    return [SUMMARY.CASE.format(case=e["case"][:80], got=e["got"][:150]) for e in examples[:1]]


def suspicions(code: str) -> list[str]:
    """What in a student's code is worth a look; comments and harmless words may be meant too."""
    found = [text for pattern, text in _PRYING.items() if re.search(pattern, code)]
    if SEARCHES.search(code):
        found.append(SUMMARY.LIBRARY)
    return found
