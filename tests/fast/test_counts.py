"""Counts published elsewhere: see the sources in each test."""

import pytest

from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from tools.compiled import perft, playouts

SHARES = (737 / 1260, 8 / 63, 121 / 420)
COUNTS = [
    (TicTacToe(), 9, 127_872),
    (ConnectFour(), 8, 5_673_234),
    (ConnectFour(), 10, 268_031_646),
    (Othello(), 7, 55_092),
    (Othello(), 9, 3_005_288),
    (Othello(6), 6, 7_604),
    (PentagoTwist(), 3, 21_934_080),
]


@pytest.mark.parametrize(("game", "depth", "expected"), COUNTS, ids=lambda value: repr(value))
def test_move_sequences(game, depth, expected):
    assert perft(game, depth) == expected


def test_perft_ends_with_the_game():
    game = TicTacToe()
    won = (0b111, 0b11000, 1, 1)
    assert (perft(game, 0, won), perft(game, 1, won), perft(game, 10)) == (1, 0, 0)


def test_random_tic_tac_toe_has_the_exact_shares():
    """X wins 737/1260, O 121/420, draws 8/63: five standard errors at 400,000 games."""
    n = 400_000
    for found, exact in zip(playouts(TicTacToe(), n, seed=5), SHARES, strict=True):
        assert abs(found / n - exact) < 5 * (exact * (1 - exact) / n) ** 0.5


def test_playouts_from_a_state_count_for_max():
    """After the opening in a corner X gets 12/35 on average under random play."""
    game = TicTacToe()
    state = game.result(game.initial_state(), 0)
    wins, draws, losses = playouts(game, 200_000, seed=1, state=state)
    assert wins + draws + losses == 200_000
    assert abs((wins - losses) / 200_000 - 12 / 35) < 0.01


def test_same_seed_same_games():
    game = Othello()
    assert playouts(game, 500, seed=3) == playouts(game, 500, seed=3) != playouts(game, 500, seed=4)


def test_bad_input():
    with pytest.raises(ValueError, match="n must be"):
        playouts(TicTacToe(), 0)
    with pytest.raises(ValueError, match="seed must be"):
        playouts(TicTacToe(), 10, seed=1.5)
    for count in (playouts, perft):
        with pytest.raises(ValueError, match="does not play 'chess'"):
            count("chess", 1)
    with pytest.raises(ValueError, match="depth must be"):
        perft(TicTacToe(), -1)
    with pytest.raises(ValueError, match="the game is over"):
        playouts(TicTacToe(), 10, state=(0b111, 0b11000, 1, 1))
