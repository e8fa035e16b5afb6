"""Each mistake that is text now answers like the class that it was, on the whole battery."""

import random

import pytest

import check
from check.catalogue import FOLDER, catalogue, right_solution
from check.diagnosis import alike
from check.exercise import is_right, questions
from check.misconception import FILED
from check.runner import answer_to

HOMES = {
    "ucb1": "ucb_checks:UCB1",
    "choose": "ucb_checks:CHOOSE",
    "ucb_from_java": "ucb_checks:FROM_JAVA",
    "select": "select_checks:SELECT",
    "expand": "expand_checks:EXPAND",
    "rollout": "rollout_checks:ROLLOUT",
    "backpropagate": "backpropagate_checks:BACKPROPAGATE",
    "best_action": "best_action_checks:BEST_ACTION",
    "mcts": "mcts_checks:MCTS",
}
OWN_NUMBERS = {("mcts", "its own random numbers")}  # another answer each time: right or wrong


def exercise_of(name):
    from importlib import import_module

    module, constant = HOMES[name].split(":")
    return getattr(import_module(f"check.{module}"), constant)


def moved():
    for name in HOMES:
        getattr(check, name)
        if (FOLDER / f"{name}.md").exists():
            yield from (
                pytest.param(name, i, id=f"{name}: {e.name}") for i, e in enumerate(FILED[name])
            )


@pytest.mark.parametrize("name", [n for n in HOMES if (FOLDER / f"{n}.md").exists()])
def test_the_right_solution_is_right(name):
    exercise = exercise_of(name)
    for seed in (0, 1):
        for case in questions(exercise, seed):
            assert is_right(exercise, case, answer_to(right_solution(name), case))


@pytest.mark.parametrize(("name", "index"), list(moved()))
def test_text_answers_like_the_class(name, index):
    assert len(FILED[name]) == len(catalogue(name))
    old, new, exercise = FILED[name][index], catalogue(name)[index], exercise_of(name)
    american = [t.replace("maximises", "maximizes") for t in (old.name, old.explanation, old.hint)]
    assert [new.name, new.explanation, new.hint] == american
    for seed in (0, 1):
        for case in questions(exercise, seed):
            state = random.getstate()
            was = answer_to(old.wrong, case)
            random.setstate(state)
            answer = answer_to(new.wrong, case)
            random.setstate(state)
            if (name, new.name) in OWN_NUMBERS:
                assert is_right(exercise, case, was) == is_right(exercise, case, answer)
            else:
                assert alike(was, answer), f"{case.label}: {was} {answer}"
