"""Strength against budget: `python -m tools.bench.scale publish`, two hours on two cores.

Three compiled searches get 100 to 1,000,000 iterations a move: one tree, one tree with proofs, and
two trees that share the budget and are added up. Each plays against one tree of 1,000 iterations,
from random openings, each opening twice with colors changed. `publish` writes after every match to
data/results/scale.json, and goes on there where an earlier run ended.

`python -m tools.bench.scale dask` plays the matches of up to 10,000 iterations once more on a local
Dask cluster, and says whether every game ended as it is stored.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import lib.fast
from lib.agents import FastMCTS, RolloutAgent, Thought, dice
from lib.arena import tournament, wilson
from lib.game import MAX, Game, State
from lib.games import ConnectFour, Othello, PentagoTwist, TicTacToe
from lib.search.mcts import best_action

STORED = Path(__file__).resolve().parents[2] / "data/results/scale.json"
COMMAND = "python -m tools.bench.scale publish"
GAMES = {  # game, random plies at the start
    "tic-tac-toe": (TicTacToe(), 2),
    "Connect Four": (ConnectFour(), 4),
    "Othello 6x6": (Othello(6), 4),
    "Pentago Twist": (PentagoTwist(), 4),
}
MATCHES = {100: 400, 1000: 400, 10_000: 200, 100_000: 100, 1_000_000: 20}  # games by iterations
RIVAL = 1000  # iterations of the search that all play against


@dataclass(frozen=True)
class TwoTrees(RolloutAgent):
    """Two trees with half of the iterations each; their roots are added up."""

    def weigh(self, game: Game, state: State) -> Thought:
        seed = dice(self.seed, game, state).getrandbits(32)
        root = lib.fast.parallel_mcts(game, state, **self.settings(), seed=seed, workers=2)
        return Thought(best_action(root), side=root.side)


def searches(iterations: int) -> dict:
    """The three searches with this budget."""
    return {
        "one tree": FastMCTS(iterations=iterations),
        "with proofs": FastMCTS(iterations=iterations, prove=True),
        "two trees": TwoTrees(iterations=iterations),
    }


def outcomes(name: str, search: str, iterations: int, executor) -> str:
    """One letter a game: W, D or L for the search."""
    game, opening = GAMES[name]
    pair = {search: searches(iterations)[search], "rival": FastMCTS(iterations=RIVAL, seed=1)}
    table = tournament(
        game, pair, MATCHES[iterations], opening=opening, executor=executor, progress=False
    )
    sides = [MAX if played.names[MAX] == search else -MAX for played in table.games]
    pairs = zip(sides, table.games, strict=True)
    return "".join("DWL"[side * played.winner] for side, played in pairs)


def row(letters: str) -> dict:
    """Games, points, share and interval of a match."""
    points, n = letters.count("W") + letters.count("D") / 2, len(letters)
    low, high = wilson(points, n)
    return {"n": n, "share": round(points / n, 3), "low": round(low, 3), "high": round(high, 3)}


def matches() -> list[tuple[str, str, int]]:
    """All matches, the short ones first."""
    return [(name, search, n) for n in MATCHES for name in GAMES for search in searches(n)]


def stored() -> dict:
    """What was found so far: a key for each match, and its games."""
    found = {"command": COMMAND, "rival": f"one tree, {RIVAL:,} iterations", "matches": {}}
    return json.loads(STORED.read_text("utf-8")) if STORED.exists() else found


def play_all() -> None:
    """Plays what is not stored yet, and stores it."""
    found = stored()
    with ProcessPoolExecutor(2) as executor:
        for match in matches():
            key = " | ".join(map(str, match))
            if key not in found["matches"]:
                found["matches"][key] = outcomes(*match, executor)
                STORED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
                print(key, row(found["matches"][key]), flush=True)


def table() -> None:
    """Prints what is stored."""
    print(f"Points against {stored()['rival']}, by `{COMMAND}`.\n")
    print("| game | search | iterations | games | share | 95 % interval |")
    print("|---|---|---:|---:|---:|---|")
    for key, letters in stored()["matches"].items():
        found = row(letters)
        print(f"| {key} | {found['n']} | {found['share']} | {found['low']} to {found['high']} |")


def play_on_cluster() -> int:
    """Plays the short matches on a local cluster; how many did not end as they are stored."""
    from dask.distributed import Client

    kept, different = stored()["matches"], 0
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        for match in matches():
            key = " | ".join(map(str, match))
            if match[2] <= 10_000 and key in kept:
                same = outcomes(*match, client.get_executor()) == kept[key]
                different += not same
                print(key, "the same games" if same else "DIFFERENT", flush=True)
    return different


if __name__ == "__main__":
    if "dask" in sys.argv:
        sys.exit(play_on_cluster())
    if "publish" in sys.argv:
        play_all()
    table()
