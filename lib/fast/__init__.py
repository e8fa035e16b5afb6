"""The compiled engine."""

from lib.fast.search import mcts

__all__ = ["mcts"]
