"""The flat tree of the engine seen as `lib.search.mcts.Node`s, made only when somebody looks."""

from functools import cached_property

import numpy as np

from lib.fast.engine import NODE, compiled_copy
from lib.game import Game
from lib.search.mcts import Node

START = 1 << 12  # nodes; the array doubles when it is full


class Tree:
    """The array of nodes of one search; node 0 is the root."""

    def __init__(self, game: Game, compiled, limit: int, start: int = START):
        self.game, self.compiled, self.limit = game, compiled, limit
        self.nodes = np.empty(min(start, limit), NODE)
        self.nodes[0] = np.zeros((), NODE)
        self.used = 1

    def grow(self):
        """Doubles the array, up to the limit."""
        longer = np.empty(min(2 * len(self.nodes), self.limit), NODE)
        longer.view(np.uint8)[: self.used * NODE.itemsize] = self.nodes[: self.used].view(np.uint8)
        self.nodes = longer

    def block(self, index: int) -> range:
        """The numbers of a node's children, visited or not."""
        first, info = int(self.nodes["first"][index]), int(self.nodes["info"][index])
        return range(first, first + (info >> 9 & 511))

    def subtree(self, index: int, limit: int) -> "Tree":
        """A copy of what is below a node, which becomes the root: the rest is forgotten."""
        copy = Tree(self.game, self.compiled, limit, start=max(START, 2 * self.used))
        copy.used = int(compiled_copy()(self.nodes, np.uint64(index), copy.nodes))
        return copy


class FastNode(Node):
    """A node of a flat tree; its children become nodes when they are first asked for."""

    __slots__ = ("__dict__", "index", "tree")

    def __init__(self, tree, index, state, action=None, parent=None):
        record = tree.nodes[index]
        self.tree, self.index = tree, index
        self.state, self.action, self.parent = state, action, parent
        self.side = None if tree.game.is_terminal(state) else tree.game.side(state)
        self.visits, self.total = int(record["visits"]), float(record["total"])

    @cached_property
    def children(self):
        """The visited children by action, in the order of their first visit."""
        nodes, game = self.tree.nodes, self.tree.game
        actions = {
            self.tree.compiled.action(int(nodes["info"][i]) & 511): i
            for i in self.tree.block(self.index)
            if nodes["visits"][i]
        }
        return {
            action: FastNode(self.tree, i, game.result(self.state, action), action, self)
            for action, i in actions.items()
        }

    @cached_property
    def untried(self):
        """The legal actions without a visit."""
        return [a for a in self.tree.game.actions(self.state) if a not in self.children]

    @property
    def proven(self):
        """MAX's certain value if the game is over here or the search has proven it, else None."""
        known = int(self.tree.nodes["info"][self.index]) >> 27
        return known - 2 if known else None
