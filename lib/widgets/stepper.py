"""Step through a recorded search: forward, back, by slider, by keyboard, with words and picture.

With `predict` it asks before it shows: the questions, the pictures and what to say to a wrong
answer are made here; `quiz.js` asks them in the browser, without a kernel, and puts only the
picture of the moment into the page.
"""

from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from html import escape
from itertools import pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import anywidget
import ipywidgets as w
import traitlets

from lib.draw.colors import theme
from lib.draw.svg import number, shorten
from lib.draw.tree import call_levels, draw_levels, lay_out_tree
from lib.draw.tree_glyphs import TreeView, has_ends, minus
from lib.draw.tree_layout import arrange
from lib.draw.tree_picture import Progress, TreePicture
from lib.game import CHANCE, MAX, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.messages import refuse_if
from lib.trace import Call, Trace
from lib.widgets import messages as say
from lib.widgets.frames import ROLES, STYLE, Panel, animate, film, merge, quiet, split

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
    is_end = call.kind == "terminal"
    words = (say.LEAF, say.ROOT_LEAF) if is_end else (say.HORIZON, say.ROOT_HORIZON)
    told = words[call.parent is None].format(action=_action(call), value=_number(call.value))
    return told[:1].upper() + told[1:]


def _inner(trace, call) -> str:
    """A node that has its value: by a cut, by the best child, or by the mean."""
    side, count = SIDE_NAMES[call.side], len(call.children)
    facts = {"side": side, "value": _number(call.value), "action": _action_name(call.best)}
    if call.cut:
        is_low = call.side == CHANCE and call.value <= (call.alpha or -inf)
        told = say.CUT[side if call.side else "LOW" if is_low else "HIGH"]
        facts |= {"alpha": _number(call.alpha), "beta": _number(call.beta)}
        left = len(call.skipped)
        rest = say.LEFT.format(count=say.COUNTS[left] if left < len(say.COUNTS) else left)
        return told.format(rest=say.ONE_LEFT if left == 1 else rest, **facts)
    if call.skipped:
        return say.LEFT_UNTRIED.format(count=len(call.skipped), **facts)
    few = {1: say.ONE_CHILD, 2: say.TWO_CHILDREN}
    seen = few.get(count, say.ALL_CHILDREN.format(count=count))
    if call.side == CHANCE:
        return say.CHANCE_DONE.format(children=seen, sum=_mean(trace, call))
    facts |= {"children": seen, "kind": say.LARGEST[side]}
    return (say.DONE if call.best is None else say.DONE_BY).format(**facts)


def _mean(trace, call) -> str:
    """The expectation, with its terms while they fit on a line."""
    children, value = [trace.calls[i] for i in call.children], _number(call.value)
    if len(children) > 6 or any(child.value is None for child in children):
        return value
    terms = []
    for child in children:
        share = trace.game.probability(call.state, child.action)
        fraction = Fraction(share).limit_denominator(36)  # a small one, where it is one
        told = fraction if abs(float(fraction) - share) < 1e-9 else number(share)
        terms.append(f"{told} · {_number(child.value)}")
    return f"{' + '.join(terms)} = {value}"


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
    moves = has_ends(parent) and (
        value > parent.alpha if parent.side == MAX else value < parent.beta
    )
    told = say.ALPHA_RISES if parent.side == MAX else say.BETA_FALLS
    return told.format(value=_number(value)) if moves else ""


def _finish(trace, call) -> str:
    """The answer of the whole search."""
    others = (one.index for one in trace.calls if one.parent is None and one.index > call.index)
    calls = trace.calls[call.index : next(others, None)]
    seen_all = call.kind == "inner" and not call.skipped  # then its value has just been said
    told = (say.DONE_ALL if seen_all else say.FINISHED).format(value=_number(call.value))
    nodes, cuts = len(calls), sum(bool(one.cut) for one in calls)
    visited = say.ONE_NODE if nodes == 1 else say.NODES.format(nodes=nodes)
    made = "" if not cuts else say.ONE_CUT if cuts == 1 else say.CUTS.format(cuts=cuts)
    return f"{told} {visited}{made}."


def _action(call) -> str:
    """The move that leads to a call."""
    return say.SAME_MOVE if call.action is None else _action_name(call.action)


def _action_name(action) -> str:
    return say.ACTION.format(action=shorten(action, 24))


def _number(value) -> str:
    """A number with a true minus sign."""
    return minus(number(value))


def stepper(trace: Trace, *, predict: bool = False, title: str | None = None, **options) -> w.VBox:
    """A widget that steps through a trace; `predict=True` asks before it shows, and keeps score.

    It works without a kernel, so also in a saved notebook; only predict mode needs one.
    `options` go to `draw_tree`, for example `windows=False` or `fold=6`. In a narrow window a
    small tree is shown in its phone form, if no `direction` is asked for: style sheets choose.
    """
    refuse_if(not isinstance(trace, Trace), say.NOT_A_TRACE, name=type(trace).__name__)
    refuse_if(not trace.calls, say.EMPTY_RECORD)
    if predict:
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
    texts += [_sentence(trace, picture.drawn_calls, *pair) for pair in pairwise(steps)]
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


def _sentence(trace, drawn, last: int, step: int) -> str:
    """What happened in this step; steps that were left out are counted."""
    left_out = trace.events[last : step - 1]
    hidden = sum(kind == "enter" and index not in drawn for kind, index in left_out)
    text = escape(tell(trace, step))
    return say.NOT_DRAWN.format(count=hidden, text=text) if hidden else text


# --- questions ---------------------------------------------------------------------------------

MOST_OPTIONS, MOST_OF_A_KIND = 4, 3
PROGRAM = Path(__file__).with_name("quiz.js").read_text("utf-8")
SHOW = "\nexport default { render({ model, el }) { window.lookingAheadQuiz.show(model, el); } };\n"


@dataclass(frozen=True)
class Question:
    """What is asked at `step`; the picture after `shown` reveals the answer."""

    step: int
    shown: int
    text: str
    answers: tuple[str, ...]  # options, or numbers of nodes in the picture
    otherwise: str  # what to say to a wrong answer
    options: tuple[str, ...] = ()  # buttons; none: a node is clicked
    targets: dict[str, str] = field(default_factory=dict)  # the nodes to click, with their names
    why: dict[str, str] = field(default_factory=dict)  # what to say to this wrong answer
    node: int | None = None  # which node of the picture is meant


class Quiz(anywidget.AnyWidget):
    """The questions about a search, and the parts of all pictures."""

    _esm = PROGRAM + SHOW
    card = traitlets.Unicode("quiz").tag(sync=True)
    sheet = traitlets.Unicode().tag(sync=True)
    forms = traitlets.List().tag(sync=True)  # of the picture: for a page, for a phone
    questions = traitlets.List().tag(sync=True)
    words = traitlets.Dict(say.QUIZ_WORDS).tag(sync=True)

    def __repr__(self) -> str:
        return f"{say.QUIZ}: to answer them, run this cell in Jupyter, or trust this notebook"


def quiz(trace: Trace, title: str | None = None, **options) -> Quiz:
    """A widget that asks about a search before it shows each answer."""
    picture: Any
    picture, steps, _ = choose_steps(trace, options)
    asked = [] if picture is None else questions(trace, steps, picture)
    refuse_if(picture is None or not asked, say.NOTHING_TO_PREDICT)
    frames = sorted({step for one in asked for step in (one.step, one.shown)})
    forms = [_form(one, frames, title) for one in (picture, on_phone(picture)) if one]
    at = {step: place for place, step in enumerate(frames)}
    rows = [asdict(q) | {"step": at[q.step], "shown": at[q.shown]} for q in asked]
    rows = [row | {"told": tell(trace, q.shown)} for row, q in zip(rows, asked, strict=True)]
    drawn = theme("".join(part[0] for _, parts in forms for part in parts), (*ROLES, "troubletext"))
    widget = Quiz(forms=forms, sheet=f"{STYLE}<style>{drawn}</style>", questions=rows)
    widget.add_class("looking-ahead")
    return widget


def _form(picture, frames, title):
    """The opening tag of a picture, and its parts: markup, first frame, and where it ends."""
    splits = [split(picture.draw(step, title)) for step in frames]
    parts = merge([inside for _, inside in splits])
    return splits[0][0], [(part.markup, part.first, part.end) for part in parts]


def questions(trace: Trace, steps: list[int], picture: TreePicture) -> list[Question]:
    """Questions of several kinds in the order of the search, the kind least asked so far first."""
    kinds = (_would_take, _cut, _takes, _worth, _next_leaf)
    found, asked = [], dict.fromkeys(kinds, 0)
    for before, after in pairwise(steps):
        if found and before < found[-1].shown:
            continue  # the last answer has shown this step already
        for kind in sorted(kinds, key=lambda one: asked[one]):
            free = asked[kind] < MOST_OF_A_KIND or after == steps[-1]
            question = free and kind(Moment(trace, picture, before, after))
            if question:
                asked[kind] += 1 if kind is not _next_leaf else 2
                found.append(question)
                break
    return found


@dataclass(frozen=True)
class Moment:
    """Two steps of a search that follow each other, and its picture."""

    trace: Trace
    picture: TreePicture
    before: int
    after: int

    @property
    def event(self):
        """What happens after the question, and where."""
        kind, index = self.trace.events[self.after - 1]
        return kind, self.trace.calls[index]

    @property
    def seen(self) -> Progress:
        """What is known when the question is asked."""
        return Progress(self.trace.calls, self.trace.events, self.before)

    def left(self, kind: str):
        """The call of this kind that is left after the question, with a number; else None."""
        event, call = self.event
        is_kind = event == "leave" and (call.kind == "inner") == (kind == "inner")
        return call if is_kind and isinstance(call.value, (int, float)) else None

    def glyph(self, call) -> int | None:
        """The number of the call's node in the picture."""
        return self.picture.tree.glyph_of.get(call.index)


def _not_best(call, values) -> dict[str, str]:
    """For each value that the side at a node does not take: why not."""
    others = [] if call.side == CHANCE else map(_number, values)
    why = say.WHY_NOT.get(SIDE_NAMES[call.side])
    return {v: why.format(value=v) for v in others if v != _number(call.value)}


def _would_take(at: Moment):
    """Would the mover take the next leaf? Asked where the numbers of leaves stand on paper."""
    call = at.left("leaf")
    if call is None or call.parent is None or not isinstance(at.trace.game, TreeGame):
        return None
    parent = at.trace.calls[call.parent]
    values = at.seen.returned(parent)
    if not values or parent.side == CHANCE or call.value in values:
        return None
    best = max(values, key=lambda value: parent.side * value)
    takes = parent.side * (call.value - best) > 0
    facts = {"side": SIDE_NAMES[parent.side], "old": _number(best), "value": _number(call.value)}
    text, why = say.WOULD_TAKE.format(**facts), say.WOULD_WHY[facts["side"]].format(**facts)
    look: dict[str, Any] = {"options": (say.YES, say.NO), "node": at.glyph(call)}
    return Question(at.before, at.after, text, (say.YES if takes else say.NO,), why, **look)


def _takes(at: Moment):
    """Which child does the mover take? Answered by clicking it."""
    call = at.left("inner")
    children = [at.trace.calls[i] for i in call.children] if call else []
    glyphs = [at.glyph(child) for child in children]
    if call is None or call.side == CHANCE or call.skipped or len(set(glyphs)) < 2:
        return None
    pairs = [(str(glyph), child) for glyph, child in zip(glyphs, children, strict=True)]
    names = {g: say.CHILD.format(move=shorten(c.action, 18)) for g, c in pairs}
    right = tuple(g for g, c in pairs if c.value == call.value)
    told = _not_best(call, [child.value for child in children])
    wrong = {g: told[_number(c.value)] for g, c in pairs if g not in right}
    text = say.TAKES.format(side=SIDE_NAMES[call.side])
    look: dict[str, Any] = {"targets": names, "why": wrong, "node": at.glyph(call)}
    return Question(at.before, at.after, text, right, say.NOT_A_CHILD, **look)


def _worth(at: Moment):
    """What is a node worth? Asked before it is left."""
    call = at.left("inner")
    if call is None or len(call.children) < 2:
        return None
    answer, values = _number(call.value), [at.trace.calls[i].value for i in call.children]
    known = [c.value for c in at.trace.calls if isinstance(c.value, (int, float))]
    options = [*dict.fromkeys([answer, *map(_number, (*values, *known))])][:MOST_OPTIONS]
    Random(at.after).shuffle(options)  # an order that depends on the step only
    text = say.WORTH.format(side=SIDE_NAMES[call.side])
    otherwise = say.NOT_WORTH if call.side else say.IS_MEAN
    look: dict[str, Any] = {"why": _not_best(call, values), "node": at.glyph(call)}
    return Question(at.before, at.after, text, (answer,), otherwise, tuple(options), **look)


def _next_leaf(at: Moment):
    """Which leaf comes next? Asked before the search goes down, and when it has gone up."""
    events = at.trace.events
    calls = [(s, at.trace.calls[i]) for s, (kind, i) in enumerate(events, 1) if kind == "leave"]
    later = ((s, c) for s, c in calls if s > at.before and c.kind != "inner")
    leaf, target = next(later, (0, None))
    if not at.before or target is None or (at.event[0] == "leave" and at.after != leaf):
        return None
    glyphs, seen = at.picture.tree.glyphs, at.seen
    leaves = [(i, glyph.call) for i, glyph in enumerate(glyphs) if glyph.shape == "leaf"]
    unseen = [i for i, call in leaves if call is None or not seen.entered(call)]
    if at.glyph(target) not in unseen or len(unseen) < 2:
        return None
    names = {str(i): say.LEAF_NAME.format(number=n) for n, i in enumerate(unseen, 1)}
    answers = (str(at.glyph(target)),)
    return Question(at.before, leaf, say.WHICH_LEAF, answers, say.NOT_NEXT, targets=names)


def _cut(at: Moment):
    """Is the rest cut? Asked when a child has come back and others are left."""
    if not at.before:
        return None
    kind, index = at.trace.events[at.before - 1]
    child = at.trace.calls[index]
    if kind != "leave" or child.parent is None or child.alpha is None:
        return None
    parent = at.trace.calls[child.parent]
    game: Any = at.trace.game
    count = len(game.actions(parent.state)) - 1 - parent.children.index(child.index)
    if not count or not isinstance(child.value, (int, float)):
        return None
    is_cut = parent.children[-1] == child.index
    alpha, beta = at.seen.live_window(parent)
    facts = {"alpha": _number(alpha), "beta": _number(beta), "count": count}
    facts |= {"side": SIDE_NAMES[parent.side], "value": _number(child.value)}
    text = (say.ONE_MATTERS if count == 1 else say.MANY_MATTER).format(**facts)
    why = (say.CANNOT_MATTER if is_cut else say.MAY_MATTER).format(**facts)
    look: dict[str, Any] = {"options": (say.YES, say.NO), "node": at.glyph(parent)}
    return Question(at.before, at.after, text, (say.NO if is_cut else say.YES,), why, **look)
