"""Writes the results into nbgrader's gradebook, for grading by hand and for its own reports.

nbgrader's formgrader then shows every answer in words beside the code and the reports; points
given there are read back when the grading command runs again.
"""

import contextlib
import json
import logging
import os
import re
import sys
import warnings
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_output

from grade import problems
from grade.collect import safe_name
from grade.feedback import printable, with_formulas
from grade.files import write_whole
from grade.messages import GRADEBOOK, RELEASE, SUMMARY
from grade.problems import course

BY_HAND = GRADEBOOK.BY_HAND
CONFIG = """# How nbgrader finds this course: start `jupyter lab` in this folder.
from pathlib import Path

from grade.problems import course

c = get_config()  # noqa: F821
c.merge(course(Path(__file__).parent))
"""

_NO_MATHJAX = "{%- macro mathjax(url='') -%}{%- endmacro -%}\n"  # nbgrader takes it off the web


def write(results: list[dict], output: Path, folder: Path = problems.EXERCISES) -> dict:
    """Enter all results; returns the points given by hand: {(student, assignment): points}.

    A mark that a person gave to a part counts instead of ours, and comments are kept: both are
    written into the results.
    """
    output.mkdir(parents=True, exist_ok=True)
    write_whole(output / "nbgrader_config.py", CONFIG)
    for page in ("formgrade", "feedback"):
        write_whole(problems.templates(output) / page / "mathjax.html.j2", _NO_MATHJAX)
    assignments = sorted({result["assignment"] for result in results})
    for name in assignments:
        generate(name, output, folder)
    manual = {}
    with _programs_found(), _open(output) as book:
        for result in results:
            manual[result["student"], result["assignment"]] = 0.0
            if result["file"] or result["words"] or _is_known(book, result):
                manual[result["student"], result["assignment"]] = _enter(book, result, folder)
                _write_notebook(result, output, folder)
        book.db.commit()
    return manual


def generate(name: str, output: Path, folder: Path = problems.EXERCISES) -> Path:
    """Let nbgrader make the student version of a problem set and enter it in the gradebook."""
    from nbgrader.apps.api import NbGraderAPI

    with _programs_found():
        made = NbGraderAPI(config=course(output, folder)).generate_assignment(name)
    if not made["success"]:
        why = (str(made.get("error") or made.get("log")).strip().splitlines() or [""])[-1]
        raise ValueError(RELEASE.GENERATE.format(name=name, why=why))
    return output / "release" / name / problems.load(name, folder).path.name


@contextlib.contextmanager
def _programs_found():
    """nbgrader calls `alembic` by name: it lies beside this Python, on the PATH or not.

    What it logs comes back as an error, too: nobody needs to see it twice.
    """
    before, silenced = os.environ.get("PATH", ""), logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), before))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of SQLAlchemy, about nbgrader's own habits
            yield
    finally:
        os.environ["PATH"] = before
        logging.disable(silenced)


def _open(output):
    from nbgrader.api import Gradebook

    return Gradebook(course(output).CourseDirectory.db_url)


def _is_known(book, result) -> bool:
    """Whether the gradebook has this submission: who handed in nothing may still have marks."""
    from nbgrader.api import MissingEntry

    try:
        book.find_submission(result["assignment"], safe_name(result["student"]))
        return True
    except MissingEntry:
        return False


def _enter(book, result, folder) -> float | None:
    """Enter one result; the points given by hand so far, None while some are waiting."""
    student = safe_name(result["student"])
    book.update_or_create_student(student, last_name=shown_name(result["student"]))
    submission = book.update_or_create_submission(result["assignment"], student)
    points = {part["name"]: part["points"] for part in result["parts"]}
    waiting, by_hand = False, 0.0
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            if grade.name in points:
                grade.auto_score, grade.needs_manual_grade = points[grade.name], False
                if grade.manual_score is not None:
                    _overrule(result, grade.name, grade.manual_score)
            elif not result["words"].get(grade.name):
                grade.auto_score, grade.needs_manual_grade = 0.0, False
            elif grade.manual_score is None:
                grade.auto_score, grade.needs_manual_grade, waiting = None, True, True
            if grade.name not in points:
                by_hand += grade.manual_score or 0.0
        said = [(one.name, one.manual_comment) for one in notebook.comments]
        result["comments"] = {name: text for name, text in said if text}
    return None if waiting else by_hand


_LOOK_ALIKES = str.maketrans("<>\"'`", "\u2039\u203a\u201d\u2019\u2019")


def shown_name(student: str) -> str:
    """The name as nbgrader's pages may show it: they take it for HTML."""
    return student.translate(_LOOK_ALIKES)[:128]


def _overrule(result, name, points):
    """A person's mark for a part, in the place of ours."""
    for part in result["parts"]:
        if part["name"] == name:
            part["points"], part["followed"] = points, BY_HAND
            part["status"] = "right" if points >= part["max_points"] else "wrong"
    if all(part["status"] == "right" for part in result["parts"]):
        result["sentence"] = SUMMARY.ALL_RIGHT
    if result["auto"] is not None:
        result["auto"] = round(sum(part["points"] for part in result["parts"]), 2)


# --- the notebook that formgrader shows -----------------------------------------------------


def _write_notebook(result, output, folder):
    """The transplant as a notebook: pristine cells, the student's code, our reports as outputs."""
    problem_set = problems.load(result["assignment"], folder)
    notebook = nbformat.read(problem_set.path, as_version=4)
    notebook.cells = [_shown(problem_set, cell, result) for cell in notebook.cells]
    notebook.cells[1:1] = _extras(problem_set, result)
    student = safe_name(result["student"])
    place = output / "autograded" / student / problem_set.name / problem_set.path.name
    write_whole(place, json.dumps(notebook))


def _shown(problem_set, cell, result):
    ours = next(c for c in problem_set.cells if c.id == cell.id)
    cell.source = result.get("paper", {}).get(cell.id, ours.released)
    if ours.kind == "solution":
        cell.source = result["own"].get(ours.name, ours.released)
    elif ours.kind == "words":
        cell.source = harmless(result["words"].get(ours.name, "No answer."))
    if cell.cell_type == "markdown":
        cell.source = with_formulas(cell.source)
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
        if ours.kind == "tests":
            part = next(p for p in result["parts"] if p["name"] == ours.name)
            cell.outputs = [new_output("stream", name="stdout", text=_told(part))]
    return cell


def _told(part):
    """A part's result in words."""
    lines = [GRADEBOOK.POINTS.format(**part)]
    lines += [text for text in (part["problem"], part.get("followed")) if text]
    lines += [report["message"] for report in part["reports"]]
    lines += [GRADEBOOK.HIDDEN.format(**report) for report in part["hidden"]]
    return "\n".join(lines).encode("utf-8", "replace").decode() + "\n"


def _extras(problem_set, result):
    """The student's own cells, which belong to none of ours."""
    known = {cell.name for cell in problem_set.cells}
    return [
        new_code_cell(f"# {name}\n{source}", id=f"extra-{number}")
        for number, (name, source) in enumerate(result["own"].items())
        if name not in known
    ]


def harmless(markdown: str) -> str:
    """Text of a student in which no tag and no link comes to life, and nothing is fetched."""
    text = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", printable(markdown))
    return re.sub(r"\](?=[(\[:])", "] ", text)
