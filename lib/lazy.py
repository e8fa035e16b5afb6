"""Packages that open a module only when one of its names is asked for."""

from collections.abc import Callable, Mapping
from importlib import import_module


def lazy(package: str, homes: Mapping[str, str]) -> tuple[Callable, Callable]:
    """`__getattr__` and `__dir__` of a package; `homes` maps each name to the module it is in."""

    def get(name):
        if name not in homes:
            raise AttributeError(f"{package} has no {name!r}; it has {', '.join(sorted(homes))}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return get, lambda: sorted(homes)
