"""The checks of the searches: right solutions pass, wrong ones are rejected and named."""

import re
from pathlib import Path

import pytest

import check
from check.search_checks import ALPHABETA, BEST_ACTIONS, EXPECTIMAX, MINIMAX
from tests.check import right_solutions
from tests.check.battery import assert_rejected_and_named, entries, passes, survives
from tests.check.mutants import mutants
from tests.check.right_solutions import RIGHT

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = {e.name: e for e in (MINIMAX, ALPHABETA, EXPECTIMAX, BEST_ACTIONS)}
WRONG, LABELS = entries(*EXERCISES.values())


@pytest.mark.parametrize("seed", [0, 1, 7])
@pytest.mark.parametrize("name", EXERCISES)
def test_right_solutions_pass(name, seed):
    for solution in RIGHT[name]:
        report = getattr(check, name)(solution, seed=seed)
        assert report.passed, (solution, str(report))
        assert report.score == 1 and report.diagnosis is None


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


@pytest.mark.parametrize("name", EXERCISES)
def test_a_report_shows_the_mistake(name):
    entry = check.catalogue(name)[0]
    report = getattr(check, name)(entry.wrong)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis == entry.name and report.counterexample is not None


def test_there_are_enough_misconceptions():
    for name in ("minimax", "alphabeta", "expectimax"):
        assert len(check.catalogue(name)) >= 15
    assert sum(len(check.catalogue(name)) for name in check.EXERCISES) >= 110


@pytest.mark.parametrize("name", check.EXERCISES)
def test_names_explanations_and_hints_can_be_read(name):
    for entry in check.catalogue(name):
        assert entry.exercise == name and entry.explanation[0].islower()
        assert entry.hint[-1] in ".?" and not entry.explanation.endswith(".")


SURVIVORS = {  # mutants that are right: (function, part of the description)
    ("minimax_negamax", "line 5: if False"),
    ("minimax_negamax", "line 5: 2"),  # the sign of a finished root cancels out
    ("minimax_negamax", "line 5: 0"),
    ("minimax_negamax", "line 14: Div"),  # dividing by +1 or -1
    ("alphabeta_pair", "line 21: Gt"),  # strict at MAX only: allowed
    ("alphabeta_pair", "line 32: Lt"),  # strict at MIN only: allowed
    ("alphabeta_strict_soft", "line 18: LtE"),  # non-strict: allowed
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("minimax", "minimax_pair"),
        ("minimax", "minimax_negamax"),
        ("alphabeta", "alphabeta_pair"),
        ("alphabeta", "alphabeta_strict_soft"),
        ("expectimax", "expectimax_plain"),
        ("best_actions", "best_actions_brute"),
    ],
)
def test_mutants_that_nobody_wrote_are_rejected(name, style):
    survivors = {
        (style, what.removeprefix(f"{style} "))
        for what, mutant in mutants(getattr(right_solutions, style), vars(right_solutions))
        if survives(EXERCISES[name], mutant)
    }
    assert survivors <= SURVIVORS


def test_the_counterexample_is_small():
    report = check.minimax(lambda game, state, rounds, evaluate: (0, 0))
    assert len(report.counterexample.case) < 60


def test_a_kind_of_cut_is_told():
    notes = {fn.__name__: check.alphabeta(fn).notes[0] for fn in RIGHT["alphabeta"]}
    assert "equality" in notes["alphabeta_pair"]
    assert "beyond the bound" in notes["alphabeta_strict_soft"]


def test_hints_end_with_the_solution():
    for name in check.EXERCISES:
        ladder = [check.hint(name, level) for level in (1, 2, 3, 4)]
        assert len(set(ladder)) == 4
        assert "def " in ladder[-1]
    with pytest.raises(ValueError, match="no hints for 'chess'"):
        check.hint("chess", 1)
    with pytest.raises(ValueError, match="1 to 3"):
        check.hint("minimax", 9)


def test_the_readme_counts_them():
    told = re.search(r"know (\d+) wrong solutions", (ROOT / "README.md").read_text("utf-8"))
    assert int(told[1]) == sum(len(check.catalogue(name)) for name in check.EXERCISES)
