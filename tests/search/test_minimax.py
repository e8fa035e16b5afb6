"""Minimax against values found level by level, published counts, and two other programs."""

from math import inf, nan

import pytest

from lib.evaluate import zero
from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from lib.games.tictactoe import TicTacToe
from lib.search import minimax
from lib.trace import record
from tests.search.reference import all_best, player_trees, scrambled, values_of_all


def test_textbook_tree():
    game = TreeGame([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert minimax(game, ()) == (3, 0)
    assert minimax(game, (2,)) == (2, 2)


def test_random_trees_at_every_depth():
    for game in player_trees(600, depth=4):
        for depth in (1, 2, 3, 4):
            values = values_of_all(game, depth, scrambled)
            got = minimax(game, (), depth, scrambled)
            assert got == (values[()], all_best(game, values)[0]), (game, depth)


def test_two_ghosts_in_a_row_both_minimise():
    assert minimax(TreeGame([[[4, 7], [2, 9]], [[3, 3], [8, 1]]], (MAX, MIN, MIN)), ()) == (2, 0)


def test_first_of_equal_actions_wins():
    assert minimax(TreeGame([1, 5, 5, 2]), ()) == (5, 1)
    assert minimax(TreeGame([4, 2, 2], sides=(MIN,)), ()) == (2, 1)


def test_tictactoe_nodes_and_value():
    game = TicTacToe()
    with record() as trace:
        assert minimax(game, game.initial_state()) == (0, 0)
    assert len(trace.calls) == 549_946
    assert sum(call.kind == "terminal" for call in trace.calls) == 255_168


def test_open_spiel_says_the_same_of_random_positions():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax as other

    spiel, game = pyspiel.load_game("tic_tac_toe"), TicTacToe()
    for opening in ([4], [0, 4, 8], [0, 1], [2, 4, 6, 0], [0, 8, 4, 2]):
        state, theirs = game.initial_state(), spiel.new_initial_state()
        for move in opening:
            state = game.result(state, move)
            theirs.apply_action(move)
        value, _ = other.alpha_beta_search(spiel, theirs, maximizing_player_id=0)
        assert minimax(game, state)[0] == value


def test_terminal_root_and_depth_zero():
    game = TreeGame([7, 8])
    assert minimax(game, (1,)) == (8, None)
    assert minimax(game, (1,), 0, scrambled) == (8, None)
    assert minimax(game, (), 0, scrambled) == (scrambled(game, ()), None)
    assert minimax(game, (), depth=1, evaluate=lambda game, state: 99) == (8, 1)


@pytest.mark.parametrize("depth", [-1, -inf, nan, 1.5, "2", None])
def test_depth_must_be_a_whole_number(depth):
    with pytest.raises(ValueError, match="depth must be a whole number"):
        minimax(TreeGame([1, 2]), (), depth)


@pytest.mark.parametrize("bad", [nan, inf, -inf, None, "good"])
def test_evaluator_must_be_finite(bad):
    def vague(game, state):
        return bad

    with pytest.raises(ValueError, match="the evaluator vague gave"):
        minimax(TreeGame([[1, 2], 3]), (), 1, vague)
    assert minimax(TreeGame([[1, 2], 3]), (), 2, vague) == (3, 1)  # never asked


def test_evaluator_must_be_a_function():
    with pytest.raises(ValueError, match="evaluate must be a function"):
        minimax(TreeGame([1, 2]), (), 1, 5)


@pytest.mark.parametrize("depth", [0, 1, inf])
def test_chance_is_refused(depth):
    with pytest.raises(ValueError, match="CHANCE"):
        minimax(TreeGame([[1, 2]], (MAX, CHANCE)), (), depth, zero)
