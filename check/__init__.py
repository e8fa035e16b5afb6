"""Checks that name the mistake: `check.minimax(my_minimax)` returns a Report.

Each exercise has a battery of cases and a catalogue of misconceptions. A module of this
package is loaded only when one of its checks is asked for.
"""

from importlib import import_module

_HOMES = {  # exercise: the module that checks it
    "minimax": "search_checks",
    "alphabeta": "search_checks",
    "expectimax": "search_checks",
    "best_actions": "search_checks",
    "ucb1": "ucb_checks",
    "choose": "ucb_checks",
    "ucb_from_java": "ucb_checks",
    "parse_log": "log_checks",
    "select": "select_checks",
    "expand": "expand_checks",
    "rollout": "rollout_checks",
    "backpropagate": "backpropagate_checks",
    "best_action": "best_action_checks",
    "mcts": "mcts_checks",
    "evaluate_pacman": "evaluation_checks",
    "evaluate_capture": "evaluation_checks",
    "othello_is_terminal": "board_checks",
    "legal_with_pass": "board_checks",
    "distinct_children": "board_checks",
    "has_four": "bit_checks",
    "landing": "bit_checks",
}
_TOOLS = {
    "Report": "report",
    "Misconception": "misconception",
    "catalogue": "misconception",
    "hint": "hints",
    "check_game": "own_game",
    "game": "own_game",
}
EXERCISES = tuple(_HOMES)


def __getattr__(name):
    """The check or tool called `name`, from its own module."""
    home = _HOMES.get(name) or _TOOLS.get(name)
    if home is None:
        raise AttributeError(
            f"there is no check called {name!r}; there are: {', '.join(EXERCISES)}"
        )
    return getattr(import_module(f"check.{home}"), name)


def __dir__():
    return sorted([*_HOMES, *_TOOLS, "EXERCISES"])
