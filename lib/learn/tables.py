"""Sums of small tables, learned by temporal differences (TD): no network, no search.

What lies on a few cells picks one number from their table; the sum over all tables, through tanh,
is what the side that has just moved may expect. After each move the position before it is corrected
a little toward what the next one says.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product

import numpy as np

from lib.game import Game, State
from lib.games import ConnectFour, Othello
from lib.games.board import mirror_images
from lib.messages import LEARN


@dataclass(frozen=True, eq=False)
class TupleTables:
    """An evaluator, (game, state) -> MAX's value; `learned` gives a better one."""

    game: ConnectFour | Othello
    cells: np.ndarray  # cells[tuple]: the bits of its squares
    first: np.ndarray  # first[tuple]: where its table begins; mirror images share one
    kinds: int  # what can lie on a cell: nothing, mine, theirs, and: a stone would land here
    weights: np.ndarray = field(repr=False)
    step: float = 0.3  # of a correction, at first
    games: int = 0
    __name__ = "tables"

    def __call__(self, game: Game, state: State) -> float:
        waiting = -game.side(state)
        own, other = (state[0], state[1]) if waiting > 0 else (state[1], state[0])
        return waiting * float(np.tanh(self.weights[self.places(own, other)].sum()))

    def places(self, own: int, other: int) -> np.ndarray:
        """The weights that count in a position, one for each tuple."""
        bottoms, full = _drop_masks(self.game)
        drop = (own | other) + bottoms & full & ~(own | other)  # where a stone would land
        bits = range(int(self.cells.max()) + 1)
        lying = [(own >> b & 1) + 2 * (other >> b & 1) + 3 * (drop >> b & 1) for b in bits]
        powers = self.kinds ** np.arange(self.cells.shape[1])[::-1]
        return self.first + np.array(lying)[self.cells] @ powers

    def worth(self) -> list[list[float]]:
        """What a stone adds to the sum on an empty board, for each square, as rows."""
        empty = self.weights[self.places(0, 0)].sum()
        sums = [[self.weights[self.places(1 << b, 0)].sum() for b in row] for row in self.game.grid]
        return [[float(total - empty) for total in row] for row in sums]

    def learned(self, games: int, seed: int = 0, explore: float = 0.1) -> "TupleTables":
        """These tables after so many games against themselves; the step falls to a tenth."""
        import numba  # loaded only by those who learn

        from lib.fast.games import compiled

        table, weights = compiled(self.game), self.weights.copy()
        rules = tuple(table.rules[name] for name in ("legal", "play", "status"))
        own, other, _ = table.position(self.game.initial_state())
        drop = [np.uint64(mask) for mask in _drop_masks(self.game)]
        learn(numba)(
            *rules, weights, self.cells, self.first, self.kinds, *drop, own, other,
            np.zeros(table.max_children, np.uint16), games, seed, self.step, explore,
        )  # fmt: skip
        return replace(self, weights=weights, games=self.games + games)


def tables_for(game: Game) -> TupleTables:
    """Tables that know nothing yet: lines of four, or for Othello all pairs of neighbors."""
    if type(game) is ConnectFour:
        bits = {bit for row in game.grid for bit in row}
        lines = [[bit + i * step for i in range(4)] for bit in sorted(bits) for step in game.steps]
        lines = [line for line in lines if bits.issuperset(line)]
        return _tables(game, lines, range(len(lines)), 4)
    if type(game) is Othello:
        pairs, classes = neighbors(game)
        return _tables(game, pairs, classes, 3, step=0.1)
    raise ValueError(LEARN.TABLES_CONNECTFOUR_OTHELLO.format(game=game))


def neighbors(game: Othello) -> tuple[list, list[int]]:
    """All straight pairs of squares, and the number of their table: mirror images share one."""
    images, grid, tables = mirror_images(game.grid), game.grid, set()
    for row, column in product(range(game.size), repeat=2):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + down < game.size and 0 <= column + right < game.size:
                pair = (grid[row][column], grid[row + down][column + right])
                pairs = ({(image[a], image[b]) for image in images} for a, b in (pair, pair[::-1]))
                tables.add(min(tuple(sorted(same)) for same in pairs))
    numbered = [(pair, number) for number, same in enumerate(sorted(tables)) for pair in same]
    return [pair for pair, _ in numbered], [number for _, number in numbered]


def _tables(game, tuples, classes, kinds, **settings):
    cells = np.array(tuples, np.int64)
    size = kinds ** cells.shape[1]
    first = np.array(classes, np.int64) * size
    return TupleTables(game, cells, first, kinds, np.zeros((max(classes) + 1) * size), **settings)


def _drop_masks(game: Game) -> tuple[int, int]:
    """The lowest cells and all cells where stones fall; nothing where they do not."""
    return (sum(game.bottoms), game.full) if isinstance(game, ConnectFour) else (0, 0)


@lru_cache
def learn(numba):
    """The compiled loop of games."""
    one = np.uint64(1)

    @numba.njit
    def places(own, other, cells, first, kinds, bottoms, full, found):
        drop = ((own | other) + bottoms) & full & ~(own | other)
        for t in range(len(cells)):
            place = 0
            for cell in cells[t]:
                bit = np.uint64(cell)
                lies = ((own >> bit) & one) + ((other >> bit) & one) * 2 + ((drop >> bit) & one) * 3
                place = place * kinds + np.int64(lies)
            found[t] = first[t] + place

    @numba.njit
    def value(weights, found):
        total = 0.0
        for place in found:
            total += weights[place]
        return np.tanh(total)

    @numba.njit(nogil=True)
    def run(
        legal, play, status, weights, cells, first, kinds, bottoms, full, own, other, moves,
        games, seed, step, explore,
    ):  # fmt: skip
        np.random.seed(seed)
        found, best_found, before = first.copy(), first.copy(), first.copy()
        for game in range(games):
            rate = step / len(cells) * (1 - 0.9 * game / games)
            mine, theirs, began, going = own, other, False, True
            while going:
                count, best = legal(mine, theirs, moves), -2.0
                drawn = np.random.randint(count) if np.random.random() < explore else -1
                for i in range(count):
                    next_mine, next_theirs = play(mine, theirs, moves[i])
                    result = -status(next_mine, next_theirs)
                    places(next_theirs, next_mine, cells, first, kinds, bottoms, full, found)
                    worth = value(weights, found) if result == -2 else float(result)
                    if worth > best:
                        best = worth
                    if i == drawn or (drawn < 0 and worth == best):
                        best_found[:] = found
                        after, going = (next_mine, next_theirs), result == -2
                if began:
                    said = value(weights, before)
                    change = rate * (-best - said) * (1 - said * said)
                    for place in before:
                        weights[place] += change
                mine, theirs = after
                before[:], began = best_found, True

    return run
