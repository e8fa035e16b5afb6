"""Capture the flag as a picture: red has square badges and square food, blue round ones."""

from lib.draw import creatures, svg
from lib.draw.colors import (
    INK,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    mix,
)
from lib.draw.maze_canvas import EDGE, FLOOR, Field, finish, legend, ring, split
from lib.draw.registry import draw_board, legal_actions, shown
from lib.draw.svg import SMALL, SVG
from lib.games.capture import CaptureTheFlag

TEAMS = (mix(VERMILLION, WHITE, 0.1), SKY)  # red, blue
TEAM_NAMES = ("red", "blue")


@draw_board.register(CaptureTheFlag)
def draw_capture(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with both teams: red has square badges and square food, blue round ones."""
    shown(game, state, lambda s: (s.players, s.home, game.to_move(s)))
    cells, moves = split(values)
    field = Field.of(game, roomy=bool(values))
    taken = {p.position for p in state.players} | state.capsules
    parts = [field.floor(), *_halves(field), *field.heat(cells, taken), *field.walls()]
    for team in (0, 1):
        own = {cell for cell in state.food if game.is_home(team, cell)}
        parts += field.food(own, square=team == 0, small=bool(cells))
    parts += field.capsules(state.capsules)
    position = state.players[state.agent].position
    if not game.is_terminal(state):
        parts.append(ring(*field.at(position), field.cell * 0.52))
    went = (state.agent - 1) % 4
    parts.append(field.trail(state.players[went].position, last))
    points = field.spread([player.position for player in state.players])
    parts += [
        _draw_player(field, game, state, agent, points[agent], last if agent == went else None)
        for agent in range(4)
    ]
    parts += [_name_player(field, p, i, points[i]) for i, p in enumerate(state.players)]
    parts += field.ways(position, legal_actions(game, state, legal), moves, game.side(state))
    parts += field.coordinates() + _team_names(field)
    status = capture_status(game, state)
    desc = status + ". " + " ".join(_in_words(game, state, agent) for agent in range(4))
    return finish(
        field,
        title or f"Capture the flag: {status}",
        status,
        desc,
        parts,
        [f"{state.moves_left} moves left", *legend(cells)],
    )


def capture_status(game, state) -> str:
    """The score, and whose turn it is or that the game is over."""
    red, blue = state.home
    agent = state.agent
    turn = f"{TEAM_NAMES[agent % 2]} {agent + 1} to move"
    return f"red {red} : {blue} blue, {'the game is over' if game.is_terminal(state) else turn}"


def _in_words(game, state, agent):
    """One agent in words."""
    player = state.players[agent]
    role = (
        "pacman" if game.is_pacman(state, agent) else "scared ghost" if player.scared else "ghost"
    )
    load = f", carrying {player.carrying}" if player.carrying else ""
    return f"{TEAM_NAMES[agent % 2]} {agent + 1}: {role} at {player.position}{load}."


def _halves(field):
    """A breath of team color on each half, and the line between them."""
    middle = (EDGE + field.right) / 2
    half, h = middle - EDGE, field.bottom - EDGE
    parts = [
        svg.rect(EDGE + i * half, EDGE, half, h, rx=10, fill=mix(FLOOR, TEAMS[i], 0.16))
        for i in (0, 1)
    ]
    look = {"stroke_width": 3, "stroke_dasharray": "3 9", "stroke_linecap": "round"}
    return [*parts, svg.line(middle, EDGE + 8, middle, field.bottom - 8, WHITE, **look)]


def _team_names(field):
    """Whose half is whose, above the maze."""
    quarter = (field.right - EDGE) / 4
    names = ("red (MAX): square badges", "blue (MIN): round badges")
    return [
        svg.text(EDGE + quarter * (1 + 2 * i), EDGE - 18, name, SMALL, INK)
        for i, name in enumerate(names)
    ]


def _draw_player(field, game, state, agent, point, heading):
    """An agent in its role: a pacman abroad, a ghost at home."""
    player, team = state.players[agent], agent % 2
    x, y = point
    if game.is_pacman(state, agent):
        heading = heading or ("East" if team == 0 else "West")
        body = creatures.pacman(x, y, 0.4 * field.cell, heading, TEAMS[team])
    else:
        body = creatures.ghost(x, y, 0.38 * field.cell, heading, TEAMS[team], player.scared > 0)
    return svg.group(body, tip=_in_words(game, state, agent))


def _name_player(field, player, agent, point):
    """Its number below, its timer above when it is scared, and what it carries."""
    (x, y), team = point, agent % 2
    name = creatures.badge(x, y + 0.5 * field.cell, agent + 1, TEAMS[team], square=team == 0)
    timer = creatures.badge(x, y - 0.5 * field.cell, player.scared, WHITE) if player.scared else ""
    corner = (x + 0.45 * field.cell, y - 0.45 * field.cell)
    bag = creatures.badge(*corner, f"+{player.carrying}", YELLOW) if player.carrying else ""
    return name + timer + bag
