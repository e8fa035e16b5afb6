"""The compiled rules are the rules of `lib.games`, move by move over thousands of positions."""

from collections import Counter
from itertools import count
from random import Random

import numpy as np
import pytest

from lib.fast import mcts, parallel_mcts
from lib.fast.games import compiled
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.search.mcts_variants import distinct_actions
from lib.search.rollouts import random_rollout
from tools.compiled import alphabeta, perft, playouts

UNDECIDED = 2
GAMES = [
    (TicTacToe(), 300),
    (ConnectFour(), 100),
    (ConnectFour(5, 4), 60),
    (Othello(), 50),
    (Othello(6), 40),
    (PentagoTwist(), 60),
]


def random_states(game, games, seed):
    """All states of some random games, the last ones included."""
    rng = Random(seed)
    for _ in range(games):
        state = game.initial_state()
        yield state
        while actions := game.actions(state):
            state = game.result(state, rng.choice(list(actions)))
            yield state


def compiled_actions(table, me, other):
    """The codes of the legal actions, in order."""
    moves = np.zeros(table.max_children, np.uint16)
    found = table.rules["legal"](me, other, moves)
    return {table.action(int(code)): code for code in moves[:found]}


@pytest.mark.parametrize(("game", "games"), GAMES, ids=lambda value: repr(value))
def test_every_action_and_result_is_the_same(game, games):
    table, rng = compiled(game), Random(1)
    for state in random_states(game, games, seed=7):
        me, other, side = table.position(state)
        value = table.rules["status"](me, other)
        if game.is_terminal(state):
            assert value * side == game.utility(state)
            continue
        assert value == UNDECIDED
        actions = list(game.actions(state))
        codes = compiled_actions(table, me, other)
        assert list(codes) == actions
        for action in rng.sample(actions, min(4, len(actions))):
            child = game.result(state, action)
            boards = table.rules["play"](me, other, np.uint32(codes[action]))
            x, o = (table.board(stones) for stones in child[:2])
            assert boards == ((o, x) if side == 1 else (x, o))


def test_othello_games_with_passes_were_among_them():
    game = Othello()
    states = list(random_states(game, 50, seed=7))
    assert sum(list(game.actions(state)) == [PASS] for state in states) > 10


def test_merged_actions_are_the_distinct_ones():
    game = PentagoTwist()
    table = compiled(game, merge=True)
    states = list(random_states(game, 3, seed=3))
    assert len(compiled_actions(table, *table.position(states[0])[:2])) == 36
    for state in states:
        if not game.is_terminal(state):
            me, other, _ = table.position(state)
            assert list(compiled_actions(table, me, other)) == distinct_actions(game, state)


@pytest.mark.parametrize("plies", [0, 9])
@pytest.mark.parametrize("game", [ConnectFour(), Othello(), PentagoTwist()], ids=repr)
def test_random_games_end_as_often_won_drawn_and_lost_as_plain_ones(game, plies):
    """From the start and with the other side to move; 4.5 standard errors of the plain sample."""
    rng = Random(plies)
    games = (list(random_states(game, 1, seed)) for seed in count(1))
    state = next(states[plies] for states in games if len(states) > plies + 2)
    n, many = 800, 50_000
    plain = Counter(random_rollout(game, state, rng) for _ in range(n))
    for value, found in zip((1, 0, -1), playouts(game, many, 1, state), strict=True):
        share = found / many
        error = (share * (1 - share) / n) ** 0.5 + 1 / n
        assert abs(plain[value] / n - share) <= 4.5 * error


@pytest.mark.parametrize("game", [ConnectFour(9, 8), Othello(10), "chess"], ids=repr)
def test_other_games_are_refused_in_plain_words(game):
    with pytest.raises(ValueError, match="the compiled engine does not play"):
        compiled(game)


ENTRANCES = {
    "mcts": lambda game, state: mcts(game, state, iterations=5),
    "parallel_mcts": lambda game, state: parallel_mcts(game, state, iterations=5),
    "alphabeta": lambda game, state: alphabeta(game, state, 2),
    "playouts": lambda game, state: playouts(game, 5, state=state),
    "perft": lambda game, state: perft(game, 2, state),
}
FOUR = (6981435520, 35701915907, 0, None)  # a position of Connect Four
STRANGE = [
    (TicTacToe(), FOUR, "stones beside the board"),
    (TicTacToe(), (1, 1, 0, None), "two stones on one square"),
    (TicTacToe(), (0, 0, 2, None), "look like"),
    (TicTacToe(), (0.0, 0, 0, None), "whole numbers"),
    (Othello(), FOUR, "look like"),
    (PentagoTwist(), (1 << 63, 0, 0, None), "stones beside the board"),
    (ConnectFour(), ".......", "look like"),
]


@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.parametrize(("game", "state", "words"), STRANGE)
def test_what_is_no_position_is_refused_before_compiled_code_sees_it(entrance, game, state, words):
    with pytest.raises(ValueError, match=f"not a position of .*{words}"):
        ENTRANCES[entrance](game, state)
