"""A tree with its layout, drawn as it looks at any step of the search."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from lib.draw import colors, messages, svg
from lib.draw.colors import EDGE, HAIR, INK, PAPER, QUIET
from lib.draw.svg import SMALL, SVG, number
from lib.draw.tree_glyphs import GlyphTree, window
from lib.draw.tree_layout import MARGIN, Layout
from lib.draw.tree_nodes import SIDES, Glyph, level_names, paint
from lib.game import CHANCE, MAX, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.trace import Call

MOST_NOTES = 6  # reasons printed below the picture


class Progress:
    """What the search knows after `step` events; everything when `step` is None."""

    def __init__(self, calls: list[Call], events: list[tuple[str, int]] | None, step: int | None):
        self.calls, self.events, self.step, self.current = calls, events, step, None
        if step is not None:
            seen = (events or [])[:step]
            self._entered = {i for kind, i in seen if kind == "enter"}
            self._done = {i for kind, i in seen if kind == "leave"}
            self.current = seen[-1][1] if seen else None

    def entered(self, index: int) -> bool:
        """Whether the search has come to this call."""
        return self.step is None or index in self._entered

    def done(self, index: int) -> bool:
        """Whether the search has left this call for good."""
        return self.step is None or index in self._done

    def returned(self, call: Call) -> list[float]:
        """The values of the children that have come back."""
        values = [self.calls[i].value for i in call.children if self.done(i)]
        return [value for value in values if isinstance(value, (int, float))]

    def live_window(self, call: Call) -> tuple:
        """Alpha and beta of an open call, narrowed by what its children gave."""
        alpha, beta, values = call.alpha, call.beta, self.returned(call)
        if alpha is None or beta is None or call.side == CHANCE or not values:
            return alpha, beta
        return (max(alpha, *values), beta) if call.side == MAX else (alpha, min(beta, *values))

    def so_far(self, call: Call) -> str:
        """What is known of an open call's value: at least 3, at most 5, or nothing yet."""
        values = self.returned(call)
        if not values or call.side == CHANCE:
            return "?"
        return "≥" + number(max(values)) if call.side == MAX else "≤" + number(min(values))


@dataclass
class TreePicture:
    """A tree with its layout, ready to be drawn at any step."""

    source: object
    top: int
    tree: GlyphTree
    layout: Layout
    painted: dict = field(default_factory=dict)  # markup of earlier steps

    def draw(self, step: int | None = None, title: str | None = None) -> SVG:
        """The picture after `step` events, or of the finished search."""
        progress = Progress(self.calls, getattr(self.source, "events", None), step)
        glyphs = [self._look(glyph, progress) for glyph in self.tree.glyphs]
        self._thicken(glyphs, progress)
        self._mark(glyphs, progress)
        reasons = self._number_cuts(glyphs, progress)
        foreseen = self._all_cuts() if self.tree.stepping else reasons
        notes, width, height = _notes(reasons, foreseen, self.layout)
        desc = self._describe(progress, reasons)
        title = title or messages.SEARCH_TREE.format(game=self.tree.game)
        parts = level_names(glyphs, self.layout) + paint(glyphs, self.layout, self.painted)
        return svg.picture(width, height, title, desc, *parts, *notes)

    @property
    def calls(self) -> list[Call]:
        """The calls of the trace."""
        return self.tree.calls

    @cached_property
    def drawn_calls(self) -> set[int]:
        """The calls that have a node of their own in the picture."""
        return {g.data["data_call"] for g in self.tree.glyphs if "data_call" in g.data}

    def _look(self, glyph, progress):
        """The glyph as it looks at this moment."""
        if glyph.shape == "cut":
            call = self.calls[glyph.data["cut"]]
            return _cut_look(glyph, call.cut and progress.done(call.index))
        if glyph.shape == "more":
            return replace(glyph)
        call = self.calls[glyph.data["data_call"]]
        if not progress.entered(call.index):
            on_paper = isinstance(self.tree.game, TreeGame)  # its leaves are there to be seen
            label = glyph.label if call.kind == "terminal" and on_paper else "?"
            return _unvisited(glyph, glyph.shape, label)
        look = {}
        if glyph.shape in SIDES:
            role = colors.of_side(SIDES[glyph.shape])
            look = {"fill": role.tint, "stroke": role.line, "stroke_width": 2.5}
        if progress.done(call.index):
            return replace(glyph, **look)
        caption = window(*progress.live_window(call)) if glyph.caption else ""
        return replace(glyph, label=progress.so_far(call), caption=caption, **look)

    def _thicken(self, glyphs, progress):
        """Marks each node's choice once it is left, and the chosen line from the root most."""
        line = set(self._chosen_line()) if progress.done(self.top) else set()
        for index in self.drawn_calls:
            call, glyph = self.calls[index], glyphs[self.tree.glyph_of[index]]
            above = None if call.parent is None else self.calls[call.parent]
            if index in line:
                glyph.edge = (INK, 6, None)
            elif above and progress.done(above.index) and above.best == call.action:
                glyph.edge = (INK, 2.8, None)

    def _chosen_line(self):
        """The calls that the best actions lead to, from the root down."""
        line, call = [], self.calls[self.top]
        while call.best is not None:
            following = [i for i in call.children if self.calls[i].action == call.best]
            if not following:
                break
            line.append(following[-1])  # a child that was searched twice: the second answer counts
            call = self.calls[following[-1]]
        return line

    def _mark(self, glyphs, progress):
        """A halo for the current node; highlighted ones are filled with the color of now."""
        for index in self.tree.marked & self.tree.glyph_of.keys():
            glyph = glyphs[self.tree.glyph_of[index]]
            glyph.fill, glyph.stroke, glyph.stroke_width = colors.NOW.tint, colors.NOW.line, 4
        if progress.current in self.tree.glyph_of:
            glyph = glyphs[self.tree.glyph_of[progress.current]]
            glyph.is_current, glyph.stroke, glyph.stroke_width = True, colors.NOW.line, 3.5

    def _number_cuts(self, glyphs, progress):
        """Numbers the crosses; the reasons in that order."""
        numbers = {}
        for glyph in glyphs:
            if "cut" not in glyph.data:
                continue
            call = self.calls[glyph.data["cut"]]
            glyph.caption = ""
            if call.cut and progress.done(call.index):
                glyph.caption = f"({numbers.setdefault(call.index, len(numbers) + 1)})"
                glyph.tip = messages.CUT.format(reason=call.cut)
        return [self.calls[index].cut for index in numbers]

    def _all_cuts(self):
        """The reasons of all cuts in the order of their numbers."""
        indices = dict.fromkeys(g.data["cut"] for g in self.tree.glyphs if "cut" in g.data)
        return [self.calls[i].cut for i in indices if self.calls[i].cut]

    def _describe(self, progress, reasons):
        """The picture in words."""
        root = self.calls[self.top]
        told = [messages.ROOT_MOVES.format(side=SIDE_NAMES[root.side], count=len(self.drawn_calls))]
        if progress.done(self.top) and root.value is not None:
            told.append(messages.ROOT_VALUE.format(value=number(root.value)))
            actions = [str(self.calls[i].action) for i in self._chosen_line()]
            told += [messages.CHOSEN_LINE.format(actions=", ".join(actions))] if actions else []
        if progress.step is not None:
            steps = {"step": progress.step, "steps": len(progress.events)}
            told.append(messages.STEP_OF.format(**steps))
        if reasons:
            listed = " ".join(f"({i}) {r}." for i, r in enumerate(reasons[:MOST_NOTES], 1))
            told.append(messages.CUTS.format(count=len(reasons), reasons=listed))
        return " ".join(told)


def _unvisited(glyph: Glyph, shape: str, label: str) -> Glyph:
    """A node that the search has not come to: empty, dashed, without a window."""
    words: dict[str, Any] = {"shape": shape, "label": label, "caption": "", "tip": messages.NOT_YET}
    look: dict[str, Any] = {"fill": PAPER, "ink": QUIET, "stroke": EDGE}
    look |= {"stroke_width": 1.5, "dash": "5 4"}
    return replace(glyph, edge=(HAIR, 1.5, "4 4"), **words, **look)


def _cut_look(glyph: Glyph, is_cut: bool) -> Glyph:
    """A branch that is never entered: a cross once it is cut, else a node like others."""
    if is_cut:
        color = colors.TROUBLE.line
        return replace(glyph, stroke=color, stroke_width=4, edge=(color, 1.8, "6 4"))
    if glyph.before_cut:
        return _unvisited(glyph, glyph.before_cut.shape, glyph.before_cut.label)
    return replace(_unvisited(glyph, "unentered", ""), tip=messages.NEVER)


def _notes(reasons, foreseen, layout):
    """The reasons of the cuts so far, below the tree, and the picture's size with room for all."""
    if not foreseen:
        return [], layout.width, layout.height
    width = max(layout.width, 640)
    room = len(_note_lines(foreseen, width))
    told = _note_lines(reasons, width)
    parts = svg.lines(MARGIN, layout.height, told, fill=INK, class_="note")
    return parts, width, layout.height + 24 * room + MARGIN / 2


def _note_lines(reasons, width):
    """The reasons with their numbers, in lines that fit; the first ones when there are many."""
    lines = []
    for i, reason in enumerate(reasons[:MOST_NOTES], 1):
        lines += svg.wrap(f"({i}) {reason}", width - 2 * MARGIN, SMALL)
    if len(reasons) > MOST_NOTES:
        lines.append(messages.MORE_CUTS.format(count=len(reasons) - MOST_NOTES))
    return lines
