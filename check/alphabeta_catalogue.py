"""Wrong alpha-beta: one fault at a time in an otherwise right solution."""

import math
from functools import partial

from check.misconception import misconception
from check.search_faults import (
    Minimax,
    depth_faults,
    leaf_faults,
    move_faults,
    result_faults,
    side_faults,
    start_faults,
)
from lib.game import MAX


class AlphaBeta(Minimax):
    """A right alpha-beta in pieces: fail-soft, cuts on equality, keeps the first best."""

    def visit(self, game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = self.leaf(game, state, plies, evaluate)
        if value is not None:
            return value, None
        side = self.side(game, state)
        best, best_action = self.start(side), None
        for action in self.moves(game, state):
            child = game.result(state, action)
            left = self.after(game, state, child, plies)
            window = self.window(game, state, child, alpha, beta)
            value = self.value(game, child, left, evaluate, *window)
            if self.better(side, value, best):
                best, best_action = value, action
            if self.cuts(side, best, alpha, beta):
                return self.at_cut(side, best, alpha, beta), best_action
            alpha, beta = self.narrow(side, best, alpha, beta)
        return best, best_action

    def value(self, game, child, left, evaluate, alpha, beta):
        return self.visit(game, child, left, evaluate, alpha, beta)[0]

    def window(self, game, state, child, alpha, beta):
        return alpha, beta

    def cuts(self, side, best, alpha, beta):
        return best >= beta if side == MAX else best <= alpha

    def at_cut(self, side, best, alpha, beta):
        return best

    def narrow(self, side, best, alpha, beta):
        return (max(alpha, best), beta) if side == MAX else (alpha, min(beta, best))


for _faults in (
    side_faults,
    start_faults,
    depth_faults,
    leaf_faults,
    result_faults,
    move_faults,
):
    _faults("alphabeta", AlphaBeta)


_alphabeta = partial(misconception, "alphabeta")


@_alphabeta(
    "last best action",
    "keeps the last of several equally good actions, and cuts on equality",
    "After a cut on equality the value is only a bound. Which comparison keeps the first best?",
)
class AlphaBetaLastBest(AlphaBeta):
    def better(self, side, value, best):
        return side * value >= side * best


@_alphabeta(
    "the window is never narrowed",
    "never updates alpha and beta: the value is right, but nothing is pruned",
    "Alpha is what MAX has in hand. When does it change?",
)
class NeverNarrows(AlphaBeta):
    def narrow(self, side, best, alpha, beta):
        return alpha, beta


@_alphabeta(
    "the cut test is missing",
    "narrows the window but never stops the loop",
    "The window is empty. What is the point of looking at the next child?",
)
class NeverCuts(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return False


@_alphabeta(
    "only MAX cuts",
    "cuts at MAX nodes only",
    "MIN has found something that MAX above will never allow. Why go on?",
)
class OnlyMaxCuts(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return side == MAX and super().cuts(side, best, alpha, beta)


@_alphabeta(
    "only MIN cuts",
    "cuts at MIN nodes only",
    "MAX has found something that MIN above will never allow. Why go on?",
)
class OnlyMinCuts(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return side != MAX and super().cuts(side, best, alpha, beta)


@_alphabeta(
    "the root starts anew for each action",
    "gives every action at the root a fresh window, so that nothing is learned from the first",
    "After its first action the root has a value in hand. Who tells the second action?",
)
class FreshAtRoot(AlphaBeta):
    def window(self, game, state, child, alpha, beta):
        return (-math.inf, math.inf) if state == self.root else (alpha, beta)


@_alphabeta(
    "a worse value moves the bound back",
    "sets alpha or beta to the last value instead of the best one",
    "Alpha is what MAX has in hand. Can a worse child take it away?",
)
class BoundMovesBack(AlphaBeta):
    def value(self, game, child, left, evaluate, alpha, beta):
        self.last = super().value(game, child, left, evaluate, alpha, beta)
        return self.last

    def narrow(self, side, best, alpha, beta):
        return (self.last, beta) if side == MAX else (alpha, self.last)


@_alphabeta(
    "the sign changes with every move",
    "takes the maximum of the negated values of the children, and never asks for the side",
    "All numbers here are MAX's. Who maximises them, and who minimises?",
)
class Negates(AlphaBeta):
    def side(self, game, state):
        return MAX

    def value(self, game, child, left, evaluate, alpha, beta):
        return -super().value(game, child, left, evaluate, -beta, -alpha)


@_alphabeta(
    "the cut test is turned round",
    "cuts when the value lies below beta at MAX, and above alpha at MIN",
    "MIN above already has beta in hand. Which values at this MAX node make MIN turn away?",
)
class CutsTurnedRound(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return best <= beta if side == MAX else best >= alpha


@_alphabeta(
    "cuts on its own bound",
    "compares MAX's value with alpha and MIN's with beta",
    "Alpha belongs to MAX itself. Whose bound can make MAX stop?",
)
class CutsOnOwnBound(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return best <= alpha if side == MAX else best >= beta


@_alphabeta(
    "alpha and beta exchanged",
    "updates beta at MAX nodes and alpha at MIN nodes",
    "Which of the two bounds belongs to MAX?",
)
class NarrowsExchanged(AlphaBeta):
    def narrow(self, side, best, alpha, beta):
        return (alpha, min(beta, best)) if side == MAX else (max(alpha, best), beta)


@_alphabeta(
    "global window",
    "keeps alpha and beta in variables that all calls share, so that siblings inherit them",
    "When a child returns, whose alpha and beta hold again?",
)
class GlobalWindow(AlphaBeta):
    def __call__(self, game, state, rounds, evaluate):
        self.shared = (-math.inf, math.inf)
        return super().__call__(game, state, rounds, evaluate)

    def window(self, game, state, child, alpha, beta):
        low, high = self.shared
        return max(low, alpha), min(high, beta)

    def narrow(self, side, best, alpha, beta):
        low, high = self.shared
        self.shared = super().narrow(side, best, max(low, alpha), min(high, beta))
        return self.shared


@_alphabeta(
    "fresh beta for each opponent",
    "starts with a fresh beta for each further opponent, so that much less is pruned",
    "The first opponent already has a value in hand. Should the second one forget it?",
)
class FreshBeta(AlphaBeta):
    def window(self, game, state, child, alpha, beta):
        fresh = not game.is_terminal(child) and game.side(child) == game.side(state)
        return (-math.inf, math.inf) if fresh else (alpha, beta)


@_alphabeta(
    "a finite window at the root",
    "starts with alpha -100 and beta 100",
    "What if every value lies beyond 100? Which start is beyond every number?",
)
class WindowOfHundred(AlphaBeta):
    def visit(self, game, state, plies, evaluate, alpha=-100, beta=100):
        value, action = super().visit(game, state, plies, evaluate, alpha, beta)
        return (min(max(value, -100), 100) if state == self.root else value), action


@_alphabeta(
    "the action of a deeper node",
    "keeps the best action in a variable that deeper nodes overwrite",
    "Which call writes your best action last: the root's or a child's?",
)
class DeeperAction(AlphaBeta):
    def __call__(self, game, state, rounds, evaluate):
        self.action = None
        value, action = super().__call__(game, state, rounds, evaluate)
        return value, (None if action is None else self.action)

    def visit(self, game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value, action = super().visit(game, state, plies, evaluate, alpha, beta)
        if self.action is None and action is not None:
            self.action = action
        return value, action


@_alphabeta(
    "every child searched twice",
    "searches every child twice, once to compare and once to store",
    "How often do you call your function for one child?",
)
class SearchesTwice(AlphaBeta):
    def value(self, game, child, left, evaluate, alpha, beta):
        super().value(game, child, left, evaluate, alpha, beta)
        return super().value(game, child, left, evaluate, alpha, beta)


@_alphabeta(
    "evaluates inner nodes",
    "calls evaluate at every node, also where the value comes from the children",
    "Which nodes need `evaluate`, and which get their value from below?",
)
class EvaluatesInnerNodes(AlphaBeta):
    def leaf(self, game, state, plies, evaluate):
        if not game.is_terminal(state) and plies > 0:
            evaluate(game, state)
        return super().leaf(game, state, plies, evaluate)


@_alphabeta(
    "MAX uses MIN's cut test",
    "uses the cut test of MIN at every node",
    "At a MAX node the value only grows. Which bound can it grow past?",
)
class MinCutEverywhere(AlphaBeta):
    def cuts(self, side, best, alpha, beta):
        return best <= alpha


@_alphabeta(
    "only shallow cuts",
    "compares with the parent's value only, and forgets what is in hand higher up",
    "A grandparent of the same side may have something better in hand. Is it in your window?",
)
class ShallowOnly(AlphaBeta):
    def window(self, game, state, child, alpha, beta):
        return (alpha, math.inf) if game.side(state) == MAX else (-math.inf, beta)


@_alphabeta(
    "cuts before it knows",
    "cuts as soon as a child equals the best value so far",
    "A child as good as the best so far: does it say anything about the next child?",
)
class CutsOnRepeat(AlphaBeta):
    def __call__(self, game, state, rounds, evaluate):
        self.seen = {}
        return super().__call__(game, state, rounds, evaluate)

    def visit(self, game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = self.leaf(game, state, plies, evaluate)
        if value is not None:
            return value, None
        side = self.side(game, state)
        best, best_action = None, None
        for action in game.actions(state):
            child = game.result(state, action)
            value = self.visit(game, child, plies - 1, evaluate, alpha, beta)[0]
            if value == best:
                break
            if best is None or self.better(side, value, best):
                best, best_action = value, action
            if self.cuts(side, best, alpha, beta):
                break
            alpha, beta = self.narrow(side, best, alpha, beta)
        return best, best_action


@_alphabeta(
    "a cut value taken as exact",
    "stores the value of a cut node in a table and takes it as exact later",
    "After a cut you know a bound. In another window, is the bound enough?",
)
class CutValueAsExact(AlphaBeta):
    def __call__(self, game, state, rounds, evaluate):
        self.table = {}
        return super().__call__(game, state, rounds, evaluate)

    def visit(self, game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        if (state, plies) not in self.table:
            self.table[state, plies] = super().visit(game, state, plies, evaluate, alpha, beta)
        return self.table[state, plies]


@_alphabeta(
    "the window turns with every move",
    "passes the window on as in negamax, swapped and negated, but does not negate the values",
    "Either everything is MAX's number, or everything changes sign. Which one is yours?",
)
class TurnsWindow(AlphaBeta):
    def window(self, game, state, child, alpha, beta):
        return -beta, -alpha


@_alphabeta(
    "returns the bound",
    "returns alpha at MAX and beta at MIN after the loop and loses the action",
    "At the root, alpha tells the value. Which variable tells the action?",
)
class LosesAction(AlphaBeta):
    def __call__(self, game, state, rounds, evaluate):
        value, _ = super().__call__(game, state, rounds, evaluate)
        return value, None
