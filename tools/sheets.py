"""Paper exercises with fresh numbers from a seed; every answer is computed by the library.

A maker draws numbers until they suit paper: small, no ties that confuse, something to prune.
"""

from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import pairwise
from random import Random

from lib.draw import draw_tree
from lib.game import MAX, MIN
from lib.games import TreeGame
from lib.search import alphabeta, minimax, ucb1
from lib.search.mcts import Node, expand, iterate
from lib.trace import record
from tools.render import picture

TRIES = 20_000
PAYOFFS = (-1, -0.5, 0, 0.5, 1)
CLOSE = 0.02  # two bounds that differ by less are hard to tell apart on paper


@dataclass(frozen=True)
class Sheet:
    """One exercise: what the class gets, and what only the teacher gets, both as HTML."""

    title: str
    task: str
    key: str


def suitable(rng, draw, suits):
    """The first thing drawn that suits paper."""
    for _ in range(TRIES):
        thing = draw(rng)
        if suits(thing):
            return thing
    raise RuntimeError(f"no suitable numbers among {TRIES} draws")


# --- trees ---------------------------------------------------------------------------------


def draw_leaves(rng: Random, shape, sides=(MAX, MIN)) -> TreeGame:
    """A tree of this shape (children per level) whose leaves are different small numbers."""
    count = 1
    for width in shape:
        count *= width
    level = rng.sample(range(-9, 10), count)
    for width in reversed(shape):
        level = [level[i : i + width] for i in range(0, len(level), width)]
    return TreeGame(level[0], sides)


def searched(search, game: TreeGame):
    """The trace of a search from the root."""
    with record() as trace:
        search(game, ())
    return trace


def minimax_sheet(rng: Random) -> Sheet:
    """Fill in a tree for MAX and MIN, and one where MIN moves twice."""
    two = draw_leaves(rng, (3, 3))
    ghosts = suitable(rng, partial(draw_leaves, shape=(2, 2, 2), sides=(MAX, MIN, MIN)), flip_fails)
    task = (
        "<p>MAX moves first. Write its value into every triangle, from the bottom up, and draw a "
        "thick line along MAX's move.</p>"
        f"{picture(draw_tree(two))}"
        "<p>Here MAX moves once, then MIN moves <em>twice</em>. Do the same.</p>"
        f"{picture(draw_tree(ghosts))}"
    )
    return Sheet("Minimax", task, answer_minimax(two) + answer_minimax(ghosts))


def flip_fails(game: TreeGame) -> bool:
    """Whether taking turns by level gives another value than the right sides do."""
    return minimax(game, ())[0] != minimax(TreeGame(game.tree, (MAX, MIN)), ())[0]


def answer_minimax(game: TreeGame) -> str:
    """Value and move, and the tree with all values."""
    value, action = minimax(game, ())
    tree = picture(draw_tree(searched(minimax, game)))
    return f"<p>Value <b>{value}</b>, move <b>{action}</b> (moves are counted from 0).</p>{tree}"


def alphabeta_sheet(rng: Random) -> Sheet:
    """Windows and cuts, from left to right."""
    game = suitable(rng, partial(draw_leaves, shape=(3, 2, 2)), enough_cuts)
    task = (
        "<p>Search this tree with alpha-beta, from left to right, starting with the window "
        "(&minus;&infin;, &infin;). Write the window at every triangle when the search enters it, "
        "cross out every leaf it skips, and write down the value and the move.</p>"
        f"{picture(draw_tree(game))}"
        f"{table(('node', 'alpha', 'beta', 'value it returns'), blank_rows(game))}"
        "<p>Leaves looked at: ____ &nbsp; value: ____ &nbsp; move: ____</p>"
    )
    return Sheet("Alpha-beta windows", task, answer_alphabeta(game))


def enough_cuts(game: TreeGame) -> bool:
    """Whether something is cut, but most of the tree is looked at, and at two levels."""
    trace = searched(alphabeta, game)
    cuts = [call for call in trace.calls if call.skipped]
    leaves = sum(call.kind == "terminal" for call in trace.calls)
    return len(cuts) >= 2 and 7 <= leaves <= 10 and len({len(c.state) for c in cuts}) > 1


def name(path) -> str:
    """A node by the moves that lead to it."""
    return "".join(map(str, path)) or "root"


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
        f"<p>Value <b>{value}</b>, move <b>{action}</b>, {leaves} leaves looked at. "
        f"Skipped, with all that is below: {', '.join(skipped)}. A node that is not listed was "
        "never entered. The value of a node that was cut is a bound.</p>"
        f"{table(('node', 'alpha', 'beta', 'value it returns'), rows)}{picture(draw_tree(trace))}"
    )


# --- UCB1 ----------------------------------------------------------------------------------

ARMS = "ABCDE"


def draw_arms(rng: Random):
    """Totals and visits of five arms, the constant, and what the chosen arm pays next."""
    visits = [rng.randint(1, 9) for _ in ARMS]
    totals = [rng.randint(0, n) for n in visits]
    return totals, visits, rng.choice((1, 2)), rng.choice((0, 1))


def bounds(totals, visits, c) -> list[float]:
    """UCB1 of every arm."""
    return [ucb1(w, n, sum(visits), c) for w, n in zip(totals, visits, strict=True)]


def clear(values) -> bool:
    """Whether no two values are so close that rounding could swap them."""
    return all(b - a >= CLOSE for a, b in pairwise(sorted(values)))


def pull(totals, visits, arm: int, pays: int):
    """The books after one more pull."""
    extra = [int(i == arm) for i in range(len(visits))]
    return [w + pays * e for w, e in zip(totals, extra, strict=True)], [
        n + e for n, e in zip(visits, extra, strict=True)
    ]


def first_best(values) -> int:
    """The index of the largest value."""
    return max(range(len(values)), key=values.__getitem__)


def good_arms(drawn) -> bool:
    """Whether all bounds are clear, twice, and the bonus decides against the best mean."""
    totals, visits, c, pays = drawn
    means = [w / n for w, n in zip(totals, visits, strict=True)]
    now = bounds(totals, visits, c)
    then = bounds(*pull(totals, visits, first_best(now), pays), c)
    differ = first_best(now) != first_best(means) and first_best(then) != first_best(now)
    return clear(now) and clear(then) and clear(sorted(means)[-2:]) and differ


def ucb1_sheet(rng: Random) -> Sheet:
    """Mean, bonus and bound of five arms, then one more pull."""
    totals, visits, c, pays = suitable(rng, draw_arms, good_arms)
    head = ("arm", "total W", "visits n", "mean W/n", "bonus", "UCB1")
    rows = [(a, w, n, "", "", "") for a, w, n in zip(ARMS, totals, visits, strict=True)]
    task = (
        f"<p>N = {sum(visits)} pulls so far, C = {c}. UCB1 = W/n + C &radic;(ln N / n). Give three "
        f"decimals.</p>{table(head, rows)}"
        "<p>1. Which arm is pulled next? ____ &nbsp; 2. Which would be pulled with C = 0? ____</p>"
        f"<p>3. The arm of question 1 pays {pays}. Fill in the table again. Which comes next? ____"
        f"</p>{table(head, [(a, '', '', '', '', '') for a in ARMS])}"
    )
    return Sheet("UCB1 by hand", task, answer_ucb1(totals, visits, c, pays))


def answer_ucb1(totals, visits, c, pays) -> str:
    """Both tables and the three answers."""
    arm = first_best(bounds(totals, visits, c))
    later = pull(totals, visits, arm, pays)
    greedy = first_best(bounds(totals, visits, 0))
    then = first_best(bounds(*later, c))
    return (
        f"{ucb1_table(totals, visits, c)}"
        f"<p>1. <b>{ARMS[arm]}</b>. 2. <b>{ARMS[greedy]}</b>, the best mean. "
        f"3. After it paid {pays}, N = {sum(later[1])}: <b>{ARMS[then]}</b>.</p>"
        f"{ucb1_table(*later, c)}"
    )


def ucb1_table(totals, visits, c) -> str:
    """The table, filled in."""
    rows = []
    for arm, w, n in zip(ARMS, totals, visits, strict=True):
        bound = ucb1(w, n, sum(visits), c)
        rows.append((arm, w, n, f"{w / n:.3f}", f"{bound - w / n:.3f}", f"{bound:.3f}"))
    return table(("arm", "total W", "visits n", "mean W/n", "bonus", "UCB1"), rows)


# --- ten iterations of MCTS ----------------------------------------------------------------

LEFT_FIRST = partial(expand, pick=lambda game, state, actions, rng: actions[0])
HEAD = ("iteration", "N", "bound of 0", "bound of 1", "ends at", "payoff", "0: n", "0: W")
HEAD += ("1: n", "1: W")


def draw_paper_tree(rng: Random):
    """A tree of two moves and two answers, and two tosses of a coin for the first rollouts."""
    leaves = [rng.choice(PAYOFFS) for _ in range(4)]
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


def ten_iterations(game: TreeGame, coins) -> list[dict]:
    """What stands in each row of the sheet, from the library's own loop."""
    root, rollout, rows = Node(game, ()), tossed(coins), []
    for _ in range(10):
        row = {"N": root.visits, "bounds": seen_bounds(root)}
        row["below"] = [seen_bounds(child) for child in root.children.values()]
        before = root.total
        leaf = iterate(game, root, 1, Random(0), rollout, expand=LEFT_FIRST)
        row |= {"leaf": leaf.state, "payoff": root.total - before}
        row["books"] = [(child.visits, child.total) for child in root.children.values()]
        rows.append(row)
    return rows


def seen_bounds(node) -> list[float]:
    """UCB1 of the children as their mover sees them; nothing while a move is untried."""
    if node.untried or not node.children:
        return []
    side = MAX if not node.state else MIN
    return [ucb1(side * k.total, k.visits, node.visits, 1) for k in node.children.values()]


def clear_iterations(drawn) -> bool:
    """Whether every choice is clear on paper, and the search has something to find out."""
    game, coins = drawn
    if len(set(game.tree[0] + game.tree[1])) < 3:
        return False
    rows = ten_iterations(game, coins)
    choices = [b for row in rows for b in (row["bounds"], *row["below"]) if b]
    left, right = rows[-1]["books"]
    return all(map(clear, choices)) and abs(left[0] - right[0]) >= 2 and left[0] > 2 < right[0]


def mcts_sheet(rng: Random) -> Sheet:
    """Ten iterations by hand."""
    game, coins = suitable(rng, draw_paper_tree, clear_iterations)
    rows = [filled(i, row) for i, row in enumerate(ten_iterations(game, coins), 1)]
    given = [rows[0], rows[1], *((i, "", *[""] * 8) for i in range(3, 11))]
    words = ["left" if coin == 0 else "right" for coin in coins]
    task = (
        f"<p>Moves are 0 and 1 from the left; a node is named by its moves. C = 1. Untried moves "
        f"are tried from left to right, the first of equals is taken. The coin of the first two "
        f"rollouts said {words[0]}, then {words[1]}: those rows are filled in. W is MAX's total; "
        "MIN takes the larger of &minus;W/n + &radic;(ln N / n), where N counts the visits of "
        f"<em>its</em> node.</p>{picture(draw_tree(game))}{table(HEAD, given)}"
        "<p>Which move has more visits in the end? ____ &nbsp; What is its mean? ____ &nbsp; "
        "What is the minimax value? ____</p>"
    )
    return Sheet("Ten iterations of MCTS", task, answer_mcts(game, rows))


def filled(i: int, row: dict) -> tuple:
    """One row of the table."""
    bound = [f"{b:.3f}" for b in row["bounds"]] or ["", ""]
    books = [number(x) for pair in row["books"] for x in pair]
    books += [""] * (4 - len(books))
    return (i, row["N"], *bound, name(row["leaf"]), number(row["payoff"]), *books)


def answer_mcts(game: TreeGame, rows) -> str:
    """The full table, the final choice, and what minimax says."""
    visits = {move: int(rows[-1][6 + 2 * move]) for move in (0, 1)}
    move = max(visits, key=visits.get)
    mean = float(rows[-1][7 + 2 * move].replace("\u2212", "-")) / visits[move]
    value, action = minimax(game, ())
    return (
        f"{table(HEAD, rows)}<p>Move <b>{move}</b> has {visits[move]} of 10 visits, mean "
        f"{number(round(mean, 3))}. The minimax value is <b>{number(value)}</b>, move {action}: "
        f"{'the same move' if move == action else 'another move; ten iterations are few'}.</p>"
    )


# --- all sheets ----------------------------------------------------------------------------

MAKERS = (minimax_sheet, alphabeta_sheet, ucb1_sheet, mcts_sheet)


def all_sheets(seed: int) -> list[Sheet]:
    """The four sheets with the numbers of this seed."""
    return [make(Random(f"{seed} {make.__name__}")) for make in MAKERS]


def table(head, rows) -> str:
    """A table as HTML."""
    top = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def number(value) -> str:
    """A number as people write it: no .0, a real minus sign, infinity as its symbol."""
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "\u2212∞"
    return f"{value:g}".replace("-", "\u2212")
