"""How good is it? Positions whose exact values are known, and how often a move keeps the value.

`data/positions/connect4_learning.txt` has 500 positions in which a move can go wrong, solved by
`lib.fast.solve_actions`; `python -m tools.bench.learn positions` made it. Nobody trains on them.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from lib.arena import wilson
from lib.files import course_folder
from lib.game import Action, Game, State
from lib.games import ConnectFour

SIGNS = {"+": 1, "0": 0, "-": -1}


class Solved(NamedTuple):
    """A position, and what each legal move is worth to the mover: +1, 0 or -1."""

    state: State
    values: dict[Action, int]


class Kept(NamedTuple):
    """The share of moves that kept the value, its 95 % interval, and of how many."""

    share: float
    low: float
    high: float
    n: int

    def __str__(self):
        return f"{self.share:.3f} ({self.low:.3f} to {self.high:.3f}, n = {self.n})"


@lru_cache
def exact_positions(name: str = "connect4_learning") -> tuple[Solved, ...]:
    """The positions of a file: the columns that were played, and a sign for each column."""
    lines = (course_folder("data/positions") / f"{name}.txt").read_text("utf-8").splitlines()
    return tuple(_solved(*line.split()) for line in lines if line and not line.startswith("#"))


def _solved(columns: str, signs: str) -> Solved:
    game = ConnectFour()
    state = game.initial_state()
    for column in columns:
        state = game.result(state, int(column))
    return Solved(state, {a: SIGNS[sign] for a, sign in enumerate(signs) if sign in SIGNS})


def value_kept(agent, positions: Sequence[Solved] | None = None, game: Game | None = None) -> Kept:
    """How often the agent's move is worth as much as the best one."""
    game, positions = game or ConnectFour(), positions or exact_positions()
    kept = sum(p.values[agent(game, p.state)] == max(p.values.values()) for p in positions)
    return Kept(kept / len(positions), *wilson(kept, len(positions)), len(positions))
