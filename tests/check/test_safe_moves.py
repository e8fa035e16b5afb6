"""The check of safe_moves."""

import pytest

import check
from check.catalogue import right_solution
from check.safe_moves import SAFE_MOVES
from lib.games.tictactoe import LINES, TicTacToe
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tools.mutants import mutants


def safe_tuple(game, state):
    def loses(after):
        ends = [game.result(after, answer) for answer in game.actions(after)]
        return any(game.is_terminal(end) and game.utility(end) for end in ends)

    return tuple(m for m in game.actions(state) if not loses(game.result(state, m)))


def safe_set(game, state):
    """By lines: which squares would complete one for the other side."""
    x, o, mover, outcome = state
    own, other = (x, o) if mover == 0 else (o, x)
    safe = set()
    for move in range(9) if outcome is None else ():
        mine = own | 1 << move
        if (own | other) >> move & 1:
            continue
        won = any(mine & line == line for line in LINES)
        threats = [line & ~other for line in LINES if not line & mine]
        if won or not any(gap.bit_count() == 1 for gap in threats):
            safe.add(move)
    return safe


def safe_generator(game, state):
    yield from reversed(safe_tuple(game, state))


RIGHT = [safe_tuple, safe_set, safe_generator]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(SAFE_MOVES, solution)


@pytest.mark.parametrize("entry", mistakes("safe_moves"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(SAFE_MOVES, entry)
    assert not passes(SAFE_MOVES, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("safe_moves")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(SAFE_MOVES, mutant)}
    assert found and not survivors


def test_the_first_case_is_the_position_of_the_lesson():
    game = TicTacToe()
    first = battery(SAFE_MOVES)[0]
    assert first.args[1] == game.parse("XOX\n.O.\n...") and SAFE_MOVES.expected(first) == {7}


def test_both_sides_are_to_move_in_every_kind():
    movers = {(case.group, case.args[1][2]) for case in battery(SAFE_MOVES)}
    assert {("one threat", 0), ("one threat", 1), ("two threats", 0), ("two threats", 1)} <= movers


def test_not_attempted_is_not_wrong():
    assert check.safe_moves(lambda *args: ...).status == "not attempted"


@pytest.mark.parametrize("lazy", [lambda game, state: game.actions(state), lambda game, state: []])
def test_all_moves_or_none_are_worth_nothing(lazy):
    assert check.safe_moves(lazy).score == 0


def test_a_wrong_answer_is_drawn():
    report = check.safe_moves(lambda game, state: [])
    assert "<svg" in report._repr_html_() and "the board XOX .O. ..." in str(report)


def test_a_move_in_place_of_a_list_is_told_as_such():
    assert "the number 7 and not a list" in str(check.safe_moves(lambda game, state: 7))
