"""The mistakes people make, read from `check/mistakes/<exercise>.md`: text that a teacher can edit.

A file holds one right solution, and below it the mistakes. Each is an edit of that solution:

    ## logarithm to base 10                                     its name
    takes the logarithm to base 10                              what it does
    UCB1 uses the natural logarithm. Which function is that?    the hint
    - log(parent_visits)                                        what is taken out
    + log10(parent_visits)                                      what is put in

Taken out are whole lines, or a part of one line; they must stand in the solution exactly once.
New lines are indented like the first one that they replace. A mistake that no edit can show
brings a whole function in a block of code instead; there, `right` is the right solution.
`Include: search_depth.md` files the mistakes of another file at this place.
"""

import difflib
import linecache
import math
import random
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lib.game import CHANCE, MAX, MIN

FOLDER = Path(__file__).parent / "mistakes"
BLOCK = re.compile(r"```python\n(.*?)```\n", re.DOTALL)
KNOWN = {  # names that an edit may use although the right solution does not import them
    **{name: value for name, value in vars(math).items() if not name.startswith("_")},
    **{"math": math, "random": random, "MAX": MAX, "MIN": MIN, "CHANCE": CHANCE},
}


class UnfitMistake(ValueError):
    """A mistake whose text cannot be understood or does not fit; says in which file and line."""


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

    @property
    def difference(self) -> str:
        """The lines that the mistake takes out and puts in, as a diff."""
        lines = difflib.unified_diff(self.right.splitlines(), self.source.splitlines(), n=1)
        return "\n".join(list(lines)[3:])


@cache
def catalogue(exercise: str) -> tuple[Misconception, ...]:
    """All misconceptions of an exercise, in the order of its file."""
    if not (FOLDER / f"{exercise}.md").exists():  # until all of them are text
        return _filed(exercise)
    right = right_source(exercise)
    entries = [entry.made(exercise, right) for entry in _entries(FOLDER / f"{exercise}.md")]
    names = [entry.name for entry in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise UnfitMistake(f"{exercise}.md has two mistakes called {twice!r}")
    return tuple(entries)


def _filed(exercise: str) -> tuple[Misconception, ...]:
    """The misconceptions that are still classes."""
    import check
    from check.misconception import FILED

    getattr(check, exercise)  # loads the module that files them
    return tuple(FILED.get(exercise, ()))


@cache
def right_source(exercise: str) -> str:
    """The right solution that the file of an exercise begins with."""
    path = FOLDER / f"{exercise}.md"
    found = BLOCK.search(path.read_text("utf-8").partition("\n## ")[0])
    if not found:
        raise UnfitMistake(f"{path.name} does not begin with a right solution in a block of code")
    return found[1]


@cache
def right_solution(exercise: str) -> Callable:
    """The right solution of an exercise as a function."""
    return function_from(right_source(exercise), exercise, f"{exercise}.md")


def function_from(source: str, name: str, origin: str, **known) -> Callable:
    """The function `name` that a source defines; `origin` names the place in error messages."""
    filename = f"check/mistakes/{origin}"
    linecache.cache[filename] = len(source), None, source.splitlines(keepends=True), filename
    names = {**KNOWN, **known, "__name__": filename}
    exec(compile(source, filename, "exec"), names)
    return names[name]


@dataclass(frozen=True)
class _Entry:
    """The text of one mistake, and where it stands."""

    file: str
    line: int
    name: str
    text: str

    def made(self, exercise: str, right: str) -> Misconception:
        """The misconception: the right solution with this edit, or the whole function."""
        words, source = self._read(right)
        if len(words) != 2:
            raise self._trouble(f"needs a line that says what it does, and a hint: {words}")
        known = {"right": right_solution(exercise)}
        try:
            wrong = function_from(source, exercise, f"{self.file}: {self.name}", **known)
        except (SyntaxError, NameError, KeyError) as error:
            raise self._trouble(f"is no function {exercise}: {error!r}") from None
        return Misconception(self.name, exercise, wrong, *words, source, right)

    def _read(self, right: str) -> tuple[list[str], str]:
        """The sentences, and the source of the wrong solution."""
        block = BLOCK.search(self.text)
        if block:
            return _paragraphs(self.text[: block.start()]), block[1]
        edits = re.search(r"^[-+]( |$)", self.text, re.MULTILINE)
        if not edits:
            raise self._trouble("has neither an edit nor a block of code")
        source = right
        for out, put in _hunks(self.text[edits.start() :]):
            source = self._edited(source, out, put)
        return _paragraphs(self.text[: edits.start()]), source

    def _edited(self, source: str, out: list[str], put: list[str]) -> str:
        """The source with one edit; an error if it does not fit exactly once."""
        old, lines = _plain(out), source.splitlines()
        places = [
            i for i in range(len(lines) - len(out) + 1) if _plain(lines[i : i + len(out)]) == old
        ]
        if out and len(places) == 1:
            start = places[0]
            indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
            new = textwrap.indent(textwrap.dedent("\n".join(put)), indent).splitlines()
            return "\n".join([*lines[:start], *new, *lines[start + len(out) :]]) + "\n"
        count = len(places) or (source.count(out[0]) if len(out) == 1 else 0)
        what = "\n".join(out)
        if count != 1:
            often = "does not stand" if count == 0 else f"stands {count} times"
            raise self._trouble(f"{often} in the right solution: {what!r}")
        if len(put) > 1:
            raise self._trouble(f"replaces a part of a line by {len(put)} lines: {what!r}")
        return source.replace(out[0], put[0] if put else "")

    def _trouble(self, sentence: str) -> UnfitMistake:
        return UnfitMistake(f"{self.file}, line {self.line}: {self.name!r} {sentence}")


def _entries(path: Path) -> Iterator[_Entry]:
    """The mistakes of a file in their order, those of included files in between."""
    number, heading, text = 0, None, []
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), "## "], start=1):
        included = re.fullmatch(r"Include: (\S+)", line)
        if (line.startswith("## ") or included) and heading:
            yield _Entry(path.name, heading[0], heading[1], "\n".join(text) + "\n")
            heading = None
        if included:
            yield from _entries(path.parent / included[1])
        elif line.startswith("## "):
            heading, text = (number, line[3:].strip()), []
        else:
            text.append(line)


def _hunks(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """(lines taken out, lines put in) for each edit of a mistake."""
    out, put = [], []
    for line in text.splitlines():
        if line.startswith("-"):
            if put:
                yield out, put
                out, put = [], []
            out.append(line[2:])
        elif line.startswith("+"):
            put.append(line[2:])
    yield out, put


def _paragraphs(text: str) -> list[str]:
    """The sentences of a mistake: what it does, and the hint, a line each."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def _plain(lines: list[str]) -> list[str]:
    """The lines without the indentation that all of them share."""
    return textwrap.dedent("\n".join(lines)).splitlines()
