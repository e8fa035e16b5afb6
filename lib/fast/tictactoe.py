"""Tic-tac-toe on two 9-bit boards. Every rules module has `legal`, `play`, `status`, `rollout`.

A value is the mover's (+1 won, 0 drawn, -1 lost): inside the compiled code boards are kept as
mover and other.
"""

import numpy as np

from lib.fast.bits import U1, UNDECIDED, below, count_bits, lowest_square, next_random, nth_square
from lib.games import tictactoe

FULL = np.uint64(0b111_111_111)
HAS_LINE = np.array(tictactoe.HAS_LINE)  # by board


def legal(me, other, moves):
    """Writes the legal moves to `moves`; how many there are."""
    free = ~(me | other) & FULL
    count = 0
    while free:
        moves[count] = lowest_square(free)
        free &= free - U1
        count += 1
    return count


def play(me, other, move):
    """The boards after the move, the next mover's first."""
    return other, me | (U1 << np.uint64(move))


def status(me, other):
    """The value of a finished game for the player to move, or UNDECIDED."""
    if HAS_LINE[other]:
        return -1
    return 0 if me | other == FULL else UNDECIDED


def rollout(me, other, random):
    """Plays random moves to the end; the value for the player to move, and the generator."""
    free = ~(me | other) & FULL
    sign = 1
    for left in range(count_bits(free), 0, -1):
        random = next_random(random)
        stone = nth_square(free, below(random, np.uint64(left)))
        me |= stone
        if HAS_LINE[me]:
            return sign, random
        free ^= stone
        me, other = other, me
        sign = -sign
    return 0, random
