"""The check of a learner's own game: the conformance test of every game here, as a Report."""

from check import messages
from check.report import Report
from lib.game import check_game

__all__ = ["check_game", "game"]


def game(own, seed: int = 0) -> Report:
    """Checks that a game keeps the rules of the interface."""
    if own is None or own is ...:
        return Report("game", "not attempted", 0.0, messages.NO_GAME)
    try:
        summary = check_game(own, seed=seed)
    except AssertionError as problem:
        return Report("game", "wrong", 0.0, str(problem))
    return Report("game", "right", 1.0, str(summary))
