"""Which cell stands on which slide: as its metadata says; widgets get one, unless `no-slide`."""

import re

WIDGET = "application/vnd.jupyter.widget-view+json"
DRAWN = {WIDGET, "image/svg+xml", "text/html"}
BESIDE = {"poll", "answer", "beside"}  # tags of cells that stand beside a picture
ASKS = re.compile(r"\bask\(|\.is_\(|\bguesses\(")  # what belongs to a question for readers
OPENS = ("slide", "subslide")  # types of cells that open a slide
HEADING, PLAIN = re.compile(r"^#+ (.+)$", re.MULTILINE), str.maketrans("", "", "`*")


def plan(notebook) -> list[dict]:
    """For each cell: its slide (None: hidden), the step that shows it, whether code is shown, and
    whether it stands beside the picture of its slide.

    Step 0 is what a slide begins with; each fragment takes one more.
    """
    shown = [outputs(cell) for cell in notebook.cells]
    places: list[tuple[int, int] | None] = []
    steps, slide, lone, step = [], -1, 0, 0
    for cell, kinds in zip(notebook.cells, shown, strict=True):
        kind = slide_type(cell)
        if kind in OPENS:
            slide, lone, step = slide + 1, 0, 0
        step += kind == "fragment"
        steps.append(step if kind == "fragment" else 0)
        if kind == "skip" and WIDGET in kinds and gets_own_slide(cell):
            lone += 1
            places.append((slide, lone))  # a slide of its own, behind the one it belongs to
        else:
            places.append(None if kind in ("skip", "notes") else (slide, 0))
    order = sorted({place for place in places if place})
    return [
        {
            "slide": order.index(place) if place else None,
            "step": step,
            "code": shows_code(cell),
            "beside": is_beside(cell),
        }
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


def gets_own_slide(cell) -> bool:
    """Whether a widget for readers is shown in a lecture too; questions are votes there."""
    return "no-slide" not in cell.metadata.get("tags", []) and not ASKS.search(cell.source)


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
