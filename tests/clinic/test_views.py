"""Where a number is stored for one side: the right view is the sound search, others are not."""

from lib.clinic.views import RIGHT, mover_view, player_to_move
from lib.game import MIN
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.mcts import Node, mcts


def test_the_right_view_is_the_sound_search():
    """Numbers of whoever moved, maximized as they stand: the same visits as with one sign."""
    fork = TicTacToe().parse("X..\n.O.\n..X")
    for iterations in (3, 7, 300):
        stored = mcts(TicTacToe(), fork, iterations=iterations, **RIGHT)
        sound = mcts(TicTacToe(), fork, iterations=iterations)
        visits = {action: child.visits for action, child in sound.children.items()}
        assert {a: child.visits for a, child in stored.children.items()} == visits
        for action, child in stored.children.items():
            assert child.total == MIN * sound.children[action].total


def test_a_stored_number_is_multiplied_by_the_side_of_its_view():
    root = Node(TreeGame([[4, 2], 3]), ())
    child = Node(TreeGame([[4, 2], 3]), (0,), 0, root)
    mover_view(child, 2.5)
    assert (child.total, root.total) == (2.5, -2.5)
    player_to_move(child, 2.5)
    assert (child.total, root.total) == (0.0, 0.0)
