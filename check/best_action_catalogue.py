"""Wrong final moves: one fault at a time in an otherwise right one."""

from functools import partial
from math import log, sqrt

from check.mcts_trees import children
from check.misconception import misconception


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


bug = partial(misconception, "best_action")


@bug(
    "the best mean",
    "takes the best mean, even after a single visit",
    "One lucky rollout gives a fine mean. Which number cannot be lucky?",
)
class BestMean(BestAction):
    def worth(self, root, child):
        return root.side * child.total / child.visits if child.visits else float("-inf")


@bug(
    "MAX's best mean",
    "takes the mean that is best for MAX, whoever chooses, even after a single visit",
    "One lucky rollout gives a fine mean. Which number cannot be lucky, and has no sign?",
)
class BestMeanForMax(BestAction):
    def worth(self, root, child):
        return child.total / child.visits if child.visits else float("-inf")


@bug(
    "the largest total",
    "takes MAX's largest total, whoever chooses",
    "A total mixes how good and how often. Which number did the search spend its trust in?",
)
class LargestTotal(BestAction):
    def worth(self, root, child):
        return child.total


@bug(
    "the largest total of the mover",
    "takes the largest total in the eyes of the side to move",
    "A total mixes how good and how often. Which number did the search spend its trust in?",
)
class MoversTotal(BestAction):
    def worth(self, root, child):
        return root.side * child.total


@bug(
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


@bug(
    "the fewest visits",
    "takes the child with the fewest visits",
    "The search comes back to what it likes. Which child is that?",
)
class FewestVisits(BestAction):
    def worth(self, root, child):
        return -child.visits


@bug(
    "visits in the mover's view",
    "takes the fewest visits where MIN chooses",
    "Visits have no sign. Whom does a much visited child please?",
)
class SignedVisits(BestAction):
    def worth(self, root, child):
        return root.side * child.visits


@bug(
    "the first child",
    "takes the first child",
    "What did the search find out about the children?",
)
class FirstChild(BestAction):
    def worth(self, root, child):
        return 0


@bug(
    "the node instead of the action",
    "returns the child instead of its action",
    "Somebody will play what you return. Can a node be played?",
)
class ReturnsChild(BestAction):
    def back(self, child):
        return child


@bug(
    "the state instead of the action",
    "returns the state of the child instead of its action",
    "Somebody will play what you return. Can a state be played?",
)
class ReturnsChildState(BestAction):
    def back(self, child):
        return child.state


@bug(
    "action and node together",
    "returns the action and the child as a pair",
    "Somebody will play what you return. Which of the two can be played?",
)
class ReturnsItem(BestAction):
    def back(self, child):
        return child.action, child


@bug(
    "the number of visits",
    "returns the most visits instead of the action that has them",
    "Somebody will play what you return. Can a number of visits be played?",
)
class ReturnsVisits(BestAction):
    def back(self, child):
        return child.visits


@bug(
    "the place instead of the action",
    "returns the place of the child among the children",
    "The children may stand in any order. Which action led to this child?",
)
class ReturnsPlace(BestAction):
    def back(self, child):
        return children(child.parent).index(child)


@bug(
    "visits and total added",
    "adds visits and total",
    "Visits and points have different units. Which one decides?",
)
class AddsBoth(BestAction):
    def worth(self, root, child):
        return child.visits + root.side * child.total
