"""The check of parse_log: reading what an MCTS player of Root wrote about its choices.

An entry has six fields, in this order:

    actions          the names of the children, in their order
    weights          the logged UCB1 of each child, numbers
    pairs            (score, tries) of each child
    parent           (score, tries) of the node itself, the last pair
    best_action_sim  the action chosen inside the search
    best_action      the action chosen to be played

A parser returns a list of entries. An entry may be an object with these attributes, a dict with
these keys, or a tuple in this order; a log with one entry may also give the bare entry. Lists
and tuples are the same here. Damaged text must raise a ValueError.
"""

import re
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import same_number, simple
from check.report import Report
from check.runner import Case
from check.trees import plural
from lib.logs import LOGS
from lib.logs import parse_log as reference

_FIELDS = ("actions", "weights", "pairs", "parent", "best_action_sim", "best_action")
_REFUSED = "a ValueError"


def parse_log(fn, seed: int = 0) -> Report:
    """Checks `parse_log(text) -> list of entries`: the fields are in this module's docstring."""
    return examine(PARSE_LOG, fn, seed)


def _cases(seed):
    rng = Random(f"logs {seed}")
    cases = [_case(_log([_entry(rng, names=_PLAIN)]), "one entry on four lines")]
    cases += [_case(_log([_entry(rng) for _ in range(n)]), "several entries") for n in (2, 3)]
    cases += [_case(_log([_entry(rng)], wide=True), "lists over several lines") for _ in range(2)]
    cases += [_case(_log([_entry(rng, names=_ODD)]), "commas in names") for _ in range(2)]
    cases += [_case(_log([_entry(rng, low=-90, high=-1)]), "negative scores")]
    cases += [_case(_log([_entry(rng, decimals=2)]), "decimal scores") for _ in range(2)]
    cases += [_case(_log([_entry(rng)], mark=True), "the node's own pair marked") for _ in range(2)]
    cases += [_case(_log([_entry(rng, own=True)]), "a node with tries of its own")]
    for name in ("one_depth_mcts", "normal_mcts"):
        cases.append(_case((LOGS / f"{name}.log").read_text(encoding="utf-8"), f"the log {name}"))
    return cases + list(_damaged(rng))


_PLAIN = ("BUILD", "MOVE", "BATTLE", "RECRUIT", "CRAFT")
_ODD = ("Sappers (BIRD) to MOVE", "Ambush, then MOVE", "2, 3 or 4 warriors", "pass")


def _entry(rng, names=_PLAIN, low=-20, high=20, decimals=0, own=False):
    """One made-up choice: (names, weights, pairs, parent, chosen inside, chosen to be played)."""
    names = rng.sample(names, rng.randint(2, len(names)))
    pairs = [(_score(rng, low, high, decimals), rng.randint(1, 12)) for _ in names]
    parent = (round(sum(score for score, _ in pairs), 2), sum(tries for _, tries in pairs))
    if own:  # the first try of a node is none of its children's
        parent = (parent[0] + rng.randint(1, 9), parent[1] + 1)
    weights = [round(rng.uniform(-20, 20), 3) for _ in names]
    first, second = rng.sample(names, 2)
    return names, weights, pairs, parent, first, second


def _score(rng, low, high, decimals):
    return round(rng.uniform(low, high), decimals) if decimals else rng.randint(low, high)


def _log(entries, wide=False, mark=False):
    """The entries as such a player writes them."""
    return "\n".join(_text(*entry, wide, mark) for entry in entries) + "\n"


def _text(names, weights, pairs, parent, first, second, wide, mark):
    own = f"'<{parent[0]}, {parent[1]}>'" + (" => self" if mark else "")
    quoted = [*(f"'<{score}, {tries}>'" for score, tries in pairs), own]
    return "\n".join(
        [
            f"INFO:child actions {len(names)} {_list([repr(name) for name in names], wide)}",
            f"INFO:choices_weights {_list([repr(weight) for weight in weights], wide)}",
            f"INFO:params <score, tries> {_list(quoted, wide)}",
            f"INFO:best_action_sim {first}, best_action {second}",
        ]
    )


def _list(items, wide):
    if wide:
        return "\n    [\n        " + ", \n        ".join(items) + "\n    ]"
    return f"[{', '.join(items)}]"


def _damaged(rng):
    """Texts that are no logs any more, each with one kind of damage."""
    names, weights, pairs, parent, *_ = entry = _entry(rng)
    text = _log([entry])
    lines = text.splitlines()
    yield _case("", "damaged: empty")
    yield _case("\n".join(lines[:3]) + "\n", "damaged: the last part is missing")
    yield _case("\n".join([lines[0], *lines[2:]]) + "\n", "damaged: no weights")
    yield _case(_log([(names, weights[1:], *entry[2:])]), "damaged: one weight too few")
    yield _case(_log([(names, weights, pairs[1:], *entry[3:])]), "damaged: one pair too few")
    broken = text.replace(f"{parent[1]}>'", "many>'")
    yield _case(broken, "damaged: tries that are no number")
    more = text.replace(f"actions {len(names)}", f"actions {len(names) + 1}")
    yield _case(more, "damaged: a wrong number of actions")


def _case(text, group):
    damaged = group.startswith("damaged")
    label = f"the log ({group})\n{text.strip()}\n" if len(text) < 700 else group
    return Case(
        (text,),
        label,
        "damaged logs" if damaged else group,
        answer=lambda value, args: _as_entries(value),
        raises=ValueError if damaged else None,
    )


def _as_entries(value):
    """The entries as tuples of six fields, whatever form the parser gave them."""
    if type(value) is str:
        return f"the text {value!r}"  # whatever it says, it is no error that was raised
    single = _as_entry(value)
    if single is not None:
        return [_in_tuples(single)]
    if type(value) not in (list, tuple):
        value = list(value) if hasattr(value, "__next__") else value
    if type(value) in (list, tuple):
        entries = [_as_entry(entry) for entry in value]
        return list(map(_in_tuples, entries)) if None not in entries else value
    return value


def _in_tuples(value):
    """The same with tuples for lists: which of the two a parser uses is its own business."""
    return tuple(map(_in_tuples, value)) if type(value) in (list, tuple) else value


def _as_entry(value):
    """The six fields of an entry, or None if this is none."""
    value = simple(value)
    if type(value) is dict and set(_FIELDS) <= set(value):
        return tuple(value[field] for field in _FIELDS)
    if type(value) in (list, tuple) and len(value) == len(_FIELDS):
        is_entry = type(value[0]) in (list, tuple) and all(type(name) is str for name in value[0])
        return tuple(value) if is_entry else None
    if all(hasattr(value, field) for field in _FIELDS):
        return tuple(getattr(value, field) for field in _FIELDS)
    return None


def _expected(case):
    try:
        return _as_entries(reference(case.args[0]))
    except ValueError:
        return _REFUSED


def _same(expected, got, case) -> bool:
    if expected == _REFUSED or got == _REFUSED:
        return expected == got
    return _alike(expected, got)


def _alike(expected, got) -> bool:
    """The same texts and numbers, in lists or in tuples."""
    if type(expected) in (list, tuple):
        inner = type(got) in (list, tuple) and len(got) == len(expected)
        return inner and all(map(_alike, expected, got))
    if type(expected) is str:
        return type(got) is str and got == expected
    return same_number(expected, got)


def _contrast(expected, got):
    """What differs: how many entries there are, or one field of one entry."""
    lists = type(expected) is list is type(got)
    if not lists or len(expected) != len(got):
        return _count(expected), _count(got)
    for number, (right, entry) in enumerate(zip(expected, got, strict=True), start=1):
        for field, a, b in zip(_FIELDS, right, entry, strict=False):
            if not _alike(a, b):
                return f"{field} of entry {number}: {a!r}"[:150], f"{b!r}"[:100]
    return _say(expected), _say(got)


def _count(answer) -> str:
    """How many entries these are, or what it is instead."""
    return plural(len(answer), "entry", "entries") if type(answer) is list else f"{answer}"[:100]


def _say(answer):
    """The first entry in words, or what came instead."""
    if type(answer) is list and answer and type(answer[0]) is tuple:
        pairs = (f"{field} {value!r}" for field, value in zip(_FIELDS, answer[0], strict=True))
        more = f"; {len(answer) - 1} more" if len(answer) > 1 else ""
        return "; ".join(pairs) + more
    return answer if type(answer) is str else repr(answer)  # texts say themselves what they are


def _single_entries(case):
    """The same question on each entry of the log alone."""
    starts = [match.start() for match in re.finditer("INFO:child actions", case.args[0])]
    if len(starts) > 1 and case.raises is None:
        for start, end in zip(starts, [*starts[1:], None], strict=True):
            yield _case(case.args[0][start:end], case.group)


PARSE_LOG = Exercise(
    "parse_log",
    "parse_log(text) -> list of entries (actions, weights, pairs, parent, "
    "best_action_sim, best_action)",
    _cases,
    _expected,
    _same,
    _single_entries,
    _say,
    contrast=_contrast,
    easy=("damaged logs",),
)
