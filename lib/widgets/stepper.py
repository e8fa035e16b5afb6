"""Step through a recorded search: forward, back, by slider, by keyboard, with words and picture."""

from dataclasses import replace
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import inf
from typing import Any

import ipywidgets as w

from lib.draw.svg import number, shorten
from lib.draw.tree import call_levels, draw_levels, lay_out_tree
from lib.draw.tree_glyphs import TreeView, has_ends, signed
from lib.draw.tree_layout import arrange
from lib.draw.tree_picture import Progress, TreePicture
from lib.game import CHANCE, MAX, SIDE_NAMES
from lib.messages import refuse_if
from lib.trace import Call, Trace
from lib.widgets import messages as say
from lib.widgets.frames import Panel, animate, film, quiet

MOST_NODES, MOST_FRAMES, MOST_ON_PHONE = 250, 300, 40
TALL, WINDOW = 700, "max-height:66vh;overflow:auto"  # a higher picture scrolls


def tell(trace: Trace, step: int) -> str:
    """What the search did in its event number `step` (1 is the first), as plain text."""
    if step == 0:
        return before(trace)
    kind, index = trace.events[step - 1]
    call = trace.calls[index]
    if kind == "enter":
        return _enter(call)
    if call.value is None:
        at = "{side}" if call.parent is not None else say.AT_ROOT
        return say.FAILED.format(node=at.format(side=SIDE_NAMES[call.side]))
    if call.kind == "inner":
        told = _inner(trace, call)
    else:  # the end of the game, or of the search
        is_end = call.kind == "terminal"
        words = (say.LEAF, say.ROOT_LEAF) if is_end else (say.HORIZON, say.ROOT_HORIZON)
        told = words[call.parent is None].format(action=_action(call), value=signed(call.value))
        told = told[:1].upper() + told[1:]
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
    told += " " + say.WINDOW[known].format(**{name: signed(end) for name, end in ends.items()})
    return told.strip()


def _inner(trace, call) -> str:
    """A node that has its value: by a cut, by the best child, or by the mean."""
    side, count = SIDE_NAMES[call.side], len(call.children)
    facts = {"side": side, "value": signed(call.value), "action": _action_name(call.best)}
    if call.cut:
        is_low = call.side == CHANCE and call.value <= (call.alpha or -inf)
        told = say.CUT[side if call.side else "LOW" if is_low else "HIGH"]
        facts |= {"alpha": signed(call.alpha), "beta": signed(call.beta)}
        left = len(call.skipped)
        rest = say.LEFT.format(count=say.COUNTS[left] if left < len(say.COUNTS) else left)
        return told.format(rest=say.ONE_LEFT if left == 1 else rest, **facts)
    if call.skipped:
        return say.LEFT_UNTRIED.format(count=len(call.skipped), **facts)
    seen = {1: say.ONE_CHILD, 2: say.TWO_CHILDREN}.get(count, say.ALL_CHILDREN.format(count=count))
    if call.side == CHANCE:
        return say.CHANCE_DONE.format(children=seen, sum=_mean(trace, call))
    facts |= {"children": seen, "kind": say.LARGEST[side]}
    return (say.DONE if call.best is None else say.DONE_BY).format(**facts)


def _mean(trace, call) -> str:
    """The expectation, with its terms while they fit on a line."""
    children, value = [trace.calls[i] for i in call.children], signed(call.value)
    if len(children) > 6 or any(child.value is None for child in children):
        return value
    terms = []
    for child in children:
        share = trace.game.probability(call.state, child.action)
        fraction = Fraction(share).limit_denominator(36)  # a small one, where it is one
        told = fraction if abs(float(fraction) - share) < 1e-9 else number(share)
        terms.append(f"{told} · {signed(child.value)}")
    return f"{' + '.join(terms)} = {value}"


def _effect(trace, call, progress) -> str:
    """What the value changes at the parent."""
    if call.parent is None:  # the answer of the whole search
        others = (one.index for one in trace.calls if one.parent is None and one.index > call.index)
        calls = trace.calls[call.index : next(others, None)]
        seen_all = call.kind == "inner" and not call.skipped  # then its value has just been said
        told = (say.DONE_ALL if seen_all else say.FINISHED).format(value=signed(call.value))
        nodes, cuts = len(calls), sum(bool(one.cut) for one in calls)
        visited = say.ONE_NODE if nodes == 1 else say.NODES.format(nodes=nodes)
        made = "" if not cuts else say.ONE_CUT if cuts == 1 else say.CUTS.format(cuts=cuts)
        return f"{told} {visited}{made}."
    parent = trace.calls[call.parent]
    if parent.side == CHANCE:
        return say.ADDS
    best = max(progress.returned(parent), key=lambda value: parent.side * value, default=None)
    side = SIDE_NAMES[parent.side]
    facts = {"side": side, "value": signed(call.value), "old": signed(best)}
    if best is not None and parent.side * (call.value - best) <= 0:
        return "" if call.cut else say.KEEPS.format(**facts)
    told = say.IN_HAND[side] if best is None else say.BETTER[side]
    told = told.format(**facts)
    end = parent.alpha if parent.side == MAX else parent.beta
    if has_ends(parent) and parent.side * call.value > parent.side * end:  # this end moves
        told += " " + (say.ALPHA_RISES if parent.side == MAX else say.BETA_FALLS).format(**facts)
    return told.strip()


def _action(call) -> str:
    """The move that leads to a call."""
    return say.SAME_MOVE if call.action is None else _action_name(call.action)


def _action_name(action) -> str:
    return say.ACTION.format(action=shorten(action, 24))


def stepper(trace: Trace, *, predict: bool = False, title: str | None = None, **options) -> w.VBox:
    """A widget that steps through a trace; `predict=True` asks before it shows, and keeps score.

    `options` go to `draw_tree`, for example `windows=False` or `fold=6`. In a narrow window a
    small tree is shown in its phone form, if no `direction` is asked for.
    """
    refuse_if(not isinstance(trace, Trace), say.NOT_A_TRACE, name=type(trace).__name__)
    refuse_if(not trace.calls, say.EMPTY_RECORD)
    if predict:
        from lib.widgets.quiz import quiz

        return quiz(trace, title=title, **options)
    picture, steps, remark = choose_steps(trace, options)
    if picture is None:
        levels = w.HTML(draw_levels(trace.calls, limit=MOST_NODES, title=title))
        return Panel(quiet(remark), levels, about=say.SEARCH_SUMMARY)
    animated, styles = animate([picture.draw(step, title) for step in steps])
    if picture.layout.height > TALL:  # it scrolls in a window of its own: words stay in sight
        animated = f'<div class="la-window" tabindex="0" style="{WINDOW}">{animated}</div>'
    if (small := on_phone(picture)) and "direction" not in options:
        narrow, more = animate([small.draw(step, title) for step in steps])
        animated = f'<div class="la-wide">{animated}</div><div class="la-phone">{narrow}</div>'
        styles = [one + other for one, other in zip(styles, more, strict=True)]
    texts = [escape(before(trace, picture.top))]
    for last, step in pairwise(steps):  # steps that were left out are counted
        left, drawn = trace.events[last : step - 1], picture.drawn_calls
        hidden = sum(kind == "enter" and index not in drawn for kind, index in left)
        text = escape(tell(trace, step))
        texts.append(say.NOT_DRAWN.format(count=hidden, text=text) if hidden else text)
    count = "1 step" if len(steps) == 2 else f"{len(steps) - 1} steps"
    return film(animated, styles, texts, say.SEARCH.format(steps=count), remark)


def on_phone(picture: TreePicture) -> TreePicture | None:
    """The same picture for a page of 390 pixels; None for a tree that is too large."""
    if len(picture.tree.glyphs) > MOST_ON_PHONE:
        return None
    return replace(picture, layout=arrange(picture.tree.glyphs, "phone"), painted={})


def choose_steps(trace: Trace, options: dict) -> tuple[TreePicture | None, list[int], str]:
    """A picture for the steps, the steps to show, and a remark if they are not all."""
    roots = [call.index for call in trace.calls if call.parent is None]
    options = {"max_nodes": MOST_NODES, "root": roots[-1], **options}
    picture, steps = _drawn(trace, options)
    depth = options.pop("depth", None)
    if picture is not None and depth is None:
        several = say.SEVERAL.format(searches=len(roots), root=roots[0]) if len(roots) > 1 else ""
        return picture, steps, several
    deepest = max(call_levels(trace.calls).values())  # levels below the root
    for levels in range(deepest if depth is None else depth, 0, -1):
        picture, steps = _drawn(trace, options | {"depth": levels})
        if picture is not None:
            facts = {"nodes": len(trace), "levels": levels, "shown": len(steps) - 1}
            return picture, steps, say.THINNED.format(**facts, steps=len(trace.events))
    return None, [], say.SUMMARY.format(nodes=len(trace))


def _drawn(trace, options):
    """The picture with these options and its steps; None and none where they are too many."""
    picture = lay_out_tree(trace, 0, TreeView.of(options, "stepper"))
    steps = [] if picture is None else shown_steps(trace, picture)
    return (picture, steps) if len(steps) <= MOST_FRAMES else (None, [])


def shown_steps(trace: Trace, picture: TreePicture) -> list[int]:
    """The steps with something to see: entering a leaf is shown together with its value."""
    steps = [trace.events.index(("enter", picture.top))]
    for step, (kind, index) in enumerate(trace.events, 1):
        to_leaf = kind == "enter" and trace.calls[index].kind != "inner"
        if index in picture.drawn_calls and not to_leaf:
            steps.append(step)
    return steps
