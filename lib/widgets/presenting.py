"""Present a lesson inside JupyterLab, slide by slide, with running widgets and code.

A slide is what the lesson's slide metadata says. Cells that only a reader needs are hidden, but
every widget gets a slide: here a kernel runs, so all of them work.
"""

import os
import re
from pathlib import Path

import anywidget
import nbformat
import traitlets

HERE = Path(__file__).parent
WIDGET = "application/vnd.jupyter.widget-view+json"
DRAWN = {WIDGET, "image/svg+xml", "text/html"}
OPENS = ("slide", "subslide")  # types of cells that open a slide
HEADING, PLAIN = re.compile(r"^#+ (.+)$", re.MULTILINE), str.maketrans("", "", "`*")


def present(notebook: str | None = None) -> "Presenter":
    """A button that starts the slide show of this notebook; put it into a new cell at the end.

    `notebook` is the file's name, needed only where Jupyter does not tell it.
    """
    path = Path(str(notebook or "") or os.environ.get("JPY_SESSION_NAME", "")).name
    if not path.endswith(".ipynb") or not Path(path).exists():
        raise ValueError(
            "present does not know which notebook this is: write its name, as in "
            'present("02_minimax.ipynb"), in a notebook of the same folder'
        )
    read = nbformat.read(path, as_version=4)
    read.cells = [cell for cell in read.cells if not presents(cell)]
    if not any(slide_type(cell) in OPENS for cell in read.cells):
        raise ValueError(
            f"{path} has no slides yet: choose the slide type of its cells in JupyterLab's "
            "property inspector, the two gears at the right, and save"
        )
    cells = plan(read)
    return Presenter(cells=cells, headings=headings(read, cells))


class Presenter(anywidget.AnyWidget):
    """The button, and the slide show that it starts; all of it happens in the browser."""

    _esm = (HERE / "presenting.js").read_text("utf-8")
    _css = (HERE / "presenting.css").read_text("utf-8")
    cells = traitlets.List([]).tag(sync=True)
    headings = traitlets.List([]).tag(sync=True)

    def __repr__(self) -> str:
        return "A slide show: to use it, run this cell in JupyterLab"


def plan(notebook) -> list[dict]:
    """For each cell: its slide (None: hidden), the step that shows it, and whether code is shown.

    Step 0 is what a slide begins with; each fragment takes one more.
    """
    shown = [outputs(cell) for cell in notebook.cells]
    places, steps, slide, lone, step = [], [], -1, 0, 0
    for cell, kinds in zip(notebook.cells, shown, strict=True):
        kind = slide_type(cell)
        if kind in OPENS:
            slide, lone, step = slide + 1, 0, 0
        step += kind == "fragment"
        steps.append(step if kind == "fragment" else 0)
        if kind == "skip" and WIDGET in kinds:
            lone += 1
            places.append((slide, lone))  # a slide of its own, behind the one it belongs to
        else:
            places.append(None if kind in ("skip", "notes") else (slide, 0))
    order = sorted({place for place in places if place})
    return [
        {"slide": order.index(place) if place else None, "step": step, "code": shows_code(cell)}
        for cell, place, step in zip(notebook.cells, places, steps, strict=True)
    ]


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


def presents(cell) -> bool:
    """Whether this is a cell that shows the button."""
    return cell.cell_type == "code" and bool(re.search(r"\bpresent\(", cell.source))


def shows_code(cell) -> bool:
    """Whether the code itself stands on the slide: not where only its result matters."""
    tags = cell.metadata.get("tags", [])
    return "slide-code" in tags or (not outputs(cell) & DRAWN and "slide-result" not in tags)


def outputs(cell) -> set[str]:
    """The kinds of output that a cell shows."""
    return {kind for output in cell.get("outputs", []) for kind in output.get("data", {})}
