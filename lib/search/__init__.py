"""The searches of the course, each as short as its pseudocode."""

from lib.search.bandit import ucb1
from lib.search.mcts import Node, best_action, mcts
from lib.search.rollouts import cutoff_rollout, random_rollout

__all__ = ["Node", "best_action", "cutoff_rollout", "mcts", "random_rollout", "ucb1"]
