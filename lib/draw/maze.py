"""Pacman as a picture, and heat maps of evaluators over a maze."""

from lib.draw import creatures, svg
from lib.draw.colors import ORANGE, PURPLE, SKY, VERMILLION, WHITE
from lib.draw.maze_canvas import Field, finish, legend, ring, split
from lib.draw.registry import draw_board, legal_actions, shown
from lib.draw.svg import SVG
from lib.game import is_number
from lib.games.capture import CaptureTheFlag
from lib.games.pacman import Pacman

GHOSTS = (VERMILLION, SKY, PURPLE, ORANGE)


@draw_board.register(Pacman)
def draw_pacman(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The maze with Pacman, ghosts, food; `values` by action of the mover, or by cell (x, y)."""
    shown(game, state, lambda s: (s.pacman, s.ghosts, game.to_move(s)))
    cells, moves = split(values)
    field = Field.of(game, roomy=bool(values))
    mover = (state.agent - 1) % len(game.sides)  # who made the last move
    parts = [field.floor(), *field.heat(cells, _taken(game, state)), *field.walls()]
    parts += field.food(state.food, small=bool(cells)) + field.capsules(state.capsules)
    if not game.is_terminal(state):
        parts.append(ring(*field.at(_position(state)), field.cell * 0.52))
    went = state.pacman if mover == 0 else state.ghosts[mover - 1].position
    parts.append(field.trail(went, last))
    parts.append(_draw_pacman(field, game, state, last if mover == 0 else None))
    points = field.spread([ghost.position for ghost in state.ghosts])
    for draw in (_draw_ghost, _name_ghost):
        parts += [draw(field, i, state.ghosts[i], *points[i]) for i in range(len(points))]
    parts += field.ways(
        _position(state), legal_actions(game, state, legal), moves, game.side(state)
    )
    parts += field.coordinates()
    status = pacman_status(game, state)
    desc = (
        f"A maze of {game.width} by {game.height} cells. Pacman at {state.pacman}. "
        + "".join(
            f"Ghost {i} at {g.position}{', scared' if g.scared else ''}. "
            for i, g in enumerate(state.ghosts, 1)
        )
        + f"{len(state.food)} food, {len(state.capsules)} capsules left. {status}."
    )
    return finish(field, title or f"Pacman: {status}", status, desc, parts, legend(cells))


def pacman_status(game, state) -> str:
    """The score, and whose turn it is or how the game ended."""
    if not state.food:
        words = "Pacman won"
    elif state.lost:
        words = "Pacman was caught"
    elif game.is_terminal(state):
        words = "no moves left"
    else:
        words = f"{'Pacman' if state.agent == 0 else f'ghost {state.agent}'} to move"
    return f"score {state.score}, {words}"


def _position(state):
    """Where the agent to move stands."""
    return state.pacman if state.agent == 0 else state.ghosts[state.agent - 1].position


def _taken(game, state):
    """The cells on which somebody stands."""
    return {state.pacman, *(g.position for g in state.ghosts), *state.capsules}


def _draw_pacman(field, game, state, heading):
    """Pacman, facing where he went last; crossed out when he was caught."""
    x, y = field.at(state.pacman)
    body = creatures.pacman(x, y, 0.4 * field.cell, heading or "East")
    if state.lost:
        look = {"fill": "none", "stroke": VERMILLION, "stroke_width": 5}
        body += svg.cross(x, y, 0.45 * field.cell, class_="caught", **look)
    return body


def _draw_ghost(field, index, ghost, x, y):
    """A ghost."""
    fill = GHOSTS[index % len(GHOSTS)]
    body = creatures.ghost(x, y, 0.38 * field.cell, ghost.direction, fill, ghost.scared > 0)
    return svg.group(body, tip=f"ghost {index + 1} at {ghost.position}")


def _name_ghost(field, index, ghost, x, y):
    """Its number below, and its timer above when it is scared."""
    fill = GHOSTS[index % len(GHOSTS)]
    name = creatures.badge(x, y + 0.5 * field.cell, index + 1, fill)
    timer = creatures.badge(x, y - 0.5 * field.cell, ghost.scared, WHITE) if ghost.scared else ""
    return name + timer


def heat_map(game, state, evaluate, *, agent=None, title=None) -> SVG:
    """The maze, each free cell colored by `evaluate(game, state)` if the agent stood there.

    The agent is Pacman, or in capture the flag the one to move unless you name another.
    """
    stands = standing(game, state, agent)
    values = {cell: _valued(game, stands(cell), evaluate, cell) for cell in sorted(game.maze.moves)}
    name = getattr(evaluate, "__name__", type(evaluate).__name__)
    return draw_board(game, state, values=values, title=title or f"Heat map of {name}")


def standing(game, state, agent):
    """A function from cell to `state` with the agent on that cell, all else unchanged."""
    if isinstance(game, Pacman):
        return lambda cell: state._replace(pacman=cell)
    if not isinstance(game, CaptureTheFlag):
        raise ValueError(f"a heat map needs a maze: Pacman or CaptureTheFlag, not {game!r}")
    agent = state.agent if agent is None else agent
    if agent not in range(4):
        raise ValueError(f"agent must be 0 to 3, got {agent!r}")
    before, player, after = state.players[:agent], state.players[agent], state.players[agent + 1 :]
    return lambda cell: state._replace(players=(*before, player._replace(position=cell), *after))


def _valued(game, state, evaluate, cell):
    """The evaluator's number, or a ValueError that names the cell."""
    value = evaluate(game, state)
    if not is_number(value):
        raise ValueError(f"an evaluator gives a finite number, but {value!r} on cell {cell}")
    return value
