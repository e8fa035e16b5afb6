"""The check of rollout: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.rollout import ROLLOUT, ROLLOUT_CHANCE
from lib.search.mcts import rollout
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = [(e, x) for x in (ROLLOUT, ROLLOUT_CHANCE) for e in check.catalogue(x.name)]


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["rollout"], rollout])
def test_right_solutions_pass(solution):
    for exercise in (ROLLOUT, ROLLOUT_CHANCE):
        report = getattr(check, exercise.name)(solution)
        assert report.passed and report.score == 1, str(report)
        assert all(passes(exercise, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize(
    ("entry", "exercise"), WRONG, ids=[f"{x.name}: {e.name}" for e, x in WRONG]
)
def test_every_misconception_is_rejected_and_named(entry, exercise):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


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
    assert {what for what, mutant in found if survives(ROLLOUT_CHANCE, mutant)} <= SURVIVORS


def textbook(game, node, rng):
    """What lesson 09 teaches first."""
    state = node.state
    while not game.is_terminal(state):
        state = game.result(state, rng.choice(game.actions(state)))
    return game.utility(state)


def test_a_rollout_without_chance_is_right_where_chance_was_not_taught():
    assert check.rollout(textbook).passed
    assert check.rollout_chance(textbook).diagnosis == "chance is always even"


def cut_short(game, node, rng, moves=100):
    state = node.state
    for _ in range(moves):
        if game.is_terminal(state):
            return game.utility(state)
        state = game.result(state, rng.choice(game.actions(state)))
    return 0


@pytest.mark.parametrize("moves", [5, 20, 100])
def test_a_rollout_that_is_cut_short_is_wrong(moves):
    report = check.rollout(lambda game, node, rng: cut_short(game, node, rng, moves))
    assert not report.passed and report.diagnosis == "rollouts are cut short"
