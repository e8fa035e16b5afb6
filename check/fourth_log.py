"""The check of a log that the learner makes up: children between which C = 1 and C = 4 differ."""

from check import messages
from check.plaindata import is_number, simple
from check.report import Report
from lib.search.bandit import first_best, ucb1

_MOST_TRIES = 5
_CONSTANTS = (1, 4)


def fourth_log(children) -> Report:
    """Checks a list of `(score, tries)`: C = 1 and C = 4 choose differently, five tries in all."""
    children = simple(children)
    if children is None or children is ... or (type(children) in (list, tuple) and not children):
        return Report("fourth_log", "not attempted", 0.0, messages.LOG_WANTED)
    name, sentence = _fault(children) or ("", "")
    if name:
        return Report("fourth_log", "wrong", 0.0, sentence, names=(name,))
    chosen = _chosen(children)
    return Report("fourth_log", "right", 1.0, messages.LOG_RIGHT.format(chosen=_listed(chosen)))


def _fault(children) -> tuple[str, str] | None:
    """(name, sentence) of what is wrong, or None."""
    if not _are_pairs(children):
        return messages.LOG_NO_PAIRS
    tries = [n for _, n in children]
    counts = {"tries": sum(tries), "most": _MOST_TRIES}
    if any(n < 1 for n in tries):
        return _filled(messages.LOG_UNVISITED, **counts)
    if sum(tries) > _MOST_TRIES:
        return _filled(messages.LOG_TOO_MANY, **counts)
    if len(children) == 1:
        return messages.LOG_ONE_CHILD
    chosen = _chosen(children)
    if len(set(chosen.values())) > 1:
        return None
    equal = messages.LOG_EQUAL if len(set(tries)) == 1 else messages.LOG_SAME
    return _filled(equal, chosen=_listed(chosen), bounds=_bounds(children))


def _filled(message, **places):
    """The name, and the sentence with its places filled."""
    name, sentence = message
    return name, sentence.format(**places)


def _are_pairs(children) -> bool:
    """Whether this is a list of pairs: a finite score and a whole number of tries."""
    if type(children) not in (list, tuple):
        return False
    pairs = [simple(pair) for pair in children]
    return all(
        type(pair) in (tuple, list) and len(pair) == 2 and all(map(is_number, pair))
        for pair in pairs
    ) and all(pair[1] == int(pair[1]) for pair in pairs)


def _chosen(children) -> dict[int, int]:
    """The index of the child that each constant chooses."""
    tries = sum(n for _, n in children)
    return {c: first_best([ucb1(s, n, tries, c) for s, n in children]) for c in _CONSTANTS}


def _listed(chosen) -> str:
    return messages.LOG_AND.join(messages.LOG_CHOICE.format(c=c, i=i) for c, i in chosen.items())


def _bounds(children) -> str:
    """The bounds under each constant, in words."""
    tries = sum(n for _, n in children)
    parts = []
    for c in _CONSTANTS:
        bounds = ", ".join(f"{ucb1(s, n, tries, c):.2f}" for s, n in children)
        parts.append(messages.LOG_BOUNDS.format(c=c, bounds=bounds))
    return messages.LOG_AND.join(parts)
