"""Bars with their numbers printed: values, UCB1 as mean plus bonus, visits; tables in colors."""

from collections.abc import Iterable, Mapping
from math import inf, log10, sqrt

from lib.draw import colors, messages, svg
from lib.draw.colors import HAIR, INK, QUIET
from lib.draw.registry import finite
from lib.draw.svg import NORMAL, SMALL, SVG, number, shorten, text_width
from lib.game import MAX, MIN, SIDE_NAMES, Action, is_number
from lib.logs import Entry
from lib.messages import is_series, is_tuple, refuse_if
from lib.search.bandit import ucb1
from lib.search.mcts import Node

MARGIN, ROW, PLOT = 24, 52, 380
Bars = Mapping[Action, float] | Iterable[tuple[Action, float]]


class _Axis:
    """From values to places on paper: an axis that holds 0, or a logarithmic one from 1."""

    def __init__(self, values, left, log=False):
        self.log, self.left = log, left
        ends = [0, *map(self._size, values)]
        self.low, self.span = min(ends), (max(ends) - min(ends)) or 1

    def _size(self, value):
        return log10(max(value, 1)) if self.log else value

    def __call__(self, value):
        return self.left + (self._size(value) - self.low) / self.span * PLOT

    def ticks(self, top, bottom):
        """A line at zero, or at each power of ten, with its number."""
        parts, wide = [], 1 if self.log else 2
        for n in [10**power for power in range(int(self.span) + 1)] if self.log else [0]:
            x, ink = self(n), HAIR if n > 1 else INK
            parts.append(svg.line(x, top, x, bottom, ink, stroke_width=wide))
            parts.append(svg.text(x, bottom + 14, f"{n:,}", SMALL, QUIET))
        return parts


def draw_bars(
    values: Bars, *, chosen: Action | None = None, title: str = "Bars", log: bool = False
) -> SVG:
    """A bar for each (label, value), `chosen` is marked; with `log` values are 1 or more."""
    refuse_if(not is_series(values), messages.NOT_BARS, values=values)
    pairs = list(values.items() if isinstance(values, Mapping) else values)
    refuse_if(not pairs, messages.NO_BARS)
    for pair in pairs:
        refuse_if(not is_tuple(pair, 2), messages.NOT_A_BAR, pair=pair)
        refuse_if(not is_number(pair[1]), messages.BAD_BAR, pair=pair)
    rows = [(shorten(label, 40), value) for label, value in pairs]
    refuse_if(log and min(value for _, value in rows) < 1, messages.LOG_OF_BARS)
    left = MARGIN + 34 + max(text_width(label) for label, _ in rows)
    room = max(text_width(_grouped(value)) for _, value in rows) + 16
    before = room if min(value for _, value in rows) < 0 else 8
    axis = _Axis([value for _, value in rows], left + before, log)
    top, bottom = 50, 50 + ROW * len(rows)
    parts = [svg.bold(MARGIN, 28, title), *(axis.ticks(top, bottom) if log else [])]
    width = axis.left + PLOT + room + MARGIN
    for i, (label, value) in enumerate(rows):
        y = top + ROW * (i + 0.5)
        parts += _name(y, label, label == chosen, width)
        fill = colors.of_side(MAX if value >= 0 else MIN).data
        parts.append(_bar(axis, y, 0, value, 30, fill=fill, class_="bar"))
        x, anchor = (axis(value) + 8, "start") if value >= 0 else (axis(value) - 8, "end")
        parts.append(svg.text(x, y, _grouped(value), NORMAL, INK, anchor))
    parts += [] if log else axis.ticks(top, bottom)
    desc = ", ".join(f"{label}: {_grouped(value)}" for label, value in rows)
    desc += "." if chosen is None else "." + messages.CHOSEN.format(name=chosen)
    return svg.picture(max(width, text_width(title) + 60), bottom + 40, title, desc, *parts)


def _grouped(value):
    """A number for the end of a bar, in groups of three digits: 18,297."""
    whole, *rest = number(value).split(".")
    return ".".join([f"{int(whole):,}", *rest]) if 1000 <= abs(value) < 100_000 else number(value)


def draw_table(
    values: Mapping, *, names: tuple, ends: tuple, middle: float = 0.0, reach: float | None = None,
    title: str = "Table",
) -> SVG:  # fmt: skip
    """A table of numbers by (row, column): white at `middle`, more of a color the farther away.

    `names` says what rows and columns are, `ends` what the colors mean; `reach` where they end.
    """
    values = finite(values)
    is_table = values and all(is_tuple(key, 2) for key in values)
    refuse_if(not is_table, messages.NOT_A_TABLE, values=values)
    rows, columns = (list(dict.fromkeys(key[i] for key in values)) for i in (0, 1))
    far = colors.Scale.of([value - middle for value in values.values()])
    scale = far if reach is None else colors.Scale(reach, False)
    wide = 12 + max(text_width(number(v), SMALL) for v in [*values.values(), *rows, *columns])
    left, top, high = MARGIN + wide, 112, 32
    head = messages.TABLE_HEAD.format(rows=names[0], columns=names[1])
    parts = [svg.bold(MARGIN, 28, title), *svg.lines(MARGIN, 60, [head])]
    for i, row in enumerate(rows, 1):
        parts.append(svg.text(left - 8, top + high * (i - 0.5), row, SMALL, QUIET, "end"))
    for i, column in enumerate(columns, 1):
        parts.append(svg.text(left + wide * (i - 0.5), top - 16, column, SMALL, QUIET))
    for (row, column), value in values.items():
        x, y = left + wide * columns.index(column), top + high * rows.index(row)
        fill = scale.color(value - middle)
        parts.append(svg.rect(x, y, wide, high, fill=fill, stroke=colors.HAIR, class_="heat"))
        ink = colors.ink_on(fill)
        parts.append(svg.text(x + wide / 2, y + high / 2, number(value), SMALL, ink))
    bottom, width = top + high * len(rows), max(left + wide * len(columns) + MARGIN, 900)
    x = max((width - 600) / 2, text_width(ends[0], SMALL) + 24)  # room for the words before it
    parts.append(svg.scale_bar(x, bottom + 24, scale, ends, middle))
    known = sorted(values.values())
    desc = messages.TABLE_DESC.format(head=head, low=number(known[0]), high=number(known[-1]))
    return svg.picture(width, bottom + 84, title, desc, *parts)


def draw_ucb(
    children: Node | Entry | Iterable, c: float = sqrt(2), *, parent_visits: int | None = None,
    side: int = MAX, title: str | None = None,
) -> SVG:  # fmt: skip
    """UCB1 of each child as stacked bars: its mean, then c * sqrt(ln N / n); the largest is chosen.

    `children` is an MCTS node, an entry of a Root log, or (label, total, visits) for each child.
    The mean is shown as the chooser sees it: `side` * total / visits.
    """
    rows, parent_visits, side = _children(children, parent_visits, side)
    are_numbers = is_number(c) and is_number(parent_visits)
    refuse_if(not are_numbers, messages.NOT_NUMBERS, c=c, n=parent_visits)
    refuse_if(side not in (MAX, MIN), messages.NOT_A_CHOOSER, side=side)
    shares: list = []  # mean and bonus as the chooser sees them; None if it was never visited
    for total, visits in ((side * total, visits) for _, total, visits in rows):
        bound = ucb1(total, visits, parent_visits, c)
        shares.append((total / visits, bound - total / visits) if visits else None)
    bounds = [inf if share is None else sum(share) for share in shares]
    chosen = bounds.index(max(bounds))
    ends = [end for share in shares if share for end in (share[0], sum(share))]
    left = MARGIN + 34 + max(text_width(label) for label, _, _ in rows)
    axis = _Axis(ends or [1], left)
    tries = [messages.TRIES.format(visits=visits) for _, _, visits in rows]
    counts = left + PLOT + 24
    sums = counts + max(text_width(t) for t in tries) + 20
    told = [[*map(number, (*share, sum(share)))] if share else [] for share in shares]
    words = ["{} + {} = {}".format(*one) if one else messages.NEVER_VISITED for one in told]
    width = sums + max(text_width(w) for w in words) + MARGIN
    facts = {"c": number(c), "visits": number(parent_visits), "side": SIDE_NAMES[side]}
    head = (messages.UCB if side == MAX else messages.UCB_AS_SEEN).format(**facts)
    top, bottom = 84, 84 + ROW * len(rows)
    role, x, y = colors.of_side(side), MARGIN + 110, 58  # what the two kinds of bars are
    parts = [
        svg.bold(MARGIN, 28, head),
        svg.rect(MARGIN, y - 8, 28, 16, fill=role.line, stroke=INK),
        svg.text(MARGIN + 36, y, messages.MEAN_KEY, SMALL, QUIET, "start"),
        svg.rect(x, y - 8, 28, 16, fill=role.tint, stroke=INK),
        svg.hatch(x, x + 28, y, 16, role.line),
        svg.text(x + 36, y, messages.BONUS_KEY, SMALL, QUIET, "start"),
    ]
    for i, ((label, _, _), share) in enumerate(zip(rows, shares, strict=True)):
        middle, weight = top + ROW * (i + 0.5), "bold" if i == chosen else None
        parts += _name(middle, label, i == chosen, width)
        parts += _stack(axis, middle, share, side)
        parts.append(svg.text(counts, middle, tries[i], NORMAL, QUIET, "start"))
        parts.append(svg.text(sums, middle, words[i], NORMAL, INK, "start", font_weight=weight))
    parts += axis.ticks(top, bottom)
    desc = f"{head}."
    for (name, _, visits), word in zip(rows, words, strict=True):
        desc += " " + messages.UCB_ROW.format(name=name, visits=visits, sum=word)
    desc += messages.CHOSEN.format(name=rows[chosen][0])
    width = max(width, text_width(head) * 1.1 + 2 * MARGIN)
    return svg.picture(width, bottom + 40, title or messages.UCB_TITLE, desc, *parts)


def draw_visits(node: Node, *, width: float = 940) -> SVG:
    """One bar of all visits below an MCTS node: a part for each child, colored by MAX's mean."""
    refuse_if(not hasattr(node, "children"), messages.NOT_A_NODE, root=node)
    tried = [child for child in node.children.values() if child.visits]
    refuse_if(not tried, messages.NO_CHILDREN)
    means = [child.total / child.visits for child in tried]
    title, far = messages.VISITS_TITLE, max([1, *map(abs, means)])
    x, words = MARGIN + text_width(title) + 16, []
    step = (width - MARGIN - x) / sum(child.visits for child in tried)
    parts = [svg.bold(MARGIN, 35, title)]
    for child, mean in zip(tried, means, strict=True):
        fill, wide = colors.diverging(mean, far), step * child.visits
        words.append(messages.VISITS_OF.format(action=child.action, visits=child.visits))
        look = {"fill": fill, "stroke": INK, "stroke_width": 2, "class_": "visits"}
        parts.append(svg.rect(x, 13, wide, 44, **look))
        if text_width(words[-1], SMALL) < wide - 4:
            parts.append(svg.text(x + wide / 2, 35, words[-1], SMALL, colors.ink_on(fill)))
        x += wide
    return svg.picture(width, 70, title, ", ".join(words) + ".", *parts)


def _children(children, parent_visits, side):
    """Rows of (label, total, visits), the parent's visits and the chooser's side."""
    if hasattr(children, "pairs"):  # an entry of a Root log: scores as the chooser sees them
        entry, side = children, MAX
        children = [(name, *pair) for name, pair in zip(entry.actions, entry.pairs, strict=True)]
        parent_visits = entry.parent[1] if parent_visits is None else parent_visits
    elif hasattr(children, "children"):
        node, side = children, children.side
        children = [*node.children.values(), *((action, 0, 0) for action in node.untried)]
        parent_visits = node.visits if parent_visits is None else parent_visits
    refuse_if(not is_series(children), messages.NOT_CHILDREN, children=children)
    rows = []
    for one in children:
        child = (one.action, one.total, one.visits) if hasattr(one, "visits") else one
        refuse_if(not is_tuple(child, 3), messages.NOT_A_CHILD, child=child)
        is_right = is_number(child[1]) and is_number(child[2]) and child[2] >= 0
        refuse_if(not is_right, messages.BAD_CHILD, child=child)
        rows.append((shorten(child[0], 40), *child[1:]))
    refuse_if(not rows, messages.NO_CHILDREN)
    visits = sum(visits for _, _, visits in rows) if parent_visits is None else parent_visits
    return rows, visits, side


def _name(y, label, is_chosen, width):
    """The label of a row; a chosen one has a pointer and a bright stripe."""
    if not is_chosen:
        return [svg.text(MARGIN + 22, y, label, NORMAL, INK, "start")]
    look, x = {"rx": 8, "fill": colors.NOW.tint}, MARGIN
    stripe = svg.rect(x / 2, y - ROW / 2 + 3, width - x, ROW - 6, **look)
    pointer = svg.polygon([(x, y - 9), (x, y + 9), (x + 15, y)], fill=INK, class_="chosen")
    return [stripe, pointer, svg.bold(x + 22, y, label)]


def _bar(axis, y, start, end, high, **look):
    """A bar from one value to another."""
    left, right = sorted((axis(start), axis(end)))
    return svg.rect(left, y - high / 2, right - left, high, stroke=INK, stroke_width=1.5, **look)


def _stack(axis, y, share, side):
    """Mean and bonus: the bonus is narrower, hatched, and starts where the mean ends."""
    role = colors.of_side(side)
    if share is None:
        look = {"stroke_width": 6, "stroke_dasharray": "14 8", "class_": "unvisited"}
        return [svg.line(axis(0), y, axis.left + PLOT, y, role.line, **look)]
    mean, bound, x = share[0], sum(share), axis(sum(share))
    return [
        _bar(axis, y - 8, 0, mean, 18, fill=role.line, class_="mean"),
        _bar(axis, y + 10, mean, bound, 16, fill=role.tint, class_="bonus"),
        svg.hatch(*sorted((axis(mean), x)), y + 10, 16, role.line),
        svg.line(x, y - 20, x, y + 20, INK, stroke_width=4, class_="bound"),
    ]
