"""The check of two-minute exercises: a function of a line, and cases that a lesson brings."""

import check
from lib.games import ConnectFour

CASES = {(5, 2): True, (5, 6): False, (5, 5): True}


def test_right():
    report = check.small(lambda alpha, beta: alpha >= beta, CASES)
    assert report.passed and "all 3 cases" in report.message


def test_wrong_names_the_first_case():
    def crossed(alpha, beta):
        return alpha > beta

    report = check.small(crossed, CASES)
    assert not report.passed and report.score == 2 / 3
    assert report.message == "crossed(5, 5) returned False; the right answer is True."


def test_another_type_is_not_the_same():
    assert not check.small(lambda a, b: int(a >= b), CASES).passed


def test_an_error_is_a_sentence():
    report = check.small(lambda a, b: a / 0, CASES)
    assert "stopped with an error. ZeroDivisionError: division by zero" in report.message


def test_not_attempted():
    def stub(alpha, beta):
        raise NotImplementedError("one line")

    report = check.small(stub, CASES)
    assert report.status == "not attempted" and not report.passed


def test_numbers_lists_and_tuples_that_say_the_same_are_right():
    assert check.small(lambda n: 24.0, {(1,): 24}).passed
    assert check.small(lambda n: [0.1 + 0.2, 1], {(1,): (0.3, 1)}).passed
    assert not check.small(lambda n: [1, 2, 3], {(1,): (1, 2)}).passed
    assert not check.small(lambda n: "24", {(1,): 24}).passed


def test_a_position_is_drawn_and_not_told_in_numbers():
    game = ConnectFour()
    state = game.parse(".......\n.......\n.......\n.......\nOO.....\nXXX.O..")

    def winning_move(game, state):
        return None

    report = check.small(winning_move, {(game, state): 3})
    assert report.message == "winning_move on this board returned None; the right answer is 3."
    assert "<svg" in report._repr_html_() and "X X X . O" in str(report)
    assert "16513" not in str(report)


def test_rounding_is_forgiven_and_a_wrong_decimal_is_not():
    assert check.small(lambda a, b: a / b, {(1, 3): 0.1 + 0.7 / 3}).passed
    assert not check.small(lambda a, b: round(a / b, 6), {(1, 3): 1 / 3, (2, 3): 2 / 3}).passed
