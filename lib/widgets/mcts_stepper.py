"""Step through MCTS phase by phase, turn its constant, and break its backup on purpose."""

from collections.abc import Iterable
from html import escape
from math import sqrt

import ipywidgets as w

from lib.draw import draw_board, draw_mcts, draw_ucb
from lib.draw.registry import shown
from lib.game import CHANCE, Game, is_number
from lib.widgets.frames import Reel, boxed, controls, mark_knobs, quiet, words
from lib.widgets.mcts_scenes import CONVENTIONS, Simulation, bar_rows, choosing_node, narrate

MOST_ITERATIONS, MOST_BARS, SQRT_2 = 40, 5, sqrt(2)
STORED = "number: stored mean; n and size: visits; blue: a large number"


def mcts_stepper(
    game: Game, state=None, *, iterations=12, later=(20, 50, 100, 200, 500), c=SQRT_2, seed=0
) -> w.VBox:
    """A widget that steps through MCTS from `state`, four phases in each iteration.

    `iterations` are shown phase by phase, those in `later` as a whole tree. Stepping works
    without a kernel; the sliders for C and for the convention need one.
    """
    state = check(game, state, iterations, later, c)
    c = round(c, 2)  # as the slider counts
    start = next(iter(CONVENTIONS))
    later = tuple(sorted(n for n in later if n > iterations))
    simulation = Simulation(game, state, c, start, seed, iterations, later)
    row, slider = controls(len(simulation))
    reel = Reel(slider, len(simulation), lambda wanted: scenes(simulation, wanted))
    constant = w.FloatSlider(
        value=c, min=0, max=max(3.0, round(2 * c, 2)), step=0.01, description="C", **narrow(220)
    )
    backup = w.Dropdown(options=list(CONVENTIONS), value=start, description="backup", **narrow(270))

    def change(_):
        nonlocal simulation
        settings = (constant.value, backup.value, seed, iterations, later)
        simulation = Simulation(game, state, *settings)
        reel.renew(lambda wanted: scenes(simulation, wanted))

    constant.observe(change, "value")
    backup.observe(change, "value")
    mark_knobs(constant, backup)
    slider.layout.flex = "1 1 220px"  # so that all stand in one row where there is room
    row.children += (constant, backup)
    remark = "Steps work without a kernel. If C or the backup changes nothing, run this cell again."
    return boxed(row, reel.stack, quiet(remark), about="MCTS, phase by phase")


def narrow(width: int) -> dict:
    """Options for a knob of this width, its name as wide as it needs."""
    return {
        "layout": w.Layout(width=f"{width}px"),
        "style": {"description_width": "initial"},
    }


def check(game, state, iterations, later, c):
    """The state to begin with; a ValueError in words if there is nothing to step through."""
    if not isinstance(game, Game):
        raise ValueError(f"mcts_stepper needs a game such as TicTacToe(), got {game!r}")
    state = game.initial_state() if state is None else state
    shown(game, state, game.render)
    if not isinstance(iterations, int) or not 1 <= iterations <= MOST_ITERATIONS:
        raise ValueError(
            f"iterations are shown phase by phase: choose 1 to {MOST_ITERATIONS}, got "
            f"{iterations!r}; give larger numbers as later=(100, 1000)"
        )
    numbers = later if isinstance(later, Iterable) else [None]
    if any(not isinstance(n, int) or not 0 < n <= 10_000 for n in numbers):
        raise ValueError(f"later needs whole numbers from 1 to 10,000, got {later!r}")
    if not is_number(c) or c < 0:
        raise ValueError(f"c must be a finite number, 0 or more, got {c!r}")
    if game.is_terminal(state):
        raise ValueError(f"the game is over, there is nothing to search: {state!r}")
    if game.side(state) == CHANCE:
        raise ValueError("CHANCE moves here, there is nothing to decide: choose a later state")
    return state


def scenes(simulation, wanted):
    """The contents of the wanted frames, in order, in one run of the search."""
    last = max(wanted)
    for index, scene in enumerate(simulation.scenes()):
        if index in wanted:
            yield index, show(simulation, scene)
        if index == last:
            return


def show(simulation, scene) -> str:
    """Words, tree, board and bars of one scene."""
    legend = None if simulation.is_library else STORED
    look = {"path": scene.leaf, "phase": scene.phase, "value": scene.value, "legend": legend}
    title = f"MCTS tree, {scene.root.visits:,} iterations counted"
    tree = draw_mcts(scene.root, **look, max_children=2, direction="right", title=title)
    node = scene.leaf or scene.root
    board = draw_board(simulation.game, node.state, last=node.action)
    bars = ucb_bars(simulation, scene)
    return (
        f"{words(escape(narrate(simulation, scene)))}"
        '<div style="display:flex;flex-wrap:wrap;gap:10px;line-height:0;margin-top:6px">'
        f'<div style="flex:3 1 460px;max-width:860px">{tree}</div>'
        f'<div style="flex:0 1 280px">{board}</div>'
        f'<div class="la-ucb" style="flex:2 1 560px;max-width:760px">{bars}</div></div>'
    )


def ucb_bars(simulation, scene) -> str:
    """UCB1 of the children of the node where it chooses; nothing before the first visit."""
    node = choosing_node(scene)
    rows, side = bar_rows(node, simulation.is_library, simulation.c, MOST_BARS)
    if node.visits == 0 or not node.children:
        return ""
    where = "the root" if node.parent is None else f"the node after {node.action}"
    visits = max(node.visits, 1)
    bars = draw_ucb(rows, simulation.c, parent_visits=visits, side=side, title=f"UCB1 at {where}")
    return f'<div style="margin-top:8px">{bars}</div>'
