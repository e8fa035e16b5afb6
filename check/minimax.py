"""The checks of minimax, expectimax and best_actions, and what all searches share.

Actions that expectimax finds equally good but for rounding are both right. Of best_actions any
collection is right that holds each action once.
"""

from dataclasses import replace
from functools import lru_cache

from check.examine import examine
from check.exercise import Exercise, Partial
from check.plaindata import same_number
from check.report import Report
from check.trees import CHANCES, PLAYERS, draw_search, search_cases, smaller_trees
from lib.game import rounds
from lib.search import best_actions as reference_best_actions
from lib.search import expectimax as reference_expectimax
from lib.search import minimax as reference


def minimax(fn, seed: int = 0) -> Report:
    """Checks `minimax(game, state, rounds, evaluate) -> (value, action)`."""
    return examine(MINIMAX, fn, seed)


def player_cases(seed):
    """The questions to searches of games without chance."""
    return search_cases(seed, PLAYERS)


def searched(search, case):
    """What `search` of the library returns for the case."""
    game, state, n, evaluate = case.args
    return search(game, state, rounds(game, n), evaluate)


def is_pair(got) -> bool:
    """Whether an answer has two parts: a value and an action."""
    return type(got) in (tuple, list) and len(got) == 2


def same_pair(expected, got, case) -> bool:
    """Whether value and action are right."""
    if not is_pair(got):
        return False
    return same_number(expected[0], got[0]) and same_action(expected[1], got[1])


def same_action(expected, got) -> bool:
    """Whether two actions are the same, in type too."""
    return type(expected) is type(got) and expected == got


def say_pair(answer) -> str:
    """A pair in words."""
    return f"value {answer[0]!r}, action {answer[1]!r}" if is_pair(answer) else repr(answer)


def as_it_is(case, answer, right):
    """Alike are two searches that give the same answers."""
    return right, answer.kind, answer.value if answer.ok else ""


def _as_a_pair(case, answer, right):
    """Alike are searches with the same wrong value; where the value is right, the action counts.

    Where there is no action, any action is the same mistake.
    """
    if not is_pair(answer.value):
        return as_it_is(case, answer, right)
    value, action = answer.value
    if not same_number(right_pair(case)[0], value):
        return right, value, "any action"
    nobody_moves = right_pair(case)[1] is None
    return right, value, "an action" if nobody_moves and action is not None else action


@lru_cache(maxsize=1000)
def right_pair(case):
    """Value and action, with or without chance."""
    return searched(reference_expectimax, case)


def _value_of_pair(expected, got, case) -> float:
    return 0.6 if is_pair(got) and same_number(expected[0], got[0]) else 0.0


VALUES = Partial("Where only the values are right, a kind counts 60 %.", _value_of_pair)
MINIMAX = Exercise(
    "minimax",
    "minimax(game, state, rounds, evaluate) -> (value, action)",
    player_cases,
    lambda case: searched(reference, case),
    same_pair,
    smaller_trees,
    say_pair,
    picture=draw_search,
    profile=_as_a_pair,
    partial=VALUES,
)


def expectimax(fn, seed: int = 0) -> Report:
    """Checks `expectimax(game, state, rounds, evaluate) -> (value, action)`."""
    return examine(EXPECTIMAX, fn, seed)


def _cases(seed):
    return search_cases(seed, PLAYERS | CHANCES)


def _action_values(case):
    """The value of every action at the root, as the library computes it."""
    game, state, n, evaluate = case.args
    plies = rounds(game, n)
    return {
        action: reference_expectimax(game, game.result(state, action), plies - 1, evaluate)[0]
        for action in game.actions(state)
    }


def _same_up_to_rounding(expected, got, case) -> bool:
    if same_pair(expected, got, case):
        return True
    if not is_pair(got) or not same_number(expected[0], got[0]) or expected[1] is None:
        return False
    values = _action_values(case)
    first, chosen = values[expected[1]], values.get(got[1]) if type(got[1]) is int else None
    return chosen is not None and chosen != first and same_number(chosen, first)


EXPECTIMAX = replace(
    MINIMAX,
    name="expectimax",
    signature="expectimax(game, state, rounds, evaluate) -> (value, action)",
    cases=_cases,
    expected=lambda case: searched(reference_expectimax, case),
    agrees=_same_up_to_rounding,
)


def best_actions(fn, seed: int = 0) -> Report:
    """Checks `best_actions(game, state, rounds, evaluate) -> set`."""
    return examine(BEST_ACTIONS, fn, seed)


def _goes_on(case) -> bool:
    """Whether the game is not over: the problem set asks for nothing else."""
    game, state = case.args[:2]
    return not game.is_terminal(state)


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
    lambda seed: [case for case in player_cases(seed) if _goes_on(case)],
    lambda case: set(searched(reference_best_actions, case)),
    _same_set,
    lambda case: filter(_goes_on, smaller_trees(case)),
    picture=draw_search,
    profile=as_it_is,
    partial=Partial("A kind where some best actions are missing counts half.", _some_of_set),
    easy=("0 rounds and finished games",),
)
