"""Search trees as pictures, drawn from a trace or from a TreeGame.

MAX is a house pointed up, MIN one pointed down, CHANCE a circle, a leaf a box. The chosen line is
thick, the current node has a halo, two slashes cross the edge of a cut branch.
"""

import math
from collections import defaultdict
from typing import Any

from lib.draw import messages, svg
from lib.draw.colors import EDGE, INK, QUIET, TRACK
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.draw.tree_glyphs import GlyphTree, TreeView, calls_of, find
from lib.draw.tree_layout import arrange
from lib.draw.tree_picture import TreePicture
from lib.game import SIDE_NAMES, Game, is_whole
from lib.games.tree import TreeGame
from lib.messages import refuse_if
from lib.trace import Call, Trace

ROW, BAR, TOP = 34, 320, 96
COLUMNS = (24, 130, 560, 700, 850)


def draw_tree(
    source: Trace | Game | list, *, step: int | None = None, title: str | None = None, **view: Any
) -> SVG:
    """A picture of the search that `source` (a Trace) recorded, or of a TreeGame.

    `step` shows the search after that many events and dims what it has not reached. Options
    (see `TreeView`): `highlight`, `root`, `fold`, `depth`, `expand`, `max_nodes`, `windows`,
    `direction`, `beside`. A tree with more than `max_nodes` becomes a summary per level.
    """
    whole = TreeView.of(view, "draw_tree")
    picture = lay_out_tree(source, step, whole)
    if picture is None:
        return draw_levels(calls_of(source), limit=whole.max_nodes, title=title)
    return picture.draw(step, title)


def lay_out_tree(source: Any, step: int | None, view: TreeView) -> TreePicture | None:
    """The tree with its layout; None if it is too large. With a `step` no later one is betrayed."""
    source = TreeGame(source) if isinstance(source, (list, tuple)) else source
    calls = calls_of(source)
    if step is not None:
        refuse_if(not hasattr(source, "events"), messages.STEP_OF_TREE)
        last = len(source.events)
        refuse_if(not is_whole(step, 0, last), messages.BAD_STEP, last=last, step=step)
    if view.root is None:  # then the search that is running at `step`
        begun = range(len(calls)) if step is None else [0, *(i for _, i in source.events[:step])]
        top = max(i for i in begun if calls[i].parent is None)
    else:
        top = min(find(calls, [view.root], "root"))
    tree = GlyphTree(calls, view, getattr(source, "game", source))
    if not tree.grow(top):
        return None
    return TreePicture(source, top, tree, arrange(tree.glyphs, view.direction), step is not None)


def draw_levels(source: Trace | list, *, limit: int | None = None, title: str | None = None) -> SVG:
    """Nodes, skipped branches, smallest and largest value on each level of a trace."""
    calls: Any = getattr(source, "calls", source)
    refuse_if(not calls, messages.NO_LEVELS)
    found = defaultdict(list)
    for call, level in zip(calls, call_levels(calls).values(), strict=True):
        found[level].append(call)
    rows: list[dict[str, Any]] = []
    for _, here in sorted(found.items()):
        values = [call.value for call in here if isinstance(call.value, (int, float))]
        sides = sorted({SIDE_NAMES[call.side] for call in here if call.kind == "inner"})
        row = {"who": " ".join(sides) or messages.LEAVES, "nodes": len(here)}
        row["cut"] = sum(len(call.skipped) for call in here)
        row |= {"low": number(min(values, default=None)), "high": number(max(values, default=None))}
        rows.append(row)
    words = messages.NODES if limit is None else messages.TOO_MANY
    words = words.format(count=len(calls), limit=limit)
    parts = [svg.bold(24, 28, words)]
    if limit is not None:
        parts.append(svg.text(24, 54, messages.DRAW_PART, SMALL, QUIET, "start"))
    for x, name in zip(COLUMNS, messages.LEVEL_NAMES, strict=True):
        parts.append(svg.text(x, TOP - 12, name, SMALL, QUIET, "start"))
    widest = max(row["nodes"] for row in rows)
    for i, row in enumerate(rows):
        y = TOP + ROW * (i + 0.5)  # a bar on a logarithmic scale with its number, cuts, values
        length = 4 + (BAR - 100) * math.log(row["nodes"] + 1) / math.log(widest + 1)
        name = svg.shorten(f"{i}" if row["who"] == messages.LEAVES else f"{i} {row['who']}", 12)
        said = (name, f"{row['nodes']:,}", f"{row['cut']:,}", row["low"], row["high"])
        parts.append(svg.rect(COLUMNS[1], y - 11, length, 22, fill=TRACK, stroke=EDGE))
        places = (COLUMNS[0], COLUMNS[1] + length + 8, *COLUMNS[2:])
        for place, word in zip(places, said, strict=True):
            parts.append(svg.text(place, y, word, NORMAL, INK, "start"))
    told = [messages.LEVEL.format(level=i, **row) for i, row in enumerate(rows)]
    height = TOP + ROW * len(rows) + 16
    return svg.picture(980, height, title or messages.LEVELS, " ".join(told), *parts)


def call_levels(calls: list[Call]) -> dict[int, int]:
    """How far below the root each call is, by its index."""
    levels: dict[int, int] = {}
    for call in calls:
        levels[call.index] = 0 if call.parent is None else levels[call.parent] + 1
    return levels
