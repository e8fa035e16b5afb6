"""Checks that name the mistake: `check.minimax(my_minimax)` returns a Report.

Each exercise has a battery of cases and a catalogue of misconceptions. A module of this
package is loaded only when one of its checks is asked for.
"""

from lib.lazy import lazy

_HOMES = {  # exercise: the module that checks it
    "minimax": "search_checks",
    "alphabeta": "search_checks",
    "expectimax": "search_checks",
    "best_actions": "search_checks",
    "ucb1": "ucb1",
    "choose": "choose",
    "ucb_from_java": "ucb_from_java",
    "parse_log": "log_checks",
    "select": "select",
    "expand": "expand",
    "rollout": "rollout",
    "backpropagate": "backpropagate",
    "best_action": "best_action",
    "mcts": "mcts",
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
    "Misconception": "catalogue",
    "catalogue": "catalogue",
    "hint": "hints",
    "check_game": "own_game",
    "game": "own_game",
}
EXERCISES = tuple(_HOMES)
__getattr__, __dir__ = lazy(__name__, {**_HOMES, **_TOOLS})
