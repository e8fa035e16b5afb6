"""The log that a learner makes up: right or wrong at once, with the limit of five tries."""

import pytest

import check


@pytest.mark.parametrize("pairs", [[(9, 3), (2, 1)], ((2, 1), (9, 3)), [[9, 3], [2, 1]]])
def test_a_right_one(pairs):
    report = check.fourth_log(pairs)
    assert report.passed and report.score == 1, str(report)


@pytest.mark.parametrize(
    ("pairs", "name"),
    [
        ([(5, 2), (1, 2)], "equal tries"),
        ([(12, 4), (2, 2)], "too many tries"),
        ([(30, 3), (1, 1)], "both constants choose the same"),
        ([(9, 3)], "one child only"),
        ([(9, 3), (2, 0)], "an unvisited child"),
        ([9, 3, 2, 1], "no list of pairs"),
        ("[(9, 3), (2, 1)]", "no list of pairs"),
        ([(9, 2.5), (2, 1)], "no list of pairs"),
        ([(float("inf"), 3), (2, 1)], "no list of pairs"),
        (7, "no list of pairs"),
    ],
)
def test_a_wrong_one_has_a_name(pairs, name):
    report = check.fourth_log(pairs)
    assert report.status == "wrong" and report.diagnosis == name, str(report)


@pytest.mark.parametrize("nothing", [None, ..., [], ()])
def test_nothing_is_not_wrong(nothing):
    assert check.fourth_log(nothing).status == "not attempted"


def test_the_bounds_are_told():
    assert "C = 1: bounds" in check.fourth_log([(30, 3), (1, 1)]).message
