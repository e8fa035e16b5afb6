"""The check of distinct_children."""

import pytest

import check
from check.catalogue import right_solution
from check.positions import DISTINCT_CHILDREN
from lib.games.pentago import PentagoTwist
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tools.mutants import mutants


def distinct_reversed(game, state):
    """A dict: later entries replace earlier ones, so go backwards."""
    return {game.result(state, a): a for a in reversed(game.actions(state))}


def distinct_set(game, state):
    seen, kept = set(), set()
    for action in game.actions(state):
        child = game.result(state, action)
        if child not in seen:
            kept.add(action)
        seen.add(child)
    return kept


def distinct_generator(game, state):
    seen = []
    for action in game.actions(state):
        child = game.result(state, action)
        if child not in seen:
            seen.append(child)
            yield action


RIGHT = [distinct_reversed, distinct_set, distinct_generator]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(DISTINCT_CHILDREN, solution)


@pytest.mark.parametrize("entry", mistakes("distinct_children"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(DISTINCT_CHILDREN, entry)
    assert not passes(DISTINCT_CHILDREN, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("distinct_children")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(DISTINCT_CHILDREN, mutant)}
    assert found and not survivors


def test_numbers_from_outside():
    """36 distinct boards after 1 ply, 288 actions (published counts)."""
    game = PentagoTwist()
    case = battery(DISTINCT_CHILDREN)[0]
    assert len(game.actions(case.args[1])) == 288
    assert len(DISTINCT_CHILDREN.expected(case)) == 36


def test_a_wrong_answer_is_drawn():
    assert "<svg" in check.distinct_children(lambda game, state: [])._repr_html_()
