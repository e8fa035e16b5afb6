"""Tables of tuples: which tuples there are, the sign, and what TD learning makes of them."""

import numpy as np
import pytest

from lib.agents import Greedy, Random
from lib.arena import tournament
from lib.evaluate import othello_table
from lib.game import MAX
from lib.games import ConnectFour, Othello, TicTacToe
from lib.learn import tables_for, value_kept
from lib.learn.train import exact_positions
from tests.learn.test_network import played, some_states

GAME = ConnectFour()


def test_the_tuples_are_those_of_the_literature():
    pairs, lines = tables_for(Othello()), tables_for(GAME)
    assert (len(pairs.cells), len(pairs.weights)) == (240, 288)
    assert (len(lines.cells), len(lines.weights)) == (69, 17_664)
    with pytest.raises(ValueError, match=r"not for TicTacToe"):
        tables_for(TicTacToe())


def test_mirror_images_of_othello_share_their_tables():
    game, tables = Othello(), tables_for(Othello())
    tables.weights[:] = np.random.default_rng(0).normal(size=288) / 50
    state = game.initial_state()
    for _ in range(9):
        state = game.result(state, game.actions(state)[0])
    values = [tables(game, image) for image in game.symmetries(state)]
    assert len(values) == 8 and values == pytest.approx([values[0]] * 8)


def test_every_value_is_maxs_and_the_side_that_moved_is_in_view():
    tables = tables_for(GAME)
    tables.weights[tables.places(*played(3)[:2])] = 0.01  # good for the one stone in column 3
    assert tables(GAME, played(3)) > 0.5
    assert tables(GAME, (0, played(3)[0], 0, None)) == -tables(GAME, played(3))


def test_a_place_tells_empty_mine_theirs_and_where_a_stone_lands():
    tables = tables_for(GAME)
    row = tables.cells.tolist().index([0, 7, 14, 21])  # the bottom row from the left
    assert tables.places(1, 1 << 7)[row] - tables.first[row] == int("1233", 4)
    row = tables.cells.tolist().index([1, 8, 15, 22])
    assert tables.places(1, 1 << 7)[row] - tables.first[row] == int("3300", 4)


def test_it_learns_and_the_same_seed_learns_the_same():
    tables = tables_for(GAME).learned(3000, seed=1)
    assert np.array_equal(tables.weights, tables_for(GAME).learned(3000, seed=1).weights)
    assert tables.games == 3000
    few = exact_positions()[:250]
    assert value_kept(Greedy(tables), few).share > value_kept(Random(), few).share + 0.1


@pytest.mark.sweep
def test_288_weights_find_the_corners_of_othello():
    game = Othello()
    tables = tables_for(game).learned(4000, seed=1)
    worth = np.array(tables.worth())
    assert worth == pytest.approx(worth.T) and worth == pytest.approx(worth[::-1])
    assert worth.max() == pytest.approx(worth[0, 0]) and worth[0, 0] > 2 * worth[0, 3]
    assert worth[0, 1] < 0 and worth[1, 1] < 0, "the squares beside a corner are bad"
    table = tournament(
        game, {"tables": Greedy(tables), "squares": Greedy(othello_table)}, games=60,
        opening=4, progress=False,
    )  # fmt: skip
    ratings = dict(zip(table.names, table.ratings()[0], strict=True))
    assert ratings["tables"] > ratings["squares"]


def test_threes_that_can_be_completed_are_good_for_who_has_them():
    tables, right = tables_for(GAME).learned(4000, seed=2), 0
    for state in some_states(100, seed=3):
        swapped = (state[1], state[0], *state[2:])
        right += (tables(GAME, state) > tables(GAME, swapped)) == (threats(state) > 0)
    assert right > 60
    assert MAX == 1


def threats(state):
    """How many more cells complete four for X than for O."""
    from lib.learn.network import completing

    x, o = state[:2]
    mine, yours = (completing(GAME, stones, x | o).bit_count() for stones in (x, o))
    return mine - yours
