"""The data of charts: named series of numbers, checked before anything is drawn."""

from collections.abc import Iterable, Mapping
from numbers import Real

from lib.game import is_number


def by_name(data, name="nodes") -> dict:
    """The data by name; a single series gets the name it is asked for."""
    if not isinstance(data, Iterable) or isinstance(data, str):
        raise ValueError(f"a chart needs numbers, or a dict from name to numbers, not {data!r}")
    data = data if isinstance(data, Mapping) else list(data)
    if not data:
        raise ValueError("there is nothing to draw: give at least one series")
    if isinstance(data, list):
        return {name: data}
    first = next(iter(data.values()))
    return {name: data} if isinstance(first, Real) else dict(data)


def sequence(name, values):
    """The values, or a ValueError if they are no sequence."""
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise ValueError(f"the series {name!r} needs several numbers, got {values!r}")
    return values


def pairs_of(name, points):
    """The (x, y) pairs of a series; an empty one, or one with a gap, is a ValueError."""
    pairs = list(points.items() if isinstance(points, Mapping) else sequence(name, points))
    if not pairs:
        raise ValueError(f"the series {name!r} is empty")
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not all(map(is_number, pair)):
            raise ValueError(f"the series {name!r} needs pairs of finite numbers, got {pair!r}")
    return pairs


def checked_results(results, shape):
    """The (name, numbers) pairs of a mapping; a ValueError unless all have that shape."""
    if not isinstance(results, Mapping):
        raise ValueError(f"give a dict from name to {shape}, not {results!r}")
    for name, numbers in results.items():
        right = isinstance(numbers, (list, tuple)) and len(numbers) == shape.count(",") + 1
        if not right or not all(map(is_number, numbers)):
            raise ValueError(f"{name} needs {shape}, got {numbers!r}")
    return results.items()
