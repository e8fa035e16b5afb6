"""What a solution is worth that is not right: nothing for nothing, a part for a part."""

from dataclasses import replace
from functools import cache

import pytest

import check
from check.alphabeta import ALPHABETA
from check.backpropagate import BACKPROPAGATE
from check.best_action import BEST_ACTION
from check.evaluate_capture import CAPTURE
from check.evaluate_pacman import PACMAN
from check.examine import computed_once
from check.exercise import rule, score
from check.expand import EXPAND
from check.mcts import MCTS
from check.minimax import BEST_ACTIONS, EXPECTIMAX, MINIMAX
from check.parse_log import PARSE_LOG
from check.rollout import ROLLOUT
from check.select import SELECT
from check.ucb1 import CHOOSE, FROM_JAVA, UCB1
from tests.check.battery import battery, verdict

GRADED = [MINIMAX, ALPHABETA, EXPECTIMAX, BEST_ACTIONS, PACMAN, CAPTURE, UCB1, CHOOSE, FROM_JAVA]
GRADED += [PARSE_LOG, SELECT, EXPAND, ROLLOUT, BACKPROPAGATE, BEST_ACTION, MCTS]


def refuses(*args):
    raise ValueError("no")


CLUELESS = {  # functions without an idea of the exercise
    "0": lambda *args: 0,
    "1": lambda *args: 1,
    "infinity": lambda *args: float("inf"),
    "True": lambda *args: True,
    "None": lambda *args: None,
    "(0, 0)": lambda *args: (0, 0),
    "(0, None)": lambda *args: (0, None),
    "an empty list": lambda *args: [],
    "an empty set": lambda *args: set(),
    "a set of 0": lambda *args: {0},
    "its first argument": lambda *args: args[0],
    "its second argument": lambda *args: args[1] if len(args) > 1 else 0,
    "the first action": lambda *args: args[0].actions(args[1])[0],
    "an error": refuses,
}


@cache
def prepared(exercise):
    """The exercise and its cases but for matches; what is right is computed once."""
    cases = [case for case in battery(exercise, 3) if case.group != "the match"]
    return replace(exercise, expected=computed_once(exercise.expected)), cases


def worth(exercise, function):
    exercise, cases = prepared(exercise)
    right, answers = verdict(exercise, function, cases)
    return score(exercise, cases, answers, right)


@pytest.mark.parametrize("exercise", GRADED, ids=lambda exercise: exercise.name)
def test_a_function_without_an_idea_gets_nothing(exercise):
    found = {name: worth(exercise, function) for name, function in CLUELESS.items()}
    assert {name: part for name, part in found.items() if part} == {}


@pytest.mark.parametrize(
    ("exercise", "mistake", "low", "high"),
    [
        (MINIMAX, "last best action", 0.6, 0.9),
        (EXPECTIMAX, "last best action", 0.6, 0.9),
        (ALPHABETA, "last best action", 0.8, 0.95),
        (ALPHABETA, "nothing is cut", 0.4, 0.5),
        (ALPHABETA, "the action is lost", 0.5, 0.9),
        (BEST_ACTIONS, "only the first best action", 0.5, 0.8),
        (EXPAND, "a visit in advance", 0.5, 0.6),
        (ROLLOUT, "the module random", 0.5, 0.6),
        (BACKPROPAGATE, "turned with every move", 0.4, 0.6),
        (MINIMAX, "everybody maximizes", 0.0, 0.1),
        (ROLLOUT, "always the first action", 0.0, 0.0),
        (EXPAND, "returns the node", 0.0, 0.0),
    ],
)
def test_a_near_miss_keeps_what_is_right(exercise, mistake, low, high):
    entry = next(e for e in check.catalogue(exercise.name) if e.name == mistake)
    assert low <= worth(exercise, entry.wrong) <= high


def test_the_report_says_how_its_score_comes_about():
    def always_3(game, state, rounds, evaluate):
        return 3, 0

    assert check.minimax(always_3).rule == rule(MINIMAX, 0.0)
    assert "60 %" in rule(MINIMAX, 0.5) and "60 %" not in rule(MINIMAX, 0.0)
    assert check.minimax(None).rule == ""


def test_to_say_that_there_is_an_error_is_not_to_raise_it():
    """A parser that returns the words in which we speak of a ValueError."""
    from lib.logs import parse_log

    def polite(text):
        try:
            return parse_log(text)
        except ValueError:
            return "a ValueError"

    report = check.parse_log(polite)
    assert report.status == "wrong" and 0.5 < report.score < 1
    assert check.parse_log(parse_log).passed
