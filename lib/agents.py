"""Agents: called as `agent(game, state)`, they answer with an action. Printed as their own label.

An agent is plain frozen data: it can be compared, hashed, pickled and sent to another machine.
It keeps no memory. Whatever is random in it comes from its seed and the state, so the same agent
answers the same in the same state, whoever asks and whenever.
"""

import math
import random
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, fields

from lib.evaluate import Evaluator, zero
from lib.game import SIDE_NAMES, Action, Game, State
from lib.search.alphabeta import alphabeta
from lib.search.expectimax import expectimax
from lib.search.mcts import best_action, mcts
from lib.search.minimax import minimax
from lib.search.rollouts import random_rollout

RULES = ("visits", "mean", "secure")  # how MCTS picks its final move, see `best_action`


class Agent:
    """What all agents share: the label that they are printed as."""

    def __call__(self, game: Game, state: State) -> Action:
        raise NotImplementedError(f"{type(self).__name__} does not say how it chooses")

    def __repr__(self) -> str:
        """The name and every setting that differs from its default, but not the seed."""
        changed = [
            f for f in fields(self) if f.name != "seed" and getattr(self, f.name) != f.default
        ]
        return " ".join([type(self).__name__, *(setting(self, f.name) for f in changed)])


def setting(agent: Agent, name: str) -> str:
    """One setting of an agent as a short text."""
    value = getattr(agent, name)
    if name in ("depth", "iterations"):
        return f"{value}"
    if name == "seconds":
        return f"{value:g} s"
    if callable(value):
        return getattr(value, "__name__", str(value))
    return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"


def dice(seed: int, game: Game, state: State) -> random.Random:
    """A random generator that depends on the seed and the state only.

    Made from text: equal states read alike, and text seeds work the same in every process.
    """
    return random.Random(f"{seed} {game.render(state)}")


@dataclass(frozen=True, repr=False)
class Random(Agent):
    """Any legal action, all equally likely."""

    seed: int = 0

    def __post_init__(self):
        check_seed(self.seed)

    def __call__(self, game: Game, state: State) -> Action:
        return dice(self.seed, game, state).choice(list(game.actions(state)))


@dataclass(frozen=True, repr=False)
class Greedy(Agent):
    """The action that leads to the best state at once; the first of equals."""

    evaluate: Evaluator

    def __post_init__(self):
        check_evaluator(self.evaluate)

    def __call__(self, game: Game, state: State) -> Action:
        side = game.side(state)

        def worth(action: Action) -> float:
            after = game.result(state, action)
            final = game.is_terminal(after)
            return side * (game.utility(after) if final else self.evaluate(game, after))

        return max(game.actions(state), key=worth)


@dataclass(frozen=True, repr=False)
class Minimax(Agent):
    """The action that minimax finds, looking `depth` plies ahead."""

    depth: float
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_depth(self.depth)
        check_evaluator(self.evaluate)

    def __call__(self, game: Game, state: State) -> Action:
        return minimax(game, state, self.depth, self.evaluate)[1]


@dataclass(frozen=True, repr=False)
class AlphaBeta(Agent):
    """The same action as `Minimax`, found with fewer visits."""

    depth: float
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_depth(self.depth)
        check_evaluator(self.evaluate)

    def __call__(self, game: Game, state: State) -> Action:
        return alphabeta(game, state, self.depth, self.evaluate)[1]


@dataclass(frozen=True, repr=False)
class Expectimax(Agent):
    """The action with the best expectation, looking `depth` plies ahead."""

    depth: float
    evaluate: Evaluator = zero

    def __post_init__(self):
        check_depth(self.depth)
        check_evaluator(self.evaluate)

    def __call__(self, game: Game, state: State) -> Action:
        return expectimax(game, state, self.depth, self.evaluate)[1]


@dataclass(frozen=True, repr=False)
class MCTS(Agent):
    """Monte Carlo tree search with a budget of iterations or of seconds.

    Only a budget of iterations can be repeated: seconds depend on the machine.
    """

    iterations: int | None = None
    seconds: float | None = None
    c: float = math.sqrt(2)
    seed: int = 0
    rollout: Callable = random_rollout
    rule: str = "visits"

    def __post_init__(self):
        check_budget(self.iterations, self.seconds)
        check_exploration(self.c)
        check_seed(self.seed)
        if not callable(self.rollout):
            raise ValueError(f"rollout must be a function, got {self.rollout!r}")
        if self.rule not in RULES:
            raise ValueError(f"rule must be one of {', '.join(RULES)}, got {self.rule!r}")

    def __call__(self, game: Game, state: State) -> Action:
        rng = dice(self.seed, game, state)
        budget = {"iterations": self.iterations, "seconds": self.seconds}
        root = mcts(game, state, **budget, c=self.c, rng=rng, rollout=self.rollout)
        return best_action(root, self.rule)


@dataclass(frozen=True, repr=False)
class FastMCTS(Agent):
    """The same search, compiled: for the games that `lib.fast` knows."""

    iterations: int | None = None
    seconds: float | None = None
    c: float = math.sqrt(2)
    seed: int = 0

    def __post_init__(self):
        check_budget(self.iterations, self.seconds)
        check_exploration(self.c)
        check_seed(self.seed)

    def __call__(self, game: Game, state: State) -> Action:
        import lib.fast  # numba: loaded only by those who use it

        seed = dice(self.seed, game, state).getrandbits(32)
        budget = {"iterations": self.iterations, "seconds": self.seconds}
        return best_action(lib.fast.mcts(game, state, **budget, c=self.c, seed=seed))


@dataclass(frozen=True, repr=False)
class Human(Agent):
    """Asks at the keyboard until the answer is a legal action. In notebooks, use `play_board`."""

    def __call__(self, game: Game, state: State) -> Action:
        legal = {spelled(action): action for action in game.actions(state)}
        print(game.render(state))
        print(f"You play {SIDE_NAMES[game.side(state)]}. Legal moves:")
        print(textwrap.fill(", ".join(legal), width=80))
        while (answer := spelled(ask())) not in legal:
            print(f"{answer!r} is not a legal move. Please type one of: {', '.join(legal)}")
        return legal[answer]


def ask() -> str:
    """One line from the keyboard."""
    try:
        return input("Your move: ")
    except EOFError:
        raise EOFError("no keyboard to read a move from: use play_board in a notebook") from None


def spelled(action: Action) -> str:
    """How a person types an action: small letters, the parts of a tuple apart, no punctuation."""
    if isinstance(action, tuple):
        return " ".join(spelled(part) for part in action)
    return " ".join(str(action).lower().translate(str.maketrans("(),'\"", "     ")).split())


def check_depth(depth: float) -> None:
    """A ValueError unless an agent can look that many plies ahead."""
    if not (depth == math.inf or is_whole(depth)) or depth < 1:
        raise ValueError(
            f"depth must be a whole number of plies, at least 1, or inf: got {depth!r}"
        )


def check_evaluator(evaluate: Evaluator) -> None:
    """A ValueError unless `evaluate` can be called."""
    if not callable(evaluate):
        raise ValueError(f"evaluate must be a function (game, state) -> number, got {evaluate!r}")


def check_budget(iterations: int | None, seconds: float | None) -> None:
    """A ValueError unless exactly one of the two is given and positive."""
    if (iterations is None) == (seconds is None):
        raise ValueError("give either iterations or seconds, not both and not neither")
    if iterations is not None and (not is_whole(iterations) or iterations < 1):
        raise ValueError(f"iterations must be a whole number of at least 1, got {iterations!r}")
    if seconds is not None and not (is_number(seconds) and seconds > 0):
        raise ValueError(f"seconds must be a positive number, got {seconds!r}")


def check_exploration(c: float) -> None:
    """A ValueError unless `c` can weigh exploration."""
    if not (is_number(c) and c >= 0):
        raise ValueError(f"c must be a number of at least 0, got {c!r}")


def check_seed(seed: int) -> None:
    """A ValueError unless the seed is a whole number."""
    if not is_whole(seed):
        raise ValueError(f"seed must be a whole number, got {seed!r}")


def is_number(value: object) -> bool:
    """Whether `value` is a finite number."""
    return isinstance(value, int | float) and math.isfinite(value)


def is_whole(value: object) -> bool:
    """Whether `value` is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)
