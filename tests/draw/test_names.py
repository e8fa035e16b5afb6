"""The name of a move: away from the parent, and with room to every line and every shape."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from lib.draw import draw_mcts, draw_tree
from lib.draw.svg import picture
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta
from lib.trace import record
from lib.widgets import mcts_stepper
from tests.draw.audit import NS, by_class, points, shape_of, text_size
from tests.draw.test_mcts_and_bars import grown
from tests.draw.test_trees import odd_tree

CLEAR = 3  # pixels between the ink of a name and the ink of anything else


def ink(name):
    """The box of a line of text without the room below its letters."""
    size, wide = float(name.get("font-size")), text_size(name.text, float(name.get("font-size")))
    left = float(name.get("x")) - wide * (name.get("text-anchor") == "end")
    return left, float(name.get("y")) - 0.73 * size, left + wide, float(name.get("y"))


def gap(a, b, place):
    """How far the line from a to b stays away from a box."""
    left, top, right, bottom = place
    found = float("inf")
    if min(a[0], b[0]) > right + 9 or max(a[0], b[0]) < left - 9:
        return found
    if min(a[1], b[1]) > bottom + 9 or max(a[1], b[1]) < top - 9:
        return found
    steps = max(int(abs(a[0] - b[0]) + abs(a[1] - b[1])), 1)
    for i in range(steps + 1):
        x, y = (p + (q - p) * i / steps for p, q in zip(a, b, strict=True))
        dx, dy = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
        found = min(found, (dx * dx + dy * dy) ** 0.5)
    return found


def outline(shape):
    """The corners of a shape, closed; a circle as a polygon inside it."""
    if shape.tag == NS + "polygon":
        corners = points(shape)
    elif shape.tag == NS + "circle":
        x, y, r = (float(shape.get(key)) for key in ("cx", "cy", "r"))
        ways = (
            (1, 0),
            (0.7, 0.7),
            (0, 1),
            (-0.7, 0.7),
            (-1, 0),
            (-0.7, -0.7),
            (0, -1),
            (0.7, -0.7),
        )
        corners = [(x + r * dx, y + r * dy) for dx, dy in ways]
    else:
        x, y, w, h = (float(shape.get(key)) for key in ("x", "y", "width", "height"))
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return [*corners, corners[0]]


def assert_names_stand_clear(root):
    """All names keep away from lines and shapes; gives back how many there are."""
    lines = [(points(e), float(e.get("stroke-width"))) for e in by_class(root, "edge")]
    lines = [line for line in lines if line[1]]
    for node in by_class(root, "node"):
        shape = shape_of(node)
        lines.append((outline(shape), float(shape.get("stroke-width"))))
    for wave in (
        [] if by_class(root, "board") else by_class(root, "rollout")
    ):  # 6 to each side of a straight line, 4 wide
        lines.append((points(wave)[:: len(points(wave)) - 1], 16))
    names = by_class(root, "move")
    for name in names:
        place = ink(name)
        for corners, width in lines:
            room = min(gap(a, b, place) for a, b in pairwise(corners)) - width / 2
            assert room >= CLEAR, f"{name.text!r} at {place} is {room:.1f} from {corners}"
    return len(names)


def assert_away_from_parents(root):
    """In a tree that grows down, each name stands on the side that the parent is not on.

    A child at most 9 pixels beside its parent is below it: there both sides are as good.
    """
    nodes = by_class(root, "node")
    for edge in by_class(root, "edge"):
        corners, node = points(edge), nodes[int(edge.get("data-to"))]
        for name in by_class(node, "move"):
            place, (start, _), (x, _) = ink(name), corners[0], corners[-1]
            side = 1 if place[0] > x else -1
            assert place[0] > x or place[2] < x, f"{name.text!r} stands over its edge"
            assert (start - x) * side <= 9, f"{name.text!r} stands towards its parent"


GAMES = [
    TicTacToe(),
    ConnectFour(),
    Othello(6),
    Pig(20),
    TreeGame(odd_tree(3)),
    TreeGame(odd_tree(8)),
]


@pytest.mark.parametrize("game", GAMES, ids=["ttt", "c4", "othello", "pig", "odd 3", "odd 8"])
@pytest.mark.parametrize("fan", [2, 5, 9])
@pytest.mark.parametrize("direction", ["down", "right", None])
def test_names_in_trees_of_mcts(game, fan, direction):
    for count in (3, 150):
        root, leaf = grown(game, count, seed=fan)
        for phase in (None, "rollout"):
            options = {"max_depth": 3, "max_children": fan, "direction": direction}
            drawn = draw_mcts(root, path=leaf if phase else None, phase=phase, **options)
            root_of = ElementTree.fromstring(drawn)
            assert assert_names_stand_clear(root_of)
            if direction == "down":
                assert_away_from_parents(root_of)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("direction", ["down", "right", "phone"])
def test_names_in_trees_of_a_search(seed, direction):
    with record() as trace:
        alphabeta(TreeGame(odd_tree(100 + seed)), ())
    for step in (None, random.Random(seed).randint(0, len(trace.events))):
        marked = [0, len(trace.calls) - 1]
        for options in ({}, {"highlight": marked}, {"windows": False}):
            drawn = draw_tree(trace, step=step, direction=direction, **options)
            root = ElementTree.fromstring(drawn)
            assert assert_names_stand_clear(root)
            if direction == "down":
                assert_away_from_parents(root)


def frames_of(widget):
    """The tree of each frame of the film, as an element without the scale of its box."""
    film = widget.film
    for now in range(len(film["frames"])):
        shown = [part for part, begin, end in film["parts"] if begin <= now < (end or now + 1)]
        markup = re.sub(r"<(\d+)>", lambda tag: film["tags"][int(tag[1])], "".join(shown))
        yield ElementTree.fromstring(picture(9, 9, "", "", markup))


@pytest.mark.parametrize("game", GAMES, ids=["ttt", "c4", "othello", "pig", "odd 3", "odd 8"])
@pytest.mark.parametrize("seed", [1, 2])
def test_names_in_every_step_of_a_film(game, seed):
    film = mcts_stepper(game, iterations=25, later=(200,), seed=seed)
    for root in [*frames_of(film)][::7]:
        assert assert_names_stand_clear(root) or not by_class(root, "edge")
        assert_away_from_parents(root)
