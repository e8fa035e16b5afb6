"""An exact Othello endgame solver: alpha-beta with a table of bounds.

A score is the mover's stones minus the other's when the game is over; where EMPTIES_TO_WINNER is
not 0, the squares that stay empty count for the winner, as in tournaments. The order of the moves
makes it fast: the best move of an earlier look, then moves that leave the other side few answers
and no corner. `stable` stones and what the table knows one move ahead bound the score.
"""

import numba
import numpy as np

from lib.fast.bits import U0, U1, WHOLE, WORD, address, count_bits, further, lowest_square

BOARD = SIZE = CELLS = SLOTS = EMPTIES_TO_WINNER = None  # filled in by `constants`
CORNERS = SIDES = LINES = None
squares = turned = None  # the rules: see lib.fast.othello
FEW, LOOK_UP, LOOK_DEEPER = 6, 8, 13  # empty squares from which on a help is worth its time
STABLE_FROM = 10  # beta: below it stable stones seldom end a search
SQUARE_BITS, SQUARE, KEPT = np.uint64(6), np.uint64(63), np.uint64(4)
WORST = 100


def constants(size, slots, empties_to_winner):
    """The numbers that depend on the size of the board and of the table, and on the rule."""
    side = range(size)
    rows = [[r * size + c for c in side] for r in side]
    columns = [list(line) for line in zip(*rows, strict=True)]
    rising = [[r * size + s - r for r in side if s - r in side] for s in range(2 * size)]
    falling = [[r * size + r - d for r in side if r - d in side] for d in range(-size, size)]
    lines = (rows, columns, rising, falling)
    ways = [[sum(1 << q for q in line) for line in way if line] for way in lines]
    ends = [ways[1][0] | ways[1][-1], ways[0][0] | ways[0][-1]]  # of rows; of columns
    word = np.uint64
    return {
        "CELLS": word(size * size),
        "SLOTS": word(slots),
        "EMPTIES_TO_WINNER": np.int64(empties_to_winner),
        "CORNERS": word(ends[0] & ends[1]),
        "SIDES": tuple(word(edge) for edge in (*ends, ends[0] | ends[1])),
        "LINES": tuple(tuple(map(word, way)) for way in ways),
    }


def slot_of(me, other):
    """Where in the table a position is kept."""
    mixed = (me * np.uint64(0x9E3779B97F4A7C15)) ^ (other * np.uint64(0xC2B2AE3D27D4EB4F))
    return (mixed ^ (mixed >> np.uint64(29))) % SLOTS


def full(taken, lines):
    """The squares of the lines on which every square is taken."""
    found = U0
    for line in lines:
        if taken & line == line:
            found |= line
    return found


def stable(me, taken):
    """Stones of mine that can never be turned: lines full, at the edge, or beside another one."""
    rows, columns = full(taken, LINES[0]) | SIDES[0], full(taken, LINES[1]) | SIDES[1]
    rising, falling = full(taken, LINES[2]) | SIDES[2], full(taken, LINES[3]) | SIDES[2]
    found = me & rows & columns & rising & falling
    before = U0
    while found != before:
        before = found
        found |= (
            me
            & (rows | (found << U1) | (found >> U1))
            & (columns | (found << SIZE) | (found >> SIZE))
            & (rising | (found << (SIZE - U1)) | (found >> (SIZE - U1)))
            & (falling | (found << (SIZE + U1)) | (found >> (SIZE + U1)))
        )
    return found


def freedom(me, other):
    """How free the mover is: answers, those in corners twice."""
    answers = squares(me, other)
    return np.int64(count_bits(answers)) + np.int64(count_bits(answers & CORNERS))


def frontier(me, taken):
    """How many empty squares touch stones of mine: there the other side may play later."""
    wide = me | ((me & ~LINES[1][-1]) << U1) | ((me & ~LINES[1][0]) >> U1)
    return np.int64(count_bits((wide | (wide << SIZE) | (wide >> SIZE)) & BOARD & ~taken))


def promise(me, other, depth, alpha, beta):
    """What a shallow search thinks of the mover's freedom: alpha-beta, `depth` plies."""
    free = squares(me, other)
    if depth == 0 or free == U0:
        lead = np.int64(count_bits(me & CORNERS)) - np.int64(count_bits(other & CORNERS))
        return freedom(me, other) - freedom(other, me) + 6 * lead
    best = np.int64(-1000)
    while free and best < beta:
        stone = free & (U0 - free)
        free ^= stone
        change = turned(stone, me, other)
        mine, yours = me ^ change ^ stone, other ^ change
        best = max(best, -promise(yours, mine, depth - 1, -beta, -max(alpha, best)))
    return best


def sort_moves(me, other, free, empty, first, moves):
    """Writes the free squares to `moves`, the most promising first; how many there are."""
    count = 0
    most = np.int64(1000)
    while free:
        square = lowest_square(free)
        stone = free & (U0 - free)
        free ^= stone
        change = turned(stone, me, other)
        mine, yours = me ^ change ^ stone, other ^ change
        rank = 16 * freedom(yours, mine) + 2 * frontier(mine, mine | yours) + 512
        if empty >= LOOK_DEEPER:
            rank += 12 * promise(yours, mine, np.int64(empty - LOOK_DEEPER) // 3, -most, most)
        rank -= 16 * np.int64((stone & CORNERS) != U0)
        move = (np.uint64(max(rank, 1)) << SQUARE_BITS) | square
        if square == first:
            move = square
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
        empty = np.int64(CELLS) - mine - yours
        return lead + empty if lead > 0 else lead - empty
    return lead


def last_square(me, other, stone):
    """The mover's score with one empty square left."""
    change = turned(stone, me, other)
    if change:
        return final_score(me ^ change ^ stone, other ^ change)
    change = turned(stone, other, me)
    if change:
        return final_score(me ^ change, other ^ change ^ stone)
    return final_score(me, other)


def last_two(me, other, one, two):
    """The mover's score with two empty squares left, or WORST where he cannot move."""
    best = WORST
    change = turned(one, me, other)
    if change:
        best = -last_square(other ^ change, me ^ change ^ one, two)
    change = turned(two, me, other)
    if change:
        found = -last_square(other ^ change, me ^ change ^ two, one)
        best = found if best == WORST else max(best, found)
    return best


def few_left(me, other, alpha, beta, nodes):
    """`negamax` near the end, where tables and ordering cost more than they save."""
    nodes[0] += 1
    empty = BOARD & ~(me | other)
    more = empty & (empty - U1)
    if more & (more - U1) == U0:
        if more == U0:
            return last_square(me, other, empty) if empty else final_score(me, other)
        best = last_two(me, other, empty ^ more, more)
        if best == WORST:
            best = -last_two(other, me, empty ^ more, more)
        return final_score(me, other) if best == -WORST else best
    free = squares(me, other)
    if free == U0:
        if squares(other, me) == U0:
            return final_score(me, other)
        return -few_left(other, me, -beta, -alpha, nodes)
    best = -WORST
    while free and best < beta:
        stone = free & (U0 - free)
        free ^= stone
        change = turned(stone, me, other)
        mine, yours = me ^ change ^ stone, other ^ change
        best = max(best, -few_left(yours, mine, -beta, -max(alpha, best), nodes))
    return best


def negamax(me, other, alpha, beta, boards, bounds, moves, nodes):
    """The mover's score between alpha and beta, else a bound; nothing if nodes[1] is not 0."""
    empty = count_bits(BOARD & ~(me | other))
    if empty < FEW:
        return few_left(me, other, alpha, beta, nodes)
    nodes[0] += 1
    if nodes[1]:
        return 0
    free = squares(me, other)
    if free == U0:
        if squares(other, me) == U0:
            return final_score(me, other)
        return -negamax(other, me, -beta, -alpha, boards, bounds, moves, nodes)
    if beta > STABLE_FROM:
        most = np.int64(CELLS) - 2 * np.int64(count_bits(stable(other, me | other)))
        if most <= alpha:
            return most
        beta = min(beta, most)
    place = slot_of(me, other)
    kept, bound = further(boards, place * np.uint64(2)), further(bounds, place * KEPT)
    first = np.uint64(64)
    if kept[0] == me and kept[1] == other:
        if bound[0] >= beta:
            return np.int64(bound[0])
        if bound[1] <= alpha:
            return np.int64(bound[1])
        alpha, beta = max(alpha, np.int64(bound[0])), min(beta, np.int64(bound[1]))
        first = np.uint64(bound[2])
    if empty >= LOOK_UP:
        left = free
        while left:
            stone = left & (U0 - left)
            left ^= stone
            change = turned(stone, me, other)
            mine, yours = me ^ change ^ stone, other ^ change
            there = slot_of(yours, mine)
            ahead = further(boards, there * np.uint64(2))
            if ahead[0] == yours and ahead[1] == mine:
                least = -np.int64(further(bounds, there * KEPT)[1])
                if least >= beta:
                    return least
    ordered = further(moves, empty * CELLS)
    count = sort_moves(me, other, free, empty, first, ordered)
    best = -WORST
    favorite = ordered[0] & SQUARE
    for i in range(count):
        stone = U1 << (ordered[i] & SQUARE)
        change = turned(stone, me, other)
        mine, yours = me ^ change ^ stone, other ^ change
        low = max(alpha, best)
        found = low
        if i > 0:
            found = -negamax(yours, mine, -low - 1, -low, boards, bounds, moves, nodes)
        if i == 0 or low < found < beta:
            found = -negamax(yours, mine, -beta, -low, boards, bounds, moves, nodes)
        if found > best:
            best, favorite = found, ordered[i] & SQUARE
        if best >= beta:
            break
    if not (kept[0] == me and kept[1] == other):
        if bound[3] > 0 and np.uint64(bound[3]) > empty + np.uint64(2):
            bound[3] -= 1
            return best
        kept[0], kept[1] = me, other
        bound[0], bound[1] = -WORST, WORST
    bound[3] = empty
    if best > alpha:
        bound[0] = best
    if best < beta:
        bound[1] = best
    bound[2] = favorite
    return best


def score(me, other, alpha, beta, boards, bounds, moves, nodes):
    """`negamax`, as Python calls it."""
    work = address(boards), address(bounds), address(moves), address(nodes)
    return negamax(me, other, alpha, beta, *work)


PARTS = (
    *("slot_of", "full", "stable", "freedom", "frontier", "promise", "sort_moves"),
    *("final_score", "last_square", "last_two", "few_left", "negamax", "score"),
)
SIGNATURE = (WORD, WORD, WHOLE, WHOLE, WORD[:, ::1], numba.int8[:, ::1], WORD[:, ::1], WHOLE[::1])
