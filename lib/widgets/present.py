"""Present a lesson inside JupyterLab, slide by slide, with running widgets and code.

Which cell stands on which slide: as its metadata says; widgets get one, unless `no-slide`.
"""

import os
import re
from pathlib import Path

import anywidget
import traitlets

from lib.messages import refuse_if
from lib.widgets import messages as say
from lib.widgets.frames import program

WIDGET = "application/vnd.jupyter.widget-view+json"
DRAWN = {WIDGET, "image/svg+xml", "text/html"}
BESIDE = {"poll", "answer", "beside"}  # tags of cells that stand beside a picture
_ASKS = re.compile(r"\bask\(|\.is_\(|\bguesses\(")  # what belongs to a question for readers
_BUTTON = re.compile(r"\bpresent\(")  # in the cell that shows the button
OPENS = ("slide", "subslide")  # types of cells that open a slide
HEADING, PLAIN = re.compile(r"^#+ (.+)$", re.MULTILINE), str.maketrans("", "", "`*")


def plan(notebook) -> list[dict]:
    """For each cell: its slide (None: hidden), the step that shows it, whether code is shown, and
    whether it stands beside the picture of its slide.

    Step 0 is what a slide begins with; each fragment takes one more.
    """
    places: list[tuple[int, int] | None] = []
    steps, slide, lone, step = [], -1, 0, 0
    for cell in notebook.cells:
        kind = slide_type(cell)
        if kind in OPENS:
            slide, lone, step = slide + 1, 0, 0
        step += kind == "fragment"
        steps.append(step if kind == "fragment" else 0)
        is_for_readers = "no-slide" in cell.metadata.get("tags", []) or _ASKS.search(cell.source)
        if kind == "skip" and WIDGET in outputs(cell) and not is_for_readers:
            lone += 1
            places.append((slide, lone))  # a slide of its own, behind the one it belongs to
        else:
            places.append(None if kind in ("skip", "notes") else (slide, 0))
    order = sorted({place for place in places if place})
    rows = []
    for cell, place, step in zip(notebook.cells, places, steps, strict=True):
        row = {"slide": order.index(place) if place else None, "step": step}
        rows.append(row | {"code": shows_code(cell), "beside": is_beside(cell)})
    return rows


def headings(notebook, cells: list[dict]) -> list[str]:
    """For each slide the heading that it belongs to; empty where a cell of it brings one."""
    found, above = {}, ""
    for cell, row in zip(notebook.cells, cells, strict=True):
        heads = HEADING.findall(cell.source) if cell.cell_type == "markdown" else []
        if row["slide"] is not None:
            title = cell.metadata.get("lecture", {}).get("title", above)
            found[row["slide"]] = "" if heads else found.get(row["slide"], title)
        above = heads[-1].translate(PLAIN) if heads else above
    return [found[slide] for slide in sorted(found)]


def slide_type(cell) -> str:
    """What the cell is on slides: slide, subslide, fragment, skip, notes or -."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def is_beside(cell) -> bool:
    """Whether a cell stands beside the picture of its slide: a vote, its answer, a few words."""
    return bool(BESIDE.intersection(cell.metadata.get("tags", [])))


def shows_code(cell) -> bool:
    """Whether the code itself stands on the slide: not where only its result matters."""
    tags = cell.metadata.get("tags", [])
    return "slide-code" in tags or (not outputs(cell) & DRAWN and "slide-result" not in tags)


def outputs(cell) -> set[str]:
    """The kinds of output that a cell shows."""
    return {kind for output in cell.get("outputs", []) for kind in output.get("data", {})}


def present(notebook: str | None = None) -> "Presenter":
    """A button that starts the slide show of this notebook; `notebook`: its file, if unknown."""
    path = Path(str(notebook or "") or os.environ.get("JPY_SESSION_NAME", "")).name
    refuse_if(not path.endswith(".ipynb") or not Path(path).exists(), say.WHICH_NOTEBOOK)
    import nbformat  # here: a browser has none

    read = nbformat.read(path, as_version=4)
    read.cells = [c for c in read.cells if c.cell_type != "code" or not _BUTTON.search(c.source)]
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

    _esm, _css = program("present")
    cells = traitlets.List([]).tag(sync=True)
    headings = traitlets.List([]).tag(sync=True)

    def __repr__(self) -> str:
        return "A slide show: to use it, run this cell in JupyterLab"
