"""Pacman and capture the flag as pictures, and heat maps of evaluators over a maze.

In capture the flag the rules call the teams red and blue. Red is MAX: it is painted in MAX's color,
with square badges and square food. Blue is MIN: MIN's color, round badges, round food.
"""

from collections.abc import Mapping
from functools import partial, singledispatch

from lib.draw import colors, messages, svg
from lib.draw import maze_canvas as mc
from lib.draw.colors import INK, QUIET, WHITE, mix
from lib.draw.maze_canvas import FLOOR, MARGIN, Cell, MazeCanvas, ghost, pacman
from lib.draw.registry import Speech, draw_board, finite, legal_actions, shown, speech
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.evaluate import Evaluator
from lib.game import MAX, Game, State, is_number
from lib.games.capture import CaptureTheFlag
from lib.games.maze import VECTORS, MazeGame
from lib.games.pacman import Pacman
from lib.messages import refuse_if

ARROWS = {"ArrowUp": "North", "ArrowDown": "South", "ArrowRight": "East", "ArrowLeft": "West"}
TEAMS = ("red", "blue")
Maps = Evaluator | Mapping[str, Evaluator]


class MazeSpeech(Speech):
    """Agents are steered with the arrow keys."""

    hint = messages.CLICK_MAZE

    def keys(self):
        return {**ARROWS, ".": "Stop"}

    def buttons(self, state, part=None):
        return [[id, id] for id in VECTORS if id in self.by_id(state)]


def heat_map(
    game: MazeGame, state: State, evaluate: Maps, *, agent: int | None = None, reach=None
) -> SVG:
    """The maze, each free cell with what `evaluate(game, state)` says if the agent stood there.

    A dict from headings to evaluators makes several maps with one scale; `reach` is its far end,
    unless the values are to say it. An arrow leads to the best neighbor, a dot: none is better.
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
    wide = max(52, *(svg.text_width(mc.brief(value), SMALL) + 12 for value in values))
    parts, top, desc = [], 8.0, ""
    for heading, map_ in maps.items():
        canvas = mc.HeatCanvas(map_, scale, wide, top + 36)
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
    parts.append(svg.scale_bar((width - 600) / 2, top, scale, messages.BAD, messages.GOOD))
    if scale.is_log:
        parts.append(svg.text(width / 2, top + 66, messages.LOG_SCALE, SMALL, QUIET))
    return svg.picture(width, top + 84, " / ".join(maps), desc, *parts)


@singledispatch
def standing(game: Game, state: State, agent: int | None) -> tuple:
    """A function from cell to `state` with the agent there; its side; who stands where."""
    raise ValueError(messages.HEAT_MAP_MAZE.format(game=game))


@draw_board.register(Pacman)
def draw_pacman(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with Pacman, ghosts, food; `values` by action of the mover."""
    shown(game, state, lambda s: (s.pacman, s.ghosts, game.to_move(s)))
    moves = finite(values or {})
    maze = MazeCanvas.of(game, roomy=bool(values))
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
    desc = _pacman_in_words(game, state, status)
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


def _pacman_in_words(game, state, status):
    """The picture in words."""
    ghosts = ""
    for i, one in enumerate(state.ghosts, 1):
        scared = ", scared" if one.scared else ""
        ghosts += messages.GHOST.format(number=i, position=one.position, scared=scared)
    places = {"width": game.width, "height": game.height, "pacman": state.pacman}
    counts = {"food": len(state.food), "capsules": len(state.capsules), "status": status}
    return messages.MAZE.format(**places, **counts, ghosts=ghosts)


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
class PacmanSpeech(MazeSpeech):
    """Pacman and numbered ghosts; the score says how well it went."""

    seats, has_winner = messages.SEATS_PACMAN, False

    def mover(self, state):
        agent = self.game.to_move(state)
        return f"ghost {agent}" if agent else "Pacman"

    def outcome(self, state):
        how, score = _pacman_ending(self.game, state), self.game.utility(state)
        return messages.PACMAN_ENDING.format(how=how, score=score)


@draw_board.register(CaptureTheFlag)
def draw_capture(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with both teams, each in its side's color and with badges of its own shape."""
    shown(game, state, lambda s: (s.players, s.home, game.to_move(s)))
    moves = finite(values or {})
    maze = MazeCanvas.of(game, roomy=bool(values))
    positions = [player.position for player in state.players]
    here, went, points = positions[state.agent], (state.agent - 1) % 4, maze.spread(positions)
    parts = [maze.floor(), *_halves(maze), *maze.walls()]
    for team in (0, 1):
        own = {cell for cell in state.food if game.is_home(team, cell)}
        parts += maze.food(own, square=team == 0)
    parts += maze.capsules(state.capsules)
    parts += [] if game.is_terminal(state) else [maze.ring(here)]
    parts.append(maze.trail(positions[went], last))
    for agent, point in enumerate(points):
        heading = last if agent == went else None
        parts.append(_draw_player(maze, game, state, agent, point, heading))
    for agent, player in enumerate(state.players):
        look = {"square": agent % 2 == 0, "carrying": player.carrying}
        fill = _team_color(agent).line
        parts.append(maze.badges(points[agent], agent + 1, fill, player.scared, **look))
    parts += maze.ways(here, legal_actions(game, state, legal), moves, game.side(state))
    parts = [svg.fixed(*parts), *maze.coordinates()]
    for i, name in enumerate(TEAMS):  # whose half is whose, above the maze
        x = MARGIN + (maze.right - MARGIN) / 4 * (1 + 2 * i)
        parts.append(svg.text(x, MARGIN - 18, messages.TEAMS[name], SMALL, INK))
    (red, blue), turn = state.home, _turn(game, state, messages.GAME_IS_OVER)
    status = messages.TEAM_SCORES.format(red=red, blue=blue, turn=turn)
    desc = " ".join([f"{status}.", *(_player_in_words(game, state, a) for a in range(4))])
    lines = [status, messages.MOVES_LEFT.format(count=state.moves_left)]
    return maze.finish(title or f"Capture the flag: {status}", desc, parts, lines)


def _team_color(agent):
    """The color of an agent's team: red is MAX, blue is MIN."""
    return (colors.MAX_COLOR, colors.MIN_COLOR)[agent % 2]


def _player_in_words(game, state, agent):
    """One agent in words."""
    player = state.players[agent]
    role = "scared ghost" if player.scared else "ghost"
    role = "pacman" if game.is_pacman(state, agent) else role
    load = messages.CARRYING.format(count=player.carrying) if player.carrying else ""
    place = {"team": TEAMS[agent % 2], "number": agent + 1, "position": player.position}
    return messages.PLAYER.format(**place, role=role, load=load)


def _halves(maze):
    """A breath of team color on each half, and the line between them."""
    middle = (MARGIN + maze.right) / 2
    half, high = middle - MARGIN, maze.bottom - MARGIN
    parts = []
    for i, team in enumerate(TEAMS):
        look = {"fill": mix(FLOOR, _team_color(i).line, 0.22), "class_": f"half {team}"}
        parts.append(svg.rect(MARGIN + i * half, MARGIN, half, high, rx=10, **look))
    look = {"stroke_width": 3, "stroke_dasharray": "3 9", "stroke_linecap": "round"}
    return [*parts, svg.line(middle, MARGIN + 8, middle, maze.bottom - 8, WHITE, **look)]


def _draw_player(maze, game, state, agent, point, heading):
    """An agent in its role: a pacman abroad, a ghost at home."""
    scared, fill = state.players[agent].scared > 0, _team_color(agent).line
    body = ghost(*point, 0.38 * maze.cell, heading, fill, scared)
    if game.is_pacman(state, agent):
        heading = heading or ("West" if agent % 2 else "East")
        body = pacman(*point, 0.4 * maze.cell, heading, fill)
    return svg.group(body, tip=_player_in_words(game, state, agent))


@standing.register
def _(game: CaptureTheFlag, state, agent):
    agent = state.agent if agent is None else agent
    refuse_if(agent not in range(4), messages.BAD_AGENT, agent=agent)
    before, player, after = state.players[:agent], state.players[agent], state.players[agent + 1 :]

    def stands(cell):
        return state._replace(players=(*before, player._replace(position=cell), *after))

    order = [agent, *(other for other in range(4) if other != agent)]
    marks = {a: {"fill": _team_color(a).line, "square": a % 2 == 0} for a in order}
    figures = {state.players[a].position: partial(mc.badge, a + 1, **marks[a]) for a in order}
    return stands, game.sides[agent], figures


@speech.register(CaptureTheFlag)
class CaptureSpeech(MazeSpeech):
    """As the picture names them: red 1, blue 2, red 3, blue 4."""

    seats = messages.SEATS_TEAMS

    def mover(self, state):
        team = "red" if self.game.side(state) == MAX else "blue"
        return f"{team} {self.game.to_move(state) + 1}"

    def outcome(self, state):
        return messages.HOME_SCORES.format(red=state.home[0], blue=state.home[1])
