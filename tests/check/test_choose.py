"""The check of choose: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.ucb1 import CHOOSE
from tests.check import right_ucb
from tests.check.battery import assert_rejected_and_named, passes
from tools.mutants import mutants

WRONG = check.catalogue("choose")


@pytest.mark.parametrize("solution", right_ucb.RIGHT["choose"])
def test_right_solutions_pass(solution):
    report = check.choose(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(CHOOSE, solution, seed) for seed in range(1, 20))


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(CHOOSE, entry)
    assert not any(passes(CHOOSE, entry.wrong, seed) for seed in range(1, 6))


def test_a_constant_gets_no_name():
    report = check.choose(lambda children, c: 0)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis is None
    assert report.counterexample.case in report.message


def test_a_changed_child_is_seen():
    entry = next(entry for entry in WRONG if entry.name == "a visit is counted in")
    assert "changed what it was given" in check.choose(entry.wrong).message


SURVIVORS = {  # mutants that are right
    "choose_plain line 3: -1": "then ucb1 itself puts the unvisited child first",
    "choose_plain line 3: if False": "the same",
}


@pytest.mark.parametrize("style", ["choose_plain", "choose_loop"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_ucb, style), vars(right_ucb))
    assert {what for what, mutant in found if passes(CHOOSE, mutant)} <= set(SURVIVORS)
