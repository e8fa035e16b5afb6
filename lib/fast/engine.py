"""Monte Carlo tree search on a flat array: written once, compiled for each game.

A node is one record of 24 bytes. The children of a node stand side by side, shuffled once:

    nodes   ... | parent | ... | child child child child child | ...
                    first -----^     opened = 3 ^
                    count = 5        (visited so far)   the next one to visit is first + opened

No position is stored: the moves are replayed from the root on the way down.
`total` is MAX's, a whole number, so nothing is lost however often a node is visited.
`spread` is 1 / sqrt(visits), computed when the visits change and not when they are compared:
the upper confidence bound of a child is spread * (side * total * spread + c * sqrt(ln N)).
`known` is 0, or 2 + MAX's value once that value is certain (game over, or proven).
"""

import math

import numpy as np

from lib.fast.bits import below, next_random
from lib.fast.compile import specialise

NODE = np.dtype(
    [
        ("spread", "f4"),
        ("visits", "u4"),
        ("total", "i4"),
        ("first", "u4"),
        ("move", "u2"),
        ("count", "u2"),
        ("opened", "u2"),
        ("known", "u2"),
    ]
)
UNDECIDED = 2
RULES = ("legal", "play", "status", "rollout")
legal = play = status = rollout = PROVE = add_children = best_child = prove = None  # filled in


def add_children(nodes, node, used, moves, count, random):
    """Puts the children of `node` at the end of the array in random order; the generator."""
    first = used
    nodes[node].first = first
    nodes[node].count = count
    for i in range(count):
        random = next_random(random)
        j = below(random, np.uint64(i + 1))
        child = nodes[first + np.uint64(i)]
        child.move = nodes[first + j].move
        nodes[first + j].move = moves[i]
        child.visits = 0
        child.total = 0
        child.first = 0
        child.count = 0
        child.opened = 0
        child.known = 0
    return random


def best_child(nodes, node, side, c):
    """The child with the highest upper confidence bound for `side`."""
    parent = nodes[node]
    first = np.uint64(parent.first)
    explore = np.float32(c * math.sqrt(math.log(np.float32(parent.visits))))
    sign = np.float32(side)
    best = first
    highest = np.float32(-np.inf)
    for i in range(np.uint64(parent.count)):
        child = nodes[first + i]
        if PROVE and child.known != 0 and np.int64(child.known) - 2 == -side:
            continue
        bound = child.spread * (sign * np.float32(child.total) * child.spread + explore)
        if bound > highest:
            highest = bound
            best = first + i
    return best


def prove(nodes, node, side):
    """Marks `node` as known if its children prove its value for `side`, the player to move."""
    parent = nodes[node]
    best = -1
    for i in range(np.uint64(parent.count)):
        known = np.int64(nodes[np.uint64(parent.first) + i].known)
        if known == 0:
            value = UNDECIDED
        else:
            value = (known - 2) * side
            if value == 1:
                parent.known = 2 + side
                return
        best = max(best, value)
    if best != UNDECIDED:
        parent.known = 2 + best * side


def run(nodes, used, limit, me, other, side, iterations, c, random, path, moves):
    """Up to `iterations` rounds of select, expand, rollout, back up: (done, used, random).

    It stops early when the array is full and shorter than `limit`: the caller makes it longer.
    """
    for done in range(iterations):
        node, depth, to_move = np.uint64(0), 0, side
        mine, yours = me, other
        path[0] = node
        while True:
            here = nodes[node]
            if here.known != 0:
                value = np.int64(here.known) - 2
                break
            if here.first == 0:
                count = legal(mine, yours, moves)
                if used + np.uint64(count) > len(nodes):
                    if len(nodes) < limit:
                        return done, used, random
                    value, random = rollout(mine, yours, random)
                    value *= to_move
                    break
                random = add_children(nodes, node, used, moves, count, random)
                used += np.uint64(count)
            fresh = here.opened < here.count
            if fresh:
                node = np.uint64(here.first) + np.uint64(here.opened)
                here.opened += 1
            else:
                node = best_child(nodes, node, to_move, c)
            mine, yours = play(mine, yours, nodes[node].move)
            to_move = -to_move
            depth += 1
            path[depth] = node
            if fresh:
                value = status(mine, yours)
                if value != UNDECIDED:
                    value *= to_move
                    nodes[node].known = 2 + value
                else:
                    value, random = rollout(mine, yours, random)
                    value *= to_move
                break
        back_up(nodes, path, depth, value)
        if PROVE and nodes[node].known != 0:
            while depth > 0 and nodes[path[depth]].known != 0:
                depth -= 1
                to_move = -to_move
                prove(nodes, path[depth], to_move)
    return iterations, used, random


def back_up(nodes, path, depth, value):
    """Adds one visit of this value (MAX's) to every node on the path."""
    for i in range(depth + 1):
        node = nodes[path[i]]
        node.visits += 1
        node.total += value
        node.spread = np.float32(1.0) / np.sqrt(np.float32(node.visits))


def build(rules, label, prove_wins=False):
    """`run`, compiled for one game's rules."""
    label = f"{label}_prove" if prove_wins else label
    meanings = {name: rules[name] for name in RULES} | {"PROVE": prove_wins}
    for part in (add_children, best_child, prove, back_up):
        meanings[part.__name__] = specialise(part, f"{part.__name__}_{label}", meanings)
    return specialise(run, f"run_{label}", meanings)
