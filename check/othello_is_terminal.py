"""The check of othello_is_terminal: whether a game of Othello is over."""

from check.examine import examine
from check.exercise import Exercise
from check.positions import both_moves, othello_cases
from check.report import Report


def othello_is_terminal(fn, seed: int = 0) -> Report:
    """Checks `othello_is_terminal(game, state) -> bool`: whether neither side can move.

    `state` is (x, o, mover): two bitboards, and 0 if X is to move, 1 if O is.
    `game.moves(own, other)` is the bitboard of the squares where a stone of `own` would turn
    some of `other`; it is 0 if there are none. Bit `row * game.size + column` is a square.
    The game does not say itself whether it is over: that is the exercise.
    """
    return examine(OTHELLO_IS_TERMINAL, fn, seed)


OTHELLO_IS_TERMINAL = Exercise(
    "othello_is_terminal",
    "othello_is_terminal(game, state) -> bool",
    othello_cases,
    lambda case: not any(both_moves(case)),
    lambda expected, got, case: type(got) is bool and got == expected,
)
