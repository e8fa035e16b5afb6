"""The check of best_action: one of the most visited actions."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.nodes import chosen, draw_nodes, handmade, order_text, patterns, snapshot, tree_game
from check.report import Report
from check.runner import Case
from lib.game import CHANCE
from lib.games.tictactoe import TicTacToe


def best_action(fn, seed: int = 0) -> Report:
    """Checks `best_action(root) -> action` of the most visited child (any of equals)."""
    return examine(BEST_ACTION, fn, seed)


def _cases(seed):
    rng = Random(f"best {seed}")
    cases = []
    for group, sides in patterns():
        if sides[0] == CHANCE:
            continue
        game = tree_game(rng, group, sides, 2, branching=4)
        for visits in ((5, 9, 7, 2), (1, 1, 8, 1), (3, 12, 12, 4), (6, 5, 4, 3), (2, 10, 5, 1)):
            cases += [_case(game, group, rng.sample(visits, 4), rng, mean) for mean in (9, 0.4)]
        cases.append(_case(game, group, rng.sample((5, 9, 7, 2), 4), rng, lost=0))
        cases.append(_case(game, group, rng.sample((3, 8, 12, 4), 4), rng, lost=2))
    game = TicTacToe()
    cases += [_case(game, "a board game", rng.sample(range(1, 30), 9), rng) for _ in range(3)]
    return cases


def _case(game, group, visits, rng, most=9, lost=None):
    """Children with these visits and means up to `most`: small ones are beaten by a bonus.

    `lost` is an action that has no child yet.
    """
    totals = [round(rng.uniform(-most, most) * n, 2) for n in visits]
    known = [a for a in game.actions(game.initial_state()) if a != lost]
    if lost is not None:
        visits, totals = [numbers[: len(known)] for numbers in (visits, totals)]
    seed = rng.getrandbits(30)

    def build():
        root = handmade(game, seed, 1.4, 2, partly=0.5)
        order = list(root.children.items())
        shuffled = sorted(order, key=lambda item: (item[0] * 5 + 2) % 7)
        root.children = dict(shuffled)  # the order in the tree is not that of the actions
        if lost is not None:
            root.children.pop(lost)
            root.untried = [lost]
        for action, n, total in zip(known, visits, totals, strict=True):
            child = root.children[action]
            child.visits, child.total = n, total
        root.visits, root.total = sum(visits), sum(totals)
        return (root,)

    text = ", ".join(f"<{total:g}, {n}>" for total, n in zip(totals, visits, strict=True))
    best = {a for a, n in zip(known, visits, strict=True) if n == max(visits)}
    return Case(
        (),
        f"children <total, visits> {text}, {order_text(game)}",
        group,
        build=build,
        observe=lambda args: snapshot(args[0]),
        answer=chosen,
        data=best,
        picture=lambda: draw_nodes(build()[0]),
        brief="this tree (n: visits)",
    )


def _profile(case, answer, right):
    """What was returned; of nodes only that they are nodes, since any of equals may be taken."""
    told = str(answer.value)
    return "a node" if told.startswith("<Node") else answer.value


BEST_ACTION = Exercise(
    "best_action",
    "best_action(root) -> action",
    _cases,
    lambda case: case.data,
    lambda expected, got, case: type(got) is int and got in expected,
    say=lambda a: " or ".join(f"action {x}" for x in sorted(a)) if type(a) is set else repr(a),
    profile=_profile,
)
