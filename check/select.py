"""The checks of select, without and with CHANCE: the way down a tree of nodes made by hand."""

from dataclasses import replace
from functools import partial
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.nodes import (
    AGAIN,
    GAPS,
    draw_nodes,
    handmade,
    kind_of,
    node_at,
    numbers,
    order_text,
    path_to,
    patterns,
    plausible,
    similar_counts,
    snapshot,
    tree_game,
)
from check.plaindata import same_number
from check.report import Report
from check.runner import LONG_DIAGNOSIS_SECONDS, Case
from lib.game import CHANCE, MAX, MIN
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.bandit import ucb1
from lib.search.mcts import Node


def select(fn, seed: int = 0) -> Report:
    """Checks `select(game, root, c, rng) -> Node`.

    Walks down from the root while a node has children and no untried actions: to the child with
    the largest UCB1 in the view of the side that chooses there (any of equals). Totals are MAX's.
    Nothing is changed. Two players, teams and passes are asked about, no CHANCE.
    """
    return examine(SELECT, fn, seed)


def select_chance(fn, seed: int = 0) -> Report:
    """Checks `select_chance(game, root, c, rng) -> Node`: the same walk where CHANCE moves too.

    CHANCE does not choose: it draws one of all its actions by `game.probability`; an action that
    is not in the tree yet ends the walk.
    """
    return examine(SELECT_CHANCE, fn, seed)


_DRAWS = 250
_RIVALS = {  # almost right (so many visits more, so many times c): gaps in which that shows
    (1, 1): (0.002, 0.005),
    (0, 0.85): GAPS,
    (0, 1.15): GAPS,
}


def _cases(seed, chance=False):
    rng = Random(f"select {seed}")
    cases = []
    for group, sides in patterns(chance):
        for levels in (1, 2, 3, 3) if chance else (1, 2, 2, 3, 3, 3):
            game = tree_game(rng, group, sides, 4, branching=3 if levels < 3 else 2)
            cases.append(_case(game, group, rng, levels))
        game = tree_game(rng, group, sides, 4, branching=3)
        cases.append(_case(game, group, rng, 2, partly=1))
        for rival in () if CHANCE in sides else _RIVALS:
            game = tree_game(rng, group, sides, 4, branching=3)
            cases.append(_case(game, group, rng, 2, rival))
    cases += [_case(TicTacToe(), "a board game", rng, 1) for _ in range(4)]
    for group, sides in patterns(chance):  # walks that come to the end of the game
        game = tree_game(rng, group, sides, 2, branching=3)
        cases.append(_case(game, "finished games", rng, 2))
    if chance:  # three outcomes of which only the last one is rare
        loaded = dict.fromkeys([(0,), (1,)], (0.5, 0.4375, 0.0625))
        game = TreeGame([[5, -8, 13], [2, -3, 7]], (MAX, CHANCE), loaded)
        cases.append(_case(game, "chance after a move", rng, 2, partly=0))
    cases += _another_order(rng, chance)
    return sorted(cases, key=lambda case: case.data[0])


def _another_order(rng, chance):
    """Children that came into the tree in another order than `game.actions` has."""
    game = tree_game(rng, "one opponent", (MAX, MIN), 3, branching=3)
    yield _case(game, "one opponent", rng, 2, partly=0, first=1)
    if chance:  # with all outcomes in the tree, and with all but one
        rolls = [[5, -8, 13], [2, -3, 7], [4, -6, 9]]
        loaded = dict.fromkeys([(0,), (1,), (2,)], (0.625, 0.25, 0.125))
        move = TreeGame(rolls, (MAX, CHANCE), loaded)
        yield _case(move, "chance after a move", rng, 2, partly=0, first=1)
        dice = TreeGame(rolls, (CHANCE, CHANCE), loaded | {(): (0.625, 0.25, 0.125)})
        yield _case(dice, "several chances in a row", rng, 2, partly=1, first=1)


def _case(game, group, rng, levels, rival=None, partly=0.3, first=0):
    c, chance = rng.choice((0.5, 1.4, 3.0)), CHANCE in game.sides
    gaps = _RIVALS.get(rival, GAPS)
    grow = partial(handmade, game, c=c, levels=levels, partly=partly, gaps=gaps, first=first)
    seed = _telling_seed(game, c, rng, grow, rival)

    def build():
        return game, grow(seed), c, Random(seed)

    def calls():
        once = build()
        if not chance:
            return [once]
        return [once] * _DRAWS + [(*once[:3], Random(seed))] * AGAIN

    root = build()[1]
    label = f"a tree of {len(numbers(root))} nodes, {order_text(game)}, c {c:g}"
    return Case(
        (),
        label,
        group,
        calls=calls,
        observe=lambda calls: snapshot(calls[0][1]),
        answer=_counted_paths if chance else _one_path,
        data=(len(numbers(root)), build, chance),
        picture=lambda: draw_nodes(build()[1]),
        brief=f"this tree ({order_text(game)}, c {c:g})",
        work=_DRAWS if chance else 1,
    )


_TRIES = 1000  # about one tree in five will do


def _telling_seed(game, c, rng, grow, rival):
    """A seed whose tree tells a rival from a right walk, but no one way of counting N from another.

    Some take a node's visits for N, some the sum of its children's: without its own first one.
    """
    for _ in range(_TRIES):
        seed = rng.getrandbits(30)
        root = grow(seed)
        right = _shares(game, root, c)
        if right == _shares(game, root, c, -1) and (
            rival is None or right != _shares(game, root, rival[1] * c, rival[0])
        ):
            return seed
    raise LookupError(f"no tree of {_TRIES:,} tells a right walk from the rival {rival}")


def _one_path(returned, calls):
    return _path(calls[0][1], returned.values[0])


def _counted_paths(returned, calls):
    """How often each node was the result, with one source of random numbers for all calls."""
    paths = [_path(calls[0][1], node) for node in returned.values]
    if paths[_DRAWS:] != paths[:AGAIN]:
        return "other nodes for the same seed"
    found = {}
    for path in paths[:_DRAWS]:
        found[path] = found.get(path, 0) + 1
    return found


def _path(root, node):
    """The path to the returned node; what is no node of the tree comes back as text."""
    if not isinstance(node, Node):
        return f"{kind_of(node)}, not a Node"
    path = path_to(root, node)
    return "a node that is not in this tree" if path is None else path


def _ends(game, node, c, more, share=1.0, path=()):
    """The nodes at which a right walk may end, with their shares; of equals, each may be it."""
    if node.side == CHANCE and node.children:
        for action in game.actions(node.state):
            part = share * game.probability(node.state, action)
            if action in node.children:
                yield from _ends(game, node.children[action], c, more, part, (*path, action))
            else:
                yield path, part
    elif node.untried or not node.children:
        yield path, share
    else:
        n = node.visits + (more if node.parent else max(0, more))  # a root has none of its own
        bounds = {
            action: ucb1(node.side * child.total, child.visits, n, c)
            for action, child in node.children.items()
        }
        best = max(bounds.values())
        for action, bound in bounds.items():
            if same_number(bound, best):
                yield from _ends(game, node.children[action], c, more, share, (*path, action))


def _shares(game, root, c, more=0):
    """How likely each node is the end of a walk that counts so many visits more than there are."""
    found = {}
    for path, share in _ends(game, root, c, more):
        found[path] = found.get(path, 0) + share
    return found


def _expected(case):
    game, root, c, _ = case.data[1]()
    return _shares(game, root, c)


def _agrees(expected, got, case) -> bool:
    if not case.data[2]:
        return type(got) is tuple and got in expected
    known = type(got) is dict and set(got) <= set(expected)
    return known and all(
        plausible(got.get(path, 0), _DRAWS, share) for path, share in expected.items()
    )


def _say(answer):
    if type(answer) is dict:
        parts = sorted(answer.items(), key=lambda item: -item[1])[:4]
        if len(parts) == 1:
            return _say(parts[0][0])
        return ", ".join(f"{_say(path)} ({share:g})" for path, share in parts)
    return f"the node {answer}" if type(answer) is tuple else str(answer)


def _picture(case, expected, answer, ask):
    """The tree; marked are the nodes where a right walk may end, and where this one ended."""
    from lib.draw import draw_mcts
    from lib.draw.colors import INK, TROUBLE

    root, beside = case.data[1]()[1], {}
    for path in expected:
        beside.setdefault(node_at(root, path), []).append(("expected", INK))
    got = answer.value if answer.ok and type(answer.value) is dict else {answer.value: 1}
    for path in got if answer.ok else ():
        if type(path) is tuple and (case.data[2] is False or path not in expected):
            beside.setdefault(node_at(root, path), []).append(("got", TROUBLE.text))
    return draw_mcts(root, max_depth=4, max_children=4, beside=beside)


def _similar(one, other) -> bool:
    """Whether two counts of walks may come from the same solution."""
    return type(one) is dict is type(other) and similar_counts(one, other)


SELECT = Exercise(
    "select",
    "select(game, root, c, rng) -> Node",
    _cases,
    _expected,
    _agrees,
    say=_say,
    picture=_picture,
    similar=_similar,
    diagnosis_seconds=LONG_DIAGNOSIS_SECONDS,
)
SELECT_CHANCE = replace(
    SELECT,
    name="select_chance",
    signature="select_chance(game, root, c, rng) -> Node",
    cases=partial(_cases, chance=True),
)
