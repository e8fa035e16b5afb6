"""Othello on two bitboards: square = row * SIZE + column, as in `lib.games.othello`.

     0  1  2  3  4  5  6  7      A run of stones to turn grows in all eight directions at once,
     8  9 10 11 12 13 14 15      one shift a step, and never leaves INNER sideways: a shift by
    ..                           one from the last column would land in the next row.
    56 57 58 59 60 61 62 63

A run has at most 6 stones. Steps of 1, 1, 2, 2 squares cover it: 4 shifts in place of 6.
PASS is a move of its own, so sides take turns strictly, and a pass is a node of the tree.
"""

import numpy as np

from lib.fast.bits import (
    U0,
    U1,
    UNDECIDED,
    below,
    count_bits,
    lowest_square,
    next_random,
    nth_square,
    union_of_four,
)  # fmt: skip
from lib.fast.games import PASS_CODE as PASS

SIZE = BOARD = INNER = None  # filled in by `constants`


def constants(size):
    """The numbers that depend on the size of the board."""
    row = 2**size - 1
    inner = row & ~1 & ~(1 << size - 1)
    return {
        "SIZE": np.uint64(size),
        "BOARD": np.uint64(2 ** (size * size) - 1),
        "INNER": np.uint64(sum(inner << size * i for i in range(size))),
    }


def up(start, through, step):
    """The stones of `through` in unbroken runs from `start`, going up by `step` squares."""
    run = (start << step) & through
    run |= (run << step) & through
    pairs = through & (through << step)
    run |= (run << (step + step)) & pairs
    return run | ((run << (step + step)) & pairs)


def down(start, through, step):
    """The same, going down by `step` squares."""
    run = (start >> step) & through
    run |= (run >> step) & through
    pairs = through & (through >> step)
    run |= (run >> (step + step)) & pairs
    return run | ((run >> (step + step)) & pairs)


def reach(me, free, through, step):
    """The free squares just behind the runs that begin next to my stones, up and down."""
    return ((up(me, through, step) << step) | (down(me, through, step) >> step)) & free


def enclosed(stone, me, through, step):
    """The stones between the new stone and mine on one line, up and down."""
    above, below_it = up(stone, through, step), down(stone, through, step)
    return above.where((above << step) & me) | below_it.where((below_it >> step) & me)


reach_all = union_of_four(reach)
enclosed_all = union_of_four(enclosed)


def squares(me, other):
    """The squares where I may play."""
    inner = other & INNER
    free = BOARD & ~(me | other)
    return reach_all(me, free, (inner, other, inner, inner), (U1, SIZE, SIZE - U1, SIZE + U1))


def turned(stone, me, other):
    """The stones that change sides when I put `stone`."""
    inner = other & INNER
    return enclosed_all(stone, me, (inner, other, inner, inner), (U1, SIZE, SIZE - U1, SIZE + U1))


def legal(me, other, moves):
    """Writes the legal moves to `moves`; how many there are. Without a square it is PASS."""
    free = squares(me, other)
    if free == U0:
        moves[0] = PASS
        return 1
    count = 0
    while free:
        moves[count] = lowest_square(free)
        free &= free - U1
        count += 1
    return count


def play(me, other, move):
    """The boards after the move, the next mover's first."""
    if move == PASS:
        return other, me
    stone = U1 << np.uint64(move)
    change = turned(stone, me, other)
    return other ^ change, me ^ change ^ stone


def result(me, other):
    """The value for `me` when the game is over: who has more stones."""
    mine, yours = np.int64(count_bits(me)), np.int64(count_bits(other))
    return np.int64(mine > yours) - np.int64(mine < yours)


def status(me, other):
    """The value of a finished game for the player to move, or UNDECIDED."""
    if squares(me, other) or squares(other, me):
        return UNDECIDED
    return result(me, other)


def rollout(me, other, random):
    """Plays random moves to the end; the value for the player to move, and the generator."""
    sign = 1
    passed = False
    while True:
        free = squares(me, other)
        if free:
            random = next_random(random)
            stone = nth_square(free, below(random, count_bits(free)))
            change = turned(stone, me, other)
            me, other = other ^ change, me ^ change ^ stone
            passed = False
        elif passed:
            return sign * result(me, other), random
        else:
            me, other = other, me
            passed = True
        sign = -sign
