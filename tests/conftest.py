"""What several rooms of tests share."""

from collections import Counter

import pytest

from tests.shared import made_once

ONE_IN = {  # of the cases of these tests `make test` tries one in so many, `make sweeps` the rest
    "test_a_mistake_in_another_shape_gets_its_name": 4,
    "test_a_report_is_short": 4,
    "test_a_sample_gets_the_right_name": 3,
    "test_an_error_is_no_misconception": 4,
    "test_checks_that_students_call_in_cells_say_what_is_wrong": 3,
    "test_every_check_survives_anything": 4,
    "test_every_misconception_is_rejected_and_named": 12,
    "test_mutants_that_nobody_wrote_are_rejected": 2,
    "test_names_in_every_step_of_a_film": 4,
    "test_names_in_trees_of_a_search": 3,
    "test_random_trees_are_readable": 3,
    "test_right_in_an_unusual_shape_is_right": 4,
    "test_uniform_trees_are_readable": 3,
    "test_what_it_left_without_its_name_has_it_now": 3,
    "test_what_the_fourth_test_left_without_its_name_has_it_now": 3,
    "test_what_the_third_test_left_without_its_name_has_it_now": 3,
    "test_whole_numbers_of_any_size_are_only_wrong": 4,
}


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is not asked for
def pytest_collection_modifyitems(items):
    """The others of each such test are for the sweeps."""
    count = Counter()
    for item in items:
        test = item.path, getattr(item, "originalname", None)
        if count[test] % ONE_IN.get(test[1], 1):
            item.add_marker(pytest.mark.sweep)
        count[test] += 1


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the website, written once for all workers."""
    folder, trouble = made_once(tmp_path_factory, "site", _write_site)
    assert not trouble, trouble
    return folder


def _write_site(folder):
    from tools.site import write

    write(folder)
