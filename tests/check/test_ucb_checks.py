"""The checks around UCB1: right solutions pass, wrong ones are rejected and named."""

import math

import pytest

import check
from check.log_checks import PARSE_LOG
from check.ucb_checks import CHOOSE, FROM_JAVA, UCB1
from lib.logs import parse_log
from lib.search import ucb1
from tests.check import right_ucb
from tests.check.battery import assert_rejected_and_named, entries, passes
from tests.check.mutants import mutants
from tests.check.right_ucb import RIGHT

EXERCISES = {e.name: e for e in (UCB1, CHOOSE, FROM_JAVA, PARSE_LOG)}
WRONG, LABELS = entries(*EXERCISES.values())


@pytest.mark.parametrize("name", EXERCISES)
def test_right_solutions_pass(name):
    for solution in RIGHT[name]:
        report = getattr(check, name)(solution)
        assert report.passed and report.score == 1, str(report)
        assert all(passes(EXERCISES[name], solution, seed) for seed in range(1, 20))


def test_the_library_passes():
    assert check.ucb1(ucb1).passed and check.parse_log(parse_log).passed


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not any(passes(exercise, entry.wrong, seed) for seed in range(1, 6))


def test_there_are_enough_misconceptions():
    assert len(check.catalogue("ucb1")) + len(check.catalogue("choose")) >= 15


@pytest.mark.parametrize(
    ("name", "wrong", "diagnosis"),
    [  # numbers from outside: what a logged weight becomes by a mistake
        ("ucb1", lambda t, n, p, c: t / n + c * math.log10(p) ** 0.5 / n**0.5 if n else math.inf,
         "logarithm to base 10"),
        ("ucb_from_java", lambda w, n, p: int(w / n) + (2 * math.log(p) / n) ** 0.5
         if n else math.inf, "divides like Java"),
        ("choose", lambda children, c: 0, None),
    ],
)  # fmt: skip
def test_a_report_names_the_mistake_in_another_spelling(name, wrong, diagnosis):
    report = getattr(check, name)(wrong)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis == diagnosis
    assert report.counterexample.case in report.message


def test_the_published_weights_are_what_the_check_expects():
    cases = {case.args: UCB1.expected(case) for case in UCB1.cases(0)}
    assert cases[3, 1, 10, 2.0] == pytest.approx(6.034854258770293, abs=1e-15)
    assert cases[-63, 5, 15, 2.0] == pytest.approx(-11.128116797812487, abs=1e-15)


def test_a_changed_child_is_seen():
    entry = next(e for e in check.catalogue("choose") if e.name == "a visit is counted in")
    assert "changed what it was given" in check.choose(entry.wrong).message


SURVIVORS = {  # mutants that are right
    ("choose_plain", "line 3: -1"): "then ucb1 itself puts the unvisited child first",
    ("choose_plain", "line 3: if False"): "the same",
}


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("ucb1", "ucb1_plain"),
        ("ucb1", "ucb1_powers"),
        ("choose", "choose_plain"),
        ("choose", "choose_loop"),
        ("ucb_from_java", "port_inside"),
    ],
)
def test_mutants_that_nobody_wrote_are_rejected(name, style):
    survivors = {
        (style, what.removeprefix(f"{style} "))
        for what, mutant in mutants(getattr(right_ucb, style), vars(right_ucb))
        if passes(EXERCISES[name], mutant)
    }
    assert survivors <= set(SURVIVORS)
