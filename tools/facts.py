"""The facts of the verification page: what others published or counted, and how we find it."""

from collections.abc import Callable
from dataclasses import dataclass

from check.__main__ import PUBLISHED
from lib import fast
from lib.fast.solvers import connect4_solver
from lib.files import course_folder
from lib.game import CHANCE, MIN
from lib.games import ConnectFour, Othello, PentagoTwist, TicTacToe, TreeGame
from lib.search import alphabeta, best_actions, minimax, strict_alphabeta
from tools import compiled, counts


@dataclass(frozen=True)
class Fact:
    """A claim, who made it, what it says, and how we compute it."""

    claim: str
    source: str
    published: object  # a value, or the range in which a sampled number must lie
    ours: Callable[[], object]


TTT, C4, OTHELLO, PENTAGO = TicTacToe(), ConnectFour(), Othello(), PentagoTwist()
CENTER_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)
EDGES_FIRST = (1, 3, 5, 7, 0, 2, 6, 8, 4)
CORNERS, EDGES = (2, 6), (1, 3, 5, 7)
AFTER_CENTER, FORK, WIN = "O..\n.X.\n..X", "X..\n.O.\n..X", "XX.\nOO.\n..."
SMALL_BOARDS = (4, 4), (5, 4), (4, 5), (5, 5), (6, 4)
TREES = (2, 6), (3, 4), (3, 5), (5, 3)
COMMON, COUNT, PERFT = "well-known counts", "independent count", "perft tables"
UCI = "Tromp, UCI data set 26"


def sequences(game, depth):
    """The number of move sequences of each length up to `depth`."""
    return [compiled.perft(game, plies) for plies in range(1, depth + 1)]


def solved(game):
    """The compiled solver's answer for the first position."""
    return fast.solve(game, game.initial_state())


def best(position):
    """The value of a position of tic-tac-toe, and all moves that keep it."""
    state = TTT.parse(position)
    return [minimax(TTT, state)[0], *best_actions(TTT, state)]


def openings():
    """The values of the nine openings of tic-tac-toe."""
    first = TTT.initial_state()
    return [minimax(TTT, TTT.result(first, action))[0] for action in TTT.actions(first)]


TICTACTOE = [
    Fact("nodes of the full tree", COMMON, 549946, lambda: counts.calls(minimax)),
    Fact("games", COMMON, 255168, counts.games_where),
    Fact(
        "games that X wins, that O wins, drawn",
        COMMON,
        [131184, 77904, 46080],
        lambda: [counts.games_where(result=result) for result in (1, -1, 0)],
    ),
    Fact(
        "games of 5, 6, 7, 8, 9 moves",
        COMMON,
        [1440, 5328, 47952, 72576, 127872],
        lambda: [counts.games_where(plies=plies) for plies in range(5, 10)],
    ),
    Fact(
        "distinct positions, and up to symmetry",
        COMMON,
        [5478, 765],
        lambda: counts.classes(counts.tictactoe_positions()),
    ),
    Fact(
        "finished positions, and up to symmetry",
        COMMON,
        [958, 138],
        lambda: counts.classes(list(filter(TTT.is_terminal, counts.tictactoe_positions()))),
    ),
    Fact("value of each of the nine openings", COMMON, [0] * 9, openings),
    Fact("alpha-beta calls, cut on >=", COUNT, 18297, lambda: counts.calls(alphabeta)),
    Fact("alpha-beta calls, cut on > only", COUNT, 146120, lambda: counts.calls(strict_alphabeta)),
    Fact(
        "alpha-beta calls, window [-1, 1]",
        COUNT,
        16811,
        lambda: counts.calls(alphabeta, alpha=-1, beta=1),
    ),
    Fact(
        "alpha-beta calls, center, corners, edges",
        COUNT,
        7275,
        lambda: counts.calls(alphabeta, CENTER_FIRST),
    ),
    Fact(
        "alpha-beta calls, edges, corners, center",
        COUNT,
        42094,
        lambda: counts.calls(alphabeta, EDGES_FIRST),
    ),
    Fact(
        "random play: chance that X wins, draw, O wins",
        "exact fractions",
        ["737/1260", "8/63", "121/420"],
        lambda: list(map(str, counts.random_play(TTT.initial_state()))),
    ),
    Fact(
        "random play: value of corner, edge, center",
        "exact fractions",
        ["12/35", "1/5", "1/2"],
        lambda: [counts.random_value(square) for square in (0, 1, 4)],
    ),
    Fact(
        "X center and 8, O 0: value, O's moves that keep it",
        COUNT,
        [0, *CORNERS],
        lambda: best(AFTER_CENTER),
    ),
    Fact(
        "X 0 and 8, O center: value, O's moves that keep it", COUNT, [0, *EDGES], lambda: best(FORK)
    ),
    Fact(
        "MCTS finds these edges (of 50 seeds, 1,000 iterations)",
        "independent run: 50",
        range(49, 51),
        lambda: counts.seeds_that_choose(EDGES, FORK),
    ),
    Fact(
        "MCTS with the sign wrong finds them",
        "independent run: 17; 95 % interval",
        range(11, 25),
        lambda: counts.seeds_that_choose(EDGES, FORK, **counts.WRONG_SIGN),
    ),
    Fact(
        "MCTS with the sign right, and wrong, takes a win in one",
        "independent run",
        [50, 50],
        lambda: [counts.seeds_that_choose((2,), WIN, **how) for how in ({}, counts.WRONG_SIGN)],
    ),
]

CONNECT_FOUR = [
    Fact(
        "move sequences, depth 1 to 8",
        PERFT,
        [7, 49, 343, 2401, 16807, 117649, 823536, 5673234],
        lambda: sequences(C4, 8),
    ),
    Fact(
        "distinct positions, 0 to 7 plies",
        "OEIS A212693",
        [1, 7, 49, 238, 1120, 4263, 16422, 54859],
        lambda: counts.distinct(C4, 7),
    ),
    Fact(
        "value of the boards 4x4, 5x4, 4x5, 5x5, 6x4",
        "Tromp's table",
        [0, 0, 0, 0, -1],
        lambda: [solved(ConnectFour(*size)).value for size in SMALL_BOARDS],
    ),
    Fact(
        "positions after 8 plies in which nobody has won or can win at once, up to mirror images",
        UCI,
        67557,
        lambda: len(counts.quiet_connect4()),
    ),
]


def _ffo():
    """{number: (squares, side to move, {move: score})} of the positions that others published."""
    found = {}
    for line in (course_folder("data/positions") / "othello_ffo.txt").read_text().splitlines():
        if not line.startswith("#"):
            number, squares, mover, *moves = line.split()
            scores = dict(zip(moves[::2], map(int, moves[1::2]), strict=True))
            found[int(number)] = squares, mover, scores
    return found


FFO = _ffo()
_LEFT_OUT = {31: " but g1 (see the end of this page)"}


def ffo_position(number: int):
    """The state of a published position."""
    squares, mover, _ = FFO[number]
    rows = [squares[i : i + 8].replace("-", ".") for i in range(0, 64, 8)]
    return OTHELLO.parse("\n".join([*rows, f"{mover} to move"]))


def ffo_scores(number: int) -> dict[str, int]:
    """Our scores of the moves that are listed, for the side to move, as published scores count."""
    state, listed = ffo_position(number), FFO[number][2]
    side = OTHELLO.side(state)
    scores = fast.solve_actions(OTHELLO, state, empties_to_winner=True)
    named = {OTHELLO.name(action): side * score for action, score in scores.items()}
    return {move: named[move] for move in listed}


OTHELLO_FACTS = [
    Fact(
        "8x8 move sequences, depth 1 to 9",
        PERFT,
        [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
        lambda: sequences(OTHELLO, 9),
    ),
    Fact(
        "6x6 move sequences, depth 1 to 6",
        PERFT,
        [4, 12, 56, 244, 1364, 7604],
        lambda: sequences(Othello(6), 6),
    ),
    Fact(
        "first moves",
        "rules",
        ["c4", "d3", "e6", "f5"],
        lambda: sorted(map(OTHELLO.name, OTHELLO.actions(OTHELLO.initial_state()))),
    ),
    Fact("4x4: the second player wins by 8", "solved", -8, lambda: solved(Othello(4)).score),
    *(
        Fact(
            f"FFO endgame {number}: the score of every listed move{_LEFT_OUT.get(number, '')}",
            "FFO suite, with the program Edax",
            FFO[number][2],
            lambda number=number: ffo_scores(number),
        )
        for number in FFO
    ),
    Fact(
        "random games with a forced pass, of 1,000",
        "about one in three; 95 % interval",
        range(304, 364),
        lambda: counts.games_with_a_pass(1000),
    ),
]

PENTAGO_FACTS = [
    Fact(
        "move sequences, depth 1 to 3",
        "rules",
        [288, 80640, 21934080],
        lambda: sequences(PENTAGO, 3),
    ),
    Fact(
        "distinct boards after 1, 2, 3 plies",
        COUNT,
        [36, 1260, 21420],
        lambda: counts.distinct(PENTAGO, 3)[1:],
    ),
    Fact("plies of the quickest win", "rules", 9, counts.plies_of_a_quick_win),
    Fact(
        "40 random positions with 3 empty cells: the engine's proof is plain alpha-beta's value",
        "our own two programs",
        40,
        lambda: counts.pentago_endings(3, 40),
    ),
]

MAZES = [
    Fact(
        "points of a step, food, the last food, a scared ghost, a caught Pacman",
        "CS188 rules",
        [-1, 10, 500, 200, -500],
        counts.scores_of_pacman,
    ),
    Fact(
        "moves for which a capsule scares a ghost",
        "CS188 rules",
        40,
        lambda: counts.walk("%Po G.%", "East").ghosts[0].scared,
    ),
    Fact(
        "corridor: minimax, 3 rounds, wins of 200",
        "known effect: always dies",
        0,
        lambda: counts.corridor_wins(MIN),
    ),
    Fact(
        "corridor: expectimax, 3 rounds, wins of 200",
        "known effect: about half; 95 % interval",
        range(86, 115),
        lambda: counts.corridor_wins(CHANCE),
    ),
    Fact(
        "capture the flag: moves until time is up", "contest rules", 1200, counts.moves_of_capture
    ),
]

THEORY = [
    Fact(
        "leaves of perfectly ordered trees (b, d) = (2,6) (3,4) (3,5) (5,3)",
        "Knuth and Moore 1975",
        [counts.fewest_leaves(*tree) for tree in TREES],
        lambda: [counts.perfect_leaves(*tree) for tree in TREES],
    ),
    Fact(
        "best actions of [[3, 5], [3, 1]]",
        "by hand",
        [0],
        lambda: list(best_actions(TreeGame([[3, 5], [3, 1]]), ())),
    ),
    Fact(
        "Star1 and Star2 return expectimax's value, 100 random trees each",
        "Ballard 1983",
        200,
        lambda: counts.star_agrees(100),
    ),
    Fact(
        "regret of UCB1, arms 0.5, 0.8, 0.2, 2,000 pulls, mean of 40 runs: below the bound",
        "Auer and others 2002",
        range(counts.regret_bound() + 1),
        counts.regret,
    ),
    Fact(
        "MCTS walks into a trap that minimax sees (300 iterations, of 20 seeds)",
        "known effect, Ramanujan and others 2010",
        range(15, 21),
        lambda: counts.trapped(300),
    ),
    Fact("Root logs: weights that agree bit for bit, of 13", "the logs", 13, counts.log_weights),
    Fact(
        "mistakes that checks should notice: how many ours do",
        "CS188 trees: each noticed by 0 to 14 of 33",
        len(PUBLISHED),
        counts.mistakes_noticed,
    ),
]


def first_columns():
    """The score of each first column of the empty board; the right half by mirror."""
    solver = connect4_solver(7, 6, 2**25 - 39)  # 256 MB: a small table forgets too much
    start = C4.initial_state()
    left = [solver.score(C4, C4.result(start, column)) for column in range(4)]
    return [*left, *reversed(left[:3])]


LONG_FACTS = [  # `make verify LONG=1` recomputes these; else the page says what was found last
    Fact(
        "7x6, score of each first column, left to right: the center wins",
        "Pons, README of bitbully; Allen, Allis 1988",
        [-2, -1, 0, 1, 0, -1, -2],
        first_columns,
    ),
    Fact(
        "7x6, these positions after 8 plies, 200 at random: won for the first player "
        "(of all 67,557: 44,473); 95 % interval",
        UCI,
        range(118, 146),
        lambda: counts.quiet_connect4_won(200),
    ),
]

FACTS = {
    "Tic-tac-toe": TICTACTOE,
    "Connect Four": CONNECT_FOUR,
    "Othello": OTHELLO_FACTS,
    "Pentago Twist": PENTAGO_FACTS,
    "Pacman and capture the flag": MAZES,
    "Theory, logs and checks": THEORY,
}

NOT_HERE = {  # published, and not recomputed on this page
    "Connect Four: 4,531,985,219,092 positions (OEIS A212693)": "needs a program of its own",
    "Connect Four: positions explored by Pascal Pons's solver, one improvement at a time": (
        "his positions are not ours; lesson 04 climbs the same steps on our own and shows both"
    ),
    "Othello: 8x8 is a draw (Takizawa 2023), 6x6 is won by the second player": (
        "too long for this page, the first for any single machine"
    ),
    "Othello, FFO endgame 31: g1 is worth -30 in the suite, as in the file of the program Edax": (
        "ours is -32, and so is that of a second solver written apart; see the positions in data"
    ),
    "Pentago Twist: value of the game": "nobody knows it; we claim none",
    "Stronger rollouts can weaken MCTS (James and others 2017), deeper minimax can be worse "
    "(Nau 1982)": "found on other games; we claim no number",
}

SOURCES = {  # who published or counted what is called by a short name on this page and in lessons
    COMMON: "counts of the full tree that many programs give, such as H. Bottomley 2001 (How many "
    "Tic-Tac-Toe games are possible?) and S. Schaefer 2002 (MathRec Solutions: Tic-Tac-Toe)",
    COUNT: "a program written apart from this course, for this page only",
    PERFT: "move counts for testing Othello programs, as in the program Edax "
    "(github.com/abulmo/edax-reversi)",
    "OEIS A212693": "N. J. A. Sloane and others, The On-Line Encyclopedia of Integer Sequences, "
    "oeis.org/A212693",
    "Tromp's table": "J. Tromp, John's Connect Four Playground, tromp.github.io/c4/c4.html",
    UCI: "J. Tromp, Connect-4, data set 26 of the UCI Machine Learning Repository, 1995",
    "Pons": "P. Pons, Solving Connect 4: how to build a perfect AI, 2015 to 2019, "
    "blog.gamesolver.org",
    "bitbully": "M. Thill, github.com/MarkusThill/BitBully",
    "Allen, Allis 1988": "J. D. Allen, 1988; L. V. Allis, A Knowledge-based Approach of "
    "Connect-Four, thesis, Vrije Universiteit Amsterdam 1988",
    "FFO suite, with the program Edax": "endgame positions of the magazine FForum of the French "
    "Othello federation, scores as in the problem folder of Edax",
    "Takizawa 2023": "H. Takizawa, Othello is Solved, arXiv 2310.19387",
    "CS188 rules": "The Pac-Man projects, UC Berkeley, ai.berkeley.edu/multiagent.html",
    "Knuth and Moore 1975": "D. E. Knuth and R. W. Moore, An Analysis of Alpha-Beta Pruning, "
    "Artificial Intelligence 6",
    "Auer and others 2002": "P. Auer, N. Cesa-Bianchi, P. Fischer, Finite-time Analysis of the "
    "Multiarmed Bandit Problem, Machine Learning 47",
    "Ramanujan and others 2010": "R. Ramanujan, A. Sabharwal, B. Selman, On Adversarial Search "
    "Spaces and Sampling-Based Planning, ICAPS 2010",
    "Ballard 1983": "B. W. Ballard, The *-Minimax Search Procedure for Trees Containing Chance "
    "Nodes, Artificial Intelligence 21",
}
