"""Right solutions in several styles: a check must accept them all."""

import math
from functools import lru_cache

from lib.game import CHANCE, MAX, MIN

# minimax ------------------------------------------------------------------------------------


def minimax_pair(game, state, rounds, evaluate):
    """Max and min as two functions, values first, then the root's action."""

    def value(s, plies):
        if game.is_terminal(s):
            return game.utility(s)
        if plies == 0:
            return evaluate(game, s)
        return high(s, plies) if game.side(s) == MAX else low(s, plies)

    def high(s, plies):
        return max(value(game.result(s, a), plies - 1) for a in game.actions(s))

    def low(s, plies):
        return min(value(game.result(s, a), plies - 1) for a in game.actions(s))

    plies = rounds * len(game.sides)
    if game.is_terminal(state) or rounds == 0:
        return value(state, plies), None
    scores = [value(game.result(state, a), plies - 1) for a in game.actions(state)]
    best = max(scores) if game.side(state) == MAX else min(scores)
    return best, game.actions(state)[scores.index(best)]


def minimax_negamax(game, state, rounds, evaluate):
    """Everything from the view of the side to move; the sign is looked up, never flipped by ply."""

    def search(s, plies):
        side = 1 if game.is_terminal(s) else game.side(s)
        if game.is_terminal(s):
            return game.utility(s), None
        if plies == 0:
            return side * evaluate(game, s), None
        best, chosen = -math.inf, None
        for a in game.actions(s):
            child = game.result(s, a)
            view = 1 if game.is_terminal(child) else game.side(child)
            v = side * view * search(child, plies - 1)[0]
            if v > best:
                best, chosen = v, a
        return best, chosen

    value, action = search(state, rounds * len(game.sides))
    side = 1 if game.is_terminal(state) else game.side(state)
    return side * value, action


def minimax_iterative(game, state, rounds, evaluate):
    """No recursion: an explicit stack, values filled in from below."""
    total = rounds * len(game.sides)
    order, stack = [], [(state, total, None)]
    while stack:
        s, plies, parent = stack.pop()
        index = len(order)
        leaf = game.is_terminal(s) or plies == 0
        order.append([s, plies, parent, [], leaf])
        if parent is not None:
            order[parent[0]][3].append((parent[1], index))
        if not leaf:
            for a in reversed(list(game.actions(s))):
                stack.append((game.result(s, a), plies - 1, (index, a)))
    values, choice = {}, {}
    for index in range(len(order) - 1, -1, -1):
        s, plies, _, children, leaf = order[index]
        if leaf:
            values[index] = game.utility(s) if game.is_terminal(s) else evaluate(game, s)
            choice[index] = None
            continue
        side = game.side(s)
        for a, child in children:
            if index not in values or side * values[child] > side * values[index]:
                values[index], choice[index] = values[child], a
    return values[0], choice[0]


class MinimaxClass:
    """A class with a memory keyed by state and plies; returns a list."""

    def __call__(self, game, state, rounds, evaluate):
        @lru_cache(None)
        def search(s, plies):
            if game.is_terminal(s):
                return game.utility(s), None
            if not plies:
                return evaluate(game, s), None
            pairs = [(search(game.result(s, a), plies - 1)[0], a) for a in game.actions(s)]
            pick = max if game.side(s) == MAX else min
            return pick(pairs, key=lambda pair: pair[0])

        return list(search(state, rounds * len(game.sides)))


# alphabeta ----------------------------------------------------------------------------------


def alphabeta_pair(game, state, rounds, evaluate):
    """Max and min as two functions, fail-soft, cuts on equality."""

    def leaf(s, plies):
        return game.is_terminal(s) or plies == 0

    def worth(s):
        return game.utility(s) if game.is_terminal(s) else evaluate(game, s)

    def search(s, plies, alpha, beta):
        if leaf(s, plies):
            return worth(s), None
        return (high if game.side(s) == MAX else low)(s, plies, alpha, beta)

    def high(s, plies, alpha, beta):
        v, chosen = -math.inf, None
        for a in game.actions(s):
            w, _ = search(game.result(s, a), plies - 1, alpha, beta)
            if w > v:
                v, chosen = w, a
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v, chosen

    def low(s, plies, alpha, beta):
        v, chosen = math.inf, None
        for a in game.actions(s):
            w, _ = search(game.result(s, a), plies - 1, alpha, beta)
            if w < v:
                v, chosen = w, a
            if v <= alpha:
                break
            beta = min(beta, v)
        return v, chosen

    return search(state, rounds * len(game.sides), -math.inf, math.inf)


def alphabeta_fail_hard(game, state, rounds, evaluate, strict=True):
    """Fail-hard; cuts only beyond the bound."""

    def search(s, plies, alpha, beta):
        if game.is_terminal(s):
            return game.utility(s), None
        if plies == 0:
            return evaluate(game, s), None
        chosen = None
        for a in game.actions(s):
            v = search(game.result(s, a), plies - 1, alpha, beta)[0]
            if game.side(s) == MAX:
                if v > alpha:
                    alpha, chosen = v, a
            elif v < beta:
                beta, chosen = v, a
            if alpha > beta or (not strict and alpha == beta):
                break
        return (alpha if game.side(s) == MAX else beta), chosen

    return search(state, rounds * len(game.sides), -math.inf, math.inf)


def alphabeta_fail_hard_equal(game, state, rounds, evaluate):
    return alphabeta_fail_hard(game, state, rounds, evaluate, strict=False)


def alphabeta_strict_soft(game, state, rounds, evaluate, alpha=-math.inf, beta=math.inf, d=None):
    """Fail-soft with strict cuts, one function, extra parameters with defaults."""
    d = rounds * len(game.sides) if d is None else d
    if game.is_terminal(state):
        return game.utility(state), None
    if d == 0:
        return evaluate(game, state), None
    side, best, chosen = game.side(state), None, None
    for a in game.actions(state):
        child = game.result(state, a)
        v = alphabeta_strict_soft(game, child, rounds, evaluate, alpha, beta, d - 1)[0]
        if best is None or side * v > side * best:
            best, chosen = v, a
        if side == MAX:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta < alpha:
            break
    return best, chosen


# expectimax ---------------------------------------------------------------------------------


def expectimax_plain(game, state, rounds, evaluate):
    def search(s, plies):
        if game.is_terminal(s):
            return game.utility(s), None
        if plies == 0:
            return evaluate(game, s), None
        values = [(search(game.result(s, a), plies - 1)[0], a) for a in game.actions(s)]
        side = game.side(s)
        if side == CHANCE:
            return sum(game.probability(s, a) * v for v, a in values), None
        return (max if side == MAX else min)(values, key=lambda pair: pair[0])

    return search(state, rounds * len(game.sides))


def expectimax_reversed_sum(game, state, rounds, evaluate):
    """Sums the outcomes in the other order: values differ in the last bits only."""

    def value(s, plies):
        if game.is_terminal(s):
            return game.utility(s)
        if plies == 0:
            return evaluate(game, s)
        side = game.side(s)
        if side == CHANCE:
            total = 0.0
            for a in reversed(list(game.actions(s))):
                total += value(game.result(s, a), plies - 1) * game.probability(s, a)
            return total
        return side * max(side * value(game.result(s, a), plies - 1) for a in game.actions(s))

    plies = rounds * len(game.sides)
    v = value(state, plies)
    if game.is_terminal(state) or rounds == 0 or game.side(state) == CHANCE:
        return v, None
    for a in game.actions(state):
        if math.isclose(value(game.result(state, a), plies - 1), v, abs_tol=1e-12):
            return v, a


class ExpectimaxByKind:
    """A table of functions by kind of node."""

    def __call__(self, game, state, rounds, evaluate):
        self.game, self.evaluate = game, evaluate
        return self.look(state, rounds * len(game.sides))

    def look(self, state, plies):
        if self.game.is_terminal(state):
            return float(self.game.utility(state)), None
        if plies < 1:
            return float(self.evaluate(self.game, state)), None
        return {MAX: self.high, MIN: self.low, CHANCE: self.mean}[self.game.side(state)](
            state, plies - 1
        )

    def outcomes(self, state, plies):
        for action in self.game.actions(state):
            yield action, self.look(self.game.result(state, action), plies)[0]

    def high(self, state, plies):
        action, value = max(self.outcomes(state, plies), key=lambda pair: pair[1])
        return value, action

    def low(self, state, plies):
        action, value = min(self.outcomes(state, plies), key=lambda pair: pair[1])
        return value, action

    def mean(self, state, plies):
        pairs = self.outcomes(state, plies)
        return math.fsum(self.game.probability(state, a) * v for a, v in pairs), None


# best_actions -------------------------------------------------------------------------------


def best_actions_brute(game, state, rounds, evaluate):
    if game.is_terminal(state) or rounds == 0:
        return set()
    plies = rounds * len(game.sides)

    def value(s, left):
        if game.is_terminal(s):
            return game.utility(s)
        if left == 0:
            return evaluate(game, s)
        side = game.side(s)
        return side * max(side * value(game.result(s, a), left - 1) for a in game.actions(s))

    values = {a: value(game.result(state, a), plies - 1) for a in game.actions(state)}
    best = (max if game.side(state) == MAX else min)(values.values())
    return {a for a, v in values.items() if v == best}


def best_actions_list(game, state, rounds, evaluate):
    """A list in another order."""
    return sorted(best_actions_brute(game, state, rounds, evaluate), reverse=True)


def best_actions_strict(game, state, rounds, evaluate):
    """Strict cuts at the root's children, ties collected."""
    if game.is_terminal(state) or rounds == 0:
        return frozenset()
    plies, side = rounds * len(game.sides), game.side(state)
    best, found = -side * math.inf, []
    for a in game.actions(state):
        window = (best, math.inf) if side == MAX else (-math.inf, best)
        child = game.result(state, a)
        value = alphabeta_strict_soft(game, child, rounds, evaluate, *window, plies - 1)[0]
        if value == best:
            found.append(a)
        elif side * value > side * best:
            best, found = value, [a]
    return frozenset(found)


RIGHT = {
    "minimax": [minimax_pair, minimax_negamax, minimax_iterative, MinimaxClass()],
    "alphabeta": [
        alphabeta_pair,
        alphabeta_fail_hard,
        alphabeta_fail_hard_equal,
        alphabeta_strict_soft,
    ],
    "expectimax": [expectimax_plain, expectimax_reversed_sum, ExpectimaxByKind()],
    "best_actions": [best_actions_brute, best_actions_list, best_actions_strict],
}
