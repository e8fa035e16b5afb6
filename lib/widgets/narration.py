"""What happens at a step of a search, and why, in a sentence or two."""

from fractions import Fraction
from math import inf
from typing import Any

from lib.draw.svg import number, shorten
from lib.draw.tree_glyphs import has_ends
from lib.draw.tree_nodes import minus
from lib.draw.tree_picture import Progress
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES
from lib.trace import Call, Trace
from lib.widgets import messages as say


def tell(trace: Trace, step: int) -> str:
    """What the search did in its event number `step` (1 is the first), as plain text."""
    if step == 0:
        return before(trace)
    kind, index = trace.events[step - 1]
    call = trace.calls[index]
    if kind == "enter":
        return _enter(call)
    if call.value is None:
        return say.FAILED.format(node=_node(call))
    told = _leaf(call) if call.kind != "inner" else _inner(trace, call)
    return f"{told} {_effect(trace, call, Progress(trace.calls, trace.events, step - 1))}".strip()


def before(trace: Trace, top: int = 0) -> str:
    """What is to be seen before the first step."""
    return say.BEFORE.format(side=SIDE_NAMES[trace.calls[top].side])


def _enter(call: Call) -> str:
    """Going down into a node, and what MAX and MIN already have."""
    told = say.BEGIN if call.parent is None else say.DOWN
    told = told.format(side=SIDE_NAMES[call.side], action=_action(call))
    if not has_ends(call):
        return told
    ends: dict[str, Any] = {"alpha": call.alpha, "beta": call.beta}
    known = "".join(name for name, end in ends.items() if abs(end) < inf) or "nothing"
    told += " " + say.WINDOW[known].format(**{name: _number(end) for name, end in ends.items()})
    return told.strip()


def _leaf(call: Call) -> str:
    """A node without children: the end of the game, or of the search."""
    words = (say.LEAF, say.ROOT_LEAF)
    if call.kind != "terminal":
        words = (say.HORIZON, say.ROOT_HORIZON)
    told = words[call.parent is None].format(action=_action(call), value=_number(call.value))
    return told[:1].upper() + told[1:]


def _inner(trace, call) -> str:
    """A node that has its value: by a cut, by the best child, or by the mean."""
    side, count = SIDE_NAMES[call.side], len(call.children)
    facts = {"side": side, "value": _number(call.value), "action": _action_name(call.best)}
    if call.cut:
        low = call.side == MIN or (call.side == CHANCE and call.value <= (call.alpha or -inf))
        ends = {"alpha": _number(call.alpha), "beta": _number(call.beta)}
        rest = _rest(len(call.skipped))
        return say.CUT[side if call.side else "LOW" if low else "HIGH"].format(
            rest=rest, **ends, **facts
        )
    if call.skipped:
        return say.LEFT_UNTRIED.format(count=len(call.skipped), **facts)
    few = {1: say.ONE_CHILD, 2: say.TWO_CHILDREN}
    seen = few.get(count, say.ALL_CHILDREN.format(count=count))
    if call.side == CHANCE:
        return say.CHANCE_DONE.format(children=seen, sum=_mean(trace, call))
    facts |= {"children": seen, "kind": say.LARGEST[side]}
    return (say.DONE if call.best is None else say.DONE_BY).format(**facts)


def _rest(count) -> str:
    """How much is never looked at, in words."""
    if count == 1:
        return say.ONE_LEFT
    return say.LEFT.format(count=say.COUNTS[count] if count < len(say.COUNTS) else count)


def _mean(trace, call) -> str:
    """The expectation, with its terms while they fit on a line."""
    children, value = [trace.calls[i] for i in call.children], _number(call.value)
    if len(children) > 6 or any(child.value is None for child in children):
        return value
    shares = [_chance(trace.game.probability(call.state, child.action)) for child in children]
    pairs = zip(shares, children, strict=True)
    return f"{' + '.join(f'{share} · {_number(c.value)}' for share, c in pairs)} = {value}"


def _chance(probability: float) -> str:
    """A probability as a small fraction where it is one."""
    fraction = Fraction(probability).limit_denominator(36)
    near = abs(float(fraction) - probability) < 1e-9
    return str(fraction) if near else number(probability)


def _effect(trace, call, progress) -> str:
    """What the value changes at the parent."""
    if call.parent is None:
        return _finish(trace, call)
    parent = trace.calls[call.parent]
    if parent.side == CHANCE:
        return say.ADDS
    best = max(progress.returned(parent), key=lambda value: parent.side * value, default=None)
    side = SIDE_NAMES[parent.side]
    facts = {"side": side, "value": _number(call.value), "old": _number(best)}
    if best is not None and parent.side * (call.value - best) <= 0:
        return "" if call.cut else say.KEEPS.format(**facts)
    told = say.IN_HAND[side] if best is None else say.BETTER[side]
    return f"{told.format(**facts)} {_bound(parent, call.value)}".strip()


def _bound(parent, value) -> str:
    """Which end of the window moves, if there is a window and it does."""
    if not has_ends(parent):
        return ""
    if parent.side == MAX and value > parent.alpha:
        return say.ALPHA_RISES.format(value=_number(value))
    if parent.side != MAX and value < parent.beta:
        return say.BETA_FALLS.format(value=_number(value))
    return ""


def _finish(trace, call) -> str:
    """The answer of the whole search."""
    others = (one.index for one in trace.calls if one.parent is None and one.index > call.index)
    calls = trace.calls[call.index : next(others, None)]
    seen_all = call.kind == "inner" and not call.skipped  # then its value has just been said
    told = say.DONE_ALL if seen_all else say.FINISHED
    told = told.format(value=_number(call.value))
    nodes, cuts = len(calls), sum(bool(one.cut) for one in calls)
    visited = say.ONE_NODE if nodes == 1 else say.NODES.format(nodes=nodes)
    made = "" if not cuts else say.ONE_CUT if cuts == 1 else say.CUTS.format(cuts=cuts)
    return f"{told} {visited}{made}."


def _node(call) -> str:
    side = SIDE_NAMES[call.side]
    return side if call.parent is not None else say.AT_ROOT.format(side=side)


def _action(call) -> str:
    """The move that leads to a call."""
    return say.SAME_MOVE if call.action is None else _action_name(call.action)


def _action_name(action) -> str:
    return say.ACTION.format(action=shorten(action, 24))


def _number(value) -> str:
    """A number with a true minus sign."""
    return minus(number(value))
