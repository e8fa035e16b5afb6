"""Two sheets with trees: minimax values, and the windows and cuts of alpha-beta."""

from functools import partial
from math import prod
from random import Random

from lib.game import MAX, MIN
from lib.games import TreeGame
from lib.search import alphabeta, minimax
from lib.trace import record
from tools.sheets.paper import Sheet, name, number, suitable, table, tree

WINDOWS = ("node", "alpha", "beta", "value it returns")


def draw_leaves(rng: Random, shape, sides=(MAX, MIN)) -> TreeGame:
    """A tree of this shape (children per level) whose leaves are different small numbers."""
    level = rng.sample(range(-9, 10), prod(shape))
    for width in reversed(shape):
        level = [level[i : i + width] for i in range(0, len(level), width)]
    return TreeGame(level[0], sides)


def searched(search, game: TreeGame):
    """The trace of a search from the root."""
    with record() as trace:
        search(game, ())
    return trace


# --- minimax -------------------------------------------------------------------------------


def minimax_sheet(rng: Random) -> Sheet:
    """Fill in a tree for MAX and MIN, and one where MIN moves twice."""
    two = suitable(rng, partial(draw_leaves, shape=(3, 3)), hope_fails)
    ghosts = suitable(rng, partial(draw_leaves, shape=(2, 2, 2), sides=(MAX, MIN, MIN)), flip_fails)
    task = (
        "<p>MAX moves first and wants a large number, MIN a small one. From the bottom up, write "
        "into every house the value of that node. Draw a thick line along MAX's move.</p>"
        f"{tree(two)}"
        "<p>Here MAX moves once, then MIN moves <em>twice</em>. Do the same.</p>"
        f"{tree(ghosts)}"
    )
    return Sheet("Minimax", task, answer_minimax(two) + answer_minimax(ghosts))


def hope_fails(game: TreeGame) -> bool:
    """Whether MAX's move is not simply the one with the largest leaf below it."""
    best = minimax(game, ())[1]
    return max(game.tree[best]) < max(map(max, game.tree))


def flip_fails(game: TreeGame) -> bool:
    """Whether taking turns by level gives another value and another move than the right sides."""
    right, flipped = minimax(game, ()), minimax(TreeGame(game.tree, (MAX, MIN)), ())
    return right[0] != flipped[0] and right[1] != flipped[1]


def answer_minimax(game: TreeGame) -> str:
    """Value and move, how each value comes about, and the tree with all values."""
    trace = searched(minimax, game)
    value, action = minimax(game, ())
    return (
        f"<p>Value <b>{number(value)}</b>, move <b>{action}</b> (moves are counted from 0). "
        f"{'; '.join(steps(trace))}.</p>{tree(trace)}"
    )


def steps(trace) -> list[str]:
    """How each node gets its value, from the bottom up: 01: min(3, 5) = 3."""
    inner = [call for call in trace.calls if call.kind == "inner"]
    said = []
    for call in sorted(inner, key=lambda call: -len(call.state)):
        below = ", ".join(number(trace.calls[child].value) for child in call.children)
        best = "max" if call.side == MAX else "min"
        said.append(f"{name(call.state)}: {best}({below}) = {number(call.value)}")
    return said


# --- alpha-beta ----------------------------------------------------------------------------


def alphabeta_sheet(rng: Random) -> Sheet:
    """Windows and cuts, from left to right."""
    game = suitable(rng, partial(draw_leaves, shape=(3, 2, 2)), enough_cuts)
    task = (
        "<p>Search this tree with alpha-beta, from left to right. The root starts with the window "
        "(&minus;&infin;, &infin;); each child gets the window that its parent has just then. MAX "
        "raises alpha to the best value it has found, MIN lowers beta. A node stops as soon as "
        "alpha &ge; beta; stopped or not, it returns the best value it has found. Cross out in the "
        "tree what the search never enters, and fill in the table: the window on entering, and the "
        "value. 01 is the node after move 0, then move 1.</p>"
        f"{tree(game)}{table(WINDOWS, blank_rows(game))}"
        "<p>Leaves looked at: _____ &emsp; value: _____ &emsp; move: _____</p>"
    )
    return Sheet("Alpha-beta windows", task, answer_alphabeta(game))


def enough_cuts(game: TreeGame) -> bool:
    """Whether something is cut, but most of the tree is looked at, and at two levels."""
    trace = searched(alphabeta, game)
    cuts = [call for call in trace.calls if call.skipped]
    leaves = sum(call.kind == "terminal" for call in trace.calls)
    return len(cuts) >= 2 and 7 <= leaves <= 10 and len({len(c.state) for c in cuts}) > 1


def blank_rows(game: TreeGame):
    """A row for every inner node, in the order of reading."""
    inner = [c.state for c in searched(minimax, game).calls if c.kind == "inner"]
    return [(name(path), "", "", "") for path in inner]


def answer_alphabeta(game: TreeGame) -> str:
    """Windows, values and what was skipped, from the recorded search."""
    trace = searched(alphabeta, game)
    inner = [call for call in trace.calls if call.kind == "inner"]
    rows = [(name(c.state), number(c.alpha), number(c.beta), number(c.value)) for c in inner]
    skipped = [name((*c.state, a)) for c in inner for a in c.skipped]
    leaves = sum(call.kind == "terminal" for call in trace.calls)
    value, action = alphabeta(game, ())
    return (
        f"<p>Value <b>{number(value)}</b>, move <b>{action}</b>, {leaves} leaves looked at. "
        f"Skipped, with all that is below: {', '.join(skipped)}. A node that is not listed was "
        "never entered. The value of a node that was cut is a bound.</p>"
        f"{table(WINDOWS, rows)}{tree(trace)}"
    )
