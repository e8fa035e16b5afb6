"""The playing board without a browser: moves, undo, thinking, words, bad input."""

import threading
from random import Random as Rng

import ipywidgets as w
import pytest

from lib.agents import (
    MCTS,
    AlphaBeta,
    Deepening,
    Expectimax,
    FastMCTS,
    Greedy,
    Human,
    Minimax,
    Random,
)
from lib.evaluate import connect4_lines, othello_discs, score, tictactoe_lines
from lib.game import CHANCE, MAX, MIN, Game
from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.widgets import play_board
from lib.widgets.play_board import PlayBoard, bars, favorites
from lib.widgets.watch import Match


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


def board(game, opponent=None, you=MAX, **options):
    return PlayBoard(Match(game, opponent, you, **options))


def click(player, id):
    """What the page sends when somebody clicks."""
    player._heard(None, {"act": id, "turn": player.board.turn}, None)
    return player.board.says


def positions(game, count, seed=0):
    """States from random games in which somebody has to decide."""
    rng, found = Rng(seed), []
    while len(found) < count:
        state = game.initial_state()
        while not game.is_terminal(state):
            if game.side(state) != CHANCE and rng.random() < 0.3:
                found.append(state)
            state = game.result(state, rng.choice(list(game.actions(state))))
    return found[:count]


AGENTS = [
    (TicTacToe(), Minimax(3, tictactoe_lines)),
    (TicTacToe(), AlphaBeta(4, tictactoe_lines)),
    (TicTacToe(), MCTS(60)),
    (TicTacToe(), MCTS(60, rule="mean")),
    (TicTacToe(), Random(3)),
    (TicTacToe(), Deepening(nodes=200)),
    (ConnectFour(), AlphaBeta(3, connect4_lines)),
    (ConnectFour(), Greedy(connect4_lines)),
    (Othello(6), AlphaBeta(2, othello_discs)),
    (Pacman("small_classic"), AlphaBeta(2, score)),
    (Pacman("small_classic", CHANCE), Expectimax(2, score)),
    (Pig(20), Expectimax(3)),
]


@pytest.mark.parametrize("game, agent", AGENTS, ids=lambda thing: repr(thing))
def test_an_agent_weighs_as_it_decides(game, agent):
    for state in positions(game, 12):
        if isinstance(game, Pacman) and game.side(state) != MAX and CHANCE in game.sides:
            continue
        thought = agent.weigh(game, state)
        assert thought.action == agent(game, state), state
        assert not thought.values or thought.action in thought.values


def test_the_compiled_search_decides_as_the_agent_itself():
    pytest.importorskip("numba")
    game = TicTacToe()
    for agent in (FastMCTS(300), FastMCTS(300, prove=True)):
        for state in positions(game, 4):
            thought = agent.weigh(game, state)
            assert thought.action == agent(game, state) and thought.unit == "visits"


def test_values_of_alpha_beta_are_exact_or_bounds_on_the_right_side():
    game, depth = TicTacToe(), 4
    for state in positions(game, 25):
        exact = Minimax(depth, tictactoe_lines).weigh(game, state).values
        thought = AlphaBeta(depth, tictactoe_lines).weigh(game, state)
        side = game.side(state)
        for action, value in thought.values.items():
            if action in thought.bounds:
                assert side * exact[action] <= side * value <= side * exact[thought.action]
            else:
                assert value == exact[action]
        assert thought.values[thought.action] == exact[thought.action]


def test_bars_show_the_best_moves_and_say_what_is_a_bound():
    game = ConnectFour()
    state = game.result(game.initial_state(), 3)  # O to move: small values are good for it
    thought = AlphaBeta(3, connect4_lines).weigh(game, state)
    assert thought.bounds and favorites(thought)[0] == thought.action
    values = [thought.values[action] for action in favorites(thought)]
    assert values == sorted(values)
    assert "≥" in bars(game, thought) and "≤" not in bars(game, thought)


def test_visits_are_those_of_the_search():
    thought = MCTS(100).weigh(TicTacToe(), TicTacToe().initial_state())
    assert list(thought.values) == list(range(9)), "moves stand in their own order"
    assert sum(thought.values.values()) == 100
    assert thought.values[thought.action] == max(thought.values.values())
    assert all(-1 <= mean <= 1 for mean in thought.means.values())


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Othello(4), PentagoTwist()], ids=repr)
@pytest.mark.parametrize("you", [MAX, MIN])
def test_a_whole_game_by_clicks_and_back_by_undo(game, you):
    player = board(game, Random(1), you)
    rng, match, clicks = Rng(5), player.match, 0
    first = match.state
    while not match.is_over:
        assert match.your_turn and game.side(match.state) == you
        assert player.board.choices == [] or "pass" in player.board.choices[0]
        action = rng.choice(list(game.actions(match.state)))
        if isinstance(action, tuple):
            click(player, str(action[0]))
            assert len(player.board.choices) == 8 and "choose the twist" in player.board.says
            click(player, f"{action[1]} {action[2]}")
        else:
            click(player, str(action))
        clicks += 1
        assert not player.board.busy
    assert player.board.says.count("Game over") == 1
    assert "Press New game" in click(player, "0")
    for _ in range(clicks):
        player._undo()
    assert match.state == first and "no move of yours" not in player.board.says
    player._undo()
    assert "There is no move of yours to take back." in player.board.says


@pytest.mark.parametrize("ghosts", [MIN, CHANCE])
def test_pacman_by_arrow_keys(ghosts):
    game = Pacman("small_classic", ghosts)
    player = board(game, AlphaBeta(1, score))
    assert player.board.keymap["ArrowUp"] == "North" and player.board.keymap["."] == "Stop"
    assert (
        click(player, "West")
        == "That move is not possible: illegal action 'West'; the legal actions are North, Stop."
    )
    click(player, "North")
    assert player.match.state.pacman == (8, 2) and player.match.state.agent == 0
    assert len(player.match.history) == 3
    assert [option[1] for option in player.side.options] == sorted({MAX, ghosts} - {0})[::-1]


def test_a_person_can_play_the_ghosts():
    player = board(Pacman("small_classic"), Greedy(score), MIN)
    assert player.match.state.agent == 1 and "ghost 1" in player.board.says
    click(player, str(player.match.game.actions(player.match.state)[0]))
    assert player.match.state.agent == 2


def test_capture_is_told_as_its_picture_names_the_players():
    player = board(CaptureTheFlag("capture_tiny", max_moves=4), Random(0))
    assert player.board.says.startswith("Your turn, MAX 1.")
    assert [name for name, _ in player.side.options] == ["MAX's team", "MIN's team"]
    assert "MIN 2 (Random) played" in click(player, "Stop")
    assert "Your turn, MAX 3." in player.board.says
    assert click(player, "Stop").endswith("Game over: MAX 0 : 0 MIN. Nobody won.")


def test_a_tree_has_payoffs_and_no_winner():
    player = board(TreeGame([[3, 5], [2, 9]]), Minimax(2))
    assert click(player, "1").endswith("Game over: MAX gets 2.")


def test_chance_moves_are_the_same_after_undo():
    player = board(Pig(20), Random(0))
    click(player, "roll")
    first = player.match.history[1]
    player._undo()
    click(player, "roll")
    assert player.match.history[1] == first


def test_two_people_at_one_board():
    player = board(TicTacToe(), Human())
    assert "X" in player.board.says
    assert click(player, "0") == "Your turn, O."
    player._undo()
    assert player.match.history == []


def test_illegal_clicks_are_explained():
    player = board(Othello(), Random(0))
    assert "would turn no stone on a1" in click(player, "0")
    player = board(ConnectFour(), Random(0))
    assert "illegal action" in click(player, "77")
    player = board(PentagoTwist(), None)
    click(player, "3")
    click(player, "0 flip")
    taken = next(
        i
        for i, mark in enumerate("".join(player.match.game.rows(player.match.state)))
        if mark != "."
    )
    assert f"Cell {taken} is taken" in click(player, str(taken))


def test_clicks_from_before_the_last_move_do_not_count():
    player = board(TicTacToe(), Random(0))
    old = player.board.turn
    click(player, "4")
    before = player.match.state
    player._heard(None, {"act": "0", "turn": old}, None)
    player._heard(None, {"hello": 1}, None)
    assert player.match.state == before


def test_thinking_is_shown_while_the_opponent_thinks():
    seen = []

    def nosy(game, state):
        seen.append((player.board.says, player.board.busy, "legal" in player.board.picture))
        return game.actions(state)[0]

    player = board(TicTacToe(), nosy)
    click(player, "4")
    assert seen == [("O (nosy) is thinking.", True, False)], "no move of O is offered to click"
    assert "legal" in player.board.picture
    assert not player.board.busy


@pytest.mark.parametrize("bad", [lambda game, state: 99, lambda game, state: 1 / 0])
def test_an_opponent_that_breaks_the_rules_is_reported(bad):
    player = board(TicTacToe(), bad)
    words = click(player, "4")
    assert "The opponent cannot go on" in words and "Undo" in words
    player._undo()
    assert player.match.history == [] and "Your turn, X." in player.board.says


def test_who_is_not_ready_yet_has_a_stand_in_and_the_board_says_so(monkeypatch):
    game, ready = ConnectFour(), []
    monkeypatch.setattr("lib.fast.ready", lambda *_: bool(ready))
    monkeypatch.setattr("lib.fast.warm_up", lambda *_: threading.main_thread())  # it is alive
    player = board(game, FastMCTS(iterations=2000))
    said = click(player, "3")
    assert said.startswith("The compiled search is being prepared; MCTS 0.15 s moved in its place.")
    ready.append(True)
    assert "prepared" not in click(player, "0")
    assert sum(player.match.agent.weigh(game, player.match.state).values.values()) == 2000


def test_new_games_differ_and_can_be_repeated():
    def opening(player):
        moves = []
        for _ in range(6):
            player._begin()
            moves.append(player.match.last)
        return moves

    first, second = (opening(board(Othello(), Random(0), MIN)) for _ in range(2))
    assert first == second and len(set(first)) > 1


def test_a_game_without_a_drawing_gets_buttons():
    class Coin(Game):
        def initial_state(self):
            return ""

        def to_move(self, state):
            return len(state)

        def actions(self, state):
            return ("heads", "tails") if len(state) < 2 else ()

        def result(self, state, action):
            return state + action[0]

        def is_terminal(self, state):
            return len(state) == 2

        def utility(self, state):
            return 1 if state[0] == state[1] else -1

    player = board(Coin(), Random(0))
    assert player.board.choices == [["heads", "heads"], ["tails", "tails"]]
    assert "Game over" in click(player, "heads")
    assert board(TreeGame([[3, 5], [2, 9]]), Random(0)).board.choices


@pytest.mark.parametrize(
    "arguments, options, sentence",
    [
        (("chess", Random(0)), {}, "needs a game"),
        ((TicTacToe, Random(0)), {}, "needs a game"),
        ((TicTacToe(), MCTS), {}, "is a class: make an agent of it"),
        ((TicTacToe(), "random"), {}, "must be called as agent"),
        ((TicTacToe(), Random(0)), {"you": 5}, "you can play"),
        ((TicTacToe(), Random(0)), {"state": "middle"}, "not a state of TicTacToe"),
        ((Pacman("small_classic", CHANCE), Random(0)), {"you": MIN}, "you can play"),
    ],
)
def test_bad_input_says_what_to_do(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        play_board(*arguments, **options)


def test_a_learned_policy_says_what_its_numbers_are():
    from lib.agents import Thought
    from lib.widgets.play_board import bars, favorites, in_words

    thought = Thought(3, {2: 0.1, 3: 0.7, 4: 0.2}, "policy", side=-1)
    assert in_words("Learned", thought) == (
        "How likely Learned is to choose each move, before any search."
    )
    assert favorites(thought) == [3, 4, 2], "more is better, whoever moves"
    assert "share" in bars(TicTacToe(), thought)
