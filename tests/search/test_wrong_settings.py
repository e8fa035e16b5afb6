"""A setting of the wrong kind is a ValueError in plain words, from every search that takes it."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from math import inf, nan

import pytest
from numpy import array

from lib.agents import Random
from lib.arena import tournament
from lib.evaluate import scaled, zero
from lib.games import TreeGame
from lib.games.tictactoe import TicTacToe
from lib.play import play
from lib.search import (
    alphabeta,
    best_action,
    best_actions,
    cutoff_rollout,
    deepen,
    expectimax,
    mcts,
    mcts_merged,
    mcts_prior,
    mcts_puct,
    mcts_rave,
    mcts_solver,
    minimax,
    proven_action,
    star1,
    star2,
)
from lib.search.mcts import Phases

GAME = TicTacToe()
START = GAME.initial_state()
ROOT = mcts(GAME, START, iterations=20)
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
        (lambda: mcts_rave(GAME, START, iterations=5, rollout=3), "rollout must be a function"),
        (
            lambda: mcts(GAME, START, iterations=5, phases=Phases(select=None)),
            "select must be a function",
        ),
        (
            lambda: mcts(GAME, START, iterations=5, phases=Phases(expand=1)),
            "expand must be a function",
        ),
        (lambda: mcts_rave(GAME, START, iterations=5, k="x"), "k must be a finite number"),
        (lambda: mcts_rave(GAME, START, iterations=5, k=inf), "k must be a finite number"),
        (lambda: mcts_prior(GAME, START, None, iterations=5), "prior must be a function"),
        (lambda: mcts_puct(GAME, START, 0.5, iterations=5), "prior must be a function"),
        (lambda: mcts_prior(GAME, START, lambda g, s, a: "x", iterations=50), "not finite"),
        (lambda: mcts_puct(GAME, START, lambda g, s, a: None, iterations=5), "not finite"),
        (lambda: mcts_solver(GAME, START, iterations=5, win="x"), "win is the largest payoff"),
        (lambda: mcts_solver(GAME, START, iterations=5, win=nan), "win is the largest payoff"),
        (lambda: proven_action(ROOT), "proven_action needs the root of mcts_solver, got <Node"),
        (lambda: scaled(3, 1), "evaluate must be a function"),
        (lambda: scaled(zero, "x"), "width must be a positive number, got 'x'"),
        (lambda: cutoff_rollout(2.5, zero, 1), r"need plies >= 0 \(whole\)"),
        (lambda: deepen(GAME, START, step=True), "step must be a whole number"),
        (lambda: best_action(None), "best_action needs the root of a tree, .* got None"),
        (lambda: best_action(ROOT, ["visits"]), r"unknown rule \['visits'\]"),
        (lambda: alphabeta(GAME, START, 1, lambda g, s: Decimal("nan")), "gave Decimal"),
        (lambda: alphabeta(GAME, START, 1, lambda g, s: array([1, 2])), "gave array"),
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


SEARCHES = [minimax, alphabeta, expectimax, best_actions, star1, star2, deepen]
SEARCHES += [partial(mcts, iterations=5), partial(mcts_merged, iterations=5)]


@pytest.mark.parametrize("search", SEARCHES)
def test_what_is_no_game_is_refused_in_plain_words(search):
    with pytest.raises(ValueError, match=r"not a class: write TicTacToe\(\.\.\.\)"):
        search(TicTacToe, START)
    with pytest.raises(ValueError, match=r"needs a game, .* got None"):
        search(None, START)


@pytest.mark.parametrize("search", SEARCHES)
def test_an_unknown_option_is_named_with_the_search_that_lacks_it(search):
    name = "mcts" if isinstance(search, partial) else search.__name__
    with pytest.raises(TypeError, match=rf"^{name}\(\).* unexpected keyword argument 'depht'"):
        search(GAME, START, depht=3)


class Lists(TreeGame):
    """A game whose states are lists after the first move, or whose actions are lists."""

    def __init__(self, nested, actions=False):
        super().__init__(nested)
        self.listed = actions

    def actions(self, state):
        numbers = super().actions(tuple(state))
        return [[number] for number in numbers] if self.listed else numbers

    def result(self, state, action):
        return (*state, *action) if self.listed else [*state, action]


@pytest.mark.parametrize("search", [deepen, partial(mcts_merged, iterations=5)])
def test_what_a_table_cannot_find_is_refused_before_the_search(search):
    with pytest.raises(ValueError, match=r"a state must be hashable .* got \[0\]"):
        search(Lists([[1, 2], [3, 4]]), ())
    with pytest.raises(ValueError, match=r"an action must be hashable .* got \[0\]"):
        search(Lists([[1, 2], [3, 4]], actions=True), ())
