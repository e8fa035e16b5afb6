"""The game: one interface for every game of the course, and one sign rule.

Every number is MAX's payoff: utility, evaluation, value, alpha, beta, MCTS totals.
Nobody negates. What a mover prefers enters in one place: `side * value`.
Never flip by ply: the same side may move twice (a pass, two ghosts, two teammates).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import isfunction
from math import inf
from numbers import Integral
from typing import Any

from lib.messages import COMMON, refuse_if

MAX, CHANCE, MIN = +1, 0, -1
SIDE_NAMES = {MAX: "MAX", CHANCE: "CHANCE", MIN: "MIN"}

State = Any  # immutable, hashable, comparable plain data
Action = Any  # hashable


class Game(ABC):
    """The rules of a game. It holds no position: states are immutable, plain data."""

    sides: Sequence[int] = (MAX, MIN)  # sides[i]: for whom agent i plays
    utility_range: tuple[float, float] = (-inf, inf)  # no utility lies outside; inf: unknown

    def __init_subclass__(cls, **options):
        """A `utility` of its own is checked from now on, and has a range of its own."""
        super().__init_subclass__(**options)
        if isfunction(utility := vars(cls).get("utility")):

            @wraps(utility)
            def finite(self, state):
                value = utility(self, state)
                if is_number(value):
                    return value
                facts = {"value": value, "state": self.render(state)}
                raise ValueError(COMMON.UTILITY_SEARCH_NEEDS.format(**facts))

            cls.utility = finite
            cls.utility_range = vars(cls).get("utility_range", (-inf, inf))

    @abstractmethod
    def initial_state(self) -> State:
        """The position in which the game begins."""

    @abstractmethod
    def to_move(self, state: State) -> int:
        """The agent whose turn it is, as an index into `sides`."""

    @abstractmethod
    def actions(self, state: State) -> Sequence[Action]:
        """The legal actions in a stable order; empty exactly at terminal states."""

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """The new state after `action`; an illegal action is a ValueError that names it."""

    @abstractmethod
    def is_terminal(self, state: State) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def utility(self, state: State) -> float:
        """What MAX gets in a terminal state, a finite number."""

    def probability(self, state: State, action: Action) -> float:
        """How likely CHANCE is to take `action`; uniform unless a game says otherwise."""
        return 1 / len(self.actions(state))

    def side(self, state: State) -> int:
        """For whom the agent to move plays: MAX, MIN or CHANCE."""
        return self.sides[self.to_move(state)]

    def symmetries(self, state: State) -> Sequence[State]:
        """States that must have the same value as `state` (mirror images), itself first."""
        return (state,)

    def render(self, state: State) -> str:
        """The state as a text picture."""
        return str(state)

    def parse(self, text: str) -> State:
        """The state of a text picture: the inverse of `render`."""
        raise NotImplementedError(COMMON.CANNOT_READ_POSITIONS.format(value=self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def rounds(game: Game, n: int) -> int:
    """The plies in `n` rounds: a round is one move of every agent."""
    refuse_if(n != inf and not is_whole(n, 0), COMMON.ROUNDS_WHOLE_NUMBER, n=n)
    return n * len(game.sides)


def is_side(side: Any) -> bool:
    """Whether this is MAX, MIN or CHANCE: a plain int, no True and no 1.0."""
    return type(side) is int and side in SIDE_NAMES


def is_number(value: Any) -> bool:
    """Whether `value` can be a payoff: a finite number that a float can hold."""
    try:
        return -inf < value + 0.0 < inf  # false for NaN too
    except (TypeError, ValueError, OverflowError):  # no number at all, or too large
        return False


def is_whole(value: Any, least: float = -inf, most: float = inf) -> bool:
    """Whether `value` is a whole number from `least` to `most`; True and False do not count."""
    whole = isinstance(value, Integral) and type(value) is not bool
    return whole and least <= value <= most


def plain_int(action: Any) -> Any:
    """A whole number of numpy, as `argmax` gives it, as a plain int; anything else unchanged."""
    return int(action) if is_whole(action) else action
