"""Every report is short: of every mistake of the catalogue and of every stranger."""

import pytest

import check
from tests.check.test_reports import assert_short
from tools.strangers import ALL, BLIND, FOLDER, SECOND, exercises_in, strangers

EVERYBODY = [(folder, name) for folder in (FOLDER, BLIND, SECOND) for name in exercises_in(folder)]


@pytest.mark.slow
@pytest.mark.parametrize("name", check.EXERCISES)
def test_reports_on_all_mistakes_are_short(name):
    for mistake in check.catalogue(name):
        assert_short(getattr(check, name)(mistake.wrong), mistake.name)


@pytest.mark.slow
@pytest.mark.parametrize(("folder", "name"), EVERYBODY, ids=lambda one: getattr(one, "name", one))
def test_reports_on_all_strangers_are_short(folder, name):
    assert name in ALL
    for one in strangers(name, folder=folder):
        report = one.report()
        if not report.passed:
            assert_short(report, one.fault)
