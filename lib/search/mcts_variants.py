"""MCTS with one thing changed: merged actions, advice before the first visit, RAVE.

mcts_merged  actions with the same result are one: on an empty Pentago board 288 become 36
mcts_prior   a bonus from a prior that fades with the visits
mcts_puct    the rule of AlphaZero: a prior steers which actions are tried at all
mcts_rave    an action that did well later in the game is believed to do well now, too
"""

from collections.abc import Callable
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from lib.game import CHANCE, Action, Game, State, is_number
from lib.messages import SEARCH, refuse_if
from lib.search.arguments import check_functions, check_is_game, check_number, check_state
from lib.search.mcts import Node, Phases, backpropagate, check_root, expand, mcts, select
from lib.search.rollouts import Policy, random_move, random_rollout


def distinct_actions(game: Game, state: State) -> list[Action]:
    """The legal actions without those that lead to a state which an earlier one reaches too."""
    first: dict[State, Action] = {}
    for action in game.actions(state):
        first.setdefault(game.result(state, action), action)
    return list(first.values())


def _expand_distinct(game: Game, node: Node, rng: Random) -> Node:
    """Phase 2: as `expand`, but a node forgets duplicates before its first child; CHANCE never."""
    if not node.children and node.side != CHANCE:
        node.untried = distinct_actions(game, node.state)
    return expand(game, node, rng)


def mcts_merged(game: Game, state: State, **options: Any) -> Node:
    """As `mcts`, but the children of a node all have different states."""
    check_is_game(game)
    check_state(game, state)
    return mcts(game, state, phases=Phases(expand=_expand_distinct), **options)


# `prior(game, state, action)` is counted for whoever moves: larger is more promising. It must fade,
# so that in the end the rollouts decide: keep it about as large as a payoff.

Prior = Callable[[Game, State, Action], float]


class PriorNode(Node):
    """A node that remembers the prior of each of its actions once it was asked."""

    priors: dict[Action, float] | None = None


def mcts_prior(
    game: Game, state: State, prior: Prior, *, root: PriorNode | None = None, **options: Any
) -> PriorNode:
    """As `mcts`, with prior / (visits + 1) added to UCB1: a bonus that fades (progressive bias)."""
    check_functions(prior=prior)
    tree = check_root(game, state, root, PriorNode)
    phases = Phases(select=partial(select, choose=partial(_choose_prior, prior)))
    return mcts(game, state, root=tree, phases=phases, **options)  # type: ignore


def _choose_prior(prior: Prior, game: Game, node: PriorNode, c: float) -> PriorNode | None:
    """The child with the largest UCB1 plus fading prior for the side to move."""
    if node.untried or not node.children:
        return None
    if node.priors is None:
        node.priors = _ask(prior, game, node.state, node.children)
    side, log_visits, priors = node.side, log(node.visits), node.priors

    def bound(child):
        n = child.visits
        return side * child.total / n + c * sqrt(log_visits / n) + priors[child.action] / (n + 1)

    return max(node.children.values(), key=bound)


def mcts_puct(
    game: Game, state: State, prior: Prior, *, root: PriorNode | None = None, **options: Any
) -> PriorNode:
    """As `mcts`, but by PUCT, the rule of AlphaZero: mean + c * P * sqrt(parent) / (1 + visits).

    P is the prior as a share of all priors of that state: no prior may be negative. An untried
    action counts as good as its parent on average.
    """
    tree = check_root(game, state, root, PriorNode)
    mcts(game, state, root=tree, phases=puct_phases(prior), **options)
    return tree


def puct_phases(prior: Prior) -> Phases:
    """The phases of `mcts_puct`."""
    check_functions(prior=prior)
    walk = partial(select, choose=partial(_choose_puct, prior))
    return Phases(walk, expand=partial(expand, pick=partial(_pick_promising, prior)))


def _choose_puct(prior: Prior, game: Game, node: PriorNode, c: float) -> PriorNode | None:
    """The child with the largest PUCT bound; None if an untried action has a larger one."""
    if not node.children:
        return None
    if node.priors is None:
        node.priors = shares(_ask(prior, game, node.state, [*node.children, *node.untried]))
    side, spread, priors = node.side, c * sqrt(node.visits), node.priors

    def bound(child):
        return side * child.mean + spread * priors[child.action] / (1 + child.visits)

    best = max(node.children.values(), key=bound)
    if not node.untried:
        return best
    untried = side * node.mean + spread * max(priors[action] for action in node.untried)
    return best if bound(best) >= untried else None


def _pick_promising(prior: Prior, game: Game, state: State, actions, rng) -> Action:
    """The action with the largest prior, the first of equals; CHANCE draws as always."""
    if game.side(state) == CHANCE:
        return random_move(game, state, actions, rng)
    priors = _ask(prior, game, state, actions)
    return max(actions, key=priors.__getitem__)


def _ask(prior: Prior, game: Game, state: State, actions) -> dict[Action, float]:
    """The prior of each of these actions, all finite numbers."""
    priors = {action: prior(game, state, action) for action in actions}
    for action, value in priors.items():
        wrong = not is_number(value)
        refuse_if(wrong, SEARCH.PRIOR_NOT_FINITE, action=action, value=value, state=state)
    return priors


def shares(priors: dict[Action, float]) -> dict[Action, float]:
    """The priors divided by their sum; equal shares if all are 0."""
    for action, value in priors.items():
        refuse_if(value < 0, SEARCH.PUCT_NEEDS_PRIORS, value=value, action=action)
    total = sum(priors.values())
    return {a: value / total if total else 1 / len(priors) for a, value in priors.items()}


# Each node also keeps the all-moves-as-first statistics of its actions: the payoffs of all
# rollouts in which the same agent played the action at any time after this node. They fill up
# quickly and are biased, so their weight beta falls as the real visits grow (Gelly and Silver,
# 2011).


class RaveNode(Node):
    """A node with `amaf`: for each action [visits, total] over all moves as first."""

    __slots__ = ("amaf",)

    def __init__(self, game, state, action=None, parent=None):
        super().__init__(game, state, action, parent)
        self.amaf: dict[Action, list[float]] = {}


class Recording:
    """A game that writes down who played what and what came of it; otherwise the game itself."""

    def __init__(self, game: Game, moves: list):
        self.game, self.moves = game, moves

    def result(self, state: State, action: Action) -> State:
        after = self.game.result(state, action)
        self.moves.append((self.game.to_move(state), action, after))
        return after

    def __getattr__(self, name):
        return getattr(self.game, name)


def mcts_rave(
    game: Game, state: State, *, k: float = 300, rollout: Policy = random_rollout,
    root: RaveNode | None = None, **options: Any,
) -> RaveNode:  # fmt: skip
    """As `mcts`, with RAVE: after `k` visits of a child both of its means weigh the same."""
    check_number("k", k)
    check_functions(rollout=rollout)
    moves: list[tuple[int, Action, State]] = []  # of the rollout that is being played

    def recorded(game, state, rng):
        return rollout(Recording(game, moves), state, rng)

    tree = check_root(game, state, root, RaveNode)
    walk = partial(select, choose=partial(choose_rave, k))
    phases = Phases(walk, backpropagate=partial(_backpropagate_amaf, game, moves))
    return mcts(game, state, rollout=recorded, root=tree, phases=phases, **options)  # type: ignore


def choose_rave(k: float, game: Game, node: RaveNode, c: float) -> RaveNode | None:
    """The child with the largest UCB1, where the mean is mixed with the one of `amaf`."""
    if node.untried or not node.children:
        return None
    log_visits = log(node.visits)

    def bound(child):
        amaf_visits, amaf_total = node.amaf[child.action]
        beta = sqrt(k / (3 * child.visits + k)) if k else 0.0
        mixed = (1 - beta) * child.mean + beta * amaf_total / amaf_visits
        return node.side * mixed + c * sqrt(log_visits / child.visits)

    return max(node.children.values(), key=bound)


def _backpropagate_amaf(game: Game, moves: list, leaf: RaveNode, value: float) -> None:
    """Phase 4: count the payoff, and in each node for all that its agent played after it."""
    backpropagate(leaf, value)
    played = {(who, action) for who, action, _ in moves}
    node: Any = leaf
    moves.clear()
    while node is not None:
        agent = None if node.side is None else game.to_move(node.state)
        for action in (action for who, action in played if who == agent):
            stats = node.amaf.setdefault(action, [0, 0.0])
            stats[0] += 1
            stats[1] += value
        if node.parent is not None:
            played.add((game.to_move(node.parent.state), node.action))
        node = node.parent
