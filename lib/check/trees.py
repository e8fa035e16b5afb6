"""Questions about small trees: random ones from a seed, and how to make a failing one smaller."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from lib.check.runner import Case
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Game
from lib.games.tree import TreeGame

PLAYERS = {  # group of cases: patterns of sides without chance
    "one opponent": [(MAX, MIN), (MIN, MAX)],
    "several opponents in a row": [(MAX, MIN, MIN), (MAX, MIN, MIN, MIN)],
    "two teams": [(MAX, MIN, MAX, MIN), (MAX, MAX, MIN)],
}
CHANCES = {
    "chance after a move": [(MAX, CHANCE), (MIN, CHANCE)],
    "several chances in a row": [(MAX, CHANCE, CHANCE)],
    "players and chance mixed": [(MAX, MIN, CHANCE), (MAX, CHANCE, MIN), (MIN, CHANCE, MAX)],
}


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


def guess(game, state) -> int:
    """An evaluation that looks random and depends on the state only."""
    return Random(repr(state)).randint(-9, 9)


def big_guess(game, state) -> int:
    """The same on a scale far beyond 100."""
    return 150 * guess(game, state)


def low_guess(game, state) -> int:
    """The same, always negative."""
    return guess(game, state) - 10


def search_cases(seed: int, patterns: dict) -> list[Case]:
    """Cases for a depth-limited search over these patterns of sides, small ones first."""
    rng = Random(f"trees {seed}")
    cases = [case for group in patterns for case in _group(group, patterns[group], rng)]
    every = [sides for group in patterns.values() for sides in group]
    cases += _special(every, rng)
    return sorted(cases, key=size)


def _group(group, patterns, rng):
    for sides in patterns:
        for rounds in (1, 1, 2, 2):
            depth = rounds * len(sides)
            game = _tree(rng, sides, depth, values=(-9, 9), ragged=rng.random() < 0.3)
            yield tree_case(game, (), rounds, group)


def _special(every, rng):
    """What random uniform trees do not show: horizons, ties, signs, sizes, ends, middles."""
    for sides in every:
        n = len(sides)
        yield tree_case(_tree(rng, sides, n + 1), (), 1, "looking less far than the end")
        yield tree_case(_tree(rng, sides, 2 * n + 1), (), 2, "looking less far than the end")
        yield tree_case(_tree(rng, sides, n + 2, ragged=True), (), 1, "games that end early")
        yield tree_case(_tree(rng, sides, 2 * n, ragged=True), (), 3, "games that end early")
        yield tree_case(_tree(rng, sides, n, values=(0, 1)), (), 1, "equal values")
        yield tree_case(_tree(rng, sides, 2 * n, values=(1, 2)), (), 2, "equal values")
        low = _tree(rng, sides, n + 1, values=(-9, -1))
        yield tree_case(low, (), 1, "all values negative", low_guess)
        big = _tree(rng, sides, n + 1, values=(-999, 999))
        yield tree_case(big, (), 1, "values beyond 100", big_guess)
        yield tree_case(_tree(rng, sides, n, values=(200, 999)), (), 2, "values beyond 100")
        middle = _tree(rng, sides, 2 * n + 1)
        yield tree_case(middle, _walk(middle, rng.randrange(1, n + 1)), 1, "starting mid-round")
        yield tree_case(middle, _walk(middle, 1), 2, "starting mid-round")
        yield tree_case(_tree(rng, sides, 2), (), 0, "0 rounds and finished games")
        ended = _tree(rng, sides, 1)
        yield tree_case(ended, (0,), 2, "0 rounds and finished games")
        if CHANCE not in sides:
            yield stones_case(rng.randint(5, 9), sides, 2)
            yield stones_case(rng.randint(3, 7), sides, 3)
        if sides in ((MAX, MIN), (MIN, MAX)):
            yield from (stones_case(stones, sides, 3) for stones in range(7, 12))


def _tree(rng, sides, depth, values=(-9, 9), ragged=False):
    """A random tree that is small enough for hundreds of them; never a lone leaf."""
    branching = 3 if depth <= 4 else 2
    nested = TreeGame.random(rng.getrandbits(32), branching, depth, sides, values, ragged).tree
    game = TreeGame(nested, sides)
    if CHANCE in sides and rng.random() < 0.6:
        return TreeGame(nested, sides, _chances(game, rng))
    return game


def _chances(game, rng):
    """Chances that are not uniform, in quarters, eighths and so on: exact in binary."""
    found = {}
    for path in game._paths(()):
        width = len(game.actions(path))
        if width > 1 and game.side(path) == CHANCE:
            weights = [rng.choice((1, 2, 5)) for _ in range(width - 1)]
            found[path] = (*(w / 16 for w in weights), 1 - sum(weights) / 16)
    return found


def _walk(game, plies):
    """The node some plies below the root along first children, or as deep as it goes."""
    state = ()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, game.actions(state)[0])
    return state


def tree_case(game, state, rounds, group, evaluate=guess) -> Case:
    """The question: search `rounds` rounds of this tree from `state`."""
    start = "" if state == () else f" from node {state}"
    label = f"{tree_text(game)}, {plural(rounds, 'round')}{start}"
    return Case((game, state, rounds, evaluate), label, group, picture=lambda: draw(game))


def stones_case(stones, sides, rounds) -> Case:
    """The question on a game in which several paths lead to one state."""
    game = Stones(stones, sides)
    label = f"{stones} stones, take 1 or 2, sides {names(sides)}, {plural(rounds, 'round')}"
    group = "the same state on several paths"
    return Case((game, game.initial_state(), rounds, guess), label, group)


def tree_text(game) -> str:
    """The tree as nested lists with its sides, or its size where that is too long."""
    text = str(as_lists(game.tree))
    if len(text) > 90:
        leaves = sum(game.is_terminal(path) for path in game._paths(()))
        text = f"a tree with {leaves} leaves"
    chances = f", chances {game.probabilities}" if game.probabilities else ""
    return f"{text}, sides {names(game.sides)}{chances}"


def names(sides) -> str:
    return " ".join(SIDE_NAMES[side] for side in sides)


def plural(n, word) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def as_lists(node):
    """Nested tuples as nested lists, the way a person writes a tree."""
    return [as_lists(child) for child in node] if isinstance(node, tuple) else node


def draw(game):
    """The tree as a picture."""
    from lib.draw import draw_tree

    return draw_tree(game)


def size(case: Case) -> int:
    """How much there is to look at: nodes of the tree, or stones."""
    game = case.args[0]
    if isinstance(game, TreeGame):
        return len(list(game._paths(())))
    return 5 * game.stones


def smaller_trees(case: Case) -> Iterator[Case]:
    """The same question on trees with one child or one subtree less, or with fewer rounds."""
    game, state, rounds, evaluate = case.args
    if not isinstance(game, TreeGame):
        return
    if rounds > 1:
        yield tree_case(game, state, rounds - 1, case.group, evaluate)
    for nested in _smaller(game.tree):
        if isinstance(nested, tuple) and _contains(nested, state):
            small = TreeGame(nested, game.sides, _kept_chances(nested, game))
            yield tree_case(small, state, rounds, case.group, evaluate)


def _smaller(node):
    """Trees that are one cut smaller than `node`."""
    if not isinstance(node, tuple):
        return
    yield from (child for child in node if not isinstance(child, tuple))
    for i in range(len(node)):
        if len(node) > 1:
            yield node[:i] + node[i + 1 :]
        for child in _smaller(node[i]):
            yield (*node[:i], child, *node[i + 1 :])


def _contains(nested, state) -> bool:
    for index in state:
        if not isinstance(nested, tuple) or index >= len(nested):
            return False
        nested = nested[index]
    return True


def _kept_chances(nested, game):
    """The chances of nodes that have as many children as before."""
    plain = TreeGame(nested, game.sides)
    here = set(plain._paths(()))
    return {
        path: chances
        for path, chances in game.probabilities.items()
        if path in here and len(plain.actions(path)) == len(chances)
    }


def with_build(case: Case, build, answer) -> Case:
    """The same case with arguments made anew for each call."""
    return replace(case, build=build, answer=answer)
