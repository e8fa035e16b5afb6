"""Star1 and Star2 give expectimax's answer and look at fewer leaves."""

from math import inf, nan
from random import Random

import pytest

from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from lib.search import expectimax, minimax
from lib.search.star import star1, star2
from lib.trace import record
from tests.search.reference import CHANCE_SIDES, chance_trees, player_trees, scrambled

STARS = pytest.mark.parametrize("star", [star1, star2])
PATTERNS = [*CHANCE_SIDES, (CHANCE,), (MIN, CHANCE, CHANCE), (MAX, CHANCE, MIN)]


def leaves(search, *args, **kwargs):
    with record() as trace:
        search(*args, **kwargs)
    return sum(call.kind != "inner" for call in trace.calls)


@STARS
def test_equals_expectimax(star):
    for game in chance_trees(700, depth=5, patterns=PATTERNS):
        assert star(game, (), low=-9, high=9) == expectimax(game, ()), game


@STARS
def test_equals_expectimax_at_every_depth(star):
    for game in chance_trees(200, patterns=PATTERNS):
        for depth in (0, 1, 2, 3):
            want = expectimax(game, (), depth, scrambled)
            assert star(game, (), depth, scrambled, -9, 9) == want


@STARS
def test_equals_minimax_without_chance(star):
    for game in player_trees(200):
        assert star(game, (), low=-9, high=9) == minimax(game, ())


@STARS
def test_window_contract(star):
    rng, outside = Random(5), 0
    for game in chance_trees(1000, patterns=PATTERNS):
        alpha = rng.uniform(-6, 5)
        beta = alpha + rng.uniform(0.5, 6)
        value, _ = star(game, (), low=-9, high=9, alpha=alpha, beta=beta)
        exact, _ = expectimax(game, ())
        outside += not alpha < value < beta
        if alpha < value < beta:
            assert value == exact
        else:
            assert exact <= value <= alpha or beta <= value <= exact
    assert outside > 300


def test_star1_looks_at_fewer_leaves_on_every_tree_or_as_many():
    total = saved = 0
    for game in chance_trees(200, depth=5):
        most = leaves(expectimax, game, ())
        fewer = leaves(star1, game, (), low=-9, high=9)
        assert fewer <= most
        total, saved = total + most, saved + most - fewer
    assert saved > total / 4


def test_star2_pays_where_the_first_action_is_good():
    games = [wide_tree(seed) for seed in range(20)]
    counts = [
        sum(leaves(search, game, (), **bounds) for game in games)
        for search, bounds in (
            (expectimax, {}),
            (star1, {"low": -9, "high": 9}),
            (star2, {"low": -9, "high": 9}),
        )
    ]
    assert counts[0] > counts[1] > counts[2]


def wide_tree(seed):
    """MAX, CHANCE, MIN with eight children each; MIN's replies are in order, the best first."""
    game = TreeGame.random(seed, 8, 3, (MAX, CHANCE, MIN))
    tree = [[sorted(replies) for replies in outcomes] for outcomes in game.tree]
    return TreeGame(tree, game.sides)


def test_by_hand_the_second_mean_can_no_longer_reach_the_first():
    # after [4, 4] the leaf -9 holds the other mean to (-9 + 9) / 2 = 0: the last leaf is skipped
    game = TreeGame([[4, 4], [-9, 9]], (MAX, CHANCE))
    with record() as trace:
        assert star1(game, (), low=-9, high=9) == (4, 0)
    assert [call.state for call in trace.calls] == [(), (0,), (0, 0), (0, 1), (1,), (1, 0)]
    assert trace.calls[4].skipped == (1,)
    assert "the mean is at most 0" in trace.calls[4].cut and "alpha is 4" in trace.calls[4].cut


@STARS
def test_wrong_bounds_are_an_error(star):
    game = TreeGame([[1, 2], [30, 4]], (MAX, CHANCE))
    with pytest.raises(ValueError, match=r"worth 30, outside of low=-9 and high=9"):
        star(game, (), low=-9, high=9)
    with pytest.raises(ValueError, match="worth 12, outside"):
        star(game, (), 1, lambda game, state: 12, low=0, high=9)
    for low, high in ((3, 2), (-inf, 2), (0, nan)):
        with pytest.raises(ValueError, match="low and high must be finite"):
            star(game, (), low=low, high=high)
    with pytest.raises(ValueError, match="depth"):
        star(game, (), -1)
    with pytest.raises(ValueError, match="alpha must be below beta"):
        star(game, (), alpha=1, beta=0)


@pytest.mark.parametrize("search", [star1, star2])
def test_an_outcome_that_never_happens_does_not_count(search):
    class Loaded(TreeGame):
        def probability(self, state, action):
            return float(action == 1)

    game = Loaded([[[1, 2], [5, 7]], 4], (MAX, CHANCE))
    assert search(game, (), low=0, high=9) == expectimax(game, ()) == (7, 0)
