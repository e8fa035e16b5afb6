"""The first notebook in a real browser: it opens at once, runs, and shows its picture."""

import pytest
from playwright.sync_api import expect

from tests.browser.lab import cell, errors_in_outputs, open_notebook, outputs, run_all

NAME = "00_start_here"


def test_opens_runs_and_shows_a_picture(page, lab, shots):
    open_notebook(page, lab, NAME)
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    run_all(page)
    assert errors_in_outputs(page) == []
    picture = page.locator(".jp-RenderedSVG svg, .jp-RenderedSVG img").first
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    box = picture.bounding_box()
    assert box["width"] > 100 and box["height"] > 100
    page.screenshot(path=shots / "start.png")


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
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(page.locator(".jp-OutputArea-output").last).to_contain_text("ZeroDivisionError")
    assert errors_in_outputs(page) == ["ZeroDivisionError: division by zero"]
    expect(cell(page, 0)).to_contain_text("1 + 1")


def test_the_harness_sees_an_error_in_the_console(page, lab):
    page.goto(f"{lab.url}/api")
    page.evaluate("() => console.error('a fault')")
    assert page.console_errors == ["a fault"]
    page.console_errors.clear()
