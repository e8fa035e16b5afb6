"""Agents: called as `agent(game, state)`, they answer with an action. Printed as their own label.

An agent is plain frozen data: it can be compared, hashed, pickled and sent to another machine.
It keeps no memory. Whatever is random in it comes from its seed and the state, so the same agent
answers the same in the same state, whoever asks and whenever (a budget of seconds apart).
"""

from lib.agents.base import Agent, dice
from lib.agents.montecarlo import MCTS, FastMCTS
from lib.agents.searching import AlphaBeta, Deepening, Expectimax, Minimax
from lib.agents.simple import Greedy, Human, Random

__all__ = [
    "MCTS",
    "Agent",
    "AlphaBeta",
    "Deepening",
    "Expectimax",
    "FastMCTS",
    "Greedy",
    "Human",
    "Minimax",
    "Random",
    "dice",
]
