"""The network: what it sees, the backward pass, and the compiled form beside the readable one."""

import random

import numpy as np
import pytest

from lib.games import ConnectFour
from lib.learn import compiled, network
from lib.learn.network import Adam, forward, fresh_weights, gradient, inputs, layers, legal_moves

GAME = ConnectFour()
BOARD = compiled.board_of(GAME)


def played(*columns, game=GAME):
    state = game.initial_state()
    for column in columns:
        state = game.result(state, column)
    return state


def some_states(count, seed=0, game=GAME):
    """Different lengths of random play, none of them over."""
    rng, states = random.Random(seed), []
    while len(states) < count:
        state = game.initial_state()
        for _ in range(rng.randrange(30)):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        states += [] if game.is_terminal(state) else [state]
    return states


def lessons(states, seed=0):
    """Rows of inputs, legal moves, shares and targets for these states."""
    rng = np.random.default_rng(seed)
    legal = np.array([legal_moves(GAME, state) for state in states])
    shares = rng.random(legal.shape) * legal
    rows = np.array([inputs(GAME, state) for state in states])
    return rows, legal, shares / shares.sum(1, keepdims=True), rng.uniform(-1, 1, len(states))


def test_inputs_are_the_movers_view():
    state = played(3, 0, 3, 0, 3)  # X has three in column 3, O is to move and has two
    own, other, mine, yours = inputs(GAME, state).reshape(4, 7, 6)
    assert np.argwhere(own).tolist() == [[0, 0], [0, 1]]
    assert np.argwhere(other).tolist() == [[3, 0], [3, 1], [3, 2]]
    assert not mine.any() and np.argwhere(yours).tolist() == [[3, 3]]


def test_the_cells_that_complete_four_are_those_that_the_rules_say():
    for state in some_states(60, seed=1):
        taken = state[0] | state[1]
        for stones in state[:2]:
            free = [1 << bit for row in GAME.grid for bit in row if not taken >> bit & 1]
            right = sum(cell for cell in free if GAME.has_four(stones | cell))
            assert network.completing(GAME, stones, taken) == right
            assert compiled.completing(BOARD, np.uint64(stones), np.uint64(taken)) == right


def mirrored(game, rows):
    """The inputs of the mirror images."""
    planes = rows.reshape(-1, 4, game.width, game.height)
    return planes[:, :, ::-1].reshape(rows.shape)


def test_the_inputs_of_a_mirror_image_are_the_mirrored_inputs():
    for state in some_states(20, seed=2):
        row, image = (inputs(GAME, s) for s in GAME.symmetries(state))
        assert np.array_equal(mirrored(GAME, row), image)
        assert np.array_equal(mirrored(GAME, image[None])[0], row)


def test_illegal_moves_get_nothing_and_the_legal_ones_everything():
    state = played(0, 0, 0, 0, 0, 0)
    logits = np.array([9999.0, 1, 2, 3, 2, 1, 0])
    moves = network.policy(logits, legal_moves(GAME, state))
    assert moves[0] == 0 and moves.sum() == pytest.approx(1) and moves.argmax() == 3
    assert moves[2] / moves[1] == pytest.approx(np.e)


def test_the_gradient_is_the_slope_of_the_loss():
    weights = fresh_weights(GAME, 3).astype(float)
    weights += np.random.default_rng(0).normal(0, 0.05, len(weights))
    examples = lessons(some_states(6, seed=3))

    def loss(values):
        value_loss, policy_loss, _ = gradient(layers(GAME, values), *examples)
        return value_loss + policy_loss

    slope = gradient(layers(GAME, weights), *examples)[2]
    for place in np.random.default_rng(1).choice(len(weights), 60, replace=False):
        step = np.zeros_like(weights)
        step[place] = 1e-5
        change = (loss(weights + step) - loss(weights - step)) / 2e-5
        assert slope[place] == pytest.approx(change, abs=1e-6), place


def test_compiled_and_readable_say_the_same():
    weights = fresh_weights(GAME, 4)
    parts, tree = tuple(layers(GAME, weights)), compiled.empty_tree(GAME, 1)
    for state in some_states(50, seed=4):
        values, logits, *_ = forward(parts, inputs(GAME, state)[None])
        own, other = (np.uint64(stones) for stones in network.mover_first(state))
        value = compiled.add_node(BOARD, parts, tree, 0, own, other, -1)
        assert -value == pytest.approx(values[0], abs=1e-5), "side -1: the value is MAX's"
        moves = network.policy(logits[0], legal_moves(GAME, state))
        assert np.maximum(tree.priors[0], 0) == pytest.approx(moves, abs=1e-5)
        assert np.array_equal(tree.priors[0] < 0, ~legal_moves(GAME, state))


@pytest.mark.parametrize("mirror", [0, 1])
def test_one_training_step_is_the_same_compiled(mirror):
    states = some_states(40, seed=5)
    rows, legal, shares, targets = lessons(states)
    readable, fast = fresh_weights(GAME, 5), fresh_weights(GAME, 5)
    boards = np.array([network.mover_first(state) for state in states], np.uint64)
    memory = (boards[:, 0].copy(), boards[:, 1].copy(), np.float32(shares), np.float32(targets))
    flips, slopes = np.full(40, mirror), np.zeros_like(fast)
    losses = compiled.gradient(
        BOARD, tuple(layers(GAME, fast)), tuple(layers(GAME, slopes)),
        np.arange(40), flips, *memory, compiled.room_of(GAME),
    )  # fmt: skip
    if mirror:
        rows, legal, shares = mirrored(GAME, rows), legal[:, ::-1], shares[:, ::-1]
    value_loss, policy_loss, slope = gradient(layers(GAME, readable), rows, legal, shares, targets)
    assert losses == pytest.approx((value_loss, policy_loss), abs=1e-5)
    assert slopes == pytest.approx(slope, abs=1e-6)
    adam, mean, square = Adam(len(fast)), np.zeros_like(fast), np.zeros_like(fast)
    for steps in (1, 2):
        adam.step(readable, slope.astype(np.float32), 0.002)
        compiled.adam(fast, slopes, mean, square, steps, 0.002)
    assert np.mean(np.abs(readable - fresh_weights(GAME, 5)) > 1e-3) > 0.2, "it did something"
    close = np.abs(readable - fast) < 1e-4  # where a slope is nearly 0, its sign may differ
    assert close[np.abs(slope) > 1e-5].all() and close.mean() > 0.99
