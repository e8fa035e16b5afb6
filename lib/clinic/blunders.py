"""Blunder rates: how often a decision gives away game value in tic-tac-toe.

Every position of tic-tac-toe has an exact value, so one wrong move is a fact and not an opinion.
The positions are those where a mistake is possible: some actions keep the value, some do not.
"""

from collections.abc import Callable
from functools import cache
from random import Random

from lib.game import Action, State
from lib.games.tictactoe import TicTacToe

GAME = TicTacToe()


@cache
def value(state: State) -> float:
    """MAX's exact payoff: minimax, with every position looked at once."""
    if GAME.is_terminal(state):
        return GAME.utility(state)
    side = GAME.side(state)
    return side * max(side * value(GAME.result(state, a)) for a in GAME.actions(state))


@cache
def good_actions(state: State) -> list[Action]:
    """The actions that keep the value of the game."""
    return [a for a in GAME.actions(state) if value(GAME.result(state, a)) == value(state)]


def _random_position(rng: Random) -> State:
    """A position some random plies from the start."""
    state = GAME.initial_state()
    for _ in range(rng.randint(0, 8)):
        if not GAME.is_terminal(state):
            state = GAME.result(state, rng.choice(GAME.actions(state)))
    return state


def positions(count: int, seed: int = 0) -> list[State]:
    """Different positions in which some actions are blunders and some are not."""
    rng, found = Random(seed), {}
    while len(found) < count:
        state = _random_position(rng)
        if 0 < len(good_actions(state)) < len(GAME.actions(state)):
            found[state] = None
    return list(found)


def count_blunders(
    decide: Callable[[State, Random], Action], count: int = 300, seeds: int = 5
) -> tuple[int, int]:
    """The blunders of `decide(state, rng)` and the decisions: `count` positions, `seeds` each."""
    blunders = 0
    for number, state in enumerate(positions(count)):
        for seed in range(seeds):
            action = decide(state, Random(1000 * seed + number))
            blunders += action not in good_actions(state)
    return blunders, count * seeds
