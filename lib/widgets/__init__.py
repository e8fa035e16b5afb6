"""Widgets: step through searches, play against agents, turn the knobs of UCB1 and evaluators.

Each file is called after the function that it brings: `stepper.py` has `stepper`. They are core
ipywidgets around the pictures of `lib.draw`; only the playing board and the slide show are more.
"""

from lib.lazy import lazy

_NAMES = (
    "ask",
    "evaluation_lab",
    "mcts_stepper",
    "play_board",
    "present",
    "stepper",
    "ucb_bench",
    "watch",
)
_HOMES = {**{name: name for name in _NAMES}, "guesses": "ask"}
__all__ = sorted(_HOMES)
__getattr__, __dir__ = lazy(__name__, _HOMES)
