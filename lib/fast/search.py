"""MCTS with the compiled engine: the same statistics as `lib.search.mcts`, much faster.

The engine's flat tree is seen as `lib.search.mcts.Node`s, made only when they are looked at.
"""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import sqrt
from threading import Event

import numpy as np

from lib import fast
from lib.fast import games
from lib.fast.games import COUNT, KNOWN, NINE_BITS, NODE, check_stones, compiled, random_state
from lib.game import Game
from lib.messages import FAST, refuse_if
from lib.search.arguments import check_budget, check_number, check_whole
from lib.search.mcts import Node, check_root

NODE_LIMIT = 20_000_000  # nodes of 16 bytes: 320 MB; then the tree stops growing
_START = 1 << 12  # nodes; the array doubles when it is full
_MOST_VISITS = 2**31 - 1  # a total is a 32-bit number
_LARGE_START = 1 << 20  # nodes: more are added when they are needed
_SLICE = 0.01  # seconds of compiled work between two looks at the clock and the keyboard


class Tree:
    """The array of nodes of one search; node 0 is the root."""

    def __init__(self, game: Game, compiled, limit: int, start: int = _START):
        self.game, self.compiled, self.limit = game, compiled, limit
        self.nodes = np.empty(min(start, limit), NODE)
        self.nodes[0] = np.zeros((), NODE)
        self.used = 1

    def grow(self):
        """Doubles the array, up to the limit."""
        longer = np.empty(min(2 * len(self.nodes), self.limit), NODE)
        longer.view(np.uint8)[: self.used * NODE.itemsize] = self.nodes[: self.used].view(np.uint8)
        self.nodes = longer

    def block(self, index: int) -> range:
        """The numbers of a node's children, visited or not."""
        first, info = int(self.nodes["first"][index]), self.nodes["info"][index]
        return range(first, first + int(info >> COUNT & NINE_BITS))

    def proven(self, index: int) -> int | None:
        """MAX's value of a node once it is certain, else None."""
        known = int(self.nodes["info"][index] >> KNOWN)
        return known - 2 if known else None

    def subtree(self, index: int, limit: int) -> "Tree":
        """A copy of what is below a node, which becomes the root: the rest is forgotten."""
        copy = Tree(self.game, self.compiled, limit, start=max(_START, 2 * self.used))
        copy.used = games.copier()(self.nodes, index, copy.nodes)
        return copy


class FastNode(Node):
    """A node of a flat tree; its children become nodes when they are first asked for."""

    __slots__ = ("__dict__", "index", "tree")

    def __init__(self, tree, index, state, action=None, parent=None):
        record = tree.nodes[index]
        self.tree, self.index = tree, index
        self.state, self.action, self.parent = state, action, parent
        self.side = None if tree.game.is_terminal(state) else tree.game.side(state)
        self.visits, self.total = int(record["visits"]), float(record["total"])

    @cached_property
    def children(self):
        """The visited children by action, in the order of their first visit."""
        tree, found = self.tree, {}
        for i in tree.block(self.index):
            if tree.nodes["visits"][i]:
                action = tree.compiled.action(int(tree.nodes["info"][i] & NINE_BITS))
                after = tree.game.result(self.state, action)
                found[action] = FastNode(tree, i, after, action, self)
        return found

    @cached_property
    def untried(self):
        """The legal actions without a visit."""
        return [a for a in self.tree.game.actions(self.state) if a not in self.children]

    @property
    def proven(self):
        """MAX's certain value if the game is over here or the search has proven it, else None."""
        return self.tree.proven(self.index)


def mcts(
    game, state, *, iterations=None, seconds=None, c: float = sqrt(2), seed=0, root=None,
    prove=False, merge=False, stop=None,
) -> FastNode:  # fmt: skip
    """The root of the grown tree: see `lib.fast.mcts`."""
    check_budget(iterations, seconds)
    check_number("c", c)
    check_whole("seed", seed)
    refuse_if(stop is not None and not callable(stop), FAST.STOP_FUNCTION_SAYS, stop=stop)
    iterations = iterations and int(iterations)
    table = compiled(game, bool(merge))
    check_stones(game, state)
    refuse_if(root is not None and not isinstance(root, FastNode), FAST.ROOT_COME_FROM, root=root)
    check_root(game, state, root)
    if root is None:
        start = min(max(_START, 2 * (iterations or 0)), _LARGE_START)
        tree = Tree(game, table, NODE_LIMIT, start)
    else:  # a copy of what is below it
        refuse_if(root.tree.compiled is not table, FAST.ROOT_COMES_FROM, root=root)
        tree = root.tree.subtree(root.index, NODE_LIMIT)
    position = table.position(state)
    run = games.engine_of(table, bool(prove))
    random = random_state(int(seed) * 0x10001 + int(tree.nodes["visits"][0]))
    grow_tree(tree, run, position, iterations, seconds, float(c), random, stop)
    return FastNode(tree, 0, state, root.action if root else None)


def grow_tree(tree, run, position, iterations, seconds, c, random, stop):
    """Runs the engine in slices until the budget is used up or someone interrupts."""
    path = np.zeros(tree.compiled.max_plies + 1, np.uint64)
    moves = np.zeros(tree.compiled.max_children, np.uint16)
    room = _MOST_VISITS - int(tree.nodes["visits"][0])
    left = min(room, iterations or room)
    end = time.perf_counter() + seconds if seconds else None
    slice_size = 1 << (10 if seconds else 14)  # the first; a short time must not be missed
    while left > 0:
        start = time.perf_counter()
        size = min(left, slice_size)
        done, tree.used, random = run(
            tree.nodes, np.uint64(tree.used), tree.limit, *position, size, c, random, path, moves
        )
        left -= done
        now = time.perf_counter()
        if (end and now >= end) or (stop and stop()) or tree.proven(0) is not None:
            break
        if done < size:
            tree.grow()
        elif now - start < _SLICE / 2:
            slice_size *= 2


def parallel_mcts(
    game, state, *, iterations=None, seconds=None, seed=0, workers=2, executor=None, **settings
) -> Node:
    """The root of several trees added up, a child for each action that any of them visited."""
    check_budget(iterations, seconds)
    check_whole("workers", workers, 1)
    check_whole("seed", seed)
    refuse_if(settings.get("root") is not None, FAST.PARALLEL_MCTS_GROWS)
    if executor is not None and not hasattr(executor, "submit"):
        raise ValueError(FAST.EXECUTOR_CONCURRENT_FUTURES.format(executor=executor))
    compiled(game)
    check_stones(game, state)
    root = check_root(game, state, None)
    each, rest = divmod(int(iterations or 0), workers)
    shares = [each + (i < rest) or None for i in range(workers)]  # as equal as possible
    jobs = [
        (game, state, {"iterations": n, "seconds": seconds, "seed": seed * 1009 + i, **settings})
        for i, n in enumerate(shares)
        if n or seconds
    ]
    counts = _gathered(executor, jobs) if executor else _in_threads(jobs)
    visits, totals = Counter(), Counter()
    for action, n, total in (row for rows in counts for row in rows):
        visits[action] += n
        totals[action] += total
    for action in game.actions(root.state):
        if visits[action]:
            child = Node(game, game.result(root.state, action), action, root)
            child.visits, child.total = visits[action], totals[action]
            root.children[action] = child
            root.untried.remove(action)
    root.visits, root.total = sum(visits.values()), sum(totals.values())
    return root


def _root_counts(game, state, settings):
    """What one tree found: (action, visits, total) for each child of its root."""
    root = fast.mcts(game, state, **settings)
    return [(child.action, child.visits, child.total) for child in root.children.values()]


def _gathered(executor, jobs):
    """The counts of all jobs, done by the executor."""
    return [future.result() for future in [executor.submit(_root_counts, *job) for job in jobs]]


def _in_threads(jobs):
    """The counts of all jobs, one thread each; Ctrl-C stops them all."""
    game, state, settings = jobs[0]
    fast.mcts(game, state, **{**settings, "iterations": 1, "seconds": None})  # compile once
    stopped = Event()
    for _, _, settings in jobs:
        settings.setdefault("stop", stopped.is_set)
    with ThreadPoolExecutor(len(jobs)) as threads:
        try:
            return _gathered(threads, jobs)
        except BaseException:
            stopped.set()
            raise
