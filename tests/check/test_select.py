"""The check of select: right solutions pass, wrong ones are rejected and named."""

import pytest

import check
from check.nodes import patterns
from check.select import SELECT, SELECT_CHANCE
from lib.game import CHANCE
from lib.search.bandit import ucb1
from lib.search.mcts import select
from tests.check import right_mcts
from tests.check.battery import assert_rejected_and_named, battery, passes, survives, verdict
from tools.mutants import mutants

WRONG = [(e, x) for x in (SELECT, SELECT_CHANCE) for e in check.catalogue(x.name)]


@pytest.mark.parametrize("solution", [*right_mcts.RIGHT["select"], select])
def test_right_solutions_pass(solution):
    for exercise in (SELECT, SELECT_CHANCE):
        report = getattr(check, exercise.name)(solution)
        assert report.passed and report.score == 1, str(report)
        assert all(passes(exercise, solution, seed) for seed in (5, 6))


@pytest.mark.parametrize(
    ("entry", "exercise"), WRONG, ids=[f"{x.name}: {e.name}" for e, x in WRONG]
)
def test_every_misconception_is_rejected_and_named(entry, exercise):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


SURVIVORS = {  # mutants that are right
    "select_loop line 9: -1",  # the last of one item
}


@pytest.mark.slow
@pytest.mark.parametrize("style", ["select_loop", "select_recursive"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_mcts, style), vars(right_mcts))
    assert {what for what, mutant in found if survives(SELECT_CHANCE, mutant)} <= SURVIVORS


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


def without_chance(game, root, c, rng):
    """What lesson 09 teaches first."""
    node = root
    while node.children and not node.untried:
        bounds = {
            child: ucb1(node.side * child.total, child.visits, node.visits, c)
            for child in node.children.values()
        }
        node = max(bounds, key=bounds.get)
    return node


def test_a_walk_without_chance_is_right_where_chance_was_not_taught():
    assert check.select(without_chance).passed
    assert check.select_chance(without_chance).diagnosis == "chance sees only the bonus"


def test_trees_obey_the_laws_that_the_lesson_teaches():
    """A node's visits are its children's and its own; its total leaves one payoff for its own."""
    for case in battery(SELECT):
        waiting = [case.data[1]()[1]]
        while waiting:
            node = waiting.pop()
            children = list(node.children.values())
            waiting += children
            if children:
                below = sum(child.visits for child in children)
                assert node.visits == below + (node.parent is not None)
                own = node.total - sum(child.total for child in children)
                assert abs(own) < 7 if node.parent else abs(own) < 1e-6
