"""The transplant: out of whatever was handed in, take the student's own cells and nothing else.

Our cells (set-up, tests, points) are always the pristine ones; a set-up cell that was changed runs
as the student's own after ours. The student's cells are found by their grade_id, else by their
cell id, else by being new. They run in the order in which they stand, as they would from top to
bottom in Jupyter.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from grade.limits import MAX_CELLS, MAX_NOTEBOOK_BYTES, MAX_STEPS
from grade.messages import NOTEBOOK
from grade.problems import ProblemSet

_EXPORTED = re.compile(
    r"(?m)^# (?:In\[[ \d]*\]:|%%.*)$"
)  # where Jupyter begins a cell in a program


EMPTY = " (empty)"  # behind the name of a cell that the student left as it was


class Unreadable(Exception):
    """A file that is no notebook, with a sentence that says why."""


@dataclass(frozen=True)
class HandedIn:
    """One cell of a student's file."""

    is_code: bool
    source: str
    id: str | None = None
    grade_id: str | None = None
    points: float | None = None


@dataclass
class Submitted:
    """What will run, what was written in words, and what is worth telling."""

    cells: list[tuple[str, str]] = field(default_factory=list)  # (name, source), in order
    words: dict[str, str] = field(default_factory=dict)  # by grade_id
    own: dict[str, str] = field(default_factory=dict)  # the student's code by name
    notes: list[str] = field(default_factory=list)  # for the student
    flags: list[str] = field(default_factory=list)  # for the assistant
    copies: Counter = field(default_factory=Counter)  # of each cell so far


# --- reading -------------------------------------------------------------------------------


def read(data: bytes, name: str = "file.ipynb") -> list[HandedIn]:
    """The cells of a notebook (format 3 or 4) or a Python file; Unreadable says what is wrong."""
    if not data.strip():
        raise Unreadable(NOTEBOOK.EMPTY)
    if len(data) > MAX_NOTEBOOK_BYTES:
        data = without_outputs([_text(data).encode("utf-8", "replace")], MAX_NOTEBOOK_BYTES)
    text = _text(data).lstrip("\ufeff")
    if name.lower().endswith(".py") and not text.lstrip().startswith("{"):
        return [HandedIn(True, part) for part in _EXPORTED.split(text) if part.strip()]
    try:
        return _cells(json.loads(text))[:MAX_CELLS]
    except Exception:  # whatever else a student's file can bring about
        raise Unreadable(NOTEBOOK.NOT_JSON) from None


_DROPPED = (b"outputs", b"attachments", b"widgets")  # keys: pictures, long prints, saved states
_OUTSIDE = re.compile(rb'["\[\]{}:,]')  # what matters outside of a text
_INSIDE = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)  # a text up to its end, or ours
_NO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)


def without_outputs(chunks: Iterable[bytes], most: int) -> bytes:
    """A notebook without what stands behind the keys in _DROPPED; nothing is built from it.

    It comes piece by piece, as it need not fit into memory. Unreadable if more than `most` is left.
    """
    slim = _Slim(most)
    for chunk in chunks:
        slim.take(chunk)
    return b"".join(slim.kept)


class _Slim:
    """What is kept of a notebook so far, and where in it we are."""

    def __init__(self, most):
        self.kept, self.left, self.steps, self.rest = [], most, MAX_STEPS, b""
        self.depth, self.dropping, self.in_text = 0, None, False
        self.word, self.is_key = b"", False  # the last text, and whether a colon came after it

    def take(self, chunk: bytes) -> None:
        """Read on."""
        chunk, self.rest = self.rest + chunk, b""
        place = start = 0
        while place < len(chunk):
            if self.in_text:
                place = self._through_text(chunk, place)
                if self.rest:
                    chunk = chunk[:place]
                continue
            if self.dropping is not None:
                place = _NO_BRACKET.match(chunk, place).end()
                found = chunk[place : place + 1]
            else:
                match = _OUTSIDE.search(chunk, place)
                place, found = (match.start(), match[0]) if match else (len(chunk), b"")
            if self._step(found):
                if self.dropping is None:
                    start = place
                else:
                    self._keep(chunk[start : place + 1])
            place += 1
        if self.dropping is None:
            self._keep(chunk[start:])

    def _through_text(self, chunk, place):
        """The place behind the text, or the end; half of an escape waits for its other half."""
        end = _INSIDE.match(chunk, place).end()
        if len(self.word) < len(max(_DROPPED, key=len)) + 1:
            self.word += chunk[place : min(end, place + 20)]
        if chunk[end : end + 1] == b"\\":
            self.rest = chunk[end:]
            return end
        self.in_text = end == len(chunk)
        return end + 1

    def _step(self, found) -> bool:
        """One step over a sign outside of a text; whether dropping begins or ends with it."""
        self.steps -= 1
        if self.steps < 0:
            self._refuse()
        if found == b'"':
            self.in_text, self.word, self.is_key = True, b"", False
        elif found == b":":
            self.is_key = True
        elif found in (b"[", b"{"):
            begins = self.is_key and self.dropping is None and self.word in _DROPPED
            self.depth, self.is_key = self.depth + 1, False
            self.dropping = self.depth if begins else self.dropping
            return begins
        elif found in (b"]", b"}"):
            ends = self.dropping == self.depth
            self.depth, self.is_key = self.depth - 1, False
            self.dropping = None if ends else self.dropping
            return ends
        elif found == b",":
            self.is_key = False
        return False

    def _keep(self, piece):
        self.kept.append(piece)
        self.left -= len(piece)
        if self.left < 0:
            self._refuse()

    def _refuse(self):
        raise Unreadable(NOTEBOOK.TOO_LARGE.format(size=MAX_NOTEBOOK_BYTES / 1e6))


def _text(data):
    for encoding in ("utf-8-sig", "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "ascii"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    if b"\x00" in data:
        raise Unreadable(NOTEBOOK.BINARY)
    return data.decode("latin-1")


def _cells(notebook):
    if "worksheets" in notebook:  # format 3
        found = [_handed_in(c) for sheet in notebook["worksheets"] for c in sheet["cells"]]
    else:
        found = [_handed_in(cell) for cell in notebook["cells"]]
    return [cell for cell in found if cell.source.strip() or cell.id or cell.grade_id]


def _table(value):
    """The value if it is a table; some programs write an empty list for an empty table."""
    return value if isinstance(value, dict) else {}


def _handed_in(cell):
    mark = _table(_table(cell.get("metadata")).get("nbgrader"))
    source = cell.get("source", cell.get("input")) or ""
    source = "".join(map(str, source)) if isinstance(source, list) else str(source)
    points = mark.get("points")
    return HandedIn(
        cell.get("cell_type") == "code",
        source.encode("utf-8", "replace").decode(),
        _word(cell.get("id")),
        _word(mark.get("grade_id")),
        _number(points),
    )


def _number(value):
    """The points in a student's file: a number of ordinary size, or None."""
    return float(value) if type(value) in (int, float) and abs(value) < 1e9 else None


def _word(value):
    return value if type(value) is str and value else None


# --- grafting ------------------------------------------------------------------------------


def transplant(problem_set: ProblemSet, handed_in: list[HandedIn]) -> Submitted:
    """The pristine set-up, the solutions that were left empty, then the student's code in order.

    What was left empty runs first: an empty copy further down must not undo a solution.
    """
    result, above = Submitted(), None
    seen = {}
    for number, cell in enumerate(handed_in):
        ours = _match(problem_set, cell)
        if ours is not None:
            seen.setdefault(ours.name, []).append(cell)
            above = ours
        elif not cell.is_code and cell.source.strip():
            ours = _question_above(problem_set, above)
        _take(result, ours, cell, number)
    _tell_missing(result, problem_set, seen)
    first = [(cell.name, cell.source) for cell in problem_set.of_kind("setup")]
    for ours in problem_set.of_kind("solution"):
        if any(_same(ours.released, cell.source) for cell in seen.get(ours.name, [])):
            first.append((f"{ours.name}{EMPTY}", ours.released))
    result.cells[:0] = first
    return result


def answered(problem_set: ProblemSet, handed_in: list[HandedIn]) -> int:
    """How many questions a file answers: functions with a body, words, cells that were changed."""
    made = transplant(problem_set, handed_in)
    asked = re.findall(
        r"^def (\w+)", "\n".join(c.released for c in problem_set.of_kind("solution")), re.MULTILINE
    )
    code = "\n".join(made.own.values())
    written = sum(bool(re.search(rf"^[ \t]*def {name}\b", code, re.MULTILINE)) for name in asked)
    return written + len(made.words) + sum(name in made.own for name in _names(problem_set))


def _names(problem_set):
    return [cell.name for cell in problem_set.of_kind("solution")]


def _match(problem_set, cell):
    """Our cell of which this is the student's version, or None."""
    for ours in problem_set.cells:
        if cell.grade_id is not None and cell.grade_id == ours.grade_id:
            return ours
    for ours in problem_set.cells:
        if cell.id is not None and cell.id == ours.id:
            return ours
    return _by_words(problem_set).get(bare(cell.source)) if cell.source.strip() else None


@cache
def _by_words(problem_set):
    """Our cells by what stands in them."""
    return {bare(ours.released): ours for ours in reversed(problem_set.cells)}


def _question_above(problem_set, above):
    """The question in words that stands here; an answer may be in a cell of its own below it."""
    if above is None:
        return None
    place = problem_set.cells.index(above)
    near = [cell for cell in problem_set.cells[place : place + 2] if cell.kind == "words"]
    return near[0] if near else None


def bare(source: str) -> str:
    """The words of a cell, whatever is between them."""
    return " ".join(source.split())


def _same(a, b) -> bool:
    return bare(a) == bare(b)


def _take(result, ours, cell, number):
    kind = ours.kind if ours else ("extra" if cell.is_code else "text")
    if kind == "words":
        _take_words(result, ours, cell)
    elif kind in ("tests", "setup"):
        if not _same(ours.released, cell.source):
            result.flags.append(NOTEBOOK.CHANGED_FLAG.format(name=ours.name))
            told = NOTEBOOK.CHANGED if kind == "tests" else NOTEBOOK.CHANGED_SETUP
            result.notes.append(told.format(name=ours.name))
            if kind == "setup" and cell.is_code:  # with an import, perhaps, that the rest needs
                _take_code(result, ours, cell, number)
        if cell.points is not None and cell.points != ours.points:
            told = NOTEBOOK.POINTS_FLAG.format(name=ours.name, points=cell.points)
            result.flags.append(told)
    elif kind == "solution" or (kind in ("extra", "example") and cell.is_code):
        if ours and _same(ours.released, cell.source):
            return
        _take_code(result, ours, cell, number)


def _take_code(result, ours, cell, number):
    name = ours.name if ours else NOTEBOOK.OWN_CELL.format(number=number + 1)
    if ours and ours.kind == "setup":
        name = NOTEBOOK.YOURS.format(name=name)
    result.copies[name] += 1
    count = result.copies[name]
    if count == 2:
        result.notes.append(NOTEBOOK.TWICE.format(name=name))
    name = name if count == 1 else NOTEBOOK.COPY.format(name=name, number=count)
    result.cells.append((name, cell.source))
    result.own[name] = cell.source


def _take_words(result, ours, cell):
    if _same(ours.released, cell.source):
        return
    before = result.words.get(ours.name)
    result.words[ours.name] = f"{before}\n\n{cell.source}" if before else cell.source


def _tell_missing(result, problem_set, seen):
    gone = [c for c in problem_set.of_kind("solution", "tests") if c.name not in seen]
    if not gone:
        return
    if len(gone) == len(problem_set.of_kind("solution", "tests")):
        text = NOTEBOOK.NONE_OF_OURS
    else:
        text = NOTEBOOK.MISSING.format(names=", ".join(cell.name for cell in gone))
    result.notes.append(text)
