"""Pictures as SVG text: boards, search trees, bars; charts need matplotlib and load it late.

Open first `board.py` (positions of games) and `tree.py` (searches); `colors.py` for any color.

    svg           shapes and words as SVG text, and the picture that notebooks show
    colors        the color of each role: MAX, MIN, chance, now, trouble; data scales
    messages      legends, alt texts, and other words of pictures (messages.toml)
    board         draw_board, heat_map: opens the drawings of all games
    registry      how a game registers its drawing and its words
    board_games   a board of squares; tic-tac-toe, Connect Four, Othello, Pentago, Pig
    mazes         a maze; Pacman, capture the flag, heat maps
    tree          draw_tree, draw_levels: from a recorded search
    tree_glyphs   the glyph of a node and how it is painted; which nodes are shown or folded
    tree_layout   where nodes stand
    tree_picture  a tree at any step of its search, and what the search knows there
    mcts          draw_mcts: an MCTS tree, a path, a phase; draw_results
    bars          draw_bars, draw_ucb, draw_visits, draw_table: a table of numbers in colors
    charts        curves and intervals of experiments; looking_ahead.mplstyle is their look
"""

from lib.files import lazy
from lib.messages import read_messages

_BRINGS = {
    "bars": "draw_bars draw_table draw_ucb draw_visits",
    "board": "draw_board heat_map",
    "charts": "draw_growth draw_paired draw_rates draw_ratings draw_regret draw_values "
    "draw_win_rates",
    "mcts": "draw_mcts draw_results",
    "svg": "SVG",
    "tree": "draw_levels draw_tree",
}
_HOMES = {name: module for module, names in _BRINGS.items() for name in names.split()}
__all__ = sorted(_HOMES)
messages = read_messages("draw")
__getattr__, __dir__ = lazy(__name__, _HOMES)
