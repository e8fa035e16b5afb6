"""Monte Carlo tree search on a flat array: written once, compiled for each game.

A node is 16 bytes. The children of a node stand side by side, shuffled once:

    nodes   ... | parent | ... | child child child child child | ...
                    first -----^                 ^ first + opened: the next one to try

No position is stored: the moves are replayed from the root on the way down.
`total` is MAX's, a whole number. `info` holds four small numbers:

    bit 29-27    26-18     17-9     8-0
        known    opened    count    move

known: 0, or 2 + MAX's value once that is certain (the game is over, or the value is proven).

Small 1 / sqrt(n) and sqrt(ln N) of the confidence bound are looked up: a logarithm takes longer
than all the rest of the comparison.
"""

import math

import numba
import numpy as np
from numba import carray

from lib.fast.bits import MOVE, REAL, UNDECIDED, WHOLE, WORD, below, next_random
from lib.fast.compile import jit, specialize
from lib.fast.games import COUNT, KNOWN, NINE_BITS, NODE, OPENED

_ONE_OPENED = np.uint32(1 << 18)
_WITHOUT_BLOCK = np.uint32(7 << 27 | 511)

TABLE = 1 << 14
_counts = np.maximum(1, np.arange(TABLE))
_SPREAD = (1 / np.sqrt(_counts)).astype(np.float32)
ROOT_LOG = np.sqrt(np.log(_counts)).astype(np.float32)

legal = play = status = rollout = PROVE = None  # a game's: filled in by `build`


def value_of(info):
    """MAX's certain value, or UNDECIDED."""
    known = np.int64(info >> KNOWN)
    return known - 2 if known else UNDECIDED


def _with_value(info, value):
    """The same node, its value now certain."""
    return info | (np.uint32(value + 2) << KNOWN)


def children(node):
    """How many children stand in the block of a node."""
    return np.uint64((node.info >> COUNT) & NINE_BITS)


def spread(visits):
    """1 / sqrt(visits)."""
    if visits < TABLE:
        return _SPREAD[visits]
    return np.float32(1) / np.sqrt(np.float32(visits))


def root_log(visits):
    """sqrt(ln visits)."""
    if visits < TABLE:
        return ROOT_LOG[visits]
    return np.float32(math.sqrt(math.log(np.float32(visits))))


def add_children(nodes, parent, first, moves, count, random):
    """Puts the children of a node into a block at `first`, in random order; the generator."""
    parent.first = first
    parent.info |= np.uint32(count) << COUNT
    for i in range(np.uint64(count)):
        random = next_random(random)
        other = nodes[first + below(random, np.uint64(i + 1))]
        child = nodes[first + np.uint64(i)]
        child.info = other.info
        other.info = moves[i]
        child.visits = 0
        child.total = 0
        child.first = 0
    return random


def best_child(nodes, parent, side, c):
    """The child with the highest upper confidence bound for `side`, the player to move."""
    explore = np.float32(c) * root_log(parent.visits)
    sign = np.float32(side)
    first = np.uint64(parent.first)
    best, highest = first, np.float32(-np.inf)
    for i in range(children(parent)):
        child = nodes[first + i]
        if PROVE and value_of(child.info) != UNDECIDED:
            continue
        width = spread(child.visits)
        bound = width * (width * (sign * np.float32(child.total)) + explore)
        if bound > highest:
            best, highest = first + i, bound
    return best


def proven(nodes, parent, side):
    """MAX's value of a node as far as its children prove it, or UNDECIDED."""
    best, all_known = -1, True
    for i in range(children(parent)):
        value = value_of(nodes[np.uint64(parent.first) + i].info)
        if value == side:
            return side
        if value == UNDECIDED:
            all_known = False
        else:
            best = max(best, value * side)
    return best * side if all_known else UNDECIDED


def _prove_path(nodes, path, depth, side):
    """Carries a certain value up the path as far as it proves something; `side` is the leaf's."""
    while depth > 0 and value_of(nodes[path[depth]].info) != UNDECIDED:
        depth -= 1
        side = -side
        parent = nodes[path[depth]]
        value = proven(nodes, parent, side)
        if value == UNDECIDED:
            return
        if value_of(parent.info) == UNDECIDED:
            parent.info = _with_value(parent.info, value)


def back_up(nodes, path, depth, value):
    """Adds one visit with this value, MAX's, to every node on the path."""
    for i in range(depth + 1):
        node = nodes[path[i]]
        node.visits += 1
        node.total += value


def run(nodes, used, limit, me, other, side, iterations, c, random, path, moves):
    """Up to `iterations` times select, expand, rollout, back up: (done, used, random).

    It stops early when the array is full but shorter than `limit`: the caller makes it longer.
    """
    for done in range(iterations):
        mine, yours, to_move = me, other, side
        index, depth, value = np.uint64(0), 0, UNDECIDED
        path[0] = index
        if PROVE and value_of(nodes[index].info) != UNDECIDED:
            return done, used, random
        while value == UNDECIDED:
            node = nodes[index]
            if node.first == 0:
                value = value_of(node.info)
                if value != UNDECIDED:
                    break
                count = legal(mine, yours, moves)
                if used + np.uint64(count) > np.uint64(len(nodes)):
                    if len(nodes) < limit:
                        return done, used, random
                    value, random = rollout(mine, yours, random)
                    value *= to_move
                    break
                random = add_children(nodes, node, used, moves, count, random)
                used += np.uint64(count)
            elif PROVE and value_of(node.info) != UNDECIDED:
                value = value_of(node.info)
                break
            opened = np.uint64((node.info >> OPENED) & NINE_BITS)
            fresh = opened < children(node)
            if fresh:
                index = np.uint64(node.first) + opened
                node.info += _ONE_OPENED
            else:
                index = best_child(nodes, node, to_move, c)
            mine, yours = play(mine, yours, nodes[index].info & NINE_BITS)
            to_move = -to_move
            depth += 1
            path[depth] = index
            if fresh:
                value = status(mine, yours)
                if value == UNDECIDED:
                    value, random = rollout(mine, yours, random)
                    value *= to_move
                else:
                    value *= to_move
                    nodes[index].info = _with_value(nodes[index].info, value)
        back_up(nodes, path, depth, value)
        if PROVE:
            _prove_path(nodes, path, depth, to_move)
    return iterations, used, random


def copy_below(nodes, index, copy):
    """Copies a node and what fits of all below it, level by level; how many nodes they are."""
    copy[0] = nodes[index]
    done, used = np.uint64(0), np.uint64(1)
    while done < used:
        node = copy[done]
        count = np.uint64((node.info >> COUNT) & NINE_BITS)
        if used + count > np.uint64(len(copy)):
            node.first = 0
            node.info &= _WITHOUT_BLOCK
        elif count > 0:
            first = np.uint64(node.first)
            node.first = used
            for i in range(count):
                copy[used + i] = nodes[first + i]
            used += count
        done += np.uint64(1)
    return used


PARTS = (
    *(value_of, _with_value, children, spread, root_log),
    *(add_children, best_child, proven, _prove_path, back_up),
)
_INLINE = {"forceinline": True, "fastmath": {"contract"}}  # no calls; multiply and add in one step


def build(rules, label, prove=False, parts=PARTS):
    """`run`, compiled for one game's rules; other `parts` make another search of it."""
    meanings = {name: rules[name] for name in ("legal", "play", "status", "rollout")}
    meanings["PROVE"] = prove
    if prove:
        label += "_prove"
    for part in parts:
        name = f"{part.__name__}_{label}"
        meanings[part.__name__] = specialize(part, name, meanings, **_INLINE)
    return specialize(run, f"run_{label}", meanings)


NODES, WORDS, MOVES = (numba.types.CPointer(t) for t in (numba.from_dtype(NODE), WORD, MOVE))


def run_entry(rules, label, prove, parts=PARTS):
    """`run` for a caller in C: arrays are addresses, `words` are used, random, me, other."""
    run = build(rules, label, prove, parts)

    def enter(nodes, words, path, moves, length, limit, side, times, c):
        tree, way, found = carray(nodes, length), carray(path, 1), carray(moves, 1)
        used, random, me, other = words[0], words[1], words[2], words[3]
        done, used, random = run(tree, used, limit, me, other, side, times, c, random, way, found)
        words[0], words[1] = used, random
        return done

    types = (NODES, WORDS, WORDS, MOVES, WORD, WHOLE, WHOLE, WHOLE, REAL)
    return numba.cfunc(WHOLE(*types))(enter)


def copy_entry():
    """`copy_below` for a caller in C."""
    copy_all = jit(copy_below)

    def enter(nodes, index, copy, length):
        return copy_all(carray(nodes, 1), index, carray(copy, length))

    return numba.cfunc(WORD(NODES, WORD, NODES, WORD))(enter)
