"""The flat tree of the engine seen as `lib.search.mcts.Node`s, made only when somebody looks."""

from functools import cached_property

import numpy as np

from lib.fast.engine import COUNT, KNOWN, NINE_BITS, NODE, compiled_copy
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
        first, info = int(self.nodes["first"][index]), self.nodes["info"][index]
        return range(first, first + int(info >> COUNT & NINE_BITS))

    def move(self, index: int) -> int:
        """The code of the move that leads to a node."""
        return int(self.nodes["info"][index] & NINE_BITS)

    def proven(self, index: int) -> int | None:
        """MAX's value of a node once it is certain, else None."""
        known = int(self.nodes["info"][index] >> KNOWN)
        return known - 2 if known else None

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
        tree, found = self.tree, {}
        for i in tree.block(self.index):
            if tree.nodes["visits"][i]:
                action = tree.compiled.action(tree.move(i))
                after = tree.game.result(self.state, action)
                found[action] = FastNode(tree, i, after, action, self)
        return found

    @cached_property
    def untried(self):
        """The legal actions without a visit."""
        return [a for a in self.tree.game.actions(self.state) if a not in self.children]

    @property
    def proven(self):
        """MAX's certain value if the game is over here or the search has proven it, else None."""
        return self.tree.proven(self.index)
