"""The check of othello_is_terminal."""

import pytest

import check
from check.catalogue import right_solution
from check.positions import OTHELLO_IS_TERMINAL
from lib.games.othello import Othello
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tools.mutants import mutants


def terminal_any(game, state):
    return not any(game.moves(a, b) for a, b in ((state[0], state[1]), (state[1], state[0])))


def terminal_rays(game, state):
    """Without the game's help: looks along all lines from every empty square."""
    size, (x, o, _) = game.size, state
    cells = {s: "X" if x >> s & 1 else "O" for s in range(size**2) if (x | o) >> s & 1}

    def turns(square, own):
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                r, c, between = square // size + dr, square % size + dc, 0
                while 0 <= r < size and 0 <= c < size and cells.get(r * size + c, own) != own:
                    r, c, between = r + dr, c + dc, between + 1
                inside = 0 <= r < size and 0 <= c < size
                if between and inside and cells.get(r * size + c) == own:
                    return True
        return False

    empty = [s for s in range(size**2) if s not in cells]
    return not any(turns(s, own) for s in empty for own in "XO")


class Terminal:
    def __call__(self, game, state):
        first, second = state[:2]
        return game.moves(first, second) == 0 == game.moves(second, first)


RIGHT = [terminal_any, terminal_rays, Terminal()]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(OTHELLO_IS_TERMINAL, solution)


@pytest.mark.parametrize("entry", mistakes("othello_is_terminal"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(OTHELLO_IS_TERMINAL, entry)
    assert not passes(OTHELLO_IS_TERMINAL, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("othello_is_terminal")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(OTHELLO_IS_TERMINAL, mutant)}
    assert found and not survivors


def test_the_battery_agrees_with_the_game_itself():
    for case in battery(OTHELLO_IS_TERMINAL):
        game, (x, o, mover) = case.data
        state = Othello(game.size)._next(x, o, mover)
        assert game.is_terminal(state) == OTHELLO_IS_TERMINAL.expected(case)


def test_the_game_does_not_tell():
    report = check.othello_is_terminal(lambda game, state: game.is_terminal(state))
    assert report.status == "wrong" and "work it out" in report.message


def test_a_wrong_answer_is_drawn():
    assert "<svg" in check.othello_is_terminal(lambda game, state: [])._repr_html_()
