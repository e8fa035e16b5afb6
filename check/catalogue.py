"""The mistakes people make, read from `check/mistakes/<exercise>.md`: text that a teacher can edit.

A file holds one right solution, and below it the mistakes. Each is an edit of that solution:

    ## logarithm to base 10                                     its name
    takes the logarithm to base 10                              what it does
    UCB1 uses the natural logarithm. Which function is that?    the hint
    - log(parent_visits)                                        what is taken out
    + log10(parent_visits)                                      what is put in

Taken out are whole lines, or a part of one line; they must stand in the right solution exactly
once. New lines are indented like the first one that they replace. A mistake may have several
such edits, with an empty line between them where nothing is put in. Below a line `or` stands
another version of the same mistake, for example with another number.
A mistake that no edit can show brings a whole function in a block of code instead; there, `right`
is the right solution. `Include: search_depth.md` files the mistakes of another file at this place;
a mistake below with the name of an included one takes its place.

The copy of the course that students get has these files in one pack (`packed`): the checks read it,
a person does not at a glance. It keeps no secret from somebody who unpacks it on purpose.
"""

import base64
import difflib
import json
import linecache
import math
import random
import re
import textwrap
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

from check import EXERCISES, messages
from lib.game import CHANCE, MAX, MIN

FOLDER = Path(__file__).parent / "mistakes"
PACK = "packed.txt"  # stands for all files of the folder in a student's copy
_RIGHT = re.compile(r"```python\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
_KNOWN = {  # names that an edit may use although the right solution does not import them
    **{name: value for name, value in vars(math).items() if not name.startswith("_")},
    **{"math": math, "random": random, "MAX": MAX, "MIN": MIN, "CHANCE": CHANCE},
}


class UnfitMistake(ValueError):
    """A mistake whose text cannot be understood or does not fit; says in which file and line."""

    def __init__(self, file: str, line: int, sentence: str):
        super().__init__(f"check/mistakes/{file}, line {line}: {sentence}")


@dataclass(frozen=True)
class Misconception:
    """A mistake people make; `explanation` goes on from "It agrees with a solution that ..."."""

    name: str
    exercise: str
    wrong: Callable
    explanation: str
    hint: str
    source: str = ""  # of the wrong solution
    right: str = ""  # source of the right one
    edits: tuple[tuple[int, int, str], ...] = ()  # (start, end, new text) in the right one
    versions: tuple["Misconception", ...] = ()  # the same mistake with other numbers or words

    @property
    def difference(self) -> str:
        """The lines that the mistake takes out and puts in, as `diff` writes them."""
        lines = difflib.unified_diff(self.right.splitlines(), self.source.splitlines(), n=1)
        return "\n".join(list(lines)[3:])


@cache
def catalogue(exercise: str) -> tuple[Misconception, ...]:
    """All misconceptions of an exercise, in the order of its file."""
    return mistakes_in(FOLDER / f"{exercise}.md")


@cache
def suspects(exercise: str) -> tuple[Misconception, ...]:
    """All misconceptions of an exercise with all their versions."""
    return tuple(one for entry in catalogue(exercise) for one in (entry, *entry.versions))


_NUMBER = re.compile(r"(?<![\w.])(?:10 ?\*\* ?)?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.])")
_PAIRS = 300  # that are kept: there are hundreds of thousands
_NO_PARAMETERS = {"0", "1", "2", "0.0", "1.0", "2.0"}


def with_numbers(exercise: str, numbers: tuple[float, ...]) -> Iterator[Misconception]:
    """The mistakes of which the catalogue has versions with other numbers, with these numbers."""
    for entry in catalogue(exercise):
        shapes: dict[tuple, list[Misconception]] = {}
        for one in (entry, *entry.versions):
            shapes.setdefault(_without_numbers(one), []).append(one)
        for first, *others in shapes.values():
            made = [_with_number(first, number) for number in numbers if others and first.edits]
            yield from (one for one in made if one.source != first.source)


def _without_numbers(mistake: Misconception) -> tuple:
    """The edits with an empty place where a number is put in."""
    return tuple((start, end, _NUMBER.sub("", new)) for start, end, new in mistake.edits)


def _with_number(mistake: Misconception, number: float) -> Misconception:
    """The same mistake with this number wherever it puts one in."""

    def placed(match):
        return match[0] if match[0] in _NO_PARAMETERS else repr(number)

    edits = tuple((start, end, _NUMBER.sub(placed, new)) for start, end, new in mistake.edits)
    source = _changed(mistake.right, edits)
    origin = f"{mistake.exercise}.md: {mistake.name} ({number})"
    wrong = function_from(source, mistake.exercise, origin)
    return replace(mistake, wrong=wrong, source=source, edits=edits, versions=())


@lru_cache(maxsize=_PAIRS)
def both(one: Misconception, other: Misconception) -> Misconception | None:
    """Two mistakes at once; None where they cannot be joined.

    Where they change the same place, `other` is made in what `one` puts in.
    """
    if not (one.edits and other.edits) or one.name == other.name:
        return None
    if touch(one, other):
        source = _nested(one, other)
    else:
        source = _changed(one.right, (*one.edits, *other.edits))
    if source in (None, one.source, other.source):
        return None
    try:
        name = f"{one.name} and {other.name}"
        with warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            wrong = function_from(source, one.exercise, f"{one.exercise}.md: two mistakes")
    except Exception:  # two edits that make no program together
        return None
    return Misconception(name, one.exercise, wrong, one.explanation, one.hint, source, one.right)


@cache
def touch(one: Misconception, other: Misconception) -> bool:
    """Whether two mistakes change the same place of the right solution."""
    changes = sorted((*one.edits, *other.edits))
    return any(start < end for (_, end, _), (start, _, _) in pairwise(changes))


def _nested(one: Misconception, other: Misconception) -> str | None:
    """The source of `one` with the edits of `other`; None where their places are not clear."""
    source = one.source
    for edit in sorted(other.edits, reverse=True):
        start, end, new = _least(one.right, *edit)
        before = re.search(r"\w*$", one.right[:start])[0]
        after = re.match(r"\w*", one.right[end:])[0]
        old, new = before + one.right[start:end] + after, before + new + after
        found = [match.start() for match in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", source)]
        places = [at for at in found if _is_put_in(one, at)] if len(found) > 1 else found
        if not old.strip() or len(places) != 1:
            return None
        source = source[: places[0]] + new + source[places[0] + len(old) :]
    return source


def _is_put_in(mistake: Misconception, place: int) -> bool:
    """Whether the mistake has put in what stands at this place of its source."""
    shift = 0
    for start, end, new in sorted(mistake.edits):
        if start + shift <= place < start + shift + len(new):
            return True
        shift += len(new) - (end - start)
    return False


def _least(source: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    """The same edit without what it takes out and puts in again, at both of its ends."""
    while start < end and new and source[start] == new[0]:
        start, new = start + 1, new[1:]
    while start < end and new and source[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    return start, end, new


def _changed(source: str, changes) -> str:
    """The source with all these changes, which do not touch each other."""
    for start, end, new in sorted(changes, reverse=True):
        source = source[:start] + new + source[end:]
    return source


@cache
def right_source(exercise: str) -> str:
    """The right solution that the file of an exercise begins with."""
    return _right_in(FOLDER / f"{exercise}.md")


@cache
def right_solution(exercise: str) -> Callable:
    """The right solution of an exercise as a function."""
    return function_from(right_source(exercise), exercise, f"{exercise}.md")


def packed(texts: Mapping[str, str]) -> str:
    """Files by their names as one text that says nothing to a reader or to a search for words."""
    data = base64.b85encode(zlib.compress(json.dumps(dict(texts)).encode(), 9)).decode()
    return "\n".join(textwrap.wrap(data, 100)) + "\n"


@cache
def _unpacked(pack: Path) -> dict[str, str]:
    """The files in a pack; none where there is no pack."""
    if not pack.is_file():
        return {}
    return json.loads(zlib.decompress(base64.b85decode("".join(pack.read_text("utf-8").split()))))


def _text_of(path: Path) -> str | None:
    """The text of a file of mistakes, or out of the pack of a student's copy; else None."""
    if path.is_file():
        return path.read_text("utf-8")
    return _unpacked(path.parent / PACK).get(path.name)


def mistakes_in(path: Path) -> tuple[Misconception, ...]:
    """The misconceptions of a file; an UnfitMistake tells what is wrong with its text."""
    exercise, source = path.stem, _right_in(path)
    try:
        right = function_from(source, exercise, path.name)
    except Exception as error:
        sentence = f"The right solution is not a function {exercise}: {error!r}."
        raise UnfitMistake(path.name, 1, sentence) from None
    entries: dict[str, _Entry] = {}
    for entry in _entries(path):
        old = entries.get(entry.name)
        if old and (entry.file != path.name or old.file == path.name):
            sentence = f"There is another mistake called {entry.name!r} ({old.file}, {old.line})."
            raise UnfitMistake(entry.file, entry.line, sentence)
        entries[entry.name] = entry
    return tuple(entry.made(exercise, source, right) for entry in entries.values())


def function_from(source: str, name: str, origin: str, **known) -> Callable:
    """The function `name` that a source defines; `origin` names the place in error messages."""
    filename = f"check/mistakes/{origin}"
    linecache.cache[filename] = len(source), None, source.splitlines(keepends=True), filename
    names = {**_KNOWN, **known, "__name__": filename}
    exec(compile(source, filename, "exec"), names)
    return names[name]


def _right_in(path: Path) -> str:
    """The right solution that a file begins with."""
    found = _RIGHT.search((_text_of(path) or "").partition("\n## ")[0])
    if not found:
        sentence = "The file does not begin with a right solution in a block of code."
        raise UnfitMistake(path.name, 1, sentence)
    return found[1]


def _entries(path: Path, above: tuple[Path, ...] = ()) -> Iterator["_Entry"]:
    """The mistakes of a file in their order, those of included files in between."""
    entry, above = None, (*above, path)
    for number, line in enumerate((_text_of(path) or "").splitlines(), start=1):
        included = re.fullmatch(r"Include: (\S+)", line)
        if entry and (included or line.startswith("## ")):
            yield entry
            entry = None
        if line.startswith("## "):
            entry = _Entry(path.name, number, line[3:].strip(), [])
        elif included:
            other = path.parent / included[1]
            if other in above or _text_of(other) is None:
                problem = "includes itself" if other in above else "is not there"
                raise UnfitMistake(path.name, number, f"The file {included[1]} {problem}.")
            yield from _entries(other, above)
        elif entry:
            entry.lines.append((number, line))
    if entry:
        yield entry


@dataclass(frozen=True)
class _Entry:
    """The text of one mistake, and where it stands."""

    file: str
    line: int
    name: str
    lines: list[tuple[int, str]]  # number and text

    def made(self, exercise: str, source: str, right: Callable) -> Misconception:
        """The misconception: the right solution with this edit, or the whole function."""
        words = [line.strip() for _, line in self.lines[:2]]
        if len(words) < 2 or any(re.match("[-+] |```|$", word) for word in words):
            raise self._unfit(f"{self.name!r} needs a line that says what it does, and a hint.")
        first, *others = [
            self._version(exercise, source, right, words, *pair)
            for pair in enumerate(self._bodies())
        ]
        return replace(first, versions=tuple(others))

    def _bodies(self) -> list[list[tuple[int, str]]]:
        """The lines below the two sentences, one list for each version."""
        bodies: list[list[tuple[int, str]]] = [[]]
        for number, line in self.lines[2:]:
            if line.strip() == "or" and len(bodies[-1]) > 0:
                bodies.append([])
            elif line.strip():
                bodies[-1].append((number, line))
        if not all(bodies):
            raise self._unfit(f"{self.name!r} has neither an edit nor a block of code.")
        return bodies

    def _version(self, exercise, source, right, words, number, body) -> Misconception:
        """The misconception that this body describes."""
        origin = f"{exercise}.md: {self.name}" + (f" ({number + 1})" if number else "")
        is_block = body[0][1] == "```python"
        edits = () if is_block else tuple(self._edits(source, body))
        wrong_source = self._block() if is_block else _changed(source, edits)
        if wrong_source == source:
            raise self._unfit(f"{self.name!r} changes nothing.")
        try:
            wrong = function_from(wrong_source, exercise, origin, right=right)
        except Exception as error:
            raise self._unfit(f"{self.name!r} is not a function {exercise}: {error!r}.") from None
        return Misconception(self.name, exercise, wrong, *words, wrong_source, source, edits)

    def _block(self) -> str:
        """The code between the two fences."""
        lines = [line for _, line in self.lines]
        if "```" not in lines:
            raise self._unfit(f"The block of code of {self.name!r} does not end.")
        start, end = lines.index("```python") + 1, lines.index("```")
        for number, line in self.lines[end + 1 :]:
            if line.strip():
                raise self._unfit(f"{line.strip()!r} stands below the block of code.", number)
        return "\n".join(lines[start:end]) + "\n"

    def _edits(self, source: str, body) -> list[tuple[int, int, str]]:
        """All changes of the right solution; each must fit at exactly one place of it."""
        changes = sorted(self._change(source, *hunk) for hunk in self._hunks(body))
        for (_, end, _), (start, _, _) in pairwise(changes):
            if start < end:
                raise self._unfit(f"Two edits of {self.name!r} take out the same text.")
        return changes

    def _hunks(self, body) -> Iterator[tuple[int, list[str], list[str]]]:
        """(number of its first line, lines taken out, lines put in) for each edit."""
        first = last = body[0][0]
        out, put = [], []
        for number, line in body:
            sign, text = line[0], line[2:]
            if not re.match("[-+]( |$)", line):
                sentence = f"{line!r} is not part of an edit: lines begin with '- ' or '+ '."
                raise self._unfit(sentence, number)
            if number > last + 1 or (sign == "-" and put):
                yield first, out, put
                first, out, put = number, [], []
            if sign == "+" and not out:
                raise self._unfit("Lines are put in, but none is taken out before them.", number)
            (out if sign == "-" else put).append(text)
            last = number
        yield first, out, put

    def _change(self, source, number, out, put) -> tuple[int, int, str]:
        """(start, end, new text) of an edit: of whole lines, or of a part of one."""
        lines, places, at = source.splitlines(keepends=True), [], 0
        for i, line in enumerate(lines):
            taken = "".join(lines[i : i + len(out)])
            if _flush(taken) == _flush("\n".join(out)):
                new = textwrap.indent(_flush("\n".join(put)), re.match(" *", line)[0])
                places.append((at, at + len(taken), new + "\n" if put else ""))
            at += len(line)
        if not places and len(out) == 1:
            new = "\n".join(put)
            found = re.finditer(re.escape(out[0]), source)
            places = [(match.start(), match.end(), new) for match in found]
            if places and len(put) > 1:
                raise self._unfit("A part of a line cannot become several lines.", number)
        if len(places) != 1:
            count = f"stands {len(places)} times" if places else "does not stand"
            raise self._unfit(f"{'; '.join(out)!r} {count} in the right solution.", number)
        return places[0]

    def _unfit(self, sentence: str, number: int = 0) -> UnfitMistake:
        return UnfitMistake(self.file, number or self.line, sentence)


def _flush(text: str) -> str:
    """The lines without the indentation that all of them share."""
    return textwrap.dedent(text).rstrip("\n")


# --- hints -------------------------------------------------------------------------------------

HINTS = Path(__file__).parent / "hints"
_SOLUTION = 4


class Hint(str):
    """A hint that a notebook shows as text, without quotes."""

    def __repr__(self):
        return str(self)


def hint(exercise: str, level: int = 1) -> Hint:
    """Hint 1, 2 or 3 of an exercise; level 4 is a solution, but not in a student's copy."""
    if exercise not in EXERCISES:
        message = messages.NO_HINTS.format(exercise=exercise, names=", ".join(EXERCISES))
        raise ValueError(message)
    count = _SOLUTION - 1
    if level not in range(1, _SOLUTION + 1):
        message = messages.NO_LEVEL.format(count=count, solution=_SOLUTION, level=level)
        raise ValueError(message)
    items = hints_of(exercise)
    if level < _SOLUTION:
        return Hint(messages.HINT.format(level=level, count=count, text=items[level - 1]))
    if not (FOLDER / f"{exercise}.md").is_file():
        return Hint(messages.NO_SOLUTION_HERE.format(count=count))
    return Hint("\n# ".join([right_source(exercise), *items[count:]]))


def hints_of(exercise: str) -> list[str]:
    """The numbered items of a file of hints, without their numbers."""
    text = (HINTS / f"{exercise}.md").read_text("utf-8")
    return re.findall(r"^\d\. (.+)$", text, re.MULTILINE)
