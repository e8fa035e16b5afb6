"""The pace of lessons: honest minutes, short loops, guesses before answers."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.lessons import Lesson, all_lessons
from tools.pace import CORE_MINUTES, pace

REWORKED = [lesson for lesson in all_lessons() if pace(lesson).asks]  # the others follow


def test_some_lessons_ask():
    assert {"00", "01", "02", "03", "04"} <= {lesson.number for lesson in REWORKED}


@pytest.mark.parametrize("lesson", REWORKED, ids=lambda lesson: lesson.name)
def test_minutes_are_honest_and_loops_are_short(lesson):
    found, stated = pace(lesson), int(re.search(r"\d+", lesson.reading)[0])
    assert found.core <= stated <= CORE_MINUTES, f"{found.core:.0f} minutes by the formula"
    assert stated < found.core + 10, "not much more than it takes"
    assert found.long_stretches == []
    assert found.asks >= 10 and found.tries >= 3
    assert any("guesses()" in cell.source for cell in lesson.notebook.cells)


class Made(Lesson):
    """A lesson of our own cells."""

    def __init__(self, *cells):
        object.__setattr__(self, "notebook", new_notebook(cells=list(cells)))


def test_the_formula():
    words = new_markdown_cell("word " * 340)  # 2 minutes
    code = new_code_cell("x = 1\n\ny = 2\nz = 3")  # 24 s
    ask = new_code_cell('n = ask("How many?")')  # 30 s
    widget = new_code_cell("stepper(trace)")  # 2 minutes and 8 s
    exercise = new_markdown_cell("### Exercise: the cut (3 minutes)\n\n" + "word " * 500)
    further = new_markdown_cell("## Further: more\n\n" + "word " * 168)  # 1 minute
    found = pace(Made(words, code, ask, widget, exercise, further))
    assert found.core == pytest.approx(2 + 0.4 + 0.5 + 2 + 8 / 60 + 3)
    assert found.further == pytest.approx(1) and found.asks == 1


def test_a_long_stretch_is_found():
    read = [new_markdown_cell("word " * 90) for _ in range(6)]
    assert len(pace(Made(*read)).long_stretches) == 1
    ask = new_code_cell('n = ask("How many?")')
    assert pace(Made(*read[:3], ask, *read[3:])).long_stretches == []
    cells = [new_code_cell("x") for _ in range(13)]
    assert len(pace(Made(*cells)).long_stretches) == 1
    cells[6].metadata["tags"] = ["try"]
    assert pace(Made(*cells)).long_stretches == [] and pace(Made(*cells)).tries == 1
