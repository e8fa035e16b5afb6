"""Agents: called as `agent(game, state)`, they answer with an action. Printed as their own label.

An agent is plain frozen data: it can be compared, hashed, pickled and sent to another machine.
Whatever is random in it comes from its seed and the state, so the same agent answers the same in
the same state. `agent.weigh(game, state)` says what it thinks of every move.
"""

import math
import random
import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, ClassVar

from lib.evaluate import Evaluator, zero
from lib.game import CHANCE, MAX, SIDE_NAMES, Action, Game, State
from lib.messages import COMMON, refuse_if
from lib.search import alphabeta, arguments, best_action, deepen, expectimax, mcts, minimax
from lib.search.arguments import check_budget, check_functions, check_number, check_whole
from lib.search.deepening import Memory
from lib.search.mcts import RULES, Node
from lib.search.rollouts import random_rollout
from lib.search.solver import proven_action

_SOON = 0.15  # seconds: who stands in answers a person at once

__all__ = [
    "MCTS", "Agent", "AlphaBeta", "Deepening", "Expectimax", "FastMCTS", "Greedy", "Human",
    "Minimax", "Random", "Thought", "dice",
]  # fmt: skip


@dataclass(frozen=True)
class Thought:
    """The action an agent takes, a number for each move it weighed, and what the number is."""

    action: Action
    values: dict[Action, float] = field(default_factory=dict)  # empty if the agent does not say
    unit: str = ""  # "visits" or "value"
    means: dict[Action, float] | None = None  # with visits: MAX's mean payoff of each move
    bounds: frozenset[Action] = frozenset()  # moves of which the value is only a bound
    side: int = MAX  # for whom the agent moves


class Agent:
    """What all agents share: the label that they are printed as, and a look at whose turn it is."""

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the agent chooses; a ValueError where there is nothing to choose."""
        refuse_if(game.is_terminal(state), COMMON.GAME_OVER_NOTHING, value=self)
        refuse_if(game.side(state) == CHANCE, COMMON.CHANCE_MOVES_ITS, value=self)
        return self.choose(game, state)

    def choose(self, game: Game, state: State) -> Action:
        """The agent's action in a state where a player moves."""
        raise NotImplementedError(COMMON.DOES_NOT_SAY.format(name=type(self).__name__))

    def weigh(self, game: Game, state: State) -> Thought:
        """The action that `choose` gives, with what the agent thinks of each move."""
        return Thought(self.choose(game, state))

    def stand_in(self, game: Game) -> "Agent | None":
        """Who answers a person while the agent gets ready; None once it is."""
        return None

    def __repr__(self) -> str:
        """The name and every setting that differs from its default, but not the seed."""
        own: Any = self  # every agent is a dataclass
        told = [type(self).__name__]
        for name in (f.name for f in fields(own) if getattr(own, f.name) != f.default):
            value = getattr(own, name)
            value = getattr(value, "func", value)  # a functools.partial goes by its function
            if name in ("depth", "iterations", "nodes"):
                told.append(f"{value}")
            elif name == "seconds":
                told.append(f"{value:g} s")
            elif callable(value):
                told.append(getattr(value, "__name__", str(value)))
            elif name != "seed":
                told.append(f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}")
        return " ".join(told)


class WeighingAgent(Agent):
    """An agent that weighs its moves, and chooses what it weighed best."""

    def choose(self, game: Game, state: State) -> Action:
        return self.weigh(game, state).action


@dataclass(frozen=True, repr=False)
class Random(Agent):
    """Any legal action, all equally likely."""

    seed: int = 0

    def __post_init__(self):
        check_whole("seed", self.seed)

    def choose(self, game: Game, state: State) -> Action:
        return dice(self.seed, game, state).choice(list(game.actions(state)))


@dataclass(frozen=True, repr=False)
class Greedy(WeighingAgent):
    """The action that leads to the best state at once; the first of equals."""

    evaluate: Evaluator

    def __post_init__(self):
        check_functions(evaluate=self.evaluate)

    def weigh(self, game: Game, state: State) -> Thought:
        return first_best(game, state, lambda after: expectimax(game, after, 0, self.evaluate))


@dataclass(frozen=True, repr=False)
class Human(Agent):
    """Asks at the keyboard until the answer is a legal action. In notebooks, use `play_board`."""

    def choose(self, game: Game, state: State) -> Action:
        legal = {_spelled(action): action for action in game.actions(state)}
        print(game.render(state))
        print(f"You play {SIDE_NAMES[game.side(state)]}. Legal moves:")
        print(textwrap.fill(", ".join(legal), width=80))
        try:
            while (answer := _spelled(input("Your move: "))) not in legal:
                print(f"{answer!r} is not a legal move. Please type one of: {', '.join(legal)}")
        except EOFError:
            raise EOFError(COMMON.NO_KEYBOARD_READ) from None
        return legal[answer]


@dataclass(frozen=True, repr=False)
class _DepthAgent(WeighingAgent):
    """The action that the search of its class finds, looking `depth` plies ahead."""

    search: ClassVar[Callable]
    depth: float
    evaluate: Evaluator = zero

    def __post_init__(self):
        arguments.check_depth(self.depth, least=1)
        check_functions(evaluate=self.evaluate)

    def weigh(self, game: Game, state: State) -> Thought:
        depth, evaluate = self.depth - 1, self.evaluate
        return first_best(game, state, lambda after: self.search(game, after, depth, evaluate))


@dataclass(frozen=True, repr=False)
class Minimax(_DepthAgent):
    """The action that minimax finds, looking `depth` plies ahead."""

    search = staticmethod(minimax)


@dataclass(frozen=True, repr=False)
class Expectimax(_DepthAgent):
    """The action with the best expectation, looking `depth` plies ahead."""

    search = staticmethod(expectimax)


@dataclass(frozen=True, repr=False)
class AlphaBeta(_DepthAgent):
    """The same action as `Minimax`, found with fewer visits."""

    search = staticmethod(alphabeta)

    def weigh(self, game: Game, state: State) -> Thought:
        """As `Minimax`, but a move that cannot be the best one is left with a bound."""
        side, values, bounds, best = game.side(state), {}, set(), None
        alpha, beta = -inf, inf
        for action in game.actions(state):
            after = game.result(state, action)
            value = alphabeta(game, after, self.depth - 1, self.evaluate, alpha, beta)[0]
            values[action] = value
            if best is None or side * value > side * values[best]:
                best = action
            elif self.depth > 1:  # cut off as soon as it could not be better
                bounds.add(action)
            alpha, beta = (values[best], beta) if side == MAX else (alpha, values[best])
        return Thought(best, values, "value", bounds=frozenset(bounds), side=side)


@dataclass(frozen=True, repr=False)
class Deepening(Agent):
    """The best action of the deepest search that a budget allows; only nodes can be repeated."""

    nodes: int | None = None
    seconds: float | None = None
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_budget(self.nodes, self.seconds, "nodes")
        check_functions(evaluate=self.evaluate)

    def choose(self, game: Game, state: State) -> Action:
        best = game.actions(state)[0]
        memory = _LimitedMemory(self.nodes, self.seconds)
        with suppress(_BudgetUsedUp, arguments.TooDeep):  # the answer of the depth before stands
            for _, _, action in deepen(game, state, self.evaluate, memory=memory):
                best = action
        return best


class _BudgetUsedUp(Exception):
    """Raised inside a search that has to stop."""


class _LimitedMemory(Memory):
    """A memory that stops the search when the budget is used up."""

    def __init__(self, nodes: int | None, seconds: float | None):
        super().__init__()
        self.limit = nodes
        self.end = None if seconds is None else time.perf_counter() + seconds

    def arrive(self, game, state, depth):
        out_of_nodes = self.limit is not None and self.nodes > self.limit
        if out_of_nodes or (self.end is not None and time.perf_counter() > self.end):
            raise _BudgetUsedUp
        return super().arrive(game, state, depth)


@dataclass(frozen=True, repr=False)
class RolloutAgent(WeighingAgent):
    """What both agents share: a budget, how much to explore, a seed."""

    iterations: int | None = None
    seconds: float | None = None
    c: float = math.sqrt(2)
    seed: int = 0

    def __post_init__(self):
        check_budget(self.iterations, self.seconds)
        check_number("c", self.c)
        check_whole("seed", self.seed)

    def settings(self) -> dict:
        """The arguments that every search takes."""
        return {"iterations": self.iterations, "seconds": self.seconds, "c": self.c}


@dataclass(frozen=True, repr=False)
class MCTS(RolloutAgent):
    """Monte Carlo tree search with a budget of iterations, which can be repeated, or of seconds.

    `search` may be a variant, such as `mcts_merged`. `rule` picks the final move: a name that
    `best_action` knows, or a function of the root.
    """

    rollout: Callable = random_rollout
    rule: str | Callable = "visits"
    search: Callable = mcts

    def __post_init__(self):
        super().__post_init__()
        check_functions(rollout=self.rollout, search=self.search)
        if self.rule not in list(RULES) and not callable(self.rule):
            raise ValueError(COMMON.RULE_ONE.format(rules=", ".join(RULES), rule=self.rule))

    def weigh(self, game: Game, state: State) -> Thought:
        rng = dice(self.seed, game, state)
        root = self.search(game, state, **self.settings(), rng=rng, rollout=self.rollout)
        action = self.rule(root) if callable(self.rule) else best_action(root, self.rule)
        return by_visits(game, root, action)


@dataclass(frozen=True, repr=False)
class FastMCTS(RolloutAgent):
    """The same search, compiled: for the games that `lib.fast` knows."""

    prove: bool = False  # find wins and losses that are certain
    merge: bool = False  # count moves with the same result as one

    def weigh(self, game: Game, state: State) -> Thought:
        import lib.fast  # numba: loaded only by those who use it

        seed = dice(self.seed, game, state).getrandbits(32)
        options: dict[str, Any] = {"seed": seed, "prove": self.prove, "merge": self.merge}
        root = lib.fast.mcts(game, state, **self.settings(), **options)
        return by_visits(game, root, proven_action(root) if self.prove else best_action(root))

    def stand_in(self, game: Game) -> Agent | None:
        """The plain search, for a moment: compiling begins in the background if it has not yet."""
        import lib.fast

        if not lib.fast.plays(game) or lib.fast.ready(game, self.prove, self.merge):
            return None  # also where it will say that it cannot play
        is_soon = lib.fast.warm_up(game, self.prove, self.merge).is_alive()
        return MCTS(seconds=_SOON, c=self.c, seed=self.seed) if is_soon else None


def dice(seed: int, game: Game, state: State) -> random.Random:
    """A random generator that depends on the seed and the state only, the same in every process."""
    return random.Random(f"{seed} {game.render(state)}")


def first_best(game: Game, state: State, search: Callable[[State], tuple]) -> Thought:
    """The value of each move by a search below it; the first best is taken."""
    values = {action: search(game.result(state, action))[0] for action in game.actions(state)}
    side = game.side(state)
    return Thought(max(values, key=lambda a: side * values[a]), values, "value", side=side)


def by_visits(game: Game, root: Node, action: Action) -> Thought:
    """The visits and means of the root's children, in the order of the actions."""
    known = [root.children.get(other) for other in game.actions(root.state)]
    children = [child for child in known if child is not None and child.visits]
    means = {child.action: child.total / child.visits for child in children}
    visits = {child.action: child.visits for child in children}
    return Thought(action, visits, "visits", means, side=root.side)


def _spelled(action: Action) -> str:
    """How a person types an action: small letters, the parts of a tuple apart, no punctuation."""
    if isinstance(action, tuple):
        return " ".join(_spelled(part) for part in action)
    return " ".join(str(action).lower().translate(str.maketrans("(),'\"", "     ")).split())
