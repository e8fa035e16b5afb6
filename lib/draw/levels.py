"""A search that is too large to draw, as a table: one row for each level of the tree."""

import math
from collections import defaultdict

from lib.draw import svg
from lib.draw.colors import BLUE, INK, QUIET, SKY, mix
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.game import SIDE_NAMES

ROW, BAR, TOP = 34, 320, 96
COLUMNS = (24, 130, 560, 700, 850)
NAMES = ("level", "nodes (bars: log scale)", "cut off", "smallest", "largest")


def draw_levels(source, *, limit=None, title=None) -> SVG:
    """Nodes, skipped branches, smallest and largest value on each level of a trace."""
    calls = getattr(source, "calls", source)
    if not calls:
        raise ValueError("the trace is empty: record a search, then draw its levels")
    rows = level_rows(calls)
    words = f"{len(calls):,} nodes"
    if limit is not None:
        words += f" are too many to draw (more than {limit:,}), so here is each level"
    hint = "Draw a part of it: draw_tree(trace, depth=2), or root= a node's index or state."
    widest = max(row["nodes"] for row in rows)
    parts = [svg.text(24, 28, words, NORMAL, INK, "start", font_weight="bold")]
    if limit is not None:
        parts.append(svg.text(24, 54, hint, SMALL, QUIET, "start"))
    for x, name in zip(COLUMNS, NAMES, strict=True):
        parts.append(svg.text(x, TOP - 12, name, SMALL, QUIET, "start"))
    for i, row in enumerate(rows):
        parts += _row(TOP + ROW * (i + 0.5), i, row, widest)
    desc = " ".join(
        f"Level {i}, {r['sides'] or 'leaves'}: {r['nodes']} nodes, {r['skipped']} cut off, "
        f"values {number(r['low'])} to {number(r['high'])}."
        for i, r in enumerate(rows)
    )
    height = TOP + ROW * len(rows) + 16
    return svg.picture(980, height, title or "A search, level by level", desc, *parts)


def level_rows(calls) -> list[dict]:
    """For each level: nodes, skipped branches, who moves, smallest and largest value."""
    level, found = {}, defaultdict(list)
    for call in calls:
        level[call.index] = 0 if call.parent is None else level[call.parent] + 1
        found[level[call.index]].append(call)
    return [_summary(found[i]) for i in sorted(found)]


def _summary(calls):
    """One row of the table."""
    values = [call.value for call in calls if isinstance(call.value, (int, float))]
    sides = sorted({SIDE_NAMES[call.side] for call in calls if call.kind == "inner"})
    return {
        "nodes": len(calls),
        "skipped": sum(len(call.skipped) for call in calls),
        "sides": " ".join(sides),
        "low": min(values, default=None),
        "high": max(values, default=None),
    }


def _row(y, level, row, widest):
    """A row: level, a bar on a logarithmic scale with its number, cuts, values."""
    room = BAR - 100
    length = 4 + room * math.log(row["nodes"] + 1) / math.log(widest + 1)
    x_level, x_bar, x_cut, x_low, x_high = COLUMNS
    name = f"{level} {row['sides']}".strip()
    bar = svg.rect(x_bar, y - 11, length, 22, fill=mix("#FFFFFF", SKY, 0.6), stroke=BLUE)
    texts = [
        (x_level, svg.shorten(name, 12)),
        (x_bar + length + 8, f"{row['nodes']:,}"),
        (x_cut, f"{row['skipped']:,}"),
        (x_low, number(row["low"])),
        (x_high, number(row["high"])),
    ]
    return [bar, *(svg.text(x, y, words, NORMAL, INK, "start") for x, words in texts)]
