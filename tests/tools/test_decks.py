"""Slides: cut as the lesson says, timed, complete, and without anything from the network."""

import re
import subprocess
from functools import cache

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import reveal
from tools.decks import LECTURE, MOST_CODE, deck, shows_code, timing
from tools.lessons import (
    WIDGET_VIEW,
    Lesson,
    all_lessons,
    part_of,
    steps_alone,
    tags,
    widget_of,
)
from tools.render import markdown_html, mathml, picture
from tools.slides import deck_page, index_page, problems

LESSONS = all_lessons()
NAMES = {lesson.name for lesson in LESSONS}
lessons = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


class Made(Lesson):
    """A lesson that is not stored anywhere."""

    def __init__(self, *cells):
        super().__init__(None)
        self.__dict__["notebook"] = new_notebook(cells=list(cells))


@cache
def deck_html(lesson):
    return deck_page(lesson, NAMES)


def prose(text, kind, minutes=None):
    lecture = {"lecture": {"minutes": minutes, "notes": "say"}} if minutes else {}
    return new_markdown_cell(text, metadata={"slideshow": {"slide_type": kind}, **lecture})


# --- every lesson --------------------------------------------------------------------------


@lessons
def test_a_deck_fits_a_lecture_and_says_so_slide_by_slide(lesson):
    slides = deck(lesson)
    assert 30 <= lesson.minutes <= LECTURE
    assert problems(lesson) == []
    ends = [int(re.search(r"(\d+)\.$", timing(slides, n))[1]) for n in range(1, len(slides) + 1)]
    assert ends == sorted(ends) and ends[-1] == lesson.minutes


@lessons
def test_every_slide_has_something_to_say(lesson):
    for slide in deck(lesson):
        assert len(slide.notes.split()) >= 5, slide.heading


@lessons
def test_code_on_a_slide_is_short(lesson):
    for slide in deck(lesson):
        for cell in slide.cells:
            assert not shows_code(cell) or len(cell.source.splitlines()) <= MOST_CODE


@lessons
def test_every_stepper_that_needs_no_kernel_is_on_a_slide(lesson):
    shown = {widget_of(cell) for slide in deck(lesson) for cell in slide.cells}
    meant = [c for c in lesson.notebook.cells if "no-slide" not in tags(c)]  # else: too small there
    stepping = {widget_of(c) for c in meant if widget_of(c)}
    assert {top for top in stepping if steps_alone(lesson.widgets, top)} <= shown


@lessons
def test_a_deck_loads_nothing_from_the_network(lesson):
    page = deck_html(lesson)
    assert not re.search(r"""(?:src|<link[^>]*href)=["'](?:https?:)?//""", page)
    assert page.count("<section") == len(deck(lesson)) == page.count('class="notes"')


@lessons
def test_no_formula_is_left_as_latex(lesson):
    code = r"<script.*?</script>|<pre.*?</pre>|<code.*?</code>|<svg.*?</svg>"
    page = re.sub(code, "", deck_html(lesson), flags=re.DOTALL)
    assert not re.search(r"\$[^$<\n]*\\\w+[^$<\n]*\$", page)


def test_the_index_lists_every_deck_with_its_minutes():
    page = index_page(LESSONS)
    for lesson in LESSONS:
        assert f'href="{lesson.name}.html"' in page
        assert f"<td>{lesson.minutes}</td>" in page


# --- rules ---------------------------------------------------------------------------------


def test_cells_join_the_slide_before_and_readers_cells_are_left_out():
    made = Made(
        prose("# A", "slide", 2),
        prose("more", "-"),
        prose("only for readers", "skip"),
        prose("later", "fragment"),
        prose("## B", "slide", 3),
    )
    first, second = deck(made)
    assert [cell.source for cell in first.cells] == ["# A", "more", "later"]
    assert (first.begin, first.end, second.begin, second.end) == (0, 2, 2, 5)
    assert timing(deck(made), 2) == "Slide 2 of 2, minute 2 to 5."


def test_a_lecture_that_is_too_long_is_a_problem():
    assert "takes 46 minutes" in " ".join(problems_of(prose("# A", "slide", 46)))
    assert "has no minutes" in " ".join(problems_of(prose("# A", "slide")))


def problems_of(*cells):
    made = Made(*cells)
    made.__dict__["path"] = LESSONS[0].path
    return problems(made)


def test_code_that_only_draws_is_hidden_unless_tagged():
    drawn = [new_output("execute_result", {"image/svg+xml": "<svg></svg>"})]
    assert not shows_code(new_code_cell("draw()", outputs=drawn))
    assert shows_code(new_code_cell("draw()", outputs=drawn, metadata={"tags": ["slide-code"]}))
    assert shows_code(new_code_cell("1 + 1"))


def test_a_widget_takes_along_all_that_is_inside_it():
    widgets = {
        "top": {"model_name": "VBoxModel", "state": {"children": ["IPY_MODEL_in"], "layout": None}},
        "in": {"model_name": "StackModel", "state": {"children": [], "layout": "IPY_MODEL_lay"}},
        "lay": {"model_name": "LayoutModel", "state": {}},
        "other": {"model_name": "HTMLModel", "state": {}},
        "link": {"model_name": "LinkModel", "state": {"source": ["IPY_MODEL_in", "x"]}},
    }
    assert set(part_of(widgets, "top")) == {"top", "in", "lay", "link"}
    assert steps_alone(widgets, "top") and not steps_alone(widgets, "other")
    cell = new_code_cell(outputs=[new_output("display_data", {WIDGET_VIEW: {"model_id": "top"}})])
    assert widget_of(cell) == "top"


def test_maths_becomes_mathml_and_a_broken_formula_is_quoted():
    assert "<msqrt>" in markdown_html(r"the bonus $\sqrt{\ln N}$")
    with pytest.raises(ValueError, match=r"formula .*frac.* cannot be read"):
        mathml(r"\frac", "inline")
    with pytest.raises(ValueError, match=r"nosuch is not known"):
        mathml(r"a + \nosuch", "inline")


def test_pictures_on_one_page_do_not_share_ids():
    svg = '<?xml?><svg><clipPath id="a"/><g clip-path="url(#a)"/><use href="#a"/></svg>'
    first, second = picture(svg), picture(svg)
    ids = {re.search(r'id="([^"]+)"', one)[1] for one in (first, second)}
    assert len(ids) == 2 and first.startswith("<svg")
    for one in (first, second):
        name = re.search(r'id="([^"]+)"', one)[1]
        assert f"url(#{name})" in one and f'href="#{name}"' in one


def test_without_network_the_first_build_says_what_is_missing(tmp_path, monkeypatch):
    def refused(command, **options):
        return subprocess.CompletedProcess(command, 1, "", "no index here")

    monkeypatch.setattr(reveal.subprocess, "run", refused)
    with pytest.raises(reveal.NoReveal, match=r"check the network.*no index here"):
        reveal.put_reveal(tmp_path / "out", tmp_path / "kept")
