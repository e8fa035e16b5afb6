"""MCTS with advice: a prior says how promising an action looks before it was ever tried.

`prior(game, state, action)` is a number from the view of whoever moves: larger is more promising.
Advice must fade: here it is divided by the visits, so that in the end the rollouts decide. Keep it
about as large as a payoff: the larger it is, the later it fades.
"""

from collections.abc import Callable
from functools import partial
from math import log, sqrt

from lib.game import CHANCE, Action, Game, State
from lib.search.arguments import check_evaluator, check_functions, is_finite
from lib.search.mcts import Node, check_root, expand, mcts, select
from lib.search.rollouts import random_move

Prior = Callable[[Game, State, Action], float]


class PriorNode(Node):
    """A node that remembers the prior of each of its actions once it was asked."""

    __slots__ = ("priors",)

    def __init__(self, game, state, action=None, parent=None):
        super().__init__(game, state, action, parent)
        self.priors: dict[Action, float] | None = None


def evaluator_prior(evaluate, scale: float) -> Prior:
    """A prior from an evaluator: what the mover thinks of the state that the action leads to."""
    check_evaluator(evaluate)
    if not (is_finite(scale) and scale > 0):
        raise ValueError(f"scale must be a finite number above 0, got {scale!r}")

    def prior(game, state, action):
        return game.side(state) * evaluate(game, game.result(state, action)) / scale

    return prior


def mcts_prior(game: Game, state: State, prior: Prior, *, root=None, **options) -> PriorNode:
    """As `mcts`, with prior / (visits + 1) added to UCB1: a bonus that fades (progressive bias)."""
    check_functions(prior=prior)
    phases = {"select": partial(select, choose=partial(choose_prior, prior))}
    return mcts(game, state, root=check_root(game, state, root, PriorNode), **phases, **options)


def choose_prior(prior: Prior, game: Game, node: PriorNode, c: float) -> PriorNode | None:
    """The child with the largest UCB1 plus fading prior for the side to move."""
    if node.untried or not node.children:
        return None
    if node.priors is None:
        node.priors = ask(prior, game, node.state, node.children)
    side, log_visits, priors = node.side, log(node.visits), node.priors

    def bound(child):
        n = child.visits
        return side * child.total / n + c * sqrt(log_visits / n) + priors[child.action] / (n + 1)

    return max(node.children.values(), key=bound)


def mcts_puct(game: Game, state: State, prior: Prior, *, root=None, **options) -> PriorNode:
    """As `mcts`, but by PUCT, the rule of AlphaZero: mean + c * P * sqrt(parent) / (1 + visits).

    P is the prior as a share of all priors of that state: no prior may be negative. An untried
    action counts as good as its parent on average, so that poor ones need not be tried at all.
    """
    check_functions(prior=prior)
    phases = {
        "select": partial(select, choose=partial(choose_puct, prior)),
        "expand": partial(expand, pick=partial(pick_promising, prior)),
    }
    return mcts(game, state, root=check_root(game, state, root, PriorNode), **phases, **options)


def choose_puct(prior: Prior, game: Game, node: PriorNode, c: float) -> PriorNode | None:
    """The child with the largest PUCT bound; None if an untried action has a larger one."""
    if not node.children:
        return None
    if node.priors is None:
        node.priors = shares(ask(prior, game, node.state, [*node.children, *node.untried]))
    side, spread, priors = node.side, c * sqrt(node.visits), node.priors

    def bound(child):
        return side * child.mean + spread * priors[child.action] / (1 + child.visits)

    best = max(node.children.values(), key=bound)
    if not node.untried:
        return best
    untried = side * node.mean + spread * max(priors[action] for action in node.untried)
    return best if bound(best) >= untried else None


def pick_promising(prior: Prior, game: Game, state: State, actions, rng) -> Action:
    """The action with the largest prior, the first of equals; CHANCE draws as always."""
    if game.side(state) == CHANCE:
        return random_move(game, state, actions, rng)
    priors = ask(prior, game, state, actions)
    return max(actions, key=priors.__getitem__)


def ask(prior: Prior, game: Game, state: State, actions) -> dict[Action, float]:
    """The prior of each of these actions, all finite numbers."""
    priors = {action: prior(game, state, action) for action in actions}
    for action, value in priors.items():
        if not is_finite(value):
            raise ValueError(f"the prior of {action!r} is {value!r} at {state!r}: not finite")
    return priors


def shares(priors: dict[Action, float]) -> dict[Action, float]:
    """The priors divided by their sum; equal shares if all are 0."""
    for action, value in priors.items():
        if value < 0:
            raise ValueError(f"PUCT needs priors of 0 or more, got {value} for {action!r}")
    total = sum(priors.values())
    return {a: value / total if total else 1 / len(priors) for a, value in priors.items()}
