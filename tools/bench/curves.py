"""What lesson 15 shows beside its own runs: curves of learning, tables, who gets the credit.

    python -m tools.bench.curves             prints it
    python -m tools.bench.curves publish     keeps it in data/results/learn.json

Budgets are in games, so that anybody gets the same weights again on the same kind of machine; the
CPU seconds beside them are those of the machine that made the file.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from lib.agents import Agent, FastMCTS
from lib.evaluate import othello_table_repaired
from lib.games import ConnectFour, Othello
from lib.learn import Checkpoint, Learned, load, tables_for, train, untrained, value_kept
from tools.bench.planted import planted

GAME, OTHELLO = ConnectFour(), Othello()
GAMES, SEEDS, SIMULATIONS = 30_000, 3, 200
PRACTICE = (100, 1_000, 5_000, 100_000)  # games of the tables for Othello
PAIRS = 200
STORE = Path("data/results/learn.json")


def kept(agent: Agent) -> int:
    """In how many of the exact positions it keeps the value."""
    found = value_kept(agent)
    return round(found.share * found.n)


def curve(seed: int) -> list[dict]:
    """One training: what its checkpoints keep, with and without search."""
    return [
        {
            "games": checkpoint.games,
            "seconds": checkpoint.seconds,
            "policy": kept(Learned(checkpoint, 0)),
            "search": kept(Learned(checkpoint, SIMULATIONS)),
        }
        for checkpoint in train(GAME, games=GAMES, seed=seed, progress=False)
    ]


def credit(weights: Checkpoint) -> dict:
    """What the policy keeps alone, and the search: as it is, without proofs, without ends."""
    found = {"policy alone": kept(Learned(weights, 0)), "search": kept(Learned(weights))}
    for short, change in (("no proofs", "without proofs"), ("no ends", "the end is not seen")):
        with planted(change):
            found[f"search, {short}"] = kept(Learned(weights))
    return found


def one_ply(evaluate) -> Callable:
    """Plays as `Greedy` does, without its thoughts on the other moves: faster."""

    def worth(state):
        over = OTHELLO.is_terminal(state)
        return OTHELLO.utility(state) if over else evaluate(OTHELLO, state)

    def choose(game, state):
        side, after = game.side(state), {a: game.result(state, a) for a in game.actions(state)}
        return max(after, key=lambda action: side * worth(after[action]))

    return choose


def othello_match(games: int, seed: int = 0) -> dict:
    """Tables after so many games against the usual weights of the squares, both one ply ahead."""
    mine, theirs = (
        one_ply(tables_for(OTHELLO).learned(games, seed)),
        one_ply(othello_table_repaired),
    )
    results = [0, 0, 0]  # wins, draws, losses
    for pair in range(PAIRS):
        state, rng = OTHELLO.initial_state(), Random(f"othello {pair}")
        for _ in range(4 + pair % 6):
            state = OTHELLO.result(state, rng.choice(OTHELLO.actions(state)))
        results[1 - score((mine, theirs), state)] += 1
        results[1 + score((theirs, mine), state)] += 1
    return dict(zip(("wins", "draws", "losses"), results, strict=True))


def score(agents, state) -> int:
    """How the game ends for black."""
    while not OTHELLO.is_terminal(state):
        state = OTHELLO.result(state, agents[OTHELLO.to_move(state)](OTHELLO, state))
    return int(OTHELLO.utility(state))


def main(publish: bool) -> None:
    """Trains and measures all; prints, and keeps it if asked."""
    page: dict = {"command": "python -m tools.bench.curves publish", "n": 500}
    page["plain"] = {str(i): kept(FastMCTS(i)) for i in (SIMULATIONS, 1000)}
    page["credit"] = {"untrained": credit(untrained(GAME)), "240 s": credit(load("connect4"))}
    print(page, flush=True)
    page["curves"] = [curve(seed) for seed in range(SEEDS)]
    print(page["curves"], flush=True)
    page["othello"] = {str(games): othello_match(games) for games in PRACTICE}
    print(page["othello"])
    if publish:
        STORE.write_text(json.dumps(page, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] == ["publish"])
