"""The committed lessons in JupyterLab: stored widgets step before any cell is run."""

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from playwright.sync_api import expect

from tests.browser.lab import boxes, open_stored
from tools.notebooks import FOLDER, WIDGETS

VIEW = "application/vnd.jupyter.widget-view+json"
LESSONS = ("01_games_as_trees", "06_evaluation_design")
WIDER = """() => [...document.querySelectorAll('.jp-OutputArea-output')]
    .filter(o => o.scrollWidth > o.clientWidth + 1 && o.querySelector('img, svg'))
    .map(o => [o.querySelector('img, svg').getBoundingClientRect().width, o.clientWidth])"""


def shown(notebook):
    """The ids of the widgets that cells of a notebook show."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    bundles = (output.get("data", {}) for output in outputs)
    return [data[VIEW]["model_id"] for data in bundles if VIEW in data]


@pytest.fixture(params=LESSONS)
def opened(request, page, lab):
    """A lesson as it is committed, trusted (as course.py lab does) and opened; nothing is run."""
    notebook = nbformat.read(lab.folder / f"{request.param}.ipynb", as_version=4)
    NotebookNotary(data_dir=str(lab.home / "jupyter_data_dir")).sign(notebook)
    open_stored(page, lab, request.param, boxes(notebook))
    return notebook


def test_pictures_fit_and_stored_widgets_step_without_running(page, opened, shots):
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.evaluate(WIDER) == []
    widgets = page.locator(".looking-ahead")
    expect(page.get_by_text("Error displaying widget")).to_have_count(0)
    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    films = widgets.filter(has=page.get_by_role("button", name="Step", exact=True))
    assert films.count() == 2
    for film in films.all():
        words = film.locator("[role=status]")
        before = words.inner_text()
        film.get_by_role("button", name="Step", exact=True).click()
        expect(words).not_to_have_text(before)
    page.screenshot(path=shots / "stored.png")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_state_of_every_shown_widget_is_stored(path):
    notebook = nbformat.read(path, as_version=4)
    state = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    assert set(shown(notebook)) <= set(state)
