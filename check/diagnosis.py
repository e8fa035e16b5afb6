"""Which mistake it is: the misconception whose answers look like the learner's, or else advice."""

import inspect
import random
import time
from itertools import takewhile

from check import messages
from check.catalogue import Misconception, catalogue
from check.exercise import is_right
from check.limits import ALONE_SECONDS
from check.plaindata import same_number
from check.runner import Answer, Case, answer_to, run_cases

_NEAR = 0.75  # share of the mistaken cases on which a misconception must look like the learner
_ASKED_ALONE = 3  # so many failing cases are asked again, each in a process of its own
_SAYS_LESS = 60  # how much longer a failing case may take and still be asked before a right one


def _of_any_exercise(name, explanation, hint) -> Misconception:
    return Misconception(name, "any", lambda *args: None, explanation, hint)


KEEPS_SOMETHING = _of_any_exercise(*messages.KEEPS_SOMETHING)
DIFFERS = _of_any_exercise(*messages.DIFFERS)
UNSTABLE = (KEEPS_SOMETHING, DIFFERS)  # whose answers nobody sees again in another order


def diagnosis(exercise, fn, cases, answers, right):
    """(the mistake or None, the sentence that names it: the surer we are, the shorter)."""
    ended = ("not_run", "time", "memory", "died")
    asked = [i for i, answer in enumerate(answers) if answer.kind not in ended]
    if all(right[i] for i in asked):
        return None, ""
    line_up = _LineUp(exercise, cases, answers, right, asked)
    state = random.getstate()
    try:
        return next((found for found in _attempts(line_up, fn) if found[0]), (None, ""))
    finally:
        random.setstate(state)  # some misconceptions use it


def _attempts(line_up, fn):
    """(the mistake or None, the sentence that names it), the surest first."""
    yield line_up.same(), messages.AGREES
    unstable = _unstable(line_up, fn) if fn else None
    yield unstable if unstable is KEEPS_SOMETHING else None, messages.IT_DOES
    yield line_up.one_of_several(), messages.AMONG_OTHERS
    yield line_up.nearest(), messages.MOSTLY
    yield unstable, messages.IT_DOES


def _unstable(line_up, fn) -> Misconception | None:
    """What it is if some cases, each asked alone, are all right now, or at least not the same."""
    cases, few = line_up.cases, line_up.failing[:_ASKED_ALONE]
    alone = {i: run_cases(fn, [cases[i]], seconds=ALONE_SECONDS)[0] for i in few}
    if all(is_right(line_up.exercise, cases[i], answer) for i, answer in alone.items()):
        return KEEPS_SOMETHING
    told = [i for i, answer in alone.items() if answer.kind != "time"]
    return None if all(alike(line_up.answers[i], alone[i]) for i in told) else DIFFERS


class _Suspect:
    """A misconception and its answers, each asked for once."""

    def __init__(self, entry, cases):
        self.entry, self.cases, self.answers = entry, cases, {}

    def answer(self, i):
        if i not in self.answers:
            self.answers[i] = answer_to(self.entry.wrong, self.cases[i])
        return self.answers[i]


class _LineUp:
    """All misconceptions of an exercise beside the learner's answers, as long as there is time."""

    def __init__(self, exercise, cases, answers, right, asked):
        self.exercise, self.cases, self.answers, self.right = exercise, cases, answers, right
        self.failing = [i for i in asked if not right[i]]
        self.order = sorted(asked, key=lambda i: cases[i].work * (_SAYS_LESS if right[i] else 1))
        self.entries = [_Suspect(entry, cases) for entry in catalogue(exercise.name)]
        self.deadline = time.process_time() + exercise.diagnosis_seconds

    def suspects(self):
        """One after the other, until the time is over."""
        return takewhile(lambda suspect: time.process_time() <= self.deadline, self.entries)

    def same(self) -> Misconception | None:
        """The first misconception that gives the learner's answers, all of them."""
        for suspect in self.suspects():
            if all(alike(self.answers[i], suspect.answer(i)) for i in self.order):
                return suspect.entry
        return None

    def nearest(self) -> Misconception | None:
        """The misconception that looks most like the learner's, where numbers need not be equal."""
        if self.exercise.profile is None:
            return None
        likeness = {one.entry: self.likeness(one, self.order) for one in self.suspects()}
        best = max(likeness, key=likeness.get, default=None)
        return best if best and likeness[best] >= _NEAR else None

    def one_of_several(self) -> Misconception | None:
        """One that looks like the learner's in the first group that fails, and fails in no other.

        If there are several such, the one that explains least besides says most.
        """
        if not self.exercise.separate:
            return None
        bad = [self.cases[i].group for i in self.failing]
        first = [i for i in self.order if self.cases[i].group == bad[0]]
        good = [i for i in self.order if self.cases[i].group not in bad]
        explained = {}
        for one in self.suspects():
            if self.likeness(one, first) >= _NEAR and all(self.is_right(one, i) for i in good):
                explained[one.entry] = sum(self.looks_like(one, i) for i in self.failing)
        return min(explained, key=explained.get, default=None)

    def likeness(self, suspect, order) -> float:
        """Of the cases on which either is wrong, the share on which both look the same."""
        same_count = count = 0
        most_different = (1 - _NEAR) * sum(not self.right[i] for i in order)
        for i in order:
            if count - same_count > most_different:
                return 0.0  # enough: no case to come can make up for that
            if self.right[i] and self.is_right(suspect, i):
                continue
            count += 1
            same_count += self.looks_like(suspect, i)
        return same_count / count

    def is_right(self, suspect, i) -> bool:
        return is_right(self.exercise, self.cases[i], suspect.answer(i))

    def looks_like(self, suspect, i) -> bool:
        """Whether the two wrong answers to a case are of one kind."""
        mine, theirs = self.answers[i], suspect.answer(i)
        if not (mine.ok and theirs.ok):
            return _failure(mine) == _failure(theirs)
        profile, case = self.exercise.profile, self.cases[i]
        return profile(case, mine, self.right[i]) == profile(
            case, theirs, self.is_right(suspect, i)
        )


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


_FORMS = (
    (inspect.isclass, messages.A_CLASS),
    (inspect.isgeneratorfunction, messages.A_GENERATOR),
    (inspect.isasyncgenfunction, messages.ASYNC),
    (inspect.iscoroutinefunction, messages.ASYNC),
)


def advice(exercise, fn, case: Case, answer: Answer) -> str:
    """What to look at after this answer when no mistake has a name: slips that anybody makes."""
    if answer.kind in ("not_plain", "arguments"):
        form = next((sentence for is_one, sentence in _FORMS if is_one(fn)), None)
        return form or messages.BY_KIND[answer.kind]
    if answer.kind == "error":
        return messages.BY_EVENT.get(answer.text, messages.BY_KIND["error"])
    if answer.text in messages.BY_EVENT and "->" in exercise.signature and not case.raises:
        return messages.BY_EVENT[answer.text]
    by_hand = messages.BY_HAND.format(exercise=exercise.name)
    return messages.BY_KIND.get(answer.kind, by_hand)
