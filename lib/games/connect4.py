"""Connect Four on a board of any size: stones fall, four in a row win.

The bits of a board 7 wide and 6 high, drawn as the board stands:

     6 13 20 27 34 41 48     a row of bits above the board that is always empty:
    ---------------------    it keeps the columns apart
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46     one step up      +1
     3 10 17 24 31 38 45     one step right   +7  (height + 1)
     2  9 16 23 30 37 44     and diagonally   +8 or +6
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42     Adding the lowest bit of a column to all stones makes
    ---------------------    a carry run up to its first empty square: there the
     0  1  2  3  4  5  6     new stone lands.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from lib.files import course_folder
from lib.game import MAX, MIN, Action, State
from lib.games.board import MARKS, BoardGame, lanes, mover_by_count, written
from lib.messages import GAMES, refuse_if

_LARGEST = 50


class ConnectFour(BoardGame):
    """Connect Four; X is MAX and begins; an action is a column, 0 on the left."""

    def __init__(self, width=7, height=6):
        limits = f"from 1 to {_LARGEST}"
        for name, size in (("width", width), ("height", height)):
            wrong = type(size) is not int or not 1 <= size <= _LARGEST
            refuse_if(wrong, GAMES.WHOLE_NUMBER, name=name, limits=limits, size=size)
        self.width, self.height = width, height
        step = height + 1
        rows = reversed(range(height))
        self.grid = tuple(tuple(column * step + row for column in range(width)) for row in rows)
        self.bottoms = tuple(1 << bit for bit in self.grid[-1])
        self.columns = tuple(bottom * ((1 << height) - 1) for bottom in self.bottoms)
        self.top_row = sum(1 << bit for bit in self.grid[0])
        self.full = sum(self.columns)
        self.steps = (1, step - 1, step, step + 1)
        self.open_columns = {}  # by the stones in the top row, filled in as they occur
        pairs = (zip(row, row[::-1], strict=True) for row in self.grid)
        self.images = (dict(pair for row in pairs for pair in row),)

    def initial_state(self) -> State:
        return (0, 0, 0, None)

    def actions(self, state: State) -> Sequence[Action]:
        if state[3] is not None:
            return ()
        top_stones = (state[0] | state[1]) & self.top_row
        if (columns := self.open_columns.get(top_stones)) is None:
            free = (c for c, bit in enumerate(self.grid[0]) if not top_stones >> bit & 1)
            columns = self.open_columns[top_stones] = tuple(free)
        return columns

    def result(self, state: State, action: Action) -> State:
        x, o, mover, outcome = state
        if type(action) is not int or not 0 <= action < self.width or outcome is not None:
            return self.unusual(state, action)
        stones = x | o
        stone = (stones + self.bottoms[action]) & self.columns[action]
        if not stone:
            return self.unusual(state, action)
        full = stones | stone == self.full
        if mover == 0:
            x |= stone
            return (x, o, 1, MAX if self.has_four(x) else 0 if full else None)
        o |= stone
        return (x, o, 0, MIN if self.has_four(o) else 0 if full else None)

    def playout(self, state: State, rng: Random) -> float:
        """MAX's payoff when both sides play at random: `random_rollout` without its states."""
        x, o, mover, outcome = state
        own, other, side = (x, o, MAX) if mover == 0 else (o, x, MIN)
        (places, above), random, stones = written_lines(self.width, self.height), rng.random, x | o
        own, other = written(own, places), written(other, places)
        bottoms, columns = self.bottoms, self.columns
        cells = [places[(stones + bottoms[c]) & columns[c]] for c in self.actions(state)]
        while cells:  # where a stone lands, for each column that is not full
            i = int(random() * len(cells))
            cell = cells[i]
            own |= cell
            pairs = own & own >> 1
            if pairs & pairs >> 2:  # `has_four` in all directions at once
                return side
            if higher := above[cell]:
                cells[i] = higher
            else:
                del cells[i]
            own, other, side = other, own, -side
        return outcome or 0

    def position(self, x: int, o: int, mover: int | None) -> State:
        for column, (bottom, squares) in enumerate(zip(self.bottoms, self.columns, strict=True)):
            stones = (x | o) & squares
            refuse_if(stones & (stones + bottom), GAMES.COLUMN_STONE_FLOATS, column=column)
        mover = mover_by_count(x, o)
        waiting, last = (x, o) if mover == 0 else (o, x)
        both = ", and so has the other side" if self.has_four(last) else ""
        refuse_if(self.has_four(waiting), GAMES.FOUR_ROW_BUT, mover=MARKS[mover], both=both)
        tops = [((x | o) & c) & ~(((x | o) & c) >> 1) for c in self.columns]
        made = any(top & last and not self.has_four(last ^ top) for top in tops)
        refuse_if(self.has_four(last) and not made, GAMES.NO_LAST_STONE)
        return self._ended(x, o, mover)

    def has_four(self, stones: int) -> bool:
        """Whether four of these stones stand in a row."""
        return has_four(stones, self.steps)

    def picture(self, rows: Sequence[str]) -> list[str]:
        wide = len(str(self.width - 1))
        lines = [*rows, map(str, range(self.width))]
        return [" ".join(sign.rjust(wide) for sign in line) for line in lines]

    def _ended(self, x, o, mover):
        """The state with these stones, in which `mover` is next if nobody has won."""
        if self.has_four(o if mover == 0 else x):
            return (x, o, mover, MIN if mover == 0 else MAX)
        return (x, o, mover, None if self.top_row & ~(x | o) else 0)

    def why_not(self, state: State, action: Action) -> str:
        if type(action) is int and 0 <= action < self.width:
            return f"column {action} is full"
        return f"an action is a column, a whole number from 0 to {self.width - 1}"

    def __repr__(self):
        return f"ConnectFour(width={self.width}, height={self.height})"


@lru_cache
def written_lines(width: int, height: int) -> tuple[dict, dict]:
    """The places of each stone when all lines are written out, and {cell: the cell above or 0}."""
    places = lanes(ConnectFour(width, height).grid, ((0, 1), (1, 1), (1, -1)), 4)
    return places, {places[stone]: places.get(stone << 1, 0) for stone in places}


@lru_cache(maxsize=2**16)  # a search asks for the same stones again and again
def has_four(stones: int, steps: Iterable[int]) -> bool:
    """Whether four of these stones stand in a row, one of the steps apart."""
    for step in steps:
        pairs = stones & stones >> step  # the ends of two in a row
        if pairs & pairs >> 2 * step:  # two such pairs, one after the other
            return True
    return False


def read_positions(name: str) -> list[tuple[State, int | None]]:
    """(position, value for X or None) for each line of data/positions/<name>.txt."""
    lines = (course_folder("data/positions") / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [(state_after(row[0]), int(row[1]) if len(row) > 1 else None) for row in rows]


def state_after(columns: str) -> State:
    """The position of the usual board after these moves."""
    game = ConnectFour()
    state = game.initial_state()
    for column in columns:
        state = game.result(state, int(column))
    return state
