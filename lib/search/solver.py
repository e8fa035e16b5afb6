"""MCTS-Solver: nodes whose exact value is proven (Winands, Bjornsson and Saito, 2008).

A proof is kept apart from the statistics, in `proven`: it never enters visits or totals.
"""

from contextlib import suppress
from functools import partial
from math import fsum, inf
from random import Random
from typing import Any

from lib.game import CHANCE, Action, Game, State, is_number
from lib.messages import SEARCH, refuse_if
from lib.search.mcts import (
    Node,
    Phases,
    backpropagate,
    best_action,
    check_root,
    highest_ucb1,
    mcts,
    select,
)  # fmt: skip


class SolverNode(Node):
    """A node with `proven`: MAX's exact value of the state, None while it is not known."""

    proven: float | None = None


class _Solved(Exception):
    """The root is proven: there is nothing left to search."""


def mcts_solver(
    game: Game, state: State, *, win: float = inf, root: SolverNode | None = None, **options: Any
) -> SolverNode:
    """As `mcts`, but stops early when `root.proven` is the exact value of `state`.

    `win` is the largest payoff of the game, `-win` the smallest: with it one winning action is a
    proof. Ask `proven_action` for the move: proven children get no more visits.
    """
    refuse_if(not (win == inf or (is_number(win) and win >= 0)), SEARCH.WIN_LARGEST_PAYOFF, win=win)
    tree = check_root(game, state, root, SolverNode)
    backup = partial(backpropagate_proofs, game, win)
    phases = Phases(select=_select_unproven, backpropagate=backup)
    with suppress(_Solved):
        mcts(game, state, root=tree, phases=phases, **options)
    return tree


def _choose_unproven(game: Game, node: SolverNode, c: float) -> SolverNode | None:
    """As `choose_ucb1`, but a proven child is not visited again: it has nothing to teach."""
    if node.untried or node.proven is not None:
        return None
    unproven = [child for child in node.children.values() if child.proven is None]
    return highest_ucb1(unproven, node.side, node.visits, c)


def _select_unproven(game: Game, root: SolverNode, c: float, rng: Random) -> Node:
    """Phase 1: as `select`, among what is not proven yet; `Solved` if that is nothing."""
    if root.proven is not None:
        raise _Solved
    return select(game, root, c, rng, _choose_unproven)


def backpropagate_proofs(game: Game, win: float, leaf: SolverNode, value: float) -> None:
    """Phase 4: count the payoff, then carry a proof upward as far as it goes."""
    backpropagate(leaf, value if leaf.proven is None else leaf.proven)
    node: Any = leaf
    while node is not None and node.proven is None:
        node.proven = _proof(game, node, win)
        node = node.parent if node.proven is not None else None


def _proof(game: Game, node: SolverNode, win: float) -> float | None:
    """The exact value of a node if its utility or its children prove it, else None."""
    if node.side is None:
        value = game.utility(node.state)
        if abs(value) > win:
            raise ValueError(SEARCH.WIN_NOT_LARGEST.format(win=win, value=value))
        return value
    if node.side == CHANCE:
        return _expectation(game, node)
    children = node.children.values()
    known = [child.proven for child in children if child.proven is not None]
    best = max(known, key=lambda value: node.side * value, default=-inf * node.side)
    complete = not node.untried and len(known) == len(children)
    return best if complete or node.side * best >= win else None


def proven_action(root: Any) -> Action:
    """The action to play: the best proven child, or the most visited one if it looks better."""
    refuse_if(not hasattr(root, "proven"), SEARCH.PROVEN_ACTION_NEEDS, root=root)
    side, children = root.side, root.children.values()
    proven = [child for child in children if child.proven is not None]
    best = max(proven, key=lambda child: side * child.proven, default=None)
    unproven = [child for child in children if child.proven is None]
    if best is None:
        return best_action(root)
    if root.proven is not None or not unproven:
        return best.action
    favorite = max(unproven, key=lambda child: child.visits)
    return best.action if side * best.proven >= side * favorite.mean else favorite.action


def _expectation(game, node):
    """The expectation over CHANCE's outcomes if all of them are proven, else None."""
    children = node.children.values()
    if node.untried or any(child.proven is None for child in children):
        return None
    return fsum(game.probability(node.state, n.action) * n.proven for n in children)
