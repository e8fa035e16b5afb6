"""What an exercise is: its questions, what is right, and how its answers are spoken of."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from check.runner import SECONDS, Answer, Case
from check.scoring import Partial

DIAGNOSIS_SECONDS = 2.0  # processor time of this process; most need a tenth of it


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
    remark: Callable[[list[Case], list[Answer]], tuple[str, ...]] | None = None
    profile: Callable[[Case, Answer, bool], Any] | None = None  # what alike mistakes share
    partial: Partial | None = None  # what an answer is worth that is not all right
    easy: tuple[str, ...] = ()  # groups that count only if another one is right: they need no idea
    separate: bool = False  # its mistakes do not hide each other: of several, one can be named
    complains: bool = False  # an answer that is a list holds sentences about what is wrong
    seconds: float = SECONDS
    diagnosis_seconds: float = DIAGNOSIS_SECONDS


def is_right(exercise: Exercise, case: Case, answer: Answer) -> bool:
    """Whether this answer to this case is right."""
    return answer.ok and bool(exercise.agrees(exercise.expected(case), answer.value, case))


def questions(exercise: Exercise, seed: int) -> list[Case]:
    """The battery of a seed; two cases come again at the end, for nothing may be left over."""
    cases = exercise.cases(seed)
    return [*cases, *cases[: len(cases) // 2 + 1 : max(1, len(cases) // 2)]]
