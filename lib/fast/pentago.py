"""Pentago Twist on two 36-bit boards, one quadrant after the other, nine bits each.

     0  1  2 |  9 10 11
     3  4  5 | 12 13 14      So a quadrant is one 9-bit number, and a twist is looked up
     6  7  8 | 15 16 17      in a table of 512 answers.
    ---------+---------
    18 19 20 | 27 28 29      A move is a number too:
    21 22 23 | 30 31 32      cell * 8 + quadrant * 2 + (0 rotate, 1 flip)
    24 25 26 | 33 34 35

Five in a row is looked up as well: _FIVES[q][pattern] has one bit for each of the 32 lines, set
where quadrant q does its part for that line. Where all four agree, the line is complete.
"""

import numpy as np

from lib.fast.bits import U0, U1, UNDECIDED, below, count_bits, next_random, nth_square
from lib.fast.games import pentago_bit as bit
from lib.games.pentago import COMES_FROM

FULL = np.uint64(2**36 - 1)
_QUADRANT = np.uint64(511)
_NINE = np.uint64(9)
_NOBODY_WINS_BEFORE = 9  # stones
MOST_MOVES, TABLE = np.uint64(288), np.uint64(1024)  # `legal_merged` has a table behind the moves


def _all_lines():
    """The 32 lines of five cells, each as a set of bits."""
    for row, column in np.ndindex(6, 6):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            cells = [(row + down * i, column + right * i) for i in range(5)]
            if all(0 <= r < 6 and 0 <= c < 6 for r, c in cells):
                yield sum(1 << bit(r, c) for r, c in cells)


def changes(origin):
    """For each pattern of a quadrant: which bits differ after the twist."""
    return [p ^ sum((p >> origin[i] & 1) << i for i in range(9)) for p in range(512)]


def parts(quadrant):
    """For each pattern of this quadrant: the lines for which it has all stones it should have."""
    wanted = [line >> 9 * quadrant & 511 for line in _all_lines()]
    return [sum((p & w == w) << i for i, w in enumerate(wanted)) for p in range(512)]


_ROW_BY_ROW = np.array([bit(row, column) for row in range(6) for column in range(6)], np.uint64)
CHANGES = np.array([changes(COMES_FROM[kind]) for kind in ("rotate", "flip")], np.uint64)
_FIVES = np.array([parts(quadrant) for quadrant in range(4)], np.uint32)
_THREES = np.array([int(f"{p:b}", 3) for p in range(512)], np.uint64)  # the pattern, base 3


def five(board):
    """Whether five stones stand in a row."""
    quadrant_0, quadrant_1 = board & _QUADRANT, (board >> _NINE) & _QUADRANT
    quadrant_2, quadrant_3 = (board >> (_NINE + _NINE)) & _QUADRANT, board >> np.uint64(27)
    top = _FIVES[0, quadrant_0] & _FIVES[1, quadrant_1]
    return (top & _FIVES[2, quadrant_2] & _FIVES[3, quadrant_3]) != 0


def twist(board, shift, kind):
    """The board with the quadrant at bit `shift` rotated (kind 0) or flipped (kind 1)."""
    return board ^ (CHANGES[kind, (board >> shift) & _QUADRANT] << shift)


def play(me, other, move):
    """The boards after the move, the next mover's first."""
    code = np.uint64(move)
    kind = code & U1
    shift = ((code >> U1) & np.uint64(3)) * _NINE
    me |= U1 << (code >> np.uint64(3))
    return twist(other, shift, kind), twist(me, shift, kind)


def legal(me, other, moves):
    """Writes the legal moves to `moves`; how many there are."""
    taken = me | other
    count = 0
    for cell in _ROW_BY_ROW:
        if (taken >> cell) & U1 == U0:
            for twist_code in range(8):
                moves[count] = cell * np.uint64(8) + np.uint64(twist_code)
                count += 1
    return count


def fingerprint(me, other):
    """A different number for every pair of boards: cells are digits 0, 1, 2 of base 3."""
    number = U0
    for quadrant in range(4):
        shift = np.uint64(quadrant) * _NINE
        mine, yours = (me >> shift) & _QUADRANT, (other >> shift) & _QUADRANT
        number = (number << np.uint64(15)) + _THREES[mine] + np.uint64(2) * _THREES[yours]
    return number


def number_after(me, other, move):
    """The fingerprint of the boards after a move."""
    mine, yours = play(me, other, move)
    return fingerprint(mine, yours)


def legal_merged(me, other, moves):
    """`legal` with one move to a board; behind the moves stands a table: number in the row + 1."""
    total = legal(me, other, moves)
    for place in range(TABLE):
        moves[MOST_MOVES + place] = 0
    count = 0
    for i in range(total):
        number = number_after(me, other, moves[i])
        place = MOST_MOVES + ((number * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(54))
        while moves[place] and number_after(me, other, moves[moves[place] - 1]) != number:
            place = place + U1 if place + U1 < MOST_MOVES + TABLE else MOST_MOVES
        if not moves[place]:
            moves[count] = moves[i]
            count += 1
            moves[place] = count
    return count


def status(me, other):
    """The value of a finished game for the player to move, or UNDECIDED."""
    mine, yours = five(me), five(other)
    if mine or yours:
        return np.int64(mine) - np.int64(yours)
    return 0 if me | other == FULL else UNDECIDED


def rollout(me, other, random):
    """Plays random moves to the end; the value for the player to move, and the generator."""
    sign = 1
    free = ~(me | other) & FULL
    left = count_bits(free)
    while left:
        random = next_random(random)
        me |= nth_square(free, below(random, left))
        kind = random & U1
        shift = ((random >> U1) & np.uint64(3)) * _NINE
        me, other = twist(other, shift, kind), twist(me, shift, kind)
        sign = -sign
        left -= U1
        free = ~(me | other) & FULL
        if left <= np.uint64(36 - _NOBODY_WINS_BEFORE):
            mine, yours = five(me), five(other)
            if mine or yours:
                return sign * (np.int64(mine) - np.int64(yours)), random
    return 0, random
