"""Step through MCTS edge by edge, choose for it, turn its constant, and break its backup.

`mcts_stepper.js` shows the pictures made here; another position, C or backup needs a kernel.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from operator import itemgetter
from random import Random
from typing import Any, NamedTuple, cast

import anywidget
import traitlets

from lib.clinic.views import FAULTS, RIGHT
from lib.draw import draw_board, draw_visits, svg
from lib.draw.board import speech, state_of
from lib.draw.colors import INK, theme
from lib.draw.mcts import banner, draw_results, mcts_glyphs, rollout_parts, small_board
from lib.draw.svg import NORMAL, number, shorten
from lib.draw.tree_glyphs import WALKED_EDGE, minus, paint, reach, shape_size
from lib.draw.tree_layout import Layout, arrange
from lib.game import CHANCE, MAX, SIDE_NAMES, Action, Game, State, is_number, is_whole
from lib.messages import refuse_if
from lib.search.bandit import ucb1
from lib.search.mcts import STANDARD, Node, best_action, check_root, path, simulate
from lib.search.mcts_variants import Prior, PriorNode, Recording, puct_phases
from lib.search.rollouts import random_rollout
from lib.widgets import messages as say
from lib.widgets.frames import USE, merge, program, split

ROLES = ("card", "edge", "hair", "ink", "max", "min", "now", "paper", "quiet", "troubletext")
MOST_ITERATIONS, MOST_ROWS, SQRT_2 = 40, 7, sqrt(2)
WIDE, HIGH, TREE, LINE = 1000, 574, (0, 58, 616, 328), 390  # of the picture; the tree's box
LIBRARY = {"phases": STANDARD, "rollout": random_rollout}
WRONG = ("player_to_move", "root_view", "no_flip_absolute", "in_place_flip", "terminal_mover_view")
PHASES = [LIBRARY, RIGHT, *(FAULTS[name] for name in WRONG)]
TAG = re.compile("<[^<>]*>")
TOP = itemgetter(3)  # the bound, in a row of a comparison
CONVENTIONS = dict(zip(say.STORED, PHASES, strict=True))  # name -> the phases that store so


def mcts_stepper(
    game: Game, state=None, *, iterations=12, later=(20, 50, 100, 200, 500), c=SQRT_2, seed=0,
    predict: bool = False, prior: Prior | None = None,
) -> "MctsStepper":  # fmt: skip
    """A widget that steps through MCTS from `state`: down and up edge by edge.

    `iterations` are shown step by step, those in `later` as a whole tree. With `predict` the
    learner clicks the child, and UCB1 judges. With a `prior` it is PUCT (`mcts_puct`).
    """
    state, start = _checked(game, state, iterations, later, c), next(iter(CONVENTIONS))
    later = tuple(sorted(n for n in later if n > iterations))
    simulation = Simulation(game, state, round(c, 2), start, seed, iterations, later, prior)
    return MctsStepper(simulation, predict)


def _checked(game, state, iterations, later, c):
    """The state to begin with; a ValueError in words if there is nothing to step through."""
    state = state_of("mcts_stepper", game, state)
    is_right = is_whole(iterations, 1, MOST_ITERATIONS)
    refuse_if(not is_right, say.BAD_ITERATIONS, most=MOST_ITERATIONS, iterations=iterations)
    is_right = isinstance(later, Iterable) and all(is_whole(n, 1, 10_000) for n in later)
    refuse_if(not is_right, say.BAD_LATER, later=later)
    refuse_if(not is_number(c) or c < 0, say.BAD_C, c=c)
    refuse_if(game.is_terminal(state), say.NOTHING_TO_SEARCH, state=state)
    refuse_if(game.side(state) == CHANCE, say.CHANCE_MOVES)
    return state


class MctsStepper(anywidget.AnyWidget):
    """The film of a search in the browser; a message asks for another C, backup or position."""

    _esm, _css = program("mcts_stepper", ROLES)
    alone = traitlets.Bool(True).tag(sync=True)  # a page without a kernel may show it
    words = traitlets.Dict(say.MCTS_WORDS).tag(sync=True)
    film = traitlets.Dict({}).tag(sync=True)  # the parts of all pictures, and a text for each
    knobs = traitlets.Dict({}).tag(sync=True)  # C, the backups, and which one is chosen
    position = traitlets.Dict({}).tag(sync=True)  # the board to set up, and moves as buttons

    def __init__(self, simulation: "Simulation | None" = None, predict: bool = False, **parts):
        super().__init__(**parts)
        self.add_class("looking-ahead")
        self.predict = predict
        if simulation:  # else: a film without knobs
            self.history = [simulation.state]
            self.on_msg(self._heard)
            self._show(simulation)

    def _show(self, simulation):
        """Makes the film and the board of these settings."""
        self.simulation, self.film = simulation, simulation.make_film(self.predict)
        backups = [] if simulation.prior else list(CONVENTIONS)
        self.knobs = {"c": simulation.c, "backups": backups, "backup": simulation.convention}
        self._show_position()

    def _show_position(self):
        state, game = self.history[-1], self.simulation.game
        buttons = [] if game.is_terminal(state) else speech(game).buttons(state)
        picture = draw_board(game, state, legal=True)
        self.position = {"picture": str(picture), "buttons": buttons, "told": picture.title}

    def _heard(self, _, message, buffers):
        """A move at the board, or a knob; what cannot be searched is said."""
        state, game = self.history[-1], self.simulation.game
        moves = speech(game).by_id(state)
        if "act" in message:
            if message["act"] in moves:
                self.history.append(game.result(state, moves[message["act"]]))
        elif "undo" in message or "clear" in message:
            kept = self.history[:-1] if "undo" in message else []
            self.history = kept or [game.initial_state()]
        else:  # another C or backup, or the position on the board
            settings = {name: message[name] for name in ("c", "convention") if name in message}
            try:
                start = _checked(game, state, 1, (), 1)
            except ValueError as problem:
                return self.send({"problem": str(problem)})
            return self._show(replace(self.simulation, state=start, **settings))
        self._show_position()

    def __repr__(self) -> str:
        return f"{say.MCTS if self.knobs else say.ROLLOUTS}: {USE}"


@dataclass(frozen=True)
class Scene:
    """One step; draw it before the next: the tree grows on."""

    iteration: int
    phase: str | None  # None: the tree after many iterations
    root: Node
    at: Node  # where we are
    leaf: Any = None  # the node of the iteration that is new, once it is known
    value: float | None = None  # of the rollout
    line: list[tuple] = field(default_factory=list)  # the moves of the rollout: see Recording
    added: float = 0  # what the backup has just added here
    walks: bool = False  # whether a child is chosen here


@dataclass(frozen=True)
class Simulation:
    """All settings of a slow search; the same settings give the same scenes and pictures."""

    game: Game
    state: State
    c: float
    convention: str
    seed: int
    iterations: int  # shown step by step
    later: tuple[int, ...]  # shown as a whole
    prior: Prior | None = None

    def scenes(self) -> Iterator[Scene]:
        """The scenes in order."""
        kind = PriorNode if self.prior else Node
        root, rng = check_root(self.game, self.state, None, kind), Random(self.seed)
        phases, policy = (CONVENTIONS[self.convention][name] for name in ("phases", "rollout"))
        phases = puct_phases(self.prior) if self.prior else phases
        yield Scene(0, None, root, root)
        for count in range(1, max([self.iterations, *self.later]) + 1):
            moves, before = [], []

            def play(game, state, rng, moves=moves):
                return policy(Recording(game, moves), state, rng)

            scene = Scene(count, "select", root, root, line=moves)
            for phase, node, value in simulate(self.game, root, self.c, rng, play, phases):
                if count <= self.iterations:
                    yield from _steps(replace(scene, phase=phase, at=node, value=value), before)
                before = [(n.visits, n.total) for n in path(node)]
            if count in self.later:
                yield Scene(count, None, root, root)

    def side(self, node: Node) -> int:
        """For whom the numbers below a node are compared: the library's totals are MAX's."""
        return node.side if CONVENTIONS[self.convention] is LIBRARY else MAX

    def bounds(self, node: Node) -> list["Bound"]:
        """What is compared at a node: its visited children, and PUCT's best untried action."""
        side, spread, found = self.side(node), self.c * sqrt(node.visits), []
        shares = getattr(node, "priors", None) or {}
        for n in (child for child in node.children.values() if child.visits and node.visits):
            mean, share = side * n.total / n.visits, shares.get(n.action)
            top = ucb1(side * n.total, n.visits, node.visits, self.c)
            top = top if share is None else mean + spread * share / (1 + n.visits)
            found.append(Bound(n.action, n, mean, top, share))
        if found and shares and node.untried:
            action = max(node.untried, key=shares.__getitem__)
            mean, share = side * node.total / node.visits, shares[action]
            found.append(Bound(action, None, mean, mean + spread * share, share))
        return found

    def make_film(self, predict: bool = False) -> dict[str, Any]:
        """All pictures as one, with a text for each; with `predict`, what to click and to say."""
        *_, last = replace(self, later=()).scenes()
        nodes, glyphs = self._flat(last.root)
        layout = arrange(glyphs, "down", high=TREE[3])
        places = {_name(n): p for n, p in zip(nodes, layout.places, strict=True)}
        pictures, frames, head = [], [], ""
        for scene in self.scenes():
            asks = predict and scene.walks
            tree = self._tree(scene, places, asks)
            panel = self._panel(scene, asks)
            size = tree[1] if tree[1].width else layout  # made smaller until it fits into its box
            x, y, wide, high = TREE
            scale = min(1, wide / size.width, high / size.height)
            left = x + (wide - scale * size.width) / 2
            move = f"translate({left:.1f} {y}) scale({scale:.3f})"
            parts = [p if p == "<g/>" else svg.group(p, transform=move) for p in paint(*tree)]
            parts += self._around(scene, beside=not panel)
            head, inside = split(svg.picture(WIDE, HIGH, say.MCTS, self.narrate(scene), *parts))
            pictures.append(inside)
            frame: dict[str, Any] = {"said": self.narrate(scene, asks)}
            frame |= {"iteration": scene.iteration, "plays": scene.phase == "rollout"}
            frame |= {
                "panel": panel,
                "playing": say.ROLLING if frame["plays"] and scene.line else "",
            }
            if asks:  # which node is right, and what to say to the others
                rows = {_name(row.child): row for row in self.bounds(scene.at)}
                top, why = max(row.top for row in rows.values()), frame.setdefault("why", {})
                for name, row in rows.items():
                    facts = {"action": self._move(row.action), **row.numbers()}
                    why[name] = say.PICK_WHY.format(**facts)
                equal = [name for name, row in rows.items() if row.top == top]
                frame |= {"answer": equal[0], "equal": equal}
            frames.append(frame)
        return _film(head, pictures, frames)

    def _flat(self, root, asks=False):
        """The nodes of a tree with their glyphs; without names of levels: shapes say who moves."""
        nodes, glyphs = mcts_glyphs(root)
        for node, glyph in zip(nodes, glyphs, strict=True):
            glyph.side = glyph.caption = ""
            glyph.action = self._move(node.action) if glyph.action else ""
            glyph.tip = self._facts(node, asks)
            glyph.data |= {"data_node": _name(node), "tabindex": 0, "role": "button"}
        return nodes, glyphs

    def _facts(self, node, asks=False) -> str:
        """All numbers of a node, in words; not its bound while somebody is asked for it."""
        facts = {"node": self._called(node), "visits": node.visits, "total": number(node.total)}
        facts["mean"] = number(node.total / node.visits) if node.visits else "?"
        told = say.NODE_FACTS.format(**facts)
        rows = self.bounds(node.parent) if node.parent and node.parent.side and not asks else []
        for row in (row for row in rows if row.child is node):
            told += " " + say.NODE_BOUND.format(side=SIDE_NAMES[node.parent.side], **row.numbers())
        return told

    def _tree(self, scene, places, asks):
        """The tree, each node in the place it keeps, the walk thick; in the end its top alone."""
        if scene.phase is None and scene.iteration:
            nodes, glyphs = mcts_glyphs(scene.root, max_depth=1, max_children=MOST_ROWS)
            for node, glyph in zip(nodes, glyphs, strict=True):
                glyph.side, glyph.tip = "", self._facts(node) if node else None
                glyph.data |= {"data_node": _name(node)} if node else {}
            return glyphs, arrange(glyphs, "down")
        nodes, glyphs = self._flat(scene.root, asks)
        walked = {id(n) for n in path(scene.leaf or scene.at)} if scene.phase else set()
        shown = []
        for node, glyph in zip(nodes, glyphs, strict=True):
            place = replace(places[_name(node)])
            place.width, place.height, place.point = size = shape_size(glyph)
            if id(node) in walked:
                glyph.edge, glyph.stroke_width = WALKED_EDGE, 5
            if node is scene.leaf and not node.visits:
                glyph.dash = "8 5"
            glyph.is_current = node is scene.at and scene.phase is not None
            if glyph.parent is not None:
                above = shown[glyph.parent]
                foot = above.y + reach(glyphs[glyph.parent], shape_size(glyphs[glyph.parent]))[1]
                ends = (above.x, foot), (place.x, place.y - reach(glyph, size)[0])
                place.edge = tuple(dict.fromkeys((ends[0], *place.edge, ends[1])))  # upright ends
            shown.append(place)
        return glyphs, Layout(shown, 0, 0, "down")

    def _around(self, scene, beside):
        """The phase above the tree; a board beside it, if asked for; rollout, visits below it."""
        count = say.ITERATION.format(iteration=scene.iteration)
        parts = [svg.text(16, 32, count, NORMAL, INK, "start", font_weight="bold")]
        parts += banner(scene.phase, 160) if scene.phase else []
        if beside:
            parts.append(small_board(self.game, scene.at.state, scene.at.action, 700, 84, 220)[0])
        if scene.phase in ("rollout", "backpropagate"):
            start, value = scene.leaf.state, scene.value
            parts.append(svg.group(*rollout_parts(self.game, start, scene.line, value, 16, LINE)))
        if any(child.visits for child in scene.root.children.values()):
            bar = draw_visits(scene.root, width=WIDE)
            parts += [svg.group(*split(bar)[1][1:], transform=f"translate(0 {HIGH - 70})")]
        return parts

    def _panel(self, scene, asks) -> dict[str, Any]:
        """What the panel at the right says: what was counted, or what is compared; or nothing."""
        node, called = scene.at, self._called(scene.at)
        if scene.phase == "backpropagate":
            old, count = node.total - scene.added, node.visits - 1
            rows = [[say.VISITS, count, node.visits], [say.TOTAL, number(old), number(node.total)]]
            rows.append([say.MEAN, number(old / count) if count else "?", number(node.mean)])
            return {"head": say.NODE_NOW.format(node=called), "counted": rows}
        found = [] if node.side in (None, CHANCE) else self.bounds(node)
        if not found:
            return {}
        if asks:  # what the bounds are made of, not the bounds
            children = [row.child for row in found if row.child]
            rows = [[self._move(n.action), n.visits, number(n.mean)] for n in children]
            head = say.ASKED.format(visits=node.visits, c=self.c)
            return {"head": head, "asked": [say.ASKED_COLUMNS, *rows]}
        ranked = sorted(found, key=TOP, reverse=True)[:MOST_ROWS]
        shown = [row for row in found if row in ranked]
        is_due = scene.walks or scene.phase is None or self.prior
        facts = {"node": called, "side": SIDE_NAMES[node.side], "c": self.c}
        facts |= {"sign": "" if self.side(node) == MAX else "−", "visits": node.visits}
        pairs = [(row, row.child.visits if row.child else 0) for row in shown]
        return {
            "head": say.TABLE_HEAD.format(**facts),
            "bounds": [[self._move(row.action), n, *row[2:]] for row, n in pairs],
            "key": [say.TABLE_KEY.format(**facts), say.TABLE_C.format(**facts)],
            "lit": shown.index(ranked[0]) if is_due else -1,
            "side": SIDE_NAMES[node.side],
        }

    def narrate(self, scene: Scene, asks: bool = False) -> str:
        """What happens in a scene and why, in a sentence or two."""
        if scene.iteration == 0:
            return say.NO_ITERATION
        if scene.phase is None:
            return self._milestone(scene)
        if scene.phase == "select":
            return self._select(scene, asks)
        leaf, is_over = scene.leaf, scene.leaf.side is None
        if scene.phase == "backpropagate":
            told = say.COUNTED_FIRST if scene.at is leaf else say.COUNTED
        elif scene.phase == "expand":
            told = say.NOTHING_TO_EXPAND if is_over and leaf.visits else say.EXPANDED
        else:
            told = say.PAID if is_over else say.ROLLED_OUT
        facts = {"node": self._called(scene.at), "what": say.STORED[self.convention]}
        added = f"{scene.added:+g}" if scene.added else "0"
        facts |= {"added": added, "value": number(scene.value)}
        return minus(told.format(action=self._move(leaf.action), **facts))

    def _select(self, scene, asks):
        """Which child is chosen here, or why the walk stops."""
        node, count = scene.at, len(scene.at.untried)
        facts = {"node": self._called(node), "count": count}
        if scene.walks and node.side == CHANCE:
            told = say.CHANCE_DRAWS
        elif scene.walks:
            rows = self.bounds(node)
            best = max(rows, key=TOP)
            facts |= {"side": SIDE_NAMES[node.side], "count": len(rows), "bound": number(best.top)}
            facts["action"] = self._move(best.action)
            told = say.PICK if asks else say.ONE_MOVE if len(rows) == 1 else say.COMPARED
        elif count:
            due = self.prior and node.children
            told = say.PUCT_STOPS if due else say.ONE_UNTRIED if count == 1 else say.UNTRIED
        else:
            told = say.GAME_IS_OVER
        return minus(told.format(**facts))

    def _milestone(self, scene):
        """The favorite after many iterations; under a wrong backup, beside the right one."""
        favorite = max(scene.root.children.values(), key=lambda child: child.visits)
        facts = {"iterations": scene.iteration, "side": SIDE_NAMES[scene.root.side]}
        facts |= {"action": self._move(favorite.action), "visits": favorite.visits}
        told = say.MILESTONE.format(**facts, mean=number(favorite.total / favorite.visits))
        if self.convention.startswith("right"):
            return told
        right_way = next(iter(CONVENTIONS))
        *_, right = replace(self, convention=right_way, later=(scene.iteration,)).scenes()
        move = best_action(right.root)
        agrees = say.AGREES if move == favorite.action else say.DISAGREES
        return f"{told} {agrees.format(action=self._move(move))}"

    def _called(self, node) -> str:
        """A node as people call it."""
        moves = [self._move(n.action) for n in path(node)[-2::-1]]
        return say.AFTER.format(action=", ".join(moves)) if moves else say.THE_ROOT

    def _move(self, action) -> str:
        """A move as people say it, short."""
        return shorten(speech(self.game).move(action), 9)


class Bound(NamedTuple):
    """One row of a comparison."""

    action: Action
    child: Node | None
    mean: float
    top: float
    share: float | None = None  # the prior's, for PUCT

    def numbers(self) -> dict[str, str]:
        """Mean, bonus and their sum, for a sentence."""
        numbers = {"mean": self.mean, "bonus": self.top - self.mean, "bound": self.top}
        return {name: number(value) for name, value in numbers.items()}


def _steps(scene: Scene, before: list) -> Iterator[Scene]:
    """The steps of one phase: down edge by edge, up node by node; `before` are the old numbers."""
    nodes = path(scene.at)
    if scene.phase == "select":
        for here in reversed(nodes):
            yield replace(scene, at=here, walks=here is not scene.at)
    elif scene.phase == "backpropagate":
        leaf, after = scene.at, [(n.visits, n.total) for n in nodes]
        for node, numbers in zip(nodes, before, strict=True):
            node.visits, node.total = numbers
        for node, (visits, total) in zip(nodes, after, strict=True):
            added, node.visits, node.total = total - node.total, visits, total
            yield replace(scene, at=node, leaf=leaf, added=added)
    else:
        yield replace(scene, leaf=scene.at)


def _film(head: str, pictures: list[list[str]], frames: list[dict]) -> dict[str, Any]:
    """What the browser needs: the parts of all pictures, their style sheet, and the frames."""
    parts = merge(pictures)
    sheet = theme("".join(part.markup for part in parts))
    count = Counter(tag for part in parts for tag in TAG.findall(part.markup))
    tags = [tag for tag, times in count.items() if times > 1 and len(tag) > 12]
    short = {tag: f"<{i}>" for i, tag in enumerate(tags)}  # a tag that comes again is stored once
    packed = [TAG.sub(lambda tag: short.get(tag[0], tag[0]), part.markup) for part in parts]
    rows = [(text, part.first, part.end) for text, part in zip(packed, parts, strict=True)]
    return {"head": head, "sheet": sheet, "tags": tags, "parts": rows, "frames": frames}


def _name(node) -> str:
    """The moves that lead to a node, as one word."""
    return "/".join(str(one.action) for one in reversed(path(node)[:-1])) or "root"


def rollouts(game: Game, state=None, count: int = 20, *, seed: int = 0) -> "MctsStepper":
    """A widget that plays random games from `state` one after the other, and a bar that fills."""
    state = _checked(game, state, count, (), 1)
    rng, values, pictures, frames, head = Random(seed), [], [], [], ""
    for turn in range(count + 1):
        moves, row = [], []
        if turn:
            values.append(random_rollout(cast(Game, Recording(game, moves)), state, rng))
            row = rollout_parts(game, state, moves, values[-1], 16, 20)
        old, new = (split(draw_results(done, count))[1] for done in (values[:-1], values))
        last, move = f"--turn:{sum('--turn' in part for part in row) - 1}", "translate(0 140)"
        result = svg.group(*new, transform=move, class_="board", style=last)  # over the old
        parts = svg.group(*row), svg.group(*old, transform=move), result
        head, inside = split(svg.picture(WIDE, 260, say.ROLLOUTS, "", *parts))
        pictures.append(inside)
        told = say.PLAYED_OUT if turn else say.NO_GAME
        told = told.format(turn=turn, value=f"{values[-1]:g}" if values else "")
        frames.append({"said": told, "iteration": turn, "plays": True, "panel": {}})
        frames[-1] |= {"playing": say.PLAYING_OUT.format(turn=turn)} if turn else {}
    return MctsStepper(film=_film(head, pictures, frames))
