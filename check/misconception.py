"""Misconceptions: small wrong implementations, each with a name, an explanation and a hint."""

from collections.abc import Callable
from dataclasses import dataclass

_CATALOGUE: dict[str, list["Misconception"]] = {}


@dataclass(frozen=True)
class Misconception:
    """A mistake people make; `explanation` goes on from "It agrees with a solution that ..."."""

    name: str
    exercise: str
    wrong: Callable
    explanation: str
    hint: str


def misconception(exercise: str, name: str, explanation: str, hint: str):
    """A decorator that files a wrong function, or a class whose instances are one."""

    def file(wrong):
        call = wrong() if isinstance(wrong, type) else wrong
        entry = Misconception(name, exercise, call, explanation, hint)
        entries = _CATALOGUE.setdefault(exercise, [])
        if any(other.name == name for other in entries):
            raise ValueError(f"{exercise} already has a misconception called {name!r}")
        entries.append(entry)
        return wrong

    return file


def catalogue(exercise: str) -> tuple[Misconception, ...]:
    """All misconceptions of an exercise, in the order of filing."""
    import check

    getattr(check, exercise)  # loads the module that files them; names an unknown exercise
    return tuple(_CATALOGUE.get(exercise, ()))
