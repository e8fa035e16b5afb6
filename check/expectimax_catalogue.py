"""Wrong expectimax: one fault at a time in an otherwise right solution."""

import math
from functools import partial
from random import Random

from check.misconception import misconception
from check.search_faults import EVERY_KIND, Minimax
from lib.game import CHANCE, MAX, MIN


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


for _faults in EVERY_KIND:
    _faults("expectimax", Expectimax)


_expectimax = partial(misconception, "expectimax")


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
    "the expectation is cut",
    "cuts the expectation to a whole number with `int`",
    "What is the mean of -1 and -2?",
)
class CutsExpectation(Expectimax):
    def expect(self, game, state, pairs):
        return int(super().expect(game, state, pairs))


@_expectimax(
    "only MAX chooses",
    "averages over the moves of everybody but MAX, all of them equally likely",
    "Three kinds of agents: who chooses, who is drawn, and how likely is each outcome?",
)
class OnlyMaxChooses(Expectimax):
    def side(self, game, state):
        return game.side(state) if game.side(state) == MAX else CHANCE

    def weight(self, game, state, action):
        return 1 / len(game.actions(state))


@_expectimax(
    "only the first outcome",
    "returns inside the loop over the outcomes, so that only the first one counts",
    "Where does the `return` stand: inside the loop or after it?",
)
class OnlyFirstOutcome(Expectimax):
    def expect(self, game, state, pairs):
        return super().expect(game, state, pairs[:1])


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
