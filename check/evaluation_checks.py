"""The checks of evaluate_pacman and evaluate_capture: properties, and a match.

There is no one right number. But some pairs of states have a clear order, and some a clear
equality. Each case is such a pair or a handful of states, made by a seed.
"""

import math

from check.capture_questions import capture_cases
from check.evaluation_asking import NOT_FALLING, RISING
from check.examine import examine
from check.exercise import Exercise
from check.pacman_questions import pacman_cases
from check.report import Report


def evaluate_pacman(fn, seed: int = 0) -> Report:
    """Checks `evaluate_pacman(game, state) -> float`, MAX's view.

    It is finite on every layout, the same for the same state, and changes nothing. The order of
    the ghosts does not matter. A win is above and a loss below all states in which the game goes
    on. Nearer to a ghost that can be chased is better. A capsule is never a punishment. Eating is
    better than standing beside. An agent that looks one move ahead with it wins at least half of
    8 games against random ghosts.
    """
    return examine(PACMAN, fn, seed)


def evaluate_capture(fn, seed: int = 0) -> Report:
    """Checks `evaluate_capture(game, state) -> float`, red's view.

    It is finite on every layout, the same for the same state, and changes nothing. In the mirror
    it changes its sign, and teammates may be exchanged. A win is above all states in which the
    game goes on. Eating food and bringing it home are better than waiting, coming nearer to an
    invader is never worse, and a capsule is never a punishment. A team that looks one move ahead
    with it leads by half a food on average after 6 short games against random blues.
    """
    return examine(CAPTURE, fn, seed)


def _agrees(expected, got, case) -> bool:
    return bool(case.data.holds(got))


def _say(answer) -> str:
    if type(answer) in (tuple, list):
        return ", ".join(
            f"{value:.6g}" if type(value) is float else repr(value) for value in answer
        )
    return str(answer)


def _profile(case, answer, right):
    """Alike are two evaluators with the same wrong order, whatever their numbers."""
    if right or not answer.ok:
        return right, answer.kind
    values = answer.value
    if not all(type(value) in (int, float) and math.isfinite(value) for value in values):
        return case.group, {type(value).__name__ for value in values}
    ordered = case.data in (RISING, NOT_FALLING)  # or else only that they are equal, or extreme
    return case.group, values[1] == values[0] if ordered else None


EASY = (  # what any constant keeps
    "finite on every layout",
    "the same state, the same value",
    "the order of the ghosts",
    "ghosts that are not scared",
    "the way to food",
    "capsules",
    "red's view and blue's view",
    "the order of teammates",
    "chasing invaders",
)


def _exercise(name, cases):
    """The exercise of an evaluator with these questions."""
    return Exercise(
        name,
        f"{name}(game, state) -> float",
        cases,
        lambda case: case.data.wanted,
        _agrees,
        say=_say,
        profile=_profile,
        separate=True,
        diagnosis_seconds=3.0,
        easy=EASY,
    )


PACMAN = _exercise("evaluate_pacman", pacman_cases)
CAPTURE = _exercise("evaluate_capture", capture_cases)
