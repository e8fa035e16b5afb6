"""Strength at Connect Four: compiled, plain and OpenSpiel's MCTS, paired games with intervals.

Each opening (two random plies) is played twice with colors changed. At equal iterations lib.fast
and lib.search are the same algorithm and should be even. OpenSpiel's differs in two places
(`uct_value` and `sort_key` of its Python form): a child in which the game is over is rated by its
outcome alone, without exploration bonus, and in the end a known win goes before the most visited
child. What these two are worth is measured: our search with one or both of them plays too.

At equal time each gets the iterations that it finishes in the same CPU time, by a measurement just
before. `python -m tools.bench.strength publish` keeps the result in data/bench.
"""

import sys
import time
from dataclasses import dataclass
from functools import cache, partial
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pyspiel

import lib.fast
from lib.arena.tables import wilson
from lib.fast import engine
from lib.fast.engine import UNDECIDED, children, root_log, spread, value_of
from lib.fast.games import called, compiled, random_state
from lib.fast.search import NODE_LIMIT, FastNode, Tree, grow_tree
from lib.games.connect4 import ConnectFour
from lib.search.mcts import best_action, mcts

GAME = ConnectFour()
PEER = pyspiel.load_game("connect_four")
PAIRS = 200  # openings of a match
LONG = 1500  # openings where a difference of a few percent matters
MANY, FEW = 1000, 200  # iterations
MILLISECONDS = 2


def fast(history, state, iterations, seed):
    return best_action(lib.fast.mcts(GAME, state, iterations=iterations, seed=seed))


def plain(history, state, iterations, seed):
    return best_action(mcts(GAME, state, iterations=iterations, rng=Random(seed)))


def openspiel(history, state, iterations, seed):
    position = PEER.new_initial_state()
    for action in history:
        position.apply_action(action)
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(PEER, rollouts, sqrt(2), iterations, 1000, False, seed, False)
    return bot.step(position)


def best_child(nodes, parent, side, c):
    """`engine.best_child`, but a child in which the game is over gets no exploration bonus."""
    explore = np.float32(c) * root_log(parent.visits)
    sign = np.float32(side)
    first = np.uint64(parent.first)
    best, highest = first, np.float32(-np.inf)
    for i in range(children(parent)):
        child = nodes[first + i]
        width = spread(child.visits)
        bonus = explore if value_of(child.info) == UNDECIDED else np.float32(0)
        bound = width * (width * sign * np.float32(child.total) + bonus)
        if bound > highest:
            best, highest = first + i, bound
    return best


def known_win_first(root):
    """Like `best_action`, but a child in which the game is won goes before all others."""

    def rank(child):
        known = root.side * child.mean if child.side is None else 0
        return known, child.visits, root.side * child.mean

    return max(root.children.values(), key=rank).action


@cache
def engine_without_bonus():
    """The compiled search of Connect Four with the `best_child` above in place of its own."""
    table = compiled(GAME)
    parts = [best_child if part is engine.best_child else part for part in engine.PARTS]
    entry = engine.run_entry(table.rules, "without_bonus", False, parts)
    return table, called(entry.address), entry


def without_bonus(history, state, iterations, seed, choice=best_action):
    """lib.fast with the rating of OpenSpiel."""
    table, run, _ = engine_without_bonus()
    tree = Tree(GAME, table, NODE_LIMIT)
    random = random_state(seed * 0x10001)
    grow_tree(tree, run, table.position(state), iterations, None, sqrt(2), random, None)
    return choice(FastNode(tree, 0, state))


def win_first(history, state, iterations, seed):
    """lib.fast with the final choice of OpenSpiel."""
    return known_win_first(lib.fast.mcts(GAME, state, iterations=iterations, seed=seed))


MAIN = {"lib.fast": fast, "lib.search": plain, "OpenSpiel C++": openspiel}
CHANGED = {
    "both changes": partial(without_bonus, choice=known_win_first),
    "changed rating": without_bonus,
    "changed choice": win_first,
}
PLAYERS = MAIN | CHANGED
CONTESTS = [
    ("lib.fast", "lib.search"),
    ("lib.fast", "OpenSpiel C++"),
    ("lib.search", "OpenSpiel C++"),
]
CAUSE = [
    ("lib.fast", "OpenSpiel C++"),
    ("both changes", "OpenSpiel C++"),
    *((name, "lib.fast") for name in CHANGED),
]


@dataclass(frozen=True)
class Match:
    """The points of the first of two players: a win 1, a draw 1/2."""

    first: str
    second: str
    games: int
    points: float

    @property
    def interval(self):
        return wilson(self.points, self.games)

    @property
    def verdict(self):
        """What the interval allows to say."""
        low, high = self.interval
        return "behind" if high < 0.5 else "ahead" if low > 0.5 else "no difference shown"


def play(first, second, opening, budgets, seed):
    """What the first player, who has the first color, scores: 1, 1/2 or 0."""
    history, state = list(opening), GAME.initial_state()
    for action in opening:
        state = GAME.result(state, action)
    players = (first, second)
    while not GAME.is_terminal(state):
        name = players[GAME.to_move(state)]
        action = PLAYERS[name](history, state, budgets[name], seed * 100 + len(history))
        history.append(action)
        state = GAME.result(state, action)
    return (GAME.utility(state) + 1) / 2


def match(first, second, budgets, pairs):
    """Both play every opening with either color."""
    rng, points = Random(11), 0.0
    for pair in range(pairs):
        opening = [rng.randrange(7), rng.randrange(7)]
        points += play(first, second, opening, budgets, 2 * pair)
        points += 1 - play(second, first, opening, budgets, 2 * pair + 1)
    return Match(first, second, 2 * pairs, points)


def equal_time_budgets(milliseconds=MILLISECONDS):
    """The iterations that each player finishes in this CPU time, from the first position."""
    state, trial, budgets = GAME.initial_state(), 1000, {}
    for name, player in MAIN.items():
        player([], state, trial, 1)
        start = time.thread_time()
        for seed in range(5):
            player([], state, trial, seed)
        each = (time.thread_time() - start) / (5 * trial)
        budgets[name] = max(2, round(milliseconds / 1000 / each))
    return budgets


def table(contests, budgets, pairs):
    """Plays the matches; the lines of a Markdown table, as they become known."""
    yield "| match | games | points of the first | share | 95 % interval | the first is |"
    yield "|---|---:|---:|---:|---:|---|"
    for first, second in contests:
        m = match(first, second, budgets, pairs)
        low, high = m.interval
        share = f"{m.points / m.games:.1%} | {low:.1%} to {high:.1%}"
        yield f"| {first} - {second} | {m.games} | {m.points:g} | {share} | {m.verdict} |"


def report(pairs):
    """All tables with their headings, line by line."""
    yield f"### Connect Four, {MANY:,} iterations each\n"
    yield from table(CONTESTS, dict.fromkeys(PLAYERS, MANY), pairs)
    yield f"\n### Connect Four, {FEW} iterations each\n"
    yield from table(CONTESTS, dict.fromkeys(PLAYERS, FEW), pairs)
    yield f"\n### What makes the difference at {FEW} iterations\n"
    yield (
        "lib.fast with what OpenSpiel does differently. Rating: a child in which the game is\n"
        "over is rated by its outcome alone, without exploration bonus. Choice: a known win goes\n"
        "before the most visited child. If these two are the cause, lib.fast with both changes is\n"
        "even with OpenSpiel, and behind lib.fast without them.\n"
    )
    yield from table(CAUSE, dict.fromkeys(PLAYERS, FEW), LONG)
    budgets = equal_time_budgets()
    yield f"\n### Connect Four, {MILLISECONDS} ms of CPU time each\n"
    yield "Iterations a move: " + ", ".join(f"{k} {v:,}" for k, v in budgets.items()) + "\n"
    yield from table(CONTESTS, budgets, pairs)


def main(pairs=PAIRS, folder=None):
    """Play all matches, print the tables; with a folder, keep them there too."""
    lines = []
    for line in report(pairs):
        lines.append(line)
        print(line, flush=True)
    if folder:
        Path(folder, "strength.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(folder="data/bench" if sys.argv[1:] == ["publish"] else None)
