"""The check of best_actions: right solutions pass, wrong ones are rejected and named."""

import pytest

from check.minimax import BEST_ACTIONS
from tests.check import right_solutions
from tests.check.battery import (
    assert_rejected_and_named,
    assert_right,
    mistakes,
    passes,
    survives,
)
from tools.mutants import mutants


@pytest.mark.parametrize("solution", right_solutions.RIGHT["best_actions"])
def test_right_solutions_pass(solution):
    assert_right(BEST_ACTIONS, solution, seeds=(1, 7))


@pytest.mark.parametrize("entry", mistakes("best_actions"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(BEST_ACTIONS, entry)
    assert not passes(BEST_ACTIONS, entry.wrong, seed=3)


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_solutions.best_actions_brute, vars(right_solutions))
    assert not [what for what, mutant in found if survives(BEST_ACTIONS, mutant)]
