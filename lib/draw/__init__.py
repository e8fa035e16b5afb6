"""Pictures as SVG text: boards, search trees, bars; charts need matplotlib and load it late."""

from importlib import import_module

_HOMES = {
    "SVG": "svg",
    "draw_bars": "bars",
    "draw_board": "board",
    "draw_growth": "charts",
    "draw_levels": "tree",
    "draw_mcts": "tree",
    "draw_ratings": "charts",
    "draw_regret": "charts",
    "draw_steps": "tree",
    "draw_tree": "tree",
    "draw_ucb": "bars",
    "draw_values": "charts",
    "draw_win_rates": "charts",
    "heat_map": "board",
}
__all__ = sorted(_HOMES)


def __getattr__(name):
    """The picture function `name`, from the module that holds it."""
    if name not in _HOMES:
        raise AttributeError(f"lib.draw has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"lib.draw.{_HOMES[name]}"), name)


def __dir__():
    return __all__
