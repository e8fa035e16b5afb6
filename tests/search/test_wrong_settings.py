"""A setting of the wrong kind is a ValueError in plain words, from every search that takes it."""

from concurrent.futures import ThreadPoolExecutor
from math import inf, nan

import pytest

from lib.agents import Random
from lib.arena import tournament
from lib.evaluate import zero
from lib.games.tictactoe import TicTacToe
from lib.play import play
from lib.search import (
    alphabeta,
    cutoff_rollout,
    mcts,
    mcts_prior,
    mcts_puct,
    mcts_rave,
    mcts_solver,
    star1,
    star2,
)

GAME = TicTacToe()
START = GAME.initial_state()
PAIR = {"a": Random(), "b": Random()}


@pytest.mark.parametrize("search", [mcts, mcts_solver, mcts_rave])
@pytest.mark.parametrize("number", ["10", [3], (), nan, inf, 0, -1])
def test_budgets_that_are_no_positive_numbers(search, number):
    with pytest.raises(ValueError, match="iterations must be a whole number above 0"):
        search(GAME, START, iterations=number)
    with pytest.raises(ValueError, match="seconds must be a finite number above 0"):
        search(GAME, START, seconds=number)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mcts(GAME, START, iterations=5, c="x"), "c must be a finite number"),
        (lambda: mcts(GAME, START, iterations=5, rollout=None), "rollout must be a function"),
        (lambda: mcts_rave(GAME, START, iterations=5, k="x"), "k must be a finite number"),
        (lambda: mcts_rave(GAME, START, iterations=5, k=inf), "k must be a finite number"),
        (lambda: mcts_prior(GAME, START, None, iterations=5), "prior must be a function"),
        (lambda: mcts_puct(GAME, START, 0.5, iterations=5), "prior must be a function"),
        (lambda: mcts_prior(GAME, START, lambda g, s, a: "x", iterations=50), "not finite"),
        (lambda: cutoff_rollout("a", zero, 1), "need plies >= 0"),
        (lambda: cutoff_rollout(3, zero, "a"), "need plies >= 0"),
        (lambda: cutoff_rollout(3, None, 1), "evaluate must be a function"),
        (lambda: alphabeta(GAME, START, 2, zero, "a", 1), "alpha must be below beta"),
        (lambda: star1(GAME, START, 2, zero, "a", 1), "finite and in order"),
        (lambda: star2(GAME, START, 2, zero, 0, None), "finite and in order"),
        (lambda: play(GAME, [Random(), Random()], 5), "rng must be a random.Random"),
        (lambda: play(GAME, [Random(), Random()], seconds="1"), "limits must be positive"),
        (lambda: play(GAME, [Random(), Random()], max_plies=None), "limits must be positive"),
        (lambda: tournament(GAME, PAIR, 2, executor="x"), "executor must be"),
        (lambda: tournament(GAME, PAIR, 2, executor=ThreadPoolExecutor), "executor must be"),
    ],
)
def test_settings_of_the_wrong_kind(call, words):
    with pytest.raises(ValueError, match=words):
        call()
