"""A game that plays random games itself, for speed, does what its plain rules do."""

from collections import Counter
from random import Random

import pytest

from lib import games
from lib.game import Game
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.tictactoe import TicTacToe
from lib.search import mcts, random_rollout


class PlainTicTacToe(TicTacToe):
    """The same rules, but a subclass: it has to play move by move."""


class PlainConnectFour(ConnectFour):
    """The same rules, but a subclass: it has to play move by move."""


class PlainOthello(Othello):
    """The same rules, but a subclass: it has to play move by move."""


class Misere(TicTacToe):
    """Three in a row lose."""

    def utility(self, state):
        return -super().utility(state)


def random_states(game, count):
    """States of random games, the last ones too."""
    rng, states = Random(0), []
    while len(states) < count:
        state = game.initial_state()
        states.append(state)
        while actions := game.actions(state):
            state = game.result(state, rng.choice(actions))
            states.append(state)
    return states[:count]


def test_every_game_with_a_playout_is_compared_below():
    kinds = [kind for kind in vars(games).values() if isinstance(kind, type)]
    own = {kind for kind in kinds if issubclass(kind, Game) and "playout" in vars(kind)}
    assert own == {TicTacToe, ConnectFour, Othello}


@pytest.mark.parametrize(
    ("game", "plain"),
    [
        (TicTacToe(), PlainTicTacToe()),
        (ConnectFour(), PlainConnectFour()),
        (ConnectFour(4, 4), PlainConnectFour(4, 4)),
    ],
)
def test_the_same_random_numbers_give_the_same_game(game, plain):
    for seed, state in enumerate(random_states(game, 600)):
        one, two = Random(seed), Random(seed)
        assert random_rollout(game, state, one) == random_rollout(plain, state, two)
        assert one.random() == two.random(), "both drew as many numbers"


@pytest.mark.parametrize("size", [4, 6])
def test_random_othello_has_the_same_chances_either_way(size):
    game, plain = Othello(size), PlainOthello(size)
    for state in random_states(game, 40)[::5]:
        shares = []
        for kind in (game, plain):
            rng = Random(1)
            outcomes = Counter(random_rollout(kind, state, rng) for _ in range(1500))
            shares.append([outcomes[result] / 1500 for result in (1, 0, -1)])
        assert shares[0] == pytest.approx(shares[1], abs=0.07), game.render(state)


def test_a_random_othello_move_is_any_legal_move_with_equal_chances(monkeypatch):
    game, first = Othello(), Counter()
    start = game.initial_state()
    turned = Othello._turned

    def watched(self, stone, own, other):
        found = turned(self, stone, own, other)
        if found and own | other == start[0] | start[1]:
            first[stone.bit_length() - 1] += 1
        return found

    monkeypatch.setattr(Othello, "_turned", watched)
    rng = Random(3)
    for _ in range(400):
        random_rollout(game, start, rng)
    assert set(first) == set(game.actions(start)) and min(first.values()) > 70


def test_a_subclass_with_other_rules_is_played_by_its_own_rules():
    state = TicTacToe().parse("XX.\nOO.\n.XO")
    over = TicTacToe().result(state, 2)
    assert random_rollout(TicTacToe(), over, Random(0)) == 1
    assert random_rollout(Misere(), over, Random(0)) == -1
    root = mcts(Misere(), state, iterations=300, rng=Random(1))
    assert root.children[2].mean == -1
