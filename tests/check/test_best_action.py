"""The check of best_action: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.best_action import BEST_ACTION
from lib.search.mcts import best_action
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = check.catalogue("best_action")


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["best_action"], best_action])
def test_right_solutions_pass(solution):
    report = check.best_action(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(BEST_ACTION, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(BEST_ACTION, entry)
    assert not passes(BEST_ACTION, entry.wrong, seed=3)


SURVIVORS = {"best_loop line 4: Gt"}  # right: another one of equally many visits


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_mcts.best_loop, vars(right_mcts))
    assert {what for what, mutant in found if survives(BEST_ACTION, mutant)} <= SURVIVORS
