"""Ways to count: how the numbers of the verification page are found."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import ceil, log, pi
from random import Random

import check
from check.__main__ import PUBLISHED
from lib import fast
from lib.clinic.views import FAULTS
from lib.evaluate import score
from lib.fast.solvers import connect4_solver
from lib.game import CHANCE, MAX, MIN, rounds
from lib.games import (
    CaptureTheFlag,
    ConnectFour,
    Othello,
    Pacman,
    PentagoTwist,
    TicTacToe,
    TreeGame,
)
from lib.games.othello import PASS
from lib.logs import read_log
from lib.search import alphabeta, best_action, expectimax, mcts, minimax, star1, star2, ucb1
from lib.search.bandit import Bernoulli, run_bandit, ucb1_rule

TTT = TicTacToe()


# --- positions and games -------------------------------------------------------------------


def distinct(game, plies):
    """The number of distinct positions after each ply, 0 to `plies`."""
    level, counts = {game.initial_state()}, []
    for _ in range(plies + 1):
        counts.append(len(level))
        level = {game.result(state, action) for state in level for action in game.actions(state)}
    return counts


@cache
def quiet_connect4(plies=8):
    """The positions after so many plies in which nobody has won or could win with one stone more.

    Of two mirror images only one is taken.
    """
    game = ConnectFour()
    level = {game.initial_state()}
    for _ in range(plies):
        level = {min(game.symmetries(after)) for state in level for after in _after(game, state)}
    return sorted(state for state in level if not _wins_in_one(game, state))


def _after(game, state):
    """The positions one move later."""
    return [game.result(state, action) for action in game.actions(state)]


def _wins_in_one(game, state):
    """Whether a stone of either side, X or O, would end the game here, or has ended it."""
    x, o, _, outcome = state[:4]
    if outcome is not None:
        return True
    turns = ((x, o, mover, *state[3:]) for mover in (0, 1))
    return any(game.is_terminal(after) for turn in turns for after in _after(game, turn))


def quiet_connect4_won(count, seed=8):
    """How many of so many of these positions, drawn at random, the first player wins."""
    solver = connect4_solver(7, 6, 2**25 - 39)
    drawn = Random(seed).sample(quiet_connect4(), count)
    return sum(solver.ask(state, -1, 1) > 0 for state in drawn)  # eight stones: X is to move


def pentago_endings(empty, count):
    """Of so many random positions with `empty` free cells: how many both of our programs agree on.

    The compiled search proves the value; plain alpha-beta, which shares no code with it, finds it.
    """
    game, rng, agree = PentagoTwist(), Random(empty), 0
    for _ in range(count):
        state = game.initial_state()
        while game.is_terminal(state) or (state[0] | state[1]).bit_count() < 36 - empty:
            over = game.is_terminal(state)
            state = game.initial_state() if over else _random_move(game, state, rng)
        root = fast.mcts(game, state, iterations=1_000_000, prove=True, seed=empty)
        agree += root.proven == alphabeta(game, state)[0]
    return agree


def _random_move(game, state, rng):
    return game.result(state, rng.choice(game.actions(state)))


@cache
def tictactoe_positions():
    """All positions of tic-tac-toe."""
    seen, waiting = set(), [TTT.initial_state()]
    while waiting:
        state = waiting.pop()
        if state not in seen:
            seen.add(state)
            waiting += [TTT.result(state, action) for action in TTT.actions(state)]
    return seen


def classes(states):
    """How many positions there are, and how many if symmetric ones count as one."""
    return [len(states), len({min(TTT.symmetries(state)) for state in states})]


@cache
def tictactoe_games(state):
    """How many games there are from here of each (plies, utility)."""
    if TTT.is_terminal(state):
        return Counter({(0, TTT.utility(state)): 1})
    total = Counter()
    for action in TTT.actions(state):
        for (plies, result), n in tictactoe_games(TTT.result(state, action)).items():
            total[plies + 1, result] += n
    return total


def games_where(plies=None, result=None):
    """How many games of tic-tac-toe take so many plies or end with this result."""
    return sum(
        n
        for (length, utility), n in tictactoe_games(TTT.initial_state()).items()
        if plies in (None, length) and result in (None, utility)
    )


@cache
def random_play(state):
    """The exact chances of (X wins, draw, O wins) if both sides move at random."""
    if TTT.is_terminal(state):
        return tuple(Fraction(TTT.utility(state) == result) for result in (MAX, 0, MIN))
    after = [random_play(TTT.result(state, action)) for action in TTT.actions(state)]
    return tuple(sum(column) / len(after) for column in zip(*after, strict=True))


def random_value(square):
    """X's exact average after this opening if both sides go on at random."""
    wins, _, losses = random_play(TTT.result(TTT.initial_state(), square))
    return str(wins - losses)


def games_with_a_pass(n):
    """In how many of `n` random games of Othello somebody must pass."""
    game, rng = Othello(), Random(0)
    return sum(_has_pass(game, rng) for _ in range(n))


def _has_pass(game, rng):
    state, passed = game.initial_state(), False
    while actions := game.actions(state):
        passed |= PASS in actions
        state = game.result(state, rng.choice(actions))
    return passed


def plies_of_a_quick_win():
    """How long a game of Pentago takes in which White fills the top row and nobody disturbs it."""
    game = PentagoTwist()
    state, plies = game.initial_state(), 0
    cells = [0, 18, 1, 19, 2, 20, 3, 24, 4, 25]  # White's row, and Black's far from it
    while not game.is_terminal(state):
        state, plies = game.result(state, (cells[plies], 3, "flip")), plies + 1
    return plies


# --- searches ------------------------------------------------------------------------------


class Counted:
    """A game that counts how many nodes a search enters, and may change the order of actions."""

    def __init__(self, game, order=None):
        self.game, self.order, self.nodes = game, order, 0

    def is_terminal(self, state):
        """Whether the game is over; every search asks this once for each node."""
        self.nodes += 1
        return self.game.is_terminal(state)

    def actions(self, state):
        """The legal actions, in our order if there is one."""
        actions = self.game.actions(state)
        return sorted(actions, key=self.order.index) if self.order else actions

    def __getattr__(self, name):
        return getattr(self.game, name)


def calls(search, order=None, **window):
    """The nodes that a search of tic-tac-toe enters from the empty board."""
    game = Counted(TTT, order)
    search(game, game.initial_state(), **window)
    return game.nodes


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


def fewest_leaves(branching, depth):
    """What Knuth and Moore proved for such a tree."""
    return branching ** ceil(depth / 2) + branching ** (depth // 2) - 1


def star_agrees(n):
    """On how many of `n` random trees with chance Star1 and Star2 return expectimax's value."""
    sides = (MAX, CHANCE, MIN, CHANCE)
    trees = [TreeGame.random(seed, 3, 4, sides) for seed in range(n)]
    return sum(
        abs(star(tree, (), low=-9, high=9)[0] - expectimax(tree, ())[0]) < 1e-9
        for tree in trees
        for star in (star1, star2)
    )


def seeds_that_choose(squares, position, **phases):
    """In how many of 50 seeds MCTS with 1,000 iterations plays one of the squares."""
    state = TTT.parse(position)
    roots = (mcts(TTT, state, iterations=1000, rng=Random(seed), **phases) for seed in range(50))
    return sum(best_action(root) in squares for root in roots)


WRONG_SIGN = FAULTS["root_view"]


def trapped(iterations, n=20):
    """In how many of `n` seeds MCTS walks into a trap four plies deep with ten moves at a node."""
    tree = TreeGame([[1] * 9 + [[[-1] + [1] * 9] * 10], 0])
    assert minimax(tree, ()) == (0, 1), "minimax sees the trap"
    roots = (mcts(tree, (), iterations=iterations, rng=Random(seed)) for seed in range(n))
    return sum(best_action(root) == 0 for root in roots)


ARMS, GAPS, PULLS = [Bernoulli(0.5), Bernoulli(0.8), Bernoulli(0.2)], (0.3, 0.6), 2000


def regret():
    """The mean regret of UCB1 on three arms, 40 runs."""
    runs = (run_bandit(ARMS, ucb1_rule(), PULLS, Random(seed)) for seed in range(40))
    return round(sum(run.regret[-1] for run in runs) / 40)


def regret_bound():
    """The most that the theorem allows on the same arms."""
    return int(sum(8 * log(PULLS) / gap + (1 + pi**2 / 3) * gap for gap in GAPS))


# --- Pacman and capture the flag -----------------------------------------------------------


def corridor_wins(belief, n=200):
    """How many of `n` games in the corridor Pacman wins, looking three rounds ahead."""
    real, believed = Pacman("corridor", ghosts=CHANCE), Pacman("corridor", ghosts=belief)
    search = expectimax if belief == CHANCE else minimax
    choose = cache(lambda state: search(believed, state, rounds(believed, 3), score)[1])
    rng = Random(0)
    return sum(_wins(real, choose, rng) for _ in range(n))


def _wins(game, choose, rng):
    state = game.initial_state()
    while actions := game.actions(state):
        action = choose(state) if game.to_move(state) == 0 else rng.choice(actions)
        state = game.result(state, action)
    return game.is_win(state)


def walk(maze, *actions):
    """The state of Pacman in a maze of one row after these moves of all agents."""
    game = Pacman("\n".join(("%" * len(maze), maze, "%" * len(maze))))
    state = game.initial_state()
    for action in actions:
        state = game.result(state, action)
    return state


def scores_of_pacman():
    """What a step, food, the last food, a scared ghost and an angry one are worth."""
    step = walk("%P ..%", "East").score
    food = walk("%P..%", "East").score - step
    last = walk("%P.%", "East").score - step - food
    eaten = walk("%Po G.%", "East", "West", "East").score - 2 * step
    caught = walk("%PG.%", "East").score - step
    return [step, food, last, eaten, caught]


def moves_of_capture():
    """After how many moves a game of capture ends in which nobody goes anywhere."""
    game, moves = CaptureTheFlag("capture_tiny"), 0
    state = game.initial_state()
    while not game.is_terminal(state):
        state, moves = game.result(state, "Stop"), moves + 1
    return moves


# --- logs and checks -----------------------------------------------------------------------


def log_weights():
    """How many of the logged weights come out bit for bit, with C = 2."""
    entries = read_log("normal_mcts") + read_log("one_depth_mcts")
    return sum(
        ucb1(total, tries, entry.parent[1], 2) == weight
        for entry in entries
        for (total, tries), weight in zip(entry.pairs, entry.weights, strict=True)
    )


def mistakes_noticed():
    """How many of the mistakes that a public autograder was tried with our checks reject."""
    return sum(
        not getattr(check, exercise)(entry.wrong).passed
        for exercise, name in PUBLISHED
        for entry in check.catalogue(exercise)
        if entry.name == name
    )
