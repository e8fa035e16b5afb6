"""The compiled engine: MCTS and solvers on bitboards, made with numba.

    mcts(game, state, iterations=...)     the same statistics as lib.search.mcts, much faster
    parallel_mcts(...)                    several trees on several cores, added up
    solve(game, state)                    the exact score: Connect Four, Othello endgames
    solve_actions(game, state)            the exact score of every action

The first call loads numba and compiles, a few seconds for each game, once: the result stays on
disk. `warm_up(game)` does it in the background, `ready(game)` says whether it is done. Without
numba `mcts` and `parallel_mcts` run in plain Python and say so; `solve` cannot.

    search       mcts and parallel_mcts: trees as nodes, budgets, threads
    engine       the four phases on a flat array, compiled for each game
    solvers      solve, solve_actions
    games        which games there are, and how a state becomes numbers
    tictactoe, connect4, othello, pentago    the rules of each on bitboards
    solve_connect4, solve_othello            the two exact solvers
    bits         machine instructions for sets of squares
    compile      compiles one text for many games, keeps it on disk, stops it on Ctrl-C
"""

import contextlib
import importlib.util
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

from lib.game import Action, Game, State
from lib.games import ConnectFour, Othello, PentagoTwist, TicTacToe
from lib.messages import FAST
from lib.search import Node, mcts_merged, mcts_solver
from lib.search import mcts as standard_mcts  # `search` is a module of this room

_COMPILED_ONLY = ("stop", "workers", "executor", "wait")  # options
_ready: set[tuple] = set()  # game, prove, merge: what has run in this process
_warming: dict[tuple, threading.Thread] = {}
_CALL = "import pickle, sys; function, values = pickle.load(sys.stdin.buffer); function(*values)"


def mcts(game: Game, state: State, *, wait: bool = True, **options: Any) -> Node:
    """The root of a tree that grew by `iterations` random rollouts, or for `seconds`.

    Children, visits and totals mean what they mean in `lib.search.mcts.mcts`: all MAX's payoff.
    The same seed and number of iterations give the same tree, on any machine. The options:

    iterations, seconds: the budget, one of the two. seed: 0 unless said.
    c: how much to explore, sqrt(2) unless said.
    root: go on with an earlier tree; hand in the child that was played.
    prove: mark nodes whose value is certain (`node.proven`), do not visit them again, and stop when
        the root is one of them. Choose the move with `lib.search.solver.proven_action`.
    merge: of several actions to the same state keep one (Pentago Twist has such actions).
    stop: asked every 10 ms or so, as Ctrl-C is; True returns the tree so far.
    wait: False searches in plain Python while the engine is compiled in the background.
    """
    form = [bool(options.get(name)) for name in ("prove", "merge")]
    room = _room("search", game, *form)
    if room is None or (not wait and not ready(game, *form)):
        return _plain_mcts(game, state, **options)
    if not wait and not isinstance(options.get("root"), room.FastNode):
        options["root"] = None  # a tree of the plain search cannot go on here
    found = room.mcts(game, state, **options)
    _ready.add(_form(game, *form))
    return found


def parallel_mcts(game: Game, state: State, **options: Any) -> Node:
    """The root of `workers` trees added up: its children have the visits and totals of all.

    `iterations` are shared out among the `workers` (2 unless said), `seconds` are given to each.
    Threads do the work unless an `executor` is given. The same seed, iterations and workers give
    the same root. Other options go to `mcts`.
    """
    form = [bool(options.get(name)) for name in ("prove", "merge")]
    room = _room("search", game, *form)
    return (room.parallel_mcts if room else _plain_mcts)(game, state, **options)


def solve(game: Game, state: State, empties_to_winner: bool = False):
    """(score, action, nodes) under perfect play: Connect Four and Othello endgames.

    The score is MAX's. Connect Four: +1 if MAX wins with its last stone, +2 with the one before,
    and so on, the same below 0 for MIN, 0 for a draw. Othello: MAX's stones minus MIN's at the end
    of the game; squares that stay empty count for nobody, or with `empties_to_winner` for the
    winner, as in tournaments and in all published scores. The action is the first best one;
    `.value` is +1, 0 or -1.
    """
    return _room("solvers").solve(game, state, empties_to_winner)


def solve_actions(game: Game, state: State, empties_to_winner: bool = False) -> dict[Action, int]:
    """The exact score of every legal action: see `solve`."""
    return _room("solvers").solve_actions(game, state, empties_to_winner)


def plays(game: Game) -> bool:
    """Whether the engine plays this game: a board of at most 64 bits, and no rules of your own."""
    if type(game) is ConnectFour:
        return game.width * (game.height + 1) <= 64
    return type(game) in (TicTacToe, PentagoTwist) or (type(game) is Othello and game.size <= 8)


def ready(game: Game, prove: bool = False, merge: bool = False) -> bool:
    """Whether this search for the game is compiled and loaded; if not, that begins now."""
    form = _form(game, prove, merge)
    if form not in _ready:
        warm_up(game, prove, merge)
    return form in _ready


def warm_up(game: Game, prove: bool = False, merge: bool = False) -> threading.Thread:
    """Compiles or loads a search for a game in the background; `join()` waits for the end."""
    form = _form(game, prove, merge)
    if form not in _warming:
        given = (game, bool(prove), bool(merge))
        _warming[form] = threading.Thread(target=_compile, args=given, daemon=True)
        _warming[form].start()
    return _warming[form]


def _form(game, prove, merge):
    """What one compiled search is for."""
    return type(game), repr(game), bool(prove), bool(merge)


def _compile(game, prove, merge):
    """Loads a compiled search, which another process has put on disk if it was not there."""
    if plays(game) and _numba_missing() is None:
        if not importlib.import_module("lib.fast.games").on_disk(game, prove, merge):
            call_elsewhere(_first_move, game, prove, merge)
        if _without_numba(game, prove, merge) is None:
            _first_move(game, prove, merge)


def _first_move(game, prove, merge):
    mcts(game, game.initial_state(), iterations=1, prove=prove, merge=merge)


def call_elsewhere(function: Callable, *values: Any) -> None:
    """Calls a function in another process, if one can be started: what it compiles is on disk."""
    handed = pickle.dumps((function, values))
    with contextlib.suppress(OSError):
        subprocess.run([sys.executable, "-c", _CALL], input=handed, capture_output=True)


def _room(name, *form):
    """A compiled module; where that does not work None and a warning, or an ImportError."""
    reason = None if form and _form(*form) in _ready else _without_numba(*form)
    if reason:
        if name == "solvers":
            raise ImportError(FAST.SOLVERS_COMPILED_ONLY.format(reason=reason))
        warnings.warn(FAST.SLOWER.format(reason=reason), stacklevel=3)
        return None
    return importlib.import_module(f"lib.fast.{name}")


def _without_numba(*form):
    """Why numba does not work here, in words; None if it does, or if this search is on disk."""
    if reason := _numba_missing():
        return reason
    try:
        games = importlib.import_module("lib.fast.games")
        if not (form and plays(form[0]) and games.on_disk(*form)):
            importlib.import_module("numba")
    except Exception as problem:  # an installation that does not fit can fail in any way
        return f"numba cannot be loaded ({type(problem).__name__}: {problem})"
    return None


def _numba_missing():
    """Why numba is not to be used here, in words, or None: found out without loading it."""
    if sys.platform == "emscripten":
        return "a browser has no numba"
    if importlib.util.find_spec("numba") is None:
        return "numba is missing (to install it: pip install numba)"
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return "numba is switched off (NUMBA_DISABLE_JIT)"
    return None


def _plain_mcts(game, state, *, seed=0, prove=False, merge=False, **options):
    """The search of `lib.search` that does the same, without what it cannot do."""
    wanted = {name: value for name, value in options.items() if name not in _COMPILED_ONLY}
    if prove:
        return mcts_solver(game, state, win=1, rng=Random(seed), **wanted)
    return (mcts_merged if merge else standard_mcts)(game, state, rng=Random(seed), **wanted)
