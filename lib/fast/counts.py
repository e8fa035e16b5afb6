"""Random games and move sequences, counted by compiled code."""

from typing import NamedTuple

import numpy as np

from lib.fast.bits import random_state
from lib.fast.compile import interruptible
from lib.fast.games import check_stones, compiled, walk_of
from lib.game import Game, State
from lib.search.arguments import check_whole


class Playouts(NamedTuple):
    """How many random games MAX won, drew and lost."""

    wins: int
    draws: int
    losses: int

    @property
    def mean(self) -> float:
        """What MAX got on average."""
        return (self.wins - self.losses) / sum(self)


_SLICE = 20_000  # games between two looks at the keyboard


def playouts(game: Game, n: int, seed: int = 0, state: State = None) -> Playouts:
    """Plays `n` random games, from the first position unless a `state` is given."""
    check_whole("n", n, 1)
    check_whole("seed", seed)
    table = compiled(game)
    state = game.initial_state() if state is None else state
    check_stones(game, state)
    if game.is_terminal(state):
        raise ValueError(f"the game is over, there is nothing to play at {state!r}")
    me, other, side = table.position(state)
    run = walk_of(table, "playouts", "random games of")
    results, random = np.zeros(3, np.int64), random_state(int(seed))
    for start in range(0, n, _SLICE):
        random = np.uint64(run(me, other, min(_SLICE, n - start), random, results))
    losses, draws, wins = (int(count) for count in results[::side])
    return Playouts(wins, draws, losses)


def perft(game: Game, depth: int, state: State = None) -> int:
    """The number of move sequences of exactly `depth` plies (a forced pass is a move)."""
    check_whole("depth", depth, 0)
    table = compiled(game)
    state = game.initial_state() if state is None else state
    check_stones(game, state)
    if game.is_terminal(state):
        return int(depth == 0)
    me, other, _ = table.position(state)
    count = walk_of(table, "perft", "the counter for")
    moves = np.zeros((depth + 1, table.max_children), np.uint16)
    return interruptible(count, (me, other, depth, moves), moves[0])
