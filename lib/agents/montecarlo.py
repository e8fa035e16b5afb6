"""Agents that search by Monte Carlo, in plain Python and compiled."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from lib.agents.base import Agent, check_seed, dice
from lib.game import Action, Game, State
from lib.search.arguments import check_budget, check_functions, check_number
from lib.search.mcts import RULES, best_action, mcts
from lib.search.rollouts import random_rollout
from lib.search.solver import proven_action


@dataclass(frozen=True, repr=False)
class MCTS(Agent):
    """Monte Carlo tree search with a budget of iterations or of seconds.

    Only a budget of iterations can be repeated: seconds depend on the machine. `search` may be
    a variant, such as `mcts_merged`. `rule` picks the final move: a name that `best_action`
    knows, or a function of the root.
    """

    iterations: int | None = None
    seconds: float | None = None
    c: float = math.sqrt(2)
    seed: int = 0
    rollout: Callable = random_rollout
    rule: str | Callable = "visits"
    search: Callable = mcts

    def __post_init__(self):
        check_budget(self.iterations, self.seconds)
        check_number("c", self.c)
        check_seed(self.seed)
        check_functions(rollout=self.rollout, search=self.search)
        if self.rule not in list(RULES) and not callable(self.rule):
            raise ValueError(f"rule must be one of {', '.join(RULES)}, got {self.rule!r}")

    def choose(self, game: Game, state: State) -> Action:
        rng = dice(self.seed, game, state)
        budget = {"iterations": self.iterations, "seconds": self.seconds}
        root = self.search(game, state, **budget, c=self.c, rng=rng, rollout=self.rollout)
        return self.rule(root) if callable(self.rule) else best_action(root, self.rule)


@dataclass(frozen=True, repr=False)
class FastMCTS(Agent):
    """The same search, compiled: for the games that `lib.fast` knows."""

    iterations: int | None = None
    seconds: float | None = None
    c: float = math.sqrt(2)
    seed: int = 0
    prove: bool = False  # find wins and losses that are certain
    merge: bool = False  # count moves with the same result as one

    def __post_init__(self):
        check_budget(self.iterations, self.seconds)
        check_number("c", self.c)
        check_seed(self.seed)

    def choose(self, game: Game, state: State) -> Action:
        import lib.fast  # numba: loaded only by those who use it

        seed = dice(self.seed, game, state).getrandbits(32)
        budget = {"iterations": self.iterations, "seconds": self.seconds}
        options = {"c": self.c, "seed": seed, "prove": self.prove, "merge": self.merge}
        root = lib.fast.mcts(game, state, **budget, **options)
        return proven_action(root) if self.prove else best_action(root)
