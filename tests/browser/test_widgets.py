"""Every widget in JupyterLab: act as a person would, look at what is on the page."""

import statistics

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect

from tests.browser.lab import (
    cell,
    errors_in_outputs,
    open_notebook,
    open_stored,
    run_all,
    wait_idle,
)
from tools.notebooks import METADATA

TRACE = """
from lib.games.tree import TreeGame
from lib.search import alphabeta
from lib.trace import record
from lib.widgets import stepper
with record() as trace:
    alphabeta(TreeGame({tree}), ())
"""
TEXTBOOK = TRACE.format(tree="[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
LATENCY = """async () => {
    const handle = document.querySelector('.looking-ahead .noUi-handle');
    const sheet = () => document.querySelector('.looking-ahead .la-say + style');
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    let bare = 0;  // painted without any style sheet: all parts of the film at once
    for (let i = 0; i < 20; i++) {
        const before = sheet().textContent, start = performance.now();
        handle.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
        while (performance.now() < start + 5000 && (!sheet() || sheet().textContent === before)) {
            await frame();
            bare += sheet() ? 0 : 1;
        }
        await frame();
        times.push(performance.now() - start);
    }
    return {times, bare};
}"""


@pytest.fixture
def show(page, lab, write_notebook):
    """A function that opens a notebook of these cells, runs it, and gives its last output."""

    def run(name, *cells):
        write_notebook(name, *cells)
        open_notebook(page, lab, name)
        run_all(page)
        assert errors_in_outputs(page) == []
        return widget_in(page, len(cells) - 1)

    return run


def widget_in(page, number):
    """The widget that a cell shows."""
    widget = cell(page, number).locator(".looking-ahead")
    widget.wait_for()
    widget.scroll_into_view_if_needed()
    return widget


def handle(widget, number=0):
    """The knob of a slider."""
    return widget.locator(".noUi-handle").nth(number)


def says(widget):
    return widget.locator("[role=status]")


def shoot(page, shots, name):
    """Pictures at the size of a laptop and of a projector."""
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=shots / f"{name}_{width}.png")


def test_stepper_by_keys_buttons_mouse_and_play(page, show, shots):
    widget = show("w_stepper", TEXTBOOK, "stepper(trace)")
    expect(says(widget)).to_contain_text("Nothing is visited yet")
    handle(widget).press("ArrowRight")
    expect(says(widget)).to_contain_text("We begin at the root")
    expect(widget.locator("svg:visible")).to_have_count(1)
    back, step = (widget.get_by_role("button", name=name, exact=True) for name in ("Back", "Step"))
    step.click()
    step.press("Enter")
    expect(says(widget)).to_contain_text("a leaf, worth 3")
    step.press("ArrowLeft")
    expect(says(widget)).to_contain_text("Down by move 0. MIN moves here")
    back.click()
    expect(says(widget)).to_contain_text("We begin at the root")
    drag_to_end(page, widget)
    expect(says(widget)).to_contain_text("It takes the largest: 3, by move 0. Done.")
    expect(widget.locator("svg text:visible", has_text="never looked at: 2")).to_have_count(1)
    shoot(page, shots, "stepper")
    handle(widget).press("Home")
    expect(widget.locator("svg text:visible", has_text="never looked at: 2")).to_have_count(0)
    widget.locator(".jupyter-widgets.widget-play button").first.click()
    expect(says(widget)).to_contain_text("a leaf, worth 3", timeout=10_000)


def drag_to_end(page, widget):
    """Drags the knob of the first slider to the right end."""
    knob, track = handle(widget).bounding_box(), widget.locator(".noUi-base").first.bounding_box()
    y = knob["y"] + knob["height"] / 2
    page.mouse.move(knob["x"] + knob["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(track["x"] + track["width"] / 2, y, steps=4)
    page.mouse.move(track["x"] + track["width"] + 30, y, steps=4)
    page.mouse.up()


def test_latency_of_a_tree_with_200_nodes(page, show, record_property, capsys):
    trace = TRACE.format(tree="[list(range(14)) for _ in range(14)]").replace(
        "alphabeta", "minimax"
    )
    widget = show("w_latency", trace, "assert len(trace) == 211\nstepper(trace, fold=None)")
    handle(widget).press("ArrowRight")
    expect(says(widget)).to_contain_text("We begin at the root")
    measured = page.evaluate(LATENCY)
    median = statistics.median(measured["times"])
    record_property("milliseconds from slider to picture, median of 20", median)
    with capsys.disabled():
        print(f"\nslider to painted picture, 211 nodes: median of 20 {median:.0f} ms", end=" ")
    assert median < 500, "100 ms on a machine without load"
    assert measured["bare"] == 0


RING_IN_WINDOW = """widget => {
    const seen = widget.querySelector('.la-window').getBoundingClientRect();
    const places = [...widget.querySelectorAll('.ring')].map(ring => ring.getBoundingClientRect());
    const ring = places.find(place => place.width);
    return ring && ring.top >= seen.top - 1 && ring.bottom <= seen.bottom + 1;
}"""


def test_a_tall_tree_follows_the_search(page, show):
    trace = TRACE.format(tree="[[[i, j, 5] for j in range(4)] for i in range(4)]")
    widget = show("w_tall", trace.replace("alphabeta", "minimax"), "stepper(trace)")
    for key in ("End", "Home", "ArrowRight", "End"):
        handle(widget).press(key)
    expect(says(widget)).to_contain_text("Done.")
    for _ in range(12):
        widget.get_by_role("button", name="Back", exact=True).click()
        page.wait_for_function(RING_IN_WINDOW, arg=widget.element_handle())


def test_the_slider_and_one_live_region_say_the_step(page, show):
    widget = show("w_says", TEXTBOOK, "stepper(trace)")
    live = widget.locator("[role=status]").element_handle()
    for number in (1, 2):
        handle(widget).press("ArrowRight")
        expect(says(widget)).to_contain_text(f"Step {number} of 15")
    assert live.evaluate("region => region.isConnected"), "the same region all the time"
    assert handle(widget).get_attribute("aria-valuetext").startswith("Step 2 of 15 Down by move 0.")
    assert handle(widget).get_attribute("aria-label") == "step"


PAPER = """() => [...document.querySelectorAll('.jp-OutputArea svg.la > rect:first-of-type')]
    .map(paper => getComputedStyle(paper).fill)"""


@pytest.mark.parametrize("system", ["light", "dark"])
def test_pictures_follow_jupyterlab_not_the_system(page, show, system):
    page.emulate_media(color_scheme=system)
    show("w_theme", TEXTBOOK, "from lib.draw import draw_tree\ndraw_tree(trace)", "stepper(trace)")
    for theme, paper in (("Dark", "rgb(21, 24, 28)"), ("Light", "rgb(255, 255, 255)")):
        page.evaluate(f"""() => window.jupyterapp.commands.execute(
            'apputils:change-theme', {{theme: 'JupyterLab {theme}'}})""")
        page.wait_for_function(
            f"() => document.body.dataset.jpThemeLight === '{str(theme == 'Light').lower()}'"
        )
        assert set(page.evaluate(PAPER)) == {paper}
    page.emulate_media(color_scheme="light")


def test_predict_is_answered_in_the_picture_and_says_why(page, show, shots):
    write = "stepper(trace, predict=True)"
    widget = show("w_predict", TEXTBOOK, write)
    question, why = widget.locator(".la-say"), widget.locator(".why")
    expect(question).to_contain_text("Question 1 of 11")
    expect(question).to_contain_text("Which leaf does the search look at next?")
    leaves = widget.locator(".node[role=button]")
    expect(leaves).to_have_count(9)
    leaves.nth(3).click()
    expect(why).to_contain_text("goes down to the bottom before it looks elsewhere")
    leaves.first.focus()
    page.keyboard.press("Enter")
    expect(why).to_contain_text("Right.")
    shoot(page, shots, "predict")
    widget.get_by_role("button", name="Next question").click()
    widget.get_by_role("button", name="No", exact=True).click()
    expect(why).to_contain_text("Right.")
    assert "It takes the largest" not in widget.inner_html(), "what comes later is not in the page"


def test_mcts_steps_phases_constant_and_backup(page, show, shots):
    widget = show(
        "w_mcts",
        "from lib.games.tictactoe import TicTacToe\nfrom lib.widgets import mcts_stepper",
        "mcts_stepper(TicTacToe(), iterations=10, later=(50, 300))",
    )
    for phase in ("select", "expand", "rollout", "backpropagate"):
        handle(widget).press("ArrowRight")
        expect(says(widget)).to_contain_text(f"Iteration 1, {phase}.")
    expect(widget.locator("svg[aria-label^='TicTacToe']")).to_be_visible()
    expect(widget.locator("svg[aria-label^='UCB1']")).to_be_visible()
    handle(widget).press("End")
    expect(says(widget)).to_contain_text("After 300 iterations MAX would play")
    shoot(page, shots, "mcts")
    bars = widget.locator("svg[aria-label^='UCB1']")
    expect(bars).to_contain_text("1.41 · sqrt")
    handle(widget, 1).press("ArrowRight")
    expect(bars).to_contain_text("1.42 · sqrt")
    tree = widget.locator("svg[aria-label^='MCTS tree']")
    widget.locator("select").select_option("wrong: of who is next")
    expect(tree).to_contain_text("stored mean")
    expect(says(widget)).to_contain_text("The right backup")


def test_ucb_bench_refuses_and_changes(page, show, shots):
    widget = show("w_bench", "from lib.widgets import ucb_bench", "ucb_bench()")
    expect(says(widget)).to_contain_text("C = 2: UCB1 chooses 4. Sappers (BIRD) to RECRUIT.")
    expect(says(widget)).to_contain_text("No C changes that: equal tries")
    handle(widget).press("End")
    expect(says(widget)).to_contain_text("C = 20: UCB1 chooses 4. Sappers (BIRD) to RECRUIT.")
    for _ in range(8):
        handle(widget, 1).press("ArrowRight")  # more tries for the favorite: its bonus shrinks
    expect(says(widget)).to_contain_text("C = 20: UCB1 chooses 8.")
    expect(says(widget)).to_contain_text("The choice turns")
    shoot(page, shots, "bench")
    widget.locator("select").first.select_option("a bandit with three arms")
    expect(says(widget)).to_contain_text("30 pulls")
    expect(widget.locator("svg:visible")).to_contain_text("arm A")
    handle(widget).press("End")
    expect(says(widget)).to_contain_text("C = 4, 30 pulls")
    widget.locator("select").first.select_option("Root log: normal_mcts")
    expect(says(widget)).to_contain_text("C = 2: UCB1 chooses 4.")


def test_evaluation_lab_recolors_the_maze(page, show, shots):
    widget = show(
        "w_lab",
        "from lib.games.pacman import Pacman\nfrom lib.widgets import evaluation_lab",
        "evaluation_lab(Pacman('small_classic'))",
    )
    colors = "svg => [...svg.querySelectorAll('.heat')].map(r => r.getAttribute('fill')).join()"
    before = widget.locator("svg").evaluate(colors)
    assert before.count("#") > 50
    for _ in range(8):
        widget.get_by_role("slider", name="weight of danger").press("ArrowRight")
    expect(says(widget)).to_contain_text("3 · -4.08 (danger)")
    assert widget.locator("svg").evaluate(colors) != before
    shoot(page, shots, "lab")


def test_play_tic_tac_toe_by_mouse_and_keyboard(page, show, shots):
    widget = show(
        "w_play",
        "from lib.agents import MCTS\nfrom lib.games.tictactoe import TicTacToe\n"
        "from lib.widgets import play_board",
        "play_board(TicTacToe(), MCTS(200))",
    )
    expect(says(widget)).to_contain_text("Your turn, X. Click the board")
    widget.locator("[data-action='4']").click()
    expect(says(widget)).to_contain_text("O (MCTS 200) played")
    expect(widget.locator("svg", has_text="visits (mean)")).to_be_visible()
    widget.locator("[data-action='4']").click()
    expect(says(widget)).to_contain_text(
        "That move is not possible: illegal action 4: square 4 is taken."
    )
    shoot(page, shots, "play")
    widget.get_by_label("Show what it thinks").click()
    expect(widget.locator("svg", has_text="visits (mean)")).to_be_hidden()
    widget.get_by_role("button", name="Undo").click()
    expect(widget.locator(".la-picture svg .legal")).to_have_count(9)
    board = widget.locator(".la-picture")
    board.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(says(widget)).to_contain_text("O (MCTS 200) played")
    expect(widget.locator(".la-picture svg .legal")).to_have_count(7)
    widget.locator("select").select_option("O, the opponent begins")
    expect(says(widget)).to_contain_text("X (MCTS 200) played")
    expect(says(widget)).to_contain_text("Your turn, O.")
    widget.get_by_role("button", name="New game").click()
    expect(widget.locator(".la-picture svg .legal")).to_have_count(8)


def test_play_pentago_and_pacman(page, show, shots):
    widget = show(
        "w_play_more",
        "from lib.agents import AlphaBeta, Random\nfrom lib.games.pacman import Pacman\n"
        "from lib.games.pentago import PentagoTwist\nfrom lib.widgets import play_board",
        "play_board(PentagoTwist(), Random())",
        "play_board(Pacman('small_classic'), AlphaBeta(2))",
    )
    pentago = widget_in(page, 1)
    pentago.locator("[data-action='7']").click()
    expect(says(pentago)).to_contain_text("Cell 7. Now choose the twist.")
    expect(pentago.get_by_role("button", name="rotate top left")).to_be_focused()
    shoot(page, shots, "pentago")
    pentago.get_by_role("button", name="flip top left").click()
    expect(says(pentago)).to_contain_text("O (Random) played")
    widget.locator(".la-picture").focus()
    page.keyboard.press("ArrowLeft")
    expect(says(widget)).to_contain_text("That move is not possible: illegal action 'West'")
    page.keyboard.press("ArrowUp")
    expect(says(widget)).to_contain_text("ghost 2 (AlphaBeta 2) played")
    expect(widget.locator(".la-picture svg")).to_contain_text("score 9")
    shoot(page, shots, "pacman")


def test_thinking_is_shown_and_early_clicks_do_not_count(page, show):
    widget = show(
        "w_slow",
        "import time\nfrom lib.games.connect4 import ConnectFour\n"
        "from lib.widgets import play_board\n"
        "def slow(game, state):\n    time.sleep(1.5)\n    return game.actions(state)[0]",
        "play_board(ConnectFour(), slow)",
    )
    widget.locator("[data-action='3']").first.click()
    expect(says(widget)).to_contain_text("O (slow) is thinking.", timeout=1400)
    widget.locator("[data-action='2']").first.click()
    expect(says(widget)).to_contain_text("O (slow) played 0. Your turn, X.")
    page.wait_for_timeout(300)
    expect(widget.locator("svg[role=img]").first).to_contain_text("X to move")
    assert widget.locator(".la-board").evaluate("el => el.querySelectorAll('.legal').length") == 7


def test_a_board_whose_kernel_was_restarted_says_so(page, show):
    widget = show(
        "w_restart",
        "from lib.agents import Random\nfrom lib.games.tictactoe import TicTacToe\n"
        "from lib.widgets import play_board",
        "play_board(TicTacToe(), Random())",
    )
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    wait_idle(page)
    widget.locator("[data-action='4']").click()
    expect(says(widget)).to_contain_text("No kernel answers. Run this cell again to play.")
    run_all(page)
    widget = widget_in(page, 1)
    widget.locator("[data-action='4']").click()
    expect(says(widget)).to_contain_text("O (Random) played")


def test_watch_a_game(page, show, shots):
    widget = show(
        "w_watch",
        "from lib.agents import Random\nfrom lib.games.connect4 import ConnectFour\n"
        "from lib.widgets import watch",
        "watch(ConnectFour(), [Random(1), Random(2)])",
    )
    expect(says(widget)).to_contain_text("Before the first move")
    handle(widget).press("ArrowRight")
    expect(says(widget)).to_contain_text("Move 1: X (Random) plays")
    drag_to_end(page, widget)
    expect(says(widget)).to_contain_text("Game over")
    shoot(page, shots, "watch")


SAVED = {
    "stepper": "stepper(trace)",
    "predict": "stepper(trace, predict=True)",
    "watch": "watch(TicTacToe(), [Random(1), Random(2)])",
    "mcts": "mcts_stepper(TicTacToe(), iterations=3, later=())",
    "bench": "ucb_bench()",
    "lab": "evaluation_lab(TicTacToe())",
    "play": "play_board(TicTacToe(), Random())",
}
IMPORTS = """
from lib.agents import Random
from lib.games.tictactoe import TicTacToe
from lib.widgets import evaluation_lab, mcts_stepper, play_board, ucb_bench, watch
"""


def test_a_saved_notebook_works_without_a_kernel(page, lab, shots):
    sources = [TEXTBOOK + IMPORTS, *SAVED.values()]
    nb = new_notebook(cells=[new_code_cell(source) for source in sources], metadata=METADATA)
    NotebookClient(nb, timeout=60, resources={"metadata": {"path": lab.home}}).execute()
    nbformat.write(nb, lab.folder / "w_saved.ipynb")
    NotebookNotary(data_dir=str(lab.home / "jupyter_data_dir")).sign(nb)  # `jupyter trust`
    open_stored(page, lab, "w_saved", len(SAVED))
    widgets = {name: widget_in(page, number) for number, name in enumerate(SAVED, 1)}
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    steps = {
        "stepper": "We begin at the root",
        "watch": "Move 1: X (Random) plays",
        "mcts": "Iteration 1, select.",
        "bench": "C = 2.5: UCB1 chooses",
    }
    for name, words in steps.items():
        widgets[name].scroll_into_view_if_needed()
        handle(widgets[name]).press("ArrowRight")
        expect(says(widgets[name])).to_contain_text(words)
    widgets["stepper"].get_by_role("button", name="Step", exact=True).click()
    expect(says(widgets["stepper"])).to_contain_text("Down by move 0. MIN moves here")
    widgets["predict"].locator(".node[role=button]").first.click()
    expect(widgets["predict"].locator(".why")).to_contain_text("Right.")
    expect(widgets["lab"]).to_contain_text("run this cell again")
    widgets["play"].locator("[data-action='4']").click()
    expect(says(widgets["play"])).to_contain_text("No kernel answers.", timeout=8000)
    page.screenshot(path=shots / "saved.png")
