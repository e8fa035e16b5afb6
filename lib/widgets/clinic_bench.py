"""Four tests for MCTS in tic-tac-toe, a button each; any part of the search may be your own."""

from functools import partial
from html import escape
from random import Random

import ipywidgets as w

from lib.arena.tables import wilson, with_interval
from lib.clinic.blunders import GAME, PARTS, blunders_of, good_actions, grow
from lib.draw import draw_board
from lib.messages import refuse_if
from lib.widgets import messages as say
from lib.widgets.frames import Panel, mark_knobs, quiet, words

SEARCHES, ITERATIONS, POSITIONS = 20, 500, 60
WIN, FORK = GAME.parse("XX.\nOO.\n..."), GAME.parse("X..\n.O.\n..X")


def clinic_bench(**parts) -> Panel:
    """Buttons for four tests of a search with these parts: `clinic_bench(select=mine, c=2)`.

    The parts are the phases of lesson 09, `best_action`, `ucb1` and `c`; others are the library's.
    """
    unknown = ", ".join(sorted(parts.keys() - PARTS.keys()))
    refuse_if(bool(unknown), say.UNKNOWN_PART, name=unknown, known=", ".join(PARTS))
    look = '<div style="width:380px;margin-right:40px">{}</div>'
    pictures = () if parts else ((say.CLINIC_WIN, WIN), (say.CLINIC_FORK, FORK))  # once is enough
    boards = [words(name, 1) + look.format(draw_board(GAME, s)) for name, s in pictures]
    rows = [_row(name, test, parts) for name, test in TESTS.items()]
    remark = quiet(say.CLINIC_NEEDS_KERNEL)
    return Panel(w.HBox([*map(w.HTML, boards)]), *rows, remark, about=say.CLINIC)


def _row(name, test, parts) -> w.HBox:
    """A button, and what the test asks; after a press, what it found."""
    look = {"style": {"font_size": "18px"}, "layout": {"flex": "0 0 240px", "height": "40px"}}
    button = w.Button(description=say.CLINIC_TESTS[name][0], **look)
    told = w.HTML(words(say.CLINIC_TESTS[name][1], 1))

    def press(_):
        button.disabled, told.value = True, words(say.CLINIC_WORKS, 1)
        found, sound = (escape(_told(test, given)) for given in (parts, {}))
        told.value = words(f"<b>{found}</b><br>{say.CLINIC_SOUND} {sound}")
        button.disabled = False

    button.on_click(press)
    mark_knobs(button)
    return w.HBox([button, told], layout={"align_items": "center", "grid_gap": "12px"})


def _told(test, parts) -> str:
    """What a test says, or how the search failed."""
    try:
        return test(parts)
    except Exception as problem:  # a learner's function may do anything
        return say.CLINIC_FAILS.format(error=f"{type(problem).__name__}: {problem}")


def _right(state, parts) -> str:
    """How many searches end in a good move."""
    decide, good = (PARTS | parts)["best_action"], good_actions(state)
    roots = [grow(parts, state, ITERATIONS, Random(seed)) for seed in range(SEARCHES)]
    right = sum(decide(root) in good for root in roots)
    return say.CLINIC_OF.format(right=right, searches=SEARCHES)


def _visits(parts) -> str:
    """Where the visits went, how many the root counted, how high the tree is."""
    root = grow(parts, FORK, ITERATIONS, Random(0))
    spread = ", ".join(f"{a}: {child.visits}" for a, child in sorted(root.children.items()))
    return say.CLINIC_SPREAD.format(spread=spread, visits=root.visits, height=_height(root))


def _height(node) -> int:
    return 1 + max(map(_height, node.children.values()), default=-1)


def _longer(parts) -> str:
    """The blunders with 200 iterations and with 1,000, each with its interval."""
    told = []
    for n in (200, 1000):
        blunders, decisions = blunders_of(parts, n, POSITIONS)
        _, interval = with_interval(0, *wilson(blunders, decisions), 2)
        facts = {"n": n, "blunders": blunders, "decisions": decisions, "interval": interval}
        told.append(say.CLINIC_BLUNDERS.format(**facts))
    return "; ".join(told)


TESTS: dict = {"win": partial(_right, WIN), "fork": partial(_right, FORK)}
TESTS |= {"visits": _visits, "longer": _longer}
