"""What an exercise is: its questions, what is right, what an answer is worth, and how to say it."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from check import messages
from check import runner as limits
from check.runner import Answer, Case


@dataclass(frozen=True)
class Partial:
    """What an answer is worth that is only partly right, in words and as a function."""

    rule: str
    worth: Callable[[Any, Any, Any], float]  # expected, got, case: from 0 to 1


@dataclass(frozen=True)
class Sign:
    """A mistake that shows in the learner's own answers, whatever the rest of the solution does."""

    mistake: str  # its name in the catalogue
    groups: tuple[str, ...]  # what may fail because of it
    cases: list[Case]  # each with a test of the answer as its data
    sure: bool = True  # whether nobody makes the mistake without showing this


@dataclass(frozen=True)
class Exercise:
    """What is asked (`cases`), what is right (`expected`, `agrees`), and how to make it smaller."""

    name: str
    signature: str
    cases: Callable[[int], list[Case]]  # a battery from a seed, small cases first
    expected: Callable[[Case], Any]
    agrees: Callable[[Any, Any, Case], bool]  # expected, got
    shrink: Callable[[Case], Iterator[Case]] | None = None
    say: Callable[[Any], str] = repr  # an answer in words
    contrast: Callable[[Any, Any], tuple[str, str]] | None = None  # only what differs, in words
    picture: Callable[..., Any] | None = None  # case, expected, answer, ask: the case drawn
    remark: Callable[[list[Case], list[Answer]], tuple[str, ...]] | None = None
    profile: Callable[[Case, Answer, bool], Any] | None = None  # what alike mistakes share
    similar: Callable[[Any, Any], bool] | None = None  # two drawn answers from one solution?
    partial: Partial | None = None  # what an answer is worth that is not all right
    easy: tuple[str, ...] = ()  # groups that count only if another one is right: they need no idea
    near: float = 0.9  # likeness that is enough for a name; less where answers say much
    signs: Callable[[int], list[Sign]] | None = None  # of mistakes, the most special first
    separate: bool = False  # its mistakes do not hide each other: of several, one can be named
    complains: bool = False  # an answer that is a list holds sentences about what is wrong
    seconds: float = limits.RUN_SECONDS
    diagnosis_seconds: float = limits.DIAGNOSIS_SECONDS
    diagnosis_work: float = math.inf  # as the cases count it: the same names on every machine
    glance: bool = False  # its cases take long: who is asked all of them is decided in a few
    pair_share: float = 0.7  # of that time, for two mistakes at once


def is_right(exercise: Exercise, case: Case, answer: Answer) -> bool:
    """Whether this answer to this case is right."""
    return answer.ok and bool(exercise.agrees(exercise.expected(case), answer.value, case))


def questions(exercise: Exercise, seed: int) -> list[Case]:
    """The battery of a seed; two cases come again at the end, for nothing may be left over."""
    cases = exercise.cases(seed)
    return [*cases, *cases[: len(cases) // 2 + 1 : max(1, len(cases) // 2)]]


def score(exercise, cases, answers, right) -> float:
    """The mean over the kinds of questions; of each kind the answer counts that is worth least."""
    groups = {}
    for case, answer, ok in zip(cases, answers, right, strict=True):
        worth = 1.0 if ok else _worth(exercise, case, answer)
        groups[case.group] = min(groups.get(case.group, 1.0), worth)
    if not any(worth for group, worth in groups.items() if group not in exercise.easy):
        return 0.0
    return sum(groups.values()) / len(groups)


def _worth(exercise, case, answer) -> float:
    if exercise.partial is None or not answer.ok:
        return 0.0
    return exercise.partial.worth(exercise.expected(case), answer.value, case)


def rule(exercise, worth: float) -> str:
    """How a score comes about, in one or two sentences."""
    if worth == 0:
        return messages.NO_POINTS
    return f"{messages.SHARE} {exercise.partial.rule}" if exercise.partial else messages.SHARE
