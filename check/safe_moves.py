"""The check of safe_moves: moves of tic-tac-toe after which the other side cannot win at once."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.positions import drawn_case, same_items
from check.report import Report
from lib.games.tictactoe import TicTacToe

_KINDS = ("one threat", "no threat", "two threats", "a win at once", "one free square")
_WANTED = 10  # positions of each kind
_FIRST = (  # the position of the lesson, one with nothing to fear, a won game, a full board
    ("XOX\n.O.\n...", "one threat"),
    ("...\n...\n...", "no threat"),
    ("XXX\nOO.\n...", "finished games"),
    ("XOX\nXOO\nOXX", "finished games"),
)


def safe_moves(fn, seed: int = 0) -> Report:
    """Checks `safe_moves(game, state) -> list`: the moves after which no answer wins at once.

    A list, tuple or set of moves is right; the order does not matter. A move that wins is safe.
    """
    return examine(SAFE_MOVES, fn, seed)


def _cases(seed):
    rng, game = Random(f"safe {seed}"), TicTacToe()
    found = {kind: set() for kind in _KINDS}
    while min(map(len, found.values())) < _WANTED:
        state = game.initial_state()
        while not game.is_terminal(state):
            kind = _kind(game, state)
            if len(found[kind]) < _WANTED:
                found[kind].add(state)
            state = game.result(state, rng.choice(game.actions(state)))
    pairs = [(state, kind) for kind, states in found.items() for state in sorted(states, key=str)]
    others = [_case(game, *pair) for pair in pairs]
    first = [_case(game, game.parse(rows), kind) for rows, kind in _FIRST]
    return sorted([*first, *others], key=lambda case: case.group != "one threat")


def _kind(game, state):
    """What the position is about: how many of the moves are safe."""
    moves, safe = game.actions(state), _safe(game, state)
    if len(moves) == 1:
        return "one free square"
    if _wins(game, state):
        return "a win at once"
    return "no threat" if len(safe) == len(moves) else "one threat" if safe else "two threats"


def _wins(game, state):
    """The moves that win at once."""
    after = {move: game.result(state, move) for move in game.actions(state)}
    return {m for m, s in after.items() if game.is_terminal(s) and game.utility(s)}


def _safe(game, state):
    return {m for m in game.actions(state) if not _wins(game, game.result(state, m))}


def _case(game, state, group):
    label = f"the board {' '.join(game.rows(state))}"
    return drawn_case(game, state, label, group, _in_order)


def _in_order(value):
    """The moves as a list in order, whatever holds them."""
    value = list(value) if hasattr(value, "__next__") else value
    if type(value) in (list, tuple, set, frozenset) and all(type(move) is int for move in value):
        return sorted(value)
    return value


def _say(answer):
    """The moves in words."""
    if type(answer) in (list, set) and all(type(move) is int for move in answer):
        return ", ".join(map(str, sorted(answer))) or "no move"
    if type(answer) is int:
        return f"the number {answer} and not a list"
    return repr(answer)[:80]


SAFE_MOVES = Exercise(
    "safe_moves",
    "safe_moves(game, state) -> list",
    _cases,
    lambda case: _safe(*case.args),
    same_items,
    say=_say,
    easy=("no threat", "two threats", "one free square", "finished games"),
)
