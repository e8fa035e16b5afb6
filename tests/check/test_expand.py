"""The check of expand: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.expand import EXPAND
from lib.search.mcts import expand
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = check.catalogue("expand")


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["expand"], expand])
def test_right_solutions_pass(solution):
    report = check.expand(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(EXPAND, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(EXPAND, entry)
    assert not passes(EXPAND, entry.wrong, seed=3)


def test_untried_actions_that_are_no_list_are_told():
    def wrong(game, node, rng):
        child = expand(game, node, rng)
        child.untried = len(child.untried)
        return child

    report = check.expand(wrong)
    assert "`untried` must be a list of actions." in report.message


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_mcts.expand_first, vars(right_mcts))
    assert [what for what, mutant in found if survives(EXPAND, mutant)] == []
