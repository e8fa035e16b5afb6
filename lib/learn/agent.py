"""What was learned, at play: an agent for games and tournaments, and an evaluator for alpha-beta.

All of it works without numba, in plain numpy, only slower.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lib.agents import Agent
from lib.game import Action, Game, State
from lib.learn import selfplay
from lib.learn.checkpoint import Checkpoint, file_of, load
from lib.learn.selfplay import EXPLORATION, ProofNode, opinion
from lib.search.solver import proven_action


def as_checkpoint(weights: Checkpoint | str | Path) -> Checkpoint:
    """The checkpoint itself, or the one in a file."""
    if isinstance(weights, Checkpoint):
        return weights
    if isinstance(weights, str | Path):
        return _loaded(weights, file_of(weights).stat().st_mtime_ns)
    raise ValueError(f"weights are a checkpoint of `train`, or the path of a file: got {weights!r}")


@lru_cache
def _loaded(path, changed: int) -> Checkpoint:
    return load(path)


def search(game: Game, state: State, weights: np.ndarray, simulations: int, c=EXPLORATION):
    """The root of a PUCT tree with its children: compiled if numba is here, else in numpy."""
    try:
        from lib.learn import compiled
    except ImportError:
        return selfplay.search(game, state, weights, simulations, c=c)
    tree = compiled.searched(game, state, weights, simulations, c)
    root = ProofNode(game, state)
    _fill(root, tree, 0)
    for action in game.actions(state):
        if (row := tree.children[0, action]) >= 0:
            root.untried.remove(action)
            child = ProofNode(game, game.result(state, action), action, root)
            root.children[action] = _fill(child, tree, row)
    return root


def _fill(node, tree, row):
    node.visits, node.total = int(tree.visits[row]), float(tree.totals[row])
    node.proven = int(tree.proven[row]) if abs(tree.proven[row]) <= 1 else None
    return node


@dataclass(frozen=True, repr=False)
class Learned(Agent):
    """Plays by a trained network.

    simulations: so many for each move, by PUCT; with 0 the policy decides alone.
    one_ply: instead, the move after which the value is best.
    """

    weights: Checkpoint | str | Path
    simulations: int = 200
    one_ply: bool = False

    def __post_init__(self):
        if type(self.simulations) is not int or self.simulations < 0:
            raise ValueError(f"simulations must be a whole number from 0, got {self.simulations!r}")
        as_checkpoint(self.weights)

    def choose(self, game: Game, state: State) -> Action:
        return self._decide(game, state)[0]

    def weigh(self, game: Game, state: State):
        """The action, with what the agent thinks of each move."""
        from lib.agents import Thought

        action, values, unit, means = self._decide(game, state)
        return Thought(action, values, unit, means, side=game.side(state))

    def _decide(self, game, state):
        """The action, a number for each move, what the numbers are, and means beside visits."""
        weights = as_checkpoint(self.weights).numbers(game)
        if self.one_ply:
            evaluate, side = value_of(self.weights), game.side(state)
            values = {a: evaluate(game, game.result(state, a)) for a in game.actions(state)}
            return max(values, key=lambda a: side * values[a]), values, "value", None
        if self.simulations == 0:
            _, shares = opinion(game, weights, state)
            return max(shares, key=shares.get), shares, "policy", None
        root = search(game, state, weights, self.simulations)
        children = {a: root.children[a] for a in game.actions(state) if a in root.children}
        visits = {a: child.visits for a, child in children.items()}
        return proven_action(root), visits, "visits", {a: n.mean for a, n in children.items()}

    def __repr__(self):
        named = self.weights if isinstance(self.weights, Checkpoint) else Path(self.weights).stem
        policy = f"PUCT {self.simulations}" if self.simulations else "policy alone"
        return f"Learned {named}, {'one ply' if self.one_ply else policy}"


@dataclass(frozen=True)
class value_of:
    """The value of a network as an evaluator: (game, state) -> what MAX can expect, -1 to +1."""

    weights: Checkpoint | str | Path

    def __call__(self, game: Any, state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state)
        return opinion(game, as_checkpoint(self.weights).numbers(game), state)[0]

    @property
    def __name__(self) -> str:
        return f"value_of {as_checkpoint(self.weights)}"
