"""Exact values with the compiled solvers, and alpha-beta to a given depth, in MAX's sign."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from lib.fast import solve_connect4, solve_othello
from lib.fast.compile import loaded, specialise_all
from lib.fast.games import compiled, walk_of
from lib.game import Action, Game, State
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello

CONNECT4_SLOTS = 2**20 - 3  # 8 MB; an odd number spreads the positions
OTHELLO_SLOTS = 2**18 - 5  # 4.5 MB


SHALLOW_ROWS, DEEP_ROWS = 2**12, 2**18  # of the table of `alphabeta`, cleared for every search


class Solution(NamedTuple):
    """The value under perfect play, MAX's; the best action; how many positions were looked at."""

    score: int
    action: Action | None
    nodes: int

    @property
    def value(self) -> int:
        """+1 if MAX wins, 0 for a draw, -1 if MIN wins."""
        return (self.score > 0) - (self.score < 0)


def solve(game: Game, state: State) -> Solution:
    """The exact score of a Connect Four or Othello position, and the first best action.

    Connect Four: +1 if MAX wins with his last stone, +2 with the one before, and so on; the same
    below 0 for MIN. Othello: MAX's stones minus MIN's at the end of the game.
    """
    solver = solver_for(game)
    if game.is_terminal(state):
        return Solution(solver.final(game, state), None, 0)
    solver.nodes[0] = 0
    side = game.side(state)
    score = solver.score(game, state)
    action = next(a for a in game.actions(state) if solver.reaches(game, state, a, side, score))
    return Solution(score, action, int(solver.nodes[0]))


def solve_actions(game: Game, state: State) -> dict[Action, int]:
    """The exact score of every legal action, MAX's."""
    solver = solver_for(game)
    return {action: solver.after(game, state, action) for action in game.actions(state)}


def solver_for(game):
    """The solver of a game; a ValueError if there is none."""
    if type(game) is ConnectFour and game.width * (game.height + 1) <= 56:
        return connect4_solver(game.width, game.height)
    if type(game) is Othello and game.size <= 8:
        return othello_solver(game.size)
    raise ValueError(
        f"there is no solver for {game!r}: only for ConnectFour (boards of up to 56 bits, "
        "7 x 6 has 49) and for Othello endgames up to size 8"
    )


class Solver:
    """What both solvers share: the score after an action."""

    def after(self, game, state, action):
        """MAX's score after an action."""
        child = game.result(state, action)
        return self.final(game, child) if game.is_terminal(child) else self.score(game, child)

    def reaches(self, game, state, action, side, score):
        """Whether the action is worth as much to `side` as the position."""
        child = game.result(state, action)
        if game.is_terminal(child):
            return self.final(game, child) == score
        return self.at_most(game, child, -side * score)


class ConnectFourSolver(Solver):
    """Keeps its table between questions: what was proven once stays true."""

    def __init__(self, width, height):
        label = f"connect4_{width}x{height}"
        numbers = solve_connect4.constants(width, height, CONNECT4_SLOTS)
        self.parts = specialise_all(
            solve_connect4, solve_connect4.PARTS, label, numbers, solve_connect4.SIGNATURES
        )
        for name, signature in solve_connect4.SIGNATURES.items():
            loaded(self.parts[name], signature, f"the solver for {label}")
        self.table = np.zeros(CONNECT4_SLOTS, np.uint64)
        self.nodes = np.zeros(1, np.int64)
        self.work = (self.table, np.zeros((width * height + 1, width), np.uint64), self.nodes)
        self.cells = width * height

    def final(self, game, state):
        """MAX's score of a finished game: how many stones the winner had left, and one."""
        stones = (state[0] | state[1]).bit_count()
        return int(game.utility(state)) * ((self.cells + 2 - stones) // 2)

    def boards(self, state):
        """The mover's stones and all stones."""
        x, o, mover = state[:3]
        return np.uint64(o if mover else x), np.uint64(x | o)

    def score(self, game, state):
        """MAX's score of a position."""
        return game.side(state) * self.parts["score"](*self.boards(state), *self.work)

    def at_most(self, game, state, limit):
        """Whether the mover's score is `limit` or less."""
        return self.parts["at_most"](*self.boards(state), limit, *self.work)


class OthelloSolver(Solver):
    """Keeps its table between questions too."""

    def __init__(self, size):
        self.compiled = compiled(Othello(size))
        meanings = {**self.compiled.rules, "SLOTS": np.uint64(OTHELLO_SLOTS)}
        parts = specialise_all(
            solve_othello, solve_othello.PARTS, f"othello_{size}", meanings, ("negamax",)
        )
        self.run = loaded(
            parts["negamax"], solve_othello.SIGNATURE, f"the solver for othello_{size}"
        )
        self.boards = np.zeros((OTHELLO_SLOTS, 2), np.uint64)
        self.bounds = np.zeros((OTHELLO_SLOTS, 2), np.int8)
        moves = np.zeros((size * size + 1, size * size), np.uint64)
        self.nodes = np.zeros(1, np.int64)
        self.work = (self.boards, self.bounds, moves, self.nodes)

    def final(self, game, state):
        """MAX's stones minus MIN's."""
        return state[0].bit_count() - state[1].bit_count()

    def score(self, game, state):
        """MAX's score of a position."""
        me, other, side = self.compiled.position(state)
        return side * self.run(me, other, -64, 64, *self.work)

    def at_most(self, game, state, limit):
        """Whether the mover's score is `limit` or less."""
        me, other, _ = self.compiled.position(state)
        return self.run(me, other, limit, limit + 1, *self.work) <= limit


connect4_solver = lru_cache(ConnectFourSolver)
othello_solver = lru_cache(OthelloSolver)


def alphabeta(game: Game, state: State, depth: float = inf) -> tuple[float, Action | None]:
    """What `lib.search.alphabeta` returns without an evaluator: value (0 beyond depth), action."""
    if depth < 0:
        raise ValueError(f"depth must not be negative, got {depth}")
    table = compiled(game)
    if game.is_terminal(state) or depth == 0:
        return (game.utility(state) if game.is_terminal(state) else 0), None
    depth = int(min(depth, table.max_plies))
    search = walk_of(table, "choose", "alpha-beta for")
    moves = np.zeros((depth + 1, table.max_children), np.uint16)
    rows = np.zeros((SHALLOW_ROWS if depth <= 10 else DEEP_ROWS, 3), np.uint64)
    me, other, side = table.position(state)
    value, code = search(me, other, depth, moves, rows)
    return side * value, table.action(code)
