"""Where the nodes of a drawn tree stand: as close as outlines allow (Reingold, Tilford 1981).

Three forms: "down" from the root, "right" for trees that would be wider than a page, "phone" for
390 pixels, where each node that somebody chooses at has a row of its own with its leaves in it.
"""

from dataclasses import dataclass
from itertools import product
from math import inf

from lib.draw import messages
from lib.draw.svg import NORMAL, SMALL, text_width
from lib.draw.tree_glyphs import ABOVE, STEM, Glyph, Place, level_sides, reach, shape_size, shoulder
from lib.messages import refuse_if

GAP, LEVEL_GAP, LEAST_GAP, MARGIN = 14, 84, 48, 24
BAR, BAR_ROOM = 116, 70  # the length of the line for alpha and beta, and the height it needs
INDENT, LEAD, SIDE_TRIES = 44, 44, 4  # a level deeper on a phone; into a column
WIDEST = 1000  # a tree that would be wider grows to the right instead of down


@dataclass(frozen=True)
class Layout:
    """The place of each glyph, the size of the picture, and which way it grows."""

    places: list[Place]
    width: float
    height: float
    direction: str


def arrange(glyphs: list[Glyph], direction: str | None = None, top=0.0, high=inf) -> Layout:
    """Places in one of three directions, below a strip `top`; levels closer if not in `high`."""
    ways: dict = {"down": _downward, "right": _rightward, "phone": _indented}
    is_right = direction is None or direction in ways
    refuse_if(not is_right, messages.BAD_DIRECTION, direction=direction)
    sizes = [shape_size(glyph) for glyph in glyphs]
    layout = ways[direction or "down"](glyphs, sizes, top, high)
    return layout if direction or layout.width <= WIDEST else _rightward(glyphs, sizes, top)


def tidy(children: list[list[int]], rooms: list, gap: float) -> list[float]:
    """The middle of each node along its row; a parent stands over the middle of its children.

    `children[i]` are the children of node i, which come later; `rooms[i]` is its width, or how
    far it goes left and right of its middle; `gap` is the free space between neighbors.
    """
    sides = [room if isinstance(room, tuple) else (room / 2, room / 2) for room in rooms]
    offsets = [0.0] * len(children)  # from the parent's middle
    outlines = [[] for _ in children]  # per row below: how far left and right, from the middle
    for node in reversed(range(len(children))):
        left, right = sides[node]
        outlines[node] = [(-left, right), *_place(children[node], offsets, outlines, gap)]
    middles = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            middles[child] = middles[node] + offsets[child]
    shift = min(middle - left for middle, (left, _) in zip(middles, sides, strict=True))
    return [middle - shift for middle in middles]


def _place(siblings, offsets, outlines, gap):
    """Sets the offsets of `siblings` and gives back their common outline."""
    common = []
    for child in siblings:
        outline = outlines[child]
        pairs = zip(common, outline, strict=False)
        start = max((right + gap - left for (_, right), (left, _) in pairs), default=0.0)
        offsets[child] = start
        outline = [(left + start, right + start) for left, right in outline]
        both = [(a[0], b[1]) for a, b in zip(common, outline, strict=False)]
        common = both + common[len(both) :] + outline[len(both) :]
        outlines[child] = []  # no longer needed
    middle = (offsets[siblings[0]] + offsets[siblings[-1]]) / 2 if siblings else 0
    for child in siblings:
        offsets[child] -= middle
    return [(left - middle, right - middle) for left, right in common]


def _downward(glyphs, sizes, top, high=inf):
    """Rows from top to bottom, siblings side by side; closer where it would be over `high`."""
    sides = [-1] * len(glyphs)  # where the name of the move stands: -1 left, 1 right of the node
    for _ in range(SIDE_TRIES):  # a name on the other side needs room there: this moves nodes
        rooms = [_room(*facts) for facts in zip(glyphs, sizes, sides, strict=True)]
        middles = tidy([glyph.children for glyph in glyphs], rooms, GAP)
        above = [middles[i if g.parent is None else g.parent] for i, g in enumerate(glyphs)]
        before = sides
        sides = [1 if x > up + 1 else -1 for x, up in zip(middles, above, strict=True)]
    sides = before  # for which there is room
    names = level_sides(glyphs).values()
    start = MARGIN + max((text_width(name, NORMAL) + 16 for name in names), default=0)
    rows, height = _rows(glyphs, sizes, top + MARGIN, LEVEL_GAP)
    if height > high:
        closer = max(LEVEL_GAP - (height - high) / max(len(rows) - 1, 1), LEAST_GAP)
        rows, height = _rows(glyphs, sizes, top + MARGIN, closer)
    places = []
    for i, (glyph, size) in enumerate(zip(glyphs, sizes, strict=True)):
        x, y, side = middles[i] + start, rows[glyph.level], sides[i]
        label = (x + side * STEM, y - shoulder(glyph, size), "start" if side > 0 else "end")
        beside = x + size[0] / 2 + 10
        up, down = reach(glyph, size)
        words = (beside, y, "start") if glyph.children else (x, y + down + 16, "middle")
        place = Place(x, y, *size, label, (beside, y - 4), words)
        if glyph.parent is not None:
            above, foot = places[glyph.parent], reach(glyphs[glyph.parent], sizes[glyph.parent])[1]
            place.edge = ((above.x, above.y + foot), (x, y - up))
            place.cut = ((above.x + x) / 2, (place.edge[0][1] + place.edge[1][1]) / 2)
        places.append(place)
    _bend(glyphs, places)
    right = max(m + room[1] for m, room in zip(middles, rooms, strict=True))
    return Layout(places, start + right + MARGIN, height, "down")


def _room(glyph, size, side):
    """How far a node with all its words goes left and right of its middle."""
    half, under = size[0] / 2, text_width(glyph.caption, SMALL) / 2  # of a node without children
    ends = [text_width(line, SMALL) + 16 for line, _ in glyph.beside]
    more = text_width(glyph.caption, SMALL) + 10 if glyph.caption and glyph.children else 0
    ends += [more, BAR + 10 if glyph.has_window else 0]
    left, right = max(half, under), max(half + max(ends), under)
    name = STEM + text_width(glyph.action, SMALL) if glyph.action else 0
    return (left, max(right, name)) if side > 0 else (max(left, name), right)


def _rows(glyphs, sizes, start, gap):
    """The height of the middle of each level, and of the picture."""
    rows, reaches = [], [reach(*pair) for pair in zip(glyphs, sizes, strict=True)]
    for level in range(1 + max(glyph.level for glyph in glyphs)):
        here = [r for glyph, r in zip(glyphs, reaches, strict=True) if glyph.level == level]
        up, down = (max(ends) for ends in zip(*here, strict=True))
        down += 26 if any(g.caption and not g.children for g in glyphs if g.level == level) else 0
        rows.append(start + up)
        start += up + down + gap
    return rows, start - gap + MARGIN


def _bend(glyphs, places):
    """On a level where a straight edge would cross words, edges leave and arrive upright."""
    for level in range(1, 1 + max(glyph.level for glyph in glyphs)):
        pairs = zip(glyphs, places, strict=True)
        here = [(glyph, place) for glyph, place in pairs if glyph.level == level]
        boxes = []  # left, top, right, bottom of each name
        for glyph, place in here:
            (x, y, anchor), wide = place.label, text_width(glyph.action, SMALL)
            left = x - wide if anchor == "end" else x
            box = (left - 9, y - 15, left + wide + 9, y + 15)  # with room to a thick line
            boxes += [box] if glyph.action else []
        ends = [place.window for glyph, place in here if glyph.has_window]
        boxes += [(x, y - 34, x + BAR, y) for x, y in ends]
        crossed = False  # whether a straight edge runs through a box
        for ((x1, y1), (x2, y2)), box in product([place.edge for _, place in here], boxes):
            low, high = max(y1, box[1]), min(y2, box[3])
            ends = sorted(x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in (low, high) if low < high)
            crossed |= bool(ends) and ends[0] < box[2] and box[0] < ends[1]
        if crossed:
            turn = min(top for _, top, _, _ in boxes)
            for glyph, place in here:
                (x1, y1), last = place.edge
                drop = ((x1, y1 + 10),) if glyphs[glyph.parent].has_window else ()
                place.edge = ((x1, y1), *drop, (last[0], turn), last)
                place.cut = ((x1 + last[0]) / 2, (y1 + turn) / 2)


def _rightward(glyphs, sizes, top, _=inf):
    """Columns from left to right, siblings one below the other, edges with right angles."""
    columns, start = [], MARGIN
    for level in range(1 + max(glyph.level for glyph in glyphs)):
        here = [(g, s) for g, s in zip(glyphs, sizes, strict=True) if g.level == level]
        lead = max(text_width(g.action, SMALL) + 18 if g.action else 0 for g, _ in here)
        lead = max(lead, LEAD) if level else 0
        wide = max(w for _, (w, _, _) in here)
        more = 0.0  # for windows, captions and lines
        for g, (w, _, _) in here:
            words = text_width(g.caption, SMALL)
            words = words if g.children else w + words + 10 * bool(words)
            lines = [w + text_width(line, SMALL) + 16 for line, _ in g.beside]
            ends = [words, BAR + 8 if g.has_window else 0, *lines]
            more = max([more, *(end - wide for end in ends)])
        columns.append((start, start + lead + wide / 2))
        start += lead + wide + more + LEAD / 2
    reaches = [reach(*pair) for pair in zip(glyphs, sizes, strict=True)]
    bar = [BAR_ROOM if g.has_window else 24 if g.caption and g.children else 0 for g in glyphs]
    rooms = [(max(up, 28), down + more) for (up, down), more in zip(reaches, bar, strict=True)]
    middles = tidy([glyph.children for glyph in glyphs], rooms, GAP)
    first = top + MARGIN + (24 if level_sides(glyphs) else 0)
    places = []
    for i, (glyph, size) in enumerate(zip(glyphs, sizes, strict=True)):
        (bus, x), y = columns[glyph.level], middles[i] + first
        left = x - size[0] / 2
        label = (left - 13, y - 0.35 * SMALL - ABOVE, "end")
        under = (left, y + reaches[i][1] + BAR_ROOM / 2 + 2)
        words = (x, y + reaches[i][1] + 16, "middle")
        words = words if glyph.children else (x + size[0] / 2 + 10, y, "start")
        place = Place(x, y, *size, label, under, words)
        if glyph.parent is not None:
            above = places[glyph.parent]
            corners = (above.x + above.width / 2, above.y), (bus, above.y), (bus, y), (left, y)
            place.edge, place.cut = tuple(dict.fromkeys(corners)), (bus + 6, y)
        places.append(place)
    bottom = max(m + room[1] for m, room in zip(middles, rooms, strict=True))
    return Layout(places, start - LEAD / 2 + MARGIN, first + bottom + MARGIN, "right")


def _indented(glyphs, sizes, top, _=inf):
    """For a phone: a row for each inner node, indented by level, with its leaves behind it."""
    places: list = [None] * len(glyphs)
    y, right, order = top + MARGIN, 0.0, [0]
    while order:
        me = order.pop()
        glyph, size = glyphs[me], sizes[me]
        up, down = reach(glyph, size)
        leaves = [c for c in glyph.children if not glyphs[c].children and glyphs[c].shape == "leaf"]
        order += [child for child in reversed(glyph.children) if child not in leaves]
        y += max(up, 25) + (38 if glyph.parent is not None or leaves else 0)
        left = MARGIN + INDENT * glyph.level
        x = left + size[0] / 2
        bus = left - INDENT + STEM
        label = (bus + 6, y - size[1] / 2 - size[2] - 12, "start")
        behind = (left + size[0] + 44, y + down + BAR_ROOM / 2)
        if glyph.parent is None and not leaves:
            behind = (behind[0] + 60, y - 4)
        places[me] = Place(x, y, *size, label, behind)
        if glyph.parent is not None:
            above, kind = places[glyph.parent], glyphs[glyph.parent].shape
            aside, half = abs(bus - above.x), above.width / 2
            slope = above.point * (1 - 2 * aside / half) if kind == "min" else 0
            start = above.y + above.height / 2 + slope  # its lower outline straight above the edge
            start = above.y + (half**2 - aside**2) ** 0.5 if kind == "chance" else start
            places[me].edge, places[me].cut = ((bus, start), (bus, y), (left, y)), (bus + 9, y)
        end = _inline(leaves, glyphs, sizes, places, me)
        names = [(places[i].label[0], glyphs[i].action) for i in (me, *leaves)]
        ends = [x + text_width(name, SMALL) for x, name in names if name]
        right = max(right, end, *ends, behind[0] + BAR if glyph.has_window else 0)
        y += down + (BAR_ROOM if glyph.has_window and behind[1] > y else 8)
    return Layout(places, max(right + MARGIN, 390), y + MARGIN, "phone")


def _inline(leaves, glyphs, sizes, places, me):
    """Puts leaves behind their node; the first is reached directly, the others from above."""
    node = places[me]
    start, name = node.x + node.width / 2, text_width(glyphs[me].action, SMALL)
    turn = max(start + 14, node.label[0] + name + 6 if name else 0)
    x = turn + 30
    for number, leaf in enumerate(leaves):
        w, h, _ = sizes[leaf]
        middle, over = x + w / 2, node.y - h / 2 - 34
        places[leaf] = Place(middle, node.y, w, h, 0, (middle + 6, node.y - h / 2 - 21, "start"))
        corners = (turn, node.y), (turn, over), (middle, over), (middle, node.y - h / 2)
        places[leaf].edge = ((start, node.y), *(corners if number else [(x, node.y)]))
        places[leaf].cut = (middle - 16, over) if number else ((start + x) / 2, node.y)
        x += max(w, w / 2 + 6 + text_width(glyphs[leaf].action, SMALL)) + GAP
    return x - GAP
