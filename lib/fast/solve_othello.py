"""An exact Othello endgame solver: alpha-beta with a table of bounds.

A score is the mover's stones minus the other's when the game is over; where EMPTIES_TO_WINNER is
not 0, the squares that stay empty count for the winner, as in tournaments. Moves that leave the
other side the fewest answers come first: they are often good, and their subtrees are small.
"""

import numba
import numpy as np

from lib.fast.bits import U0, U1, address, count_bits, further, lowest_square
from lib.fast.compile import WHOLE, WORD

BOARD = CELLS = SLOTS = EMPTIES_TO_WINNER = None  # filled in
squares = turned = None  # the rules: see lib.fast.othello
FEW = 5  # with fewer empty squares, ordering and table cost more than they save
TWO, SQUARE_BITS, SQUARE = np.uint64(2), np.uint64(6), np.uint64(63)


def slot_of(me, other):
    """Where in the table a position is kept."""
    mixed = (me * np.uint64(0x9E3779B97F4A7C15)) ^ (other * np.uint64(0xC2B2AE3D27D4EB4F))
    return (mixed ^ (mixed >> np.uint64(29))) % SLOTS


def sort_moves(me, other, free, moves):
    """Writes the free squares to `moves`, fewest answers first; how many there are."""
    count = 0
    while free:
        square = lowest_square(free)
        stone = free & (U0 - free)
        free ^= stone
        change = turned(stone, me, other)
        answers = count_bits(squares(other ^ change, me ^ change ^ stone))
        move = (answers << SQUARE_BITS) | square
        place = count
        while place > 0 and moves[place - 1] > move:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
        count += 1
    return count


def final_score(me, other):
    """The mover's score of a finished game."""
    mine, yours = np.int64(count_bits(me)), np.int64(count_bits(other))
    lead = mine - yours
    if EMPTIES_TO_WINNER and lead != 0:
        empty = np.int64(count_bits(BOARD)) - mine - yours
        return lead + empty if lead > 0 else lead - empty
    return lead


def negamax(me, other, alpha, beta, boards, bounds, moves, nodes):
    """The mover's score if it lies between alpha and beta, else a bound of it.

    If nodes[1] is not 0 the caller wants it to end, and the answer means nothing.
    """
    nodes[0] += 1
    if nodes[1]:
        return 0
    free = squares(me, other)
    if free == U0:
        if squares(other, me) == U0:
            return final_score(me, other)
        return -negamax(other, me, -beta, -alpha, boards, bounds, moves, nodes)
    empty = count_bits(BOARD & ~(me | other))
    best = -100
    if empty < FEW:
        while free and best < beta:
            stone = free & (U0 - free)
            free ^= stone
            change = turned(stone, me, other)
            mine, yours = me ^ change ^ stone, other ^ change
            low = max(alpha, best)
            best = max(best, -negamax(yours, mine, -beta, -low, boards, bounds, moves, nodes))
        return best
    place = slot_of(me, other) * TWO
    kept, bound = further(boards, place), further(bounds, place)
    if kept[0] == me and kept[1] == other:
        if bound[0] >= beta:
            return np.int64(bound[0])
        if bound[1] <= alpha:
            return np.int64(bound[1])
    ordered = further(moves, empty * CELLS)
    count = sort_moves(me, other, free, ordered)
    for i in range(count):
        stone = U1 << (ordered[i] & SQUARE)
        change = turned(stone, me, other)
        mine, yours = me ^ change ^ stone, other ^ change
        low = max(alpha, best)
        if i > 0 and low + 1 < beta:
            found = -negamax(yours, mine, -low - 1, -low, boards, bounds, moves, nodes)
            if not low < found < beta:
                best = max(best, found)
                if best >= beta:
                    break
                continue
        best = max(best, -negamax(yours, mine, -beta, -low, boards, bounds, moves, nodes))
        if best >= beta:
            break
    if not (kept[0] == me and kept[1] == other):
        kept[0], kept[1] = me, other
        bound[0], bound[1] = -100, 100
    if best > alpha:
        bound[0] = best
    if best < beta:
        bound[1] = best
    return best


def score(me, other, alpha, beta, boards, bounds, moves, nodes):
    """`negamax`, as Python calls it."""
    work = address(boards), address(bounds), address(moves), address(nodes)
    return negamax(me, other, alpha, beta, *work)


PARTS = ("slot_of", "sort_moves", "final_score", "negamax", "score")
SIGNATURE = (WORD, WORD, WHOLE, WHOLE, WORD[:, ::1], numba.int8[:, ::1], WORD[:, ::1], WHOLE[::1])
