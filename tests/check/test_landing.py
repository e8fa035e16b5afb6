"""The check of landing."""

import pytest

import check
from check.catalogue import right_solution
from check.positions import LANDING
from tests.check.battery import assert_rejected_and_named, assert_right, mistakes, passes
from tools.mutants import mutants


def landing_by_loop(stones, column):
    for row in range(6):
        if not stones & 1 << 7 * column + row:
            return 1 << 7 * column + row
    return 0


def landing_by_strings(stones, column):
    height = f"{stones >> 7 * column & 63:b}".count("1")
    return 0 if height == 6 else 2 ** (7 * column + height)


RIGHT = [landing_by_loop, landing_by_strings]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(LANDING, solution)


@pytest.mark.parametrize("entry", mistakes("landing"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(LANDING, entry)
    assert not passes(LANDING, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("landing")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(LANDING, mutant)}
    assert found and not survivors


def test_not_attempted_is_not_wrong():
    assert check.landing(lambda *args: ...).status == "not attempted"


def test_a_wrong_answer_is_drawn():
    assert "<svg" in check.landing(lambda stones, column: 1)._repr_html_()
