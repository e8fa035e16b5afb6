"""The compiled engine against OpenSpiel and bitbully: a table, and a chart in build/bench/fast.svg.

CPU time, contestants in turns, the median of the ratios round by round. In its turn ours searches
several times, so that both work for about as long: a search of a fifth of a millisecond right
after a second of another program would measure cold caches. The losses are here too: the first
move of a fresh process. `python -m tools.bench.fast publish` keeps a copy in data/bench, and
`python -m tools.bench.fast solver first_move` measures and prints these parts alone.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
from bitbully import BitBully, Board
from easyAI import Human_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour as EasyFour
from mcts.searcher.mcts import MCTS as PeerMCTS
from mctspy.games.examples.tictactoe import TicTacToeGameState as MctspyTicTacToe
from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
from mctspy.tree.search import MonteCarloTreeSearch
from open_spiel.python.algorithms import mcts as python_mcts
from open_spiel.python.algorithms.minimax import alpha_beta_search

import lib.fast
from lib.fast.solvers import solver_for
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.search.mcts import mcts as plain_mcts
from tools import compiled
from tools.bench.chart import Line, chart, shown, table
from tools.bench.harness import machine, measure, timed, versions
from tools.bench.mcts import KeptConnectFour

GAMES = {
    "tic-tac-toe": (TicTacToe(), "tic_tac_toe"),
    "Connect Four": (ConnectFour(), "connect_four"),
    "Othello": (Othello(), "othello"),
    "Pentago": (PentagoTwist(), "pentago"),
}
PACKAGES = ("numba", "numpy", "open_spiel", "bitbully", "monte-carlo-tree-search", "mctspy")
PACKAGES += ("easyAI",)
OPENSPIEL_NODE = 82  # bytes a node of OpenSpiel's C++ tree


def ahead(
    what, other, ours, theirs, rounds, must=None, aim=None, scale=1.0, clock=time.thread_time
):
    """How much faster `ours` is, which does the work of `theirs` `scale` times in its turn."""
    seconds = measure({"ours": ours, "theirs": theirs}, rounds, clock)
    ratios = [scale * b / a for a, b in zip(seconds["ours"], seconds["theirs"], strict=True)]
    times = (statistics.median(ratios), min(ratios), max(ratios), rounds)
    mine, yours = (statistics.median(seconds[name]) for name in ("ours", "theirs"))
    return Line(what, other, *times, must, aim, mine / scale, yours)


def fast_search(game, iterations, times=1):
    seeds = iter(range(10**9))

    def run():
        for _ in range(times):
            lib.fast.mcts(game, game.initial_state(), iterations=iterations, seed=next(seeds))

    return run


def cpp_search(name, iterations):
    game, seeds = pyspiel.load_game(name), iter(range(10**9))

    def run():
        seed = next(seeds)
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, rollouts, sqrt(2), iterations, 4000, False, seed, False)
        bot.mcts_search(game.new_initial_state())

    return run


def python_search(name, iterations):
    game = pyspiel.load_game(name)

    def run():
        numbers = np.random.RandomState(1)
        rollouts = python_mcts.RandomRolloutEvaluator(1, numbers)
        bot = python_mcts.MCTSBot(game, sqrt(2), iterations, rollouts, False, numbers)
        bot.mcts_search(game.new_initial_state())

    return run


def against_cpp(rounds):
    targets = {
        "tic-tac-toe": (9, 10),
        "Connect Four": (40, 50),
        "Othello": (224, 250),
        "Pentago": (26, 30),
    }
    for label, (game, name) in GAMES.items():
        must, aim = targets[label]
        ours, theirs = fast_search(game, 10_000, must), cpp_search(name, 10_000)
        what = f"MCTS, 10,000 iterations, {label}"
        yield ahead(what, "OpenSpiel C++", ours, theirs, rounds, must, aim, must)


def against_python(rounds):
    for label, (game, name) in GAMES.items():
        ours, theirs = fast_search(game, 2000, 100), python_search(name, 2000)
        what = f"MCTS, 2,000 iterations, {label}"
        yield ahead(what, "OpenSpiel Python", ours, theirs, rounds, 300, 500, 100)


def against_plain(rounds):
    for label, (game, _) in GAMES.items():
        state = game.initial_state()
        ours = fast_search(game, 1000, 40)
        what = f"MCTS, 1,000 iterations, {label}"

        def theirs(game=game, state=state):
            plain_mcts(game, state, iterations=1000, rng=Random(1))

        yield ahead(what, "lib.search.mcts", ours, theirs, rounds, scale=40)


def mctspy_search(iterations):
    def run():
        start = MctspyTicTacToe(state=np.zeros((3, 3)), next_to_move=1)
        MonteCarloTreeSearch(TwoPlayersGameMonteCarloTreeSearchNode(start)).best_action(iterations)

    return run


def against_packages(rounds):
    """Other Python packages, with the games that they bring or that bench.mcts gives them."""
    three, four = TicTacToe(), ConnectFour()
    kept = KeptConnectFour(0, 0, 1)
    yield ahead(
        "MCTS, 1,000 iterations, Connect Four", "monte-carlo-tree-search",
        fast_search(four, 1000, 40), lambda: PeerMCTS(iteration_limit=1000).search(kept), rounds,
        scale=40,
    )  # fmt: skip
    yield ahead(
        "MCTS, 1,000 iterations, tic-tac-toe", "mctspy",
        fast_search(three, 1000, 40), mctspy_search(1000), rounds, scale=40,
    )  # fmt: skip
    easy, start = EasyFour([Human_Player(), Human_Player()]), four.initial_state()
    yield ahead(
        "alpha-beta, depth 6, Connect Four", "easyAI",
        lambda: [compiled.alphabeta(four, start, 6) for _ in range(50)],
        lambda: Negamax(6)(easy), rounds, scale=50,
    )  # fmt: skip


def alpha_beta(rounds):
    game, peer = ConnectFour(), pyspiel.load_game("connect_four")
    state = game.initial_state()

    def theirs():
        alpha_beta_search(peer, value_function=lambda state: 0.0, maximum_depth=8)

    def ours():
        for _ in range(100):
            compiled.alphabeta(game, state, 8)

    yield ahead(
        "alpha-beta, depth 8, Connect Four", "OpenSpiel Python", ours, theirs, rounds, 200, 400, 100
    )


def positions(count, low, high, seed=1):
    """Random running Connect Four positions of low to high stones, with their moves."""
    game, rng, found = ConnectFour(), Random(seed), []
    while len(found) < count:
        state, moves, plies = game.initial_state(), [], rng.randint(low, high)
        while len(moves) < plies and not game.is_terminal(state):
            moves.append(rng.choice(game.actions(state)))
            state = game.result(state, moves[-1])
        if not game.is_terminal(state):
            found.append((state, moves))
    return found


def solver(rounds):
    """Every round has positions that neither has seen: what a table keeps is of no use.

    The clock counts all threads: a long question is answered in a thread of its own.
    """
    game, judge, own = ConnectFour(), BitBully(opening_book=None), solver_for(ConnectFour())
    for count, low, high, must, aim in (
        (40, 8, 11, 1.0, 1.3),
        (40, 12, 15, 0.7, 1.2),
        (40, 16, 24, 0.7, 1.2),
    ):
        batches = [positions(count, low, high, seed) for seed in range(rounds + 1)]
        ours, theirs = iter(batches), iter([[Board(m) for _, m in batch] for batch in batches])
        what = f"Connect Four solver, {count} positions of {low} to {high} stones"

        def solve(batch, score, who, what=what):
            begin = time.process_time()
            scores = [score(position) for position in batch]
            spent = time.process_time() - begin
            print(f"{what}: {who} {spent:.1f} s", file=sys.stderr, flush=True)
            return scores

        yield ahead(
            what,
            "bitbully",
            lambda ours=ours: solve(next(ours), lambda p: own.score(game, p[0]), "ours"),
            lambda theirs=theirs: solve(next(theirs), judge.mtdf, "bitbully"),
            rounds, must, aim, clock=time.process_time,
        )  # fmt: skip


def scaling(rounds):
    """Time an iteration at 1,000 iterations divided by that at 100,000."""
    for label, (game, _) in GAMES.items():
        small, large = fast_search(game, 1000, 20), fast_search(game, 100_000)
        what = f"time an iteration, 1,000 / 100,000, {label}"
        yield ahead(what, "itself", large, small, rounds, 1 / 2, 1 / 1.5, 5)


def memory(rounds):
    game = ConnectFour()
    tree = lib.fast.mcts(game, game.initial_state(), iterations=10_000).tree
    times = OPENSPIEL_NODE / tree.nodes.itemsize
    yield Line("bytes a node, 16 against 82", "OpenSpiel C++", *(times,) * 3, rounds, 3, 5)


FIRST_MOVE = {
    "ours": """
import sys
sys.modules["scipy"] = None  # OpenSpiel brings it along, learners have none: numba would load it
import lib.fast
from lib.games.connect4 import ConnectFour
lib.fast.mcts(ConnectFour(), ConnectFour().initial_state(), iterations=10_000)
""",
    "theirs": """
import pyspiel
game = pyspiel.load_game("connect_four")
rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
bot = pyspiel.MCTSBot(game, rollouts, 1.4, 10_000, 1000, False, 1, False)
bot.mcts_search(game.new_initial_state())
""",
}


def process(code, folder):
    """CPU seconds of a fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_move(rounds):
    """A fresh process, 10,000 iterations of Connect Four: with nothing on disk, and with."""
    cold, warm = [], []
    for _ in range(rounds):
        theirs = process(FIRST_MOVE["theirs"], "")
        with tempfile.TemporaryDirectory() as folder:
            cold.append(theirs / process(FIRST_MOVE["ours"], folder))
            warm.append(theirs / process(FIRST_MOVE["ours"], folder))
    for what, ratios, targets in (("compiling", cold, ()), ("loading from disk", warm, (0.2, 0.5))):
        times = (statistics.median(ratios), min(ratios), max(ratios), rounds)
        yield Line(f"first move of a fresh process, {what}", "OpenSpiel C++", *times, *targets)


CLICK = """
import sys, time
from lib.agents import FastMCTS
from lib.games.connect4 import ConnectFour
from lib.widgets.watch import Match
match = Match(ConnectFour(), FastMCTS(iterations=20_000), 1)
longest, until = 0, time.perf_counter() + 20
while time.perf_counter() < until and (match.stand_in() or not longest):
    begin = time.perf_counter()
    if match.is_over:
        match.new_game(1)
    match.play(match.game.actions(match.state)[0])
    if not match.is_over:
        match.reply()
    longest = max(longest, time.perf_counter() - begin)
print(longest)
"""


class Timed(ThreadPoolExecutor):
    """Threads that keep the CPU time of every job in `spent`."""

    def submit(self, function, /, *values):
        def job():
            start = time.thread_time()
            try:
                return function(*values)
            finally:
                self.spent.append(time.thread_time() - start)

        return super().submit(job)


def two_threads(rounds):
    """The same iterations in one tree and in two at once: CPU time of the caller and of the slower
    thread, then seconds on the wall (quiet machines only). How strong two trees are is in
    `tools.bench.scale`.
    """
    for label in ("Connect Four", "Othello"):
        game, iterations = GAMES[label][0], 1_000_000 if label == "Connect Four" else 100_000
        state, what = game.initial_state(), f"two threads, {iterations:,} iterations, {label}"
        one, ratios = fast_search(game, iterations), []

        def two(game=game, state=state, iterations=iterations, executor=None):
            return lib.fast.parallel_mcts(game, state, iterations=iterations, executor=executor)

        with Timed(2) as threads:
            for _ in range(rounds + 1):
                threads.spent = []
                caller = timed(lambda two=two, own=threads: two(executor=own), time.thread_time)
                ratios.append(timed(one, time.thread_time) / (caller + max(threads.spent)))
        ratios = ratios[1:]  # the first one warms up
        times = (statistics.median(ratios), min(ratios), max(ratios), rounds)
        yield Line(f"{what}, CPU time of the slower", "one thread", *times, 1.8, 1.95)
        yield ahead(what, "one thread", two, one, rounds, 1.8, 1.95, clock=time.perf_counter)


def first_click(rounds):
    """The longest answer of a board in a fresh process until the engine is compiled: half a second
    against it, in seconds on the wall.
    """
    found = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            command = [sys.executable, "-c", CLICK]
            done = subprocess.run(command, check=True, env=environment, capture_output=True)
            found.append(0.5 / float(done.stdout))
    times = (statistics.median(found), min(found), max(found), rounds)
    yield Line("answer to a click while the engine is compiled", "0.5 s", *times, 1, 2.5)


def playouts():
    """Random games a second of CPU time."""
    for label, (game, _) in GAMES.items():
        compiled.playouts(game, 1)
        start = time.thread_time()
        compiled.playouts(game, 200_000)
        yield label, 200_000 / (time.thread_time() - start)


PARTS = {  # each with its rounds
    against_cpp: 7,
    against_python: 3,
    against_plain: 7,
    against_packages: 3,
    alpha_beta: 7,
    solver: 7,
    memory: 1,
    scaling: 7,
    first_move: 5,
    first_click: 3,
    two_threads: 7,
}


def measured(parts=PARTS):
    """The lines of these parts, each shown as soon as it is known."""
    lines = []
    for part in parts:
        for line in part(PARTS[part]):
            lines.append(line)
            print(f"{line.what}, {line.other}: {shown(line.times)}", file=sys.stderr, flush=True)
    return lines


def seconds_of(lines):
    """A sentence for each line against another engine: what the ratio is made of."""
    for line in lines:
        if line.ours and line.other == "OpenSpiel C++":
            both = f"{1000 * line.ours:.3g} ms, {line.other} {1000 * line.theirs:.4g} ms"
            yield f"- {line.what}: ours {both}"


def main(folder="build/bench"):
    """Measure, print the table, write it with chart and numbers to a folder."""
    lines = measured()
    games = dict(playouts())
    head = f"{machine()}; {versions(PACKAGES)}. CPU time, in turns, median of the rounds' ratios."
    games_text = ", ".join(f"{name} {speed:,.0f}" for name, speed in games.items())
    cpu = ["", "CPU time of one search:", "", *seconds_of(lines), ""]
    text = "\n".join([head, "", *table(lines), *cpu, f"Random games a second: {games_text}.", ""])
    print(text)
    Path(folder).mkdir(parents=True, exist_ok=True)
    chosen = [n for n in lines if n.other != "itself" and "bytes" not in n.what]
    Path(folder, "fast.svg").write_text(chart(chosen), encoding="utf-8")
    numbers = {"machine": head, "lines": [asdict(n) for n in lines], "playouts": games}
    Path(folder, "fast.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    if folder != "build/bench":
        Path(folder, "fast.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    chosen = [part for part in PARTS if part.__name__ in sys.argv[1:]]
    if chosen:
        found = measured(chosen)
        print("\n".join([*table(found), "", *seconds_of(found)]))
    else:
        main("data/bench" if sys.argv[1:] == ["publish"] else "build/bench")
