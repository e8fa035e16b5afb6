"""Wrong minimax, alpha-beta and expectimax: one fault at a time in an otherwise right solution.

`Minimax`, `AlphaBeta` and `Expectimax` are right, cut into pieces. A misconception replaces
one piece, so that its few lines show the mistake and nothing else.
"""

import math
from random import Random

from lib.check.misconception import misconception
from lib.game import CHANCE, MAX, MIN


class Minimax:
    """A right solution in pieces."""

    def __call__(self, game, state, rounds, evaluate):
        self.root = state
        return self.visit(game, state, self.plies(game, rounds), evaluate)

    def plies(self, game, rounds):
        return rounds * len(game.sides)

    def after(self, game, state, child, plies):
        """The plies that are left for `child`."""
        return plies - 1

    def leaf(self, game, state, plies, evaluate):
        """The value of a leaf, or None at an inner node."""
        if game.is_terminal(state):
            return game.utility(state)
        return evaluate(game, state) if plies <= 0 else None

    def side(self, game, state):
        return game.side(state)

    def better(self, side, value, best):
        return side * value > side * best

    def start(self, side):
        return -side * math.inf

    def visit(self, game, state, plies, evaluate):
        value = self.leaf(game, state, plies, evaluate)
        if value is not None:
            return value, None
        side = self.side(game, state)
        return self.combine(game, state, side, list(self.children(game, state, plies, evaluate)))

    def children(self, game, state, plies, evaluate):
        for action in game.actions(state):
            child = game.result(state, action)
            left = self.after(game, state, child, plies)
            yield action, self.visit(game, child, left, evaluate)[0]

    def combine(self, game, state, side, pairs):
        best, best_action = self.start(side), None
        for action, value in pairs:
            if self.better(side, value, best):
                best, best_action = value, action
        return best, best_action


def _depth_and_leaf_faults(exercise, right):
    """Mistakes about depth, leaves and results that every depth-limited search invites."""

    def bug(name, explanation, hint):
        return misconception(exercise, name, explanation, hint)

    @bug(
        "depth counted per move",
        "counts one move as one round",
        "How many moves make a round when all agents have moved once?",
    )
    class DepthPerMove(right):
        def plies(self, game, rounds):
            return rounds

    @bug(
        "stops before the others have answered",
        "stops as soon as agent 0 has made its last move",
        "In the last round the other agents move too. Who moves last before the horizon?",
    )
    class StopsAfterAgentZero(right):
        def plies(self, game, rounds):
            return max(0, (rounds - 1) * len(game.sides) + 1) if rounds else 0

    @bug(
        "one round too few",
        "looks one round less far",
        "Count the rounds from 0 or from 1, but count all of them.",
    )
    class OneRoundTooFew(right):
        def plies(self, game, rounds):
            return max(1, (rounds - 1) * len(game.sides)) if rounds else 0

    @bug(
        "one round too many",
        "looks one round further",
        "Where does the counting start, and which test ends it?",
    )
    class OneRoundTooMany(right):
        def plies(self, game, rounds):
            return (rounds + 1) * len(game.sides)

    @bug(
        "one move too many",
        "tests the horizon one move too late",
        "How many moves are left at a state that must be evaluated at once?",
    )
    class OnePlyTooMany(right):
        def plies(self, game, rounds):
            return rounds * len(game.sides) + 1

    @bug(
        "one move too few",
        "tests the horizon one move too early",
        "After the last agent of the last round has moved, what is left? And before it moved?",
    )
    class OnePlyTooFew(right):
        def plies(self, game, rounds):
            return max(0, rounds * len(game.sides) - 1)

    @bug(
        "a round ends when agent 0 moves",
        "ends a round whenever agent 0 is next, also when the search starts in mid-round",
        "Start where the second agent is to move. How many moves make a round from there?",
    )
    class RoundEndsAtAgentZero(right):
        def after(self, game, state, child, plies):
            here = game.to_move(child)
            n = len(game.sides)
            return plies - 1 if here else (math.ceil(plies / n) - 1) * n

    @bug(
        "evaluates finished games",
        "gives finished games to evaluate instead of asking for their utility",
        "Who knows exactly what a finished game is worth?",
    )
    class EvaluatesTerminals(right):
        def leaf(self, game, state, plies, evaluate):
            if game.is_terminal(state) or plies <= 0:
                return evaluate(game, state)
            return None

    @bug(
        "a finished game is worth 0",
        "returns 0 for every finished game",
        "What does `game.utility` say about the finished state?",
    )
    class TerminalIsZero(right):
        def leaf(self, game, state, plies, evaluate):
            return 0 if game.is_terminal(state) else super().leaf(game, state, plies, evaluate)

    @bug(
        "a finished game is only won or lost",
        "returns +1, 0 or -1 for finished games, whatever they are worth",
        "A win by 7 and a win by 2 are not the same here. Which number tells them apart?",
    )
    class TerminalIsSign(right):
        def leaf(self, game, state, plies, evaluate):
            value = super().leaf(game, state, plies, evaluate)
            return (value > 0) - (value < 0) if game.is_terminal(state) else value

    @bug(
        "the horizon comes before the end of the game",
        "asks for the horizon first and evaluates games that have just ended there",
        "A game that ends exactly at the horizon: evaluate or utility?",
    )
    class HorizonFirst(right):
        def leaf(self, game, state, plies, evaluate):
            if plies <= 0:
                return evaluate(game, state)
            return game.utility(state) if game.is_terminal(state) else None

    @bug(
        "evaluates before the last move",
        "evaluates the state before the last move instead of the one after it",
        "Which state stands at the horizon: the parent or the child?",
    )
    class EvaluatesParent(right):
        def children(self, game, state, plies, evaluate):
            for action, value in super().children(game, state, plies, evaluate):
                child = game.result(state, action)
                left = self.after(game, state, child, plies)
                early = left <= 0 and not game.is_terminal(child)
                yield action, evaluate(game, state) if early else value

    @bug(
        "adds evaluations on the way",
        "adds the evaluation of inner nodes to the value of their children",
        "The value comes from the leaves. What should an inner node add?",
    )
    class AddsInnerEvaluation(right):
        def visit(self, game, state, plies, evaluate):
            value, action = super().visit(game, state, plies, evaluate)
            return (value if action is None else value + evaluate(game, state)), action

    @bug(
        "evaluates the root",
        "evaluates the root for every action, so that all actions look the same",
        "Each action leads to its own state. Which state belongs to which action?",
    )
    class EvaluatesRoot(right):
        def leaf(self, game, state, plies, evaluate):
            if game.is_terminal(state):
                return game.utility(state)
            return evaluate(game, self.root) if plies <= 0 else None

    @bug(
        "last best action",
        "keeps the last of several equally good actions",
        "Two actions are equally good. Which comparison keeps the first?",
    )
    class LastBest(right):
        def better(self, side, value, best):
            return side * value >= side * best

    @bug(
        "an action where there is none",
        "returns an action at 0 rounds",
        "With 0 rounds nobody has looked at any action. What can be returned?",
    )
    class ActionAtHorizon(right):
        def __call__(self, game, state, rounds, evaluate):
            value, action = super().__call__(game, state, rounds, evaluate)
            if rounds == 0 and not game.is_terminal(state):
                return value, game.actions(state)[0]
            return value, action

    @bug(
        "value and action exchanged",
        "returns (action, value)",
        "Which of the two comes first in `-> (value, action)`?",
    )
    class Exchanged(right):
        def __call__(self, game, state, rounds, evaluate):
            value, action = super().__call__(game, state, rounds, evaluate)
            return action, value

    @bug(
        "only the value",
        "returns the value without the action",
        "The caller needs a move to play. What comes with the value?",
    )
    class OnlyValue(right):
        def __call__(self, game, state, rounds, evaluate):
            return super().__call__(game, state, rounds, evaluate)[0]

    @bug(
        "only the first action",
        "returns inside the loop, so that only the first action is looked at",
        "Where does the `return` stand: inside the loop or after it?",
    )
    class ReturnsInLoop(right):
        def children(self, game, state, plies, evaluate):
            for pair in super().children(game, state, plies, evaluate):
                yield pair
                return

    @bug(
        "the last action is forgotten",
        "never looks at the last action",
        "How many times does the loop run when there are three actions?",
    )
    class SkipsLastAction(right):
        def children(self, game, state, plies, evaluate):
            pairs = list(super().children(game, state, plies, evaluate))
            return pairs[:-1] or pairs


def _side_faults(exercise, right):
    """Mistakes about who wants what."""

    def bug(name, explanation, hint):
        return misconception(exercise, name, explanation, hint)

    @bug(
        "everybody maximises",
        "takes the maximum for every agent",
        "What does a MIN agent want?",
    )
    class EverybodyMaximises(right):
        def side(self, game, state):
            return MAX if game.side(state) == MIN else game.side(state)

    @bug(
        "the root always maximises",
        "takes the maximum at the root, whoever is to move there",
        "Try a state in which MIN is to move at the root.",
    )
    class RootMaximises(right):
        def side(self, game, state):
            side = game.side(state)
            return MAX if state == self.root and side == MIN else side

    @bug(
        "maximises only at the root",
        "maximises at the root and minimises everywhere below",
        "When MAX moves again in the next round, what does it want?",
    )
    class MaximisesOnlyAtRoot(right):
        def side(self, game, state):
            side = game.side(state)
            return MIN if state != self.root and side == MAX else side

    @bug(
        "changes sides after every move",
        "changes sides after every move, as in a game of two",
        "Two opponents move one after the other. Does the side change between them?",
    )
    class FlipsEveryPly(right):
        def visit(self, game, state, plies, evaluate):
            if state == self.root:
                self.flip = {self.root: game.side(state)}
            return super().visit(game, state, plies, evaluate)

        def after(self, game, state, child, plies):
            self.flip[child] = -self.flip[state]
            return super().after(game, state, child, plies)

        def side(self, game, state):
            return self.flip[state] if game.side(state) != CHANCE else CHANCE

    @bug(
        "turns are counted, not asked for",
        "counts whose turn it is, agent after agent, instead of asking the game",
        "Somebody passes. Who says which side is to move in this state?",
    )
    class CountsTurns(right):
        def visit(self, game, state, plies, evaluate, *window):
            if state == self.root and not game.is_terminal(state):
                self.turn = {state: game.to_move(state)}
            return super().visit(game, state, plies, evaluate, *window)

        def after(self, game, state, child, plies):
            self.turn[child] = (self.turn[state] + 1) % len(game.sides)
            return super().after(game, state, child, plies)

        def side(self, game, state):
            return game.sides[self.turn[state]]

    @bug(
        "only agent 0 maximises",
        "lets agent 0 maximise and all others minimise, whatever `game.sides` says",
        "In a team game agent 2 plays for MAX too. Who knows the side of an agent?",
    )
    class OnlyAgentZeroMaximises(right):
        def side(self, game, state):
            side = game.side(state)
            return side if side == CHANCE else (MIN if game.to_move(state) else MAX)

    @bug(
        "the last agent maximises",
        "takes the maximum for the last agent of a round",
        "Walk through one round by hand: agent 0, agent 1, ... For whom does the last one play?",
    )
    class LastAgentMaximises(right):
        def side(self, game, state):
            last = game.to_move(state) == len(game.sides) - 1
            return MAX if last and game.side(state) == MIN else game.side(state)


def _start_faults(exercise, right):
    """Mistakes about the value that a comparison starts from."""

    def bug(name, explanation, hint):
        return misconception(exercise, name, explanation, hint)

    @bug(
        "the best value starts at 0",
        "starts the best value at 0",
        "All values are negative and MAX is to move. What does your variable hold at the end?",
    )
    class StartsAtZero(right):
        def start(self, side):
            return 0

    @bug(
        "the best value starts at 100",
        "starts the best value at 100 or -100",
        "What happens when every value lies beyond 100? Which start is beyond every number?",
    )
    class StartsAtHundred(right):
        def start(self, side):
            return -side * 100

    @bug(
        "a large number for infinity",
        "starts the best value at a million instead of infinity",
        "Somebody may evaluate in billions. Which start is beyond every number?",
    )
    class StartsAtMillion(right):
        def start(self, side):
            return -side * 10**6


_depth_and_leaf_faults("minimax", Minimax)
_side_faults("minimax", Minimax)
_start_faults("minimax", Minimax)


@misconception(
    "minimax",
    "averages the opponent",
    "averages over the answers of MIN instead of taking the smallest",
    "MIN chooses. Which of its answers does it choose?",
)
class AveragesOpponent(Minimax):
    def combine(self, game, state, side, pairs):
        if side == MIN:
            return sum(value for _, value in pairs) / len(pairs), pairs[0][0]
        return super().combine(game, state, side, pairs)


@misconception(
    "minimax",
    "one list for all calls",
    "collects values in one list that all calls share, so that old values stay in it",
    "Print your list of scores on entering the function. Is it empty?",
)
class SharedScores(Minimax):
    def __call__(self, game, state, rounds, evaluate):
        self.scores = []
        return super().__call__(game, state, rounds, evaluate)

    def combine(self, game, state, side, pairs):
        self.scores += [value for _, value in pairs]
        best = max(self.scores) if side == MAX else min(self.scores)
        return best, next((action for action, value in pairs if value == best), None)


@misconception(
    "minimax",
    "a memory without depth",
    "remembers the value of a state and uses it again with another number of moves left",
    "The same state with one move left and with three: are the two values equal?",
)
class MemoryWithoutDepth(Minimax):
    def __call__(self, game, state, rounds, evaluate):
        self.memory = {}
        return super().__call__(game, state, rounds, evaluate)

    def visit(self, game, state, plies, evaluate):
        if state not in self.memory:
            self.memory[state] = super().visit(game, state, plies, evaluate)
        return self.memory[state]


class AlphaBeta(Minimax):
    """A right alpha-beta in pieces: fail-soft, cuts on equality, keeps the first best."""

    def visit(self, game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = self.leaf(game, state, plies, evaluate)
        if value is not None:
            return value, None
        side = self.side(game, state)
        best, best_action = self.start(side), None
        for action in self.moves(game, state, evaluate):
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

    def moves(self, game, state, evaluate):
        return game.actions(state)

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


_side_faults("alphabeta", AlphaBeta)
_start_faults("alphabeta", AlphaBeta)


def _alphabeta(name, explanation, hint):
    return misconception("alphabeta", name, explanation, hint)


@_alphabeta(
    "depth counted per move",
    "counts one move as one round",
    "How many moves make a round when all agents have moved once?",
)
class AlphaBetaDepthPerMove(AlphaBeta):
    def plies(self, game, rounds):
        return rounds


@_alphabeta(
    "evaluates finished games",
    "gives finished games to evaluate instead of asking for their utility",
    "Who knows exactly what a finished game is worth?",
)
class AlphaBetaEvaluatesTerminals(AlphaBeta):
    def leaf(self, game, state, plies, evaluate):
        if game.is_terminal(state) or plies <= 0:
            return evaluate(game, state)
        return None


@_alphabeta(
    "one move too many",
    "tests the horizon one move too late",
    "How many moves are left at a state that must be evaluated at once?",
)
class AlphaBetaOnePlyTooMany(AlphaBeta):
    def plies(self, game, rounds):
        return rounds * len(game.sides) + 1


@_alphabeta(
    "one move too few",
    "tests the horizon one move too early",
    "After the last agent of the last round has moved, what is left? And before it moved?",
)
class AlphaBetaOnePlyTooFew(AlphaBeta):
    def plies(self, game, rounds):
        return max(0, rounds * len(game.sides) - 1)


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


class Expectimax(Minimax):
    """A right expectimax in pieces."""

    def weight(self, game, state, action):
        return game.probability(state, action)

    def combine(self, game, state, side, pairs):
        if side == CHANCE:
            return self.expect(game, state, pairs), None
        return super().combine(game, state, side, pairs)

    def expect(self, game, state, pairs):
        return sum(self.weight(game, state, action) * value for action, value in pairs)


_depth_and_leaf_faults("expectimax", Expectimax)
_side_faults("expectimax", Expectimax)
_start_faults("expectimax", Expectimax)


def _expectimax(name, explanation, hint):
    return misconception("expectimax", name, explanation, hint)


@_expectimax(
    "chance is an opponent",
    "takes the minimum at CHANCE nodes",
    "Does chance want to hurt MAX?",
)
class ChanceMinimises(Expectimax):
    def side(self, game, state):
        return game.side(state) or MIN


@_expectimax(
    "chance is a friend",
    "takes the maximum at CHANCE nodes",
    "Does chance want to help MAX?",
)
class ChanceMaximises(Expectimax):
    def side(self, game, state):
        return game.side(state) or MAX


@_expectimax(
    "only the last chance averages",
    "averages at the last CHANCE agent of a round only and minimises at the others",
    "Two random agents in a row: is the first one less random?",
)
class OnlyLastChanceAverages(Expectimax):
    def side(self, game, state):
        last = game.to_move(state) == len(game.sides) - 1
        return game.side(state) if last else game.side(state) or MIN


@_expectimax(
    "opponents are random too",
    "averages at MIN nodes as at CHANCE nodes",
    "MIN chooses, CHANCE does not. How do you tell them apart?",
)
class MinAverages(Expectimax):
    def side(self, game, state):
        return CHANCE if game.side(state) == MIN else game.side(state)

    def weight(self, game, state, action):
        uniform = 1 / len(game.actions(state))
        return uniform if game.side(state) == MIN else super().weight(game, state, action)


@_expectimax(
    "MAX is random below the root",
    "averages MAX's own moves below the root",
    "In the next round MAX chooses again. What does it choose?",
)
class MaxAveragesInside(Expectimax):
    def side(self, game, state):
        side = game.side(state)
        return CHANCE if side == MAX and state != self.root else side

    def weight(self, game, state, action):
        uniform = 1 / len(game.actions(state))
        return uniform if game.side(state) == MAX else super().weight(game, state, action)


@_expectimax(
    "always uniform",
    "takes all outcomes as equally likely, whatever `game.probability` says",
    "A loaded die: what does `game.probability(state, action)` return for each face?",
)
class AlwaysUniform(Expectimax):
    def weight(self, game, state, action):
        return 1 / len(game.actions(state))


@_expectimax(
    "divided by the number of agents",
    "divides the sum by the number of agents, not by the number of outcomes",
    "Three outcomes, two agents. By what do you divide?",
)
class DividesByAgents(Expectimax):
    def weight(self, game, state, action):
        return 1 / len(game.sides)


@_expectimax(
    "divided by 4",
    "divides the sum by a constant 4",
    "How many outcomes does this node have?",
)
class DividesByFour(Expectimax):
    def weight(self, game, state, action):
        return 1 / 4


@_expectimax(
    "the sum instead of the mean",
    "adds up the outcomes and does not weigh them",
    "Ten outcomes worth 5 each: what do you expect, 5 or 50?",
)
class Sums(Expectimax):
    def weight(self, game, state, action):
        return 1


@_expectimax(
    "divided twice",
    "divides by the number of outcomes inside the loop and again after it",
    "All outcomes are 8. Is the expectation 8?",
)
class DividesTwice(Expectimax):
    def expect(self, game, state, pairs):
        return super().expect(game, state, pairs) / len(pairs)


@_expectimax(
    "integer division",
    "rounds the expectation down with `//`",
    "What is the mean of 1 and 2?",
)
class IntegerDivision(Expectimax):
    def expect(self, game, state, pairs):
        return math.floor(super().expect(game, state, pairs))


@_expectimax(
    "rounded expectation",
    "rounds the expectation to a whole number",
    "Two actions are worth 2.4 and 2.1. Does your search still see which is better?",
)
class RoundsExpectation(Expectimax):
    def expect(self, game, state, pairs):
        return round(super().expect(game, state, pairs))


@_expectimax(
    "one sample instead of all outcomes",
    "draws one outcome at random instead of weighing all of them",
    "Run it twice with another random seed. Is the value still the same?",
)
class SamplesOnce(Expectimax):
    def expect(self, game, state, pairs):
        return Random(0).choice(pairs)[1]


@_expectimax(
    "only the likeliest outcome",
    "follows the likeliest outcome only",
    "A ticket wins 100 with a chance of 1 in 4. Is it worth nothing?",
)
class Likeliest(Expectimax):
    def expect(self, game, state, pairs):
        return max(pairs, key=lambda pair: game.probability(state, pair[0]))[1]


@_expectimax(
    "finished games left out of the mean",
    "leaves outcomes that end the game out of the mean",
    "The outcome in which the game ends may be the one that matters. Is it in your sum?",
)
class LeavesOutTerminals(Expectimax):
    def expect(self, game, state, pairs):
        going = [p for p in pairs if not game.is_terminal(game.result(state, p[0]))]
        return super().expect(game, state, going or pairs)


@_expectimax(
    "equal outcomes counted once",
    "removes equal outcomes before it takes the mean",
    "Outcomes 2, 2 and 8: is the mean 5 or 4?",
)
class DropsDuplicates(Expectimax):
    def expect(self, game, state, pairs):
        different = dict.fromkeys(value for _, value in pairs)
        return sum(different) / len(different)


@_expectimax(
    "the first outcome counted twice",
    "starts the sum at the first value and then adds that value again",
    "What is your sum before the loop begins?",
)
class FirstTwice(Expectimax):
    def expect(self, game, state, pairs):
        first, value = pairs[0]
        return super().expect(game, state, pairs) + self.weight(game, state, first) * value


@_expectimax(
    "chance costs no move",
    "does not count the moves of CHANCE",
    "Every move of any agent counts, chance too. Where do you count it?",
)
class ChanceIsFree(Expectimax):
    def after(self, game, state, child, plies):
        return plies if game.side(state) == CHANCE else plies - 1


@_expectimax(
    "cuts at chance nodes",
    "stops a CHANCE node as soon as its part of the sum falls below what MAX has in hand",
    "The outcomes that are missing may still be large. What would you have to know to stop?",
)
class CutsChance(Expectimax):
    def combine(self, game, state, side, pairs):
        if side != CHANCE:
            return super().combine(game, state, side, pairs)
        total = 0
        for action, value in pairs:
            total += self.weight(game, state, action) * value
            if total < 0:
                break
        return total, None


@_expectimax(
    "a loss is minus infinity",
    "takes every lost game as minus infinity",
    "One chance in a thousand to lose: is every risky action then equally bad?",
)
class LossIsInfinite(Expectimax):
    def leaf(self, game, state, plies, evaluate):
        value = super().leaf(game, state, plies, evaluate)
        return -math.inf if game.is_terminal(state) and value < 0 else value


@_expectimax(
    "clipped before the mean",
    "clips values to -100..100 before it takes the mean",
    "Minimax keeps its choice when values are clipped at the ends. Does a mean?",
)
class Clips(Expectimax):
    def leaf(self, game, state, plies, evaluate):
        value = super().leaf(game, state, plies, evaluate)
        return None if value is None else max(-100, min(100, value))


@_expectimax(
    "an action for chance",
    "returns an action at a CHANCE root",
    "Nobody chooses at a CHANCE node. Which action can be returned?",
)
class ActionForChance(Expectimax):
    def __call__(self, game, state, rounds, evaluate):
        value, action = super().__call__(game, state, rounds, evaluate)
        if action is None and rounds and not game.is_terminal(state):
            return value, game.actions(state)[0]
        return value, action


@_expectimax(
    "chances of another node",
    "divides by the number of actions at the root instead of those at the node",
    "The root has three actions, this node two outcomes. Do your chances sum to 1?",
)
class RootsChances(Expectimax):
    def weight(self, game, state, action):
        return 1 / len(game.actions(self.root))


class BestActions(Minimax):
    """A right best_actions in pieces: the value of every root action, then all that are best."""

    def __call__(self, game, state, rounds, evaluate):
        self.root = state
        plies = self.plies(game, rounds)
        if self.leaf(game, state, plies, evaluate) is not None:
            return set()
        pairs = list(self.children(game, state, plies, evaluate))
        return self.choose(self.side(game, state), pairs)

    def choose(self, side, pairs):
        best = side * max(side * value for _, value in pairs)
        return {action for action, value in pairs if value == best}


_side_faults("best_actions", BestActions)


def _best(name, explanation, hint):
    return misconception("best_actions", name, explanation, hint)


@_best(
    "cuts on equality and collects ties",
    "cuts on equality and still collects ties, so that worse actions slip in",
    "After a cut on equality a child's value is only a bound. May it count as a tie?",
)
class TiesAfterCuts(BestActions):
    def __call__(self, game, state, rounds, evaluate):
        self.root = state
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
    "depth counted per move",
    "counts one move as one round",
    "How many moves make a round when all agents have moved once?",
)
class BestDepthPerMove(BestActions):
    def plies(self, game, rounds):
        return rounds


@_best(
    "one move too many",
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
    "evaluates finished games",
    "gives finished games to evaluate instead of asking for their utility",
    "Who knows exactly what a finished game is worth?",
)
class BestEvaluatesTerminals(BestActions):
    def leaf(self, game, state, plies, evaluate):
        if game.is_terminal(state) or plies <= 0:
            return evaluate(game, state)
        return None


@_best(
    "nearly equal is taken as equal",
    "takes values within 1 of the best as equally good",
    "Is 4 as good as 5?",
)
class NearlyEqual(BestActions):
    def choose(self, side, pairs):
        best = side * max(side * value for _, value in pairs)
        return {action for action, value in pairs if abs(value - best) <= 1}
