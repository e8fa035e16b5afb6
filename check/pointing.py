"""Where in the learner's code a mistake stands: the line that has what its edit puts in.

Names that somebody chooses differ from learner to learner. So two lines are compared word by
word, and all such names are one word; what is called, asked for after a dot or built in keeps its
name. Words that the edit changes count most.
"""

import builtins
import difflib
import inspect
import keyword
import re
import textwrap
from collections.abc import Iterator

from check.catalogue import Misconception

_AROUND = 3  # lines of code shown before and after the one that a mistake points to
_HELPERS = 8  # functions of the learner's that are read, with the one handed in
_CHANGED = 3  # how much more a word counts that the edit changes
_SMALL = 0.2  # how much a sign of punctuation or a chosen name counts
_SAYS_SOMETHING = 1.5  # the least that the words of a line must count
_NEW = 4  # the same for a line that takes the place of none
_IS_THERE = 0.75  # share of its words that a line of the learner's must have
_CLEARLY = 0.02  # so much larger than the share of the words that were taken out
_FAMILIAR = {*keyword.kwlist, *dir(builtins), "rng", "random", "math", "Node", "inf"}
_FAMILIAR |= {"MAX", "MIN", "CHANCE"}


def source_of(fn) -> list[str]:
    """The lines of the function and of the learner's own that it uses; none if nobody knows."""
    lines: dict = {}
    waiting = [fn]
    while waiting and len(lines) < _HELPERS:
        one = waiting.pop(0)
        if one in lines:
            continue
        try:
            lines[one] = textwrap.dedent(inspect.getsource(one)).splitlines()
        except (OSError, TypeError, SyntaxError):
            return []
        if inspect.isfunction(one):
            waiting += _helpers(one)
    return [line for found in lines.values() for line in found]


def _helpers(function) -> Iterator:
    """The functions of the same file that it names, and the methods of the classes."""
    codes = [function.__code__]
    for code in codes:
        codes += filter(inspect.iscode, code.co_consts)
        for name in code.co_names:
            named = function.__globals__.get(name)
            own = vars(named).values() if inspect.isclass(named) else [named]
            for helper in filter(inspect.isfunction, own):
                if helper.__code__.co_filename == function.__code__.co_filename:
                    yield helper


def lines_of(fn, mistake: Misconception) -> Iterator[tuple[str, bool]]:
    """The learner's lines around the one that has what the mistake puts in, if any."""
    source = source_of(fn)
    edits = [*_edits(mistake)]
    found = [(_worth(line, one), i) for i, line in enumerate(source) for one in edits]
    worth, here = max(found, key=lambda pair: (pair[0], -pair[1]), default=(0.0, 0))
    if worth <= 0:
        return
    for i in range(max(0, here - _AROUND), min(len(source), here + 2)):
        yield source[i], i == here


def _edits(mistake) -> Iterator[tuple[list[str], list[str]]]:
    """(words of a line that is put in, of the line that it takes the place of)."""
    old, new = mistake.right.splitlines(), mistake.source.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind in ("replace", "insert"):
            before = [_words(line) for line in old[start:end]]
            for line in map(_words, new[first:last]):
                yield line, max(before, key=lambda other: _alike(other, line), default=[])


def _worth(line, change) -> float:
    """How clearly the line has what is put in and not what is taken out; 0: it has not."""
    (new, old), words = change, _words(line)
    is_new = _alike(old, new) < 0.5 and words != new
    if not words or words[0] == "def" or _weight(new) < (_NEW if is_new else _SAYS_SOMETHING):
        return 0.0
    has, had = _share(new, words, old), _share(old, words, new)
    if has < _IS_THERE or has <= had + _CLEARLY:
        return 0.0
    longer = max(0, len(words) - len(new))
    return (has - had / 2) * len(new) / (len(new) + longer / 10)


def _share(part, whole, other) -> float:
    """Of the words of a part, how many stand in the whole, in order; changed ones count more."""
    if not part:
        return 0.0
    same, there = _common(other, part), _common(whole, part)
    weights = [_weight([word]) * (1 if i in same else _CHANGED) for i, word in enumerate(part)]
    return sum(weights[i] for i in there) / sum(weights)


def _common(one, other) -> set[int]:
    """The places in the other list of the words that both have, in this order."""
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return {block.b + i for block in blocks for i in range(block.size)}


def _alike(one, other) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _weight(words) -> float:
    """How much these words say: signs of punctuation and chosen names little."""
    return sum(_SMALL if word in "_()[],:.=" else 1.0 for word in words)


def _words(line: str) -> list[str]:
    """The words and signs of a line, with one word for all names that somebody chose."""
    found = re.findall(r"\w+|\*\*|//|[<>=!]=|[^\w\s]", line.partition("#")[0])
    around = zip(["", *found], found, [*found[1:], ""], strict=False)
    return ["_" if _is_chosen(*place) else word for place in around for word in place[1:2]]


def _is_chosen(before, word, after) -> bool:
    """Whether somebody chose this word, between its neighbors, as the name of a value."""
    is_name = word.isidentifier() and word not in _FAMILIAR
    return is_name and before != "." and after != "("
