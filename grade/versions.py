"""A version of the problem sets for each student: other trees, logs and boards for the paper parts.

A locked cell whose metadata say `"looking_ahead": {"version": KIND}` holds assignments. A version
gives their names other values, drawn by MAKERS[KIND]; the first line of the cell says which version
it is. What is asked about them, and how it is marked, stays as it is in the notebook: hidden tests
compute their answers from these names.
"""

import ast
import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from random import Random

from grade.problems import Cell, ProblemSet
from grade.transplant import HandedIn
from lib.game import CHANCE, MAX, MIN, Game
from lib.games import TreeGame
from lib.search import alphabeta, expectimax, minimax

CLASS = "the whole class"  # has one version where there is no roster
MARK = "# version {mark}"
_FOUND = re.compile(r"^# version ([0-9a-f]{8})\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Version:
    """One version of all problem sets; `mark` stands in its notebooks, `seed` nowhere."""

    seed: str
    mark: str

    def of(self, problem_set: ProblemSet) -> ProblemSet:
        """The problem set with the values of this version."""
        cells = tuple(self._cell(problem_set, cell) for cell in problem_set.cells)
        fingerprint = _word(problem_set.fingerprint, *(c.source for c in cells if c.version))
        return replace(problem_set, cells=cells, fingerprint=fingerprint)

    def _cell(self, problem_set, cell: Cell) -> Cell:
        if not cell.version:
            return cell
        rng = Random(_word(self.seed, self.mark, problem_set.name, cell.name))
        made = MAKERS[cell.version](rng)
        source = f"{MARK.format(mark=self.mark)}\n{_assigned(cell.source, made)}"
        return replace(cell, source=source, released=source)


def version(seed: str, student: str) -> Version:
    """The version of this student in the release with this seed."""
    return Version(seed, _word(seed, student)[:8])


def marks_in(cells: Iterable[HandedIn]) -> list[str]:
    """The marks of versions that stand in a file, each once."""
    return list(dict.fromkeys(mark for cell in cells for mark in _FOUND.findall(cell.source)))


def _word(*parts: str) -> str:
    """A word that nobody can guess who does not know the first part."""
    first, *others = parts
    return hmac.new(first.encode(), "\0".join(others).encode(), hashlib.sha256).hexdigest()


def _assigned(source: str, values: dict) -> str:
    """The source with other values behind these names."""
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if node.targets[0].id in values:
                head = lines[value.lineno - 1][: value.col_offset]
                tail = lines[value.end_lineno - 1][value.end_col_offset :]
                made = f"{head}{_literal(values[node.targets[0].id])}{tail}"
                lines[value.lineno - 1 : value.end_lineno] = [made]
    return "".join(lines)


def _literal(value) -> str:
    """The value as a person would write it in a notebook."""
    is_page = isinstance(value, str) and "\n" in value
    return f'"""\\\n{value}"""' if is_page else repr(value).replace("'", '"')


# --- what is drawn -------------------------------------------------------------------------


def _filled(shape, numbers):
    """A tree of this shape with the next numbers as its leaves."""
    return [_filled(s, numbers) for s in shape] if isinstance(shape, list) else next(numbers)


def _tree(rng: Random, shape, most: int, fits: Callable) -> list:
    """A tree with different leaves from 0 to `most` that fits."""
    while True:
        tree = _filled(shape, iter(rng.sample(range(most + 1), str(shape).count("0"))))
        if fits(tree):
            return tree


def answers(search: Callable, tree, sides: Sequence[int]) -> tuple:
    """(value, action) of the root of a paper tree."""
    game: Game = TreeGame(tree, sides=tuple(sides))
    return search(game, game.initial_state())


def skipped(tree) -> set[int]:
    """The leaves that alpha-beta does not look at, numbered from the left."""
    looked = []

    class Paper(TreeGame):
        def utility(self, state):
            looked.append(state)
            return super().utility(state)

    game = Paper(tree)
    alphabeta(game, game.initial_state())
    seen, todo, leaves = set(looked), [game.initial_state()], []
    while todo:
        state = todo.pop()
        if game.is_terminal(state):
            leaves.append(state)
        else:
            todo += [game.result(state, action) for action in reversed(game.actions(state))]
    return {number for number, leaf in enumerate(leaves) if leaf not in seen}


def _two_opinions(tree) -> bool:
    """One and two opponents find another value and another action."""
    one, two = (answers(minimax, tree, sides) for sides in ((MAX, MIN), (MAX, MIN, MIN)))
    return one[0] != two[0] and one[1] != two[1]


def _worth_cutting(tree) -> bool:
    """Two to four leaves are cut off, in more than one subtree."""
    return 2 <= len(skipped(tree)) <= 4 and answers(minimax, tree, (MAX, MIN))[1] > 0


def _beliefs_matter(tree) -> bool:
    """An opponent, a fair coin and a loaded coin give three values, and not one door."""
    (a, b), second = tree
    loaded = (a + 3 * b) / 4, sum(second) / 2
    pairs = [answers(minimax, tree, (MAX, MIN)), answers(expectimax, tree, (MAX, CHANCE))]
    pairs.append((max(loaded), loaded.index(max(loaded))))
    doors = {door for _, door in pairs}
    return len({value for value, _ in pairs}) == 3 and len(doors) == 2 and loaded[0] != loaded[1]


LOG = """\
INFO:child actions 3 {names}
INFO:choices_weights {weights}
INFO:params <score, tries> {pairs}
INFO:best_action_sim {best}, best_action {best}
"""


def _log(rng: Random) -> dict:
    """A choice of three with five tries each, of which two are alike, and its table."""
    names = rng.sample(["COMMANDER", "DESPOT", "BUILDER", "CHARISMATIC"], 3)
    low, high = sorted(rng.sample(range(-75, -20), 2))
    high = max(high, low + 20)
    scores = [low, high, high]
    weights = [score / 5 + 2 * sqrt(log(15) / 5) for score in scores]
    pairs = [f"<{score}, 5>" for score in scores] + [f"<{sum(scores)}, 15>"]
    text = LOG.format(names=names, weights=weights, pairs=pairs, best=names[1])
    return {"log_text": text, "table": [(n, s, 5) for n, s in zip(names, scores, strict=True)]}


MAKERS: dict[str, Callable[[Random], dict]] = {
    "two opinions": lambda rng: {
        "nested": _tree(rng, [[0, 0], [[0, 0], 0], [0, [0, 0]]], 9, _two_opinions)
    },
    "cuts": lambda rng: {
        "nested": _tree(rng, [[0, 0], [0, 0, 0], [[0, 0], [0, 0]]], 9, _worth_cutting)
    },
    "doors": lambda rng: {"nested": _tree(rng, [[0, 0], [0, 0]], 15, _beliefs_matter)},
    "log": _log,
    "boards": lambda rng: {
        "layout": rng.choice(["small_classic", "medium_classic", "capsule", "open_room"]),
        "field_layout": rng.choice(["capture_tiny", "capture_medium"]),
    },
    "small tree": lambda rng: {"nested": _tree(rng, [[0, 0], [0, 0]], 9, lambda tree: True)},
}
