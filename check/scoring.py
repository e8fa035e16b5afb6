"""How much a solution is worth that is not right throughout."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

WHOLE = "The score is the share of the kinds of questions that are right throughout."
NOTHING = "No points yet: nothing is right throughout that needs an idea of the solution."


@dataclass(frozen=True)
class Partial:
    """What an answer is worth that is only partly right, in words and as a function."""

    rule: str
    worth: Callable[[Any, Any, Any], float]  # expected, got, case: from 0 to 1


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
        return NOTHING
    return f"{WHOLE} {exercise.partial.rule}" if exercise.partial else WHOLE
