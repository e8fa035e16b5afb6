"""Exact values with the compiled solvers, in MAX's sign."""

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from lib.fast import solve_connect4, solve_othello
from lib.fast.compile import interruptible, loaded, specialize_all
from lib.fast.games import check_columns, check_stones, compiled
from lib.game import Action, Game, State
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.messages import FAST, refuse_if

_CONNECT4_SLOTS = 2**21 - 9  # 16 MB; an odd number spreads the positions
_OTHELLO_SLOTS = 2**20 - 3  # 21 MB


class Solution(NamedTuple):
    """The value under perfect play, MAX's; the best action; how many positions were looked at."""

    score: int
    action: Action | None
    nodes: int

    @property
    def value(self) -> int:
        """+1 if MAX wins, 0 for a draw, -1 if MIN wins."""
        return (self.score > 0) - (self.score < 0)


def solve(game: Game, state: State, empties_to_winner: bool = False) -> Solution:
    """The exact score of a position, and the first best action: see `lib.fast.solve`."""
    solver = solver_for(game, empties_to_winner)
    solver.check(game, state)
    if game.is_terminal(state):
        return Solution(solver.final(game, state), None, 0)
    solver.nodes[0] = 0
    score = solver.score(game, state)
    action = next(a for a in game.actions(state) if solver.reaches(game, state, a, score))
    return Solution(score, action, int(solver.nodes[0]))


def solve_actions(game: Game, state: State, empties_to_winner: bool = False) -> dict[Action, int]:
    """The exact score of every legal action, MAX's."""
    solver = solver_for(game, empties_to_winner)
    solver.check(game, state)
    return {action: solver.after(game, state, action) for action in game.actions(state)}


def solver_for(game, empties_to_winner=False):
    """The solver of a game; a ValueError if there is none."""
    refuse_if(empties_to_winner and type(game) is not Othello, FAST.EMPTIES_OTHELLO, game=game)
    if type(game) is ConnectFour and game.width * (game.height + 1) <= 56:
        return connect4_solver(game.width, game.height)
    if type(game) is Othello and game.size <= 8:
        return _othello_solver(game.size, bool(empties_to_winner))
    raise ValueError(FAST.NO_SOLVER_ONLY.format(game=game))


class _Solver:
    """What both solvers share: questions to compiled code, whose table is kept between them."""

    def __init__(self, rules, label, meanings, table, widest, cells):
        parts = specialize_all(rules, rules.PARTS, label, meanings, ("score",))
        self.run = loaded(parts["score"], rules.SIGNATURE, f"the solver for {label}")
        self.cells = cells
        self.table, self.nodes = table, np.zeros(2, np.int64)  # nodes seen; not 0: stop
        self.work = (*table, np.zeros((cells + 1, widest), np.uint64), self.nodes)
        self.lock = Lock()  # one question at a time: they share the table

    check = staticmethod(check_stones)  # a ValueError for what cannot be a position

    def ask(self, state, low, high):
        """The mover's score if it lies between low and high, else a bound of it."""
        boards = self.boards(state)
        empty = self.cells - (state[0] | state[1]).bit_count()
        with self.lock:
            if empty <= self.QUICK:
                return self.run(*boards, low, high, *self.work)
            try:
                return interruptible(self.run, (*boards, low, high, *self.work), self.nodes[1:])
            except BaseException:
                for part in self.table:
                    part.fill(0)  # what an unfinished search wrote there is wrong
                raise

    def score(self, game, state):
        """MAX's score of a position."""
        return game.side(state) * self.ask(state, -64, 64)

    def after(self, game, state, action):
        """MAX's score after an action."""
        child = game.result(state, action)
        return self.final(game, child) if game.is_terminal(child) else self.score(game, child)

    def reaches(self, game, state, action, score):
        """Whether the action is worth as much to the mover as the position."""
        child = game.result(state, action)
        if game.is_terminal(child):
            return self.final(game, child) == score
        limit = game.side(child) * score  # is it this or less? one question, cheaper than a score
        return self.ask(child, limit, limit + 1) <= limit


class _ConnectFourSolver(_Solver):
    """Scores count stones: see `solve`."""

    QUICK = 30  # empty cells: with more a question may take seconds

    def __init__(self, width, height, slots=_CONNECT4_SLOTS):
        numbers = solve_connect4.constants(width, height, slots)
        label, table = f"connect4_{width}x{height}", [np.zeros(slots, np.uint64)]
        super().__init__(solve_connect4, label, numbers, table, width, width * height)

    def check(self, game, state):
        check_stones(game, state)
        check_columns(game, state)

    def final(self, game, state):
        """MAX's score of a finished game: how many stones the winner had left, and one."""
        stones = (state[0] | state[1]).bit_count()
        return int(game.utility(state)) * ((self.cells + 2 - stones) // 2)

    def boards(self, state):
        """The mover's stones and all stones."""
        x, o, mover = state[:3]
        return np.uint64(o if mover else x), np.uint64(x | o)


class _OthelloSolver(_Solver):
    """Scores are differences of stones."""

    QUICK = 12

    def __init__(self, size, empties_to_winner):
        self.compiled, self.empties = compiled(Othello(size)), empties_to_winner
        numbers = solve_othello.constants(size, _OTHELLO_SLOTS, empties_to_winner)
        meanings = {**self.compiled.rules, **numbers}
        label = f"othello_{size}" + ("_tournament" if empties_to_winner else "")
        kinds, cells = ((2, np.uint64), (4, np.int8)), size * size
        table = [np.zeros((_OTHELLO_SLOTS, wide), kind) for wide, kind in kinds]
        super().__init__(solve_othello, label, meanings, table, cells, cells)

    def final(self, game, state):
        """MAX's stones minus MIN's; the empty squares to the winner where that is the rule."""
        x, o = state[0].bit_count(), state[1].bit_count()
        empty = self.cells - x - o if self.empties else 0
        return x - o + empty * ((x > o) - (x < o))

    def boards(self, state):
        """The mover's stones and the other's."""
        return self.compiled.position(state)[:2]


connect4_solver = lru_cache(_ConnectFourSolver)
_othello_solver = lru_cache(_OthelloSolver)
