"""What benchmarks, facts and tests ask of compiled rules: move sequences, random games, alpha-beta.

The loops are in `tools.walk`, the rules in `lib.fast`.
"""

from functools import lru_cache
from math import inf
from numbers import Real

import numpy as np

from lib.fast.compile import interruptible, loaded, specialize_all
from lib.fast.games import Compiled, check_stones, compiled, random_state
from lib.game import Action, Game, State
from lib.search.arguments import check_whole
from tools import walk

_SLICE = 20_000  # games between two looks at the keyboard
_SHALLOW = 10  # plies: deeper may take long
_SHALLOW_ROWS, _DEEP_ROWS = 2**12, 2**18  # of the table of `alphabeta`, cleared for every search


def perft(game: Game, depth: int, state: State = None) -> int:
    """The number of move sequences of exactly `depth` plies (a forced pass is a move)."""
    check_whole("depth", depth, 0)
    table, state = _checked(game, state)
    if game.is_terminal(state):
        return int(depth == 0)
    me, other, _ = table.position(state)
    count = _walk_of(table, "perft", "the counter for")
    moves = np.zeros((depth + 1, table.max_children), np.uint16)
    return interruptible(count, (me, other, depth, moves), moves[0])


def playouts(game: Game, n: int, seed: int = 0, state: State = None) -> tuple[int, int, int]:
    """MAX's (wins, draws, losses) in `n` random games, from the first position or from `state`."""
    check_whole("n", n, 1)
    check_whole("seed", seed)
    table, state = _checked(game, state)
    if game.is_terminal(state):
        raise ValueError(f"the game is over, there is nothing to play at {state!r}")
    me, other, side = table.position(state)
    run = _walk_of(table, "playouts", "random games of")
    results, random = np.zeros(3, np.int64), random_state(int(seed))
    for start in range(0, n, _SLICE):
        random = np.uint64(run(me, other, min(_SLICE, n - start), random, results))
    losses, draws, wins = (int(count) for count in results[::side])
    return wins, draws, losses


def alphabeta(game: Game, state: State, depth: float = inf) -> tuple[float, Action | None]:
    """What `lib.search.alphabeta` returns without an evaluator: value (0 beyond depth), action."""
    if not isinstance(depth, Real) or not depth >= 0:
        raise ValueError(f"depth must be a number, 0 or more, got {depth!r}")
    table, state = _checked(game, state)
    if game.is_terminal(state) or depth == 0:
        return (game.utility(state) if game.is_terminal(state) else 0), None
    depth = int(min(depth, table.max_plies))
    search = _walk_of(table, "choose", "alpha-beta for")
    me, other, side = table.position(state)
    moves = np.zeros((depth + 1, table.max_children), np.uint16)
    if depth <= _SHALLOW:
        value, code = search(me, other, depth, moves, np.zeros((_SHALLOW_ROWS, 3), np.uint64))
    else:
        rows = np.zeros((_DEEP_ROWS, 3), np.uint64)
        value, code = interruptible(search, (me, other, depth, moves, rows), moves[0])
    return side * value, table.action(code)


def _checked(game: Game, state: State) -> tuple[Compiled, State]:
    """The compiled form of a game, and a state that it can take: the first one if none is given."""
    table = compiled(game)
    state = game.initial_state() if state is None else state
    check_stones(game, state)
    return table, state


@lru_cache
def _walks_of(table: Compiled):
    """The functions of `tools.walk` for a game, by name."""
    meanings = {**table.rules, "WIDEST": table.max_children}
    return specialize_all(walk, walk.PARTS, table.label, meanings, walk.SIGNATURES)


@lru_cache
def _walk_of(table: Compiled, name: str, what: str):
    """One function of `tools.walk` for a game, ready to be called."""
    return loaded(_walks_of(table)[name], walk.SIGNATURES[name], f"{what} {table.label}")
