"""A tree with its layout, drawn as it looks at any step of the search."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from lib.draw import svg
from lib.draw import tree_nodes as kn
from lib.draw.colors import (
    BLUE,
    GREEN,
    INK,
    LINE,
    ORANGE,
    PALE,
    QUIET,
    SKY,
    VERMILLION,
    WHITE,
    YELLOW,
    mix,
)
from lib.draw.progress import Moment
from lib.draw.svg import SMALL, SVG, number
from lib.draw.tree_plan import window
from lib.game import SIDE_NAMES
from lib.games.tree import TreeGame

FILLS = {"max": mix(WHITE, SKY, 0.35), "min": mix(WHITE, ORANGE, 0.3)}
FILLS |= {"chance": mix(WHITE, GREEN, 0.25), "leaf": WHITE, "more": WHITE, "stump": WHITE}
NOTES = 6  # reasons printed below the picture


@dataclass
class Plan:
    """A tree with its layout, ready to be drawn at any step."""

    source: object
    calls: list
    top: int
    knots: list
    knot_of: dict
    marked: set
    foreseen: list  # the reasons of all cuts, to keep room for them
    places: list
    width: float
    height: float
    direction: str
    painted: dict = field(default_factory=dict)  # markup of earlier steps

    def draw(self, step=None, title=None) -> SVG:
        """The picture after `step` events, or of the finished search."""
        moment = Moment(self.calls, getattr(self.source, "events", None), step)
        look = [self._look(i, knot, moment) for i, knot in enumerate(self.knots)]
        self._thicken(look, moment)
        self._ring(look, moment)
        reasons = self._number_cuts(look, moment)
        names = kn.level_names(look, self.places, self.direction)
        notes, width, height = _notes(reasons, self.foreseen or reasons, self.width, self.height)
        desc = self._describe(moment, reasons)
        title = title or f"Search tree of {getattr(self.source, 'game', self.source)!r}"
        tree = kn.paint(look, self.places, self.direction, self.painted)
        return svg.picture(width, height, title, desc, *names, *tree, *notes)

    def _look(self, index, knot, moment):
        """The knot as it looks at this moment."""
        if knot.shape == "stump":
            call = self.calls[knot.data["cut"]]
            return _stump_look(knot, call.cut and moment.done(call.index))
        if knot.shape == "more":
            return replace(knot)
        call = self.calls[knot.data["data_call"]]
        if not moment.entered(call.index):
            label = knot.label if call.kind == "terminal" and self._open_leaves() else "?"
            return _unvisited(knot, knot.shape, label)
        if moment.done(call.index):
            return replace(knot, fill=FILLS[knot.shape])
        alpha, beta = moment.live_window(call)
        caption = window(alpha, beta) if knot.caption else ""
        return replace(knot, label=moment.so_far(call), caption=caption, fill=FILLS[knot.shape])

    def _open_leaves(self):
        """Whether leaf values may be seen before the search reaches them."""
        return isinstance(getattr(self.source, "game", self.source), TreeGame)

    def _thicken(self, look, moment):
        """Marks each node's choice, and the chosen line from the root most of all."""
        line = set(_chosen_line(self.calls, self.top)) if moment.done(self.top) else set()
        for index, knot_index in self._below:
            call, knot = self.calls[index], look[knot_index]
            if index in line:
                knot.edge = (BLUE, 6, None)
            elif moment.done(call.parent) and self.calls[call.parent].best == call.action:
                knot.edge = (INK, 2.6, None)

    @cached_property
    def _below(self):
        """The calls below the root that have a knot of their own, with its number."""
        return [
            (index, i)
            for index, i in self.knot_of.items()
            if self.knots[i].shape not in ("more", "stump") and self.calls[index].parent is not None
        ]

    def _ring(self, look, moment):
        """A second outline for the current node, yellow for highlighted ones."""
        for index in self.marked & self.knot_of.keys():
            look[self.knot_of[index]].fill = YELLOW
            look[self.knot_of[index]].stroke_width = 4
        if moment.current in self.knot_of:
            look[self.knot_of[moment.current]].ring = True

    def _number_cuts(self, look, moment):
        """Numbers the crosses; the reasons in that order."""
        numbers = {}
        for knot in look:
            if "cut" not in knot.data:
                continue
            call = self.calls[knot.data["cut"]]
            if not (call.cut and moment.done(call.index)):
                knot.caption = ""
                continue
            mark = numbers.setdefault(call.index, len(numbers) + 1)
            knot.caption = f"({mark})"
            knot.tip = f"cut: {call.cut}"
        return [self.calls[index].cut for index in numbers]

    def _describe(self, moment, reasons):
        """The picture in words."""
        root = self.calls[self.top]
        drawn = sum(knot.shape not in ("more", "stump") for knot in self.knots)
        words = [f"{SIDE_NAMES[root.side]} moves at the root. {drawn} nodes are drawn."]
        if moment.done(self.top) and root.value is not None:
            words.append(f"The root is worth {number(root.value)}.")
            actions = [self.calls[i].action for i in _chosen_line(self.calls, self.top)]
            if actions:
                words.append(f"Chosen line: {', '.join(map(str, actions))}.")
        if moment.step is not None:
            words.append(f"Step {moment.step} of {len(moment.events)}.")
        if reasons:
            words.append(
                f"{len(reasons)} cuts: "
                + " ".join(f"({i + 1}) {r}." for i, r in enumerate(reasons[:NOTES]))
            )
        return " ".join(words)


def _unvisited(knot, shape, label):
    """A node that the search has not come to: pale, dashed, without a window."""
    pale = mix(LINE, WHITE, 0.4)
    return replace(
        knot,
        shape=shape,
        label=label,
        caption="",
        fill=PALE,
        ink=QUIET,
        stroke=LINE,
        dash="5 4",
        stroke_width=1.5,
        edge=(pale, 1.2, "4 4"),
        tip="not yet visited",
    )


def _stump_look(knot, is_cut):
    """A branch that is never entered: a cross once it is cut, else a node like others."""
    if is_cut:
        return replace(knot, stroke=VERMILLION, stroke_width=4, edge=(VERMILLION, 1.6, "6 4"))
    if knot.bud:
        return _unvisited(knot, knot.bud.shape, knot.bud.label)
    return replace(_unvisited(knot, "bud", ""), tip="never entered")


def all_cuts(calls, knots):
    """The reasons of all cuts in the order of their numbers."""
    indices = dict.fromkeys(knot.data["cut"] for knot in knots if "cut" in knot.data)
    return [calls[i].cut for i in indices if calls[i].cut]


def _chosen_line(calls, top):
    """The calls that the best actions lead to, from the root down."""
    line, call = [], calls[top]
    while call.best is not None:
        following = [calls[i] for i in call.children if calls[i].action == call.best]
        if not following:
            break
        call = following[-1]
        line.append(call.index)
    return line


def _notes(reasons, foreseen, width, height):
    """The reasons of the cuts so far, below the tree, and the picture's size with room for all."""
    if not foreseen:
        return [], width, height
    width = max(width, 640)
    room = len(_note_lines(foreseen, width))
    parts = [
        svg.text(kn.MARGIN, height + 24 * i, words, SMALL, INK, "start", class_="note")
        for i, words in enumerate(_note_lines(reasons, width))
    ]
    return parts, width, height + 24 * room + kn.MARGIN / 2


def _note_lines(reasons, width):
    """The reasons with their numbers, in lines that fit; the first ones when there are many."""
    lines = []
    for i, reason in enumerate(reasons[:NOTES]):
        lines += svg.wrap(f"({i + 1}) {reason}", width - 2 * kn.MARGIN, SMALL)
    if len(reasons) > NOTES:
        lines.append(f"and {len(reasons) - NOTES} more cuts")
    return lines
