"""Wrong best_actions: one fault at a time in an otherwise right solution."""

import math
from functools import partial

from check.alphabeta_catalogue import AlphaBeta
from check.misconception import misconception
from check.search_faults import (
    Minimax,
    depth_faults,
    leaf_faults,
    move_faults,
    side_faults,
)


class BestActions(Minimax):
    """A right best_actions in pieces: the value of every root action, then all that are best."""

    def __call__(self, game, state, rounds, evaluate):
        self.enter(game, state)
        plies = self.plies(game, rounds)
        if self.leaf(game, state, plies, evaluate) is not None:
            return set()
        pairs = list(self.children(game, state, plies, evaluate))
        return self.choose(self.side(game, state), pairs)

    def choose(self, side, pairs):
        best = side * max(side * value for _, value in pairs)
        return {action for action, value in pairs if value == best}


for _faults in (side_faults, depth_faults, leaf_faults, move_faults):
    _faults("best_actions", BestActions)


_best = partial(misconception, "best_actions")


@_best(
    "cuts on equality and collects ties",
    "cuts on equality and still collects ties, so that worse actions slip in",
    "After a cut on equality a child's value is only a bound. May it count as a tie?",
)
class TiesAfterCuts(BestActions):
    def __call__(self, game, state, rounds, evaluate):
        self.enter(game, state)
        plies = self.plies(game, rounds)
        if self.leaf(game, state, plies, evaluate) is not None:
            return set()
        search, side, pairs = AlphaBeta(), game.side(state), []
        search.root = state
        alpha, beta = -math.inf, math.inf
        for action in game.actions(state):
            child = game.result(state, action)
            value = search.visit(game, child, plies - 1, evaluate, alpha, beta)[0]
            pairs.append((action, value))
            alpha, beta = search.narrow(side, value, alpha, beta)
        return self.choose(side, pairs)


@_best(
    "only the first best action",
    "keeps only the first of the best actions",
    "Two actions are equally good. How many does your set hold?",
)
class OnlyFirst(BestActions):
    def choose(self, side, pairs):
        return {max(pairs, key=lambda pair: side * pair[1])[0]}


@_best(
    "only the last best action",
    "keeps only the last of the best actions",
    "Two actions are equally good. How many does your set hold?",
)
class OnlyLast(BestActions):
    def choose(self, side, pairs):
        return {max(reversed(pairs), key=lambda pair: side * pair[1])[0]}


@_best(
    "never starts the list anew",
    "adds every action that improves on the best so far and keeps the older, worse ones",
    "A better action turns up. What happens to the ones collected before?",
)
class KeepsOld(BestActions):
    def choose(self, side, pairs):
        best, found = -side * math.inf, set()
        for action, value in pairs:
            if side * value >= side * best:
                best = value
                found.add(action)
        return found


@_best(
    "the values instead of the actions",
    "returns the best values, not the actions",
    "The caller wants to play. What should the set hold?",
)
class ValuesNotActions(BestActions):
    def choose(self, side, pairs):
        return {side * max(side * value for _, value in pairs)}


@_best(
    "one action instead of a set",
    "returns one action, not a set",
    "What type does the exercise ask for?",
)
class OneAction(BestActions):
    def choose(self, side, pairs):
        return max(pairs, key=lambda pair: side * pair[1])[0]


@_best(
    "the root's move is not counted",
    "looks one move too far, because the root's own move is not counted",
    "The root's move is a move too. How many are left for its children?",
)
class BestOnePlyTooMany(BestActions):
    def plies(self, game, rounds):
        return rounds * len(game.sides) + 1 if rounds else 0


@_best(
    "all actions at the horizon",
    "returns all actions with 0 rounds",
    "With 0 rounds nobody has looked at any action. Which are known to be best?",
)
class AllAtHorizon(BestActions):
    def __call__(self, game, state, rounds, evaluate):
        if rounds == 0:
            return set(game.actions(state))
        return super().__call__(game, state, rounds, evaluate)


@_best(
    "nearly equal is taken as equal",
    "takes values within 1 of the best as equally good",
    "Is 4 as good as 5?",
)
class NearlyEqual(BestActions):
    def choose(self, side, pairs):
        best = side * max(side * value for _, value in pairs)
        return {action for action, value in pairs if abs(value - best) <= 1}
