"""What widgets say, to the letter: the steps of searches, of MCTS, of games, of the bench."""

from xml.etree import ElementTree

import ipywidgets as w
import pytest

from lib.agents import MCTS, AlphaBeta, Minimax, Random, Thought
from lib.clinic.views import FAULTS, RIGHT
from lib.draw.board import speech
from lib.game import CHANCE, MAX, MIN
from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.alphabeta import alphabeta
from lib.search.bandit import ucb1
from lib.search.expectimax import expectimax
from lib.search.mcts import path
from lib.search.minimax import minimax
from lib.trace import record
from lib.widgets import watch
from lib.widgets.mcts_stepper import CONVENTIONS, Simulation
from lib.widgets.play_board import bars, favorites, in_words
from lib.widgets.stepper import before, tell
from tests.draw.audit import by_class
from tests.draw.pictures import MAZE
from tests.widgets.test_stepper import said, widgets_of


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


def told(search, game, *arguments):
    """All sentences of a search."""
    with record() as trace:
        search(game, game.initial_state(), *arguments)
    return [tell(trace, step) for step in range(len(trace.events) + 1)]


def test_every_sentence_of_alpha_beta():
    assert told(alphabeta, TreeGame([[3, 5], [9, 2, 7]])) == [
        "Nothing is visited yet. MAX moves at the root. Press Step.",
        "We begin at the root. MAX moves here.",
        "Down by move 0. MIN moves here.",
        "Down by move 0. MAX moves here.",
        "Move 0: a leaf, worth 3. MIN can hold MAX to 3. Beta falls to 3.",
        "Down by move 1. MAX moves here. MIN already has 3.",
        "Move 1: a leaf, worth 5. MIN has 3 and keeps it.",
        "MIN has seen both. It takes the smallest: 3, by move 0. MAX can get 3. Alpha rises to 3.",
        "Down by move 1. MIN moves here. MAX already has 3.",
        "Down by move 0. MAX moves here. MAX already has 3.",
        "Move 0: a leaf, worth 9. MIN can hold MAX to 9. Beta falls to 9.",
        "Down by move 1. MAX moves here. MAX already has 3, MIN already has 9.",
        "Move 1: a leaf, worth 2. MIN had 9, now it can hold MAX to 2. Beta falls to 2.",
        "MIN holds MAX to 2 here. MAX already has 3. Stop: one move is never looked at.",
        "MAX has seen both. It takes the largest: 3, by move 0. "
        "Done. 7 nodes were visited, one cut was made.",
    ]


def test_the_sentences_of_chance_horizon_and_single_nodes():
    said = told(expectimax, TreeGame([[3, 5]], sides=(MAX, CHANCE)))
    assert "CHANCE adds it to its mean." in said[4]
    assert said[-2] == ("CHANCE has seen both. The mean is 1/2 · 3 + 1/2 · 5 = 4. MAX can get 4.")
    assert said[-1].startswith("MAX has seen its one move.")
    said = told(minimax, TreeGame([[3, 5], [2, 9]]), 1)
    assert said[3] == ("Move 0: we look no further, the evaluator says 0. MAX can get 0.")
    assert told(minimax, TreeGame([1, 2]), 0)[-1] == (
        "At the root we look no further, the evaluator says 0. "
        "Done: the value is 0. One node was visited."
    )


@pytest.mark.parametrize("sides, best", [((MAX, MIN), 5), ((MIN, MAX), 3)])
def test_a_value_is_compared_with_the_best_of_all_before_it(sides, best):
    said = told(minimax, TreeGame([3, 5, 4], sides=sides))
    who = "MAX" if sides[0] == MAX else "MIN"
    assert said[-2] == f"Move 2: a leaf, worth 4. {who} has {best} and keeps it."


def test_before_a_search_its_own_root_is_named():
    with record() as trace:
        minimax(TreeGame([1, 2]), ())
        minimax(TreeGame([1, 2], sides=(MIN, MAX)), ())
    assert before(trace, 3).startswith("Nothing is visited yet. MIN moves at the root.")


def scenes(convention=0, later=(9,), iterations=6):
    game = TreeGame([[1, -1], [-1, 1]])
    name = list(CONVENTIONS)[convention]
    simulation = Simulation(game, (), 1.0, name, 0, iterations, later)
    return simulation, [(scene, simulation.narrate(scene)) for scene in simulation.scenes()]


def test_every_step_of_mcts_is_told_as_it_happens():
    _, found = scenes(iterations=1, later=())
    texts = [text for _, text in found]
    leaf, payoff = found[2][0].leaf.action, found[3][0].value
    assert texts == [
        "No iteration yet: the tree is the root. Press Step.",
        "2 actions are untried at the root: stop here.",
        f"Try {leaf}: it becomes a node of the tree.",
        f"Everybody plays on at random. At the end MAX gets {payoff:g}.",
        f"The leaf counts {payoff:+g}. Each node stores MAX's payoff; the chooser multiplies by "
        "its side.",
        f"One node up: the root counts one visit more and {payoff:+g}.",
    ]


def test_later_iterations_compare_and_stop_where_the_game_is_over():
    simulation = Simulation(TreeGame([3, 5]), (), 1.0, next(iter(CONVENTIONS)), 0, 3, ())
    texts = [simulation.narrate(scene) for scene in simulation.scenes()]
    assert texts[6] == "One action is untried at the root: stop here."
    bound = ucb1(5, 1, 2, 1.0)
    assert texts[11:15] == [
        f"MAX compares 2 moves at the root. 1 has the largest bound, {bound:.2f}.",
        "The game is over here: stop.",
        "The game is over here: there is nothing to expand.",
        "The game is over here: MAX gets 5.",
    ]
    asked = next(scene for scene in simulation.scenes() if scene.walks)
    assert simulation.narrate(asked, asks=True) == (
        "MAX chooses at the root. Which move has the largest bound? Click its node."
    )


def test_the_backup_counts_node_by_node_what_each_convention_adds():
    for place, signs in ((0, [1, 1, 1]), (1, [-1, 1, -1])):
        _, found = scenes(place, (), 6)
        steps = [scene for scene, _ in found if scene.phase == "backpropagate"]
        by_iteration = {n: [s for s in steps if s.iteration == n] for n in range(1, 7)}
        three = next(scenes for scenes in by_iteration.values() if len(scenes) == 3)
        assert [s.added for s in three] == [sign * three[0].value for sign in signs]
        assert [s.at for s in three] == path(three[0].leaf)


def test_milestones_name_the_favorite_and_what_the_right_backup_plays():
    _, found = scenes(0, (9,))
    scene, text = found[-1]
    best = max(scene.root.children.values(), key=lambda child: child.visits)
    assert text == (
        f"After 9 iterations MAX would play {best.action}: {best.visits} visits, "
        f"stored mean {best.mean:.2g}."
    )


def test_every_convention_has_the_fault_that_its_name_says():
    wrong = {name: CONVENTIONS[name] for name in CONVENTIONS if name.startswith("wrong")}
    assert wrong == {
        "wrong: of who is next": FAULTS["player_to_move"],
        "wrong: of the root": FAULTS["root_view"],
        "wrong: never turned": FAULTS["no_flip_absolute"],
        "wrong: turned on the way": FAULTS["in_place_flip"],
        "wrong: of who is last": FAULTS["terminal_mover_view"],
    }
    assert CONVENTIONS["right: of who moved"] is RIGHT


def test_a_wrong_backup_is_told_what_the_right_one_plays():
    game = TicTacToe()
    state = game.parse("X X .\n. O .\n. . .\nO to move")
    simulation = Simulation(game, state, 1.41, "wrong: of who is next", 0, 1, (500,))
    *_, last = simulation.scenes()
    assert simulation.narrate(last).endswith("The right backup plays 2.")
    simulation = Simulation(game, state, 1.41, "right: of who moved", 0, 1, (500,))
    *_, last = simulation.scenes()
    assert "The right backup" not in simulation.narrate(last)


# --- questions, games to watch, the bench ----------------------------------------------------


def test_every_sentence_of_a_watched_game():
    game = TreeGame([[3, 5], [2, 9]])
    widget = watch(game, [Minimax(2), Minimax(1)])
    (stack,) = widgets_of(widget, w.Stack)
    assert [said(frame.value) for frame in stack.children] == [
        "Before the first move. MAX is Minimax 2, MIN is Minimax 1.",
        "Move 1: MAX (Minimax 2) plays 0.",
        "Move 2: MIN (Minimax 1) plays 0. Game over: MAX gets 3.",
    ]


# --- speaking of games -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, seats, mover",
    [
        (TicTacToe(), ["X, you begin", "O, the opponent begins"], "X"),
        (Pig(), ["X, you begin", "O, the opponent begins"], "X"),
        (Pacman(MAZE), ["Pacman", "the ghosts"], "Pacman"),
        (Pacman(MAZE, CHANCE), ["Pacman"], "Pacman"),
        (CaptureTheFlag("capture_tiny"), ["MAX's team", "MIN's team"], "MAX 1"),
        (TreeGame([1, 2]), ["MAX", "MIN"], "MAX"),
    ],
    ids=repr,
)
def test_seats_and_movers(game, seats, mover):
    told = speech(game)
    assert [name for name, _ in told.sides()] == seats
    assert [side for _, side in told.sides()] == [MAX, MIN][: len(seats)]
    assert told.mover(game.initial_state()) == mover


def test_movers_later_in_the_game():
    pacman, capture, pig = Pacman(MAZE), CaptureTheFlag("capture_tiny"), Pig()
    assert speech(pacman).mover(pacman.result(pacman.initial_state(), "Stop")) == "ghost 1"
    assert speech(capture).mover(capture.result(capture.initial_state(), "Stop")) == "MIN 2"
    assert speech(pig).mover(pig.result(pig.initial_state(), "roll")) == "CHANCE"
    game = TicTacToe()
    assert speech(game).mover(game.result(game.initial_state(), 0)) == "O"


@pytest.mark.parametrize("you, told", [(MAX, "You won."), (MIN, "You lost."), (None, "")])
def test_endings_for_the_person_who_played(you, told):
    game = TicTacToe()
    won, drawn = game.parse("X X X\nO O .\n. . ."), game.parse("X O X\nX O O\nO X X")
    assert speech(game).ending(won, you) == f"Game over: X won. {told}".strip()
    assert speech(game).ending(drawn, you).endswith("Nobody won." if you else "draw.")


def test_endings_of_pacman_have_a_score_and_of_trees_a_payoff():
    pacman = Pacman(MAZE)
    state = pacman.initial_state()
    told = speech(pacman)
    assert told.ending(state._replace(lost=True, score=-5), MAX) == (
        "Game over: Pacman was caught, score -5."
    )
    assert "Pacman won, score 7" in told.ending(state._replace(food=frozenset(), score=7), MIN)
    assert "the time is up" in told.ending(state._replace(moves_left=0), MAX)
    assert speech(TreeGame([3, 5])).ending((1,), MAX) == "Game over: MAX gets 5."


def test_moves_keys_and_buttons():
    assert speech(Othello()).move(19) == "d3" and speech(Othello()).move("pass") == "pass"
    assert speech(PentagoTwist()).move((3, 1, "flip")) == "3 1 flip"
    assert speech(TicTacToe()).keys()["8"] == "8" and speech(Othello()).keys() == {
        str(n): str(n) for n in range(4)
    }
    assert speech(ConnectFour()).keys() == {str(n): str(n) for n in range(7)}
    assert speech(PentagoTwist()).keys() == {}
    assert speech(Pacman(MAZE)).keys()["ArrowLeft"] == "West"
    pacman = Pacman(MAZE)
    assert [id for id, _ in speech(pacman).buttons(pacman.initial_state())] == [
        "South", "East", "Stop"
    ]  # fmt: skip
    pentago = PentagoTwist()
    start = pentago.initial_state()
    assert speech(pentago).buttons(start) == []
    assert ["0 rotate", "rotate top left"] in speech(pentago).buttons(start, 4)
    assert speech(TreeGame([[1, 2], 3])).buttons(()) == [["0", "0"], ["1", "1"]]
    assert speech(TicTacToe()).meant("4") == 4 and speech(pacman).meant("4") == "4"
    assert speech(Pig()).buttons(Pig().initial_state()) == []


# --- what an agent thinks --------------------------------------------------------------------


def test_thoughts_in_words():
    game = TicTacToe()
    state = game.initial_state()
    assert in_words("Random", Random().weigh(game, state)) == "Random does not say what it thinks."
    assert in_words("M", MCTS(9).weigh(game, state)).startswith("How often M tried each move")
    assert "bound" not in in_words("M", Minimax(1).weigh(game, state))
    assert "≤ or ≥ is a bound" in in_words("A", AlphaBeta(2).weigh(game, state))


def test_thoughts_say_for_whom_the_agent_moves():
    game = TicTacToe()
    after = game.result(game.initial_state(), 0)
    for agent in (MCTS(20), Minimax(2), AlphaBeta(2)):
        assert agent.weigh(game, after).side == MIN
        assert agent.weigh(game, game.initial_state()).side == MAX


def test_bars_of_a_thought_mark_the_choice_and_count_what_is_left_out():
    thought = Thought(8, {n: n for n in range(9)}, "visits", {n: n / 10 for n in range(9)})
    assert favorites(thought) == [8, 7, 6, 5, 4, 3, 2]
    picture = bars(TicTacToe(), thought)
    assert "visits (mean): 7 of 9 moves" in picture and "Chosen: 8 (0.8)." in picture
    value = Thought(1, {0: 3.0, 1: -2.0}, "value", bounds=frozenset({0}), side=MIN)
    picture = bars(TicTacToe(), value)
    assert "0 ≥: 3" in picture.replace("&gt;", ">") and "Chosen: 1." in picture
    assert favorites(value) == [1, 0]
    assert len(by_class(ElementTree.fromstring(str(picture)), "bar")) == 2
