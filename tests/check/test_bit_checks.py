"""The checks of Connect Four's bitboards."""

import pytest

import check
from check import solutions
from check.bit_checks import ALL_FOURS, HAS_FOUR, LANDING
from lib.games.connect4 import ConnectFour
from tests.check.battery import assert_rejected_and_named, battery, entries, passes
from tests.check.mutants import mutants

EXERCISES = {e.name: e for e in (HAS_FOUR, LANDING)}
WRONG, LABELS = entries(*EXERCISES.values())


def four_by_cells(stones):
    cells = {(b // 7, b % 7) for b in range(49) if stones >> b & 1}
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        {(c + i * dc, r + i * dr) for i in range(4)} <= cells for c, r in cells for dc, dr in ways
    )


def four_by_shifts(stones):
    return bool(sum(stones & stones >> s & stones >> 2 * s & stones >> 3 * s for s in (1, 6, 7, 8)))


def landing_by_loop(stones, column):
    for row in range(6):
        if not stones & 1 << 7 * column + row:
            return 1 << 7 * column + row
    return 0


def landing_by_strings(stones, column):
    height = f"{stones >> 7 * column & 63:b}".count("1")
    return 0 if height == 6 else 2 ** (7 * column + height)


RIGHT = {
    "has_four": [four_by_cells, four_by_shifts, solutions.has_four, ConnectFour().has_four],
    "landing": [landing_by_loop, landing_by_strings, solutions.landing],
}


@pytest.mark.parametrize("name", EXERCISES)
def test_right_solutions_pass(name):
    for solution in RIGHT[name]:
        report = getattr(check, name)(solution)
        assert report.passed and report.score == 1, str(report)
        assert all(passes(EXERCISES[name], solution, seed) for seed in (1, 2, 3))


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


def test_there_are_69_lines():
    """Counted by hand: 21 upright, 24 in a row, 12 on each diagonal."""
    assert len(ALL_FOURS) == len(set(ALL_FOURS)) == 69


@pytest.mark.parametrize("name", EXERCISES)
def test_mutants_that_nobody_wrote_are_rejected(name):
    found = list(mutants(getattr(solutions, name), vars(solutions)))
    assert found and not [what for what, mutant in found if passes(EXERCISES[name], mutant)]


@pytest.mark.parametrize(("name", "wrong"), [("has_four", bool), ("landing", lambda s, c: 1)])
def test_a_wrong_answer_is_drawn(name, wrong):
    report = getattr(check, name)(wrong)
    assert report.status == "wrong" and "<svg" in report._repr_html_()


@pytest.mark.parametrize("name", EXERCISES)
def test_not_attempted_is_not_wrong(name):
    assert getattr(check, name)(lambda *args: ...).status == "not attempted"


def test_the_battery_has_lines_around_the_edge():
    for seed in range(4):
        groups = [case.group for case in battery(HAS_FOUR, seed)]
        assert groups.count("around the edge") >= 10
