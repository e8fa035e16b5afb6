"""What happens at a step of a search, and why, in a sentence or two."""

from fractions import Fraction
from math import inf

from lib.draw.svg import number, shorten
from lib.draw.tree_picture import Progress
from lib.game import CHANCE, MAX, SIDE_NAMES
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
    return f"{told} {_effect(trace, call, Progress(trace.calls, trace.events, step - 1))}"


def before(trace: Trace, top: int = 0) -> str:
    """What is to be seen before the first step."""
    return say.BEFORE.format(side=SIDE_NAMES[trace.calls[top].side])


def _enter(call: Call) -> str:
    """Going down into a node, and the window there."""
    told = say.BEGIN if call.parent is None else say.DOWN
    told = told.format(side=SIDE_NAMES[call.side], action=_action(call))
    if call.alpha is None or call.beta is None:
        return told
    known = ("alpha" if call.alpha > -inf else "") + ("beta" if call.beta < inf else "")
    window = say.WINDOW[known or "nothing"]
    return f"{told} {window.format(alpha=number(call.alpha), beta=number(call.beta))}"


def _leaf(call: Call) -> str:
    """A node without children: the end of the game, or of the search."""
    words = (say.LEAF, say.ROOT_LEAF)
    if call.kind != "terminal":
        words = (say.HORIZON, say.ROOT_HORIZON)
    return words[call.parent is None].format(action=_action(call), value=number(call.value))


def _inner(trace, call) -> str:
    """A node that has its value: by a cut, by the best child, or by the mean."""
    facts = {"node": _node(call), "value": number(call.value)}
    if call.cut:
        return say.CUT.format(reason=call.cut, **facts)
    if call.skipped:
        return say.LEFT_UNTRIED.format(count=len(call.skipped), **facts)
    count = len(call.children)
    seen = say.ONE_CHILD if count == 1 else say.ALL_CHILDREN.format(count=count)
    if call.side == CHANCE:
        return say.CHANCE_DONE.format(children=seen, sum=_mean(trace, call))
    facts |= {"children": seen, "kind": say.LARGEST[SIDE_NAMES[call.side]]}
    if call.best is None:
        return say.DONE.format(**facts)
    return say.DONE_BY.format(action=shorten(call.best, 24), **facts)


def _mean(trace, call) -> str:
    """The expectation, with its terms while they fit on a line."""
    children, value = [trace.calls[i] for i in call.children], number(call.value)
    if len(children) > 6 or any(child.value is None for child in children):
        return value
    shares = [_chance(trace.game.probability(call.state, child.action)) for child in children]
    pairs = zip(shares, children, strict=True)
    return f"{' + '.join(f'{share} · {number(c.value)}' for share, c in pairs)} = {value}"


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
    facts = {"side": SIDE_NAMES[parent.side], "value": number(call.value), "old": number(best)}
    if best is not None and parent.side * (call.value - best) <= 0:
        return say.KEEPS.format(**facts)
    told = say.IN_HAND if best is None else say.BETTER
    return f"{told.format(**facts)} {_bound(parent, call.value)}".strip()


def _bound(parent, value) -> str:
    """Which end of the window moves, if there is a window and it does."""
    if parent.alpha is None or parent.beta is None:
        return ""
    if parent.side == MAX and value > parent.alpha:
        return say.ALPHA_RISES.format(value=number(value))
    if parent.side != MAX and value < parent.beta:
        return say.BETA_FALLS.format(value=number(value))
    return ""


def _finish(trace, call) -> str:
    """The answer of the whole search."""
    others = (one.index for one in trace.calls if one.parent is None and one.index > call.index)
    calls = trace.calls[call.index : next(others, None)]
    told = say.FINISHED if call.best is None else say.FINISHED_BY
    told = told.format(value=number(call.value), action=shorten(call.best, 24))
    nodes, cuts = len(calls), sum(bool(one.cut) for one in calls)
    visited = say.ONE_NODE if nodes == 1 else say.NODES.format(nodes=nodes)
    made = "" if not cuts else say.ONE_CUT if cuts == 1 else say.CUTS.format(cuts=cuts)
    return f"{told} {visited}{made}."


def _node(call) -> str:
    side = SIDE_NAMES[call.side]
    return side if call.parent is not None else say.AT_ROOT.format(side=side)


def _action(call) -> str:
    if call.action is None:
        return say.SAME_MOVE
    return say.ACTION.format(action=shorten(call.action, 24))
