"""The maze on paper: floor, walls, food, colored cells, marks of moves, Pacman and ghosts."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lib.draw import colors, messages, svg
from lib.draw.colors import BLACK, INK, PAPER, QUIET, WHITE, ink_on
from lib.draw.svg import SMALL, SVG, number
from lib.game import Action
from lib.games.maze import VECTORS, MazeGame
from lib.messages import refuse_if

MARGIN, FOOT, HIGH = 40, 36, 60  # HIGH: of a cell in a heat map
FLOOR, WALL, CREAM, PACMAN = "#12141F", "#7A8794", "#FFF3D6", "#F0E442"  # of the game, no roles
HEADINGS = {"East": 0, "South": 90, "West": 180, "North": 270}  # degrees, clockwise on paper
LOOKS = {"East": (1, 0), "South": (0, 1), "West": (-1, 0), "North": (0, -1)}
MOUTH = 38  # degrees from the middle of the mouth to each lip
Cell = tuple[float, float]


@dataclass
class MazeCanvas:
    """The maze on paper: where cells are, how large, and what lies under everything."""

    game: MazeGame
    cell: float

    @classmethod
    def of(cls, game: MazeGame, roomy: bool = False) -> "MazeCanvas":
        """A canvas for the game; a roomy one has space for numbers beside the mover."""
        return cls(game, 56 if roomy else min(max(960 / game.width, 28), 52))

    def at(self, position: Cell) -> tuple[float, float]:
        """The point in the middle of a cell, or between two."""
        x, y = position
        return MARGIN + (x + 0.5) * self.cell, MARGIN + (self.game.height - 0.5 - y) * self.cell

    def __post_init__(self):
        self.right = MARGIN + self.game.width * self.cell
        self.bottom = MARGIN + self.game.height * self.cell

    def floor(self) -> str:
        """The dark floor with rounded walls."""
        size = self.right - MARGIN, self.bottom - MARGIN
        return svg.rect(MARGIN, MARGIN, *size, rx=10, fill=FLOOR)

    def walls(self) -> list[str]:
        """Walls as pipes: a wide line between neighbors, a dark one inside it."""
        steps: list[Any] = []
        inside, wide = [], self.cell * 0.62
        for x, y in sorted(self.game.walls):
            here = self.at((x, y))
            steps += ["M", *here, "h", 0]  # a dot
            for there in ((x + 1, y), (x, y + 1)):
                steps += ["M", *here, "L", *self.at(there)] if there in self.game.walls else []
            if {(x + 1, y), (x, y - 1), (x + 1, y - 1)} <= self.game.walls:
                inside.append(svg.rect(*here, self.cell, self.cell, fill=FLOOR))
        look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        pipes = svg.path(*steps, stroke=WALL, stroke_width=wide, class_="walls", **look)
        return [pipes, svg.path(*steps, stroke=FLOOR, stroke_width=wide - 6, **look), *inside]

    def coordinates(self) -> list[str]:
        """Numbers of columns below and of rows on the left, as cells count them."""
        step, left, below = 1 if self.cell >= 30 else 2, MARGIN - 8, self.bottom + 14
        across, up = (range(0, size, step) for size in (self.game.width, self.game.height))
        columns = [svg.text(self.at((x, 0))[0], below, x, SMALL, QUIET) for x in across]
        return columns + [svg.text(left, self.at((0, y))[1], y, SMALL, QUIET, "end") for y in up]

    def food(self, cells: Iterable[Cell], square: bool = False) -> list[str]:
        """Food as dots, or as little squares."""
        r, points = 0.09 * self.cell, [self.at(cell) for cell in sorted(cells)]
        look: dict[str, Any] = {"fill": CREAM, "class_": "food", "stroke": FLOOR, "stroke_width": 1}
        if square:
            return [svg.rect(x - r, y - r, 2 * r, 2 * r, **look) for x, y in points]
        return [svg.circle(x, y, r, **look) for x, y in points]

    def capsules(self, cells: Iterable[Cell]) -> list[str]:
        """Capsules: large dots with a ring."""
        look: Any = {"fill": CREAM, "stroke": QUIET, "stroke_width": 3, "class_": "capsule"}
        return [svg.circle(*self.at(cell), 0.22 * self.cell, **look) for cell in sorted(cells)]

    def ways(self, position: Cell, actions: list[Action], values: dict, side: int) -> list[str]:
        """A triangle for each legal action, a plate with the number for each value."""
        best = max(values.values(), key=lambda v: side * v, default=None)
        parts = []
        for action in dict.fromkeys([*actions, *values]):
            dx, dy = _vector(action)
            x, y = self.at((position[0] + dx, position[1] + dy))
            tip, sign = action, _pointer(x, y, self.cell * 0.2, action)
            if action in values:
                x, y = (x, y) if action != "Stop" else (x + 0.85 * self.cell, y - 0.62 * self.cell)
                sign = _plate(x, y, number(values[action]), values[action] == best)
                tip = f"{action}: {number(values[action])}"
            parts.append(svg.group(sign, tip=tip, class_="cell legal", data_action=action))
        return parts

    def trail(self, position: Cell, action: Action | None) -> str:
        """A dotted line along the last move, from the cell that the agent came from."""
        dx, dy = (0, 0) if action is None else _vector(action)
        start = (position[0] - dx, position[1] - dy)
        if start == position or start not in self.game.maze.moves:  # eaten, or between two cells
            return ""
        look: Any = {"stroke_width": 4, "stroke_dasharray": "1 8", "stroke_linecap": "round"}
        return svg.line(*self.at(start), *self.at(position), colors.NOW.tint, class_="last", **look)

    def spread(self, positions: list[Cell]) -> list[tuple[float, float]]:
        """The points of several agents; those who share a cell stand side by side."""
        points = []
        for i, position in enumerate(positions):
            here = [j for j, other in enumerate(positions) if other == position]
            (x, y), place = self.at(position), here.index(i) - (len(here) - 1) / 2
            points.append((x + place * 0.42 * self.cell, y))
        return points

    def ring(self, position: Cell) -> str:
        """A dashed ring around the agent to move."""
        look: Any = {"stroke": WHITE, "stroke_width": 2.5, "stroke_dasharray": "6 4"}
        return svg.circle(*self.at(position), self.cell * 0.52, fill="none", **look, class_="mover")

    def badges(self, point, number, fill, scared, square=False, carrying=0) -> str:
        """An agent's number below, its timer above when it is scared, and what it carries."""
        (x, y), half = point, 0.5 * self.cell
        name = badge(number, x, y + half, fill=fill, square=square)
        timer = badge(scared, x, y - half, fill=WHITE) if scared else ""
        bag = badge(f"+{carrying}", x + half, y - half, fill=CREAM) if carrying else ""
        return name + timer + bag

    def finish(self, title: str, desc: str, parts: list[str], lines: list[str]) -> SVG:
        """The picture with its lines of words below the maze, the status first."""
        words = svg.captions(MARGIN, self.bottom + FOOT + 6, lines, 28)
        width = max(self.right + MARGIN, max(map(svg.text_width, lines)) + 2 * MARGIN)
        height = self.bottom + FOOT + 28 * len(lines)
        return svg.picture(width, height, title, desc, *parts, *words)


def _vector(action):
    """Where an action goes; a ValueError for one that no maze knows."""
    known = ", ".join(VECTORS)
    refuse_if(action not in VECTORS, messages.NOT_IN_A_MAZE, action=action, known=known)
    return VECTORS[action]


def _pointer(x, y, r, action):
    """A triangle that points where the action goes; a square for Stop."""
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 1.5}
    if action == "Stop":
        return svg.rect(x - r / 2, y - r / 2, r, r, **look)
    (dx, dy), corners = LOOKS[action], ((r, 0), (-r, -r), (-r, r))
    return svg.polygon([(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in corners], **look)


def _plate(x, y, words, is_best):
    """A number on a plate; the best one has a thick frame."""
    wide = svg.text_width(words, SMALL) + 10
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 4 if is_best else 1}
    plate = svg.rect(x - wide / 2, y - 12, wide, 24, rx=6, **look)
    return plate + svg.text(x, y, words, SMALL, INK, class_="value")


@dataclass(frozen=True)
class HeatCanvas:
    """One heat map: cells as boxes, each with a number and the way to something better.

    Its scale is shared with the maps above and below it.
    """

    values: dict[Cell, float]
    scale: colors.Scale
    wide: float  # of a cell: the same in all maps, so that the widest number fits
    top: float

    def at(self, position: Cell) -> tuple[float, float]:
        """The point in the middle of a cell, or between two."""
        left, upper = min(x for x, _ in self.values), max(y for _, y in self.values)
        x, y = position[0] - left + 0.5, upper - position[1] + 0.5
        return MARGIN + x * self.wide, self.top + y * HIGH

    @property
    def ends(self) -> tuple[float, float]:
        """The right and the lower end on paper."""
        return self.at((max(x for x, _ in self.values) + 0.5, min(y for _, y in self.values) - 0.5))

    def boxes(self, ways: Mapping[Cell, Cell], taken: Collection[Cell]) -> list[str]:
        """The cells on a ground of walls; `ways` leads from each cell to its best neighbor."""
        right, bottom = self.ends
        parts = [svg.rect(MARGIN, self.top, right - MARGIN, bottom - self.top, fill=colors.TRACK)]
        for cell, value in sorted(self.values.items()):
            (x, y), fill = self.at(cell), self.scale.color(value)
            box = self._box(x, y, 0, fill=fill, stroke=QUIET, class_="heat")
            words = svg.text(x, y - 13, brief(value), SMALL, ink_on(fill), class_="value")
            arrow = _arrow(x + 12 * (cell in taken), y + 13, cell, ways[cell], ink_on(fill))
            tip = f"{cell}: {number(value)}"
            parts.append(svg.group(box, words, arrow, tip=tip, data_cell=f"{cell[0]},{cell[1]}"))
        return parts

    def _box(self, x, y, inset, **look):
        wide, high = self.wide - 2 * inset, HIGH - 2 * inset
        return svg.rect(x - wide / 2, y - high / 2, wide, high, **look)

    def food(self, cells: Iterable[Cell], r: float) -> list[str]:
        """Food and capsules: rings in the corner of their cells."""
        look: dict[str, Any] = {"fill": CREAM, "stroke": INK, "stroke_width": 2, "class_": "food"}
        points = [self.at(cell) for cell in sorted(cells)]
        return [svg.circle(x + self.wide / 2 - 11, y + HIGH / 2 - 11, r, **look) for x, y in points]

    def figure(self, position: Cell, draw: Callable[..., str], dashes: str | None) -> str:
        """A frame around an agent's cell, and the agent in its corner."""
        x, y = self.at(position)
        look = {"fill": "none", "stroke": INK, "stroke_width": 3, "stroke_dasharray": dashes}
        return self._box(x, y, 2, **look) + draw(x - self.wide / 2 + 15, y + 12, 11)


def _arrow(x, y, cell, there, ink):
    """An arrow from a cell to another one; a dot if it is the same."""
    dx, dy = there[0] - cell[0], cell[1] - there[1]
    if (dx, dy) == (0, 0):
        return svg.circle(x, y, 4, fill=ink, class_="stay")
    steps: list = []
    for pen, a, b in (("M", -11, 0), ("L", 10, 0), ("L", 4, -6), ("M", 10, 0), ("L", 4, 6)):
        steps += [pen, x + a * dx - b * dy, y + a * dy + b * dx]
    return svg.path(*steps, fill="none", stroke=ink, stroke_width=2.5, class_="way")


def brief(value: float) -> str:
    """A number in at most five characters where that can be."""
    size = abs(value)
    words = f"{value:.{0 if size >= 100 else 1 if size >= 10 else 2}f}"
    words = words.rstrip("0").rstrip(".") if "." in words else words
    return "0" if words == "-0" else words


def pacman(x: float, y: float, r: float, heading: str | None = "East", fill: str = PACMAN) -> str:
    """A disc with a wedge cut out in the direction it goes, and an eye above the mouth."""
    turn = HEADINGS.get(heading or "East", 0)
    lip, chin = _at(x, y, r, turn + MOUTH), _at(x, y, r, turn - MOUTH)
    arc = ("M", x, y, "L", *lip, "A", r, r, 0, 1, 1, *chin, "Z")
    body = svg.path(*arc, fill=fill, stroke=INK, stroke_width=1.5, class_="pacman")
    eye = _at(x, y, 0.58 * r, turn - 75 if heading != "West" else turn + 75)
    return body + svg.circle(*eye, 0.13 * r, fill=BLACK)


def _at(x: float, y: float, r: float, degrees: float) -> tuple[float, float]:
    """The point on a circle."""
    return x + r * math.cos(math.radians(degrees)), y + r * math.sin(math.radians(degrees))


def ghost(x: float, y: float, r: float, heading: str | None, fill: str, scared: bool) -> str:
    """A dome with a wavy hem and eyes that look ahead; a scared one has a zigzag mouth."""
    look: Any = {"fill": fill, "class_": "ghost"}
    if scared:
        look = {"fill": WHITE, "class_": "ghost scared", "stroke_dasharray": "4 3"}
    steps: list[Any] = ["M", x - r, y, "A", r, r, 0, 0, 1, x + r, y, "L", x + r, y + 0.9 * r]
    for i in range(3):  # scallops
        end = x + r - (i + 1) * 2 * r / 3
        steps += ["Q", end + r / 3, y + 0.55 * r, end, y + 0.9 * r]
    body = svg.path(*steps, "Z", stroke=INK, stroke_width=2, **look)
    return body + (_fright(x, y, r) if scared else _eyes(x, y, r, heading))


def _eyes(x, y, r, heading):
    """Two white eyes; the pupils show where the ghost is going."""
    (dx, dy), eyes = LOOKS.get(heading, (0, 0)), ""
    for ex, ey in ((x - 0.4 * r, y - 0.25 * r), (x + 0.4 * r, y - 0.25 * r)):
        eyes += svg.circle(ex, ey, 0.28 * r, fill=WHITE, stroke=INK, stroke_width=1)
        eyes += svg.circle(ex + dx * 0.13 * r, ey + dy * 0.13 * r, 0.14 * r, fill=BLACK)
    return eyes


def _fright(x, y, r):
    """Small eyes and a zigzag mouth."""
    eyes = "".join(svg.circle(x + s * 0.35 * r, y - 0.3 * r, 0.13 * r, fill=BLACK) for s in (-1, 1))
    steps = ["M", x - 0.6 * r, y + 0.35 * r]
    for i in range(1, 5):
        steps += ["L", x - 0.6 * r + i * 0.3 * r, y + (0.15 if i % 2 else 0.35) * r]
    return eyes + svg.path(*steps, fill="none", stroke=BLACK, stroke_width=2)


def badge(words, x: float, y: float, r: float = 11, *, fill: str, square=False) -> str:
    """A small plate with a word on it: square for the first team, round for all others."""
    wide, turn = max(svg.text_width(words, SMALL) + 6, 22), 2 if square else r
    plate = svg.rect(x - wide / 2, y - r, wide, 2 * r, rx=turn, fill=fill, stroke=INK)
    return plate + svg.text(x, y, words, SMALL, ink_on(fill), font_weight="bold", class_="badge")
