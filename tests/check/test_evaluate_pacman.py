"""The check of evaluate_pacman: right evaluators pass, wrong ones are rejected and named."""

import pytest

import check
from check.evaluate_pacman import PACMAN
from lib.evaluate import pacman_report_literal, score, zero
from lib.games.pacman import Pacman
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tests.check.right_evaluation import RIGHT


@pytest.mark.parametrize("evaluate", RIGHT["evaluate_pacman"])
def test_right_evaluators_pass(evaluate):
    assert_right(PACMAN, evaluate, seeds=(1, 2, 3, 4))


@pytest.mark.parametrize("entry", mistakes("evaluate_pacman"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(PACMAN, entry)
    assert not passes(PACMAN, entry.wrong, seed=3)


@pytest.mark.parametrize("evaluate", [zero, score, pacman_report_literal])
def test_simple_evaluators_are_not_enough(evaluate):
    assert not passes(PACMAN, evaluate)


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
    for case in battery(PACMAN):
        for game, state in case.calls() if case.calls else ():
            assert isinstance(game, Pacman)
            game.render(state)


def test_an_evaluator_that_changes_the_game_is_told_so():
    entry = next(e for e in check.catalogue("evaluate_pacman") if e.name == "it changes the game")
    assert "changed what it was given" in check.evaluate_pacman(entry.wrong).message
