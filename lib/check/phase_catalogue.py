"""Wrong phases of MCTS: one fault at a time in an otherwise right solution."""

import random
from functools import partial
from math import log, sqrt

from lib.check.misconception import misconception
from lib.game import CHANCE, MAX
from lib.search.mcts import Node

# Selection


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


def children(node):
    return list(node.children.values())


def depth(node):
    """How many moves lead from the root to `node`."""
    return 0 if node.parent is None else 1 + depth(node.parent)


select_bug = partial(misconception, "select")


@select_bug(
    "everybody maximises MAX's payoff",
    "takes the largest total for MIN too",
    "The totals are MAX's. Which child does MIN like?",
)
class EverybodyMax(Select):
    def side(self, node, child):
        return MAX


@select_bug(
    "everybody hates MAX's payoff",
    "takes the smallest total for MAX too",
    "The totals are MAX's. Which child does MAX like?",
)
class EverybodyMin(Select):
    def side(self, node, child):
        return -1


@select_bug(
    "the side of the child",
    "asks who moves in the child instead of who chooses here",
    "At this node somebody chooses between the children. Whose eyes count?",
)
class SideOfChild(Select):
    def side(self, node, child):
        return child.side if child.side in (1, -1) else node.side


@select_bug(
    "the opposite side",
    "turns the sign the wrong way round at every node",
    "MAX wants large totals, MIN small ones. Try one node of each kind by hand.",
)
class OppositeSide(Select):
    def side(self, node, child):
        return -node.side


@select_bug(
    "flips with every move",
    "changes sides with every move",
    "Two agents of one side may move in a row, and somebody may pass. Who says whose turn it is?",
)
class FlipsByMove(Select):
    def side(self, node, child):
        return self.root.side * (-1) ** depth(node)


@select_bug(
    "the side of the parent",
    "asks who chose the way to this node instead of who chooses here",
    "At this node somebody chooses between the children. Whose eyes count?",
)
class SideOfParent(Select):
    def side(self, node, child):
        return (node.parent.side if node.parent else node.side) or node.side


@select_bug(
    "the root's side everywhere",
    "looks at all nodes with the eyes of the root's side",
    "Further down the other side chooses. Does it like what the root likes?",
)
class RootSide(Select):
    def side(self, node, child):
        return self.root.side


@select_bug(
    "untried actions are passed over",
    "walks on to a child although an action is still untried",
    "What is an untried action worth, compared with a visited child?",
)
class PassesUntried(Select):
    def stops(self, game, node, rng):
        return not node.children


@select_bug(
    "stops after one step",
    "returns a child of the root at once",
    "The walk goes on as long as everything here was tried. Where is your loop?",
)
class OneStep(Select):
    def stops(self, game, node, rng):
        return node.parent is not None or super().stops(game, node, rng)


@select_bug(
    "never leaves the root",
    "returns the root",
    "Which test says that a node is fully expanded?",
)
class StaysAtRoot(Select):
    def stops(self, game, node, rng):
        return True


@select_bug(
    "the root's visits at every node",
    "uses the root's visits for ln N at all nodes",
    "N is how often this choice was made. Which node counts that?",
)
class RootVisits(Select):
    def parent_visits(self, node):
        return self.root.visits


@select_bug(
    "half of c",
    "explores half as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class HalfOfC(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, c / 2)


@select_bug(
    "c is always the square root of 2",
    "explores with the square root of 2, whatever c is",
    "Set c to 0. Does your bonus vanish?",
)
class AlwaysRootTwo(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, sqrt(2))


@select_bug(
    "twice c",
    "explores twice as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class TwiceC(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, n, 2 * c)


@select_bug(
    "ln(N + 1)",
    "adds 1 to the node's visits",
    "The visits of a node with children are never 0. What does the 1 hide?",
)
class OneMoreVisit(Select):
    def parent_visits(self, node):
        return super().parent_visits(node) + 1


@select_bug(
    "the module random",
    "draws from the module `random` instead of `rng`",
    "With the same seed the same should happen again. Who holds the seed?",
)
class GlobalDraw(Select):
    def draw(self, game, node, rng):
        return super().draw(game, node, random)


@select_bug(
    "the child's own visits in the logarithm",
    "takes the logarithm of the child's own visits",
    "The bonus of a child that is left alone must grow. What grows while it waits?",
)
class OwnVisits(Select):
    def bound(self, node, child, n, c):
        return super().bound(node, child, child.visits, c)


@select_bug(
    "no exploration",
    "compares means only",
    "A child with one unlucky visit would never be tried again. What is missing?",
)
class MeansOnly(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child)


@select_bug(
    "the bonus turned for MIN",
    "turns the sign of the bonus as well where MIN chooses",
    "MIN is curious too. Which part of UCB1 changes its sign?",
)
class BonusTurned(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + node.side * c * sqrt(log(n) / child.visits)


@select_bug(
    "totals instead of means",
    "compares totals instead of means",
    "A child with many visits has a large total. Is it better for that?",
)
class Totals(Select):
    def mean(self, node, child):
        return node.side * child.total


@select_bug(
    "no square root",
    "leaves out the square root",
    "How fast should the bonus shrink when the visits are doubled?",
)
class NoRoot(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + c * log(n) / child.visits


@select_bug(
    "a 2 under the root as well",
    "uses c and the 2 of the original formula together",
    "The original bonus is sqrt(2 ln N / n). Which c is that? Then where is the 2 now?",
)
class TwoAndC(Select):
    def bound(self, node, child, n, c):
        return self.mean(node, child) + c * sqrt(2 * log(n) / child.visits)


@select_bug(
    "the most visited child",
    "follows the child with the most visits",
    "That is the rule for the final move. Which rule chooses during the search?",
)
class MostVisits(Select):
    def bound(self, node, child, n, c):
        return child.visits


@select_bug(
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


@select_bug(
    "an action instead of a node",
    "returns the action of the node instead of the node",
    "The next phase needs the node: its state, its untried actions. What do you hand on?",
)
class ReturnsAction(Select):
    def __call__(self, game, root, c, rng):
        return super().__call__(game, root, c, rng).action


@select_bug(
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


@select_bug(
    "chance is always even",
    "draws all outcomes with equal chances",
    "A six may be rarer than a one. Which method of the game knows?",
)
class ChanceIsEven(Select):
    def weight(self, game, node, action):
        return 1


@select_bug(
    "chance tries everything first",
    "waits at a CHANCE node until every outcome was tried",
    "An outcome with chance 1/8 comes once in eight draws, not first. Who decides when?",
)
class ChanceInTurn(Select):
    def stops(self, game, node, rng):
        return not node.children or node.untried


@select_bug(
    "chance knows only the tree",
    "draws only outcomes that are in the tree already",
    "May an outcome come that has no node yet? What should the walk do then?",
)
class ChanceInTree(Select):
    def outcomes(self, game, node):
        return list(node.children)


# Expansion


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


expand_bug = partial(misconception, "expand")


@expand_bug(
    "the action stays untried",
    "leaves the action among the untried ones",
    "If the action stays in `untried`, what will the next expansion do?",
)
class StaysUntried(Expand):
    def take(self, game, node, rng):
        return rng.choice(node.untried)


@expand_bug(
    "another action is crossed off",
    "plays one action and removes another from the untried ones",
    "Choose the action once. Which one leaves the list?",
)
class RemovesAnother(Expand):
    def take(self, game, node, rng):
        action = node.untried[-1]
        node.untried.pop(0)
        return action


@expand_bug(
    "the child is not entered",
    "does not put the child into `children`",
    "How will `select` find the new node next time?",
)
class NotEntered(Expand):
    def enter(self, node, action, child):
        pass


@expand_bug(
    "children under their state",
    "files the child under its state instead of its action",
    "Two actions may lead to the same state, and somebody must play one. What is the key?",
)
class KeyedByState(Expand):
    def enter(self, node, action, child):
        node.children[child.state] = child


@expand_bug(
    "children under a number",
    "numbers the children instead of filing them under their actions",
    "Somebody must play an action in the end. What is the key in `children`?",
)
class Numbered(Expand):
    def enter(self, node, action, child):
        node.children[len(node.children)] = child


@expand_bug(
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


@expand_bug(
    "neither action nor parent",
    "makes the child without its action and its parent",
    "What do the two nodes have to know of each other, for the way up and the final move?",
)
class Orphan(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action))


@expand_bug(
    "the other children are lost",
    "replaces all earlier children by the new one",
    "What happens to the children that were there before?",
)
class ReplacesChildren(Expand):
    def enter(self, node, action, child):
        node.children = {action: child}


@expand_bug(
    "no parent",
    "does not tell the child who its parent is",
    "How does the payoff get up to the root later?",
)
class NoParent(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action), action)


@expand_bug(
    "no action",
    "does not tell the child which action led to it",
    "At the end somebody asks a child of the root which action it stands for.",
)
class NoAction(Expand):
    def make(self, game, node, action):
        return Node(game, game.result(node.state, action), None, node)


@expand_bug(
    "the parent's state",
    "gives the child the state of the node",
    "What does `game.result` return?",
)
class SameState(Expand):
    def make(self, game, node, action):
        return Node(game, node.state, action, node)


@expand_bug(
    "the parent's untried actions",
    "gives the child the untried actions of the node",
    "In the new state other actions are legal. Which?",
)
class SameUntried(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.untried = list(node.untried)
        return child


@expand_bug(
    "a visit in advance",
    "counts a visit of the new child at once",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class VisitInAdvance(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.visits = 1
        return child


@expand_bug(
    "the node gets a visit",
    "counts a visit of the expanded node",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class NodeVisit(Expand):
    def enter(self, node, action, child):
        super().enter(node, action, child)
        node.visits += 1


@expand_bug(
    "node and child get a visit",
    "counts a visit of the node and of its new child",
    "Who counts visits: `expand` or `backpropagate`? If both do, how many are there?",
)
class BothVisits(NodeVisit):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.visits = 1
        return child


@expand_bug(
    "the total is inherited",
    "starts the child with the total of its parent",
    "What has this child earned so far?",
)
class InheritsTotal(Expand):
    def make(self, game, node, action):
        child = super().make(game, node, action)
        child.total = node.total or 1.0
        return child


@expand_bug(
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


@expand_bug(
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


@expand_bug(
    "returns the node",
    "returns the node that was expanded instead of the new child",
    "From where should the rollout begin?",
)
class ReturnsNode(Expand):
    def back(self, game, node, child):
        return node


@expand_bug(
    "returns the action",
    "returns the action instead of the new node",
    "The next phase plays on from a node. What do you hand on?",
)
class ReturnsTheAction(Expand):
    def back(self, game, node, child):
        return child.action


@expand_bug(
    "a finished game crashes",
    "tries to expand a finished game",
    "A finished game has no actions. What is there to expand?",
)
class ExpandsFinished(Expand):
    def is_over(self, node):
        return False


@expand_bug(
    "nothing for a finished game",
    "returns None for a finished game",
    "The next phase needs a node even there: the game has a payoff. Which node?",
)
class NoneWhenFinished(Expand):
    def __call__(self, game, node, rng):
        return super().__call__(game, node, rng) if node.untried else None


# Rollout


class Rollout:
    """A right `rollout` in pieces."""

    def __call__(self, game, node, rng):
        state = node.state
        while not self.ends(game, state):
            state = game.result(state, self.move(game, state, self.source(rng)))
        return self.payoff(game, node, state)

    def ends(self, game, state):
        return game.is_terminal(state)

    def source(self, rng):
        return rng

    def move(self, game, state, rng):
        actions = list(game.actions(state))
        if game.side(state) == CHANCE:
            return rng.choices(actions, [game.probability(state, a) for a in actions])[0]
        return rng.choice(actions)

    def payoff(self, game, node, state):
        return game.utility(state)


rollout_bug = partial(misconception, "rollout")


@rollout_bug(
    "always the first action",
    "always plays the first action",
    "Every rollout from here is the same game. What should be random?",
)
class FirstAction(Rollout):
    def move(self, game, state, rng):
        return game.actions(state)[0]


@rollout_bug(
    "always the last action",
    "always plays the last action",
    "Every rollout from here is the same game. What should be random?",
)
class LastAction(Rollout):
    def move(self, game, state, rng):
        return game.actions(state)[-1]


@rollout_bug(
    "one action is never played",
    "never plays the last of several actions",
    "Look at the upper end of your random index. Is it included?",
)
class NeverLast(Rollout):
    def move(self, game, state, rng):
        actions = list(game.actions(state))
        return super().move(game, state, rng) if len(actions) < 2 else rng.choice(actions[:-1])


@rollout_bug(
    "chance is always even",
    "lets CHANCE draw all outcomes with equal chances",
    "A six may be rarer than a one. Which method of the game knows?",
)
class EvenChance(Rollout):
    def move(self, game, state, rng):
        return rng.choice(list(game.actions(state)))


@rollout_bug(
    "the view of whoever is next",
    "returns the payoff in the eyes of whoever would move next at the end",
    "`game.utility` is MAX's payoff. Does it need to be turned?",
)
class EndView(Rollout):
    def payoff(self, game, node, state):
        return (game.side(state) or 1) * game.utility(state)


@rollout_bug(
    "the view of the node's mover",
    "returns the payoff in the eyes of the side to move at the node",
    "Every number here is MAX's. Who looks at it with other eyes, and when?",
)
class NodeView(Rollout):
    def payoff(self, game, node, state):
        return (node.side or 1) * game.utility(state)


@rollout_bug(
    "the view of the side that moved",
    "returns the payoff in the eyes of the side whose move led to the node",
    "Every number here is MAX's. Who looks at it with other eyes, and when?",
)
class MoverView(Rollout):
    def payoff(self, game, node, state):
        return (node.parent.side if node.parent else 1) * game.utility(state)


@rollout_bug(
    "the beginning of the game",
    "plays from the beginning of the game instead of the node's state",
    "A rollout asks what this node is worth. Where does it begin?",
)
class FromTheBeginning(Rollout):
    def __call__(self, game, node, rng):
        return super().__call__(game, Node(game, game.initial_state()), rng)


@rollout_bug(
    "one move instead of a game",
    "plays one move and asks for the payoff of a game that goes on",
    "Only a finished game has a utility. How long must the rollout play?",
)
class AsksTooEarly(Rollout):
    def __call__(self, game, node, rng):
        state = node.state
        if not game.is_terminal(state):
            state = game.result(state, self.move(game, state, rng))
        return game.utility(state)


@rollout_bug(
    "a win counts 1, all else 0",
    "returns 1 for a positive payoff and 0 for all others",
    "Losing 5, losing 1 and a draw: which number tells them apart?",
)
class OnlyWins(Rollout):
    def payoff(self, game, node, state):
        return int(game.utility(state) > 0)


@rollout_bug(
    "the payoff is turned",
    "returns the negative payoff",
    "`game.utility` is MAX's payoff. Does it need to be turned?",
)
class Turned(Rollout):
    def payoff(self, game, node, state):
        return -game.utility(state)


@rollout_bug(
    "only won or lost",
    "returns +1, 0 or -1 instead of the payoff",
    "A win by 7 and a win by 2 are not the same here. Which number tells them apart?",
)
class OnlySign(Rollout):
    def payoff(self, game, node, state):
        value = game.utility(state)
        return (value > 0) - (value < 0)


@rollout_bug(
    "losses count 0",
    "returns 0 for negative payoffs",
    "Is losing 5 the same as a draw?",
)
class NoLosses(Rollout):
    def payoff(self, game, node, state):
        return max(0, game.utility(state))


@rollout_bug(
    "the module random",
    "draws from the module `random` instead of `rng`",
    "With the same seed the same should happen again. Who holds the seed?",
)
class GlobalRandom(Rollout):
    def source(self, rng):
        return random


@rollout_bug(
    "its own random numbers",
    "makes a new Random for every move",
    "With the same seed the same should happen again. Who holds the seed?",
)
class OwnRandom(Rollout):
    def source(self, rng):
        return random.Random()


@rollout_bug(
    "always the same random numbers",
    "starts from the same seed every time",
    "Two rollouts from one node should differ. Which random numbers do they share?",
)
class SameSeed(Rollout):
    def __call__(self, game, node, rng):
        return super().__call__(game, node, random.Random(0))


@rollout_bug(
    "the state after one move",
    "stops after one move and returns 0 if the game goes on",
    "Only a finished game has a payoff. How long must the rollout play?",
)
class OneMove(Rollout):
    def __call__(self, game, node, rng):
        if game.is_terminal(node.state):
            return game.utility(node.state)
        state = game.result(node.state, self.move(game, node.state, rng))
        return game.utility(state) if game.is_terminal(state) else 0


@rollout_bug(
    "the state instead of the payoff",
    "returns the last state instead of what it is worth",
    "Which method tells what a finished game is worth?",
)
class ReturnsState(Rollout):
    def payoff(self, game, node, state):
        return state


@rollout_bug(
    "the node moves along",
    "stores the states of the rollout in the node",
    "The node must stay where it is. Which variable may move on?",
)
class MovesNode(Rollout):
    def payoff(self, game, node, state):
        node.state = state
        return game.utility(state)


@rollout_bug(
    "everybody plays well",
    "lets everybody take the best payoff in sight",
    "A rollout asks what random play brings. Who chooses in yours?",
)
class Greedy(Rollout):
    def move(self, game, state, rng):
        found = [(game.result(state, a), a) for a in game.actions(state)]
        ends = [(game.side(state) * game.utility(s), a) for s, a in found if game.is_terminal(s)]
        return max(ends)[1] if ends else super().move(game, state, rng)


# Backpropagation


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


backpropagate_bug = partial(misconception, "backpropagate")


def side_of(node):
    """The side to move; in a finished game the side that would be next in turn."""
    return node.side if node.side is not None else -node.parent.side


@backpropagate_bug(
    "the root is left out",
    "stops before the root",
    "The root's visits are the N of its children's UCB1. Who counts them?",
)
class NotTheRoot(Backpropagate):
    def path(self, node):
        return [here for here in super().path(node) if here.parent is not None]


@backpropagate_bug(
    "only the leaf",
    "counts the payoff in the leaf only",
    "Who chose the way to this leaf? Those nodes want to know too.",
)
class OnlyLeaf(Backpropagate):
    def path(self, node):
        return [node]


@backpropagate_bug(
    "the leaf is left out",
    "starts at the parent of the leaf",
    "The leaf was visited as well. Where does the way up begin?",
)
class NotTheLeaf(Backpropagate):
    def path(self, node):
        return list(super().path(node))[1:] or [node]


@backpropagate_bug(
    "only leaf and root",
    "counts the payoff in the leaf and the root, not between them",
    "Go up one parent at a time. Do you meet every node?",
)
class OnlyEnds(Backpropagate):
    def path(self, node):
        nodes = list(super().path(node))
        return nodes[:1] if len(nodes) == 1 else [nodes[0], nodes[-1]]


@backpropagate_bug(
    "nothing is written back",
    "computes new numbers but leaves the nodes as they are",
    "Which line changes `node.visits` and `node.total` themselves?",
)
class WritesNothing(Backpropagate):
    def path(self, node):
        return []


@backpropagate_bug(
    "losses count 0",
    "adds 0 for negative payoffs",
    "Is losing 5 the same as a draw?",
)
class AddsNoLosses(Backpropagate):
    def view(self, here, value, leaf):
        return max(0, value)


@backpropagate_bug(
    "turned before the first node",
    "changes the sign of the payoff with every move, and already for the leaf",
    "Here every total is MAX's, in all nodes. Then what must be turned?",
)
class TurnsFirst(Backpropagate):
    def view(self, here, value, leaf):
        return -value * (-1) ** (depth(leaf) - depth(here))


@backpropagate_bug(
    "no visits",
    "adds the payoff but counts no visit",
    "A mean needs two numbers. Which one is not counted?",
)
class NoVisits(Backpropagate):
    def count(self, node, value):
        pass


@backpropagate_bug(
    "no payoff",
    "counts the visit but adds no payoff",
    "A mean needs two numbers. Which one is not added?",
)
class NoPayoff(Backpropagate):
    def add(self, node, value):
        pass


@backpropagate_bug(
    "visits for wins only",
    "counts a visit only when MAX wins",
    "A lost rollout was a visit too. What becomes of the mean without it?",
)
class WinsOnly(Backpropagate):
    def count(self, node, value):
        node.visits += value > 0


@backpropagate_bug(
    "turned with every move",
    "changes the sign of the payoff with every move on the way up",
    "Here every total is MAX's, in all nodes. Then what must be turned?",
)
class TurnsByMove(Backpropagate):
    def view(self, here, value, leaf):
        return value * (-1) ** (depth(leaf) - depth(here))


@backpropagate_bug(
    "the view of the side to move",
    "stores the payoff in the eyes of the side to move at each node",
    "Here every total is MAX's, in all nodes. Where does the mover's view enter instead?",
)
class ToMoveView(Backpropagate):
    def view(self, here, value, leaf):
        return (side_of(here) or 1) * value


@backpropagate_bug(
    "the view of the side that moved",
    "stores the payoff in the eyes of the side that moved into each node",
    "That is another convention, and sound. But here totals are MAX's: `select` looks with "
    "the chooser's eyes.",
)
class MovedView(Backpropagate):
    def view(self, here, value, leaf):
        return value * ((here.parent.side or 1) if here.parent else 1)


@backpropagate_bug(
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


@backpropagate_bug(
    "the root's view",
    "stores the payoff in the eyes of the root's side",
    "Here every total is MAX's, whoever is at the root. Then what must be turned?",
)
class RootView(Backpropagate):
    def view(self, here, value, leaf):
        root = list(self.path(leaf))[-1]
        return (root.side or 1) * value


@backpropagate_bug(
    "the last payoff replaces the total",
    "overwrites the total by the last payoff",
    "The total is a sum over all visits. Which operator adds?",
)
class Overwrites(Backpropagate):
    def add(self, node, value):
        node.total = value


@backpropagate_bug(
    "the mean in the place of the total",
    "stores a running mean instead of the sum",
    "Somebody will divide the total by the visits later. What comes out if it is a mean already?",
)
class RunningMean(Backpropagate):
    def add(self, node, value):
        node.total += (value - node.total) / node.visits


@backpropagate_bug(
    "the best payoff",
    "keeps the best payoff instead of the sum",
    "One lucky rollout is not the worth of a node. What does UCB1 divide by the visits?",
)
class KeepsBest(Backpropagate):
    def add(self, node, value):
        node.total = max(node.total, value)


@backpropagate_bug(
    "abs(value)",
    "drops the sign of the payoff",
    "A loss takes away. Does yours?",
)
class Absolute(Backpropagate):
    def view(self, here, value, leaf):
        return abs(value)


@backpropagate_bug(
    "only won or lost",
    "adds +1, 0 or -1 instead of the payoff",
    "A win by 7 and a win by 2 are not the same here. Which number tells them apart?",
)
class AddsSign(Backpropagate):
    def view(self, here, value, leaf):
        return (value > 0) - (value < 0)


@backpropagate_bug(
    "shares the payoff",
    "halves the payoff with every step up",
    "The same game ended once, for all nodes of its path. What did MAX get?",
)
class Halves(Backpropagate):
    def view(self, here, value, leaf):
        return value / 2 ** (depth(leaf) - depth(here))


@backpropagate_bug(
    "brothers and sisters too",
    "counts the payoff in all children of the nodes on the path",
    "Only one child of each node was visited. Which?",
)
class SiblingsToo(Backpropagate):
    def path(self, node):
        nodes = list(super().path(node))
        return nodes[-1:] + [kid for here in nodes[1:] for kid in children(here)]


# The final move


class BestAction:
    """A right `best_action` in pieces."""

    def __call__(self, root):
        return self.back(max(self.candidates(root), key=lambda child: self.worth(root, child)))

    def candidates(self, root):
        return children(root)

    def worth(self, root, child):
        return child.visits

    def back(self, child):
        return child.action


best_action_bug = partial(misconception, "best_action")


@best_action_bug(
    "the best mean",
    "takes the best mean, even after a single visit",
    "One lucky rollout gives a fine mean. Which number cannot be lucky?",
)
class BestMean(BestAction):
    def worth(self, root, child):
        return root.side * child.total / child.visits if child.visits else float("-inf")


@best_action_bug(
    "MAX's best mean",
    "takes the mean that is best for MAX, whoever chooses, even after a single visit",
    "One lucky rollout gives a fine mean. Which number cannot be lucky, and has no sign?",
)
class BestMeanForMax(BestAction):
    def worth(self, root, child):
        return child.total / child.visits if child.visits else float("-inf")


@best_action_bug(
    "the largest total",
    "takes MAX's largest total, whoever chooses",
    "A total mixes how good and how often. Which number did the search spend its trust in?",
)
class LargestTotal(BestAction):
    def worth(self, root, child):
        return child.total


@best_action_bug(
    "the largest total of the mover",
    "takes the largest total in the eyes of the side to move",
    "A total mixes how good and how often. Which number did the search spend its trust in?",
)
class MoversTotal(BestAction):
    def worth(self, root, child):
        return root.side * child.total


@best_action_bug(
    "UCB1 with its bonus",
    "chooses the final move by UCB1",
    "The bonus sends the search to where it knows little. Do you want to play there?",
)
class FinalUcb(BestAction):
    def worth(self, root, child):
        if not child.visits:
            return float("inf")
        mean = root.side * child.total / child.visits
        return mean + sqrt(2 * log(root.visits) / child.visits)


@best_action_bug(
    "the fewest visits",
    "takes the child with the fewest visits",
    "The search comes back to what it likes. Which child is that?",
)
class FewestVisits(BestAction):
    def worth(self, root, child):
        return -child.visits


@best_action_bug(
    "visits in the mover's view",
    "takes the fewest visits where MIN chooses",
    "Visits have no sign. Whom does a much visited child please?",
)
class SignedVisits(BestAction):
    def worth(self, root, child):
        return root.side * child.visits


@best_action_bug(
    "the first child",
    "takes the first child",
    "What did the search find out about the children?",
)
class FirstChild(BestAction):
    def worth(self, root, child):
        return 0


@best_action_bug(
    "the node instead of the action",
    "returns the child instead of its action",
    "Somebody will play what you return. Can a node be played?",
)
class ReturnsChild(BestAction):
    def back(self, child):
        return child


@best_action_bug(
    "the state instead of the action",
    "returns the state of the child instead of its action",
    "Somebody will play what you return. Can a state be played?",
)
class ReturnsChildState(BestAction):
    def back(self, child):
        return child.state


@best_action_bug(
    "action and node together",
    "returns the action and the child as a pair",
    "Somebody will play what you return. Which of the two can be played?",
)
class ReturnsItem(BestAction):
    def back(self, child):
        return child.action, child


@best_action_bug(
    "the number of visits",
    "returns the most visits instead of the action that has them",
    "Somebody will play what you return. Can a number of visits be played?",
)
class ReturnsVisits(BestAction):
    def back(self, child):
        return child.visits


@best_action_bug(
    "the place instead of the action",
    "returns the place of the child among the children",
    "The children may stand in any order. Which action led to this child?",
)
class ReturnsPlace(BestAction):
    def back(self, child):
        return children(child.parent).index(child)


@best_action_bug(
    "visits and total added",
    "adds visits and total",
    "Visits and points have different units. Which one decides?",
)
class AddsBoth(BestAction):
    def worth(self, root, child):
        return child.visits + root.side * child.total
