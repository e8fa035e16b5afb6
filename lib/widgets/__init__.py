"""Widgets: step through searches, play against agents, turn the knobs of UCB1 and evaluators.

They are core ipywidgets around the pictures of `lib.draw`; only the playing board is more.
"""

from importlib import import_module

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


def __getattr__(name):
    """The widget `name`, from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"lib.widgets has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"lib.widgets.{_HOMES[name]}"), name)


def __dir__():
    return __all__
