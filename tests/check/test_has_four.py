"""The check of has_four."""

import pytest

import check
from check.catalogue import right_solution
from check.positions import ALL_FOURS, HAS_FOUR
from lib.games.connect4 import ConnectFour
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tools.mutants import mutants


def four_by_cells(stones):
    cells = {(b // 7, b % 7) for b in range(49) if stones >> b & 1}
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        {(c + i * dc, r + i * dr) for i in range(4)} <= cells for c, r in cells for dc, dr in ways
    )


def four_by_shifts(stones):
    return bool(sum(stones & stones >> s & stones >> 2 * s & stones >> 3 * s for s in (1, 6, 7, 8)))


RIGHT = [four_by_cells, four_by_shifts, ConnectFour().has_four]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(HAS_FOUR, solution)


@pytest.mark.parametrize("entry", mistakes("has_four"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(HAS_FOUR, entry)
    assert not passes(HAS_FOUR, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("has_four")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(HAS_FOUR, mutant)}
    assert found and not survivors


def test_there_are_69_lines():
    """Counted by hand: 21 upright, 24 in a row, 12 on each diagonal."""
    assert len(ALL_FOURS) == len(set(ALL_FOURS)) == 69


def test_the_battery_has_lines_around_the_edge():
    for seed in range(4):
        groups = [case.group for case in battery(HAS_FOUR, seed)]
        assert groups.count("around the edge") >= 10


def test_not_attempted_is_not_wrong():
    assert check.has_four(lambda *args: ...).status == "not attempted"


def test_a_wrong_answer_is_drawn():
    assert "<svg" in check.has_four(bool)._repr_html_()
