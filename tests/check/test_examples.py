"""Examples first: right or wrong, and how many of six wrong programs they catch."""

import pytest

import check
from check.examples import _differs, _topics
from lib.game import CHANCE, MAX, MIN

GOOD = {
    "minimax": [([[5, 8], [3, [9, 6]]], (MAX, MIN, MIN), 5), ([[-3, -5], [-4]], (MAX, MIN), -4)],
    "expectimax": [([[12, 1], [5, 6]], (MAX, CHANCE), 6.5), ([[3, 4], [2]], (CHANCE, MIN), 2.5)],
    "select": [(MIN, [(3, 1), (20, 10)], 2, 0), (MIN, [(-9, 30), (-4, 1)], 1, 1)],
    "targets": [(MIN, 1, 0.5, -0.75), (MAX, -1, 0.25, -0.375)],
}


@pytest.mark.parametrize("name", _topics())
def test_six_wrong_programs_each(name):
    assert len(_topics()[name].wrong) == 6


@pytest.mark.parametrize("name", GOOD)
def test_good_examples(name):
    report = check.examples(name, GOOD[name])
    assert report.status != "not attempted" and "right" in report.message, str(report)


@pytest.mark.parametrize("name", GOOD)
def test_a_wrong_answer_is_told_with_its_number(name):
    bad = [GOOD[name][0], (*GOOD[name][1][:-1], 99)]
    report = check.examples(name, bad)
    assert report.score == 0 and "Example 2 is not right" in report.message


def test_examples_that_catch_nothing():
    weak = [([7], (MAX, MIN), 7), ([8], (MAX, MIN), 8)]
    report = check.examples("minimax", weak)
    assert report.score == 0.5 and "0 of 6" in report.message


def test_four_of_six_are_enough_and_three_are_not():
    three = [(MIN, 1, -1, 0), (MIN, -1, 1, 0)]
    report = check.examples("targets", three)
    assert report.score == 0.5 and "3 of 6" in report.message, str(report)
    report = check.examples("targets", [(MAX, 1, 0.5, 0.75), (MAX, -1, 0.25, -0.375)])
    assert report.score == 1 and "4 of 6" in report.message, str(report)


def test_a_scared_ghost_counts_only_if_it_can_be_caught_in_time():
    near, far = (0, 1, 2, 5), (0, 1, 4, 9)
    assert "cannot be read" not in check.examples("evaluate_pacman", [(near, far, 1)]).message
    near, far = (0, 1, 5, 2), (0, 1, 9, 2)
    assert "cannot be read" in check.examples("evaluate_pacman", [(near, far, 1)]).message


@pytest.mark.parametrize("given", [[], None, ..., [None]])
def test_nothing_yet(given):
    assert check.examples("minimax", given).status == "not attempted"


@pytest.mark.parametrize("given", [[7], ["abc"], [([[1], 2], 3)], [([], (MAX,), 1)], [(1, 2, 3)]])
def test_what_is_no_example_is_told(given):
    assert "cannot be read" in check.examples("minimax", given).message


def test_a_pair_of_positions_must_be_clear():
    unclear = [((10, 5, 5, 0), (0, 2, 5, 0), 1)]
    assert "cannot be read" in check.examples("evaluate_pacman", unclear).message


def test_five_examples_may_repeat_but_two_must_differ():
    report = check.examples("minimax", [GOOD["minimax"][0]] * 3)
    assert report.score == 0.5 and "differ" in report.message


def test_a_tree_too_large_to_work_out_by_hand_is_told():
    large = [([[[1, 2, 3, 4, 5]] * 5] * 20, (MAX, MIN), 5)]
    assert "cannot be read" in check.examples("minimax", large).message


def test_a_wrong_program_that_fails_on_an_example_is_caught_by_it():
    assert _differs(lambda tree, sides: tree[99], GOOD["minimax"][0])
    assert not _differs(lambda tree, sides: 5, GOOD["minimax"][0])
