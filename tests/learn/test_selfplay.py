"""Self-play: the targets, the proofs, and whole games, readable and compiled, on the same luck."""

import numpy as np
import pytest

import lib.fast
from lib.game import MAX, MIN
from lib.games import ConnectFour
from lib.learn import compiled, selfplay
from lib.learn.agent import search
from lib.learn.network import (
    Adam,
    fresh_weights,
    gradient,
    inputs,
    layers,
    legal_moves,
    mover_first,
)
from lib.search import mcts_puct
from tests.learn.test_network import mirrored, played, some_states

GAME = ConnectFour()


def luck_of(seed, game=GAME):
    return np.random.default_rng(seed).random((game.width * game.height + 1, game.width + 1))


def compiled_game(game, weights, simulations, luck):
    """What `compiled.play_game` writes, in the form of `selfplay.play_game`."""
    cells = game.width * game.height
    memory = (np.zeros(cells, np.uint64), np.zeros(cells, np.uint64))
    memory += (np.zeros((cells, game.width), np.float32), np.zeros(cells, np.float32))
    starts = np.array([selfplay.start_of(selfplay.random_opening(game, luck))], np.uint64)
    count = compiled.play_games(
        compiled.board_of(game), tuple(layers(game, weights)),
        compiled.empty_tree(game, simulations), simulations, starts, luck[None], *memory,
    )  # fmt: skip
    return list(zip(*(array[:count] for array in memory), strict=True))


@pytest.mark.parametrize("game", [GAME, ConnectFour(5, 4)], ids=repr)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_is_the_same_compiled(game, seed):
    weights, luck = fresh_weights(game, seed), luck_of(seed, game)
    weights += np.random.default_rng(seed).normal(0, 0.05, len(weights)).astype(np.float32)
    readable = selfplay.play_game(game, weights, 20, luck)
    fast = compiled_game(game, weights, 20, luck)
    assert len(readable) == len(fast) > 2
    for (state, moves, target), (own, other, shares, value) in zip(readable, fast, strict=True):
        assert mover_first(state) == (own, other)
        assert shares == pytest.approx(moves, abs=1e-5)
        assert value == pytest.approx(target, abs=1e-5)


def test_where_nothing_is_proven_it_is_the_puct_of_the_library():
    weights, state = fresh_weights(GAME, 2), played(3, 3, 2)

    def prior(game, state, action):
        return selfplay.opinion(game, weights, state)[1][action]

    def value(game, state, rng):
        return selfplay.opinion(game, weights, state)[0]

    mine = selfplay.search(GAME, state, weights, 40)
    right = mcts_puct(GAME, state, prior, iterations=40, c=2.0, rollout=value)
    assert mine.proven is None and mine.total == pytest.approx(right.total)
    visits = {a: n.visits for a, n in right.children.items()}
    assert {a: n.visits for a, n in mine.children.items()} == visits


def test_noise_and_luck_change_the_game():
    weights = fresh_weights(GAME)
    first, second = (compiled_game(GAME, weights, 20, luck_of(seed)) for seed in (8, 9))
    assert [row[0] for row in first] != [row[0] for row in second]


@pytest.mark.parametrize("first", [(), (6,)], ids=["X wins", "O wins"])
def test_the_target_of_the_winner_is_positive_and_of_the_loser_negative(first):
    """Three stones on the ground, both ends open: the one who has them wins."""
    state = played(*first, 2, 2, 3, 3, 4)
    mover = GAME.side(state)
    luck = luck_of(0)
    luck[-1, 0] = 0  # no random opening
    game = StartsAt(state)
    for seen, _, target in selfplay.play_game(game, fresh_weights(GAME), 50, luck):
        assert np.sign(target) == (-1 if GAME.side(seen) == mover else 1)


class StartsAt(ConnectFour):
    """Connect Four from another first position."""

    def __init__(self, state):
        super().__init__()
        self.start = state

    def initial_state(self):
        return self.start


def test_a_win_in_one_is_proven_and_takes_all_shares():
    for side, state in ((MAX, played(0, 1, 0, 1, 0, 1)), (MIN, played(6, 1, 0, 1, 0, 1, 3))):
        root = selfplay.search(GAME, state, fresh_weights(GAME), 60)
        assert root.proven == side == GAME.side(state)
        assert selfplay.visit_shares(GAME, root).argmax() == (0 if side == MAX else 1)
        assert selfplay.visit_shares(GAME, root).max() == 1


def test_moves_that_are_proven_to_lose_get_no_share():
    state = played(0, 1, 0, 1, 0)  # O must answer in column 0
    root = selfplay.search(GAME, state, fresh_weights(GAME), 100)
    assert selfplay.visit_shares(GAME, root).tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_what_the_search_proves_is_what_the_solver_says():
    weights, proven = fresh_weights(GAME), 0
    for state in some_states(80, seed=6):
        root = search(GAME, state, weights, 300)
        if root.proven is not None and (state[0] | state[1]).bit_count() > 11:
            proven += 1
            assert root.proven == lib.fast.solve(GAME, state).value
    assert proven > 20


def test_the_tree_of_the_agent_is_the_readable_tree():
    weights = fresh_weights(GAME, 2)
    for state in some_states(8, seed=7):
        fast, plain = search(GAME, state, weights, 40), selfplay.search(GAME, state, weights, 40)
        assert fast.visits == plain.visits and fast.proven == plain.proven
        assert fast.total == pytest.approx(plain.total, abs=1e-4)
        assert {a: n.visits for a, n in fast.children.items()} == {
            a: n.visits for a, n in plain.children.items()
        }


def practice(game, games, simulations, batch=64):
    """The weights after the whole loop in its readable form: play, remember, learn, play."""
    rng, weights, memory = np.random.default_rng(0), fresh_weights(game, 0), []
    adam = Adam(len(weights))
    for _ in range(games):
        luck = rng.random((game.width * game.height + 1, game.width + 1))
        memory += selfplay.play_game(game, weights, simulations, luck)
        seen = [memory[i] for i in rng.integers(len(memory), size=batch)]
        rows = np.array([inputs(game, state) for state, _, _ in seen])
        legal = np.array([legal_moves(game, state) for state, _, _ in seen])
        shares, targets = np.array([s for _, s, _ in seen]), np.array([t for _, _, t in seen])
        rows = np.concatenate([rows, mirrored(game, rows)])
        legal, shares = (np.concatenate([a, a[:, ::-1]]) for a in (legal, shares))
        parts, targets = layers(game, weights), np.tile(targets, 2)
        *_, slope = gradient(parts, rows, legal, shares, targets)
        adam.step(weights, slope.astype(np.float32), 2e-3)
    return weights


def test_the_readable_loop_learns():
    """After some games it predicts new games better than at the beginning."""
    game = ConnectFour(5, 4)
    weights = practice(game, 60, 8)
    new = [row for i in range(12) for row in selfplay.play_game(game, weights, 8, luck_of(i, game))]
    rows = np.array([inputs(game, state) for state, _, _ in new])
    legal = np.array([legal_moves(game, state) for state, _, _ in new])
    shares, targets = np.array([s for _, s, _ in new]), np.array([t for _, _, t in new])
    before, after = (
        gradient(layers(game, w), rows, legal, shares, targets)[:2]
        for w in (fresh_weights(game), weights)
    )
    assert after[0] < 0.8 * before[0]
