"""Positions of Pacman and of capture the flag as text: a picture of the maze, notes below it.

    %%%%%%%%                                     %%%%%%%%%%
    %P.  G.%                                     %1 .  . 2%
    %%%%%%%%                                     %3  . o 4%
    to move: ghost 1                             %%%%%%%%%%
    score: 18                                    to move: player 2
    ghost 1: (4.5, 1), going East, scared 12     player 1: carrying 2
    hidden food: (5, 1)                          moves left: 900

What the notes leave out has its usual value: agent 0 to move, score 0, nobody scared, nothing
carried, all moves left, ghosts that have not moved yet and are numbered by column from the left.
Player 1 is agent 0, player 2 agent 1, and so on.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lib.games import maze
from lib.games.maze import CAPSULE, FOOD, REVERSE, SCARED_MOVES, Cell, Maze, nearest_cell
from lib.messages import GAMES, refuse_if

PACMAN, GHOST, PLAYERS = "P", "G", "1234"


class Ghost(NamedTuple):
    """A ghost: where it is, where it is going (None: it has not moved yet), its timer."""

    position: tuple[float, float]
    direction: str | None = None
    scared: int = 0  # so many more of its own moves


class PacmanState(NamedTuple):
    """A position of Pacman; `agent` is to move."""

    agent: int
    pacman: Cell
    ghosts: tuple[Ghost, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    score: int = 0
    lost: bool = False
    moves_left: int | None = None  # None: no limit


class Player(NamedTuple):
    """One of the four agents of capture: where it is, what it carries, how long it is scared."""

    position: Cell
    carrying: int = 0
    scared: int = 0  # so many more of its own moves


class CaptureState(NamedTuple):
    """A position of capture the flag; `agent` is to move."""

    agent: int
    players: tuple[Player, ...]
    food: frozenset[Cell]
    capsules: frozenset[Cell]
    home: tuple[int, int]  # the food brought home by red and by blue
    moves_left: int


_PLACE = r"\((\d+(?:\.[05])?), *(\d+(?:\.[05])?)\)"
# The parts of an agent's note, by the field that they fill: what they look like, what they mean.
_PARTS: dict[str, tuple[str, Any]] = {
    "position": (_PLACE, lambda *numbers: tuple(maze.whole(float(n)) for n in numbers)),
    "direction": (f"going ({'|'.join(REVERSE)})", str),
    "carrying": (r"carrying (\d+)", int),
    "scared": (r"scared (\d+)", int),
}


def _read_agent(make: Any, name: str, line: str, place: Any, example: str) -> Any:
    """A Ghost or Player from its note, such as `(3, 1), scared 12`; `place` is in the picture."""
    fields = {"position": place}
    for part in re.split(r", *(?![^(]*\))", line) if line else []:
        for field in make._fields:
            pattern, meaning = _PARTS[field]
            if match := re.fullmatch(pattern, part):
                fields[field] = meaning(*match.groups())
                break
        else:
            raise ValueError(GAMES.SHOULD_LOOK_LIKE.format(name=name, line=line, example=example))
    agent, most = make(**fields), SCARED_MOVES
    scared = agent.scared
    refuse_if(scared > most, GAMES.SCARED_MOVES_MOST, name=name, scared=scared, scared_moves=most)
    return agent


def _agent_notes(name: str, agents: Sequence, hidden: Sequence[bool]) -> Iterator[str]:
    """A note for each agent that is not as usual; its place only if the picture hides it."""
    words = {"direction": "going", "carrying": "carrying", "scared": "scared"}
    for number, agent in enumerate(agents, 1):
        told = {words[field]: value for field, value in agent._asdict().items() if field in words}
        parts = [str(agent.position)] if hidden[number - 1] else []
        parts += [f"{word} {value}" for word, value in told.items() if value]
        if parts:
            yield f"{name} {number}: {', '.join(parts)}"


def _read_number(notes: dict, name: str, default: int, most: int | None = None) -> int:
    """The number in the note `name`, taken out of `notes`; `default` if there is no such note."""
    text = notes.pop(name, str(default))
    if not re.fullmatch(r"-?\d+", text) or (most is not None and not 0 <= int(text) <= most):
        limits = "" if most is None else f" from 0 to {most}"
        raise ValueError(GAMES.SHOULD_WHOLE_NUMBER.format(name=name, text=text, limits=limits))
    return int(text)


def _read_mover(notes: dict, names: Sequence[str]) -> int:
    """The agent to move; the first one if no note names it."""
    name = notes.pop("to move", names[0])
    refuse_if(name not in names, GAMES.MOVE_ONE, name=name, names=", ".join(names))
    return names.index(name)


def _read_things(found: dict, notes: dict, hiding: set) -> Iterator[frozenset[Cell]]:
    """The food, then the capsules: those in the picture, and those that a note says are hidden."""
    for name, character in (("hidden food", FOOD), ("hidden capsules", CAPSULE)):
        text = notes.pop(name, "")
        is_cells = re.fullmatch(r"(\(\d+, *\d+\) *)*", text)
        refuse_if(not is_cells, GAMES.NEEDS_CELLS, name=name, text=text)
        cells = {(int(x), int(y)) for x, y in re.findall(r"\((\d+), *(\d+)\)", text)}
        seen = _write_cells(cells - hiding)
        refuse_if(seen, GAMES.NO_AGENT_HIDES, name=name, text=text, open_to_see=seen)
        yield frozenset(found[character]) | cells


def _write_cells(cells) -> str:
    """Cells as a note has them, in order."""
    return " ".join(map(str, sorted(cells)))


def _usual_notes(game, state, hiding: set) -> Iterator[str]:
    """The notes at the end: what the agents hide, and how many moves are left."""
    for name, cells in (("food", state.food), ("capsules", state.capsules)):
        if hidden := cells & hiding:
            yield f"hidden {name}: {_write_cells(hidden)}"
    if state.moves_left != game.max_moves:
        yield f"moves left: {state.moves_left}"


def _drawn(game, state, agents: dict[Cell, str]) -> list[str]:
    """The rows of the picture: agents hide food and capsules."""
    things = dict.fromkeys(state.food, FOOD) | dict.fromkeys(state.capsules, CAPSULE)
    return game.maze.draw(things | agents)


def _split(game, text: str) -> tuple[list[str], dict[str, str], dict[str, tuple]]:
    """The rows of a picture of the game's maze, its notes, and what stands where."""
    rows, notes = maze.split_picture(text)
    game.maze.check_walls(rows)
    return rows, notes, game.maze.read(rows)


def _check(game, state, notes: dict, known: str, rows, redrawn) -> None:
    """A ValueError if a note was not read, or if notes and picture do not fit together."""
    for name, text in notes.items():
        raise ValueError(GAMES.UNKNOWN_LINE_KNOWN.format(name=name, text=text, known=known))
    both = _write_cells(state.food & state.capsules)
    refuse_if(both, GAMES.FOOD_CAPSULE_ON, both=both)
    game.maze.check_picture(rows, redrawn)


_PACMAN_NOTES = "to move, score, over, ghost N, hidden food, hidden capsules, moves left "
_PACMAN_NOTES += "(with max_moves)"


def render_pacman(game: Any, state: PacmanState) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_pacman_rows(game, state), *_pacman_notes(game, state)])


def parse_pacman(game: Any, text: str) -> PacmanState:
    """The state of a picture of the game's maze."""
    rows, notes, found = _split(game, text)
    pacman = only_pacman(game.maze, found)
    ghosts = _read_ghosts(game, found[GHOST], notes)
    food, capsules = _read_things(found, notes, _ghost_cells(ghosts) - {pacman})
    limit = game.max_moves
    left = None if limit is None else _read_number(notes, "moves left", limit, most=limit)
    mover = _read_mover(notes, ["Pacman", *(f"ghost {i + 1}" for i in range(len(ghosts)))])
    score, over = _read_number(notes, "score", 0), notes.pop("over", None)
    refuse_if(over not in (None, "lost"), GAMES.OVER_SHOULD_OVER, text=over)
    state = PacmanState(mover, pacman, ghosts, food, capsules, score, over == "lost", left)
    _check(game, state, notes, _PACMAN_NOTES, rows, _pacman_rows(game, state))
    return state


def _pacman_rows(game, state):
    """The picture: Pacman hides ghosts."""
    ghosts = dict.fromkeys(_ghost_cells(state.ghosts), GHOST)
    return _drawn(game, state, ghosts | {state.pacman: PACMAN})


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
    shown = sorted(_ghost_cells(state.ghosts) - {state.pacman})
    hidden = [ghost.position for ghost in state.ghosts] != shown
    yield from _agent_notes("ghost", state.ghosts, [hidden] * len(state.ghosts))
    yield from _usual_notes(game, state, _ghost_cells(state.ghosts))


def only_pacman(maze: Maze, found: dict[str, tuple]) -> Cell:
    """The cell of the one Pacman; a ValueError if there is none or a second one."""
    cell: Any = maze.only_cell("Pacman", found[PACMAN])
    refuse_if(cell is None, GAMES.NO_PACMAN_ONE)
    return cell


def _read_ghosts(game, shown, notes):
    """The ghosts from their notes; where none names a place, from the picture."""
    names = [f"ghost {number}" for number in range(1, len(game.ghost_starts) + 1)]
    lines, count, ghosts = [notes.pop(name, "") for name in names], len(shown), []
    if count != len(names):
        told = all("(" in line for line in lines)
        refuse_if(not told, GAMES.PICTURE_SHOWS_GHOSTS, count=count, ghosts=len(names))
        shown = [None] * len(names)
    for name, line, place in zip(names, lines, shown, strict=True):
        ghost = _read_agent(Ghost, name, line, place, "(3.5, 1), going East, scared 12")
        stands = ghost.position in game.maze.moves
        if ghost.scared and ghost.direction and not stands:  # half-way between two open cells
            ways = (ghost.direction, REVERSE[ghost.direction])
            ends = [maze.step(ghost.position, way, 0.5) for way in ways]
            stands = all(end in game.maze.moves for end in ends)
        refuse_if(not stands, GAMES.CANNOT_STAND_ON, name=name, position=ghost.position)
        ghosts.append(ghost)
    return tuple(ghosts)


# Food of the layout that is neither in the picture nor carried has been brought home, so the
# score needs no note of its own; render writes it for the reader, and parse checks it.

_CAPTURE_NOTES = "to move, score, player N, hidden food, hidden capsules, moves left"


def render_capture(game: Any, state: CaptureState) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_capture_rows(game, state), *_capture_notes(game, state)])


def parse_capture(game: Any, text: str) -> CaptureState:
    """The state of a picture of the game's maze."""
    rows, notes, found = _split(game, text)
    mover = _read_mover(notes, [f"player {number}" for number in PLAYERS])
    players = tuple(_read_player(game, number, found[number], notes) for number in PLAYERS)
    food, capsules = _read_things(found, notes, {player.position for player in players})
    home = _brought_home(game, players, food)
    left = _read_number(notes, "moves left", game.max_moves, most=game.max_moves)
    state = CaptureState(mover, players, food, capsules, home, left)
    red, blue = home
    score = _read_number(notes, "score", red - blue)
    refuse_if(score != red - blue, GAMES.SCORE_DOES_NOT, score=score, red=red, blue=blue)
    strange = _write_cells(capsules - frozenset(game.maze.found[CAPSULE]))
    refuse_if(strange, GAMES.LAYOUT_NO_CAPSULE, strange=strange)
    _check(game, state, notes, _CAPTURE_NOTES, rows, _capture_rows(game, state))
    return state


def _capture_rows(game, state):
    """The picture: of two players on a cell the lower number hides the higher one."""
    places = [player.position for player in state.players]
    return _drawn(game, state, dict(zip(reversed(places), reversed(PLAYERS), strict=True)))


def _capture_notes(game, state):
    """The notes that `state` needs."""
    if state.agent != 0:
        yield f"to move: player {state.agent + 1}"
    if state.home != (0, 0):
        yield f"score: {state.home[0] - state.home[1]}"
    places = [player.position for player in state.players]
    hidden = [place in places[:agent] for agent, place in enumerate(places)]
    yield from _agent_notes("player", state.players, hidden)
    yield from _usual_notes(game, state, set(places))


def _read_player(game, number, shown, notes):
    """One player from the picture and its note, at a place where it can be."""
    name = f"player {number}"
    place, line = game.maze.only_cell(name, shown), notes.pop(name, "")
    player = _read_agent(Player, name, line, place, "(3, 1), carrying 2, scared 12")
    cell, food = player.position, player.carrying
    refuse_if(cell is None, GAMES.MISSING_IF_ANOTHER, name=name)
    refuse_if(cell not in game.maze.moves, GAMES.CANNOT_NOT_OPEN, name=name, position=cell)
    at_home = game.is_home(PLAYERS.index(number), cell)
    refuse_if(food and at_home, GAMES.CARRIES_FOOD_BUT, name=name, carrying=food)
    return player


def _brought_home(game, players, food) -> Any:
    """The food that red and blue have brought home: what is neither on the board nor carried."""
    home = []
    for team in (0, 1):
        on_board = sum(not game.is_home(team, cell) for cell in food)
        carried = sum(player.carrying for player in players[team::2])
        home.append(game.prize[team] - on_board - carried)
        facts = {"food": game.prize[team], "on_board": on_board, "carried": carried}
        refuse_if(home[team] < 0, GAMES.HAD_FOOD_START, team=("MIN", "MAX")[team], **facts)
    return tuple(home)
