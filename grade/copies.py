"""Who shares code with whom: by runs of tokens, whatever the names and the order are.

A program becomes the set of its runs of eight tokens; names that are not Python's own, numbers and
texts count as one each. What the problem set gives to everybody, and what many students have, says
nothing. Two programs are alike if most of the smaller one's runs stand in the other one, too.
"""

import builtins
import io
import keyword
import tokenize
from collections import Counter
from collections.abc import Iterable, Mapping

RUN = 8  # tokens
FEWEST = 60  # runs: a shorter program is the same by accident
ALIKE = 0.75  # of the smaller one's runs
COMMON = 0.3  # of the class: what so many have is no sign
SMALL_CLASS = 8  # where nothing can be called common
OURS = "our solution"
PLAIN = {*keyword.kwlist, *dir(builtins)}


def runs(code: str) -> frozenset[int]:
    """The runs of tokens of a program, as numbers; those before an error where it has one."""
    words = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            words += _word(token)
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return frozenset(hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1))


def _word(token) -> list[str]:
    """The token without what is easily changed: names, numbers, texts, layout."""
    if token.type == tokenize.NAME:
        return [token.string if token.string in PLAIN else "name"]
    if token.type in (tokenize.NUMBER, tokenize.STRING):
        return [tokenize.tok_name[token.type]]
    return [token.string] if token.type == tokenize.OP else []


def groups(programs: Mapping[str, str], given: str = "", ours: str = "") -> list[list[str]]:
    """The students whose programs are alike, each group once; OURS stands for our solution."""
    known = runs(given)
    found = {who: runs(code) - known for who, code in programs.items()}
    if len(found) >= SMALL_CLASS:
        counts = Counter(run for some in found.values() for run in some)
        usual = {run for run, count in counts.items() if count > COMMON * len(found)}
        found = {who: some - usual for who, some in found.items()}
    if ours:
        found[OURS] = runs(ours) - known
    found = {who: some for who, some in found.items() if len(some) >= FEWEST}
    return _joined(found, _pairs(found))


def _pairs(found) -> Iterable[tuple[str, str]]:
    """Two who are alike; only those who share a run are compared."""
    owners: dict[int, list[str]] = {}
    for who, some in found.items():
        for run in some:
            owners.setdefault(run, []).append(who)
    shared = Counter()
    for some in owners.values():
        shared.update((a, b) for i, a in enumerate(some) for b in some[i + 1 :])
    for (a, b), count in shared.items():
        if count >= ALIKE * min(len(found[a]), len(found[b])):
            yield a, b


def _joined(found, pairs) -> list[list[str]]:
    """Everybody who is alike somebody of the group."""
    leader = {who: who for who in found}

    def first(who):
        while leader[who] != who:
            who = leader[who]
        return who

    for a, b in pairs:
        leader[first(a)] = first(b)
    together: dict[str, list[str]] = {}
    for who in found:
        together.setdefault(first(who), []).append(who)
    return sorted(sorted(group) for group in together.values() if len(group) > 1)
