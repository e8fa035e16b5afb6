"""Which files were handed in, whose they are, and for which problem set.

Students are known by a folder of their own or by the name of the file:

    submissions/ada/anything.ipynb              submissions/ada/ps1_minimax/ps1_minimax.ipynb
    submissions/ada_ps1_minimax.ipynb           submissions/ada.ipynb

The problem set is read off the cells in the file, else off its name. Links are never followed.
"""

import hashlib
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from lib.grade import graft, problems

SUFFIXES = (".ipynb", ".py")
CLUTTER = {".ipynb_checkpoints", ".DS_Store", ".git", "__MACOSX", "__pycache__", "Thumbs.db"}
MAX_FILES = 200  # in one student's folder
MAX_DEPTH = 4


@dataclass
class Submission:
    """What one student handed in for one problem set."""

    student: str
    assignment: str
    path: Path | None = None
    cells: list[graft.HandedIn] = field(default_factory=list)
    problem: str | None = None  # why there is nothing to grade
    notes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    digest: str = ""

    @property
    def key(self) -> str:
        """A name for files, safe whatever the student is called, different for each."""
        return safe_name(self.student)


def safe_name(student: str) -> str:
    """Letters and digits of the name, and a mark that tells equal ones apart."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", student).strip("-")[:40] or "student"
    return plain if plain == student else f"{plain}-{_digest(student.encode())[:8]}"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def collect(folder: Path, wanted: list[str], exercises: Path = problems.EXERCISES):
    """One Submission for each student and problem set: the wanted ones, else all that appear."""
    found: dict[tuple[str, str], list[Submission]] = {}
    students = []
    for student, paths in _by_student(folder):
        students.append(student)
        for path in paths:
            one = _look(student, path, folder, wanted, exercises)
            found.setdefault((one.student, one.assignment), []).append(one)
    assignments = wanted or sorted({name for _, name in found if name})
    unknown = [one for (_, name), some in found.items() if not name for one in some]
    return [
        _choose(student, name, found.get((student, name), []), unknown)
        for name in assignments
        for student in dict.fromkeys(students)
    ]


def _by_student(folder):
    """(student, candidates) for everybody; candidates are files that may be a submission."""
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    single: dict[str, list[Path]] = {}
    for entry in entries:
        if entry.name in CLUTTER:
            continue
        if entry.is_dir(follow_symlinks=False):
            single.setdefault(_clean(entry.name), []).extend(_files(Path(entry.path)))
        else:
            single.setdefault(_owner(entry.name), []).append(Path(entry.path))
    return list(single.items())


def _files(folder, depth=0):
    """The files below a student's folder, without following links."""
    found = []
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name in CLUTTER or len(found) >= MAX_FILES:
            continue
        if entry.is_dir(follow_symlinks=False):
            found += _files(Path(entry.path), depth + 1) if depth < MAX_DEPTH else []
        else:
            found.append(Path(entry.path))
    notebooks = [path for path in found if path.suffix.lower() in SUFFIXES]
    return (notebooks or found)[:MAX_FILES]


def _owner(name):
    """The student in a file name such as ada_ps1_minimax.ipynb."""
    stem = Path(name).stem
    for assignment in problems.names():
        short = assignment.split("_")[0]
        for word in (assignment, short):
            stem = re.sub(rf"(?i)(^|[-_ .]){word}([-_ .]|$)", r"\1\2", stem)
    return _clean(stem.strip("-_ .") or Path(name).stem)


def _clean(name):
    """The name as text that can be shown: undecodable bytes and control characters replaced."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in text)


def _look(student, path, folder, wanted, exercises):
    """The Submission in one file; `assignment` is empty where it cannot be told."""
    where = str(path.relative_to(folder)).encode("utf-8", "surrogateescape")
    one = Submission(student, "", path)
    try:
        data = _read(path)
        one.digest = _digest(data)
        one.cells = graft.read(data, path.name)
    except graft.Unreadable as problem:
        one.problem = str(problem)
        if path.is_symlink():
            one.flags.append("handed in a link instead of a file")
    one.assignment = _assignment(one.cells, where.decode("utf-8", "replace"), wanted, exercises)
    return one


def _read(path) -> bytes:
    """The bytes of a regular file; links, pipes and devices are Unreadable."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        is_link = os.path.islink(path)
        reason = "it is a link" if is_link else f"it cannot be opened ({error.strerror})"
        raise graft.Unreadable(f"The file was not read: {reason}.") from None
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise graft.Unreadable("The file was not read: it is no ordinary file.")
        return file.read(graft.MAX_BYTES + 1)


def _assignment(cells, where, wanted, exercises):
    """The problem set to which most cells belong, else the one that the name says."""
    names = wanted or problems.names(exercises)
    shares = {name: _overlap(problems.load(name, exercises), cells) for name in names}
    best = max(shares, key=shares.get, default=None)
    if best and shares[best]:
        return best
    named = [name for name in names if _is_named(name, where)]
    if named:
        return named[0]
    return names[0] if len(names) == 1 else _by_functions(cells, names, exercises)


def _overlap(problem_set, cells):
    ours = {cell.grade_id for cell in problem_set.of_kind("solution", "tests", "words")}
    sources = {" ".join(c.released.split()) for c in problem_set.of_kind("tests", "text")}
    same = sum(" ".join(cell.source.split()) in sources for cell in cells)
    return 10 * same + sum(cell.grade_id in ours for cell in cells)


def _is_named(name, where):
    number, _, topic = name.partition("_")
    words = (name, number, topic)
    return any(re.search(rf"(?i)(^|[^a-z0-9]){w}([^a-z0-9]|$)", where) for w in words if w)


def _by_functions(cells, names, exercises):
    """The problem set whose functions the file defines; empty if none."""
    code = "\n".join(cell.source for cell in cells if cell.is_code)
    counts = {}
    for name in names:
        solutions = problems.load(name, exercises).of_kind("solution")
        asked = re.findall(r"^def (\w+)", "\n".join(c.released for c in solutions), re.MULTILINE)
        counts[name] = sum(bool(re.search(rf"^\s*def {f}\b", code, re.MULTILINE)) for f in asked)
    best = max(counts, key=counts.get, default="")
    return best if counts.get(best) else ""


def _choose(student, assignment, candidates, unknown):
    """The one file that counts: readable before unreadable, then the newest."""
    if not candidates:
        others = [one for one in unknown if one.student == student]
        if not others:
            return Submission(student, assignment, problem="Nothing was handed in.")
        candidates = others
    ranked = sorted(
        candidates, key=lambda one: (one.problem is None, _age(one.path), one.path.name)
    )
    chosen = ranked[-1]
    chosen = Submission(**{**vars(chosen), "assignment": assignment})
    if len(candidates) > 1:
        others = ", ".join(sorted(_clean(one.path.name) for one in ranked[:-1]))
        chosen.notes = [
            *chosen.notes,
            f"There are several files; the newest was graded, not {others}.",
        ]
        chosen.flags = [*chosen.flags, f"handed in {len(candidates)} files"]
    return chosen


def _age(path):
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0
