"""What every game of the course promises to whoever calls it, beyond what check_game asks."""

from random import Random

import pytest

from lib.games import (
    CaptureTheFlag,
    ConnectFour,
    Othello,
    Pacman,
    PentagoTwist,
    Pig,
    TicTacToe,
    TreeGame,
)

GAMES = [
    TicTacToe(),
    ConnectFour(4, 5),
    Othello(4),
    PentagoTwist(),
    Pig(goal=20),
    TreeGame([[3, 5], [2, 9]]),
    Pacman("tiny_two_ghosts"),
    CaptureTheFlag("capture_tiny", max_moves=60),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_only_the_end_has_a_utility(game):
    rng, state = Random(0), game.initial_state()
    while actions := game.actions(state):
        with pytest.raises(ValueError, match="no utility"):
            game.utility(state)
        state = game.result(state, rng.choice(actions))
    assert isinstance(game.utility(state), int)


@pytest.mark.parametrize(
    "game", [TicTacToe(), ConnectFour(), Othello(), TreeGame([[3, 5], [2, 9]])], ids=repr
)
def test_a_number_of_numpy_is_as_good_as_a_plain_one(game):
    """`numpy.argmax` gives one. The state after it is plain all the same."""
    numpy = pytest.importorskip("numpy")
    state = game.initial_state()
    for action in game.actions(state):
        after = game.result(state, numpy.int64(action))
        assert repr(after) == repr(game.result(state, action))
    for wrong in (numpy.int64(99), numpy.int64(-1), numpy.float64(0), numpy.bool_(True)):
        with pytest.raises(ValueError, match=str(wrong.item())):
            game.result(state, wrong)
