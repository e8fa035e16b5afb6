"""Questions to ask of what a caller hands over, before it is drawn."""

from collections.abc import Iterable
from math import inf


def is_series(thing: object) -> bool:
    """Whether it holds several things; a text does not."""
    return isinstance(thing, Iterable) and not isinstance(thing, str)


def is_tuple(thing: object, length: int) -> bool:
    """Whether it is a list or a tuple of this length."""
    return isinstance(thing, (list, tuple)) and len(thing) == length


def is_count(thing: object, least: int = 1, most: float = inf) -> bool:
    """Whether it is a whole number from `least` to `most`."""
    return isinstance(thing, int) and not isinstance(thing, bool) and least <= thing <= most
