"""Wrong expansions: one fault at a time in an otherwise right one."""

from functools import partial

from check.misconception import misconception
from lib.search.mcts import Node


class Expand:
    """A right `expand` in pieces."""

    def __call__(self, game, node, rng):
        if self.is_over(node):
            return node
        action = self.take(game, node, rng)
        child = self.make(game, node, action)
        self.enter(node, action, child)
        return self.back(game, node, child)

    def is_over(self, node):
        return not node.untried

    def take(self, game, node, rng):
        action = rng.choice(node.untried)
        node.untried.remove(action)
        return action

    def make(self, game, node, action):
        return Node(game, game.result(node.state, action), action, node)

    def enter(self, node, action, child):
        node.children[action] = child

    def back(self, game, node, child):
        return child


bug = partial(misconception, "expand")


@bug(
    "the action stays untried",
    "leaves the action among the untried ones",
    "If the action stays in `untried`, what will the next expansion do?",
)
class StaysUntried(Expand):
    def take(self, game, node, rng):
        return rng.choice(node.untried)


@bug(
    "another action is crossed off",
    "plays one action and removes another from the untried ones",
    "Choose the action once. Which one leaves the list?",
)
class RemovesAnother(Expand):
    def take(self, game, node, rng):
        action = node.untried[-1]
        node.untried.pop(0)
        return action


@bug(
    "the child is not entered",
    "does not put the child into `children`",
    "How will `select` find the new node next time?",
)
class NotEntered(Expand):
    def enter(self, node, action, child):
        pass


@bug(
    "children under their state",
    "files the child under its state instead of its action",
    "Two actions may lead to the same state, and somebody must play one. What is the key?",
)
class KeyedByState(Expand):
    def enter(self, node, action, child):
        node.children[child.state] = child


@bug(
    "children under a number",
    "numbers the children instead of filing them under their actions",
    "Somebody must play an action in the end. What is the key in `children`?",
)
class Numbered(Expand):
    def enter(self, node, action, child):
        node.children[len(node.children)] = child


@bug(
    "any legal action",
    "takes any legal action, also one that has a child already",
    "Which actions have no child yet? The node knows them.",
)
class AnyAction(Expand):
    def take(self, game, node, rng):
        action = rng.choice(list(game.actions(node.state)))
        if action in node.untried:
            node.untried.remove(action)
        return action


@bug(
    "neither action nor parent",
    "makes the child without its action and its parent",
    "What do the two nodes have to know of each other, for the way up and the final move?",
)
class Orphan(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action))


@bug(
    "the other children are lost",
    "replaces all earlier children by the new one",
    "What happens to the children that were there before?",
)
class ReplacesChildren(Expand):
    def enter(self, node, action, child):
        node.children = {action: child}


@bug(
    "no parent",
    "does not tell the child who its parent is",
    "How does the payoff get up to the root later?",
)
class NoParent(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action), action)


@bug(
    "no action",
    "does not tell the child which action led to it",
    "At the end somebody asks a child of the root which action it stands for.",
)
class NoAction(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action), None, node)


@bug(
    "the parent's state",
    "gives the child the state of the node",
    "What does `game.result` return?",
)
class SameState(Expand):
    def make(self, game, node, action):
        return Node(game, node.state, action, node)


@bug(
    "the parent's untried actions",
    "gives the child the untried actions of the node",
    "In the new state other actions are legal. Which?",
)
class SameUntried(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.untried = list(node.untried)
        return child


@bug(
    "a visit in advance",
    "counts a visit of the new child at once",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class VisitInAdvance(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.visits = 1
        return child


@bug(
    "the node gets a visit",
    "counts a visit of the expanded node",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class NodeVisit(Expand):
    def enter(self, node, action, child):
        super().enter(node, action, child)
        node.visits += 1


@bug(
    "node and child get a visit",
    "counts a visit of the node and of its new child",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class BothVisits(NodeVisit):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.visits = 1
        return child


@bug(
    "the total is inherited",
    "starts the child with the total of its parent",
    "What has this child earned so far?",
)
class InheritsTotal(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.total = node.total or 1.0
        return child


@bug(
    "all children at once",
    "expands all untried actions in one go",
    "One iteration makes one new node. Which one gets the rollout?",
)
class AllAtOnce(Expand):
    def back(self, game, node, child):
        for action in node.untried:
            node.children[action] = self.make(game, node, action)
        node.untried = []
        return child


@bug(
    "two levels at once",
    "expands the new child as well",
    "One iteration makes one new node. Where does yours stop?",
)
class TwoLevels(Expand):
    def back(self, game, node, child):
        if child.untried:
            action = child.untried.pop()
            child.children[action] = self.make(game, child, action)
        return child


@bug(
    "returns the node",
    "returns the node that was expanded instead of the new child",
    "From where should the rollout begin?",
)
class ReturnsNode(Expand):
    def back(self, game, node, child):
        return node


@bug(
    "returns the action",
    "returns the action instead of the new node",
    "The next phase plays on from a node. What do you hand on?",
)
class ReturnsTheAction(Expand):
    def back(self, game, node, child):
        return child.action


@bug(
    "a finished game crashes",
    "tries to expand a finished game",
    "A finished game has no actions. What is there to expand?",
)
class ExpandsFinished(Expand):
    def is_over(self, node):
        return False


@bug(
    "nothing for a finished game",
    "returns None for a finished game",
    "The next phase needs a node even there: the game has a payoff. Which node?",
)
class NoneWhenFinished(Expand):
    def __call__(self, game, node, rng):
        return super().__call__(game, node, rng) if node.untried else None
