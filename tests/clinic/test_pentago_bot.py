"""The Pentago Twist agent's faults, measured one by one: the published order of rates."""

from functools import partial

from lib.clinic.blunders import GAME, count_blunders
from lib.clinic.pentago_bot import (
    LARGEST,
    SMALLEST,
    best_child,
    divide,
    int32,
    java_division,
    twist_phases,
)
from lib.clinic.views import side_that_moved, side_to_move
from lib.search import best_action, mcts


def rate(final, *switches):
    def decide(state, rng):
        return final(mcts(GAME, state, iterations=200, rng=rng, phases=twist_phases(*switches)))

    blunders, n = count_blunders(decide, 100, 1)
    return blunders / n


def test_32_bits_and_java_division():
    assert int32(LARGEST + 1) == SMALLEST
    assert int32(SMALLEST - 1) == LARGEST
    assert [int32(n) for n in (-7, 0, 7)] == [-7, 0, 7]
    assert [java_division(w, 10) for w in (9, -9, 10, -10)] == [0, 0, 1, -1]


def test_the_look_ahead_masks_the_wrong_view():
    """Published: 0.935 without the look ahead, 0.249 with it."""
    look = partial(best_child, GAME)
    assert rate(best_action, side_to_move, divide, False, 0) > 0.85
    assert 0.15 < rate(look, side_to_move, divide, False, 0) < 0.40


def test_each_repair_helps():
    """Published: 0.317 with all faults, 0.063 with none."""
    look = partial(best_child, GAME)
    assert 0.2 < rate(look) < 0.45
    assert 0.08 < rate(look, side_that_moved) < 0.3
    assert rate(best_action, side_that_moved, divide, False, 0) < 0.12


def test_a_finished_game_poisons_its_parent_and_overflows():
    state = GAME.initial_state()
    for action in (0, 3, 1, 4):
        state = GAME.result(state, action)
    root = mcts(GAME, state, iterations=100, phases=twist_phases())
    assert abs(root.total) > root.visits
    clean = mcts(GAME, state, iterations=100, phases=twist_phases(side_to_move, divide, False, 0))
    assert abs(clean.total) <= clean.visits


def test_in_a_lost_position_it_has_no_move():
    state = GAME.initial_state()
    for action in (4, 1, 0, 8, 6):  # X threatens 2 and 3
        state = GAME.result(state, action)
    root = mcts(GAME, state, iterations=100, phases=twist_phases())
    assert best_child(GAME, root) is None
