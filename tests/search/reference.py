"""Game values found another way: level by level from the leaves, without recursion."""

from itertools import pairwise
from random import Random

from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame

PLAYER_SIDES = [(MAX, MIN), (MAX, MIN, MIN), (MAX, MIN, MAX, MIN), (MAX, MAX, MIN), (MIN, MAX)]
CHANCE_SIDES = [(MAX, CHANCE), (MAX, CHANCE, MIN, CHANCE), (MAX, MIN, CHANCE), (CHANCE, MAX, MIN)]


def values_of_all(game, depth, evaluate):
    """{path: value} for every state of a TreeGame at most `depth` plies below the root."""
    levels = [[()]]
    while len(levels) <= depth and levels[-1]:
        levels.append([(*path, a) for path in levels[-1] for a in game.actions(path)])
    values = {}
    if len(levels) == depth + 1:
        values = {p: evaluate(game, p) for p in levels[-1] if not game.is_terminal(p)}
    for upper, lower in reversed(list(pairwise([*levels, []]))):
        families = {path: [] for path in upper}
        for path in lower:
            families[path[:-1]].append(path)
        for path, children in families.items():
            if path not in values:
                values[path] = family_value(game, path, [values[c] for c in children])
    return values


def family_value(game, path, children):
    """The value of a node from those of its children; a leaf has none."""
    if not children:
        return game.utility(path)
    if game.side(path) == CHANCE:
        return sum(v * game.probability(path, i) for i, v in enumerate(children))
    return max(children) if game.side(path) == MAX else min(children)


def all_best(game, values):
    """The actions at the root whose child is worth as much as the root."""
    return [a for a in game.actions(()) if values[(a,)] == values[()]]


def scrambled(game, path):
    """An evaluator without any sense or symmetry, but always the same for the same path."""
    return Random(str(path)).randint(-9, 9)


def player_trees(count, branching=3, depth=5, few=False):
    """Random trees with all side patterns; every second one ragged, some with many ties."""
    for seed in range(count):
        sides = PLAYER_SIDES[seed % len(PLAYER_SIDES)]
        values = (-1, 1) if few or seed % 3 == 0 else (-9, 9)
        yield TreeGame.random(seed, branching, depth, sides, values, ragged=seed % 2 == 1)


def chance_trees(count, branching=3, depth=4, patterns=CHANCE_SIDES):
    """Random trees with chance nodes; two in three have chances that are not uniform."""
    for seed in range(count):
        sides = patterns[seed % len(patterns)]
        game = TreeGame.random(seed, branching, depth, sides, (-9, 9), ragged=seed % 2 == 1)
        yield TreeGame(game.tree, sides, uneven(game, Random(seed)) if seed % 3 else None)


def uneven(game, rng):
    """Random chances for every chance node of the tree."""
    chances, paths = {}, [()]
    for path in paths:
        paths += [(*path, a) for a in game.actions(path)]
        if game.actions(path) and game.side(path) == CHANCE:
            weights = [rng.choice((1, 2, 5, 20)) for _ in game.actions(path)]
            chances[path] = [w / sum(weights) for w in weights]
    return chances


def counting(kind):
    """A game class that counts the nodes of a search: each asks once whether the game is over."""

    class Counting(kind):
        nodes = ends = 0

        def is_terminal(self, state):
            over = super().is_terminal(state)
            self.nodes += 1
            self.ends += over
            return over

    return Counting()
