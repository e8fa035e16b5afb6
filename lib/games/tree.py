"""A game that is nothing but a tree, written as nested lists: the smallest thing to search.

    [[3, 5], [2, 9]]        MAX
                           /   \\
                        MIN     MIN
                        / \\     / \\
                       3   5   2   9

Numbers are leaves, an action is the index of a child, agents take turns by level.
A state is the path from the root: () is the root, (1, 0) the leaf 2.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random
from textwrap import dedent
from typing import Any

from lib import game as rules
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Action, Game, State, is_number, plain_int

_HERE = "  <- here"


class TreeGame(Game):
    """A tree of nested lists; `probabilities` maps a path to the chances of its children."""

    def __init__(self, nested: Any, sides: Sequence[int] = (MAX, MIN), probabilities: Any = None):
        try:
            self.tree = _frozen(nested, ())
        except RecursionError:
            raise ValueError("the lists are nested too deep, or one contains itself") from None
        self.sides = _checked_sides(sides)
        self.probabilities = self._checked_chances(probabilities or {})

    @classmethod
    def random(
        cls,
        seed: int,
        branching: int = 2,
        depth: int = 3,
        sides: Sequence[int] = (MAX, MIN),
        values: tuple[int, int] = (-9, 9),
        ragged: bool = False,
    ) -> "TreeGame":
        """A random tree with whole leaves from `values[0]` to `values[1]`.

        A ragged one has 1 to `branching` children and leaves at any depth.
        """
        _check_shape(branching, depth, values)
        rng = Random(seed)

        def grow(levels):
            stop_early = ragged and levels < depth and rng.random() < 0.2
            if levels == 0 or stop_early:
                return rng.randint(*values)
            width = rng.randint(1, branching) if ragged else branching
            return [grow(levels - 1) for _ in range(width)]

        try:
            return cls(grow(depth), sides)
        except RecursionError:
            raise ValueError(f"depth {depth} is more than Python can walk down") from None

    def subtree(self, state: State) -> Any:
        """The number or the tuple of children at `state`."""
        node = self.tree
        try:
            for index in state:
                if index < 0:  # Python would count from the end
                    raise IndexError
                node = node[index]
        except (TypeError, IndexError):
            raise ValueError(f"there is no node {state!r} in this tree") from None
        return node

    def initial_state(self) -> State:
        return ()

    def to_move(self, state: State) -> int:
        return len(state) % len(self.sides)

    def actions(self, state: State) -> Sequence[Action]:
        node = self.subtree(state)
        return range(len(node)) if isinstance(node, tuple) else range(0)

    def result(self, state: State, action: Action) -> State:
        if type(action) is not int:
            action = plain_int(action)
        if type(action) is not int or action not in self.actions(state):
            count = len(self.actions(state))
            why = f"it has children 0 to {count - 1}" if count else "it is a leaf"
            raise ValueError(f"no child {action!r} at node {state}: {why}")
        return (*state, action)

    def is_terminal(self, state: State) -> bool:
        return not isinstance(self.subtree(state), tuple)

    def utility(self, state: State) -> float:
        if not self.is_terminal(state):
            raise ValueError(f"node {state} is not a leaf: it has no utility")
        return self.subtree(state)

    def probability(self, state: State, action: Action) -> float:
        chances = self.probabilities.get(state)
        return chances[action] if chances else 1 / len(self.actions(state))

    def render(self, state: State) -> str:
        """The tree, one node a line, with an arrow at `state`."""

        def lines(path, indent):
            node = self.subtree(path)
            name = SIDE_NAMES[self.side(path)] if isinstance(node, tuple) else repr(node)
            yield indent + name + (_HERE if path == state else "")
            for index in self.actions(path):
                yield from lines((*path, index), indent + "  ")

        return "\n".join(lines((), ""))

    def parse(self, text: str) -> State:
        """The node marked in a picture of this very tree; indentation as a whole is free."""
        if not isinstance(text, str):
            raise ValueError(f"a picture is text, got {text!r}")
        lines = [line.rstrip() for line in dedent(text).splitlines() if line.strip()]
        marked = [number for number, line in enumerate(lines) if line.endswith(_HERE)]
        if len(marked) != 1:
            raise ValueError(f"one node must be marked with '{_HERE.strip()}', found {len(marked)}")
        paths = list(self._paths(()))
        if len(lines) != len(paths):
            raise ValueError(f"the picture has {len(lines)} nodes, this tree has {len(paths)}")
        state = paths[marked[0]]
        for line, own in enumerate(self.render(state).splitlines(), 1):
            if (drawn := lines[line - 1]) != own:
                raise ValueError(f"line {line} is '{drawn.strip()}', the tree has '{own.strip()}'")
        return state

    def _paths(self, path):
        """All states below `path`, in the order of the picture."""
        yield path
        for index in self.actions(path):
            yield from self._paths((*path, index))

    def _checked_chances(self, given):
        """The chances by path, as tuples; a ValueError if a node cannot have them."""
        if not isinstance(given, Mapping):
            example = "{(): (0.5, 0.5)}"
            raise ValueError(f"probabilities map a path to chances, as in {example}, got {given!r}")
        for path, chances in given.items():
            self._check_chances(path, chances)
        return {path: tuple(chances) for path, chances in given.items()}

    def _check_chances(self, path, chances):
        if self.is_terminal(path):
            raise ValueError(f"node {path} is a leaf: it has no chances to give")
        if self.side(path) != CHANCE:
            raise ValueError(f"node {path} belongs to a player: only CHANCE has probabilities")
        if not isinstance(chances, (list, tuple)) or not all(map(_is_number, chances)):
            raise ValueError(f"the chances at node {path} must be numbers, got {chances!r}")
        if len(chances) != (count := len(self.actions(path))):
            raise ValueError(f"node {path} has {count} children, got {len(chances)} chances")
        if min(chances) <= 0 or not math.isclose(sum(chances), 1):
            raise ValueError(f"the chances at node {path} must be above 0 and sum to 1: {chances}")

    def __repr__(self):
        text = _as_lists(self.tree)
        return f"TreeGame({text if len(text) < 60 else text[:57] + '...'})"


def _frozen(node, path):
    """The nested lists as nested tuples; anything that is not a tree is a ValueError."""
    if isinstance(node, (list, tuple)):
        if not node:
            raise ValueError(f"the list at {path} is empty: a node needs a child, a leaf a number")
        return tuple(_frozen(child, (*path, i)) for i, child in enumerate(node))
    if not _is_number(node):
        raise ValueError(f"the leaf at {path} must be a finite number, got {node!r}")
    return node


def _is_number(value):
    """Whether a value is a finite number, and no True or False."""
    return is_number(value) and type(value) is not bool


def _as_lists(node):
    """The text of the nested lists."""
    if isinstance(node, tuple):
        return f"[{', '.join(map(_as_lists, node))}]"
    return repr(node)


def _check_shape(branching, depth, values):
    """Nothing, or a ValueError that says what a random tree needs."""
    for name, number, low in (("branching", branching, 1), ("depth", depth, 0)):
        if type(number) is not int or number < low:
            raise ValueError(f"{name} must be a whole number from {low}, got {number!r}")
    given = values if isinstance(values, (list, tuple)) and len(values) == 2 else (None, None)
    if not all(type(value) is int for value in given) or given[0] > given[1]:
        raise ValueError(f"values must be (lowest, highest), two whole numbers, got {values!r}")


def _checked_sides(sides):
    """The sides as a tuple; anything but MAX, MIN and CHANCE is a ValueError."""
    given = tuple(sides) if isinstance(sides, (list, tuple)) else ()
    if not given or not all(map(rules.is_side, given)):
        raise ValueError(f"sides must be MAX, MIN or CHANCE for each agent, got {sides!r}")
    return given
