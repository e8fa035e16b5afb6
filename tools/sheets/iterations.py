"""The sheet with ten iterations of MCTS on a tree of two moves and two answers."""

from dataclasses import dataclass
from functools import partial
from random import Random

from lib.games import TreeGame
from lib.search import minimax, ucb1
from lib.search.mcts import Node, expand, iterate
from tools.sheets.paper import Sheet, clear, name, number, suitable, table, tree

LEFT_FIRST = partial(expand, pick=lambda game, state, actions, rng: actions[0])
HEAD = ("#", "N", "MAX: 0", "MAX: 1", "MIN: 0", "MIN: 1", "ends at", "payoff")
HEAD += ("n of 0", "W of 0", "n of 1", "W of 1")


@dataclass(frozen=True)
class Row:
    """One iteration as it stands in the table."""

    visits: int  # of the root, before the iteration
    max_bounds: list[float]  # of the moves at the root; empty while one is untried
    min_bounds: list[float]  # of the answers at the node that MAX goes to; empty likewise
    leaf: tuple
    payoff: float
    books: list[tuple[int, float]]  # visits and total of each move, after the iteration


def draw_paper_tree(rng: Random):
    """A tree of two moves and two answers, and two tosses of a coin for the first rollouts."""
    leaves = [tenths / 10 for tenths in rng.sample(range(-10, 11), 4)]
    coins = rng.choice((0, 1)), rng.choice((0, 1))
    return TreeGame([leaves[:2], leaves[2:]]), coins


def tossed(coins):
    """A rollout that plays the coins that stand on the sheet."""
    toss = iter(coins)

    def rollout(game, state, rng):
        while not game.is_terminal(state):
            state = game.result(state, game.actions(state)[next(toss)])
        return game.utility(state)

    return rollout


def ten_iterations(game: TreeGame, coins) -> list[Row]:
    """The rows of the table, from the library's own loop."""
    root, rollout, rows = Node(game, ()), tossed(coins), []
    for _ in range(10):
        visits, before, max_bounds = root.visits, root.total, seen_bounds(root)
        below = {move: seen_bounds(child) for move, child in root.children.items()}
        leaf = iterate(game, root, 1, Random(0), rollout, expand=LEFT_FIRST).state
        books = [(child.visits, child.total) for child in root.children.values()]
        min_bounds = below.get(leaf[0], [])
        rows.append(Row(visits, max_bounds, min_bounds, leaf, root.total - before, books))
    return rows


def seen_bounds(node) -> list[float]:
    """UCB1 of the children as their mover sees them; nothing while a move is untried."""
    if node.untried:
        return []
    return [ucb1(node.side * k.total, k.visits, node.visits, 1) for k in node.children.values()]


def clear_iterations(drawn) -> bool:
    """Whether every choice is clear on paper, and the search has something to find out."""
    game, coins = drawn
    if clear_choice(*game.tree):
        return False
    rows = ten_iterations(game, coins)
    left, right = (visits for visits, _ in rows[-1].books)
    choices = [bounds for row in rows for bounds in (row.max_bounds, row.min_bounds)]
    return all(map(clear, choices)) and abs(left - right) >= 2 and min(left, right) > 2


def clear_choice(left, right) -> bool:
    """Whether one move is better than the other whatever MIN answers."""
    return min(left) >= max(right) or min(right) >= max(left)


def mcts_sheet(rng: Random) -> Sheet:
    """Ten iterations by hand."""
    game, coins = suitable(rng, draw_paper_tree, clear_iterations)
    rows = ten_iterations(game, coins)
    given = [filled(i, row) for i, row in enumerate(rows[:2], 1)]
    given += [(i, *[""] * (len(HEAD) - 1)) for i in range(3, 11)]
    words = ["left" if coin == 0 else "right" for coin in coins]
    task = (
        "<p>Untried moves are tried from left to right, and such a new node ends the walk. The "
        f"coin of the first two rollouts said {words[0]}, then {words[1]}: those rows are filled "
        "in. From then on every walk ends at a leaf, which pays its number.</p>"
        "<p>W is MAX's total, n counts visits. MAX takes the larger W/n + &radic;(ln N / n), where "
        "N counts the visits of the root so far. MIN takes the larger &minus;W/n + &radic;(ln N / "
        "n), where N counts the visits of <em>its</em> node. Write both pairs of bounds into the "
        "columns MAX and MIN, with three decimals; none where a move is untried. 01 is the "
        "leaf after move 0, then move 1.</p>"
        f"{tree(game)}{table(HEAD, given)}"
        "<p>Which move has more visits in the end? _____ &emsp; What is its mean? _____</p>"
        "<p>What is the minimax value of the tree? _____</p>"
    )
    return Sheet("Ten iterations of MCTS", task, answer_mcts(game, rows))


def filled(i: int, row: Row) -> tuple:
    """One row of the table."""
    blank = ("", "")
    seen = [[number(b, 3) for b in pair] or blank for pair in (row.max_bounds, row.min_bounds)]
    books = [(str(visits), number(total)) for visits, total in row.books] + [blank]
    ends = name(row.leaf), number(row.payoff)
    return (i, row.visits, *seen[0], *seen[1], *ends, *books[0], *books[1])


def answer_mcts(game: TreeGame, rows: list[Row]) -> str:
    """The full table, two bounds step by step, the final choice, and what minimax says."""
    books = rows[-1].books
    move = max((0, 1), key=lambda move: books[move][0])
    visits, total = books[move]
    value, action = minimax(game, ())
    return (
        f"{table(HEAD, [filled(i, row) for i, row in enumerate(rows, 1)])}{worked(game, rows)}"
        f"<p>Move <b>{move}</b> has {visits} of 10 visits, mean "
        f"<b>{number(total / visits, 3)}</b>. The minimax value is "
        f"<b>{number(value)}</b>, move {action}: "
        f"{'the same move' if move == action else 'another move; ten iterations are few'}.</p>"
    )


def worked(game: TreeGame, rows: list[Row]) -> str:
    """The first bound that MAX looks at and the first that MIN looks at, step by step."""
    visits, total = rows[1].books[0]
    first = next(i for i, row in enumerate(rows) if row.min_bounds)
    node = rows[first].leaf[0]
    pays, below = number(game.tree[node][0]), rows[first - 1].books[node][0]
    return (
        f"<p>Row 3, MAX: 0 is {number(total)}/{visits} + &radic;(ln 2 / {visits}) = "
        f"{number(rows[2].max_bounds[0], 3)}. Row {first + 1}, MIN: 0 at node {node} is "
        f"&minus;({pays})/1 + &radic;(ln {below} / 1) = {number(rows[first].min_bounds[0], 3)}. "
        "The larger bound of a pair is taken.</p>"
    )
