"""Step through a recorded search: forward, back, by slider, by keyboard, with words and picture."""

from dataclasses import replace
from html import escape
from itertools import pairwise

import ipywidgets as w

from lib.draw.tree import draw_levels, lay_out_tree
from lib.draw.tree_glyphs import TreeView
from lib.draw.tree_layout import arrange
from lib.draw.tree_picture import TreePicture
from lib.messages import refuse_if
from lib.trace import Trace
from lib.widgets import messages as say
from lib.widgets.frames import Panel, animate, film, quiet
from lib.widgets.narration import before, tell

MOST_NODES, MOST_FRAMES, MOST_ON_PHONE = 250, 300, 40
TALL = 700  # pixels
WINDOW = "max-height:66vh;overflow:auto"


def stepper(trace: Trace, *, predict: bool = False, title: str | None = None, **options) -> w.VBox:
    """A widget that steps through a trace; `predict=True` asks before it shows, and keeps score.

    It works without a kernel, so also in a saved notebook; only predict mode needs one.
    `options` go to `draw_tree`, for example `windows=False` or `fold=6`. In a narrow window a
    small tree is shown in its phone form, if no `direction` is asked for: style sheets choose.
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
    texts += [_sentence(trace, picture.drawn_calls, *pair) for pair in pairwise(steps)]
    count = "1 step" if len(steps) == 2 else f"{len(steps) - 1} steps"
    return film(animated, styles, texts, say.SEARCH.format(steps=count), remark)


def on_phone(picture: TreePicture) -> TreePicture | None:
    """The same picture for a page of 390 pixels; None for a tree that is too large."""
    glyphs = picture.tree.glyphs
    return (
        replace(picture, layout=arrange(glyphs, "phone"), painted={})
        if len(glyphs) <= MOST_ON_PHONE
        else None
    )


def choose_steps(trace: Trace, options: dict) -> tuple[TreePicture | None, list[int], str]:
    """A picture for the steps, the steps to show, and a remark if they are not all."""
    roots = [call.index for call in trace.calls if call.parent is None]
    options = {"max_nodes": MOST_NODES, "root": roots[-1], **options}
    picture, steps = _drawn(trace, options)
    depth = options.pop("depth", None)
    if picture is not None and depth is None:
        several = say.SEVERAL.format(searches=len(roots), root=roots[0]) if len(roots) > 1 else ""
        return picture, steps, several
    for levels in range(_deepest(trace) if depth is None else depth, 0, -1):
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
    for number, (kind, index) in enumerate(trace.events, 1):
        to_leaf = kind == "enter" and trace.calls[index].kind != "inner"
        if index in picture.drawn_calls and not to_leaf:
            steps.append(number)
    return steps


def _deepest(trace) -> int:
    """The number of levels below the root."""
    levels = []
    for call in trace.calls:
        levels.append(0 if call.parent is None else levels[call.parent] + 1)
    return max(levels)


def _sentence(trace, drawn, last: int, step: int) -> str:
    """What happened in this step; steps that were left out are counted."""
    left_out = trace.events[last : step - 1]
    hidden = sum(kind == "enter" and index not in drawn for kind, index in left_out)
    text = escape(tell(trace, step))
    return say.NOT_DRAWN.format(count=hidden, text=text) if hidden else text
