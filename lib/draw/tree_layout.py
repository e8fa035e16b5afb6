"""Where the nodes of a drawn tree stand: as close as outlines allow (Reingold, Tilford 1981)."""

from dataclasses import dataclass

from lib.draw import messages
from lib.draw.svg import SMALL, text_width
from lib.draw.tree_nodes import CAPTION_ROOM, LABEL_ROOM, Glyph, Place, level_sides
from lib.messages import refuse_if

GAP, LEVEL_GAP, MARGIN = 16, 40, 24
WIDEST = 1800  # a tree that would be wider grows to the right instead of down


@dataclass(frozen=True)
class Layout:
    """The place of each glyph, the size of the picture, and whether it grows down or right."""

    places: list[Place]
    width: float
    height: float
    direction: str


def arrange(glyphs: list[Glyph], direction: str | None = None, top: float = 0) -> Layout:
    """Places for all glyphs, below a strip of height `top`; `direction` is "down" or "right"."""
    refuse_if(direction not in (None, "down", "right"), messages.BAD_DIRECTION, direction=direction)
    sizes = [size(glyph) for glyph in glyphs]
    if direction != "right":
        layout = _downward(glyphs, sizes, top)
        if direction == "down" or layout.width <= WIDEST:
            return layout
    return _rightward(glyphs, sizes, top)


def size(glyph: Glyph) -> tuple[float, float]:
    """Width and height of the glyph's shape, so that its label fits inside."""
    words = max(map(text_width, (glyph.label, *glyph.later[0])))
    if glyph.shape in ("max", "min"):
        return max(58, words / 0.54 + 8), 52
    if glyph.shape == "chance":
        return (max(46, words + 16),) * 2
    if glyph.shape == "disc":
        return (2 * glyph.radius,) * 2
    if glyph.shape == "cut":
        return size(glyph.before_cut) if glyph.before_cut else (20, 20)
    return max(40, words + 18), 36


def tidy(children: list[list[int]], widths: list[float], gap: float) -> list[float]:
    """The middle of each node along its row; a parent stands over the middle of its children.

    The tree is a list of children lists, parents before children: `[[1, 2], [], []]`.
    `widths[i]` is the room that node i needs, `gap` the free space between neighbors.
    """
    offsets = [0.0] * len(children)  # from the parent's middle
    outlines = [[] for _ in children]  # per row below: how far left and right, from the middle
    for node in reversed(range(len(children))):
        half = widths[node] / 2
        outlines[node] = [(-half, half), *_place(children[node], offsets, outlines, gap)]
    middles = [0.0] * len(children)
    for node, below in enumerate(children):
        for child in below:
            middles[child] = middles[node] + offsets[child]
    shift = min(m - w / 2 for m, w in zip(middles, widths, strict=True))
    return [middle - shift for middle in middles]


def _place(siblings, offsets, outlines, gap):
    """Sets the offsets of `siblings` and gives back their common outline."""
    common = []
    for child in siblings:
        outline = outlines[child]
        pairs = zip(common, outline, strict=False)
        start = max((right + gap - left for (_, right), (left, _) in pairs), default=0.0)
        offsets[child] = start
        common = _merge(common, [(left + start, right + start) for left, right in outline])
        outlines[child] = []  # no longer needed
    if siblings:
        middle = (offsets[siblings[0]] + offsets[siblings[-1]]) / 2
        for child in siblings:
            offsets[child] -= middle
        common = [(left - middle, right - middle) for left, right in common]
    return common


def _merge(common, outline):
    """The outline around both, the second standing to the right of the first."""
    both = [(a[0], b[1]) for a, b in zip(common, outline, strict=False)]
    return both + common[len(both) :] + outline[len(both) :]


def _rows(glyphs, lengths, before, after, start):
    """For each level: where it starts, where its shapes' middles are, where it ends."""
    rows, rooms = [], list(zip(glyphs, before, lengths, after, strict=True))
    for level in range(1 + max(glyph.level for glyph in glyphs)):
        here = [room for glyph, *room in rooms if glyph.level == level]
        lead, length, trail = map(max, zip(*here, strict=True))
        rows.append((start, start + lead + length / 2, start + lead + length + trail))
        start = rows[-1][2] + LEVEL_GAP
    return rows, start - LEVEL_GAP + MARGIN


def _downward(glyphs, sizes, top):
    """Rows from top to bottom, siblings side by side."""
    before = [LABEL_ROOM if glyph.action else 0 for glyph in glyphs]
    after = [CAPTION_ROOM if glyph.caption else 0 for glyph in glyphs]
    rows, height = _rows(glyphs, [h for _, h in sizes], before, after, top + MARGIN)
    words = [max(text_width(g.action, SMALL), _caption_width(g)) for g in glyphs]
    shapes = [w + _beside(glyph) for glyph, (w, _) in zip(glyphs, sizes, strict=True)]
    widths = [max(pair) for pair in zip(words, shapes, strict=True)]
    middles = tidy([glyph.children for glyph in glyphs], widths, GAP)
    names = level_sides(glyphs).values()
    left = MARGIN + max((text_width(name, SMALL) + 12 for name in names), default=0)
    places = []
    for i, (glyph, (w, h)) in enumerate(zip(glyphs, sizes, strict=True)):
        x, (start, y, _) = middles[i] + left, rows[glyph.level]
        bottom = y + h / 2 + after[i]
        label = (x, y - h / 2 - LABEL_ROOM / 2 - 3)
        caption = (x, y + h / 2 + CAPTION_ROOM / 2 + 2)
        places.append(Place(x, y, w, h, (x, start), (x, bottom), label, caption))
    right = max(middle + w / 2 for middle, w in zip(middles, widths, strict=True))
    return Layout(places, left + right + MARGIN, height, "down")


def _beside(glyph):
    """The room that the words to the right of a glyph need, on both sides of it."""
    return max((2 * text_width(words, SMALL) + 28 for words, _ in glyph.beside), default=0)


def _caption_width(glyph):
    """The width of the widest caption that the glyph may show."""
    return max(text_width(words, SMALL) for words in (glyph.caption, *glyph.later[1]))


def _rightward(glyphs, sizes, top):
    """Columns from left to right, siblings one below the other."""
    before = [text_width(glyph.action, SMALL) + 8 if glyph.action else 0 for glyph in glyphs]
    after = [_caption_width(glyph) + 8 if glyph.caption else 0 for glyph in glyphs]
    columns, width = _rows(glyphs, [w for w, _ in sizes], before, after, MARGIN)
    first = top + MARGIN + (24 if level_sides(glyphs) else 0)
    middles = tidy([glyph.children for glyph in glyphs], [h for _, h in sizes], GAP / 2)
    places = []
    for i, (glyph, (w, h)) in enumerate(zip(glyphs, sizes, strict=True)):
        y, (start, x, _) = middles[i] + first, columns[glyph.level]
        action = (x - w / 2 - before[i] / 2, y)
        caption = (x + w / 2 + after[i] / 2, y)
        exit_at = (x + w / 2 + after[i], y)
        places.append(Place(x, y, w, h, (start, y), exit_at, action, caption))
    bottom = max(middle + h / 2 for middle, (_, h) in zip(middles, sizes, strict=True))
    return Layout(places, width, first + bottom + MARGIN, "right")
