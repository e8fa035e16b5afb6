"""The sixth to ninth blind tests, and what changed after the seventh."""

import pytest

import check
from check.diagnosis import right_solution
from tools.strangers import SETS, exercises_in, strangers, unknown, verdict

EACH = {"sixth": 4, "seventh": 7, "eighth": 6, "ninth": 4}


@pytest.mark.parametrize("name", EACH)
def test_each_exercise_has_as_many_wrong_ones(name):
    exercises = exercises_in(SETS[name])
    assert len(exercises) == len(check.EXERCISES)
    for exercise in exercises:
        assert len([*strangers(exercise, folder=SETS[name])]) == EACH[name], exercise


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sixth", "of these 93 (80 %) got the right name, 18 none"),
        ("seventh", "of these 161 (80 %) got the right name, 36 none, and 4"),
        ("eighth", "of these 154 (91 %) got the right name, 14 none, and 2"),
        ("ninth", "of these 107 (92 %) got the right name, 9 none, and none a false one"),
    ],
)
def test_the_page_tells_the_first_run(name, told):
    assert told in (SETS[name] / "measured.md").read_text("utf-8").replace("\n", " ")


@pytest.mark.parametrize(
    ("number", "name"), [(2, "divides like Java"), (5, "losses count as nothing")]
)
def test_a_very_large_number_in_place_of_infinity_is_no_second_mistake(number, name):
    """Both are right there, so the answers agree with one mistake that returns infinity."""
    report = [*strangers("ucb_from_java", folder=SETS["seventh"])][number - 1].report()
    assert report.names == (name,)


@pytest.mark.parametrize(
    ("name", "exercise", "number"), [("third", "mirrored", 1), ("third", "backpropagate", 1)]
)
def test_two_mistakes_at_one_place_that_make_a_third_one_are_not_said(name, exercise, number):
    """Upside down is: not mirrored, but turned by half a turn. Nobody made these two."""
    stranger = [*strangers(exercise, folder=SETS[name])][number - 1]
    assert verdict(stranger) == "named"
    assert len(unknown(stranger).names) < 2


def test_numbers_of_the_learner_with_a_negative_exponent_end_no_check():
    def wrong(total, visits, parent_visits, c):
        return right_solution("ucb1")(total, visits, parent_visits + 1e-3, c) + 2.5e-7

    assert not check.ucb1(wrong).passed
