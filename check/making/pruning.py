"""Forms of alpha-beta that the check compares with: how many leaves each of them looks at."""

import math
from itertools import cycle, islice
from random import Random

from check.instrumented import Counted
from check.making.trees import tree_case
from lib.game import MAX, MIN, rounds
from lib.games.tree import TreeGame


def count(search, case) -> int:
    """How many leaves `search(game, state, plies, evaluate)` looks at."""
    game, state, n, evaluate = case.args
    counted = Counted(game)
    search(counted, state, rounds(game, n), counted.counting(evaluate))
    return counted.calls


def _leaf(game, state, plies, evaluate):
    if game.is_terminal(state):
        return game.utility(state)
    return evaluate(game, state) if plies == 0 else None


def fail_hard(strict):
    """Fail-hard alpha-beta that cuts only beyond the window (strict) or on its edge too."""

    def search(game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = _leaf(game, state, plies, evaluate)
        if value is not None:
            return value
        side = game.side(state)
        for action in game.actions(state):
            child = game.result(state, action)
            value = search(game, child, plies - 1, evaluate, alpha, beta)
            bound = beta if side == MAX else alpha
            if side * value > side * bound or (not strict and value == bound):
                return bound
            alpha, beta = _narrowed(side, value, alpha, beta)
        return alpha if side == MAX else beta

    return search


def _the_window(side, next_side, state, alpha, beta):
    """What a child should be handed: all that is known."""
    return alpha, beta


def fail_soft(strict, passes=_the_window):
    """Fail-soft alpha-beta that cuts only beyond the window (strict) or on its edge too.

    Where `passes` hands the children a wider window, it is still right but prunes too little.
    """

    def search(game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = _leaf(game, state, plies, evaluate)
        if value is not None:
            return value
        side = game.side(state)
        best = -side * math.inf
        for action in game.actions(state):
            child = game.result(state, action)
            window = passes(side, _side_after(game, child), state, alpha, beta)
            best = side * max(side * best, side * search(game, child, plies - 1, evaluate, *window))
            bound = beta if side == MAX else alpha
            if side * best > side * bound or (not strict and best == bound):
                return best
            alpha, beta = _narrowed(side, best, alpha, beta)
        return best

    return search


def _narrowed(side, value, alpha, beta):
    return (max(alpha, value), beta) if side == MAX else (alpha, min(beta, value))


def _side_after(game, child):
    return None if game.is_terminal(child) else game.side(child)


def _only_its_own(side, next_side, state, alpha, beta):
    """What the parent has in hand, not what is in hand higher up: no deep cuts."""
    return (alpha, math.inf) if side == MAX else (-math.inf, beta)


def _anew_for_a_teammate(side, next_side, state, alpha, beta):
    """The second agent of a side starts without what the first one has in hand."""
    if side != next_side:
        return alpha, beta
    return (-math.inf, beta) if side == MAX else (alpha, math.inf)


def _anew_below_the_root(side, next_side, state, alpha, beta):
    return (alpha, beta) if state else (-math.inf, math.inf)


WEAK = {  # a window that is too wide, and sides with which it shows
    fail_soft(False, _only_its_own): [(MAX, MIN)],
    fail_soft(False, _anew_for_a_teammate): [(MAX, MIN, MIN), (MAX, MAX, MIN)],
    fail_soft(False, _anew_below_the_root): [(MAX, MIN), (MIN, MAX)],
}


def deep_cases(seed, wanted=4):
    """Trees on which each of the weak forms looks at more leaves than it may."""
    rng = Random(f"deep {seed}")
    return [
        _telling_case(rng, search, sides)
        for search, patterns in WEAK.items()
        for sides in patterns
        for _ in range(wanted)
    ]


TRIES = 3000  # the rarest of these trees is one in twenty


def _telling_case(rng, search, sides):
    """A tree, as small as chance gives it, on which `search` prunes too little.

    A LookupError says that there seems to be none: then `search` is not weak.
    """
    for depth in islice(cycle((2, 3, 4)), TRIES):
        branching = rng.choice((2, 3))
        game = TreeGame.random(rng.getrandbits(32), branching, depth, sides, (-20, 20))
        case = tree_case(game, (), 2, "deep cuts")
        if count(search, case) > count(fail_hard(strict=True), case):
            return case
    raise LookupError(f"no tree of {TRIES:,} with sides {sides} shows that a search prunes less")
