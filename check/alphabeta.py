"""The check of alphabeta: the result of minimax, and no more leaves than the most careful form."""

from dataclasses import replace
from typing import NamedTuple

from check.examine import examine
from check.exercise import Exercise, Partial
from check.instrumented import Counted
from check.making.pruning import count, deep_cases, fail_hard, fail_soft
from check.making.trees import plural, smaller_trees
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
from lib.search import minimax as reference


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
    return right, value


_KINDS = {
    "It cuts on equality (>=, <=).": (fail_soft(False), fail_hard(False)),
    "It cuts only beyond the bound (>, <), fail-soft.": (fail_soft(True),),
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


ALPHABETA = Exercise(
    "alphabeta",
    "alphabeta(game, state, rounds, evaluate) -> (value, action)",
    _cases,
    _expected,
    _same_and_pruned,
    _smaller,
    _say,
    remark=_kind_of_cut,
    profile=_as_a_result,
    partial=Partial(
        "Of each kind the values bring 20 %, the actions 20 %, the leaves left out 60 %.",
        _value_action_leaves,
    ),
)
