"""Slides: cut as the lesson says, timed, complete, and without anything from the network."""

import ast
import json
import re
import subprocess
from functools import cache

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from lib.widgets.present import slide_type
from tools import copies, reveal, site, slides
from tools.decks import LECTURE, deck, shown_lines, shows_code, timing
from tools.lessons import (
    SLIDE_ONLY,
    WIDGET_VIEW,
    Lesson,
    all_lessons,
    part_of,
    steps_alone,
    tags,
    widget_of,
)
from tools.pace import pace as pace_of
from tools.render import markdown_html, mathml, picture
from tools.slides import chosen, deck_page, index_page, notes_page, problems

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
def test_every_slide_has_its_minutes_and_its_own_words(lesson):
    slides = deck(lesson)
    for slide in slides:
        assert 1 <= slide.minutes <= 5, slide.title
        assert len(slide.notes.split()) >= 12, slide.title
        assert not re.search(r"next cell|the cell:|run the cell|before you run", slide.notes, re.I)
    assert len({slide.notes for slide in slides}) == len(slides)


def slide_words(slide):
    """The prose of a slide, without headings, code and formulas."""
    text = "\n".join(cell.source for cell in slide.cells if cell.cell_type == "markdown")
    return re.sub(r"(?s:```.*?```)|\$[^$]*\$|^#.*$", "", text, flags=re.M)


@lessons
def test_a_slide_is_short(lesson):
    for slide in deck(lesson):
        text = slide_words(slide)
        most = 70 if "|" in text or slide.heading == "Summary" else 52
        assert len(re.findall("[A-Za-z]{2,}", text)) <= most, slide.title
        for cell in slide.cells:
            assert len(printed(cell).splitlines()) <= 12, slide.title


def printed(cell):
    """What a code cell prints or shows as text."""
    outputs = cell.get("outputs", [])
    return "".join(o.get("text", "") + shown_text(o.get("data", {})) for o in outputs)


def shown_text(data):
    drawn = {"image/svg+xml", "text/html", WIDGET_VIEW} & set(data)
    return "" if drawn else data.get("text/plain", "")


GIVEN = {  # slides that print what the question is about, not its answer
    "A bound is not a value",
    "A win beats everything",
    "A third log, in which C decides",
    "The question: would you hand it in?",
}


@lessons
def test_a_question_stands_before_its_answer(lesson):
    for slide in deck(lesson):
        asks = re.search(r"\*[^*\n]*\?[^*\n]*\*", slide_words(slide))
        if asks and slide.heading not in GIVEN:
            for cell in slide.cells:
                assert not printed(cell) or slide_type(cell) == "fragment", slide.heading


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


@lessons
def test_a_lesson_opens_with_a_question_and_tells_the_minutes_of_its_deck(lesson):
    assert lesson.question.endswith("?")
    assert all(
        int(n) == lesson.minutes for n in re.findall(r"(\d+) minutes as slides", lesson.text)
    )


def test_the_index_lists_every_deck_with_its_minutes():
    page = index_page(LESSONS)
    for lesson in LESSONS:
        assert f'href="{lesson.name}.html"' in page
        assert f"<td>{lesson.minutes}</td>" in page


# --- decks that are shown, not read ----------------------------------------------------------

ASKED = re.compile(r"\bask\(|\.is_\(|\bguesses\(")


def is_drawn(cell):
    """Whether a cell shows a picture or a widget that is more than a question."""
    kinds = {kind for output in cell.get("outputs", []) for kind in output.get("data", {})}
    return bool({"image/svg+xml", WIDGET_VIEW} & kinds) and not ASKED.search(cell.source)


@lessons
def test_two_thirds_of_the_slides_have_a_picture(lesson):
    slides = deck(lesson)
    without = [slide.title for slide in slides if not any(map(is_drawn, slide.cells))]
    assert 3 * len(without) <= len(slides), without


@lessons
def test_no_slide_has_more_than_eight_lines_of_code(lesson):
    many = {slide.title: shown_lines(slide) for slide in deck(lesson) if shown_lines(slide) > 8}
    assert many == {}


@lessons
def test_no_answer_is_a_raw_print_out(lesson):
    """An answer is a chart, or a large number with words; numbers come from the lesson."""
    for slide in deck(lesson):
        assert not any(map(printed, slide.cells)), slide.title
        assert not any(ASKED.search(c.source) for c in slide.cells if c.cell_type == "code")


@lessons
def test_a_vote_keeps_its_picture_in_view_and_its_answer_is_the_next_fragment(lesson):
    votes = 0
    for slide in deck(lesson):
        cells = slide.cells
        for cell, following in zip(cells, [*cells[1:], None], strict=True):
            if "poll" in tags(cell):
                votes += 1
                assert any(map(is_drawn, cells)), slide.title
                assert len(re.findall("(?m)^- ", cell.source)) >= 2, slide.title
                assert "answer" in tags(following) and slide_type(following) == "fragment"
    assert votes >= 3


@lessons
def test_every_number_of_an_answer_stands_in_the_lesson(lesson):
    """A deck prints no result of its own: what an answer says large, a cell of the lesson shows."""
    cells = lesson.notebook.cells
    known = numbers(" ".join(str(c.get("outputs", "")) + c.source for c in lesson.cells))
    for cell in cells:
        if "answer" in tags(cell):
            said = numbers(" ".join(re.findall(r"\*\*(.+?)\*\*", cell.source)))
            assert said <= known, (cell.id, said - known)


def numbers(text):
    """The numbers of a text, without commas and signs."""
    return set(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", text)))


@lessons
def test_readers_miss_nothing_of_what_only_the_deck_has(lesson):
    """No cell that readers run needs a name from a cell that only the deck has."""
    made = {True: set(), False: set()}
    used = set()
    for cell in lesson.notebook.cells:
        if cell.cell_type == "code":
            only = SLIDE_ONLY in tags(cell)
            for node in ast.walk(ast.parse(cell.source)):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    made[only].add(node.id)
                elif isinstance(node, ast.Name) and not only:
                    used.add(node.id)
                elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                    made[only].add(node.name)
                elif isinstance(node, ast.alias):
                    made[only].add((node.asname or node.name).split(".")[0])
    assert made[True] & used <= made[False]


def only_slide(text, kind="-", *more):
    cell = prose(text, kind)
    cell.metadata["tags"] = [SLIDE_ONLY, *more]
    return cell


def test_a_cell_for_the_deck_alone_is_on_its_slide_and_nowhere_else():
    made = made_with(prose("# A\n\nWhy?", "slide", 2), only_slide("for the room", "-"))
    assert "for the room" in deck_page(made, NAMES)
    assert [cell.source for cell in made.cells] == ["# A\n\nWhy?"] and "room" not in made.text
    assert "room" not in site.lesson_page([made], made) and "room" not in site.search_index([made])
    copied = copies.for_readers(json.loads(nbformat.writes(made.notebook)))
    assert "room" not in str(copied) and "Why?" in str(copied)
    assert pace_of(made) == pace_of(made_with(prose("# A\n\nWhy?", "slide", 2)))


def drawing(wide, high):
    svg = f'<svg viewBox="0 0 {wide} {high}"></svg>'
    outputs = [new_output("display_data", {"image/svg+xml": svg})]
    look = {"slideshow": {"slide_type": "-"}, "tags": [SLIDE_ONLY]}
    return new_code_cell("draw()", outputs=outputs, metadata=look)


def test_a_vote_stands_beside_its_picture_and_below_a_wide_one():
    vote = only_slide("*How many?*\n\n- one\n- two", "-", "poll")
    answer = only_slide("**B: two**", "fragment", "answer")
    for size, look in (((400, 300), "columns"), ((900, 300), "columns wide")):
        cells = [prose("# A", "slide", 2), drawing(*size), vote, answer]
        page = deck_page(made_with(*cells), NAMES)
        assert f'class="cell drawn {look}"><div class="left">' in page
        assert '<ol type="A">' in page and '<div class="cell prose answer fragment"' in page
        assert page.index("<svg") < page.index('class="right"') < page.index("How many?")


def test_lines_of_code_in_prose_count_and_one_may_be_lit():
    text = "# A\n\n```python lit=2\na = 1\n\nb = 2\n```\n"
    made = made_with(prose(text, "slide", 2))
    assert shown_lines(deck(made)[0]) == 2
    assert len(re.findall('class="hll"', markdown_html(text))) == 1


def test_the_notes_have_every_slide_every_vote_and_what_can_be_left_out():
    page = notes_page(LESSONS[:4])
    rows = re.findall(r"<tr><td>(\d+)</td><td>(\d+) to (\d+)</td>", page)
    assert len(rows) == sum(len(deck(lesson)) for lesson in LESSONS[:4])
    votes = [c for lesson in LESSONS[:4] for c in lesson.notebook.cells if "poll" in tags(c)]
    assert page.count('<ol type="A">') == len(votes) > 12
    slides = deck(LESSONS[3])
    spare = [n for n, slide in enumerate(slides, 1) if slide.is_spare]
    saved = sum(slides[n - 1].minutes for n in spare)
    assert f"short: {', '.join(map(str, spare))}. Minutes saved: {saved}." in page
    assert 0 < saved < LESSONS[3].minutes / 2


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
    silent = " ".join(problems_of(prose("# A", "slide")))
    assert "has no minutes" in silent and "has no notes" in silent


def test_code_that_is_too_long_is_a_problem():
    code = new_code_cell("x = 1\n" * 15, metadata={"tags": ["slide-code"]})
    assert "15 lines of code" in " ".join(problems_of(prose("# A", "slide", 2), code))


def problems_of(*cells):
    return problems(made_with(*cells))


def test_code_that_only_draws_is_hidden_unless_tagged():
    drawn = [new_output("execute_result", {"image/svg+xml": "<svg></svg>"})]
    assert not shows_code(new_code_cell("draw()", outputs=drawn))
    assert shows_code(new_code_cell("draw()", outputs=drawn, metadata={"tags": ["slide-code"]}))
    assert shows_code(new_code_cell("1 + 1"))


def test_a_cell_may_show_its_result_only():
    said = [new_output("stream", name="stdout", text="0.53")]
    cell = new_code_cell("print(share)", outputs=said, metadata={"tags": ["slide-result"]})
    page = deck_page(made_with(prose("# A", "slide", 2), cell), NAMES)
    assert "0.53" in page and "share" not in page


def test_a_slide_without_a_heading_has_a_title():
    cells = [prose("# A", "slide", 2), prose("## B", "skip"), prose("words", "slide", 1)]
    page = deck_page(made_with(*cells), NAMES)
    assert '<h2 class="again"><p>B</p>' in page
    cells[2].metadata["lecture"]["title"] = "its own"
    page = deck_page(made_with(*cells), NAMES)
    assert '<h2 class="again"><p>its own</p>' in page
    assert [slide.heading for slide in deck(made_with(*cells))] == ["A", "B"]


def test_two_blank_lines_in_code_are_one_on_a_slide():
    code = new_code_cell("a = 1\n\n\nb = 2", metadata={"slideshow": {"slide_type": "slide"}})
    text = re.sub("<[^>]+>", "", deck_page(made_with(prose("# A", "slide", 1), code), NAMES))
    assert "a = 1\n\nb = 2" in text


def made_with(*cells):
    """A lesson of these cells, with a name."""
    made = Made(*cells)
    made.__dict__["path"] = LESSONS[0].path
    return made


def test_a_stepper_is_a_slide_of_its_own_with_its_minutes(monkeypatch):
    monkeypatch.setattr("tools.decks.is_stepper", lambda lesson, cell: cell.cell_type == "code")
    said = {"minutes": 3, "notes": "step"}
    stepper = new_code_cell(
        "stepper(trace)", metadata={"slideshow": {"slide_type": "skip"}, "lecture": said}
    )
    cells = [prose("# A", "slide", 2), stepper, prose("more", "-"), prose("## B", "slide", 1)]
    first, second, third = deck(Made(*cells))
    assert [cell.source for cell in first.cells] == ["# A", "more"] and not first.is_stepper
    assert second.is_stepper and second.title == "A: step by step" and second.heading == "A"
    assert (second.begin, second.end, third.begin, third.end) == (2, 5, 5, 6)
    del stepper.metadata["lecture"]
    assert "(A: step by step) has no minutes" in " ".join(problems(made_with(*cells)))


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


# --- make slides ---------------------------------------------------------------------------


@pytest.fixture
def no_reveal(monkeypatch):
    """A machine without network on which reveal.js was never fetched."""

    def refused(folder):
        raise reveal.NoReveal("check the network")

    monkeypatch.setattr(slides, "have_reveal", refused)


@pytest.mark.parametrize(
    "word", ["02", "minimax", "02_minimax.ipynb", "notebooks/02_minimax.ipynb"]
)
def test_a_deck_is_named_by_a_part_of_its_file(word):
    assert [lesson.name for lesson in chosen([word], LESSONS)] == ["02_minimax"]


def test_without_a_name_all_decks_are_written():
    assert chosen([], LESSONS) == LESSONS


@pytest.mark.parametrize("words", [["99"], ["02", "99"], ["docs/99.ipynb"]])
def test_a_name_that_no_lesson_has_is_named(words):
    with pytest.raises(SystemExit, match=r"No lesson is called 99\. There are: 00_start_here, "):
        chosen(words, LESSONS)


def test_decks_of_yesterday_stay_where_reveal_is_missing(tmp_path, monkeypatch, no_reveal):
    (tmp_path / "index.html").write_text("yesterday")
    monkeypatch.setattr(slides, "OUT", tmp_path)
    with pytest.raises(SystemExit, match="check the network"):
        slides.main([])
    assert (tmp_path / "index.html").read_text() == "yesterday"


def test_one_deck_alone_has_no_link_to_decks_that_are_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(slides, "put_reveal", lambda folder, kept: None)
    slides.write(LESSONS[2:3], tmp_path)
    for page in tmp_path.glob("*.html"):
        links = re.findall(r'href="([^":#]+\.html)', page.read_text("utf-8"))
        assert all((tmp_path / link).exists() for link in links), links
    slides.write(LESSONS[3:4], tmp_path)
    index = (tmp_path / "index.html").read_text("utf-8")
    assert all(f"{lesson.name}.html" in index for lesson in LESSONS[2:4])
