"""What each part of lessons 10 and 11 is worth, by exact values and by many games.

    python -m tools.bench.parts positions    makes data/positions/connect4_parts.txt
    python -m tools.bench.parts decisions    makes data/results/decisions.json
    python -m tools.bench.parts games        makes data/results/games.json

`decisions`: each search decides once in each of 2,000 positions of Connect Four whose exact values
lib.fast has found; position i has the generator Random(i), so that all searches see the same
positions and a paired test may compare them. "bad" has a 1 for each move that throws value away.
Only "ms", CPU milliseconds a decision, depends on the machine.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp, sqrt
from operator import truediv
from pathlib import Path
from random import Random

import lib.fast
from lib import agents
from lib.agents import MCTS, FastMCTS
from lib.arena import score_games, tournament
from lib.clinic import blunders
from lib.clinic.othello_bot import bot_action, bot_rollout, choose_weighted, mcts_bot
from lib.clinic.pentago_bot import best_child, twist_phases
from lib.clinic.views import side_that_moved, side_to_move
from lib.evaluate import capture_good, capture_notes_literal, connect4_lines
from lib.evaluate.othello import table_weights
from lib.games import CaptureTheFlag, ConnectFour, Othello, PentagoTwist
from lib.games.othello import PASS
from lib.learn import exact_positions, load
from lib.learn.selfplay import opinion
from lib.search import (
    best_action,
    cutoff_rollout,
    mcts,
    mcts_prior,
    mcts_puct,
    mcts_rave,
    mcts_solver,
    proven_action,
)
from lib.search.mcts import Phases, select
from lib.search.rollouts import random_move

GAME = ConnectFour()
COUNT, SHORTEST, LONGEST = 2000, 12, 26  # positions, plies
POSITIONS = Path("data/positions/connect4_parts.txt")
RESULTS = Path("data/results")
HEAD = """\
# {count} positions of Connect Four (7 columns, 6 rows) in which at least one move throws the exact
# value away. Random play of {shortest} to {longest} moves, random.Random(11);
# made by: python -m tools.bench.parts positions
# A line holds the columns in the order of play, from 0 at the left, and a sign for each column:
# + the mover wins after it, 0 a draw, - the mover loses, . the column is full.
"""


# --- positions ---------------------------------------------------------------------------------


def position_lines(count: int = COUNT) -> Iterator[str]:
    """A line for each position in which a move can go wrong; mirror images count as the same."""
    rng, seen, found = Random(11), set(), 0
    while found < count:
        plies, state, columns = rng.randint(SHORTEST, LONGEST), GAME.initial_state(), []
        while len(columns) < plies and not GAME.is_terminal(state):
            columns.append(rng.choice(GAME.actions(state)))
            state = GAME.result(state, columns[-1])
        if GAME.is_terminal(state) or seen & set(GAME.symmetries(state)):
            continue
        seen.add(state)
        scores = {a: GAME.side(state) * n for a, n in lib.fast.solve_actions(GAME, state).items()}
        signs = {a: "+" if n > 0 else "-" if n < 0 else "0" for a, n in scores.items()}
        if len(set(signs.values())) > 1:
            found += 1
            row = "".join(signs.get(column, ".") for column in range(GAME.width))
            yield "".join(map(str, columns)) + " " + row


def make_positions() -> None:
    """Writes the file of positions."""
    head = HEAD.format(count=COUNT, shortest=SHORTEST, longest=LONGEST)
    POSITIONS.write_text(head + "\n".join(position_lines()) + "\n", encoding="utf-8")


# --- decisions ---------------------------------------------------------------------------------


def lines_prior(game, state, action):
    """Above 0: larger where the evaluator likes the position after the action."""
    return exp(10 * game.side(state) * connect4_lines(game, game.result(state, action)))


def equal_prior(game, state, action):
    """Knows nothing."""
    return 1


class NetworkPrior:
    """The policy of the network of lesson 15."""

    def __init__(self):
        self.weights, self.kept = load("connect4").numbers(GAME), {}

    def __call__(self, game, state, action):
        if state not in self.kept:
            self.kept[state] = opinion(game, self.weights, state)[1]
        return float(self.kept[state][action])


def decisive(game, state, actions, rng):
    """A move that wins at once if there is one, else a random one."""
    side = game.side(state)
    for action in actions:
        after = game.result(state, action)
        if game.is_terminal(after) and game.utility(after) == side:
            return action
    return random_move(game, state, actions, rng)


def half_greedy(game, state, actions, rng):
    """Every second time the move that the evaluator likes best, else a random one."""
    if rng.random() < 0.5:
        return random_move(game, state, actions, rng)
    side = game.side(state)
    return max(actions, key=lambda a: side * connect4_lines(game, game.result(state, a)))


def points(game, state):
    """The evaluator before it was squashed: open fours count 1, 4 and 16."""
    value = connect4_lines(game, state)
    return 30 * value / (1 - abs(value))


def mover_lines(game, state, action):
    """What the mover thinks of the state that the action leads to."""
    return game.side(state) * connect4_lines(game, game.result(state, action))


def to_the_end(move):
    """A rollout to the end of the game with these moves."""
    return cutoff_rollout(42, connect4_lines, 1, move=move)


RAW, SQUASHED = cutoff_rollout(4, points, 1e6, 1e6), cutoff_rollout(4, points, 30)
SEARCHES: dict[str, Callable] = {
    "plain": mcts,
    "solver": partial(mcts_solver, win=1),
    "fading prior, lines": partial(mcts_prior, prior=mover_lines),
    "PUCT, equal priors": partial(mcts_puct, prior=equal_prior),
    "PUCT, lines": partial(mcts_puct, prior=lines_prior),
    "RAVE, k = 10": partial(mcts_rave, k=10),
    "RAVE, k = 100": partial(mcts_rave, k=100),
    "RAVE, k = 1000": partial(mcts_rave, k=1000),
    "rollout takes wins": partial(mcts, rollout=to_the_end(decisive)),
    "rollout half greedy": partial(mcts, rollout=to_the_end(half_greedy)),
    "cut off at once": partial(mcts, rollout=cutoff_rollout(0, connect4_lines, 1)),
    "cut off after 4": partial(mcts, rollout=cutoff_rollout(4, connect4_lines, 1)),
    "points, C = 1.41": partial(mcts, rollout=RAW),
    "points, C = 42": partial(mcts, rollout=RAW, c=30 * sqrt(2)),
    "squashed, C = 1.41": partial(mcts, rollout=SQUASHED),
    "squashed, C = 42": partial(mcts, rollout=SQUASHED, c=30 * sqrt(2)),
    **{f"plain, C = {c:g}": partial(mcts, c=c) for c in (0, 0.35, 0.7, 3, 10)},
    "PUCT, network": partial(mcts_puct, prior=NetworkPrior()),
}
BUDGETS = dict.fromkeys(SEARCHES, (50, 200)) | {"plain": (25, 50, 100, 200, 400, 800, 1600)}
SMALL = ("plain", "solver", "RAVE, k = 10", "RAVE, k = 100", "RAVE, k = 1000")
SMALL_BUDGETS = (30, 100)


def decide(game, name: str, state, iterations: int, seed: int):
    """The move of one search: what is proven counts before what was visited."""
    root = SEARCHES[name](game, state, iterations=iterations, rng=Random(seed))
    return (proven_action if name == "solver" else best_action)(root)


def row(game, name: str, iterations: int, judged: list[tuple]) -> dict:
    """The mistakes of one search in all positions: 1 for a move that throws value away."""
    bad, start = "", time.process_time()
    for seed, (state, good) in enumerate(judged):
        bad += str(int(decide(game, name, state, iterations, seed) not in good))
    used = 1000 * (time.process_time() - start) / len(judged)
    print(f"{name:22}{iterations:6}{bad.count('1'):6} of {len(bad)}{used:8.2f} ms", flush=True)
    return {"search": name, "iterations": iterations, "ms": round(used, 2), "bad": bad}


def make_decisions() -> None:
    """Writes the mistakes of all searches."""
    solved = exact_positions("connect4_parts")
    large = [
        (p.state, {a for a, v in p.values.items() if v == max(p.values.values())}) for p in solved
    ]
    small = [(s, set(blunders.good_actions(s))) for s in blunders.positions(1000)]
    rows = [row(GAME, name, n, large) for name in SEARCHES for n in BUDGETS[name]]
    few = [row(blunders.GAME, name, n, small) for name in SMALL for n in SMALL_BUDGETS]
    write("decisions", {"connect4": rows, "tictactoe": few})


def write(name: str, found: dict) -> None:
    """Writes one file of results, with the command that made it."""
    RESULTS.mkdir(exist_ok=True)
    head = {"command": f"python -m tools.bench.parts {name}"}
    text = json.dumps(head | found, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


# --- games -------------------------------------------------------------------------------------

BOARD = Othello(6)
WEIGHTS = table_weights(6)


def table_prior(game, state, action):
    """From -1 to 1: what the table thinks of a square; nothing of a pass."""
    return 0 if action == PASS else WEIGHTS[action] / 100


def bot(table):
    """The Othello bot with 40 iterations a move, with or without its table."""
    search, final = partial(mcts_bot, table=table), partial(bot_action, table)
    return MCTS(iterations=40, c=2, search=search, rollout=bot_rollout, rule=final)


def mcts_weighted(game, state, table, **options):
    """As `mcts`, with nothing of the bot but the weight of a square on the bonus."""
    choose = partial(choose_weighted, table, own_side=True)
    return mcts(game, state, phases=Phases(partial(select, choose=choose)), **options)


OTHELLO = {
    "bot, no table": bot(None),
    "bot, table": bot(WEIGHTS),
    "ours": MCTS(iterations=40),
    "ours, fading prior": MCTS(iterations=40, search=partial(mcts_prior, prior=table_prior)),
    "ours, weight on bonus": MCTS(iterations=40, search=partial(mcts_weighted, table=WEIGHTS)),
}
DUELS = [
    ("ours", "bot, table"),
    ("ours, fading prior", "ours"),
    ("ours, fading prior", "ours, weight on bonus"),
]
TEAM_ROLLOUTS = {
    "notes": cutoff_rollout(10, capture_notes_literal, 1e6, 1e6),
    "notes, squashed": cutoff_rollout(10, capture_notes_literal, 5, 5),
    "ours": cutoff_rollout(10, capture_good, 1e6, 1e6),
    "ours, squashed": cutoff_rollout(10, capture_good, 5, 5),
}


def by_color(name: str, executor, games: int = 400) -> dict:
    """(wins, draws, losses) against random with each color."""
    players = {name: OTHELLO[name], "random": agents.Random()}
    played = tournament(BOARD, players, games, executor=executor, progress=False).games
    return {
        color: [
            sum(g.winner * side == one for g in played if g.names[side] == name)
            for one in (1, 0, -1)
        ]
        for color, side in (("first", 1), ("second", -1))
    }


def duel(game, first, second, games: int, executor) -> list[int]:
    """(wins, draws, losses) of the first."""
    pair = {"first": first, "second": second}
    [found] = tournament(game, pair, games, executor=executor, progress=False).pairs
    return [found["wins"], found["draws"], found["losses"]]


def make_games(games: int = 400) -> None:
    """Writes the results of all matches."""
    with ProcessPoolExecutor(2) as executor:
        colors = {name: by_color(name, executor) for name in OTHELLO}
        print(colors, flush=True)
        duels = {}
        for one, two in DUELS:
            found = duel(BOARD, OTHELLO[one], OTHELLO[two], games, executor)
            duels[f"{one} - {two}"] = found
            print(one, two, found, flush=True)
        pentago = {}
        for n in (100, 300, 1000):
            merged, plain = FastMCTS(iterations=n, merge=True), FastMCTS(iterations=n)
            pentago[str(n)] = duel(PentagoTwist(), merged, plain, games, executor)
            print(n, pentago[str(n)], flush=True)
        pair = [twist(view, draw) for view, draw in ((side_that_moved, 0), (side_to_move, -1))]
        views = {"right view - printed view": duel(PentagoTwist(), *pair, 200, executor)}
        print(views, flush=True)
        write(
            "games",
            {"twist": views, "colors": colors, "duels": duels, "pentago": pentago}
            | capture(executor),
        )


def twist(view, draw):
    """The Pentago agent with 100 iterations and its own final choice; no other fault than these."""
    search = partial(mcts, phases=twist_phases(view, truediv, False, draw))
    return MCTS(iterations=100, search=search, rule=partial(twist_action, PentagoTwist()))


def twist_action(game, root):
    """The agent's choice; the most visited move where it refuses all."""
    return best_child(game, root) or best_action(root)


def capture(executor, games: int = 40) -> dict:
    """Scores of capture the flag against random: evaluator, squashing and C, one by one."""
    short = CaptureTheFlag("capture_tiny", max_moves=120)
    teams = {"5 rollouts to the end": MCTS(iterations=5, c=5 * sqrt(2))}
    for name, rollout in TEAM_ROLLOUTS.items():
        for label, c in (("1.41", sqrt(2)), ("7.07", 5 * sqrt(2))):
            teams[f"{name}, C = {label}"] = MCTS(iterations=30, c=c, rollout=rollout)
    table = score_games(
        short, teams, games, against=agents.Random(), executor=executor, progress=False
    )
    keys = ("agent", "n", "wins", "score", "score_low", "score_high")
    rows = [{key: found[key] for key in keys} for found in table.rows]
    print(rows, flush=True)
    return {"capture": rows}


MAKERS = {"positions": make_positions, "decisions": make_decisions, "games": make_games}


def main() -> None:
    """Says how to run it: it takes long, and its results are kept."""
    print("python -m tools.bench.parts positions | decisions | games")


if __name__ == "__main__":
    MAKERS.get(sys.argv[1] if sys.argv[1:] else "", main)()
