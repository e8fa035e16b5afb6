"""Which games the compiled engine plays, and how their states and actions become numbers.

The engine wants the mover's board first, and a whole number for each action. Nothing here needs
numba until something has to be compiled.
"""

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_double, c_int64, c_uint64, c_void_p
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from importlib import import_module
from numbers import Integral

import numpy as np

from lib import fast
from lib.fast.compile import is_stored, specialize_all, stored
from lib.game import MAX, MIN, Action, Game, State
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import GRID, TWISTS
from lib.games.tictactoe import TicTacToe
from lib.messages import FAST, refuse_if

_RULES = ("legal", "play", "status", "rollout")
PASS_CODE = 64  # Othello's pass, as a move
NODE = np.dtype([("visits", "u4"), ("total", "i4"), ("first", "u4"), ("info", "u4")])
COUNT, OPENED, KNOWN = np.uint32(9), np.uint32(18), np.uint32(27)  # where in `info`: see `engine`
NINE_BITS = np.uint32(511)


@dataclass(frozen=True, eq=False)
class Compiled:
    """A game as the engine sees it: compiled rules and the way to and from plain states."""

    label: str  # its name on disk
    make_rules: Callable[[], dict]
    max_children: int  # room for moves, and for what their generator needs
    max_plies: int
    action: Callable[[int], Action] = int  # the action of a move's code
    board: Callable[[int], int] = int  # the engine's form of a bitboard of `lib.games`

    @cached_property
    def rules(self) -> dict:
        """The compiled functions of the game by name."""
        return self.make_rules()

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


def _rules(room, label, names=(), size=(), **options):
    """The rules of a module of this room for a size, with the functions `names` that they use."""
    module = import_module(f"lib.fast.{room}")
    numbers = module.constants(*size) if size else {}
    return specialize_all(module, (*names, *_RULES), label, numbers, **options)


@lru_cache
def _compiled_tictactoe():
    rules = partial(_rules, "tictactoe", "tictactoe", forceinline=True)
    return Compiled("tictactoe", rules, 9, 9)


@lru_cache
def _compiled_connect4(width, height):
    label, names = f"connect4_{width}x{height}", ("landing", "has_line")
    rules = partial(_rules, "connect4", label, names, (width, height), forceinline=True)
    return Compiled(label, rules, width, width * height)


@lru_cache
def _compiled_othello(size):
    label = f"othello_{size}"
    names = ("reach", "squares", "upward", "downward", "turned", "result")
    rules, room = partial(_rules, "othello", label, names, (size,)), size * size
    return Compiled(label, rules, room, 2 * room, lambda code: PASS if code == PASS_CODE else code)


def pentago_bit(row: int, column: int) -> int:
    """The engine's bit of a cell of the 6 x 6 board: see the picture in `lib.fast.pentago`."""
    return 18 * (row // 3) + 9 * (column // 3) + 3 * (row % 3) + column % 3


_CELLS = [(pentago_bit(r, c), 6 * r + c, GRID[r][c]) for r in range(6) for c in range(6)]
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
    def rules():
        found = _rules("pentago", "pentago", ("five", "twist"))
        if merge:
            module, names = import_module("lib.fast.pentago"), ("fingerprint", "number_after")
            more = specialize_all(module, (*names, "legal_merged"), "pentago", found)
            found["legal"] = more["legal_merged"]
        return found

    label, room = ("pentago_merged", 288 + 1024) if merge else ("pentago", 288)
    return Compiled(label, rules, room, 36, _PENTAGO_ACTIONS.__getitem__, _by_quadrants)


_RUN = CFUNCTYPE(c_int64, *(c_void_p,) * 4, c_uint64, c_int64, c_int64, c_int64, c_double)
_COPY = CFUNCTYPE(c_uint64, c_void_p, c_uint64, c_void_p, c_uint64)


@lru_cache
def engine_of(table: Compiled, prove: bool):
    """The MCTS engine for a game: `run` of `lib.fast.engine`, called by way of C."""

    def make():
        return import_module("lib.fast.engine").run_entry(table.rules, table.label, prove)

    return called(stored(_run_name(table, prove), make, f"the search for {table.label}"))


def called(address: int):
    """A `run` at this address as a function of arrays."""
    enter = _RUN(address)

    def run(nodes, used, limit, me, other, side, iterations, c, random, path, moves):
        words = np.array([used, random, me, other], np.uint64)
        arrays = [array.ctypes.data for array in (nodes, words, path, moves)]
        done = enter(*arrays, len(nodes), limit, side, iterations, c)
        return done, int(words[0]), words[1]

    return run


@lru_cache
def copier():
    """`copy_below` of `lib.fast.engine`, called by way of C: the same for every game."""

    def make():
        return import_module("lib.fast.engine").copy_entry()

    enter = _COPY(stored("copy_below", make, "what keeps a part of a tree"))
    return lambda nodes, index, copy: enter(nodes.ctypes.data, index, copy.ctypes.data, len(copy))


def _run_name(table, prove):
    """The name of a search on disk."""
    return f"run_{table.label}{'_prove' if prove else ''}"


def on_disk(game: Game, prove: bool, merge: bool) -> bool:
    """Whether the compiled search for a game can be loaded."""
    return is_stored(_run_name(compiled(game, merge), prove))


def random_state(seed: int) -> np.uint64:
    """A well mixed, nonzero generator state for any whole number (splitmix64)."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return np.uint64(word ^ word >> 31 or 1)


def check_stones(game, state) -> None:
    """A ValueError unless this is a position of the game: compiled code would crash Python."""
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
