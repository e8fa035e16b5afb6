"""The check of backpropagate: the numbers in the whole tree afterwards."""

from random import Random

from check.examine import examine
from check.exercise import Exercise, Partial
from check.nodes import (
    handmade,
    node_at,
    nodes,
    numbers,
    order_text,
    patterns,
    top,
    tree_game,
)
from check.plaindata import is_number, same_number
from check.report import Report
from check.runner import Case
from check.trees import brief, contrast_lines, plural
from lib.game import MAX, MIN


def backpropagate(fn, seed: int = 0) -> Report:
    """Checks `backpropagate(node, value)`: one more visit and MAX's `value` from node to root."""
    return examine(BACKPROPAGATE, fn, seed)


def _cases(seed):
    rng = Random(f"backpropagate {seed}")
    cases = []
    for group, sides in patterns():
        game = tree_game(rng, group, sides, 4)
        for depth in (1, 2, 3, 4):
            path = tuple(rng.randrange(2) for _ in range(depth))
            value = rng.choice((1, -1, 0, 0.5, rng.randint(2, 50), -rng.randint(2, 50)))
            cases.append(_case(game, group, path, value, rng))
    game = tree_game(rng, "one opponent", (1, -1), 2)
    cases += [_case(game, "the root itself", (), value, rng) for value in (1, -3)]
    values = (1, -1, 0)
    return [
        *(_case(game, "wins, losses and draws", (0, 1), v, rng) for v in values),
        *cases,
    ]


def _case(game, group, path, value, rng):
    seed = rng.getrandbits(30)

    def build():
        return node_at(handmade(game, seed, 1.4, 4, partly=0), path), value

    return Case(
        (),
        f"value {value} at the node {path}, {order_text(game)}",
        group,
        brief=f"the payoff {value} at the lowest node",
        build=build,
        answer=lambda returned, args: numbers(top(args[0])),
        data=(build, path, value),
    )


def _expected(case):
    build, path, value = case.data
    after = numbers(top(build()[0]))
    for length in range(len(path) + 1):
        visits, total = after[path[:length]]
        after[path[:length]] = (visits + 1, total + value)
    return after


def _agrees(expected, got, case) -> bool:
    return got.keys() == expected.keys() and all(
        same_number(pair[0], got[path][0]) and same_number(pair[1], got[path][1])
        for path, pair in expected.items()
    )


def _right_visits(expected, got, case) -> float:
    """A part for visits that are right, whatever the totals are."""
    same = got.keys() == expected.keys() and all(
        same_number(pair[0], got[path][0]) for path, pair in expected.items()
    )
    return 0.4 if same else 0.0


def _added(case, answer, right):
    """What was added: visits to every node, shares of the payoff between two players' moves.

    At the root, around CHANCE and at the end there is no side whose view a share could be.
    """
    build, path, value = case.data
    visited, shares = [], []
    for place, node in nodes(top(build()[0])).items():
        visits, total = answer.value.get(place, (None, None))
        if not (is_number(visits) and is_number(total)):
            return answer.kind, repr(answer.value)
        visited.append(visits - node.visits)
        between = node.side in (MAX, MIN) and node.parent and node.parent.side in (MAX, MIN)
        if between or place != path[: len(place)]:
            shares.append(round((total - node.total) / (value or 1), 6))
    return tuple(visited), tuple(shares)


def _first_difference(expected, got):
    """The path to the lowest node whose numbers differ, or None."""

    def differs(path):
        return path not in got or not _agrees({path: expected[path]}, {path: got[path]}, None)

    return max(filter(differs, expected), key=len, default=None)


def _contrast(expected, got):
    """Visits and total of the lowest node that is not right: as they should be, and as they are."""
    path = _first_difference(expected, got)
    if path is None:
        return _say(expected), _say(got)
    return _numbers_of(path, expected[path]), _numbers_of(path, got.get(path, (0, 0)))


def _numbers_of(path, pair) -> str:
    where = f"the node {path}" if path else "the root"
    return f"{where}: {plural(brief(pair[0]), 'visit')}, total {brief(float(pair[1]))}"


def _picture(case, expected, answer, ask):
    """The way from the root to the node, before the call; marked is the node that is not right."""
    from lib.draw import draw_mcts

    build, path, value = case.data
    root = top(build()[0])
    wrong = _first_difference(expected, answer.value) if answer.ok else ()
    if wrong is None:
        return None
    beside = {}
    if answer.ok:
        old, new = expected[wrong], answer.value.get(wrong, (0, 0))
        i = 0 if not same_number(old[0], new[0]) else 1
        kind = ("visits", "total")[i]
        lines = contrast_lines(f"{kind} {brief(float(old[i]))}", brief(float(new[i])))
        beside = {node_at(root, wrong): lines}
    leaf = node_at(root, path)
    note = f"Before the call: n visits, the mean in the disc. The payoff {value:g} enters below."
    return draw_mcts(
        root, path=leaf, max_depth=len(path), max_children=1, legend=note, beside=beside
    )


def _say(answer):
    """Visits and totals of the first nodes, the root first."""
    nodes = sorted(answer.items(), key=lambda item: (len(item[0]), item[0]))
    return ", ".join(f"{path}: {n} visits, total {t:g}" for path, (n, t) in nodes[:7])


BACKPROPAGATE = Exercise(
    "backpropagate",
    "backpropagate(node, value)",
    _cases,
    _expected,
    _agrees,
    say=_say,
    contrast=_contrast,
    picture=_picture,
    profile=_added,
    partial=Partial("A kind in which only the visits are right counts 40%.", _right_visits),
)
