"""Expectimax against trees worked out by hand, values found level by level, and minimax."""

from math import inf, isclose, nan

import pytest

from lib.evaluate import zero
from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from lib.search import expectimax, minimax
from tests.search.reference import chance_trees, player_trees, scrambled, values_of_all

SIDES = (MAX, CHANCE)


def test_by_hand():
    assert expectimax(TreeGame([[3, 5], [2, 9]], SIDES), ()) == (5.5, 1)
    assert expectimax(TreeGame([[3, 5], [2, 9]], (MIN, CHANCE)), ()) == (4, 0)
    assert expectimax(TreeGame([[0, 10], [6]], SIDES), ()) == (6, 1)  # ragged: the mean of one
    assert expectimax(TreeGame([[1, 2, 6], 4], SIDES), ()) == (4, 1)  # a leaf among the nodes


def test_by_hand_with_uneven_chances():
    chances = {(0,): (0.5, 0.25, 0.25), (1,): (0.01, 0.99)}
    game = TreeGame([[8, -4, 0], [101, 1]], SIDES, chances)
    assert expectimax(game, ()) == (3, 0)
    assert expectimax(game, (1,)) == (2, None)  # 1.01 + 0.99


def test_by_hand_with_all_three_sides():
    # MAX, CHANCE, MIN: the minima are 1, 4 | 0, 6, the means 2.5 and 3
    game = TreeGame([[[1, 9], [4, 5]], [[7, 0], [6, 6]]], (MAX, CHANCE, MIN))
    assert expectimax(game, ()) == (3, 1)
    # two chance agents in a row: the mean of means, not the mean of all leaves
    assert expectimax(TreeGame([[[0], [4, 8]]], (MAX, CHANCE, CHANCE)), ()) == (3, 0)


def test_expectation_of_the_best_is_not_the_best_expectation():
    game = TreeGame([[0, 10], [10, 0]], (CHANCE, MAX))
    assert expectimax(game, ()) == (10, None)


def test_chance_root_has_no_action():
    assert expectimax(TreeGame([1, 2], (CHANCE,)), ()) == (1.5, None)


def test_random_trees_at_every_depth():
    for game in chance_trees(600):
        for depth in (1, 2, 3, inf):
            values = values_of_all(game, depth, scrambled)
            value, action = expectimax(game, (), depth, scrambled)
            assert isclose(value, values[()], abs_tol=1e-12)
            assert (
                action is None
                if game.side(()) == CHANCE
                else value == pytest.approx(values[(action,)])
            )


def test_without_chance_it_is_minimax():
    for game in player_trees(600, depth=4):
        assert expectimax(game, (), 3, scrambled) == minimax(game, (), 3, scrambled)
        assert expectimax(game, ()) == minimax(game, ())


def test_equal_outcomes_in_another_order_are_a_tie():
    leaves = [0.1, 0.2, 0.3, 0.7, -0.4, 0.9]
    for turn in range(1, 6):
        turned = leaves[turn:] + leaves[:turn]
        assert expectimax(TreeGame([leaves, turned], SIDES), ())[1] == 0
        assert expectimax(TreeGame([turned, leaves], SIDES), ())[1] == 0


def test_chance_costs_a_ply():
    game = TreeGame([[[1, 2]], [[3, 4]]], (MAX, CHANCE, MIN))
    assert expectimax(game, (), 2, lambda game, state: len(state)) == (2, 0)


def test_terminal_root_and_depth_zero():
    game = TreeGame([[1, 2]], SIDES)
    assert expectimax(game, (0, 1)) == (2, None)
    assert expectimax(game, (), 0, scrambled) == (scrambled(game, ()), None)
    assert expectimax(game, (0,), 0, scrambled) == (scrambled(game, (0,)), None)


def test_errors():
    game = TreeGame([[1, 2], [3, 4]], SIDES)
    for depth in (-1, nan, 2.5):
        with pytest.raises(ValueError, match="depth must be a whole number"):
            expectimax(game, (), depth, zero)
    for bad in (nan, inf, None):
        with pytest.raises(ValueError, match="a search needs a finite number"):
            expectimax(game, (), 1, lambda game, state: bad)
