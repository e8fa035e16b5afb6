"""The check of alphabeta: the result of minimax, and no more leaves than the most careful form."""

import math
from dataclasses import replace
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from check.examine import examine
from check.exercise import Exercise, Partial
from check.instrumented import Counted
from check.minimax import (
    as_it_is,
    is_pair,
    player_cases,
    right_pair,
    same_action,
    same_pair,
    say_pair,
    searched,
)
from check.plaindata import same_number
from check.report import Report
from check.runner import Case
from check.trees import draw_search, plural, smaller_trees, tree_case
from lib.game import MAX, MIN, rounds
from lib.games.tree import TreeGame
from lib.search import minimax as reference


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


def _fail_soft(strict, passes=_the_window):
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
    _fail_soft(False, _only_its_own): [(MAX, MIN)],
    _fail_soft(False, _anew_for_a_teammate): [(MAX, MIN, MIN), (MAX, MAX, MIN)],
    _fail_soft(False, _anew_below_the_root): [(MAX, MIN), (MIN, MAX)],
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


def alphabeta(fn, seed: int = 0) -> Report:
    """Checks `alphabeta(game, state, rounds, evaluate) -> (value, action)`, pruning included."""
    return examine(ALPHABETA, fn, seed)


def _cases(seed):
    cases = [*player_cases(seed), *deep_cases(seed)]
    return [_counted_case(_secret(case, seed) if seed else case) for case in cases]


def _secret(case, seed):
    """The same case with other values at the horizon: without the seed one has to ask for them."""
    game, state, n, evaluate = case.args
    secret = lambda game, state: evaluate(game, (seed, state))  # noqa: E731
    return replace(case, args=(game, state, n, secret))


def _counted_case(case: Case) -> Case:
    game, state, n, evaluate = case.args

    def build():
        counted = Counted(game)
        return (counted, state, n, counted.counting(evaluate))

    return replace(case, build=build, answer=lambda value, args: (value, args[0].calls))


class _Pruned(NamedTuple):
    """What is right: the result, and the most leaves that may be looked at for it."""

    result: tuple
    most: int


def _expected(case):
    return _Pruned(searched(reference, case), count(fail_hard(strict=True), case))


def _same_and_pruned(expected, got, case) -> bool:
    (result, bound), (answer, calls) = expected, got
    return same_pair(result, answer, case) and calls <= bound


def _value_action_leaves(expected, got, case) -> float:
    """A fifth for the value, a fifth for the action, the rest for the leaves left out."""
    (result, bound), (answer, calls) = expected, got
    if not (is_pair(answer) and same_number(result[0], answer[0])):
        return 0.0
    return 0.2 + 0.2 * same_action(result[1], answer[1]) + 0.6 * (calls <= bound)


def _say(answer) -> str:
    most = "no more than " if isinstance(answer, _Pruned) else ""
    return f"{say_pair(answer[0])}, looking at {most}{plural(answer[1], 'leaf', 'leaves')}"


def _as_a_result(case, answer, right):
    """Alike are searches with the same wrong result, or with the right one and as many leaves."""
    if not answer.ok or not is_pair(answer.value[0]):
        return as_it_is(case, answer, right)
    (value, action), leaves = answer.value
    if same_number(right_pair(case)[0], value):
        return right, value, action, right or leaves
    return right, value, action is None


_KINDS = {
    "It cuts on equality (>=, <=).": (_fail_soft(False), fail_hard(False)),
    "It cuts only beyond the bound (>, <), fail-soft.": (_fail_soft(True),),
    "It cuts only beyond the bound (>, <), fail-hard.": (fail_hard(True),),
}


def _kind_of_cut(cases, answers) -> tuple[str, ...]:
    """Which kind of cut the numbers of leaves show."""
    calls = [answer.value[1] for answer in answers]
    for sentence, forms in _KINDS.items():
        for form in forms:
            if calls == [count(form, case) for case in cases]:
                return (sentence,)
    return ("Its cuts lie between strict (>, <) and on equality (>=, <=).",)


def _smaller(case):
    return (_counted_case(small) for small in smaller_trees(case))


def _draw(case, expected, answer, ask):
    """The tree of the question; where parts of it are asked for, leaves are counted there too."""
    return draw_search(case, expected, answer, lambda parts: ask([*map(_counted_case, parts)]))


ALPHABETA = Exercise(
    "alphabeta",
    "alphabeta(game, state, rounds, evaluate) -> (value, action)",
    _cases,
    _expected,
    _same_and_pruned,
    _smaller,
    _say,
    picture=_draw,
    remark=_kind_of_cut,
    profile=_as_a_result,
    partial=Partial(
        "Of each kind the values bring 20 %, the actions 20 %, the leaves left out 60 %.",
        _value_action_leaves,
    ),
)
