"""Tic-tac-toe: three in a row on nine squares.

 0 | 1 | 2        The number of a square is its action and its bit.
---+---+---       X on 0 and 4 is the bitboard 0b000_010_001.
 3 | 4 | 5
---+---+---       Nine bits make 512 bitboards: what can be asked about
 6 | 7 | 8        one of them is looked up in a table of 512 answers.
"""

from collections.abc import Sequence
from random import Random

from lib.game import MAX, MIN, Action, State
from lib.games.board import MARKS, BoardGame, mirror_images, mover_by_count
from lib.messages import GAMES

_GRID = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
FULL = 0b111_111_111
LINES = [
    *(0b111 << shift for shift in (0, 3, 6)),  # rows
    *(0b001_001_001 << shift for shift in (0, 1, 2)),  # columns
    0b100_010_001,  # the two diagonals
    0b001_010_100,
]
HAS_LINE = [any(stones & line == line for line in LINES) for stones in range(512)]
FREE = [tuple(s for s in range(9) if not taken >> s & 1) for taken in range(512)]
_STONES = [tuple(1 << square for square in free) for free in FREE]


class TicTacToe(BoardGame):
    """Tic-tac-toe; X is MAX and begins; an action is a square from 0 to 8."""

    grid = _GRID
    images = mirror_images(_GRID)[1:]

    def initial_state(self) -> State:
        return (0, 0, 0, None)

    def actions(self, state: State) -> Sequence[Action]:
        return FREE[state[0] | state[1]] if state[3] is None else ()

    def result(self, state: State, action: Action) -> State:
        x, o, mover, outcome = state
        if type(action) is not int or action not in FREE[x | o] or outcome is not None:
            return self.unusual(state, action)
        if mover == 0:
            return _ended(x | 1 << action, o, 1)
        return _ended(x, o | 1 << action, 0)

    def playout(self, state: State, rng: Random) -> float:
        """MAX's payoff when both sides play at random: `random_rollout` without its states."""
        x, o, mover, outcome = state
        own, other, side = (x, o, MAX) if mover == 0 else (o, x, MIN)
        random, stones = rng.random, _STONES[x | o] if outcome is None else ()
        while stones:
            own |= stones[int(random() * len(stones))]
            if HAS_LINE[own]:
                return side
            stones = _STONES[own | other]
            own, other, side = other, own, -side
        return outcome or 0

    def position(self, x: int, o: int, mover: int | None) -> State:
        mover = mover_by_count(x, o)
        if HAS_LINE[x if mover == 0 else o]:
            both = ", and so has the other side" if HAS_LINE[x] and HAS_LINE[o] else ""
            raise ValueError(GAMES.THREE_ROW_BUT.format(mover=MARKS[mover], both=both))
        return _ended(x, o, mover)

    def why_not(self, state: State, action: Action) -> str:
        if type(action) is int and 0 <= action < 9:
            return f"square {action} is taken"
        return "an action is a whole number from 0 to 8"


def _ended(x, o, mover):
    """The state with these stones, in which `mover` is next if nobody has won."""
    last = o if mover == 0 else x
    if HAS_LINE[last]:
        return (x, o, mover, MIN if mover == 0 else MAX)
    return (x, o, mover, 0 if x | o == FULL else None)
