"""The nodes of a drawn tree: everything that a node's look depends on, and how it is painted.

A glyph is a shape with a label inside, the action that leads to it above, a caption below.
Search trees and MCTS trees differ in what they put into their glyphs, not in how they are drawn.
"""

from dataclasses import dataclass, field

from lib.draw import colors, svg
from lib.draw.colors import EDGE, INK, PAPER, QUIET, WHITE
from lib.draw.svg import NORMAL, SMALL
from lib.game import CHANCE, MAX, MIN

LABEL_ROOM, CAPTION_ROOM = 26, 28  # above a shape for its action, below it for its caption
SHAPES = {MAX: "max", MIN: "min", CHANCE: "chance"}
SIDES = {shape: side for side, shape in SHAPES.items()}
HALO = {"stroke": PAPER, "stroke_width": 5, "paint_order": "stroke", "stroke_linejoin": "round"}
PLAIN_EDGE = (EDGE, 1.8, None)  # color, width and dashes of the line from the parent


@dataclass(slots=True)
class Glyph:
    """One drawn node, with everything its look depends on."""

    shape: str  # max min chance leaf disc; cut: a cross; unentered: a dot; more: folded nodes
    label: str = ""
    action: str = ""
    caption: str = ""
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    level: int = 0
    side: str = ""  # who moves here
    later: tuple = ((), ())  # other labels and captions that it may show at other steps
    radius: float = 0  # discs only
    fill: str = WHITE
    ink: str = INK
    stroke: str = INK
    stroke_width: float = 2
    dash: str | None = None
    edge: tuple = PLAIN_EDGE
    is_current: bool = False
    before_cut: "Glyph | None" = None  # of a cut branch: how it looks before the cut
    tip: str | None = None
    beside: tuple[tuple[str, str], ...] = ()  # lines to the right: words and their color
    data: dict = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """Where a glyph stands: its middle, its size, and where lines arrive and leave."""

    x: float
    y: float
    width: float
    height: float
    entry: tuple[float, float]
    exit: tuple[float, float]
    action: tuple[float, float]
    caption: tuple[float, float]


def level_sides(glyphs: list[Glyph]) -> dict[int, str]:
    """The side that moves on each level, where it is one side only."""
    sides = {}
    for glyph in glyphs:
        if glyph.side:
            sides.setdefault(glyph.level, set()).add(glyph.side)
    return {level: names.pop() for level, names in sides.items() if len(names) == 1}


def level_names(glyphs: list[Glyph], layout, top: float = 0) -> list[str]:
    """MAX, MIN or CHANCE beside each level."""
    parts = []
    for level, name in sorted(level_sides(glyphs).items()):
        first = next(p for g, p in zip(glyphs, layout.places, strict=True) if g.level == level)
        is_down = layout.direction == "down"
        x, y, anchor = (12, first.y, "start") if is_down else (first.x, 24 + top, "middle")
        parts.append(svg.text(x, y, name, SMALL, QUIET, anchor, class_="level"))
    return parts


def paint(glyphs: list[Glyph], layout, memory: dict | None = None) -> list[str]:
    """All edges, then all glyphs above them; `memory` keeps what need not be painted again."""
    memory = {} if memory is None else memory
    edges, nodes, places = [], [], layout.places
    for i, (glyph, place) in enumerate(zip(glyphs, places, strict=True)):
        if glyph.parent is not None:
            key = (i, glyph.shape, glyph.edge)
            if key not in memory:
                memory[key] = _edge(glyph, places[glyph.parent], place, layout.direction)
            edges.append(memory[key])
        key = (i, *_look(glyph))
        if key not in memory:
            memory[key] = _node(glyph, place)
        nodes.append(memory[key])
    return edges + nodes


def _look(glyph):
    """All that `_node` paints, except what never changes."""
    words = (glyph.shape, glyph.label, glyph.action, glyph.caption, glyph.tip, glyph.beside)
    colors = (glyph.fill, glyph.ink, glyph.stroke, glyph.stroke_width, glyph.dash, glyph.is_current)
    return words + colors


def _edge(glyph, start, end, direction):
    """The line from the parent, through the action's label, to the shape."""
    color, width, dash = glyph.edge
    last = (end.x, end.y - end.height / 2)
    if direction == "right":
        last = (end.x - end.width / 2, end.y)
    if glyph.shape in ("cut", "disc"):
        last = (end.x, end.y)
    look = {"stroke": color, "stroke_width": width, "stroke_dasharray": dash}
    steps = ("M", *start.exit, "L", *end.entry, "L", *last)
    return svg.path(*steps, fill="none", stroke_linejoin="round", class_="edge", **look)


def _node(glyph, place):
    """The shape with its label, the action above and the caption below."""
    parts = [_halo(glyph, place)] if glyph.is_current else []
    look = {"fill": glyph.fill, "stroke": glyph.stroke, "stroke_width": glyph.stroke_width}
    look |= {"stroke_dasharray": glyph.dash, "stroke_linejoin": "round"}
    parts.append(outline(glyph, place, **look))
    if glyph.label:
        shift = {"max": 0.18, "min": -0.18}.get(glyph.shape, 0) * place.height
        parts.append(svg.text(place.x, place.y + shift, glyph.label, NORMAL, glyph.ink))
    if glyph.action:
        parts.append(svg.text(*place.action, glyph.action, SMALL, QUIET, **HALO))
    if glyph.caption:
        parts.append(svg.text(*place.caption, glyph.caption, SMALL, QUIET, **HALO))
    for i, (words, color) in enumerate(glyph.beside):
        y = place.y + 24 * (i - (len(glyph.beside) - 1) / 2)
        x = place.x + place.width / 2 + 10
        parts.append(svg.text(x, y, words, SMALL, color, "start", **HALO))
    return svg.group(*parts, tip=glyph.tip, class_=f"node {glyph.shape}", **glyph.data)


def outline(glyph: Glyph, place: Place, **look) -> str:
    """The shape of a glyph: triangle up, triangle down, circle, box or cross."""
    x, y, w, h = place.x, place.y, place.width / 2, place.height / 2
    if glyph.shape == "max":
        return svg.polygon([(x, y - h), (x + w, y + h), (x - w, y + h)], **look)
    if glyph.shape == "min":
        return svg.polygon([(x - w, y - h), (x + w, y - h), (x, y + h)], **look)
    if glyph.shape in ("chance", "disc"):
        return svg.circle(x, y, w, **look)
    if glyph.shape == "unentered":
        return svg.circle(x, y, 7, **look)
    if glyph.shape == "cut":
        return svg.cross(x, y, 8, **(look | {"fill": "none", "stroke_linecap": "round"}))
    return svg.rect(x - w, y - h, 2 * w, 2 * h, rx=18 if glyph.shape == "more" else 3, **look)


def _halo(glyph, place):
    """A band of the color of now around the node that the search is at."""
    look = {"fill": "none", "stroke_linejoin": "round", "class_": "ring"}
    return outline(glyph, place, stroke=colors.NOW.tint, stroke_width=20, **look)
