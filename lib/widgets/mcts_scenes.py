"""MCTS slowed down: scene after scene, phase by phase, under a right or a wrong backup."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lib.clinic.views import FAULTS, RIGHT
from lib.draw.svg import number, shorten
from lib.game import MAX, SIDE_NAMES
from lib.search.mcts import STANDARD, Node, best_action, check_root, iterate, mcts, path, simulate
from lib.search.rollouts import random_rollout

LIBRARY = {"phases": STANDARD, "rollout": random_rollout}
CONVENTIONS = {  # name -> (the phases, what is stored, in words)
    "right: MAX's payoff": (LIBRARY, "MAX's payoff; the chooser multiplies by its side"),
    "right: of who moved": (RIGHT, "the payoff of the side that moved into the node"),
    "wrong: of who is next": (FAULTS["player_to_move"], "the payoff of the side to move there"),
    "wrong: of the root": (FAULTS["root_view"], "the payoff of the side at the root"),
    "wrong: never turned": (FAULTS["no_flip_absolute"], "MAX's payoff, and MIN maximizes it"),
    "wrong: turned on the way": (FAULTS["in_place_flip"], "a number that is turned as it travels"),
    "wrong: of who is last": (
        FAULTS["terminal_mover_view"],
        "the payoff of who is last",
    ),
}


@dataclass(frozen=True)
class Scene:
    """One phase of one iteration; draw it before the next: the tree grows on."""

    iteration: int
    phase: str | None  # None: the tree after many iterations
    root: Node
    leaf: Node | None = None  # the end of the path so far
    value: float | None = None  # of the rollout
    added: tuple = ()  # what the backup added, from the leaf up to the root


@dataclass(frozen=True)
class Simulation:
    """All settings of a slow search; the same settings give the same scenes."""

    game: object
    state: object
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
        return CONVENTIONS[self.convention][0] is LIBRARY

    def scenes(self) -> Iterator[Scene]:
        """The scenes in order."""
        root, rng = check_root(self.game, self.state, None), Random(self.seed)
        yield Scene(0, None, root)
        for number_ in range(1, self.iterations + 1):
            yield from self._phases(number_, root, rng)
        phases, policy = self._phases_and_policy()
        for number_ in range(self.iterations + 1, max(self.later, default=0) + 1):
            iterate(self.game, root, self.c, rng, policy, **vars(phases))
            if number_ in self.later:
                yield Scene(number_, None, root)

    def _phases(self, iteration, root, rng):
        """The four phases of one iteration."""
        phases, policy = self._phases_and_policy()
        before = []
        for phase, leaf, value in simulate(self.game, root, self.c, rng, policy, phases):
            added = ()
            if phase == "rollout":
                before = [node.total for node in path(leaf)]
            elif phase == "backpropagate":
                totals = zip(path(leaf), before, strict=True)
                added = tuple(node.total - old for node, old in totals)
            yield Scene(iteration, phase, root, leaf, value, added)

    def _phases_and_policy(self):
        """What the convention gives to the search."""
        options = CONVENTIONS[self.convention][0]
        return options["phases"], options["rollout"]

    def right_choice(self, iterations: int):
        """What the right search plays after so many iterations."""
        rng = Random(self.seed)
        return best_action(mcts(self.game, self.state, iterations=iterations, c=self.c, rng=rng))


def narrate(simulation: Simulation, scene: Scene) -> str:
    """What happens in a scene and why, in a sentence or two."""
    if scene.iteration == 0:
        return "No iteration yet: the tree is the root. Press Step."
    if scene.phase is None:
        return _milestone(simulation, scene)
    tell = {"select": _select, "expand": _expand, "rollout": _rollout, "backpropagate": _backup}
    return f"Iteration {scene.iteration}, {scene.phase}. {tell[scene.phase](simulation, scene)}"


def _select(simulation, scene):
    node = scene.leaf
    steps = [shorten(n.action, 16) for n in reversed(path(node)[:-1])]
    way = f"UCB1 leads down by {', '.join(steps)}. " if steps else ""
    if not node.untried:
        return f"{way}The game is over there."
    count = len(node.untried)
    where = "this node" if steps else "the root"
    rest = "one action is" if count == 1 else f"{count} actions are"
    return f"{way}At {where} {rest} untried: stop here."


def _expand(simulation, scene):
    if scene.leaf.side is None and scene.leaf.visits:
        return "The game is over here: there is nothing to expand."
    return f"Try {shorten(scene.leaf.action, 16)}: it becomes a node of the tree."


def _rollout(simulation, scene):
    if scene.leaf.side is None:
        return f"The game is over here: MAX gets {number(scene.value)}."
    return f"Both sides play on at random. At the end MAX gets {number(scene.value)}."


def _backup(simulation, scene):
    added = ", ".join(f"{change:+g}" for change in scene.added)
    what = CONVENTIONS[simulation.convention][1]
    return f"Stored is {what}. From the leaf up to the root: {added}."


def _milestone(simulation, scene):
    favorite = max(scene.root.children.values(), key=lambda child: child.visits)
    mean = favorite.total / favorite.visits
    text = (
        f"After {scene.iteration:,} iterations {SIDE_NAMES[scene.root.side]} would play "
        f"{shorten(favorite.action, 16)}: {favorite.visits:,} visits, stored mean {number(mean)}."
    )
    if simulation.convention.startswith("right"):
        return text
    right = simulation.right_choice(scene.iteration)
    agrees = "The right backup agrees." if right == favorite.action else ""
    return f"{text} {agrees or f'The right backup plays {shorten(right, 16)}.'}"


def choosing_node(scene: Scene) -> Node:
    """The node whose UCB1 bars matter now: the last on the path where UCB1 has to choose.

    A node with a single action has nothing to choose while its only child is new.
    """
    nodes = path(scene.leaf) if scene.leaf is not None else [scene.root]
    return next((n for n in nodes if not n.untried and _is_tried(n)), scene.root)


def _is_tried(node: Node) -> bool:
    """Whether a child was visited."""
    return any(child.visits for child in node.children.values())


def bar_rows(node: Node, is_library: bool, c: float, most: int):
    """Rows for `draw_ucb`: the children that UCB1 likes best, totals as the chooser sees them."""
    from lib.search.bandit import ucb1

    side = node.side if is_library else MAX
    children = [child for child in node.children.values() if child.visits]
    rank = {id(n): ucb1(side * n.total, n.visits, max(node.visits, 1), c) for n in children}
    best = sorted(children, key=lambda n: -rank[id(n)])[:most]
    rows = [(n.action, n.total, n.visits) for n in children if n in best]
    if node.untried:
        more = f" and {len(node.untried) - 1} more" if len(node.untried) > 1 else ""
        rows.append((f"{shorten(node.untried[0], 12)}{more}", 0, 0))
    return rows, side
