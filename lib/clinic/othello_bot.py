"""The search of the Othello bot, with its faults, and its position table on or off.

A state without a move ends its rollouts. The reward is the one of whoever is next there, and the
same number enters every node. The weight of a square multiplies the exploration.
"""

from collections.abc import Sequence
from functools import partial
from math import log, sqrt
from random import Random

from lib.clinic.views import no_flip_absolute, side_to_move
from lib.evaluate.othello import othello_reward_repaired
from lib.game import MAX, Action, Game, State
from lib.games.othello import PASS
from lib.search.mcts import Node, Phases, best_action, mcts, select


def bot_rollout(game: Game, state: State, rng: Random) -> float:
    """Random play to the first state without a move: discs + mobility of who is next there."""
    following = game.side(state)
    while (actions := game.actions(state)) and PASS not in actions:
        following = -game.side(state)
        state = game.result(state, rng.choice(actions))
    return following * othello_reward_repaired(game, state)


def _bot_backup(game: Game, leaf: Node, value: float) -> None:
    """The same number for every node of the path, without a sign."""
    if leaf.side is None:
        value = side_to_move(leaf) * othello_reward_repaired(game, leaf.state)
    no_flip_absolute(leaf, value)


def choose_weighted(table: Sequence[float] | None, game, node: Node, c: float, own_side=False):
    """The child with the largest mean + bonus * weight; with `own_side` the mean of who chooses."""
    if node.untried or not node.children:
        return None
    side = node.side if own_side else MAX

    def bound(child):
        weight = 1 if table is None or child.action == PASS else table[child.action]
        return side * child.mean + c * sqrt(log(node.visits) / child.visits) * weight

    return max(node.children.values(), key=bound)


def mcts_bot(game: Game, state: State, table: Sequence[float] | None = None, **options) -> Node:
    """As `mcts`, but by the bot's choice and backup; give it `bot_rollout` as rollout."""
    walk = partial(select, choose=partial(choose_weighted, table))
    phases = Phases(walk, backpropagate=partial(_bot_backup, game))
    return mcts(game, state, phases=phases, **options)


def bot_action(table: Sequence[float] | None, root: Node, c: float = 2) -> Action:
    """The bot's move: by the same formula, exploration and weight included."""
    child = choose_weighted(table, None, root, c)
    return best_action(root) if child is None else child.action
