"""A lesson cut into slides: what stands on each, when it is spoken about, and what to say."""

import re
from dataclasses import dataclass, field

from lib.widgets.present import OPENS, slide_type
from lib.widgets.present import shows_code as shown_live
from tools.lessons import (
    HEADING,
    Lesson,
    steps_alone,
    tags,
    widget_of,
)

LECTURE = 45  # minutes
MOST_CODE = 14  # lines of a cell on a slide, blank ones not counted
FENCED = re.compile(r"^```python.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass
class Slide:
    """One slide: its cells, its minutes (None: nobody gave any) and what to say."""

    cells: list
    minutes: int | None
    notes: str
    heading: str  # of the part of the lesson to which it belongs
    title: str  # stands small above a slide whose cells bring no heading
    begin: int = 0
    steppers: list = field(default_factory=list)
    is_stepper: bool = False

    @property
    def is_spare(self) -> bool:
        """Whether it may be left out when time is short: it says more about the slide before."""
        goes_on = slide_type(self.cells[0]) == "subslide"
        return goes_on or self.heading.startswith("Further")

    @property
    def end(self) -> int:
        """The minute in which the lecturer turns to the next slide."""
        return self.begin + (self.minutes or 0)


def deck(lesson: Lesson) -> list[Slide]:
    """The slides of a lesson, in order, with the minutes at which they begin."""
    slides = [one for slide in cut(lesson) for one in (slide, *slide.steppers)]
    minute = 0
    for slide in slides:
        slide.begin = minute
        minute = slide.end
    return slides


def cut(lesson: Lesson) -> list[Slide]:
    """The slides that the lesson's cells open; each keeps the steppers that follow it."""
    slides, heading = [], lesson.title
    for cell in lesson.notebook.cells:
        kind = slide_type(cell)
        heading = headline(cell) or heading
        if kind in OPENS:
            slides.append(opened_by(cell, heading))
        elif kind in ("fragment", "-") and slides:
            slides[-1].cells.append(cell)
        elif slides and is_stepper(lesson, cell):
            slides[-1].steppers.append(stepper_slide(cell, heading))
    return slides


def opened_by(cell, heading: str) -> Slide:
    """A slide that begins with this cell, with what the cell's metadata says for the lecturer."""
    said = cell.metadata.get("lecture", {})
    title = said.get("title", heading)
    return Slide([cell], said.get("minutes"), said.get("notes", ""), heading, title)


def headline(cell) -> str | None:
    """The first heading in a cell of prose."""
    found = HEADING.search(cell.source) if cell.cell_type == "markdown" else None
    return found[2] if found else None


def is_stepper(lesson: Lesson, cell) -> bool:
    """Whether a cell that only readers see shows a widget that steps without a kernel."""
    widget = widget_of(cell)
    return bool(widget) and "no-slide" not in tags(cell) and steps_alone(lesson.widgets, widget)


def stepper_slide(cell, heading: str) -> Slide:
    """A slide of its own for a stepper."""
    slide = opened_by(cell, heading)
    slide.is_stepper = True
    if slide.title == heading:
        slide.title = f"{heading}: step by step"
    return slide


def shows_code(cell) -> bool:
    """Whether the code itself stands on the slide: as in a live show, but never much of it."""
    little = "slide-code" in tags(cell) or code_lines(cell) <= MOST_CODE
    return cell.cell_type == "code" and little and shown_live(cell)


def code_lines(cell) -> int:
    """How many lines of code a cell has, blank ones not counted; in prose, those in fences."""
    is_code = cell.cell_type == "code"
    code = cell.source if is_code else "\n".join(FENCED.findall(cell.source))
    return sum(bool(line.strip()) for line in code.splitlines())


def shown_lines(slide: Slide) -> int:
    """How many lines of code stand on a slide, with all its fragments."""
    shown = [c for c in slide.cells if c.cell_type == "markdown" or shows_code(c)]
    return sum(map(code_lines, shown))


def timing(slides: list[Slide], number: int) -> str:
    """When to speak about slide `number` (from 1), in words."""
    slide = slides[number - 1]
    return f"Slide {number} of {len(slides)}, minute {slide.begin} to {slide.end}."
