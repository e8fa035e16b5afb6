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
_STRAY = (".csv", ".tsv", ".md", ".log", ".db", ".sqlite", ".xls", ".xlsx", ".ods", ".yml", ".yaml")
_STRAY += (".toml", ".ini", ".cfg", ".sh", ".bat", ".bak", ".lnk", ".url", ".tmp", ".part", ".lock")
_STRAY_NAMES = re.compile(r"(?i)(readme|licen[cs]e|makefile|dockerfile|roster|grades?)(\.|$)")
_MARK_LETTERS = 16  # nobody finds two names with the same ones
_MARKED = re.compile(rf"-[0-9a-f]{{{_MARK_LETTERS}}}$")
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
    return f"{plain}-{sha256(student.encode('utf-8', 'surrogatepass')).hexdigest()[:_MARK_LETTERS]}"


def believe_timestamps(submissions: list["Submission"], folder: Path) -> None:
    """Enter when nbgrader took in each file: its `collect` writes that beside the notebook.

    Only for a folder that nbgrader made: a student can hand in a file of that name elsewhere.
    """
    for one in submissions:
        if one.file:  # it lies in the folder of a student and a problem set, or deeper
            when = files.stamped(folder.joinpath(*one.file.where.split("/")[:2]))
            one.file.times = one.file.times if when is None else (when,)


def collect(
    folder: Path,
    wanted: list[str],
    exercises: Path = problems.EXERCISES,
    output: Path | None = None,
) -> list[Submission]:
    """One Submission for each student and problem set: the wanted ones, else all that appear.

    `output`: a folder that is nobody's work, as results are written there.
    """
    found: dict[tuple[str, str], list[Submission]] = {}
    students = []
    for student, some in _by_student(folder, output):
        students.append(student)
        for file in files.likely(some):
            one = _look(student, file, wanted, exercises)
            found.setdefault((one.student, one.assignment), []).append(one)
    unknown = [one for (_, name), some in found.items() if not name for one in some]
    filled = _with_answers(found, wanted, exercises)
    return [
        _choose(student, name, found.get((student, name), []), unknown, found, exercises)
        for name, student in _rows(filled, wanted, list(dict.fromkeys(students)))
    ]


def _with_answers(found, wanted, exercises):
    """What was handed in. Who has work for one problem set did not mean the empty ones beside it.

    So it is with students who hand in the folder of the whole course.
    """

    def is_filled(name, some):
        ours = problems.load(name, exercises)
        return any(one.problem is None and transplant.answered(ours, one.cells) for one in some)

    filled = {key for key, some in found.items() if key[1] and is_filled(key[1], some)}
    busy = {student for student, _ in filled}
    return {key for key in found if key in filled or key[0] not in busy or key[1] in wanted}


def _rows(found, wanted, students):
    """(problem set, student) for all that is due: what was asked for, or what a class handed in.

    A problem set that one or two handed in beside the others is no duty of the rest.
    """
    counts = Counter(name for _, name in found if name)
    usual = [name for name in sorted(counts) if counts[name] > max(1, len(students) // 10)]
    due = wanted or usual or [name for name, _ in counts.most_common(1)]
    for name in wanted or sorted(counts):
        yield from ((name, who) for who in students if name in due or (who, name) in found)


def _by_student(folder, output) -> list[tuple[str, list[files.File]]]:
    """(student, files) for everybody; files that may be a submission."""
    found: dict[str, list[files.File]] = {}
    entries = [e for e in os.scandir(folder) if not files.is_clutter(e.name) and not _is_stray(e)]
    ours = output.resolve() if output else None
    entries = [entry for entry in entries if folder.resolve() / entry.name != ours]
    for entry in sorted(entries, key=lambda entry: entry.name):
        try:
            owned = list(_of_entry(entry, folder, len(entries)))
        except Exception as problem:  # whatever one entry is, the others are graded
            owned = [(_owner(entry.name), _unreadable(entry, problem))]
        for owner, file in owned:
            found.setdefault(owner, []).extend([file] if file else [])
    return list(found.items())


def _is_stray(entry) -> bool:
    """Whether this is a file of the course's own, such as a list of names: nobody's work."""
    suffix = os.path.splitext(entry.name)[1].lower()
    is_file = not entry.is_dir(follow_symlinks=False)
    is_ours = suffix in _STRAY or (_STRAY_NAMES.match(entry.name) and suffix not in files.SUFFIXES)
    return is_file and bool(is_ours) and not NUMBER.search(_bare(entry.name))


def _of_entry(entry, folder, count):
    """(student, file) for each file in one folder or file of these submissions."""
    budget, path = files.Budget(), Path(entry.path)
    if entry.is_dir(follow_symlinks=False):
        owner, paths = _folder_owner(entry.name), files.found_in(path)
        some = [f.read() for path in paths for f in files.opened(path, folder, budget)]
        return [(owner, file) for file in some] or [(owner, None)]
    return _owned([file.read() for file in files.opened(path, folder, budget)], entry.name, count)


def _unreadable(entry, problem):
    name = files.shown(entry.name)
    reason = getattr(problem, "strerror", None) or type(problem).__name__
    return files.File(name, name, problem=COLLECT.UNREADABLE.format(reason=reason))


def _owned(some, name, count):
    """(student, file) for the files out of one file; a zip of a whole class has many owners.

    A student could put files with the names of others into a zip: it is that of a class if it
    has more owners than there are entries in the folder of the class.
    """
    inside = [_platform_owner(file.where) for file in some]
    if len({owner for owner in inside if owner}) <= count:
        return [(_owner(name), file) for file in some]
    for file in some:
        file.is_of_class = True
    return [(owner or _owner(name), file) for owner, file in zip(inside, some, strict=True)]


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
    if re.search(r"_\d{3,}_assignsubmission_", name):  # what is behind it, a student has chosen
        return _folder_owner(name)
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
    ids, bare = [cell.grade_id for cell in cells], [transplant.bare(cell.source) for cell in cells]
    shares = {name: _overlap(problems.load(name, exercises), ids, bare) for name in every}
    best = max(shares, key=shares.get, default=None)
    if best and shares[best]:
        return best
    named = [name for name in names if _is_named(name, where)]
    if named:
        return named[0]
    return names[0] if len(names) == 1 else _by_functions(cells, names, exercises)


def _overlap(problem_set, ids, bare):
    """How much of a file belongs to a problem set: cells with our names, and with our words."""
    ours = {cell.grade_id for cell in problem_set.of_kind("solution", "tests", "words")}
    sources = {transplant.bare(c.released) for c in problem_set.of_kind("tests", "text")}
    return 10 * sum(words in sources for words in bare) + sum(name in ours for name in ids)


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
        counts[name] = sum(bool(re.search(rf"^[ \t]*def {f}\b", code, re.MULTILINE)) for f in asked)
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
