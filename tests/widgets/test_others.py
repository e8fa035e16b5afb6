"""MCTS stepper, UCB1 bench, evaluation lab and watch, without a browser."""

import importlib
import inspect
import json
import subprocess
import sys
from math import sqrt
from random import Random as Rng

import anywidget
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
from lib.search.bandit import ucb1
from lib.search.mcts import mcts, path
from lib.widgets import evaluation_lab, mcts_stepper, rollouts, ucb_bench, ucb_blocks, watch
from lib.widgets.mcts_stepper import CONVENTIONS, Simulation
from tests.widgets.test_stepper import said, widgets_of
from tools.notebooks import ROOT

WIDGETS = ROOT / "lib" / "widgets"


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


# --- mcts_stepper ----------------------------------------------------------------------------


def slow(game, iterations=5, later=(), state=None, **settings):
    """A simulation with the library's backup."""
    start = game.initial_state() if state is None else state
    return Simulation(game, start, 1.41, next(iter(CONVENTIONS)), 3, iterations, later, **settings)


def plain(game, state, rng):
    """A random game, whatever faster way the game has."""
    while actions := game.actions(state):
        state = game.result(state, actions[int(rng.random() * len(actions))])
    return game.utility(state)


def numbers(root):
    return {action: (n.visits, n.total) for action, n in root.children.items()}


GAMES = [TicTacToe(), ConnectFour(), TreeGame([[3, 5], [2, 9]])]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_slow_search_is_the_search(game):
    *_, last = slow(game, later=(40,)).scenes()
    options = {"c": 1.41, "rng": Rng(3), "rollout": plain}
    assert numbers(last.root) == numbers(mcts(game, game.initial_state(), iterations=40, **options))


@pytest.mark.parametrize("prior", [None, lambda game, state, action: 1 + action % 3])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_it_walks_to_the_child_whose_bound_it_shows_as_the_largest(game, prior):
    scenes = list(slow(game, 30, prior=prior).scenes())
    simulation, walked = slow(game, 30, prior=prior), 0
    before = None
    for scene in simulation.scenes():  # the tree grows: each scene is looked at in its time
        if before is not None:
            assert scene.at is before.child and scene.phase == "select"
            walked += 1
        before = max(simulation.bounds(scene.at), key=lambda b: b.top) if scene.walks else None
    assert walked > 15 and len(scenes) > 150


def test_down_and_up_edge_by_edge_and_every_number_in_its_time():
    counted, before = 0, {}
    for scene in slow(TicTacToe(), 15).scenes():
        if scene.phase == "backpropagate":
            visits, total = before[scene.at.state]
            assert scene.at.visits == visits + 1 and scene.at.total == total + scene.added
            counted += 1
        elif scene.leaf is not None:
            before = {n.state: (n.visits, n.total) for n in path(scene.leaf)}
    assert counted > 30
    assert scene.root.visits == 15 == sum(n.visits for n in scene.root.children.values())


def test_the_moves_of_a_rollout_lead_to_its_payoff():
    game, seen = ConnectFour(), 0
    for scene in slow(game).scenes():
        if scene.phase == "rollout":
            state = scene.leaf.state
            for _, action, after in scene.line:
                state = game.result(state, action)
                assert state == after
            assert game.is_terminal(state) and game.utility(state) == scene.value
            seen += 1
    assert seen == 5


def test_in_predict_mode_ucb1_judges_the_click():
    game, asked = TicTacToe(), 0
    state = game.parse("X..\n.O.\n..X")
    film = slow(game, 10, state=state).make_film(predict=True)
    for now, frame in enumerate(film["frames"]):
        if "answer" in frame:
            panel = frame["panel"]
            assert panel.keys() == {"head", "asked"} and frame["answer"] in frame["equal"]
            assert len(panel["asked"]) == len(frame["why"]) + 1 and "N = " in panel["head"]
            shown = [text for text, first, end in film["parts"] if first <= now < (end or 99)]
            assert "who chooses it" not in "".join(shown), "no hover text gives the bound away"
            tops = {name: float(why.split("= ")[1][:-1]) for name, why in frame["why"].items()}
            assert tops[frame["answer"]] == max(tops.values())
            asked += 1
    assert asked >= 4
    assert not any("answer" in frame for frame in slow(game, 10).make_film()["frames"])


def test_priors_stand_in_the_table_of_puct():
    film = slow(TicTacToe(), 6, prior=lambda game, state, action: 1 + action).make_film()
    shares = [row[4] for frame in film["frames"] for row in frame["panel"].get("bounds", [])]
    assert shares and all(0 < share < 1 for share in shares)


def test_another_position_another_c_and_another_backup():
    widget = mcts_stepper(TicTacToe(), iterations=2, later=(60,))
    first = widget.film
    for act in ("4", "0", "0", "8"):  # the second 0 is taken: nothing happens
        widget._heard(None, {"act": act}, [])
    assert widget.film == first and "O to move" in widget.position["told"]
    widget._heard(None, {"search": True}, [])
    assert widget.simulation.state == TicTacToe().parse("O..\n.X.\n..X")
    assert widget.film != first
    widget._heard(None, {"undo": True}, [])
    widget._heard(None, {"c": 0.5}, [])
    assert widget.knobs["c"] == 0.5 and widget.simulation.state == TicTacToe().parse(
        "O..\n.X.\n..."
    )
    widget._heard(None, {"convention": "wrong: of the root"}, [])
    assert "The right backup" in widget.film["frames"][-1]["said"]
    widget._heard(None, {"clear": True}, [])
    for act in "031425"[:5]:
        widget._heard(None, {"act": act}, [])
    heard = []
    widget.send = heard.append
    widget._heard(None, {"search": True}, [])
    assert heard and "the game is over" in heard[0]["problem"]


def test_rollouts_fill_a_bar():
    game = TicTacToe()
    widget = rollouts(game, count=20, seed=4)
    said = [frame["said"] for frame in widget.film["frames"]]
    rng = Rng(4)
    values = [plain(game, game.initial_state(), rng) for _ in range(20)]
    told = [f"Random game {i}: MAX gets {value:g}." for i, value in enumerate(values, 1)]
    assert said[1:] == told and repr(widget).startswith("Random games")


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


@pytest.mark.parametrize("layout", ["tiny_two_ghosts", "corridor"])
def test_nodes_with_a_single_action_can_be_stepped_through(layout):
    """Between cells and in corridors a ghost has one way: there UCB1 has nothing to choose."""
    frames = mcts_stepper(Pacman(layout), iterations=8, later=(20,)).film["frames"]
    expanded = ("becomes a node", "nothing to expand")
    assert sum(any(words in frame["said"] for words in expanded) for frame in frames) == 8


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


def test_the_bench_has_the_exact_numbers_of_the_logs():
    widget = ucb_bench()
    for log, name in zip(widget.logs, ("normal_mcts", "one_depth_mcts"), strict=True):
        entry = read_log(name)[0]
        assert [tuple(row[1:]) for row in log["rows"]] == list(entry.pairs)
        mine = [ucb1(score, n, log["parent"], widget.c) for _, score, n in log["rows"]]
        assert mine == list(entry.weights) == log["weights"]


def test_the_document_has_twelve_blocks():
    entries = [read_log(name)[0] for name in ("normal_mcts", "one_depth_mcts")]
    widget = ucb_blocks(entries, [str(n) for n in range(12)])
    assert [len(block["names"]) for block in widget.blocks] == [1] * 11 + [2]
    assert widget.blocks[-1]["names"] == ["DESPOT", "BUILDER"]
    logged = [w for entry in entries for w in entry.weights]
    assert [float(block["logged"]) for block in widget.blocks] == logged[:12]
    with pytest.raises(ValueError, match="12 calculations, but 3 results"):
        ucb_blocks(entries, ["1", "2", "3"])
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
        "import sys, lib.widgets; from lib.widgets import stepper, watch\n"
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
    constant = mcts_stepper(TicTacToe(), iterations=1, later=()).knobs["c"]
    assert abs(constant - sqrt(2)) < 0.005


def test_a_film_of_charts_keeps_the_name_of_the_picture():
    from lib.draw import draw_win_rates
    from lib.widgets.frames import animate

    charts = [draw_win_rates({"a": (n, 0, 1)}, title='Six "games"') for n in (1, 5)]
    head = animate(charts)[0].split("<svg")[1].split(">")[0]
    assert 'role="img" aria-label="Six &quot;games&quot;"' in head


def test_all_that_a_widget_declares_reaches_the_browser():
    modules = [importlib.import_module(f"lib.widgets.{path.stem}") for path in WIDGETS.glob("*.py")]
    ours = {c for m in modules for c in vars(m).values() if inspect.isclass(c)}
    ours = [c for c in ours if issubclass(c, anywidget.AnyWidget) and c.__module__[:4] == "lib."]
    assert len(ours) >= 4
    for widget in ours:
        for name, trait in widget.class_own_traits().items():
            assert trait.metadata.get("sync"), f"{widget.__name__}.{name}"
