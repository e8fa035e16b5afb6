"""Writes VERIFICATION.md: numbers published elsewhere, and what our code says, made by running it.

make verify        all facts, a few minutes
"""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from tqdm import tqdm

from lib import fast
from lib.game import MAX, Game, rounds
from lib.games import (
    ConnectFour,
    Othello,
    Pacman,
    PentagoTwist,
    TicTacToe,
    TreeGame,
)
from lib.logs import read_log
from lib.search import (
    alphabeta,
    best_action,
    best_actions,
    deepen,
    expectimax,
    mcts,
    minimax,
    ucb1,
)
from lib.search.alphabeta import strict_alphabeta

PAGE = Path(__file__).resolve().parent.parent / "VERIFICATION.md"


@dataclass(frozen=True)
class Fact:
    """A claim, who made it, what it says, and how we compute it."""

    claim: str
    source: str
    published: object  # a value, or the range in which a sampled number must lie
    ours: object  # a function without parameters


# --- ways to count -------------------------------------------------------------------------


def distinct(game, plies):
    """The number of distinct positions after each ply, 0 to `plies`."""
    level, counts = {game.initial_state()}, []
    for _ in range(plies + 1):
        counts.append(len(level))
        level = {game.result(state, action) for state in level for action in game.actions(state)}
    return counts


def reachable(game):
    """All positions of a small game."""
    seen, waiting = set(), [game.initial_state()]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [game.result(state, action) for action in game.actions(state)]
    return seen


def games_by_length_and_result(game):
    """How many games there are of each length and utility."""

    @cache
    def count(state):
        if game.is_terminal(state):
            return Counter({(0, game.utility(state)): 1})
        total = Counter()
        for action in game.actions(state):
            for (length, result), n in count(game.result(state, action)).items():
                total[length + 1, result] += n
        return total

    return count(game.initial_state())


class Calls(Game):
    """A game that counts how many nodes a search enters, and may change the order of actions."""

    def __init__(self, game, order=None):
        self.game, self.order, self.nodes, self.sides = game, order, 0, game.sides

    def is_terminal(self, state):
        self.nodes += 1
        return self.game.is_terminal(state)

    def actions(self, state):
        actions = self.game.actions(state)
        return sorted(actions, key=self.order.index) if self.order else actions

    def __getattr__(self, name):
        return getattr(self.game, name)

    def initial_state(self):
        return self.game.initial_state()

    def to_move(self, state):
        return self.game.to_move(state)

    def result(self, state, action):
        return self.game.result(state, action)

    def utility(self, state):
        return self.game.utility(state)


def calls(search, order=None, **window):
    """The nodes that a search of tic-tac-toe enters from the empty board."""
    game = Calls(TicTacToe(), order)
    search(game, game.initial_state(), **window)
    return game.nodes


def random_value(game, state):
    """MAX's exact average if both sides play at random."""

    @cache
    def value(s):
        if game.is_terminal(s):
            return Fraction(game.utility(s))
        actions = game.actions(s)
        return sum(value(game.result(s, a)) for a in actions) / len(actions)

    return value(state)


def solved(game):
    """The value of a game, by iterative deepening to the end."""
    return [value for _, value, _ in deepen(game, game.initial_state())][-1]


def perfect_leaves(branching, depth):
    """The leaves that alpha-beta looks at in a perfectly ordered tree."""

    def grow(levels, value, side):
        if levels == 0:
            return value
        worse = [grow(levels - 1, value - side * (i + 1), -side) for i in range(branching - 1)]
        return [grow(levels - 1, value, -side), *worse]

    tree = TreeGame(grow(depth, 0, MAX))
    leaves = []
    tree.utility = lambda state: leaves.append(state) or tree.subtree(state)
    alphabeta(tree, ())
    return len(leaves)


def win_share(agents_see, rounds_ahead, n=200):
    """How many of `n` games in the corridor Pacman wins against random ghosts."""
    real = Pacman("corridor", ghosts=0)
    believed = Pacman("corridor", ghosts=agents_see)
    search = expectimax if agents_see == 0 else minimax
    won, rng = 0, Random(0)
    choose = cache(lambda state: search(believed, state, rounds(believed, rounds_ahead), _score)[1])
    for _ in range(n):
        state = real.initial_state()
        while not real.is_terminal(state):
            actions = real.actions(state)
            state = real.result(state, choose(state) if state.agent == 0 else rng.choice(actions))
        won += real.is_win(state)
    return won


def _score(game, state):
    return game.score(state)


def fork_choices(iterations=1000, seeds=50):
    """In how many of the seeds MCTS answers the fork with an edge."""
    game, total = TicTacToe(), 0
    state = game.parse("X..\n.O.\n..X")
    for seed in range(seeds):
        root = mcts(game, state, iterations=iterations, rng=Random(seed))
        total += best_action(root) in (1, 3, 5, 7)
    return total


def log_weights():
    """How many of the logged weights come out bit for bit, with C = 2."""
    entries = read_log("normal_mcts") + read_log("one_depth_mcts")
    return sum(
        ucb1(score, tries, entry.parent[1], 2) == weight
        for entry in entries
        for (score, tries), weight in zip(entry.pairs, entry.weights, strict=True)
    )


# --- the facts -----------------------------------------------------------------------------

T, C4, O8, PT = TicTacToe(), ConnectFour(), Othello(), PentagoTwist()
CENTRE_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)
EDGES_FIRST = (1, 3, 5, 7, 0, 2, 6, 8, 4)


@cache
def _ttt_games():
    return games_by_length_and_result(T)


def _by_length():
    totals = Counter()
    for (length, _), n in _ttt_games().items():
        totals[length] += n
    return [totals[length] for length in range(5, 10)]


def _results():
    totals = Counter()
    for (_, result), n in _ttt_games().items():
        totals[result] += n
    return [totals[1], totals[-1], totals[0]]


def _terminal_classes():
    ends = [state for state in reachable(T) if T.is_terminal(state)]
    return [len(ends), len({min(T.symmetries(state)) for state in ends})]


COMMON = "well-known counts"
FACTS = {
    "Tic-tac-toe": [
        Fact("nodes of the full tree", COMMON, 549946, lambda: calls(minimax)),
        Fact("games: X wins, O wins, draws", COMMON, [131184, 77904, 46080], _results),
        Fact("games by length 5 to 9", COMMON, [1440, 5328, 47952, 72576, 127872], _by_length),
        Fact(
            "distinct positions, and up to symmetry",
            COMMON,
            [5478, 765],
            lambda: [len(r := reachable(T)), len({min(T.symmetries(s)) for s in r})],
        ),
        Fact("finished positions, and up to symmetry", COMMON, [958, 138], _terminal_classes),
        Fact("value of the game", COMMON, 0, lambda: minimax(T, T.initial_state())[0]),
        Fact("alpha-beta calls, cut on >=", "independent count", 18297, lambda: calls(alphabeta)),
        Fact(
            "alpha-beta calls, cut on > only",
            "independent count",
            146120,
            lambda: calls(strict_alphabeta),
        ),
        Fact(
            "alpha-beta calls, window [-1, 1]",
            "independent count",
            16811,
            lambda: calls(alphabeta, alpha=-1, beta=1),
        ),
        Fact(
            "alpha-beta calls, centre, corners, edges",
            "independent count",
            7275,
            lambda: calls(alphabeta, CENTRE_FIRST),
        ),
        Fact(
            "alpha-beta calls, edges, corners, centre",
            "independent count",
            42094,
            lambda: calls(alphabeta, EDGES_FIRST),
        ),
        Fact(
            "random play: value of corner, edge, centre",
            "exact fractions",
            ["12/35", "1/5", "1/2"],
            lambda: [str(random_value(T, T.result(T.initial_state(), a))) for a in (0, 1, 4)],
        ),
        Fact(
            "MCTS answers the fork with an edge (of 50 seeds, 1,000 iterations)",
            "independent run: 50",
            range(49, 51),
            fork_choices,
        ),
    ],
    "Connect Four": [
        Fact(
            "move sequences, depth 1 to 8",
            "perft tables",
            [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
            lambda: [fast.perft(C4, depth) for depth in range(1, 9)],
        ),
        Fact(
            "distinct positions, 0 to 6 plies",
            "OEIS A212693",
            [1, 7, 49, 238, 1120, 4263, 16422],
            lambda: distinct(C4, 6),
        ),
        Fact(
            "small boards 4x4, 5x4, 4x5: value",
            "Tromp's table",
            [0, 0, 0],
            lambda: [solved(ConnectFour(w, h)) for w, h in ((4, 4), (5, 4), (4, 5))],
        ),
    ],
    "Othello": [
        Fact(
            "8x8 move sequences, depth 1 to 9",
            "perft tables",
            [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
            lambda: [fast.perft(O8, depth) for depth in range(1, 10)],
        ),
        Fact(
            "6x6 move sequences, depth 1 to 6",
            "perft tables",
            [4, 12, 56, 244, 1364, 7604],
            lambda: [fast.perft(Othello(6), depth) for depth in range(1, 7)],
        ),
        Fact(
            "first moves",
            "rules",
            ["c4", "d3", "e6", "f5"],
            lambda: sorted(O8.name(a) for a in O8.actions(O8.initial_state())),
        ),
        Fact(
            "4x4: second player wins",
            "solved",
            -1,
            lambda: solved(Othello(4)),
        ),
    ],
    "Pentago Twist": [
        Fact(
            "move sequences, depth 1 to 3",
            "rules",
            [288, 80640, 21934080],
            lambda: [fast.perft(PT, depth) for depth in range(1, 4)],
        ),
        Fact(
            "distinct boards after 1 and 2 plies",
            "independent count",
            [36, 1260],
            lambda: distinct(PT, 2)[1:],
        ),
    ],
    "Pacman": [
        Fact(
            "corridor: minimax, 3 rounds, wins of 200",
            "known effect: always dies",
            0,
            lambda: win_share(-1, 3),
        ),
        Fact(
            "corridor: expectimax, 3 rounds, wins about half of 200",
            "known effect: about half",
            range(85, 116),
            lambda: win_share(0, 3),
        ),
    ],
    "Theory and logs": [
        Fact(
            "leaves of perfectly ordered trees (b, d) = (2,6) (3,4) (3,5) (5,3)",
            "Knuth and Moore 1975",
            [
                b ** math.ceil(d / 2) + b ** (d // 2) - 1
                for b, d in ((2, 6), (3, 4), (3, 5), (5, 3))
            ],
            lambda: [perfect_leaves(b, d) for b, d in ((2, 6), (3, 4), (3, 5), (5, 3))],
        ),
        Fact(
            "best actions of [[3, 5], [3, 1]]",
            "by hand",
            [0],
            lambda: list(best_actions(TreeGame([[3, 5], [3, 1]]), ())),
        ),
        Fact("Root logs: weights that agree bit for bit, of 13", "the logs", 13, log_weights),
    ],
}


def check(fact) -> tuple[str, str]:
    """Our number as text, and pass or fail."""
    ours = fact.ours()
    within = isinstance(fact.published, range) and ours in fact.published
    return _text(ours), "pass" if within or ours == fact.published else "FAIL"


def _text(value):
    if isinstance(value, range):
        return f"{value.start} to {value.stop - 1}"
    if isinstance(value, list):
        return ", ".join(_text(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def main():
    lines = [
        "# Verification",
        "",
        "Numbers that others published or counted, and what this course's code says. This page is",
        "made by running the code: `make verify`. The unit tests check the same facts and more.",
    ]
    failed = 0
    total = sum(len(facts) for facts in FACTS.values())
    with tqdm(total=total, unit="fact") as bar:
        for topic, facts in FACTS.items():
            lines += ["", f"## {topic}", "", "| fact | source | published | ours | |"]
            lines.append("|---|---|---|---|---|")
            for fact in facts:
                ours, verdict = check(fact)
                failed += verdict != "pass"
                published = _text(fact.published)
                row = (fact.claim, fact.source, published, ours, verdict)
                lines.append(f"| {' | '.join(row)} |")
                bar.update()
    lines += ["", f"{total - failed} of {total} facts reproduced."]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{total - failed} of {total} facts reproduced: see {PAGE.name}")
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
