"""MCTS trees as pictures: the shape says who chooses, MAX's mean is color and number, visits size.

The path of an iteration is thick, and each phase has its sign: select a thick line, expand a dashed
outline, rollout a wavy line, backpropagate arrows upward.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import cast

from lib.draw import colors, messages, svg
from lib.draw.board import draw_board, speech
from lib.draw.board_games import canvas
from lib.draw.colors import HAIR, INK, PAPER, QUIET, ink_on
from lib.draw.svg import NORMAL, SMALL, SVG, number
from lib.draw.tree_glyphs import MORE_LOOK, SHAPES, WALKED_EDGE, Glyph, level_names, paint
from lib.draw.tree_layout import arrange
from lib.game import SIDE_NAMES, Action, Game, State, is_whole
from lib.games.board import BoardGame
from lib.games.tree import TreeGame
from lib.messages import refuse_if
from lib.search.mcts import Node

PHASES = ("select", "expand", "rollout", "backpropagate")
SMALLEST, GROWTH, LARGEST = 24, 5.5, 50  # half the width of a node: without visits, for the root
_BANNER, REPORT = 56, 360  # heights: of the phases; of a tree with lines beside it, half a screen
TALL, MOST_BOARDS = 84, 6  # the height of a small board, and how many stand in a row


def draw_mcts(
    root: Node, *, path: Node | Sequence[Node] | None = None, phase: str | None = None,
    value: float | None = None, max_depth: int = 2, max_children: int = 4,
    direction: str | None = None, title: str | None = None, legend: str | None = None,
    beside: dict | None = None,
) -> SVG:  # fmt: skip
    """The tree below `root`: the `max_children` most visited children, `max_depth` levels deep.

    `path` is the leaf of an iteration, or the nodes from the root to it: always drawn, thick.
    `phase` is one of select, expand, rollout, backpropagate; `value` the payoff of the rollout;
    `direction` "down" or "right"; `legend` what the numbers are, where they are not MAX's means;
    `beside` lines to the right of nodes, each (words, color).
    """
    refuse_if(not hasattr(root, "visits"), messages.NOT_A_NODE, root=root)
    refuse_if(phase not in (None, *PHASES), messages.BAD_PHASE, phase=phase)
    for name, count in (("max_depth", max_depth), ("max_children", max_children)):
        refuse_if(not is_whole(count, 1), messages.BAD_COUNT, name=name, count=count)
    line = _line(root, path)
    nodes, glyphs = mcts_glyphs(root, line, max_depth, max_children)
    for node, glyph in zip(nodes, glyphs, strict=True):
        glyph.beside = tuple((beside or {}).get(node, ()))
        if glyph.beside:  # the visits are the first of these lines: nothing stands over another
            glyph.beside, glyph.caption = ((glyph.caption, QUIET), *glyph.beside), ""
    if line:
        _show_path(nodes, glyphs, line, phase, value)
    top = _BANNER if phase else 0
    layout = arrange(glyphs, direction, top, high=REPORT if beside else inf)
    parts = banner(phase) if phase else []
    parts += level_names(glyphs, layout, top) + paint(glyphs, layout)
    places, index = layout.places, cast(int, glyphs[-1].parent)
    if line and phase in ("rollout", "backpropagate"):
        parts.append(_wave(*places[-1].edge[0], *places[-1].edge[-1]))
    while line and phase == "backpropagate" and glyphs[index].parent is not None:
        (x1, y1), (x2, y2) = places[index].edge[-1], places[index].edge[-2]
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        x, y = (x1 + x2) / 2 + 9 * ux, (y1 + y2) / 2 + 9 * uy  # an arrowhead in the middle
        sides = [(x - 20 * ux - way * uy, y - 20 * uy + way * ux) for way in (10, -10)]
        look = {"fill": colors.CHANCE_COLOR.line, "stroke": PAPER, "stroke_width": 2}
        parts.append(svg.polygon([(x, y), *sides], class_="backup", **look))
        index = cast(int, glyphs[index].parent)
    width = max(layout.width, 760 if phase else 400)  # the banner's, or a few words a line
    legend = legend or messages.MCTS_LEGEND.format(**colors.names())
    notes = svg.wrap(legend, width - 48, SMALL)
    parts += svg.lines(24, layout.height, notes, class_="legend")
    title = title or messages.MCTS_TREE.format(visits=root.visits)
    bottom = layout.height + 24 * len(notes) - 4
    return svg.picture(width, bottom, title, _describe(root, line, phase), *parts)


def _line(root, path):
    """The nodes from the root to the leaf of the iteration; a ValueError if they are no line."""
    if path is None:
        return []
    is_leaf = hasattr(path, "visits")
    line = [path] if is_leaf else list(path) if isinstance(path, (list, tuple)) else [None]
    while is_leaf and line[0] is not root and line[0].parent is not None:
        line.insert(0, line[0].parent)
    refuse_if(line and line[0] is not root, messages.NO_PATH)
    for above, below in pairwise([] if is_leaf else line):
        is_child = any(child is below for child in above.children.values())
        refuse_if(not is_child, messages.BROKEN_PATH, below=below, above=above)
    return line


def mcts_glyphs(
    root: Node, line: Iterable = (), max_depth: float = inf, max_children: int | None = None
) -> tuple[list, list[Glyph]]:
    """The nodes to draw with their glyphs; a glyph without a node counts the hidden ones."""
    nodes, glyphs, on_line = [], [], {id(node) for node in line}
    stack: list = [(root, None, 0)]
    while stack:
        node, parent, level = stack.pop()
        me = len(glyphs)
        if parent is not None:
            glyphs[parent].children.append(me)
        if isinstance(node, int):
            glyphs.append(Glyph("more", f"+{node:,}", parent=parent, level=level, **MORE_LOOK))
            nodes.append(None)
            continue
        glyphs.append(_glyph(node, root, parent, level))
        nodes.append(node)
        children, limit = _in_order(node), max_children if level < max_depth else 0
        ranked = sorted(children, key=lambda child: -child.visits)[:limit]
        keep = {id(child) for child in ranked} | on_line
        shown = [child for child in children if id(child) in keep]
        hidden = len(node.children) - len(shown) if level < max_depth else 0
        more = [hidden] if hidden else []
        stack.extend((child, me, level + 1) for child in reversed([*shown, *more]))
    shift = max(svg.text_width(g.label, SMALL) / 2 + 7 - g.radius for g in glyphs if g.radius)
    for glyph in glyphs:  # all are larger where a number is long: size says visits only
        glyph.radius += max(shift, 0) if glyph.radius else 0
    means = {i: n.total / n.visits for i, n in enumerate(nodes) if n is not None and n.visits}
    for i, mean in means.items():
        glyphs[i].fill = colors.diverging(mean, max([1, *map(abs, means.values())]))
        glyphs[i].ink = ink_on(glyphs[i].fill)
    return nodes, glyphs


def _in_order(node):
    """The children in the order of their actions, whichever was tried first."""
    try:
        return sorted(node.children.values(), key=lambda child: child.action)
    except TypeError:  # actions of several kinds
        return sorted(node.children.values(), key=lambda child: repr(child.action))


def _glyph(node, root, parent, level):
    """The shape of who chooses at a node: its size from the visits, its label the mean."""
    mean = number(node.total / node.visits) if node.visits else "?"
    action = "" if parent is None else svg.shorten(node.action, 18)
    growth = min(GROWTH, (LARGEST - SMALLEST) / max(root.visits, 1) ** 0.5)
    facts = {"visits": node.visits, "total": number(node.total), "mean": mean}
    name = messages.AFTER.format(action=node.action) if action else messages.THE_ROOT
    side = getattr(node, "side", None)
    glyph = Glyph(SHAPES.get(side, "leaf"), mean, action, parent, level=level, size=SMALL)
    glyph.radius = SMALLEST + growth * node.visits**0.5
    glyph.side, glyph.data = SIDE_NAMES.get(side, ""), {"data_visits": node.visits}
    glyph.tip, glyph.caption = messages.MCTS_NODE.format(name=name, **facts), f"n={node.visits:,}"
    return glyph


def _show_path(nodes, glyphs, line, phase, value):
    """Thickens the path; the phases after select add the new leaf and the rollout."""
    where = {id(node): i for i, node in enumerate(nodes) if node is not None}
    for glyph in (glyphs[where[id(node)]] for node in line):
        glyph.stroke_width, glyph.edge = 5, WALKED_EDGE
    leaf, role = where[id(line[-1])], colors.CHANCE_COLOR
    if phase in ("expand", "rollout", "backpropagate"):
        glyphs[leaf].dash = "8 5"
    if phase in ("rollout", "backpropagate"):
        words = "payoff" if value is None else number(value)
        end = Glyph("leaf", words, "rollout", leaf, level=glyphs[leaf].level + 1, size=SMALL)
        end.fill, end.stroke, end.ink = role.tint, role.line, role.text
        end.edge, end.tip = ("none", 0, None), messages.ROLLOUT_END
        glyphs[leaf].children.append(len(glyphs))
        glyphs.append(end)


def _wave(x1, y1, x2, y2, waves=4):
    """A wavy line from one point to another."""
    dx, dy = (x2 - x1) / waves, (y2 - y1) / waves
    length = max((dx * dx + dy * dy) ** 0.5, 1)
    steps, x, y = ["M", x1, y1], x1, y1
    for i in range(waves):
        out = (12 if i % 2 == 0 else -12) / length
        steps += ["Q", x + dx / 2 - dy * out, y + dy / 2 + dx * out, x + dx, y + dy]
        x, y = x + dx, y + dy
    look = {"stroke": colors.CHANCE_COLOR.line, "stroke_width": 4}
    return svg.path(*steps, fill="none", class_="rollout", **look)


def banner(phase: str | None, x: float = 24) -> list[str]:
    """The names of the four phases, the current one filled."""
    parts = []
    for i, name in enumerate(PHASES, 1):
        words, now = f"{i} {name}", name == phase
        wide = svg.text_width(words, SMALL) * 1.08 + 28
        fill, stroke, ink = (colors.NOW.tint, INK, INK) if now else (PAPER, HAIR, QUIET)
        plate = {"fill": fill, "stroke": stroke, "stroke_width": 3 if now else 2}
        parts.append(svg.rect(x, 14, wide, 36, rx=18, **plate))
        weight = "bold" if now else None
        parts.append(svg.text(x + wide / 2, 32, words, SMALL, ink, font_weight=weight))
        x += wide + 12
    return parts


def _describe(root, line, phase):
    """The picture in words."""
    told = [messages.MCTS_ROOT.format(visits=root.visits)]
    ranked = sorted(_in_order(root), key=lambda child: -child.visits)[:6]
    for child in (child for child in ranked if child.visits):
        facts = {"visits": child.visits, "mean": number(child.total / child.visits)}
        told.append(messages.MCTS_CHILD.format(action=child.action, **facts))
    if line:
        actions = ", ".join(repr(node.action) for node in line[1:]) or messages.THE_ROOT
        told.append(messages.PATH.format(actions=actions))
    return " ".join(told + ([messages.PHASE.format(phase=phase)] if phase else []))


def rollout_parts(game: Game, state: State, line: list, value: float, x: float, y: float) -> list:
    """The parts of a rollout as small boards from (x, y) on; its moves as (who, action, after)."""
    names = speech(game)
    before = [state, *(after for _, _, after in line)]
    shown = [(messages.LEAF, state, None)]
    for mover, (_, action, after) in zip(before, line, strict=False):
        shown.append((f"{names.mover(mover)} {names.move(action)}", after, action))
    cut = len(shown) > MOST_BOARDS
    shown = [*shown[: MOST_BOARDS - 2], shown[-1]] if cut else shown
    parts = []
    for i, (name, after, action) in enumerate(shown):
        if i:
            parts.append(_wave(x + 4, y + TALL / 2, x + 30, y + TALL / 2, 2))
            x += 34
        if cut and i == len(shown) - 1:
            parts.append(svg.text(x + 12, y + TALL / 2, "…", NORMAL, QUIET))
            x += 26
        board, wide = small_board(game, after, action, x, y)
        wide = max(wide, svg.text_width(name, SMALL))
        label = svg.text(x + wide / 2, y + TALL + 18, name, SMALL, QUIET)
        parts.append(svg.group(board, label, class_="board", style=f"--turn:{i}"))
        x += wide
    words, role = messages.MAX_GETS.format(utility=value), colors.CHANCE_COLOR
    wide = svg.text_width(words, SMALL) + 28
    look = {"fill": role.tint, "stroke": role.line, "stroke_width": 3, "rx": 22}
    pill = svg.rect(x + 34, y + TALL / 2 - 22, wide, 44, **look)
    told = svg.text(x + 34 + wide / 2, y + TALL / 2, words, SMALL, role.text, font_weight="bold")
    parts.append(_wave(x + 4, y + TALL / 2, x + 30, y + TALL / 2, 2))
    return [*parts, svg.group(pill, told, class_="board", style=f"--turn:{len(shown)}")]


def small_board(
    game: Game, state: State, last: Action, x: float, y: float, tall: float = TALL
) -> tuple[str, float]:
    """A board without words, `tall` pixels high, and its width; nothing for a bare tree."""
    if isinstance(game, TreeGame):
        return "", 0
    picture = draw_board(game, state, last=last)
    left, top, wide, high = 0.0, 0.0, picture.width, picture.height
    if isinstance(game, BoardGame):
        grid = canvas(game, game.rows(state))
        left, top = 42, grid.above - 2
        wide, high = grid.right - left + 2, grid.board_bottom - top + 2
    inside = re.sub(r"^<svg[^>]*>|<(text|title|desc|style).*?</\1>|</svg>$", "", picture)
    width = tall * wide / high
    place = {"x": x, "y": y, "width": width, "height": tall}
    return svg.element("svg", inside, viewBox=f"{left} {top} {wide} {high}", **place), width


def draw_results(values: Iterable[float], of: int | None = None) -> SVG:
    """The payoffs of rollouts as boxes that fill a bar of `of` places, with their mean."""
    values = list(values)
    of, reach = max(of or 0, len(values), 1), max([1, *map(abs, values)])
    wide, parts = min(44.0, 900 / of), []
    for i, value in enumerate([*values, *[None] * (of - len(values))]):
        fill = PAPER if value is None else colors.diverging(value, reach)
        look = {"fill": fill, "stroke": HAIR if value is None else INK, "stroke_width": 2}
        parts.append(svg.rect(24 + i * wide, 20, wide - 4, 44, class_="result", **look))
        if value is not None and wide > 36:
            parts.append(svg.text(22 + (i + 0.5) * wide, 42, number(value), SMALL, ink_on(fill)))
    mean = number(sum(values) / len(values)) if values else "?"
    words = messages.RESULTS_MEAN.format(count=len(values), mean=mean)
    parts.append(svg.bold(24, 92, words))
    title = messages.RESULTS_TITLE.format(count=len(values))
    return svg.picture(max(48 + of * wide, 480), 116, title, words, *parts)
