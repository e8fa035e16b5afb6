"""Slides in Chromium, from a folder and without network: they fit, they can be read, they step."""

import re

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from tests.browser.console import Console
from tests.browser.lab import open_stored, run_all
from tests.browser.measure import problems
from tools.decks import deck, timing
from tools.lessons import all_lessons, widget_of
from tools.reveal import NoReveal
from tools.slides import write

SIZES = [(1280, 720), (1920, 1080)]
LESSONS = all_lessons()
SLIDE = ".reveal .slides section.present"


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
    """Opens a deck from its folder."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
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
def test_every_slide_fits_and_can_be_read(offline, slides, lesson):
    found = []
    for size in SIZES:
        open_deck(offline, slides, lesson, size)
        for number, slide in enumerate(deck(lesson)):
            show(offline, number)
            found += [(size, number + 1, slide.heading, bad) for bad in problems(offline, SLIDE)]
    assert found == []


@pytest.mark.parametrize("size", SIZES)
def test_a_deck_fills_the_projector_and_its_stepper_steps(offline, slides, size):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "02_minimax")
    open_deck(offline, slides, lesson, size)
    number = next(n for n, slide in enumerate(deck(lesson)) if slide.is_stepper)
    show(offline, number)
    assert offline.locator(SLIDE).bounding_box()["width"] == pytest.approx(size[0], abs=2)
    assert problems(offline, SLIDE) == []
    words = offline.locator(f"{SLIDE} [role=status]")
    expect(words).to_contain_text("Nothing is visited yet")
    offline.locator(f"{SLIDE} button", has_text="Step").click()
    offline.locator(f"{SLIDE} button", has_text="Step").click()
    expect(words).to_contain_text("MIN moves here")
    offline.locator(f"{SLIDE} button", has_text="Back").click()
    expect(offline.locator(f"{SLIDE} output")).to_have_text("1")
    slider = offline.locator(f"{SLIDE} input[type=range]")
    slider.press("End")
    expect(offline.locator(f"{SLIDE} output")).to_have_text(slider.get_attribute("max"))
    assert offline.evaluate("Reveal.getIndices().h") == number, "keys of the slider turn no slides"
    offline.keyboard.press("PageDown")
    assert offline.evaluate("Reveal.getIndices().h") == number + 1, "a clicker turns slides"


def test_play_runs_by_itself_and_stops_at_the_end(offline, slides):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "02_minimax")
    open_deck(offline, slides, lesson)
    show(offline, next(n for n, slide in enumerate(deck(lesson)) if slide.is_stepper))
    offline.locator(f"{SLIDE} input[type=range]").press("End")
    offline.locator(f"{SLIDE} input[type=range]").press("ArrowLeft")
    offline.locator(f"{SLIDE} .play").click()
    last = offline.locator(f"{SLIDE} input[type=range]").get_attribute("max")
    expect(offline.locator(f"{SLIDE} output")).to_have_text(last)
    expect(offline.locator(f"{SLIDE} .play")).to_have_attribute("aria-label", "play")


def test_the_speakers_view_follows_and_shows_notes_minutes_and_pace(offline, slides, shots):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "02_minimax")
    open_deck(offline, slides, lesson)
    with offline.expect_popup() as opened:
        offline.keyboard.press("s")
    speaker = opened.value
    console, notes = Console(speaker), speaker.locator(".speaker-controls-notes .value")
    expect(notes).to_contain_text("minute 0 to")
    expect(notes).to_contain_text(f"The deck takes {lesson.minutes} minutes")
    expect(speaker.get_by_text("Time to finish current slide")).to_be_visible()
    offline.evaluate("Reveal.slide(3)")
    expect(notes).to_contain_text(timing(deck(lesson), 4))
    for frame, number in (("current-slide", 4), ("upcoming-slide", 5)):
        shown = speaker.frame_locator(f"#{frame} iframe").locator(".slide-number")
        expect(shown).to_have_text(re.compile(rf"^\s*{number}\s*/"))
    box = notes.bounding_box()
    assert box["height"] > 50 and box["x"] + box["width"] <= speaker.evaluate("innerWidth")
    speaker.screenshot(path=shots / "speaker.png")
    assert console.stop() == []
    speaker.close()


ON_PAPER = """() => [...document.querySelectorAll('.pdf-page')].map((paper, number) => {
  const edge = paper.getBoundingClientRect(), body = paper.querySelector('.body');
  const boxes = [...body.querySelectorAll('p, li, pre, td, text, button')]
    .filter(part => part.checkVisibility()).map(part => part.getBoundingClientRect());
  return [number + 1, Math.max(...boxes.map(b => b.right)) - edge.right,
          Math.max(...boxes.map(b => b.bottom)) - edge.bottom];
}).filter(([, right, bottom]) => right > 1 || bottom > 1)"""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_deck_is_printed_with_a_page_for_each_slide(offline, slides, lesson):
    offline.goto((slides / f"{lesson.name}.html").as_uri() + "?print-pdf")
    pages = offline.locator(".pdf-page")
    expect(pages).to_have_count(len(deck(lesson)))
    assert offline.evaluate(ON_PAPER) == []
    printed = offline.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == len(deck(lesson))


# --- live in JupyterLab --------------------------------------------------------------------

RUN_LAST = """async () => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = notebook.widgets.length - 1;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


def open_live(page, lab, name, cells=None):
    """Opens the first cells of a lesson with a presenter's cell behind them; nothing is run."""
    notebook = nbformat.read(lab.folder / f"{name}.ipynb", as_version=4)
    notebook.cells = notebook.cells[:cells]
    stored = sum(widget_of(cell) is not None for cell in notebook.cells)
    notebook.cells.append(new_code_cell("from lib.widgets import present\n\npresent()"))
    nbformat.write(notebook, lab.folder / f"live_{name}.ipynb")
    NotebookNotary(data_dir=str(lab.home / "jupyter_data_dir")).sign(notebook)
    page.set_viewport_size({"width": 1280, "height": 720})
    open_stored(page, lab, f"live_{name}", stored)


def begin_show(page):
    """Presses the button; the notebook on the screen, and the number of slides."""
    page.get_by_role("button", name="Present", exact=True).click()
    shown = page.locator(".la-present")
    expect(shown).to_have_attribute("data-slide", re.compile(r"^1 / \d+$"))
    return shown, int(shown.get_attribute("data-slide").split("/")[1])


SCROLLS = """() => { const room = document.querySelector('.la-present .jp-WindowedPanel-outer');
    return room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1 }"""


SLIDER = ".jp-Cell:not(.la-hidden) [role=slider]"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_live_slide_fits_and_can_be_read(page, lab, lesson):
    open_live(page, lab, lesson.name)
    page.evaluate(RUN_LAST)
    shown, total = begin_show(page)
    found = []
    for size, numbers, key in (
        (SIZES[0], range(1, total + 1), "PageDown"),
        (SIZES[1], range(total, 0, -1), "PageUp"),
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_timeout(200)
        for number in numbers:
            expect(shown).to_have_attribute("data-slide", f"{number} / {total}")
            show_whole(page, shown)
            found += [(size, number, bad) for bad in live_problems(page)]
            if page.locator(SLIDER).count():  # the last step shows most
                page.locator(SLIDER).first.press("End")
                found += [(size, number, "at the end", bad) for bad in live_problems(page)]
            leave(page, shown, key)
    assert found == []


def show_whole(page, shown):
    """Shows all fragments of the slide."""
    step, steps = map(int, shown.get_attribute("data-step").split(" / "))
    for _ in range(step, steps):
        page.keyboard.press("PageDown")
    expect(shown).to_have_attribute("data-step", f"{steps} / {steps}")


def leave(page, shown, key):
    """Turns to the next slide or the one before; backward, its fragments go first."""
    steps = int(shown.get_attribute("data-step").split(" / ")[1])
    for _ in range(1 if key == "PageDown" else steps + 1):
        page.keyboard.press(key)


def live_problems(page):
    """What cannot be read on the slide that is shown, once its pictures are there."""
    page.wait_for_timeout(30)
    return problems(page, ".la-present") + ["it scrolls"] * page.evaluate(SCROLLS)


def test_a_notebook_is_presented_live_with_its_kernel(page, lab):
    open_live(page, lab, "02_minimax", 40)
    run_all(page, 120)
    shown, total = begin_show(page)
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_attribute("data-slide", f"2 / {total}")
    show_whole(page, shown)
    page.keyboard.press(" ")
    expect(shown).to_have_attribute("data-slide", f"3 / {total}")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-slide", f"2 / {total}")
    words = page.locator(".jp-Cell:not(.la-hidden) .looking-ahead [role=status]")
    turn_to(page, words, total)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(words).to_contain_text("We begin at the root")
    page.keyboard.press("PageDown")
    turn_to(page, words, total)
    expect(words).to_contain_text("Question 1 of")
    page.get_by_role("button", name="0 → 0 → 0").click()
    expect(words).to_contain_text("1 of 1 right")  # the kernel said so
    page.evaluate("document.exitFullscreen()")
    expect(page.locator(".la-hidden")).to_have_count(0)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:insert-cell-above')")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.get_by_text("save the notebook, then run this cell again")).to_be_visible()
    expect(page.locator(".la-present")).to_have_count(0)


def turn_to(page, place, total):
    """Turns slides until `place` is on the screen."""
    for _ in range(2 * total):
        if place.count():
            return
        page.keyboard.press("PageDown")
        page.wait_for_timeout(100)
    raise AssertionError("no slide shows it")
