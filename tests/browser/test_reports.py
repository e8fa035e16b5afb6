"""A report in a notebook: the picture's words are large, and all stands on half a screen."""

import pytest

import check
from check.catalogue import catalogue

CELL = "<style>body{font:14px sans-serif;margin:8px;max-width:840px}</style>"  # at 1400 x 900
MEASURE = """() => {
    const svg = document.querySelector("svg"), texts = [...svg.querySelectorAll("text")];
    const size = Math.min(...texts.map((one) => Number(one.getAttribute("font-size"))));
    const [left, right] = [...document.querySelectorAll("[style*='display:flex'] > div")]
        .map((one) => one.getBoundingClientRect());
    const high = document.querySelector(".la-report").getBoundingClientRect().height;
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const wide = document.documentElement.scrollWidth;
    return [Math.round(100 * scale * size) / 100, high, right.left >= left.right, wide];
}"""
TREES = ("minimax", "alphabeta", "expectimax", "best_actions", "select", "backpropagate")


@pytest.mark.parametrize("exercise", TREES)
def test_the_words_of_a_tree_are_large_and_the_report_is_half_a_screen(page, exercise):
    """On a phone the words stand below the tree, which slides where it is wider."""
    for entry in catalogue(exercise)[:3]:
        report = getattr(check, exercise)(entry.wrong)._repr_html_()
        assert "<svg" in report
        for wide in (1400, 390):
            page.set_viewport_size({"width": wide, "height": 900})
            page.set_content(CELL + report)
            size, high, is_beside, width = page.evaluate(MEASURE)
            assert size >= 18 and width <= wide, entry.name
            assert is_beside is (wide == 1400), entry.name
            assert wide == 390 or high <= 500, entry.name
