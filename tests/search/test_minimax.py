"""Minimax against values found level by level, published counts, and two other programs."""

import pickle
import re
from math import inf, nan
from pathlib import Path
from random import Random

import pytest

import lib.search
from lib.evaluate import zero
from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from lib.games.connect4 import ConnectFour
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, best_actions, deepen, expectimax, minimax, star1, star2
from lib.trace import record
from tests.search.reference import all_best, counting, player_trees, scrambled, values_of_all

GAME = TicTacToe()


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


def test_two_ghosts_in_a_row_both_minimize():
    assert minimax(TreeGame([[[4, 7], [2, 9]], [[3, 3], [8, 1]]], (MAX, MIN, MIN)), ()) == (2, 0)


def test_first_of_equal_actions_wins():
    assert minimax(TreeGame([1, 5, 5, 2]), ()) == (5, 1)
    assert minimax(TreeGame([4, 2, 2], sides=(MIN,)), ()) == (2, 1)


def test_tictactoe_nodes_and_value():
    game = counting(TicTacToe)
    assert minimax(game, game.initial_state()) == (0, 0)
    assert (game.nodes, game.ends) == (549_946, 255_168)


def test_the_trace_counts_as_many_nodes():
    state = (0b000000101, 0b000010000, 1, None)
    game = counting(TicTacToe)
    minimax(game, state)
    with record() as trace:
        minimax(TicTacToe(), state)
    assert len(trace.calls) == game.nodes
    assert sum(call.kind == "terminal" for call in trace.calls) == game.ends


@pytest.mark.parametrize("search", [minimax, alphabeta, expectimax, star1])
def test_a_game_without_end_is_an_error_in_plain_words(search):
    class Corridor(TreeGame):
        def is_terminal(self, state):
            return False

        def actions(self, state):
            return (0,)

        def result(self, state, action):
            return 0

        def to_move(self, state):
            return 0

        def utility(self, state):
            return 0

    with pytest.raises(ValueError, match=r"too long for a recursive search.*smaller depth"):
        search(Corridor([1]), 0)
    assert search(Corridor([1]), 0, 50)[0] == 0


@pytest.mark.parametrize("bad", [nan, inf, -inf, None, "won"])
@pytest.mark.parametrize("search", [minimax, alphabeta, best_actions, expectimax, star1, star2])
def test_utility_must_be_finite(search, bad):
    class Broken(TreeGame):
        def utility(self, state):
            return bad

    with pytest.raises(ValueError, match=r"the utility is .*: a search needs a finite number"):
        search(Broken([[1, 2], 3]), ())


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


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5)])
def test_open_spiel_says_the_same_of_small_connect_four_boards(size):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    (width, height), rng, results = size, Random(4), set()
    spiel = pyspiel.load_game(f"connect_four(rows={height},columns={width},x_in_row=4)")
    game = ConnectFour(width, height)
    for _ in range(12):
        state, theirs = game.initial_state(), spiel.new_initial_state()
        while len(theirs.history()) < width * height - 9 and not game.is_terminal(state):
            move = rng.choice(game.actions(state))
            state = game.result(state, move)
            theirs.apply_action(move)
        value = alpha_beta_search(spiel, theirs, maximizing_player_id=0)[0]
        assert minimax(game, state)[0] == alphabeta(game, state)[0] == value
        assert [v for _, v, _ in deepen(game, state)][-1] == value
        results.add(value)
    assert len(results) > 1


def test_easyai_says_the_same_of_tictactoe():
    easyai = pytest.importorskip("easyAI")

    class Theirs(easyai.TwoPlayerGame):
        """Tic-tac-toe for easyAI, on our states; its score is the mover's."""

        def __init__(self, state):
            self.state, self.players = state, [None, None]
            self.current_player = state[2] + 1

        def possible_moves(self):
            return list(GAME.actions(self.state))

        def make_move(self, move):
            self.state = GAME.result(self.state, move)

        def is_over(self):
            return GAME.is_terminal(self.state)

        def scoring(self):
            over = GAME.is_terminal(self.state)
            return GAME.side(self.state) * GAME.utility(self.state) if over else 0

    rng, values = Random(8), []
    for _ in range(25):
        state = GAME.initial_state()
        for _ in range(rng.randint(3, 6)):
            if not GAME.is_terminal(state):
                state = GAME.result(state, rng.choice(GAME.actions(state)))
        if not GAME.is_terminal(state):
            other = easyai.Negamax(9)
            assert other(Theirs(state)) in best_actions(GAME, state)
            values.append(minimax(GAME, state)[0])
            their_sign = (other.alpha > 0) - (other.alpha < 0)  # quicker wins count more there
            assert GAME.side(state) * their_sign == values[-1]
    assert len(set(values)) == 3


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


def test_textbook_functions_are_called_through_checks_and_can_be_pickled():
    for name in ("minimax", "alphabeta", "strict_alphabeta", "best_actions", "expectimax"):
        search = getattr(lib.search, name)
        assert pickle.loads(pickle.dumps(search)) is search
        with pytest.raises(ValueError, match="depth must be"):
            search(TreeGame([1, 2]), (), -1)


def test_nobody_else_takes_a_textbook_function_without_its_checks():
    text = re.compile(r"from lib\.search\.(minimax|alphabeta|expectimax) import")
    root = Path(lib.search.__file__).parents[2]
    for room in ("lib", "check", "grade", "tools"):
        for path in (root / room).rglob("*.py"):
            if path != Path(lib.search.__file__):
                assert not text.search(path.read_text("utf-8")), path
