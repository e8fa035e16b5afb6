"""The check of ucb_from_java: right solutions pass, wrong ones are rejected and named."""

import math

import pytest

import check
from check.ucb1 import FROM_JAVA
from tests.check import right_ucb
from tests.check.battery import assert_rejected_and_named, passes
from tools.mutants import mutants

WRONG = check.catalogue("ucb_from_java")


@pytest.mark.parametrize("solution", right_ucb.RIGHT["ucb_from_java"])
def test_right_solutions_pass(solution):
    report = check.ucb_from_java(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(FROM_JAVA, solution, seed) for seed in range(1, 20))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(FROM_JAVA, entry)
    assert not any(passes(FROM_JAVA, entry.wrong, seed) for seed in range(1, 6))


def test_a_report_names_the_mistake_in_another_spelling():
    def with_the_cast_too_late(wins, visits, parent_visits):
        if visits == 0:
            return math.inf
        return int(wins / visits) + (2 * math.log(parent_visits) / visits) ** 0.5

    report = check.ucb_from_java(with_the_cast_too_late)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis == "divides like Java"
    assert report.counterexample.case in report.message


def test_mutants_that_nobody_wrote_are_rejected():
    found = mutants(right_ucb.port_inside, vars(right_ucb))
    assert [what for what, mutant in found if passes(FROM_JAVA, mutant)] == []
