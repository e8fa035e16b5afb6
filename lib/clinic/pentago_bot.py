"""The search of the Pentago Twist agent, its faults one by one behind switches.

    twist_phases()                                       as printed: all faults
    twist_phases(view=side_that_moved)                   the same with the right view
    twist_phases(side_that_moved, truediv, False, 0)     all cured: / as in Python
    mcts(game, state, iterations=200, phases=twist_phases())
    best_child(game, root)                               how the agent picks its move

The original counts in whole numbers of 32 bits, as Java does; so does this.
"""

from collections.abc import Callable
from functools import partial
from math import log, sqrt

from lib.clinic.views import side_to_move
from lib.game import Action, Game
from lib.search.mcts import Node, Phases, path, select

SMALLEST, LARGEST = -(2**31), 2**31 - 1  # Integer.MIN_VALUE, Integer.MAX_VALUE


def int32(number: int) -> int:
    """The number as 32 bits keep it: one more than the largest is the smallest."""
    return (number + 2**31) % 2**32 - 2**31


def _java_division(total: int, visits: int) -> int:
    """What Java's / gives for two whole numbers: cut toward zero."""
    return int(total / visits)


def twist_phases(
    view: Callable[[Node], int] = side_to_move, mean: Callable[[int, int], float] = _java_division,
    poison: bool = True, draw: int = -1,
) -> Phases:  # fmt: skip
    """Phases for `mcts`: counted for whom, how divided, totals marked or not, what a draw pays."""
    choose = partial(_choose_largest, mean)
    backup = partial(_count, view=view, poison=poison, draw=draw)
    return Phases(partial(select, choose=choose), backpropagate=backup)


def _choose_largest(mean, game, node, c):
    """The child with the largest mean(total, visits) plus bonus, whoever moves."""
    if node.untried or not node.children:
        return None

    def bound(child):
        return mean(child.total, child.visits) + c * sqrt(log(node.visits) / child.visits)

    return max(node.children.values(), key=bound)


def _count(leaf, value, *, view=side_to_move, poison=True, draw=-1) -> None:
    """Mark the parent of a finished game, if `poison`; then count as usual, in 32 bits."""
    nodes = path(leaf)
    if poison and leaf.side is None and value:
        leaf.parent.total = LARGEST if value == nodes[-1].side else SMALLEST
    for node in nodes:
        node.visits += 1
        node.total = int32(int(node.total + (view(node) * value if value else draw)))


def best_child(game: Game, root: Node) -> Action:
    """A win, else the largest total of the moves to which no reply ends the game badly; or None."""
    best, largest = None, SMALLEST
    for child in root.children.values():
        if child.side is None and game.utility(child.state) == root.side:
            return child.action
        replies = [game.result(child.state, action) for action in game.actions(child.state)]
        ends = [game.utility(state) for state in replies if game.is_terminal(state)]
        worth = child.total if all(end == root.side for end in ends) else SMALLEST
        if worth > largest:
            best, largest = child.action, worth
    return best
