"""A game that plays random games itself, for speed, does what its plain rules do."""

from collections import Counter
from random import Random

import pytest

from lib import games
from lib.game import Game
from lib.games import board, connect4, othello
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
    game, first, drawn = Othello(), Counter(), []
    start, pick = game.initial_state(), othello._random_square
    monkeypatch.setattr(
        othello, "_random_square", lambda *given: drawn.append(pick(*given)) or drawn[-1]
    )
    rng = Random(3)
    for _ in range(400):
        drawn.clear()
        random_rollout(game, start, rng)
        first[next(stone for stone in drawn if stone & start[4]).bit_length() - 1] += 1
    assert set(first) == set(game.actions(start)) and min(first.values()) > 70


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_a_carry_over_written_out_lines_turns_what_the_rules_turn(size):
    game = Othello(size)
    places, turns = othello.written_runs(size)
    for x, o, *_ in random_states(game, 60):
        own, other = board.written(x, places), board.written(o, places)
        for stone in (1 << square for square in range(size * size) if not (x | o) >> square & 1):
            start, runs = turns[stone]
            ends, turned = (other + (other & start)) & own, 0
            while ends:
                turned |= runs[ends & -ends]
                ends &= ends - 1
            assert turned == board.written(game._turned(stone, x, o), places)


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (5, 7), (9, 4), (3, 3), (1, 5)])
def test_written_out_lines_show_four_in_a_row_where_the_rules_do(size):
    game, rng = ConnectFour(*size), Random(4)
    places, above = connect4.written_lines(*size)
    for stones in [rng.getrandbits(64) & game.full for _ in range(300)]:
        pairs = board.written(stones, places)
        pairs &= pairs >> 1
        assert bool(pairs & pairs >> 2) == game.has_four(stones)
    for bottom in game.bottoms:
        column = [places[bottom]]
        while above[column[-1]]:
            column.append(above[column[-1]])
        assert column == [places[bottom << row] for row in range(game.height)]


def test_a_subclass_with_other_rules_is_played_by_its_own_rules():
    state = TicTacToe().parse("XX.\nOO.\n.XO")
    over = TicTacToe().result(state, 2)
    assert random_rollout(TicTacToe(), over, Random(0)) == 1
    assert random_rollout(Misere(), over, Random(0)) == -1
    root = mcts(Misere(), state, iterations=300, rng=Random(1))
    assert root.children[2].mean == -1
