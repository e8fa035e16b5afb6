"""The transplant: out of whatever was handed in, take the student's own cells and nothing else.

Our cells (set-up, tests, points) are always the pristine ones. The student's cells are found by
their grade_id, else by their cell id, else by being new. They run in the order in which they
stand, as they would from top to bottom in Jupyter.
"""

import json
import re
from dataclasses import dataclass, field

from grade.limits import MAX_CELLS, MAX_NOTEBOOK_BYTES
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


# --- reading -------------------------------------------------------------------------------


def read(data: bytes, name: str = "file.ipynb") -> list[HandedIn]:
    """The cells of a notebook (format 3 or 4) or a Python file; Unreadable says what is wrong."""
    if not data.strip():
        raise Unreadable(NOTEBOOK.EMPTY)
    text = _text(data).lstrip("\ufeff")
    if len(text) > MAX_NOTEBOOK_BYTES:
        text = without_outputs(text)  # pictures and long prints do not count
    if len(text) > MAX_NOTEBOOK_BYTES:
        raise Unreadable(NOTEBOOK.TOO_LARGE.format(size=MAX_NOTEBOOK_BYTES / 1e6))
    if name.lower().endswith(".py") and not text.lstrip().startswith("{"):
        return [HandedIn(True, part) for part in _EXPORTED.split(text) if part.strip()]
    try:
        return _cells(json.loads(text))[:MAX_CELLS]
    except Exception:  # whatever else a student's file can bring about
        raise Unreadable(NOTEBOOK.NOT_JSON) from None


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?\s*+:?|[\[\]{}]', re.DOTALL)  # a text may lack its end


def without_outputs(text: str) -> str:
    """The text of a notebook with the lists behind "outputs" emptied; nothing is built from it."""
    kept, start, depth, skipping, after_key = [], 0, 0, None, False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "[{":
            depth += 1
            if token == "[" and after_key and skipping is None:
                skipping = depth
                kept.append(text[start : match.end()])
        elif token in "]}":
            if skipping == depth:
                skipping, start = None, match.start()
            depth -= 1
        after_key = token.startswith('"outputs"') and token.endswith(":")
    return "".join([*kept, text[start:] if skipping is None else ""])


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
        return [_handed_in(c) for sheet in notebook["worksheets"] for c in sheet["cells"]]
    return [_handed_in(cell) for cell in notebook["cells"]]


def _handed_in(cell):
    mark = (cell.get("metadata") or {}).get("nbgrader") or {}
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
    result = Submitted()
    seen = {}
    for number, cell in enumerate(handed_in):
        ours = _match(problem_set, cell)
        if ours is not None:
            seen.setdefault(ours.name, []).append(cell)
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
    written = sum(bool(re.search(rf"^\s*def {name}\b", code, re.MULTILINE)) for name in asked)
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
    same = [ours for ours in problem_set.cells if _same(ours.released, cell.source)]
    return same[0] if same and cell.source.strip() else None


def _same(a, b) -> bool:
    return a.split() == b.split()


def _take(result, ours, cell, number):
    kind = ours.kind if ours else ("extra" if cell.is_code else "text")
    if kind == "words":
        _take_words(result, ours, cell)
    elif kind in ("tests", "setup"):
        if not _same(ours.released, cell.source):
            result.flags.append(NOTEBOOK.CHANGED_FLAG.format(name=ours.name))
            result.notes.append(NOTEBOOK.CHANGED.format(name=ours.name))
        if cell.points is not None and cell.points != ours.points:
            told = NOTEBOOK.POINTS_FLAG.format(name=ours.name, points=cell.points)
            result.flags.append(told)
    elif kind == "solution" or (kind in ("extra", "example") and cell.is_code):
        if ours and _same(ours.released, cell.source):
            return
        _take_code(result, ours, cell, number)


def _take_code(result, ours, cell, number):
    name = ours.name if ours else NOTEBOOK.OWN_CELL.format(number=number + 1)
    while any(name == other for other, _ in result.cells):
        name += " (again)"
    if name.endswith("(again)"):
        result.notes.append(NOTEBOOK.TWICE.format(name=ours.name))
    result.cells.append((name, cell.source))
    if not ours or not _same(ours.released, cell.source):
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
