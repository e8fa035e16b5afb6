"""Plain Python searches: what being traceable costs, and alpha-beta beside OpenSpiel's.

`python -m tools.bench.plain publish` writes this and `bench.mcts` to data/bench/plain.md.
"""

import contextlib
import inspect
import statistics
import sys
import time
from math import inf
from pathlib import Path
from random import Random

from lib.evaluate import zero
from lib.games.connect4 import ConnectFour
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, deepen, minimax
from lib.search.deepening import History, Memory, TableMove
from tools.bench.harness import compare, measure, summary


def undecorated(search):
    """The function as its source says, without its decorators and the checks on entering."""
    names = dict(inspect.unwrap(search).__globals__)
    source = inspect.getsource(inspect.unwrap(search))
    exec(source[source.index("def ") :], names)
    return names[search.__name__]


def cost_of_tracing():
    """The same search with and without `@traced` (and the check on entering)."""
    game, bare_minimax, bare_alphabeta = TicTacToe(), undecorated(minimax), undecorated(alphabeta)
    start = game.initial_state()
    compare(
        {
            "bare minimax": lambda: bare_minimax(game, start, inf, zero),
            "minimax": lambda: minimax(game, start),
        },
        title="Tic-tac-toe, all 549,946 nodes",
    )
    board = ConnectFour()
    empty = board.initial_state()
    compare(
        {
            "bare alphabeta": lambda: bare_alphabeta(board, empty, 7, zero),
            "alphabeta": lambda: alphabeta(board, empty, 7, zero),
        },
        title="Connect Four, alpha-beta to depth 7",
    )


def middle(game, state):
    """Each stone counts by its column, the middle most: MAX's minus MIN's."""
    x, o = state[0], state[1]
    return sum(
        weight * ((x & column).bit_count() - (o & column).bit_count())
        for column, weight in zip(game.columns, WEIGHTS, strict=True)
    )


def their_middle(state):
    """The same from the text of an OpenSpiel state: seven signs and a line break in each row."""
    text = str(state)
    columns = (text[column::8] for column in range(7))
    return sum(w * (c.count("x") - c.count("o")) for c, w in zip(columns, WEIGHTS, strict=True))


WEIGHTS = (0, 1, 2, 3, 2, 1, 0)
GAME = ConnectFour()
POSITIONS = (
    (),
    (3, 3, 3, 3),
    (3, 2, 3, 3, 2, 4),
    (0, 6, 1, 5, 3, 3, 4, 2),
    (3, 3, 2, 4, 4, 4, 3, 2),
)
EVALUATORS = {
    "every leaf is worth 0": (zero, lambda state: 0),
    "stones count by column": (middle, their_middle),
}
PEER = "OpenSpiel's alpha_beta_search"


def plain(state, evaluate):
    """The textbook's search: it visits the same nodes as OpenSpiel's."""
    return alphabeta(GAME, state, 8, evaluate)[0]


def deepening(state, evaluate):
    """Eight rounds with all that `deepen` remembers by default."""
    return last_value(deepen(GAME, state, evaluate, 8))


def light(state, evaluate):
    """Four rounds, two plies apart, and a memory that costs little: few orders, long plain ends."""
    memory = Memory(orders=(History(), TableMove()), plies=3)
    return last_value(deepen(GAME, state, evaluate, 8, memory, step=2))


OURS = {"deepen, step=2, light memory": light, "deepen": deepening, "alphabeta": plain}


def last_value(answers):
    """The value of the deepest search."""
    return list(answers)[-1][1]


def contestants(moves, ours, theirs):
    """Our searches and OpenSpiel's, each a function without arguments, for these positions."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    spiel = pyspiel.load_game("connect_four")
    states = [after(GAME, line) for line in moves]
    others = [spiel_after(spiel, line) for line in moves]
    named = {
        name: lambda search=search: [search(state, ours) for state in states]
        for name, search in OURS.items()
    }
    peer = {PEER: lambda: [alpha_beta_search(spiel, s, theirs, 8, 0)[0] for s in others]}
    assert len({tuple(run()) for run in (named | peer).values()}) == 1, "values differ"
    return named | peer


def open_spiel(rounds=5):
    """Connect Four to depth 8 from five positions: ours, and OpenSpiel's in Python."""
    for name, evaluators in EVALUATORS.items():
        compare(
            contestants(POSITIONS, *evaluators),
            rounds,
            title=f"Connect Four to depth 8, {len(POSITIONS)} positions, {name}",
            packages=["open_spiel"],
        )


def random_positions(count, seed=2026):
    """Lines of 4 to 12 random moves after which the game goes on."""
    rng, lines = Random(seed), []
    while len(lines) < count:
        state, moves = GAME.initial_state(), []
        for _ in range(rng.randint(4, 12)):
            if actions := GAME.actions(state):
                moves.append(rng.choice(actions))
                state = GAME.result(state, moves[-1])
        if not GAME.is_terminal(state):
            lines.append(tuple(moves))
    return lines


def open_spiel_at_random(count=20, rounds=3):
    """The same from random positions, one by one: the middle one, and the ones we do worst at."""
    for name, evaluators in EVALUATORS.items():
        times = {search: [] for search in OURS}
        for line in random_positions(count):
            seconds = measure(contestants([line], *evaluators), rounds, time.thread_time)
            for search in OURS:
                rows = summary({search: seconds[search], PEER: seconds[PEER]})
                times[search].append(rows[1].ratio)
        print(f"### Connect Four to depth 8, {count} random positions, {name}\n")
        print(f"How many times the CPU time of each search {PEER} takes.\n")
        print("| search | median | worst | best | positions where it is slower |")
        print("|---|---:|---:|---:|---:|")
        for search, found in times.items():
            slower = sum(ratio < 1 for ratio in found)
            numbers = (statistics.median(found), min(found), max(found))
            cells = (search, *(f"{number:.2f}" for number in numbers), str(slower))
            print("| " + " | ".join(cells) + " |")
        print()


def after(game, moves):
    """Our state after these moves."""
    state = game.initial_state()
    for move in moves:
        state = game.result(state, move)
    return state


def spiel_after(spiel, moves):
    """OpenSpiel's state after these moves."""
    state = spiel.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


def main():
    """Run all comparisons of plain Python searches."""
    cost_of_tracing()
    open_spiel()
    open_spiel_at_random()


def publish(path="data/bench/plain.md"):
    """Write what is measured here and in `bench.mcts` to a page that is kept."""
    from tools.bench import mcts

    with open(path, "w", encoding="utf-8") as page, contextlib.redirect_stdout(page):
        print(INTRODUCTION)
        main()
        mcts.main()
    lines = Path(path).read_text(encoding="utf-8").rstrip()
    Path(path).write_text(lines + "\n", encoding="utf-8")


INTRODUCTION = """# Plain Python, measured against other programs

CPU time, measured in turns. A ratio is taken within a round, the median over the rounds is shown:
how many times the time of the first contestant each one takes. Above 1: the first one is faster.
Other work on the machine widens the range from lowest to highest.

What the numbers say, our losses included:

- `alphabeta` visits the nodes that OpenSpiel's search visits. It gains by cheaper states only.
- `deepen` remembers. Where an evaluator tells positions apart, good orders pay many times over.
- Where every leaf is worth 0 there is little to order. OpenSpiel's search, in the order of the
  columns, is then near the fewest nodes possible, and eight rounds of deepening with a full
  memory can lose. Two plies at a time and a light memory help: two orders, and the last two plies
  plain.
- MCTS is measured against a package that asks a state for everything. "asked" works an answer out
  when asked, as the examples of that package do. "kept" has all our own tricks.
"""


if __name__ == "__main__":
    publish() if sys.argv[1:] == ["publish"] else main()
