"""Evaluators for games of rows: tic-tac-toe, Connect Four, Pentago Twist.

A line is a row of squares, as long as a win needs. It is open for a side if the other side has no
stone on it. Only open lines can be won, and the more stones they hold, the sooner. All values lie
between -1 and +1, so that a win is always better.
"""

from functools import cache
from itertools import product

from lib.evaluate.common import squashed

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # right, down and the two diagonals


@cache
def lines(grid: tuple[tuple[int, ...], ...], length: int) -> tuple[int, ...]:
    """The bitboards of all straight lines of this length on a grid of bits."""
    found = []
    height, width = len(grid), len(grid[0])
    for row, column, (down, right) in product(range(height), range(width), _DIRECTIONS):
        cells = [(row + down * i, column + right * i) for i in range(length)]
        last_row, last_column = cells[-1]
        if last_row < height and 0 <= last_column < width:
            found.append(sum(1 << grid[r][c] for r, c in cells))
    return tuple(found)


def _open_lines(state, squares: tuple[int, ...], weights: tuple[int, ...]) -> int:
    """The weights of X's open lines minus O's; `weights[k]` is for a line with k stones."""
    x, o = state[0], state[1]
    value = 0
    for line in squares:
        mine, theirs = (x & line).bit_count(), (o & line).bit_count()
        if not theirs:
            value += weights[mine]
        elif not mine:
            value -= weights[theirs]
    return value


def tictactoe_lines(game, state) -> float:
    """Open lines with 1 and 2 stones count 1 and 3; a sum of 5 gives 1/2."""
    return squashed(_open_lines(state, lines(game.grid, 3), (0, 1, 3, 9)), 5)


def connect4_lines(game, state) -> float:
    """Open fours with 1, 2 and 3 stones count 1, 4 and 16; a sum of 30 gives 1/2."""
    return squashed(_open_lines(state, lines(game.grid, 4), (0, 1, 4, 16, 64)), 30)


def pentago_lines(game, state) -> float:
    """Open fives with 1 to 4 stones count 1, 3, 9 and 27, before any twist; 30 gives 1/2."""
    return squashed(_open_lines(state, lines(game.grid, 5), (0, 1, 3, 9, 27, 81)), 30)
