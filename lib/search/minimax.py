"""Minimax: every agent plays its best, and everybody knows it."""

from math import inf

from lib.evaluate import zero
from lib.trace import traced


@traced
def minimax(game, state, depth=inf, evaluate=zero):
    """(value, action): what MAX gets if all agents play their best, and the first best action.

    The value is exact if every line ends within `depth` plies; otherwise it is exact for
    the game that stops there and pays `evaluate`. The action is None if there is none to
    choose: at a terminal state, and at depth 0.
    """
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        return evaluate(game, state), None
    side = game.side(state)
    best_value, best_action = -side * inf, None
    for action in game.actions(state):
        value, _ = minimax(game, game.result(state, action), depth - 1, evaluate)
        if side * value > side * best_value:
            best_value, best_action = value, action
    return best_value, best_action
