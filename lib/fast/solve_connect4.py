"""An exact Connect Four solver: alpha-beta with a table of bounds, after Pascal Pons' blog.

A score counts stones, for the mover: +1 if he wins with his last stone, +2 with the one before,
and so on; 0 for a draw; negative if he loses. The search asks only yes-or-no questions ("more
than 3?", a window of width one) and halves the range of answers each time. `me` are the mover's
stones, `taken` all stones. me + taken + BOTTOM is another number for every position, and never 0.
"""

import numpy as np

from lib.fast import connect4
from lib.fast.bits import U0, U1, WHOLE, WORD, address, count_bits, further

RISE = FULL = BOTTOM = CELLS = WIDTH = SLOTS = COLUMNS = None  # filled in by `constants`
UPPER, LOWER = 64, 192  # a bound in the table: score + UPPER (0..127) or score + LOWER (128..255)
_LOOK_AHEAD = 28  # stones: until then the table is asked about the next moves, too
BYTE, SCORE_BITS = np.uint64(8), np.uint64(56)


def constants(width, height, slots):
    """The numbers that depend on the size of the board and of the table."""
    rise = height + 1
    middle_first = sorted(range(width), key=lambda column: abs(2 * column - width + 1))
    return {
        **connect4.constants(width, height),
        "BOTTOM": np.uint64(sum(1 << rise * i for i in range(width))),
        "CELLS": width * height,
        "SLOTS": np.uint64(slots),
        "COLUMNS": tuple(np.uint64(2**height - 1 << rise * i) for i in middle_first),
    }


def wins(me, taken):
    """The empty cells, reachable or not, that would complete four of `me`."""
    found = (me << U1) & (me << np.uint64(2)) & (me << np.uint64(3))
    for step in (RISE, RISE - U1, RISE + U1):
        pair = (me << step) & (me << (step + step))
        found |= pair & (me << (step + step + step))
        found |= pair & (me >> step)
        pair = (me >> step) & (me >> (step + step))
        found |= pair & (me >> (step + step + step))
        found |= pair & (me << step)
    return found & (FULL ^ taken)


def safe(me, taken):
    """The cells I can play without letting the other side win at once; none: I lose next."""
    cells = (taken + BOTTOM) & FULL
    threats = wins(me ^ taken, taken)
    forced = cells & threats
    if forced:
        if forced & (forced - U1):
            return U0
        cells = forced
    return cells & ~(threats >> U1)


def sort_moves(me, taken, cells, moves):
    """Writes the cells to `moves`, the one that makes most threats first; how many there are."""
    count = 0
    for column in COLUMNS:
        cell = cells & column
        if cell:
            threats = count_bits(wins(me | cell, taken)) << SCORE_BITS
            place = count
            while place > 0 and moves[place - 1] >> SCORE_BITS < threats >> SCORE_BITS:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = threats | cell
            count += 1
    return count


def negamax(me, taken, stones, alpha, beta, table, moves, nodes):
    """The mover's score between alpha and beta, else a bound; the mover must not win at once."""
    nodes[0] += 1
    cells = safe(me, taken)
    if cells == U0 or nodes[1]:
        return -((CELLS - stones) // 2)
    if stones >= CELLS - 2:
        return 0
    alpha = max(alpha, -((CELLS - 2 - stones) // 2))
    beta = min(beta, (CELLS - 1 - stones) // 2)
    if alpha >= beta:
        return alpha
    key = me + taken + BOTTOM
    slot = key % SLOTS
    entry = table[slot]
    if entry >> BYTE == key:
        bound = np.int64(entry & np.uint64(255))
        if bound >= 128:
            alpha = max(alpha, bound - LOWER)
        else:
            beta = min(beta, bound - UPPER)
        if alpha >= beta:
            return bound - LOWER if bound >= 128 else bound - UPPER
    ordered = further(moves, stones * WIDTH)
    count = sort_moves(me, taken, cells, ordered)
    if stones < _LOOK_AHEAD:
        for i in range(count):
            after = taken | (ordered[i] & FULL)
            child = (me ^ taken) + after + BOTTOM
            entry = table[child % SLOTS]
            if entry >> BYTE == child and entry & np.uint64(128) == U0:
                least = UPPER - np.int64(entry & np.uint64(255))
                if least >= beta:
                    return least
    for i in range(count):
        cell = ordered[i] & FULL
        score = -negamax(me ^ taken, taken | cell, stones + 1, -beta, -alpha, table, moves, nodes)
        if score >= beta:
            table[slot] = (key << BYTE) | np.uint64(score + LOWER)
            return score
        alpha = max(alpha, score)
    table[slot] = (key << BYTE) | np.uint64(alpha + UPPER)
    return alpha


def half(number):
    """Half of a whole number, rounded toward 0."""
    return number // 2 if number >= 0 else -(-number // 2)


def score(me, taken, low, high, table, moves, nodes):
    """The mover's score if it lies between low and high, else the nearer of the two or a bound."""
    stones = np.int64(count_bits(taken))
    if wins(me, taken) & (taken + BOTTOM):
        return (CELLS + 1 - stones) // 2
    work = address(table), address(moves), address(nodes)
    low, high = max(low, -((CELLS - stones) // 2)), min(high, (CELLS + 1 - stones) // 2)
    while low < high:
        middle = low + (high - low) // 2
        if middle <= 0 and half(low) < middle:
            middle = half(low)
        elif middle >= 0 and half(high) > middle:
            middle = half(high)
        found = negamax(me, taken, stones, middle, middle + 1, *work)
        if found <= middle:
            high = found
        else:
            low = found
    return low


PARTS = ("wins", "safe", "sort_moves", "negamax", "half", "score")
SIGNATURE = (WORD, WORD, WHOLE, WHOLE, WORD[::1], WORD[:, ::1], WHOLE[::1])
