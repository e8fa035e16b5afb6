"""Plain data across a process border: what a learner's function may answer.

Built-in types pass, and a few of the library and of NumPy that say the same. An object whose
`==` is always true does not.
"""

import json
import math
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction

from check import messages

MAX_ITEMS = 100_000  # numbers, texts and so on in one answer
CONTAINERS = {tuple: "tuple", list: "list", set: "set", frozenset: "frozenset"}
_LISTS = (range, deque, type({}.keys()), type({}.values()))


class NotPlain(Exception):
    """A value that is not built from numbers, text, None, tuples, lists, sets or dicts."""


def encode(value) -> str:
    """`value` as one line of JSON; NotPlain names the type that does not belong."""
    return json.dumps(_pack(value, [0]))


def decode(line: str):
    """The value that `encode` wrote."""
    return _unpack(json.loads(line))


def copied(value):
    """`value` after a way over the border; NotPlain names the type that does not belong."""
    return value if type(value) is str else decode(encode(value))


def simple(value):
    """The built-in number or collection that says the same, where there is one."""
    kind = type(value)
    if kind in (Fraction, Decimal):
        return float(value)
    if kind.__module__ == "numpy" and hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return tuple(tuple.__iter__(value))  # a named tuple
    if kind in (OrderedDict, defaultdict, Counter):
        return dict(value)
    return list(value) if kind in _LISTS else value


def _pack(value, count):
    count[0] += 1
    if count[0] > MAX_ITEMS:
        raise NotPlain(messages.TOO_MANY_ITEMS.format(count=MAX_ITEMS))
    value = simple(value)
    kind = type(value)
    if kind in (bool, int, float, str, type(None)):
        return value
    if kind in CONTAINERS:
        return {"kind": CONTAINERS[kind], "items": [_pack(item, count) for item in value]}
    if kind is dict:
        pairs = [[_pack(key, count), _pack(item, count)] for key, item in value.items()]
        return {"kind": "dict", "items": pairs}
    raise NotPlain(messages.OF_TYPE.format(type=kind.__name__))


def _unpack(data):
    if not isinstance(data, dict):
        return data
    items = data["items"]
    if data["kind"] == "dict":
        return {_unpack(key): _unpack(item) for key, item in items}
    make = {name: kind for kind, name in CONTAINERS.items()}[data["kind"]]
    return make(_unpack(item) for item in items)


def is_number(value) -> bool:
    """Whether `value` is a finite int or float (True and False are not numbers)."""
    try:
        return type(value) in (int, float) and math.isfinite(value)
    except OverflowError:  # an int too large for a float
        return False


def same_number(a, b, tolerance=1e-9) -> bool:
    """Whether two answers are the same number up to rounding."""
    if not (type(a) in (int, float) and type(b) in (int, float)):
        return False
    try:
        return a == b or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
    except OverflowError:  # an int too large for a float is no rounding of anything
        return False
