"""The lessons as slides, site and tests see them: title, minutes, cells, glossary, widgets."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import nbformat

from tools.notebooks import FOLDER, WIDGETS

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
SLIDE_ONLY = "slide-only"  # the tag of a cell that only the deck needs
HOSTED = "hosted"  # the tag of the cell that installs the course in hosted notebooks


@dataclass(frozen=True)
class Lesson:
    """One notebook of the course."""

    path: Path

    @cached_property
    def notebook(self):
        """The notebook as stored, with its outputs."""
        return nbformat.read(self.path, as_version=4)

    @property
    def cells(self) -> list:
        """The cells that readers see: all but those of the deck and of hosted notebooks alone."""
        return [cell for cell in self.notebook.cells if not {SLIDE_ONLY, HOSTED} & {*tags(cell)}]

    @property
    def name(self) -> str:
        """The name of the file without its ending, such as 02_minimax."""
        return self.path.stem

    @property
    def number(self) -> str:
        """The number by which the lesson is ordered, such as 02."""
        return self.name[:2]

    @cached_property
    def title(self) -> str:
        """The first heading, without the number that some lessons begin with."""
        first = HEADING.search(self.notebook.cells[0].source)[2]
        return re.sub(r"^\d\d · ", "", first)

    @cached_property
    def question(self) -> str:
        """The first paragraph below the title."""
        return self.notebook.cells[0].source.split("\n\n")[1]

    @cached_property
    def minutes(self) -> int:
        """How long the lecture takes: the minutes of its slides together."""
        return sum(minutes(cell) or 0 for cell in self.notebook.cells)

    @cached_property
    def reading(self) -> str:
        """How long a reader needs, in the lesson's own words."""
        found = re.search(r"\*\*Time[.:]?\*\*[.:]?\s*(.+)", self.text)
        return found[1].strip() if found else ""

    @cached_property
    def text(self) -> str:
        """All prose of the lesson, as Markdown."""
        return "\n\n".join(c.source for c in self.cells if c.cell_type == "markdown")

    @cached_property
    def widgets(self) -> dict:
        """The stored widgets by id."""
        return self.notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})


def all_lessons(folder: Path = FOLDER) -> list[Lesson]:
    """Every lesson, in the order of the course."""
    return [Lesson(path) for path in sorted(folder.glob("[0-9][0-9]_*.ipynb"))]


def minutes(cell) -> int | None:
    """The minutes of the slide that this cell opens; None for a cell that opens none."""
    return cell.metadata.get("lecture", {}).get("minutes")


def tags(cell) -> list[str]:
    """The tags of a cell."""
    return cell.metadata.get("tags", [])


def widget_of(cell) -> str | None:
    """The id of the first widget that a cell shows, if it shows one."""
    return next(filter(None, map(widget_in, cell.get("outputs", []))), None)


def widget_in(output) -> str | None:
    """The id of the widget that an output shows, if it is one."""
    view = output.get("data", {}).get(WIDGET_VIEW)
    return view["model_id"] if view else None


def below(widgets: dict, top: str) -> list[str]:
    """The ids of a widget and of everything inside it, from the top down."""
    found = [top]
    for name in found:
        children = widgets[name]["state"].get("children", [])
        found += [child.removeprefix("IPY_MODEL_") for child in children]
    return found


def part_of(widgets: dict, top: str) -> dict:
    """All that is needed to show one widget: what is inside it, layouts, links."""
    inside = set(below(widgets, top))
    links = {
        name: model
        for name, model in widgets.items()
        if model["model_name"] == "LinkModel"
        and model["state"]["source"][0].removeprefix("IPY_MODEL_") in inside
    }
    layouts = {
        widgets[name]["state"]["layout"].removeprefix("IPY_MODEL_")
        for name in inside
        if widgets[name]["state"].get("layout")
    }
    wanted = inside | set(links) | layouts
    return {name: model for name, model in widgets.items() if name in wanted}


def steps_alone(widgets: dict, top: str) -> bool:
    """Whether the widget steps without a kernel: a slider in the browser turns its frames."""
    models = part_of(widgets, top).values()
    kinds = {model["model_name"] for model in models}
    return {"StackModel", "LinkModel"} <= kinds and "AnyModel" not in kinds
