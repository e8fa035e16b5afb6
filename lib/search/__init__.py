"""The searches of the course, each as short as its pseudocode."""

from lib.search.alphabeta import alphabeta, best_actions
from lib.search.bandit import ucb1
from lib.search.deepening import deepen
from lib.search.expectimax import expectimax
from lib.search.mcts import Node, best_action, mcts
from lib.search.merge import mcts_merged
from lib.search.minimax import minimax
from lib.search.priors import mcts_prior, mcts_puct
from lib.search.rave import mcts_rave
from lib.search.rollouts import cutoff_rollout, random_rollout
from lib.search.solver import mcts_solver, proven_action
from lib.search.star import star1, star2

__all__ = [
    "Node",
    "alphabeta",
    "best_action",
    "best_actions",
    "cutoff_rollout",
    "deepen",
    "expectimax",
    "mcts",
    "mcts_merged",
    "mcts_prior",
    "mcts_puct",
    "mcts_rave",
    "mcts_solver",
    "minimax",
    "proven_action",
    "random_rollout",
    "star1",
    "star2",
    "ucb1",
]
