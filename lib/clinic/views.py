"""MCTS gone wrong on purpose: payoffs stored from the wrong side's view.

To try one: `mcts(game, state, iterations=1000, **FAULTS["root_view"])`. All share a habit that
`mcts` avoids: a node stores a number that its parent simply maximizes. That is sound only if it is
the payoff of whoever moved into the node (`mover_view`). They are meant for two sides in turn.
"""

from collections.abc import Callable
from functools import partial

from lib.game import MAX, Game
from lib.search.mcts import Node, Phases, highest_ucb1, path, select
from lib.search.rollouts import random_rollout


def _choose_stored(game: Game, node: Node, c: float) -> Node | None:
    """As `choose_ucb1`, but the stored number is maximized as it stands, whoever moves."""
    if node.untried or not node.children:
        return None
    return highest_ucb1(node.children.values(), MAX, node.visits, c)


def store(leaf: Node, worth: Callable[[Node], float]) -> None:
    """Count a visit and what it is worth in each node up to the root."""
    for node in path(leaf):
        node.visits += 1
        node.total += worth(node)


def side_to_move(node: Node) -> int:
    """The side to move at a node; after the end, the side that would be next."""
    return -node.parent.side if node.side is None else node.side


def side_that_moved(node: Node) -> int:
    """The side whose move led to a node; at the root, the side that would have moved before."""
    return node.parent.side if node.parent else -node.side


def mover_view(leaf: Node, value: float) -> None:
    """Right: from the view of the side that moved into the node."""
    store(leaf, lambda node: side_that_moved(node) * value)


def player_to_move(leaf: Node, value: float) -> None:
    """Wrong: from the view of the side to move at the node. The parent picks what hurts it."""
    store(leaf, lambda node: side_to_move(node) * value)


def root_view(leaf: Node, value: float) -> None:
    """Wrong: from the view of the side at the root. The other side is taken for a helper."""
    root = path(leaf)[-1]
    store(leaf, lambda node: root.side * value)


def no_flip_absolute(leaf: Node, value: float) -> None:
    """Wrong: MAX's payoff everywhere, and nobody asks who chooses. MIN plays for MAX."""
    store(leaf, lambda node: value)


def in_place_flip(leaf: Node, value: float) -> None:
    """Wrong: turned where MIN is to move, and the turned number travels on upward."""
    for node in path(leaf):
        value *= side_to_move(node)
        node.visits += 1
        node.total += value


def _end_view_rollout(game, state, rng) -> float:
    """Wrong: the payoff of whoever would be next when the game is over."""
    while actions := game.actions(state):
        state = game.result(state, actions[int(rng.random() * len(actions))])
    return game.side(state) * game.utility(state)


def terminal_mover_view(leaf: Node, value: float) -> None:
    """Wrong: what `_end_view_rollout` says, the same in every node."""
    seen = side_to_move(leaf) * value if leaf.side is None else value
    no_flip_absolute(leaf, seen)


def _phases(backpropagate, rollout=random_rollout):
    phases = Phases(partial(select, choose=_choose_stored), backpropagate=backpropagate)
    return {"phases": phases, "rollout": rollout}


RIGHT = _phases(mover_view)
FAULTS = {
    "player_to_move": _phases(player_to_move),
    "root_view": _phases(root_view),
    "no_flip_absolute": _phases(no_flip_absolute),
    "in_place_flip": _phases(in_place_flip),
    "terminal_mover_view": _phases(terminal_mover_view, _end_view_rollout),
}
