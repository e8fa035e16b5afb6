"""The nodes of a drawn tree: how a glyph is painted, and which nodes of a search have one.

A glyph is a shape with a label inside. An edge ends on the outlines of both its nodes; the name of
a move stands at the child's shoulder, never on a line. What is too much is folded or left out.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from lib.draw import colors, messages, svg
from lib.draw.colors import EDGE, INK, PAPER, QUIET
from lib.draw.svg import NORMAL, SMALL, number, text_width
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Game, is_whole
from lib.games.tree import TreeGame
from lib.messages import is_series, refuse_if
from lib.trace import Call

SHAPES = {MAX: "max", MIN: "min", CHANCE: "chance"}
SIDES = {shape: side for side, shape in SHAPES.items()}
NAMES = {"MAX": MAX, "MIN": MIN, "CHANCE": CHANCE}
CHANGES = ["shape", "label", "caption", "tip", "beside", "is_current", "came_from"]  # in a step
CHANGES += ["fill", "ink", "stroke", "stroke_width", "dash"]
INSIDE = 24  # the size of the numbers in nodes, whatever their digits
_MOST_CUT = 3  # cut branches drawn one by one before they are counted together
ABOVE, STEM = 12, 17  # from a shoulder up to the name of a move; from an edge to its side
_PLAIN_EDGE = (EDGE, 2.5, None)  # color, width and dashes of the line from the parent
WALKED_EDGE, CHOSEN_EDGE, UNSEEN_EDGE = (INK, 6, None), (INK, 4, None), (EDGE, 2, "3 7")
MORE_LOOK: Any = {"dash": "5 5", "stroke": QUIET, "ink": QUIET, "size": SMALL}  # of folded nodes


@dataclass(slots=True)
class Glyph:
    """One drawn node, with everything its look depends on."""

    shape: str  # max min chance leaf; more: folded nodes
    label: str = ""
    action: str = ""
    parent: int | None = None
    children: list[int] = field(default_factory=list)
    level: int = 0
    call: int | None = None  # which call of the trace it shows
    left_out: int | None = None  # of a branch never entered: the call that left it out
    side: str = ""  # who moves here
    later: tuple = ()  # other labels that it may show at other steps
    has_window: bool = False  # whether it needs room for alpha and beta
    radius: float = 0  # half the width, where size means visits
    size: float = INSIDE  # of the label
    fill: str = PAPER
    ink: str = INK
    stroke: str = INK
    stroke_width: float = 2.5
    dash: str | None = None
    edge: tuple = _PLAIN_EDGE
    is_cut: bool = False  # whether two slashes cross its edge
    is_current: bool = False
    came_from: tuple[float, float] | None = None  # where the halo was before, from here
    caption: str = ""  # small, beside or below the shape
    tip: str | None = None
    beside: tuple[tuple[str, str], ...] = ()  # lines to the right: words and their color
    data: dict = field(default_factory=dict)


@dataclass(slots=True)
class Place:
    """Where a glyph stands: the middle of its label, its size, and where its words go."""

    x: float
    y: float
    width: float
    height: float
    point: float  # how far the roof of a house stands out
    label: tuple[float, float, str] = (0, 0, "end")  # the name of the move, and its anchor
    window: tuple[float, float] = (0, 0)  # the left end of the line for alpha and beta
    caption: tuple[float, float, str] = (0, 0, "start")
    edge: tuple = ()  # the corners of the line from the parent
    cut: tuple[float, float] = (0, 0)  # where two slashes cross that line


def shape_size(glyph: Glyph) -> tuple[float, float, float]:
    """Width and height of a shape, wide enough for its labels, and the height of its point."""
    labels = (glyph.label, *glyph.later)
    words = 1.06 * max(text_width(minus(words), glyph.size) for words in labels)
    is_house = glyph.shape in SIDES and glyph.shape != "chance"
    if glyph.radius:
        r = glyph.radius
        return 2 * r, (2 if glyph.shape == "chance" else 1.5) * r, 0.3 * r if is_house else 0
    if glyph.shape == "chance":
        return (max(60, words + 12),) * 2 + (0,)
    return (max(64, words + 5), 50, 9) if is_house else (max(52, words + 8), 44, 0)


def reach(glyph: Glyph, size: tuple[float, float, float]) -> tuple[float, float]:
    """How far the shape goes up and down from the middle of its label."""
    _, height, point = size
    up, down = (point if glyph.shape == kind else 0 for kind in ("max", "min"))
    return height / 2 + up, height / 2 + down


def shoulder(glyph: Glyph, size: tuple[float, float, float]) -> float:
    """How far above the middle of the label the name of the move has its middle."""
    width, height, point = size
    up = point if glyph.shape == "max" else 0
    roof = up * (1 - 4 * STEM / width)  # its height where the name begins
    return height / 2 + max(ABOVE - up, roof + 8) + 0.35 * SMALL


def level_sides(glyphs: list[Glyph]) -> dict[int, str]:
    """The side that moves on each level, where it is one side only."""
    pairs = dict.fromkeys((glyph.level, glyph.side) for glyph in glyphs if glyph.side)
    return {level: name for level, name in pairs if sum(one == level for one, _ in pairs) == 1}


def level_names(glyphs: list[Glyph], layout: Any, top: float = 0) -> list[str]:
    """MAX, MIN or CHANCE beside each level, in the color of the side."""
    parts = []
    for level, name in sorted(level_sides(glyphs).items()):
        first = next(p for g, p in zip(glyphs, layout.places, strict=True) if g.level == level)
        x, y, anchor = (24, first.y, "start")
        if layout.direction == "right":
            x, y, anchor = (first.x, 24 + top, "middle")
        elif layout.direction == "phone":
            if level or any(p is not first and p.y == first.y for p in layout.places):
                continue  # its leaves stand there
            x = first.x + first.width / 2 + 12
        look = {"font_weight": "bold", "class_": "level"}
        parts.append(svg.text(x, y, name, NORMAL, colors.of_side(NAMES[name]).text, anchor, **look))
    return parts


def paint(glyphs: list[Glyph], layout: Any, memory: dict | None = None) -> list[str]:
    """All edges in two layers, thick ones on top, then all glyphs; `memory` keeps markup."""
    memory = {} if memory is None else memory
    edges, thick, nodes, places = [], [], [], layout.places
    for i, (glyph, place) in enumerate(zip(glyphs, places, strict=True)):
        if glyph.parent is not None:
            key = (i, glyph.edge, glyph.is_cut)
            if key not in memory:
                memory[key] = _edge(i, glyph, place)
            is_thick = glyph.edge[1] > _PLAIN_EDGE[1]
            edges.append("<g/>" if is_thick else memory[key])
            thick.append(memory[key] if is_thick else "<g/>")
        key = (i, glyph.data.get("data_call"), *(getattr(glyph, name) for name in CHANGES))
        if key not in memory:
            memory[key] = _node(glyph, place)
        nodes.append(memory[key])
    return edges + thick + nodes


def _edge(index, glyph, place):
    """The line from the parent to the shape; two slashes across it where it is cut."""
    color, width, dash = glyph.edge
    look = {"stroke": color, "stroke_width": width, "stroke_dasharray": dash, "data_to": index}
    look |= {"stroke_linecap": "round", "stroke_linejoin": "round", "class_": "edge"}
    steps = [step for corner in place.edge for step in ("L", *corner)]
    line = svg.path("M", *steps[1:], fill="none", **look)
    if not glyph.is_cut:
        return line
    (x, y), level = place.cut, place.cut[1] in {corner[1] for corner in place.edge}
    dx, dy, right, down = (6, -11, 5, 0) if level else (11, -5, 0, 5)
    steps = []
    for mx, my in ((x - right, y - down), (x + right, y + down)):
        steps += ["M", mx - dx, my - dy, "L", mx + dx, my + dy]
    look = {"stroke": colors.TROUBLE.line, "stroke_width": 4, "stroke_linecap": "round"}
    return svg.group(line, svg.path(*steps, fill="none", class_="slashes", **look))


def _node(glyph, place):
    """The shape with its label, and the name of the move at its shoulder."""
    parts, shape = [], {"stroke_linejoin": "round"}
    if glyph.is_current:  # a yellow band and an ink outline around it
        dx, dy = glyph.came_from or (0, 0)
        style = f"--dx:{dx:.0f}px;--dy:{dy:.0f}px" if dx or dy else None
        band = {"stroke": colors.NOW.tint, "stroke_width": 20, "fill": "none", **shape}
        parts.append(outline(glyph, place, **band, class_="ring", style=style))
        band |= {"stroke": INK, "stroke_width": 9}
        parts.append(outline(glyph, place, **band, class_="here"))
    look = {"fill": glyph.fill, "stroke": glyph.stroke, "stroke_width": glyph.stroke_width}
    look |= {"stroke_dasharray": glyph.dash, **shape, "class_": "shape"}
    parts.append(outline(glyph, place, **look))
    if glyph.label:
        type_ = (minus(glyph.label), glyph.size, glyph.ink)
        parts.append(svg.text(place.x, place.y, *type_, font_weight="600", class_="label"))
    words = (("move", glyph.action, place.label), ("caption", glyph.caption, place.caption))
    for kind, said, (x, y, anchor) in words:
        parts += [svg.text(x, y, said, SMALL, QUIET, anchor, class_=kind)] if said else []
    for i, (words, color) in enumerate(glyph.beside):
        x, y = place.x + place.width / 2 + 10, place.y + 24 * (i - (len(glyph.beside) - 1) / 2)
        parts.append(svg.text(x, y, words, SMALL, color, "start", class_="beside"))
    return svg.group(*parts, tip=glyph.tip, class_=f"node {glyph.shape}", **glyph.data)


def minus(words: str) -> str:
    """The words with a true minus sign before a number."""
    return words.replace("-", "\N{MINUS SIGN}") if words[-1:].isdigit() or "∞" in words else words


def signed(value: float | None) -> str:
    """A number with a true minus sign."""
    return minus(number(value))


def outline(glyph: Glyph, place: Place, **look: Any) -> str:
    """The shape of a glyph: a house pointed up or down, a circle, or a box."""
    x, y, w, h, p = place.x, place.y, place.width / 2, place.height / 2, place.point
    if glyph.shape in ("max", "min"):
        up = 1 if glyph.shape == "max" else -1
        roof = [(x + w, y - up * (h - p)), (x, y - up * (h + p)), (x - w, y - up * (h - p))]
        return svg.polygon([(x - w, y + up * h), (x + w, y + up * h), *roof], **look)
    if glyph.shape == "chance":
        return svg.circle(x, y, w, **look)
    return svg.rect(x - w, y - h, 2 * w, 2 * h, rx=18 if glyph.shape == "more" else 3, **look)


@dataclass(frozen=True)
class _Unseen:
    """A branch that the search never entered, left out by the call `above`."""

    above: int
    name: object  # of the move
    state: object = None  # None: several branches in one
    depth: float | None = None
    is_top: bool = True  # whether the call itself left it out, not only a node above it


@dataclass(frozen=True)
class TreeView:
    """What of a tree is drawn, and how: the options of `draw_tree`."""

    highlight: Collection = ()  # nodes to mark, each by its call's index or its state
    root: object = None  # draw only what lies below this node
    depth: int | None = None  # levels to draw; None for all
    fold: int | None = 12  # children of a node to draw; None for all
    expand: Collection = ()  # nodes below which nothing is folded
    max_nodes: int = 400  # a tree with more becomes a summary per level
    windows: bool = True  # whether alpha and beta stand beside the nodes
    direction: str | None = None  # "down", "right" or "phone"; None: whatever fits
    beside: Mapping = field(default_factory=dict)  # node: lines to its right, (words, color)

    def __post_init__(self):
        fold, depth, most = self.fold, self.depth, self.max_nodes
        refuse_if(fold is not None and not is_whole(fold, 1), messages.BAD_FOLD, fold=fold)
        refuse_if(depth is not None and not is_whole(depth, 0), messages.BAD_DEPTH, depth=depth)
        refuse_if(not is_whole(most, 1), messages.BAD_MAX_NODES, max_nodes=most)

    @classmethod
    def of(cls, options: dict, caller: str) -> "TreeView":
        """The view with these options; a ValueError that names one that does not exist."""
        known = [option.name for option in fields(cls)]
        for name in options:
            facts = {"caller": caller, "name": name, "known": ", ".join(known)}
            refuse_if(name not in known, messages.NO_OPTION, **facts)
        return cls(**options)


def calls_of(source: Any) -> list[Call]:
    """The calls of a trace; a TreeGame or nested lists as if every node had been entered."""
    if isinstance(source, (list, tuple, TreeGame)):
        return _tree_calls(source if isinstance(source, TreeGame) else TreeGame(source))
    refuse_if(not hasattr(source, "calls"), messages.NOT_A_TREE, source=source)
    refuse_if(not source.calls, messages.EMPTY_TRACE)
    return source.calls


def _tree_calls(game):
    """One Call for each node of the tree, values at the leaves only."""
    calls = []

    def visit(state, parent):
        leaf, me = game.is_terminal(state), len(calls)
        call = Call(me, parent, state[-1] if state else None, state, game.side(state))
        call.kind = "terminal" if leaf else "inner"
        call.value = game.utility(state) if leaf else None
        calls.append(call)
        if parent is not None:
            calls[parent].children.append(me)
        for action in game.actions(state):
            visit(game.result(state, action), me)

    visit(game.initial_state(), None)
    return calls


def find(calls: list[Call], wanted: Collection, option: str) -> set[int]:
    """The indices of the calls named by index or by state."""
    refuse_if(not is_series(wanted), messages.NOT_NODES, option=option, wanted=wanted)
    found = set()
    for name in wanted:
        hits = [c.index for c in calls if c.index == name or c.state == name]
        refuse_if(not hits, messages.NO_NODE, option=option, name=name, last=len(calls) - 1)
        found.update(hits)
    return found


@dataclass
class GlyphTree:
    """The glyphs of a picture, parents before children, and the glyph of each call."""

    calls: list[Call]
    view: TreeView
    game: Game | None
    glyphs: list[Glyph] = field(default_factory=list)
    glyph_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self):
        self.marked = find(self.calls, self.view.highlight, "highlight")
        self.expanded = find(self.calls, self.view.expand, "expand")
        self.keep = set()  # with all calls above them
        for index in self.expanded | self.marked:
            while index is not None and index not in self.keep:
                self.keep.add(index)
                index = self.calls[index].parent

    def grow(self, top: int) -> bool:
        """Makes all glyphs from the call `top` down; False when there are too many."""
        stack: list[tuple] = [(top, None, 0, False)]
        while stack:
            item, parent, level, whole = stack.pop()
            if len(self.glyphs) >= self.view.max_nodes:
                return False
            me, below = len(self.glyphs), []
            if parent is not None:
                self.glyphs[parent].children.append(me)
            if isinstance(item, _Unseen):
                glyph, depth = self._unseen(item), None if item.depth is None else item.depth - 1
                if isinstance(self.game, TreeGame) and item.state is not None and depth != 0:
                    for action in self.game.actions(item.state):  # its branches stand on paper
                        after = self.game.result(item.state, action)
                        below.append(_Unseen(item.above, action, after, depth, is_top=False))
            elif isinstance(item, Glyph):  # folded nodes
                glyph = item
                self.glyph_of.update(dict.fromkeys(item.data.pop("folded", ()), me))
            else:
                glyph = self._glyph(self.calls[item], parent)
                self.glyph_of[item] = me
                whole = whole or item in self.expanded
                call = self.calls[item]
                seen = call.children if whole else self._unfolded(call, level)
                hidden = [child for child in call.children if child not in seen]
                below = [*seen, *self._left_out(call), *([self._more(hidden)] if hidden else [])]
            self.glyphs.append(replace(glyph, parent=parent, level=level))
            stack.extend((child, me, level + 1, whole) for child in reversed(below))
        return True

    def _unfolded(self, call, level):
        """The children that are drawn where nodes may be folded."""
        children, fold, depth = call.children, self.view.fold, self.view.depth
        if depth is not None and level >= depth:
            return [child for child in children if child in self.keep]
        if fold is None or len(children) <= fold:
            return children
        must = {c for c in children if c in self.keep or self.calls[c].action == call.best}
        free = [c for c in children if c not in must][: max(fold - 1 - len(must), 0)]
        return sorted(must.union(free), key=children.index)

    def _more(self, hidden):
        """A glyph that stands for hidden nodes and says how many they are."""
        below, stack = [], list(hidden)
        while stack:
            index = stack.pop()
            below.append(index)
            stack.extend(self.calls[index].children)
        parent = self.calls[hidden[0]].parent
        tip = messages.FOLDED.format(count=len(hidden), all=len(below), parent=parent)
        words = messages.MORE.format(count=len(hidden))
        return Glyph("more", words, data={"folded": below}, tip=tip, **MORE_LOOK)

    def _left_out(self, call):
        """One branch for each action that was never entered; many are counted together."""
        actions, limit = list(call.skipped), _MOST_CUT
        if self.game is None or self.view.fold is None or isinstance(self.game, TreeGame):
            limit = len(actions)
        known = [] if self.game is None else actions[:limit]
        after = [self.game.result(call.state, action) for action in known]
        found = [_Unseen(call.index, *p, call.depth) for p in zip(known, after, strict=True)]
        if len(actions) <= limit and after:
            return found
        rest = len(actions) - limit + 1 if after else len(actions)
        return [*found[: limit - 1], _Unseen(call.index, f"{rest} more")] if rest else found

    def _unseen(self, branch):
        """The glyph of a branch that was never entered: empty, whatever is there."""
        shape, label, game = "leaf", "?", self.game
        over = game is None or branch.state is None or game.is_terminal(branch.state)
        if not over and branch.depth != 1:
            shape = SHAPES[game.side(branch.state)]
        elif isinstance(game, TreeGame) and game.is_terminal(branch.state):
            label = number(game.utility(branch.state))  # it is there to be seen until it is cut
        name, side = svg.shorten(branch.name, 18), SIDE_NAMES.get(SIDES.get(shape), "")
        return Glyph(shape, label, name, side=side, left_out=branch.above, is_cut=branch.is_top)

    def _glyph(self, call, parent):
        """The glyph of a call: shape, longest label, action, and whether it has a window."""
        is_leaf = call.kind != "inner"
        action = "" if parent is None or call.action is None else svg.shorten(call.action, 18)
        above = self.calls[call.parent] if action else call
        if action and above.side == CHANCE and self.game is not None:
            action += f": {chance(self.game.probability(above.state, call.action))}"
        glyph = Glyph("leaf" if is_leaf else SHAPES[call.side], number(call.value), action)
        glyph.side, glyph.call = "" if is_leaf else SIDE_NAMES[call.side], call.index
        glyph.has_window = not is_leaf and self.view.windows and has_ends(call)
        sign = "≥" if call.side == MAX else "≤"
        values = [self.calls[i].value for i in call.children]
        is_bound = call.side != CHANCE and values  # while the search is inside the call
        glyph.later = tuple(sign + number(value) for value in values) if is_bound else ("?",)
        glyph.beside = tuple(self.view.beside.get(call.state, ()))
        return glyph


def chance(probability: float) -> str:
    """The probability with three digits if they are exact, otherwise with two: 0.125, 0.17."""
    exact = f"{probability:.3g}"
    return exact if float(exact) == probability else f"{probability:.2g}"


def window(alpha: float, beta: float) -> str:
    """The window as text: [3, ∞]."""
    return f"[{number(alpha)}, {number(beta)}]"


def has_ends(call: Call) -> bool:
    """Whether the call was given a window: two numbers."""
    return all(isinstance(end, (int, float)) and end == end for end in (call.alpha, call.beta))
