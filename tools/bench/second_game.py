"""Learning a second game, Connect Four 5x4, where every position can be solved.

    python -m tools.bench.second_game            prints it
    python -m tools.bench.second_game publish    keeps it in data/results/second_game.json

The same network, plan and search as for 7x6, nothing tuned. Two measures: in how many of 500
positions the move keeps the exact value, and in how many of the games against perfect play, one
from each position after one or two moves, the exact value of that position is reached.
"""

import json
import sys
from pathlib import Path
from random import Random

import lib.fast
from lib.agents import Agent, FastMCTS
from lib.arena import wilson
from lib.games import ConnectFour
from lib.learn import Learned, train, untrained, value_kept
from lib.learn.train import Solved

GAME = ConnectFour(5, 4)
COUNT, SEEDS, SECONDS, SIMULATIONS = 500, 3, 30, 200
STORE = Path(__file__).resolve().parents[2] / "data/results/second_game.json"


def sign(number: float) -> int:
    """+1, 0 or -1."""
    return (number > 0) - (number < 0)


def values(state) -> dict:
    """What the mover gets after each action, under perfect play."""
    side = GAME.side(state)
    return {a: sign(side * score) for a, score in lib.fast.solve_actions(GAME, state).items()}


def positions() -> list[Solved]:
    """Random positions in which a move can go wrong and none wins at once; no mirror images."""
    rng, seen, found = Random(2026), set(), []
    while len(found) < COUNT:
        state = GAME.initial_state()
        for _ in range(rng.randint(2, 12)):
            state = GAME.result(state, rng.choice(GAME.actions(state)))
            if GAME.is_terminal(state):
                break
        if GAME.is_terminal(state) or seen & set(GAME.symmetries(state)):
            continue
        seen.add(state)
        ends = [s for s in (GAME.result(state, a) for a in GAME.actions(state)) if s[3] is not None]
        worth = values(state)
        if len(set(worth.values())) > 1 and not any(GAME.utility(s) for s in ends):
            found.append(Solved(state, worth))
    return found


def openings() -> list:
    """All positions after one or two moves."""
    states = [GAME.result(GAME.initial_state(), a) for a in GAME.actions(GAME.initial_state())]
    return [*states, *(GAME.result(s, a) for s in states for a in GAME.actions(s))]


def reaches(agent: Agent, state) -> bool:
    """Whether the agent, on the side that moves first, gets the exact value from perfect play."""
    side, value = GAME.side(state), max(values(state).values())
    while not GAME.is_terminal(state):
        worth = values(state)
        best = [a for a in worth if worth[a] == max(worth.values())]
        action = agent(GAME, state) if GAME.side(state) == side else best[0]
        state = GAME.result(state, action)
    return side * GAME.utility(state) >= value


def row(agent: Agent, asked: list[Solved]) -> dict:
    """Both measures of an agent, with intervals."""
    kept = value_kept(agent, asked, GAME)
    games = openings()
    reached = sum(reaches(agent, state) for state in games)
    return {
        "kept": round(kept.share, 3),
        "interval": [round(kept.low, 3), round(kept.high, 3)],
        "n": kept.n,
        "games": len(games),
        "value reached": reached,
        "games interval": [round(x, 3) for x in wilson(reached, len(games))],
    }


def main() -> None:
    """Measures the untrained network, three trainings, and plain MCTS."""
    asked = positions()
    found: dict = {"command": "python -m tools.bench.second_game publish", "game": repr(GAME)}
    agents = {f"MCTS {n}": FastMCTS(iterations=n) for n in (200, 1000)}
    agents["untrained, PUCT 200"] = Learned(untrained(GAME), SIMULATIONS)
    found["rows"] = {name: row(agent, asked) for name, agent in agents.items()}
    for seed in range(SEEDS):
        *_, last = train(GAME, seconds=SECONDS, seed=seed, progress=False)
        for name, n in (("policy alone", 0), ("PUCT 200", SIMULATIONS)):
            key = f"{SECONDS} s, seed {seed}, {name}"
            found["rows"][key] = {"trained games": last.games, **row(Learned(last, n), asked)}
    for name, facts in found["rows"].items():
        print(name, facts)
    if "publish" in sys.argv:
        STORE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
