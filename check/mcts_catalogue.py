"""Wrong MCTS: a right one put together from right phases, with one of them replaced."""

import random
from functools import partial
from math import sqrt

from check import (
    backpropagate_catalogue,
    best_action_catalogue,
    expand_catalogue,
    rollout_catalogue,
    select_catalogue,
)
from check.misconception import misconception
from lib.search.mcts import Node


class Mcts:
    """A right `mcts` from the right phases."""

    select = select_catalogue.Select()
    expand = expand_catalogue.Expand()
    rollout = rollout_catalogue.Rollout()
    backpropagate = backpropagate_catalogue.Backpropagate()
    best_action = best_action_catalogue.BestAction()

    def __call__(self, game, state, iterations, c, rng):
        root = Node(game, state)
        for _ in range(self.budget(iterations)):
            self.iterate(game, root, self.constant(c), rng)
        return self.best_action(root)

    def budget(self, iterations):
        return iterations

    def constant(self, c):
        return c

    def iterate(self, game, root, c, rng):
        leaf = self.expand(game, self.select(game, root, c, rng), rng)
        self.backpropagate(leaf, self.payoff(self.rollout(game, leaf, rng)))

    def payoff(self, value):
        return value


bug = partial(misconception, "mcts")


def _replaced(name, explanation, hint, **pieces):
    """File the right MCTS with some phases replaced by wrong ones."""
    bug(name, explanation, hint)(type("Wrong", (Mcts,), pieces))


_replaced(
    "everybody plays for MAX",
    "lets MIN choose what is best for MAX",
    "Who chooses at this node, and whose payoff is in the totals?",
    select=select_catalogue.EverybodyMax(),
)
_replaced(
    "the sign is the wrong way round",
    "lets every side choose what is worst for it",
    "Look at a root with one winning move: which child does the search come back to?",
    select=select_catalogue.OppositeSide(),
)
_replaced(
    "the sign flips with every move",
    "changes sides with every move",
    "Two agents of one side may move in a row, and somebody may pass. Who says whose turn it is?",
    select=select_catalogue.FlipsByMove(),
)
_replaced(
    "the others help",
    "lets everybody play for the root's side",
    "The opponent will not help. With whose eyes does it choose in your tree?",
    select=select_catalogue.RootSide(),
)
_replaced(
    "the view of the side to move at the child",
    "looks at a child with the eyes of whoever moves there",
    "Somebody chooses between the children. Is that the one who moves in the child?",
    select=select_catalogue.SideOfChild(),
)
_replaced(
    "the turned payoff travels on",
    "turns the payoff where MIN moves and hands the turned number up",
    "Follow one payoff from leaf to root by hand. How often is it turned?",
    backpropagate=backpropagate_catalogue.TravelsTurned(),
)
_replaced(
    "the payoff of whoever is next at the end",
    "takes the payoff in the eyes of whoever would move next at the end of a rollout",
    "`game.utility` is MAX's payoff. Does it need to be turned?",
    rollout=rollout_catalogue.EndView(),
)
_replaced(
    "only won or lost",
    "turns payoffs into +1, 0 or -1",
    "c applies to the payoffs as they are. What becomes of a payoff of 40?",
    rollout=rollout_catalogue.OnlySign(),
)
_replaced(
    "a win counts 1, all else 0",
    "turns payoffs into 1 for a win of MAX and 0 for all else",
    "c applies to the payoffs as they are. What becomes of a payoff of 40, and of a loss?",
    rollout=rollout_catalogue.OnlyWins(),
)
_replaced(
    "rollouts without chance",
    "always plays the first action in rollouts",
    "Every rollout from a node is the same game. What should be random?",
    rollout=rollout_catalogue.FirstAction(),
)
_replaced(
    "the module random",
    "draws from the module `random` instead of `rng`",
    "With the same seed the same should happen again. Who holds the seed?",
    rollout=rollout_catalogue.GlobalRandom(),
)
_replaced(
    "its own random numbers",
    "makes new random numbers for itself",
    "With the same seed the same should happen again. Who holds the seed?",
    rollout=rollout_catalogue.OwnRandom(),
)
_replaced(
    "chance chooses",
    "lets CHANCE choose by UCB1",
    "Nobody chooses at a CHANCE node. How is the next state found there?",
    select=select_catalogue.ChanceChooses(),
)
_replaced(
    "chance is always even",
    "draws all outcomes of CHANCE with equal chances",
    "A six may be rarer than a one. Which method of the game knows?",
    select=select_catalogue.ChanceIsEven(),
    rollout=rollout_catalogue.EvenChance(),
)
_replaced(
    "the root is not counted",
    "does not count the visits of the root",
    "What is ln N if nobody counts the root's visits?",
    backpropagate=backpropagate_catalogue.NotTheRoot(),
)
_replaced(
    "only the leaf learns",
    "counts payoffs in the leaf only",
    "Who chose the way to this leaf? Those nodes want to know too.",
    backpropagate=backpropagate_catalogue.OnlyEnds(),
)
_replaced(
    "visits for wins only",
    "counts a visit only when MAX wins",
    "A lost rollout was a visit too. What becomes of the mean without it?",
    backpropagate=backpropagate_catalogue.WinsOnly(),
)
_replaced(
    "the last payoff replaces the total",
    "overwrites totals by the last payoff",
    "The total is a sum over all visits. Which operator adds?",
    backpropagate=backpropagate_catalogue.Overwrites(),
)
_replaced(
    "a mean that is divided again",
    "stores means and divides them by the visits once more",
    "Is your number a sum or a mean? UCB1 divides only one of them.",
    backpropagate=backpropagate_catalogue.RunningMean(),
)
_replaced(
    "no exploration",
    "compares means only",
    "A child with one unlucky visit would never be tried again. What is missing?",
    select=select_catalogue.MeansOnly(),
)
_replaced(
    "totals instead of means",
    "compares totals instead of means",
    "A child with many visits has a large total. Is it better for that?",
    select=select_catalogue.Totals(),
)
_replaced(
    "no square root in UCB1",
    "leaves out the square root in UCB1",
    "How fast should the bonus shrink when the visits are doubled?",
    select=select_catalogue.NoRoot(),
)
_replaced(
    "a 2 under the root as well",
    "uses c and the 2 of the original formula together",
    "The original bonus is sqrt(2 ln N / n). Which c is that? Then where is the 2 now?",
    select=select_catalogue.TwoAndC(),
)
_replaced(
    "the bonus turned for MIN",
    "turns the bonus as well where MIN chooses",
    "MIN is curious too. Which part of UCB1 changes its sign?",
    select=select_catalogue.BonusTurned(),
)
_replaced(
    "untried actions are passed over",
    "walks on to a child although an action is still untried",
    "What is an untried action worth, compared with a visited child?",
    select=select_catalogue.PassesUntried(),
)
_replaced(
    "the final move has the best mean",
    "plays the best mean, even after a single visit",
    "One lucky rollout gives a fine mean. Which number cannot be lucky?",
    best_action=best_action_catalogue.BestMean(),
)
_replaced(
    "the final move by UCB1",
    "chooses the final move by UCB1 with its bonus",
    "The bonus sends the search to where it knows little. Do you want to play there?",
    best_action=best_action_catalogue.FinalUcb(),
)
_replaced(
    "the final move has the largest total",
    "plays the largest total",
    "A total mixes how good and how often. Which number did the search spend its trust in?",
    best_action=best_action_catalogue.MoversTotal(),
)
_replaced(
    "the least visited move",
    "plays the least visited action",
    "The search comes back to what it likes. Which child is that?",
    best_action=best_action_catalogue.FewestVisits(),
)
_replaced(
    "a state instead of an action",
    "returns the state of the best child",
    "Somebody will play what you return. Can a state be played?",
    best_action=best_action_catalogue.ReturnsChildState(),
)


@bug(
    "one iteration too many",
    "makes one rollout more than asked",
    "Count your rollouts for 1 iteration.",
)
class OneMore(Mcts):
    def budget(self, iterations):
        return iterations + 1


@bug(
    "one iteration too few",
    "makes one rollout fewer than asked",
    "Count your rollouts for 2 iterations.",
)
class OneLess(Mcts):
    def budget(self, iterations):
        return max(1, iterations - 1)


@bug(
    "c is always the square root of 2",
    "uses the square root of 2 whatever c is",
    "Payoffs in points need a c of their size. Where does your search use the parameter?",
)
class FixedC(Mcts):
    def constant(self, c):
        return sqrt(2)


@bug(
    "payoffs are brought to -1 to 1",
    "divides the payoffs before it uses c",
    "c applies to the payoffs as they are. Who asked for another scale?",
)
class Normalized(Mcts):
    def payoff(self, value):
        return value / (1 + abs(value))


@bug(
    "two rollouts for each iteration",
    "makes two rollouts in every iteration",
    "One iteration is one rollout. How many times does yours reach an end?",
)
class TwoRollouts(Mcts):
    def iterate(self, game, root, c, rng):
        leaf = self.expand(game, self.select(game, root, c, rng), rng)
        both = self.rollout(game, leaf, rng) + self.rollout(game, leaf, rng)
        self.backpropagate(leaf, both / 2)


@bug(
    "a rollout for each child",
    "expands all actions at once and makes a rollout from each",
    "One iteration is one rollout. How many new children does yours visit?",
)
class RolloutForEach(Mcts):
    def iterate(self, game, root, c, rng):
        node = self.select(game, root, c, rng)
        for _ in range(len(node.untried) or 1):
            leaf = self.expand(game, node, rng)
            self.backpropagate(leaf, self.rollout(game, leaf, rng))


@bug(
    "no tree below the root",
    "grows no tree: it only compares the root's actions by rollouts",
    "After enough visits the opponent's replies deserve nodes of their own. When are they made?",
)
class NoTree(Mcts):
    def iterate(self, game, root, c, rng):
        node = self.expand(game, root, rng) if root.untried else self.next(game, root, c)
        self.backpropagate(node, self.rollout(game, node, rng))

    def next(self, game, root, c):
        return self.select.pick(game, root, c)


@bug(
    "every action equally often",
    "tries the root's actions in turn",
    "A good action deserves more rollouts than a bad one. What decides who is next?",
)
class RoundRobin(NoTree):
    def next(self, game, root, c):
        return min(root.children.values(), key=lambda child: child.visits)


@bug(
    "no tree, and the best mean",
    "tries the root's actions in turn and plays the one with the best mean",
    "A good action deserves more rollouts than a bad one. And who answers below the root?",
)
class FlatMonteCarlo(RoundRobin):
    best_action = best_action_catalogue.BestMean()


@bug(
    "any action",
    "plays a random action",
    "What did the search find out?",
)
class AnyAction(Mcts):
    def __call__(self, game, state, iterations, c, rng):
        super().__call__(game, state, iterations, c, rng)
        return random.Random(rng.random()).choice(list(game.actions(state)))


@bug(
    "half of c",
    "explores half as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class HalfOfC(Mcts):
    def constant(self, c):
        return c / 2


@bug(
    "twice c",
    "explores twice as much as c asks for",
    "Set c to 1. Which number stands before the root in your UCB1?",
)
class TwiceC(Mcts):
    def constant(self, c):
        return c * 2


_replaced(
    "the root's visits at every node",
    "takes the visits of the root for N, at every node",
    "N counts how often somebody chose here. Where does each node keep that?",
    select=select_catalogue.RootVisits(),
)
_replaced(
    "rollouts with even chances",
    "draws by the chances in the tree, but all alike in rollouts",
    "CHANCE moves in rollouts too. Who knows how likely its outcomes are there?",
    rollout=rollout_catalogue.EvenChance(),
)
