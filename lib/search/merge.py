"""MCTS that merges actions with the same result: on an empty Pentago board 288 become 36."""

from random import Random

from lib.game import CHANCE, Action, Game, State
from lib.search.arguments import check_is_game, check_state
from lib.search.mcts import Node, expand, mcts


def distinct_actions(game: Game, state: State) -> list[Action]:
    """The legal actions without those that lead to a state which an earlier one reaches too."""
    first = {}
    for action in game.actions(state):
        first.setdefault(game.result(state, action), action)
    return list(first.values())


def expand_distinct(game: Game, node: Node, rng: Random) -> Node:
    """Phase 2: as `expand`, but a node forgets its duplicate actions before its first child.

    CHANCE keeps its duplicates: merging them would lose the probability of the second one.
    """
    if not node.children and node.side != CHANCE:
        node.untried = distinct_actions(game, node.state)
    return expand(game, node, rng)


def mcts_merged(game: Game, state: State, **options) -> Node:
    """As `mcts`, but the children of a node all have different states."""
    check_is_game(game)
    check_state(game, state)
    return mcts(game, state, expand=expand_distinct, **options)
