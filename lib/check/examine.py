"""How every check works: ask, compare, find the smallest failing case, name the mistake."""

import dis
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lib.check.misconception import Misconception, catalogue
from lib.check.plain import same_number
from lib.check.report import Counterexample, Report
from lib.check.runner import PROTECTED, SECONDS, Answer, Case, _call, run_cases

SHRINK_SECONDS = 0.5  # processor time of this process
DIAGNOSIS_SECONDS = 0.6
NEAR = 0.75  # share of the mistaken cases on which a misconception must look like the learner


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
    seconds: float = SECONDS
    diagnosis_seconds: float = DIAGNOSIS_SECONDS


def examine(exercise: Exercise, fn: Callable, seed: int = 0) -> Report:
    """The Report on `fn`: not attempted, wrong with the mistake named, or right."""
    if not_attempted(fn):
        return _untouched(exercise)
    if not callable(fn):
        message = f"{exercise.name} must be a function, got {type(fn).__name__}."
        return Report(exercise.name, "wrong", 0.0, f"{message} Hand in {exercise.signature}.")
    cases = exercise.cases(seed)
    answers = run_cases(fn, cases, seconds=exercise.seconds)
    if all(answer.kind in ("unattempted", "not_run") for answer in answers):
        return _untouched(exercise)
    right = [_is_right(exercise, case, answer) for case, answer in zip(cases, answers, strict=True)]
    notes = () if PROTECTED else ("This system cannot fork: memory and exits are not limited.",)
    if all(right):
        remarks = exercise.remark(cases, answers) if exercise.remark else ()
        message = f"Right on all {len(cases)} cases."
        return Report(exercise.name, "right", 1.0, message, notes=remarks + notes)
    return _wrong(exercise, fn, cases, answers, right, notes)


def not_attempted(fn) -> bool:
    """Whether `fn` is nothing yet: `...`, None, or a function with an empty body."""
    if fn is None or fn is ...:
        return True
    code = getattr(fn, "__code__", None)
    return code is not None and _empty_like(code)


def _empty_like(code) -> bool:
    """Whether the code does nothing but return None or `...`."""
    idle = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    steps = list(dis.get_instructions(code))
    constants = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in steps} <= idle and constants[-1] in (None, ...)


def _untouched(exercise):
    message = f"Not attempted yet. Write {exercise.signature}, then run this cell again."
    return Report(exercise.name, "not attempted", 0.0, message)


def _is_right(exercise, case, answer) -> bool:
    return answer.ok and bool(exercise.agrees(exercise.expected(case), answer.value, case))


def _wrong(exercise, fn, cases, answers, right, notes):
    first = right.index(False)
    mistake = diagnose(exercise, cases, answers, right)
    case, answer = _smallest(exercise, fn, cases[first], answers[first])
    expected = exercise.expected(case)
    counterexample = Counterexample(
        case.label, exercise.say(expected), _say(exercise, answer), _picture(case)
    )
    message = _message(exercise, cases, right, case, expected, answer, mistake)
    return Report(
        exercise.name,
        "wrong",
        _score(cases, right),
        message,
        mistake.name if mistake else None,
        counterexample,
        notes,
    )


def _score(cases, right) -> float:
    """The share of groups of cases that are right throughout."""
    groups = {}
    for case, ok in zip(cases, right, strict=True):
        groups[case.group] = groups.get(case.group, True) and ok
    return sum(groups.values()) / len(groups)


def _smallest(exercise, fn, case, answer):
    """A failing case that cannot be made smaller, with the answer to it."""
    if exercise.shrink is None or answer.kind in ("time", "died", "exit", "memory"):
        return case, answer
    deadline = time.process_time() + SHRINK_SECONDS
    while time.process_time() < deadline:
        found = _smaller_failure(exercise, fn, case)
        if found is None:
            break
        case, answer = found
    return case, answer


def _smaller_failure(exercise, fn, case):
    """A failing case one step smaller with its answer, or None."""
    smaller = list(exercise.shrink(case))
    answers = run_cases(fn, smaller, seconds=SHRINK_SECONDS)
    for candidate, answer in zip(smaller, answers, strict=True):
        if answer.kind not in ("not_run", "time") and not _is_right(exercise, candidate, answer):
            return candidate, answer
    return None


def diagnose(exercise, cases, answers, right) -> Misconception | None:
    """The misconception that answers like the learner on every case, or the nearest, or None."""
    ended = ("not_run", "time", "memory", "died")
    asked = [i for i, answer in enumerate(answers) if answer.kind not in ended]
    failing = [i for i in asked if not right[i]]
    if not failing:
        return None
    order = failing + [i for i in asked if right[i]]
    deadline = time.process_time() + exercise.diagnosis_seconds
    everybody = [_Suspect(entry, cases) for entry in catalogue(exercise.name)]
    state = random.getstate()
    try:
        return _same_as(everybody, order, answers, deadline) or _nearest(
            exercise, everybody, order, answers, right, deadline
        )
    finally:
        random.setstate(state)  # some misconceptions use it


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
        if right[i] and count - same_count > most_different:
            return 0.0  # enough: the learner's wrong cases come first
        case, theirs = suspect.cases[i], suspect.answer(i)
        their_right = _is_right(exercise, case, theirs)
        if right[i] and their_right:
            continue
        count += 1
        mine = exercise.profile(case, answers[i], right[i])
        same_count += mine == exercise.profile(case, theirs, their_right)
    return same_count / count


def alike(a: Answer, b: Answer) -> bool:
    """Whether two answers are the same: equal values, or failures of the same kind."""
    if a.kind != b.kind:
        return False
    return same(a.value, b.value) if a.ok else a.text.split(":")[0] == b.text.split(":")[0]


def same(a, b) -> bool:
    """Whether two plain values are equal, numbers up to rounding."""
    if type(a) in (int, float) and type(b) in (int, float):
        return same_number(a, b) or (a != a and b != b)
    if type(a) is type(b) and type(a) in (tuple, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def _message(exercise, cases, right, case, expected, answer, mistake):
    """What happened, where, and what to think about."""
    parts = [_where(cases, right)]
    if answer.ok:
        got, want = exercise.say(answer.value), exercise.say(expected)
        parts.append(f"For {case.label} it returned {got}; right is {want}.")
    else:
        parts.append(f"For {case.label} {answer.text}.")
    if mistake:
        parts.append(f"It agrees with a solution that {mistake.explanation}. {mistake.hint}")
    return " ".join(part for part in parts if part)


def _where(cases, right):
    """Which groups of cases are right and which are not, in one or two sentences."""
    groups = {}
    for case, ok in zip(cases, right, strict=True):
        groups.setdefault(case.group, []).append(ok)
    good = [group for group, oks in groups.items() if all(oks)]
    bad = [group for group, oks in groups.items() if not all(oks)]
    if not good:
        return "Not right yet."
    return f"Right: {', '.join(good)}. Not right: {', '.join(bad)}."


def _say(exercise, answer):
    return exercise.say(answer.value) if answer.ok else answer.text


def _picture(case):
    return case.picture() if case.picture else None
