"""The type of a slide in Chromium: large where there are few words, code as wide as it fits."""

import pytest

from tests.browser.measure import problems
from tools.decks import deck
from tools.lessons import all_lessons

LESSON = next(lesson for lesson in all_lessons() if lesson.name == "13_tournament")
SLIDE = ".reveal .slides section.present"
SIZE = "(part) => parseFloat(getComputedStyle(part).fontSize)"


@pytest.fixture
def opened(offline, slides):
    """A function that turns to the slide with this heading."""
    offline.set_viewport_size({"width": 1280, "height": 720})
    offline.goto((slides / f"{LESSON.name}.html").as_uri())
    offline.wait_for_function("Reveal.isReady()")

    def turn(heading):
        number = [slide.heading for slide in deck(LESSON)].index(heading)
        offline.evaluate(f"Reveal.slide({number})")
        offline.wait_for_function(f"document.querySelector('{SLIDE} .body').dataset.fitted")
        return offline.locator(SLIDE)

    return turn


def test_few_words_are_large_and_leave_room_for_the_arrows(opened):
    slide = opened("Five claims, to be judged")
    assert slide.locator(".body").evaluate(SIZE) >= 40
    slide = opened("The verdict")
    assert slide.locator("table").evaluate("(part) => part.getBoundingClientRect().bottom") <= 670


def test_a_picture_is_as_large_as_its_smallest_words_need(offline, opened):
    opened("Strength against budget: who gains faster?")  # smallest: the exponents of its axis
    offline.evaluate("Reveal.next()")
    assert problems(offline, SLIDE) == []
