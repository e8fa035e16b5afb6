"""Three more loops over a game's compiled rules: count, look ahead, play at random.

Written once, compiled for each game, like the engine. `moves` has one row for each ply.
"""

UNDECIDED = 2
legal = play = status = rollout = None  # a game's: filled in when compiled


def perft(me, other, depth, moves):
    """The number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    if status(me, other) != UNDECIDED:
        return 0
    row = moves[depth]
    count = legal(me, other, row)
    if depth == 1:
        return count
    sequences = 0
    for i in range(count):
        mine, yours = play(me, other, row[i])
        sequences += perft(mine, yours, depth - 1, moves)
    return sequences


def negamax(me, other, depth, alpha, beta, moves, nodes):
    """Alpha-beta: the mover's value (+1, 0, -1), with 0 at the horizon; cuts on >=."""
    nodes[0] += 1
    value = status(me, other)
    if value != UNDECIDED:
        return value
    if depth == 0:
        return 0
    row = moves[depth]
    best = -2
    for i in range(legal(me, other, row)):
        mine, yours = play(me, other, row[i])
        best = max(best, -negamax(mine, yours, depth - 1, -beta, -max(alpha, best), moves, nodes))
        if best >= beta:
            break
    return best


def playouts(me, other, count, random, results):
    """Plays `count` random games; counts losses, draws and wins of the mover in `results`."""
    for _ in range(count):
        value, random = rollout(me, other, random)
        results[value + 1] += 1
    return random


PARTS = ("perft", "negamax", "playouts")
