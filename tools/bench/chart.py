"""How a comparison is shown: one line of a table, one bar of a chart on a logarithmic scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log10

from lib.draw import svg
from lib.draw.colors import HAIR, INK, MAX_COLOR, MIN_COLOR, QUIET
from lib.draw.svg import SVG


@dataclass(frozen=True)
class Line:
    """One comparison: how many times as fast as the other we are (above 1: ahead)."""

    what: str
    other: str
    times: float
    low: float
    high: float
    rounds: int
    must: float | None = None
    aim: float | None = None
    ours: float | None = None  # CPU seconds of one piece of work, median
    theirs: float | None = None


def shown(times: float) -> str:
    """A ratio with three digits."""
    return f"{times:,.0f}" if times >= 100 else f"{times:.3g}"


def table(lines: Sequence[Line]) -> Iterator[str]:
    """The lines of a Markdown table."""
    yield "| what | against | times as fast | lowest to highest | must | aim | |"
    yield "|---|---|---:|---:|---:|---:|---|"
    for line in lines:
        must, aim = (shown(t) if t else "" for t in (line.must, line.aim))
        spread = f"{shown(line.low)} to {shown(line.high)}"
        yield (
            f"| {line.what} | {line.other} | {shown(line.times)} | {spread} | {must} | {aim} "
            f"| {verdict(line)} |"
        )


def verdict(line: Line) -> str:
    """A word for the last column."""
    if line.must is None:
        return "behind" if line.times < 1 else ""
    return "aim" if line.times >= line.aim else "must" if line.times >= line.must else "missed"


ROOM, UNIT, TOP, STEP = 430, 56, 56, 22  # for labels; ten times as fast; heading; line of words
FURTHEST = 4.1  # powers of ten to the right of 1
TITLE = "How many times as fast as other programs the compiled engine is"
HEAD = "Times as fast as the other program (logarithmic scale)"


def chart(lines: Sequence[Line], title: str = TITLE, head: str = HEAD, room: float = ROOM) -> SVG:
    """The lines as bars: right is ahead, left is behind; labels in lines no wider than `room`."""
    zero, y, bars = room + 20 + 1.5 * UNIT, TOP, []
    for other, group in groupby(lines, key=lambda line: line.other):
        if other:
            bars.append(svg.bold(20, y + 16, f"against {other}", size=svg.SMALL))
            y += 30
        for line in group:
            label = svg.wrap(line.what, room, svg.SMALL)
            high = STEP * len(label) + 12
            bars += bar(line, label, zero, y + high / 2)
            y += high
    width = zero + FURTHEST * UNIT + 76
    pairs = (" against ".join(filter(None, (n.what, n.other))) for n in lines)
    said = "; ".join(f"{pair}: {shown(n.times)}" for pair, n in zip(pairs, lines, strict=True))
    parts = [svg.bold(20, 30, head), *scale(zero, y), *bars]
    return svg.picture(width, y + 36, title, said, *parts)


def scale(zero: float, bottom: float) -> Iterator[str]:
    """A line for every power of ten, the number of every second one below."""
    for power in range(-1, 5):
        x = zero + UNIT * power
        yield svg.line(x, TOP, x, bottom, HAIR, stroke_width=1.5)
        if power % 2 == 0:
            yield svg.text(x, bottom + 18, shown(10.0**power), svg.SMALL, QUIET)


def bar(line: Line, label: list[str], zero: float, y: float) -> Iterator[str]:
    """What was compared, the bar, and how many times as fast, also in words."""
    end = zero + UNIT * log10(line.times)
    look, words = (MAX_COLOR.line, "") if line.times >= 1 else (MIN_COLOR.line, " (behind)")
    for i, part in enumerate(label):
        row = y + STEP * (i - (len(label) - 1) / 2)
        yield svg.text(zero - 1.5 * UNIT, row, part, svg.SMALL, INK, "end")
    yield svg.rect(min(end, zero), y - 11, abs(end - zero), 22, fill=look)
    x, told = max(end, zero) + 8, shown(line.times) + words
    yield svg.text(x, y, told, svg.SMALL, INK, "start")
