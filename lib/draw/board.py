"""Pictures of positions: `draw_board` for every game, `heat_map` for evaluators over a maze."""

from lib.draw import capture, dice, grid  # noqa: F401  (they register their drawings)
from lib.draw.maze import heat_map
from lib.draw.registry import draw_board
from lib.games.tree import TreeGame

__all__ = ["draw_board", "heat_map"]


@draw_board.register(TreeGame)
def draw_tree_game(game, state, *, last=None, legal=None, values=None, title=None):
    """The tree, with `state` highlighted."""
    from lib.draw.tree import draw_tree

    return draw_tree(game, highlight=[state], title=title)
