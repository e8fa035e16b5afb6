"""Positions of Pacman and of capture the flag as text: a picture of the maze, notes below it.

    %%%%%%%%                                     %%%%%%%%%%
    %P.  G.%                                     %1 .  . 2%
    %%%%%%%%                                     %3  . o 4%
    to move: ghost 1                             %%%%%%%%%%
    score: 18                                    to move: player 2
    ghost 1: (4.5, 1), going East, scared 12     player 1: carrying 2
    hidden food: (5, 1)                          moves left: 900

The notes say what the picture cannot show. What they leave out has its usual value: agent 0 to
move, score 0, nobody scared, nothing carried, all moves left, ghosts that have not moved yet and
are numbered by column from the left. So the shortest text of a position is its picture alone.
Player 1 is agent 0, player 2 agent 1, and so on.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lib.games.maze import (
    CAPSULE,
    FOOD,
    REVERSE,
    SCARED_MOVES,
    Cell,
    Maze,
    nearest_cell,
    split_picture,
    step,
    whole,
)

# --- notes ---------------------------------------------------------------------------------


def _split_note(line: str) -> list[str]:
    """The parts of a note such as `(3, 1), scared 12`: a comma inside brackets parts nothing."""
    return re.split(r", *(?![^(]*\))", line) if line else []


def _read_number(notes: dict, name: str, default: int, most: int | None = None) -> int:
    """The number in the note `name`, taken out of `notes`; `default` if there is no such note."""
    text = notes.pop(name, str(default))
    if not re.fullmatch(r"-?\d+", text) or (most is not None and not 0 <= int(text) <= most):
        limits = "" if most is None else f" from 0 to {most}"
        raise ValueError(f"'{name}: {text}' should be a whole number{limits}")
    return int(text)


def _read_hidden(notes: dict, name: str, agents: set) -> frozenset[Cell]:
    """The cells in the note `name`, as in `(1, 2) (3, 4)`: each must be hidden by an agent."""
    text = notes.pop(name, "")
    if not re.fullmatch(r"(\(\d+, *\d+\) *)*", text):
        raise ValueError(f"'{name}: {text}' needs cells such as (1, 2) (3, 4)")
    cells = frozenset((int(x), int(y)) for x, y in re.findall(r"\((\d+), *(\d+)\)", text))
    if open_to_see := cells - agents:
        raise ValueError(f"'{name}: {text}': no agent hides {_write_cells(open_to_see)}")
    return cells


def _write_cells(cells) -> str:
    """Cells as `_read_hidden` reads them, in order."""
    return " ".join(str(cell) for cell in sorted(cells))


def _read_agent(notes: dict, names: Sequence[str]) -> int:
    """The agent to move; the first one if no note names it."""
    name = notes.pop("to move", names[0])
    if name not in names:
        raise ValueError(f"'to move: {name}' must be one of: {', '.join(names)}")
    return names.index(name)


def _usual_notes(game, state, hiding: set) -> Iterator[str]:
    """The notes at the end: what the agents hide, and how many moves are left."""
    for name, cells in (("food", state.food), ("capsules", state.capsules)):
        if hidden := cells & hiding:
            yield f"hidden {name}: {_write_cells(hidden)}"
    if state.moves_left != game.max_moves:
        yield f"moves left: {state.moves_left}"


def _check(game, state, notes: dict, known: str, rows, redrawn) -> None:
    """A ValueError if a note was not read, or if notes and picture do not fit together."""
    for name in notes:
        raise ValueError(f"unknown line '{name}: {notes[name]}'; known lines: {known}")
    if both := state.food & state.capsules:
        raise ValueError(f"food and a capsule on one cell: {_write_cells(both)}")
    game.maze.check_picture(rows, redrawn)


# --- Pacman --------------------------------------------------------------------------------

PACMAN, GHOST = "P", "G"
_PACMAN_NOTES = (
    "to move, score, over, ghost N, hidden food, hidden capsules, moves left (with max_moves)"
)


class Ghost(NamedTuple):
    """A ghost: where it is, where it is going (None: it has not moved yet), its timer."""

    position: tuple[float, float]
    direction: str | None = None
    scared: int = 0  # so many more of its own moves


class PacmanState(NamedTuple):
    """A position of the game; `agent` is to move."""

    agent: int
    pacman: Cell
    ghosts: tuple[Ghost, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    score: int = 0
    lost: bool = False
    moves_left: int | None = None  # None: no limit


def render_pacman(game: Any, state: PacmanState) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_pacman_rows(game, state), *_pacman_notes(game, state)])


def parse_pacman(game: Any, text: str) -> PacmanState:
    """The state of a picture of the game's maze."""
    rows, notes = split_picture(text)
    game.maze.check_walls(rows)
    found = game.maze.read(rows)
    pacman = only_pacman(game.maze, found)
    ghosts = _read_ghosts(game, found[GHOST], notes)
    hiding = _ghost_cells(ghosts) - {pacman}
    limit, left = game.max_moves, None
    if limit is not None:
        left = _read_number(notes, "moves left", limit, most=limit)
    state = PacmanState(
        agent=_read_agent(notes, ["Pacman", *(f"ghost {i + 1}" for i in range(len(ghosts)))]),
        pacman=pacman,
        ghosts=ghosts,
        food=frozenset(found[FOOD]) | _read_hidden(notes, "hidden food", hiding),
        capsules=frozenset(found[CAPSULE]) | _read_hidden(notes, "hidden capsules", hiding),
        score=_read_number(notes, "score", 0),
        lost=_read_lost(notes),
        moves_left=left,
    )
    _check(game, state, notes, _PACMAN_NOTES, rows, _pacman_rows(game, state))
    return state


def _pacman_rows(game, state):
    """The picture: Pacman hides ghosts, and both hide food and capsules."""
    things = dict.fromkeys(state.food, FOOD) | dict.fromkeys(state.capsules, CAPSULE)
    things |= dict.fromkeys(_ghost_cells(state.ghosts), GHOST)
    return game.maze.draw(things | {state.pacman: PACMAN})


def _ghost_cells(ghosts):
    """The cells on which the ghosts are drawn."""
    return {nearest_cell(ghost.position) for ghost in ghosts}


def _pacman_notes(game, state):
    """The notes that `state` needs."""
    if state.agent != 0:
        yield f"to move: ghost {state.agent}"
    if state.score:
        yield f"score: {state.score}"
    if state.lost:
        yield "over: lost"
    yield from _ghost_notes(state)
    yield from _usual_notes(game, state, _ghost_cells(state.ghosts))


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


def only_pacman(maze: Maze, found: dict[str, tuple]) -> Cell:
    """The cell of the one Pacman; a ValueError if there is none or a second one."""
    cells = found[PACMAN]
    if not cells:
        raise ValueError("there is no Pacman: one cell must have a P")
    if len(cells) > 1:
        places = " and ".join(maze.where(cell) for cell in cells)
        raise ValueError(f"there are {len(cells)} Pacmen, at {places}: there must be one")
    return cells[0]


def _read_lost(notes):
    text = notes.pop("over", None)
    if text not in (None, "lost"):
        raise ValueError(f"'over: {text}' should be 'over: lost'; won means no food is left")
    return text == "lost"


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
    for part in _split_note(line):
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
    _check_scared(f"ghost {number}", scared)
    if ghost.position not in game.maze.moves and not _on_its_way(game, ghost):
        raise ValueError(
            f"ghost {number} cannot be at {ghost.position}: it must stand on an open cell or, "
            "scared and going on, half-way between two"
        )
    return ghost


def _check_scared(who: str, moves: int) -> None:
    if moves > SCARED_MOVES:
        raise ValueError(f"{who} is scared for {moves} moves; the most is {SCARED_MOVES}")


def _on_its_way(game, ghost):
    """Whether a scared ghost is half-way between two open cells, and going along."""
    if not ghost.scared or not ghost.direction:
        return False
    ahead = step(ghost.position, ghost.direction, 0.5)
    behind = step(ghost.position, REVERSE[ghost.direction], 0.5)
    return ahead in game.maze.moves and behind in game.maze.moves


# --- capture the flag ----------------------------------------------------------------------
# Food of the layout that is neither in the picture nor carried has been brought home, so the
# score needs no note of its own; render writes it for the reader, and parse checks it.

PLAYERS = "1234"
_CAPTURE_NOTES = "to move, score, player N, hidden food, hidden capsules, moves left"


class Player(NamedTuple):
    """One of the four agents: where it is, what it carries, how long it stays scared."""

    position: Cell
    carrying: int = 0
    scared: int = 0  # so many more of its own moves


class CaptureState(NamedTuple):
    """A position of the game; `agent` is to move."""

    agent: int
    players: tuple[Player, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    home: tuple[int, int]  # the food brought home by red and by blue
    moves_left: int


def render_capture(game: Any, state: CaptureState) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_capture_rows(game, state), *_capture_notes(game, state)])


def parse_capture(game: Any, text: str) -> CaptureState:
    """The state of a picture of the game's maze."""
    rows, notes = split_picture(text)
    game.maze.check_walls(rows)
    found = game.maze.read(rows)
    agent = _read_agent(notes, [f"player {number}" for number in PLAYERS])
    players = tuple(
        _read_player(game, number, found[number], notes.pop(f"player {number}", ""))
        for number in PLAYERS
    )
    hiding = {player.position for player in players}
    food = frozenset(found[FOOD]) | _read_hidden(notes, "hidden food", hiding)
    capsules = frozenset(found[CAPSULE]) | _read_hidden(notes, "hidden capsules", hiding)
    home = _brought_home(game, players, food)
    left = _read_number(notes, "moves left", game.max_moves, most=game.max_moves)
    state = CaptureState(agent, players, food, capsules, home, left)
    score = _read_number(notes, "score", home[0] - home[1])
    if score != home[0] - home[1]:
        raise ValueError(
            f"'score: {score}' does not fit the picture: by the food that is left, "
            f"red has brought home {home[0]} and blue {home[1]}"
        )
    if strange := capsules - frozenset(game.maze.found[CAPSULE]):
        raise ValueError(f"the layout has no capsule at {_write_cells(strange)}")
    _check(game, state, notes, _CAPTURE_NOTES, rows, _capture_rows(game, state))
    return state


def _capture_rows(game, state):
    """The picture: players hide food and capsules, and a lower number hides a higher one."""
    things = dict.fromkeys(state.food, FOOD) | dict.fromkeys(state.capsules, CAPSULE)
    places = [player.position for player in state.players]
    things |= dict(zip(reversed(places), reversed(PLAYERS), strict=True))
    return game.maze.draw(things)


def _capture_notes(game, state):
    """The notes that `state` needs."""
    if state.agent != 0:
        yield f"to move: player {state.agent + 1}"
    if state.home != (0, 0):
        yield f"score: {state.home[0] - state.home[1]}"
    for agent, player in enumerate(state.players):
        if parts := list(_player_notes(state, agent, player)):
            yield f"player {agent + 1}: {', '.join(parts)}"
    yield from _usual_notes(game, state, {player.position for player in state.players})


def _player_notes(state, agent, player):
    """What the picture does not say of one player."""
    if player.position in [other.position for other in state.players[:agent]]:
        yield str(player.position)
    if player.carrying:
        yield f"carrying {player.carrying}"
    if player.scared:
        yield f"scared {player.scared}"


def _read_player(game, number, shown, line):
    """One player from the picture and the parts of its note."""
    place, carrying, scared = one_place(game.maze, number, shown), 0, 0
    for part in _split_note(line):
        if match := re.fullmatch(r"\((\d+), *(\d+)\)", part):
            place = (int(match[1]), int(match[2]))
        elif match := re.fullmatch(r"carrying (\d+)", part):
            carrying = int(match[1])
        elif match := re.fullmatch(r"scared (\d+)", part):
            scared = int(match[1])
        else:
            raise ValueError(
                f"'player {number}: {line}' should look like '(3, 1), carrying 2, scared 12'"
            )
    if place is None:
        raise ValueError(
            f"player {number} is missing: if another hides it, add 'player {number}: (x, y)'"
        )
    if place not in game.maze.moves:
        raise ValueError(f"player {number} cannot be at {place}: that is not an open cell")
    if carrying and game.is_home(PLAYERS.index(number), place):
        raise ValueError(f"player {number} carries {carrying} food, but nobody carries any at home")
    _check_scared(f"player {number}", scared)
    return Player(place, carrying, scared)


def one_place(maze: Maze, number: str, cells: Sequence[Cell]) -> Cell | None:
    """The cell of a player, None if it is not in the picture; a second one is a ValueError."""
    if len(cells) > 1:
        places = " and ".join(maze.where(cell) for cell in cells)
        raise ValueError(f"player {number} stands twice in the picture, at {places}")
    return cells[0] if cells else None


def _brought_home(game, players, food) -> Any:
    """The food that red and blue have brought home: what is neither on the board nor carried."""
    home = []
    for team in (0, 1):
        on_board = sum(not game.is_home(team, cell) for cell in food)
        carried = sum(player.carrying for player in players[team::2])
        home.append(game.prize[team] - on_board - carried)
        if home[team] < 0:
            raise ValueError(
                f"{('blue', 'red')[team]} had {game.prize[team]} food at the start, "
                f"now {on_board} on the board and {carried} carried: that is too much"
            )
    return tuple(home)
