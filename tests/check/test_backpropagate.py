"""The check of backpropagate: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.backpropagate import BACKPROPAGATE
from lib.search.mcts import backpropagate
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = check.catalogue("backpropagate")


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["backpropagate"], backpropagate])
def test_right_solutions_pass(solution):
    report = check.backpropagate(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(BACKPROPAGATE, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(BACKPROPAGATE, entry)
    assert not passes(BACKPROPAGATE, entry.wrong, seed=3)


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_mcts.backpropagate_loop, vars(right_mcts))
    assert [what for what, mutant in found if survives(BACKPROPAGATE, mutant)] == []
