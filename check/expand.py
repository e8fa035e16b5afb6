"""The check of expand: what is wrong with the new child, in sentences; none if all is right."""

import re
from collections.abc import Collection
from random import Random

from check.examine import examine
from check.exercise import Exercise, Partial
from check.nodes import (
    handmade,
    kind_of,
    node_at,
    order_text,
    path_to,
    patterns,
    snapshot,
    top,
    tree_game,
)
from check.report import Report
from check.runner import Case
from check.trees import plural
from lib.games.othello import Othello
from lib.games.tictactoe import TicTacToe
from lib.search.mcts import Node


def expand(fn, seed: int = 0) -> Report:
    """Checks `expand(game, node, rng) -> Node`: a new child for one untried action, any one.

    It is entered in `node.children`, its action leaves `node.untried`, and it has no visits
    yet. A node of a finished game has nothing to expand and is returned itself.
    """
    return examine(EXPAND, fn, seed)


def _cases(seed):
    rng = Random(f"expand {seed}")
    cases = []
    for group, sides in patterns():
        game = tree_game(rng, group, sides, 3, branching=3)
        cases += [_case(game, group, (), levels, rng) for levels in (0, 0)]
        cases += [_case(game, group, (rng.randrange(3),), 1, rng)]
        cases += [_partly_case(game, group, rng, count) for count in (1, 2)]
        cases += [_case(game, group, (rng.randrange(3), rng.randrange(3)), 2, rng)]
        cases += [_case(game, "finished games", (0, 1, 2), 3, rng)]
    for game in (TicTacToe(), Othello(4)):
        cases += [_case(game, "board games", (), 0, rng)]
        cases += [_case(game, "board games", (game.actions(game.initial_state())[0],), 1, rng)]
    return cases


def _case(game, group, path, levels, rng):
    """The question: expand the node at `path` of a tree with some levels."""
    seed = rng.getrandbits(30)

    def build():
        root = handmade(game, seed, 1.4, levels, partly=0)
        return game, node_at(root, path), Random(seed)

    return _expanding(game, group, build, f"the node {path} of a tree with {levels} levels")


def _partly_case(game, group, rng, count):
    """The question at a node of which some children are in the tree already."""
    seed = rng.getrandbits(30)

    def build():
        root = handmade(game, seed, 1.4, 1, partly=0)
        for _ in range(count):
            lost = list(root.children)[seed % len(root.children)]
            root.untried.append(lost)
            root.visits -= root.children.pop(lost).visits
        return game, root, Random(seed)

    return _expanding(game, group, build, f"a root with {plural(count, 'untried action')}")


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
        yield f"it returned {kind_of(child)}, not a Node"
        return
    if not isinstance(node.children, dict):
        yield "`children` must stay a dictionary from actions to nodes"
        return
    path = path_to(top(node), node)
    untried = before[path][4]
    if not untried:
        if child is not node or snapshot(top(node)) != before:
            yield "a finished game has nothing to expand: return the node itself, unchanged"
        return
    if child is node:
        yield "it returned the node itself, not the new child"
        return
    if not all(isinstance(one.untried, Collection) for one in (node, child)):
        yield "`untried` must be a list of actions"
        return
    yield from _link_faults(node, child, untried)
    yield from _child_faults(game, node, child)
    after = snapshot(top(node))
    others = {key for key in after if key not in before} - {(*path, child.action)}
    if others and not node.untried:
        yield "all actions have a child now, not one more"
    elif others:
        yield "more than one node is new"
    kept = [key for key in before if key != path]
    if any(after.get(key) != before[key] for key in kept) or after[path][:4] != before[path][:4]:
        yield "another node has changed, or the visits or the total of this one"


def _link_faults(node, child, untried):
    """What is wrong between the node and its new child."""
    if child.action is node:
        yield "the child's action is the node, its parent"
    elif child.action not in untried:
        yield "the child's action was not untried"
    else:
        yield from _untried_faults(set(node.untried), set(untried), child.action)
    if child.parent is not node:
        yield "the child's parent is not the node"
    keys = [key for key, one in node.children.items() if one is child]
    if not keys:
        yield "the child is not in `children` of the node"
    elif keys != [child.action]:
        yield f"the child is in `children` under {_key(keys[-1], child)}, not under its action"


def _key(key, child):
    """What a child is filed under, in words."""
    if key is None:
        return "None"
    if key == child.state:
        return "its state"
    if key == str(child.action):
        return "a text"
    return "a number" if type(key) is int else "another key"


def _untried_faults(now, before, action):
    """What is wrong with the actions that are still untried."""
    if now == before:
        yield "the child's action is still in `untried`"
    elif now < before - {action}:
        yield "`untried` has lost more than the child's action"
    elif now != before - {action}:
        yield "`untried` has lost another action than the child's"


def _child_faults(game, node, child):
    """What is wrong with the child itself."""
    if child.action in game.actions(node.state):
        state = game.result(node.state, child.action)
        if child.state != state:
            yield "the child's state is not the one after its action"
        if not child.untried and game.actions(state):
            yield "the child has no untried actions, but legal ones"
        elif sorted(map(str, child.untried)) != sorted(map(str, game.actions(state))):
            yield "the child's untried actions are not the legal actions of its state"
        if child.side != (None if game.is_terminal(state) else game.side(state)):
            yield "the child's side is not the side to move in its state"
    if child.visits:
        yield f"a new child must have 0 visits, not {child.visits!r:.20}"
    if child.total:
        yield f"a new child must have a total of 0, not {child.total!r:.20}"
    if child.children:
        yield "a new child must have no children yet"


_NO_CHILD = ("it returned", "a finished", "`children` must")  # so begin faults that are not small


def _one_fault(expected, got, case) -> float:
    """Half for a new child with one fault; not for another node or none."""
    return 0.5 if len(got) == 1 and not got[0].startswith(_NO_CHILD) else 0.0


def _say(answer):
    if type(answer) is list:
        return (
            "; ".join(map(str, answer)) or "one new child, linked to its parent and not yet visited"
        )
    return repr(answer)


def _profile(case, answer, right):
    """Alike are children with the same faults, whatever the numbers."""
    return right, frozenset(re.sub(r"\d", "", fault) for fault in answer.value)


EXPAND = Exercise(
    "expand",
    "expand(game, node, rng) -> Node",
    _cases,
    lambda case: [],
    lambda expected, got, case: got == [],
    say=_say,
    complains=True,
    profile=_profile,
    partial=Partial("A kind with one small fault in the new child counts half.", _one_fault),
    easy=("finished games",),
)
