"""What happens at a step of a search, and why, in a sentence or two."""

from fractions import Fraction

from lib.draw.progress import Moment
from lib.draw.svg import number, shorten
from lib.game import CHANCE, MAX, SIDE_NAMES

WANTS = {MAX: "largest", -MAX: "smallest"}


def tell(trace, step: int) -> str:
    """What the search did in its event number `step` (1 is the first), as plain text."""
    if step == 0:
        return before(trace)
    kind, index = trace.events[step - 1]
    call = trace.calls[index]
    moment = Moment(trace.calls, trace.events, step - 1)
    if kind == "enter":
        return _enter(call)
    if call.value is None:
        return f"{_node(call)} was left by an error: it has no value."
    if call.kind != "inner":
        return f"{_leaf(call)} {_effect(trace, call, moment)}".strip()
    return f"{_inner(trace, call, moment)} {_effect(trace, call, moment)}".strip()


def before(trace, top: int = 0) -> str:
    """What is to be seen before the first step."""
    root = trace.calls[top]
    return f"Nothing is visited yet. {SIDE_NAMES[root.side]} moves at the root. Press Step."


def _enter(call) -> str:
    """Going down into a node."""
    who = SIDE_NAMES[call.side]
    if call.parent is None:
        return f"We begin at the root. {who} moves here.{_window(call)}"
    return f"Down by {_action(call)}: {who} moves here.{_window(call)}"


def _window(call) -> str:
    """What the window says on entering."""
    if call.alpha is None or call.beta is None:
        return ""
    facts = []
    if call.alpha > float("-inf"):
        facts.append(f"MAX already has {number(call.alpha)} elsewhere (alpha)")
    if call.beta < float("inf"):
        facts.append(f"MIN already has {number(call.beta)} elsewhere (beta)")
    known = " and ".join(facts) or "nothing is known yet"
    return f" The window is [{number(call.alpha)}, {number(call.beta)}]: {known}."


def _leaf(call) -> str:
    """A node without children: the end of the game, or of the search."""
    if call.kind == "terminal":
        return f"{_way(call)}: a leaf, worth {number(call.value)}."
    return f"{_way(call)}: the search looks no further, the evaluator says {number(call.value)}."


def _way(call) -> str:
    return "The root" if call.parent is None else f"Down by {_action(call)}"


def _inner(trace, call, moment) -> str:
    """A node that has its value: by a cut, by the best child, or by the mean."""
    value = number(call.value)
    if call.cut:
        return f"Cut: {call.cut}. {_node(call)} gives back {value}."
    tried = "one child" if len(call.children) == 1 else f"all {len(call.children)} children"
    if call.skipped:
        return f"{_node(call)} gives back {value} and leaves {len(call.skipped)} untried."
    if call.side == CHANCE:
        return f"CHANCE has seen {tried}. {_mean(trace, call)}"
    best = "" if call.best is None else f", by action {shorten(call.best, 24)}"
    return f"{_node(call)} has seen {tried}. The {WANTS[call.side]} value is {value}{best}."


def _mean(trace, call) -> str:
    """The expectation with its terms, while they fit on a line."""
    children = [trace.calls[i] for i in call.children]
    if len(children) > 6 or any(child.value is None for child in children):
        return f"The mean is {number(call.value)}."
    terms = [
        f"{_chance(trace.game.probability(call.state, child.action))} · {number(child.value)}"
        for child in children
    ]
    return f"The mean is {' + '.join(terms)} = {number(call.value)}."


def _chance(probability: float) -> str:
    """A probability as a small fraction where it is one."""
    fraction = Fraction(probability).limit_denominator(36)
    near = abs(float(fraction) - probability) < 1e-9
    return str(fraction) if near else number(probability)


def _effect(trace, call, moment) -> str:
    """What the value changes at the parent."""
    if call.parent is None:
        return _finish(trace, call)
    parent = trace.calls[call.parent]
    if parent.side == CHANCE:
        return "CHANCE above adds it to its mean."
    who, value, before = SIDE_NAMES[parent.side], number(call.value), moment.returned(parent)
    if not before:
        return f"{who} above now has {value} in hand.{_bound(parent, call.value)}"
    best = max(before) if parent.side == MAX else min(before)
    if parent.side * (call.value - best) > 0:
        return f"{who} above had {number(best)}: {value} is better.{_bound(parent, call.value)}"
    return f"{who} above has {number(best)} and keeps it."


def _bound(parent, value) -> str:
    """Which end of the window moves, if there is a window and it does."""
    if parent.alpha is None or parent.beta is None:
        return ""
    if parent.side == MAX and value > parent.alpha:
        return f" Alpha rises to {number(value)}."
    if parent.side != MAX and value < parent.beta:
        return f" Beta falls to {number(value)}."
    return ""


def _finish(trace, call) -> str:
    """The answer of the whole search."""
    others = (one.index for one in trace.calls if one.parent is None and one.index > call.index)
    calls = trace.calls[call.index : next(others, None)]
    nodes = f"{len(calls):,} nodes were visited" if len(calls) > 1 else "One node was visited"
    cuts = sum(bool(one.cut) for one in calls)
    more = f", {cuts} cuts were made" if cuts > 1 else ", one cut was made" if cuts else ""
    action = "" if call.best is None else f", the action is {shorten(call.best, 24)}"
    return f"Done: the value is {number(call.value)}{action}. {nodes}{more}."


def _node(call) -> str:
    return f"{SIDE_NAMES[call.side]}{'' if call.parent is not None else ' at the root'}"


def _action(call) -> str:
    return "the same move again" if call.action is None else f"action {shorten(call.action, 24)}"
