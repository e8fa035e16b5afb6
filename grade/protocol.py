"""What crosses the border between grader and sandbox.

Into the sandbox go pickles that we made: questions, never answers. Out of it comes one line of
JSON for each answer. Nothing that a student wrote is ever unpickled. Besides plain data a line
can hold the objects of `KNOWN`, which some exercises change, as tables of their attributes.
"""

import json
import marshal
import pickle
import struct
from collections import Counter
from importlib import import_module

from check.plaindata import CONTAINERS, MAX_ITEMS, NotPlain, simple
from check.runner import Case

KNOWN = {  # class: the attributes that may be read and set
    "lib.search.mcts:Node": [
        "action",
        "children",
        "parent",
        "side",
        "state",
        "total",
        "untried",
        "visits",
    ],
    "check.ucb1:Child": ["total", "visits"],
}
_MOST_IN_ONE_PLACE = 300
_HEADER = struct.Struct(">I")
PLAIN = (bool, int, float, str, type(None))
KINDS = {name: kind for kind, name in CONTAINERS.items() if kind is not tuple}


def frame(message: bytes) -> bytes:
    """A message with its length in front."""
    return _HEADER.pack(len(message)) + message


def _read_frame(stream) -> bytes | None:
    """The next message of a binary stream, or None at its end."""
    head = stream.read(_HEADER.size)
    return stream.read(_HEADER.unpack(head)[0]) if len(head) == _HEADER.size else None


def pack(value) -> str:
    """`value` as one line of JSON; NotPlain names the type that does not belong."""
    return _Packer().pack(value)


def unpack(line: str):
    """The value that `pack` wrote; a ValueError if the line is something else."""
    try:
        return _Unpacker(json.loads(line)).value()
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise ValueError("this line is no answer") from error


def is_fixed(value) -> bool:
    """Whether nothing can change this value: a number, a text, a tuple of such."""
    return type(value) in PLAIN or (isinstance(value, tuple) and all(map(is_fixed, value)))


def plain_copy(value):
    """`value` after the way through the border; NotPlain if it cannot cross."""
    return unpack(pack(value))


def _class_name(kind) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


class _Packer:
    """Writes a value as JSON; objects stand in a table, so that circles are no problem.

    Every question pays for what runs in its process: this is less than the encoder of `json`.
    """

    def __init__(self):
        self.objects, self.places, self.kept, self.count = [], {}, [], 0

    def pack(self, value) -> str:
        root = self._item(value)
        objects = [
            f'{{"class": "{name}", "values": {_table(values)}}}' for name, values in self.objects
        ]
        return f'{{"root": {root}, "objects": [{", ".join(objects)}]}}'

    def _item(self, value) -> str:
        self.count += 1
        if self.count > MAX_ITEMS:
            raise NotPlain(f"more than {MAX_ITEMS:,} items")
        kind = type(value)
        if kind in PLAIN:
            return _word(value, kind)
        value = simple(value)
        kind = type(value)
        if kind in PLAIN:
            return _word(value, kind)
        if kind in CONTAINERS:
            items = f"[{', '.join([self._item(item) for item in value])}]"
            return items if kind is tuple else f'{{"kind": "{CONTAINERS[kind]}", "items": {items}}}'
        if kind is dict:
            pairs = [f"[{self._item(key)}, {self._item(item)}]" for key, item in value.items()]
            return f'{{"kind": "dict", "items": [{", ".join(pairs)}]}}'
        if _class_name(kind) in KNOWN:
            return f'{{"kind": "object", "place": {self._place(value)}}}'
        raise NotPlain(f"a value of type {kind.__name__}")

    def _place(self, value):
        """Where the object stands in the table; it is entered on the first visit."""
        if id(value) not in self.places:
            self.places[id(value)] = len(self.objects)
            self.kept.append(value)
            name, values = _class_name(type(value)), {}
            self.objects.append((name, values))
            for attribute in KNOWN[name]:
                if hasattr(value, attribute):
                    values[attribute] = self._item(getattr(value, attribute))
        return self.places[id(value)]


WORDS = {None: "null", True: "true", False: "false"}


def _word(value, kind) -> str:
    """A number, a text, a truth value or None as JSON."""
    if kind is str:
        return json.dumps(value)
    if kind is int:
        return repr(value)
    if kind is float:
        return repr(value) if value - value == 0 else json.dumps(value)  # not infinite, a number
    return WORDS[value]


def _table(values) -> str:
    return "{" + ", ".join([f'"{name}": {value}' for name, value in values.items()]) + "}"


class _Unpacker:
    """Rebuilds a value; only classes and attributes of KNOWN come to life."""

    def __init__(self, data):
        self.root, self.table, self.count = data["root"], data["objects"], 0
        self.objects = [_empty(entry["class"]) for entry in self.table]

    def value(self):
        for thing, entry in zip(self.objects, self.table, strict=True):
            for attribute in KNOWN[entry["class"]]:
                if attribute in entry["values"]:
                    setattr(thing, attribute, self._item(entry["values"][attribute]))
        return self._item(self.root)

    def _item(self, data):
        self.count += 1
        if self.count > MAX_ITEMS:
            raise TypeError("more items than any answer has")
        if type(data) is list:
            return tuple([self._item(item) for item in data])
        if type(data) is not dict:
            return data
        if data["kind"] == "object":
            return self.objects[data["place"]]
        if data["kind"] == "dict":
            keys = _spread([self._item(key) for key, _ in data["items"]])
            return dict(zip(keys, (self._item(item) for _, item in data["items"]), strict=True))
        make = KINDS[data["kind"]]
        items = [self._item(item) for item in data["items"]]
        return make(_spread(items) if make in (set, frozenset) else items)


def _spread(keys: list) -> list:
    """The keys, unless they were chosen to meet in one place of a table: that takes forever."""
    places = 2 * len(keys) or 1
    mask = (1 << places.bit_length()) - 1
    met = Counter(hash(key) & mask for key in keys)
    if met and max(met.values()) > _MOST_IN_ONE_PLACE:
        raise TypeError("keys that collide")
    return keys


def _empty(name):
    """A new object of a known class, without attributes."""
    if name not in KNOWN:
        raise TypeError(f"unknown class {name!r}")
    module, _, kind = name.partition(":")
    found = getattr(import_module(module), kind)
    return found.__new__(found)


def questions(message) -> bytes:
    """Our own objects as bytes for the sandbox; functions made inside functions go by value."""
    try:
        return frame(pickle.dumps(message))
    except (pickle.PicklingError, AttributeError, TypeError):
        import cloudpickle  # ten times slower

        return frame(cloudpickle.dumps(message))


def reply(value) -> bytes:
    """What the grader says to a question of the sandbox: a number or None."""
    return frame(pickle.dumps(value))


def read_questions(stream):
    """The next message for the sandbox, or None at the end."""
    message = _read_frame(stream)
    return None if message is None else pickle.loads(message)


# --- questions ------------------------------------------------------------------------------
#
# Each knows how to become a case of `check` in the sandbox. What comes back is what the function
# returned and what became of its arguments, as plain data. Counting, comparing and judging happen
# on the grader's side.

SAME = "__the same as before__"  # stands for an argument that cannot change, such as a game


class Kept:
    """The short name of a thing that was sent before."""

    def __init__(self, number):
        self.number = number


class Question:
    """Something to ask."""

    def plain_arguments(self, kept) -> list | None:
        """The arguments that a single call can change, all of them plain; None for the rest."""
        return None


class Call(Question):
    """One call: what it returned, and what became of the arguments."""

    def __init__(self, args):
        self.args = args

    def plain_arguments(self, kept):
        found = [arg for arg in self._arguments(kept) if _after(arg) is not SAME]
        try:
            marshal.dumps(found)
            return found
        except ValueError:  # an object
            return None

    def case(self, line, kept):
        return Case(self._arguments(kept), "", answer=_with_arguments)

    def _arguments(self, kept):
        return tuple(kept[a.number] if isinstance(a, Kept) else a for a in self.args)


def _with_arguments(value, args) -> str:
    after = [arg if _may_cross(arg) else SAME for arg in args]
    try:
        return pack((value, after))
    except NotPlain:  # the value, or something in an argument
        return pack((value, [_after(arg) for arg in args]))


def _may_cross(arg) -> bool:
    """Whether the argument can change and seems plain: a game, say, is not."""
    kind = type(simple(arg))
    return not is_fixed(arg) and (kind in CONTAINERS or kind is dict or _class_name(kind) in KNOWN)


def _after(arg):
    """The argument as it is now, or SAME where it cannot change or cannot cross the border."""
    if not _may_cross(arg):
        return SAME
    try:
        pack(arg)
        return arg
    except NotPlain:
        return SAME


class Plain(Question):
    """One call whose answer is only shown, never judged."""

    def __init__(self, args):
        self.args = args

    def case(self, line, kept):
        return Case(self.args, "")


class Calls(Question):
    """Several calls, one after the other, with arguments that some of them share.

    A game cannot cross the border: `observe` says in the sandbox whether it was changed. Who
    lies about that has a function that behaves as if it changed nothing.
    """

    def __init__(self, calls, observe):
        self.calls, self.observe = calls, observe

    def case(self, line, kept):
        return Case(
            (), "", calls=lambda: self.calls, observe=self.observe, answer=_with_all_arguments
        )


def _with_all_arguments(returned, calls) -> str:
    after = [[_after(arg) for arg in args] for args in distinct(calls)]
    return pack((returned.values, returned.random_untouched, after))


def distinct(calls) -> list[tuple]:
    """Each of these arguments once: most calls share them."""
    return list({id(args): args for args in calls}.values())


class Served(Question):
    """A search in a game whose payoffs lie with the grader, who writes down what is asked for."""

    def __init__(self, args):
        self.args = args

    def case(self, line, kept):
        payoffs = Payoffs(line)
        args = tuple(self._argument(arg, payoffs) for arg in self.args)
        return Case(args, "", answer=lambda value, args: pack((value, payoffs.repeats)))

    def _argument(self, arg, payoffs):
        if isinstance(arg, PayoffsElsewhere):
            arg.payoffs = payoffs
        return (lambda game, state: payoffs.get("evaluate", state)) if _is_evaluate(arg) else arg


class Payoffs:
    """What the grader has said so far. To ask again for a payoff costs no way there and back.

    Who asks a second time knows the answer: that alone is told later, all repeats in one go.
    """

    def __init__(self, line):
        self.line, self.known, self.repeats = line, {}, []

    def get(self, what, state, moved=True):
        """The payoff; asked for over the line once for each state."""
        known = self.known.get((what, state))
        if known is None:
            repeats, self.repeats = self.repeats, []
            known = len(self.known), self.line.ask(what, state, moved, repeats)
            self.known[what, state] = known
        else:
            self.repeats.append((known[0], moved))
            if len(self.repeats) >= _MOST_REPEATS:
                repeats, self.repeats = self.repeats, []
                self.line.ask("repeats", None, True, repeats)
        return known[1]


EVALUATE = "__an evaluation__"  # stands for the one that the grader keeps
_MOST_REPEATS = 2000  # that are told in one go


def _is_evaluate(arg):
    return type(arg) is str and arg == EVALUATE


class PayoffsElsewhere:
    """A game that has to ask for every utility."""

    def __init__(self, game):
        self.game, self.payoffs, self.moved = game, None, True

    def __getattr__(self, name):
        if name == "game":  # not there yet while it is being unpickled
            raise AttributeError(name)
        return getattr(self.game, name)

    def result(self, state, action):
        self.moved = True
        return self.game.result(state, action)

    def utility(self, state):
        moved, self.moved = self.moved, False
        return self.payoffs.get("utility", state, moved)


class AnyForm(Question):
    """A call whose answer may be an object of the student's own class: `answer` makes it plain.

    A ValueError is an answer to every such question; only the grader knows whether it is right.
    """

    def __init__(self, args, answer):
        self.args, self.answer = args, answer

    def case(self, line, kept):
        return Case(self.args, "", answer=self.answer, raises=ValueError)
