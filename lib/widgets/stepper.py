"""Step through a recorded search: forward, back, by slider, by keyboard, with words and picture."""

from html import escape
from inspect import signature
from itertools import pairwise

import ipywidgets as w

from lib.draw.tree import draw_levels, plan_tree
from lib.trace import Trace
from lib.widgets.film import shoot
from lib.widgets.frames import boxed, controls, quiet, show_frames, words
from lib.widgets.narration import before, tell

MOST_NODES, MOST_FRAMES = 250, 300
TALL = 700  # pixels
WINDOW = "max-height:66vh;overflow:auto"
FOLLOW = (  # the ring that this frame shows, moved to the middle if it is out of sight
    "requestAnimationFrame(()=>{"  # when the page is whole again, so that it is measured once
    "const w=this.closest('.looking-ahead')?.querySelector('.la-window'),"
    "e=w&&[...w.querySelectorAll('.ring')].find(r=>r.getBoundingClientRect().width);"
    "if(e){const n=e.getBoundingClientRect(),b=w.getBoundingClientRect();"
    "if(n.top<b.top||n.bottom>b.bottom)w.scrollTop+=n.top-b.top-b.height/2}})"
)
SEVERAL = (
    "This trace holds {searches} searches. These are the steps of the last one; "
    "stepper(trace, root={root}) shows the first."
)
SUMMARY = (
    "This search visited {nodes:,} nodes, too many to step through. Here is a summary for each "
    "level. To step, record a smaller search: less depth, or a smaller tree."
)


def stepper(trace: Trace, *, predict: bool = False, title: str | None = None, **options) -> w.VBox:
    """A widget that steps through a trace; `predict=True` asks before it shows, and keeps score.

    It works without a kernel, so also in a saved notebook; only predict mode needs one.
    `options` go to `draw_tree`, for example `windows=False` or `fold=6`.
    """
    check_trace(trace)
    check_options(options)
    if predict:
        from lib.widgets.quiz import quiz

        return quiz(trace, title=title, **options)
    plan, steps, remark = plan_steps(trace, options)
    if plan is None:
        levels = w.HTML(draw_levels(trace.calls, limit=MOST_NODES, title=title))
        return boxed(quiet(remark), levels, about="A summary of a search")
    picture, styles = shoot([plan.draw(step, title) for step in steps])
    styles = [following(style) for style in styles] if plan.height > TALL else styles
    (row, slider), drawn = controls(len(steps)), drawn_calls(plan)
    texts = [before(trace, plan.top)]
    texts += [sentence(trace, drawn, *pair) for pair in pairwise(steps)]
    contents = [words(text) + style for text, style in zip(texts, styles, strict=True)]
    parts = [row, show_frames(contents, slider), w.HTML(framed(picture, plan.height))]
    parts += [quiet(remark)] if remark else []
    count = "1 step" if len(steps) == 2 else f"{len(steps) - 1} steps"
    return boxed(*parts, about=f"A search in {count}")


def framed(picture: str, height: float) -> str:
    """The picture; a tall one scrolls in a window of its own, so that the words stay in sight."""
    if height <= TALL:
        return picture
    return f'<div class="la-window" tabindex="0" style="{WINDOW}">{picture}</div>'


def following(style: str) -> str:
    """The style sheet of a frame; once it is read, the window shows the current node."""
    return style.replace("<style>", f'<style onload="{FOLLOW}">', 1)


def check_trace(trace) -> None:
    """A ValueError that says what to do, unless there is a recorded search to step through."""
    if not isinstance(trace, Trace):
        raise ValueError(
            f"stepper steps through a trace, not {type(trace).__name__}: "
            "write `with record() as trace: alphabeta(game, state)`, then `stepper(trace)`"
        )
    if not trace.calls:
        raise ValueError(
            "this trace is empty: call a traced search inside the `with record() as trace:` block"
        )


def check_options(options) -> None:
    """A ValueError that names an option that `draw_tree` does not have, or that steps exclude."""
    known = [name for name in signature(plan_tree).parameters if name not in ("source", "step")]
    for name in options:
        if name not in known:
            raise ValueError(f"stepper has no option {name!r}; it has {', '.join(known)}")


def plan_steps(trace, options):
    """A layout for the steps, the steps to show, and a remark if they are not all."""
    roots = [call.index for call in trace.calls if call.parent is None]
    options = {"max_nodes": MOST_NODES, "root": roots[-1], **options}
    plan, depth = plan_tree(trace, 0, **options), options.pop("depth", None)
    steps = chosen_steps(trace, plan)
    if plan is not None and len(steps) <= MOST_FRAMES:
        several = SEVERAL.format(searches=len(roots), root=roots[0]) if len(roots) > 1 else ""
        return plan, steps, several if depth is None else thin_remark(trace, steps, depth)
    for levels in range(deepest(trace) if depth is None else depth, 0, -1):
        plan = plan_tree(trace, 0, **options, depth=levels)
        steps = chosen_steps(trace, plan)
        if plan is not None and len(steps) <= MOST_FRAMES:
            return plan, steps, thin_remark(trace, steps, levels)
    return None, [], SUMMARY.format(nodes=len(trace))


def chosen_steps(trace, plan) -> list[int]:
    """The steps with something to see: entering a leaf is shown together with its value."""
    if plan is None:
        return []
    steps, drawn = [trace.events.index(("enter", plan.top))], drawn_calls(plan)
    for number, (kind, index) in enumerate(trace.events, 1):
        to_leaf = kind == "enter" and trace.calls[index].kind != "inner"
        if index in drawn and not to_leaf:
            steps.append(number)
    return steps


def drawn_calls(plan) -> set[int]:
    """The calls that have a node of their own in the picture."""
    return {knot.data["data_call"] for knot in plan.knots if "data_call" in knot.data}


def deepest(trace) -> int:
    """The number of levels below the root."""
    levels = []
    for call in trace.calls:
        levels.append(0 if call.parent is None else levels[call.parent] + 1)
    return max(levels)


def thin_remark(trace, steps, levels) -> str:
    """What is left out of a thin stepper, and how to see it."""
    return (
        f"This search visited {len(trace):,} nodes. To stay readable, {levels} levels below the "
        f"root are drawn and {len(steps) - 1:,} of {len(trace.events):,} steps are shown. "
        "To see all of it, record a smaller search."
    )


def sentence(trace, drawn, last: int, step: int) -> str:
    """What happened in this step; steps that were left out are counted."""
    left_out = trace.events[last : step - 1]
    hidden = sum(kind == "enter" and index not in drawn for kind, index in left_out)
    text = escape(tell(trace, step))
    return f"({hidden:,} nodes below are not drawn.) {text}" if hidden else text
