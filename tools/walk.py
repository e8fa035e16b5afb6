"""Loops over the compiled rules of a game: count, look ahead, play at random.

Written once, compiled for each game, like `lib.fast.engine`. `moves` has one row of WIDEST places
for each ply; the row of depth 0 is free for a 1 that says: stop, the answer does not matter any
more. `table` has `slots` rows of three numbers.
"""

import numpy as np

from lib.fast.bits import MOVE, UNDECIDED, WHOLE, WORD, address, further

TWO_BITS, THREE, FOUR_BITS = np.uint64(2), np.uint64(3), np.uint64(4)
LOST = np.int64(-1)  # not a plain -1: see lib.fast.compile
legal = play = status = rollout = WIDEST = None  # a game's: filled in when compiled


def sequences(me, other, depth, moves):
    """The number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    if status(me, other) != UNDECIDED or moves[0]:
        return 0
    row = further(moves, depth * WIDEST)
    count = legal(me, other, row)
    if depth == 1:
        return count
    total = 0
    for i in range(count):
        mine, yours = play(me, other, row[i])
        total += sequences(mine, yours, depth - 1, moves)
    return total


def perft(me, other, depth, moves):
    """`sequences`, as Python calls it."""
    return sequences(me, other, depth, address(moves))


def slot_of(me, other, slots):
    """Where in a table of 2**n rows a position is kept."""
    mixed = me * np.uint64(0x9E3779B97F4A7C15) + other * np.uint64(0xC2B2AE3D27D4EB4F)
    return (mixed >> np.uint64(40)) & np.uint64(slots - 1)


def horizon(me, other, beta, moves):
    """`negamax` one ply before the horizon, without calling it for every leaf."""
    best = -1
    for i in range(legal(me, other, moves)):
        mine, yours = play(me, other, moves[i])
        value = status(mine, yours)
        best = max(best, 0 if value == UNDECIDED else -value)
        if best >= beta:
            break
    return best


def negamax(me, other, depth, alpha, beta, moves, table, slots):
    """Alpha-beta with a table: the mover's value (+1, 0, -1), with 0 at the horizon.

    The window is -1 to +1 at most: nothing is better than a win. A row of the table holds both
    boards and a note: depth * 16 + (lowest value + 1) * 4 + highest value + 1.
    """
    value = status(me, other)
    if value != UNDECIDED:
        return value
    if depth == 0 or moves[0]:
        return 0
    if depth == 1:
        return horizon(me, other, beta, further(moves, WIDEST))
    entry = further(table, slot_of(me, other, slots) * THREE)
    low, high = -1, 1
    if entry[0] == me and entry[1] == other and entry[2] >> FOUR_BITS == np.uint64(depth):
        low = np.int64((entry[2] >> TWO_BITS) & THREE) - 1
        high = np.int64(entry[2] & THREE) - 1
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
    best = -1
    row = further(moves, depth * WIDEST)
    for i in range(legal(me, other, row)):
        mine, yours = play(me, other, row[i])
        floor = max(alpha, best)
        best = max(best, -negamax(mine, yours, depth - 1, -beta, -floor, moves, table, slots))
        if best >= beta:
            break
    low, high = max(low, best if best > alpha else -1), min(high, best if best < beta else 1)
    entry[0], entry[1] = me, other
    entry[2] = np.uint64(depth * 16 + (low + 1) * 4 + high + 1)
    return best


def choose(me, other, depth, moves, table):
    """The mover's value and the first best move, looking `depth` plies ahead."""
    work = address(moves), address(table), len(table)
    row = further(work[0], depth * WIDEST)
    best, chosen = -2, row[0]
    for i in range(legal(me, other, row)):
        mine, yours = play(me, other, row[i])
        value = -negamax(mine, yours, depth - 1, LOST, -max(best, LOST), *work)
        if value > best:
            best, chosen = value, row[i]
        if best == 1:
            break
    return best, chosen


def playouts(me, other, count, random, results):
    """Plays `count` random games; counts losses, draws and wins of the mover in `results`."""
    for _ in range(count):
        value, random = rollout(me, other, random)
        results[value + 1] += 1
    return random


PARTS = ("sequences", "perft", "slot_of", "horizon", "negamax", "choose", "playouts")
SIGNATURES = {  # of what Python calls
    "perft": (WORD, WORD, WHOLE, MOVE[:, ::1]),
    "choose": (WORD, WORD, WHOLE, MOVE[:, ::1], WORD[:, ::1]),
    "playouts": (WORD, WORD, WHOLE, WORD, WHOLE[::1]),
}
