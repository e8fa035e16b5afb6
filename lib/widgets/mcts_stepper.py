"""Step through MCTS phase by phase, turn its constant, and break its backup on purpose."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import sqrt
from random import Random

import ipywidgets as w

from lib.clinic.views import FAULTS, RIGHT
from lib.draw import colors, draw_board, draw_mcts, draw_ucb, messages
from lib.draw.checks import is_count
from lib.draw.registry import state_of
from lib.draw.svg import number, shorten
from lib.game import CHANCE, MAX, SIDE_NAMES, Action, Game, State, is_number
from lib.messages import refuse_if
from lib.search.bandit import ucb1
from lib.search.mcts import STANDARD, Node, best_action, check_root, mcts, path, simulate
from lib.search.rollouts import random_rollout
from lib.widgets import messages as say
from lib.widgets.frames import Panel, RedrawnFrames, controls, mark_knobs, quiet, words

MOST_ITERATIONS, MOST_BARS, SQRT_2 = 40, 5, sqrt(2)
LIBRARY = {"phases": STANDARD, "rollout": random_rollout}
WRONG = ("player_to_move", "root_view", "no_flip_absolute", "in_place_flip", "terminal_mover_view")
PHASES = [LIBRARY, RIGHT, *(FAULTS[name] for name in WRONG)]
CONVENTIONS = dict(zip(say.STORED, PHASES, strict=True))  # name -> the phases that store so


def mcts_stepper(
    game: Game, state=None, *, iterations=12, later=(20, 50, 100, 200, 500), c=SQRT_2, seed=0
) -> w.VBox:
    """A widget that steps through MCTS from `state`, four phases in each iteration.

    `iterations` are shown phase by phase, those in `later` as a whole tree. Stepping works
    without a kernel; the sliders for C and for the convention need one.
    """
    state = _checked(game, state, iterations, later, c)
    c = round(c, 2)  # as the slider counts
    start = next(iter(CONVENTIONS))
    later = tuple(sorted(n for n in later if n > iterations))
    simulation = Simulation(game, state, c, start, seed, iterations, later)
    row, slider = controls(len(simulation))
    frames = RedrawnFrames(slider, len(simulation), simulation.frames)
    wide = {"min": 0, "max": max(3.0, round(2 * c, 2)), "step": 0.01}
    constant = w.FloatSlider(value=c, description="C", **wide, **_narrow(220))
    names = list(CONVENTIONS)
    backup = w.Dropdown(options=names, value=start, description="backup", **_narrow(270))

    def change(_):
        settings = (constant.value, backup.value, seed, iterations, later)
        frames.renew(Simulation(game, state, *settings).frames)

    constant.observe(change, "value")
    backup.observe(change, "value")
    mark_knobs(constant, backup)
    slider.layout.flex = "1 1 220px"  # so that all stand in one row where there is room
    row.children += (constant, backup)
    return Panel(row, frames.stack, quiet(say.MCTS_NEEDS_KERNEL), about=say.MCTS)


def _narrow(width):
    """Options for a knob of this width, its name as wide as it needs."""
    return {"layout": w.Layout(width=f"{width}px"), "style": {"description_width": "initial"}}


def _checked(game, state, iterations, later, c):
    """The state to begin with; a ValueError in words if there is nothing to step through."""
    state = state_of("mcts_stepper", game, state)
    is_right = is_count(iterations, 1, MOST_ITERATIONS)
    refuse_if(not is_right, say.BAD_ITERATIONS, most=MOST_ITERATIONS, iterations=iterations)
    numbers = later if isinstance(later, Iterable) else [None]
    is_right = all(is_count(n, 1, 10_000) for n in numbers)
    refuse_if(not is_right, say.BAD_LATER, later=later)
    refuse_if(not is_number(c) or c < 0, say.BAD_C, c=c)
    refuse_if(game.is_terminal(state), say.NOTHING_TO_SEARCH, state=state)
    refuse_if(game.side(state) == CHANCE, say.CHANCE_MOVES)
    return state


@dataclass(frozen=True)
class Scene:
    """One phase of one iteration; draw it before the next: the tree grows on."""

    iteration: int
    phase: str | None  # None: the tree after many iterations
    root: Node
    leaf: Node | None = None  # the end of the path so far
    value: float | None = None  # of the rollout
    added: tuple[float, ...] = ()  # what the backup added, from the leaf up to the root


@dataclass(frozen=True)
class Simulation:
    """All settings of a slow search; the same settings give the same scenes."""

    game: Game
    state: State
    c: float
    convention: str
    seed: int
    iterations: int  # shown phase by phase
    later: tuple[int, ...]  # shown as a whole

    def __len__(self) -> int:
        return 1 + 4 * self.iterations + len(self.later)

    @property
    def is_library(self) -> bool:
        """Whether totals are MAX's, as everywhere else."""
        return CONVENTIONS[self.convention] is LIBRARY

    def scenes(self) -> Iterator[Scene]:
        """The scenes in order."""
        root, rng = check_root(self.game, self.state, None), Random(self.seed)
        phases, policy = (CONVENTIONS[self.convention][name] for name in ("phases", "rollout"))
        yield Scene(0, None, root)
        for count in range(1, max([self.iterations, *self.later]) + 1):
            before = []
            for phase, node, value in simulate(self.game, root, self.c, rng, policy, phases):
                totals = [one.total for one in path(node)]
                added = tuple(new - old for new, old in zip(totals, before, strict=False))
                added, before = added if phase == "backpropagate" else (), totals
                if count <= self.iterations:
                    yield Scene(count, phase, root, node, value, added)
            if count in self.later:
                yield Scene(count, None, root)

    def frames(self, wanted: Collection[int]) -> Iterator[tuple[int, str]]:
        """The contents of the wanted frames, in order, in one run of the search."""
        for index, scene in enumerate(self.scenes()):
            if index in wanted:
                yield index, _show(self, scene)
            if index == max(wanted):
                return

    def right_choice(self, iterations: int) -> Action:
        """What the right search plays after so many iterations."""
        rng = Random(self.seed)
        return best_action(mcts(self.game, self.state, iterations=iterations, c=self.c, rng=rng))


def _show(simulation, scene) -> str:
    """Words, tree, board and bars of one scene."""
    look = {"path": scene.leaf, "phase": scene.phase, "value": scene.value}
    stored = messages.MCTS_LEGEND_STORED.format(**colors.names())
    look |= {"legend": None if simulation.is_library else stored, "direction": "right"}
    title = say.MCTS_TITLE.format(visits=scene.root.visits)
    tree = draw_mcts(scene.root, **look, max_children=2, title=title)
    node = scene.leaf or scene.root
    board = draw_board(simulation.game, node.state, last=node.action)
    return (
        f"{words(escape(narrate(simulation, scene)))}"
        '<div style="display:flex;flex-wrap:wrap;gap:10px;line-height:0;margin-top:6px">'
        f'<div style="flex:3 1 460px;max-width:860px">{tree}</div>'
        f'<div style="flex:0 1 280px">{board}</div>'
        '<div class="la-ucb" style="flex:2 1 560px;max-width:760px">'
        f"{_ucb_bars(simulation, scene)}</div></div>"
    )


def _ucb_bars(simulation, scene) -> str:
    """UCB1 of the children of the node where it chooses; nothing before the first visit."""
    node = _choosing_node(scene)
    if node.visits == 0 or not node.children:
        return ""
    side = node.side if simulation.is_library else MAX
    rows = _bar_rows(node, side, simulation.c)
    where = say.THE_ROOT if node.parent is None else say.AFTER.format(action=node.action)
    look = {"parent_visits": node.visits, "side": side, "title": say.UCB_AT.format(node=where)}
    return f'<div style="margin-top:8px">{draw_ucb(rows, simulation.c, **look)}</div>'


def _choosing_node(scene) -> Node:
    """The node whose UCB1 bars matter now: the last on the path where UCB1 has to choose."""
    nodes = path(scene.leaf) if scene.leaf is not None else [scene.root]
    tried = [n for n in nodes if any(child.visits for child in n.children.values())]
    return next((n for n in tried if not n.untried), scene.root)


def _bar_rows(node, side, c) -> list[tuple]:
    """Rows for `draw_ucb`: the children that UCB1 likes best, and what is still untried."""
    children = [child for child in node.children.values() if child.visits]
    rank = {id(n): ucb1(side * n.total, n.visits, max(node.visits, 1), c) for n in children}
    best = sorted(children, key=lambda n: -rank[id(n)])[:MOST_BARS]
    rows = [(n.action, n.total, n.visits) for n in children if n in best]
    if node.untried:
        more = f" and {len(node.untried) - 1} more" if len(node.untried) > 1 else ""
        rows.append((f"{shorten(node.untried[0], 12)}{more}", 0, 0))
    return rows


# --- words -----------------------------------------------------------------------------------


def narrate(simulation: Simulation, scene: Scene) -> str:
    """What happens in a scene and why, in a sentence or two."""
    if scene.iteration == 0:
        return say.NO_ITERATION
    if scene.phase is None:
        return _milestone(simulation, scene)
    if scene.phase == "backpropagate":
        added = ", ".join(f"{change:+g}" for change in scene.added)
        told = say.BACKED_UP.format(what=say.STORED[simulation.convention], added=added)
    else:
        told = {"select": _select, "expand": _expand, "rollout": _rollout}[scene.phase](scene)
    return say.PHASE.format(iteration=scene.iteration, phase=scene.phase, told=told)


def _select(scene):
    """How UCB1 walked down, and why it stops."""
    node, count = scene.leaf, len(scene.leaf.untried)
    actions = [shorten(n.action, 16) for n in reversed(path(node)[:-1])]
    where = say.THIS_NODE if actions else say.THE_ROOT
    told = say.ONE_UNTRIED if count == 1 else say.UNTRIED
    told = told.format(node=where, count=count) if count else say.GAME_IS_OVER
    return say.WALKED.format(actions=", ".join(actions), told=told) if actions else told


def _expand(scene):
    """Which action became a node."""
    if scene.leaf.side is None and scene.leaf.visits:
        return say.NOTHING_TO_EXPAND
    return say.EXPANDED.format(action=shorten(scene.leaf.action, 16))


def _rollout(scene):
    """What MAX got."""
    told = say.PAID if scene.leaf.side is None else say.ROLLED_OUT
    return told.format(value=number(scene.value))


def _milestone(simulation, scene):
    """The favorite after many iterations; under a wrong backup, beside the right one."""
    favorite = max(scene.root.children.values(), key=lambda child: child.visits)
    facts = {"iterations": scene.iteration, "side": SIDE_NAMES[scene.root.side]}
    facts |= {"action": shorten(favorite.action, 16), "visits": favorite.visits}
    told = say.MILESTONE.format(**facts, mean=number(favorite.total / favorite.visits))
    if simulation.convention.startswith("right"):
        return told
    right = simulation.right_choice(scene.iteration)
    agrees = right == favorite.action
    return f"{told} {say.AGREES if agrees else say.DISAGREES.format(action=shorten(right, 16))}"
