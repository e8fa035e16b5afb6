"""What learning is worth at Connect Four: moves that keep the exact value, and matches.

    python -m tools.bench.learn positions      makes data/positions/connect4_learning.txt
    python -m tools.bench.learn publish [3]    trains with 3 seeds, measures, keeps it in data/bench
    python -m tools.bench.learn long           trains for 30 CPU minutes, prints what that is worth

All times are CPU times. Matches are paired: each opening is played twice with colors changed. At
equal time the network gets the simulations that it finishes in the CPU time of 1,000 iterations
of plain MCTS, by some games just before; the times of the match stand beside its result. What is
trained and measured is kept in build/learn: a run that was stopped goes on where it was.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean

import lib.fast
from lib.agents import Agent, FastMCTS
from lib.arena import wilson
from lib.games import ConnectFour
from lib.learn import Checkpoint, Learned, load, train, untrained, value_kept
from lib.learn.train import Plan
from tools.bench.harness import machine, versions

GAME = ConnectFour()
COUNT = 500
SHORTEST, LONGEST = 8, 24  # plies
POSITIONS = Path("data/positions/connect4_learning.txt")
HEAD = """\
# {count} positions of Connect Four (7 columns, 6 rows) in which at least one move throws the exact
# value away and none wins at once: for measuring, never for training. Random play of {shortest} to
# {longest} moves, random.Random(2026); made by: python -m tools.bench.learn positions
# A line holds the columns in the order of play, from 0 at the left, and a sign for each column:
# + the mover wins after it, 0 a draw, - the mover loses, . the column is full.
"""
PAIRS = 200
FEW, MANY = 200, 1000
BUDGETS = (30, 240)  # CPU seconds
SEEDS = 3
LONG = 1800  # CPU seconds
BUILD = Path("build/learn")


# --- positions ---------------------------------------------------------------------------------


def random_position(rng: Random) -> tuple[list[int], tuple]:
    """The columns of a random game that is not over, and its state."""
    while True:
        plies, state, columns = rng.randint(SHORTEST, LONGEST), GAME.initial_state(), []
        while len(columns) < plies and not GAME.is_terminal(state):
            columns.append(rng.choice(GAME.actions(state)))
            state = GAME.result(state, columns[-1])
        if not GAME.is_terminal(state):
            return columns, state


def wins_at_once(state) -> bool:
    """Whether the mover can end the game as the winner."""
    after = (GAME.result(state, action) for action in GAME.actions(state))
    return any(GAME.is_terminal(s) and GAME.utility(s) == GAME.side(state) for s in after)


def position_lines(count: int = COUNT) -> Iterator[str]:
    """A line for each position in which a move can go wrong; mirror images count as the same."""
    rng, seen, found = Random(2026), set(), 0
    while found < count:
        columns, state = random_position(rng)
        if seen & set(GAME.symmetries(state)) or wins_at_once(state):
            continue
        seen.add(state)
        scores = {a: GAME.side(state) * n for a, n in lib.fast.solve_actions(GAME, state).items()}
        signs = {a: "+" if n > 0 else "-" if n < 0 else "0" for a, n in scores.items()}
        if len(set(signs.values())) > 1:
            found += 1
            row = "".join(signs.get(column, ".") for column in range(GAME.width))
            yield "".join(map(str, columns)) + " " + row


def make_positions() -> None:
    """Writes the file; about ten minutes."""
    head = HEAD.format(count=COUNT, shortest=SHORTEST, longest=LONGEST)
    POSITIONS.write_text(head + "\n".join(position_lines()) + "\n", encoding="utf-8")


# --- matches -----------------------------------------------------------------------------------


@dataclass
class Timed:
    """An agent that counts its moves and their CPU time."""

    agent: Agent
    moves: int = 0
    seconds: float = 0.0

    def __call__(self, game, state):
        start = time.thread_time()
        action = self.agent(game, state)
        self.seconds += time.thread_time() - start
        self.moves += 1
        return action

    @property
    def each(self) -> float:
        """CPU seconds a move."""
        return self.seconds / self.moves


def match(first: Agent, second: Agent, pairs: int = PAIRS, seed: int = 11) -> dict:
    """Both play every opening with either color: the points of the first, and the CPU times."""
    one, two, points = Timed(first), Timed(second), 0.0
    for pair in range(pairs):
        start = opening(2 + pair % 5, Random(f"{seed} {pair}"))
        points += score((one, two), start) + 1 - score((two, one), start)
    times = {"first ms": 1000 * one.each, "second ms": 1000 * two.each}
    return {"points": points, "n": 2 * pairs, "agents": [repr(first), repr(second)], **times}


def opening(plies: int, rng: Random):
    """The state after so many random plies: too few to end the game."""
    state = GAME.initial_state()
    for _ in range(plies):
        state = GAME.result(state, rng.choice(GAME.actions(state)))
    return state


def score(agents, state) -> float:
    """What the agent that plays X scores: 1, 1/2 or 0."""
    while not GAME.is_terminal(state):
        state = GAME.result(state, agents[GAME.to_move(state)](GAME, state))
    return (GAME.utility(state) + 1) / 2


def equal_time(weights: Checkpoint, iterations: int = MANY, rounds: int = 3) -> int:
    """The simulations that take the network as long as plain MCTS takes for its iterations."""
    simulations = iterations // 2
    for seed in range(rounds):
        tried = match(Learned(weights, simulations), FastMCTS(iterations), 8, 100 + seed)
        simulations = round(simulations * tried["second ms"] / tried["first ms"])
    return simulations


# --- results -----------------------------------------------------------------------------------


def trained(seconds: float, seed: int) -> Checkpoint:
    """The weights of a training, kept in build/learn."""
    path = BUILD / f"connect4_{seconds}s_{seed}.weights"
    if not path.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        *_, last = train(GAME, seconds=seconds, seed=seed)
        last.save(path)
    return load(path)


def measures(weights: Checkpoint, long: bool) -> Iterator[tuple[str, Callable[[], dict]]]:
    """What is measured of a network, by name."""

    def kept(agent):
        return lambda: {"points": value_kept(agent).share * COUNT, "n": COUNT}

    def timed():
        return match(Learned(weights, equal_time(weights)), FastMCTS(MANY))

    yield "policy alone", kept(Learned(weights, 0))
    yield f"value kept, PUCT-{FEW}", kept(Learned(weights, FEW))
    yield f"against MCTS-{FEW}", lambda: match(Learned(weights, FEW), FastMCTS(FEW))
    yield f"against MCTS-{MANY}, equal time", timed
    if long:
        yield "value kept, PUCT-800", kept(Learned(weights, 800))
        yield "against MCTS-5000, PUCT-800", lambda: match(Learned(weights, 800), FastMCTS(5000))


def measured(seconds: float, seed: int) -> None:
    """Trains and measures what build/learn/results.json does not have yet."""
    results = known_results()
    key = f"{seconds} {seed}"
    weights = trained(seconds, seed) if seconds else untrained(GAME, seed)
    mine = results.setdefault(key, {"games": weights.games})
    for name, measure in measures(weights, seconds >= 240):
        if name not in mine:
            mine[name] = measure()
            print(key, name, shown(mine[name]), flush=True)
            (BUILD / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")


def plain_search() -> None:
    """How often plain MCTS keeps the value: what learning is compared with."""
    results = known_results()
    mine = results.setdefault("plain", {})
    for iterations in (FEW, MANY, 12_800):
        if f"{iterations}" not in mine:
            share = value_kept(FastMCTS(iterations)).share
            mine[f"{iterations}"] = {"points": share * COUNT, "n": COUNT}
            (BUILD / "results.json").write_text(json.dumps(results, indent=1), encoding="utf-8")


def known_results() -> dict:
    """What was measured so far."""
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / "results.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def shown(result: dict) -> str:
    """The share with its interval and n, and the CPU times of a match."""
    low, high = wilson(result["points"], result["n"])
    text = f"{result['points'] / result['n']:.3f} ({low:.3f} to {high:.3f}, n = {result['n']})"
    if "first ms" in result:
        text += f", {result['first ms']:.2f} and {result['second ms']:.2f} ms a move"
    return text


def report() -> Iterator[str]:
    """All results as Markdown."""
    results = known_results()
    yield "# Connect Four, learned by self-play\n"
    yield f"{machine()}; {versions(['numba', 'numpy'])}. Times are CPU times. Shares of moves that"
    yield "keep the exact value, on positions never used for training; points in paired games."
    yield "In brackets the 95 % interval and n.\n"
    yield from summary(results)
    yield "\n| training | measured | result |\n|---|---|---|"
    for key, mine in sorted(results.items(), key=lambda item: (item[0] == "plain", item[0])):
        if key == "plain":
            rows = ((f"plain MCTS, {name} iterations", "value kept", r) for name, r in mine.items())
        else:
            seconds, seed = key.split()
            label = f"{seconds} s, seed {seed}, {mine['games']:,} games"
            rows = ((label, name, r) for name, r in mine.items() if name != "games")
        for label, name, result in rows:
            yield f"| {label} | {name} | {shown(result)} |"


def summary(results: dict) -> Iterator[str]:
    """The mean over the seeds, and the lowest and the highest, for each budget."""
    yield "| training | measured | mean of the seeds | lowest to highest | seeds |"
    yield "|---|---|---|---|---|"
    for seconds in BUDGETS:
        runs = [mine for key, mine in results.items() if key.split()[0] == str(seconds)]
        for name in [name for name in runs[0] if name != "games"] if runs else []:
            found = [mine[name]["points"] / mine[name]["n"] for mine in runs if name in mine]
            spread = f"{min(found):.3f} to {max(found):.3f}"
            yield f"| {seconds} s | {name} | {mean(found):.3f} | {spread} | {len(found)} |"


def long_training(seed: int = 0) -> None:
    """Prints what 30 CPU minutes are worth, with twice the simulations and more memory."""
    *_, last = train(GAME, seconds=LONG, seed=seed, plan=Plan(100, 1_000_000))
    print(f"{LONG} s, seed {seed}, {last.games:,} games")
    for simulations in (0, FEW, 800):
        print(f"value kept, {simulations} simulations: {value_kept(Learned(last, simulations))}")


def main(folder: str | None = None, seeds: int = SEEDS) -> None:
    """Train, measure, print the table; with a folder, keep it there too."""
    plain_search()
    measured(0, 0)  # the untrained network: what the search does without learning
    for seed in range(seeds):
        for seconds in BUDGETS:
            measured(seconds, seed)
    page = "\n".join(report()) + "\n"
    print(page)
    if folder:
        Path(folder, "learn.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["positions"]:
        make_positions()
    elif sys.argv[1:] == ["long"]:
        long_training()
    else:
        main("data/bench" if sys.argv[1:2] == ["publish"] else None, int([*sys.argv, SEEDS][2]))
