"""Trees for questions about MCTS: small games, and trees of nodes with numbers made by hand."""

from math import sqrt
from random import Random

from check.plaindata import simple
from check.trees import CHANCES, PASSES, PLAYERS, Turns, names
from lib.game import CHANCE, MAX, MIN
from lib.games.tree import TreeGame
from lib.search.bandit import ucb1
from lib.search.mcts import Node


def grown(rng, levels, branching=2):
    """Nested lists with `levels` levels; leaves differ, and no leaf is another's negative."""
    leaves = iter(rng.sample(range(1, 1000), branching**levels))

    def node(left):
        if left == 0:
            return rng.choice((-1, 1)) * next(leaves)
        return [node(left - 1) for _ in range(branching)]

    return node(levels)


def _paths(node, path=()):
    """The paths to all nodes of nested lists, a node before its children."""
    yield path
    if isinstance(node, list):
        for i, child in enumerate(node):
            yield from _paths(child, (*path, i))


def tree_game(rng, group, sides, levels, branching=2):
    """A small game with these sides; passes come at random."""
    nested = grown(rng, levels, branching)
    if group == PASSES:
        return Turns(nested, {path: rng.randrange(2) for path in _paths(nested)})
    game = TreeGame(nested, sides)
    if CHANCE not in sides:
        return game
    chances = {
        path: _chances(rng, len(game.actions(path)))
        for path in game._paths(())
        if not game.is_terminal(path) and game.side(path) == CHANCE
    }
    return TreeGame(nested, sides, chances)


def _chances(rng, width):
    """Chances in eighths, seldom equal."""
    parts = [rng.choice((1, 2, 3)) for _ in range(width - 1)]
    return (*(part / 8 for part in parts), 1 - sum(parts) / 8)


def patterns(chance=False):
    """(group, sides) of all kinds of turn orders; with CHANCE among them if asked for."""
    groups = PLAYERS | CHANCES if chance else PLAYERS
    pairs = [(group, sides) for group, orders in groups.items() for sides in orders]
    return [*pairs, (PASSES, (MAX, MIN))]


def order_text(game) -> str:
    """Who moves when, in words."""
    if isinstance(game, Turns):
        return "a game with passes"
    return f"sides {names(game.sides)}"


GAPS = (0.02, 0.1, 0.3)  # between the bounds of two children


def handmade(game, seed, c, levels, partly=0.3, gaps=GAPS, first=0) -> Node:
    """A tree of nodes with made-up visits, and totals between which UCB1 just decides.

    `partly` is the share of inner nodes that still have an untried action; with 1, the root too.
    `first` is the place of the action that every node tried first; then come those after it.
    """
    rng = Random(f"handmade {seed}")
    root = Node(game, game.initial_state())
    _fill(game, root, rng, levels, partly, first)
    _count(root, rng)
    root.visits = sum(child.visits for child in root.children.values())
    _race(root, rng, c, gaps)
    return root


def _fill(game, node, rng, levels, partly, first):
    """Put children into the tree, for some nodes all but one."""
    if levels == 0 or not node.untried:
        return
    keep = 1 if (node.parent or partly == 1) and rng.random() < partly else 0
    order = [*node.untried[first:], *node.untried[:first]]
    for action in order[: len(order) - keep]:
        child = Node(game, game.result(node.state, action), action, node)
        node.untried.remove(action)
        node.children[action] = child
        _fill(game, child, rng, levels - 1, partly, first)


def _count(node, rng):
    """Visits: made up below, and above the sum and the node's own first visit."""
    for child in node.children.values():
        _count(child, rng)
    below = sum(child.visits for child in node.children.values())
    node.visits = below + 1 if node.children else rng.choice((1, 2, 3, 5, 9, 17))


def _race(node, rng, c, gaps):
    """Totals that bring the children's bounds close together, in the view of the side to move.

    The total of a node stays the sum of its children's and of its own first payoff.
    """
    children = list(node.children.values())
    if not children:
        return
    side, places = node.side or 1, rng.sample(range(len(children)), len(children))
    below = [
        rng.choice(gaps) * place + ucb1(0, child.visits, max(1, node.visits), c)
        for child, place in zip(children, places, strict=True)
    ]
    if node.side == CHANCE:  # nobody chooses there: any totals will do
        below = [rng.uniform(-3, 3) for _ in children]
    goal = rng.uniform(-3, 6)
    if node.parent is not None:
        own = rng.randint(-3, 6)
        spent = sum(b * child.visits for b, child in zip(below, children, strict=True))
        visits = sum(child.visits for child in children)
        goal = (side * (node.total - own) + spent) / visits
    for child, b in zip(children, below, strict=True):
        child.total = round(side * (goal - b) * child.visits, 4)
    if node.parent is None:
        node.total = sum(child.total for child in children)
    for child in children:
        _race(child, rng, c, gaps)


def nodes(root) -> dict:
    """All nodes by path; a ValueError if what a learner made of the tree is no tree any more."""
    found, waiting, seen = {}, [((), root)], set()
    while waiting:
        path, node = waiting.pop()
        if id(node) in seen:
            raise ValueError("a node is in the tree in two places")
        seen.add(id(node))
        found[path] = node
        below = [((*path, action), child) for action, child in node.children.items()]
        waiting += reversed(below)
    return found


def top(node) -> Node:
    """The root above `node`; a ValueError if going up has no end."""
    seen = set()
    while node.parent is not None:
        if id(node) in seen:
            raise ValueError("the parents go around in a circle")
        seen.add(id(node))
        node = node.parent
    return node


def path_to(root, node):
    """The actions from the root to `node` if it is in the tree, else None."""
    return next((path for path, found in nodes(root).items() if found is node), None)


def numbers(root) -> dict:
    """(visits, total) by path."""
    return {path: (node.visits, node.total) for path, node in nodes(root).items()}


def snapshot(root) -> dict:
    """All that a phase might change, by path."""
    return {
        path: (node.state, node.action, node.visits, node.total, tuple(node.untried))
        for path, node in nodes(root).items()
    }


def node_at(root, path) -> Node:
    """The node at the end of a path of actions."""
    for action in path:
        root = root.children[action]
    return root


def exact_chances(game, state) -> dict:
    """How likely each payoff is when everybody plays at random and CHANCE by its chances."""
    if game.is_terminal(state):
        return {game.utility(state): 1.0}
    found, actions = {}, game.actions(state)
    for action in actions:
        chance = game.side(state) == CHANCE
        share = game.probability(state, action) if chance else 1 / len(actions)
        for value, p in exact_chances(game, game.result(state, action)).items():
            found[value] = found.get(value, 0.0) + share * p
    return found


def kind_of(value) -> str:
    """A value that should have been something else, in a word."""
    held = " with a Node in it" if _holds_a_node(value) else ""
    return "None" if value is None else f"a value of type {type(value).__name__}{held}"


def _holds_a_node(value) -> bool:
    return isinstance(value, tuple | list) and any(isinstance(one, Node) for one in value)


def draw_nodes(root):
    """The tree of nodes as a picture."""
    from lib.draw import draw_mcts

    return draw_mcts(root)


def chosen(action, args):
    """The answer where only the action counts."""
    action = simple(action)
    return action if type(action) in (int, str, type(None)) else f"{action!r}"[:60]


# Random draws

_SIGMAS = 5.5  # how far a frequency may be from its chance: a right solution never is
AGAIN = 40  # calls that are made once more, with the same random numbers


def plausible(count, n, chance, slack=1) -> bool:
    """Whether `count` of `n` draws may come from this chance."""
    return abs(count - n * chance) <= _SIGMAS * sqrt(n * chance * max(0.0, 1 - chance)) + slack


def similar_counts(one: dict, other: dict) -> bool:
    """Whether two counts of what was drawn may come from the same chances."""
    n = max(sum(one.values()), sum(other.values()), 1)
    for key in {**one, **other}:
        a, b = one.get(key, 0), other.get(key, 0)
        share = min(1.0, (a + b) / (2 * n))
        if abs(a - b) > 3.5 * sqrt(2 * n * share * (1 - share)) + 1:
            return False
    return True
