"""What a picture of a search shows: which nodes, which are folded, and what is known when."""

from collections.abc import Collection
from dataclasses import replace

from lib.draw import svg
from lib.draw.colors import QUIET, WHITE
from lib.draw.svg import number
from lib.draw.tree_nodes import Knot
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.trace import Call

SHAPES = {MAX: "max", MIN: "min", CHANCE: "chance"}
STUMPS = 3  # cut branches drawn one by one before they are counted together


def calls_of(source):
    """The calls of a trace; a TreeGame or nested lists as if every node had been entered."""
    if isinstance(source, (list, tuple)):
        source = TreeGame(source)
    if isinstance(source, TreeGame):
        return _tree_calls(source)
    if not hasattr(source, "calls"):
        raise ValueError(f"draw_tree draws a Trace or a TreeGame, not {source!r}")
    if not source.calls:
        raise ValueError(
            "the trace is empty: decorate the search with @traced and call it inside "
            "`with record() as trace:`, then draw the trace"
        )
    return source.calls


def _tree_calls(game):
    """One Call for each node of the tree, values at the leaves only."""
    calls = []

    def visit(state, parent):
        leaf, me = game.is_terminal(state), len(calls)
        calls.append(
            Call(
                index=me,
                parent=parent,
                action=state[-1] if state else None,
                state=state,
                side=game.side(state),
                value=game.utility(state) if leaf else None,
                kind="terminal" if leaf else "inner",
            )
        )
        if parent is not None:
            calls[parent].children.append(me)
        for action in game.actions(state):
            visit(game.result(state, action), me)

    visit(game.initial_state(), None)
    return calls


def find(calls, wanted, option) -> set[int]:
    """The indices of the calls named by index or by state."""
    if not isinstance(wanted, Collection) or isinstance(wanted, str):
        raise ValueError(f"{option}: a list of nodes, each by its index or state, got {wanted!r}")
    found = set()
    for name in wanted:
        hits = [c.index for c in calls if c.index == name or c.state == name]
        if not hits:
            raise ValueError(
                f"{option}: no node {name!r} in this tree; name a node by its index "
                f"(0 to {len(calls) - 1}) or its state"
            )
        found.update(hits)
    return found


def with_ancestors(calls, indices) -> set[int]:
    """The indices and all calls above them."""
    found = set()
    for index in indices:
        while index is not None and index not in found:
            found.add(index)
            index = calls[index].parent
    return found


def plant(calls, top, depth, fold, expanded, keep, max_nodes, windows, game, stepping):
    """The knots to draw and the knot of each call; None when there are too many."""
    knots, knot_of = [], {}
    stack = [(top, None, 0, False)]
    while stack:
        item, parent, level, whole = stack.pop()
        if len(knots) >= max_nodes:
            return None
        me = len(knots)
        if parent is not None:
            knots[parent].children.append(me)
        if isinstance(item, Knot):  # a stump, or folded nodes
            knots.append(replace(item, parent=parent, level=level))
            knot_of.update(dict.fromkeys(item.data.pop("folded", ()), me))
            continue
        call = calls[item]
        knots.append(_knot(calls, call, game, windows, parent, level))
        knot_of[item] = me
        whole = whole or item in expanded
        shown, folded = _fold(calls, call, level, depth, fold, whole, keep)
        more = [folded] if folded else []
        below = [*shown, *_stumps(call, fold, game, stepping), *more]
        stack.extend((child, me, level + 1, whole) for child in reversed(below))
    return knots, knot_of


def _fold(calls, call, level, depth, fold, whole, keep):
    """The children to draw, and a knot that stands for the others (or None)."""
    children = call.children
    if not whole and depth is not None and level >= depth:
        shown = [c for c in children if c in keep]
    elif not whole and fold is not None and len(children) > max(fold, 1):
        best = [c for c in children if calls[c].action == call.best]
        must = {*best, *(c for c in children if c in keep)}
        free = [c for c in children if c not in must][: max(fold - 1 - len(must), 0)]
        shown = sorted(must.union(free), key=children.index)
    else:
        return children, None
    hidden = [c for c in children if c not in shown]
    return shown, _more(calls, hidden) if hidden else None


def _more(calls, hidden):
    """A knot that stands for hidden nodes and says how many they are."""
    below, stack = [], list(hidden)
    while stack:
        index = stack.pop()
        below.append(index)
        stack.extend(calls[index].children)
    return Knot(
        "more",
        f"… {len(hidden):,} more",
        dash="6 5",
        fill=WHITE,
        stroke=QUIET,
        ink=QUIET,
        data={"folded": below},
        tip=f"{len(hidden)} nodes are folded here, {len(below)} with all below them; "
        f"expand=[{calls[hidden[0]].parent}] shows them",
    )


def _stumps(call, fold, game, stepping):
    """One knot for each action that was never entered; many are counted together."""
    actions = list(call.skipped)
    limit = STUMPS if fold is not None else len(actions)
    counted = [f"{len(actions) - limit + 1} more"] if len(actions) > limit else []
    single = actions[: limit - 1] if counted else actions
    buds = [_bud(call, action, game) if stepping else None for action in single]
    buds += [Knot("leaf", "?") if stepping else None for _ in counted]
    return [
        Knot("stump", action=svg.shorten(a, 18), caption="(99)", bud=bud, data={"cut": call.index})
        for a, bud in zip([*single, *counted], buds, strict=True)
    ]


def _bud(call, action, game):
    """How a branch looks before it is cut: like any other node that is not yet visited."""
    if game is None:
        return Knot("leaf", "?")
    state = game.result(call.state, action)
    if game.is_terminal(state) or call.depth == 1:
        known = isinstance(game, TreeGame) and game.is_terminal(state)
        return Knot("leaf", number(game.utility(state)) if known else "?")
    return Knot(SHAPES[game.side(state)], "?")


def _knot(calls, call, game, windows, parent, level):
    """The knot of a call: shape, longest label, action and window."""
    shape = "leaf" if call.kind != "inner" else SHAPES[call.side]
    label = number(call.value)
    caption = "" if call.alpha is None or not windows else window(call.alpha, call.beta)
    return Knot(
        shape,
        label,
        _action(calls, call, game, parent),
        caption,
        parent,
        level=level,
        later=_later(calls, call, bool(caption)),
        side="" if shape == "leaf" else SIDE_NAMES[call.side],
        tip=_tip(call),
        data={"data_call": call.index},
    )


def _later(calls, call, has_window):
    """All labels and captions that the knot may show while the search is inside the call."""
    if call.side == CHANCE or not call.children:
        return ["?"], []
    bound = "≥" if call.side == MAX else "≤"
    values = [calls[i].value for i in call.children]
    captions = []
    if has_window and call.side == MAX:
        captions = [window(value, call.beta) for value in values]
    elif has_window:
        captions = [window(call.alpha, value) for value in values]
    return [bound + number(value) for value in values], captions


def _action(calls, call, game, parent):
    """The action that led here, with its probability below a CHANCE node."""
    if parent is None or call.action is None:
        return ""
    above = calls[call.parent]
    words = svg.shorten(call.action, 18)
    if above.side != CHANCE or game is None:
        return words
    return f"{words}: {game.probability(above.state, call.action):.2g}"


def window(alpha, beta) -> str:
    """The window as text: [3, ∞]."""
    return f"[{number(alpha)}, {number(beta)}]"


def _tip(call):
    """What a reader learns when the mouse rests on the node."""
    kind = {"terminal": "end of the game", "horizon": "depth is used up"}.get(call.kind)
    words = [kind or f"{SIDE_NAMES[call.side]} moves"]
    if call.value is not None:
        words.append(f"value {call.value!r}")
    if call.alpha is not None:
        words.append(f"entered with alpha {number(call.alpha)}, beta {number(call.beta)}")
    if call.best is not None:
        words.append(f"best action {call.best!r}")
    if call.cut:
        words.append(f"cut: {call.cut}")
    return "; ".join(words)
