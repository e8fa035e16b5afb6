"""The check of a whole MCTS: right solutions pass, wrong ones are rejected and named."""

import re

import pytest

import check
from check.mcts import MCTS
from lib.clinic.views import FAULTS
from lib.search import best_action, mcts
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, passes, survives
from tools.mutants import mutants

WRONG = check.catalogue("mcts")


def library(game, state, iterations, c, rng, **faults):
    return best_action(mcts(game, state, iterations=iterations, c=c, rng=rng, **faults))


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["mcts"], library])
def test_right_solutions_pass(solution):
    report = check.mcts(solution)
    assert report.passed and report.score == 1, str(report)
    assert all(passes(MCTS, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_faults_of_the_lesson_are_rejected(fault):
    def wrong(game, state, iterations, c, rng):
        return library(game, state, iterations, c, rng, **FAULTS[fault])

    assert not passes(MCTS, wrong)


@pytest.mark.parametrize("entry", WRONG, ids=[entry.name for entry in WRONG])
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(MCTS, entry)


def test_there_are_enough_misconceptions():
    assert len(WRONG) >= 15


def test_a_mistake_in_another_style_is_named():
    source = right_mcts.mcts_recursive

    def wrong(game, state, iterations, c, rng):
        return source(Friendly(game), state, iterations, c, rng)

    report = check.mcts(wrong)
    assert report.status == "wrong" and report.diagnosis == "everybody plays for MAX"


class Friendly:
    """A game in which MIN says that it is MAX."""

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def side(self, state):
        return abs(self.game.side(state))


ABOUT_CHANCE = re.compile(  # lines that handle CHANCE, about which nobody is asked here
    "mcts_recursive line (19|20):|mcts_mover_view line (5|13|14|15|16):"
)
SURVIVORS = {  # mutants that are right
    "mcts_recursive line 20: -1",  # the last of one item
    "mcts_recursive line 32: 1",  # actions are first visited in order: none before is at 0
    "mcts_recursive line 32: -1",
    "mcts_mover_view line 7: 1",  # nobody moved into the root: its total is never read
    "mcts_mover_view line 7: -1",
    "mcts_mover_view line 15: -1",  # the last of one item
}


@pytest.mark.sweep
@pytest.mark.parametrize("style", ["mcts_recursive", "mcts_mover_view"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_mcts, style), vars(right_mcts))
    left = {what for what, mutant in found if survives(MCTS, mutant)}
    assert {what for what in left if not ABOUT_CHANCE.search(what)} <= SURVIVORS
