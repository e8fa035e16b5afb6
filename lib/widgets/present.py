"""Present a lesson inside JupyterLab, slide by slide, with running widgets and code."""

import os
import re
from pathlib import Path

import anywidget
import traitlets

from lib.messages import refuse_if
from lib.widgets import messages as say
from lib.widgets.slide_plan import OPENS, headings, plan, slide_type

HERE = Path(__file__).parent
BUTTON = re.compile(r"\bpresent\(")  # in the cell that shows the button


def present(notebook: str | None = None) -> "Presenter":
    """A button that starts the slide show of this notebook; put it into a new cell at the end.

    `notebook` is the file's name, needed only where Jupyter does not tell it.
    """
    path = Path(str(notebook or "") or os.environ.get("JPY_SESSION_NAME", "")).name
    refuse_if(not path.endswith(".ipynb") or not Path(path).exists(), say.WHICH_NOTEBOOK)
    import nbformat  # here: a browser has none

    read = nbformat.read(path, as_version=4)
    read.cells = [c for c in read.cells if c.cell_type != "code" or not BUTTON.search(c.source)]
    refuse_if(not any(slide_type(cell) in OPENS for cell in read.cells), say.NO_SLIDES, path=path)
    cells = plan(_with_stored_outputs(read, Path("..", "notebooks", path)))
    return Presenter(cells=cells, headings=headings(read, cells))


def _with_stored_outputs(copy, original: Path):
    """The learner's copy with the outputs of the lesson where it has none: they decide slides."""
    import nbformat

    if not original.exists():
        return copy
    stored = {cell.id: cell for cell in nbformat.read(original, as_version=4).cells}
    for cell in copy.cells:
        if cell.cell_type == "code" and not cell.outputs and cell.get("id") in stored:
            cell.outputs = stored[cell.id].get("outputs", [])
    return copy


class Presenter(anywidget.AnyWidget):
    """The button, and the slide show that it starts; all of it happens in the browser."""

    _esm = (HERE / "present.js").read_text("utf-8")
    _css = (HERE / "present.css").read_text("utf-8")
    cells = traitlets.List([]).tag(sync=True)
    headings = traitlets.List([]).tag(sync=True)

    def __repr__(self) -> str:
        return "A slide show: to use it, run this cell in JupyterLab"
