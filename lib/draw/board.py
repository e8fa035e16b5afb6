"""Pictures of positions: `draw_board` and `speech` for every game, `heat_map` for every maze."""

from lib.draw import board_games, mazes  # noqa: F401  (they register their drawings)
from lib.draw.mazes import heat_map
from lib.draw.registry import Speech, draw_board, speech, state_of
from lib.draw.svg import SVG
from lib.draw.tree import draw_tree
from lib.games.tree import TreeGame

__all__ = ["draw_board", "heat_map", "speech", "state_of"]


@draw_board.register(TreeGame)
def _draw_tree_game(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """The tree, with `state` highlighted."""
    return draw_tree(game, highlight=[state], title=title)


@speech.register(TreeGame)
class TreeSpeech(Speech):
    """A tree has payoffs, and no winner."""

    has_winner = False
