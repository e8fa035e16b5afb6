"""The hint ladder: `check.hint("minimax", 1)` to 3, and the solution last."""

import inspect
from importlib import import_module

from check.ladders import LADDERS

SOLUTION = 4


class Hint(str):
    """A hint that a notebook shows as text, without quotes."""

    def __repr__(self):
        return str(self)


def hint(exercise: str, level: int = 1) -> Hint:
    """Hint 1, 2 or 3 of an exercise; level 4 is a solution."""
    if not isinstance(exercise, str) or exercise not in LADDERS:
        raise ValueError(f"no hints for {exercise!r}; there are: {', '.join(LADDERS)}")
    hints, _, _ = LADDERS[exercise]
    if level not in range(1, SOLUTION + 1):
        raise ValueError(
            f"hints go from 1 to {len(hints)}, {SOLUTION} is the solution; got {level!r}"
        )
    if level == SOLUTION:
        return Hint(_solution(exercise))
    return Hint(f"Hint {level} of {len(hints)}: {hints[level - 1]}")


def _solution(exercise):
    """The source of a right solution, and how to call it."""
    _, home, usage = LADDERS[exercise]
    module, name = home.split(":")
    function = inspect.unwrap(getattr(import_module(module), name))
    return f"{inspect.getsource(function)}\n# {usage}"
