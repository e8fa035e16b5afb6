"""The checks of evaluators: right ones pass, wrong ones are rejected and named."""

import pytest

import check
from check.evaluation_checks import CAPTURE, PACMAN
from lib.evaluate import capture_notes_filled, pacman_report_literal, score, zero
from lib.games.capture import CaptureTheFlag
from lib.games.pacman import Pacman
from tests.check.battery import assert_rejected_and_named, battery, entries, passes, verdict
from tests.check.right_evaluation import RIGHT

EXERCISES = {e.name: e for e in (PACMAN, CAPTURE)}
WRONG, LABELS = entries(*EXERCISES.values())


@pytest.mark.parametrize("name", EXERCISES)
def test_right_evaluators_pass(name):
    for evaluate in RIGHT[name]:
        report = getattr(check, name)(evaluate)
        assert report.passed and report.score == 1, str(report)
        for seed in (1, 2, 3, 4):
            cases = battery(EXERCISES[name], seed)
            right, answers = verdict(EXERCISES[name], evaluate, cases)
            assert all(right), (evaluate, cases[right.index(False)], answers[right.index(False)])


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


def test_there_are_enough_misconceptions():
    assert len(check.catalogue("evaluate_pacman")) >= 15
    assert len(check.catalogue("evaluate_capture")) >= 15


@pytest.mark.parametrize("evaluate", [zero, score, pacman_report_literal])
def test_simple_evaluators_of_pacman_are_not_enough(evaluate):
    assert not passes(PACMAN, evaluate)


@pytest.mark.parametrize("evaluate", [zero, score, capture_notes_filled])
def test_simple_evaluators_of_capture_are_not_enough(evaluate):
    assert not passes(CAPTURE, evaluate)


def test_a_mistake_with_other_numbers_is_named():
    def afraid(game, state):
        if not state.food or state.lost:
            return 1e5 if not state.food else -1e5
        near = min(game.distance(state.pacman, ghost.position) for ghost in state.ghosts or ())
        return state.score + min(near, 4) + 7 / (1 + min(map(len, [state.food])))

    report = check.evaluate_pacman(afraid)
    assert report.status == "wrong" and 0 < report.score < 1


def test_other_weights_do_not_hide_a_named_mistake():
    def punishes(game, state):
        return 2 * RIGHT["evaluate_pacman"][0](game, state) - 30 * sum(
            ghost.scared for ghost in state.ghosts
        )

    assert check.evaluate_pacman(punishes).diagnosis == "the timer is a penalty"


def test_the_questions_are_about_real_states():
    for exercise, kind in ((PACMAN, Pacman), (CAPTURE, CaptureTheFlag)):
        for case in battery(exercise):
            if case.calls:
                for game, state in case.calls():
                    assert isinstance(game, kind)
                    game.render(state)


def test_an_evaluator_that_changes_the_game_is_told_so():
    entry = next(e for e in check.catalogue("evaluate_pacman") if e.name == "it changes the game")
    assert "changed what it was given" in check.evaluate_pacman(entry.wrong).message
