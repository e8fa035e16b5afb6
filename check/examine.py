"""How every check works: ask, compare, find the smallest failing case, name the mistake."""

import dis
import os
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from check.advice import advice
from check.diagnosis import UNSTABLE, diagnosis
from check.exercise import Exercise, is_right, questions
from check.report import Counterexample, Report
from check.runner import PROTECTED, run_cases
from check.scoring import rule, score

SHRINK_SECONDS = 0.5  # processor time
LONG = 200  # characters of two answers that are too many for a sentence
NAMED_GROUPS = 3  # so many groups of cases are named in a message


def examine(exercise: Exercise, fn: Callable, seed: int = 0) -> Report:
    """The Report on `fn`: not attempted, wrong with the mistake named, or right."""
    if not_attempted(fn):
        return _untouched(exercise, NOTHING if fn is None else "")
    if not callable(fn):
        message = (
            f"{exercise.name} must be a function, got {type(fn).__name__}. Hand in the function "
        )
        message += f"itself, without calling it: {exercise.signature}."
        return Report(exercise.name, "wrong", 0.0, message)
    exercise = replace(exercise, expected=_computed_once(exercise.expected))
    cases = questions(exercise, seed)
    answers = run_cases(fn, cases, seconds=exercise.seconds)
    if all(answer.kind in ("unattempted", "not_run") for answer in answers):
        return _untouched(exercise)
    right = [is_right(exercise, case, answer) for case, answer in zip(cases, answers, strict=True)]
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


def _computed_once(expected):
    """The same function, but what is right for a case is computed only once."""
    known = {}

    def remembered(case):
        if id(case) not in known:
            known[id(case)] = case, expected(case)  # the case stays alive, and so does its id
        return known[id(case)][1]

    return remembered


ITSELF = "Hand in the function itself, without calling it"
NOTHING = f"None was handed in, perhaps what a call returned. {ITSELF}."


def _untouched(exercise, more=""):
    message = f"Not attempted yet. Write {exercise.signature}, then run this cell again. {more}"
    return Report(exercise.name, "not attempted", 0.0, message.strip())


def _wrong(exercise, fn, cases, answers, right, notes):
    first = right.index(False)
    mistake, likeness = diagnosis(exercise, fn, cases, answers, right)
    case, answer = cases[first], answers[first]
    if mistake not in UNSTABLE:
        case, answer = _smallest(exercise, fn, case, answer)
    expected, worth = exercise.expected(case), score(exercise, cases, answers, right)
    got = _printable(_say(exercise, answer))
    counterexample = Counterexample(case.label, exercise.say(expected), got, _picture(case))
    parts = [_where(cases, right), _what(exercise, case, expected, answer)]
    if mistake:
        parts.append(f"{likeness} {mistake.explanation}. {mistake.hint}")
    else:
        parts.append(advice(exercise, fn, case, answer))
    return Report(
        exercise.name,
        "wrong",
        worth,
        _printable(" ".join(parts)),
        mistake.name if mistake else None,
        counterexample,
        notes,
        rule(exercise, worth),
    )


def _smallest(exercise, fn, case, answer):
    """A failing case that cannot be made smaller, with the answer to it."""
    if exercise.shrink is None or answer.kind in ("time", "died", "exit", "memory"):
        return case, answer
    deadline = _used() + SHRINK_SECONDS
    while _used() < deadline:
        found = _smaller_failure(exercise, fn, case)
        if found is None:
            break
        case, answer, late = found
        if late:
            break
    return case, answer


def _used():
    """The processor time that this process and its children have used."""
    return sum(os.times()[:4])


def _smaller_failure(exercise, fn, case):
    """A failing case one step smaller, its answer, and whether time was short; or None."""
    smaller = list(exercise.shrink(case))
    answers = run_cases(fn, smaller, seconds=SHRINK_SECONDS)
    for candidate, answer in zip(smaller, answers, strict=True):
        if answer.kind not in ("not_run", "time") and not is_right(exercise, candidate, answer):
            return candidate, answer, answers[-1].kind == "not_run"
    return None


def _what(exercise, case, expected, answer):
    """What happened, in one sentence."""
    if answer.kind == "arguments":
        return f"It cannot be called as {exercise.signature}: {answer.text}."
    where = case.label.partition("\n")[0]
    if not answer.ok:
        return f"For {where} {answer.text}."
    got, want = exercise.say(answer.value), exercise.say(expected)
    if exercise.complains and type(answer.value) is list:
        return f"For {where}: {got}."
    if len(got) + len(want) > LONG:
        return f"For {where} the answer is not the right one: both are below."
    return f"For {where} it returned {got}; right is {want}."


def _printable(text):
    """The text without what no page can show: halves of characters, bells, colors of terminals."""
    return "".join(
        c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs") else "?" for c in text
    )


def _where(cases, right):
    """Which groups of cases are right, or the few that are not."""
    groups = {}
    for case, ok in zip(cases, right, strict=True):
        groups.setdefault(case.group, []).append(ok)
    good = [group for group, oks in groups.items() if all(oks)]
    bad = [group for group in groups if group not in good]
    if not good:
        return "Not right yet."
    if len(good) <= len(bad):
        return f"Right so far: {_listed(good)}."
    return f"Right but for: {_listed(bad)}."


def _listed(groups):
    """The groups as a list in words, a long one cut short."""
    more = len(groups) - NAMED_GROUPS
    return ", ".join(groups[:NAMED_GROUPS]) + (f" and {more} more" if more > 0 else "")


def _say(exercise, answer):
    return exercise.say(answer.value) if answer.ok else answer.text


def _picture(case):
    return case.picture() if case.picture else None
