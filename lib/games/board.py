"""What the board games share: X is MAX, O is MIN, and each side's stones are one integer.

Such an integer is a bitboard: bit b is 1 where a stone lies on square b. Each game says in
`grid` which bit belongs to which square, top row first. A state is a tuple that begins with

    (x, o, mover, outcome)      x, o: the two bitboards      mover: 0 for X, 1 for O
                                outcome: None while the game runs, then +1, 0 or -1
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import product
from string import ascii_lowercase, digits

from lib.game import MAX, MIN, Action, Game, State, plain_int
from lib.messages import GAMES, refuse_if

MARKS = "XO"
_STATUS_LINES = {"X to move", "O to move", "X won", "O won", "draw"}


class BoardGame(Game):
    """X against O on a grid: whose turn, the end, and text pictures."""

    grid: tuple[tuple[int, ...], ...]  # grid[row][column] is the bit of that square
    images: Sequence[Mapping[int, int]] = ()  # mirror images: maps from bit to bit
    utility_range = (MIN, MAX)

    @abstractmethod
    def position(self, x: int, o: int, mover: int | None) -> State:
        """The state with these stones, or a ValueError; `mover` None: the picture does not say."""

    def to_move(self, state: State) -> int:
        return state[2]

    def is_terminal(self, state: State) -> bool:
        return state[3] is not None

    def utility(self, state: State) -> float:
        if state[3] is None:
            raise ValueError(GAMES.GAME_NOT_OVER.format(state=self.status(state)))
        return state[3]

    @abstractmethod
    def why_not(self, state: State, action: Action) -> str:
        """A sentence: why an action is illegal while the game runs."""

    def unusual(self, state: State, action: Action) -> State:
        """The result of a legal numpy int; a ValueError for any other action."""
        plain = plain_int(action)
        if plain is not action:
            return self.result(state, plain)
        status = self.status(state)
        refuse_if(self.is_terminal(state), GAMES.ILLEGAL_ACTION_GAME, action=action, state=status)
        why = self.why_not(state, action)
        raise ValueError(GAMES.ILLEGAL_ACTION.format(action=action, why=why))

    def symmetries(self, state: State) -> Sequence[State]:
        x, o, *rest = state
        return [state, *((moved(x, to), moved(o, to), *rest) for to in self.images)]

    def rows(self, state: State) -> list[str]:
        """The board as strings of X, O and dots, top row first."""
        x, o = state[0], state[1]
        return [
            "".join("X" if x >> bit & 1 else "O" if o >> bit & 1 else "." for bit in row)
            for row in self.grid
        ]

    def status(self, state: State) -> str:
        """Who is to move, or how the game ended: the last line of a picture."""
        if state[3] is None:
            return f"{MARKS[state[2]]} to move"
        return {MAX: "X won", MIN: "O won"}.get(state[3], "draw")

    def picture(self, rows: Sequence[str]) -> list[str]:
        """The lines of a picture above the status line."""
        return [" ".join(row) for row in rows]

    def render(self, state: State) -> str:
        return "\n".join([*self.picture(self.rows(state)), self.status(state)])

    def parse(self, text: str) -> State:
        """The state of a picture; spaces, blank lines, rulers and labels do not matter."""
        rows, status = _read_picture(text, len(self.grid[0]), len(self.grid))
        squares = list(zip(sum(self.grid, ()), "".join(rows), strict=True))
        x, o = (sum(1 << bit for bit, sign in squares if sign == mark) for mark in MARKS)
        mover = MARKS.index(status[0]) if status.endswith("to move") else None
        state = self.position(x, o, mover)
        own = self.status(state)
        refuse_if(status and status != own, GAMES.PICTURE_SAYS_ITS, status=status, state=own)
        return state


def _read_picture(text, width, height):
    """The rows of X, O and dots in a picture, and its status line ("" if it has none)."""
    refuse_if(not isinstance(text, str), GAMES.PICTURE_TEXT, text=text)
    rows, status = [], ""
    for line in text.splitlines():
        squares = "".join(line.split()).replace("|", "").lstrip(digits)
        if " ".join(line.split()) in _STATUS_LINES:
            refuse_if(status, GAMES.TWO_LINES_SAY, status=status, line=line.strip())
            status = " ".join(line.split())
        elif squares.strip("-+") and not ascii_lowercase.startswith(squares):
            rows.append(squares)
            where, count = f"row {len(rows)} ('{line.strip()}')", len(squares)
            for column, sign in enumerate(squares, 1):
                wrong = sign not in "XO."
                refuse_if(wrong, GAMES.COLUMN_NOT_X, where=where, column=column, sign=sign)
            wrong = count != width
            refuse_if(wrong, GAMES.SQUARES_BOARD_ROW, where=where, count=count, width=width)
    refuse_if(len(rows) != height, GAMES.PICTURE_ROWS_BOARD, count=len(rows), height=height)
    return rows, status


def mover_by_count(x: int, o: int) -> int:
    """The agent to move where X began and the sides took turns."""
    more = x.bit_count() - o.bit_count()
    refuse_if(more not in (0, 1), GAMES.X_O_X, x=x.bit_count(), o=o.bit_count())
    return more


def mirror_images(grid: tuple[tuple[int, ...], ...]) -> list[dict[int, int]]:
    """Eight maps from bit to bit: the four turns of a square board, and each mirrored."""
    images, turned = [], grid
    for _ in range(4):
        turned = tuple(zip(*turned[::-1], strict=True))
        images += [turned, tuple(row[::-1] for row in turned)]
    images = images[-2:] + images[:-2]  # the fourth turn changes nothing: it comes first
    return [dict(zip(sum(grid, ()), sum(image, ()), strict=True)) for image in images]


def moved(stones: int, bit_map: Mapping[int, int]) -> int:
    """The bitboard in which each stone has gone to the square that `bit_map` gives."""
    result = 0
    while stones:
        lowest = stones & -stones
        result |= 1 << bit_map[lowest.bit_length() - 1]
        stones ^= lowest
    return result


def lanes(grid: Sequence, directions: Sequence[tuple], shortest: int) -> dict[int, int]:
    """{stone: its places} when all lines are written out: one shift looks at every neighbor."""
    rows, columns = range(len(grid)), range(len(grid[0]))
    places = {1 << bit: 1 << bit for row in grid for bit in row}
    end = max(places).bit_length() + 1
    for (down, right), row, column in product(directions, rows, columns):
        line = []
        if row - down not in rows or column - right not in columns:  # here a line begins
            while row in rows and column in columns:
                line.append(1 << grid[row][column])
                row, column = row + down, column + right
        if len(line) >= shortest:
            for place, stone in enumerate(line, end):
                places[stone] |= 1 << place
            end += len(line) + 1
    return places


def written(stones: int, places: Mapping[int, int]) -> int:
    """A bitboard with all places of its stones."""
    result = 0
    while stones:
        lowest = stones & -stones
        result |= places[lowest]
        stones ^= lowest
    return result
