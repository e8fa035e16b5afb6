"""The game: one interface for every game of the course, and one sign rule.

Every number is MAX's payoff: utility, evaluation, value, alpha, beta, MCTS totals.
Nobody negates. What a mover prefers enters in one place: `side * value`.
Never flip by ply: the same side may move twice (a pass, two ghosts, two teammates).
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from math import inf, isfinite
from numbers import Integral, Real

MAX, CHANCE, MIN = +1, 0, -1
SIDE_NAMES = {MAX: "MAX", CHANCE: "CHANCE", MIN: "MIN"}

State = Hashable
Action = Hashable


class Game(ABC):
    """The rules of a game. It holds no position: states are immutable, plain data."""

    sides: Sequence[int] = (MAX, MIN)  # sides[i]: for whom agent i plays
    utility_range: tuple[float, float] = (-inf, inf)  # no utility lies outside; inf: unknown

    def __init_subclass__(cls, **options):
        """A game that counts in another way has another range: nothing is inherited then."""
        super().__init_subclass__(**options)
        if "utility" in vars(cls) and "utility_range" not in vars(cls):
            cls.utility_range = (-inf, inf)

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
        raise NotImplementedError(f"{self!r} cannot read positions from text")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def rounds(game: Game, n: int) -> int:
    """The plies in `n` rounds: a round is one move of every agent."""
    if n != inf and (type(n) is not int or n < 0):
        raise ValueError(f"rounds must be a whole number and not negative, got {n!r}")
    return n * len(game.sides)


def is_side(side) -> bool:
    """Whether this is MAX, MIN or CHANCE: a plain int, no True and no 1.0."""
    return type(side) is int and side in SIDE_NAMES


def is_number(value) -> bool:
    """Whether `value` can be a payoff: a finite number that a float can hold."""
    try:
        return isinstance(value, Real) and isfinite(value)
    except OverflowError:
        return False


def plain_int(action: Action) -> Action:
    """A whole number of numpy, as `argmax` gives it, as a plain int; all else as it is."""
    is_whole = isinstance(action, Integral) and type(action) is not bool
    return int(action) if is_whole else action


class GameProblem(AssertionError):
    """What is wrong with a game, in plain sentences."""

    def _render_traceback_(self):
        """What a notebook shows instead of a traceback."""
        return [str(self)]


def check_game(game: Game, games: int = 20, seed: int = 0, plies: int = 10_000) -> str:
    """A summary if random games show nothing wrong with `game`; all problems as a GameProblem."""
    from lib.conformance import Examiner  # it builds on this module

    if isinstance(game, type):
        raise GameProblem(f"give check_game a game, not a class: {game.__name__}()")
    for name, count in (("games", games), ("plies", plies)):
        if type(count) is not int or count < 1:
            raise ValueError(f"{name} must be a whole number from 1, got {count!r}")
    examiner = Examiner(game, seed)
    examiner.examine(games, plies)
    name, problems = type(game).__name__, examiner.problems.values()
    if problems:
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = (f"{number}. {sentence}" for number, sentence in enumerate(problems, 1))
        raise GameProblem("\n".join([f"{name} has {count}:", *lines]))
    shortest, longest = min(examiner.lengths), max(examiner.lengths)
    played = "1 random game" if games == 1 else f"{games} random games"
    return (
        f"{name}: no problem in {played} of {shortest} to {longest} moves, "
        f"{examiner.positions} positions"
    )
