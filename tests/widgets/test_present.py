"""The slide show inside JupyterLab: which cells stand on which slide."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from lib.widgets import present
from lib.widgets.present import WIDGET, headings, plan


def cell(kind, output=None):
    metadata = {"slideshow": {"slide_type": kind}}
    if output is None:
        return new_markdown_cell("words", metadata=metadata)
    made = [new_output("display_data", {output: "<svg></svg>"})]
    return new_code_cell("code", outputs=made, metadata=metadata)


def test_cells_join_slides_and_a_widget_for_readers_gets_its_own():
    kinds = [cell("slide"), cell("skip"), cell("skip", WIDGET), cell("-"), cell("subslide")]
    assert [row["slide"] for row in plan(new_notebook(cells=kinds))] == [0, None, 1, 0, 2]


def test_fragments_come_one_after_the_other():
    kinds = [cell("slide"), cell("fragment"), cell("-"), cell("fragment"), cell("slide")]
    assert [row["step"] for row in plan(new_notebook(cells=kinds))] == [0, 1, 0, 2, 0]


def test_a_slide_without_a_heading_shows_the_one_it_belongs_to():
    words = [("slide", "# Trees"), ("subslide", "Look."), ("skip", "## The `walk`"), ("-", "x")]
    cells = [new_markdown_cell(text, metadata=cell(kind).metadata) for kind, text in words]
    cells += [cell("skip", WIDGET), cell("slide"), new_markdown_cell("## Its own")]
    notebook = new_notebook(cells=cells)
    assert headings(notebook, plan(notebook)) == ["", "Trees", "The walk", ""]


def test_code_that_draws_is_hidden():
    kinds = [cell("slide", "image/svg+xml"), cell("-", "text/plain"), cell("-", WIDGET)]
    assert [row["code"] for row in plan(new_notebook(cells=kinds))] == [False, True, False]
    kinds[0].metadata["tags"] = ["slide-code"]
    assert plan(new_notebook(cells=kinds))[0]["code"]


def test_code_is_hidden_where_only_its_result_matters():
    result = cell("slide", "text/plain")
    result.metadata["tags"] = ["slide-result"]
    result.metadata["lecture"] = {"title": "What came out"}
    notebook = new_notebook(cells=[result, cell("-")])
    assert [row["code"] for row in plan(notebook)] == [False, True]
    assert headings(notebook, plan(notebook)) == ["What came out"]


def test_an_unknown_notebook_is_one_sentence(monkeypatch):
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    with pytest.raises(ValueError, match="does not know which notebook"):
        present()
    with pytest.raises(ValueError, match="does not know which notebook"):
        present("no_such.ipynb")


def test_a_notebook_without_slides_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    nbformat.write(new_notebook(cells=[cell("skip"), new_markdown_cell("words")]), "plain.ipynb")
    with pytest.raises(ValueError, match="has no slides yet"):
        present("plain.ipynb")


def test_a_copy_without_outputs_has_the_slides_of_its_lesson(tmp_path, monkeypatch):
    cells = [cell("slide"), cell("skip", WIDGET), cell("slide", "image/svg+xml")]
    for place in ("notebooks", "my"):
        (tmp_path / place).mkdir()
        nbformat.write(new_notebook(cells=cells), tmp_path / place / "02_minimax.ipynb")
        for one in cells:
            if one.cell_type == "code":
                one.outputs = []
    monkeypatch.chdir(tmp_path / "my")
    rows = present("02_minimax.ipynb").cells
    assert [row["slide"] for row in rows] == [0, 1, 2]
    assert [row["code"] for row in rows[1:]] == [False, False]
    monkeypatch.chdir(tmp_path / "notebooks")
    assert present("02_minimax.ipynb").cells == rows
