"""Every mistake that is text answers the whole battery like the class that it replaces."""

import random
from importlib import import_module

import pytest

import check
from check.catalogue import FOLDER, _filed, catalogue
from check.diagnosis import alike
from check.exercise import questions
from check.runner import answer_to

AMERICAN = (("maximis", "maximiz"), ("minimis", "minimiz"), ("colour", "color"))
AMERICAN += (("neighbour", "neighbor"), ("centre", "center"))
PAIRS = []
OBJECTS = {}


def american(text):
    for old, new in AMERICAN:
        text = text.replace(old, new)
    return text


for name in check.EXERCISES:
    if (FOLDER / f"{name}.md").exists() and _filed(name):
        module = import_module(f"check.{check._HOMES[name]}")
        found = (v for v in vars(module).values() if getattr(v, "name", None) == name)
        OBJECTS[name] = next(found)
        PAIRS += list(zip(_filed(name), catalogue(name), strict=True))


def answers(fn, cases):
    state = random.getstate()
    random.seed(5)
    found = [answer_to(fn, case) for case in cases]
    random.setstate(state)
    return found


BATTERIES = {}


def battery(name, seed):
    if (name, seed) not in BATTERIES:
        BATTERIES[name, seed] = questions(OBJECTS[name], seed)
    return BATTERIES[name, seed]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("old", "new"), PAIRS, ids=[f"{o.exercise}: {o.name}" for o, _ in PAIRS])
def test_the_same_answers(old, new, seed):
    for part in ("name", "explanation", "hint"):
        assert american(getattr(old, part)) == getattr(new, part)
    cases = battery(old.exercise, seed)
    mine, theirs = answers(old.wrong, cases), answers(new.wrong, cases)
    for case, a, b in zip(cases, mine, theirs, strict=True):
        assert alike(a, b), (case.label, a, b)
