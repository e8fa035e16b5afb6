"""The checks of minimax, alphabeta, expectimax and best_actions."""

import math
from dataclasses import replace
from random import Random

from lib.check import search_catalogue  # noqa: F401  (files the misconceptions)
from lib.check.examine import Exercise, examine
from lib.check.plain import same_number
from lib.check.report import Report
from lib.check.runner import Case
from lib.check.trees import CHANCES, PLAYERS, search_cases, smaller_trees, tree_case
from lib.game import MAX, rounds
from lib.games.tree import TreeGame
from lib.search import best_actions as all_best_actions
from lib.search import expectimax as reference_expectimax
from lib.search import minimax as reference_minimax


def minimax(fn, seed: int = 0) -> Report:
    """Checks `minimax(game, state, rounds, evaluate) -> (value, action)`."""
    return examine(MINIMAX, fn, seed)


def alphabeta(fn, seed: int = 0) -> Report:
    """Checks `alphabeta(game, state, rounds, evaluate) -> (value, action)`, pruning included."""
    return examine(ALPHABETA, fn, seed)


def expectimax(fn, seed: int = 0) -> Report:
    """Checks `expectimax(game, state, rounds, evaluate) -> (value, action)`."""
    return examine(EXPECTIMAX, fn, seed)


def best_actions(fn, seed: int = 0) -> Report:
    """Checks `best_actions(game, state, rounds, evaluate) -> set`."""
    return examine(BEST_ACTIONS, fn, seed)


def _player_cases(seed):
    return search_cases(seed, PLAYERS)


def _all_cases(seed):
    return search_cases(seed, PLAYERS | CHANCES)


def _searched(search, case):
    """What `search` of the library returns for the case."""
    game, state, n, evaluate = case.args
    return search(game, state, rounds(game, n), evaluate)


def _is_pair(got) -> bool:
    return type(got) in (tuple, list) and len(got) == 2


def _same_pair(expected, got, case) -> bool:
    """Whether value and action are right."""
    if not _is_pair(got):
        return False
    return same_number(expected[0], got[0]) and _same_action(expected[1], got[1])


def _same_action(expected, got) -> bool:
    return type(expected) is type(got) and expected == got


def _say_pair(answer) -> str:
    return f"value {answer[0]}, action {answer[1]}" if _is_pair(answer) else repr(answer)


MINIMAX = Exercise(
    "minimax",
    "minimax(game, state, rounds, evaluate) -> (value, action)",
    _player_cases,
    lambda case: _searched(reference_minimax, case),
    _same_pair,
    smaller_trees,
    _say_pair,
)


# Expectimax: two actions may be equally good but for rounding; then either will do.


def _action_values(case):
    """The value of every action at the root, as the library computes it."""
    game, state, n, evaluate = case.args
    plies = rounds(game, n)
    return {
        action: reference_expectimax(game, game.result(state, action), plies - 1, evaluate)[0]
        for action in game.actions(state)
    }


def _same_up_to_rounding(expected, got, case) -> bool:
    if _same_pair(expected, got, case):
        return True
    if not _is_pair(got) or not same_number(expected[0], got[0]) or expected[1] is None:
        return False
    values = _action_values(case)
    first, chosen = values[expected[1]], values.get(got[1]) if type(got[1]) is int else None
    return chosen is not None and chosen != first and same_number(chosen, first)


EXPECTIMAX = Exercise(
    "expectimax",
    "expectimax(game, state, rounds, evaluate) -> (value, action)",
    _all_cases,
    lambda case: _searched(reference_expectimax, case),
    _same_up_to_rounding,
    smaller_trees,
    _say_pair,
)


# Alpha-beta: the same result, and no more leaves than the most careful of the usual forms.


class Counted:
    """A game that counts how often a utility or an evaluation is asked for."""

    def __init__(self, game):
        self._game = game
        self.calls = 0

    def __getattr__(self, name):
        return getattr(self._game, name)

    def utility(self, state):
        self.calls += 1
        return self._game.utility(state)

    def counting(self, evaluate):
        """`evaluate`, counted too."""

        def counted(game, state):
            self.calls += 1
            return evaluate(game, state)

        return counted


def _count(search, case) -> int:
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


def fail_soft(strict):
    """Fail-soft alpha-beta that cuts only beyond the window (strict) or on its edge too."""

    def search(game, state, plies, evaluate, alpha=-math.inf, beta=math.inf):
        value = _leaf(game, state, plies, evaluate)
        if value is not None:
            return value
        side = game.side(state)
        best = -side * math.inf
        for action in game.actions(state):
            child = game.result(state, action)
            value = search(game, child, plies - 1, evaluate, alpha, beta)
            best = side * max(side * best, side * value)
            bound = beta if side == MAX else alpha
            if side * best > side * bound or (not strict and best == bound):
                return best
            alpha, beta = _narrowed(side, best, alpha, beta)
        return best

    return search


def _narrowed(side, value, alpha, beta):
    return (max(alpha, value), beta) if side == MAX else (alpha, min(beta, value))


def shallow(game, state, plies, evaluate, bound=None):
    """Alpha-beta that knows only its parent's value: it misses the deep cuts."""
    value = _leaf(game, state, plies, evaluate)
    if value is not None:
        return value
    side = game.side(state)
    best = -side * math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        value = shallow(game, child, plies - 1, evaluate, (side, best))
        best = side * max(side * best, side * value)
        if bound and bound[0] != side and side * best >= side * bound[1]:
            break
    return best


def _deep_cases(seed, wanted=6):
    """Trees in which the deep cuts, and not only the shallow ones, save leaves."""
    rng = Random(f"deep {seed}")
    found = []
    while len(found) < wanted:
        game = TreeGame.random(rng.getrandbits(32), 2 + len(found) % 2, 4, values=(-20, 20))
        case = tree_case(game, (), 2, "deep cuts")
        if _count(shallow, case) > _count(fail_hard(strict=True), case):
            found.append(case)
    return found


def _alphabeta_cases(seed):
    return [_counted_case(case) for case in [*_player_cases(seed), *_deep_cases(seed)]]


def _counted_case(case: Case) -> Case:
    game, state, n, evaluate = case.args

    def build():
        counted = Counted(game)
        return (counted, state, n, counted.counting(evaluate))

    return replace(case, build=build, answer=lambda value, args: (value, args[0].calls))


def _expected_with_bound(case):
    return _searched(reference_minimax, case), _count(fail_hard(strict=True), case)


def _same_and_pruned(expected, got, case) -> bool:
    (result, bound), (answer, calls) = expected, got
    return _same_pair(result, answer, case) and calls <= bound


def _say_counted(answer) -> str:
    return f"{_say_pair(answer[0])} ({answer[1]} leaves)"


KINDS = {
    "It cuts on equality (>=, <=).": (fail_soft(False), fail_hard(False)),
    "It cuts only beyond the bound (>, <), fail-soft.": (fail_soft(True),),
    "It cuts only beyond the bound (>, <), fail-hard.": (fail_hard(True),),
}


def _kind_of_cut(cases, answers) -> tuple[str, ...]:
    """Which kind of cut the numbers of leaves show."""
    calls = [answer.value[1] for answer in answers]
    for sentence, forms in KINDS.items():
        for form in forms:
            if calls == [_count(form, case) for case in cases]:
                return (sentence,)
    return ("Its cuts lie between strict (>, <) and on equality (>=, <=).",)


def _smaller_counted(case):
    return (_counted_case(small) for small in smaller_trees(case))


ALPHABETA = Exercise(
    "alphabeta",
    "alphabeta(game, state, rounds, evaluate) -> (value, action)",
    _alphabeta_cases,
    _expected_with_bound,
    _same_and_pruned,
    _smaller_counted,
    _say_counted,
    _kind_of_cut,
)


# best_actions: any collection of the right actions without repetition.


def _same_set(expected, got, case) -> bool:
    if type(got) not in (set, frozenset, list, tuple) or len(got) != len(expected):
        return False
    return all(type(action) is int for action in got) and set(got) == expected


BEST_ACTIONS = Exercise(
    "best_actions",
    "best_actions(game, state, rounds, evaluate) -> set",
    _player_cases,
    lambda case: set(_searched(all_best_actions, case)),
    _same_set,
    smaller_trees,
)
