"""The same as `network` and `selfplay`, compiled: about two hundred times as fast.

Boards are pairs of bitboards, the mover's stones first. Values are MAX's; so is `side`.
"""

from collections import namedtuple
from functools import lru_cache, partial
from typing import NamedTuple

import numba
import numpy as np

from lib.fast.bits import U0, U1, lowest_square
from lib.learn.network import HIDDEN, layers, mover_first
from lib.learn.selfplay import DRAWN, EXPLORATION, NOISE

HIDDEN1, HIDDEN2 = HIDDEN
OPEN = 2  # in place of a proven value
U2, U3 = np.uint64(2), np.uint64(3)

_jit = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})


class Board(NamedTuple):
    """What compiled code must know of a Connect Four board."""

    width: int
    rise: np.uint64  # from a cell to its right neighbor: the height and 1
    column: np.uint64  # the cells of the leftmost column
    full: np.uint64
    cells: np.ndarray  # cells[mirror, bit]: the number of the cell among the inputs of a plane


@lru_cache
def board_of(game) -> Board:
    """The board of a game of Connect Four."""
    cells = np.zeros((2, 64), np.int64)
    for row, bits in enumerate(reversed(game.grid)):
        for column, bit in enumerate(bits):
            cells[0, bit] = column * game.height + row
            cells[1, bit] = (game.width - 1 - column) * game.height + row
    rise, lowest, full = (np.uint64(n) for n in (game.height + 1, game.columns[0], game.full))
    return Board(game.width, rise, lowest, full, cells)


@_jit
def landing(board, stones, column):
    """The cell where a stone lands; no cell if the column is full."""
    shift = np.uint64(column) * board.rise
    return (stones + (U1 << shift)) & (board.column << shift)


@_jit
def has_four(board, stones):
    """Whether four of these stones stand in a row."""
    for step in (U1, board.rise - U1, board.rise, board.rise + U1):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (U2 * step)):
            return True
    return False


@_jit
def completing(board, stones, taken):
    """As `network.completing`."""
    cells = U0
    for step in (U1, board.rise - U1, board.rise, board.rise + U1):
        pairs = stones & (stones >> step)
        threes = pairs & (stones >> (U2 * step))
        cells |= (threes << (U3 * step)) | (threes >> step)
        cells |= (pairs & (stones >> (U3 * step))) << (U2 * step)
        cells |= (stones & (pairs >> (U2 * step))) << step
    return cells & board.full & ~taken


@_jit
def _active_inputs(board, own, other, mirror, active):
    """Writes the numbers of the inputs that are 1 to `active`; how many they are."""
    taken, count, first = own | other, 0, 0
    size = len(active) // 4
    for plane in (own, other, completing(board, own, taken), completing(board, other, taken)):
        while plane:
            active[count] = first + board.cells[mirror, lowest_square(plane)]
            count += 1
            plane &= plane - U1
        first += size
    return count


# Room for one run through the network: `active` are the inputs that are 1, `rows` the hidden units
# that are above 0, and `values` their values.
Room = namedtuple("Room", "active ones hidden1 hidden2 rows1 values1 rows2 values2 out")


@_jit
def _add_rows(out, matrix, rows, scales, count):
    """Adds rows of a matrix to `out`, each times its scale; four at a time, which is faster."""
    done = 0
    while done + 4 <= count:
        a, b, c, d = rows[done], rows[done + 1], rows[done + 2], rows[done + 3]
        p, q, r, s = scales[done], scales[done + 1], scales[done + 2], scales[done + 3]
        for j in range(len(out)):
            out[j] += p * matrix[a, j] + q * matrix[b, j] + (r * matrix[c, j] + s * matrix[d, j])
        done += 4
    for k in range(done, count):
        row, scale = rows[k], scales[k]
        for j in range(len(out)):
            out[j] += scale * matrix[row, j]


@_jit
def _rectify(hidden, rows, values):
    """Makes 0 of what is below; writes which units are above 0, and their values; how many."""
    count = 0
    for i in range(len(hidden)):
        hidden[i] = max(hidden[i], np.float32(0))
        rows[count], values[count] = i, hidden[i]
        count += hidden[i] > 0
    return count


@_jit
def forward(parts, room, count):
    """Writes hidden layers and outputs (no tanh yet); how many units are above 0 in each layer."""
    w1, b1, w2, b2, w3, b3 = parts
    room.hidden1[:] = b1
    _add_rows(room.hidden1, w1, room.active, room.ones, count)
    count1 = _rectify(room.hidden1, room.rows1, room.values1)
    room.hidden2[:] = b2
    _add_rows(room.hidden2, w2, room.rows1, room.values1, count1)
    count2 = _rectify(room.hidden2, room.rows2, room.values2)
    room.out[:] = b3
    _add_rows(room.out, w3, room.rows2, room.values2, count2)
    return count1, count2


@_jit
def policy(board, taken, out, moves):
    """Writes the softmax over the legal moves to `moves`; -1 where a column is full."""
    highest = np.float32(-1e30)
    for column in range(board.width):
        moves[column] = 0 if landing(board, taken, column) else -1
        if moves[column] == 0:
            highest = max(highest, out[1 + column])
    total = np.float32(0)
    for column in range(board.width):
        if moves[column] == 0:
            moves[column] = np.exp(out[1 + column] - highest)
            total += moves[column]
    for column in range(board.width):
        if moves[column] >= 0:
            moves[column] /= total


# The nodes of a search and room to work in; children (-1: untried), priors (-1: illegal) by column.
Tree = namedtuple("Tree", "own other visits totals proven children priors path room")


def room_of(game) -> Room:
    """Room for one run through the network of a game."""
    inputs = 4 * game.width * game.height
    real, whole = partial(np.zeros, dtype=np.float32), partial(np.zeros, dtype=np.int64)
    return Room(
        whole(inputs), np.ones(inputs, np.float32), real(HIDDEN1), real(HIDDEN2),
        whole(HIDDEN1 + 1), real(HIDDEN1 + 1), whole(HIDDEN2 + 1), real(HIDDEN2 + 1),
        real(1 + game.width),
    )  # fmt: skip


def empty_tree(game, simulations: int) -> Tree:
    """A tree with room for so many simulations."""
    n, width = simulations + 1, game.width
    boards, whole = partial(np.zeros, dtype=np.uint64), partial(np.zeros, dtype=np.int64)
    return Tree(
        boards(n), boards(n), whole(n), np.zeros(n), whole(n), whole((n, width)),
        np.zeros((n, width), np.float32), whole(width * game.height + 2), room_of(game),
    )  # fmt: skip


@_jit
def add_node(board, parts, tree, index, own, other, side):
    """Fills a row of the tree and asks the network about it; MAX's value."""
    tree.own[index], tree.other[index] = own, other
    tree.visits[index], tree.totals[index] = 0, 0
    if has_four(board, other):
        tree.proven[index] = -side
        return -float(side)
    if own | other == board.full:
        tree.proven[index] = 0
        return 0.0
    tree.proven[index] = OPEN
    tree.children[index] = -1
    count = _active_inputs(board, own, other, 0, tree.room.active)
    forward(parts, tree.room, count)
    policy(board, own | other, tree.room.out, tree.priors[index])
    return side * float(np.tanh(tree.room.out[0]))


@_jit
def choose(board, tree, index, side, c):
    """The column that PUCT takes, and whether it is tried already; no column: -1."""
    visits = max(1, tree.visits[index])
    mean, spread = side * tree.totals[index] / visits, c * np.sqrt(visits)
    best, best_bound, untried, prior = -1, -1e30, -1, np.float32(-1)
    for column in range(board.width):
        child, share = tree.children[index, column], tree.priors[index, column]
        if share < 0:
            continue
        if child < 0:
            if share > prior:
                untried, prior = column, share
        elif tree.proven[child] == OPEN:
            n = tree.visits[child]
            bound = side * tree.totals[child] / n + spread * share / (1 + n)
            if bound > best_bound:
                best, best_bound = column, bound
    if untried >= 0 and mean + spread * prior > best_bound:
        return untried, False
    return best, True


@_jit
def proof(board, tree, index, side):
    """MAX's value of a node as far as its children prove it, or OPEN."""
    best, complete = -1, True
    for column in range(board.width):
        if tree.priors[index, column] >= 0:
            child = tree.children[index, column]
            if child < 0 or tree.proven[child] == OPEN:
                complete = False
            else:
                best = max(best, side * tree.proven[child])
    return side * best if complete or best == 1 else OPEN


@_jit
def search(board, parts, tree, own, other, side, simulations, c, noise):
    """As `selfplay.search`: the root is row 0 of the tree. No noise: a row of zeros."""
    add_node(board, parts, tree, 0, own, other, side)
    total = 0.0
    for column in range(board.width):
        total += noise[column] if tree.priors[0, column] >= 0 else 0.0
    for column in range(board.width):
        if total > 0 and tree.priors[0, column] >= 0:
            share = NOISE * noise[column] / total
            tree.priors[0, column] = (1 - NOISE) * tree.priors[0, column] + share
    used = 1
    for _ in range(simulations):
        if tree.proven[0] != OPEN:
            break
        index, depth, turn, tried = 0, 0, side, True
        tree.path[0] = 0
        while tried:
            column, tried = choose(board, tree, index, turn, c)
            depth, turn = depth + 1, -turn
            if not tried:
                mine, yours = tree.own[index], tree.other[index]
                stone = landing(board, mine | yours, column)
                tree.children[index, column] = used
            index = tree.children[index, column]
            tree.path[depth] = index
        value = add_node(board, parts, tree, used, yours, mine | stone, turn)
        used += 1
        for i in range(depth + 1):
            tree.visits[tree.path[i]] += 1
            tree.totals[tree.path[i]] += value
        while depth > 0 and tree.proven[tree.path[depth]] != OPEN:
            depth, turn = depth - 1, -turn
            tree.proven[tree.path[depth]] = proof(board, tree, tree.path[depth], turn)


def searched(game, state, weights: np.ndarray, simulations: int, c: float) -> Tree:
    """The tree of a search at a state, without noise."""
    own, other = (np.uint64(stones) for stones in mover_first(state))
    tree, parts = empty_tree(game, simulations), tuple(layers(game, weights))
    none, board = np.zeros(game.width), board_of(game)
    search(board, parts, tree, own, other, game.side(state), simulations, c, none)
    return tree


@_jit
def visit_shares(board, tree, side, moves):
    """As `selfplay.visit_shares`, into `moves`."""
    total = 0.0
    for attempt in range(2):
        for column in range(board.width):
            child, known, visits = tree.children[0, column], OPEN, 0
            if child >= 0:
                known, visits = tree.proven[child], tree.visits[child]
            keeps = known != -side if tree.proven[0] == OPEN else known == tree.proven[0]
            keeps = keeps and tree.priors[0, column] >= 0
            moves[column] = (visits if attempt == 0 else 1) if keeps else 0
            total += moves[column]
        if total > 0:
            break
    for column in range(board.width):
        moves[column] /= total


@_jit
def play_game(board, parts, tree, simulations, start, luck, owns, others, shares, targets):
    """As `selfplay.play_game`, from a start; writes what there is to learn; how many positions."""
    own, other, ply = start[0], start[1], np.int64(start[2])
    noise, first, count, result = np.zeros(board.width), ply, 0, OPEN
    while result == OPEN:
        side = 1 - 2 * (ply & 1)
        noise[:] = -np.log(1 - luck[ply, :-1])
        search(board, parts, tree, own, other, side, simulations, EXPLORATION, noise)
        owns[count], others[count] = own, other
        visit_shares(board, tree, side, shares[count])
        result = tree.proven[0]
        targets[count] = result if result != OPEN else tree.totals[0] / tree.visits[0]
        if result == OPEN:
            column = np.argmax(shares[count])
            if ply < DRAWN:
                sums = np.cumsum(shares[count].astype(np.float64))
                column = np.searchsorted(sums, luck[ply, -1] * sums[-1], side="right")
            own, other = other, own | landing(board, own | other, column)
            if has_four(board, other):
                result = side
            elif own | other == board.full:
                result = 0
        ply, count = ply + 1, count + 1
    for i in range(count):
        side = 1 - 2 * ((first + i) & 1)
        targets[i] = side * (result + targets[i]) / 2
    return count


@_jit
def play_games(board, parts, tree, simulations, starts, luck, owns, others, shares, targets):
    """One game after the other, from their starts; how many positions there are to learn."""
    count = 0
    for game in range(len(luck)):
        count += play_game(
            board, parts, tree, simulations, starts[game], luck[game],
            owns[count:], others[count:], shares[count:], targets[count:],
        )  # fmt: skip
    return count


@_jit
def gradient(board, parts, slopes, batch, mirror, owns, others, shares, targets, room):
    """As `network.gradient`, into `slopes`; rows `batch` of what was played, mirrored or not."""
    _, b1, w2, b2, w3, b3 = parts
    s1, t1, s2, t2, s3, t3 = slopes
    s1[:], t1[:], s2[:], t2[:], s3[:], t3[:] = 0, 0, 0, 0, 0, 0
    w2_turned = np.ascontiguousarray(w2.T)
    moves, d_out = np.zeros(board.width, np.float32), np.zeros_like(b3)
    d_hidden1, d_hidden2 = np.zeros_like(b1), np.zeros_like(b2)
    value_loss, policy_loss = 0.0, 0.0
    for k in range(len(batch)):
        row, flip = batch[k], mirror[k]
        count = _active_inputs(board, owns[row], others[row], flip, room.active)
        count1, count2 = forward(parts, room, count)
        taken, wanted = owns[row] | others[row], shares[row]
        losses = _at_outputs(board, taken, flip, room.out, wanted, targets[row], moves, d_out)
        value_loss, policy_loss = value_loss + losses[0], policy_loss + losses[1]
        t3 += d_out
        d_hidden2[:] = 0
        for k2 in range(count2):
            i = room.rows2[k2]
            for j in range(len(d_out)):
                d_hidden2[i] += d_out[j] * w3[i, j]
            room.values2[k2] = d_hidden2[i]
            _add_scaled(s3[i], d_out, room.hidden2[i])
        t2 += d_hidden2
        d_hidden1[:] = 0
        _add_rows(d_hidden1, w2_turned, room.rows2, room.values2, count2)
        for i in range(HIDDEN1):
            d_hidden1[i] = d_hidden1[i] if room.hidden1[i] > 0 else np.float32(0)
        for k1 in range(count1):
            _add_scaled(s2[room.rows1[k1]], d_hidden2, room.values1[k1])
        t1 += d_hidden1
        for k0 in range(count):
            _add_scaled(s1[room.active[k0]], d_hidden1, np.float32(1))
    scale = np.float32(1 / max(1, len(batch)))
    for slope in (s1, s2, s3):
        slope *= scale
    for slope in (t1, t2, t3):
        slope *= scale
    return value_loss * scale, policy_loss * scale


@_jit
def _add_scaled(out, row, scale):
    """Adds a row to another one, times a scale."""
    for j in range(len(out)):
        out[j] += scale * row[j]


@_jit
def _at_outputs(board, taken, flip, out, shares, target, moves, d_out):
    """Writes the slope of the loss at each output, mirrored with `flip`; the losses."""
    width, value, policy_loss = board.width, np.tanh(out[0]), 0.0
    d_out[0] = 2 * (value - target) * (1 - value * value)
    if flip:
        out[1:] = out[:0:-1].copy()
    policy(board, taken, out, moves)
    for column in range(width):
        place = 1 + (width - 1 - column if flip else column)
        d_out[place] = 0
        if moves[column] >= 0:
            d_out[place] = moves[column] - shares[column]
            policy_loss -= shares[column] * np.log(moves[column] + 1e-12)
    return (value - target) ** 2, policy_loss


@_jit
def adam(weights, slope, mean, square, steps, rate):
    """As `network.Adam.step`, in place; `steps` counts from 1."""
    scale1, scale2 = np.float32(1 / (1 - 0.9**steps)), np.float32(1 / (1 - 0.999**steps))
    tenth, thousandth = np.float32(0.1), np.float32(0.001)
    for i in range(len(weights)):
        mean[i] += tenth * (slope[i] - mean[i])
        square[i] += thousandth * (slope[i] * slope[i] - square[i])
        root = np.sqrt(square[i] * scale2) + np.float32(1e-8)
        weights[i] -= np.float32(rate) * mean[i] * scale1 / root
