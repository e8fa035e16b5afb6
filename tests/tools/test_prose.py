"""Spelling, and links in documents."""

import ast
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.test_project import tracked_files
from tools.lessons import Lesson, all_lessons
from tools.notebooks import ROOT, all_notebooks

WORDS = ROOT / "tests/tools/words.txt"  # right words that codespell takes for slips


def misspelled(text, folder):
    """What codespell says about a text."""
    file = folder / "prose.txt"
    file.write_text(text, "utf-8")
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words", str(WORDS), str(file)]
    return subprocess.run(command, capture_output=True, text=True).stdout


def without_code(markdown):
    """Prose without code, formulas and link targets."""
    noise = r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|\]\([^)]*\)|<[^>]+>"
    return re.sub(noise, " ", markdown, flags=re.DOTALL)


def docstrings(path):
    """All docstrings of a module."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return "\n".join(ast.get_docstring(n) or "" for n in nodes if isinstance(n, kinds))


def test_lessons_and_problem_sets_are_spelled_right(tmp_path):
    texts = [without_code(Lesson(path).text) for path in all_notebooks()]
    notes = [
        c.metadata.get("lecture", {}).get("notes", "")
        for p in all_notebooks()
        for c in Lesson(p).notebook.cells
    ]
    assert misspelled("\n".join(texts + notes), tmp_path) == ""


def test_documents_are_spelled_right(tmp_path):
    texts = [without_code(p.read_text("utf-8")) for p in tracked_files() if p.suffix == ".md"]
    assert len(texts) >= 3
    assert misspelled("\n".join(texts), tmp_path) == ""


def test_docstrings_are_spelled_right(tmp_path):
    files = [p for p in tracked_files() if p.suffix == ".py" and "tests" not in p.parts]
    assert misspelled("\n".join(map(docstrings, files)), tmp_path) == ""


def test_a_slip_is_noticed(tmp_path):
    assert "occurrence" in misspelled("the first occurence of a word", tmp_path)


# --- links ---------------------------------------------------------------------------------


def documents():
    return [
        path
        for path in ROOT.rglob("*.md")
        if not {".venv", "build", "node_modules"} & set(path.parts)
    ]


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_links_in_documents_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", path.read_text("utf-8")):
        assert target.startswith("http") or (path.parent / target).exists(), target


def test_links_between_lessons_lead_to_lessons_that_exist():
    names = {lesson.path.name for lesson in all_lessons()}
    for lesson in all_lessons():
        for target in re.findall(r"\]\(([\w./]+\.ipynb)[^)]*\)", lesson.text):
            known = Path(target).name in names or (lesson.path.parent / target).exists()
            assert known, f"{lesson.name}: {target}"


def test_each_lesson_leads_to_the_next():
    for before, after in pairwise(all_lessons()):
        ahead = before.text[before.text.rindex("## ") :]
        assert after.path.name in ahead, f"the end of {before.name} does not link {after.path.name}"
