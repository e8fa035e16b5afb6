"""Widgets: step through searches, play against agents, turn the knobs of UCB1 and evaluators.

They are core ipywidgets around the pictures of `lib.draw`; only the playing board is more.
"""

from lib.lazy import lazy

_HOMES = {
    "evaluation_lab": "evaluation",
    "mcts_stepper": "montecarlo",
    "play_board": "board",
    "present": "presenting",
    "stepper": "stepping",
    "ucb_bench": "bench",
    "watch": "watching",
}
__all__ = sorted(_HOMES)
__getattr__, __dir__ = lazy(__name__, _HOMES)
