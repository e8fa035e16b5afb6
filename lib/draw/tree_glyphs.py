"""Which nodes of a search a picture shows, which are folded, and a glyph for each of them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace

from lib.draw import messages, svg
from lib.draw.svg import number
from lib.draw.tree_nodes import MORE_LOOK, SHAPES, SIDES, Glyph
from lib.game import CHANCE, MAX, SIDE_NAMES, Game, is_whole
from lib.games.tree import TreeGame
from lib.messages import is_series, refuse_if
from lib.trace import Call

MOST_CUT = 3  # cut branches drawn one by one before they are counted together


@dataclass(frozen=True)
class Unseen:
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


def calls_of(source) -> list[Call]:
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
            if isinstance(item, Unseen):
                glyph, below = self._unseen(item), self._below(item)
            elif isinstance(item, Glyph):  # folded nodes
                glyph = item
                self.glyph_of.update(dict.fromkeys(item.data.pop("folded", ()), me))
            else:
                glyph = self._glyph(self.calls[item], parent)
                self.glyph_of[item] = me
                whole = whole or item in self.expanded
                below = self._children(self.calls[item], level, whole)
            self.glyphs.append(replace(glyph, parent=parent, level=level))
            stack.extend((child, me, level + 1, whole) for child in reversed(below))
        return True

    def _children(self, call, level, whole):
        """What stands below a call: calls by index, cut branches and folded nodes as glyphs."""
        shown = call.children if whole else self._unfolded(call, level)
        hidden = [child for child in call.children if child not in shown]
        return [*shown, *self._left_out(call), *([self._more(hidden)] if hidden else [])]

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
        actions, limit = list(call.skipped), MOST_CUT
        if self.game is None or self.view.fold is None or isinstance(self.game, TreeGame):
            limit = len(actions)
        known = [] if self.game is None else actions[:limit]
        after = [self.game.result(call.state, action) for action in known]
        pairs = zip(known, after, strict=True)
        found = [Unseen(call.index, *pair, call.depth) for pair in pairs]
        if len(actions) <= limit and after:
            return found
        rest = len(actions) - limit + 1 if after else len(actions)
        return [*found[: limit - 1], Unseen(call.index, f"{rest} more")] if rest else found

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

    def _below(self, branch):
        """The branches below one that was never entered, in a tree that stands on paper."""
        game, depth = self.game, None if branch.depth is None else branch.depth - 1
        if not isinstance(game, TreeGame) or branch.state is None or depth == 0:
            return []
        after = {action: game.result(branch.state, action) for action in game.actions(branch.state)}
        return [Unseen(branch.above, *pair, depth, is_top=False) for pair in after.items()]

    def _glyph(self, call, parent):
        """The glyph of a call: shape, longest label, action, and whether it has a window."""
        is_leaf = call.kind != "inner"
        action = "" if parent is None else self._action(call)
        glyph = Glyph("leaf" if is_leaf else SHAPES[call.side], number(call.value), action)
        glyph.side, glyph.call = "" if is_leaf else SIDE_NAMES[call.side], call.index
        glyph.has_window = not is_leaf and self.view.windows and has_ends(call)
        sign, values = (
            "≥" if call.side == MAX else "≤",
            [self.calls[i].value for i in call.children],
        )
        is_bound = call.side != CHANCE and values  # while the search is inside the call
        glyph.later = tuple(sign + number(value) for value in values) if is_bound else ("?",)
        glyph.beside = tuple(self.view.beside.get(call.state, ()))
        return glyph

    def _action(self, call):
        """The action that led here, with its probability below a CHANCE node."""
        above = self.calls[call.parent]
        words = "" if call.action is None else svg.shorten(call.action, 18)
        if not words or above.side != CHANCE or self.game is None:
            return words
        return f"{words}: {self.game.probability(above.state, call.action):.2g}"


def window(alpha: float, beta: float) -> str:
    """The window as text: [3, ∞]."""
    return f"[{number(alpha)}, {number(beta)}]"


def has_ends(call: Call) -> bool:
    """Whether the call was given a window: two numbers."""
    return all(isinstance(end, (int, float)) and end == end for end in (call.alpha, call.beta))
