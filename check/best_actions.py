"""The check of best_actions: any collection of the right actions without repetition."""

from check.examine import examine
from check.exercise import Exercise, Partial
from check.minimax import as_it_is, player_cases, searched
from check.report import Report
from check.trees import draw_search, smaller_trees
from lib.search import best_actions as reference


def best_actions(fn, seed: int = 0) -> Report:
    """Checks `best_actions(game, state, rounds, evaluate) -> set`."""
    return examine(BEST_ACTIONS, fn, seed)


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
    player_cases,
    lambda case: set(searched(reference, case)),
    _same_set,
    smaller_trees,
    picture=draw_search,
    near=0.75,
    profile=as_it_is,
    partial=Partial("A kind where some best actions are missing counts half.", _some_of_set),
    easy=("0 rounds and finished games",),
)
