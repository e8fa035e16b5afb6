"""Lessons presented live in JupyterLab: every slide fits, can be read, and its widgets run."""

import re

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from tests.browser.lab import boxes, open_stored, run_all
from tests.browser.measure import SIZES, problems
from tools.lessons import all_lessons

LESSONS = all_lessons()
RUN_LAST = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.length - 1;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


def open_live(page, lab, name, cells=None):
    """Opens the first cells of a lesson with a presenter's cell behind them; nothing is run."""
    notebook = nbformat.read(lab.folder / f"{name}.ipynb", as_version=4)
    notebook.cells = notebook.cells[:cells]
    stored = boxes(notebook)
    notebook.cells.append(new_code_cell("from lib.widgets import present\n\npresent()"))
    nbformat.write(notebook, lab.folder / f"live_{name}.ipynb")
    NotebookNotary(data_dir=str(lab.home / "jupyter_data_dir")).sign(notebook)
    page.set_viewport_size({"width": 1280, "height": 720})
    open_stored(page, lab, f"live_{name}", stored)


def begin_show(page):
    """Presses the button; the notebook on the screen, and the number of slides."""
    page.get_by_role("button", name="Present", exact=True).click()
    shown = page.locator(".la-present")
    expect(shown).to_have_attribute("data-slide", re.compile(r"^1 / \d+$"))
    return shown, int(shown.get_attribute("data-slide").split("/")[1])


SCROLLS = """() => { const room = document.querySelector('.la-present .jp-WindowedPanel-outer');
    return room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1 }"""


SLIDER = ".jp-Cell:not(.la-hidden) [role=slider]"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_live_slide_fits_and_can_be_read(page, lab, lesson):
    open_live(page, lab, lesson.name)
    page.evaluate(RUN_LAST)
    shown, total = begin_show(page)
    found = []
    for size, numbers, key in (
        (SIZES[0], range(1, total + 1), "PageDown"),
        (SIZES[1], range(total, 0, -1), "PageUp"),
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(200)
        for number in numbers:
            expect(shown).to_have_attribute("data-slide", f"{number} / {total}")
            show_whole(page, shown)
            found += [(size, number, bad) for bad in live_problems(page)]
            if page.locator(SLIDER).count():  # the last step shows most
                page.locator(SLIDER).first.press("End")
                found += [(size, number, "at the end", bad) for bad in live_problems(page)]
            leave(page, shown, key)
    assert found == []


def show_whole(page, shown):
    """Shows all fragments of the slide."""
    step, steps = map(int, shown.get_attribute("data-step").split(" / "))
    for _ in range(step, steps):
        page.keyboard.press("PageDown")
    expect(shown).to_have_attribute("data-step", f"{steps} / {steps}")


def leave(page, shown, key):
    """Turns to the next slide or the one before; backward, its fragments go first."""
    steps = int(shown.get_attribute("data-step").split(" / ")[1])
    for _ in range(1 if key == "PageDown" else steps + 1):
        page.keyboard.press(key)


def live_problems(page):
    """What cannot be read on the slide that is shown, once its pictures are there."""
    page.wait_for_timeout(30)
    return problems(page, ".la-present") + ["it scrolls"] * page.evaluate(SCROLLS)


def test_a_notebook_is_presented_live_with_its_kernel(page, lab):
    open_live(page, lab, "02_minimax", 90)
    run_all(page, 120)
    shown, total = begin_show(page)
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-slide", f"2 / {total}")
    later = page.locator(".la-later:not(.la-hidden)")
    expect(later).to_have_css("visibility", "hidden")  # the answer
    tree, vote = page.locator(".la-pictured"), page.locator(".la-side:not(.la-hidden) li").first
    assert vote.bounding_box()["x"] > tree.bounding_box()["x"] + tree.bounding_box()["width"]
    show_whole(page, shown)
    expect(later).to_have_count(0)
    page.keyboard.press(" ")
    expect(shown).to_have_attribute("data-slide", f"3 / {total}")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-slide", f"2 / {total}")
    expect(later).to_have_count(0)  # backward, a slide is shown whole
    page.keyboard.press("ArrowLeft")
    expect(later).to_have_count(1)
    words = page.locator(".jp-Cell:not(.la-hidden) .looking-ahead [role=status]")
    turn_to(page, words, total)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(words).to_contain_text("We begin at the root")
    page.evaluate("document.exitFullscreen()")
    expect(page.locator(".la-hidden")).to_have_count(0)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:insert-cell-above')")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.get_by_text("save the notebook, then run this cell again")).to_be_visible()
    expect(page.locator(".la-present")).to_have_count(0)


def turn_to(page, place, total):
    """Turns slides until `place` is on the screen."""
    for _ in range(2 * total):
        if place.count():
            return
        page.keyboard.press("PageDown")
        page.wait_for_timeout(100)
    raise AssertionError("no slide shows it")
