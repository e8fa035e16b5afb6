"""The check of rollout: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.rollout import ROLLOUT
from lib.search.mcts import rollout
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = check.catalogue("rollout")


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["rollout"], rollout])
def test_right_solutions_pass(solution):
    report = check.rollout(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(ROLLOUT, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(ROLLOUT, entry)
    assert not passes(ROLLOUT, entry.wrong, seed=3)


SURVIVORS = {  # mutants that are right
    "rollout_recursive line 6: if False",  # players draw too: all their chances are equal
    "rollout_recursive line 7: -1",
    "rollout_recursive line 8: no minus",  # a default that rounding never needs
    "rollout_recursive line 8: 2",
    "rollout_recursive line 8: 0",
    "rollout_recursive line 11: LtE",  # a random number is never exactly on the edge
}


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_mcts.rollout_recursive, vars(right_mcts))
    assert {what for what, mutant in found if survives(ROLLOUT, mutant)} <= SURVIVORS
