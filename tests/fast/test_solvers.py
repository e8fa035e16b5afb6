"""The solvers against other solvers, plain search and published values."""

from random import Random

import pytest

from lib.fast import alphabeta, solve, solve_actions
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.search.alphabeta import alphabeta as plain_alphabeta


def random_game(game, plies, rng):
    """The actions of a random game that still runs after so many plies, and its last state."""
    while True:
        state, actions = game.initial_state(), []
        while len(actions) < plies and not game.is_terminal(state):
            actions.append(rng.choice(list(game.actions(state))))
            state = game.result(state, actions[-1])
        if not game.is_terminal(state):
            return actions, state


@pytest.mark.slow
def test_connect4_scores_agree_with_bitbully():
    bitbully = pytest.importorskip("bitbully")
    judge, game, rng = bitbully.BitBully(opening_book=None), ConnectFour(), Random(8)
    for _ in range(1200):
        actions, state = random_game(game, rng.randint(16, 40), rng)
        found = solve(game, state)
        score = judge.mtdf(bitbully.Board(actions))
        assert found.score == game.side(state) * score
        assert found.value == (found.score > 0) - (found.score < 0)


def test_connect4_scores_of_all_actions_agree_with_bitbully():
    bitbully = pytest.importorskip("bitbully")
    judge, game, rng = bitbully.BitBully(opening_book=None), ConnectFour(), Random(9)
    for _ in range(100):
        actions, state = random_game(game, rng.randint(18, 40), rng)
        expected = judge.score_all_moves(bitbully.Board(actions))
        side = game.side(state)
        assert solve_actions(game, state) == {a: side * s for a, s in expected.items()}
        best = max(expected.values())
        assert solve(game, state).action == min(a for a, s in expected.items() if s == best)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "value"), [(4, 4, 0), (5, 4, 0), (4, 5, 0), (5, 5, 0), (6, 4, -1)]
)
def test_small_boards(width, height, value):
    """Published values: draws, and a win for the second player on 6 x 4."""
    game = ConnectFour(width, height)
    assert solve(game, game.initial_state()).value == value


def test_three_with_both_ends_open():
    """X has three in row 1 with both ends free: it wins with its next stone, its 4th of 21."""
    game = ConnectFour()
    state = game.initial_state()
    for column in (1, 1, 2, 2, 3, 3):
        state = game.result(state, column)
    assert solve(game, state)[:2] == (18, 0)
    other = game.result(state, 6)
    assert solve(game, other).score == 17  # O cannot close both ends


def test_finished_games_have_their_final_score():
    game = ConnectFour()
    state = game.initial_state()
    for column in (0, 1, 0, 1, 0, 1, 0):
        state = game.result(state, column)
    assert solve(game, state)[:2] == (18, None)
    othello = Othello(4)
    rng = Random(1)
    state = othello.initial_state()
    while not othello.is_terminal(state):
        state = othello.result(state, rng.choice(othello.actions(state)))
    assert solve(othello, state).score == state[0].bit_count() - state[1].bit_count()


def exact(game, state):
    """MAX's stones minus MIN's under perfect play, by plain minimax."""
    if game.is_terminal(state):
        return state[0].bit_count() - state[1].bit_count()
    best = max if game.side(state) == 1 else min
    return best(exact(game, game.result(state, action)) for action in game.actions(state))


@pytest.mark.parametrize(
    ("size", "empty", "count"),
    [(8, 5, 40), (8, 6, 20), pytest.param(6, 7, 10, marks=pytest.mark.slow)],
)
def test_othello_endgames_agree_with_plain_search(size, empty, count):
    game, rng = Othello(size), Random(size)
    for _ in range(count):
        _, state = random_game(game, size * size - 4 - empty, rng)
        found = solve(game, state)
        assert found.score == exact(game, state)
        assert found.value == plain_alphabeta(game, state)[0]
        scores = {a: exact(game, game.result(state, a)) for a in game.actions(state)}
        assert solve_actions(game, state) == scores
        assert found.action == next(a for a, score in scores.items() if score == found.score)


@pytest.mark.slow
def test_othello_on_4x4_is_won_by_the_second_player_by_8():
    game = Othello(4)
    assert solve(game, game.initial_state()).score == -8


def test_fourteen_empty_squares():
    """The value after the best action is the value: checked move by move to the end."""
    game, rng = Othello(), Random(3)
    _, state = random_game(game, 46, rng)
    score = solve(game, state).score
    while not game.is_terminal(state):
        found = solve(game, state)
        assert found.score == score
        state = game.result(state, found.action)
    assert state[0].bit_count() - state[1].bit_count() == score


@pytest.mark.parametrize(
    ("game", "plies", "depth"),
    [(TicTacToe(), 0, 9), (TicTacToe(), 3, 9), (ConnectFour(), 0, 4), (ConnectFour(), 20, 6),
     (ConnectFour(5, 4), 8, 12), (Othello(), 52, 8), (PentagoTwist(), 33, 3)],
    ids=repr,
)  # fmt: skip
def test_alphabeta_is_the_plain_one(game, plies, depth):
    rng = Random(plies)
    for _ in range(5):
        _, state = random_game(game, plies, rng)
        for d in (1, depth):
            assert alphabeta(game, state, d) == plain_alphabeta(game, state, d)


def test_alphabeta_at_the_edges():
    game = TicTacToe()
    assert alphabeta(game, game.initial_state(), 0) == (0, None)
    assert alphabeta(game, (0b111, 0b11000, 1, 1)) == (1, None)
    with pytest.raises(ValueError, match="depth"):
        alphabeta(game, game.initial_state(), -1)


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(8, 7), PentagoTwist()], ids=repr)
def test_no_solver_for_other_games(game):
    with pytest.raises(ValueError, match="there is no solver for"):
        solve(game, game.initial_state())
