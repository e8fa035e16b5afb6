"""Iterative deepening: search 1 ply deep, then 2, then 3, and remember what helps next time.

    for depth, value, action in deepen(game, state, evaluate):
        ...                             stop whenever the time is up: the last answer stands

What is remembered is in `lib.search.memory`, in small parts that can be taken out or replaced:

    memory = Memory(table=NoTable(), orders=())     plain alpha-beta
    memory = Memory(table=Table(), orders=())       a table, but the game's own order of actions
    list(deepen(game, state, evaluate, memory=memory)), memory.nodes

Remembering has its price too: with one or two plies left it is quicker to look. There `search`
hands over to `_shallow`, if its memory says so (`Memory(plies=2)` or more).
"""

from collections.abc import Iterator
from math import inf

from lib.evaluate import Evaluator, zero
from lib.game import MAX, MIN, Action, Game, State
from lib.search.arguments import check_state, check_whole, checked, explain_too_deep, players_only
from lib.search.memory import Memory
from lib.trace import traced


@checked(players_only)
def deepen(
    game: Game,
    state: State,
    evaluate: Evaluator = zero,
    depth: float = inf,
    memory: Memory | None = None,
    step: int = 1,
) -> Iterator[tuple[float, float, Action | None]]:
    """Yields (depth, value, action) for depth 1, 2, 3, ... up to `depth`.

    The value at each depth is minimax's value at that depth, the action one of the best.
    It stops by itself when no line was cut short: then the last value is that of the game.
    A terminal state, or depth=0, gives one answer with depth 0 and the action None.
    With step=2 it searches the depths 2, 4, 6, ... only, with step=rounds(game, 1) whole rounds.
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
            look = search if depth >= memory.plies else _shallow
            value, action = look(game, state, depth, evaluate, low, high, memory)
        yield depth, value, action
        if depth >= limit or memory.horizons == horizons:
            return
        depth = min(depth + step, limit)


def _leaf_range(game, evaluate):
    """(low, high): no leaf lies outside. So a win ends the search of a node: nothing is better.

    What an evaluator may say is not known, except of `zero`.
    """
    if evaluate is not zero:
        return -inf, inf
    low, high = game.utility_range
    return min(low, 0), max(high, 0)


@traced
def search(game, state, depth, evaluate, alpha, beta, memory):
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
    look = search if depth > memory.plies else _shallow
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
    """(value, action) as `search` gives them, without its memory: plain alpha-beta, counted."""
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
