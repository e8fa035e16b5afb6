"""Boards of squares on paper, and how each game looks and is spoken of on its own canvas.

Stones differ by shape or brightness, not by color alone.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import singledispatch
from itertools import product
from string import ascii_lowercase
from typing import Any, ClassVar, cast

from lib.draw import colors, messages, svg
from lib.draw.colors import BLACK, CARD, EDGE, INK, PAPER, QUIET, TRACK, WHITE, ink_on, mix
from lib.draw.registry import XOSpeech, draw_board, finite, legal_actions, shown, speech
from lib.draw.svg import LARGE, NORMAL, SMALL, SVG, number
from lib.game import Action, State, is_whole
from lib.games import ConnectFour, Othello, PentagoTwist, Pig, TicTacToe
from lib.games.board import BoardGame
from lib.games.pentago import TWISTS
from lib.messages import is_tuple, refuse_if

MARGIN, FOOT = 44, 34  # room around the board, and for a line below it
Square = tuple[int, int]  # row and column


@draw_board.register(BoardGame)
def _draw_grid(game, state, *, last=None, legal=None, values=None, title=None, legend=None) -> SVG:
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

    def square(self, square: Square, numbers: dict, color_of: Callable, is_legal: bool) -> str:
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

    def value(
        self, x: float, y: float, value: float, fill: str, taken: bool, is_legal: bool
    ) -> str:
        """The number on its color; on a small plate where a stone lies."""
        words, room, size = number(value), self.cell - 8, self.number_size
        words = words if svg.text_width(words, size) < room else svg.scientific(value, 2)
        ring = {"fill": "none", "stroke": INK, "stroke_width": 2, "class_": "legal"}
        legal = svg.circle(x, y, self.cell * 0.42, **ring) if is_legal else ""
        if not taken:
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

    def numbers(self, state: State, values: Any) -> dict[Square, float]:
        """The number for each square: from actions, from rows, or from a flat list."""
        if values is None or isinstance(values, Mapping):
            known: dict = finite(values or {})  # of several actions on a square counts are added
            are_counts = all(is_whole(v, 0) for v in known.values())
            best = sum if are_counts else max if self.game.side(state) > 0 else min
            found: dict[Square, list] = {}
            for action, value in known.items():
                for square in self.squares_of(action):
                    found.setdefault(square, []).append(value)
            return {square: best(v) for square, v in sorted(found.items())}
        refuse_if(not isinstance(values, (list, tuple)), messages.NOT_VALUES, values=values)
        flat = [v for row in values for v in (row if isinstance(row, (list, tuple)) else [row])]
        counts = {"count": len(flat), "squares": self.width * self.height}
        refuse_if(counts["count"] != counts["squares"], messages.WRONG_COUNT, **counts)
        return finite({divmod(i, self.width): v for i, v in enumerate(flat) if v is not None})

    def status(self, state: State) -> str:
        """Whose turn it is or who won."""
        return self.game.status(state)

    def legend(self, numbers: dict[Square, float]) -> list[str]:
        """What the colors of the numbers mean, in a line."""
        signed = min(numbers.values(), default=0) < 0
        words = messages.GOOD_FOR_XO if signed else messages.DARKER_IS_LARGER
        return [words.format(**colors.names())] if any(numbers.values()) else []


@singledispatch
def canvas(game: BoardGame, rows: list[str]) -> BoardCanvas:
    """The canvas of a game; a game registers its own class."""
    return BoardCanvas(game, rows)


FRAME, FELT, WOOD = "#D3DAE0", "#73C9B0", "#F3E3C3"  # of the real boards, no roles
_TWIST_ROOM = 30  # above and below the quadrants of Pentago, for words
LEFT, LANE, LENGTH = 60, 64, 520  # of Pig
_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}  # as on a telephone


@speech.register(BoardGame)
class BoardSpeech(XOSpeech):
    """Squares are clicked; digits choose on small boards; only a pass needs a button."""

    def meant(self, id: str) -> Action:
        return int(id) if id.isdigit() else id

    def keys(self) -> dict[str, str]:
        squares = len(self.by_id(self.game.initial_state()))
        return {str(n): str(n) for n in range(squares)} if squares <= 10 else {}

    def buttons(self, state: State, part: Any = None) -> list[list[str]]:
        return [[id, id] for id in self.by_id(state) if not id.isdigit()]


@canvas.register(TicTacToe)
class TicTacToeCanvas(BoardCanvas):
    """Large squares with the marks of a pen."""

    cell, row_to_win = 96, 3


@canvas.register(ConnectFour)
class ConnectFourCanvas(BoardCanvas):
    """A frame with holes, into which stones fall from above."""

    cell, fill, row_to_win, below, names_squares = 66, FRAME, 4, 34, False

    def frame(self) -> str:
        left, top, right, bottom = MARGIN - 8, self.above - 8, self.right + 8, self.board_bottom + 8
        look = {"rx": 18, "fill": self.fill, "stroke": INK, "stroke_width": 2}
        return svg.rect(left, top, right - left, bottom - top, **look)

    def ground(self, x: float, y: float, fill: str | None) -> str:
        return svg.circle(x, y, self.cell * 0.43, fill=fill or PAPER, stroke=EDGE, stroke_width=2)

    def stone(self, x: float, y: float, mark: str) -> str:
        """A disc in its side's color with the letter's sign on it."""
        r, fill = 0.4 * self.cell, colors.of_mark(mark).line
        disc = svg.circle(x, y, r, fill=fill, stroke=INK, stroke_width=2, class_=f"stone {mark}")
        look = {"fill": "none", "stroke": WHITE, "stroke_width": r * 0.18}
        if mark == "X":
            return disc + svg.cross(x, y, 0.38 * r, stroke_linecap="round", **look)
        return disc + svg.circle(x, y, 0.42 * r, **look)

    def framed(self, x: float, y: float) -> str:
        ring = svg.circle(x, y, 0.44 * self.cell, fill="none", stroke=INK, stroke_width=8)
        look = {"fill": "none", "stroke": colors.NOW.tint, "stroke_width": 4}
        return ring + svg.circle(x, y, 0.44 * self.cell, class_="last", **look)

    def labels(self) -> list[str]:
        y = self.board_bottom + 26
        return [svg.text(self.middle((0, c))[0], y, c, NORMAL, QUIET) for c in range(self.width)]

    def squares_of(self, action: Action, played: bool = False) -> list[Square]:
        """Where a stone would land in the column, or the stone that fell last."""
        is_column = is_whole(action, 0, self.width - 1)
        refuse_if(not is_column, messages.NO_COLUMN, action=action, game=self.game)
        taken = [r for r in range(self.height) if self.rows[r][action] != "."]
        row = min(taken, default=self.height) - (not played)
        return [(row, action)] if 0 <= row < self.height else []

    def action_of(self, square: Square) -> int:
        return square[1]


class _DiscCanvas(BoardCanvas):
    """A board on which black and white discs lie."""

    black = "X"

    def stone(self, x: float, y: float, mark: str) -> str:
        """A plain disc with a thin inner ring, as if turned on a lathe."""
        r, fill = 0.4 * self.cell, BLACK if mark == self.black else WHITE
        inner = svg.circle(x, y, 0.72 * r, fill="none", stroke="#8A8A8A", stroke_width=1.5)
        look = {"stroke": INK if fill == WHITE else "#5A5A5A", "stroke_width": 2}
        return svg.circle(x, y, r, fill=fill, class_=f"stone {mark}", **look) + inner


@canvas.register(Othello)
class OthelloCanvas(_DiscCanvas):
    """Green felt with letters and numbers around it."""

    cell, fill, above, names_squares = 64, FELT, MARGIN, False

    def labels(self) -> list[str]:
        places = [(self.middle((0, c))[0], self.above - 18.0) for c in range(self.width)]
        places += [(MARGIN - 20.0, self.middle((r, 0))[1]) for r in range(self.height)]
        names = [*ascii_lowercase[: self.width], *range(1, self.height + 1)]
        pairs = zip(places, names, strict=True)
        return [svg.text(*place, name, SMALL, QUIET) for place, name in pairs]

    def status(self, state: State) -> str:
        stones = "".join(self.rows)
        counts = {"x": stones.count("X"), "o": stones.count("O")}
        return messages.OTHELLO_COUNT.format(**counts, status=self.game.status(state))


@speech.register(Othello)
class OthelloSpeech(BoardSpeech):
    """Squares have names: d3."""

    def move(self, action: Action) -> str:
        return cast(Othello, self.game).name(action) if type(action) is int else str(action)


@canvas.register(PentagoTwist)
class PentagoCanvas(_DiscCanvas):
    """Four quadrants of wood; the last twist is shown by a frame, an arrow and a word."""

    cell, fill, line, row_to_win, gap = 68, WOOD, mix(WOOD, INK, 0.5), 5, 14
    above, below, black = 20 + _TWIST_ROOM, _TWIST_ROOM, "O"

    def squares_of(self, action: Action, played: bool = False) -> list[Square]:
        squares = super().squares_of(action[0] if isinstance(action, tuple) else action)
        return [moved(square, action) for square in squares] if played else squares

    def labels(self) -> list[str]:
        places = enumerate(map(self._places, range(4)))
        return [svg.text(x - 8, y, f"quadrant {q}", SMALL, QUIET) for q, (x, _, y) in places]

    def _places(self, quadrant):
        """The middle of a quadrant, and the height of the words above or below it."""
        x, y = self.middle((3 * (quadrant // 2) + 1, 3 * (quadrant % 2) + 1))
        reach = 1.5 * self.cell + _TWIST_ROOM / 2 + 2
        return x, y, y - reach if quadrant < 2 else y + reach

    def last_move(self, action: Action) -> str:
        """A frame around the twisted quadrant, an arrow that turns or mirrors it, and the word."""
        refuse_if(not is_tuple(action, 3), messages.NOT_A_TWIST, action=action)
        _, quadrant, kind = action
        (x, y, side), half = self._places(quadrant), 1.5 * self.cell + 4
        look = {"rx": 10, "fill": "none", "stroke": INK, "stroke_width": 5, "class_": "twisted"}
        frame = svg.rect(x - half, y - half, 2 * half, 2 * half, **look)
        left = x - half + 22
        if kind == "rotate":  # three quarters of a circle, clockwise, with an arrowhead
            arc = ("M", left, side - 10, "A", 10, 10, 0, 1, 1, left - 10, side)
            sign = svg.path(*arc, fill="none", stroke=INK, stroke_width=4, class_="turn")
            head = [(left - 18, side + 2), (left - 2, side + 2), (left - 10, side - 9)]
            sign += svg.polygon(head, fill=INK)
        else:  # a line with a head at both ends: left and right change places
            left += 2
            sign = svg.line(left - 10, side, left + 10, side, INK, stroke_width=4, class_="flip")
            for s in (-1, 1):
                tip, foot = left + s * 20, left + s * 8
                head = [(tip, side), (foot, side - 8), (foot, side + 8)]
                sign += svg.polygon(head, fill=INK)
        word = svg.text(x + half, side, kind, SMALL, INK, "end", font_weight="bold")
        return frame + sign + word + super().last_move(action)


def moved(square: Square, action: Action) -> Square:
    """Where the stone placed on `square` lies after the twist of `action`."""
    row, column = square
    if not isinstance(action, tuple) or (row // 3) * 2 + column // 3 != action[1]:
        return square
    r, c = row % 3, column % 3
    r, c = (c, 2 - r) if action[2] == "rotate" else (r, 2 - c)
    return row - row % 3 + r, column - column % 3 + c


@speech.register(PentagoTwist)
class PentagoSpeech(BoardSpeech):
    """A move is clicked in two parts: first a cell, then a button for the twist."""

    hint, two_clicks = messages.CLICK_TWIST, True

    def buttons(self, state: State, part: Any = None) -> list[list[str]]:
        twists = [] if part is None else TWISTS
        return [[f"{q} {kind}", f"{kind} {messages.QUADRANTS[q]}"] for q, kind in twists]

    def first_part(self, state: State, id: str) -> tuple[int | None, str]:
        """The free cell that was clicked, or None, and what to say."""
        free = {str(action[0]): action[0] for action in self.game.actions(state)}
        words = messages.CHOOSE_TWIST if id in free else messages.CELL_TAKEN
        return free.get(id), words.format(cell=id)

    def whole(self, part: int, id: str) -> Action | None:
        """The action of a cell and a twist; None if `id` names no twist."""
        quadrant, _, kind = id.partition(" ")
        return (part, int(quadrant), kind) if kind else None


@speech.register(Pig)
class PigSpeech(XOSpeech):
    """Both choices are plates in the picture, so no button is needed."""

    def buttons(self, state: State, part: Any = None) -> list[list[str]]:
        return []


@draw_board.register(Pig)
def _draw_pig(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """Both scores as lanes toward the goal, the turn total hatched; values by "roll" or "hold"."""
    x, o, total, player = shown(game, state, lambda s: s[:4] if game.status(s) else None)
    status = shown(game, state, game.status)
    parts = _lane(60, "X", x, total if player == 0 else 0, game.goal)
    parts += _lane(60 + LANE, "O", o, total if player == 1 else 0, game.goal)
    goal = messages.PIG_GOAL.format(goal=game.goal, total=total)
    parts.append(svg.text(LEFT, 28, goal, NORMAL, INK, "start"))
    parts.append(svg.text(LEFT, 204, status, LARGE, INK, "start"))
    if isinstance(last, int):  # a die; faces above six as a number
        left, top = LEFT + LENGTH + 90, 92
        look = {"rx": 12, "fill": PAPER, "stroke": INK, "stroke_width": 3, "class_": "die"}
        parts.append(svg.rect(left - 35, top - 35, 70, 70, **look))
        parts += [] if last in _PIPS else [svg.text(left, top, last, LARGE, INK)]
        for row, column in (divmod(int(key) - 1, 3) for key in _PIPS.get(last, "")):
            pip = (left + (column - 1) * 17.5, top + (row - 1) * 17.5)
            parts.append(svg.circle(*pip, 6, fill=INK))
    values = finite(values or {})
    wrong = [action for action in values if action not in ("roll", "hold", *game.die)]
    refuse_if(wrong, messages.NO_ACTION_OF, action=wrong[:1], game=game)
    choices, width = _choices(legal_actions(game, state, legal), values, last)
    desc = messages.PIG.format(x=x, o=o, total=total, goal=game.goal, status=status)
    title = title or f"Pig: {x} to {o}, {status}"
    return svg.picture(max(width, LEFT + LENGTH + 160), 250, title, desc, *parts, *choices)


def _lane(y, name, score, total, goal):
    """A lane: banked points solid, the turn total pale and dashed."""
    step, color = LENGTH / goal, colors.of_mark(name)
    parts = [
        svg.text(LEFT - 24, y + 18, name, LARGE, INK, font_weight="bold"),
        svg.rect(LEFT, y, LENGTH, 36, fill=PAPER, stroke=EDGE, stroke_width=2),
        svg.rect(LEFT, y, score * step, 36, fill=color.line, stroke=INK, class_=f"lane {name}"),
    ]
    if total:
        start, end = score * step, min(score + total, goal) * step
        look = {"fill": color.tint, "stroke": INK, "stroke_dasharray": "5 4", "stroke_width": 2}
        parts.append(svg.rect(LEFT + start, y, end - start, 36, **look))
    words = f"{score} + {total}" if total else f"{score}"
    wide = svg.text_width(words, NORMAL) + 12
    left = min(LEFT + (score + total) * step + 6, LEFT + LENGTH - wide - 6)
    plate = svg.rect(left, y + 5, wide, 26, rx=5, fill=PAPER, stroke=EDGE)
    return [*parts, plate, svg.text(left + wide / 2, y + 18, words, NORMAL, INK)]


def _choices(legal, values, last):
    """A plate for each action that is legal or has a value, and where they end."""
    parts, x = [], LEFT + 180.0
    for action in dict.fromkeys([*legal, *values]):
        words = f"{action} {number(values[action])}" if action in values else f"{action}"
        wide = svg.text_width(words, NORMAL) + 24
        look = {"fill": CARD, "stroke": INK, "stroke_width": 5 if action == last else 2}
        plate = svg.rect(x, 186, wide, 38, rx=19, **look)
        inside = plate + svg.text(x + wide / 2, 205, words, NORMAL, INK)
        parts.append(svg.group(inside, class_="cell", data_action=action))
        x += wide + 12
    return parts, x + 12
