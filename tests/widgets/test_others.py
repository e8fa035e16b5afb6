"""MCTS stepper, UCB1 bench, evaluation lab and watch, without a browser."""

import json
import subprocess
import sys
from math import sqrt
from random import Random as Rng

import ipywidgets as w
import pytest

from lib.agents import MCTS, Random
from lib.clinic.views import FAULTS
from lib.evaluate import othello_discs
from lib.game import MAX, MIN
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pacman import Pacman
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.logs import Entry, read_log
from lib.play import play
from lib.search.mcts import mcts
from lib.widgets import evaluation_lab, mcts_stepper, ucb_bench, watch
from lib.widgets.mcts_stepper import CONVENTIONS, Simulation
from lib.widgets.ucb_bench import BANDIT, Bench
from tests.widgets.test_stepper import said, widgets_of
from tools.notebooks import ROOT


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


def shown(widget):
    """The words of the frame that the slider for C selects; the link itself is the browser's."""
    (stack,), (slider,) = widgets_of(widget, w.Stack), widgets_of(widget, w.SelectionSlider)
    return said(stack.children[slider.index].value.split("</div>")[0])


# --- mcts_stepper ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), TreeGame([[3, 5], [2, 9]])], ids=repr)
def test_the_slow_search_is_the_search(game):
    simulation = Simulation(game, game.initial_state(), 1.41, next(iter(CONVENTIONS)), 3, 5, (40,))
    scenes = list(simulation.scenes())
    assert len(scenes) == len(simulation) == 1 + 20 + 1
    root = mcts(game, game.initial_state(), iterations=40, c=1.41, rng=Rng(3))
    stats = {action: (n.visits, n.total) for action, n in root.children.items()}
    slow = scenes[-1].root
    assert {a: (n.visits, n.total) for a, n in slow.children.items()} == stats


def test_every_fault_of_the_library_is_on_the_switch():
    phases = list(CONVENTIONS.values())
    assert all(fault in phases for fault in FAULTS.values())
    assert sum(name.startswith("right") for name in CONVENTIONS) == 2


def test_wrong_backups_destroy_the_tree_where_only_one_move_is_right():
    """O must block on square 2: the right conventions visit it most, a wrong one does not."""
    game = TicTacToe()
    state = game.parse("X X .\n. O .\n. . .\nO to move")
    favorites = {}
    for name in CONVENTIONS:
        *_, last = Simulation(game, state, 1.41, name, 0, 1, (500,)).scenes()
        favorites[name] = max(last.root.children.values(), key=lambda n: n.visits).action
    assert all(favorites[name] == 2 for name in favorites if name.startswith("right"))
    assert favorites["wrong: of who is next"] != 2


def test_phases_come_in_order_and_in_words():
    widget = mcts_stepper(TicTacToe(), iterations=2, later=())
    (stack,) = widgets_of(widget, w.Stack)
    texts = [said(f.value.split("</div>")[0]) for f in stack.children]
    for start, phase in zip(
        texts[1:5], ("select", "expand", "rollout", "backpropagate"), strict=True
    ):
        assert start.startswith(f"Iteration 1, {phase}.")
    assert texts[5].startswith("Iteration 2, select.")


def test_constant_and_backup_redraw_what_is_shown_and_later_the_rest():
    widget = mcts_stepper(TicTacToe(), iterations=2, later=(60,))
    (slider,), (stack,) = widgets_of(widget, w.IntSlider), widgets_of(widget, w.Stack)
    (constant,), (backup,) = widgets_of(widget, w.FloatSlider), widgets_of(widget, w.Dropdown)
    assert constant.value == 1.41 and "1.41 · sqrt" in stack.children[9].value
    slider.value = 9
    constant.value = 0.5
    assert "0.5 · sqrt" in stack.children[9].value and "1.41 · sqrt" in stack.children[8].value
    slider.value = 8
    assert "0.5 · sqrt" in stack.children[8].value
    backup.value = "wrong: of the root"
    assert "stored mean" in stack.children[8].value
    backup.value = next(iter(CONVENTIONS))
    constant.value = 1.41
    again = mcts_stepper(TicTacToe(), iterations=2, later=(60,))
    assert stack.children[8].value == widgets_of(again, w.Stack)[0].children[8].value


@pytest.mark.parametrize("layout", ["tiny_two_ghosts", "corridor"])
def test_nodes_with_a_single_action_can_be_stepped_through(layout):
    """Between cells and in corridors a ghost has one way: there UCB1 has nothing to choose."""
    widget = mcts_stepper(Pacman(layout), iterations=8, later=(20,))
    (stack,) = widgets_of(widget, w.Stack)
    assert len(stack.children) == 1 + 4 * 8 + 1
    assert all("UCB1" in frame.value for frame in stack.children[5:])


def test_a_saved_mcts_stepper_is_not_huge():
    mcts_stepper(ConnectFour())
    assert len(json.dumps(w.Widget.get_manager_state())) < 2_000_000


OVER = TicTacToe().parse("X X X\nO O .\n. . .")


@pytest.mark.parametrize(
    "arguments, options, sentence",
    [
        (("chess",), {}, "needs a game"),
        ((TicTacToe(), OVER), {}, "the game is over"),
        ((TicTacToe(),), {"iterations": 0}, "choose 1 to 40"),
        ((TicTacToe(),), {"iterations": 500}, "later="),
        ((TicTacToe(),), {"c": -1}, "c must be"),
        ((TicTacToe(),), {"later": (10**6,)}, "later needs"),
        ((TicTacToe(),), {"later": 50}, "later needs whole numbers.* got 50"),
        ((TicTacToe(),), {"c": "2"}, "c must be"),
        ((TicTacToe(), "middle"), {}, "not a state of TicTacToe"),
        ((Pig(), (0, 0, 0, 0, True, None)), {}, "CHANCE moves|not a state|nothing to"),
    ],
)
def test_mcts_stepper_says_what_is_wrong(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        mcts_stepper(*arguments, **options)


# --- ucb_bench -------------------------------------------------------------------------------


def test_the_bars_at_c_2_are_the_weights_of_the_log():
    for name in ("normal_mcts", "one_depth_mcts"):
        entry = read_log(name)[0]
        bench = Bench(entry, 0)
        rows = bench._totals()
        parent = sum(tries for *_, tries in rows)
        from lib.search.bandit import ucb1

        mine = [ucb1(score, tries, parent, 2.0) for _, score, tries in rows]
        assert mine == pytest.approx(list(entry.weights))


def test_equal_tries_refuse_and_other_counts_change():
    bench = Bench(None, 0)
    assert "No C changes that: equal tries" in shown(bench.widget)
    assert bench.child.value.startswith("4.")
    bench.tries.value = 20
    assert "The choice turns" in shown(bench.widget)
    bench.c.index = 40
    assert "chooses 8. Dominance" in shown(bench.widget)
    bench.mean.value = 30
    bench.c.index = 0
    assert "C = 0: UCB1 chooses 4." in shown(bench.widget)


def test_the_bandit_of_the_bench():
    bench = Bench(None, 0)
    bench.source.value = BANDIT
    top, counts = bench.widget.children[:2]
    assert bench.source in top.children and bench.c in top.children
    assert top.layout.display is None and counts.layout.display == "none"
    assert "C = 1.4, 30 pulls" in shown(bench.widget)
    bench.pulls.value = 200
    assert "C = 1.4, 200 pulls" in shown(bench.widget)
    bench.pulls.value = 0
    assert "0, 0, 0 for the three arms" in shown(bench.widget)
    bench.source.value = "Root log: one_depth_mcts"
    assert "UCB1 chooses 2. DESPOT" in shown(bench.widget)
    assert bench.counts.layout.display is None and bench.pulls.layout.display == "none"


def test_an_entry_of_your_own_may_be_large_or_untried():
    pairs = ((1000.0, 1), (-50_000.0, 100), (0.0, 0))
    bench = Bench(Entry(("a", "b", "c"), (0.0,) * 3, pairs, (-49_000.0, 101), "a", "a"), 0)
    assert "UCB1 chooses 3. c." in shown(bench.widget)
    bench.child.index = 1
    assert (bench.mean.value, bench.tries.value) == (-500, 100)
    bench.child.index = 2
    bench.tries.value = 1
    assert "UCB1 chooses 1. a." in shown(bench.widget)
    with pytest.raises(ValueError, match="has no actions"):
        ucb_bench(Entry((), (), (), (0.0, 0), "", ""))


def test_the_bench_wants_an_entry():
    with pytest.raises(ValueError, match="read_log"):
        ucb_bench([1, 2])


# --- evaluation_lab --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [TicTacToe(), ConnectFour(), Othello(), Pacman("small_classic")], ids=repr
)
def test_weights_change_the_picture_and_back(game):
    widget = evaluation_lab(game)
    knobs, view = widget.children[:2]
    before = view.value
    assert "<svg" in before and knobs.names
    for i in range(len(knobs.names)):  # every slider matters
        knobs.values = [-2.0 if i == j else 1 for j in range(len(knobs.names))]
        assert picture_of(view) != picture_of_text(before), knobs.names[i]
    knobs.values = [1] * len(knobs.names)
    assert view.value == before


def picture_of(view):
    return picture_of_text(view.value)


def picture_of_text(html):
    """The picture without the sentence above it."""
    return html[html.index("<svg") :]


def test_a_feature_that_is_zero_everywhere_has_no_slider_and_that_is_said():
    widget = evaluation_lab(Pacman("small_classic"))  # no ghost is scared
    assert "chase" not in widget.children[0].names and "danger" in widget.children[0].names
    assert "No slider for chase: 0 wherever we look" in widget.children[2].value


def test_the_lab_also_shows_a_position_in_which_a_ghost_moves():
    game = Pacman("small_classic")
    after = game.result(game.initial_state(), game.actions(game.initial_state())[0])
    assert "ghost 1 would play" in said(evaluation_lab(game, after).children[1].value)


def lesson_position():
    """Game and state of the lab in the lesson on evaluation design."""
    path = ROOT / "notebooks/06_evaluation_design.ipynb"
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]}
    space = {}
    exec("from lib.games.pacman import Pacman\n" + cells["lab-position"].rpartition("\n")[0], space)
    return space["crossroads"], space["choice"]


def test_in_the_lesson_every_slider_changes_the_advice():
    widget = evaluation_lab(*lesson_position())
    knobs, view = widget.children[:2]
    assert set(knobs.names) == {"score", "food left", "appetite", "danger", "chase"}
    for i, name in enumerate(knobs.names):
        advice = set()
        for weight in range(-5, 6):
            knobs.values = [weight if i == j else 1 for j in range(5)]
            advice.add(said(view.value.split("</div>")[0]).rpartition("One move ahead")[2])
        assert len(advice) > 1, name


def test_sliders_are_named_for_those_who_cannot_see_them():
    knobs = evaluation_lab(TicTacToe()).children[0]
    assert "aria-label" in knobs._esm and "{name}" in knobs.about


def test_the_sum_and_the_advice_are_right():
    game, half = Othello(), {"discs": othello_discs, "one": lambda game, state: 1}
    widget = evaluation_lab(game, None, half, {"discs": 2, "one": -3})
    text = said(widget.children[1].value.split("</div>")[0])
    assert text.startswith("This position: 2 · 0 (discs) + -3 · 1 (one) = -3.")
    assert "One move ahead, X would play d3." in text
    assert ">3</text>" in widget.children[1].value  # 2 * 3 discs ahead - 3, on each legal square


def test_each_side_is_advised_for_itself():
    game, late = TicTacToe(), {"sum": lambda game, state: game.rows(state)[2].count("X")}
    late["minus"] = lambda game, state: -game.rows(state)[1].count("O")
    for state, words in (
        (game.initial_state(), "X would play 6."),
        (game.result(game.initial_state(), 8), "O would play 3."),
    ):
        assert words in said(evaluation_lab(game, state, late).children[1].value)


def test_a_large_weight_is_where_its_slider_begins():
    widget = evaluation_lab(TicTacToe(), weights={"center": -40})
    weights = dict(zip(widget.children[0].names, widget.children[0].values, strict=True))
    assert weights == {"open lines": 1, "center": -40}


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (("chess",), "needs a game"),
        ((Pig(),), "has no features"),
        ((TicTacToe(), OVER), "the game is over"),
        ((TicTacToe(), None, [len]), "features is a dict"),
        ((TicTacToe(), None, {"x": 3}), "must be a function"),
        ((TicTacToe(), None, {"x": lambda g, s: float("nan")}), "finite number"),
        ((TicTacToe(), None, {"x": lambda g, s: 1}, {"y": 2}), "unknown features: y"),
        ((TicTacToe(), None, {"x": lambda g, s: 1}, {"x": "2"}), "weight of 'x' must be"),
        ((TicTacToe(), None, None, 5), "weights is a dict"),
        ((TicTacToe(), "middle"), "not a state of TicTacToe"),
    ],
)
def test_evaluation_lab_says_what_is_wrong(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        evaluation_lab(*arguments)


# --- watch -----------------------------------------------------------------------------------


def test_watch_shows_the_game_that_play_plays():
    game, agents = ConnectFour(), [Random(1), MCTS(20)]
    turns = list(play(game, agents, Rng(7)))
    (stack,) = widgets_of(watch(game, agents, seed=7), w.Stack)
    texts = [said(f.value) for f in stack.children]
    assert len(texts) == len(turns) + 1
    for text, turn in zip(texts[1:], turns, strict=True):
        assert f"plays {turn.action}." in text
    assert "Game over" in texts[-1]
    assert texts[0] == "Before the first move. MAX is Random, MIN is MCTS 20."


def test_watch_says_why_a_game_stopped():
    widget = watch(TicTacToe(), {MAX: Random(0), MIN: lambda game, state: 77})
    assert "not legal here" in said(widget.children[-1].value)
    long = watch(Othello(), [Random(0), Random(1)], max_plies=5)
    assert "only its first 5 moves" in said(long.children[-1].value)


@pytest.mark.parametrize(
    "arguments, options, sentence",
    [
        (("chess", []), {}, "needs a game"),
        ((TicTacToe(), [Random(0)]), {}, "agent"),
        ((TicTacToe(), [Random, Random]), {}, "is a class"),
        ((TicTacToe(), [Random(0), Random(0)]), {"max_plies": 10**6}, "max_plies must be"),
        ((TicTacToe(), [Random(0), Random(0)]), {"max_plies": "9"}, "max_plies must be"),
        ((TicTacToe(), [Random(0), Random(0)]), {"state": "middle"}, "not a state of TicTacToe"),
        ((TicTacToe(), None), {}, "needs 2 agents"),
    ],
)
def test_watch_says_what_is_wrong(arguments, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        watch(*arguments, **options)


# --- all -------------------------------------------------------------------------------------


def test_opening_the_room_loads_ipywidgets_only():
    code = (
        "import sys, lib.widgets; from lib.widgets import stepper, watch, ucb_bench\n"
        "assert not {'anywidget', 'matplotlib', 'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_places_without_widgets_get_a_sentence():
    widget = watch(TicTacToe(), [Random(1), Random(2)])
    text = widget._repr_mimebundle_()["text/plain"]
    assert text.startswith("A game of ") and text.endswith("or trust this notebook")


def test_an_unknown_widget_is_named():
    import lib.widgets

    with pytest.raises(AttributeError, match="has no 'sliders'; it has ask, clinic_bench"):
        lib.widgets.sliders  # noqa: B018
    assert dir(lib.widgets) == lib.widgets.__all__


def test_the_default_constant_is_the_square_root_of_two():
    (constant,) = widgets_of(mcts_stepper(TicTacToe(), iterations=1, later=()), w.FloatSlider)
    assert abs(constant.value - sqrt(2)) < 0.005
