"""Slides in Chromium, from a folder and without network: they fit, they can be read, they step."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from tests.browser.lab import open_notebook, run_all
from tests.browser.measure import problems
from tools.decks import deck
from tools.lessons import all_lessons
from tools.reveal import NoReveal
from tools.slides import write

SIZES = [(1280, 720), (1920, 1080)]
LESSONS = all_lessons()
SLIDE = ".reveal .slides section.present"
SMALLEST_IN_PICTURES = 9  # px; see docs/lectures.md for the one tree that is so large


@pytest.fixture(scope="module")
def slides(tmp_path_factory):
    """A folder with all decks."""
    folder = tmp_path_factory.mktemp("slides")
    try:
        write(LESSONS, folder)
    except NoReveal as trouble:
        pytest.skip(str(trouble))
    return folder


def open_deck(page, slides, lesson, size=SIZES[0]):
    """Opens a deck in a browser that has no network."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.context.set_offline(True)
    page.goto((slides / f"{lesson.name}.html").as_uri())
    page.wait_for_function("Reveal.isReady()")


def show(page, number):
    """Turns to a slide and shows all its fragments; waits until it was fitted."""
    page.evaluate(
        """number => {
            Reveal.slide(number);
            const hidden = document.querySelectorAll('.present .fragment');
            hidden.forEach(part => part.classList.add('visible'));
        }""",
        number,
    )
    page.wait_for_function(f"document.querySelector('{SLIDE} .body').dataset.fitted")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_slide_fits_and_can_be_read(page, slides, lesson):
    open_deck(page, slides, lesson)
    found = []
    for number, slide in enumerate(deck(lesson)):
        show(page, number)
        for problem in problems(page, SLIDE):
            small = problem["kind"] == "picture" and problem["by"] >= SMALLEST_IN_PICTURES
            if not small:
                found.append((number + 1, slide.heading, problem))
    page.context.set_offline(False)
    assert found == []


@pytest.mark.parametrize("size", SIZES)
def test_a_deck_fills_the_projector_and_its_stepper_steps(page, slides, size):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "02_minimax")
    open_deck(page, slides, lesson, size)
    number = next(n for n, slide in enumerate(deck(lesson)) if slide.minutes is None)
    show(page, number)
    assert page.locator(SLIDE).bounding_box()["width"] == pytest.approx(size[0], abs=2)
    assert problems(page, SLIDE) == []
    words = page.locator(f"{SLIDE} [role=status]")
    expect(words).to_contain_text("Nothing is visited yet")
    page.locator(f"{SLIDE} button", has_text="Step").click()
    page.locator(f"{SLIDE} button", has_text="Step").click()
    expect(words).to_contain_text("MIN moves here")
    page.locator(f"{SLIDE} button", has_text="Back").click()
    expect(page.locator(f"{SLIDE} output")).to_have_text("1")
    slider = page.locator(f"{SLIDE} input[type=range]")
    slider.press("End")
    expect(page.locator(f"{SLIDE} output")).to_have_text(slider.get_attribute("max"))
    assert page.evaluate("Reveal.getIndices().h") == number, "keys of the slider turn no slides"
    page.keyboard.press("PageDown")
    assert page.evaluate("Reveal.getIndices().h") == number + 1, "a clicker turns slides"
    page.context.set_offline(False)


def test_play_runs_by_itself_and_stops_at_the_end(page, slides):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "02_minimax")
    open_deck(page, slides, lesson)
    show(page, next(n for n, slide in enumerate(deck(lesson)) if slide.minutes is None))
    page.locator(f"{SLIDE} input[type=range]").press("End")
    page.locator(f"{SLIDE} input[type=range]").press("ArrowLeft")
    page.locator(f"{SLIDE} .play").click()
    last = page.locator(f"{SLIDE} input[type=range]").get_attribute("max")
    expect(page.locator(f"{SLIDE} output")).to_have_text(last)
    expect(page.locator(f"{SLIDE} .play")).to_have_attribute("aria-label", "play")
    page.context.set_offline(False)


def test_speaker_notes_say_when(page, slides):
    open_deck(page, slides, LESSONS[0])
    notes = page.locator("section aside.notes").all_text_contents()
    assert "minute 0 to" in notes[0] and f"takes {LESSONS[0].minutes} minutes" in notes[0]
    assert all(re.search(r"Slide \d+ of \d+", note) for note in notes)
    page.context.set_offline(False)


def test_a_notebook_is_presented_live(page, lab):
    notebook = nbformat.read(lab.folder / "02_minimax.ipynb", as_version=4)
    notebook.cells = notebook.cells[:40]
    notebook.cells.append(new_code_cell("from lib.widgets import present\n\npresent()"))
    nbformat.write(notebook, lab.folder / "live.ipynb")
    open_notebook(page, lab, "live")
    run_all(page, 120)
    page.get_by_role("button", name="Present", exact=True).click()
    shown = page.locator(".la-present")
    expect(shown).to_have_attribute("data-slide", re.compile(r"^1 / \d+$"))
    total = int(shown.get_attribute("data-slide").split("/")[1])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(total):
            page.keyboard.press("PageUp")
        for number in range(1, total + 1):
            expect(shown).to_have_attribute("data-slide", f"{number} / {total}")
            page.wait_for_timeout(100)
            bad = [p for p in problems(page, ".la-present") if p["kind"] != "picture"]
            assert bad == [], f"slide {number} at {width}x{height}"
            page.keyboard.press("PageDown")
    stepper = page.locator(".jp-Cell:not(.la-hidden) .looking-ahead")
    for _ in range(total):
        if stepper.count():
            break
        page.keyboard.press("PageUp")
        page.wait_for_timeout(100)
    assert stepper.count(), "a widget has a slide"
    page.evaluate("document.exitFullscreen()")
    expect(page.locator(".la-hidden")).to_have_count(0)
