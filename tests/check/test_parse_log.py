"""The check of parse_log: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.parse_log import PARSE_LOG
from lib.logs import parse_log
from tests.check.battery import assert_rejected_and_named, passes
from tests.check.right_ucb import RIGHT

WRONG = check.catalogue("parse_log")


@pytest.mark.parametrize("solution", RIGHT["parse_log"])
def test_right_solutions_pass(solution):
    report = check.parse_log(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(PARSE_LOG, solution, seed) for seed in range(1, 20))


def test_the_library_passes():
    assert check.parse_log(parse_log).passed


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(PARSE_LOG, entry)
    assert not any(passes(PARSE_LOG, entry.wrong, seed) for seed in range(1, 6))
