"""The checks of MCTS and its phases: right solutions pass, wrong ones are rejected and named."""

from importlib import import_module

import pytest

import check
from check.backpropagate_checks import BACKPROPAGATE
from check.best_action_checks import BEST_ACTION
from check.expand_checks import EXPAND
from check.mcts_checks import MCTS
from check.mcts_trees import patterns
from check.rollout_checks import ROLLOUT
from check.select_checks import SELECT
from lib.clinic.views import FAULTS
from lib.game import CHANCE
from lib.search.bandit import ucb1
from tests.check import right_mcts
from tests.check.battery import (
    assert_rejected_and_named,
    battery,
    entries,
    passes,
    survives,
    verdict,
)
from tests.check.mutants import mutants
from tests.check.right_mcts import RIGHT

PHASES = {e.name: e for e in (SELECT, EXPAND, ROLLOUT, BACKPROPAGATE, BEST_ACTION)}
EXERCISES = PHASES | {"mcts": MCTS}
WRONG, LABELS = entries(*PHASES.values())
WRONG_MCTS, LABELS_MCTS = entries(MCTS)


@pytest.mark.parametrize("name", EXERCISES)
def test_right_solutions_pass(name):
    for solution in RIGHT[name]:
        report = getattr(check, name)(solution)
        assert report.passed and report.score == 1, str(report)
        for seed in (5, 6):
            cases = EXERCISES[name].cases(seed)
            right, answers = verdict(EXERCISES[name], solution, cases)
            assert all(right), (solution, cases[right.index(False)], answers[right.index(False)])


LIBRARY = import_module("lib.search.mcts")


def test_the_library_passes():
    for name in PHASES:
        assert passes(PHASES[name], getattr(LIBRARY, name))


def library_mcts(game, state, iterations, c, rng, **faults):
    root = LIBRARY.mcts(game, state, iterations=iterations, c=c, rng=rng, **faults)
    return LIBRARY.best_action(root)


def test_the_whole_library_passes():
    assert check.mcts(library_mcts).passed


@pytest.mark.parametrize("fault", FAULTS)
def test_the_faults_of_the_lesson_are_rejected(fault):
    def wrong(game, state, iterations, c, rng):
        return library_mcts(game, state, iterations, c, rng, **FAULTS[fault])

    assert not passes(MCTS, wrong)


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_of_a_phase_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)


@pytest.mark.parametrize(("exercise", "entry"), WRONG_MCTS, ids=LABELS_MCTS)
def test_every_misconception_of_mcts_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)


def test_another_seed_rejects_them_too():
    for exercise, entry in WRONG:
        assert not passes(exercise, entry.wrong, seed=3), entry.name


def test_there_are_enough_misconceptions():
    assert len(WRONG_MCTS) >= 15


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


SURVIVORS = {  # mutants that are right: (function, part of the description)
    ("select_loop", "line 4: if False"),  # a node without children has untried actions or is over
    ("select_loop", "line 9: -1"),  # the last of one item
    ("rollout_recursive", "line 6: if False"),  # players draw too: all their chances are equal
    ("rollout_recursive", "line 7: -1"),
    ("rollout_recursive", "line 8: no minus"),  # a default that rounding never needs
    ("rollout_recursive", "line 8: 2"),
    ("rollout_recursive", "line 8: 0"),
    ("rollout_recursive", "line 11: LtE"),  # a random number is never exactly on the edge
    ("best_loop", "line 4: Gt"),  # another one of equally many visits
    ("mcts_recursive", "line 20: -1"),  # the last of one item
    ("mcts_recursive", "line 32: 1"),  # actions are first visited in order: none before is at 0
    ("mcts_recursive", "line 32: -1"),
    ("mcts_mover_view", "line 7: 1"),  # nobody moved into the root: its total is never read
    ("mcts_mover_view", "line 7: -1"),
    ("mcts_mover_view", "line 15: -1"),  # the last of one item
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("select", "select_loop"),
        ("select", "select_recursive"),
        ("expand", "expand_first"),
        ("rollout", "rollout_recursive"),
        ("backpropagate", "backpropagate_loop"),
        ("best_action", "best_loop"),
        ("mcts", "mcts_recursive"),
        ("mcts", "mcts_mover_view"),
    ],
)
def test_mutants_that_nobody_wrote_are_rejected(name, style):
    survivors = {
        (style, what.removeprefix(f"{style} "))
        for what, mutant in mutants(getattr(right_mcts, style), vars(right_mcts))
        if survives(EXERCISES[name], mutant)
    }
    assert survivors <= SURVIVORS


def one_visit_more(game, root, c, rng):
    """Counts a node's visits once too often: it shows only where two bounds almost meet."""
    node = root
    while node.children and not node.untried and node.side != CHANCE:
        bounds = {
            child: ucb1(node.side * child.total, child.visits, node.visits + 1, c)
            for child in node.children.values()
        }
        node = max(bounds, key=bounds.get)
    return node


def test_almost_right_walks_are_told_on_many_trees():
    cases = [case for case in battery(SELECT) if not case.data[2]]  # without CHANCE
    right, _ = verdict(SELECT, one_visit_more, cases)
    assert right.count(False) >= len([s for _, s in patterns() if CHANCE not in s])
