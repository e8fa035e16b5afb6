"""Reports are short: of every fourth mistake of the catalogue and of every fourth stranger."""

import pytest

import check
from tests.check.test_reports import assert_short
from tools.strangers import ALL, FOLDER, SETS, exercises_in, strangers

FOLDERS = (FOLDER, SETS["blind"], SETS["second"], SETS["third"])
ONE_IN = 4  # all of them take six minutes of two cores; what differs most is the exercise
EVERYBODY = [(folder, name) for folder in FOLDERS for name in exercises_in(folder)]


@pytest.mark.sweep
@pytest.mark.parametrize("name", check.EXERCISES)
def test_reports_on_mistakes_are_short(name):
    for mistake in check.catalogue(name)[::ONE_IN]:
        assert_short(getattr(check, name)(mistake.wrong), mistake.name)


@pytest.mark.sweep
@pytest.mark.parametrize(("folder", "name"), EVERYBODY, ids=lambda one: getattr(one, "name", one))
def test_reports_on_strangers_are_short(folder, name):
    assert name in ALL
    for one in [*strangers(name, folder=folder)][::ONE_IN]:
        report = one.report()
        if not report.passed:
            assert_short(report, one.fault)
