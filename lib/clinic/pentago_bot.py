"""How the Pentago Twist agent picks its move: a look ahead of one reply before the totals count."""

from lib.game import Action, Game
from lib.search.mcts import Node

SMALLEST = -(2**31)  # Integer.MIN_VALUE


def best_child(game: Game, root: Node) -> Action:
    """The agent's action: a win, else the largest total among the moves that pass a look ahead.

    A move is refused if some reply ends the game and not in our favor. None: all are refused.
    """
    best, largest = None, SMALLEST
    for child in root.children.values():
        if child.side is None and game.utility(child.state) == root.side:
            return child.action
        worth = SMALLEST if _may_end_badly(game, child.state, root.side) else child.total
        if worth > largest:
            best, largest = child.action, worth
    return best


def _may_end_badly(game, state, side) -> bool:
    """Whether a reply at once ends the game, and `side` does not win it."""
    replies = [game.result(state, action) for action in game.actions(state)]
    return any(game.is_terminal(s) and game.utility(s) != side for s in replies)
