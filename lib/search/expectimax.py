"""Expectimax: MAX and MIN choose, CHANCE averages."""

from math import fsum, inf

from lib.evaluate import zero
from lib.game import CHANCE
from lib.trace import traced


@traced
def expectimax(game, state, depth=inf, evaluate=zero):
    """(value, action): what MAX gets on average if the players play their best.

    Chance moves by its probabilities, and costs one ply as any move does. Without CHANCE
    this is minimax. Sums are rounded once (`fsum`), so the order of outcomes does not matter.
    The action is None at a terminal state, at depth 0, and where CHANCE moves.
    """
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        return evaluate(game, state), None
    side = game.side(state)
    best_value, best_action = -side * inf, None
    outcomes = []
    for action in game.actions(state):
        value, _ = expectimax(game, game.result(state, action), depth - 1, evaluate)
        if side == CHANCE:
            outcomes.append(game.probability(state, action) * value)
        elif side * value > side * best_value:
            best_value, best_action = value, action
    if side == CHANCE:
        return fsum(outcomes), None
    return best_value, best_action
