"""Pictures as SVG text: boards, search trees, bars; charts need matplotlib and load it late."""

from lib.lazy import lazy

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
__getattr__, __dir__ = lazy(__name__, _HOMES)
