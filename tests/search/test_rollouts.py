"""Rollouts and evaluators that give no number are refused."""

import math

import pytest

from lib.games.tictactoe import TicTacToe
from lib.search import cutoff_rollout, mcts


@pytest.mark.parametrize("bad", [None, "won", math.nan, math.inf])
def test_a_rollout_or_evaluator_that_gives_no_number_is_an_error(bad):
    game = TicTacToe()
    with pytest.raises(ValueError, match="a rollout must return a finite number"):
        mcts(game, game.initial_state(), iterations=5, rollout=lambda game, state, rng: bad)
    policy = cutoff_rollout(1, lambda game, state: bad, 1)
    with pytest.raises(ValueError, match=r"the evaluator returned .* not a finite number"):
        mcts(game, game.initial_state(), iterations=5, rollout=policy)
