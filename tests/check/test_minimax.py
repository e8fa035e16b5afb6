"""The check of minimax: right solutions pass, wrong ones are rejected and named."""

from ast import literal_eval

import pytest

import check
from check.catalogue import right_solution
from check.examine import _smallest
from check.minimax import MINIMAX
from check.runner import run_cases
from check.trees import tree_case
from lib.games import TreeGame
from tests.check import right_solutions
from tests.check.battery import (
    assert_rejected_and_named,
    assert_right,
    mistakes,
    passes,
    survives,
)
from tools.mutants import mutants


@pytest.mark.parametrize("solution", right_solutions.RIGHT["minimax"])
def test_right_solutions_pass(solution):
    assert_right(MINIMAX, solution, seeds=(1, 7))


@pytest.mark.parametrize("entry", mistakes("minimax"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(MINIMAX, entry)
    assert not passes(MINIMAX, entry.wrong, seed=3)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "expectimax", "best_actions"])
def test_a_report_shows_the_mistake(name):
    entry = check.catalogue(name)[0]
    report = getattr(check, name)(entry.wrong)
    assert report.status == "wrong" and 0 <= report.score < 1
    assert report.diagnosis == entry.name and report.counterexample is not None


def test_the_counterexample_is_small():
    report = check.minimax(lambda game, state, rounds, evaluate: (0, 0))
    assert len(report.counterexample.case) < 60


SURVIVORS = {  # mutants that are right
    "minimax_negamax line 5: if False",
    "minimax_negamax line 5: 2",  # the sign of a finished root cancels out
    "minimax_negamax line 5: 0",
    "minimax_negamax line 14: Div",  # dividing by +1 or -1
}


@pytest.mark.slow
@pytest.mark.parametrize("style", ["minimax_pair", "minimax_negamax"])
def test_mutants_that_nobody_wrote_are_rejected(style):
    found = mutants(getattr(right_solutions, style), vars(right_solutions))
    assert {what for what, mutant in found if survives(MINIMAX, mutant)} <= SURVIVORS


def too_much_of_a_choice(game, state, rounds, evaluate):
    """One too many where somebody chooses."""
    value, action = right_solution("minimax")(game, state, rounds, evaluate)
    return value + (rounds > 0 and len(game.actions(state)) > 1), action


def test_the_failing_case_is_made_smaller_and_the_answer_is_the_one_to_it():
    told = check.minimax(too_much_of_a_choice).counterexample
    tree, who = told.case.split(", sides ")
    first, second = literal_eval(tree)
    value = (max if who.startswith("MAX") else min)(first, second)
    assert told.expected.startswith(f"value {value},") and told.got.startswith(
        f"value {value + 1},"
    )


def test_a_smaller_case_that_takes_too_long_is_not_told():
    def waits_where_nobody_chooses(game, state, rounds, evaluate):
        while rounds and len(game.actions(state)) == 1:
            pass
        return too_much_of_a_choice(game, state, rounds, evaluate)

    choice = TreeGame([[4, [1, 2]], [5, 6]])
    case = tree_case(choice, (), 1, "one opponent")
    answer = run_cases(waits_where_nobody_chooses, [case])[0]
    smaller, told = _smallest(MINIMAX, waits_where_nobody_chooses, case, answer)
    assert told.ok and len(smaller.args[0].tree) > 1
