"""Right MCTS, whole and by phases, in several styles and with several ways to store payoffs."""

import math
from dataclasses import dataclass, field
from functools import reduce

from lib.game import CHANCE
from lib.search.mcts import Node

# mcts ----------------------------------------------------------------------------------------


def mcts_mover_view(game, state, iterations, c, rng):
    """Every node stores the payoff of whoever moved into it; lists instead of nodes."""

    def fresh(s, mover):
        return {"s": s, "mover": mover, "n": 0, "w": 0.0, "kids": {}}

    root = fresh(state, 0)
    for _ in range(iterations):
        node, path = root, [root]
        while not game.is_terminal(node["s"]):
            actions, side = list(game.actions(node["s"])), game.side(node["s"])
            new = [a for a in actions if a not in node["kids"]]
            if side == CHANCE:
                weights = [game.probability(node["s"], a) for a in actions]
                action = rng.choices(actions, weights)[0]
                new = [action] if action in new else []
            elif new:
                action = rng.choice(new)
            else:
                logs = math.log(sum(k["n"] for k in node["kids"].values()))
                action = max(
                    node["kids"],
                    key=lambda a, kids=node["kids"], logs=logs: (
                        kids[a]["w"] / kids[a]["n"] + c * math.sqrt(logs / kids[a]["n"])
                    ),
                )
            if new:
                node["kids"][action] = fresh(game.result(node["s"], action), side)
            node = node["kids"][action]
            path.append(node)
            if new:
                break
        value = _play(game, node["s"], rng)
        for passed in path:
            passed["n"] += 1
            passed["w"] += passed["mover"] * value
    return max(root["kids"], key=lambda a: root["kids"][a]["n"])


def _play(game, s, rng):
    while not game.is_terminal(s):
        actions = list(game.actions(s))
        if game.side(s) == CHANCE:
            s = game.result(s, rng.choices(actions, [game.probability(s, a) for a in actions])[0])
        else:
            s = game.result(s, actions[rng.randrange(len(actions))])
    return game.utility(s)


def mcts_recursive(game, state, iterations, c, rng):
    """No nodes at all: tables by path; recursion; MAX's view; untried children count infinity."""
    visits, totals = {}, {}

    def visit(s, path):
        if game.is_terminal(s):
            value = game.utility(s)
        elif path != () and path not in visits:
            value = _play(game, s, rng)
        else:
            action = pick(s, path)
            value = visit(game.result(s, action), (*path, action))
        visits[path] = visits.get(path, 0) + 1
        totals[path] = totals.get(path, 0.0) + value
        return value

    def pick(s, path):
        actions, side = list(game.actions(s)), game.side(s)
        if side == CHANCE:
            return rng.choices(actions, [game.probability(s, a) for a in actions])[0]

        def bound(a):
            n = visits.get((*path, a), 0)
            if n == 0:
                return math.inf
            return side * totals[(*path, a)] / n + c * math.sqrt(math.log(visits[path]) / n)

        return max(actions, key=bound)

    for _ in range(iterations):
        visit(state, ())
    return max(game.actions(state), key=lambda a: visits.get((a,), 0))


@dataclass
class Tree:
    """Negamax-like: every node keeps the payoff of the side to move there, the parent turns it."""

    state: object
    side: int
    n: int = 0
    mean: float = 0.0
    kids: dict = field(default_factory=dict)


class MctsRunningMean:
    """A class with running means; all children of a node are made at once, visited one by one."""

    def __call__(self, game, state, iterations, c, rng):
        self.game, self.c, self.rng = game, c, rng
        root = self.tree(state)
        for _ in range(iterations):
            self.descend(root)
        counts = {a: kid.n for a, kid in root.kids.items()}
        return [a for a, n in counts.items() if n == max(counts.values())][-1]

    def tree(self, state):
        over = self.game.is_terminal(state)
        return Tree(state, 1 if over else self.game.side(state) or 1)

    def descend(self, node):
        """MAX's payoff of one rollout through `node`."""
        if self.game.is_terminal(node.state):
            value = self.game.utility(node.state)
        elif node.n == 0 and node.kids == {} and not self.is_root(node):
            value = _play(self.game, node.state, self.rng)
        else:
            value = self.descend(self.child(node))
        node.n += 1
        node.mean += (node.side * value - node.mean) / node.n
        return value

    def is_root(self, node):
        if not hasattr(self, "seen") or self.seen[0] is not self.rng:
            self.seen = (self.rng, node)
        return self.seen[1] is node

    def child(self, node):
        game = self.game
        if not node.kids:
            node.kids = {a: self.tree(game.result(node.state, a)) for a in game.actions(node.state)}
        if game.side(node.state) == CHANCE:
            weights = [game.probability(node.state, a) for a in node.kids]
            return self.rng.choices(list(node.kids.values()), weights)[0]
        unvisited = [kid for kid in node.kids.values() if kid.n == 0]
        if unvisited:
            return self.rng.choice(unvisited)
        total = math.log(node.n)
        return max(
            node.kids.values(),
            key=lambda k: node.side * k.side * k.mean + self.c * math.sqrt(total / k.n),
        )


# select --------------------------------------------------------------------------------------


def select_loop(game, root, c, rng):
    node = root
    while True:
        if not node.children:
            return node
        if game.side(node.state) == CHANCE:
            actions = list(game.actions(node.state))
            weights = [game.probability(node.state, a) for a in actions]
            action = rng.choices(actions, weights)[0]
            if action not in node.children:
                return node
            node = node.children[action]
        elif node.untried:
            return node
        else:
            side, logs = game.side(node.state), math.log(node.visits)
            node = max(
                node.children.values(),
                key=lambda k: side * k.total / k.visits + c * math.sqrt(logs / k.visits),
            )


def select_recursive(game, node, c, rng):
    if not node.children or (node.untried and node.side != CHANCE):
        return node
    child = _drawn(game, node, rng) if node.side == CHANCE else _highest(node, c)
    return node if child is None else select_recursive(game, child, c, rng)


def _drawn(game, node, rng):
    mark = rng.random()
    for action in game.actions(node.state):
        mark -= game.probability(node.state, action)
        if mark < 0:
            return node.children.get(action)
    return node.children.get(action)


def _highest(node, c):
    best, found = -math.inf, None
    for child in reversed(list(node.children.values())):  # the last of equals
        mean = child.total / child.visits
        value = (mean if node.side > 0 else -mean) + c * (
            math.log(node.visits) / child.visits
        ) ** 0.5
        if value > best:
            best, found = value, child
    return found


class SelectGenerator:
    """The walk as a generator; its last node."""

    def __call__(self, game, root, c, rng):
        return reduce(lambda _, node: node, self.walk(game, root, c, rng))

    def walk(self, game, node, c, rng):
        while node is not None:
            yield node
            if not node.children or (node.untried and node.side != CHANCE):
                return
            node = _drawn(game, node, rng) if node.side == CHANCE else _highest(node, c)


# expand --------------------------------------------------------------------------------------


def expand_pop(game, node, rng):
    if not node.untried:
        return node
    action = node.untried.pop()
    node.children[action] = Node(game, game.result(node.state, action), action, node)
    return node.children[action]


def expand_random(game, node, rng):
    if game.is_terminal(node.state):
        return node
    rng.shuffle(node.untried)
    action, *rest = node.untried
    node.untried = rest
    child = Node(game, game.result(node.state, action))
    child.action, child.parent = action, node
    node.children.update({action: child})
    return child


def expand_first(game, node, rng):
    for action in [a for a in game.actions(node.state) if a not in node.children]:
        node.untried = [a for a in node.untried if a != action]
        child = node.children.setdefault(
            action, Node(game, game.result(node.state, action), action, node)
        )
        return child
    return node


# rollout -------------------------------------------------------------------------------------


def rollout_loop(game, node, rng):
    return _play(game, node.state, rng)


def rollout_recursive(game, node, rng):
    def play(state):
        actions = list(game.actions(state))
        if not actions:
            return float(game.utility(state))
        if game.side(state) != CHANCE:
            return play(game.result(state, rng.sample(actions, 1)[0]))
        mark, chosen = rng.random(), actions[-1]
        for action in actions:
            mark -= game.probability(state, action)
            if mark < 0:
                chosen = action
                break
        return play(game.result(state, chosen))

    return play(node.state)


class RolloutGenerator:
    def __call__(self, game, node, rng):
        *_, last = self.states(game, node.state, rng)
        return game.utility(last)

    def states(self, game, state, rng):
        yield state
        while not game.is_terminal(state):
            actions = game.actions(state)
            even = game.side(state) != CHANCE
            weights = [1 if even else game.probability(state, a) for a in actions]
            state = game.result(state, rng.choices(actions, weights)[0])
            yield state


# backpropagate -------------------------------------------------------------------------------


def backpropagate_loop(node, value):
    while node:
        node.visits += 1
        node.total += value
        node = node.parent


def backpropagate_recursive(node, value):
    node.visits, node.total = node.visits + 1, node.total + value
    if node.parent is not None:
        backpropagate_recursive(node.parent, value)
    return node.visits


class BackpropagateList:
    def __call__(self, node, value):
        path = [node]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        for passed in reversed(path):
            passed.total = math.fsum((passed.total, value))
            passed.visits += 1


# best_action ---------------------------------------------------------------------------------


def best_by_visits(root):
    return max(root.children, key=lambda action: root.children[action].visits)


def best_sorted(root):
    return sorted(root.children.values(), key=lambda child: (child.visits, child.total))[-1].action


def best_loop(root):
    found = None
    for child in root.children.values():
        if found is None or child.visits >= found.visits:
            found = child
    return found.action


RIGHT = {
    "mcts": [mcts_mover_view, mcts_recursive, MctsRunningMean()],
    "select": [select_loop, select_recursive, SelectGenerator()],
    "expand": [expand_pop, expand_random, expand_first],
    "rollout": [rollout_loop, rollout_recursive, RolloutGenerator()],
    "backpropagate": [backpropagate_loop, backpropagate_recursive, BackpropagateList()],
    "best_action": [best_by_visits, best_sorted, best_loop],
}
