"""The knots of a drawn tree: how large each is, where it stands, and how it is painted.

A knot is a shape with a label inside, the action that leads to it above, a caption below.
Search trees and MCTS trees differ in what they put into their knots, not in how they are drawn.
"""

from dataclasses import dataclass, field

from lib.draw import svg
from lib.draw.colors import INK, LINE, PAPER, QUIET, VERMILLION, WHITE
from lib.draw.svg import NORMAL, SMALL, text_width
from lib.draw.tree_layout import tidy

GAP, LEVEL_GAP, MARGIN = 16, 40, 24
WIDEST = 1800  # a tree that would be wider grows to the right instead of down
LABEL_ROOM, CAPTION_ROOM = 26, 28


@dataclass(slots=True)
class Knot:
    """One drawn node, with everything its look depends on."""

    shape: str  # max min chance leaf disc stump bud more
    label: str = ""
    action: str = ""
    caption: str = ""
    parent: int | None = None
    children: list = field(default_factory=list)
    level: int = 0
    side: str = ""  # who moves here
    later: tuple = ((), ())  # other labels and captions that it may show at other steps
    radius: float = 0  # discs only
    fill: str = WHITE
    ink: str = INK
    stroke: str = INK
    stroke_width: float = 2
    dash: str | None = None
    edge: tuple = (LINE, 1.6, None)  # color, width and dashes of the line from the parent
    ring: bool = False
    bud: "Knot | None" = None  # stumps only: how they look before the cut
    tip: str | None = None
    data: dict = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """Where a knot stands: its middle, its size, and where lines arrive and leave."""

    x: float
    y: float
    width: float
    height: float
    entry: tuple
    exit: tuple
    action: tuple
    caption: tuple


def size(knot) -> tuple[float, float]:
    """Width and height of the knot's shape, so that its label fits inside."""
    words = max(map(text_width, (knot.label, *knot.later[0])))
    if knot.shape in ("max", "min"):
        return max(58, words / 0.54 + 8), 52
    if knot.shape == "chance":
        return (max(46, words + 16),) * 2
    if knot.shape == "disc":
        return (2 * knot.radius,) * 2
    if knot.shape == "stump":
        return size(knot.bud) if knot.bud else (20, 20)
    return max(40, words + 18), 36


def arrange(knots, direction=None):
    """Places for all knots, the picture's size, and the direction: "down" or "right"."""
    if direction not in (None, "down", "right"):
        raise ValueError(f'direction must be "down", "right" or None, got {direction!r}')
    sizes = [size(knot) for knot in knots]
    if direction != "right":
        places, width, height = _downward(knots, sizes)
        if direction == "down" or width <= WIDEST:
            return places, width, height, "down"
    return (*_rightward(knots, sizes), "right")


def _rows(knots, lengths, before, after):
    """For each level: where it starts, where its shapes' middles are, where it ends."""
    levels = 1 + max(knot.level for knot in knots)
    zones = [[0.0, 0.0, 0.0] for _ in range(levels)]
    for i, knot in enumerate(knots):
        zone = zones[knot.level]
        for part, room in enumerate((before[i], lengths[i], after[i])):
            zone[part] = max(zone[part], room)
    rows, start = [], float(MARGIN)
    for lead, length, trail in zones:
        rows.append((start, start + lead + length / 2, start + lead + length + trail))
        start = rows[-1][2] + LEVEL_GAP
    return rows, start - LEVEL_GAP + MARGIN


def _downward(knots, sizes):
    """Rows from top to bottom, siblings side by side."""
    before = [LABEL_ROOM if knot.action else 0 for knot in knots]
    after = [CAPTION_ROOM if knot.caption else 0 for knot in knots]
    rows, height = _rows(knots, [h for _, h in sizes], before, after)
    widths = [
        max(w, text_width(knot.action, SMALL), _caption_width(knot))
        for knot, (w, _) in zip(knots, sizes, strict=True)
    ]
    middles = tidy([knot.children for knot in knots], widths, GAP)
    left = MARGIN + _gutter(knots)
    places = []
    for i, (knot, (w, h)) in enumerate(zip(knots, sizes, strict=True)):
        x, (start, y, _) = middles[i] + left, rows[knot.level]
        bottom = y + h / 2 + after[i]
        label = (x, y - h / 2 - LABEL_ROOM / 2 - 3)
        caption = (x, y + h / 2 + CAPTION_ROOM / 2 + 2)
        places.append(Place(x, y, w, h, (x, start), (x, bottom), label, caption))
    right = max(middle + w / 2 for middle, w in zip(middles, widths, strict=True))
    return places, left + right + MARGIN, height


def _caption_width(knot):
    """The width of the widest caption that the knot may show."""
    return max(text_width(words, SMALL) for words in (knot.caption, *knot.later[1]))


def _rightward(knots, sizes):
    """Columns from left to right, siblings one below the other."""
    before = [text_width(knot.action, SMALL) + 8 if knot.action else 0 for knot in knots]
    after = [_caption_width(knot) + 8 if knot.caption else 0 for knot in knots]
    columns, width = _rows(knots, [w for w, _ in sizes], before, after)
    top = MARGIN + (24 if _names(knots) else 0)
    middles = tidy([knot.children for knot in knots], [h for _, h in sizes], GAP / 2)
    places = []
    for i, (knot, (w, h)) in enumerate(zip(knots, sizes, strict=True)):
        y, (start, x, _) = middles[i] + top, columns[knot.level]
        action = (x - w / 2 - before[i] / 2, y)
        caption = (x + w / 2 + after[i] / 2, y)
        exit_at = (x + w / 2 + after[i], y)
        places.append(Place(x, y, w, h, (start, y), exit_at, action, caption))
    bottom = max(middle + h / 2 for middle, (_, h) in zip(middles, sizes, strict=True))
    return places, width, top + bottom + MARGIN


def _names(knots) -> dict[int, str]:
    """The side that moves on each level, where it is one side only."""
    sides = {}
    for knot in knots:
        if knot.side:
            sides.setdefault(knot.level, set()).add(knot.side)
    return {level: names.pop() for level, names in sides.items() if len(names) == 1}


def _gutter(knots) -> float:
    """Room on the left for the names of the levels."""
    return max((text_width(name, SMALL) + 12 for name in _names(knots).values()), default=0)


def level_names(knots, places, direction, top=0) -> list[str]:
    """MAX, MIN or CHANCE beside each level."""
    parts = []
    for level, name in sorted(_names(knots).items()):
        first = next(p for k, p in zip(knots, places, strict=True) if k.level == level)
        x, y = (MARGIN / 2, first.y) if direction == "down" else (first.x, MARGIN + top)
        anchor = "start" if direction == "down" else "middle"
        parts.append(svg.text(x, y, name, SMALL, QUIET, anchor, class_="level"))
    return parts


def paint(knots, places, direction, memory=None) -> list[str]:
    """The markup of all edges, then of all knots above them.

    `memory` (a dict) keeps what was painted: knots that look as before are not painted again.
    """
    memory = {} if memory is None else memory
    edges, nodes = [], []
    for i, (knot, place) in enumerate(zip(knots, places, strict=True)):
        if knot.parent is not None:
            key = (i, knot.shape, knot.edge)
            if key not in memory:
                memory[key] = _edge(knot, places[knot.parent], place, direction)
            edges.append(memory[key])
        key = (i, *_look(knot))
        if key not in memory:
            memory[key] = _node(knot, place)
        nodes.append(memory[key])
    return edges + nodes


def _look(knot):
    """All that `_node` paints, except what never changes."""
    words = (knot.shape, knot.label, knot.action, knot.caption, knot.tip)
    colors = (knot.fill, knot.ink, knot.stroke, knot.stroke_width, knot.dash, knot.ring)
    return words + colors


def _edge(knot, start, end, direction):
    """The line from the parent, through the action's label, to the shape."""
    color, width, dash = knot.edge
    last = (
        (end.x, end.y - end.height / 2) if direction == "down" else (end.x - end.width / 2, end.y)
    )
    if knot.shape in ("stump", "disc"):
        last = (end.x, end.y)
    return svg.path(
        "M",
        *start.exit,
        "L",
        *end.entry,
        "L",
        *last,
        fill="none",
        stroke=color,
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linejoin="round",
        class_="edge",
    )


def _node(knot, place):
    """The shape with its label, the action above and the caption below."""
    parts = [_ring(knot, place)] if knot.ring else []
    look = {"fill": knot.fill, "stroke": knot.stroke, "stroke_width": knot.stroke_width}
    parts.append(outline(knot, place, stroke_dasharray=knot.dash, stroke_linejoin="round", **look))
    if knot.label:
        shift = {"max": 0.18, "min": -0.18}.get(knot.shape, 0) * place.height
        parts.append(svg.text(place.x, place.y + shift, knot.label, NORMAL, knot.ink))
    if knot.action:
        parts.append(svg.text(*place.action, knot.action, SMALL, QUIET, halo=PAPER))
    if knot.caption:
        parts.append(svg.text(*place.caption, knot.caption, SMALL, QUIET, halo=PAPER))
    return svg.group(*parts, tip=knot.tip, class_=f"node {knot.shape}", **knot.data)


def outline(knot, place, **look):
    """The shape of a knot: triangle up, triangle down, circle, box or cross."""
    x, y, w, h = place.x, place.y, place.width / 2, place.height / 2
    if knot.shape == "max":
        return svg.polygon([(x, y - h), (x + w, y + h), (x - w, y + h)], **look)
    if knot.shape == "min":
        return svg.polygon([(x - w, y - h), (x + w, y - h), (x, y + h)], **look)
    if knot.shape in ("chance", "disc"):
        return svg.circle(x, y, w, **look)
    if knot.shape == "bud":
        return svg.circle(x, y, 7, **look)
    if knot.shape == "stump":
        return svg.cross(x, y, 8, **(look | {"fill": "none", "stroke_linecap": "round"}))
    return svg.rect(x - w, y - h, 2 * w, 2 * h, rx=18 if knot.shape == "more" else 3, **look)


def _ring(knot, place):
    """A second outline around the node that the search is at."""
    look = {"fill": "none", "stroke_linejoin": "round", "class_": "ring"}
    return outline(knot, place, stroke=VERMILLION, stroke_width=14, **look) + outline(
        knot, place, stroke=PAPER, stroke_width=7, **look
    )
