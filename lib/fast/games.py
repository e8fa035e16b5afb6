"""Which games the compiled engine plays, and how their states and actions become numbers.

The states of `lib.games` are bitboards already: (x, o, mover, ...). The engine wants the mover's
board first, and a whole number for each action.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral

import numpy as np

from lib import fast
from lib.fast import connect4, engine, othello, pentago, tictactoe
from lib.fast.compile import is_kept, loaded, specialize_all
from lib.game import MAX, MIN, Action, Game, State
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import GRID, TWISTS
from lib.games.tictactoe import TicTacToe
from lib.messages import FAST, refuse_if

_RULES = ("legal", "play", "status", "rollout")


@dataclass(frozen=True, eq=False)
class Compiled:
    """A game as the engine sees it: compiled rules and the way to and from plain states."""

    label: str  # its name on disk
    rules: dict
    max_children: int
    max_plies: int
    action: Callable[[int], Action] = int  # the action of a move's code
    board: Callable[[int], int] = int  # the engine's form of a bitboard of `lib.games`

    def position(self, state: State) -> tuple:
        """The mover's board, the other's board, and the side to move."""
        x, o = (np.uint64(self.board(stones)) for stones in state[:2])
        return (x, o, MAX) if state[2] == 0 else (o, x, MIN)


def compiled(game: Game, merge: bool = False) -> Compiled:
    """The compiled form of a game, or a ValueError that says which games there are."""
    refuse_if(not fast.plays(game), FAST.COMPILED_ENGINE_DOES, game=game)
    if isinstance(game, TicTacToe):
        return _compiled_tictactoe()
    if isinstance(game, ConnectFour):
        return _compiled_connect4(game.width, game.height)
    return _compiled_othello(game.size) if isinstance(game, Othello) else _compiled_pentago(merge)


@lru_cache
def _compiled_tictactoe():
    rules = specialize_all(tictactoe, _RULES, "tictactoe", {}, forceinline=True)
    return Compiled("tictactoe", rules, 9, 9)


@lru_cache
def _compiled_connect4(width, height):
    label = f"connect4_{width}x{height}"
    names, numbers = ("landing", "has_line", *_RULES), connect4.constants(width, height)
    rules = specialize_all(connect4, names, label, numbers, forceinline=True)
    return Compiled(label, rules, width, width * height)


@lru_cache
def _compiled_othello(size):
    label = f"othello_{size}"
    names = ("squares", "turned", "result", *_RULES)
    rules = specialize_all(othello, names, label, othello.constants(size))

    def or_pass(code):
        return PASS if code == othello.PASS else code

    return Compiled(label, rules, size * size, 2 * size * size, or_pass)


_CELLS = [(pentago.bit(r, c), 6 * r + c, GRID[r][c]) for r in range(6) for c in range(6)]
_PENTAGO_ACTIONS = {
    8 * bit + 2 * quadrant + (kind == "flip"): (cell, quadrant, kind)
    for bit, cell, _ in _CELLS
    for quadrant, kind in TWISTS
}


def _by_quadrants(stones):
    """A bitboard of `lib.games.pentago` with its bits in the engine's order."""
    return sum((stones >> plain & 1) << bit for bit, _, plain in _CELLS)


@lru_cache
def _compiled_pentago(merge):
    rules, label = specialize_all(pentago, ("five", "twist", *_RULES), "pentago", {}), "pentago"
    if merge:
        merging = specialize_all(pentago, ("fingerprint", "legal_merged"), label, rules)
        rules["legal"], label = merging["legal_merged"], "pentago_merged"
    return Compiled(label, rules, 288, 36, _PENTAGO_ACTIONS.__getitem__, _by_quadrants)


@lru_cache
def engine_of(table: Compiled, prove: bool):
    """The MCTS engine for a game."""
    run = engine.build(table.rules, table.label, prove)
    return loaded(run, engine.SIGNATURE, f"the search for {table.label}")


def on_disk(game: Game, prove: bool, merge: bool) -> bool:
    """Whether the compiled search for a game can be loaded."""
    table = compiled(game, merge)
    return is_kept(engine.build(table.rules, table.label, prove).py_func.__qualname__)


def check_stones(game, state) -> None:
    """A ValueError unless the state has stones on this board, no square twice, and a mover.

    Compiled code looks up boards in tables without asking: one of another game would crash Python.
    """
    start, facts = game.initial_state(), {"game": game, "state": state}
    if not isinstance(state, tuple) or len(state) != len(start) or state[2] not in (0, 1):
        raise ValueError(FAST.NOT_POSITION_WHICH.format(start=start, **facts))
    x, o = state[:2]
    boards = isinstance(x, Integral) and isinstance(o, Integral)
    refuse_if(not boards, FAST.NOT_POSITION_BOARDS, **facts)
    board = sum(1 << bit for row in game.grid for bit in row)
    refuse_if(x & o, FAST.NOT_POSITION_TWO, **facts)
    refuse_if((x | o) & ~board, FAST.NOT_POSITION_STONES, **facts)


def check_columns(game, state) -> None:
    """A ValueError unless, in Connect Four, no stone hangs and the sides took turns."""
    x, o, mover, outcome = state
    facts = {"game": game, "state": state}
    refuse_if((x | o) & ((x | o) + sum(game.bottoms)), FAST.NOT_POSITION_STONE, **facts)
    xs, os = x.bit_count(), o.bit_count()
    refuse_if(xs - os != mover, FAST.NOT_POSITION_STONES_X, x=xs, o=os, mover=mover, **facts)
    won = game.has_four(x) or game.has_four(o)
    refuse_if(outcome is None and won, FAST.NOT_POSITION_WON, **facts)
