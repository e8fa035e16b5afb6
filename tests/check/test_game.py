"""check.game: the form of a game, and its meaning by values that come from elsewhere."""

import pytest

import check
from check.trees import Stones
from lib.game import Game


class Unwritten(Game):
    """Nothing yet."""


class Half(Game):
    """Some methods are there."""

    def initial_state(self):
        return 4

    def to_move(self, state):
        return 0


class Four(Stones):
    """A class that can be handed in as it is."""

    def __init__(self):
        super().__init__(4)


class PaysTheLoser(Four):
    def utility(self, state):
        return -super().utility(state)


class BelowZero(Four):
    """Never over: the stones go below zero."""

    def actions(self, state):
        return () if state[0] == 0 else (2,)

    def result(self, state, action):
        if action != 2:
            raise ValueError(f"cannot take {action!r}")
        return (state[0] - 2, 1 - state[1])

    def initial_state(self):
        return (3, 0)


KNOWN = {(3, 0): -1, (4, 0): 1, (3, 1): 1}  # whoever faces a multiple of three loses


@pytest.mark.parametrize("nothing", [None, ..., Unwritten])
def test_nothing_is_not_attempted(nothing):
    assert check.game(nothing).status == "not attempted"


def test_a_class_that_is_half_written_is_told_what_is_missing():
    report = check.game(Half)
    assert report.status == "wrong"
    assert "missing: actions, is_terminal, result, utility." in report.message


def test_a_class_or_a_game_may_be_handed_in():
    assert check.game(Four).passed and check.game(Four()).passed
    assert "cannot be made" in check.game(Stones).message


def test_values_from_elsewhere_test_the_meaning():
    assert check.game(Four, values=KNOWN).passed
    report = check.game(PaysTheLoser, values=KNOWN)
    assert check.game(PaysTheLoser).passed, "the form is right"
    assert not report.passed and "(3, 0) is worth -1 to MAX; minimax finds 1" in report.message


@pytest.mark.parametrize("few", [{}, {(4, 0): 1}, {(4, 0): 1, (3, 0): None}])
def test_two_values_are_wanted(few):
    report = check.game(Four, values=few)
    assert not report.passed and "two positions or more" in report.message


def test_a_position_that_is_none_is_told():
    report = check.game(Four, values={"four": 1, (4, 0): 1})
    assert not report.passed and "'four' cannot be searched in this game" in report.message


def test_an_endless_game_is_shown_with_a_state():
    assert "not over after 10000 moves, in state (-" in check.game(BelowZero).message
