"""The check of expectimax. Actions that are equally good but for rounding are both right."""

from check.examine import examine
from check.exercise import Exercise
from check.minimax import VALUES, as_a_pair, is_pair, same_pair, say_pair, searched
from check.plaindata import same_number
from check.report import Report
from check.trees import CHANCES, PLAYERS, draw_search, search_cases, smaller_trees
from lib.game import rounds
from lib.search import expectimax as reference


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
        action: reference(game, game.result(state, action), plies - 1, evaluate)[0]
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


EXPECTIMAX = Exercise(
    "expectimax",
    "expectimax(game, state, rounds, evaluate) -> (value, action)",
    _cases,
    lambda case: searched(reference, case),
    _same_up_to_rounding,
    smaller_trees,
    say_pair,
    picture=draw_search,
    near=0.75,
    profile=as_a_pair,
    partial=VALUES,
)
