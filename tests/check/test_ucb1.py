"""The check of ucb1: right solutions pass, wrong ones are rejected and named."""

import math

import pytest

import check
from check.ucb1 import UCB1
from lib.search import ucb1
from tests.check import right_ucb
from tests.check.battery import assert_rejected_and_named, passes
from tools.mutants import mutants

WRONG = check.catalogue("ucb1")


@pytest.mark.parametrize("solution", right_ucb.RIGHT["ucb1"])
def test_right_solutions_pass(solution):
    report = check.ucb1(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(UCB1, solution, seed) for seed in range(1, 20))


def test_the_library_passes():
    assert check.ucb1(ucb1).passed


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(UCB1, entry)
    assert not any(passes(UCB1, entry.wrong, seed) for seed in range(1, 6))


def test_there_are_enough_misconceptions():
    assert len(WRONG) + len(check.catalogue("choose")) >= 15


def test_a_report_names_the_mistake_in_another_spelling():
    def in_powers(total, visits, parent_visits, c):
        if visits == 0:
            return math.inf
        return total / visits + c * math.log10(parent_visits) ** 0.5 / visits**0.5

    report = check.ucb1(in_powers)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis == "logarithm to base 10"
    assert report.counterexample.case in report.message


def test_the_published_weights_are_what_the_check_expects():
    """Numbers from outside: weights of a logged search."""
    cases = {case.args: UCB1.expected(case) for case in UCB1.cases(0)}
    assert cases[3, 1, 10, 2.0] == pytest.approx(6.034854258770293, abs=1e-15)
    assert cases[-63, 5, 15, 2.0] == pytest.approx(-11.128116797812487, abs=1e-15)


@pytest.mark.parametrize("style", ["ucb1_plain", "ucb1_powers"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_ucb, style), vars(right_ucb))
    assert [what for what, mutant in found if passes(UCB1, mutant)] == []
