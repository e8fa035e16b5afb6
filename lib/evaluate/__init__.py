"""Evaluators: `(game, state) -> float`, always MAX's view, for states that are not terminal."""

from lib.evaluate.common import Evaluator, scaled, score, zero

__all__ = ["Evaluator", "scaled", "score", "zero"]
