"""The checks of the phases of MCTS, one by one, on our `Node`."""

import re
from functools import partial
from math import sqrt
from random import Random

from lib.check import phase_catalogue  # noqa: F401  (files the misconceptions)
from lib.check.examine import examine
from lib.check.exercise import Exercise
from lib.check.mcts_questions import chosen
from lib.check.mcts_trees import (
    GAPS,
    exact_chances,
    handmade,
    node_at,
    nodes,
    numbers,
    order_text,
    path_to,
    patterns,
    snapshot,
    top,
    tree_game,
)
from lib.check.plain import encode, is_number, same_number, simple
from lib.check.report import Report
from lib.check.runner import Case
from lib.check.scoring import Partial
from lib.game import CHANCE, MAX, MIN
from lib.games.othello import Othello
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.bandit import ucb1
from lib.search.mcts import Node

SIGMAS = 5.5  # how far a frequency may be from its chance: a right solution never is
AGAIN = 40  # calls that are made once more, with the same random numbers


def select(fn, seed: int = 0) -> Report:
    """Checks `select(game, root, c, rng) -> Node`.

    Walks down from the root while a node has children and no untried actions: to the child with
    the largest UCB1 in the eyes of the side that chooses there (any of equals). CHANCE does not
    choose: it draws one of all its actions by `game.probability`; an action that is not in the
    tree yet ends the walk. Totals are MAX's. Nothing is changed.
    """
    return examine(SELECT, fn, seed)


def expand(fn, seed: int = 0) -> Report:
    """Checks `expand(game, node, rng) -> Node`: a new child for one untried action, any one.

    It is entered in `node.children`, its action leaves `node.untried`, and it has no visits
    yet. A node of a finished game has nothing to expand and is returned itself.
    """
    return examine(EXPAND, fn, seed)


def rollout(fn, seed: int = 0) -> Report:
    """Checks `rollout(game, node, rng) -> float`: MAX's payoff after random play to the end.

    All actions are equally likely, but CHANCE draws by `game.probability`. All randomness comes
    from `rng`, and the node stays as it is. A finished game is worth its utility.
    """
    return examine(ROLLOUT, fn, seed)


def backpropagate(fn, seed: int = 0) -> Report:
    """Checks `backpropagate(node, value)`: one more visit and MAX's `value` from node to root."""
    return examine(BACKPROPAGATE, fn, seed)


def best_action(fn, seed: int = 0) -> Report:
    """Checks `best_action(root) -> action` of the most visited child (any of equals)."""
    return examine(BEST_ACTION, fn, seed)


# select: a path down a tree made by hand.

DRAWS = 250
RIVALS = {  # almost right (so many visits more, so many times c): gaps in which that shows
    (1, 1): (0.002, 0.005),
    (0, 0.85): GAPS,
    (0, 1.15): GAPS,
}


def _select_cases(seed):
    rng = Random(f"select {seed}")
    cases = []
    for group, sides in patterns():
        for levels in (1, 2, 3, 3):
            game = tree_game(rng, group, sides, 4, branching=3 if levels < 3 else 2)
            cases.append(_select_case(game, group, rng, levels))
        for rival in () if CHANCE in sides else RIVALS:
            game = tree_game(rng, group, sides, 4, branching=3)
            cases.append(_select_case(game, group, rng, 2, rival))
    cases += [_select_case(TicTacToe(), "a board game", rng, 1) for _ in range(4)]
    return sorted(cases, key=lambda case: case.data[0])


def _select_case(game, group, rng, levels, rival=None):
    c, chance = rng.choice((0.5, 1.4, 3.0)), CHANCE in game.sides
    grow = partial(handmade, game, c=c, levels=levels, gaps=RIVALS.get(rival, GAPS))
    seed = _telling_seed(game, c, rng, grow, rival)

    def build():
        return game, grow(seed), c, Random(seed)

    def calls():
        once = build()
        if not chance:
            return [once]
        return [once] * DRAWS + [(*once[:3], Random(seed))] * AGAIN

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
        picture=lambda: _draw_nodes(build()[1]),
        work=DRAWS if chance else 1,
    )


TRIES = 1000  # about one tree in five will do


def _telling_seed(game, c, rng, grow, rival):
    """A seed whose tree tells a rival from a right walk, but no one way of counting N from another.

    Some take a node's visits for N, some the sum of its children's: without its own first one.
    """
    for _ in range(TRIES):
        seed = rng.getrandbits(30)
        root = grow(seed)
        right = _shares(game, root, c)
        if right == _shares(game, root, c, -1) and (
            rival is None or right != _shares(game, root, rival[1] * c, rival[0])
        ):
            return seed
    raise LookupError(f"no tree of {TRIES:,} tells a right walk from the rival {rival}")


def _one_path(returned, calls):
    return _path(calls[0][1], returned.values[0])


def _counted_paths(returned, calls):
    """How often each node was the result, with one source of random numbers for all calls."""
    paths = [_path(calls[0][1], node) for node in returned.values]
    if paths[DRAWS:] != paths[:AGAIN]:
        return "other nodes for the same seed"
    found = {}
    for path in paths[:DRAWS]:
        found[path] = found.get(path, 0) + 1
    return found


def _path(root, node):
    """The path to the returned node; what is no node of the tree comes back as text."""
    if not isinstance(node, Node):
        return f"{_kind_of(node)}, not a Node"
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


def _select_expected(case):
    game, root, c, _ = case.data[1]()
    return _shares(game, root, c)


def _right_walk(expected, got, case) -> bool:
    if not case.data[2]:
        return type(got) is tuple and got in expected
    known = type(got) is dict and set(got) <= set(expected)
    return known and all(
        _plausible(got.get(path, 0), DRAWS, share) for path, share in expected.items()
    )


def _plausible(count, n, chance) -> bool:
    """Whether `count` of `n` draws may come from this chance."""
    return abs(count - n * chance) <= SIGMAS * sqrt(n * chance * max(0.0, 1 - chance)) + 1


def _say_walk(answer):
    if type(answer) is dict:
        parts = sorted(answer.items(), key=lambda item: -item[1])[:4]
        if len(parts) == 1:
            return _say_walk(parts[0][0])
        return ", ".join(f"{_say_walk(path)} ({share:g})" for path, share in parts)
    return f"the node {answer}" if type(answer) is tuple else str(answer)


def _by_verdict(case, answer, right):
    """Alike are two answers that are both wrong by chance, or wrong in the same way."""
    return right if type(answer.value) is dict else (answer.kind, repr(answer.value))


SELECT = Exercise(
    "select",
    "select(game, root, c, rng) -> Node",
    _select_cases,
    _select_expected,
    _right_walk,
    say=_say_walk,
    profile=_by_verdict,
    diagnosis_seconds=1.2,
)


# expand: what is wrong with the new child, in words; nothing is right.


def _expand_cases(seed):
    rng = Random(f"expand {seed}")
    cases = []
    for group, sides in patterns():
        game = tree_game(rng, group, sides, 3, branching=3)
        cases += [_expand_case(game, group, (), levels, rng) for levels in (0, 0)]
        cases += [_expand_case(game, group, (rng.randrange(3),), 1, rng)]
        cases += [_partly_case(game, group, rng)]
        cases += [_expand_case(game, "finished games", (0, 1, 2), 3, rng)]
    for game in (TicTacToe(), Othello(4)):
        cases += [_expand_case(game, "board games", (), 0, rng)]
        cases += [
            _expand_case(game, "board games", (game.actions(game.initial_state())[0],), 1, rng)
        ]
    return cases


def _expand_case(game, group, path, levels, rng):
    """The question: expand the node at `path` of a tree with some levels."""
    seed = rng.getrandbits(30)

    def build():
        root = handmade(game, seed, 1.4, levels, partly=0)
        return game, node_at(root, path), Random(seed)

    return _expanding(game, group, build, f"the node {path} of a tree with {levels} levels")


def _partly_case(game, group, rng):
    """The question at a node of which one child is in the tree already."""
    seed = rng.getrandbits(30)

    def build():
        root = handmade(game, seed, 1.4, 1, partly=0)
        lost = list(root.children)[seed % len(root.children)]
        root.untried.append(lost)
        root.visits -= root.children.pop(lost).visits
        return game, root, Random(seed)

    return _expanding(game, group, build, "a root with one untried action")


def _expanding(game, group, build, where):
    before = snapshot(top(build()[1]))
    finished = not build()[1].untried
    return Case(
        (),
        f"{where}, {order_text(game)}",
        group,
        build=build,
        answer=lambda value, args: list(_faults(*args[:2], value, before)),
        data=finished,
    )


def _faults(game, node, child, before):
    """Sentences about what is wrong with `child`, the new node below `node`."""
    if not isinstance(child, Node):
        yield f"it returned {_kind_of(child)}, not a Node"
        return
    path = path_to(top(node), node)
    untried = before[path][4]
    if not untried:
        if child is not node or snapshot(top(node)) != before:
            yield "a finished game has nothing to expand: the node itself comes back, unchanged"
        return
    if child is node:
        yield "it returned the node itself, not the new child"
        return
    yield from _link_faults(node, child, untried)
    yield from _child_faults(game, node, child)
    after = snapshot(top(node))
    others = {key for key in after if key not in before} - {(*path, child.action)}
    if others:
        yield "more than one node is new"
    kept = [key for key in before if key != path]
    if any(after.get(key) != before[key] for key in kept) or after[path][:4] != before[path][:4]:
        yield "another node, or the visits or the total of this one, has changed"


def _kind_of(value) -> str:
    """A value that should have been something else, in a word."""
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _link_faults(node, child, untried):
    """What is wrong between the node and its new child."""
    if child.action not in untried:
        yield "the child's action was not untried"
    elif sorted(map(str, node.untried)) != sorted(map(str, set(untried) - {child.action})):
        yield "`untried` should be as before without the child's action"
    if child.parent is not node:
        yield "the child's parent is not the node"
    if node.children.get(child.action) is not child:
        yield "the child is not in `children` under its action"


def _child_faults(game, node, child):
    """What is wrong with the child itself."""
    if child.action in game.actions(node.state):
        state = game.result(node.state, child.action)
        if child.state != state:
            yield "the child's state is not the one after its action"
        if sorted(map(str, child.untried)) != sorted(map(str, game.actions(state))):
            yield "the child's untried actions are not the legal ones of its state"
        if child.side != (None if game.is_terminal(state) else game.side(state)):
            yield "the child's side is not the side to move in its state"
    if child.visits:
        yield f"a new child has 0 visits, not {child.visits!r:.20}"
    if child.total:
        yield f"a new child has a total of 0, not {child.total!r:.20}"
    if child.children:
        yield "a new child has no children yet"


def _one_fault(expected, got, case) -> float:
    """Half for a new child with one fault; not for another node or none."""
    return 0.5 if len(got) == 1 and not got[0].startswith(("it returned", "a finished")) else 0.0


def _say_faults(answer):
    if type(answer) is list:
        return "; ".join(map(str, answer)) or "one new child that is linked, counted and empty"
    return repr(answer)


def _kinds_of_faults(case, answer, right):
    """Alike are children with the same faults, whatever the numbers."""
    return right, frozenset(re.sub(r"\d", "", fault) for fault in answer.value)


EXPAND = Exercise(
    "expand",
    "expand(game, node, rng) -> Node",
    _expand_cases,
    lambda case: [],
    lambda expected, got, case: got == [],
    say=_say_faults,
    complains=True,
    profile=_kinds_of_faults,
    partial=Partial("A kind with one small fault in the new child counts half.", _one_fault),
    easy=("finished games",),
)


# rollout: how often each payoff comes, and where the random numbers come from.

ROLLOUTS = 150


def _rollout_cases(seed):
    rng = Random(f"rollout {seed}")
    cases = []
    for group, sides in patterns():
        for levels, path in ((2, ()), (4, (rng.randrange(2),))):
            game = tree_game(rng, group, sides, levels, branching=3 if levels == 2 else 2)
            cases.append(_rollout_case(game, group, path, rng))
        cases.append(_rollout_case(game, "finished games", (1, 0, 1, 1), rng))
    forced = TreeGame([[[5], [[-8]]], [[13]]])
    return [*cases, *(_rollout_case(forced, "forced moves", path, rng) for path in ((), (1,)))]


def _rollout_case(game, group, path, rng):
    seed = rng.getrandbits(30)

    def calls():
        node = node_at(handmade(game, seed, 1.4, len(path), partly=0), path)
        rng, twin = Random(seed), Random(seed)
        return [(game, node, rng)] * ROLLOUTS + [(game, node, twin)] * AGAIN

    return Case(
        (),
        f"the node {path} of a tree, {order_text(game)}",
        group,
        calls=calls,
        observe=lambda calls: snapshot(top(calls[0][1])),
        answer=partial(_counted_payoffs, exact_chances(game, path)),
        data=exact_chances(game, path),
    )


def _counted_payoffs(chances, returned, calls):
    """(how often each payoff came, whether the same seed gives the same, global draws, fair)."""
    lines = [encode(value) for value in returned.values]  # or NotPlain, which says what it is
    repeated = lines[ROLLOUTS:] == lines[:AGAIN]
    counts = {}
    for value in map(simple, returned.values[:ROLLOUTS]):
        key = value if type(value) in (int, float, str, bool, type(None)) else repr(value)[:40]
        counts[key] = counts.get(key, 0) + 1
    fair = _is_fair(counts, chances)
    return counts if repeated else {}, repeated, returned.random_untouched, fair


def _is_fair(counts, chances) -> bool:
    """Whether these payoffs may have come by these chances."""
    if any(type(value) not in (int, float) for value in counts) or not set(counts) <= set(chances):
        return False
    return all(_plausible(counts.get(v, 0), ROLLOUTS, p) for v, p in chances.items())


def _right_rolls(expected, got, case) -> bool:
    _, repeated, _, fair = got
    return repeated and fair


def _say_rolls(answer):
    """The most frequent payoffs, or what is wrong with the random numbers."""
    if type(answer) is dict:
        shares = [f"{v!r} ({p:.0%})" for v, p in sorted(answer.items(), key=lambda i: -i[1])]
        return "payoffs " + ", ".join(shares[:5])
    counts, repeated, untouched, _ = answer
    if not repeated:
        source = "other payoffs for the same seed"
        return source if untouched else f"{source}: they come from the module `random`"
    return _say_rolls({value: n / ROLLOUTS for value, n in counts.items()})


def _roll_profile(case, answer, right):
    """Which payoffs come at all, and where the random numbers come from."""
    if not answer.ok:
        return answer.kind
    counts, repeated, untouched, _ = answer.value
    return right, repeated, untouched, frozenset(map(str, counts))


ROLLOUT = Exercise(
    "rollout",
    "rollout(game, node, rng) -> float",
    _rollout_cases,
    lambda case: case.data,
    _right_rolls,
    say=_say_rolls,
    profile=_roll_profile,
    partial=Partial(
        "Where the payoffs are right, but do not come from `rng`, a kind counts half.",
        lambda expected, got, case: 0.5 * got[3],
    ),
    easy=("finished games", "forced moves"),
)


# backpropagate: the numbers of the whole tree afterwards.


def _backpropagate_cases(seed):
    rng = Random(f"backpropagate {seed}")
    cases = []
    for group, sides in patterns():
        game = tree_game(rng, group, sides, 4)
        for depth in (1, 2, 3, 4):
            path = tuple(rng.randrange(2) for _ in range(depth))
            value = rng.choice((1, -1, 0, 0.5, rng.randint(2, 50), -rng.randint(2, 50)))
            cases.append(_backpropagate_case(game, group, path, value, rng))
    game = tree_game(rng, "one opponent", (1, -1), 2)
    cases += [_backpropagate_case(game, "the root itself", (), value, rng) for value in (1, -3)]
    values = (1, -1, 0)
    return [
        *(_backpropagate_case(game, "wins, losses and draws", (0, 1), v, rng) for v in values),
        *cases,
    ]


def _backpropagate_case(game, group, path, value, rng):
    seed = rng.getrandbits(30)

    def build():
        return node_at(handmade(game, seed, 1.4, 4, partly=0), path), value

    return Case(
        (),
        f"value {value} at the node {path}, {order_text(game)}",
        group,
        build=build,
        answer=lambda returned, args: numbers(top(args[0])),
        data=(build, path, value),
    )


def _backpropagate_expected(case):
    build, path, value = case.data
    after = numbers(top(build()[0]))
    for length in range(len(path) + 1):
        visits, total = after[path[:length]]
        after[path[:length]] = (visits + 1, total + value)
    return after


def _same_numbers(expected, got, case) -> bool:
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
    """Visits and shares of the payoff that were added to nodes between two players' moves.

    At the root, around CHANCE and at the end there is nobody in whose eyes one could look.
    """
    build, path, value = case.data
    before, added = nodes(top(build()[0])), []
    for place in (path[:length] for length in range(1, len(path) + 1)):
        node, (visits, total) = before[place], answer.value.get(place, (None, None))
        if not (is_number(visits) and is_number(total)):
            return answer.kind, repr(answer.value)
        if node.side in (MAX, MIN) and node.parent.side in (MAX, MIN):
            added.append((visits - node.visits, round((total - node.total) / (value or 1), 6)))
    return tuple(added)


def _say_numbers(answer):
    """Visits and totals of the first nodes, the root first."""
    nodes = sorted(answer.items(), key=lambda item: (len(item[0]), item[0]))
    return ", ".join(f"{path}: {n} visits, total {t:g}" for path, (n, t) in nodes[:7])


BACKPROPAGATE = Exercise(
    "backpropagate",
    "backpropagate(node, value)",
    _backpropagate_cases,
    _backpropagate_expected,
    _same_numbers,
    say=_say_numbers,
    profile=_added,
    partial=Partial("Where only the visits are right, a kind counts 40 %.", _right_visits),
)


# best_action: one of the most visited.


def _best_cases(seed):
    rng = Random(f"best {seed}")
    cases = []
    for group, sides in patterns():
        if sides[0] == CHANCE:
            continue
        game = tree_game(rng, group, sides, 2, branching=4)
        for visits in ((5, 9, 7, 2), (1, 1, 8, 1), (3, 12, 12, 4), (6, 5, 4, 3), (2, 0, 5, 1)):
            cases.append(_best_case(game, group, rng.sample(visits, 4), rng))
    game = TicTacToe()
    cases += [_best_case(game, "a board game", rng.sample(range(1, 30), 9), rng) for _ in range(3)]
    return cases


def _best_case(game, group, visits, rng):
    totals = [round(rng.uniform(-9, 9) * max(n, 0.3), 2) if n else 0.0 for n in visits]

    def build():
        root = handmade(game, 0, 1.4, 1, partly=0)
        order = list(root.children.items())
        root.children = dict(order[::-1])  # the order in the tree is not that of the actions
        for (_, child), n, total in zip(order, visits, totals, strict=True):
            child.visits, child.total = n, total
        root.visits, root.total = sum(visits), sum(totals)
        return (root,)

    actions = list(game.actions(game.initial_state()))
    text = ", ".join(f"<{total:g}, {n}>" for total, n in zip(totals, visits, strict=True))
    best = {a for a, n in zip(actions, visits, strict=True) if n == max(visits)}
    return Case(
        (),
        f"children <total, visits> {text}, {order_text(game)}",
        group,
        build=build,
        observe=lambda args: snapshot(args[0]),
        answer=chosen,
        data=best,
        picture=lambda: _draw_nodes(build()[0]),
    )


def _draw_nodes(root):
    from lib.draw import draw_mcts

    return draw_mcts(root)


BEST_ACTION = Exercise(
    "best_action",
    "best_action(root) -> action",
    _best_cases,
    lambda case: case.data,
    lambda expected, got, case: type(got) is int and got in expected,
    say=lambda a: " or ".join(f"action {x}" for x in sorted(a)) if type(a) is set else repr(a),
    profile=lambda case, answer, right: answer.value,
)
