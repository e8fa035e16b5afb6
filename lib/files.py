"""Where files lie (beside `lib` in a checkout, inside it in a wheel), and modules opened late."""

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import ClassVar

_LIB = Path(__file__).resolve().parent
_PLACES = (_LIB / "_course", _LIB.parent)  # the first in a wheel: see pyproject.toml


def course_folder(name: str) -> Path:
    """The folder `name` of the course, such as "data/layouts"."""
    for place in _PLACES:
        if (place / name).is_dir():
            return place / name
    raise FileNotFoundError(f"the folder {name} of the course is missing: install it again")


def stored_results(name: str) -> dict:
    """What a long experiment found, and in "command" how to run it again: data/results."""
    return json.loads((course_folder("data/results") / f"{name}.json").read_text("utf-8"))


def lazy(package: str, homes: Mapping[str, str]) -> tuple[Callable, Callable]:
    """`__getattr__` and `__dir__` of a package; a module may have the name of what it brings."""

    class Room(ModuleType):
        HOMES: ClassVar = dict(homes)

        def __setattr__(self, name, value):
            if homes.get(name) == name and isinstance(value, ModuleType):
                value = getattr(value, name)
            super().__setattr__(name, value)

    def get(name):
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r}; it has {', '.join(sorted(homes))}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    sys.modules[package].__class__ = Room
    return get, lambda: sorted(homes)
