"""Play, learn, play: a network that starts from nothing and teaches itself Connect Four.

A round is some games against itself; then it learns from what it has seen so far, each position
about six times, while other processes, if there is an executor, play the next round. The same seed
and number of games give the same weights, whoever plays them.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from tqdm.auto import tqdm

from lib.arena import wilson
from lib.files import course_folder
from lib.game import Action, Game, State
from lib.games.connect4 import ConnectFour, state_after
from lib.learn.agent import Checkpoint, Learned, check_game
from lib.learn.network import fresh_weights, layers
from lib.learn.selfplay import random_opening, start_of
from lib.messages import LEARN

BATCH = 256  # positions a step
TASK, TASKS = 64, 4  # games a task, tasks a round
_USES = 6  # how often a position is learned from, about
FAST, SLOW = 2e-3, 2e-4  # the learning rate at the beginning and at the end
LONG = 100  # CPU seconds: from here on it pays to search more and to remember more


@dataclass(frozen=True)
class Plan:
    """How to learn: simulations a move, and how many positions are remembered."""

    simulations: int = 25
    memory: int = 150_000


def train(
    game: ConnectFour, seconds: float | None = None, games: int | None = None, seed: int = 0,
    progress: bool = True, executor: Executor | None = None, plan: Plan | None = None,
) -> Iterator[Checkpoint]:  # fmt: skip
    """Checkpoints of a network that learns, the last one when the budget is used up.

    seconds: CPU time of all processes together. games: so many games instead; the same seed then
    gives the same weights every time. Ctrl-C ends the training with a last checkpoint.
    """
    check_game(game)
    budget = seconds if games is None else games
    if budget is None or None not in (seconds, games) or not budget > 0:
        raise ValueError(LEARN.GIVE_BUDGET_ABOVE)
    if plan is None:
        is_long = budget >= (LONG if games is None else 500 * LONG)
        plan = Plan(50, 400_000) if is_long else Plan()
    learner = Learner(game, plan, seed)
    learner.warm_up()  # compiled before the clock starts
    used, shown, waiting, number = 0.0, 0.0, [], 0
    bar = tqdm(total=100, unit="%", disable=not progress, bar_format="{n:.0f} % {bar} {desc}")
    try:
        while (share := (used if games is None else learner.games) / budget) < 1:
            played = [future.result() for future in waiting]
            weights, asked = learner.weights.copy(), []
            for i in range(TASKS):
                task = (game, weights, plan.simulations, TASK, (seed, number, i))
                asked.append(executor.submit(play_games, *task) if executor else Future())
                if executor is None:  # played at once
                    asked[-1].set_result(play_games(*task))
            waiting = asked
            used += sum(task[-1] for task in played) + learner.learn(played, share)
            number += 1
            if share >= shown:
                shown += 0.05
                checkpoint = learner.checkpoint(used)
                bar.update(100 * share - bar.n)
                said = f"{checkpoint.games:,} games"
                if repr(game) == repr(ConnectFour()):
                    kept = value_kept(Learned(checkpoint, 0)).share
                    said += f", policy keeps the value: {kept:.0%}"
                bar.set_description_str(said)
                yield checkpoint
        bar.update(100 - bar.n)  # a bar that stops short turns red
    except KeyboardInterrupt:
        pass
    finally:
        dropped = [future for future in waiting if not future.cancel() and future.done()]
        used += sum(future.result()[-1] for future in dropped)  # played, but too late to learn
        bar.close()
    yield learner.checkpoint(used)


class Learner:
    """The weights, what was played so far, and the steps that change the weights."""

    def __init__(self, game: ConnectFour, plan: Plan, seed: int):
        from lib.learn import compiled  # numba: loaded only by those who train

        self.game, self.plan, self.seed, self.games = game, plan, seed, 0
        self.compiled: Any = compiled
        self.board = compiled.board_of(game)
        self.room, self.rng = compiled.room_of(game), np.random.default_rng((seed, 1))
        self.weights = fresh_weights(game, seed)
        self.slopes = np.zeros_like(self.weights)
        self.mean, self.square = np.zeros_like(self.weights), np.zeros_like(self.weights)
        self.memory = _empty_memory(game, plan.memory)
        self.seen = self.steps = 0  # positions, steps of Adam

    def warm_up(self) -> None:
        """Compiles what is needed, or loads it; nothing is learned."""
        play_games(self.game, self.weights, 1, 1, (0,))
        self._slopes(np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._adam(0.0)

    def learn(self, tasks: list, share: float) -> float:
        """Takes steps on what was played before and now; the CPU seconds that took."""
        start = time.thread_time()
        for *arrays, count, _ in tasks:
            self.games += count
            self.remember(arrays)
        rate = FAST * (SLOW / FAST) ** share
        while self.steps * BATCH < _USES * self.seen:
            self.step(rate)
        return time.thread_time() - start

    def remember(self, arrays: list) -> None:
        """Puts positions into the memory, over the oldest ones when it is full."""
        places = (self.seen + np.arange(len(arrays[0]))) % self.plan.memory
        for kept, new in zip(self.memory, arrays, strict=True):
            kept[places] = new
        self.seen += len(places)

    def step(self, rate: float) -> None:
        """One step on a random batch, each position as it is or mirrored."""
        self.steps += 1
        batch = self.rng.integers(min(self.seen, self.plan.memory), size=BATCH)
        mirror = self.rng.integers(2, size=BATCH)
        self._slopes(batch, mirror)
        self._adam(rate)

    def _adam(self, rate: float) -> None:
        """Changes the weights against the slopes."""
        steps = max(1, self.steps)
        self.compiled.adam(self.weights, self.slopes, self.mean, self.square, steps, rate)

    def _slopes(self, batch, mirror) -> tuple[float, float]:
        """The losses of a batch; its gradient goes to `slopes`."""
        parts, slopes = (tuple(layers(self.game, row)) for row in (self.weights, self.slopes))
        given = (parts, slopes, batch, mirror, *self.memory, self.room)
        return self.compiled.gradient(self.board, *given)

    def checkpoint(self, seconds: float) -> Checkpoint:
        """The weights of now."""
        return Checkpoint.of(self.game, self.weights, self.seed, seconds, self.games)


def _empty_memory(game: ConnectFour, size: int) -> tuple[np.ndarray, ...]:
    """Room for positions: the mover's stones, the other's, shares of the moves, targets."""
    shares = np.zeros((size, game.width), np.float32)
    return np.zeros(size, np.uint64), np.zeros(size, np.uint64), shares, np.zeros(size, np.float32)


def play_games(game: ConnectFour, weights: np.ndarray, simulations: int, count: int, seed: tuple):
    """The positions of so many games, how many games, and the CPU seconds that they took."""
    from lib.learn import compiled

    cells, board = game.width * game.height, compiled.board_of(game)
    luck = np.random.default_rng((*seed, 2)).random((count, cells + 1, game.width + 1))
    arrays, tree = _empty_memory(game, count * cells), compiled.empty_tree(game, simulations)
    parts, starts = tuple(layers(game, weights)), np.zeros((count, 3), np.uint64)
    compiled.play_games(board, parts, tree, simulations, starts, luck[:0], *arrays)  # load the code
    start = time.thread_time()
    starts[:] = [start_of(random_opening(game, numbers)) for numbers in luck]
    used = compiled.play_games(board, parts, tree, simulations, starts, luck, *arrays)
    return *(array[:used].copy() for array in arrays), count, time.thread_time() - start


_SIGNS = {"+": 1, "0": 0, "-": -1}


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
    solved = []
    for columns, signs in (line.split() for line in lines if line and not line.startswith("#")):
        values = {a: _SIGNS[sign] for a, sign in enumerate(signs) if sign in _SIGNS}
        solved.append(Solved(state_after(columns), values))
    return tuple(solved)


def value_kept(agent, positions: Sequence[Solved] | None = None, game: Game | None = None) -> Kept:
    """How often the agent's move is worth as much as the best one."""
    game, positions = game or ConnectFour(), positions or exact_positions()
    kept = sum(p.values[agent(game, p.state)] == max(p.values.values()) for p in positions)
    return Kept(kept / len(positions), *wilson(kept, len(positions)), len(positions))
