"""A lesson cut into slides: what stands on each, when it is spoken about, and what to say."""

from dataclasses import dataclass, field

from tools.lessons import (
    HEADING,
    WIDGET_VIEW,
    Lesson,
    minutes,
    slide_type,
    steps_alone,
    tags,
    widget_of,
)

LECTURE = 45  # minutes
MOST_CODE = 18  # lines on a slide


@dataclass
class Slide:
    """One slide: its cells, its minutes (None: those of the slide before) and what to say."""

    cells: list
    minutes: int | None
    notes: str
    heading: str | None = None  # shown small where no cell of the slide brings a heading
    begin: int = 0
    steppers: list = field(default_factory=list)

    @property
    def end(self) -> int:
        """The minute in which the lecturer turns to the next slide."""
        return self.begin + (self.minutes or 0)


def deck(lesson: Lesson) -> list[Slide]:
    """The slides of a lesson, in order, with the minutes at which they begin."""
    slides, minute = [], 0
    for slide in cut(lesson):
        slide.begin = minute
        minute = slide.end
        slides += [slide, *(stepper_slide(cell, slide) for cell in slide.steppers)]
    return slides


def cut(lesson: Lesson) -> list[Slide]:
    """The slides that the lesson's cells open; each keeps the steppers that follow it."""
    slides, heading = [], lesson.title
    for cell in lesson.notebook.cells:
        kind, own = slide_type(cell), headline(cell)
        heading = own or heading
        if kind in ("slide", "subslide"):
            said = cell.metadata.get("lecture", {})
            slides.append(Slide([cell], minutes(cell), said.get("notes", ""), heading))
        elif kind in ("fragment", "-") and slides:
            slides[-1].cells.append(cell)
        elif slides and is_stepper(lesson, cell):
            slides[-1].steppers.append((cell, heading))
    return slides


def headline(cell) -> str | None:
    """The first heading in a cell of prose."""
    found = HEADING.search(cell.source) if cell.cell_type == "markdown" else None
    return found[2] if found else None


def is_stepper(lesson: Lesson, cell) -> bool:
    """Whether a cell that only readers see shows a widget that steps without a kernel."""
    widget = widget_of(cell)
    return bool(widget) and "no-slide" not in tags(cell) and steps_alone(lesson.widgets, widget)


def stepper_slide(pair, before: Slide) -> Slide:
    """A slide for a stepper, spoken about within the minutes of the slide before it."""
    cell, heading = pair
    note = "Step live. Before each step ask what happens next."
    return Slide([cell], None, note, f"{heading}: step by step", before.end)


def shows_code(cell) -> bool:
    """Whether the code itself stands on the slide: not where it only makes a picture."""
    if cell.cell_type != "code" or "slide-code" in tags(cell):
        return cell.cell_type == "code"
    kinds = {kind for output in cell.outputs for kind in output.get("data", {})}
    drawn = kinds & {"image/svg+xml", WIDGET_VIEW, "text/html"}
    return not drawn and len(cell.source.splitlines()) <= MOST_CODE


def timing(slides: list[Slide], number: int) -> str:
    """When to speak about slide `number` (from 1), in words."""
    slide = slides[number - 1]
    which = f"Slide {number} of {len(slides)}"
    if slide.minutes is None:
        return f"{which}, within the minutes before {slide.begin}."
    return f"{which}, minute {slide.begin} to {slide.end}."
