"""The check of evaluate_capture: right evaluators pass, wrong ones are rejected and named."""

import pytest

from check.evaluate_capture import CAPTURE
from lib.evaluate import capture_notes_filled, score, zero
from lib.games.capture import CaptureTheFlag
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tests.check.right_evaluation import RIGHT


@pytest.mark.parametrize("evaluate", RIGHT["evaluate_capture"])
def test_right_evaluators_pass(evaluate):
    assert_right(CAPTURE, evaluate, seeds=(1, 2, 3, 4))


@pytest.mark.parametrize("entry", mistakes("evaluate_capture"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(CAPTURE, entry)
    assert not passes(CAPTURE, entry.wrong, seed=3)


@pytest.mark.parametrize("evaluate", [zero, score, capture_notes_filled])
def test_simple_evaluators_are_not_enough(evaluate):
    assert not passes(CAPTURE, evaluate)


def test_the_questions_are_about_real_states():
    for case in battery(CAPTURE):
        for game, state in case.calls() if case.calls else ():
            assert isinstance(game, CaptureTheFlag)
            game.render(state)
