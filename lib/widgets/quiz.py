"""Predict before you see: questions about the next step of a search, and a score."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from random import Random
from typing import Any

import ipywidgets as w

from lib.draw.colors import QUIET
from lib.draw.svg import number, shorten
from lib.draw.tree_picture import Progress
from lib.game import CHANCE, MAX, SIDE_NAMES
from lib.messages import refuse_if
from lib.trace import Trace
from lib.widgets import messages as say
from lib.widgets.frames import Panel, mark_knobs, quiet, words
from lib.widgets.narration import tell
from lib.widgets.stepper import choose_steps

MOST_OPTIONS = 4


@dataclass(frozen=True)
class Question:
    """What is asked at `step`; the picture after `shown` reveals the answer."""

    step: int
    shown: int
    text: str
    options: tuple[str, ...]
    answer: str


def quiz(trace: Trace, title: str | None = None, **options) -> w.VBox:
    """A widget that asks about a search before it shows each answer."""
    picture, steps, remark = choose_steps(trace, options)
    asked = [] if picture is None else questions(trace, steps, picture.drawn_calls)
    refuse_if(picture is None or not asked, say.NOTHING_TO_PREDICT)
    drawn: Any = picture
    return Quiz(trace, asked, lambda step: drawn.draw(step, title), remark).widget


class Quiz:
    """The widgets of the quiz and its score."""

    def __init__(self, trace, asked, draw: Callable, remark: str):
        self.trace, self.asked, self.draw = trace, asked, draw
        self.number, self.right, self.answered = 0, 0, 0
        self.text, self.view = w.HTML(), w.HTML()
        self.buttons = [w.Button(layout=w.Layout(width="auto")) for _ in range(MOST_OPTIONS)]
        for button in self.buttons:
            button.on_click(self._answer)
        self.next = w.Button(description=say.NEXT, button_style="primary")
        self.next.on_click(lambda _: self._go_on())
        mark_knobs(*self.buttons, self.next)
        row = w.HBox([*self.buttons, self.next], layout=w.Layout(flex_flow="row wrap"))
        notes = quiet(f"{say.QUIZ_NEEDS_KERNEL} {remark}".strip())
        self.widget = Panel(self.text, row, self.view, notes, about=say.QUIZ)
        self._ask()

    def _ask(self):
        question, self.is_open = self.asked[self.number], True
        self._say(f"<b>{escape(question.text)}</b>")
        for place, button in enumerate(self.buttons):
            there = place < len(question.options)
            button.description = question.options[place] if there else ""
            button.layout.display = None if there else "none"
            button.disabled, button.button_style = False, ""
        self.next.layout.display = "none"
        self.view.value = self.draw(question.step)

    def _answer(self, button):
        if not self.is_open:  # the second half of a double click
            return
        self.is_open, question = False, self.asked[self.number]
        right = button.description == question.answer
        self.answered, self.right = self.answered + 1, self.right + right
        for other in self.buttons:
            other.disabled = True
            if other.description == question.answer:
                other.button_style = "success"
        verdict = say.RIGHT if right else say.WRONG.format(answer=question.answer)
        self._say(f"<b>{escape(verdict)}</b> {escape(tell(self.trace, question.shown))}")
        self.view.value = self.draw(question.shown)
        self.next.layout.display = None
        last = self.number == len(self.asked) - 1
        self.next.description = say.AGAIN if last else say.NEXT

    def _go_on(self):
        if self.is_open:
            return
        self.number += 1
        if self.number == len(self.asked):
            self.number = self.right = self.answered = 0
        self._ask()

    def _say(self, text):
        score = say.SCORE.format(right=self.right, answered=self.answered)
        place = {"number": self.number + 1, "count": len(self.asked)}
        told = say.QUESTION_NUMBER.format(score=score if self.answered else say.NO_SCORE, **place)
        head = f'<span style="font-size:15px;color:{QUIET}">{told}</span><br>'
        self.text.value = words(head + text, lines=3)


def questions(trace, steps, drawn) -> list[Question]:
    """A question for each step that can be foreseen; of several kinds the least asked so far."""
    found, asked = [], dict.fromkeys((_next_leaf, _cut, _bound, _goes_up), 0)
    for before, after in pairwise(steps):
        if found and before < found[-1].shown:
            continue  # the last answer has shown this step already
        able = {kind: kind(trace, before, after, drawn) for kind in asked}
        able = {kind: question for kind, question in able.items() if question}
        if able:
            kind = min(able, key=lambda one: asked[one])
            asked[kind] += 1
            found.append(able[kind])
    return found


def _event(trace, step):
    kind, index = trace.events[step - 1]
    return kind, trace.calls[index]


def _mixed(answer, others, step) -> tuple[str, ...]:
    """The answer among up to three others, in an order that depends on the step only."""
    others = [other for other in dict.fromkeys(others) if other != answer]
    rng = Random(step)
    options = [answer, *rng.sample(others, min(len(others), MOST_OPTIONS - 1))]
    rng.shuffle(options)
    return tuple(options)


def _next_leaf(trace, before, after, drawn):
    """Which leaf comes next? Asked before the search goes down, and when it has gone up."""
    leaf = next((s for s in range(before + 1, len(trace.events) + 1) if _at_leaf(trace, s)), 0)
    if not before or not leaf or (_event(trace, after)[0] == "leave" and after != leaf):
        return None
    call, seen = _event(trace, leaf)[1], Progress(trace.calls, trace.events, before)
    if call.index not in drawn:
        return None
    leaves = [c for c in trace.calls if c.kind != "inner" and c.index in drawn]
    others = [_place(trace, c) for c in leaves if not seen.entered(c.index)]
    skipped = [(c, action) for c in trace.calls if c.index in drawn for action in c.skipped]
    others += [_place(trace, *pair) for pair in skipped]
    answer = _place(trace, call)
    options = _mixed(answer, others, leaf)
    return Question(before, leaf, say.WHICH_LEAF, options, answer) if len(options) > 1 else None


def _at_leaf(trace, step) -> bool:
    """Whether the event gives the value of a leaf."""
    kind, call = _event(trace, step)
    return kind == "leave" and call.kind != "inner"


def _place(trace, call, action=None) -> str:
    """The actions from the root to a call, or to an action that it skipped."""
    names = [] if action is None else [shorten(action, 12)]
    while call.parent is not None:
        names.append(shorten(call.action, 12))
        call = trace.calls[call.parent]
    return " → ".join(reversed(names))


def _cut(trace, before, after, drawn):
    """Is the rest cut? Asked when a child has come back and others are left."""
    if not before:
        return None
    kind, child = _event(trace, before)
    if kind != "leave" or child.parent is None or child.alpha is None:
        return None
    parent = trace.calls[child.parent]
    count = len(trace.game.actions(parent.state)) - 1 - parent.children.index(child.index)
    if not count or not isinstance(child.value, (int, float)):
        return None
    is_cut = parent.children[-1] == child.index
    text = say.ONE_MATTERS if count == 1 else say.MANY_MATTER
    text = text.format(side=SIDE_NAMES[parent.side], value=number(child.value), count=count)
    answer = say.NO_CUT if is_cut else say.LOOK_ON
    return Question(before, after, text, (say.LOOK_ON, say.NO_CUT), answer)


def _bound(trace, before, after, drawn):
    """What is alpha now, or beta? Asked before a child's value comes back."""
    kind, call = _event(trace, after)
    if kind != "leave" or call.parent is None or call.alpha is None or after % 2:
        return None
    parent = trace.calls[call.parent]
    if parent.side == CHANCE or not isinstance(call.value, (int, float)):
        return None
    old = Progress(trace.calls, trace.events, after - 1).live_window(parent)
    new = Progress(trace.calls, trace.events, after).live_window(parent)
    end = 0 if parent.side == MAX else 1
    values = [c.value for c in trace.calls if isinstance(c.value, (int, float))]
    others = [number(v) for v in (old[0], old[1], *values)]
    name, who = ("alpha", "MAX") if end == 0 else ("beta", "MIN")
    text = say.BOUND if call.kind == "inner" else say.BOUND_AFTER
    text = text.format(bound=name, side=who, leaf=_place(trace, call))
    options = _mixed(number(new[end]), others, after)
    return Question(before, after, text, options, number(new[end]))


def _goes_up(trace, before, after, drawn):
    """Which value goes up? Asked before an inner node is left."""
    kind, call = _event(trace, after)
    if kind != "leave" or call.kind != "inner" or not isinstance(call.value, (int, float)):
        return None
    values = [c.value for c in trace.calls if isinstance(c.value, (int, float))]
    options = _mixed(number(call.value), [number(v) for v in values], after)
    text = say.GIVES_BACK.format(side=SIDE_NAMES[call.side])
    return Question(before, after, text, options, number(call.value))
