"""Predict before you see: questions about a search, answered by clicking in its picture.

All is made here; `quiz.js` asks in the browser, without a kernel.
"""

from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import anywidget
import traitlets

from lib.draw.colors import theme
from lib.draw.svg import shorten
from lib.draw.tree_glyphs import signed
from lib.draw.tree_picture import Progress, TreePicture
from lib.game import CHANCE, SIDE_NAMES
from lib.games.tree import TreeGame
from lib.messages import refuse_if
from lib.trace import Trace
from lib.widgets import messages as say
from lib.widgets.frames import ROLES, STYLE, merge, split
from lib.widgets.stepper import choose_steps, on_phone, tell

MOST_OPTIONS, MOST_OF_A_KIND = 4, 3
PROGRAM = Path(__file__).with_name("quiz.js").read_text("utf-8")
_SHOW = "\nexport default { render({ model, el }) { window.lookingAheadQuiz.show(model, el); } };\n"


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

    _esm = PROGRAM + _SHOW
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
    forms = []  # the opening tag of a picture, and its parts: markup, first frame, where it ends
    for form in filter(None, (picture, on_phone(picture))):
        heads, insides = zip(*(split(form.draw(step, title)) for step in frames), strict=True)
        forms.append((heads[0], [(part.markup, part.first, part.end) for part in merge(insides)]))
    at = {step: place for place, step in enumerate(frames)}
    rows = [asdict(q) | {"step": at[q.step], "shown": at[q.shown]} for q in asked]
    rows = [row | {"told": tell(trace, q.shown)} for row, q in zip(rows, asked, strict=True)]
    drawn = theme("".join(part[0] for _, parts in forms for part in parts), (*ROLES, "troubletext"))
    widget = Quiz(forms=forms, sheet=f"{STYLE}<style>{drawn}</style>", questions=rows)
    widget.add_class("looking-ahead")
    return widget


def questions(trace: Trace, steps: list[int], picture: TreePicture) -> list[Question]:
    """Questions of several kinds in the order of the search, the kind least asked so far first."""
    kinds = (_would_take, _cut, _takes, _worth, _next_leaf)
    found, asked = [], dict.fromkeys(kinds, 0)
    for before, after in pairwise(steps):
        if found and before < found[-1].shown:
            continue  # the last answer has shown this step already
        for kind in sorted(kinds, key=lambda one: asked[one]):
            free = asked[kind] < MOST_OF_A_KIND or after == steps[-1]
            question = free and kind(_Moment(trace, picture, before, after))
            if question:
                asked[kind] += 1 if kind is not _next_leaf else 2
                found.append(question)
                break
    return found


@dataclass(frozen=True)
class _Moment:
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
    others = [] if call.side == CHANCE else map(signed, values)
    why = say.WHY_NOT.get(SIDE_NAMES[call.side])
    return {v: why.format(value=v) for v in others if v != signed(call.value)}


def _would_take(at: _Moment):
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
    facts = {"side": SIDE_NAMES[parent.side], "old": signed(best), "value": signed(call.value)}
    text, why = say.WOULD_TAKE.format(**facts), say.WOULD_WHY[facts["side"]].format(**facts)
    look: dict[str, Any] = {"options": (say.YES, say.NO), "node": at.glyph(call)}
    return Question(at.before, at.after, text, (say.YES if takes else say.NO,), why, **look)


def _takes(at: _Moment):
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
    wrong = {g: told[signed(c.value)] for g, c in pairs if g not in right}
    text = say.TAKES.format(side=SIDE_NAMES[call.side])
    look: dict[str, Any] = {"targets": names, "why": wrong, "node": at.glyph(call)}
    return Question(at.before, at.after, text, right, say.NOT_A_CHILD, **look)


def _worth(at: _Moment):
    """What is a node worth? Asked before it is left."""
    call = at.left("inner")
    if call is None or len(call.children) < 2:
        return None
    answer, values = signed(call.value), [at.trace.calls[i].value for i in call.children]
    known = [c.value for c in at.trace.calls if isinstance(c.value, (int, float))]
    options = [*dict.fromkeys([answer, *map(signed, (*values, *known))])][:MOST_OPTIONS]
    Random(at.after).shuffle(options)  # an order that depends on the step only
    text = say.WORTH.format(side=SIDE_NAMES[call.side])
    otherwise = say.NOT_WORTH if call.side else say.IS_MEAN
    look: dict[str, Any] = {"why": _not_best(call, values), "node": at.glyph(call)}
    return Question(at.before, at.after, text, (answer,), otherwise, tuple(options), **look)


def _next_leaf(at: _Moment):
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


def _cut(at: _Moment):
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
    facts = {"alpha": signed(alpha), "beta": signed(beta), "count": count}
    facts |= {"side": SIDE_NAMES[parent.side], "value": signed(child.value)}
    text = (say.ONE_MATTERS if count == 1 else say.MANY_MATTER).format(**facts)
    why = (say.CANNOT_MATTER if is_cut else say.MAY_MATTER).format(**facts)
    look: dict[str, Any] = {"options": (say.YES, say.NO), "node": at.glyph(parent)}
    return Question(at.before, at.after, text, (say.NO if is_cut else say.YES,), why, **look)
