"""The sentences of a room, which stand in its messages.toml: one file for a translator."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace


def read_messages(room: str, file: str = "messages") -> SimpleNamespace:
    """The sentences of a room such as "draw" by their names: `messages.CUT`."""
    path = Path(__file__).parent / room / f"{file}.toml"
    return SimpleNamespace(**tomllib.loads(path.read_text("utf-8")))


def refuse_if(is_wrong: object, sentence: str, **places: object) -> None:
    """Nothing, or a ValueError with the sentence, its places filled, where something is wrong."""
    if is_wrong:
        raise ValueError(sentence.format(**places))


def is_series(thing: object) -> bool:
    """Whether it holds several things; a text does not."""
    return isinstance(thing, Iterable) and not isinstance(thing, str)


def is_tuple(thing: object, length: int) -> bool:
    """Whether it is a list or a tuple of this length."""
    return isinstance(thing, (list, tuple)) and len(thing) == length


def __getattr__(name: str) -> SimpleNamespace:
    """The sentences of a room by its name in capitals: GAMES, SEARCH; COMMON for lib itself."""
    room = "." if name == "COMMON" else name.lower()
    if not name.isupper() or not (Path(__file__).parent / room).is_dir():
        raise AttributeError(f"no room of lib has the name {name!r}")
    globals()[name] = read_messages(room)
    return globals()[name]
