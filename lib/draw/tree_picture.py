"""A tree with its layout, drawn as it looks at any step of the search.

Nothing in a step tells what the search learns later. Alpha and beta are those of now: the window on
entering a node, narrowed by what its children have given back. So they cross where a cut is made.
"""

import math
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from lib.draw import colors, messages, svg
from lib.draw import tree_glyphs as nodes
from lib.draw.colors import CARD, EDGE, HAIR, INK, PAPER, QUIET
from lib.draw.svg import NORMAL, SMALL, SVG, number, shorten, text_width
from lib.draw.tree_glyphs import SIDES, Glyph, GlyphTree, has_ends, signed, window
from lib.draw.tree_layout import BAR, MARGIN, Layout
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.trace import Call

_MOST_NOTES = 6  # cuts that are told in the description
PANEL, NARROW = 156, 600  # the height of the panel below; a picture that is less wide is narrow


class Progress:
    """What the search knows after `step` events; everything when `step` is None."""

    def __init__(self, calls: list[Call], events: list[tuple[str, int]] | None, step: int | None):
        self.calls, self.events, self.step = calls, events, step
        self.current = self.before = None
        if step is not None:
            seen = (events or [])[:step]
            self._entered = {i for kind, i in seen if kind == "enter"}
            self._done = {i for kind, i in seen if kind == "leave"}
            self.current = seen[-1][1] if seen else None
            self.before = next((i for _, i in reversed(seen) if i != self.current), None)

    def entered(self, index: int) -> bool:
        """Whether the search has come to this call."""
        return self.step is None or index in self._entered

    def done(self, index: int) -> bool:
        """Whether the search has left this call for good."""
        return self.step is None or index in self._done

    def known(self, call: Call) -> dict[int, float]:
        """The values of the children that have come back, by their index."""
        values = {i: self.calls[i].value for i in call.children if self.done(i)}
        return {i: value for i, value in values.items() if isinstance(value, (int, float))}

    def returned(self, call: Call) -> list[float]:
        """The values of the children that have come back."""
        return [*self.known(call).values()]

    def live_window(self, call: Call, without: int = 0) -> tuple:
        """Alpha and beta of a call, narrowed by its children, but for the last `without` ones."""
        alpha: Any = call.alpha
        beta: Any = call.beta
        values = self.returned(call)
        values = values[: len(values) - without]
        if not has_ends(call) or call.side == CHANCE or not values:
            return alpha, beta
        return (max(alpha, *values), beta) if call.side == MAX else (alpha, min(beta, *values))

    def label(self, call: Call) -> str:
        """What stands in the node: a bound while it is open or if it was cut, else its value."""
        values, sign = self.returned(call), {MAX: "≥", MIN: "≤"}.get(call.side, "")
        if self.done(call.index):
            return (sign if call.cut else "") + number(call.value)
        best = max(values, key=lambda value: call.side * value, default=None)
        return sign + number(best) if sign and values else "?"

    def choice(self, call: Call) -> int | None:
        """The child that leads so far, or that was chosen in the end."""
        if self.done(call.index):  # a child that was searched twice: the second answer counts
            chosen = (i for i in reversed(call.children) if self.calls[i].action == call.best)
            return next(chosen, None) if call.best is not None else None
        known = {} if call.side == CHANCE else self.known(call)
        return max(known, key=lambda i: call.side * known[i], default=None)


@dataclass
class TreePicture:
    """A tree with its layout, ready to be drawn at any step."""

    source: object
    top: int
    tree: GlyphTree
    layout: Layout
    stepping: bool = False  # whether it needs room for the window of the current node
    painted: dict = field(default_factory=dict)  # markup of earlier steps

    def __post_init__(self):
        self.calls = self.tree.calls

    def draw(self, step: int | None = None, title: str | None = None) -> SVG:
        """The picture after `step` events, or of the finished search."""
        progress = Progress(self.calls, getattr(self.source, "events", None), step)
        glyphs = [self._look(i, glyph, progress) for i, glyph in enumerate(self.tree.glyphs)]
        entered = filter(progress.entered, self.drawn_calls)  # thick: choices so far, and the line
        line = self._chosen_line(progress) if progress.done(self.top) else []
        choices = {progress.choice(self.calls[index]) for index in entered}
        for edge, chosen in ((nodes.CHOSEN_EDGE, choices), (nodes.WALKED_EDGE, line)):
            for index in self.drawn_calls.intersection(chosen):
                glyphs[self.tree.glyph_of[index]].edge = edge
        self._mark(glyphs, progress)
        width, height = self.layout.width, self.layout.height
        parts = nodes.level_names(glyphs, self.layout)
        parts += nodes.paint(glyphs, self.layout, self.painted)
        if self.scale:
            phone = self.layout.direction == "phone"
            width, height = max(width, 390 if phone or not self.stepping else 640), height + 30
            for glyph, place in zip(self.tree.glyphs, self.layout.places, strict=True):
                if glyph.has_window and glyph.call is not None and progress.entered(glyph.call):
                    now, old = (progress.live_window(self.calls[glyph.call], n) for n in (0, 1))
                    parts.append(_draw_window(*place.window, BAR, now, self.scale.rank, old))
            parts.append(self._legend(glyphs))
            if self.stepping:
                parts.append(self._panel(progress, width, height))
                height += PANEL + (70 if width < NARROW else 0) + MARGIN / 2
        title = title or messages.SEARCH_TREE.format(game=self.tree.game)
        return svg.picture(width, height, title, self._describe(progress), *parts)

    @cached_property
    def drawn_calls(self) -> set[int]:
        """The calls that have a node of their own in the picture."""
        return {glyph.call for glyph in self.tree.glyphs if glyph.call is not None}

    @cached_property
    def scale(self) -> "Scale | None":
        """One scale for all windows of the tree; None where there are none."""
        has_windows = any(glyph.has_window for glyph in self.tree.glyphs)
        return Scale([self.calls[i] for i in self.drawn_calls]) if has_windows else None

    def _look(self, index, glyph, progress):
        """The glyph as it looks at this moment."""
        data = {**glyph.data, "data_node": index}
        if glyph.left_out is not None:
            above = self.calls[glyph.left_out]
            is_cut = bool(above.cut and progress.done(above.index))
            words = ("", messages.NEVER_SEEN) if is_cut else (glyph.label, messages.NOT_YET)
            if not is_cut and progress.step is None:
                words = ("", messages.NEVER)  # left out for no reason that a window tells
            return _unvisited(glyph, *words, is_cut=is_cut and glyph.is_cut, data=data)
        if glyph.shape == "more":
            return replace(glyph, data=data)
        call = self.calls[glyph.call]
        on_paper = call.kind == "terminal" and isinstance(self.tree.game, TreeGame)
        if not progress.entered(call.index):  # leaves on paper are there to be seen
            return _unvisited(glyph, glyph.label if on_paper else "?", messages.NOT_YET, data=data)
        label = glyph.label if on_paper else progress.label(call)
        data["data_call"] = call.index
        shown = replace(glyph, label=label, tip=_tip(call, progress), data=data)
        if glyph.shape in SIDES:
            role = colors.of_side(SIDES[glyph.shape])
            shown.fill, shown.stroke = role.tint, role.line
        return shown

    def _chosen_line(self, progress):
        """The calls that the best actions lead to, from the root down."""
        line, index = [], self.top
        while (index := progress.choice(self.calls[index])) is not None:
            line.append(index)
        return line

    def _mark(self, glyphs, progress):
        """A halo for the current node; highlighted ones are filled with the color of now."""
        where = self.tree.glyph_of
        for index in self.tree.marked & where.keys():
            glyph = glyphs[where[index]]
            glyph.fill, glyph.stroke, glyph.stroke_width = colors.NOW.tint, colors.NOW.line, 4
        if progress.current in where:
            here, places = where[progress.current], self.layout.places
            glyphs[here].is_current = True
            if progress.before in where:
                there, now = places[where[progress.before]], places[here]
                glyphs[here].came_from = (there.x - now.x, there.y - now.y)

    def _legend(self, glyphs):
        """What the slashes mean, once there are any."""
        if not any(glyph.is_cut for glyph in glyphs):
            return ""
        empty = sum(g.left_out is not None and g.shape == "leaf" for g in glyphs if g.label == "")
        words = messages.LEGEND_CUT if empty == 1 else messages.LEGEND_CUTS
        words = words if empty and isinstance(self.tree.game, TreeGame) else messages.NEVER_SEEN
        y, look = self.layout.height + 4, {"stroke": colors.TROUBLE.line, "stroke_width": 4}
        steps = ("M", 28, y + 9, "L", 38, y - 9, "M", 38, y + 9, "L", 48, y - 9)
        sign = svg.path(*steps, fill="none", stroke_linecap="round", **look)
        said = (words.format(count=empty), SMALL, colors.TROUBLE.text, "start")
        return svg.group(sign, svg.text(60, y, *said), class_="note")

    def _panel(self, progress, width, top):
        """The window of the current node, large: who has promised alpha, and who beta."""
        left, wide, narrow = MARGIN, width - 2 * MARGIN, width < NARROW
        high = PANEL + (70 if narrow else 0)
        parts = [svg.rect(left, top, wide, high, rx=10, fill=CARD)]
        index = progress.current
        while index is not None and not has_ends(self.calls[index]):
            index = self.calls[index].parent
        if index is not None:
            call = self.calls[index]
            if call.kind != "inner" and call.parent is not None:
                call = self.calls[call.parent]  # a leaf moves an end of the window above it
            alpha, beta = progress.live_window(call)
            told = (
                (messages.CROSSED, colors.TROUBLE.text) if alpha >= beta else (messages.OPEN, INK)
            )
            side, moves, above = SIDE_NAMES[call.side], [], call  # a node goes by mover and path
            while above.parent is not None:
                moves.insert(0, shorten(above.action, 12))
                above = self.calls[above.parent]
            words = messages.NODE_AFTER if moves else messages.NODE_ROOT
            name = svg.shorten(words.format(side=side, moves=", ".join(moves)), 20)
            y = top + (28 if narrow else 64)
            parts += [svg.bold(left + 20, y, name), svg.bold(left + 20, y + 30, *told)]
            x = left + 12 if narrow else left + 236
            line = (x, top + high - 80, left + wide - 12 - x)
            parts.append(self.scale.draw(*line, call, (alpha, beta)))
        return svg.group(*parts, class_="panel")

    def _describe(self, progress):
        """The picture in words."""
        root, glyphs = self.calls[self.top], len(self.tree.glyphs)
        told = [messages.ROOT_MOVES.format(side=SIDE_NAMES[root.side], count=glyphs)]
        if progress.done(self.top) and root.value is not None:
            told.append(messages.ROOT_VALUE.format(value=number(root.value)))
            actions = [str(self.calls[i].action) for i in self._chosen_line(progress)]
            told += [messages.CHOSEN_LINE.format(actions=", ".join(actions))] if actions else []
        if progress.step is not None:
            told.append(messages.STEP_OF.format(step=progress.step, steps=len(progress.events)))
        left = [self.calls[i] for i in sorted(self.drawn_calls) if progress.done(i)]
        reasons = [call.cut for call in left if call.cut]
        if reasons:
            listed = " ".join(f"({i}) {r}." for i, r in enumerate(reasons[:_MOST_NOTES], 1))
            told.append(messages.CUTS.format(count=len(reasons), reasons=listed))
        return " ".join(told)


def _unvisited(glyph: Glyph, label: str, tip: str, **more) -> Glyph:
    """A node that the search has not come to: empty and dashed."""
    look: dict[str, Any] = {"fill": PAPER, "ink": QUIET, "stroke": EDGE, "stroke_width": 2, **more}
    return replace(glyph, label=label, tip=tip, dash="5 5", edge=nodes.UNSEEN_EDGE, **look)


def _tip(call, progress):
    """What a reader learns when the mouse rests on a node: what is known by now."""
    done, now = progress.done(call.index), window(*progress.live_window(call))
    moves = messages.SIDE_MOVES.format(side=SIDE_NAMES[call.side])
    facts = {
        (messages.KINDS.get(call.kind) if done else None) or moves: True,
        messages.VALUE.format(value=call.value): done and call.value is not None,
        messages.WINDOW_NOW.format(window=now): has_ends(call) and call.kind == "inner",
        messages.BEST_ACTION.format(action=call.best): done and call.best is not None,
        messages.CUT.format(reason=call.cut): done and call.cut,
    }
    return "; ".join(fact for fact, is_known in facts.items() if is_known)


class Scale:
    """From a number to its place on a line of length 1; infinite ones lie at the ends."""

    def __init__(self, calls: list[Call]):
        def finite(numbers):
            return {n for n in numbers if isinstance(n, (int, float)) and math.isfinite(n)}

        values = sorted(finite(call.value for call in calls))
        if len(values) < 2:
            values = [v + n for v in values or [0] for n in (-1, 0, 1)]
        self.low, self.high = values[0], values[-1]
        self.known = sorted(finite(n for c in calls for n in (c.alpha, c.beta)).union(values))

    def __call__(self, value: float) -> float:
        if math.isinf(value):
            return 0 if value < 0 else 1
        place = 0.1 + 0.8 * (value - self.low) / (self.high - self.low)
        return min(max(place, 0.03), 0.97)  # a first guess of -1000 does not stretch the line

    def rank(self, value: float) -> float:
        """As above, but known numbers are equally far apart: so small bars show what crossed."""
        if math.isinf(value):
            return self(value)
        return 0.12 + 0.76 * bisect_left(self.known, value) / (len(self.known) - 1)

    def ticks(self) -> list[float]:
        """Round numbers on the scale, at most ten."""
        span = self.high - self.low
        power = 10 ** math.floor(math.log10(span))
        step = next(power * k for k in (0.1, 0.2, 0.5, 1, 2, 5, 10) if span / (power * k) <= 9)
        first = math.ceil(self.low / step - 1e-9)
        return [round(step * n, 9) for n in range(first, math.floor(self.high / step + 1e-9) + 1)]

    def draw(self, x: float, y: float, length: float, call: Call, ends: tuple) -> str:
        """The scale with its numbers, both pegs, and in words whose promise each is."""
        parts, (alpha, beta), size = [], ends, SMALL if length < 400 else NORMAL
        places = [x + length * self(end) for end in ends]
        rooms = [(at, _half(end)) for at, end in zip(places, ends, strict=True)]
        taken = [room for room, end in zip(rooms, ends, strict=True) if math.isfinite(end)]
        for tick in self.ticks():
            at, half = x + length * self(tick), _half(tick)
            parts.append(svg.line(at, y - 13, at, y + 13, HAIR, stroke_width=2))
            if all(abs(at - other) > half + wide for other, wide in taken):
                parts.append(svg.text(at, y + 33, signed(tick), SMALL, QUIET))
                taken.append((at, half))
        parts.append(_draw_window(x, y, length, ends, self, ends, 16, labels=False))
        here = (call.side == MAX and alpha > call.alpha, call.side < 0 and beta < call.beta)
        words = (messages.ALPHA_IS, messages.BETA_IS)
        for n, role in enumerate((colors.MAX_COLOR, colors.MIN_COLOR)):
            known = "here" if here[n] else "elsewhere" if math.isfinite(ends[n]) else "none"
            told = signed(ends[n])
            said = words[n][known].format(value=told)
            if size == SMALL:  # on a phone the number stands below the peg only
                said = said[0] + said[said.index(":") :]
            left = max(min(places[n] - 2, x + length - 1.05 * text_width(said, size)), x)
            row, weight = (y - 34, y + 62)[n], None if size == SMALL else "600"
            look: dict[str, Any] = {"class_": "promise", "font_weight": weight}
            parts.append(svg.text(left, row, said, size, role.text, "start", **look))
            near = n == 1 and abs(places[0] - places[1]) < sum(half for _, half in rooms)
            if math.isfinite(ends[n]) and not near:
                parts.append(svg.bold(places[n], y + 33, told, role.text, SMALL, "middle"))
        return "".join(parts)


def _half(value: float) -> float:
    """Half the room of a number on the scale."""
    return text_width(signed(value), SMALL) / 2 + 4


def _draw_window(x, y, length, ends, scale, before, half=13, labels=True) -> str:
    """Alpha as a blue [, beta as an orange ]: each peg comes from where it was `before`."""
    a, b = (x + length * scale(end) for end in ends)
    left, right, thick = min(a, b), max(a, b), half - 2
    crossed = ends[0] >= ends[1]
    fill, name = (colors.TROUBLE.tint, "gap") if crossed else (EDGE, "room")
    parts = [svg.line(x, y, x + length, y, HAIR, stroke_width=2)]
    parts.append(svg.rect(left, y - thick / 2, right - left, thick, fill=fill, class_=name))
    if crossed:
        parts.append(svg.hatch(left, right, y, thick, colors.TROUBLE.line))
    for n, role in enumerate((colors.MAX_COLOR, colors.MIN_COLOR)):
        at, old, way = (a, b)[n], x + length * scale(before[n]), 1 - 2 * n
        steps: tuple = ("M", at + 8 * way, y - half, "L", at, y - half, "L", at, y + half)
        steps += ("L", at + 8 * way, y + half)
        look: dict[str, Any] = {"stroke": role.line, "stroke_width": 4, "stroke_linejoin": "round"}
        if math.isinf(ends[n]):  # no end is known: an arrow, not a bracket
            steps = ("M", at + 8 * way, y - 8, "L", at, y, "L", at + 8 * way, y + 8)
            look |= {"stroke": EDGE, "stroke_width": 3}
        look["style"] = f"--dx:{old - at:.0f}px;--dy:0px" if abs(old - at) >= 1 else None
        shape = {"fill": "none", "stroke_linecap": "round", "class_": "peg"}
        parts.append(svg.path(*steps, **shape, **look))
        if labels:
            words = f"{'αβ'[n]} {signed(ends[n])}"
            wide = min(text_width(words, SMALL) / 2, length / 2)
            at, row = min(max(at, x + wide), x + length - wide), y - way * (half + 9.5)
            look = {"font_weight": "600", "class_": "end"}
            parts.append(svg.text(at, row, words, SMALL, role.text, **look))
    tip = messages.WINDOW_NOW.format(window=window(*ends))
    return svg.group(*parts, tip=tip, class_="window crossed" if crossed else "window")
