"""The solvers against other solvers, plain search and published values."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import islice
from random import Random

import numpy as np
import pytest

from lib.fast import solve, solve_actions, solve_othello
from lib.fast.compile import specialize_all
from lib.fast.games import compiled
from lib.fast.solvers import connect4_solver
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta as plain_alphabeta
from tools.compiled import alphabeta, perft


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


def endings_without_a_move(game, rng):
    """States with empty squares in which the mover must pass, or in which nobody can move."""
    while True:
        state = game.initial_state()
        while actions := game.actions(state):
            if list(actions) == [PASS]:
                yield state
            state = game.result(state, rng.choice(list(actions)))
        if (state[0] | state[1]).bit_count() < game.size**2:
            yield state


def test_othello_passes_and_early_ends():
    """At the root and just before it: the score is the plain search's."""
    game = Othello(4)
    passes = ends = 0
    for state in islice(endings_without_a_move(game, Random(6)), 60):
        found = solve(game, state)
        assert found.score == exact(game, state)
        passes += found.action == PASS
        ends += found.action is None
    assert passes > 5 and ends > 5


ILLEGAL = [
    ((1 << 3, 0, 1, None), "hangs in the air"),
    ((0b11, 0, 0, None), "2 stones of X, 0 of O"),
    ((1, 1, 0, None), "two stones on one square"),
    ((1 << 6, 0, 1, None), "beside the board"),
    ((0b1111, 0b111 << 7, 1, None), "won, but says it runs"),
]


@pytest.mark.parametrize(("state", "words"), ILLEGAL, ids=[words for _, words in ILLEGAL])
def test_what_is_no_position_is_refused(state, words):
    for ask in (solve, solve_actions):
        with pytest.raises(ValueError, match=words):
            ask(ConnectFour(), state)


def test_nearly_full_boards_agree_with_plain_search():
    game, rng = ConnectFour(), Random(12)
    for plies in (37, 38, 39, 40, 41) * 8:
        _, state = random_game(game, plies, rng)
        value, action = plain_alphabeta(game, state)
        found = solve(game, state)
        assert found.value == value
        if value == game.side(state) and game.is_terminal(game.result(state, action)):
            assert found.score == value * ((42 + 1 - plies) // 2)


def interrupted(question):
    """Whether Ctrl-C, a tenth of a second later, ends the question."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        question()
    except KeyboardInterrupt:
        return True
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    return False


@pytest.mark.sweep
def test_ctrl_c_ends_a_long_question_and_spoils_no_later_one():
    game = ConnectFour()
    _, state = random_game(game, 22, Random(1))
    expected = connect4_solver(7, 6).score(game, state)
    perft(game, 1), alphabeta(game, state, 11)  # compiled before the clock runs
    solve(Othello(), random_game(Othello(), 56, Random(1))[1])
    assert interrupted(lambda: solve(game, game.initial_state()))
    assert not connect4_solver(7, 6).table[0].any()  # half-finished answers are forgotten
    assert interrupted(lambda: alphabeta(game, game.initial_state()))
    assert interrupted(lambda: perft(game, 20))
    assert interrupted(lambda: solve(Othello(), Othello().initial_state()))
    assert connect4_solver(7, 6).score(game, state) == expected
    assert perft(game, 4) == 2401


def test_many_threads_may_ask_the_same_solver():
    """One at a time: the questions share a table and the room for moves."""
    game, solver = ConnectFour(), connect4_solver(7, 6)
    _, state = random_game(game, 24, Random(2))
    alone = solve(game, state)[:2]
    with ThreadPoolExecutor(4) as threads:
        with solver.lock:
            jobs = [threads.submit(solve, game, state) for _ in range(4)]
            assert not wait(jobs, 0.3).done
        assert [job.result()[:2] for job in jobs] == [alone] * 4


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
    for depth in (-1, "3", float("nan")):
        with pytest.raises(ValueError, match="depth must be"):
            alphabeta(game, game.initial_state(), depth)


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(8, 7), PentagoTwist()], ids=repr)
def test_no_solver_for_other_games(game):
    with pytest.raises(ValueError, match="there is no solver for"):
        solve(game, game.initial_state())


@pytest.mark.parametrize("size", [6, 8])
def test_stable_stones_are_never_turned(size):
    """`stable` promises that whatever is played, these stones keep their color."""
    game, rng, kept = Othello(size), Random(size), 0
    numbers = {**compiled(game).rules, **solve_othello.constants(size, 3, False)}
    stable = specialize_all(solve_othello, ("full", "stable"), f"test_{size}", numbers)["stable"]
    for _ in range(60):
        state = random_game(game, size * size - 4 - rng.randint(4, 16), rng)[1]
        boards = [np.uint64(board) for board in state[:2]]
        safe = [int(stable(board, boards[0] | boards[1])) for board in boards]
        kept += sum(map(int.bit_count, safe))
        for _ in range(5):
            after = state
            while not game.is_terminal(after):
                after = game.result(after, rng.choice(game.actions(after)))
            assert all(mine & after[i] == mine for i, mine in enumerate(safe))
    assert kept > 200  # it finds some
