"""Blunder rates: how often a search gives away game value in tic-tac-toe."""

from functools import cache
from random import Random

from lib.games.tictactoe import TicTacToe
from lib.search import best_action, mcts, minimax

GAME = TicTacToe()


@cache
def value(state):
    """The exact value, by minimax."""
    return minimax(GAME, state)[0]


def good_actions(state):
    """The actions that keep the value of the game."""
    return [a for a in GAME.actions(state) if value(GAME.result(state, a)) == value(state)]


def random_position(rng):
    """A position some random plies from the start."""
    state = GAME.initial_state()
    for _ in range(rng.randint(0, 8)):
        if not GAME.is_terminal(state):
            state = GAME.result(state, rng.choice(GAME.actions(state)))
    return state


def positions(count, seed=0):
    """Different positions in which some actions are blunders and some are not."""
    rng, found = Random(seed), {}
    while len(found) < count:
        state = random_position(rng)
        if 0 < len(good_actions(state)) < len(GAME.actions(state)):
            found[state] = None
    return list(found)


def blunder_rate(iterations, seeds, count=300, **options):
    """The share of blunders over `count` positions and `seeds` seeds for each."""
    blunders = 0
    for number, state in enumerate(positions(count)):
        for seed in range(seeds):
            rng = Random(1000 * seed + number)
            root = mcts(GAME, state, iterations=iterations, rng=rng, **options)
            blunders += best_action(root) not in good_actions(state)
    return blunders / (count * seeds)
