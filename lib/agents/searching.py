"""Agents that search a number of plies ahead, or as deep as a budget allows."""

import time
from dataclasses import dataclass

from lib.agents.base import Agent
from lib.evaluate import Evaluator, zero
from lib.game import Action, Game, State
from lib.search import alphabeta, expectimax, minimax
from lib.search.arguments import TooDeep, check_budget, check_depth, check_evaluator
from lib.search.deepening import deepen
from lib.search.memory import Memory


@dataclass(frozen=True, repr=False)
class DepthAgent(Agent):
    """The action that the search of its class finds, looking `depth` plies ahead."""

    depth: float
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_depth(self.depth, least=1)
        check_evaluator(self.evaluate)

    def choose(self, game: Game, state: State) -> Action:
        return self.search(game, state, self.depth, self.evaluate)[1]


@dataclass(frozen=True, repr=False)
class Minimax(DepthAgent):
    """The action that minimax finds, looking `depth` plies ahead."""

    search = staticmethod(minimax)


@dataclass(frozen=True, repr=False)
class AlphaBeta(DepthAgent):
    """The same action as `Minimax`, found with fewer visits."""

    search = staticmethod(alphabeta)


@dataclass(frozen=True, repr=False)
class Expectimax(DepthAgent):
    """The action with the best expectation, looking `depth` plies ahead."""

    search = staticmethod(expectimax)


@dataclass(frozen=True, repr=False)
class Deepening(Agent):
    """The best action of the deepest search that a budget of nodes or of seconds allows.

    Only a budget of nodes can be repeated: seconds depend on the machine.
    """

    nodes: int | None = None
    seconds: float | None = None
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_budget(self.nodes, self.seconds, "nodes")
        check_evaluator(self.evaluate)

    def choose(self, game: Game, state: State) -> Action:
        best = game.actions(state)[0]
        memory = LimitedMemory(self.nodes, self.seconds)
        try:
            for _, _, action in deepen(game, state, self.evaluate, memory=memory):
                best = action
        except (BudgetUsedUp, TooDeep):  # in the middle of a depth: the last answer stands
            pass
        return best


class BudgetUsedUp(Exception):
    """Raised inside a search that has to stop."""


class LimitedMemory(Memory):
    """A memory that stops the search when the budget is used up."""

    def __init__(self, nodes: int | None, seconds: float | None):
        super().__init__()
        self.limit = nodes
        self.end = None if seconds is None else time.perf_counter() + seconds

    def arrive(self, game, state, depth):
        out_of_nodes = self.limit is not None and self.nodes > self.limit
        if out_of_nodes or (self.end is not None and time.perf_counter() > self.end):
            raise BudgetUsedUp
        return super().arrive(game, state, depth)
