"""Every report is short: of every mistake of the catalogue and of every stranger."""

import pytest

import check
from tests.check.test_reports import assert_short
from tools.strangers import ALL, FOLDER, SETS, exercises_in, strangers

FOLDERS = (FOLDER, SETS["blind"], SETS["second"], SETS["third"])
EVERYBODY = [(folder, name) for folder in FOLDERS for name in exercises_in(folder)]


@pytest.mark.sweep
@pytest.mark.parametrize("name", check.EXERCISES)
def test_reports_on_all_mistakes_are_short(name):
    for mistake in check.catalogue(name):
        assert_short(getattr(check, name)(mistake.wrong), mistake.name)


@pytest.mark.sweep
@pytest.mark.parametrize(("folder", "name"), EVERYBODY, ids=lambda one: getattr(one, "name", one))
def test_reports_on_all_strangers_are_short(folder, name):
    assert name in ALL
    every = 3 if folder == FOLDER else 1  # of the large set a third: the others are much alike
    for one in [*strangers(name, folder=folder)][::every]:
        report = one.report()
        if not report.passed:
            assert_short(report, one.fault)
