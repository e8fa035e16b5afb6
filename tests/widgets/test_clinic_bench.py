"""The buttons of the bug clinic: they run, they compare, and they survive any function."""

import html

import pytest

from lib.widgets import clinic_bench


def press(panel, row):
    """What a row says after its button was pressed."""
    button, told = panel.children[1 + row].children
    button.click()
    assert not button.disabled
    return told.value


def all_for_x(game, root, c, rng):
    """A walk that never asks who chooses."""
    node = root
    while not node.untried and node.children:
        node = max(node.children.values(), key=lambda child: child.total / child.visits)
    return node


def test_a_sound_search_passes_all_four():
    panel = clinic_bench()
    assert press(panel, 0).count("20 of 20") == press(panel, 1).count("20 of 20") == 2
    assert "The root counted 500, the tree has height 6" in press(panel, 2)
    assert "1,000 iterations: 0 blunders in 60 decisions [0.00, 0.06]" in press(panel, 3)


def test_a_fault_shows_beside_the_sound_search():
    panel = clinic_bench(select=all_for_x)
    assert not panel.children[0].children and len(clinic_bench().children[0].children) == 2
    assert "<b>20 of 20" not in press(panel, 1) and "20 of 20" in press(panel, 1)


def test_a_function_that_fails_is_a_sentence():
    panel = clinic_bench(backpropagate=lambda leaf, value: 1 / 0)
    assert "It stops with an error: ZeroDivisionError: division by zero" in press(panel, 0)


def test_what_is_no_part_is_refused():
    with pytest.raises(ValueError, match="no part walk: give select, expand"):
        clinic_bench(walk=all_for_x)


def test_a_number_for_a_part_is_a_sentence():
    assert "'int' object is not callable" in html.unescape(press(clinic_bench(select=3), 0))
