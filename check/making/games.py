"""The small games that questions about searches are asked on, and evaluations of their states."""

from random import Random

from lib.game import CHANCE, MAX, MIN, Game
from lib.games.tree import TreeGame


class Stones(Game):
    """Take one or two stones; whoever takes the last one wins for its side."""

    def __init__(self, stones, sides=(MAX, MIN)):
        self.stones, self.sides = stones, sides

    def initial_state(self):
        return (self.stones, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return tuple(range(1, min(2, state[0]) + 1))

    def result(self, state, action):
        if action not in self.actions(state):
            raise ValueError(f"cannot take {action!r} of {state[0]} stones")
        return (state[0] - action, (state[1] + 1) % len(self.sides))

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return self.sides[state[1] - 1]

    def __repr__(self):
        return f"Stones({self.stones})"


class Turns(TreeGame):
    """A tree in which the state says who moves: somebody may pass, or move twice."""

    def __init__(self, nested, turns, sides=(MAX, MIN), probabilities=None):
        self.turns = turns  # the agent to move, by path; agent 0 where nothing is said
        super().__init__(nested, sides, probabilities)

    def to_move(self, state):
        return self.turns.get(state, 0)

    def __repr__(self):
        return f"Turns({self.tree!r}, {self.turns!r})"


def guess(game, state) -> int:
    """An evaluation that looks random and depends on the state only."""
    return Random(repr(state)).randint(-9, 9)


def big_guess(game, state) -> int:
    """The same on a scale far beyond 100."""
    return 150 * guess(game, state)


def huge_guess(game, state) -> int:
    """The same on a scale beyond what people take for infinity."""
    return 10**12 * guess(game, state)


def low_guess(game, state) -> int:
    """The same, always negative."""
    return guess(game, state) - 10


def close_guess(game, state) -> float:
    """The same, all values close together and not whole."""
    return 1000 + guess(game, state) / 1024


def random_tree(rng, sides, depth, values=(-9, 9), ragged=False):
    """A random tree that is small enough for hundreds of them; never a lone leaf."""
    branching = 3 if depth <= 4 else 2
    nested = TreeGame.random(rng.getrandbits(32), branching, depth, sides, values, ragged).tree
    return _with_chances(rng, lambda chances: TreeGame(nested, sides, chances))


def close_tree(rng, sides, depth):
    """A random tree with leaves that are close together, some equal, few of them whole."""

    def finer(node):
        if isinstance(node, tuple):
            return [finer(child) for child in node]
        return 1000 + node / 1024

    nested = finer(random_tree(rng, sides, depth, (-3, 3)).tree)
    return _with_chances(rng, lambda chances: TreeGame(nested, sides, chances))


def turns_tree(rng, sides, depth):
    """A random tree in which anybody may be next."""
    plain = random_tree(rng, sides, depth, ragged=rng.random() < 0.3)
    turns = {path: rng.randrange(len(sides)) for path in plain._paths(())}
    return _with_chances(rng, lambda chances: Turns(plain.tree, turns, sides, chances))


def _with_chances(rng, make):
    """`make(None)`, or sometimes the same with chances where CHANCE moves."""
    game = make(None)
    return make(_chances(game, rng)) if CHANCE in game.sides and rng.random() < 0.6 else game


def _chances(game, rng):
    """Chances that are not uniform, in quarters, eighths and so on: exact in binary."""
    found = {}
    for path in game._paths(()):
        width = len(game.actions(path))
        if width > 1 and game.side(path) == CHANCE:
            weights = [rng.choice((1, 2, 5)) for _ in range(width - 1)]
            found[path] = (*(w / 16 for w in weights), 1 - sum(weights) / 16)
    return found
