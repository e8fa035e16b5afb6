"""Star1 and Star2 (Ballard 1983): alpha-beta for trees with chance, if leaf values have bounds.

Before its children are searched, all we know of a chance node is that each child lies between
`low` and `high`. Every child that comes back narrows its own interval, and with it the mean:

    chances        1/2       1/4        1/4         the mean lies between
    intervals    [3, 3]    [-9, 9]    [-9, 9]       -3     and 6
                 [3, 3]    [-8,-8]    [-9, 9]       -2.75  and 1.75

As soon as the interval of the mean lies outside the window, the rest cannot matter. Means are
rounded as in expectimax, and rounding keeps order, so the bounds hold to the last digit.
"""

from math import fsum, inf

from lib.evaluate import Evaluator, zero
from lib.game import CHANCE, MAX, Action, Game, State
from lib.messages import SEARCH
from lib.search.arguments import bounded_leaves, checked
from lib.trace import traced

_SLACK = 1e-9  # a window is this much wider than it must be, so that rounding cannot hurt


@traced
def star(game, state, depth, evaluate, low, high, alpha, beta, probe):
    """(value, action): alphabeta at the nodes of the players, intervals at chance nodes."""
    if game.is_terminal(state):
        return _within(low, high, game.utility(state), game, state), None
    if depth == 0:
        return _within(low, high, evaluate(game, state), game, state), None
    side = game.side(state)
    if side == CHANCE:
        return _chance_value(game, state, depth, evaluate, low, high, alpha, beta, probe), None
    best_value, best_action = -side * inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        value, _ = star(game, child, depth - 1, evaluate, low, high, alpha, beta, probe)
        if side * value > side * best_value:
            best_value, best_action = value, action
        if side == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best_value, best_action


def _chance_value(game, state, depth, evaluate, low, high, alpha, beta, probe):
    """The mean of the children, or the bound that puts it outside the window."""
    mean = _Mean(game, state, low, high)
    probe(mean, game, depth - 1, evaluate, low, high, alpha, beta)
    for i, child in enumerate(mean.children):
        if mean.is_outside(alpha, beta):
            break
        a, b = mean.window(i, alpha, beta)
        value, _ = star(game, child, depth - 1, evaluate, low, high, a, b, probe)
        if value > a:
            mean.lows[i] = value
        if value < b:
            mean.highs[i] = value
    return mean.high() if mean.high() <= alpha else mean.low()


def _probe_children(mean, game, depth, evaluate, low, high, alpha, beta):
    """Star2: narrow the interval of each child by a search of its first action alone."""
    for i, child in enumerate(mean.children):
        if depth == 0 or game.is_terminal(child) or game.side(child) == CHANCE:
            continue
        if mean.is_outside(alpha, beta):
            break
        a, b = mean.window(i, alpha, beta)
        value, _ = _first_action(game, child, depth, evaluate, low, high, a, b)
        if game.side(child) == MAX and value > a:
            mean.lows[i] = value
        elif game.side(child) != MAX and value < b:
            mean.highs[i] = value


@traced
def _first_action(game, state, depth, evaluate, low, high, alpha, beta):
    """(value, action) of the first action: a bound on the value of a player's node."""
    action = game.actions(state)[0]
    child = game.result(state, action)
    args = (depth - 1, evaluate, low, high, alpha, beta, _probe_children)
    return star(game, child, *args)[0], action


class _Mean:
    """What is known of a chance node: its possible children, and an interval for each."""

    def __init__(self, game, state, low, high):
        chances = {action: game.probability(state, action) for action in game.actions(state)}
        possible = {action: chance for action, chance in chances.items() if chance > 0}
        self.chances = list(possible.values())
        self.children = [game.result(state, action) for action in possible]
        self.lows = [low] * len(possible)
        self.highs = [high] * len(possible)
        self.slack = _SLACK * max(abs(low), abs(high))

    def low(self):
        """The mean is at least this."""
        return fsum(chance * low for chance, low in zip(self.chances, self.lows, strict=True))

    def high(self):
        """The mean is at most this."""
        return fsum(chance * high for chance, high in zip(self.chances, self.highs, strict=True))

    def is_outside(self, alpha, beta):
        """Whether the mean is known to lie outside the window."""
        return self.low() >= beta or self.high() <= alpha

    def window(self, i, alpha, beta):
        """The window for child i: a child outside of it puts the mean outside (alpha, beta)."""
        room_below = (self.high() - alpha + self.slack) / self.chances[i]
        room_above = (beta - self.low() + self.slack) / self.chances[i]
        return self.highs[i] - room_below, self.lows[i] + room_above


def _within(low, high, value, game, state):
    """The value of a leaf; an error if it breaks the promise that it has bounds."""
    if low <= value <= high:
        return value
    places = {"value": value, "low": low, "high": high, "picture": game.render(state)}
    raise ValueError(SEARCH.LEAF_WORTH_OUTSIDE.format(**places))


@checked(bounded_leaves)
def star1(
    game: Game, state: State, depth: float = inf, evaluate: Evaluator = zero,
    low: float = -1, high: float = 1, alpha: float = -inf, beta: float = inf,
) -> tuple[float, Action | None]:  # fmt: skip
    """(value, action) as expectimax gives them, if every leaf lies between `low` and `high`.

    What the value means is what it means for alphabeta: exact inside the window, a bound
    outside. With the full window, the default, it is always exact.
    """
    return star(game, state, depth, evaluate, low, high, alpha, beta, lambda *_: None)


@checked(bounded_leaves)
def star2(
    game: Game, state: State, depth: float = inf, evaluate: Evaluator = zero,
    low: float = -1, high: float = 1, alpha: float = -inf, beta: float = inf,
) -> tuple[float, Action | None]:  # fmt: skip
    """(value, action) as star1; first one action of each child of a chance node gives a bound."""
    return star(game, state, depth, evaluate, low, high, alpha, beta, _probe_children)
