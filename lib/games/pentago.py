"""Pentago Twist: place a stone, twist a quadrant, five in a row win.

    cells (row * 6 + column)             bits (row * 7 + column)
     0  1  2 |  3  4  5                   0  1  2  3  4  5 |  6     a seventh column
     6  7  8 |  9 10 11                   7  8  9 10 11 12 | 13     that is always
    12 13 14 | 15 16 17                  14 15 16 17 18 19 | 20     empty keeps the
    ---------+---------                  ...                        rows apart
    18 19 20 | 21 22 23
    24 25 26 | 27 28 29     quadrants    0 | 1     A twist turns one quadrant clockwise
    30 31 32 | 33 34 35                  --+--     ("rotate") or mirrors it left to right
                                         2 | 3     ("flip").

Nobody looks for five in a row before the twist is done.
"""

from collections.abc import Sequence
from itertools import product

from lib.game import MAX, MIN, Action, State
from lib.games.board import BoardGame, moved, mover_by_count

GRID = tuple(tuple(row * 7 + column for column in range(6)) for row in range(6))
_BITS = [bit for row in GRID for bit in row]  # BITS[cell]
FULL = sum(1 << bit for bit in _BITS)
TWISTS = tuple(product(range(4), ("rotate", "flip")))
_MOVES = tuple((cell, *twist) for cell in range(36) for twist in TWISTS)
_HALF_TURN = dict(zip(_BITS, reversed(_BITS), strict=True))

# Where the stones of a quadrant come from:
#     0 1 2     rotate  6 3 0     flip  2 1 0
#     3 4 5             7 4 1           5 4 3
#     6 7 8             8 5 2           8 7 6
COMES_FROM = {"rotate": (6, 3, 0, 7, 4, 1, 8, 5, 2), "flip": (2, 1, 0, 5, 4, 3, 8, 7, 6)}


def _twist_table(quadrant, kind):
    """The bits of a quadrant, and where each of its 512 patterns of stones goes by a twist."""
    top, left = 3 * (quadrant // 2), 3 * (quadrant % 2)
    bits = [GRID[top + row][left + column] for row in range(3) for column in range(3)]
    goes_to = {bits[source]: bits[target] for target, source in enumerate(COMES_FROM[kind])}
    patterns = (sum(p) for p in product(*((0, 1 << bit) for bit in bits)))
    return sum(1 << bit for bit in bits), {p: moved(p, goes_to) for p in patterns}


_TABLES = {twist: _twist_table(*twist) for twist in TWISTS}
_PARTS = {move: (1 << _BITS[move[0]], *_TABLES[move[1:]]) for move in _MOVES}
_ROW_MOVES = [  # ROW_MOVES[row][free]: the moves on a row, for each pattern of its free cells
    [[m for m in _MOVES if m[0] // 6 == row and free >> m[0] % 6 & 1] for free in range(64)]
    for row in range(6)
]


class PentagoTwist(BoardGame):
    """Pentago Twist; X is white, MAX, and begins; an action is (cell, quadrant, kind)."""

    grid = GRID
    images = (_HALF_TURN,)  # no other image keeps the set of twists

    def initial_state(self) -> State:
        return (0, 0, 0, None)

    def actions(self, state: State) -> Sequence[Action]:
        if state[3] is not None:
            return []
        free = FULL ^ (state[0] | state[1])
        moves = []
        for row, moves_on_row in enumerate(_ROW_MOVES):
            moves += moves_on_row[free >> 7 * row & 0b111111]
        return moves

    def result(self, state: State, action: Action) -> State:
        x, o, mover, outcome = state
        if outcome is not None or not _is_move(action):
            return self.unusual(state, action)
        stone, quadrant, twisted = _PARTS[action]
        if (x | o) & stone:
            return self.unusual(state, action)
        if mover == 0:
            x |= stone
        else:
            o |= stone
        x ^= x & quadrant ^ twisted[x & quadrant]
        o ^= o & quadrant ^ twisted[o & quadrant]
        return _ended(x, o, 1 - mover)

    def position(self, x: int, o: int, mover: int | None) -> State:
        return _ended(x, o, mover_by_count(x, o))

    def picture(self, rows: Sequence[str]) -> list[str]:
        lines = [f"{' '.join(row[:3])} | {' '.join(row[3:])}" for row in rows]
        return [*lines[:3], "------+------", *lines[3:]]

    def why_not(self, state: State, action: Action) -> str:
        if _is_move(action):
            return f"cell {action[0]} is taken"
        return "an action is (cell 0 to 35, quadrant 0 to 3, 'rotate' or 'flip')"


def _is_move(action):
    """Whether `action` is a triple of the right kind, on whatever board."""
    if type(action) is not tuple or [*map(type, action)] != [int, int, str]:
        return False  # True, 1.0 and the like would be found in the table
    return action in _PARTS


def has_five(stones: int) -> bool:
    """Whether five of these stones stand in a row."""
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step  # the ends of two in a row
        if pairs & pairs >> 2 * step & stones >> 4 * step:  # two pairs and one more
            return True
    return False


def _ended(x, o, mover):
    """The state with these stones, in which `mover` is next if the game goes on."""
    x_five, o_five = has_five(x), has_five(o)
    if x_five != o_five:
        return (x, o, mover, MAX if x_five else MIN)
    over = x_five or x | o == FULL  # five for both sides, or a full board: a draw
    return (x, o, mover, 0 if over else None)
