"""The site and a deck in Firefox, where it is installed: what a reader and a lecturer do first."""

import base64

import pytest

from tests.browser.firefox import Firefox
from tools.decks import deck
from tools.lessons import all_lessons

LESSON = next(lesson for lesson in all_lessons() if lesson.name == "02_minimax")
STEPPER = "document.querySelector('.widget .looking-ahead')"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def firefox():
    """A Firefox with a new profile, or a skip that says why there is none."""
    browser = Firefox()
    yield browser
    browser.close()


def test_the_first_page_shows_its_picture_and_leads_to_the_lessons(firefox, site, shots):
    firefox.visit(site / "index.html")
    assert firefox.value("document.querySelectorAll('main').length") == 1
    shown = "[...document.querySelectorAll('.picture svg')].map((svg) => svg.clientWidth)"
    assert max(firefox.value(shown)) > 300
    assert firefox.value(TOO_WIDE) <= 0
    (shots / "firefox_home.png").write_bytes(base64.b64decode(firefox.picture()))
    firefox.click("document.querySelector('main a[href$=\"00_start_here.html\"]')")
    firefox.wait("document.title === 'Start here'")


def test_a_stepper_steps_and_says_so(firefox, site, shots):
    firefox.visit(site / f"{LESSON.name}.html")
    firefox.wait(f"{STEPPER} && {STEPPER}.querySelector('.step')")
    said = f"{STEPPER}.querySelector('[role=status]').textContent"
    firefox.wait(f"{said}.includes('Nothing is visited yet')")
    firefox.click(f"{STEPPER}.querySelector('.step')")
    firefox.wait(f"{said}.startsWith('Step 1 of')")
    firefox.press("ArrowRight")
    firefox.wait(f"{said}.startsWith('Step 2 of')")
    assert firefox.value(TOO_WIDE) <= 0
    firefox.value(f"{STEPPER}.scrollIntoView()")
    (shots / "firefox_stepper.png").write_bytes(base64.b64decode(firefox.picture()))


def test_a_question_takes_a_guess_and_then_shows_the_answer(firefox, site):
    firefox.visit(site / f"{LESSON.name}.html")
    ask = "document.querySelector('.la-ask')"
    firefox.wait(f"{ask} && {ask}.querySelector('input[type=number]')")
    said = "[...document.querySelectorAll('.la-ask')].map((card) => card.textContent).join()"
    assert "You made no guess" in firefox.value(said)
    firefox.value(f"{ask}.querySelector('input[type=number]').focus()")
    firefox.press("4")
    firefox.click(f"{ask}.querySelector('.commit')")
    firefox.wait(f"{said}.includes('You: 4 points') && {said}.includes('it is 5 points')")


def test_a_key_turns_the_slide_and_nothing_is_cut_off(firefox, slides, shots):
    firefox.visit(slides / f"{LESSON.name}.html")
    firefox.wait("Reveal.isReady()")
    total = firefox.value("Reveal.getTotalSlides()")
    assert total == len(deck(LESSON))
    firefox.press("ArrowRight")
    firefox.wait("Reveal.getIndices().h === 1")
    firefox.wait("document.querySelector('section.present .body').dataset.fitted")
    (shots / "firefox_slide.png").write_bytes(base64.b64decode(firefox.picture()))
    low = "[...document.querySelectorAll('section.present :is(p, li, pre, text)')]"
    low += ".map((part) => part.getBoundingClientRect().bottom)"
    for number in range(total):
        firefox.value(f"Reveal.slide({number}, 0, 99)")
        firefox.wait("document.querySelector('section.present .body').dataset.fitted")
        assert max(firefox.value(low)) <= 721, f"slide {number + 1}"
