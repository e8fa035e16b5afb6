"""The check of alphabeta: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.alphabeta import ALPHABETA
from lib.game import rounds
from lib.search import minimax
from tests.check import right_solutions
from tests.check.battery import (
    assert_rejected_and_named,
    assert_right,
    mistakes,
    passes,
    survives,
)
from tools.mutants import mutants

RIGHT = right_solutions.RIGHT["alphabeta"]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(ALPHABETA, solution, seeds=(1, 7))


@pytest.mark.parametrize("entry", mistakes("alphabeta"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(ALPHABETA, entry)
    assert not passes(ALPHABETA, entry.wrong, seed=3)


def test_a_search_that_cuts_nothing_has_one_name_whatever_the_cause():
    [entry] = [one for one in check.catalogue("alphabeta") if one.name == "nothing is cut"]
    assert len(entry.versions) >= 4
    for version in entry.versions:
        assert_rejected_and_named(ALPHABETA, version)


@pytest.mark.parametrize("version", [0, 1])
def test_a_cut_test_turned_around_at_one_side_is_not_called_another_bound(version):
    [entry] = [one for one in check.catalogue("alphabeta") if "turned around" in one.name]
    assert check.alphabeta((entry, *entry.versions)[version].wrong).names == (entry.name,)


def test_a_kind_of_cut_is_told():
    notes = {fn.__name__: check.alphabeta(fn).notes[0] for fn in RIGHT}
    assert "equality" in notes["alphabeta_pair"]
    assert "beyond the bound" in notes["alphabeta_strict_soft"]


def test_the_picture_tells_what_differs_below_the_root():
    plain = check.alphabeta(lambda game, state, n, e: minimax(game, state, rounds(game, n), e))
    assert "expected fewer leaves" in plain._repr_html_()
    assert "a number" not in plain._repr_html_(), "every answer was a pair"


SURVIVORS = {  # mutants that are right
    "alphabeta_pair line 21: Gt",  # strict at MAX only: allowed
    "alphabeta_pair line 32: Lt",  # strict at MIN only: allowed
    "alphabeta_strict_soft line 18: LtE",  # non-strict: allowed
}


@pytest.mark.slow
@pytest.mark.parametrize("style", ["alphabeta_pair", "alphabeta_strict_soft"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_solutions, style), vars(right_solutions))
    assert {what for what, mutant in found if survives(ALPHABETA, mutant)} <= SURVIVORS
