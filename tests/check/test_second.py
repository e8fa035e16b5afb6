"""A second blind test of the names, and right solutions in unusual shapes: each is accepted."""

import pytest

from tools.strangers import RIGHT, SECOND, exercises_in, strangers, verdict


@pytest.mark.parametrize("exercise", exercises_in(RIGHT))
def test_right_in_an_unusual_shape_is_right(exercise):
    for one in strangers(exercise, folder=RIGHT):
        report = one.report()
        assert report.passed and report.score == 1, (one.fault, str(report))


def test_there_are_forty_right_ones_and_sixty_wrong_ones_of_fifteen_exercises():
    right, wrong = (
        [one for name in exercises_in(folder) for one in strangers(name, folder=folder)]
        for folder in (RIGHT, SECOND)
    )
    assert len(right) >= 40 and len(wrong) >= 60
    assert len({one.exercise for one in wrong}) >= 15
    assert all(one.names for one in wrong)


SOME = [("minimax", 2), ("minimax", 4), ("ucb1", 2), ("select", 2), ("expand", 4)]
SOME += [("best_action", 3), ("legal_with_pass", 3), ("expectimax", 5), ("evaluate_pacman", 3)]


@pytest.mark.parametrize(("exercise", "number"), SOME)
def test_what_had_no_name_or_a_false_one_has_the_right_one_now(exercise, number):
    assert verdict([*strangers(exercise, folder=SECOND)][number - 1]) == "named"


def test_the_page_tells_the_first_run():
    page = (SECOND / "measured.md").read_text("utf-8")
    assert "of\nthese 64 (84 %) got the right name, 11 none, and 1 a false one" in page
