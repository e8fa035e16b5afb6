"""Blunder rates: how often a decision gives away game value in tic-tac-toe, where it is exact."""

from collections.abc import Callable
from functools import cache, partial
from math import sqrt
from random import Random

from lib.game import Action, State
from lib.games.tictactoe import TicTacToe
from lib.messages import CLINIC
from lib.search.bandit import ucb1
from lib.search.mcts import Node, backpropagate, expand, rollout, select

GAME = TicTacToe()


@cache
def value(state: State) -> float:
    """MAX's exact payoff: minimax, with every position looked at once."""
    if GAME.is_terminal(state):
        return GAME.utility(state)
    side = GAME.side(state)
    return side * max(side * value(GAME.result(state, a)) for a in GAME.actions(state))


@cache
def good_actions(state: State) -> list[Action]:
    """The actions that keep the value of the game."""
    return [a for a in GAME.actions(state) if value(GAME.result(state, a)) == value(state)]


def positions(count: int, seed: int = 0) -> list[State]:
    """Different positions in which some actions are blunders and some are not."""
    rng, found = Random(seed), {}
    while len(found) < count:
        state = GAME.initial_state()
        for _ in range(rng.randint(0, 8)):
            if not GAME.is_terminal(state):
                state = GAME.result(state, rng.choice(GAME.actions(state)))
        if 0 < len(good_actions(state)) < len(GAME.actions(state)):
            found[state] = None
    return list(found)


def count_blunders(decide: Callable, count: int = 300, seeds: int = 5) -> tuple[int, int]:
    """The blunders of `decide(state, rng)` and the decisions: `count` positions, `seeds` each."""
    blunders = 0
    for number, state in enumerate(positions(count)):
        for seed in range(seeds):
            action = decide(state, Random(1000 * seed + number))
            blunders += action not in good_actions(state)
    return blunders, count * seeds


def most_visited(root: Node) -> Action:
    """The action of the most visited child, the first of equals: it hides nothing."""
    return max(root.children.values(), key=lambda child: child.visits).action


PARTS: dict = {"select": select, "expand": expand, "rollout": rollout}
PARTS |= {"backpropagate": backpropagate, "best_action": most_visited, "ucb1": ucb1, "c": sqrt(2)}


def grow(parts: dict, state: State, iterations: int, rng: Random) -> Node:
    """The root of a tree that grew by these parts; what is missing is the library's."""
    do, root = PARTS | parts, Node(GAME, state)
    if "ucb1" in parts:
        do["select"] = partial(select, choose=partial(_choose_by, do["ucb1"]))
    for _ in range(iterations):
        leaf = do["expand"](GAME, do["select"](GAME, root, do["c"], rng), rng)
        do["backpropagate"](leaf, do["rollout"](GAME, leaf, rng))
    return root


def _choose_by(bound, game, node, c):
    """The child with the largest bound(total, visits, parent_visits, c); totals of the mover."""
    if node.untried or not node.children:
        return None
    facts = {child: (node.side * child.total, child.visits) for child in node.children.values()}
    return max(facts, key=lambda child: bound(*facts[child], node.visits, c))


def blunders_of(parts: dict, iterations: int = 200, count: int = 300) -> tuple[int, int]:
    """The blunders of MCTS with these parts, and the decisions."""
    decide = (PARTS | parts)["best_action"]
    return count_blunders(lambda s, rng: decide(grow(parts, s, iterations, rng)), count, seeds=1)


def diagnosis(patient: int) -> str:
    """What is wrong with a patient of the bug clinic."""
    return CLINIC.DIAGNOSIS[str(patient)]
