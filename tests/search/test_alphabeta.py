"""Alpha-beta gives minimax's answer in fewer nodes; best_actions gives the whole set."""

from math import inf, nan
from random import Random

import pytest

from lib.game import CHANCE, MAX, MIN, Game
from lib.games import TreeGame
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, best_actions, minimax, strict_alphabeta
from lib.trace import record
from tests.search.reference import all_best, counting, player_trees, scrambled, values_of_all


class Reordered(Game):
    """The same game, its actions in another order."""

    def __init__(self, game, order):
        self.game, self.order, self.sides = game, order, game.sides
        for name in ("initial_state", "to_move", "result", "is_terminal", "utility", "render"):
            setattr(self, name, getattr(game, name))

    def actions(self, state):
        return sorted(self.game.actions(state), key=self.order.index)

    initial_state = to_move = result = is_terminal = utility = None


def calls(search, game, state, **window):
    with record() as trace:
        search(game, state, **window)
    return trace.calls


def test_equals_minimax_on_thousands_of_trees():
    for game in player_trees(2000, depth=5):
        assert alphabeta(game, ()) == minimax(game, ()), game


def test_equals_minimax_at_every_depth():
    for game in player_trees(400, depth=5):
        for depth in (1, 2, 3, 4):
            want = minimax(game, (), depth, scrambled)
            assert alphabeta(game, (), depth, scrambled) == want, (game, depth)


def test_visits_are_a_subset_of_minimax():
    saved = 0
    for game in player_trees(150):
        visited = [call.state for call in calls(alphabeta, game, ())]
        everything = {call.state for call in calls(minimax, game, ())}
        assert len(visited) == len(set(visited)) and everything.issuperset(visited)
        saved += len(everything) - len(visited)
    assert saved > 5_000


def test_window_contract():
    rng, kinds = Random(1), {"inside": 0, "low": 0, "high": 0}
    for game in player_trees(2000, depth=4):
        alpha = rng.randint(-9, 8)
        beta = rng.randint(alpha + 1, 9)
        (value, action), exact = alphabeta(game, (), alpha=alpha, beta=beta), minimax(game, ())
        if alpha < value < beta:
            kinds["inside"] += 1
            assert (value, action) == exact
        elif value <= alpha:
            kinds["low"] += 1
            assert exact[0] <= value
        else:
            kinds["high"] += 1
            assert exact[0] >= value
    assert min(kinds.values()) > 200, kinds


def test_fail_soft_says_more_than_the_window():
    assert alphabeta(TreeGame([1, 2, 3]), (), alpha=5, beta=9) == (3, 2)
    assert alphabeta(TreeGame([8, 9]), (), alpha=0, beta=5) == (8, 0)


ORDERS = {"center first": ((4, 0, 2, 6, 8, 1, 3, 5, 7), 7_275)}
ORDERS["edges first"] = ((1, 3, 5, 7, 0, 2, 6, 8, 4), 42_094)


def test_published_counts_on_tictactoe():
    game = TicTacToe()
    start = game.initial_state()
    assert len(calls(alphabeta, game, start)) == 18_297
    strict = counting(TicTacToe)
    strict_alphabeta(strict, start)
    assert strict.nodes == 146_120
    assert len(calls(alphabeta, game, start, alpha=-1, beta=1)) == 16_811


@pytest.mark.parametrize("name", ORDERS)
def test_published_counts_with_other_orders(name):
    order, count = ORDERS[name]
    game = Reordered(TicTacToe(), order)
    assert len(calls(alphabeta, game, game.initial_state())) == count


def perfectly_ordered(branching, depth, value=0, side=MAX):
    """A uniform tree in which the first child of every node is its best."""
    if depth == 0:
        return value
    children = [perfectly_ordered(branching, depth - 1, value, -side)]
    for i in range(1, branching):
        children.append(perfectly_ordered(branching, depth - 1, value - side * i, -side))
    return children


@pytest.mark.parametrize(("b", "d"), [(2, 4), (2, 7), (3, 4), (3, 5), (4, 3), (5, 4), (7, 1)])
def test_perfect_order_visits_the_leaves_of_knuth_and_moore(b, d):
    found = calls(alphabeta, TreeGame(perfectly_ordered(b, d)), ())
    leaves = sum(call.kind == "terminal" for call in found)
    assert leaves == b ** ((d + 1) // 2) + b ** (d // 2) - 1


def test_best_actions_equals_brute_force():
    several = 0
    for game in player_trees(2000, depth=4):
        want = all_best(game, values_of_all(game, inf, scrambled))
        assert best_actions(game, ()) == want, game
        several += len(want) > 1
    assert several > 300


def test_best_actions_at_a_depth():
    for game in player_trees(300, depth=5, few=True):
        for depth in (1, 2, 3):
            want = all_best(game, values_of_all(game, depth, scrambled))
            assert best_actions(game, (), depth, scrambled) == want


def test_a_cut_on_equality_would_give_too_many():
    assert best_actions(TreeGame([[3, 5], [3, 1]]), ()) == [0]
    assert best_actions(TreeGame([[3, 5], [3, 3], [4, 3]]), ()) == [0, 1, 2]


def test_no_choice_no_actions():
    game = TreeGame([1, 2])
    assert best_actions(game, (0,)) == []
    assert best_actions(game, (), 0) == []
    assert alphabeta(game, (0,)) == (1, None)
    assert alphabeta(game, (), 0, scrambled) == (scrambled(game, ()), None)


@pytest.mark.parametrize("search", [alphabeta, best_actions])
def test_errors(search):
    game = TreeGame([[1, 2], [3, 4]])
    for depth in (-1, nan, 0.5):
        with pytest.raises(ValueError, match="depth must be a whole number"):
            search(game, (), depth)
    with pytest.raises(ValueError, match="gave nan"):
        search(game, (), 1, lambda game, state: nan)
    with pytest.raises(ValueError, match="CHANCE"):
        search(TreeGame([1, 2], (MAX, CHANCE, MIN)), ())


@pytest.mark.parametrize(("alpha", "beta"), [(3, 3), (4, 3), (nan, 3), (3, nan)])
def test_window_needs_room(alpha, beta):
    with pytest.raises(ValueError, match="alpha must be below beta"):
        alphabeta(TreeGame([1, 2]), (), alpha=alpha, beta=beta)
