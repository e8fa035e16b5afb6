"""A right minimax cut into pieces, and the faults that every depth-limited search invites.

A misconception replaces one piece, so that its few lines show the mistake and nothing else.
Each function here files one kind of faults for an exercise: `right` is a right solution of it
in the same pieces.
"""

import math
from functools import partial

from check.misconception import misconception
from lib.game import CHANCE, MAX, MIN


class Minimax:
    """A right solution in pieces."""

    def __call__(self, game, state, rounds, evaluate):
        self.enter(game, state)
        return self.visit(game, state, self.plies(game, rounds), evaluate)

    def enter(self, game, state):
        """What is remembered of the root."""
        self.root = state

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

    def moves(self, game, state):
        """The actions that are looked at."""
        return game.actions(state)

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
        for action in self.moves(game, state):
            child = game.result(state, action)
            left = self.after(game, state, child, plies)
            yield action, self.visit(game, child, left, evaluate)[0]

    def combine(self, game, state, side, pairs):
        best, best_action = self.start(side), None
        for action, value in pairs:
            if self.better(side, value, best):
                best, best_action = value, action
        return best, best_action


def depth_faults(exercise, right):
    """Files mistakes about how far to look."""
    bug = partial(misconception, exercise)

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
            return max(0, rounds - 1) * len(game.sides)

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
        "rounds counted from agent 0",
        "counts from the beginning of the round, also when the search starts in the middle of it",
        "Start where the second agent is to move. How many moves make a round from there?",
    )
    class CutsFirstRound(right):
        def __call__(self, game, state, rounds, evaluate):
            self.late = 0 if game.is_terminal(state) else game.to_move(state)
            return super().__call__(game, state, rounds, evaluate)

        def plies(self, game, rounds):
            return max(0, super().plies(game, rounds) - self.late)


def leaf_faults(exercise, right):
    """Files mistakes about what a leaf is worth."""
    bug = partial(misconception, exercise)

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
        "the end of the game is not asked for",
        "goes on after the end of the game, where there is nothing to choose from",
        "A finished game has no actions. What does your loop leave behind there?",
    )
    class NeverEnds(right):
        def leaf(self, game, state, plies, evaluate):
            return evaluate(game, state) if plies <= 0 else None

    @bug(
        "the best of no actions",
        "asks for the best action of a finished game, which has none",
        "A finished game has no actions. Which test must come first?",
    )
    class BestOfNothing(right):
        def leaf(self, game, state, plies, evaluate):
            if plies > 0 and game.is_terminal(state):
                raise ValueError("nothing to choose from")
            return evaluate(game, state) if plies <= 0 else None

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


def inner_faults(exercise, right):
    """Files mistakes about what inner nodes make of their children."""
    bug = partial(misconception, exercise)

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
        "last best action",
        "keeps the last of several equally good actions",
        "Two actions are equally good. Which comparison keeps the first?",
    )
    class LastBest(right):
        def better(self, side, value, best):
            return side * value >= side * best


def move_faults(exercise, right):
    """Files mistakes about which actions are looked at."""
    bug = partial(misconception, exercise)

    @bug(
        "only the first action",
        "returns inside the loop, so that only the first action is looked at",
        "Where does the `return` stand: inside the loop or after it?",
    )
    class ReturnsInLoop(right):
        def moves(self, game, state):
            return game.actions(state)[:1]

    @bug(
        "the last action is forgotten",
        "never looks at the last action",
        "How many times does the loop run when there are three actions?",
    )
    class SkipsLastAction(right):
        def moves(self, game, state):
            return game.actions(state)[:-1] or game.actions(state)


def result_faults(exercise, right):
    """Files mistakes about the pair that is returned."""
    bug = partial(misconception, exercise)

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
        "no pair where nobody moves",
        "returns a bare number for 0 rounds and for finished games",
        "The caller always takes two things. What stands beside the value if nobody moves?",
    )
    class BareAtRoot(right):
        def __call__(self, game, state, rounds, evaluate):
            value, action = super().__call__(game, state, rounds, evaluate)
            return value if action is None else (value, action)

    @bug(
        "a state instead of an action",
        "returns the state after the best action",
        "Somebody will play what you return. Can a state be played?",
    )
    class StateNotAction(right):
        def __call__(self, game, state, rounds, evaluate):
            value, action = super().__call__(game, state, rounds, evaluate)
            return value, None if action is None else game.result(state, action)


def side_faults(exercise, right):
    """Files mistakes about who wants what."""
    bug = partial(misconception, exercise)

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
        def enter(self, game, state):
            super().enter(game, state)
            self.flip = {state: MAX if game.is_terminal(state) else game.side(state)}

        def after(self, game, state, child, plies):
            self.flip[child] = -self.flip[state]
            return super().after(game, state, child, plies)

        def side(self, game, state):
            return self.flip[state] if game.side(state) != CHANCE else CHANCE

    @bug(
        "max and min in turn",
        "begins with a maximum and then takes minimum and maximum in turn",
        "Two opponents move one after the other, or MIN begins. Who says whose turn it is?",
    )
    class MaxThenMin(FlipsEveryPly):
        def enter(self, game, state):
            super().enter(game, state)
            self.flip = {state: MAX}

    @bug(
        "turns are counted, not asked for",
        "counts whose turn it is, agent after agent, instead of asking the game",
        "Somebody passes. Who says which side is to move in this state?",
    )
    class CountsTurns(right):
        def enter(self, game, state):
            super().enter(game, state)
            self.turn = {state: 0 if game.is_terminal(state) else game.to_move(state)}

        def after(self, game, state, child, plies):
            self.turn[child] = (self.turn[state] + 1) % len(game.sides)
            return super().after(game, state, child, plies)

        def side(self, game, state):
            return game.sides[self.turn[state]]

    @bug(
        "rounds and turns are counted",
        "counts agents up to the last one, which ends a round, instead of asking the game",
        "Start in the middle of a round, or let somebody pass. Whom does your counter call?",
    )
    class CountsRounds(CountsTurns):
        def after(self, game, state, child, plies):
            super().after(game, state, child, plies)
            return plies if self.turn[child] else plies - len(game.sides)

    @bug(
        "agent 0 always begins",
        "begins every search with agent 0 and counts on from there",
        "Start a search while the second agent is to move. Who moves first in yours?",
    )
    class BeginsWithAgentZero(CountsRounds):
        def enter(self, game, state):
            super().enter(game, state)
            self.turn = {state: 0}

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


def start_faults(exercise, right):
    """Files mistakes about the value that a comparison starts from."""
    bug = partial(misconception, exercise)

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


EVERY_KIND = (
    depth_faults,
    leaf_faults,
    inner_faults,
    result_faults,
    move_faults,
    side_faults,
    start_faults,
)
