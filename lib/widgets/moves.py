"""How a person names a move at the board: squares to click, keys, buttons, words for sides."""

from lib.game import CHANCE, MAX, MIN, SIDE_NAMES
from lib.games.board import BoardGame
from lib.games.capture import CaptureTheFlag
from lib.games.maze import VECTORS
from lib.games.othello import Othello
from lib.games.pacman import Pacman
from lib.games.pentago import TWISTS, PentagoTwist
from lib.games.pig import Pig
from lib.games.tree import TreeGame

ARROWS = {"ArrowUp": "North", "ArrowDown": "South", "ArrowRight": "East", "ArrowLeft": "West"}
QUADRANTS = ("top left", "top right", "bottom left", "bottom right")
MOST_BUTTONS = 40


def is_maze(game) -> bool:
    """Whether agents of the game walk through a maze."""
    return hasattr(game, "maze")


def by_id(game, state) -> dict:
    """The legal actions by the text that a click or a key sends."""
    return {str(action): action for action in game.actions(state)}


def meant(game, id: str):
    """The action that a click means even where it is not legal, so that the game says why."""
    if isinstance(game, BoardGame) and id.isdigit():
        return int(id)
    return id


def spoken(game, action) -> str:
    """An action as people say it: d3 in Othello, the parts of a tuple without punctuation."""
    if isinstance(game, Othello) and isinstance(action, int):
        return game.name(action)
    return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def keys(game) -> dict[str, str]:
    """What keys stand for: arrows in a maze, digits on small boards."""
    if is_maze(game):
        return {**ARROWS, ".": "Stop"}
    if isinstance(game, BoardGame):
        squares = len(by_id(game, game.initial_state()))
        return {str(n): str(n) for n in range(squares)} if squares <= 10 else {}
    return {}


def choices(game, state, cell=None) -> list[list[str]]:
    """Buttons for what cannot be clicked on the board, as [id, words]."""
    if isinstance(game, PentagoTwist):
        return [] if cell is None else [[twist_id(*twist), twist_name(*twist)] for twist in TWISTS]
    names = by_id(game, state)
    if isinstance(game, (BoardGame, Pig)):
        return [[id, id] for id in names if not id.isdigit() and isinstance(game, BoardGame)]
    if is_maze(game):
        return [[id, id] for id in VECTORS if id in names]
    return [[id, id] for id in list(names)[:MOST_BUTTONS]]


def twist_id(quadrant, kind) -> str:
    """The id of a twist."""
    return f"{quadrant} {kind}"


def twist_name(quadrant, kind) -> str:
    """A twist in words."""
    return f"{kind} {QUADRANTS[quadrant]}"


def hint(game) -> str:
    """How to move."""
    if is_maze(game):
        return "Click the maze once, then steer with the arrow keys. The full stop key waits."
    if isinstance(game, PentagoTwist):
        return "Click a cell, then choose a twist. With the keyboard: arrow keys, then Enter."
    if isinstance(game, (BoardGame, Pig)):
        return "Click the board, or walk with the arrow keys and press Enter."
    return "Choose a move with the buttons."


def seats(game) -> list[tuple[str, int]]:
    """Which sides a person can play, in words; the side that begins comes first."""
    if isinstance(game, Pacman):
        words = {MAX: "Pacman", MIN: "the ghosts"}
    elif isinstance(game, CaptureTheFlag):
        words = {MAX: "red", MIN: "blue"}
    elif isinstance(game, (BoardGame, Pig)):
        words = {MAX: "X, you begin", MIN: "O, the opponent begins"}
    else:
        words = {side: SIDE_NAMES[side] for side in (MAX, MIN)}
    return [(words[side], side) for side in (MAX, MIN) if side in game.sides]


def mover(game, state) -> str:
    """Who is to move, in words."""
    agent, side = game.to_move(state), game.side(state)
    if isinstance(game, Pacman):
        return "Pacman" if agent == 0 else f"ghost {agent}"
    if isinstance(game, CaptureTheFlag):  # as in the picture: red 1, blue 2, red 3, blue 4
        return f"{'red' if side == MAX else 'blue'} {agent + 1}"
    if isinstance(game, (BoardGame, Pig)) and side != CHANCE:
        return "X" if side == MAX else "O"
    return SIDE_NAMES[side]


def ending(game, state, you) -> str:
    """How the game ended, for the person who played `you` (None: for two people)."""
    utility = game.utility(state)
    if isinstance(game, Pacman):
        words = {True: "Pacman won", False: "Pacman was caught"}
        how = words[game.is_win(state)] if game.is_win(state) or game.is_lose(state) else "time up"
        return f"Game over: {how}, score {utility}."
    how = game.status(state) if hasattr(game, "status") else f"MAX gets {utility:g}"
    if isinstance(game, CaptureTheFlag):
        how = f"red {state.home[0]} : {state.home[1]} blue"
    if you is None or isinstance(game, TreeGame):  # a tree has payoffs, no winner
        return f"Game over: {how}."
    mine = {True: "You won.", False: "You lost."}.get(you * utility > 0)
    return f"Game over: {how}. {mine if utility else 'Nobody won.'}"
