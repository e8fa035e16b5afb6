"""The many games behind the lesson on tournaments: `python -m tools.bench.tournament publish`.

MCTS is the compiled search. With `publish` the results go to data/logs/tournament.json, where
the lesson reads them: for each pair one letter a game, W, D or L for the agent named first.
"""

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import process_time

from lib import evaluate as ev
from lib.agents import AlphaBeta, Deepening, FastMCTS, Greedy
from lib.agents import Random as RandomAgent
from lib.arena import tournament
from lib.game import MAX
from lib.games import ConnectFour, Othello, PentagoTwist, TicTacToe

STORED = Path(__file__).resolve().parents[2] / "data/logs/tournament.json"
GAMES, TIMED = 1000, 100
FIELD = {  # game, evaluator
    "tic-tac-toe": (TicTacToe(), ev.tictactoe_lines),
    "Connect Four 5x4": (ConnectFour(5, 4), ev.connect4_lines),
    "Othello 6x6": (Othello(6), ev.othello_good),
    "Pentago Twist": (PentagoTwist(), ev.pentago_lines),
}
RIVALS = {  # game, its rival with an evaluator, the same without one
    "Connect Four": (ConnectFour(), AlphaBeta(4, ev.connect4_lines), AlphaBeta(4)),
    "Othello 6x6": (Othello(6), AlphaBeta(3, ev.othello_good), AlphaBeta(3)),
    "Pentago Twist": (PentagoTwist(), Greedy(ev.pentago_lines), Greedy(ev.zero)),
}
BUDGETS = (100, 1000, 10_000)


def outcomes(game, agents: dict, executor, games: int = GAMES) -> dict:
    """For each pair a letter for each game, seen by the first: W, D or L."""
    table = tournament(game, agents, games, opening=4, executor=executor, progress=False)
    found: dict = {}
    names = list(agents)
    for played in table.games:
        first = min(played.names.values(), key=names.index)
        second = max(played.names.values(), key=names.index)
        side = MAX if played.names[MAX] == first else -MAX
        letter = "DWL"[side * played.winner]
        pair = f"{first} - {second}"
        found[pair] = found.get(pair, "") + letter
    return found


def field(executor) -> dict:
    """Five agents, each pair; those that search have 100 nodes or iterations a move."""
    found = {}
    for name, (game, evaluate) in FIELD.items():
        agents = {"random": RandomAgent(), "greedy": Greedy(evaluate)}
        agents["deepening"] = Deepening(nodes=100, evaluate=evaluate)
        agents["MCTS"] = FastMCTS(iterations=100)
        found[name] = outcomes(game, agents, executor)
    return found


def budgets(executor) -> dict:
    """MCTS with a growing budget against a fixed rival, with and without an evaluator."""
    found: dict = {}
    for name, (game, knowing, blind) in RIVALS.items():
        found[name] = {"rival": str(knowing), "blind rival": str(blind), "matches": {}}
        for budget in BUDGETS:
            for kind, rival in (("rival", knowing), ("blind rival", blind)):
                pair = {f"MCTS {budget:,}": FastMCTS(iterations=budget), kind: rival}
                found[name]["matches"] |= outcomes(game, pair, executor)
        found[name]["milliseconds"] = milliseconds(game, knowing, blind)
    return found


def milliseconds(game, knowing, blind) -> dict:
    """Processor time of one decision, on average over positions of random games."""
    agents = {"rival": knowing, "blind rival": blind}
    agents |= {f"MCTS {budget:,}": FastMCTS(iterations=budget) for budget in BUDGETS}
    states = [some_state(game, Random(seed)) for seed in range(TIMED)]
    found = {}
    for name, agent in agents.items():
        agent(game, states[0])  # compiles
        begin = process_time()
        for state in states:
            agent(game, state)
        found[name] = round(1000 * (process_time() - begin) / TIMED, 2)
    return found


def some_state(game, rng: Random):
    """A position after 4 to 11 random plies."""
    state = game.initial_state()
    for _ in range(rng.randint(4, 11)):
        after = game.result(state, rng.choice(game.actions(state)))
        state = state if game.is_terminal(after) else after
    return state


def main() -> None:
    """Plays all games and prints the results."""
    with ProcessPoolExecutor(2) as executor:
        found = {"command": "python -m tools.bench.tournament publish"}
        found |= {"field": field(executor), "budgets": budgets(executor)}
    told = json.dumps(found, indent=1)
    print(told)
    if "publish" in sys.argv:
        STORED.write_text(told + "\n", "utf-8")


if __name__ == "__main__":
    main()
