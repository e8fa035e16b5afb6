"""Packages that open a module only when one of its names is asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import ClassVar


def lazy(package: str, homes: Mapping[str, str]) -> tuple[Callable, Callable]:
    """`__getattr__` and `__dir__` of a package; `homes` maps each name to the module it is in.

    A module may have the name of what it brings (`widgets/stepper.py` has `stepper`). Python binds
    every module that it loads to its package; such a one is replaced by what it brings.
    """

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
