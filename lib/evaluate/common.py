"""Evaluators for any game, one for Pig, and how to bring one to another scale."""

from collections.abc import Callable
from dataclasses import dataclass

from lib.game import Game, State, is_number

Evaluator = Callable[[Game, State], float]


def zero(game: Game, state: State) -> float:
    """0 for every state: for searches that reach the end of the game anyway."""
    return 0.0


def score(game: Game, state: State) -> float:
    """The points so far, in games that count them: Pacman and capture the flag."""
    if not hasattr(game, "score"):
        raise ValueError(f"{game!r} keeps no score during the game: choose another evaluator")
    return game.score(state)


def squashed(value: float, width: float) -> float:
    """`value` brought between -1 and +1, never quite there: 0 stays 0, `width` becomes 1/2."""
    return value / (width + abs(value))


@dataclass(frozen=True)
class scaled:
    """`evaluate` squashed to between -1 and +1: value / (width + |value|).

    Where a win counts 1, an evaluator that counts in points would be worth more than winning:
    the search would then rather collect points than win. A value of `width` becomes 1/2, three
    times the width 3/4. Better states stay better, so among states in which the game goes on
    minimax chooses the same; MCTS gets payoffs that fit its constant `c`. Expectimax may choose
    others: it averages, and averages do not survive squashing.
    """

    evaluate: Evaluator
    width: float

    def __post_init__(self):
        if not callable(self.evaluate):
            raise ValueError(f"evaluate must be a function of (game, state), got {self.evaluate!r}")
        if not (is_number(self.width) and self.width > 0):
            raise ValueError(f"width must be a positive number, got {self.width!r}")

    def __call__(self, game: Game, state: State) -> float:
        return squashed(self.evaluate(game, state), self.width)

    @property
    def __name__(self) -> str:
        return f"{self.evaluate.__name__}/{self.width:g}"


def pig_lead(game, state) -> float:
    """The lead in Pig as a share of the goal, from -1 to 1; the turn total counts as banked.

    While the die is in the air the total counts only as far as it is likely to be kept.
    """
    x, o, total, player, rolling = state[:5]
    kept = total * (1 - game.die.get(1, 0)) if rolling else total
    return (x - o + (kept if player == 0 else -kept)) / game.goal
