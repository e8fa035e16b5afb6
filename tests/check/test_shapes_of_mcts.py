"""Wrong phases of MCTS in the shapes in which people write them: each gets its own name."""

import random
from math import inf, log, sqrt

import pytest

import check
from lib.game import CHANCE, MIN
from lib.search import Node, ucb1


def rare_ones_first(game, root, c, rng):
    """Children with fewer than three visits before all others."""
    while root.children and not root.untried:
        here, children = root, list(root.children.values())
        rare = [child for child in children if child.visits < 3]
        if rare:
            root = rare[0]
        else:
            root = max(children, key=lambda k: ucb1(here.side * k.total, k.visits, here.visits, c))
    return root


def rounded_down(game, root, c, rng):
    """Integer division of the totals."""
    node = root
    while not node.untried and node.children:
        found = []
        for child in node.children.values():
            bonus = c * sqrt(log(node.visits) / child.visits)
            found.append(node.side * child.total // child.visits + bonus)
        node = list(node.children.values())[found.index(max(found))]
    return node


def not_reset(game, root, c, rng):
    """The best bound so far is set once, before the loop."""
    node, most, child = root, -inf, None
    while not node.untried and node.children:
        for one in node.children.values():
            bound = ucb1(node.side * one.total, one.visits, node.visits, c)
            if bound > most:
                most, child = bound, one.action
        node = node.children[child]
    return node


def one_below_chance(game, root, c, rng):
    """Whatever comes after a die is the end of the walk."""
    node = root
    while node.children:
        if node.side == CHANCE:
            actions = list(game.actions(node.state))
            weights = [game.probability(node.state, a) for a in actions]
            drawn = rng.choices(actions, weights=weights, k=1)[0]
            return node.children.get(drawn, node)
        if node.untried:
            return node
        node = max(
            node.children.values(),
            key=lambda k: ucb1(k.parent.side * k.total, k.visits, k.parent.visits, c),
        )
    return node


def overdue(game, root, c, rng):
    """The die falls as it should have fallen by now."""
    node = root
    while node.children:
        if node.side == CHANCE:
            n = {a: k.visits for a, k in node.children.items()}
            due = {
                a: (node.visits + 1) * game.probability(node.state, a) - n.get(a, 0)
                for a in game.actions(node.state)
            }
            action = sorted(due, key=due.get, reverse=True)[0]
            if action not in node.children:
                return node
            node = node.children[action]
        elif node.untried:
            return node
        else:
            node = max(
                node.children.values(),
                key=lambda k: ucb1(k.parent.side * k.total, k.visits, k.parent.visits, c),
            )
    return node


def no_question(game, node, rng):
    """Draws a place without asking whether there is one."""
    action = node.untried.pop(rng.randrange(len(node.untried)))
    node.children[action] = Node(game, game.result(node.state, action), action, node)
    return node.children[action]


def never_the_last(game, node, rng):
    """Off by one."""
    if len(node.untried) > 1:
        action = node.untried.pop()
        child = Node(game, game.result(node.state, action), action, parent=node)
        node.children[action] = child
        return child
    return node


def after_a_visit(game, node, rng):
    """Expands only what was visited."""
    if node.visits > 0 and node.untried:
        action = node.untried.pop(0)
        node.children[action] = Node(game, game.result(node.state, action), action, node)
        return node.children[action]
    return node


def under_a_text(game, node, rng):
    """Keys that are texts."""
    for action in node.untried[:1]:
        node.untried.remove(action)
        child = Node(game, game.result(node.state, action), action, node)
        node.children[f"{action}"] = child
        return child
    return node


def fading(game, node, rng):
    """A discount of a tenth for each move."""

    def play(state):
        if game.is_terminal(state):
            return game.utility(state)
        return 0.9 * play(game.result(state, rng.choice(list(game.actions(state)))))

    return play(node.state)


def rounding(game, node, rng):
    """A place by rounding."""
    state = node.state
    while not game.is_terminal(state):
        actions = list(game.actions(state))
        state = game.result(state, actions[round(rng.uniform(0, len(actions) - 1))])
    return game.utility(state)


def sums_for_chances(game, node, rng):
    """Chances in the place of their sums."""
    state = node.state
    while not game.is_terminal(state):
        actions, sums = list(game.actions(state)), None
        if game.side(state) == CHANCE:
            sums = [game.probability(state, action) for action in actions]
        state = game.result(state, rng.choices(actions, cum_weights=sums)[0])
    return game.utility(state)


def no_total_at_the_root(node, value):
    """A recursion whose end comes too early."""
    node.visits += 1
    if node.parent:
        node.total += value
        no_total_at_the_root(node.parent, value)


def zero_is_false(node, value):
    """Action 0 ends the loop."""
    node.visits, node.total = node.visits + 1, node.total + value
    while node.action:
        node = node.parent
        node.visits, node.total = node.visits + 1, node.total + value


def from_the_leaf(node, value):
    """The leaf's view for all."""
    gain = -value if node.side == MIN else value
    while node:
        node.visits, node.total, node = node.visits + 1, node.total + gain, node.parent


def never_raised(root):
    """The place of the last one that beats 0."""
    place = most = 0
    for i, child in enumerate(root.children.values()):
        if child.visits > most:
            place = i
    return place


def often_enough(root):
    """Means of children with five visits or more."""
    often = [k for k in root.children.values() if k.visits >= 5] or [*root.children.values()]
    return max(often, key=lambda k: root.side * k.mean).action


def from_the_beginning(game, state, iterations, c, rng):
    """A tree from the first position, whatever was asked."""
    return search(game, game.initial_state(), iterations, c, rng)


def search(game, state, iterations, c, rng, sign=1):
    """MCTS in one function; the payoff may change its sign on the way up."""
    root = Node(game, state)
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = max(
                node.children.values(),
                key=lambda k: ucb1(k.parent.side * k.total, k.visits, k.parent.visits, c),
            )
        if node.untried:
            action = node.untried.pop()
            node.children[action] = Node(game, game.result(node.state, action), action, node)
            node = node.children[action]
        end = node.state
        while not game.is_terminal(end):
            end = game.result(end, rng.choice(list(game.actions(end))))
        value = game.utility(end)
        while node:
            node.visits, node.total = node.visits + 1, node.total + value
            value, node = sign * value, node.parent
    return max(root.children, key=lambda action: root.children[action].visits)


def turned_on_the_way(game, state, iterations, c, rng):
    return search(game, state, iterations, c, rng, -1)


SHAPES = [
    ("select", rare_ones_first, {"rarely visited children first"}),
    ("select", rounded_down, {"the mean is rounded"}),
    ("select", not_reset, {"the best bound of the level above"}),
    ("select_chance", one_below_chance, {"the walk ends below CHANCE"}),
    ("select_chance", overdue, {"the most overdue outcome"}),
    ("expand", no_question, {"a finished game crashes"}),
    ("expand", never_the_last, {"the last untried action is never taken"}),
    ("expand", after_a_visit, {"a node without visits is not expanded"}),
    ("expand", under_a_text, {"children under their text"}),
    ("rollout", fading, {"the payoff fades with every move"}),
    ("rollout", rounding, {"the ends come half as often"}),
    ("rollout_chance", sums_for_chances, {"chances as running sums"}),
    ("backpropagate", no_total_at_the_root, {"the root's total is left out"}),
    ("backpropagate", zero_is_false, {"action 0 ends the way"}),
    ("backpropagate", from_the_leaf, {"the view of the leaf"}),
    ("best_action", never_raised, {"the last child", "the place instead of the action"}),
    ("best_action", often_enough, {"the mean of those that were visited often"}),
    ("mcts", from_the_beginning, {"the search starts at the beginning"}),
    ("mcts", turned_on_the_way, {"the sign turns with every level"}),
]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("exercise", "solution", "names"), SHAPES, ids=[f"{e}: {f.__name__}" for e, f, _ in SHAPES]
)
def test_a_mistake_in_another_shape_gets_its_name(exercise, solution, names):
    random.seed(0)
    assert set(getattr(check, exercise)(solution).names) == names
