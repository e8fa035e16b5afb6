"""Misconceptions that are still classes; `check.catalogue` has those that are text."""

from check.catalogue import Misconception

FILED: dict[str, list[Misconception]] = {}


def misconception(exercise: str, name: str, explanation: str, hint: str):
    """A decorator that files a wrong function, or a class whose instances are one."""

    def file(wrong):
        call = wrong() if isinstance(wrong, type) else wrong
        entry = Misconception(name, exercise, call, explanation, hint)
        entries = FILED.setdefault(exercise, [])
        if any(other.name == name for other in entries):
            raise ValueError(f"{exercise} already has a misconception called {name!r}")
        entries.append(entry)
        return wrong

    return file
