"""Which mistake it is: the misconception whose answers look like the learner's."""

import random
import time

from lib.check.exercise import is_right
from lib.check.misconception import Misconception, catalogue
from lib.check.plain import same_number
from lib.check.runner import Answer, _call, run_cases

NEAR = 0.75  # share of the mistaken cases on which a misconception must look like the learner
ASKED_ALONE = 3  # so many failing cases are asked again, each in a process of its own
ALONE_SECONDS = 0.5

KEEPS_SOMETHING = Misconception(
    "it keeps something between calls",
    "any",
    lambda *args: None,
    "keeps something from one call to the next: asked alone, it answers this right",
    "Look for a cache, a global variable or a list as a default value. When is it emptied?",
)


def diagnose(exercise, cases, answers, right) -> Misconception | None:
    """The misconception that answers like the learner on every case, or the nearest, or None."""
    return diagnosis(exercise, None, cases, answers, right)[0]


def diagnosis(exercise, fn, cases, answers, right):
    """(the mistake or None, how sure we are, as the beginning of a sentence)."""
    ended = ("not_run", "time", "memory", "died")
    asked = [i for i, answer in enumerate(answers) if answer.kind not in ended]
    failing = [i for i in asked if not right[i]]
    if not failing:
        return None, ""
    order = failing + [i for i in asked if right[i]]
    deadline = time.process_time() + exercise.diagnosis_seconds
    suspects = [_Suspect(entry, cases) for entry in catalogue(exercise.name)]
    state = random.getstate()
    try:
        same = _same_as(suspects, order, answers, deadline)
        if same:
            return same, "It agrees with a solution that"
        if fn and _is_right_alone(exercise, fn, [cases[i] for i in failing[:ASKED_ALONE]]):
            return KEEPS_SOMETHING, "It"
        near = _nearest(exercise, suspects, order, answers, right, deadline)
        return near, "On most cases it answers like a solution that"
    finally:
        random.setstate(state)  # some misconceptions use it


def _is_right_alone(exercise, fn, cases) -> bool:
    """Whether it answers each of these right when that is the only question."""
    return all(
        is_right(exercise, case, run_cases(fn, [case], seconds=ALONE_SECONDS)[0]) for case in cases
    )


class _Suspect:
    """A misconception and its answers, each asked for once."""

    def __init__(self, entry, cases):
        self.entry, self.cases, self.answers = entry, cases, {}

    def answer(self, i):
        if i not in self.answers:
            self.answers[i] = _call(self.entry.wrong, self.cases[i])
        return self.answers[i]


def _same_as(suspects, order, answers, deadline):
    """The first misconception that gives the learner's answers, all of them."""
    for suspect in suspects:
        if time.process_time() > deadline:
            return None
        if all(alike(answers[i], suspect.answer(i)) for i in order):
            return suspect.entry
    return None


def _nearest(exercise, suspects, order, answers, right, deadline):
    """The misconception that looks most like the learner's, where numbers need not be equal."""
    if exercise.profile is None:
        return None
    best, found = NEAR, None
    for suspect in suspects:
        if time.process_time() > deadline:
            break
        likeness = _likeness(exercise, suspect, order, answers, right)
        if likeness > best or (likeness == best and found is None):
            best, found = likeness, suspect.entry
    return found


def _likeness(exercise, suspect, order, answers, right):
    """Of the cases on which either is wrong, the share on which both look the same."""
    same_count = count = 0
    most_different = (1 - NEAR) * right.count(False)
    for i in order:
        if count - same_count > most_different:
            return 0.0  # enough: no case to come can make up for that
        case, theirs = suspect.cases[i], suspect.answer(i)
        their_right = is_right(exercise, case, theirs)
        if right[i] and their_right:
            continue
        count += 1
        same_count += _looks_like(exercise, case, (answers[i], right[i]), (theirs, their_right))
    return same_count / count


def _looks_like(exercise, case, mine, theirs) -> bool:
    """Whether two wrong answers, each with its verdict, are of one kind."""
    if mine[0].ok and theirs[0].ok:
        return exercise.profile(case, *mine) == exercise.profile(case, *theirs)
    return _failure(mine[0]) == _failure(theirs[0])


def _failure(answer):
    """The kind of an answer and what it says of itself, without the place in the code."""
    return answer.kind, answer.text.split(":")[0].split(" (in ")[0]


def alike(a: Answer, b: Answer) -> bool:
    """Whether two answers are the same: equal values, or failures of the same kind."""
    return _failure(a) == _failure(b) and same(a.value, b.value)


def same(a, b) -> bool:
    """Whether two plain values are equal, numbers up to rounding."""
    if type(a) in (int, float) and type(b) in (int, float):
        return same_number(a, b) or (a != a and b != b)
    if type(a) is type(b) and type(a) in (tuple, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b
