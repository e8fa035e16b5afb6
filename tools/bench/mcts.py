"""MCTS against monte-carlo-tree-search: same game, same number of iterations, random rollouts.

The other package asks a state for its player, its actions, its end and its reward. It gets
bitboards, in two kinds. "asked" works an answer out when it is asked for, as the examples of that
package do. "kept" has all our own tricks: tables, the outcome and the moves kept in the state, and
boards with all lines written out, which find four in a row and stones to turn in few steps.
"""

from random import Random

from mcts.base.base import BaseState
from mcts.searcher.mcts import MCTS

from lib.games.board import written
from lib.games.connect4 import ConnectFour, written_lines
from lib.games.othello import Othello, written_runs
from lib.games.tictactoe import FREE, FULL, HAS_LINE, LINES, TicTacToe
from lib.search import mcts
from tools.bench.harness import compare

PEER = "monte-carlo-tree-search"
CONNECT4, OTHELLO = ConnectFour(), Othello()
TOP, BOTTOMS, COLUMNS = CONNECT4.top_row, CONNECT4.bottoms, CONNECT4.columns
TOP_BITS = [(column, 1 << bit) for column, bit in enumerate(CONNECT4.grid[0])]
PLACES, _ = written_lines(7, 6)
SQUARES, TURNS = written_runs(8)
PASS = -1


def has_three(stones):
    return any(stones & line == line for line in LINES)


def has_four(stones):
    up, fall = stones & stones >> 1, stones & stones >> 6
    across, rise = stones & stones >> 7, stones & stones >> 8
    return up & up >> 2 or fall & fall >> 12 or across & across >> 14 or rise & rise >> 16


def open_columns(stones):
    return [column for column, bit in TOP_BITS if not stones & bit]


OPEN = {
    stones: open_columns(stones)
    for stones in (sum(bit for c, bit in TOP_BITS if full >> c & 1) for full in range(128))
}


def squares(moves):
    found = []
    while moves:
        lowest = moves & -moves
        found.append(lowest.bit_length() - 1)
        moves ^= lowest
    return found or [PASS]


def played(own, other, action):
    """Both bitboards after a move in Othello."""
    if action == PASS:
        return own, other
    stone = 1 << action
    turned = OTHELLO._turned(stone, own, other)
    return own ^ turned ^ stone, other ^ turned


def winner(own, other):
    more = own.bit_count() - other.bit_count()
    return (more > 0) - (more < 0)


class Asked(BaseState):
    """Own stones, the other side's stones, and the player to move: 1 or -1."""

    __slots__ = ("other", "own", "player")

    def __init__(self, own, other, player):
        self.own, self.other, self.player = own, other, player

    def get_current_player(self):
        return self.player


class AskedTicTacToe(Asked):
    __slots__ = ()

    def is_terminal(self):
        return has_three(self.other) or self.own | self.other == FULL

    def get_reward(self):
        return -self.player if has_three(self.other) else 0

    def get_possible_actions(self):
        taken = self.own | self.other
        return [square for square in range(9) if not taken >> square & 1]

    def take_action(self, action):
        return AskedTicTacToe(self.other, self.own | 1 << action, -self.player)


class AskedConnectFour(Asked):
    __slots__ = ()

    def is_terminal(self):
        return has_four(self.other) or (self.own | self.other) & TOP == TOP

    def get_reward(self):
        return -self.player if has_four(self.other) else 0

    def get_possible_actions(self):
        return open_columns(self.own | self.other)

    def take_action(self, action):
        stone = ((self.own | self.other) + BOTTOMS[action]) & COLUMNS[action]
        return AskedConnectFour(self.other, self.own | stone, -self.player)


class AskedOthello(Asked):
    __slots__ = ()

    def is_terminal(self):
        own, other = self.own, self.other
        return not OTHELLO.moves(own, other) and not OTHELLO.moves(other, own)

    def get_reward(self):
        return self.player * winner(self.own, self.other)

    def get_possible_actions(self):
        return squares(OTHELLO.moves(self.own, self.other))

    def take_action(self, action):
        own, other = played(self.own, self.other, action)
        return AskedOthello(other, own, -self.player)


class Kept(Asked):
    """The same with the reward (None while the game runs) and, in Othello, the moves."""

    __slots__ = ("moves", "reward")

    def __init__(self, own, other, player, reward=None, moves=0):
        self.own, self.other, self.player = own, other, player
        self.reward, self.moves = reward, moves

    def is_terminal(self):
        return self.reward is not None

    def get_reward(self):
        return self.reward


class KeptTicTacToe(Kept):
    __slots__ = ()

    def get_possible_actions(self):
        return FREE[self.own | self.other]

    def take_action(self, action):
        own, player = self.own | 1 << action, self.player
        reward = player if HAS_LINE[own] else 0 if own | self.other == FULL else None
        return KeptTicTacToe(self.other, own, -player, reward)


class KeptConnectFour(Kept):
    __slots__ = ()

    def get_possible_actions(self):
        return OPEN[(self.own | self.other) & TOP]

    def take_action(self, action):
        own, other, player = self.own, self.other, self.player
        own |= PLACES[((own | other) + BOTTOMS[action]) & COLUMNS[action]]
        pairs = own & own >> 1
        reward = player if pairs & pairs >> 2 else 0 if (own | other) & TOP == TOP else None
        return KeptConnectFour(other, own, -player, reward)


class KeptOthello(Kept):
    __slots__ = ()

    def get_possible_actions(self):
        return squares(self.moves)

    def take_action(self, action):
        own, other = self.own, self.other
        if action != PASS:
            start, runs = TURNS[1 << action]
            ends, turned = other + (other & start) & own, 0
            while ends:
                end = ends & -ends
                turned |= runs[end]
                ends ^= end
            own, other = own ^ turned ^ SQUARES[1 << action], other ^ turned
        mine, yours = own & OTHELLO.board, other & OTHELLO.board
        moves, reward = OTHELLO.moves(yours, mine), None
        if not moves and not OTHELLO.moves(mine, yours):
            reward = self.player * winner(mine, yours)
        return KeptOthello(other, own, -self.player, reward, moves)


def contest(game, asked, kept, iterations):
    """Ours and both kinds of theirs from the first position on; the rows of the table."""
    start = game.initial_state()
    contestants = {
        "mcts": lambda: mcts(game, start, iterations=iterations, rng=Random(1)),
        f"{PEER}, asked": lambda: MCTS(iteration_limit=iterations).search(asked),
        f"{PEER}, kept": lambda: MCTS(iteration_limit=iterations).search(kept),
    }
    title = f"MCTS, {iterations:,} iterations, {game!r}"
    return compare(contestants, rounds=25, title=title, packages=[PEER])


def main():
    """The three games; the aim is 2 or more in the column of ratios, for "asked"."""
    contest(TicTacToe(), AskedTicTacToe(0, 0, 1), KeptTicTacToe(0, 0, 1), 1000)
    contest(CONNECT4, AskedConnectFour(0, 0, 1), KeptConnectFour(0, 0, 1), 1000)
    x, o, _, _, moves = OTHELLO.initial_state()
    kept = KeptOthello(written(x, SQUARES), written(o, SQUARES), 1, None, moves)
    contest(OTHELLO, AskedOthello(x, o, 1), kept, 200)


if __name__ == "__main__":
    main()
