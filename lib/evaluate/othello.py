"""Evaluators for Othello: discs, mobility, and the position table of a competition bot.

Most count in their own units, while winning counts 1: use `scaled` with the width given.
"""

from collections.abc import Callable
from functools import cache
from itertools import product

from lib.evaluate.common import squashed
from lib.game import MAX, MIN


def othello_discs(game, state) -> float:
    """X's discs minus O's: from -64 to 64 on 8x8; `scaled(othello_discs, 16)`."""
    return state[0].bit_count() - state[1].bit_count()


def othello_mobility(game, state) -> float:
    """X's moves minus O's, whoever is to move: seldom beyond 15; `scaled(othello_mobility, 8)`."""
    x, o = state[0], state[1]
    return game.moves(x, o).bit_count() - game.moves(o, x).bit_count()


def othello_reward_literal(game, state) -> float:
    """The bot's reward, discs + mobility, seen by whoever is to move: not MAX's view, its fault."""
    mover = MAX if state[2] == 0 else MIN
    return mover * othello_reward_repaired(game, state)


def othello_reward_repaired(game, state) -> float:
    """Discs + mobility in MAX's view; `scaled(othello_reward_repaired, 20)`."""
    return othello_discs(game, state) + othello_mobility(game, state)


def table_weights(size: int) -> tuple[int, ...]:
    """The bot's weight of each square: by its distance from the nearest corner, as a king walks.

     100 -100   50    1 ...     0 steps   100   take a corner whenever there is one
    -100 -100   50    1 ...     1 step   -100   leave the squares around it alone
      50   50   50    1 ...     2 steps    50   the squares around those are welcome
    """
    steps = (_steps_to_corner(square, size)[0] for square in range(size * size))
    return tuple({0: 100, 1: -100, 2: 50}.get(n, 1) for n in steps)


def _steps_to_corner(square: int, size: int) -> tuple[int, int]:
    """How many steps a king needs to the nearest corner, and the square of that corner."""
    row, column = divmod(square, size)
    corners = product((0, size - 1), repeat=2)
    return min((max(abs(row - r), abs(column - c)), r * size + c) for r, c in corners)


@cache
def _masks(weights: Callable[[int], tuple[int, ...]], size: int) -> dict[int, int]:
    """For each weight of a table the bitboard of the squares that have it."""
    masks: dict[int, int] = {}
    for square, weight in enumerate(weights(size)):
        masks[weight] = masks.get(weight, 0) | 1 << square
    return masks


def _weighed(stones: int, masks: dict[int, int]) -> int:
    """The sum of the weights under these stones."""
    return sum(weight * (stones & mask).bit_count() for weight, mask in masks.items())


def othello_table(game, state) -> float:
    """The bot's table: weights under X's stones minus those under O's; hundreds either way.

    Faults: a square beside a corner stays at -100 even for the owner of the corner; squares that
    give access to the corner count 50. `scaled(othello_table, 200)`.
    """
    masks = _masks(table_weights, game.size)
    return _weighed(state[0], masks) - _weighed(state[1], masks)


def repaired_weights(size: int) -> tuple[int, ...]:
    """The table without its faults, for a board on which all corners are empty.

    100  -50   20    5 ...     Diagonally beside a corner is worst: it opens the diagonal.
    -50 -100    1    1 ...     Edges are good, squares that give access to the corner
     20    1    1    1 ...     are neutral, and so is the middle.
    """
    weights = []
    for square in range(size * size):
        row, column = divmod(square, size)
        edge = row in (0, size - 1) or column in (0, size - 1)
        middle = {row, column} <= {size // 2 - 1, size // 2}
        steps, _ = _steps_to_corner(square, size)
        on_edge = {0: 100, 1: -50, 2: 20}.get(steps, 5)
        inside = -100 if steps == 1 and not middle else 1
        weights.append(on_edge if edge else inside)
    return tuple(weights)


@cache
def corner_blocks(size: int) -> tuple[tuple[int, int], ...]:
    """For each corner its bit and the bits of the squares beside it."""
    blocks = {}
    for square in range(size * size):
        steps, corner = _steps_to_corner(square, size)
        if steps == 1:
            blocks[corner] = blocks.get(corner, 0) | 1 << square
    return tuple((1 << corner, beside) for corner, beside in sorted(blocks.items()))


def othello_table_repaired(game, state) -> float:
    """The repaired table: 5 beside a corner that is taken; `scaled` with a width of 100."""
    x, o = state[0], state[1]
    settled = 0
    for corner, beside in corner_blocks(game.size):
        if (x | o) & corner:
            settled |= beside
    masks = _masks(repaired_weights, game.size)
    value = _weighed(x & ~settled, masks) - _weighed(o & ~settled, masks)
    return value + 5 * ((x & settled).bit_count() - (o & settled).bit_count())


def othello_good(game, state) -> float:
    """Position and mobility first, discs when the board fills up; between -1 and +1.

    Who has no good move must give a corner away: discs count by the fourth power of how full the
    board is. A sum of 100, the worth of a corner, gives 1/2.
    """
    filled = (state[0] | state[1]).bit_count() / game.size**2
    discs = 20 * filled**4 * othello_discs(game, state)
    position = othello_table_repaired(game, state) + 8 * othello_mobility(game, state)
    return squashed(position + discs, 100)
