"""The check of backpropagate: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.backpropagate import BACKPROPAGATE, _contrast, _first_difference
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


def test_of_several_wrong_nodes_the_lowest_is_told():
    expected = {(): (9, 4.0), (0,): (5, 2.0), (0, 1): (2, 1.0), (1,): (3, 1.0)}
    got = expected | {(): (9, 5.0), (0, 1): (2, 0.0)}
    assert _first_difference(expected, got) == (0, 1)
    told = _contrast(expected, got)
    assert told == ("the node (0, 1): 2 visits, total 1", "the node (0, 1): 2 visits, total 0")
    assert _first_difference(expected, expected) is None


@pytest.mark.slow
def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_mcts.backpropagate_loop, vars(right_mcts))
    assert [what for what, mutant in found if survives(BACKPROPAGATE, mutant)] == []
