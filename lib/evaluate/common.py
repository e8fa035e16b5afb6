"""Evaluators for any game, and how to bring one to another scale."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from lib.game import Game, State

Evaluator = Callable[[Game, State], float]


def zero(game: Game, state: State) -> float:
    """0 for every state: for searches that reach the end of the game anyway."""
    return 0.0


def score(game: Game, state: State) -> float:
    """The points so far, in games that count them: Pacman and capture the flag."""
    if not hasattr(game, "score"):
        raise ValueError(f"{game!r} keeps no score during the game: choose another evaluator")
    return game.score(state)


@dataclass(frozen=True)
class scaled:
    """`evaluate` squashed to between -1 and +1: tanh(value / width), so 0 stays 0.

    A value of `width` becomes 0.76, twice the width 0.96. Better states stay better (far beyond
    the width all look alike), so minimax plays the same moves; MCTS gets payoffs that fit its
    constant `c`. Expectimax may play others: it averages, and averages do not survive squashing.
    """

    evaluate: Evaluator
    width: float

    def __post_init__(self):
        if not (math.isfinite(self.width) and self.width > 0):
            raise ValueError(f"width must be a positive number, got {self.width!r}")

    def __call__(self, game: Game, state: State) -> float:
        return math.tanh(self.evaluate(game, state) / self.width)

    @property
    def __name__(self) -> str:
        return f"{self.evaluate.__name__}/{self.width:g}"
