"""Othello on a board of any even size: enclose the other side's stones to turn them.

The bits of a board of size 8: a square is row * 8 + column, and so is its action.

        a  b  c  d  e  f  g  h
    1   0  1  2  3  4  5  6  7      one step right       +1
    2   8  9 10 11 12 13 14 15      one step down        +8
    3  16 17 18 19 20 21 22 23      and diagonally       +9 or +7

A step right from column h lands in column a of the next row. So a row of stones that is to
be enclosed sideways is looked for in the inner columns b to g only: it can never wrap.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from string import ascii_lowercase

from lib.game import MAX, MIN, Action, State
from lib.games.board import MARKS, BoardGame, lanes, mirror_images, moved, written
from lib.messages import GAMES, refuse_if

PASS = "pass"
_LARGEST = 26


class Othello(BoardGame):
    """X is black, MAX, and begins; an action is a square or PASS; state[4]: where one may play."""

    def __init__(self, size=8):
        wrong = type(size) is not int or not 4 <= size <= _LARGEST or size % 2
        refuse_if(wrong, GAMES.SIZE_EVEN_NUMBER, largest=_LARGEST, size=size)
        self.size = size
        self.grid = tuple(tuple(range(r * size, (r + 1) * size)) for r in range(size))
        self.board = (1 << size * size) - 1
        edge = sum(1 << row[0] | 1 << row[-1] for row in self.grid)
        inner = self.board & ~edge
        self.directions = ((1, inner), (size - 1, inner), (size, self.board), (size + 1, inner))
        self.images = mirror_images(self.grid)

    def initial_state(self) -> State:
        middle, size = self.size // 2, self.size
        low, high = middle - 1, middle
        black = 1 << low * size + high | 1 << high * size + low
        white = 1 << low * size + low | 1 << high * size + high
        return self._next(black, white, 0)

    def actions(self, state: State) -> Sequence[Action]:
        _, _, _, outcome, moves = state
        if outcome is not None:
            return []
        if not moves:
            return [PASS]
        squares = []
        while moves:
            lowest = moves & -moves
            squares.append(lowest.bit_length() - 1)
            moves ^= lowest
        return squares

    def result(self, state: State, action: Action) -> State:
        x, o, mover, outcome, moves = state
        if action == PASS and outcome is None and not moves:
            return self._next(x, o, 1 - mover)
        if type(action) is not int or action < 0 or not moves >> action & 1:
            return self.unusual(state, action)
        stone = 1 << action
        if mover == 0:
            turned = self._turned(stone, x, o)
            return self._next(x ^ turned ^ stone, o ^ turned, 1)
        turned = self._turned(stone, o, x)
        return self._next(x ^ turned, o ^ turned ^ stone, 0)

    def symmetries(self, state: State) -> Sequence[State]:
        x, o, mover, outcome, may = state
        return [(moved(x, to), moved(o, to), mover, outcome, moved(may, to)) for to in self.images]

    def playout(self, state: State, rng: Random) -> float:
        """MAX's payoff when both sides play at random: `random_rollout` without its states."""
        x, o, mover, outcome, _ = state
        own, other, side = (x, o, MAX) if mover == 0 else (o, x, MIN)
        places, turns = written_runs(self.size)
        own, other, board = written(own, places), written(other, places), self.board
        passes, random, beside = 0, rng.random, self._beside
        while outcome is None:
            untested, ends = beside(other & board) & ~own, 0
            while untested and not ends:  # until a random one turns stones
                stone = _random_square(untested, random)
                start, runs = turns[stone]
                ends = other + (other & start) & own  # a carry runs over stones of `other`
                untested ^= stone
            if ends:
                turned = 0
                while ends:
                    end = ends & -ends
                    turned |= runs[end]
                    ends ^= end
                own, other, passes = own ^ turned ^ places[stone], other ^ turned, 0
            elif passes:
                more = (own & board).bit_count() - (other & board).bit_count()
                outcome = side if more > 0 else -side if more < 0 else 0
            else:
                passes = 1
            own, other, side = other, own, -side
        return outcome

    def moves(self, own: int, other: int) -> int:
        """The bitboard of the empty squares where a stone of `own` would turn some of `other`."""
        empty = self.board & ~(own | other)
        found = 0
        for step, columns in self.directions:
            enclosed = other & columns
            ahead = own << step & enclosed
            while ahead:  # go on over the other side's stones; what comes after them is a move
                ahead <<= step
                found |= ahead
                ahead &= enclosed
            ahead = own >> step & enclosed
            while ahead:
                ahead >>= step
                found |= ahead
                ahead &= enclosed
        return found & empty

    def _turned(self, stone, own, other):
        """The stones of `other` that lie in a straight line between `stone` and one of `own`."""
        turned = 0
        for step, columns in self.directions:
            enclosed = other & columns
            ahead = stone << step
            if ahead & enclosed:
                line = 0
                while ahead & enclosed:
                    line |= ahead
                    ahead <<= step
                if ahead & own:
                    turned |= line
            ahead = stone >> step
            if ahead & enclosed:
                line = 0
                while ahead & enclosed:
                    line |= ahead
                    ahead >>= step
                if ahead & own:
                    turned |= line
        return turned

    def _beside(self, other):
        """The squares from which a line over `other` can begin, without those of `other`."""
        _, inner = self.directions[0]
        between = other & inner
        wide = other | between << 1 | between >> 1
        return (wide | wide << self.size | wide >> self.size) & self.board & ~other

    def _next(self, x, o, mover):
        """The state in which `mover` is next; the game is over if neither side can move."""
        moves = self.moves(x, o) if mover == 0 else self.moves(o, x)
        if moves:
            return (x, o, mover, None, moves)
        if self.moves(o, x) if mover == 0 else self.moves(x, o):
            return (x, o, mover, None, 0)
        more = x.bit_count() - o.bit_count()
        return (x, o, 0, MAX if more > 0 else MIN if more < 0 else 0, 0)

    def position(self, x: int, o: int, mover: int | None) -> State:
        self._check_stones(x | o)
        state = self._next(x, o, mover or 0)
        refuse_if(mover is None and state[3] is None, GAMES.STONES_DO_NOT)
        return state

    def picture(self, rows: Sequence[str]) -> list[str]:
        wide = len(str(self.size))
        lines = [("", ascii_lowercase[: self.size]), *enumerate(rows, 1)]
        return [f"{label!s:>{wide}} {' '.join(line)}" for label, line in lines]

    def _check_stones(self, stones):
        """A ValueError unless the middle is full and all stones hang together with it."""
        start = self.initial_state()
        middle = start[0] | start[1]
        empty = middle & ~stones
        refuse_if(empty, GAMES.EMPTY_NEVER, stones=self.name(first(empty)))
        left, right = (sum(1 << row[end] for row in self.grid) for end in (0, -1))
        reached, grown = 0, middle
        while grown != reached:
            wide = grown | (grown & ~right) << 1 | (grown & ~left) >> 1
            reached, grown = grown, (wide | wide << self.size | wide >> self.size) & stones
        alone = stones & ~reached
        refuse_if(alone, GAMES.STONE_ON_NO, reached=self.name(first(alone)))

    def name(self, square: int) -> str:
        """A square as players write it: column letter, row number."""
        return f"{ascii_lowercase[square % self.size]}{square // self.size + 1}"

    def why_not(self, state: State, action: Action) -> str:
        mover, last = MARKS[state[2]], self.size**2 - 1
        if action == PASS:
            return f"{mover} has a move, and passing is only for those who have none"
        if not state[4]:
            return f"{mover} has no move and must play PASS"
        if type(action) is not int or not 0 <= action <= last:
            return f"an action is a square, a whole number from 0 to {last}, or PASS"
        if (state[0] | state[1]) >> action & 1:
            return f"square {self.name(action)} is taken"
        return f"{mover} would turn no stone on {self.name(action)}"

    def __repr__(self):
        return f"Othello(size={self.size})"


def first(squares: int) -> int:
    """The lowest square of a bitboard."""
    return (squares & -squares).bit_length() - 1


class _Runs(dict):
    """{end: the stones from `start` up to it, with all their places}, filled in when asked."""

    def __init__(self, start, places):
        self.start, self.places = start, places

    def __missing__(self, end):
        run = end - (1 << (self.start & end - 1).bit_length() - 1)
        self[end] = sum(stone for stone in self.places.values() if stone & run)
        return self[end]


@lru_cache
def written_runs(size: int) -> tuple[dict, dict]:
    """The places of each stone, and {stone: (where runs may start, the runs)}."""
    back_and_forth = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    places = lanes(Othello(size).grid, back_and_forth, 3)
    starts = {stone: (place ^ stone) << 1 for stone, place in places.items()}
    return places, {stone: (start, _Runs(start, places)) for stone, start in starts.items()}


def _random_square(squares, random):
    """One of the squares of a bitboard, as a bitboard, all with equal chances."""
    count = squares.bit_count()
    place = int(random() * count)
    if 2 * place < count:
        for _ in range(place):
            squares &= squares - 1  # without the lowest
        return squares & -squares
    for _ in range(count - 1 - place):
        squares ^= 1 << squares.bit_length() - 1  # without the highest
    return 1 << squares.bit_length() - 1
