"""Monte Carlo tree search: four phases in a loop.

    select         walk down the tree by UCB1 until an untried action is due
    expand         try one: it becomes a node of the tree
    rollout        play on at random to the end of the game
    backpropagate  count the payoff in every node of the path

Every total is MAX's payoff. Who chooses at a node enters in one place: `side * total`, with the
side of the node in which the choice is made. Where CHANCE moves, the tree draws.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from typing import Any

from lib.game import CHANCE, Action, Game, State, is_number
from lib.messages import SEARCH, refuse_if
from lib.search.arguments import budget, check_functions, check_is_game, check_number, check_rng
from lib.search.bandit import ucb1
from lib.search.rollouts import Policy, random_move, random_rollout, sample


class Node:
    """A state in the tree, how often it was visited, and what MAX got there in total."""

    __slots__ = ("action", "children", "parent", "side", "state", "total", "untried", "visits")

    def __init__(self, game: Game, state: State, action: Action = None, parent: Any = None):
        self.state = state
        self.action = action  # that led here
        self.parent = parent
        self.children: dict[Action, Any] = {}
        self.untried = list(game.actions(state))
        self.side: Any = game.side(state) if self.untried else None  # None: the game is over
        self.visits = 0
        self.total = 0.0

    @property
    def mean(self) -> float:
        """What MAX got on average."""
        refuse_if(self.visits == 0, SEARCH.NODE_WITHOUT_VISITS)
        return self.total / self.visits

    def __repr__(self):
        mean = f", mean {self.mean:+.3f}" if self.visits else ""
        return f"<{type(self).__name__} after {self.action!r}: {self.visits} visits{mean}>"


_ROOT_LOGS = [sqrt(log(max(1, n))) for n in range(4096)]  # most nodes have fewer visits, and
_WIDTHS = [1 / sqrt(max(1, n)) for n in range(4096)]  # looking up is faster than working out


def highest_ucb1(children: Iterable[Node], side: int, parent_visits: int, c: float) -> Any:
    """The child with the largest UCB1 as `side` sees it; the first of equals."""
    root_log = _ROOT_LOGS[parent_visits] if 0 < parent_visits < 4096 else sqrt(log(parent_visits))
    sign, explore = 1.0 * side, c * root_log
    best, best_bound = None, -inf
    for child in children:
        try:
            width = _WIDTHS[child.visits]
        except IndexError:
            width = 1 / sqrt(child.visits)
        bound = (sign * child.total * width + explore) * width  # the formula of `ucb1`
        if bound > best_bound:
            best, best_bound = child, bound
    return best


def choose_ucb1(game: Game, node: Node, c: float) -> Node | None:
    """The child to walk to; None if an untried action is due or the game is over."""
    if node.untried or not node.children:
        return None
    return highest_ucb1(node.children.values(), node.side, node.visits, c)


def draw_outcome(game: Game, node: Node, rng: Random) -> Node | None:
    """The child that CHANCE draws; None if this outcome is not in the tree yet."""
    return node.children.get(sample(game, node.state, [*node.children, *node.untried], rng))


def select(game: Game, root: Node, c: float, rng: Random, choose=choose_ucb1) -> Node:
    """Phase 1: walk down until an untried action is due or the game is over."""
    node, child = root, root
    while child is not None:
        node = child
        chance = node.side == CHANCE
        child = draw_outcome(game, node, rng) if chance else choose(game, node, c)  # type: ignore
    return node


def expand(game: Game, node: Node, rng: Random, pick=random_move) -> Node:
    """Phase 2: a new child for one untried action; a finished game has none and stays."""
    if not node.untried:
        return node
    action = pick(game, node.state, node.untried, rng)
    node.untried.remove(action)
    child = type(node)(game, game.result(node.state, action), action, node)
    node.children[action] = child
    return child


def rollout(game: Game, leaf: Node, rng: Random, policy: Policy = random_rollout) -> float:
    """Phase 3: MAX's payoff when `policy` plays on; a finished game is worth its utility."""
    value = game.utility(leaf.state) if leaf.side is None else policy(game, leaf.state, rng)
    if not is_number(value):
        raise ValueError(f"a rollout must return a finite number, got {value!r} at {leaf.state!r}")
    return value


payoff = rollout  # phase 3 by another name: `mcts` has an argument called `rollout`


def path(node: Node) -> list[Node]:
    """The nodes from this one up to the root."""
    nodes = [node]
    while (parent := nodes[-1].parent) is not None:
        nodes.append(parent)
    return nodes


def backpropagate(leaf: Node, value: float) -> None:
    """Phase 4: count the payoff in every node from the leaf up to the root."""
    node = leaf
    while node is not None:
        node.visits += 1
        node.total += value
        node = node.parent


def iterate(
    game, root, c, rng, policy, *, select=select, expand=expand, backpropagate=backpropagate
) -> Node:
    """One iteration: the four phases. Returns the leaf from which the rollout began."""
    node = select(game, root, c, rng)
    leaf = expand(game, node, rng)
    value = rollout(game, leaf, rng, policy)
    backpropagate(leaf, value)
    return leaf


@dataclass(frozen=True)
class Phases:
    """The phases of `iterate` that a variant may replace; phase 3 takes any policy as it is."""

    select: Callable[[Game, Any, float, Random], Any] = select
    expand: Callable[[Game, Any, Random], Any] = expand
    backpropagate: Callable[[Any, float], None] = backpropagate

    def __post_init__(self):
        check_functions(**vars(self))


STANDARD = Phases()


def simulate(
    game: Game, root: Node, c: float, rng: Random, policy: Policy, phases: Phases = STANDARD
) -> Iterator[tuple[str, Node, float | None]]:
    """One iteration, slowed down: after each phase its name, its node, and the payoff if known."""
    node = phases.select(game, root, c, rng)
    yield "select", node, None
    leaf = phases.expand(game, node, rng)
    yield "expand", leaf, None
    value = rollout(game, leaf, rng, policy)
    yield "rollout", leaf, value
    phases.backpropagate(leaf, value)
    yield "backpropagate", leaf, value


def mcts(
    game: Game, state: State, *, iterations: int | None = None, seconds: float | None = None,
    c: float = sqrt(2), rng: Random | None = None, rollout: Policy = random_rollout,
    root: Node | None = None, phases: Phases = STANDARD,
) -> Node:  # fmt: skip
    """The root of a tree that grew by `iterations` rollouts, or for `seconds`.

    `root.mean`, MAX's average payoff, approaches the value of the game. `c` is meant for payoffs
    about as large as 1: points need a `c` of their size. Without `rng` the seed is 0. `rollout` is
    the policy of phase 3, `phases` replaces the others. `root` goes on with an earlier tree: hand
    in the child that was played, its parent is cut.
    """
    check_functions(rollout=rollout)
    check_number("c", c)
    rng = check_rng(rng)
    root = check_root(game, state, root)
    select, expand, backup = phases.select, phases.expand, phases.backpropagate
    for _ in budget(iterations, seconds):
        node = select(game, root, c, rng)
        leaf = expand(game, node, rng)
        value = payoff(game, leaf, rng, rollout)
        backup(leaf, value)
    return root


def check_root(game: Game, state: State, root: Any, kind: type[Node] = Node) -> Any:
    """A root for a search at `state`, cut from its parent; a ValueError if it cannot be one."""
    check_is_game(game)
    if root is None:
        root = kind(game, state)
    elif not isinstance(root, kind):
        raise ValueError(SEARCH.ROOT_EARLIER_SEARCH.format(name=kind.__name__, root=root))
    elif root.state != state:
        raise ValueError(SEARCH.ROOT_BELONGS_ANOTHER_STATE.format(state=root.state, other=state))
    refuse_if(root.side is None, SEARCH.GAME_OVER_NOTHING, state=state)
    refuse_if(root.side == CHANCE, SEARCH.CHANCE_MOVES_NOTHING, state=state)
    known = {*root.children, *root.untried} <= set(game.actions(state))
    refuse_if(root.side != game.side(state) or not known, SEARCH.ROOT_BELONGS_ANOTHER, game=game)
    root.parent = None
    return root


RULES = {  # how good a child is, for whoever chooses at the root
    "visits": lambda root, child, c: (child.visits, root.side * child.mean),
    "mean": lambda root, child, c: root.side * child.mean,
    "secure": lambda root, child, c: ucb1(root.side * child.total, child.visits, root.visits, -c),
}


def best_action(root: Node, rule: str = "visits", c: float = sqrt(2)) -> Action:
    """The action to play. The first child in the tree wins ties.

    "visits": the most visited child, ties by mean: one lucky rollout cannot win.
    "mean": the best average, even after a single visit.
    "secure": the best lower bound, UCB1 with the bonus taken away instead of added.
    """
    if rule not in list(RULES):
        raise ValueError(SEARCH.UNKNOWN_RULE_CHOOSE.format(rule=rule, rules=", ".join(RULES)))
    refuse_if(not hasattr(root, "children"), SEARCH.BEST_ACTION_NEEDS, root=root)
    children = [child for child in root.children.values() if child.visits]
    refuse_if(not children, SEARCH.ROOT_NO_VISITED)
    return max(children, key=lambda child: RULES[rule](root, child, c)).action
