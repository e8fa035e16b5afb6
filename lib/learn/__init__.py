"""Learning to look ahead: a network that teaches itself Connect Four in a minute, and tables.

train(game, seconds=30)          yields checkpoints of a network that plays against itself
Learned(checkpoint)              an agent: PUCT with the network, or the policy alone
value_of(checkpoint)             the network's value as an evaluator for alpha-beta
load("connect4"), untrained()    weights that come with the course, and those of a beginner
value_kept(agent)                how often it keeps the exact value, with interval
tables_for(game).learned(5000)   an evaluator of small tables, by temporal differences

network      what it sees, what it says, how it learns: numpy, to be read first
selfplay     PUCT with a network, and games against itself: to be read next
compiled     both of them again, compiled by numba; a test compares them
train        the loop: play, learn, play; on one core or many; judged by exact values
agent        weights in files; agents and evaluators
tables       n-tuples and TD learning
"""

from lib.files import lazy

_AGENT = ("Checkpoint", "Learned", "load", "search", "untrained", "value_of")
_TRAIN = ("Plan", "exact_positions", "train", "value_kept")
_HOMES = dict.fromkeys(_AGENT, "agent") | dict.fromkeys(_TRAIN, "train") | {"tables_for": "tables"}
__all__ = sorted(_HOMES)
__getattr__, __dir__ = lazy(__name__, _HOMES)
