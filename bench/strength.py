"""Strength at Connect Four: compiled, plain and OpenSpiel's MCTS, paired games with intervals.

Each opening (two random plies) is played twice with colors changed. At equal iterations lib.fast
and lib.search are the same algorithm and should be even. OpenSpiel's differs (`uct_value` and
`sort_key` of its Python form): a child in which the game is over is rated by its outcome alone,
without exploration bonus, and a known win goes before the most visited child.
At equal time each gets the iterations that it finishes in the same CPU time, by a measurement just
before.
"""

import time
from dataclasses import dataclass
from math import sqrt
from random import Random

import pyspiel

import lib.fast
from lib.arena.intervals import wilson
from lib.games.connect4 import ConnectFour
from lib.search.mcts import best_action, mcts

GAME = ConnectFour()
PEER = pyspiel.load_game("connect_four")
PAIRS = 200
ITERATIONS = 200
MILLISECONDS = 2


def fast(history, state, iterations, seed):
    return best_action(lib.fast.mcts(GAME, state, iterations=iterations, seed=seed))


def plain(history, state, iterations, seed):
    return best_action(mcts(GAME, state, iterations=iterations, rng=Random(seed)))


def openspiel(history, state, iterations, seed):
    position = PEER.new_initial_state()
    for action in history:
        position.apply_action(action)
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(PEER, rollouts, sqrt(2), iterations, 1000, False, seed, False)
    return bot.step(position)


PLAYERS = {"lib.fast": fast, "lib.search": plain, "OpenSpiel C++": openspiel}


@dataclass(frozen=True)
class Match:
    """The points of the first of two players: a win 1, a draw 1/2."""

    first: str
    second: str
    games: int
    points: float

    @property
    def interval(self):
        return wilson(self.points, self.games)


def play(first, second, opening, budgets, seed):
    """What the first player, who has the first color, scores: 1, 1/2 or 0."""
    history, state = list(opening), GAME.initial_state()
    for action in opening:
        state = GAME.result(state, action)
    players = (first, second)
    while not GAME.is_terminal(state):
        name = players[GAME.to_move(state)]
        action = PLAYERS[name](history, state, budgets[name], seed * 100 + len(history))
        history.append(action)
        state = GAME.result(state, action)
    return (GAME.utility(state) + 1) / 2


def match(first, second, budgets, pairs):
    """Both play every opening with either color."""
    rng, points = Random(11), 0.0
    for pair in range(pairs):
        opening = [rng.randrange(7), rng.randrange(7)]
        points += play(first, second, opening, budgets, 2 * pair)
        points += 1 - play(second, first, opening, budgets, 2 * pair + 1)
    return Match(first, second, 2 * pairs, points)


def equal_time_budgets(milliseconds=MILLISECONDS):
    """The iterations that each player finishes in this CPU time, from the first position."""
    state, trial, budgets = GAME.initial_state(), 1000, {}
    for name, player in PLAYERS.items():
        player([], state, trial, 1)
        start = time.thread_time()
        for seed in range(5):
            player([], state, trial, seed)
        each = (time.thread_time() - start) / (5 * trial)
        budgets[name] = max(2, round(milliseconds / 1000 / each))
    return budgets


def main(pairs=PAIRS):
    names = list(PLAYERS)
    contests = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    settings = {
        f"{ITERATIONS} iterations each": dict.fromkeys(PLAYERS, ITERATIONS),
        f"{MILLISECONDS} ms of CPU time each": equal_time_budgets(),
    }
    for title, budgets in settings.items():
        print(f"### Connect Four, {title}\n")
        print("Iterations a move:", ", ".join(f"{k} {v:,}" for k, v in budgets.items()), "\n")
        print("| match | games | points of the first | share | 95 % interval |")
        print("|---|---:|---:|---:|---:|")
        for first, second in contests:
            m = match(first, second, budgets, pairs)
            low, high = m.interval
            share = f"{m.points / m.games:.1%} | {low:.1%} to {high:.1%}"
            print(f"| {first} - {second} | {m.games} | {m.points:g} | {share} |", flush=True)
        print()


if __name__ == "__main__":
    main()
