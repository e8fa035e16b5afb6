"""The first notebook in a real browser: it opens at once, runs, and shows its picture."""

import pytest
from playwright.sync_api import expect

from tests.browser.console import is_noise
from tests.browser.lab import cell, errors_in_outputs, open_notebook, outputs, run_all, settle

NAME = "00_start_here"
LAB = "http://127.0.0.1:8888"


def test_opens_runs_and_shows_a_picture(page, lab, shots):
    open_notebook(page, lab, NAME)
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    run_all(page)
    assert errors_in_outputs(page) == []
    picture = page.locator(
        ".jp-RenderedSVG svg, .jp-RenderedSVG img, .jp-OutputArea-output svg[role=img]"
    ).first
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box["width"] > 100 and box["height"] > 100
    page.screenshot(path=shots / "start.png")
    expect(page.locator(".Toastify__toast")).to_have_count(0)  # nothing asks or calls home


def test_learners_do_not_see_what_authors_need(page, lab):
    open_notebook(page, lab, NAME)
    expect(page.locator(".jp-NotebookPanel-toolbar")).to_contain_text("Code")
    expect(page.locator(".jp-NotebookPanel-toolbar")).not_to_contain_text("Validate")
    page.get_by_role("menuitem", name="Nbgrader").click()
    expect(page.locator(".lm-Menu-itemLabel", has_text="Formgrader").first).to_be_visible()
    for words in ("Create Assignment", "Assignment List", "Course List"):
        expect(page.locator(".lm-Menu-itemLabel", has_text=words)).to_have_count(0)


def test_outputs_are_stored(page, lab):
    open_notebook(page, lab, NAME)
    assert "255168" in outputs(page)


@pytest.mark.parametrize(("words", "tab"), [("README", "README.md"), ("lib/game.py", "game.py")])
def test_links_open_files_in_jupyterlab(page, lab, words, tab):
    open_notebook(page, lab, NAME)
    page.locator(".jp-RenderedMarkdown").get_by_role("link", name=words).click()
    expect(page.locator("#jp-main-dock-panel .lm-TabBar-tabLabel", has_text=tab)).to_be_visible()


def test_the_harness_sees_a_failing_cell(page, lab, write_notebook):
    write_notebook("failing", "1 + 1", "1 / 0")
    open_notebook(page, lab, "failing")
    run_all(page)
    expect(page.locator(".jp-OutputArea-output").last).to_contain_text("ZeroDivisionError")
    assert errors_in_outputs(page) == ["ZeroDivisionError: division by zero"]
    expect(cell(page, 0)).to_contain_text("1 + 1")


def test_the_harness_hears_an_error_in_the_console(page, lab):
    page.goto(f"{lab.url}/api")
    page.evaluate("() => console.error('a fault')")
    page.evaluate("() => setTimeout(() => { throw new Error('another') })")
    settle(page)
    assert page.console.faults == ["a fault", "another"]
    page.console.faults.clear()


SCRIPT = """
import anywidget
class Broken(anywidget.AnyWidget):
    _esm = "export default {render({el}) { el.innerHTML = '<button>Break</button>';"
    _esm += "el.onclick = () => { throw new Error('Canceled future for a move') } }}"
Broken()
"""


def test_the_harness_hears_our_scripts_whatever_they_say(page, lab, write_notebook):
    write_notebook("broken", SCRIPT)
    open_notebook(page, lab, "broken")
    run_all(page)
    page.get_by_role("button", name="Break").click()
    settle(page)
    assert page.console.faults == ["Canceled future for a move"]
    page.console.faults.clear()


@pytest.mark.parametrize(
    ("address", "text", "origin", "noise"),
    [
        (LAB, "Error: Canceled future for execute_request message", f"{LAB}/static/lab/1.js", True),
        (LAB, "Failed to load resource: 404", f"{LAB}/api/kernels/7?1", True),
        (LAB, "Failed to load resource: 404", f"{LAB}/files/picture.svg", False),
        (LAB, "TypeError: undefined", f"{LAB}/static/lab/1.js", False),
        (LAB, "Error: Canceled", f"blob:{LAB}/7", False),
        (LAB, "Widget is disposed", f"{LAB}/lab/extensions/anywidget/1.js", False),
        ("file:///deck.html", "WebSocket connection to x failed", "", False),
    ],
)
def test_only_the_connection_of_jupyterlab_is_noise(address, text, origin, noise):
    assert is_noise(address, text, origin) is noise
