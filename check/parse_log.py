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
and tuples are the same here. Damaged text must raise a ValueError. Nobody asks about a text with
nothing in it: a log without choices and a damaged log look the same there.
"""

import re
from dataclasses import replace
from random import Random

from check.examine import examine
from check.exercise import Exercise, Sign
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
    cases += [_case(_log([_entry(rng, names=_ODD[1:3])]), "commas in names")]
    cases += [_case(_log([_entry(rng, names=_BRACKETS)]), "brackets in names") for _ in range(2)]
    cases += [_case(_log([_entry(rng, low=-90, high=-1)]), "negative scores")]
    cases += [_case(_log([_entry(rng, decimals=2)]), "decimal scores") for _ in range(2)]
    cases += [_case(_log([_entry(rng)], mark=True), "the node's own pair marked") for _ in range(2)]
    cases += [_case(_log([_entry(rng, own=True)]), "a node with tries of its own")]
    for name in ("one_depth_mcts", "normal_mcts"):
        cases.append(_case((LOGS / f"{name}.log").read_text(encoding="utf-8"), f"the log {name}"))
    return cases + list(_damaged(rng))


_NO_LOG = "three cats, two dogs\n"
_PLAIN = ("BUILD", "MOVE", "BATTLE", "RECRUIT", "CRAFT")
_BRACKETS = ("Sappers [BIRD]", "Move [to 3]", "BUILD")
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
    yield _case(_NO_LOG, "damaged: no log at all")
    yield _case("\n".join(lines[:3]) + "\n", "damaged: the last part is missing")
    yield _case("\n".join([lines[0], *lines[2:]]) + "\n", "damaged: no weights")
    yield _case(_log([(names, weights[1:], *entry[2:])]), "damaged: one weight too few")
    yield _case(_log([(names, weights, pairs[1:], *entry[3:])]), "damaged: one pair too few")
    broken = text.replace(f"{parent[1]}>'", "many>'")
    yield _case(broken, "damaged: tries that are no number")
    more = text.replace(f"actions {len(names)}", f"actions {len(names) + 1}")
    yield _case(more, "damaged: a wrong number of actions")
    cut, other = "".join(f"{line}\n" for line in (lines[0], *lines[2:])), _log([_entry(rng)])
    yield _case(text + cut, "damaged: no weights in the second entry")
    early = "".join(f"{line}\n" for line in lines[:3])
    yield _case(early + other, "damaged: a part of the first entry is missing")
    yield _case(_unquoted(text), "damaged: a name without its second quote")


def _unquoted(text):
    """The log without the quote at the end of its first name."""
    return text.replace("', ", ", ", 1)


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


_EVERYWHERE = "one several lists commas negative decimal the a"  # first words of groups
_SPACED = ("Build a roost", "Move on", "Battle (BIRD)", "pass")


def _signs(seed) -> list[Sign]:
    """What shows a mistake whatever else a parser does: two logs that differ in one thing."""
    rng = Random(f"signs of logs {seed}")
    entry = _entry(rng)
    names, weights, pairs, *_ = entry
    spaced = _entry(rng, names=_SPACED)
    commas = [name.replace(" ", ", ") for name in spaced[0]]
    last = [name.replace(" ", "") for name in spaced[0][-2:]]
    odd = ([*commas[:-2], *last], *spaced[1:4], *last)
    even = ([*spaced[0][:-2], *last], *spaced[1:4], *last)
    tenths = [(score + 0.25, tries) for score, tries in pairs]
    below = [(-abs(score) - 1, tries) for score, tries in pairs]
    other = _entry(rng)
    lines = _log([entry]).splitlines(keepends=True)
    two, cut = _log([entry, other]), "".join([lines[0], *lines[2:]])
    more = _log([entry]).replace(f"actions {len(names)}", f"actions {len(names) + 1}")
    fewer = _log([(names, weights[1:], *entry[2:])])
    plain, wide = _log([entry]), _log([entry], wide=True)
    short = _log([(names, weights, pairs[1:], *entry[3:])])
    inside = [f"{name} [{number}]" for number, name in enumerate(names)]
    square = _log([(inside, *entry[1:4], *inside[:2])])

    def first(test):
        """Whether the first entry that came back passes the test."""
        return lambda answer, text: _holds(answer, text) and test(answer.value[0])

    table = [
        ("splits names at commas", "commas", [(_log([even]), _is_read), (_log([odd]), _is_not)]),
        (
            "whole scores only",
            "decimal the",
            [(plain, _is_read), (_log([_with(entry, tenths)]), _is_not)],
        ),
        ("one line for each list", "lists", [(plain, _is_read), (wide, _is_not)]),
        (
            "drops the minus sign",
            _EVERYWHERE,
            [
                (
                    _log([_with(entry, below)]),
                    first(lambda e: e[2] == tuple((-s, n) for s, n in below)),
                )
            ],
        ),
        (
            "the node is a child",
            _EVERYWHERE,
            [(plain, first(lambda e: len(e) == len(_FIELDS) and len(e[2]) == len(pairs) + 1))],
        ),
        (
            "numbers stay text",
            _EVERYWHERE,
            [(plain, first(lambda e: any(type(weight) is str for weight in e[1])))],
        ),
        (
            "the node's pair is lost",
            _EVERYWHERE,
            [(plain, first(lambda e: len(e) == len(_FIELDS) - 1 or e[3] is None))],
        ),
        (
            "how many actions",
            _EVERYWHERE,
            [(plain, first(lambda e: e[0] == len(names)))],
        ),
        (
            "score and tries exchanged",
            _EVERYWHERE,
            [(plain, first(lambda e: e[2] == tuple((n, s) for s, n in pairs)))],
        ),
        (
            "the two choices exchanged",
            _EVERYWHERE,
            [(plain, first(lambda e: e[:-3:-1] == entry[4:]))],
        ),
        (
            "one choice is given twice",
            _EVERYWHERE,
            [(plain, first(lambda e: e[-2:] in ((entry[4],) * 2, (entry[5],) * 2)))],
        ),
        (
            "a list ends at the first closing bracket",
            "brackets",
            [(plain, _is_read), (square, _is_not), (square.replace("[0]", ""), _is_not)],
        ),
        (
            "the last entry is never added",
            _EVERYWHERE,
            [(two, lambda a, _: _is_read(a, plain)), (plain, _is_empty)],
        ),
        ("only the first entry", "several the", [(two, lambda a, _: _is_read(a, plain))]),
        ("only the last entry", "several the", [(two, lambda a, _: _is_read(a, _log([other])))]),
        (
            "damaged entries are left out",
            "damaged",
            [(plain + cut, lambda a, _: _is_read(a, plain)), (cut, _is_empty)],
        ),
        (
            "damaged entries beside whole ones are left out",
            "damaged",
            [
                (plain + cut, lambda a, _: _is_read(a, plain)),
                (cut + plain, lambda a, _: _is_read(a, plain)),
                (cut, _refuses),
            ],
        ),
        (
            "a part is kept from the entry before",
            "damaged",
            [(plain + cut, lambda a, _: _is_read(a, plain + plain)), (cut, _refuses)],
        ),
        (
            "a text without entries is accepted",
            "damaged",
            [(_NO_LOG, _is_empty), (cut, _refuses), (fewer, _refuses)],
        ),
        ("no count is compared", "damaged", [(more, _holds), (cut, _refuses)]),
        (
            "the weights are not counted",
            "damaged",
            [(fewer, _holds), (more, _refuses), (cut, _refuses), (short, _refuses)],
        ),
        (
            "the pairs are not counted",
            "damaged",
            [(short, _holds), (more, _refuses), (cut, _refuses), (fewer, _refuses)],
        ),
        (
            "another error than a ValueError",
            "damaged",
            [(plain, _is_read), (cut, _breaks), (_NO_LOG, _breaks)],
        ),
        (
            "another error than a ValueError",
            "damaged",
            [(plain, _is_read), (_unquoted(plain), _breaks)],
        ),
        ("None for damaged text", "damaged", [(cut, lambda a, _: a.ok and a.value is None)]),
        ("damage is passed over", "damaged", [(cut, lambda *told: not _refuses(*told))]),
    ]
    groups = dict.fromkeys(case.group for case in _cases(seed))
    return [
        Sign(
            mistake,
            tuple(group for group in groups if group.split()[0] in kinds.split()),
            [_sign_case(text, test) for text, test in tests],
        )
        for mistake, kinds, tests in table
    ]


def _with(entry, pairs):
    """The same entry with these pairs, and their sum for the node."""
    parent = (sum(score for score, _ in pairs), sum(tries for _, tries in pairs))
    return (*entry[:2], pairs, parent, *entry[4:])


def _sign_case(text, test) -> Case:
    """A log, and what its answer must be to show a mistake."""
    case = _case(text, "damaged")
    return replace(case, data=lambda answer: bool(test(answer, text)))


def _is_read(answer, text) -> bool:
    """Whether this answer holds what stands in the text."""
    return answer.ok and _alike(_as_entries(reference(text)), answer.value)


def _is_not(answer, text) -> bool:
    return not _is_read(answer, text)


def _holds(answer, text) -> bool:
    """Whether there is an entry, or something in its place."""
    return answer.ok and type(answer.value) is list and len(answer.value) > 0


def _is_empty(answer, text) -> bool:
    return answer.ok and answer.value == []


def _breaks(answer, text) -> bool:
    """Whether the answer is an error, but no ValueError."""
    return answer.kind == "error" and not answer.text.startswith("it raised ValueError")


def _refuses(answer, text) -> bool:
    return answer.kind == "error" or answer.value == _REFUSED


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
    signs=_signs,
)
