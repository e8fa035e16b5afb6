"""The Pentago Twist agent's choice of a move: its look ahead, and where it has no move."""

from random import Random

from lib.clinic.blunders import GAME, grow
from lib.clinic.pentago_bot import LARGEST, SMALLEST, best_child, int32


def test_it_takes_a_win():
    state = GAME.parse("XX.\nOO.\n...")
    assert best_child(GAME, grow({}, state, 100, Random(0))) == 2


def test_it_avoids_a_move_that_lets_the_other_side_win():
    state = GAME.parse("XX.\nO..\n...")
    assert best_child(GAME, grow({}, state, 100, Random(0))) == 2


def test_in_a_lost_position_it_has_no_move():
    state = GAME.parse("XO.\n.X.\nX.O")  # X threatens 2 and 3
    assert best_child(GAME, grow({}, state, 100, Random(0))) is None


def test_whole_numbers_overflow_as_in_java():
    assert (SMALLEST, LARGEST) == (-2_147_483_648, 2_147_483_647)
    assert int32(LARGEST + 1) == SMALLEST and int32(SMALLEST - 1) == LARGEST
    assert int32(LARGEST) == LARGEST and int32(SMALLEST) == SMALLEST
