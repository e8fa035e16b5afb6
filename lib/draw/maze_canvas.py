"""The maze on paper: floor, walls, food, colored cells, marks of moves, words below."""

from collections.abc import Mapping
from dataclasses import dataclass

from lib.draw import creatures, svg
from lib.draw.colors import (
    BLUE,
    GREEN,
    INK,
    PAPER,
    QUIET,
    WHITE,
    YELLOW,
    ink_on,
    mix,
    scale,
)
from lib.draw.registry import finite
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.games.maze import VECTORS

EDGE, FOOT = 40, 36
FLOOR, WALL = "#12141F", mix(BLUE, WHITE, 0.15)
CREAM = "#FFF3D6"


@dataclass(frozen=True)
class Field:
    """The maze on paper: where cells are, how large, and what lies under everything."""

    game: object
    cell: float

    @classmethod
    def of(cls, game, roomy=False):
        """A field for the game; a roomy one has space for numbers in its cells."""
        return cls(game, 56 if roomy else min(max(960 / game.width, 28), 52))

    def at(self, position):
        """The point in the middle of a cell, or between two."""
        x, y = position
        return EDGE + (x + 0.5) * self.cell, EDGE + (self.game.height - 0.5 - y) * self.cell

    @property
    def right(self):
        return EDGE + self.game.width * self.cell

    @property
    def bottom(self):
        return EDGE + self.game.height * self.cell

    def floor(self):
        """The dark floor with rounded walls."""
        w, h = self.right - EDGE, self.bottom - EDGE
        return svg.rect(EDGE, EDGE, w, h, rx=10, fill=FLOOR)

    def walls(self):
        """Walls as pipes: a wide line between neighbors, a dark one inside it."""
        steps = self._wall_steps()
        look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        blocks = [
            svg.rect(*self.at(cell), self.cell, self.cell, fill=FLOOR)
            for cell in sorted(self.game.walls)
            if {(cell[0] + 1, cell[1]), (cell[0], cell[1] - 1), (cell[0] + 1, cell[1] - 1)}
            <= self.game.walls
        ]
        return [
            svg.path(*steps, stroke=WALL, stroke_width=self.cell * 0.62, class_="walls", **look),
            svg.path(*steps, stroke=FLOOR, stroke_width=self.cell * 0.62 - 6, **look),
            *blocks,
        ]

    def _wall_steps(self):
        """Lines between all neighboring walls, and a dot for each wall."""
        steps = []
        for x, y in sorted(self.game.walls):
            steps += ["M", *self.at((x, y)), "h", 0]
            for there in ((x + 1, y), (x, y + 1)):
                if there in self.game.walls:
                    steps += ["M", *self.at((x, y)), "L", *self.at(there)]
        return steps

    def coordinates(self):
        """Numbers of columns below and of rows on the left, as cells count them."""
        step = 1 if self.cell >= 30 else 2
        columns = [
            svg.text(self.at((x, 0))[0], self.bottom + 14, x, SMALL, QUIET)
            for x in range(0, self.game.width, step)
        ]
        rows = [
            svg.text(EDGE - 8, self.at((0, y))[1], y, SMALL, QUIET, "end")
            for y in range(0, self.game.height, step)
        ]
        return columns + rows

    def food(self, cells, square=False, small=False):
        """Food as dots, or as little squares."""
        r = 0.09 * self.cell
        up = 0.3 * self.cell if small else 0
        parts = []
        for cell in sorted(cells):
            x, y = self.at(cell)
            x, y = x + up, y - up
            look = {"fill": CREAM, "class_": "food", "stroke": FLOOR, "stroke_width": 1}
            parts.append(
                svg.rect(x - r, y - r, 2 * r, 2 * r, **look)
                if square
                else svg.circle(x, y, r, **look)
            )
        return parts

    def capsules(self, cells):
        """Capsules: large dots with a bright ring."""
        return [
            svg.circle(
                *self.at(cell),
                0.22 * self.cell,
                fill=CREAM,
                stroke=GREEN,
                stroke_width=3,
                class_="capsule",
            )
            for cell in sorted(cells)
        ]

    def heat(self, values, hidden):
        """Cells colored by value, with the number where nobody stands."""
        colors, parts = scale(values.values()), []
        for cell, value in sorted(values.items()):
            (x, y), fill, half = self.at(cell), colors(value), self.cell / 2
            square = svg.rect(x - half, y - half, self.cell, self.cell, fill=fill, class_="heat")
            words = brief(value)
            fits = svg.text_width(words, SMALL) <= self.cell and cell not in hidden
            inside = svg.text(x, y + 4, words, SMALL, ink_on(fill), class_="value") if fits else ""
            tip = f"{cell}: {number(value)}"
            parts.append(svg.group(square, inside, tip=tip, data_cell=f"{cell[0]},{cell[1]}"))
        return parts

    def ways(self, position, actions, values, side):
        """A yellow triangle for each legal action, a plate with the number for each value."""
        best = max(values.values(), key=lambda v: side * v, default=None)
        parts = []
        for action in dict.fromkeys([*actions, *values]):
            if action not in VECTORS:
                raise ValueError(f"{action!r} is no action in a maze; known: {', '.join(VECTORS)}")
            dx, dy = VECTORS[action]
            x, y = self.at((position[0] + dx, position[1] + dy))
            tip = action
            if action in values:
                x, y = (x, y) if action != "Stop" else (x + 0.85 * self.cell, y - 0.62 * self.cell)
                sign = _plate(x, y, number(values[action]), values[action] == best)
                tip = f"{action}: {number(values[action])}"
            else:
                sign = _pointer(x, y, self.cell * 0.2, action)
            parts.append(svg.group(sign, tip=tip, class_="cell legal", data_action=action))
        return parts

    def trail(self, position, action):
        """A dotted line along the last move, from the cell that the agent came from."""
        if action is None:
            return ""
        if action not in VECTORS:
            raise ValueError(f"{action!r} is no action in a maze; known: {', '.join(VECTORS)}")
        dx, dy = VECTORS[action]
        start = (position[0] - dx, position[1] - dy)
        if action == "Stop" or start not in self.game.maze.moves:  # eaten, or between two cells
            return ""
        look = {"stroke_width": 4, "stroke_dasharray": "1 8", "stroke_linecap": "round"}
        return svg.line(*self.at(start), *self.at(position), YELLOW, class_="last", **look)

    def spread(self, positions):
        """The points of several agents; those who share a cell stand side by side."""
        points = []
        for i, position in enumerate(positions):
            here = [j for j, other in enumerate(positions) if other == position]
            shift = (here.index(i) - (len(here) - 1) / 2) * 0.42 * self.cell
            x, y = self.at(position)
            points.append((x + shift, y))
        return points


def brief(value) -> str:
    """A number in at most five characters where that can be."""
    size = abs(value)
    words = f"{value:.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"
    words = words.rstrip("0").rstrip(".") if "." in words else words
    return "0" if words == "-0" else words


def _pointer(x, y, r, action):
    """A triangle that points where the action goes; a square for Stop."""
    look = {"fill": YELLOW, "stroke": INK, "stroke_width": 1.5}
    if action == "Stop":
        return svg.rect(x - r / 2, y - r / 2, r, r, **look)
    dx, dy = creatures.LOOKS[action]
    tip, left, right = (r, 0), (-r, -r), (-r, r)
    turned = [(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in (tip, left, right)]
    return svg.polygon(turned, **look)


def _plate(x, y, words, is_best):
    """A number on a plate; the best one has a thick frame."""
    wide = svg.text_width(words, SMALL) + 10
    look = {"fill": PAPER, "stroke": INK, "stroke_width": 4 if is_best else 1}
    plate = svg.rect(x - wide / 2, y - 12, wide, 24, rx=6, **look)
    return plate + svg.text(x, y, words, SMALL, INK, class_="value")


def ring(x, y, r):
    """A dashed ring around the agent to move."""
    return svg.circle(
        x, y, r, fill="none", stroke=WHITE, stroke_width=2.5, stroke_dasharray="6 4", class_="mover"
    )


def split(values):
    """Values by cell and values by action."""
    values = values or {}
    if not isinstance(values, Mapping):
        raise ValueError("values: a dict by action ('North') or by cell ((x, y))")
    values = finite(values)
    cells = {key: value for key, value in values.items() if isinstance(key, tuple)}
    return cells, {key: value for key, value in values.items() if key not in cells}


def finish(field, title, status, desc, parts, notes=()) -> SVG:
    """The picture with its lines of words below the maze."""
    lines = [status, *notes]
    words = [
        svg.text(
            EDGE,
            field.bottom + FOOT + 28 * i + 6,
            line,
            NORMAL if i == 0 else SMALL,
            INK if i == 0 else QUIET,
            "start",
            class_="status",
        )
        for i, line in enumerate(lines)
    ]
    width = max(field.right + EDGE, max(svg.text_width(line) for line in lines) + 2 * EDGE)
    height = field.bottom + FOOT + 28 * len(lines)
    return svg.picture(width, height, title, desc, *parts, *words)


def legend(cells):
    """What the colors of a heat map mean."""
    if not cells:
        return []
    low, high = number(min(cells.values())), number(max(cells.values()))
    if max(cells.values()) < 0:
        return [f"values from {low} to {high}; darker is better for MIN"]
    if min(cells.values()) < 0:
        return [f"values from {low} (orange: good for MIN) to {high} (blue: good for MAX)"]
    return [f"values from {low} to {high}; darker is larger"]
