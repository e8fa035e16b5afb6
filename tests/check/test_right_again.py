"""Right solutions in shapes that people bring from elsewhere: each passes in full."""

from functools import cache
from itertools import product
from math import inf, log, sqrt

import pytest

import check
from lib.game import CHANCE, MAX
from lib.search import Node

# Search: two functions that hand over by side, a stack, a class, lists and dictionaries.


def two_functions(game, state, rounds, evaluate):
    def value(s, plies):
        if game.is_terminal(s):
            return game.utility(s), None
        if plies == 0:
            return evaluate(game, s), None
        return (max_value if game.side(s) == MAX else min_value)(s, plies)

    def max_value(s, plies):
        v, move = -inf, None
        for a in game.actions(s):
            w, _ = value(game.result(s, a), plies - 1)
            if w > v:
                v, move = w, a
        return v, move

    def min_value(s, plies):
        v, move = inf, None
        for a in game.actions(s):
            w, _ = value(game.result(s, a), plies - 1)
            if w < v:
                v, move = w, a
        return v, move

    return value(state, rounds * len(game.sides))


class Searcher:
    """A class with state that is made anew for each search, and returns a list."""

    def __init__(self, game, evaluate):
        self.game, self.evaluate, self.moves = game, evaluate, {}

    def negamax(self, s, plies, side):
        """What s is worth to `side`."""
        if self.game.is_terminal(s):
            return side * self.game.utility(s)
        if plies == 0:
            return side * self.evaluate(self.game, s)
        me = self.game.side(s)
        scores = {}
        for a in self.game.actions(s):
            scores[a] = self.negamax(self.game.result(s, a), plies - 1, me)
        best = max(scores.values())
        self.moves[s] = next(a for a in scores if scores[a] == best)
        return best if me == side else -best


def by_class(game, state, rounds, evaluate):
    searcher = Searcher(game, evaluate)
    value = searcher.negamax(state, rounds * len(game.sides), MAX)
    return [value, searcher.moves.get(state)]


def windows_of_two(game, state, rounds, evaluate):
    def max_value(s, d, low, high):
        v, move = -inf, None
        for a in game.actions(s):
            w, _ = value(game.result(s, a), d - 1, low, high)
            if w > v:
                v, move = w, a
            if v >= high:
                return v, move
            low = max(low, v)
        return v, move

    def min_value(s, d, low, high):
        v, move = inf, None
        for a in game.actions(s):
            w, _ = value(game.result(s, a), d - 1, low, high)
            if w < v:
                v, move = w, a
            if v <= low:
                return v, move
            high = min(high, v)
        return v, move

    def value(s, d, low, high):
        if game.is_terminal(s):
            return game.utility(s), None
        if d == 0:
            return evaluate(game, s), None
        return (max_value if game.side(s) == MAX else min_value)(s, d, low, high)

    return value(state, rounds * len(game.sides), -inf, inf)


def negamax_windows(game, state, rounds, evaluate):
    def nega(s, d, low, high, me):
        """What s is worth to `me`, seen through me's window."""
        if game.is_terminal(s):
            return me * game.utility(s), None
        if d == 0:
            return me * evaluate(game, s), None
        if game.side(s) != me:
            v, move = nega(s, d, -high, -low, -me)
            return -v, move
        best, move = -inf, None
        for a in game.actions(s):
            v, _ = nega(game.result(s, a), d - 1, low, high, me)
            if v > best:
                best, move = v, a
            low = max(low, best)
            if low >= high:
                break
        return best, move

    return nega(state, rounds * len(game.sides), -inf, inf, MAX)


def chance_by_cases(game, state, rounds, evaluate):
    def value(s, plies):
        if game.is_terminal(s):
            return game.utility(s)
        if plies == 0:
            return evaluate(game, s)
        moves = list(game.actions(s))
        scores = [value(game.result(s, a), plies - 1) for a in moves]
        if game.side(s) == CHANCE:
            total = 0
            for a, score in zip(moves, scores, strict=True):
                total += score * game.probability(s, a)
            return total
        return max(scores) if game.side(s) == MAX else min(scores)

    plies = rounds * len(game.sides)
    if plies == 0 or game.is_terminal(state) or game.side(state) == CHANCE:
        return value(state, plies), None
    pick = max if game.side(state) == MAX else min
    moves = list(game.actions(state))
    scores = [value(game.result(state, a), plies - 1) for a in moves]
    return pick(scores), moves[scores.index(pick(scores))]


def chance_cached(game, state, rounds, evaluate):
    @cache
    def value(s, plies):
        if game.is_terminal(s):
            return game.utility(s), None
        if not plies:
            return evaluate(game, s), None
        pairs = [(value(game.result(s, a), plies - 1)[0], a) for a in game.actions(s)]
        if game.side(s) == CHANCE:
            return sum(game.probability(s, a) * v for v, a in pairs), None
        return (max if game.side(s) == MAX else min)(pairs, key=lambda pair: pair[0])

    return value(state, rounds * len(game.sides))


def all_best_by_sorting(game, state, rounds, evaluate):
    if game.is_terminal(state) or rounds == 0:
        return []
    plies, side = rounds * len(game.sides), game.side(state)

    def value(s, d):
        if game.is_terminal(s):
            return game.utility(s)
        if d == 0:
            return evaluate(game, s)
        below = [value(game.result(s, a), d - 1) for a in game.actions(s)]
        return max(below) if game.side(s) == MAX else min(below)

    scored = [(side * value(game.result(state, a), plies - 1), a) for a in game.actions(state)]
    scored.sort(key=lambda pair: -pair[0])
    return [a for v, a in scored if v == scored[0][0]]


def all_best_by_class(game, state, rounds, evaluate):
    searcher = Searcher(game, evaluate)
    best = set()
    if rounds and not game.is_terminal(state):
        side, plies = game.side(state), rounds * len(game.sides)
        worth = {}
        for a in game.actions(state):
            worth[a] = searcher.negamax(game.result(state, a), plies - 1, side)
        best = {a for a in worth if worth[a] == max(worth.values())}
    return best


# MCTS


def expand_last(game, node, rng):
    if game.is_terminal(node.state):
        return node
    action = node.untried[-1]
    node.untried = node.untried[:-1]
    node.children[action] = Node(game, game.result(node.state, action), action, node)
    return node.children[action]


def expand_shuffled(game, node, rng):
    rng.shuffle(node.untried)
    for action in node.untried:
        node.untried.remove(action)
        child = Node(game, game.result(node.state, action), parent=node, action=action)
        node.children.update({action: child})
        return child
    return node


def rollout_index(game, node, rng):
    s = node.state
    while True:
        if game.is_terminal(s):
            return float(game.utility(s))
        moves = tuple(game.actions(s))
        s = game.result(s, moves[rng.randrange(len(moves))])


def rollout_sample(game, node, rng):
    path = [node.state]
    while not game.is_terminal(path[-1]):
        (move,) = rng.sample(list(game.actions(path[-1])), 1)
        path.append(game.result(path[-1], move))
    return game.utility(path[-1])


def count_up(node, value):
    way = [node]
    while way[-1].parent:
        way.append(way[-1].parent)
    for one in reversed(way):
        one.total, one.visits = one.total + value, one.visits + 1


def count_again(node, value):
    node.visits, node.total = node.visits + 1, value + node.total
    if node.parent is not None:
        count_again(node.parent, value)


def walk(game, root, c, rng):
    if root.untried or not root.children:
        return root
    sign = 1 if root.side == MAX else -1
    scores = []
    for child in root.children.values():
        mean = sign * child.total / child.visits
        scores.append((mean + c * (log(root.visits) / child.visits) ** 0.5, child))
    return walk(game, max(scores, key=lambda pair: pair[0])[1], c, rng)


def walk_down(game, root, c, rng):
    node = root
    while node.children and len(node.untried) == 0:
        best, following = None, None
        for child in node.children.values():
            bonus = c * sqrt(log(node.visits)) / sqrt(child.visits)
            bound = child.total / child.visits * node.side + bonus
            if best is None or bound > best:
                best, following = bound, child
        node = following
    return node


def most_visited(root):
    return sorted(root.children.values(), key=lambda child: child.visits)[-1].action


def most_visited_pair(root):
    return max((child.visits, -i, a) for i, (a, child) in enumerate(root.children.items()))[2]


class Tree:
    """MCTS in a class of its own, without Node; totals in the view of whoever moved there."""

    def __init__(self, game, state, c, rng):
        self.game, self.c, self.rng = game, c, rng
        self.n, self.w, self.root = {(): 0}, {(): 0}, state

    def once(self):
        path, state = (), self.root
        while not self.game.is_terminal(state):
            moves = list(self.game.actions(state))
            new = [a for a in moves if (*path, a) not in self.n]
            side = self.game.side(state)
            if new:
                move = self.rng.choice(new)
                path, state = (*path, move), self.game.result(state, move)
                self.n[path], self.w[path] = 0, 0
                break
            move = max(moves, key=lambda a: self.bound(path, a, side))
            path, state = (*path, move), self.game.result(state, move)
        while not self.game.is_terminal(state):
            state = self.game.result(state, self.rng.choice(list(self.game.actions(state))))
        for end in range(len(path) + 1):
            self.n[path[:end]] += 1
            self.w[path[:end]] += self.game.utility(state)

    def bound(self, path, a, side):
        n = self.n[*path, a]
        return side * self.w[*path, a] / n + self.c * sqrt(log(self.n[path]) / n)


def mcts_in_a_class(game, state, iterations, c, rng):
    tree = Tree(game, state, c, rng)
    for _ in range(iterations):
        tree.once()
    return max((a for a in game.actions(state) if (a,) in tree.n), key=lambda a: tree.n[(a,)])


def mcts_from_parts(game, state, iterations, c, rng):
    root = Node(game, state)
    while root.visits < iterations:
        leaf = expand_last(game, walk(game, root, c, rng), rng)
        count_up(leaf, rollout_index(game, leaf, rng))
    return most_visited(root)


# The others


def bound_as_power(total, visits, parent_visits, c):
    return total / visits + c * (log(parent_visits) / visits) ** 0.5 if visits else inf


def bound_in_steps(total, visits, parent_visits, c):
    try:
        mean = total / visits
    except ZeroDivisionError:
        return inf
    return mean + sqrt(c * c * log(parent_visits) / visits) * (1 if c >= 0 else -1)


def java_steps(wins, visits, parent_visits):
    return bound_as_power(wins, visits, parent_visits, 2**0.5)


def java_root(wins, visits, parent_visits):
    if not visits:
        return inf
    return wins / visits + sqrt(2) * sqrt(log(parent_visits)) / sqrt(visits)


def choose_enumerated(children, c):
    n = sum(child.visits for child in children)
    pairs = [(bound_as_power(k.total, k.visits, n, c), -i) for i, k in enumerate(children)]
    return -max(pairs)[1]


def choose_first_unvisited(children, c):
    best, n = 0, sum(child.visits for child in children)
    for i, child in enumerate(children):
        if child.visits == 0:
            return i
        there = children[best]
        if bound_in_steps(child.total, child.visits, n, c) > bound_in_steps(
            there.total, there.visits, n, c
        ):
            best = i
    return best


def wins_next(game, state):
    ends = [game.result(state, move) for move in game.actions(state)]
    return any(game.is_terminal(end) and game.utility(end) for end in ends)


def safe_filter(game, state):
    return [m for m in game.actions(state) if not wins_next(game, game.result(state, m))]


def safe_by_removal(game, state):
    left = list(game.actions(state))
    for move in tuple(left):
        if wins_next(game, game.result(state, move)):
            left.remove(move)
    return left


def over_by_union(game, state):
    return game.moves(state[0], state[1]) | game.moves(state[1], state[0]) == 0


def over_by_any(game, state):
    x, o = state[:2]
    return not any((game.moves(x, o), game.moves(o, x)))


def squares_by_bits(game, state):
    own, other = state[state[2]], state[1 - state[2]]
    moves, found = game.moves(own, other), []
    while moves:
        low = moves & -moves
        found.append(low.bit_length() - 1)
        moves ^= low
    return found or (["pass"] if game.moves(other, own) else [])


def squares_by_text(game, state):
    own, other = state[state[2]], state[1 - state[2]]
    bits = bin(game.moves(own, other))[:1:-1]
    squares = [i for i, bit in enumerate(bits) if bit == "1"]
    if not squares and game.moves(other, own):
        squares = ["pass"]
    return squares


def children_seen(game, state):
    seen, kept = set(), []
    for action in game.actions(state):
        child = game.result(state, action)
        if child not in seen:
            seen.add(child)
            kept.append(action)
    return kept


def children_reversed(game, state):
    actions = list(game.actions(state))
    return list({game.result(state, a): a for a in reversed(actions)}.values())[::-1]


def four_by_cells(stones):
    cells = {divmod(bit, 7) for bit in range(49) if stones >> bit & 1}
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        all((x + k * dx, y + k * dy) in cells for k in range(4))
        for (x, y), (dx, dy) in product(cells, steps)
    )


def four_by_shifts(stones):
    found = 0
    for step in (1, 6, 7, 8):
        found |= stones & stones >> step & stones >> 2 * step & stones >> 3 * step
    return bool(found)


def landing_loop(stones, column):
    for row in range(6):
        bit = 1 << (7 * column + row)
        if not stones & bit:
            return bit
    return 0


def landing_count(stones, column):
    height = (stones >> 7 * column & 0b111111).bit_count()
    return 1 << (7 * column + height) if height < 6 else 0


RIGHT = {
    "minimax": [two_functions, by_class],
    "alphabeta": [windows_of_two, negamax_windows],
    "expectimax": [chance_by_cases, chance_cached],
    "best_actions": [all_best_by_sorting, all_best_by_class],
    "expand": [expand_last, expand_shuffled],
    "rollout": [rollout_index, rollout_sample],
    "backpropagate": [count_up, count_again],
    "select": [walk, walk_down],
    "best_action": [most_visited, most_visited_pair],
    "mcts": [mcts_in_a_class, mcts_from_parts],
    "ucb1": [bound_as_power, bound_in_steps],
    "ucb_from_java": [java_steps, java_root],
    "choose": [choose_enumerated, choose_first_unvisited],
    "safe_moves": [safe_filter, safe_by_removal],
    "othello_is_terminal": [over_by_union, over_by_any],
    "legal_with_pass": [squares_by_bits, squares_by_text],
    "distinct_children": [children_seen, children_reversed],
    "has_four": [four_by_cells, four_by_shifts],
    "landing": [landing_loop, landing_count],
}
PAIRS = [(name, fn) for name, solutions in RIGHT.items() for fn in solutions]


@pytest.mark.parametrize(
    ("exercise", "fn"), PAIRS, ids=lambda part: getattr(part, "__name__", part)
)
def test_it_passes(exercise, fn):
    report = getattr(check, exercise)(fn)
    assert report.passed and report.score == 1, str(report)
