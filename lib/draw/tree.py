"""Search trees as pictures, drawn from a trace or from a TreeGame.

MAX is a triangle that points up, MIN one that points down, CHANCE a circle, a leaf a box.
The chosen line is thick, the current node has a second outline, a cut branch ends in a cross.
"""

from lib.draw import tree_nodes as kn
from lib.draw.levels import draw_levels
from lib.draw.mcts import draw_mcts
from lib.draw.svg import SVG
from lib.draw.tree_picture import Plan, all_cuts
from lib.draw.tree_plan import calls_of, find, plant, with_ancestors
from lib.games.tree import TreeGame

__all__ = ["draw_levels", "draw_mcts", "draw_steps", "draw_tree"]


def draw_tree(
    source,
    *,
    step=None,
    highlight=(),
    root=None,
    depth=None,
    fold=12,
    expand=(),
    max_nodes=400,
    windows=True,
    direction=None,
    title=None,
) -> SVG:
    """A picture of the search that `source` (a Trace) recorded, or of a TreeGame.

    `step` shows the search after that many events and dims what it has not reached. `root` (a
    call's index or a state) draws only what lies below it. Nodes with more than `fold` children,
    and everything deeper than `depth` levels, are folded except below the nodes in `expand`.
    A tree that still has more than `max_nodes` becomes a summary per level.
    """
    plan = plan_tree(
        source,
        step,
        highlight=highlight,
        root=root,
        depth=depth,
        fold=fold,
        expand=expand,
        max_nodes=max_nodes,
        windows=windows,
        direction=direction,
    )
    if plan is None:
        return draw_levels(calls_of(source), limit=max_nodes, title=title)
    return plan.draw(step, title)


def draw_steps(trace, *, title=None, **options) -> list[SVG]:
    """A picture for every step of a trace, from nothing visited to all; options of `draw_tree`."""
    calls_of(trace)
    if not getattr(trace, "events", None):
        raise ValueError("only a trace has steps: record a search, then draw its trace")
    plan = plan_tree(trace, 0, **options)
    if plan is None:
        return [draw_tree(trace, title=title, **options)]
    return [plan.draw(step, title) for step in range(len(trace.events) + 1)]


def plan_tree(
    source,
    step,
    *,
    highlight=(),
    root=None,
    depth=None,
    fold=12,
    expand=(),
    max_nodes=400,
    windows=True,
    direction=None,
):
    """The tree with its layout, or None when it is too large to draw."""
    source = TreeGame(source) if isinstance(source, (list, tuple)) else source
    calls = calls_of(source)
    _check_count("fold", fold, 1, "None for no folding")
    _check_count("depth", depth, 0, "None for all levels")
    _check_count("max_nodes", max_nodes, 1)
    game = getattr(source, "game", source)
    top = _root(calls, source, root, _checked(step, source))
    expanded, marked = find(calls, expand, "expand"), find(calls, highlight, "highlight")
    keep = with_ancestors(calls, expanded | marked)
    stepping = step is not None
    planted = plant(calls, top, depth, fold, expanded, keep, max_nodes, windows, game, stepping)
    if planted is None:
        return None
    knots, knot_of = planted
    reasons = all_cuts(calls, knots) if stepping else []
    places = kn.arrange(knots, direction)
    return Plan(source, calls, top, knots, knot_of, marked, reasons, *places)


def _check_count(name, count, least, otherwise=None):
    """Nothing, or a ValueError: a count is a whole number, or None where that has a meaning."""
    if count is None and otherwise:
        return
    if isinstance(count, bool) or not isinstance(count, int) or count < least:
        choice = f", or {otherwise}" if otherwise else ""
        raise ValueError(f"{name} must be a whole number from {least}{choice}, got {count!r}")


def _checked(step, source):
    """The step, or a ValueError when the trace has no such step."""
    if step is None:
        return None
    events = getattr(source, "events", None)
    if events is None:
        raise ValueError("only a trace has steps: leave `step` out, or record a search and draw it")
    if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= len(events):
        raise ValueError(f"step must be a whole number from 0 to {len(events)}, got {step!r}")
    return step


def _root(calls, source, root, step):
    """The index of the call to draw from: asked for, else the search that is running at `step`."""
    if root is not None:
        return min(find(calls, [root], "root"))
    shown = calls
    if step is not None:
        shown = calls[: 1 + max((i for _, i in source.events[:step]), default=0)]
    return next(call.index for call in reversed(shown) if call.parent is None)
