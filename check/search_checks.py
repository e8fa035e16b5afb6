"""The checks of minimax, alphabeta, expectimax and best_actions."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from check.examine import examine
from check.exercise import Exercise
from check.instrumented import Counted
from check.plaindata import same_number
from check.pruning import count, deep_cases, fail_hard, fail_soft
from check.report import Report
from check.runner import Case
from check.scoring import Partial
from check.trees import CHANCES, PLAYERS, plural, search_cases, smaller_trees
from lib.game import rounds
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
    return f"value {answer[0]!r}, action {answer[1]!r}" if _is_pair(answer) else repr(answer)


def _as_it_is(case, answer, right):
    """Alike are two searches that give the same answers."""
    return right, answer.kind, answer.value if answer.ok else ""


def _as_a_pair(case, answer, right):
    """Alike are searches with the same wrong value; where the value is right, the action counts.

    Where there is no action, any action is the same mistake.
    """
    if not _is_pair(answer.value):
        return _as_it_is(case, answer, right)
    value, action = answer.value
    if not same_number(_right_value(case), value):
        return right, value, "any action"
    nobody_moves = _right_pair(case)[1] is None
    return right, value, "an action" if nobody_moves and action is not None else action


@lru_cache(maxsize=1000)
def _right_pair(case):
    return _searched(reference_expectimax, case)


def _right_value(case):
    return _right_pair(case)[0]


def _value_of_pair(expected, got, case) -> float:
    return 0.6 if _is_pair(got) and same_number(expected[0], got[0]) else 0.0


VALUES = Partial("Where only the values are right, a kind counts 60 %.", _value_of_pair)
MINIMAX = Exercise(
    "minimax",
    "minimax(game, state, rounds, evaluate) -> (value, action)",
    _player_cases,
    lambda case: _searched(reference_minimax, case),
    _same_pair,
    smaller_trees,
    _say_pair,
    profile=_as_a_pair,
    partial=VALUES,
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
    profile=_as_a_pair,
    partial=VALUES,
)


# Alpha-beta: the same result, and no more leaves than the most careful of the usual forms.


def _alphabeta_cases(seed):
    cases = [*_player_cases(seed), *deep_cases(seed)]
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


class Pruned(NamedTuple):
    """What is right: the result, and the most leaves that may be looked at for it."""

    result: tuple
    most: int


def _expected_with_bound(case):
    return Pruned(_searched(reference_minimax, case), count(fail_hard(strict=True), case))


def _same_and_pruned(expected, got, case) -> bool:
    (result, bound), (answer, calls) = expected, got
    return _same_pair(result, answer, case) and calls <= bound


def _value_action_leaves(expected, got, case) -> float:
    """A fifth for the value, a fifth for the action, the rest for the leaves left out."""
    (result, bound), (answer, calls) = expected, got
    if not (_is_pair(answer) and same_number(result[0], answer[0])):
        return 0.0
    return 0.2 + 0.2 * _same_action(result[1], answer[1]) + 0.6 * (calls <= bound)


def _say_counted(answer) -> str:
    most = "no more than " if isinstance(answer, Pruned) else ""
    return f"{_say_pair(answer[0])}, looking at {most}{plural(answer[1], 'leaf', 'leaves')}"


def _as_a_result(case, answer, right):
    """Alike are searches with the same wrong result, or with the right one and as many leaves."""
    if not answer.ok or not _is_pair(answer.value[0]):
        return _as_it_is(case, answer, right)
    (value, action), leaves = answer.value
    if same_number(_right_value(case), value):
        return right, value, action, right or leaves
    return right, value


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
            if calls == [count(form, case) for case in cases]:
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
    remark=_kind_of_cut,
    profile=_as_a_result,
    partial=Partial(
        "Of each kind the values bring 20 %, the actions 20 %, the leaves left out 60 %.",
        _value_action_leaves,
    ),
)


# best_actions: any collection of the right actions without repetition.


def _some_of_set(expected, got, case) -> float:
    """Half for actions that are all right, but not all that there are."""
    some = type(got) in (set, frozenset, list, tuple) and len(got) > 0
    return 0.5 if some and all(type(a) is int and a in expected for a in got) else 0.0


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
    profile=_as_it_is,
    partial=Partial("A kind where some best actions are missing counts half.", _some_of_set),
    easy=("0 rounds and finished games",),
)
