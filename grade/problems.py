"""The problem sets: what is asked, where the student writes, and how many points it brings.

A problem set is one nbgrader source notebook. Its test cells are the only place that says what
is checked: the grader runs them as they are, hidden tests included.
"""

import functools
import hashlib
import os
import re
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path

from grade.messages import RELEASE
from lib.files import course_folder

ROOT = Path(__file__).resolve().parents[1]
EXERCISES = course_folder("notebooks/exercises")
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """One cell of the released notebook; `source` of a test cell has its hidden tests."""

    id: str
    grade_id: str | None
    kind: str  # "setup" | "solution" | "tests" | "words" | "text" | "example"
    source: str
    released: str
    points: float = 0.0
    version: str | None = None  # the kind of values that `versions` puts into it

    @property
    def name(self) -> str:
        return self.grade_id or self.id

    def hidden_lines(self) -> set[int]:
        """The numbers of the lines that students never see."""
        found = set()
        for match in HIDDEN.finditer(self.source):
            first = self.source.count("\n", 0, match.start()) + 1
            found |= set(range(first, first + match[0].count("\n") + 1))
        return found


@dataclass(frozen=True)
class ProblemSet:
    """A problem set with its cells in order."""

    name: str
    path: Path
    cells: tuple[Cell, ...] = field(repr=False)
    fingerprint: str = ""

    def of_kind(self, *kinds) -> list[Cell]:
        return [cell for cell in self.cells if cell.kind in kinds]

    @property
    def title(self) -> str:
        heading = re.search(r"^# (.+)$", self.cells[0].source, re.MULTILINE)
        return heading[1] if heading else self.name

    @property
    def auto_points(self) -> float:
        return sum(cell.points for cell in self.of_kind("tests"))

    @property
    def manual_points(self) -> float:
        return sum(cell.points for cell in self.of_kind("words"))

    @property
    def points(self) -> float:
        return self.auto_points + self.manual_points


def names(folder: Path = EXERCISES) -> list[str]:
    """The names of all problem sets."""
    return sorted(path.parent.name for path in Path(folder).glob("*/*.ipynb"))


@functools.cache
def load(name: str, folder: Path = EXERCISES) -> ProblemSet:
    """The problem set called `name`; a ValueError lists the ones there are."""
    paths = sorted((Path(folder) / name).glob("*.ipynb"))
    if len(paths) != 1 or name not in names(folder):
        there_are = ", ".join(names(folder)) or "none"
        raise ValueError(RELEASE.NO_SET.format(name=name, names=there_are))
    import nbformat

    text = paths[0].read_text("utf-8")
    notebook = nbformat.reads(text, as_version=4)
    stripped = released(notebook)
    cells = tuple(
        _cell(ours, theirs) for ours, theirs in zip(notebook.cells, stripped.cells, strict=True)
    )
    return ProblemSet(name, paths[0], cells, hashlib.sha256(text.encode()).hexdigest()[:16])


def released(notebook):
    """The notebook as students get it: no solutions, no hidden tests, no outputs."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearOutput, ClearSolutions

    copy, config = deepcopy(notebook), course()
    for step in (ClearSolutions, ClearHiddenTests, ClearOutput):
        copy, _ = step(config=config).preprocess(copy, {})
    return copy


def _cell(ours, theirs) -> Cell:
    mark = ours.metadata.get("nbgrader", {})
    points = float(mark.get("points", 0)) if mark.get("grade") else 0.0
    kind, version = _kind(ours.cell_type, mark), ours.metadata.get("looking_ahead", {})
    name, made = mark.get("grade_id"), version.get("version")
    return Cell(ours.id, name, kind, ours.source, theirs.source, points, made)


def _kind(cell_type, mark) -> str:
    if mark.get("solution"):
        return "solution" if cell_type == "code" else "words"
    if cell_type != "code":
        return "text"
    if mark.get("grade"):
        return "tests"
    return "setup" if mark.get("locked") else "example"


# --- nbgrader ----------------------------------------------------------------------------------

STUB = "pass  # your code here"
OUTPUT = Path("build/grading")


def course(output: Path = OUTPUT, source: Path | None = None):
    """The configuration of nbgrader with everything it writes below `output`."""
    from traitlets.config import Config

    config = Config()
    output = Path(output).resolve()
    config.CourseDirectory.root = str(output)
    config.CourseDirectory.source_directory = str(source or EXERCISES)
    config.CourseDirectory.release_directory = str(output / "release")
    config.CourseDirectory.db_url = f"sqlite:///{output / 'gradebook.db'}"
    config.CourseDirectory.course_id = "looking-ahead"
    config.ClearSolutions.code_stub = {"python": STUB}
    config.HTMLExporter.sanitize_html = True  # what students write is shown, not run
    config.HTMLExporter.mathjax_url = ""  # no page needs the network
    _look_first(templates(output).parents[1])
    config.IncludeHeaderFooter.header = config.IncludeHeaderFooter.footer = ""
    return config


def templates(output: Path) -> Path:
    """Where nbconvert finds templates that stand before its own."""
    return Path(output).resolve() / "templates" / "nbconvert" / "templates"


def _look_first(folder: Path) -> None:
    """Jupyter looks for its files in this folder first. No setting of nbgrader says so."""
    known = [path for path in os.environ.get("JUPYTER_PATH", "").split(os.pathsep) if path]
    if str(folder) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([str(folder), *known])
