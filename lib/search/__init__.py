"""The searches of the course, each as short as its pseudocode."""

from lib.search.alphabeta import alphabeta, best_actions
from lib.search.bandit import ucb1
from lib.search.expectimax import expectimax
from lib.search.mcts import Node, best_action, mcts
from lib.search.minimax import minimax
from lib.search.rollouts import cutoff_rollout, random_rollout

__all__ = [
    "Node",
    "alphabeta",
    "best_action",
    "best_actions",
    "cutoff_rollout",
    "expectimax",
    "mcts",
    "minimax",
    "random_rollout",
    "ucb1",
]
