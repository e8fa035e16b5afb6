"""MCTS with the compiled engine: the same statistics as `lib.search.mcts`, much faster."""

import time

import numpy as np

from lib.fast.bits import random_state
from lib.fast.checks import check_settings, check_stones, whole
from lib.fast.games import compiled, engine_of
from lib.fast.tree import START, FastNode, Tree
from lib.search.arguments import check_budget
from lib.search.mcts import check_root

MOST_VISITS = 2**31 - 1  # a total is a 32-bit number
LARGE_START = 1 << 20  # nodes: more are added when they are needed
SLICE = 0.01  # seconds of compiled work between two looks at the clock and the keyboard


def mcts(
    game, state, *, iterations, seconds, c, seed, root, prove, merge, node_limit, stop
) -> FastNode:
    """The root of the grown tree: see `lib.fast.mcts`."""
    check_budget(iterations, seconds)
    check_settings(c, node_limit, stop)
    seed, node_limit = whole("seed", seed), int(node_limit)
    iterations = iterations and int(iterations)
    table = compiled(game, bool(merge))
    check_stones(game, state)
    tree = planted(game, state, table, root, node_limit, 2 * (iterations or 0))
    position = table.position(state)
    run = engine_of(table, bool(prove))
    random = random_state(seed * 0x10001 + int(tree.nodes["visits"][0]))
    grow_tree(tree, run, position, iterations, seconds, float(c), random, stop)
    return FastNode(tree, 0, state, root.action if root else None)


def planted(game, state, table, root, node_limit, start) -> Tree:
    """The tree to grow: a new one, or a copy of what is below `root`."""
    if root is not None and not isinstance(root, FastNode):
        raise ValueError(f"root must come from an earlier search by lib.fast.mcts, got {root!r}")
    check_root(game, state, root)
    moves = len(game.actions(state))
    if node_limit < 1 + moves:
        raise ValueError(f"node_limit must leave room for the root and its {moves} moves")
    if root is None:
        return Tree(game, table, node_limit, min(max(START, start), LARGE_START))
    if root.tree.compiled is not table:
        raise ValueError(f"root comes from a search with other rules (game or merge): {root!r}")
    return root.tree.subtree(root.index, node_limit)


def grow_tree(tree, run, position, iterations, seconds, c, random, stop):
    """Runs the engine in slices until the budget is used up or someone interrupts."""
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
        if tree.proven(0) is not None:
            break
        if done < size:
            tree.grow()
        elif now - start < SLICE / 2:
            slice_size *= 2
