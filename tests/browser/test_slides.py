"""Slides in Chromium, from a folder and without network: they fit, they can be read, they step."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.console import Console
from tests.browser.fonts import in_both_fonts
from tests.browser.measure import SIZES, problems
from tools.decks import deck, shown_lines, timing
from tools.lessons import all_lessons

LESSONS = all_lessons()
SLIDE = ".reveal .slides section.present"


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


every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


CUT = """(root) => [...root.querySelectorAll('pre')].filter((pre) => pre.checkVisibility())
  .flatMap((pre) => {
    const range = document.createRange();
    range.selectNodeContents(pre);
    const lines = [...range.getClientRects()], own = getComputedStyle(pre);
    let [right, bottom] = [innerWidth, innerHeight];
    for (let box = pre; box !== root; box = box.parentElement) {
      const look = getComputedStyle(box), edge = box.getBoundingClientRect();
      if (look.overflowX !== 'visible') right = Math.min(right, edge.right);
      if (look.overflowY !== 'visible') bottom = Math.min(bottom, edge.bottom);
    }
    const broken = own.whiteSpace !== 'pre' && !pre.classList.contains('said');
    const cut = lines.some((line) => line.right > right + 1 || line.bottom > bottom + 1);
    const slides = pre.scrollWidth > pre.clientWidth + 1;
    return broken || cut || slides ? [pre.textContent.slice(0, 60)] : [];
  })"""


@in_both_fonts
@every_lesson
def test_every_slide_fits_and_can_be_read_and_no_line_of_code_is_cut(offline, slides, lesson):
    found, cut = [], []
    for size in SIZES:
        open_deck(offline, slides, lesson, size)
        for number, slide in enumerate(deck(lesson)):
            show(offline, number)
            found += [(size, number + 1, slide.heading, bad) for bad in problems(offline, SLIDE)]
            lines = offline.locator(SLIDE).evaluate(CUT)
            cut += [(size, number + 1, slide.title, bad) for bad in lines]
    assert found == [] and cut == [], "cut off, broken, or it slides sideways"


def test_a_line_of_code_that_is_too_long_is_found(offline, slides):
    lesson = next(lesson for lesson in LESSONS if lesson.name == "00_start_here")
    open_deck(offline, slides, lesson)
    show(offline, next(n for n, slide in enumerate(deck(lesson)) if shown_lines(slide)))
    assert offline.locator(SLIDE).evaluate(CUT) == []
    code = offline.locator(f"{SLIDE} pre code").first
    code.evaluate("(code) => code.prepend('x = ' + 'long + '.repeat(30))")
    assert len(offline.locator(SLIDE).evaluate(CUT)) == 1


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


@in_both_fonts
@every_lesson
def test_a_deck_is_printed_with_a_page_for_each_slide(offline, slides, lesson):
    offline.goto((slides / f"{lesson.name}.html").as_uri() + "?print-pdf")
    pages = offline.locator(".pdf-page")
    expect(pages).to_have_count(len(deck(lesson)))
    assert offline.evaluate(ON_PAPER) == []
    printed = offline.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == len(deck(lesson))
