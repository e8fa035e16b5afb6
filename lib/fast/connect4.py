"""Connect Four on two bitboards: the bits are those of `lib.games.connect4`, see its picture."""

import numpy as np

from lib.fast.bits import U0, U1, UNDECIDED, next_random

LOW_21 = np.uint64(2**21 - 1)
WIDTH = RISE = COLUMN = FULL = None  # filled in by `constants`


def constants(width, height):
    """The numbers that depend on the size of the board."""
    column = 2**height - 1
    return {
        "WIDTH": width,
        "RISE": np.uint64(height + 1),  # from a cell to its right neighbor
        "COLUMN": np.uint64(column),
        "FULL": np.uint64(sum(column << (height + 1) * i for i in range(width))),
    }


def landing(stones, column):
    """The cell where a stone thrown into `column` lands; no cell if the column is full."""
    shift = np.uint64(column) * RISE
    return (stones + (U1 << shift)) & (COLUMN << shift)


def has_line(board):
    """Whether four stones stand in a row: upright, flat, or on a diagonal."""
    upright = board & (board >> U1)
    flat = board & (board >> RISE)
    rising = board & (board >> (RISE + U1))
    falling = board & (board >> (RISE - U1))
    two = np.uint64(2)
    return (
        (upright & (upright >> two))
        | (flat & (flat >> two * RISE))
        | (rising & (rising >> two * (RISE + U1)))
        | (falling & (falling >> two * (RISE - U1)))
    ) != U0


def legal(me, other, moves):
    """Writes the columns that are not full to `moves`; how many there are."""
    count = 0
    for column in range(WIDTH):
        if landing(me | other, column):
            moves[count] = column
            count += 1
    return count


def play(me, other, move):
    """The boards after the move, the next mover's first."""
    return other, me | landing(me | other, move)


def status(me, other):
    """The value of a finished game for the player to move, or UNDECIDED."""
    if has_line(other):
        return -1
    return 0 if me | other == FULL else UNDECIDED


def rollout(me, other, random):
    """Plays random moves to the end; the value for the player to move, and the generator.

    21 random bits make a column, so one random number is good for three; a full one is drawn again.
    """
    sign = 1
    taken = me | other
    while taken != FULL:
        random = next_random(random)
        bits = random
        for _ in range(3):
            column = ((bits & LOW_21) * np.uint64(WIDTH)) >> np.uint64(21)
            bits >>= np.uint64(21)
            stone = landing(taken, column)
            if stone:
                taken |= stone
                me |= stone
                if has_line(me):
                    return sign, random
                if taken == FULL:
                    return 0, random
                me, other = other, me
                sign = -sign
    return 0, random
