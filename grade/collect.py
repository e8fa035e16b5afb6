"""Which files were handed in, whose they are, and for which problem set.

Students are known by a folder of their own or by the name of the file:

    submissions/ada/anything.ipynb              submissions/ada/ps1_minimax/ps1_minimax.ipynb
    submissions/ada_ps1_minimax.ipynb           submissions/ada.ipynb
    submissions/ada.zip                         submissions/ada/anything.zip

Names that a learning platform made are understood, in a folder or in one zip for the class:

    ada_12345_ps1_minimax.ipynb                 lovelaceada_LATE_12345_67890_ps1_minimax-2.ipynb
    Ada Lovelace_12345_assignsubmission_file_/ps1_minimax.ipynb

The problem set is read off the cells in the file, else off its name. Links are never followed.
"""

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from unicodedata import normalize

from grade import files, problems, transplant, versions
from grade.messages import COLLECT

NUMBER = re.compile(r"_\d{3,}(_|$)")  # of a student, as learning platforms write it
_TWO_NUMBERS = re.compile(r"^(.+?_\d{3,})_\d{3,}(_.*)?$")  # of a student, and of a file
NOTHING = COLLECT.NOTHING
_STRAY = {".csv", ".tsv", ".md", ".log", ".db", ".xlsx", ".ods", ".yml", ".toml", ".sh", ".bak"}
_MARKED = re.compile(r"-[0-9a-f]{8}$")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{k}{n}" for k in ("com", "lpt") for n in range(10))}
VERSION = r"[-_ ]*(?:\(?(\d{1,2})\)?|v(\d{1,2})|copy|final)?"  # behind the name of the problem set


@dataclass
class Submission:
    """What one student handed in for one problem set."""

    student: str
    assignment: str
    file: files.File | None = None
    cells: list[transplant.HandedIn] = field(default_factory=list)
    problem: str | None = None  # why there is nothing to grade
    notes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    digest: str = ""
    version: versions.Version | None = None  # None: the problem set as it stands in our notebook

    @property
    def key(self) -> str:
        """A name for files, safe whatever the student is called, different for each."""
        return safe_name(self.student)


def safe_name(student: str) -> str:
    """Letters and digits of the name, and a mark that tells equal ones apart.

    Only a short name in small letters stands alone, and only if it has no such mark itself: no two
    students share a file, also where capitals do not count or a system keeps a name for itself.
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", student).strip("-")[:40] or "student"
    if plain == student.lower() == student and not _MARKED.search(plain) and plain not in _DEVICES:
        return plain
    return f"{plain}-{sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def believe_timestamps(submissions: list["Submission"], folder: Path) -> None:
    """Enter when nbgrader took in each file: its `collect` writes that beside the notebook.

    Only for a folder that nbgrader made: a student can hand in a file of that name elsewhere.
    """
    for one in submissions:
        if one.file:
            when = files.stamped((folder / one.file.where).parent)
            one.file.time = one.file.time if when is None else when


def collect(folder: Path, wanted: list[str], exercises: Path = problems.EXERCISES):
    """One Submission for each student and problem set: the wanted ones, else all that appear."""
    found: dict[tuple[str, str], list[Submission]] = {}
    students = []
    for student, some in _by_student(folder):
        students.append(student)
        for file in files.likely(some):
            one = _look(student, file, wanted, exercises)
            found.setdefault((one.student, one.assignment), []).append(one)
    unknown = [one for (_, name), some in found.items() if not name for one in some]
    return [
        _choose(student, name, found.get((student, name), []), unknown, found, exercises)
        for name, student in _rows(found, wanted, list(dict.fromkeys(students)))
    ]


def _rows(found, wanted, students):
    """(problem set, student) for all that is due: what was asked for, or what a class handed in.

    A problem set that one or two handed in beside the others is no duty of the rest.
    """
    counts = Counter(name for _, name in found if name)
    usual = [name for name in sorted(counts) if counts[name] > max(1, len(students) // 10)]
    due = wanted or usual or [name for name, _ in counts.most_common(1)]
    for name in wanted or sorted(counts):
        yield from ((name, who) for who in students if name in due or (who, name) in found)


def _by_student(folder) -> list[tuple[str, list[files.File]]]:
    """(student, files) for everybody; files that may be a submission."""
    found: dict[str, list[files.File]] = {}
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if files.is_clutter(entry.name) or _is_stray(entry):
            continue
        try:
            owned = list(_of_entry(entry, folder))
        except Exception as problem:  # whatever one entry is, the others are graded
            owned = [(_owner(entry.name), _unreadable(entry, problem))]
        for owner, file in owned:
            found.setdefault(owner, []).extend([file] if file else [])
    return list(found.items())


def _is_stray(entry) -> bool:
    """Whether this is a file of the course's own, such as a list of names: nobody's work."""
    suffix = os.path.splitext(entry.name)[1].lower()
    is_file = not entry.is_dir(follow_symlinks=False)
    return is_file and suffix in _STRAY and not NUMBER.search(_bare(entry.name))


def _of_entry(entry, folder):
    """(student, file) for each file in one folder or file of the submissions."""
    budget, path = files.Budget(), Path(entry.path)
    if entry.is_dir(follow_symlinks=False):
        owner, paths = _folder_owner(entry.name), files.found_in(path)
        some = [f.read() for path in paths for f in files.opened(path, folder, budget)]
        return [(owner, file) for file in some] or [(owner, None)]
    return _owned([file.read() for file in files.opened(path, folder, budget)], entry.name)


def _unreadable(entry, problem):
    name = files.shown(entry.name)
    reason = getattr(problem, "strerror", None) or type(problem).__name__
    return files.File(name, name, problem=COLLECT.UNREADABLE.format(reason=reason))


def _owned(some, name):
    """(student, file) for the files out of one file; a zip of a whole class has many owners."""
    inside = [_platform_owner(file.where) for file in some]
    whole_class = len({owner for owner in inside if owner}) > 1
    return [
        (owner if whole_class and owner else _owner(name), file)
        for owner, file in zip(inside, some, strict=True)
    ]


def _platform_owner(where):
    """The student in the names below a zip that a learning platform made, or None."""
    for part in where.split("/")[1:]:
        if NUMBER.search(_bare(part)):
            return _folder_owner(part) if "assignsubmission" in part else _owner(part)
    return None


def _folder_owner(name):
    """The student whose folder this is."""
    return _numbered(re.sub(r"_assignsubmission_.*$", "", files.shown(name)))


def _owner(name):
    """The student in a file name such as ada_ps1_minimax.ipynb."""
    name = re.sub(r"_assignsubmission_[a-z]+_", "_", files.shown(name))
    stem = _bare(name)
    for assignment in problems.names():
        short = assignment.split("_")[0]
        for word in (assignment, short):
            stem = re.sub(rf"(?i)(^|[-_ .]){word}{VERSION}$", r"\1", stem)
            stem = re.sub(rf"(?i)(^|[-_ .]){word}([-_ .]|$)", r"\1\2", stem)
    return _numbered(stem.strip("-_ .") or _bare(name))


def _bare(name):
    """The name without what tells its kind."""
    return re.sub(r"(?i)(\.(ipynb|py|zip|tar|t?gz|bz2|xz|txt|json|html))+$", "", name)


def _numbered(stem):
    """Name and number where a platform made the name: the number tells namesakes apart.

    Letters with accents are one name, however a system writes them (a Mac in two pieces).
    """
    stem = normalize("NFC", stem)
    stem = re.sub(r"(?i)_late(?=_\d{3,}(_|$))", "", stem)
    match = _TWO_NUMBERS.match(stem)
    return match[1] if match else stem


def _look(student, file, wanted, exercises):
    """The Submission in one file; `assignment` is empty where it cannot be told."""
    assignment = _assignment(file.cells, file.where, wanted, exercises)
    return Submission(
        student,
        assignment,
        file,
        file.cells,
        file.problem,
        list(file.notes),
        list(file.flags),
        file.digest,
    )


def _assignment(cells, where, wanted, exercises):
    """The problem set to which most cells belong, else the one that the name says."""
    names = wanted or problems.names(exercises)
    every = [*names, *(name for name in problems.names(exercises) if name not in names)]
    shares = {name: _overlap(problems.load(name, exercises), cells) for name in every}
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


def _choose(student, assignment, candidates, unknown, found, exercises):
    """The one file that counts: readable before unreadable, then the fullest, then the newest."""
    candidates = candidates or [one for one in unknown if one.student == student]
    if not candidates:
        others = sorted(name for who, name in found if who == student)
        told = COLLECT.FOR_OTHERS.format(names=", ".join(others))
        notes = [told] if others else []
        return Submission(student, assignment, problem=NOTHING, notes=notes)
    ours = problems.load(assignment, exercises)
    ranked = sorted(candidates, key=lambda one: _rank(one, ours))
    chosen = ranked[-1]
    newest = max(candidates, key=lambda one: one.file.time)
    which = COLLECT.NEWEST_TAKEN if newest is chosen else COLLECT.FULLEST_TAKEN
    chosen = Submission(**{**vars(chosen), "assignment": assignment})
    if len(candidates) > 1:
        others = ", ".join(sorted(one.file.name for one in ranked[:-1])[:5])
        chosen.notes = [*chosen.notes, which.format(others=others)]
        chosen.flags = [*chosen.flags, COLLECT.SEVERAL.format(count=len(candidates))]
    return chosen


def _rank(one, problem_set):
    """What can be read before what cannot, what has more answers, notebooks, then the newest."""
    is_notebook = not one.file.name.lower().endswith(".py")
    version = re.search(rf"(?i){VERSION}$", _bare(one.file.name))
    number = int(version[1] or version[2] or 0)
    filled = transplant.answered(problem_set, one.cells)
    return one.problem is None, filled, is_notebook, one.file.time, number, one.file.name
