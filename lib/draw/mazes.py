"""Mazes on paper: Pacman and capture the flag as pictures, heat maps of evaluators over a maze.

In capture the flag MAX's team has MAX's color, square badges and food, MIN's team MIN's color and
round ones. No picture says red: nothing in it is red.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial, singledispatch
from typing import Any

from lib.draw import colors, messages, svg
from lib.draw.colors import BLACK, INK, PAPER, QUIET, WHITE, ink_on, mix
from lib.draw.registry import Speech, draw_board, finite, legal_actions, shown, speech
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.evaluate import Evaluator
from lib.game import MAX, Action, Game, State, is_number
from lib.games import CaptureTheFlag, Pacman
from lib.games.maze import VECTORS, MazeGame
from lib.messages import refuse_if

MARGIN, FOOT, HIGH = 40, 36, 60  # HIGH: of a cell in a heat map
FLOOR, WALL, CREAM, PACMAN = "#12141F", "#7A8794", "#FFF3D6", "#F0E442"  # of the game, no roles
_HEADINGS = {"East": 0, "South": 90, "West": 180, "North": 270}  # degrees, clockwise on paper
_LOOKS = {"East": (1, 0), "South": (0, 1), "West": (-1, 0), "North": (0, -1)}
_MOUTH = 38  # degrees from the middle of the mouth to each lip
Cell = tuple[float, float]


class _MazeCanvas:
    """The maze on paper; a roomy one has space for numbers beside the mover."""

    def __init__(self, game: MazeGame, roomy: bool = False):
        self.game, self.cell = game, 56 if roomy else min(max(960 / game.width, 28), 52)
        self.right = MARGIN + game.width * self.cell
        self.bottom = MARGIN + game.height * self.cell

    def at(self, position: Cell) -> tuple[float, float]:
        """The point in the middle of a cell, or between two."""
        x, y = position
        return MARGIN + (x + 0.5) * self.cell, MARGIN + (self.game.height - 0.5 - y) * self.cell

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
            r, tip = self.cell * 0.2, action
            look: dict[str, Any] = {"fill": PAPER, "stroke": INK}
            if action in values:  # a plate; the best one has a thick frame
                x, y = (x, y) if action != "Stop" else (x + 0.85 * self.cell, y - 0.62 * self.cell)
                words = number(values[action])
                tip, wide = f"{action}: {words}", svg.text_width(words, SMALL) + 10
                look["stroke_width"] = 4 if values[action] == best else 1
                sign = svg.rect(x - wide / 2, y - 12, wide, 24, rx=6, **look)
                sign += svg.text(x, y, words, SMALL, INK, class_="value")
            elif action == "Stop":
                sign = svg.rect(x - r / 2, y - r / 2, r, r, **look, stroke_width=1.5)
            else:  # it points where the action goes
                (h, v), corners = _LOOKS[action], ((r, 0), (-r, -r), (-r, r))
                points = [(x + a * h - b * v, y + a * v + b * h) for a, b in corners]
                sign = svg.polygon(points, **look, stroke_width=1.5)
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
        name = badge(number, x, y + half, 11, fill=fill, square=square)
        timer = badge(scared, x, y - half, 11, fill=WHITE) if scared else ""
        bag = badge(f"+{carrying}", x + half, y - half, 11, fill=CREAM) if carrying else ""
        return name + timer + bag

    def finish(self, title: str, desc: str, parts: list[str], lines: list[str]) -> SVG:
        """The picture with its lines of words below the maze, the status first."""
        words = svg.captions(MARGIN, self.bottom + FOOT + 6, lines, 28)
        width = max(self.right + MARGIN, max(map(svg.text_width, lines)) + 2 * MARGIN)
        return svg.picture(width, self.bottom + FOOT + 28 * len(lines), title, desc, *parts, *words)


def _vector(action):
    """Where an action goes; a ValueError for one that no maze knows."""
    known = ", ".join(VECTORS)
    refuse_if(action not in VECTORS, messages.NOT_IN_A_MAZE, action=action, known=known)
    return VECTORS[action]


@dataclass(frozen=True)
class _HeatCanvas:
    """One heat map: cells as boxes, each with a number and the way to something better."""

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
            steps: list[Any] = []
            left, low, ink = x + 12 * (cell in taken), y + 13, ink_on(fill)
            dx, dy = ways[cell][0] - cell[0], cell[1] - ways[cell][1]
            for pen, a, b in (("M", -11, 0), ("L", 10, 0), ("L", 4, -6), ("M", 10, 0), ("L", 4, 6)):
                steps += [pen, left + a * dx - b * dy, low + a * dy + b * dx]
            arrow = svg.path(*steps, fill="none", stroke=ink, stroke_width=2.5, class_="way")
            if ways[cell] == cell:  # nothing better: a dot
                arrow = svg.circle(left, low, 4, fill=ink, class_="stay")
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


def brief(value: float) -> str:
    """A number in at most five characters where that can be."""
    size = abs(value)
    words = f"{value:.{0 if size >= 100 else 1 if size >= 10 else 2}f}"
    words = words.rstrip("0").rstrip(".") if "." in words else words
    return "0" if words == "-0" else words


def pacman(x: float, y: float, r: float, heading: str | None = "East", fill: str = PACMAN) -> str:
    """A disc with a wedge cut out in the direction it goes, and an eye above the mouth."""
    turn = _HEADINGS.get(heading or "East", 0)
    lip, chin = _at(x, y, r, turn + _MOUTH), _at(x, y, r, turn - _MOUTH)
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
    (dx, dy), heights = _LOOKS.get(heading or "", (0, 0)), (0.35, 0.15, 0.35, 0.15, 0.35)
    for side in (-1, 1):
        if scared:
            body += svg.circle(x + side * 0.35 * r, y - 0.3 * r, 0.13 * r, fill=BLACK)
        else:  # pupils show where the ghost is going
            ex, ey = x + side * 0.4 * r, y - 0.25 * r
            body += svg.circle(ex, ey, 0.28 * r, fill=WHITE, stroke=INK, stroke_width=1)
            body += svg.circle(ex + dx * 0.13 * r, ey + dy * 0.13 * r, 0.14 * r, fill=BLACK)
    if not scared:
        return body
    corners = [("L", x - 0.6 * r + i * 0.3 * r, y + high * r) for i, high in enumerate(heights)]
    steps = ["M", *[step for corner in corners for step in corner][1:]]
    return body + svg.path(*steps, fill="none", stroke=BLACK, stroke_width=2)


def badge(words: object, x: float, y: float, r: float, *, fill: str, square: bool = False) -> str:
    """A small plate with a word on it: square for the first team, round for all others."""
    wide, turn = max(svg.text_width(words, SMALL) + 6, 22), 2 if square else r
    plate = svg.rect(x - wide / 2, y - r, wide, 2 * r, rx=turn, fill=fill, stroke=INK)
    return plate + svg.text(x, y, words, SMALL, ink_on(fill), font_weight="bold", class_="badge")


ARROWS = {"ArrowUp": "North", "ArrowDown": "South", "ArrowRight": "East", "ArrowLeft": "West"}
TEAMS = ("MAX", "MIN")
Maps = Evaluator | Mapping[str, Evaluator]


class _MazeSpeech(Speech):
    """Agents are steered with the arrow keys."""

    hint = messages.CLICK_MAZE

    def keys(self):
        return {**ARROWS, ".": "Stop"}

    def buttons(self, state, part=None):
        return [[id, id] for id in VECTORS if id in self.by_id(state)]


def heat_map(
    game: MazeGame, state: State, evaluate: Maps, *,
    agent: int | None = None, reach: float | None = None,
) -> SVG:  # fmt: skip
    """The maze, each free cell with what `evaluate(game, state)` says if the agent stood there.

    A dict from headings to evaluators makes several maps with one scale; `reach` is its far end.
    The agent is Pacman, or in capture the flag the one to move unless you name another.
    """
    stands, side, figures = standing(game, state, agent)
    name = messages.HEAT_MAP.format(name=getattr(evaluate, "__name__", type(evaluate).__name__))
    named = evaluate if isinstance(evaluate, Mapping) else {name: evaluate}
    cells: list[Cell] = [*sorted(game.maze.moves)]
    maps = {h: {c: says(game, stands(c)) for c in cells} for h, says in named.items()}
    values = [value for map_ in maps.values() for value in map_.values()]
    for cell, value in zip(cells * len(maps), values, strict=True):
        refuse_if(not is_number(value), messages.BAD_EVALUATOR, value=value, cell=cell)
    scale = colors.Scale.of(values if reach is None else [reach])
    wide = max(52, *(svg.text_width(brief(value), SMALL) + 12 for value in values))
    parts, top, desc = [], 8.0, ""
    for heading, map_ in maps.items():
        canvas = _HeatCanvas(map_, scale, wide, top + 36)
        parts.append(svg.text(MARGIN, top + 18, heading, NORMAL, INK, "start", font_weight="bold"))
        ways: dict[Cell, Cell] = {}
        for cell, moves in game.maze.moves.items():
            ways[cell] = max([cell, *moves.values()], key=lambda there: side * map_[there])
        parts += canvas.boxes(ways, figures)
        parts += canvas.food(state.food, 5) + canvas.food(state.capsules, 9)
        for i, (position, draw) in enumerate(figures.items()):
            parts.append(canvas.figure(position, draw, None if i else "6 4"))
        low, high = number(min(map_.values())), number(max(map_.values()))
        desc += messages.HEAT_DESC.format(name=heading, low=low, high=high)
        right, top = canvas.ends[0], canvas.ends[1] + 14
    parts += svg.lines(MARGIN, top + 12, messages.HEAT_KEY)
    width, top = max(right + 24, 960), top + 24 * len(messages.HEAT_KEY) + 20
    parts.append(svg.scale_bar((width - 600) / 2, top, scale, (messages.BAD, messages.GOOD)))
    if scale.is_log:
        parts.append(svg.text(width / 2, top + 66, messages.LOG_SCALE, SMALL, QUIET))
    return svg.picture(width, top + 84, " / ".join(maps), desc, *parts)


@singledispatch
def standing(game: Game, state: State, agent: int | None) -> tuple:
    """A function from cell to `state` with the agent there; its side; who stands where."""
    raise ValueError(messages.HEAT_MAP_MAZE.format(game=game))


@draw_board.register(Pacman)
def _draw_pacman(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with Pacman, ghosts, food; `values` by action of the mover."""
    shown(game, state, lambda s: (s.pacman, s.ghosts, game.to_move(s)))
    moves = finite(values or {})
    maze = _MazeCanvas(game, roomy=bool(values))
    went = (state.agent - 1) % len(game.sides)  # who made the last move
    positions = [state.pacman, *(ghost.position for ghost in state.ghosts)]
    here = positions[state.agent]
    parts = [maze.floor(), *maze.walls(), *maze.food(state.food), *maze.capsules(state.capsules)]
    parts += [] if game.is_terminal(state) else [maze.ring(here)]
    parts.append(maze.trail(positions[went], last))
    x, y = maze.at(state.pacman)
    parts.append(pacman(x, y, 0.4 * maze.cell, None if went else last))
    if state.lost:
        look = {"fill": "none", "stroke": colors.TROUBLE.line, "stroke_width": 5}
        parts.append(svg.cross(x, y, 0.45 * maze.cell, class_="caught", **look))
    ghosts = [*zip(state.ghosts, maze.spread(positions[1:]), _ghost_colors(game), strict=False)]
    for i, (one, point, fill) in enumerate(ghosts, 1):
        body = ghost(*point, 0.38 * maze.cell, one.direction, fill, one.scared > 0)
        parts.append(svg.group(body, tip=f"ghost {i} at {one.position}"))
    parts += [maze.badges(at, i, fill, one.scared) for i, (one, at, fill) in enumerate(ghosts, 1)]
    parts += maze.ways(here, legal_actions(game, state, legal), moves, game.side(state))
    turn = _turn(game, state, _pacman_ending(game, state))
    status = messages.PACMAN_SCORE.format(score=state.score, turn=turn)
    told = ""
    for i, one in enumerate(state.ghosts, 1):
        scared = ", scared" if one.scared else ""
        told += messages.GHOST.format(number=i, position=one.position, scared=scared)
    places = {"width": game.width, "height": game.height, "pacman": state.pacman}
    counts = {"food": len(state.food), "capsules": len(state.capsules), "status": status}
    desc = messages.MAZE.format(**places, **counts, ghosts=told)
    parts = [svg.fixed(*parts), *maze.coordinates()]
    return maze.finish(title or f"Pacman: {status}", desc, parts, [status])


def _turn(game, state, ending):
    """Whose turn it is; `ending` where the game is over."""
    mover = messages.TO_MOVE.format(who=speech(game).mover(state))
    return ending if game.is_terminal(state) else mover


def _pacman_ending(game, state):
    """Won, lost, or out of time, in words."""
    how = "won" if game.is_win(state) else "lost" if game.is_lose(state) else "time"
    return messages.PACMAN_ENDINGS[how]


def _ghost_colors(game):
    """The color of the side for which ghosts play, each one a little paler than the one before."""
    sides = enumerate(game.sides[1:])
    return [mix(colors.of_side(side).line, WHITE, 0.16 * (i % 4)) for i, side in sides]


@standing.register
def _(game: Pacman, state, agent):
    figures = {state.pacman: pacman}
    for one, fill in zip(state.ghosts, _ghost_colors(game), strict=True):
        figures[one.position] = partial(ghost, heading=None, fill=fill, scared=one.scared > 0)
    return lambda cell: state._replace(pacman=cell), MAX, figures


@speech.register(Pacman)
class PacmanSpeech(_MazeSpeech):
    """Pacman and numbered ghosts; the score says how well it went."""

    seats, has_winner = messages.SEATS_PACMAN, False

    def mover(self, state: State) -> str:
        agent = self.game.to_move(state)
        return f"ghost {agent}" if agent else "Pacman"

    def outcome(self, state: State) -> str:
        how, score = _pacman_ending(self.game, state), self.game.utility(state)
        return messages.PACMAN_ENDING.format(how=how, score=score)


@draw_board.register(CaptureTheFlag)
def _draw_capture(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with both teams, each in its side's color and with badges of its own shape."""
    shown(game, state, lambda s: (s.players, s.home, game.to_move(s)))
    moves = finite(values or {})
    maze = _MazeCanvas(game, roomy=bool(values))
    positions = [player.position for player in state.players]
    here, went, points = positions[state.agent], (state.agent - 1) % 4, maze.spread(positions)
    middle, high = (MARGIN + maze.right) / 2, maze.bottom - MARGIN
    parts = [maze.floor()]
    for i, team in enumerate(TEAMS):  # a breath of team color on each half, a line between them
        half = (MARGIN + i * (middle - MARGIN), MARGIN, middle - MARGIN, high)
        fill = mix(FLOOR, _team_color(i).line, 0.22)
        parts.append(svg.rect(*half, rx=10, fill=fill, class_=f"half {team.lower()}"))
    look: dict[str, Any] = {"stroke_width": 3, "stroke_dasharray": "3 9", "stroke_linecap": "round"}
    parts += [svg.line(middle, MARGIN + 8, middle, maze.bottom - 8, WHITE, **look), *maze.walls()]
    for i in (0, 1):
        own = {cell for cell in state.food if game.is_home(i, cell)}
        parts += maze.food(own, square=i == 0)
    parts += maze.capsules(state.capsules)
    parts += [] if game.is_terminal(state) else [maze.ring(here)]
    parts.append(maze.trail(positions[went], last))
    for agent, point in enumerate(points):
        heading, fill = last if agent == went else None, _team_color(agent).line
        body = ghost(*point, 0.38 * maze.cell, heading, fill, state.players[agent].scared > 0)
        if game.is_pacman(state, agent):
            body = pacman(*point, 0.4 * maze.cell, heading or ("East", "West")[agent % 2], fill)
        parts.append(svg.group(body, tip=_player_in_words(game, state, agent)))
    for agent, player in enumerate(state.players):
        look = {"square": agent % 2 == 0, "carrying": player.carrying}
        fill = _team_color(agent).line
        parts.append(maze.badges(points[agent], agent + 1, fill, player.scared, **look))
    parts += maze.ways(here, legal_actions(game, state, legal), moves, game.side(state))
    parts = [svg.fixed(*parts), *maze.coordinates()]
    for i, name in enumerate(TEAMS):  # whose half is whose, above the maze
        x = MARGIN + (maze.right - MARGIN) / 4 * (1 + 2 * i)
        parts.append(svg.text(x, MARGIN - 18, messages.TEAMS[name], SMALL, INK))
    (first, second), turn = state.home, _turn(game, state, messages.GAME_IS_OVER)
    status = messages.TEAM_SCORES.format(first=first, second=second, turn=turn)
    desc = " ".join([f"{status}.", *(_player_in_words(game, state, a) for a in range(4))])
    lines = [status, messages.MOVES_LEFT.format(count=state.moves_left)]
    return maze.finish(title or f"Capture the flag: {status}", desc, parts, lines)


def _team_color(agent):
    """The color of an agent's team: MAX's for 0 and 2, MIN's for 1 and 3."""
    return (colors.MAX_COLOR, colors.MIN_COLOR)[agent % 2]


def _player_in_words(game, state, agent):
    """One agent in words."""
    player = state.players[agent]
    role = "scared ghost" if player.scared else "ghost"
    role = "pacman" if game.is_pacman(state, agent) else role
    load = messages.CARRYING.format(count=player.carrying) if player.carrying else ""
    place = {"team": TEAMS[agent % 2], "number": agent + 1, "position": player.position}
    return messages.PLAYER.format(**place, role=role, load=load)


@standing.register
def _(game: CaptureTheFlag, state, agent):
    agent = state.agent if agent is None else agent
    refuse_if(agent not in range(4), messages.BAD_AGENT, agent=agent)
    before, player, after = state.players[:agent], state.players[agent], state.players[agent + 1 :]

    def stands(cell):
        return state._replace(players=(*before, player._replace(position=cell), *after))

    order = [agent, *(other for other in range(4) if other != agent)]
    marks = {a: {"fill": _team_color(a).line, "square": a % 2 == 0} for a in order}
    figures = {state.players[a].position: partial(badge, a + 1, **marks[a]) for a in order}
    return stands, game.sides[agent], figures


@speech.register(CaptureTheFlag)
class CaptureSpeech(_MazeSpeech):
    """As the picture names them: MAX 1, MIN 2, MAX 3, MIN 4."""

    seats = messages.SEATS_TEAMS

    def mover(self, state: State) -> str:
        return f"{super().mover(state)} {self.game.to_move(state) + 1}"

    def outcome(self, state: State) -> str:
        return messages.HOME_SCORES.format(first=state.home[0], second=state.home[1])
