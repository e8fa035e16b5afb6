"""MCTS with the compiled engine: the same statistics as `lib.search.mcts`, much faster."""

import time
from collections.abc import Callable
from math import isfinite, sqrt

import numpy as np

from lib.fast.bits import random_state
from lib.fast.games import compiled, engine_for
from lib.fast.tree import FastNode, Tree
from lib.game import Game, State
from lib.search.mcts import budget, check_root

NODE_LIMIT = 20_000_000  # nodes of 16 bytes: 320 MB
MOST_VISITS = 2**31 - 1  # a total is a 32-bit number
SLICE = 0.01  # seconds of compiled work between two looks at the clock and the keyboard


def mcts(
    game: Game,
    state: State,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = sqrt(2),
    seed: int = 0,
    root: FastNode | None = None,
    prove: bool = False,
    merge: bool = False,
    node_limit: int = NODE_LIMIT,
    stop: Callable[[], bool] | None = None,
) -> FastNode:
    """The root of a tree that grew by `iterations` random rollouts, or for `seconds`.

    Children, visits and totals mean what they mean in `lib.search.mcts.mcts`; the same seed and
    iterations give the same tree. `root` goes on with an earlier tree: hand in the child that was
    played. `prove` marks nodes whose value is certain (`FastNode.proven`) and stops visiting moves
    that are proven lost. With `node_limit` nodes the tree stops growing and the search goes on.
    Ctrl-C interrupts; so does `stop`, asked every 10 ms: the tree so far is returned.
    """
    next(budget(iterations, seconds))
    check_settings(c, seed, node_limit)
    table = compiled(game, merge)
    tree = planted(game, state, table, root, node_limit)
    position = table.position(state)
    run = engine_for(table, bool(prove))
    random = random_state(seed * 0x10001 + int(tree.nodes["visits"][0]))
    grow_tree(tree, run, position, iterations, seconds, float(c), random, stop)
    return FastNode(tree, 0, state, root.action if root else None)


def check_settings(c, seed, node_limit):
    """A ValueError for settings that no search can work with."""
    if not (isinstance(c, (int, float)) and isfinite(c) and c >= 0):
        raise ValueError(f"c must be a finite number, 0 or more, got {c!r}")
    if not isinstance(seed, int):
        raise ValueError(f"seed must be a whole number, got {seed!r}")
    if not isinstance(node_limit, int) or not 1 <= node_limit < 2**32:
        raise ValueError(f"node_limit must be a whole number from 1 to 2**32 - 1: {node_limit!r}")


def planted(game, state, table, root, node_limit) -> Tree:
    """The tree to grow: a new one, or a copy of what is below `root`."""
    check_root(game, state, root)
    moves = len(game.actions(state))
    if node_limit < 1 + moves:
        raise ValueError(f"node_limit must leave room for the root and its {moves} moves")
    if root is None:
        return Tree(game, table, node_limit)
    if not isinstance(root, FastNode) or root.tree.compiled is not table:
        raise ValueError(f"root must be a node of an earlier search by lib.fast.mcts, got {root!r}")
    return root.tree.subtree(root.index, node_limit)


def grow_tree(tree, run, position, iterations, seconds, c, random, stop):
    """Runs the engine in slices until the budget is used up or somebody interrupts."""
    path = np.zeros(tree.compiled.max_plies + 1, np.uint64)
    moves = np.zeros(tree.compiled.max_children, np.uint16)
    room = MOST_VISITS - int(tree.nodes["visits"][0])
    left = min(room, iterations or room)
    end = time.perf_counter() + seconds if seconds else None
    slice_size = 1024
    while left > 0:
        start = time.perf_counter()
        size = min(left, slice_size)
        done, tree.used, random = run(
            tree.nodes, np.uint64(tree.used), tree.limit, *position, size, c, random, path, moves
        )
        random = np.uint64(random)
        left -= done
        now = time.perf_counter()
        if (end and now >= end) or (stop and stop()):
            break
        if int(tree.nodes["info"][0]) >> 27:
            break
        if done < size:
            tree.grow()
        elif now - start < SLICE / 2:
            slice_size *= 2
