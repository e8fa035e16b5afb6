"""A position of capture the flag, and how it is written as text: a picture, and notes below it.

    %%%%%%%%%%
    %1 .  . 2%       Player 1 is agent 0, player 2 agent 1, and so on: the picture shows
    %3  . o 4%       the characters of the layout, and the notes use the same numbers.
    %%%%%%%%%%
    to move: player 2
    player 1: carrying 2
    moves left: 900

The notes say what the picture cannot show. What they leave out has its usual value: player 1
to move, nothing carried, nobody scared, all moves left. Food of the layout that is neither in
the picture nor carried has been brought home, so the score needs no note of its own; render
writes it for the reader, and parse checks it.
"""

import re
from typing import NamedTuple

from lib.games.maze import CAPSULE, FOOD, SCARED_MOVES
from lib.games.notes import (
    check_no_more,
    read_hidden,
    read_number,
    split_note,
    split_picture,
    write_cells,
)

PLAYERS = "1234"
NOTES = "to move, score, player N, hidden food, hidden capsules, moves left"


class Player(NamedTuple):
    """One of the four agents: where it is, what it carries, how long it stays scared."""

    position: tuple[int, int]
    carrying: int = 0
    scared: int = 0  # so many more of its own moves


class CaptureState(NamedTuple):
    """A position of the game; `agent` is to move."""

    agent: int
    players: tuple[Player, ...]
    food: frozenset
    capsules: frozenset
    home: tuple[int, int]  # the food brought home by red and by blue
    moves_left: int


def render(game, state) -> str:
    """The picture of `state` and its notes."""
    return "\n".join([*_rows(game, state), *_notes(game, state)])


def parse(game, text: str) -> CaptureState:
    """The state of a picture of the game's maze."""
    rows, notes = split_picture(text)
    game.maze.check_walls(rows)
    found = game.maze.read(rows)
    agent = _read_agent(notes)
    players = _read_players(game, found, notes)
    hiding = {player.position for player in players}
    food = frozenset(found[FOOD]) | read_hidden(notes, "hidden food", hiding)
    capsules = frozenset(found[CAPSULE]) | read_hidden(notes, "hidden capsules", hiding)
    home = _brought_home(game, players, food)
    left = read_number(notes, "moves left", game.max_moves, 0, game.max_moves)
    state = CaptureState(agent, players, food, capsules, home, left)
    _check_score(state, read_number(notes, "score", home[0] - home[1]))
    check_no_more(notes, NOTES)
    if strange := capsules - frozenset(game.maze.found[CAPSULE]):
        raise ValueError(f"the layout has no capsule at {write_cells(strange)}")
    if both := food & capsules:
        raise ValueError(f"food and a capsule on one cell: {write_cells(both)}")
    game.maze.check_picture(rows, _rows(game, state))
    return state


def _rows(game, state):
    """The picture: players hide food and capsules, and a lower number hides a higher one."""
    things = dict.fromkeys(state.food, FOOD) | dict.fromkeys(state.capsules, CAPSULE)
    places = [player.position for player in state.players]
    things |= dict(zip(reversed(places), reversed(PLAYERS), strict=True))
    return game.maze.draw(things)


def _notes(game, state):
    """The notes that `state` needs."""
    if state.agent != 0:
        yield f"to move: player {state.agent + 1}"
    if state.home != (0, 0):
        yield f"score: {state.home[0] - state.home[1]}"
    for agent, player in enumerate(state.players):
        if parts := list(_player_notes(state, agent, player)):
            yield f"player {agent + 1}: {', '.join(parts)}"
    places = {player.position for player in state.players}
    if hidden := state.food & places:
        yield f"hidden food: {write_cells(hidden)}"
    if hidden := state.capsules & places:
        yield f"hidden capsules: {write_cells(hidden)}"
    if state.moves_left != game.max_moves:
        yield f"moves left: {state.moves_left}"


def _player_notes(state, agent, player):
    """What the picture does not say of one player."""
    if player.position in [other.position for other in state.players[:agent]]:
        yield str(player.position)
    if player.carrying:
        yield f"carrying {player.carrying}"
    if player.scared:
        yield f"scared {player.scared}"


def _read_agent(notes):
    names = [f"player {number}" for number in PLAYERS]
    name = notes.pop("to move", names[0])
    if name not in names:
        raise ValueError(f"'to move: {name}' must be one of: {', '.join(names)}")
    return names.index(name)


def _read_players(game, found, notes):
    return tuple(
        _read_player(game, number, found[number], notes.pop(f"player {number}", ""))
        for number in PLAYERS
    )


def _read_player(game, number, shown, line):
    """One player from the picture and the parts of its note."""
    place, carrying, scared = one_place(game.maze, number, shown), 0, 0
    for part in split_note(line):
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
    _check_player(game, number, place, carrying, scared)
    return Player(place, carrying, scared)


def one_place(maze, number, cells):
    """The cell of a player, None if it is not in the picture; a second one is a ValueError."""
    if len(cells) > 1:
        places = " and ".join(maze.where(cell) for cell in cells)
        raise ValueError(f"player {number} stands twice in the picture, at {places}")
    return cells[0] if cells else None


def _check_player(game, number, place, carrying, scared):
    """Nothing, or a ValueError that names a player that cannot be."""
    if place is None:
        raise ValueError(
            f"player {number} is missing: if another hides it, add 'player {number}: (x, y)'"
        )
    if place not in game.maze.moves:
        raise ValueError(f"player {number} cannot be at {place}: that is no open cell")
    if carrying and game.is_home(PLAYERS.index(number), place):
        raise ValueError(f"player {number} carries {carrying} food, but nobody carries any at home")
    if scared > SCARED_MOVES:
        raise ValueError(
            f"player {number} is scared for {scared} moves, {SCARED_MOVES} is the most"
        )


def _brought_home(game, players, food):
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


def _check_score(state, score):
    if score != state.home[0] - state.home[1]:
        raise ValueError(
            f"'score: {score}' does not fit the picture: by the food that is left, "
            f"red has brought home {state.home[0]} and blue {state.home[1]}"
        )
