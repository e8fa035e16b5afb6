"""What the tests of all checks share: a verdict in this process, without a fork for each."""

import random
import re
from functools import cache

import pytest

import check
from check.diagnosis import alike, diagnosis
from check.exercise import is_right, questions
from check.runner import answer_to
from tools import mutants
from tools.mutants import with_memory


def verdict(exercise, fn, cases):
    """(which cases are right, the answers); nothing global is changed."""
    state = random.getstate()
    answers = [answer_to(fn, case) for case in cases]
    random.setstate(state)
    known = remembering(exercise)
    return [is_right(known, case, a) for case, a in zip(cases, answers, strict=True)], answers


remembering = cache(with_memory)  # an exercise that computes once what is right for a case


@cache
def battery(exercise, seed=0):
    """The cases of a seed, made once."""
    return questions(exercise, seed)


def passes(exercise, fn, seed=0):
    state, known = random.getstate(), remembering(exercise)
    try:
        return all(is_right(known, c, answer_to(fn, c)) for c in battery(exercise, seed))
    finally:
        random.setstate(state)


def survives(exercise, mutant):
    """Whether a mutant passes; it may loop for ever, so it runs in a child process."""
    return mutants.survives(remembering(exercise), battery(exercise), mutant)


OUR_OWN = "TypeError|AttributeError|NameError|UnboundLocalError"  # nobody means these


def assert_rejected_and_named(exercise, entry):
    """The check rejects `entry`, and names it or one that nobody can tell apart from it."""
    cases = battery(exercise)
    right, answers = verdict(exercise, entry.wrong, cases)
    slips = [answer.text for answer in answers if re.search(OUR_OWN, answer.text)]
    assert not slips, f"{entry.name} does not even run: {slips[0]}"
    assert not all(right), f"{entry.name} passes"
    found = diagnosis(remembering(exercise), None, cases, answers, right).mistakes
    assert found, f"{entry.name} has no name"
    if entry.name not in [one.name for one in found]:
        assert len(found) == 1, f"{entry.name} is called {found}"
        _, others = verdict(exercise, found[0].wrong, cases)
        assert all(map(alike, answers, others)), f"{entry.name} is called {found[0].name}"


def entries(*exercises):
    """(exercise, misconception) of all these exercises, and a label for each."""
    pairs = [
        (exercise, entry) for exercise in exercises for entry in check.catalogue(exercise.name)
    ]
    return pairs, [f"{exercise.name}: {entry.name}" for exercise, entry in pairs]


def assert_right(exercise, solution, seeds=(1, 2, 3)):
    """The check accepts `solution`, with other seeds too."""
    report = getattr(check, exercise.name)(solution)
    assert report.passed and report.score == 1 and report.diagnosis is None, str(report)
    for seed in seeds:
        cases = battery(exercise, seed)
        right, answers = verdict(exercise, solution, cases)
        assert all(right), (solution, cases[right.index(False)], answers[right.index(False)])


def mistakes(exercise):
    """The mistakes of an exercise as parameters of a test, each with its name."""
    return [pytest.param(entry, id=entry.name) for entry in check.catalogue(exercise)]
