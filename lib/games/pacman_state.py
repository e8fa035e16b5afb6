"""A position of Pacman, and how it is written as text: a picture, and notes below it.

    %%%%%%%%
    %P.  G.%
    %%%%%%%%
    to move: ghost 1
    score: 18
    ghost 1: (4.5, 1), going East, scared 12
    hidden food: (5, 1)

The notes say what the picture cannot show. What they leave out has its usual value: Pacman
to move, score 0, ghosts that have not moved yet and are numbered by column from the left.
"""

import re
from typing import NamedTuple

from lib.games.maze import CAPSULE, FOOD, REVERSE, SCARED_MOVES, nearest_cell, step, whole
from lib.games.notes import (
    check_no_more,
    read_hidden,
    read_number,
    split_note,
    split_picture,
    write_cells,
)

PACMAN, GHOST = "P", "G"
NOTES = "to move, score, over, ghost N, hidden food, hidden capsules, moves left (with max_moves)"


class Ghost(NamedTuple):
    """A ghost: where it is, where it is going (None: it has not moved yet), its timer."""

    position: tuple[float, float]
    direction: str | None = None
    scared: int = 0  # so many more of its own moves


class PacmanState(NamedTuple):
    """A position of the game; `agent` is to move."""

    agent: int
    pacman: tuple[int, int]
    ghosts: tuple[Ghost, ...]
    food: frozenset
    capsules: frozenset
    score: int = 0
    lost: bool = False
    moves_left: int | None = None  # None: no limit


def render(game, state) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_rows(game, state), *_notes(game, state)])


def parse(game, text: str) -> PacmanState:
    """The state of a picture of the game's maze."""
    rows, notes = split_picture(text)
    game.maze.check_walls(rows)
    found = game.maze.read(rows)
    pacman = only_pacman(game.maze, found)
    ghosts = _read_ghosts(game, found[GHOST], notes)
    hiding = _ghost_cells(ghosts) - {pacman}
    state = PacmanState(
        agent=_read_agent(game, notes),
        pacman=pacman,
        ghosts=ghosts,
        food=frozenset(found[FOOD]) | read_hidden(notes, "hidden food", hiding),
        capsules=frozenset(found[CAPSULE]) | read_hidden(notes, "hidden capsules", hiding),
        score=read_number(notes, "score", 0),
        lost=_read_lost(notes),
        moves_left=_read_moves_left(game, notes),
    )
    check_no_more(notes, NOTES)
    if both := state.food & state.capsules:
        raise ValueError(f"food and a capsule on one cell: {write_cells(both)}")
    game.maze.check_picture(rows, _rows(game, state))
    return state


def _rows(game, state):
    """The picture: Pacman hides ghosts, and both hide food and capsules."""
    things = dict.fromkeys(state.food, FOOD) | dict.fromkeys(state.capsules, CAPSULE)
    things |= dict.fromkeys(_ghost_cells(state.ghosts), GHOST)
    return game.maze.draw(things | {state.pacman: PACMAN})


def _ghost_cells(ghosts):
    """The cells on which the ghosts are drawn."""
    return {nearest_cell(ghost.position) for ghost in ghosts}


def _notes(game, state):
    """The notes that `state` needs."""
    if state.agent != 0:
        yield f"to move: ghost {state.agent}"
    if state.score:
        yield f"score: {state.score}"
    if state.lost:
        yield "over: lost"
    yield from _ghost_notes(state)
    if hidden := state.food & _ghost_cells(state.ghosts):
        yield f"hidden food: {write_cells(hidden)}"
    if hidden := state.capsules & _ghost_cells(state.ghosts):
        yield f"hidden capsules: {write_cells(hidden)}"
    if state.moves_left != game.max_moves:
        yield f"moves left: {state.moves_left}"


def _ghost_notes(state):
    """A note for each ghost of which the picture does not say everything."""
    shown = sorted(_ghost_cells(state.ghosts) - {state.pacman})
    as_shown = [ghost.position for ghost in state.ghosts] == shown
    for number, ghost in enumerate(state.ghosts, 1):
        place = [] if as_shown else [str(ghost.position)]
        going = [f"going {ghost.direction}"] if ghost.direction else []
        scared = [f"scared {ghost.scared}"] if ghost.scared else []
        if place or going or scared:
            yield f"ghost {number}: {', '.join(place + going + scared)}"


def only_pacman(maze, found):
    """The cell of the one Pacman; a ValueError if there is none or a second one."""
    cells = found[PACMAN]
    if not cells:
        raise ValueError("there is no Pacman: one cell must have a P")
    if len(cells) > 1:
        places = " and ".join(maze.where(cell) for cell in cells)
        raise ValueError(f"there are {len(cells)} Pacmen, at {places}: there must be one")
    return cells[0]


def _read_agent(game, notes):
    names = ["Pacman", *(f"ghost {number}" for number in range(1, len(game.sides)))]
    name = notes.pop("to move", "Pacman")
    if name not in names:
        raise ValueError(f"'to move: {name}' must be one of: {', '.join(names)}")
    return names.index(name)


def _read_lost(notes):
    text = notes.pop("over", None)
    if text not in (None, "lost"):
        raise ValueError(f"'over: {text}' should be 'over: lost'; won means no food is left")
    return text == "lost"


def _read_moves_left(game, notes):
    if game.max_moves is None:
        return None
    return read_number(notes, "moves left", game.max_moves, 0, game.max_moves)


def _read_ghosts(game, shown, notes):
    """The ghosts from their notes; where none names a place, from the picture."""
    count = len(game.ghost_starts)
    lines = [notes.pop(f"ghost {number}", "") for number in range(1, count + 1)]
    if len(shown) != count and not all("(" in line for line in lines):
        raise ValueError(
            f"the picture shows {len(shown)} ghosts, the layout has {count}: "
            "if one hides another, give each its place, such as 'ghost 1: (3, 1)'"
        )
    places = shown if len(shown) == count else [None] * count
    return tuple(
        _read_ghost(game, number, place, line)
        for number, (place, line) in enumerate(zip(places, lines, strict=True), 1)
    )


def _read_ghost(game, number, place, line):
    """One ghost from the parts of its note."""
    direction, scared = None, 0
    for part in split_note(line):
        if match := re.fullmatch(r"\((\d+(?:\.[05])?), *(\d+(?:\.[05])?)\)", part):
            place = (whole(float(match[1])), whole(float(match[2])))
        elif match := re.fullmatch(f"going ({'|'.join(REVERSE)})", part):
            direction = match[1]
        elif match := re.fullmatch(r"scared (\d+)", part):
            scared = int(match[1])
        else:
            raise ValueError(
                f"'ghost {number}: {line}' should look like '(3.5, 1), going East, scared 12'"
            )
    ghost = Ghost(place, direction, scared)
    _check_ghost(game, number, ghost)
    return ghost


def _check_ghost(game, number, ghost):
    """Nothing, or a ValueError that names a ghost that cannot be."""
    if ghost.scared > SCARED_MOVES:
        raise ValueError(
            f"ghost {number} is scared for {ghost.scared} moves, {SCARED_MOVES} is the most"
        )
    if ghost.position not in game.maze.moves and not _on_its_way(game, ghost):
        raise ValueError(
            f"ghost {number} cannot be at {ghost.position}: it must stand on an open cell or, "
            "scared and going on, half-way between two"
        )


def _on_its_way(game, ghost):
    """Whether a scared ghost is half-way between two open cells, and going along."""
    if not ghost.scared or not ghost.direction:
        return False
    ahead = step(ghost.position, ghost.direction, 0.5)
    behind = step(ghost.position, REVERSE[ghost.direction], 0.5)
    return ahead in game.maze.moves and behind in game.maze.moves
