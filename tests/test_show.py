"""lib.show: the source that is shown is the source that runs."""

import ast
import functools
import html
import re

import pytest
from bs4 import BeautifulSoup

from lib.game import Game, rounds
from lib.search import alphabeta, minimax
from lib.show import MARKS, Quiet, diff, show


def plain(page):
    """The text that a reader of the HTML sees."""
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def noisy(function):
    @functools.wraps(function)
    def wrapper(*arguments):
        return function(*arguments)

    return wrapper


@noisy
def double(x):
    """Twice x."""

    # a comment stays
    return 2 * x if x < 10 else "<big> & more"


def triple(x):
    # a comment stays
    return 3 * x if x < 10 else "<big> & more"


def test_shows_the_code_without_decorator():
    text = show(double).text
    assert text.startswith("def double(x):\n")
    assert '"""Twice x."""' in text and "# a comment stays" in text and "@noisy" not in text
    assert repr(show(double)) == text


def test_docstring_goes_if_asked_and_nothing_else_does():
    short = show(double, docstring=False).text
    assert short.splitlines()[:2] == ["def double(x):", "    # a comment stays"]
    tree = ast.parse(show(double).text).body[0]
    tree.body = tree.body[1:]
    assert ast.dump(ast.parse(short).body[0]) == ast.dump(tree)


def test_a_comment_right_after_the_docstring_stays():
    def commented():
        """Says."""
        # why
        return 1

    assert "# why" in show(commented, docstring=False).text


def test_html_says_the_same_as_the_text():
    listing = show(double)
    assert plain(listing._repr_html_()) == f"# {__name__}.double\n{listing.text}"


def test_a_docstring_that_is_the_whole_body_stays():
    def empty():
        """Nothing else."""

    # fmt: off
    def one_line():
        """Says."""; return 1  # noqa: E702
    # fmt: on

    assert "Nothing else" in show(empty, docstring=False).text
    for function in (empty, one_line):
        ast.parse(show(function, docstring=False).text)


def test_methods_and_classes():
    assert show(Game.side).text.startswith("def side(self")
    assert show(Game).text.startswith("class Game(ABC):")


@pytest.mark.parametrize("thing", [len, 3, "text", int])
def test_things_without_source(thing):
    with pytest.raises(ValueError, match="cannot show"):
        show(thing)


def test_diff_marks_what_goes_and_what_comes():
    text = diff(double, triple).text
    assert '-     return 2 * x if x < 10 else "<big> & more"' in text
    assert '+     return 3 * x if x < 10 else "<big> & more"' in text
    assert "      # a comment stays" in text
    assert "Twice" not in text and "Twice" in diff(double, triple, docstring=True).text


def test_diff_rebuilds_both_functions():
    lines = diff(double, triple).text.splitlines()[3:]
    before = "\n".join(line[2:] for line in lines if line[0] in " -")
    after = "\n".join(line[2:] for line in lines if line[0] in " +")
    assert before == show(double, docstring=False).text
    assert after == show(triple, docstring=False).text


def test_diff_html_has_signs_and_is_the_same_each_time():
    page = diff(double, triple).html
    assert page == diff(double, triple).html
    seen = plain(page)
    assert "-     return 2 * x" in seen and "+     return 3 * x" in seen
    assert page.count("<ins") == page.count("<del") == 2


def test_diff_of_equal_functions_says_so():
    assert "No difference." in diff(rounds, rounds).text


def contrast(first, second):
    """The contrast of two colors by the WCAG formula."""

    def luminance(color):
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_color_is_readable_on_every_background():
    colors = {f"#{style['color']}" for _, style in Quiet if style["color"]}
    assert len(colors) >= 4
    backgrounds = [b if len(b) == 7 else "#ffffff" for _, b in MARKS.values()]
    assert min(contrast(c, b) for c in colors for b in backgrounds) >= 4.5


def test_nbconvert_keeps_the_indentation():
    for listing, margin in ((show(minimax), ""), (diff(minimax, alphabeta), "  ")):
        kept = BeautifulSoup(listing.html, "html.parser")  # nbconvert does this to every page
        assert f"\n{margin}    if game.is_terminal(state):\n{margin}        return" in kept.text
