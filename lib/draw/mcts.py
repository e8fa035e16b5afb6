"""MCTS trees as pictures: visits are size, MAX's mean is color and number.

The path of one iteration is thick, and each of the four phases has its own sign:
select a thick line, expand a dashed outline, rollout a wavy line, backpropagate arrows upward.
"""

from dataclasses import replace
from itertools import pairwise

from lib.draw import svg
from lib.draw import tree_nodes as kn
from lib.draw.colors import BLUE, GREEN, INK, LINE, PAPER, PURPLE, QUIET, WHITE, diverging, ink_on
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.draw.tree_nodes import Knot
from lib.game import SIDE_NAMES

PHASES = ("select", "expand", "rollout", "backpropagate")
SMALLEST, LARGEST = 30, 50  # radius of a node without visits, and of the root
BANNER = 56


def draw_mcts(
    root,
    *,
    path=None,
    phase=None,
    value=None,
    max_depth=2,
    max_children=4,
    direction=None,
    title=None,
    legend=None,
) -> SVG:
    """The tree below `root`: the `max_children` most visited children, `max_depth` levels deep.

    `path` is the leaf of an iteration, or the nodes from the root to it: always drawn, thick.
    `phase` is one of select, expand, rollout, backpropagate; `value` the payoff of the rollout.
    `direction` is "down" or "right", as in `draw_tree`.
    `legend` says what the numbers are, where they are not MAX's means.
    """
    _check(root, phase, max_depth, max_children)
    line = _line(root, path)
    nodes, knots = _plant(root, line, max_depth, max_children)
    _color(nodes, knots, root)
    if line:
        _show_path(nodes, knots, line, phase, value)
    places, width, height, direction = kn.arrange(knots, direction)
    top = BANNER if phase else 0
    places = [_lowered(place, top) for place in places]
    parts = kn.level_names(knots, places, direction, top) + kn.paint(knots, places, direction)
    if line and phase:
        parts += _phase_signs(knots, places, phase)
    width = max(width, 760)
    if phase:
        parts = _banner(phase) + parts
    notes = svg.wrap(legend or LEGEND, width - 48, SMALL)
    parts += [
        svg.text(24, height + top + 24 * i, words, SMALL, QUIET, "start")
        for i, words in enumerate(notes)
    ]
    title = title or f"MCTS tree after {root.visits:,} iterations"
    bottom = height + top + 24 * len(notes) - 4
    return svg.picture(width, bottom, title, _describe(root, line, phase), *parts)


LEGEND = "number: MAX's mean; n and size: visits; blue: good for MAX"


def _check(root, phase, max_depth, max_children):
    """A ValueError in words for what cannot be drawn."""
    if not hasattr(root, "visits"):
        raise ValueError(f"draw_mcts draws the Node that mcts returned, not {root!r}")
    if phase is not None and phase not in PHASES:
        raise ValueError(f"phase must be one of {', '.join(PHASES)}, got {phase!r}")
    for name, count in (("max_depth", max_depth), ("max_children", max_children)):
        if not isinstance(count, int) or count < 1:
            raise ValueError(f"{name} must be a whole number, at least 1, got {count!r}")


def _line(root, path):
    """The nodes from the root to the leaf of the iteration."""
    if path is None:
        return []
    if not hasattr(path, "visits"):
        return _checked_line(root, path)
    line = [path]
    while line[-1] is not root:
        if line[-1].parent is None:
            raise ValueError("path must lead to the root that is drawn")
        line.append(line[-1].parent)
    return line[::-1]


def _checked_line(root, path):
    """The nodes of a path as a list; a ValueError unless each is a child of the one before."""
    line = list(path) if isinstance(path, (list, tuple)) else [None]
    if line and line[0] is not root:
        raise ValueError("path must lead to the root that is drawn: a leaf, or the nodes to it")
    for above, below in pairwise(line):
        if not any(child is below for child in above.children.values()):
            raise ValueError(f"path: {below!r} is no child of {above!r}")
    return line


def _plant(root, line, max_depth, max_children):
    """The nodes to draw with their knots; a knot without a node counts the hidden ones."""
    nodes, knots, on_line = [], [], {id(node) for node in line}
    stack = [(root, None, 0)]
    while stack:
        node, parent, level = stack.pop()
        me = len(knots)
        if parent is not None:
            knots[parent].children.append(me)
        nodes.append(None if isinstance(node, int) else node)
        if isinstance(node, int):
            words = f"+{node:,}"
            knots.append(
                Knot("more", words, parent=parent, level=level, dash="6 5", ink=QUIET, stroke=QUIET)
            )
            continue
        knots.append(_knot(node, root, parent, level))
        shown = _shown(node, on_line, max_children if level < max_depth else 0)
        hidden = len(node.children) - len(shown) if level < max_depth else 0
        more = [hidden] if hidden else []
        stack.extend((child, me, level + 1) for child in reversed([*shown, *more]))
    return nodes, knots


def _shown(node, on_line, limit):
    """The most visited children and those on the path, in the order of the actions."""
    ranked = sorted(node.children.values(), key=lambda child: -child.visits)[:limit]
    keep = {id(child) for child in ranked} | on_line
    return [child for child in node.children.values() if id(child) in keep]


def _knot(node, root, parent, level):
    """A disc: its size from the visits, its label the mean."""
    share = node.visits / root.visits if root.visits else 0
    mean = number(node.total / node.visits) if node.visits else "?"
    wide = svg.text_width(mean) / 2 + 5
    radius = max(wide, SMALLEST + (LARGEST - SMALLEST) * share**0.5)
    side = SIDE_NAMES.get(getattr(node, "side", None), "")
    tip = f"after {node.action!r}: {node.visits} visits, total {number(node.total)}, mean {mean}"
    return Knot(
        "disc",
        mean,
        "" if parent is None else svg.shorten(node.action, 18),
        f"n={node.visits:,}",
        parent,
        level=level,
        side=side,
        radius=radius,
        tip=tip,
        data={"data_visits": node.visits},
    )


def _color(nodes, knots, root):
    """Fills the discs by mean, on one scale for the whole picture."""
    means = {i: n.total / n.visits for i, n in enumerate(nodes) if n is not None and n.visits}
    reach = max(1, *(abs(mean) for mean in means.values())) if means else 1
    for i, mean in means.items():
        knots[i].fill = diverging(mean, reach)
        knots[i].ink = ink_on(knots[i].fill)


def _show_path(nodes, knots, line, phase, value):
    """Thickens the path; the phases after select add the new leaf and the rollout."""
    where = {id(node): i for i, node in enumerate(nodes) if node is not None}
    for node in line[1:]:
        knots[where[id(node)]].edge = (BLUE, 6, None)
    for node in line:
        knots[where[id(node)]].stroke_width = 4
        knots[where[id(node)]].stroke = BLUE
    leaf = where[id(line[-1])]
    if phase == "select" and len(line) > 1:
        return
    if phase in ("expand", "rollout", "backpropagate"):
        knots[leaf].dash = "8 5"
        knots[leaf].stroke = GREEN
        knots[leaf].edge = (GREEN, 6, "10 6")
    if phase in ("rollout", "backpropagate"):
        words = "payoff" if value is None else number(value)
        knots[leaf].children.append(len(knots))
        knots.append(
            Knot(
                "leaf",
                words,
                "rollout",
                parent=leaf,
                level=knots[leaf].level + 1,
                edge=("none", 0, None),
                tip="where the random game ended",
            )
        )
        nodes.append(None)


def _lowered(place, by):
    """The place, moved down to make room for the banner."""
    down = {
        name: (getattr(place, name)[0], getattr(place, name)[1] + by)
        for name in ("entry", "exit", "action", "caption")
    }
    return replace(place, y=place.y + by, **down)


def _phase_signs(knots, places, phase):
    """A wavy line for the rollout, arrows up the path for the backup."""
    parts = []
    if phase in ("rollout", "backpropagate"):
        leaf = places[knots[-1].parent]
        parts.append(_wave(*leaf.exit, *places[-1].entry))
    if phase == "backpropagate":
        index = knots[-1].parent
        while knots[index].parent is not None:
            start, end = places[index], places[knots[index].parent]
            parts.append(_arrow(*start.entry, *end.exit))
            index = knots[index].parent
    return parts


def _wave(x1, y1, x2, y2, waves=4):
    """A wavy line from one point to another."""
    dx, dy = (x2 - x1) / waves, (y2 - y1) / waves
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    steps, x, y = ["M", x1, y1], x1, y1
    for i in range(waves):
        out = (12 if i % 2 == 0 else -12) / length
        steps += ["Q", x + dx / 2 - dy * out, y + dy / 2 + dx * out, x + dx, y + dy]
        x, y = x + dx, y + dy
    return svg.path(*steps, fill="none", stroke=PURPLE, stroke_width=4, class_="rollout")


def _arrow(x1, y1, x2, y2):
    """An arrowhead in the middle of the line, pointing to its end."""
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x, y = (x1 + x2) / 2 + 9 * ux, (y1 + y2) / 2 + 9 * uy
    back = (x - 20 * ux, y - 20 * uy)
    sides = [(back[0] - 10 * uy, back[1] + 10 * ux), (back[0] + 10 * uy, back[1] - 10 * ux)]
    return svg.polygon([(x, y), *sides], fill=PURPLE, stroke=PAPER, stroke_width=2, class_="backup")


def _banner(phase):
    """The names of the four phases, the current one filled."""
    parts, x = [], 24.0
    for i, name in enumerate(PHASES, 1):
        words, now = f"{i} {name}", name == phase
        wide = svg.text_width(words) + 28
        parts.append(
            svg.rect(
                x,
                14,
                wide,
                34,
                rx=17,
                fill=INK if now else PAPER,
                stroke=INK if now else LINE,
                stroke_width=2,
            )
        )
        parts.append(
            svg.text(
                x + wide / 2,
                31,
                words,
                NORMAL,
                WHITE if now else QUIET,
                font_weight="bold" if now else None,
            )
        )
        x += wide + 12
    return parts


def _describe(root, line, phase):
    """The picture in words."""
    children = sorted(root.children.values(), key=lambda child: -child.visits)[:6]
    words = [f"The root has {root.visits} visits."]
    words += [
        f"Action {c.action!r}: {c.visits} visits, mean {number(c.total / c.visits)}."
        for c in children
        if c.visits
    ]
    if line:
        words.append(f"Path: {', '.join(repr(node.action) for node in line[1:]) or 'the root'}.")
    if phase:
        words.append(f"Phase: {phase}.")
    return " ".join(words)
