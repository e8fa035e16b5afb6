"""The three sides, and what may stand for a side or a number. `lib.game` brings all of it."""

from math import inf
from numbers import Integral
from typing import Any

MAX, CHANCE, MIN = +1, 0, -1
SIDE_NAMES = {MAX: "MAX", CHANCE: "CHANCE", MIN: "MIN"}


def is_side(side: Any) -> bool:
    """Whether this is MAX, MIN or CHANCE: a plain int, no True and no 1.0."""
    return type(side) is int and side in SIDE_NAMES


def is_number(value: Any) -> bool:
    """Whether `value` can be a payoff: a finite number that a float can hold."""
    try:
        return -inf < value + 0.0 < inf  # false for NaN too
    except (TypeError, ValueError, OverflowError):  # no number at all, or too large
        return False


def is_whole(value: Any, least: float = -inf) -> bool:
    """Whether `value` is a whole number, not below `least`; True and False do not count."""
    whole = isinstance(value, Integral) and type(value) is not bool
    return whole and value >= least


def plain_int(action: Any) -> Any:
    """A whole number of numpy, as `argmax` gives it, as a plain int; anything else unchanged."""
    return int(action) if is_whole(action) else action
