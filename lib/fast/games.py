"""Which games the compiled engine plays, and how their states and actions become numbers.

The states of `lib.games` are bitboards already: (x, o, mover, ...). The engine wants the mover's
board first, and a whole number for each action.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lib.fast import connect4, engine, tictactoe
from lib.fast.compile import specialise_all
from lib.game import MAX, MIN, Action, Game, State
from lib.games.connect4 import ConnectFour
from lib.games.tictactoe import TicTacToe

RULES = ("legal", "play", "status", "rollout")


def same(code):
    """The action is the code."""
    return code


@dataclass(frozen=True, eq=False)
class Compiled:
    """A game as the engine sees it: compiled rules and the way to and from plain states."""

    label: str  # its name on disk
    rules: dict
    max_children: int
    max_plies: int
    action: Callable[[int], Action] = same  # the action of a move's code
    code: Callable[[Action], int] = same  # the code of an action
    board: Callable[[int], int] = same  # the engine's form of a bitboard of `lib.games`

    def position(self, state: State) -> tuple:
        """The mover's board, the other's board, and the side to move."""
        x, o = (np.uint64(self.board(stones)) for stones in state[:2])
        return (x, o, MAX) if state[2] == 0 else (o, x, MIN)


def compiled(game: Game) -> Compiled:
    """The compiled form of a game, or a ValueError that says which games there are."""
    if type(game) is TicTacToe:
        return compiled_tictactoe()
    if type(game) is ConnectFour and game.width * (game.height + 1) <= 64:
        return compiled_connect4(game.width, game.height)
    raise ValueError(
        f"the compiled engine does not play {game!r}: it plays TicTacToe, ConnectFour and Othello "
        "on boards of up to 64 bits, and PentagoTwist. Use lib.search.mcts instead"
    )


@lru_cache
def compiled_tictactoe():
    rules = specialise_all(tictactoe, RULES, "tictactoe", {})
    return Compiled("tictactoe", rules, 9, 9)


@lru_cache
def compiled_connect4(width, height):
    label = f"connect4_{width}x{height}"
    names = ("landing", "has_line", *RULES)
    rules = specialise_all(connect4, names, label, connect4.constants(width, height))
    return Compiled(label, rules, width, width * height)


@lru_cache
def engine_for(label_owner: Compiled, prove: bool):
    return engine.build(label_owner.rules, label_owner.label, prove)
