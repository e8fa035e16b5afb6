"""Evaluators for any game, rows on boards, and how to bring an evaluator to another scale."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

from lib.game import Game, State, is_number

Evaluator = Callable[[Game, State], float]


def zero(game: Game, state: State) -> float:
    """0 for every state: for searches that reach the end of the game anyway."""
    return 0.0


def score(game: Game, state: State) -> float:
    """The points so far, in games that count them: Pacman and capture the flag."""
    if not hasattr(game, "score"):
        raise ValueError(f"{game!r} keeps no score during the game: choose another evaluator")
    return game.score(state)


def squashed(value: float, width: float) -> float:
    """`value` brought between -1 and +1, never quite there: 0 stays 0, `width` becomes 1/2."""
    return value / (width + abs(value))


@dataclass(frozen=True)
class scaled:
    """`evaluate` squashed to between -1 and +1: value / (width + |value|).

    Where a win counts 1, a search would rather collect points than win. A value of `width`
    becomes 1/2, three times the width 3/4. Better states stay better, so minimax chooses the same;
    expectimax may choose others: averages do not survive squashing.
    """

    evaluate: Evaluator
    width: float

    def __post_init__(self):
        if not callable(self.evaluate):
            raise ValueError(f"evaluate must be a function of (game, state), got {self.evaluate!r}")
        if not (is_number(self.width) and self.width > 0):
            raise ValueError(f"width must be a positive number, got {self.width!r}")

    def __call__(self, game: Game, state: State) -> float:
        return squashed(self.evaluate(game, state), self.width)

    @property
    def __name__(self) -> str:
        return f"{self.evaluate.__name__}/{self.width:g}"


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
