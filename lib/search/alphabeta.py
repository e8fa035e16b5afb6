"""Alpha-beta: minimax that skips what cannot matter. And all best actions, which needs more care.

alpha is what MAX can have elsewhere on the path already, beta what MIN can hold it to.
"""

from math import inf

from lib.evaluate import zero
from lib.game import MAX
from lib.trace import traced


@traced
def alphabeta(game, state, depth=inf, evaluate=zero, alpha=-inf, beta=inf):
    """(value, action) as minimax gives them, found in fewer nodes.

    What the value means (fail-soft), where `exact` is what minimax says:
        alpha < value < beta    value == exact, and the action is the first best one
        value <= alpha          exact <= value: an upper bound
        value >= beta           exact >= value: a lower bound
    With the full window, the default, the first line always holds.
    """
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        return evaluate(game, state), None
    side = game.side(state)
    best_value, best_action = -side * inf, None
    for action in game.actions(state):
        value, _ = alphabeta(game, game.result(state, action), depth - 1, evaluate, alpha, beta)
        if side * value > side * best_value:
            best_value, best_action = value, action
        if side == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best_value, best_action


def best_actions(game, state, depth=inf, evaluate=zero):
    """All actions that are truly best, in the order of `actions`; empty if there is no choice."""
    _, actions = strict_alphabeta(game, state, depth, evaluate)
    return actions


@traced
def strict_alphabeta(game, state, depth=inf, evaluate=zero, alpha=-inf, beta=inf):
    """(value, all best actions). Cuts only where a child is strictly too good.

    A cut on equality would leave a value that may only look as good as the best. With the
    strict cut every value with alpha <= value <= beta is exact, so equal means equal. The
    list is complete with the full window, the default.
    """
    if game.is_terminal(state):
        return game.utility(state), []
    if depth == 0:
        return evaluate(game, state), []
    side = game.side(state)
    best_value, best = -side * inf, []
    for action in game.actions(state):
        child = game.result(state, action)
        value, _ = strict_alphabeta(game, child, depth - 1, evaluate, alpha, beta)
        if side * value > side * best_value:
            best_value, best = value, [action]
        elif value == best_value:
            best.append(action)
        if side == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha > beta:
            break
    return best_value, best
