"""Mazes: layouts read from text, and the ways between cells.

    %%%%%%      row 1      % wall   . food   o capsule   space: empty
    %P. o%      row 2      the other characters are the agents of a game
    %%%%%%      row 3

A cell is (x, y), counted from 0 at the bottom left: P stands on (1, 1), o on (4, 1).
Messages count rows from the top and columns from the left, from 1, as an editor does.
"""

import math
import re
import textwrap
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, cast

from lib.files import course_folder
from lib.game import Action, Game, State, is_whole
from lib.messages import GAMES, refuse_if

VECTORS = {"North": (0, 1), "South": (0, -1), "East": (1, 0), "West": (-1, 0), "Stop": (0, 0)}
REVERSE = {"North": "South", "South": "North", "East": "West", "West": "East"}
WALL, FOOD, CAPSULE, _EMPTY = "%", ".", "o", " "
SCARED_MOVES = 40  # a capsule scares for so many moves of each ghost

Cell = tuple[int, int]
Place = tuple[float, float]  # a cell, or half-way between two
LAYOUTS = course_folder("data/layouts")


def layout_names() -> list[str]:
    """The names of the layouts in data/layouts."""
    return sorted(path.stem for path in LAYOUTS.glob("*.lay"))


def layout_text(layout: str) -> str:
    """The text of a layout: text with walls or line breaks is one itself, the rest are names."""
    refuse_if(not isinstance(layout, str), GAMES.LAYOUT_NAME_TEXT, layout=layout)
    if "\n" in layout or WALL in layout:
        return layout
    names = layout_names()
    refuse_if(layout not in names, GAMES.NO_LAYOUT_DATA, layout=layout, known=", ".join(names))
    return (LAYOUTS / f"{layout}.lay").read_text(encoding="utf-8")


def _check_rectangle(rows: Sequence[str]) -> None:
    """Nothing, or a ValueError that names the first row of another length."""
    refuse_if(not rows, GAMES.PICTURE_EMPTY_NEEDS)
    first = len(rows[0])
    for number, count in enumerate(map(len, rows), 1):
        refuse_if(count != first, GAMES.ROW_COLUMNS_ROW, number=number, count=count, first=first)


def split_picture(text: str) -> tuple[list[str], dict[str, str]]:
    """The rows of a picture, and the notes below it: lines such as `score: 12`, by name."""
    refuse_if(not isinstance(text, str), GAMES.PICTURE_TEXT_2, text=text)
    rows, notes = [], {}
    for line in textwrap.dedent(text).strip("\n").splitlines():
        note = re.fullmatch(r"([a-z][a-z0-9 ]*):(.*)", line)
        if note:
            refuse_if(note[1] in notes, GAMES.LINE_TWICE, note=note[1])
            notes[note[1]] = note[2].strip()
        elif not notes or line.strip():
            rows.append(line)
    while rows and not rows[-1].strip():
        rows.pop()
    return rows, notes


class Maze:
    """The walls of a layout, what stands where at the start, and the ways between cells."""

    def __init__(self, text: str, agents: str):
        rows, notes = split_picture(text)
        refuse_if(notes, GAMES.LAYOUT_ONLY_PICTURE, notes=next(iter(notes), None))
        _check_rectangle(rows)
        self.width, self.height = len(rows[0]), len(rows)
        self.rows = tuple(rows)
        self.characters = WALL + FOOD + CAPSULE + _EMPTY + agents
        self.found = self.read(rows)
        self.walls = frozenset(self.found[WALL])
        for x, y in sorted(set(self.cells()) - self.walls):
            at_edge, place = (
                x in (0, self.width - 1) or y in (0, self.height - 1),
                self.where((x, y)),
            )
            refuse_if(at_edge, GAMES.BORDER_OPEN_NEEDS, place=place, wall=WALL)
        self.moves, self._distances = {}, {}
        for x, y in sorted(set(self.cells()) - self.walls):  # where each action leads
            steps = {action: (x + dx, y + dy) for action, (dx, dy) in VECTORS.items()}
            self.moves[x, y] = {a: there for a, there in steps.items() if there not in self.walls}

    def cells(self) -> list[Cell]:
        """All cells, column by column from the left, each from the bottom."""
        return [(x, y) for x in range(self.width) for y in range(self.height)]

    def read(self, rows: Sequence[str]) -> dict[str, tuple]:
        """The cells on which each character stands, in the order of `cells`."""
        found = {character: [] for character in self.characters}
        known = " ".join(sorted(found)).strip()
        for x, y in self.cells():
            sign, place = rows[self.height - 1 - y][x], self.where((x, y))
            facts = {"character": sign, "place": place, "known": known}
            refuse_if(sign not in found, GAMES.UNKNOWN_CHARACTER_LAYOUT, **facts)
            found[sign].append((x, y))
        return {character: tuple(cells) for character, cells in found.items()}

    def draw(self, things: dict) -> list[str]:
        """The rows of a picture: the walls, and on each cell of `things` its character."""
        things = things | dict.fromkeys(self.walls, WALL)
        rows = ([(x, y) for x in range(self.width)] for y in reversed(range(self.height)))
        return ["".join(things.get(cell, _EMPTY) for cell in row) for row in rows]

    def label(self, layout: str) -> str:
        """The name of the layout in quotes, or its size if it has no name."""
        return f"<{self.width} by {self.height}>" if WALL in layout else repr(layout)

    def where(self, cell: Cell) -> str:
        """The place of a cell in the text, as a person counts: row 1 is the top one."""
        return f"row {self.height - cell[1]}, column {cell[0] + 1}"

    def distances_from(self, cell: Cell) -> dict[Cell, int]:
        """The number of steps from `cell` to every cell that can be reached; computed once."""
        if cell not in self._distances:
            steps, edge = {cell: 0}, [cell]
            for here in edge:  # breadth first: the edge grows while we walk along it
                for there in self.moves[here].values():
                    if there not in steps:
                        steps[there] = steps[here] + 1
                        edge.append(there)
            self._distances[cell] = steps
        return self._distances[cell]

    def distance(self, a: Place, b: Place) -> float:
        """The steps from `a` to `b` around the walls; halves between cells, inf if no way."""
        near_a, near_b = self._near(a), self._near(b)
        if a == b:
            return 0
        return min(
            self.distances_from(cell_a).get(cell_b, math.inf) + rest_a + rest_b
            for cell_a, rest_a in near_a.items()
            for cell_b, rest_b in near_b.items()
        )

    def _near(self, position) -> dict:
        """The cell at `position`, or the two around it, each with the way there."""
        x, y = position
        around = {(math.floor(x), math.floor(y)), (math.ceil(x), math.ceil(y))}
        near = {cell: abs(cell[0] - x) + abs(cell[1] - y) for cell in sorted(around)}
        if not around <= self.moves.keys() or max(near.values()) > 0.5:
            raise ValueError(GAMES.NOT_OPEN_CELL.format(position=position))
        return near

    def check_reachable(self, start: Cell, cells: Iterable[Cell], name: str) -> None:
        """Nothing, or a ValueError that names the first cell that `start` cannot reach."""
        steps = self.distances_from(start)
        for cell in cells:
            refuse_if(cell not in steps, GAMES.CANNOT_REACHED, name=name, cell=self.where(cell))

    def only_cell(self, name: str, cells: Sequence[Cell]) -> Cell | None:
        """The cell of an agent, None if it is not in the picture; a second one is a ValueError."""
        count, places = len(cells), " and ".join(self.where(cell) for cell in cells)
        refuse_if(count > 1, GAMES.STANDS_TIMES_PICTURE, name=name, count=count, places=places)
        return cells[0] if cells else None

    def check_walls(self, rows: Sequence[str]) -> None:
        """Nothing, or a ValueError: `rows` must show this maze, wall for wall."""
        _check_rectangle(rows)
        own, drawn = (self.width, self.height), (len(rows[0]), len(rows))
        sizes = dict(zip(("width", "height", "columns", "rows"), own + drawn, strict=True))
        refuse_if(own != drawn, GAMES.PICTURE_WIDE_HIGH, **sizes)
        for cell in self.cells():
            shown = rows[self.height - 1 - cell[1]][cell[0]]
            unlike = (shown == WALL) != (cell in self.walls)
            what = "a wall" if shown == WALL else "no wall"
            refuse_if(unlike, GAMES.PICTURE_UNLIKE_MAZE, what=what, cell=self.where(cell))

    def check_picture(self, rows: Sequence[str], redrawn: Sequence[str]) -> None:
        """Nothing, or a ValueError: what the notes say must be what the picture shows."""
        for x, y in self.cells():
            shown, said = rows[self.height - 1 - y][x], redrawn[self.height - 1 - y][x]
            place = self.where((x, y))
            refuse_if(shown != said, GAMES.PICTURE_BUT_ALL, shown=shown, place=place, said=said)


class MazeGame(Game):
    """A game in a maze: what evaluators and pictures ask of it."""

    endless = False  # whether a game may go on without a limit of moves

    def __init__(self, layout: str, agents: str, max_moves: int | None):
        is_limit = is_whole(max_moves, 1) or (self.endless and max_moves is None)
        refuse_if(not is_limit, GAMES.MAX_MOVES_WHOLE, max_moves=max_moves)
        self.layout, self.max_moves = layout, cast(Any, max_moves)  # None only in endless games
        self.maze = Maze(layout_text(layout), agents)
        self.walls = self.maze.walls
        self.width, self.height = self.maze.width, self.maze.height  # walls included

    def distance(self, a: Place, b: Place) -> float:
        """The steps from `a` to `b` around the walls; `a` and `b` may lie between two cells."""
        return self.maze.distance(a, b)

    @abstractmethod
    def score(self, state: State) -> int:
        """The points so far, in any state."""

    def utility(self, state: State) -> float:
        refuse_if(not self.is_terminal(state), GAMES.GAME_NOT_OVER_NO)
        return self.score(state)


def require(action: Action, legal: Sequence[Action]) -> None:
    """Nothing, or a ValueError that names the illegal action and the legal ones."""
    if action not in legal:
        refuse_if(not legal, GAMES.ILLEGAL_ACTION_GAME_OVER, action=action)
        raise ValueError(GAMES.ILLEGAL_ACTION_LEGAL.format(action=action, legal=", ".join(legal)))


def put(items: tuple, index: int, item: Any) -> tuple:
    """The tuple `items` with another item at `index`."""
    return (*items[:index], item, *items[index + 1 :])


def step(position: Place, action: str, length: float) -> Place:
    """The position `length` cells further on; whole numbers stay whole."""
    (x, y), (dx, dy) = position, VECTORS[action]
    return whole(x + length * dx), whole(y + length * dy)


def whole(number: float) -> float:
    """3 for 3.0, and 3.5 for 3.5: one way to write each number."""
    return int(number) if number == int(number) else number


def nearest_cell(position: Place) -> Cell:
    """The cell at or next to `position`; a half rounds up."""
    return math.floor(position[0] + 0.5), math.floor(position[1] + 0.5)
