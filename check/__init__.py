"""Checks that name the mistake: `check.minimax(my_minimax)` returns a Report.

Open first `minimax.py` with `mistakes/minimax.md` and `hints/minimax.md`: one exercise, its
mistakes, its hints. Every exercise of EXERCISES has these three files; small exercises that belong
together share the first one (_TOGETHER).

    trees, nodes, positions, evaluators    what questions are made of (positions also asks some)
    mistakes/   right solutions, and what people do wrong, as text: `catalogue.py` reads it
    hints/      three hints for each exercise, as text: `catalogue.py` reads them

A function that was handed in goes through these modules, one after the other:

    examine     asks, compares, finds the smallest failing case, and makes a Report
    exercise    what an exercise is: questions, what is right, what an answer is worth
    runner      calls the function in a process of its own, within limits
    plaindata   what crosses the border of that process; when two numbers are the same
    instrumented    games that write down what is asked of them
    diagnosis   the mistake of the catalogue whose answers look like these, or else advice
    pointing    which line of the learner's code a mistake points to
    messages    every sentence of all these
    report      what a notebook shows
    examples    what a learner expects before the solution is written

`python -m check` counts how many mistakes are
noticed and named. A module is loaded only when one of its checks is asked for.
"""

from lib.files import lazy

_LEARNING = ("backward", "puct", "targets", "policy", "mirrored")
_TOGETHER = {  # small exercises that share a module; every other one has a module of its name
    "minimax": ("expectimax", "best_actions"),
    "ucb1": ("choose", "ucb_from_java", "fourth_log"),
    "select": ("select_chance",),
    "rollout": ("rollout_chance",),
    "positions": (
        "othello_is_terminal",
        "legal_with_pass",
        "has_four",
        "landing",
        "distinct_children",
    ),
    "learning": _LEARNING,
}
_MODULES = {name: module for module, names in _TOGETHER.items() for name in names}
EXERCISES = (
    "safe_moves",
    "minimax",
    "alphabeta",
    "expectimax",
    "best_actions",
    "ucb1",
    "choose",
    "ucb_from_java",
    "parse_log",
    "select",
    "expand",
    "rollout",
    "select_chance",
    "rollout_chance",
    "backpropagate",
    "best_action",
    "mcts",
    "evaluate_pacman",
    "evaluate_capture",
    "othello_is_terminal",
    "legal_with_pass",
    "distinct_children",
    "has_four",
    "landing",
    *_LEARNING,
)
_TOOLS = {
    "Report": "report",
    "Misconception": "catalogue",
    "catalogue": "catalogue",
    "hint": "catalogue",
    "check_game": "check_game",
    "game": "examine",
    "small": "examine",
    "fourth_log": "ucb1",
    "examples": "examples",
}
__getattr__, __dir__ = lazy(
    __name__, {name: _MODULES.get(name, name) for name in EXERCISES} | _TOOLS
)
