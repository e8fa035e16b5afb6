"""What each help brings the Othello solver: `python -m tools.bench.endgames publish`.

The same positions for every row, and one help more in each. With `publish` the results go to
data/bench/endgames.json, where lesson 14 reads them.
"""

import json
import sys
import time
from pathlib import Path
from random import Random

import numpy as np

from lib.fast import solve_othello
from lib.fast.compile import specialize_all
from lib.fast.games import compiled
from lib.games import Othello
from tools.bench.harness import machine, versions

KEPT = Path(__file__).resolve().parents[2] / "data/bench/endgames.json"
GAME, EMPTY, COUNT, ROUNDS = Othello(), 20, 8, 3
NOTHING = {"LOOK_UP": 99, "LOOK_DEEPER": 99, "STABLE_FROM": 200, "FEW": 5}
SMALL, LARGE = 2**18 - 5, 2**20 - 3  # places in the table
STEPS = {  # name: places in the table, and what differs from the finished solver
    "fewest answers first": (SMALL, NOTHING),
    "a table 4 times as large": (LARGE, NOTHING),
    "a shallow search orders the moves": (LARGE, NOTHING | {"LOOK_DEEPER": 13}),
    "the table is asked one move ahead": (LARGE, {"STABLE_FROM": 200, "FEW": 5}),
    "stable stones bound the score": (LARGE, {"FEW": 5}),
    "no order below 6 empty squares": (LARGE, {}),
}


def positions(empty: int = EMPTY, count: int = COUNT) -> list:
    """Positions with so many empty squares: from random games, and from games with few answers."""
    found = []
    while len(found) < count:
        rng, state = Random(100 + len(found)), GAME.initial_state()
        careful = len(found) % 2 == 0
        while GAME.size**2 - (state[0] | state[1]).bit_count() > empty:
            after = [GAME.result(state, action) for action in GAME.actions(state)]
            ranks = [
                len(GAME.actions(s)) + 3 * rng.random() if careful else rng.random() for s in after
            ]
            state = after[ranks.index(min(ranks))]
        found.append(state)
    return found


def searcher(slots: int, differs: dict):
    """A function from a state to (score, nodes, CPU seconds), with an empty table each time."""
    rules = compiled(GAME)
    numbers = {**rules.rules, **solve_othello.constants(8, slots, 0), **differs}
    run = specialize_all(solve_othello, solve_othello.PARTS, "ladder", numbers)["score"]
    table = np.zeros((slots, 2), np.uint64), np.zeros((slots, 4), np.int8)
    moves, nodes = np.zeros((65, 64), np.uint64), np.zeros(2, np.int64)

    def search(state):
        for part in table:
            part.fill(0)
        nodes[:] = 0
        begin = time.thread_time()
        score = run(*rules.position(state)[:2], np.int64(-64), np.int64(64), *table, moves, nodes)
        return int(score), int(nodes[0]), time.thread_time() - begin

    search(positions(10, 1)[0])  # compiles
    return search


def main() -> None:
    """Measures and prints; keeps the results if asked."""
    states, rows, known = positions(), [], None
    for name, step in STEPS.items():
        search = searcher(*step)
        rounds = [[search(state) for state in states] for _ in range(ROUNDS)]
        scores = [score for score, _, _ in rounds[0]]
        if known not in (None, scores):
            raise SystemExit(f"{name}: other scores than before, {scores} instead of {known}")
        known = scores
        seconds = sorted(sum(spent for _, _, spent in one) for one in rounds)[ROUNDS // 2]
        nodes = sum(count for _, count, _ in rounds[0])
        rows.append({"help": name, "nodes": nodes, "seconds": round(seconds, 2)})
        print(f"{name:36} {nodes:>14,} nodes {seconds:8.2f} s", flush=True)
    told = {
        "command": "python -m tools.bench.endgames publish",
        "machine": f"{machine()}; {versions(['numba'])}",
        "positions": f"{COUNT} positions with {EMPTY} empty squares, median of {ROUNDS} rounds",
        "rows": rows,
    }
    if "publish" in sys.argv:
        KEPT.write_text(json.dumps(told, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
