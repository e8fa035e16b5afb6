"""Short right solutions of the exercises that no function of the library answers as it is."""

from math import inf, log, sqrt

from lib.evaluate import capture_good
from lib.search import best_action, ucb1
from lib.search import mcts as grow


def choose(children, c):
    """The index of the child with the largest UCB1, the first of equals."""
    parent_visits = sum(child.visits for child in children)
    bounds = [ucb1(child.total, child.visits, parent_visits, c) for child in children]
    return bounds.index(max(bounds))


def ucb_from_java(wins, visits, parent_visits):
    """The repaired port: w / n + sqrt(2 ln N / n)."""
    if visits == 0:
        return inf
    return wins / visits + sqrt(2 * log(parent_visits) / visits)


def mcts(game, state, iterations, c, rng):
    """The most visited action after `iterations` rollouts."""
    return best_action(grow(game, state, iterations=iterations, c=c, rng=rng))


def evaluate_capture(game, state):
    """The hopes of red minus those of blue; a game that is won or lost beats them all."""
    return capture_good(game, state)


def othello_is_terminal(game, state):
    """Whether neither side can move."""
    x, o, _ = state
    return not game.moves(x, o) and not game.moves(o, x)


def legal_with_pass(game, state):
    """The mover's squares, ["pass"] if only the other side can move, [] at the end."""
    x, o, mover = state
    own, other = (x, o) if mover == 0 else (o, x)
    moves = game.moves(own, other)
    if moves:
        return [square for square in range(game.size**2) if moves >> square & 1]
    return ["pass"] if game.moves(other, own) else []


def distinct_children(game, state):
    """The first action to each distinct child state."""
    first = {}
    for action in game.actions(state):
        first.setdefault(game.result(state, action), action)
    return list(first.values())


def has_four(stones):
    """Whether four of these stones stand in a row on the 7 x 6 board."""
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def landing(stones, column):
    """The bit where a stone lands in this column; 0 if the column is full."""
    return (stones + (1 << 7 * column)) & 0b111111 << 7 * column
