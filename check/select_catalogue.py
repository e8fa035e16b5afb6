"""Wrong selections: one fault at a time in an otherwise right one."""

import random
from functools import partial
from math import log, sqrt

from check.mcts_trees import children, depth
from check.misconception import misconception
from lib.game import CHANCE, MAX


class Select:
    """A right `select` in pieces."""

    def __call__(self, game, root, c, rng):
        self.root = root
        node = root
        while not self.stops(game, node, rng):
            child = self.next(game, node, c, rng)
            if child is None:
                break
            node = child
        return node

    def stops(self, game, node, rng):
        return not node.children or (node.side != CHANCE and node.untried)

    def next(self, game, node, c, rng):
        return self.draw(game, node, rng) if node.side == CHANCE else self.pick(game, node, c)

    def draw(self, game, node, rng):
        actions = self.outcomes(game, node)
        weights = [self.weight(game, node, action) for action in actions]
        return node.children.get(rng.choices(actions, weights)[0])

    def outcomes(self, game, node):
        return list(game.actions(node.state))

    def weight(self, game, node, action):
        return game.probability(node.state, action)

    def pick(self, game, node, c):
        n = self.parent_visits(node)
        return self.best(node, [(self.bound(node, child, n, c), child) for child in children(node)])

    def best(self, node, pairs):
        return max(pairs, key=lambda pair: pair[0])[1]

    def bound(self, node, child, n, c):
        return self.mean(node, child) + c * sqrt(log(n) / child.visits)

    def mean(self, node, child):
        return self.side(node, child) * child.total / child.visits

    def side(self, node, child):
        return node.side

    def parent_visits(self, node):
        return node.visits


bug = partial(misconception, "select")


@bug(
    "everybody maximises MAX's payoff",
    "takes the largest total for MIN too",
    "The totals are MAX's. Which child does MIN like?",
)
class EverybodyMax(Select):
    def side(self, node, child):
        return MAX


@bug(
    "everybody hates MAX's payoff",
    "takes the smallest total for MAX too",
    "The totals are MAX's. Which child does MAX like?",
)
class EverybodyMin(Select):
    def side(self, node, child):
        return -1


@bug(
    "the side of the child",
    "asks who moves in the child instead of who chooses here",
    "At this node somebody chooses between the children. Whose eyes count?",
)
class SideOfChild(Select):
    def side(self, node, child):
        return child.side if child.side in (1, -1) else node.side


@bug(
    "the opposite side",
    "turns the sign the wrong way round at every node",
    "MAX wants large totals, MIN small ones. Try one node of each kind by hand.",
)
class OppositeSide(Select):
    def side(self, node, child):
        return -node.side


@bug(
    "flips with every move",
    "changes sides with every move",
    "Two agents of one side may move in a row, and somebody may pass. Who says whose turn it is?",
)
class FlipsByMove(Select):
    def side(self, node, child):
        return self.root.side * (-1) ** depth(node)


@bug(
    "the side of the parent",
    "asks who chose the way to this node instead of who chooses here",
    "At this node somebody chooses between the children. Whose eyes count?",
)
class SideOfParent(Select):
    def side(self, node, child):
        return (node.parent.side if node.parent else node.side) or node.side


@bug(
    "the root's side everywhere",
    "looks at all nodes with the eyes of the root's side",
    "Further down the other side chooses. Does it like what the root likes?",
)
class RootSide(Select):
    def side(self, node, child):
        return self.root.side


@bug(
    "untried actions are passed over",
    "walks on to a child although an action is still untried",
    "What is an untried action worth, compared with a visited child?",
)
class PassesUntried(Select):
    def stops(self, game, node, rng):
        return not node.children


@bug(
    "stops after one step",
    "returns a child of the root at once",
    "The walk goes on as long as everything here was tried. Where is your loop?",
)
class OneStep(Select):
    def stops(self, game, node, rng):
        return node.parent is not None or super().stops(game, node, rng)


@bug(
    "never leaves the root",
    "returns the root",
    "Which test says that a node is fully expanded?",
)
class StaysAtRoot(Select):
    def stops(self, game, node, rng):
        return True


@bug(
    "the root's visits at every node",
    "uses the root's visits for ln N at all nodes",
    "N is how often this choice was made. Which node counts that?",
)
class RootVisits(Select):
    def parent_visits(self, node):
        return self.root.visits


@bug(
    "half of c",
    "explores half as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class HalfOfC(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, c / 2)


@bug(
    "c is always the square root of 2",
    "explores with the square root of 2, whatever c is",
    "Set c to 0. Does your bonus vanish?",
)
class AlwaysRootTwo(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, sqrt(2))


@bug(
    "twice c",
    "explores twice as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class TwiceC(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, 2 * c)


@bug(
    "ln(N + 1)",
    "adds 1 to the node's visits",
    "The visits of a node with children are never 0. What does the 1 hide?",
)
class OneMoreVisit(Select):
    def parent_visits(self, node):
        return super().parent_visits(node) + 1


@bug(
    "the module random",
    "draws from the module `random` instead of `rng`",
    "With the same seed the same should happen again. Who holds the seed?",
)
class GlobalDraw(Select):
    def draw(self, game, node, rng):
        return super().draw(game, node, random)


@bug(
    "the child's own visits in the logarithm",
    "takes the logarithm of the child's own visits",
    "The bonus of a child that is left alone must grow. What grows while it waits?",
)
class OwnVisits(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, child.visits, c)


@bug(
    "no exploration",
    "compares means only",
    "A child with one unlucky visit would never be tried again. What is missing?",
)
class MeansOnly(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child)


@bug(
    "the bonus turned for MIN",
    "turns the sign of the bonus as well where MIN chooses",
    "MIN is curious too. Which part of UCB1 changes its sign?",
)
class BonusTurned(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + node.side * c * sqrt(log(n) / child.visits)


@bug(
    "totals instead of means",
    "compares totals instead of means",
    "A child with many visits has a large total. Is it better for that?",
)
class Totals(Select):
    def mean(self, node, child):
        return node.side * child.total


@bug(
    "no square root",
    "leaves out the square root",
    "How fast should the bonus shrink when the visits are doubled?",
)
class NoRoot(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + c * log(n) / child.visits


@bug(
    "a 2 under the root as well",
    "uses c and the 2 of the original formula together",
    "The original bonus is sqrt(2 ln N / n). Which c is that? Then where is the 2 now?",
)
class TwoAndC(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + c * sqrt(2 * log(n) / child.visits)


@bug(
    "the most visited child",
    "follows the child with the most visits",
    "That is the rule for the final move. Which rule chooses during the search?",
)
class MostVisits(Select):
    def bound(self, node, child, n, c):
        return child.visits


@bug(
    "the largest starts at 0",
    "starts the search for the largest bound at 0",
    "If all bounds are negative, what beats your first best?",
)
class BestFromZero(Select):
    def best(self, node, pairs):
        best, found = 0, pairs[0][1]
        for bound, child in pairs:
            if bound > best:
                best, found = bound, child
        return found


@bug(
    "an action instead of a node",
    "returns the action of the node instead of the node",
    "The next phase needs the node: its state, its untried actions. What do you hand on?",
)
class ReturnsAction(Select):
    def __call__(self, game, root, c, rng):
        return super().__call__(game, root, c, rng).action


@bug(
    "chance chooses",
    "lets CHANCE choose by UCB1 for MAX",
    "Nobody chooses at a CHANCE node. How is the next state found there?",
)
class ChanceChooses(Select):
    def stops(self, game, node, rng):
        return not node.children or node.untried

    def next(self, game, node, c, rng):
        return self.pick(game, node, c)

    def side(self, node, child):
        return node.side or MAX


@bug(
    "chance is always even",
    "draws all outcomes with equal chances",
    "A six may be rarer than a one. Which method of the game knows?",
)
class ChanceIsEven(Select):
    def weight(self, game, node, action):
        return 1


@bug(
    "chance tries everything first",
    "waits at a CHANCE node until every outcome was tried",
    "An outcome with chance 1/8 comes once in eight draws, not first. Who decides when?",
)
class ChanceInTurn(Select):
    def stops(self, game, node, rng):
        return not node.children or node.untried


@bug(
    "chance knows only the tree",
    "draws only outcomes that are in the tree already",
    "May an outcome come that has no node yet? What should the walk do then?",
)
class ChanceInTree(Select):
    def outcomes(self, game, node):
        return list(node.children)
