"""A game that is nothing but a tree, written as nested lists: the smallest thing to search.

    [[3, 5], [2, 9]]        MAX has two children, both MIN's: one with leaves 3 and 5, ...

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
from lib.messages import GAMES, is_tuple, refuse_if

_HERE = "  <- here"


class TreeGame(Game):
    """A tree of nested lists; `probabilities` maps a path to the chances of its children."""

    def __init__(self, nested: Any, sides: Sequence[int] = (MAX, MIN), probabilities: Any = None):
        try:
            self.tree = _frozen(nested, ())
        except RecursionError:
            raise ValueError(GAMES.LISTS_NESTED_TOO) from None
        given = tuple(sides) if isinstance(sides, (list, tuple)) else ()
        wrong = not given or not all(map(rules.is_side, given))
        refuse_if(wrong, GAMES.SIDES_MAX_MIN, sides=sides)
        self.sides = given
        self.probabilities = self._checked_chances(probabilities or {})

    @classmethod
    def random(
        cls, seed: int, branching: int = 2, depth: int = 3, sides: Sequence[int] = (MAX, MIN),
        values: tuple[int, int] = (-9, 9), ragged: bool = False,
    ) -> "TreeGame":  # fmt: skip
        """A random tree with whole leaves; a ragged one has 1 to `branching` children anywhere."""
        for name, number, low in (("branching", branching, 1), ("depth", depth, 0)):
            wrong = type(number) is not int or number < low
            refuse_if(wrong, GAMES.WHOLE_NUMBER_FROM, name=name, low=low, number=number)
        is_pair = is_tuple(values, 2) and all(type(value) is int for value in values)
        wrong = not is_pair or values[0] > values[1]
        refuse_if(wrong, GAMES.VALUES_LOWEST_HIGHEST, values=values)
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
            raise ValueError(GAMES.DEPTH_MORE_THAN.format(depth=depth)) from None

    def subtree(self, state: State) -> Any:
        """The number or the tuple of children at `state`."""
        node = self.tree
        try:
            for index in state:
                if index < 0:  # Python would count from the end
                    raise IndexError
                node = node[index]
        except (TypeError, IndexError):
            raise ValueError(GAMES.NO_NODE_TREE.format(state=state)) from None
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
            raise ValueError(GAMES.NO_CHILD_NODE.format(action=action, state=state, why=why))
        return (*state, action)

    def is_terminal(self, state: State) -> bool:
        return not isinstance(self.subtree(state), tuple)

    def utility(self, state: State) -> float:
        refuse_if(not self.is_terminal(state), GAMES.NODE_NOT_LEAF, state=state)
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
        refuse_if(not isinstance(text, str), GAMES.PICTURE_TEXT, text=text)
        lines = [line.rstrip() for line in dedent(text).splitlines() if line.strip()]
        marked = [number for number, line in enumerate(lines) if line.endswith(_HERE)]
        refuse_if(len(marked) != 1, GAMES.ONE_NODE_MARKED, here=_HERE.strip(), count=len(marked))
        paths, count = list(self._paths(())), len(lines)
        refuse_if(count != len(paths), GAMES.PICTURE_NODES_TREE, count=count, own=len(paths))
        state = paths[marked[0]]
        pairs = zip(lines, self.render(state).splitlines(), strict=True)
        for line, (drawn, own) in enumerate(pairs, 1):
            there, here = drawn.strip(), own.strip()
            refuse_if(drawn != own, GAMES.LINE_TREE, line=line, drawn=there, own=here)
        return state

    def _paths(self, path):
        """All states below `path`, in the order of the picture."""
        yield path
        for index in self.actions(path):
            yield from self._paths((*path, index))

    def _checked_chances(self, given):
        """The chances by path, as tuples; a ValueError if a node cannot have them."""
        wrong, example = not isinstance(given, Mapping), "{(): (0.5, 0.5)}"
        refuse_if(wrong, GAMES.PROBABILITIES_MAP_PATH, example=example, given=given)
        for path, chances in given.items():
            refuse_if(self.is_terminal(path), GAMES.NODE_LEAF_NO, path=path)
            refuse_if(self.side(path) != CHANCE, GAMES.NODE_BELONGS_PLAYER, path=path)
            wrong = not isinstance(chances, (list, tuple)) or not all(map(_is_number, chances))
            refuse_if(wrong, GAMES.CHANCES_NODE_NUMBERS, path=path, chances=chances)
            facts = {"path": path, "count": len(self.actions(path)), "chances": len(chances)}
            refuse_if(facts["chances"] != facts["count"], GAMES.NODE_CHILDREN_CHANCES, **facts)
            wrong = min(chances) <= 0 or not math.isclose(sum(chances), 1)
            refuse_if(wrong, GAMES.CHANCES_NODE_ABOVE, path=path, chances=chances)
        return {path: tuple(chances) for path, chances in given.items()}

    def __repr__(self):
        text = _as_lists(self.tree)
        return f"TreeGame({text if len(text) < 60 else text[:57] + '...'})"


def _frozen(node, path):
    """The nested lists as nested tuples; anything that is not a tree is a ValueError."""
    if isinstance(node, (list, tuple)):
        refuse_if(not node, GAMES.LIST_EMPTY_NODE, path=path)
        return tuple(_frozen(child, (*path, i)) for i, child in enumerate(node))
    refuse_if(not _is_number(node), GAMES.LEAF_FINITE_NUMBER, path=path, node=node)
    return node


def _is_number(value):
    """Whether a value is a finite number, and no True or False."""
    return is_number(value) and type(value) is not bool


def _as_lists(node):
    """The text of the nested lists."""
    if isinstance(node, tuple):
        return f"[{', '.join(map(_as_lists, node))}]"
    return repr(node)
