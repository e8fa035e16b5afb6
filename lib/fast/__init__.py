"""The compiled engine: MCTS, solvers and counters on bitboards, made with numba.

    mcts(game, state, iterations=...)     the same statistics as lib.search.mcts, much faster
    parallel_mcts(...)                    several trees on several cores, added up
    solve(game, state)                    the exact score: Connect Four, Othello endgames
    solve_actions(game, state)            the exact score of every action
    alphabeta(game, state, depth)         what lib.search.alphabeta returns without an evaluator
    playouts(game, n, seed)               random games: wins, draws, losses
    perft(game, depth)                    the number of move sequences

Opening this room costs nothing: numba is loaded by the first call. That call compiles, which
takes a few seconds for each game, once: the result is kept on disk (see `lib.fast.compile`), and
a later process loads it in a fraction of a second. `warm_up(game)` does it in the background and
`ready(game)` says whether it is done; `mcts(..., wait=False)` searches in plain Python until then.

Without numba `mcts`, `parallel_mcts`, `alphabeta`, `playouts` and `perft` run in plain Python and
say so; `solve` cannot.

    search       mcts and parallel_mcts: trees as nodes, budgets, threads
    engine       the four phases on a flat array, compiled for each game
    solvers      solve, solve_actions, alphabeta
    counts       playouts, perft
    games        which games there are, and how a state becomes numbers
    tictactoe, connect4, othello, pentago    the rules of each on bitboards
    solve_connect4, solve_othello            the two exact solvers
    walk         loops over any game's rules: count, look ahead, play at random
    bits         machine instructions for sets of squares
    compile      compiles one text for many games, keeps it on disk, stops it on Ctrl-C
"""

import contextlib
import importlib
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Executor
from math import inf, sqrt
from random import Random

from lib import search
from lib.game import Action, Game, State
from lib.search import Node, mcts_merged, mcts_solver, random_rollout
from lib.search.arguments import check_whole

SLOWER = (
    "{reason}, so lib.fast works in plain Python: the results mean the same, but a search "
    "takes 100 to 270 times as long"
)
NODE_LIMIT = 20_000_000  # nodes of 16 bytes: 320 MB
_ready: set[str] = set()  # games whose search has run in this process
_warming: dict[str, threading.Thread] = {}


def mcts(
    game: Game,
    state: State,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = sqrt(2),
    seed: int = 0,
    root: Node | None = None,
    prove: bool = False,
    merge: bool = False,
    node_limit: int = NODE_LIMIT,
    stop: Callable[[], bool] | None = None,
    wait: bool = True,
) -> Node:
    """The root of a tree that grew by `iterations` random rollouts, or for `seconds`.

    Children, visits and totals mean what they mean in `lib.search.mcts.mcts`: all MAX's payoff.
    The same seed and number of iterations give the same tree, on any machine.
    root: go on with an earlier tree; hand in the child that was played.
    prove: mark nodes whose value is certain (`node.proven`), do not visit them again, and stop when
        the root is one of them. Choose the move with `lib.search.solver.proven_action`.
    merge: of several actions to the same state keep one (Pentago Twist has such actions).
    node_limit: with so many nodes the tree stops growing and the search goes on.
    stop: asked every 10 ms or so; when it says True the tree so far is returned. Ctrl-C raises
        KeyboardInterrupt at the same moments.
    wait: False searches in plain Python while the engine is compiled in the background.
    """
    options = {
        "iterations": iterations, "seconds": seconds, "c": c, "seed": seed, "root": root,
        "prove": prove, "merge": merge, "node_limit": node_limit, "stop": stop,
    }  # fmt: skip
    room = _room("search")
    if room is None or (not wait and not ready(game)):
        return _plain_mcts(game, state, **options)
    if not wait and not isinstance(root, room.FastNode):
        options["root"] = None  # a tree of the plain search cannot go on here
    found = room.mcts(game, state, **options)
    _ready.add(repr(game))
    return found


def parallel_mcts(
    game: Game,
    state: State,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = sqrt(2),
    seed: int = 0,
    workers: int = 2,
    executor: Executor | None = None,
    **settings,
) -> Node:
    """The root of `workers` trees added up: its children have the visits and totals of all.

    `iterations` are shared out among the workers, `seconds` are given to each. Threads do the
    work unless an `executor` is given: the compiled search needs no interpreter lock. The same
    seed, iterations and workers give the same root. `settings` go to `mcts`.
    """
    options = {"iterations": iterations, "seconds": seconds, "c": c, "seed": seed, **settings}
    room = _room("search")
    if room is None:
        return _plain_mcts(game, state, **options)
    return room.parallel_mcts(game, state, workers=workers, executor=executor, **options)


def solve(game: Game, state: State):
    """(score, action, nodes) under perfect play: Connect Four and Othello endgames.

    The score is MAX's. Connect Four: +1 if MAX wins with its last stone, +2 with the one before,
    and so on, the same below 0 for MIN, 0 for a draw. Othello: MAX's stones minus MIN's at the end
    of the game. The action is the first best one; `.value` is +1, 0 or -1.
    """
    return _needed("solvers").solve(game, state)


def solve_actions(game: Game, state: State) -> dict[Action, int]:
    """The exact score of every legal action: see `solve`."""
    return _needed("solvers").solve_actions(game, state)


def alphabeta(game: Game, state: State, depth: float = inf) -> tuple[float, Action | None]:
    """(value, action) as `lib.search.alphabeta` gives them without an evaluator."""
    room = _room("solvers")
    if room is None:
        return search.alphabeta(game, state, depth)
    return room.alphabeta(game, state, depth)


def playouts(game: Game, n: int, seed: int = 0, state: State = None) -> tuple[int, int, int]:
    """MAX's (wins, draws, losses) in `n` random games, from the first position or from `state`."""
    room = _room("counts")
    if room is None:
        return _plain_playouts(game, n, seed, state)
    return room.playouts(game, n, seed, state)


def perft(game: Game, depth: int, state: State = None) -> int:
    """The number of move sequences of exactly `depth` plies (a forced pass is a move)."""
    room = _room("counts")
    if room is None:
        return _plain_perft(game, depth, state)
    return room.perft(game, depth, state)


def ready(game: Game) -> bool:
    """Whether the search for this game is compiled and loaded; if not, that begins now."""
    if repr(game) not in _ready:
        warm_up(game)
    return repr(game) in _ready


def warm_up(game: Game) -> threading.Thread:
    """Compiles or loads the search for a game in the background; `join()` waits for the end."""
    if repr(game) not in _warming:
        _warming[repr(game)] = threading.Thread(target=_compile, args=(game,), daemon=True)
        _warming[repr(game)].start()
    return _warming[repr(game)]


def _compile(game):
    with contextlib.suppress(ValueError):  # the engine does not play this game
        if _room("search") is not None:
            mcts(game, game.initial_state(), iterations=1)


def _room(name):
    """A module that needs numba; None, with a warning, where numba does not work."""
    if reason := _without_numba():
        warnings.warn(SLOWER.format(reason=reason), stacklevel=3)
        return None
    return importlib.import_module(f"lib.fast.{name}")


def _without_numba():
    """Why numba does not work here, in words; None if it does."""
    try:
        if importlib.import_module("numba").config.DISABLE_JIT:
            return "numba is switched off (NUMBA_DISABLE_JIT)"
    except Exception as problem:  # an installation that does not fit can fail in any way
        if isinstance(problem, ModuleNotFoundError) and problem.name == "numba":
            return "numba is missing (to install it: pip install numba)"
        return f"numba cannot be loaded ({type(problem).__name__}: {problem})"
    return None


def _needed(name):
    """A module that needs numba; an ImportError in plain words where there is none."""
    if reason := _without_numba():
        raise ImportError(f"the solvers work only compiled, but {reason}")
    return importlib.import_module(f"lib.fast.{name}")


def _plain_mcts(game, state, *, seed=0, prove=False, merge=False, **options):
    """The search of `lib.search` that does the same; it knows no node limit and no `stop`."""
    wanted = {key: options[key] for key in ("iterations", "seconds", "c", "root") if key in options}
    if prove:
        return mcts_solver(game, state, win=1, rng=Random(seed), **wanted)
    return (mcts_merged if merge else search.mcts)(game, state, rng=Random(seed), **wanted)


def _plain_playouts(game, n, seed, state):
    """Wins, draws and losses of MAX in `n` random games."""
    check_whole("n", n, 1)
    check_whole("seed", seed)
    rng = Random(seed)
    state = game.initial_state() if state is None else state
    values = [random_rollout(game, state, rng) for _ in range(n)]
    return sum(v > 0 for v in values), values.count(0), sum(v < 0 for v in values)


def _plain_perft(game, depth, state):
    """The number of move sequences of exactly `depth` plies."""
    check_whole("depth", depth, 0)

    def sequences(state, depth):
        if depth == 0:
            return 1
        return sum(sequences(game.result(state, a), depth - 1) for a in game.actions(state))

    return sequences(game.initial_state() if state is None else state, depth)
