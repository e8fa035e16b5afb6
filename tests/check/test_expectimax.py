"""The check of expectimax: right solutions pass, wrong ones are rejected and named."""

import pytest

from check.minimax import EXPECTIMAX
from tests.check import right_solutions
from tests.check.battery import (
    assert_rejected_and_named,
    assert_right,
    mistakes,
    passes,
    survives,
)
from tools.mutants import mutants


@pytest.mark.parametrize("solution", right_solutions.RIGHT["expectimax"])
def test_right_solutions_pass(solution):
    assert_right(EXPECTIMAX, solution, seeds=(1, 7))


@pytest.mark.parametrize("entry", mistakes("expectimax"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(EXPECTIMAX, entry)
    assert not passes(EXPECTIMAX, entry.wrong, seed=3)


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_solutions.expectimax_plain, vars(right_solutions))
    assert not [what for what, mutant in found if survives(EXPECTIMAX, mutant)]
