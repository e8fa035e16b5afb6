"""JupyterLab in headless Chromium, for tests that act as a person would.

Fixtures
    lab         JupyterLab on a free port (`lab.url`) over a copy of the course; `lab.folder` is
                the copy of notebooks/
    page        a new browser page; the test fails if its console shows a fault of ours
                (tests/browser/console.py)
    offline     a new browser page without network
    slides      the folder of all decks
    fonts       which fonts the browser finds: all that are here, or those of @in_both_fonts
    shots       a folder for pictures: page.screenshot(path=shots / "name.png")
    write_notebook(name, *cells)   puts a notebook of these code cells beside the others

Functions, from tests.browser.lab:
    open_notebook(page, lab, name)  opens notebooks/<name>.ipynb and waits for its kernel
    run_all(page)                   runs all cells from a fresh kernel, waits until all have ended
    wait_idle(page)                 waits until the kernel has nothing to do
    cell(page, number)              the locator of a cell (it is scrolled into view)
    outputs(page)                   the text of all outputs, as shown
    errors_in_outputs(page)         the tracebacks that the notebook shows

A widget test:

    def test_slider(page, lab, write_notebook):
        write_notebook("slider", "from lib.widgets import stepper", "stepper(...)")
        open_notebook(page, lab, "slider")
        run_all(page)
        page.get_by_role("slider").press("ArrowRight")
        expect(page.locator(".jp-OutputArea svg")).to_contain_text("3")
"""

import shutil
import tempfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import expect, sync_playwright

from tests.browser.console import Console
from tests.browser.fonts import only
from tests.browser.lab import FLAGS, Lab, find_chromium, settle
from tests.shared import made_or_skipped
from tools.lessons import all_lessons
from tools.notebooks import METADATA, ROOT
from tools.reveal import NoReveal
from tools.slides import write

expect.set_options(timeout=20_000)  # milliseconds; a busy machine takes longer


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """A running JupyterLab over a copy of the course."""
    home = tmp_path_factory.mktemp("lab")
    for name in ("notebooks", "lib", "check", "data", "docs"):
        shutil.copytree(ROOT / name, home / name)
    shutil.copy(ROOT / "README.md", home)
    server = Lab(home)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def slides(tmp_path_factory):
    """The folder of all decks, written once for all workers; skips without reveal.js."""
    lessons = all_lessons()
    return made_or_skipped(tmp_path_factory, "slides", lambda to: write(lessons, to), NoReveal)


@pytest.fixture(scope="session")
def fonts(request):
    """The family that stands for Helvetica and Arial; None: whatever the machine has."""
    return getattr(request, "param", None)


@pytest.fixture(scope="session")
def browser(fonts, tmp_path_factory):
    """Chromium with a new profile."""
    chromium = find_chromium()
    if chromium is None:
        pytest.skip("no Chromium here: install it (Debian: apt install chromium)")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium,
            args=FLAGS,
            viewport={"width": 1280, "height": 900},
            env=only(fonts, tmp_path_factory) if fonts else None,
        )
        yield context
        context.close()


@pytest.fixture
def page(browser):
    """A new page; faults in its console fail the test at the end."""
    page = browser.new_page()
    page.set_default_timeout(20_000)
    page.console = Console(page)
    yield page
    settle(page)
    faults = page.console.stop()
    page.close()
    assert faults == []


@pytest.fixture
def offline(page):
    """A page in a browser without network."""
    page.context.set_offline(True)
    yield page
    page.context.set_offline(False)


@pytest.fixture(scope="session")
def shots(tmp_path_factory):
    """A folder for screenshots; pytest keeps the last three runs' folders."""
    return tmp_path_factory.mktemp("shots")


@pytest.fixture
def write_notebook(lab):
    """A function that writes a notebook of code cells into the lab's folder."""

    def write(name, *cells):
        nb = new_notebook(cells=[new_code_cell(source) for source in cells], metadata=METADATA)
        nbformat.write(nb, Path(lab.folder) / f"{name}.ipynb")

    return write
