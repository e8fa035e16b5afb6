"""Root-parallel MCTS: independent trees on several cores, their roots added up."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from lib.fast import mcts
from lib.fast.checks import check_stones, whole
from lib.fast.games import compiled
from lib.search.arguments import check_budget
from lib.search.mcts import Node, check_root


def parallel_mcts(game, state, *, iterations, seconds, seed, workers, executor, **settings) -> Node:
    """The root of several trees added up: see `lib.fast.parallel_mcts`."""
    check_budget(iterations, seconds)
    workers, seed = whole("workers", workers, 1), whole("seed", seed)
    if settings.get("root") is not None:
        raise ValueError("parallel_mcts grows new trees: it cannot go on with an earlier root")
    if executor is not None and not hasattr(executor, "submit"):
        raise ValueError(f"executor must be a concurrent.futures executor, got {executor!r}")
    compiled(game)
    check_stones(game, state)
    root = check_root(game, state, None)
    shares = shared_out(int(iterations), workers) if iterations else [None] * workers
    jobs = [
        (game, state, {"iterations": n, "seconds": seconds, "seed": seed * 1009 + i, **settings})
        for i, n in enumerate(shares)
    ]
    counts = gathered(executor, jobs) if executor else in_threads(jobs)
    return added_up(game, root, counts)


def shared_out(iterations, workers):
    """The iterations of each worker, as equal as possible, none with zero."""
    parts = [iterations // workers + (i < iterations % workers) for i in range(workers)]
    return [part for part in parts if part]


def root_counts(game, state, settings):
    """What one tree found: (action, visits, total) for each child of its root."""
    root = mcts(game, state, **settings)
    return [(child.action, child.visits, child.total) for child in root.children.values()]


def gathered(executor, jobs):
    """The counts of all jobs, done by the executor."""
    return [future.result() for future in [executor.submit(root_counts, *job) for job in jobs]]


def in_threads(jobs):
    """The counts of all jobs, one thread each; Ctrl-C stops them all."""
    game, state, settings = jobs[0]
    mcts(game, state, **{**settings, "iterations": 1, "seconds": None})  # compile once, not twice
    stopped = Event()
    for _, _, settings in jobs:
        settings.setdefault("stop", stopped.is_set)
    with ThreadPoolExecutor(len(jobs)) as threads:
        try:
            return gathered(threads, jobs)
        except BaseException:
            stopped.set()
            raise


def added_up(game, root, counts):
    """The root with one child for each action that any tree visited."""
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
