"""Othello on two bitboards: square = row * SIZE + column, as in `lib.games.othello`.

     0  1  2  3  4  5  6  7      A run of stones to turn grows from all my stones at once, one
     8  9 10 11 12 13 14 15      shift a step, and never leaves INNER sideways: a shift by one
    ..                           from the last column would land in the next row.
    56 57 58 59 60 61 62 63

A run has at most 6 stones: steps of 1, 1, 2, 2 squares cover it. Both diagonals grow in two lanes
of the vector unit. PASS is a move of its own: sides take turns strictly, a pass is a node.
"""

import numpy as np

from lib.fast.bits import (
    U0,
    U1,
    UNDECIDED,
    below,
    count_bits,
    in_two_lanes,
    leading_zeros,
    lowest_square,
    next_random,
    nth_square,
)  # fmt: skip
from lib.fast.games import PASS_CODE as PASS

SIZE = BOARD = INNER = RAYS = None  # filled in by `constants`
ALL, LAST = np.uint64(2**64 - 1), np.uint64(63)
_UPWARD = ((0, 1), (1, 0), (1, -1), (1, 1))  # (row, column): to squares of higher numbers


def constants(size):
    """The numbers that depend on the size of the board."""
    row = 2**size - 1
    inner = row & ~1 & ~(1 << size - 1)
    ways = [*_UPWARD, *((-down, -right) for down, right in _UPWARD)]
    return {
        "SIZE": np.uint64(size),
        "BOARD": np.uint64(2 ** (size * size) - 1),
        "INNER": np.uint64(sum(inner << size * i for i in range(size))),
        "RAYS": np.array([_ray(size, q, *way) for q in range(64) for way in ways], np.uint64),
    }


def _ray(size, square, down, right):
    """The squares that one sees from a square in one direction, up to the edge."""
    row, column = square // size + down, square % size + right
    seen = 0
    while row in range(size) and column in range(size):
        seen |= 1 << row * size + column
        row, column = row + down, column + right
    return seen


def reach(me, through, step):
    """The squares just behind the runs of `through` that begin next to my stones, up and down."""
    twice = step + step
    rising, falling = (me << step) & through, (me >> step) & through
    rising |= (rising << step) & through
    falling |= (falling >> step) & through
    pairs = through & (through << step)
    rising |= (rising << twice) & pairs
    rising |= (rising << twice) & pairs
    pairs = pairs >> step
    falling |= (falling >> twice) & pairs
    falling |= (falling >> twice) & pairs
    return (rising << step) | (falling >> step)


_reach_diagonals = in_two_lanes(reach)


def squares(me, other):
    """The squares where I may play."""
    inner = other & INNER
    lines = reach(me, inner, U1) | reach(me, other, SIZE)
    found = lines | _reach_diagonals(me, inner, SIZE - U1, SIZE + U1)
    return found & BOARD & ~(me | other)


def upward(ray, me, other):
    """The ray up to its first square that is not the other's, if that is mine; else nothing."""
    end = ray & ~other
    run = ray & (end ^ (end - U1))
    return run if run & me else U0


def downward(ray, me, other):
    """The same for a ray to squares of lower numbers."""
    run = ray & (ALL << (leading_zeros(ray & ~other) ^ LAST))
    return run if run & me else U0


def turned(stone, me, other):
    """The stones that change sides when I put `stone`: those of the other on runs up to mine."""
    ray = lowest_square(stone) << np.uint64(3)  # the first of eight
    found = upward(RAYS[ray], me, other)
    found |= upward(RAYS[ray + np.uint64(1)], me, other)
    found |= upward(RAYS[ray + np.uint64(2)], me, other)
    found |= upward(RAYS[ray + np.uint64(3)], me, other)
    found |= downward(RAYS[ray + np.uint64(4)], me, other)
    found |= downward(RAYS[ray + np.uint64(5)], me, other)
    found |= downward(RAYS[ray + np.uint64(6)], me, other)
    found |= downward(RAYS[ray + np.uint64(7)], me, other)
    return found & other


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
