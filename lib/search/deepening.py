"""Iterative deepening: search 1 ply deep, then 2, then 3, and remember what helps next time.

    for depth, value, action in deepen(game, state, evaluate):
        ...                             stop whenever the time is up: the last answer stands

What is remembered stands first, in small parts that can be taken out or replaced, as in
`memory = Memory(orders=())`. With one or two plies left it is quicker to look: there `_search`
hands over to `_shallow`, if its memory says so (`Memory(plies=2)` or more).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Any

from lib.evaluate import Evaluator, zero
from lib.game import MAX, MIN, Action, Game, State
from lib.search.arguments import check_state, check_whole, checked, explain_too_deep, players_only
from lib.trace import traced


def canonical(game: Game, state: State) -> State:
    """One key for a state and its mirror images: the smallest of them, if they can be compared."""
    try:
        return min(game.symmetries(state))
    except TypeError:
        return state


class Table:
    """Intervals of values by state; mirror images count as one where `plies` are left."""

    def __init__(self, key: Callable[[Game, State], State] = canonical, plies: int = 6):
        self.symmetry, self.plies = key, plies
        self.solved = {}  # key -> (plies, low, high): true of the game, if so many plies are left
        self.limited = {}  # state -> (depth, low, high): true of a search with this depth only

    def look_up(self, visit: "Visit") -> bool:
        """Narrow the interval of the visit by what is known; whether the horizon had a part."""
        if visit.depth >= self.plies:
            visit.key = self.symmetry(visit.game, visit.state)
        plies, low, high = self.solved.get(visit.key, _UNKNOWN)
        if plies <= visit.depth:
            visit.narrow(low, high)
        depth, low, high = self.limited.get(visit.state, _UNKNOWN)
        if depth == visit.depth:
            visit.narrow(low, high)
        return depth == visit.depth

    def store(self, visit: "Visit", whole: bool) -> None:
        """Keep the interval of the visit; `whole` if no line of it was cut short."""
        entry = (visit.depth, visit.low, visit.high)
        if whole:
            self.solved[visit.key] = entry
        else:
            self.limited[visit.state] = entry

    def forget(self, game: Game, state: State) -> None:
        """Drop the intervals of one state."""
        for key in (state, self.symmetry(game, state)):
            self.solved.pop(key, None)
        self.limited.pop(state, None)


_UNKNOWN = (inf, -inf, inf)  # more plies than any search has, and no bounds


class Order:
    """A way to order actions; good ones should come first, because they make cuts."""

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        """The same actions in a better order."""
        return actions

    def learn(self, visit: "Visit", action: Action) -> None:
        """`action` turned out best, or good enough for a cut."""


class TableMove(Order):
    """First what was best when this state was searched before, one ply less deep."""

    def __init__(self):
        self.best = {}

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        best = self.best.get(visit.state)
        return actions if best is None else to_front([best], actions)

    def learn(self, visit: "Visit", action: Action) -> None:
        self.best[visit.state] = action


class Killers(Order):
    """First the two actions that were good most recently with as many plies left."""

    def __init__(self):
        self.recent = defaultdict(list)

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        return to_front(self.recent[visit.depth], actions)

    def learn(self, visit: "Visit", action: Action) -> None:
        others = [other for other in self.recent[visit.depth] if other != action]
        self.recent[visit.depth] = [action, *others[:1]]


class History(Order):
    """First the actions that were good most often anywhere; a ply more to search counts twice."""

    def __init__(self):
        self.merits = {MAX: defaultdict(int), MIN: defaultdict(int)}

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        return sorted(actions, key=self.merits[visit.side].__getitem__, reverse=True)

    def learn(self, visit: "Visit", action: Action) -> None:
        self.merits[visit.side][action] += 2**visit.depth


class WinsFirst(Order):
    """First an action that ends the game in favor of the mover."""

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        game = visit.game
        if visit.depth == 1:  # the search looks no further itself
            return actions
        for action in actions:
            child = visit.child(action)
            if game.is_terminal(child) and visit.side * game.utility(child) > 0:
                return to_front([action], actions)
        return actions


class MiddleFirst(Order):
    """First the middle of the list: on most boards the center is worth more than the rim."""

    def arrange(self, visit: "Visit", actions: Sequence[Action]) -> Sequence[Action]:
        return _middle_first(tuple(actions))


@lru_cache(maxsize=2**12)
def _middle_first(actions):
    """The actions by their distance from the middle of the list."""
    middle = (len(actions) - 1) / 2
    places = sorted(range(len(actions)), key=lambda place: abs(place - middle))
    return [actions[place] for place in places]


def to_front(first: Sequence[Action], actions: Sequence[Action]) -> list[Action]:
    """The actions, beginning with those in `first` that are among them."""
    actions = list(actions)
    for action in reversed(first):
        if action in actions:
            actions.remove(action)
            actions.insert(0, action)
    return actions


# Weakest first. Killers that overrule the history triple the nodes of Connect Four 5x4.
_DEFAULT_ORDERS = (MiddleFirst, Killers, History, TableMove, WinsFirst)


class Visit:
    """One arrival of a search at a state, with what is known of its value."""

    __slots__ = ("children", "depth", "game", "high", "horizons", "key", "low", "side", "state")

    def __init__(self, game: Game, state: State, depth: float, horizons: int):
        self.game, self.state, self.depth = game, state, depth
        self.key = state  # under which a table keeps it
        self.side = game.side(state)
        self.low, self.high = -inf, inf
        self.horizons = horizons
        self.children = {}

    def child(self, action: Action) -> State:
        """The state after an action, worked out once."""
        if (child := self.children.get(action)) is None:
            child = self.children[action] = self.game.result(self.state, action)
        return child

    def narrow(self, low: float, high: float) -> None:
        """The value is known to lie between these two as well."""
        self.low, self.high = max(self.low, low), min(self.high, high)


class Memory:
    """A table and orders (the last has the last word), for nodes with `plies` left; work done."""

    def __init__(self, table: Any = None, orders: Sequence[Order] | None = None, plies: int = 1):
        self.table = Table() if table is None else table
        self.orders = [order() for order in _DEFAULT_ORDERS] if orders is None else orders
        self.plies = plies
        self.nodes = 0  # calls of the search
        self.horizons = 0  # answers that hold for one depth only: evaluations, limited entries

    def arrive(self, game: Game, state: State, depth: float) -> Visit:
        """A visit of the state, with all that the table knows of it."""
        visit = Visit(game, state, depth, self.horizons)
        self.horizons += self.table.look_up(visit)
        return visit

    def ordered(self, visit: Visit, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions, the promising ones first."""
        for order in self.orders:
            actions = order.arrange(visit, actions)
        return actions

    def leave(self, visit: Visit, window: tuple, value: float, action: Action) -> None:
        """Keep what the visit found, searched with this window."""
        alpha, beta = window
        if value > alpha:
            visit.low = value
        if value < beta:
            visit.high = value
        self.table.store(visit, whole=self.horizons == visit.horizons)
        if value > alpha if visit.side == MAX else value < beta:
            for order in self.orders:
                order.learn(visit, action)


@checked(players_only)
def deepen(
    game: Game, state: State, evaluate: Evaluator = zero, depth: float = inf,
    memory: Memory | None = None, step: int = 1,
) -> Iterator[tuple[float, float, Action | None]]:  # fmt: skip
    """Yields (depth, value, action) for depth 1, 2, 3, ... up to `depth`.

    The value at each depth is minimax's value at that depth, the action one of the best.
    It stops by itself when no line was cut short. A terminal state, or depth=0, gives one answer
    with depth 0. With step=rounds(game, 1) it searches whole rounds only.
    """
    check_state(game, state)
    check_whole("step", step, 1)
    if memory is None:
        memory = Memory(plies=3 if evaluate is zero else 2)  # a table also saves evaluations
    return _answers(game, state, evaluate, depth, memory, step)


def _answers(game, state, evaluate, limit, memory, step):
    depth = 0 if game.is_terminal(state) else min(step, limit)
    low, high = _leaf_range(game, evaluate)
    while True:
        memory.table.forget(game, state)  # the root must be searched, to have an action
        horizons = memory.horizons
        with explain_too_deep():
            look = _search if depth >= memory.plies else _shallow
            value, action = look(game, state, depth, evaluate, low, high, memory)
        yield depth, value, action
        if depth >= limit or memory.horizons == horizons:
            return
        depth = min(depth + step, limit)


def _leaf_range(game, evaluate):
    """(low, high): no leaf lies outside, as far as is known. So a win ends the search of a node."""
    if evaluate is not zero:
        return -inf, inf
    low, high = game.utility_range
    return min(low, 0), max(high, 0)


@traced
def _search(game, state, depth, evaluate, alpha, beta, memory):
    """(value, action) as alphabeta gives them, with the help of a memory.

    Only the order of actions differs: among equally good ones another may come first. If
    the table knew the answer, the action is None.
    """
    memory.nodes += 1
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        memory.horizons += 1
        return evaluate(game, state), None
    visit = memory.arrive(game, state, depth)
    if visit.low >= beta or visit.low == visit.high:
        return visit.low, None
    if visit.high <= alpha:
        return visit.high, None
    window = alpha, beta = max(alpha, visit.low), min(beta, visit.high)
    look = _search if depth > memory.plies else _shallow
    side = visit.side
    best_value, best_action = -side * inf, None
    for action in memory.ordered(visit, game.actions(state)):
        child = visit.child(action)
        value, _ = look(game, child, depth - 1, evaluate, alpha, beta, memory)
        if side * value > side * best_value:
            best_value, best_action = value, action
        if side == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    memory.leave(visit, window, best_value, best_action)
    return best_value, best_action


@traced
def _shallow(game, state, depth, evaluate, alpha, beta, memory):
    """(value, action) as `_search` gives them, without its memory: plain alpha-beta, counted."""
    memory.nodes += 1
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        memory.horizons += 1
        return evaluate(game, state), None
    side = game.side(state)
    best_value, best_action = -side * inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        value, _ = _shallow(game, child, depth - 1, evaluate, alpha, beta, memory)
        if side * value > side * best_value:
            best_value, best_action = value, action
        if side == MAX and value > alpha:
            alpha = value
        elif side == MIN and value < beta:
            beta = value
        if alpha >= beta:
            break
    return best_value, best_action
