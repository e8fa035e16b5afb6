"""How each board game looks and is spoken of; stones differ by shape or brightness, not color."""

from string import ascii_lowercase

from lib.draw import colors, messages, svg
from lib.draw.board_canvas import MARGIN, BoardCanvas, canvas
from lib.draw.colors import BLACK, CARD, EDGE, INK, PAPER, QUIET, WHITE, mix
from lib.draw.registry import XOSpeech, draw_board, finite, legal_actions, shown, speech
from lib.draw.svg import LARGE, NORMAL, SMALL, SVG, number
from lib.game import is_whole
from lib.games.board import BoardGame
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import TWISTS, PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.messages import is_tuple, refuse_if

FRAME, FELT, WOOD = "#D3DAE0", "#73C9B0", "#F3E3C3"  # of the real boards, no roles
TWIST_ROOM = 30  # above and below the quadrants of Pentago, for words
LEFT, LANE, LENGTH = 60, 64, 520  # of Pig
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}  # as on a telephone


@speech.register(BoardGame)
class BoardSpeech(XOSpeech):
    """Squares are clicked; digits choose on small boards; only a pass needs a button."""

    def meant(self, id):
        return int(id) if id.isdigit() else id

    def keys(self):
        squares = len(self.by_id(self.game.initial_state()))
        return {str(n): str(n) for n in range(squares)} if squares <= 10 else {}

    def buttons(self, state, part=None):
        return [[id, id] for id in self.by_id(state) if not id.isdigit()]


@canvas.register(TicTacToe)
class TicTacToeCanvas(BoardCanvas):
    """Large squares with the marks of a pen."""

    cell, row_to_win = 96, 3


@canvas.register(ConnectFour)
class ConnectFourCanvas(BoardCanvas):
    """A frame with holes, into which stones fall from above."""

    cell, fill, row_to_win, below, names_squares = 66, FRAME, 4, 34, False

    def frame(self):
        left, top, right, bottom = MARGIN - 8, self.above - 8, self.right + 8, self.board_bottom + 8
        look = {"rx": 18, "fill": self.fill, "stroke": INK, "stroke_width": 2}
        return svg.rect(left, top, right - left, bottom - top, **look)

    def ground(self, x, y, fill):
        return svg.circle(x, y, self.cell * 0.43, fill=fill or PAPER, stroke=EDGE, stroke_width=2)

    def stone(self, x, y, mark):
        """A disc in its side's color with the letter's sign on it."""
        r, fill = 0.4 * self.cell, colors.of_mark(mark).line
        disc = svg.circle(x, y, r, fill=fill, stroke=INK, stroke_width=2, class_=f"stone {mark}")
        look = {"fill": "none", "stroke": WHITE, "stroke_width": r * 0.18}
        if mark == "X":
            return disc + svg.cross(x, y, 0.38 * r, stroke_linecap="round", **look)
        return disc + svg.circle(x, y, 0.42 * r, **look)

    def framed(self, x, y):
        ring = svg.circle(x, y, 0.44 * self.cell, fill="none", stroke=INK, stroke_width=8)
        look = {"fill": "none", "stroke": colors.NOW.tint, "stroke_width": 4}
        return ring + svg.circle(x, y, 0.44 * self.cell, class_="last", **look)

    def labels(self):
        y = self.board_bottom + 26
        return [svg.text(self.middle((0, c))[0], y, c, NORMAL, QUIET) for c in range(self.width)]

    def squares_of(self, action, played=False):
        """Where a stone would land in the column, or the stone that fell last."""
        is_column = is_whole(action, 0, self.width - 1)
        refuse_if(not is_column, messages.NO_COLUMN, action=action, game=self.game)
        taken = [r for r in range(self.height) if self.rows[r][action] != "."]
        row = min(taken, default=self.height) - (not played)
        return [(row, action)] if 0 <= row < self.height else []

    def action_of(self, square):
        return square[1]


class DiscCanvas(BoardCanvas):
    """A board on which black and white discs lie."""

    black = "X"

    def stone(self, x, y, mark):
        """A plain disc with a thin inner ring, as if turned on a lathe."""
        r, fill = 0.4 * self.cell, BLACK if mark == self.black else WHITE
        inner = svg.circle(x, y, 0.72 * r, fill="none", stroke="#8A8A8A", stroke_width=1.5)
        look = {"stroke": INK if fill == WHITE else "#5A5A5A", "stroke_width": 2}
        return svg.circle(x, y, r, fill=fill, class_=f"stone {mark}", **look) + inner


@canvas.register(Othello)
class OthelloCanvas(DiscCanvas):
    """Green felt with letters and numbers around it."""

    cell, fill, above, names_squares = 64, FELT, MARGIN, False

    def labels(self):
        places = [(self.middle((0, c))[0], self.above - 18) for c in range(self.width)]
        places += [(MARGIN - 20, self.middle((r, 0))[1]) for r in range(self.height)]
        names = [*ascii_lowercase[: self.width], *range(1, self.height + 1)]
        pairs = zip(places, names, strict=True)
        return [svg.text(*place, name, SMALL, QUIET) for place, name in pairs]

    def status(self, state):
        stones = "".join(self.rows)
        counts = {"x": stones.count("X"), "o": stones.count("O")}
        return messages.OTHELLO_COUNT.format(**counts, status=self.game.status(state))


@speech.register(Othello)
class OthelloSpeech(BoardSpeech):
    """Squares have names: d3."""

    def move(self, action):
        return self.game.name(action) if isinstance(action, int) else str(action)


@canvas.register(PentagoTwist)
class PentagoCanvas(DiscCanvas):
    """Four quadrants of wood; the last twist is shown by a frame, an arrow and a word."""

    cell, fill, line, row_to_win, gap = 68, WOOD, mix(WOOD, INK, 0.5), 5, 14
    above, below, black = 20 + TWIST_ROOM, TWIST_ROOM, "O"

    def squares_of(self, action, played=False):
        cell = action[0] if isinstance(action, tuple) else action
        squares = super().squares_of(cell)
        return [moved(square, action) for square in squares] if played else squares

    def labels(self):
        places = enumerate(map(self._places, range(4)))
        return [svg.text(x - 8, y, f"quadrant {q}", SMALL, QUIET) for q, (x, _, y) in places]

    def _places(self, quadrant):
        """The middle of a quadrant, and the height of the words above or below it."""
        x, y = self.middle((3 * (quadrant // 2) + 1, 3 * (quadrant % 2) + 1))
        reach = 1.5 * self.cell + TWIST_ROOM / 2 + 2
        return x, y, y - reach if quadrant < 2 else y + reach

    def last_move(self, action):
        """A frame around the twisted quadrant, an arrow that turns or mirrors it, and the word."""
        refuse_if(not is_tuple(action, 3), messages.NOT_A_TWIST, action=action)
        _, quadrant, kind = action
        (x, y, side), half = self._places(quadrant), 1.5 * self.cell + 4
        look = {"rx": 10, "fill": "none", "stroke": INK, "stroke_width": 5, "class_": "twisted"}
        frame = svg.rect(x - half, y - half, 2 * half, 2 * half, **look)
        sign = _turn(x - half + 22, side) if kind == "rotate" else _mirror(x - half + 24, side)
        word = svg.text(x + half, side, kind, SMALL, INK, "end", font_weight="bold")
        return frame + sign + word + super().last_move(action)


def moved(square, action):
    """Where the stone placed on `square` lies after the twist of `action`."""
    row, column = square
    if not isinstance(action, tuple) or (row // 3) * 2 + column // 3 != action[1]:
        return square
    r, c = row % 3, column % 3
    r, c = (c, 2 - r) if action[2] == "rotate" else (r, 2 - c)
    return row - row % 3 + r, column - column % 3 + c


def _turn(x, y):
    """Three quarters of a circle, clockwise, with an arrowhead."""
    look = {"fill": "none", "stroke": INK, "stroke_width": 4, "class_": "turn"}
    arc = svg.path("M", x, y - 10, "A", 10, 10, 0, 1, 1, x - 10, y, **look)
    return arc + svg.polygon([(x - 18, y + 2), (x - 2, y + 2), (x - 10, y - 9)], fill=INK)


def _mirror(x, y):
    """A line with a head at both ends: left and right change places."""
    sign = svg.line(x - 10, y, x + 10, y, INK, stroke_width=4, class_="flip")
    for s in (-1, 1):
        sign += svg.polygon([(x + s * 20, y), (x + s * 8, y - 8), (x + s * 8, y + 8)], fill=INK)
    return sign


@speech.register(PentagoTwist)
class PentagoSpeech(BoardSpeech):
    """A move is clicked in two parts: first a cell, then a button for the twist."""

    hint, two_clicks = messages.CLICK_TWIST, True

    def buttons(self, state, part=None):
        twists = [] if part is None else TWISTS
        return [[f"{q} {kind}", f"{kind} {messages.QUADRANTS[q]}"] for q, kind in twists]

    def first_part(self, state, id):
        """The free cell that was clicked, or None, and what to say."""
        free = {str(action[0]): action[0] for action in self.game.actions(state)}
        words = messages.CHOOSE_TWIST if id in free else messages.CELL_TAKEN
        return free.get(id), words.format(cell=id)

    def whole(self, part, id):
        """The action of a cell and a twist; None if `id` names no twist."""
        quadrant, _, kind = id.partition(" ")
        return (part, int(quadrant), kind) if kind else None


@speech.register(Pig)
class PigSpeech(XOSpeech):
    """Both choices are plates in the picture, so no button is needed."""

    def buttons(self, state, part=None):
        return []


@draw_board.register(Pig)
def draw_pig(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """Both scores as lanes toward the goal, the turn total hatched; values by "roll" or "hold"."""
    x, o, total, player = shown(game, state, lambda s: s[:4] if game.status(s) else None)
    status = shown(game, state, game.status)
    parts = _lane(60, "X", x, total if player == 0 else 0, game.goal)
    parts += _lane(60 + LANE, "O", o, total if player == 1 else 0, game.goal)
    goal = messages.PIG_GOAL.format(goal=game.goal, total=total)
    parts.append(svg.text(LEFT, 28, goal, NORMAL, INK, "start"))
    parts.append(svg.text(LEFT, 204, status, LARGE, INK, "start"))
    parts += _die(LEFT + LENGTH + 90, 92, 70, last) if isinstance(last, int) else []
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


def _die(x, y, size, face):
    """A die that shows `face`; faces above six as a number."""
    look = {"rx": 12, "fill": PAPER, "stroke": INK, "stroke_width": 3, "class_": "die"}
    parts = [svg.rect(x - size / 2, y - size / 2, size, size, **look)]
    if face not in PIPS:
        return [*parts, svg.text(x, y, face, LARGE, INK)]
    for key in map(int, PIPS[face]):
        row, column = divmod(key - 1, 3)
        parts.append(svg.circle(x + (column - 1) * size / 4, y + (row - 1) * size / 4, 6, fill=INK))
    return parts


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
