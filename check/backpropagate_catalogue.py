"""Wrong backpropagations: one fault at a time in an otherwise right one."""

from functools import partial

from check.mcts_trees import children, depth
from check.misconception import misconception


class Backpropagate:
    """A right `backpropagate` in pieces."""

    def __call__(self, node, value):
        for here in self.path(node):
            self.count(here, value)
            self.add(here, self.view(here, value, node))

    def path(self, node):
        while node is not None:
            yield node
            node = node.parent

    def count(self, node, value):
        node.visits += 1

    def add(self, node, value):
        node.total += value

    def view(self, here, value, leaf):
        return value


bug = partial(misconception, "backpropagate")


def side_of(node):
    """The side to move; in a finished game the side that would be next in turn."""
    return node.side if node.side is not None else -node.parent.side


@bug(
    "the root is left out",
    "stops before the root",
    "The root's visits are the N of its children's UCB1. Who counts them?",
)
class NotTheRoot(Backpropagate):
    def path(self, node):
        return [here for here in super().path(node) if here.parent is not None]


@bug(
    "only the leaf",
    "counts the payoff in the leaf only",
    "Who chose the way to this leaf? Those nodes want to know too.",
)
class OnlyLeaf(Backpropagate):
    def path(self, node):
        return [node]


@bug(
    "the leaf is left out",
    "starts at the parent of the leaf",
    "The leaf was visited as well. Where does the way up begin?",
)
class NotTheLeaf(Backpropagate):
    def path(self, node):
        return list(super().path(node))[1:] or [node]


@bug(
    "only leaf and root",
    "counts the payoff in the leaf and the root, not between them",
    "Go up one parent at a time. Do you meet every node?",
)
class OnlyEnds(Backpropagate):
    def path(self, node):
        nodes = list(super().path(node))
        return nodes[:1] if len(nodes) == 1 else [nodes[0], nodes[-1]]


@bug(
    "nothing is written back",
    "computes new numbers but leaves the nodes as they are",
    "Which line changes `node.visits` and `node.total` themselves?",
)
class WritesNothing(Backpropagate):
    def path(self, node):
        return []


@bug(
    "losses count 0",
    "adds 0 for negative payoffs",
    "Is losing 5 the same as a draw?",
)
class AddsNoLosses(Backpropagate):
    def view(self, here, value, leaf):
        return max(0, value)


@bug(
    "turned before the first node",
    "changes the sign of the payoff with every move, and already for the leaf",
    "Here every total is MAX's, in all nodes. Then what must be turned?",
)
class TurnsFirst(Backpropagate):
    def view(self, here, value, leaf):
        return -value * (-1) ** (depth(leaf) - depth(here))


@bug(
    "no visits",
    "adds the payoff but counts no visit",
    "A mean needs two numbers. Which one is not counted?",
)
class NoVisits(Backpropagate):
    def count(self, node, value):
        pass


@bug(
    "no payoff",
    "counts the visit but adds no payoff",
    "A mean needs two numbers. Which one is not added?",
)
class NoPayoff(Backpropagate):
    def add(self, node, value):
        pass


@bug(
    "visits for wins only",
    "counts a visit only when MAX wins",
    "A lost rollout was a visit too. What becomes of the mean without it?",
)
class WinsOnly(Backpropagate):
    def count(self, node, value):
        node.visits += value > 0


@bug(
    "turned with every move",
    "changes the sign of the payoff with every move on the way up",
    "Here every total is MAX's, in all nodes. Then what must be turned?",
)
class TurnsByMove(Backpropagate):
    def view(self, here, value, leaf):
        return value * (-1) ** (depth(leaf) - depth(here))


@bug(
    "the view of the side to move",
    "stores the payoff in the eyes of the side to move at each node",
    "Here every total is MAX's, in all nodes. Where does the mover's view enter instead?",
)
class ToMoveView(Backpropagate):
    def view(self, here, value, leaf):
        return (side_of(here) or 1) * value


@bug(
    "the view of the side that moved",
    "stores the payoff in the eyes of the side that moved into each node",
    "That is another convention, and sound. But here totals are MAX's: `select` looks with "
    "the chooser's eyes.",
)
class MovedView(Backpropagate):
    def view(self, here, value, leaf):
        return value * ((here.parent.side or 1) if here.parent else 1)


@bug(
    "the turned number travels on",
    "turns the payoff where MIN is to move and hands the turned number up",
    "Follow one payoff from leaf to root by hand. How often is it turned?",
)
class TravelsTurned(Backpropagate):
    def __call__(self, node, value):
        for here in self.path(node):
            value = value * (side_of(here) or 1)
            here.visits += 1
            here.total += value


@bug(
    "the root's view",
    "stores the payoff in the eyes of the root's side",
    "Here every total is MAX's, whoever is at the root. Then what must be turned?",
)
class RootView(Backpropagate):
    def view(self, here, value, leaf):
        root = list(self.path(leaf))[-1]
        return (root.side or 1) * value


@bug(
    "the last payoff replaces the total",
    "overwrites the total by the last payoff",
    "The total is a sum over all visits. Which operator adds?",
)
class Overwrites(Backpropagate):
    def add(self, node, value):
        node.total = value


@bug(
    "the mean in the place of the total",
    "stores a running mean instead of the sum",
    "Somebody will divide the total by the visits later. What comes out if it is a mean already?",
)
class RunningMean(Backpropagate):
    def add(self, node, value):
        node.total += (value - node.total) / node.visits


@bug(
    "the best payoff",
    "keeps the best payoff instead of the sum",
    "One lucky rollout is not the worth of a node. What does UCB1 divide by the visits?",
)
class KeepsBest(Backpropagate):
    def add(self, node, value):
        node.total = max(node.total, value)


@bug(
    "abs(value)",
    "drops the sign of the payoff",
    "A loss takes away. Does yours?",
)
class Absolute(Backpropagate):
    def view(self, here, value, leaf):
        return abs(value)


@bug(
    "only won or lost",
    "adds +1, 0 or -1 instead of the payoff",
    "A win by 7 and a win by 2 are not the same here. Which number tells them apart?",
)
class AddsSign(Backpropagate):
    def view(self, here, value, leaf):
        return (value > 0) - (value < 0)


@bug(
    "shares the payoff",
    "halves the payoff with every step up",
    "The same game ended once, for all nodes of its path. What did MAX get?",
)
class Halves(Backpropagate):
    def view(self, here, value, leaf):
        return value / 2 ** (depth(leaf) - depth(here))


@bug(
    "brothers and sisters too",
    "counts the payoff in all children of the nodes on the path",
    "Only one child of each node was visited. Which?",
)
class SiblingsToo(Backpropagate):
    def path(self, node):
        nodes = list(super().path(node))
        return nodes[-1:] + [kid for here in nodes[1:] for kid in children(here)]
