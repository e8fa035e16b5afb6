"""A board of squares on paper: where squares are, what lies on them, what is marked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Integral
from string import ascii_lowercase

from lib.draw import pentago, stones, svg
from lib.draw.colors import (
    GREEN,
    INK,
    LINE,
    PAPER,
    QUIET,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    ink_on,
    mix,
    scale,
)
from lib.draw.registry import finite
from lib.draw.svg import LARGE, NORMAL, SMALL, number
from lib.games.board import BoardGame
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe

EDGE, FOOT = 44, 34  # room around the board, and for a line below it


@dataclass(frozen=True)
class Style:
    """How a game's board looks."""

    cell: int
    fill: str
    line: str
    stone: Callable
    row_to_win: int = 0
    split: int = 0  # a gap after so many columns and rows
    labels: str = ""  # "inside", "columns" or "chess"


WOOD = "#F3E3C3"
STYLES = {
    TicTacToe: Style(96, WHITE, INK, stones.pen, 3, labels="inside"),
    ConnectFour: Style(
        66, mix(WHITE, SKY, 0.55), mix(WHITE, SKY, 0.55), stones.chip, 4, labels="columns"
    ),
    Othello: Style(64, mix(WHITE, GREEN, 0.55), INK, stones.black_first, labels="chess"),
    PentagoTwist: Style(68, WOOD, mix(WOOD, INK, 0.5), stones.white_first, 5, 3, "inside"),
    BoardGame: Style(72, WHITE, INK, stones.pen, labels="inside"),
}


class Board:
    """The geometry of one board, and its parts as markup; a square is (row, column)."""

    def __init__(self, game, rows):
        self.game, self.rows = game, rows
        self.style = next(STYLES[kind] for kind in type(game).__mro__ if kind in STYLES)
        self.height, self.width = len(rows), len(rows[0])
        gap = pentago.GAP if self.style.split else 0
        self.gap = gap
        above = EDGE if self.style.labels == "chess" else 20
        self.top = above + (pentago.ROOM if self.style.split else 0)
        self.right = EDGE + self.width * self.style.cell + gap
        self.board_bottom = self.top + self.height * self.style.cell + gap
        below = {"columns": 34, "chess": 0, "inside": 0}.get(self.style.labels, 0)
        self.bottom = self.board_bottom + below + (pentago.ROOM if self.style.split else 0)

    def middle(self, square):
        """The point in the middle of a square."""
        row, column = square
        cell, split = self.style.cell, self.style.split
        x = EDGE + (column + 0.5) * cell + (self.gap if split and column >= split else 0)
        y = self.top + (row + 0.5) * cell + (self.gap if split and row >= split else 0)
        return x, y

    def frame(self):
        """What lies under the squares."""
        if isinstance(self.game, ConnectFour):
            w, h = self.right - EDGE, self.board_bottom - self.top
            return svg.rect(
                EDGE - 8,
                self.top - 8,
                w + 16,
                h + 16,
                rx=18,
                fill=self.style.fill,
                stroke=INK,
                stroke_width=2,
            )
        return ""

    def squares(self, numbers, legal):
        """All squares with stone, number or mark of a legal move."""
        colors = scale(numbers.values())
        marked = {square for action in legal for square in self.squares_of(action)}
        return [
            self.square((row, column), numbers, colors, (row, column) in marked)
            for row in range(self.height)
            for column in range(self.width)
        ]

    def square(self, square, numbers, colors, is_legal):
        """One square; `data-action` tells a widget what a click on it means."""
        (x, y), cell = self.middle(square), self.style.cell
        value, mark = numbers.get(square), self.rows[square[0]][square[1]]
        fill = self.style.fill if value is None else colors(value)
        parts = [self.ground(x, y, fill if value is not None else None)]
        if mark != ".":
            parts.append(self.style.stone(x, y, cell / 2, mark))
        elif is_legal and value is None:
            look = {"fill": YELLOW, "stroke": INK, "stroke_width": 2, "class_": "legal"}
            parts.append(svg.circle(x, y, cell * 0.13, **look))
        if value is not None:
            parts.append(self.value(x, y, value, fill, mark != ".", is_legal))
        parts += self.inside_label(square, x, y, mark, fill)
        return svg.group(*parts, class_="cell", data_action=self.action_of(square))

    def ground(self, x, y, fill):
        """The square itself, or the hole of Connect Four."""
        cell, style = self.style.cell, self.style
        if isinstance(self.game, ConnectFour):
            return svg.circle(x, y, cell * 0.43, fill=fill or PAPER, stroke=LINE, stroke_width=2)
        look = {"fill": fill or style.fill, "stroke": style.line, "stroke_width": 2}
        return svg.rect(x - cell / 2, y - cell / 2, cell, cell, **look)

    def value(self, x, y, value, fill, occupied, is_legal):
        """The number on its color; on a small plate where a stone lies."""
        words, room = number(value), self.style.cell - 8
        size = LARGE if svg.text_width(words, LARGE) < 0.8 * room else SMALL
        words = words if svg.text_width(words, size) < room else svg.scientific(value, 2)
        ring = {"fill": "none", "stroke": INK, "stroke_width": 2, "class_": "legal"}
        legal = svg.circle(x, y, self.style.cell * 0.42, **ring) if is_legal else ""
        if not occupied:
            return legal + svg.text(x, y, words, size, ink_on(fill), class_="value")
        wide, y = svg.text_width(words, SMALL) + 8, y + self.style.cell / 2 - 13
        plate = svg.rect(x - wide / 2, y - 11, wide, 22, rx=4, fill=fill, stroke=INK)
        return plate + svg.text(x, y, words, SMALL, ink_on(fill), class_="value")

    def inside_label(self, square, x, y, mark, fill):
        """The number of an empty square, small, in its corner."""
        if self.style.labels != "inside" or mark != ".":
            return []
        corner = x - self.style.cell / 2 + 5, y - self.style.cell / 2 + 13
        ink = QUIET if fill in (WHITE, self.style.fill) else ink_on(fill)
        return [svg.text(*corner, self.name(square), SMALL, ink, "start", class_="name")]

    def labels(self):
        """Coordinates around the board."""
        parts = []
        if self.style.labels == "columns":
            parts = [
                svg.text(self.middle((0, c))[0], self.board_bottom + 26, c, NORMAL, QUIET)
                for c in range(self.width)
            ]
        if self.style.labels == "chess":
            parts = [
                svg.text(self.middle((0, c))[0], self.top - 18, ascii_lowercase[c], SMALL, QUIET)
                for c in range(self.width)
            ]
            parts += [
                svg.text(EDGE - 20, self.middle((r, 0))[1], r + 1, SMALL, QUIET)
                for r in range(self.height)
            ]
        if self.style.split:
            parts += pentago.names(self)
        return parts

    def last_move(self, action):
        """A thick frame around the square of the last move; for Pentago also the twist."""
        squares = self.squares_of(action, played=True)
        parts = [pentago.arrow(self, action)] if self.style.split else []
        cell = self.style.cell - 6
        for square in squares:
            x, y = self.middle(square)
            look = {"fill": "none", "stroke": VERMILLION, "stroke_width": 5, "class_": "last"}
            parts.append(svg.rect(x - cell / 2, y - cell / 2, cell, cell, rx=6, **look))
        return "".join(parts)

    def winning_line(self):
        """A line through the stones that won."""
        for line in self.lines_in_a_row():
            (x1, y1), (x2, y2) = self.middle(line[0]), self.middle(line[-1])
            wide = svg.line(x1, y1, x2, y2, PAPER, stroke_width=12, stroke_linecap="round")
            look = {"stroke_width": 6, "stroke_linecap": "round", "class_": "win"}
            yield wide + svg.line(x1, y1, x2, y2, INK, **look)

    def lines_in_a_row(self):
        """All rows of `row_to_win` equal stones, as lists of squares."""
        length = self.style.row_to_win
        for row in range(self.height if length else 0):
            for column in range(self.width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    line = [(row + i * down, column + i * right) for i in range(length)]
                    inside = line[-1][0] < self.height and 0 <= line[-1][1] < self.width
                    if inside and len({self.rows[r][c] for r, c in line} | {"."}) == 2:
                        marks = {self.rows[r][c] for r, c in line}
                        if len(marks) == 1:
                            yield line

    def squares_of(self, action, played=False):
        """The squares that an action is about: none for a pass, else one."""
        if isinstance(self.game, ConnectFour):
            return self._top_of(action, played)
        if action == "pass":
            return []
        cell = action[0] if isinstance(action, tuple) and self.style.split else action
        if not isinstance(cell, int) or not 0 <= cell < self.width * self.height:
            raise ValueError(f"{action!r} names no square of {self.game!r}")
        square = divmod(cell, self.width)
        return [pentago.moved(square, action) if played and self.style.split else square]

    def _top_of(self, column, played):
        """Where a stone would land in the column, or the stone that fell last."""
        if not isinstance(column, int) or not 0 <= column < self.width:
            raise ValueError(f"{column!r} names no column of {self.game!r}")
        stones_above = [r for r in range(self.height) if self.rows[r][column] != "."]
        top = min(stones_above, default=self.height)
        row = top if played else top - 1
        return [(row, column)] if 0 <= row < self.height else []

    def action_of(self, square):
        """The action that a click on the square stands for."""
        is_column = isinstance(self.game, ConnectFour)
        return square[1] if is_column else square[0] * self.width + square[1]

    def name(self, square):
        """The name of a square in words."""
        return f"{square[0] * self.width + square[1]}"

    def numbers(self, state, values) -> dict:
        """The number for each square: from actions, from rows, or from a flat list."""
        if values is None:
            return {}
        if isinstance(values, Mapping):
            return self._by_action(state, finite(values))
        if not isinstance(values, (list, tuple)):
            raise ValueError(
                f"values: a dict by action, or one number for each square, got {values!r}"
            )
        flat = [v for row in values for v in (row if isinstance(row, (list, tuple)) else [row])]
        if len(flat) != self.width * self.height:
            raise ValueError(
                f"values: {len(flat)} numbers for {self.width * self.height} squares; "
                "give a dict by action, or one number for each square"
            )
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

    def status(self, state):
        """Whose turn it is or who won, with the stones counted where they decide."""
        words = self.game.status(state)
        if isinstance(self.game, Othello):
            all_squares = "".join(self.rows)
            words = f"X {all_squares.count('X')} : {all_squares.count('O')} O, {words}"
        return words

    def legend(self, numbers, values):
        """What the colors of the numbers mean, in a line."""
        if not numbers:
            return []
        if min(numbers.values()) < 0:
            return ["blue: good for X (MAX); orange: good for O (MIN)"]
        return ["darker: larger"]
