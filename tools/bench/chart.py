"""How a comparison is shown: one line of a table, one bar of a chart on a logarithmic scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10


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


WIDTH, ROW, ZERO, UNIT = 1200, 34, 740, 80  # ZERO: where a bar begins; UNIT: ten times as fast
BLUE, ORANGE = "#0072B2", "#D55E00"


def chart(lines: Sequence[Line]) -> str:
    """The lines as bars, as SVG text: right is ahead, left is behind."""
    height = ROW * len(lines) + 90
    said = "; ".join(f"{n.what} against {n.other}: {shown(n.times)}" for n in lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="17" role="img">',
        "<title>How many times as fast as other programs the compiled engine is</title>",
        f"<desc>{said}</desc>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="20" y="32" font-size="22">Times as fast as the other program '
        "(logarithmic scale)</text>",
        *scale(height),
    ]
    for i, line in enumerate(lines):
        parts += bar(line, 62 + ROW * i)
    return "\n".join([*parts, "</svg>"]) + "\n"


def scale(height: int) -> Iterator[str]:
    """A line for every power of ten, with its number below."""
    for power in range(-1, 5):
        x = ZERO + UNIT * power
        yield f'<line x1="{x}" y1="50" x2="{x}" y2="{height - 30}" stroke="#cccccc"/>'
        yield f'<text x="{x}" y="{height - 10}" text-anchor="middle">{shown(10.0**power)}</text>'


def bar(line: Line, y: int) -> Iterator[str]:
    """What was compared, the bar, and how many times as fast, also in words."""
    end = ZERO + UNIT * log10(line.times)
    color, x = (BLUE, ZERO) if line.times >= 1 else (ORANGE, end)
    words = shown(line.times) + (" (behind)" if line.times < 1 else "")
    label = f"{line.what}, {line.other}"
    yield f'<text x="{ZERO - 120}" y="{y + 17}" text-anchor="end" font-size="14">{label}</text>'
    yield f'<rect x="{x:.1f}" y="{y}" width="{abs(end - ZERO):.1f}" height="22" fill="{color}"/>'
    yield f'<text x="{max(end, ZERO) + 8:.1f}" y="{y + 17}">{words}</text>'
