"""Grades everybody, in parallel, and goes on where it was stopped.

Each finished submission is one file in `results/`, written beside and then renamed: a grader
that is killed at any moment loses only what was in the works. A result is used again as long as
the submission, the problem set and the library that judges it are the same.
"""

import hashlib
import json
import os
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from grade import problems
from grade.collect import Submission
from grade.grading import grade, ungraded
from grade.limits import Limits
from grade.problems import ProblemSet

JUDGES = ("lib", "check", "grade")  # any change there makes all results anew


def grade_all(
    submissions: list[Submission],
    results: Path,
    limits: Limits,
    folder: Path = problems.EXERCISES,
    workers: int | None = None,
    progress: bool = True,
) -> list[dict]:
    """The results of all submissions in their order; finished ones are read, not made again."""
    jobs = [Job(one, problems.load(one.assignment, folder), results, limits) for one in submissions]
    waiting = [job for job in jobs if job.stored() is None]
    done = len(jobs) - len(waiting)
    with tqdm(total=len(jobs), initial=done, unit="submission", disable=not progress) as bar:
        for _ in _graded(waiting, workers):
            bar.update(1)
    return [job.stored() for job in jobs]


def _graded(waiting: list["Job"], workers) -> Iterable[None]:
    """Grades what is waiting; one step for each that is done."""
    count = max(1, min(workers or os.cpu_count() or 1, len(waiting)))
    todo, again = list(reversed(waiting)), set()
    while todo:
        running = {}
        with ProcessPoolExecutor(count, get_context("spawn")) as pool:
            try:
                yield from _worked_off(pool, todo, running, 2 * count)
            except BrokenProcessPool:  # one of those that were running ended a grader
                yield from _given_up(running.values(), todo, again)
                count = 1
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _worked_off(pool, todo, running, most) -> Iterable[None]:
    """Keeps so many jobs running until none is left; one step for each that is done."""
    while todo or running:
        while todo and len(running) < most:
            job = todo.pop()
            running[pool.submit(job.run)] = job
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()
            running.pop(future)
            yield None


def _given_up(jobs, todo, again) -> Iterable[None]:
    """Puts jobs that may have ended a grader back, once; one step for each that did it twice."""
    for job in jobs:
        if job.place in again:
            job.store(job.lost("it ended the grading process twice"))
            yield None
        else:
            again.add(job.place)
            todo.append(job)


@cache
def library_mark() -> str:
    """A word for the state of the library that judges."""
    found = (f for room in JUDGES for f in (problems.ROOT / room).rglob("*.*"))
    files = sorted(f for f in found if f.suffix in (".py", ".md", ".toml"))
    return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()[:16]


class Job:
    """One submission to grade, and the place of its result."""

    def __init__(self, one: Submission, problem_set: ProblemSet, results: Path, limits: Limits):
        self.one, self.problem_set, self.limits = one, problem_set, limits
        self.place = Path(results) / one.assignment / f"{one.key}.json"
        parts = [one.student, one.digest, one.problem, one.notes, one.flags, limits]
        text = repr([*parts, problem_set.fingerprint, library_mark()])
        self.mark = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()

    def run(self) -> None:
        """Grade and store; an error of ours becomes a result too."""
        try:
            result = grade(self.one, self.problem_set, self.limits)
        except Exception as error:
            result = self.lost(f"{type(error).__name__}: {error}"[:300])
        self.store(result)

    def lost(self, reason) -> dict:
        """A result that says that a person must look at this one."""
        result = ungraded(self.problem_set, self.one)
        result["flags"] = [*result["flags"], f"could not be graded ({reason})"]
        result["sentence"] = "Could not be graded automatically: a person must look at it."
        return result

    def store(self, result) -> None:
        """Write the result so that it is there completely or not at all."""
        self.place.parent.mkdir(parents=True, exist_ok=True)
        beside = self.place.with_suffix(f".{os.getpid()}.part")
        with open(beside, "w", encoding="utf-8") as file:
            json.dump({**result, "mark": self.mark}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self.place)

    def stored(self) -> dict | None:
        """The stored result, if it belongs to this very submission."""
        try:
            result = json.loads(self.place.read_text("utf-8"))
            return result if result["mark"] == self.mark else None
        except (OSError, ValueError, KeyError, TypeError):
            return None
