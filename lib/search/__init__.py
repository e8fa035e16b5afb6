"""The searches of the course, each as short as its pseudocode.

minimax       every agent plays its best                 open this one first
alphabeta     the same in fewer nodes; best_actions: all the best ones
expectimax    the same with dice: chance averages
star          alpha-beta with dice: star1, star2
deepening     deepen: 1 ply, 2 plies, 3 plies, ...; what it remembers: tables and orders
bandit        ucb1: which arm to pull next
mcts          Monte Carlo tree search in four phases; best_action
mcts_variants mcts_merged, mcts_prior, mcts_puct, mcts_rave
solver        mcts_solver: nodes whose value is proven
rollouts      how MCTS plays on from a leaf
arguments     checks, in plain words, of what a search was given

The textbook functions check nothing. What is imported from `lib.search` checks its arguments
first, once, and then calls them.
"""

from collections.abc import Callable

from lib.game import Action
from lib.search.alphabeta import alphabeta as _alphabeta
from lib.search.alphabeta import best_actions as _best_actions
from lib.search.alphabeta import strict_alphabeta as _strict_alphabeta
from lib.search.arguments import any_sides, checked, players_only, ucb1_numbers
from lib.search.bandit import ucb1 as _ucb1
from lib.search.deepening import deepen
from lib.search.expectimax import expectimax as _expectimax
from lib.search.mcts import Node, best_action, mcts
from lib.search.mcts_variants import mcts_merged, mcts_prior, mcts_puct, mcts_rave
from lib.search.minimax import minimax as _minimax
from lib.search.rollouts import cutoff_rollout, random_rollout
from lib.search.solver import mcts_solver, proven_action
from lib.search.star import star1, star2


def _behind_checks(check, textbook):
    """The textbook function with checks before it, and this package as its home."""
    search = checked(check)(textbook)
    search.__module__ = __name__  # where pickle finds it
    return search


_Search = Callable[..., tuple[float, Action | None]]
minimax: _Search = _behind_checks(players_only, _minimax)
alphabeta: _Search = _behind_checks(players_only, _alphabeta)
expectimax: _Search = _behind_checks(any_sides, _expectimax)
best_actions: Callable[..., list[Action]] = _behind_checks(players_only, _best_actions)
strict_alphabeta: Callable[..., tuple] = _behind_checks(players_only, _strict_alphabeta)
ucb1: Callable[[float, int, int, float], float] = _behind_checks(ucb1_numbers, _ucb1)
