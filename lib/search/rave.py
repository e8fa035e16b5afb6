"""MCTS with RAVE: an action that did well later in the game is believed to do well now, too.

Each node also keeps the all-moves-as-first statistics of its actions: the payoffs of all rollouts
in which the same agent played the action at any time after this node. They fill up quickly and
are biased, so their weight beta falls as the real visits grow (Gelly and Silver, 2011).
"""

from functools import partial
from math import log, sqrt

from lib.game import Action, Game, State
from lib.search.arguments import check_functions, is_finite
from lib.search.mcts import Node, backpropagate, check_root, mcts, select
from lib.search.rollouts import random_rollout


class RaveNode(Node):
    """A node with `amaf`: for each action [visits, total] over all moves as first."""

    __slots__ = ("amaf",)

    def __init__(self, game, state, action=None, parent=None):
        super().__init__(game, state, action, parent)
        self.amaf: dict[Action, list[float]] = {}


class Recording:
    """A game that writes down who played what; in all else it is the game it was made from."""

    def __init__(self, game: Game, moves: list):
        self.game, self.moves = game, moves

    def result(self, state, action):
        self.moves.append((self.game.to_move(state), action))
        return self.game.result(state, action)

    def __getattr__(self, name):
        return getattr(self.game, name)


def mcts_rave(
    game: Game, state: State, *, k: float = 300, rollout=random_rollout, root=None, **options
) -> RaveNode:
    """As `mcts`, with RAVE: after `k` visits of a child both of its means weigh the same."""
    if not (is_finite(k) and k >= 0):
        raise ValueError(f"k must be a finite number, 0 or more, got {k!r}")
    check_functions(rollout=rollout)
    moves = []  # of the rollout that is being played

    def recorded(game, state, rng):
        return rollout(Recording(game, moves), state, rng)

    phases = {
        "select": partial(select, choose=partial(choose_rave, k)),
        "backpropagate": partial(backpropagate_amaf, game, moves),
    }
    root = check_root(game, state, root, RaveNode)
    return mcts(game, state, rollout=recorded, root=root, **phases, **options)


def choose_rave(k: float, game: Game, node: RaveNode, c: float) -> RaveNode | None:
    """The child with the largest UCB1, where the mean is mixed with the one of `amaf`."""
    if node.untried or not node.children:
        return None
    log_visits = log(node.visits)

    def bound(child):
        amaf_visits, amaf_total = node.amaf[child.action]
        beta = sqrt(k / (3 * child.visits + k)) if k else 0.0
        mixed = (1 - beta) * child.mean + beta * amaf_total / amaf_visits
        return node.side * mixed + c * sqrt(log_visits / child.visits)

    return max(node.children.values(), key=bound)


def backpropagate_amaf(game: Game, moves: list, leaf: RaveNode, value: float) -> None:
    """Phase 4: count the payoff, and in each node for all that its agent played after it."""
    backpropagate(leaf, value)
    played, node = set(moves), leaf
    moves.clear()
    while node is not None:
        count_amaf(game, node, played, value)
        if node.parent is not None:
            played.add((game.to_move(node.parent.state), node.action))
        node = node.parent


def count_amaf(game: Game, node: RaveNode, played: set, value: float) -> None:
    """Count the payoff for each action that the agent to move at `node` played later."""
    if node.side is None:
        return
    agent = game.to_move(node.state)
    for action in (action for who, action in played if who == agent):
        stats = node.amaf.setdefault(action, [0, 0.0])
        stats[0] += 1
        stats[1] += value
