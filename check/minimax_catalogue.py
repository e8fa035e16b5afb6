"""Wrong minimax: one fault at a time in an otherwise right solution."""

from check.misconception import misconception
from check.search_faults import EVERY_KIND, Minimax
from lib.game import MAX, MIN

for _faults in EVERY_KIND:
    _faults("minimax", Minimax)


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
    "the sign changes with every move",
    "takes the maximum of the negated values of the children, and never asks for the side",
    "All numbers here are MAX's. Who maximises them, and who minimises?",
)
class Negates(Minimax):
    def side(self, game, state):
        return MAX

    def children(self, game, state, plies, evaluate):
        for action, value in super().children(game, state, plies, evaluate):
            yield action, -value


@misconception(
    "minimax",
    "the action of a deeper node",
    "hands the action of the last node on the way up to the root",
    "Which action does the root need: its own, or one that is played later?",
)
class DeepestAction(Minimax):
    def visit(self, game, state, plies, evaluate):
        value, action = super().visit(game, state, plies, evaluate)
        if action is None:
            return value, None
        child = game.result(state, action)
        below = self.visit(game, child, self.after(game, state, child, plies), evaluate)[1]
        return value, action if below is None else below


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
