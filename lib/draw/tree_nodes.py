"""The nodes of a drawn tree: everything that a node's look depends on, and how it is painted.

A glyph is a shape with a label inside: MAX a house pointed up, MIN one pointed down, CHANCE a
circle, a leaf a box. An edge ends on the outlines of both its nodes; the name of a move stands at
the child's shoulder, never on a line. Search trees and MCTS trees differ in what they put into
their glyphs, not in how they are drawn.
"""

from dataclasses import dataclass, field
from typing import Any

from lib.draw import colors, svg
from lib.draw.colors import EDGE, INK, PAPER, QUIET
from lib.draw.svg import NORMAL, SMALL, text_width
from lib.game import CHANCE, MAX, MIN

SHAPES = {MAX: "max", MIN: "min", CHANCE: "chance"}
SIDES = {shape: side for side, shape in SHAPES.items()}
NAMES = {"MAX": MAX, "MIN": MIN, "CHANCE": CHANCE}
CHANGES = ["shape", "label", "caption", "tip", "beside", "is_current", "came_from"]  # in a step
CHANGES += ["fill", "ink", "stroke", "stroke_width", "dash"]
INSIDE = 24  # the size of the numbers in nodes, whatever their digits
ABOVE = 12  # from a shoulder up to the name of a move
PLAIN_EDGE = (EDGE, 2.5, None)  # color, width and dashes of the line from the parent
WALKED_EDGE, CHOSEN_EDGE, UNSEEN_EDGE = (INK, 6, None), (INK, 4, None), (EDGE, 2, "3 7")
MORE_LOOK: Any = {"dash": "5 5", "stroke": QUIET, "ink": QUIET, "size": SMALL}  # of folded nodes


@dataclass(slots=True)
class Glyph:
    """One drawn node, with everything its look depends on."""

    shape: str  # max min chance leaf; more: folded nodes
    label: str = ""
    action: str = ""
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    level: int = 0
    call: int | None = None  # which call of the trace it shows
    left_out: int | None = None  # of a branch never entered: the call that left it out
    side: str = ""  # who moves here
    later: tuple = ()  # other labels that it may show at other steps
    has_window: bool = False  # whether it needs room for alpha and beta
    radius: float = 0  # half the width, where size means visits
    size: float = INSIDE  # of the label
    fill: str = PAPER
    ink: str = INK
    stroke: str = INK
    stroke_width: float = 2.5
    dash: str | None = None
    edge: tuple = PLAIN_EDGE
    is_cut: bool = False  # whether two slashes cross its edge
    is_current: bool = False
    came_from: tuple[float, float] | None = None  # where the halo was before, from here
    caption: str = ""  # small, beside or below the shape
    tip: str | None = None
    beside: tuple[tuple[str, str], ...] = ()  # lines to the right: words and their color
    data: dict = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """Where a glyph stands: the middle of its label, its size, and where its words go."""

    x: float
    y: float
    width: float
    height: float
    point: float  # how far the roof of a house stands out
    label: tuple[float, float, str] = (0, 0, "end")  # the name of the move, and its anchor
    window: tuple[float, float] = (0, 0)  # the left end of the line for alpha and beta
    caption: tuple[float, float, str] = (0, 0, "start")
    edge: tuple = ()  # the corners of the line from the parent
    cut: tuple[float, float] = (0, 0)  # where two slashes cross that line


def shape_size(glyph: Glyph) -> tuple[float, float, float]:
    """Width and height of a shape, wide enough for its labels, and the height of its point."""
    labels = (glyph.label, *glyph.later)
    words = 1.06 * max(text_width(minus(words), glyph.size) for words in labels)
    is_house = glyph.shape in SIDES and glyph.shape != "chance"
    if glyph.radius:
        r = glyph.radius
        return 2 * r, 1.5 * r, 0.3 * r if is_house else 0
    if glyph.shape == "chance":
        return (max(60, words + 12),) * 2 + (0,)
    return (max(64, words + 5), 50, 9) if is_house else (max(52, words + 8), 44, 0)


def reach(glyph: Glyph, size) -> tuple[float, float]:
    """How far the shape goes up and down from the middle of its label."""
    _, height, point = size
    up, down = (point if glyph.shape == kind else 0 for kind in ("max", "min"))
    return height / 2 + up, height / 2 + down


def shoulder(glyph: Glyph, size) -> float:
    """How far above the middle of the label the name of the move has its middle."""
    _, height, point = size
    return height / 2 + ABOVE + 0.35 * SMALL - (point if glyph.shape == "max" else 0)


def level_sides(glyphs: list[Glyph]) -> dict[int, str]:
    """The side that moves on each level, where it is one side only."""
    pairs = dict.fromkeys((glyph.level, glyph.side) for glyph in glyphs if glyph.side)
    levels = [level for level, _ in pairs]
    return {level: name for level, name in pairs if levels.count(level) == 1}


def level_names(glyphs: list[Glyph], layout, top: float = 0) -> list[str]:
    """MAX, MIN or CHANCE beside each level, in the color of the side."""
    parts = []
    for level, name in sorted(level_sides(glyphs).items()):
        first = next(p for g, p in zip(glyphs, layout.places, strict=True) if g.level == level)
        x, y, anchor = (24, first.y, "start")
        if layout.direction == "right":
            x, y, anchor = (first.x, 24 + top, "middle")
        elif layout.direction == "phone":
            if level or any(p is not first and p.y == first.y for p in layout.places):
                continue  # its leaves stand there
            x = first.x + first.width / 2 + 12
        look = {"font_weight": "bold", "class_": "level"}
        parts.append(svg.text(x, y, name, NORMAL, colors.of_side(NAMES[name]).text, anchor, **look))
    return parts


def paint(glyphs: list[Glyph], layout, memory: dict | None = None) -> list[str]:
    """All edges, the thick ones on top, then all glyphs; `memory` keeps what was painted before.

    Every edge has two places, of which one is empty, so that no step moves what another one drew.
    """
    memory = {} if memory is None else memory
    edges, thick, nodes, places = [], [], [], layout.places
    for i, (glyph, place) in enumerate(zip(glyphs, places, strict=True)):
        if glyph.parent is not None:
            key = (i, glyph.edge, glyph.is_cut)
            if key not in memory:
                memory[key] = _edge(i, glyph, place)
            is_thick = glyph.edge[1] > PLAIN_EDGE[1]
            edges.append("<g/>" if is_thick else memory[key])
            thick.append(memory[key] if is_thick else "<g/>")
        key = (i, glyph.data.get("data_call"), *(getattr(glyph, name) for name in CHANGES))
        if key not in memory:
            memory[key] = _node(glyph, place)
        nodes.append(memory[key])
    return edges + thick + nodes


def _edge(index, glyph, place):
    """The line from the parent to the shape; two slashes across it where it is cut."""
    color, width, dash = glyph.edge
    look = {"stroke": color, "stroke_width": width, "stroke_dasharray": dash, "data_to": index}
    look |= {"stroke_linecap": "round", "stroke_linejoin": "round", "class_": "edge"}
    steps = [step for corner in place.edge for step in ("L", *corner)]
    line = svg.path("M", *steps[1:], fill="none", **look)
    if not glyph.is_cut:
        return line
    (x, y), level = place.cut, place.cut[1] in {corner[1] for corner in place.edge}
    dx, dy, right, down = (6, -11, 5, 0) if level else (11, -5, 0, 5)
    steps = []
    for mx, my in ((x - right, y - down), (x + right, y + down)):
        steps += ["M", mx - dx, my - dy, "L", mx + dx, my + dy]
    look = {"stroke": colors.TROUBLE.line, "stroke_width": 4, "stroke_linecap": "round"}
    return svg.group(line, svg.path(*steps, fill="none", class_="slashes", **look))


def _node(glyph, place):
    """The shape with its label, and the name of the move at its shoulder."""
    parts = _halo(glyph, place) if glyph.is_current else []
    look = {"fill": glyph.fill, "stroke": glyph.stroke, "stroke_width": glyph.stroke_width}
    look |= {"stroke_dasharray": glyph.dash, "stroke_linejoin": "round", "class_": "shape"}
    parts.append(outline(glyph, place, **look))
    if glyph.label:
        type_ = (minus(glyph.label), glyph.size, glyph.ink)
        parts.append(svg.text(place.x, place.y, *type_, font_weight="600", class_="label"))
    words = (("move", glyph.action, place.label), ("caption", glyph.caption, place.caption))
    for kind, said, (x, y, anchor) in words:
        parts += [svg.text(x, y, said, SMALL, QUIET, anchor, class_=kind)] if said else []
    for i, (words, color) in enumerate(glyph.beside):
        x, y = place.x + place.width / 2 + 10, place.y + 24 * (i - (len(glyph.beside) - 1) / 2)
        parts.append(svg.text(x, y, words, SMALL, color, "start", class_="beside"))
    return svg.group(*parts, tip=glyph.tip, class_=f"node {glyph.shape}", **glyph.data)


def minus(words: str) -> str:
    """The words with a true minus sign before a number."""
    return words.replace("-", "\N{MINUS SIGN}") if words[-1:].isdigit() or "∞" in words else words


def outline(glyph: Glyph, place: Place, **look) -> str:
    """The shape of a glyph: a house pointed up or down, a circle, or a box."""
    x, y, w, h, p = place.x, place.y, place.width / 2, place.height / 2, place.point
    if glyph.shape in ("max", "min"):
        up = 1 if glyph.shape == "max" else -1
        roof = [(x + w, y - up * (h - p)), (x, y - up * (h + p)), (x - w, y - up * (h - p))]
        return svg.polygon([(x - w, y + up * h), (x + w, y + up * h), *roof], **look)
    if glyph.shape == "chance":
        return svg.circle(x, y, w, **look)
    return svg.rect(x - w, y - h, 2 * w, 2 * h, rx=18 if glyph.shape == "more" else 3, **look)


def _halo(glyph, place):
    """A yellow band and an ink outline around the node that the search is at."""
    dx, dy = glyph.came_from or (0, 0)
    style = f"--dx:{dx:.0f}px;--dy:{dy:.0f}px" if dx or dy else None
    band = {"stroke": colors.NOW.tint, "stroke_width": 20}, {"class_": "ring", "style": style}
    line = {"stroke": INK, "stroke_width": 9}, {"class_": "here"}
    look = {"fill": "none", "stroke_linejoin": "round"}
    return [outline(glyph, place, **first, **look, **last) for first, last in (band, line)]
