"""The learner's copies: made, used, and brought up to date without losing anything."""

import json
import shutil

import pytest

from tools import copies

LESSON = "02_minimax.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Two lessons of our own, and an empty folder for the copies."""
    lessons = tmp_path / "notebooks"
    lessons.mkdir()
    for name in (LESSON, "03_alphabeta.ipynb"):
        shutil.copy(copies.LESSONS / name, lessons)
    monkeypatch.setattr(copies, "LESSONS", lessons)
    monkeypatch.setattr(copies, "_problem_sets", dict)
    return tmp_path


def updated(course) -> list[str]:
    return list(copies.update(course / "my"))


def read(course, name=LESSON):
    return json.loads((course / "my" / name).read_text("utf-8"))


def change(path, edit):
    """Applies `edit` to a notebook file, as JupyterLab would save it."""
    notebook = json.loads(path.read_text("utf-8"))
    edit(notebook)
    path.write_text(json.dumps(notebook), "utf-8")


def write_more(notebook):
    notebook["cells"][0]["source"] = ["# Mine\n", "and more"]


def run(notebook):
    cell = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["7\n"]}]


def new_version(course, name=LESSON):
    change(course / "notebooks" / name, lambda nb: nb["cells"].pop())


def test_a_copy_has_no_outputs_and_all_cells(course):
    assert updated(course) == []
    copy, lesson = read(course), read_lesson(course)
    assert [c["source"] for c in copy["cells"]] == [c["source"] for c in lesson["cells"]]
    code = [cell for cell in copy["cells"] if cell["cell_type"] == "code"]
    assert code and not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert "widgets" not in copy["metadata"] and "kernelspec" in copy["metadata"]


def test_an_unchanged_copy_follows_its_lesson_without_a_word(course):
    updated(course)
    new_version(course)
    assert updated(course) == []
    assert len(read(course)["cells"]) == len(read_lesson(course)["cells"])


def read_lesson(course, name=LESSON):
    """The lesson as readers see it: without the cells of its deck and of hosted notebooks."""
    unseen = {"slide-only", "hosted"}
    lesson = json.loads((course / "notebooks" / name).read_text("utf-8"))
    shown = [c for c in lesson["cells"] if not unseen & {*c["metadata"].get("tags", [])}]
    assert len(shown) < len(lesson["cells"])
    return {**lesson, "cells": shown}


def test_a_changed_copy_stays_and_the_newer_version_is_told(course):
    updated(course)
    change(course / "my" / LESSON, write_more)
    before = (course / "my" / LESSON).read_bytes()
    assert updated(course) == []
    new_version(course)
    [told] = updated(course)
    assert "newer version" in told and "make fresh NB=02_minimax" in told
    assert (course / "my" / LESSON).read_bytes() == before
    [said] = copies.fresh(["02"], course / "my")
    assert said.startswith("my/02_minimax (new).ipynb")
    assert len(read(course, "02_minimax (new).ipynb")["cells"]) == len(read_lesson(course)["cells"])
    assert (course / "my" / LESSON).read_bytes() == before
    list(copies.fresh(["02"], course / "my"))
    assert (course / "my" / "02_minimax (new 2).ipynb").exists(), "no copy is overwritten"


def test_a_run_that_is_replaced_is_kept_beside_and_told(course):
    updated(course)
    change(course / "my" / LESSON, run)
    assert updated(course) == []
    new_version(course)
    [told] = updated(course)
    assert "kept as my/02_minimax (old).ipynb" in told
    assert any(cell.get("outputs") for cell in read(course, "02_minimax (old).ipynb")["cells"])
    assert not any(cell.get("outputs") for cell in read(course)["cells"])


def test_files_of_the_learners_own_are_left_alone(course):
    updated(course)
    own, broken = course / "my" / "scratch.ipynb", course / "my" / LESSON
    own.write_text('{"cells": [], "metadata": {}}')
    broken.write_text("{ half a note")
    [told] = updated(course)
    assert "cannot be read" in told and LESSON in told
    assert broken.read_text() == "{ half a note" and own.exists()


def test_a_lesson_that_is_gone_takes_only_its_untouched_copy_along(course):
    updated(course)
    (course / "notebooks" / "03_alphabeta.ipynb").unlink()
    assert updated(course) == [] and not (course / "my" / "03_alphabeta.ipynb").exists()
    change(course / "my" / LESSON, write_more)
    (course / "notebooks" / LESSON).unlink()
    [told] = updated(course)
    assert "no longer part" in told and (course / "my" / LESSON).exists()


def test_an_unknown_lesson_is_a_sentence(course):
    [told] = copies.fresh(["99"], course / "my")
    assert told.startswith("No lesson or problem set is called 99.") and "02_minimax" in told


@pytest.mark.slow
def test_problem_sets_come_as_students_get_them(tmp_path):
    assert list(copies.update(tmp_path)) == []
    sets = sorted(tmp_path.glob("exercises/*/*.ipynb"))
    assert len(sets) >= 6
    text = "".join(path.read_text("utf-8") for path in sets)
    assert "your code here" in text
    assert not any(word in text for word in ("BEGIN SOLUTION", "HIDDEN TESTS", "MARK SCHEME"))
