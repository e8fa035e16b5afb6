"""A board of squares on paper; a game that looks different brings a canvas: see `board_games`."""

from collections.abc import Iterator, Mapping
from functools import singledispatch
from itertools import product
from numbers import Integral
from typing import Any, ClassVar

from lib.draw import colors, messages, svg
from lib.draw.colors import INK, PAPER, QUIET, TRACK, WHITE, ink_on
from lib.draw.registry import draw_board, finite, legal_actions, shown
from lib.draw.svg import LARGE, SMALL, SVG, number
from lib.game import Action, State, is_whole
from lib.games.board import BoardGame
from lib.messages import refuse_if

MARGIN, FOOT = 44, 34  # room around the board, and for a line below it
Square = tuple[int, int]  # row and column


@draw_board.register(BoardGame)
def draw_grid(game, state, *, last=None, legal=None, values=None, title=None, legend=None) -> SVG:
    """A board of squares with its stones; `values` by action or as rows of numbers."""
    rows, _ = shown(game, state, lambda s: (game.rows(s), game.status(s)))
    board = canvas(game, rows)
    numbers = board.numbers(state, values)
    parts = [board.frame(), *board.squares(numbers, legal_actions(game, state, legal))]
    if last is not None and not board.gap:
        parts.append(board.last_move(last))
    parts = [svg.fixed(*parts, *board.winning_line()), *board.labels()]
    if last is not None and board.gap:  # it also stands outside, on paper
        parts.append(board.last_move(last))
    words = [board.status(state), *([legend] if legend else board.legend(numbers))]
    parts += svg.captions(MARGIN, board.bottom + 0.6 * FOOT, words, FOOT)
    width = max(board.right + MARGIN, max(map(svg.text_width, words)) + 2 * MARGIN)
    desc = f"{' / '.join(rows)}. {words[0]}."
    desc += "" if last is None else messages.LAST_MOVE.format(action=last)
    if numbers:
        told = ", ".join(f"{board.name(s)} {number(v)}" for s, v in numbers.items())
        desc += messages.VALUES.format(values=told)
    title = title or f"{type(game).__name__}: {words[0]}"
    return svg.picture(width, board.bottom + FOOT * len(words) + 14, title, desc, *parts)


class BoardCanvas:
    """The geometry of one board, and its parts as markup; subclasses change how a game looks."""

    cell: ClassVar[int] = 72
    fill: ClassVar[str] = WHITE
    line: ClassVar[str] = INK
    row_to_win: ClassVar[int] = 0
    above: ClassVar[int] = 20  # room over the squares
    below: ClassVar[int] = 0
    gap: ClassVar[int] = 0  # between the quadrants
    names_squares: ClassVar[bool] = True  # in the corner of each empty one

    def __init__(self, game: BoardGame, rows: list[str]):
        self.game, self.rows = game, rows
        self.height, self.width = len(rows), len(rows[0])
        self.right = MARGIN + self.width * self.cell + self.gap
        self.board_bottom = self.above + self.height * self.cell + self.gap
        self.bottom = self.board_bottom + self.below

    def middle(self, square: Square) -> tuple[float, float]:
        """The point in the middle of a square."""
        row, column = square
        right, down = self.gap * (2 * column >= self.width), self.gap * (2 * row >= self.height)
        x, y = MARGIN + (column + 0.5) * self.cell, self.above + (row + 0.5) * self.cell
        return x + right, y + down

    def frame(self) -> str:
        """What lies under the squares."""
        return ""

    def squares(self, numbers: dict[Square, float], legal: list[Action]) -> list[str]:
        """All squares with stone, number or mark of a legal move."""
        color_of, room = colors.scale(numbers.values()), 0.8 * (self.cell - 8)
        widest = max((svg.text_width(number(v), LARGE) for v in numbers.values()), default=0)
        self.number_size = LARGE if widest < room else SMALL  # one size for a whole board
        marked = {square for action in legal for square in self.squares_of(action)}
        squares = product(range(self.height), range(self.width))
        return [self.square(one, numbers, color_of, one in marked) for one in squares]

    def square(self, square, numbers, color_of, is_legal) -> str:
        """One square; `data-action` tells a widget what a click on it means."""
        x, y = self.middle(square)
        value, mark = numbers.get(square), self.rows[square[0]][square[1]]
        fill = self.fill if value is None else color_of(value)
        parts = [self.ground(x, y, None if value is None else fill)]
        if mark != ".":
            parts.append(self.stone(x, y, mark))
        elif is_legal and value is None:
            look = {"fill": TRACK, "stroke": INK, "stroke_width": 2, "class_": "legal"}
            parts.append(svg.circle(x, y, self.cell * 0.13, **look))
        if value is not None:
            parts.append(self.value(x, y, value, fill, mark != ".", is_legal))
        if self.names_squares and mark == ".":
            corner = x - self.cell / 2 + 5, y - self.cell / 2 + 13
            ink = QUIET if fill in (WHITE, self.fill) else ink_on(fill)
            parts.append(svg.text(*corner, self.name(square), SMALL, ink, "start", class_="name"))
        return svg.group(*parts, class_="cell", data_action=self.action_of(square))

    def ground(self, x: float, y: float, fill: str | None) -> str:
        """The square itself."""
        look = {"fill": fill or self.fill, "stroke": self.line, "stroke_width": 2}
        return svg.rect(x - self.cell / 2, y - self.cell / 2, self.cell, self.cell, **look)

    def stone(self, x: float, y: float, mark: str) -> str:
        """X as two strokes, O as a ring, each in its side's color."""
        r, stroke = self.cell / 2, colors.of_mark(mark).line
        look = {"fill": "none", "stroke": stroke, "class_": f"stone {mark}"}
        if mark == "X":
            return svg.cross(x, y, 0.62 * r, stroke_width=r * 0.28, stroke_linecap="round", **look)
        return svg.circle(x, y, 0.66 * r, stroke_width=r * 0.26, **look)

    def value(self, x, y, value, fill, occupied, is_legal) -> str:
        """The number on its color; on a small plate where a stone lies."""
        words, room, size = number(value), self.cell - 8, self.number_size
        words = words if svg.text_width(words, size) < room else svg.scientific(value, 2)
        ring = {"fill": "none", "stroke": INK, "stroke_width": 2, "class_": "legal"}
        legal = svg.circle(x, y, self.cell * 0.42, **ring) if is_legal else ""
        if not occupied:
            return legal + svg.text(x, y, words, size, ink_on(fill), class_="value")
        wide, y = svg.text_width(words, SMALL) + 8, y + self.cell / 2 - 13
        plate = svg.rect(x - wide / 2, y - 11, wide, 22, rx=4, fill=fill, stroke=INK)
        return plate + svg.text(x, y, words, SMALL, ink_on(fill), class_="value")

    def labels(self) -> list[str]:
        """Coordinates around the board."""
        return []

    def last_move(self, action: Action) -> str:
        """The square of the last move, framed in ink and in the color of now."""
        middles = [self.middle(square) for square in self.squares_of(action, played=True)]
        return "".join(self.framed(*middle) for middle in middles)

    def framed(self, x: float, y: float) -> str:
        """A frame around one square: ink outside, yellow inside."""
        frame = ""
        for inset, color, wide, name in ((2, INK, 4, "last"), (6, colors.NOW.tint, 5, None)):
            look = {"fill": "none", "stroke": color, "stroke_width": wide, "class_": name}
            half = self.cell / 2 - inset
            frame += svg.rect(x - half, y - half, 2 * half, 2 * half, rx=4, **look)
        return frame

    def winning_line(self) -> Iterator[str]:
        """A line through the stones that won."""
        steps = ((0, 1), (1, 0), (1, 1), (1, -1)) if self.row_to_win else ()
        for row, column, (down, right) in product(range(self.height), range(self.width), steps):
            line = [(row + i * down, column + i * right) for i in range(self.row_to_win)]
            inside = line[-1][0] < self.height and 0 <= line[-1][1] < self.width
            if inside and {self.rows[r][c] for r, c in line} in ({"X"}, {"O"}):
                ends = (*self.middle(line[0]), *self.middle(line[-1]))
                border = svg.line(*ends, PAPER, stroke_width=12, stroke_linecap="round")
                look: Any = {"stroke_width": 6, "class_": "win", "stroke_linecap": "round"}
                yield border + svg.line(*ends, INK, **look)

    def squares_of(self, action: Action, played: bool = False) -> list[Square]:
        """The squares that an action is about: none for a pass, else one."""
        if action == "pass":
            return []
        is_square = is_whole(action, 0, self.width * self.height - 1)
        refuse_if(not is_square, messages.NO_SQUARE, action=action, game=self.game)
        return [divmod(action, self.width)]

    def action_of(self, square: Square) -> int:
        """The action that a click on the square stands for."""
        return square[0] * self.width + square[1]

    def name(self, square: Square) -> str:
        """The name of a square in words."""
        return str(square[0] * self.width + square[1])

    def numbers(self, state: State, values) -> dict[Square, float]:
        """The number for each square: from actions, from rows, or from a flat list."""
        if values is None or isinstance(values, Mapping):
            return self._by_action(state, finite(values or {}))
        refuse_if(not isinstance(values, (list, tuple)), messages.NOT_VALUES, values=values)
        flat = [v for row in values for v in (row if isinstance(row, (list, tuple)) else [row])]
        counts = {"count": len(flat), "squares": self.width * self.height}
        refuse_if(counts["count"] != counts["squares"], messages.WRONG_COUNT, **counts)
        return finite({divmod(i, self.width): v for i, v in enumerate(flat) if v is not None})

    def _by_action(self, state, values):
        """Several actions on one square: counts are added, values keep the mover's best."""
        counts = all(isinstance(v, Integral) and v >= 0 for v in values.values())
        best = max if self.game.side(state) > 0 else min
        found = {}
        for action, value in values.items():
            for square in self.squares_of(action):
                found.setdefault(square, []).append(value)
        return {s: sum(v) if counts else best(v) for s, v in sorted(found.items())}

    def status(self, state: State) -> str:
        """Whose turn it is or who won."""
        return self.game.status(state)

    def legend(self, numbers: dict[Square, float]) -> list[str]:
        """What the colors of the numbers mean, in a line."""
        signed = min(numbers.values(), default=0) < 0
        words = messages.GOOD_FOR_XO if signed else messages.DARKER_IS_LARGER
        return [words.format(**colors.names())] if numbers else []


@singledispatch
def canvas(game: BoardGame, rows: list[str]) -> BoardCanvas:
    """The canvas of a game; a game registers its own class."""
    return BoardCanvas(game, rows)
