"""The check of legal_with_pass."""

import pytest

import check
from check.catalogue import right_solution
from check.positions import LEGAL_WITH_PASS
from lib.games.othello import PASS, Othello
from tests.check.battery import assert_rejected_and_named, assert_right, battery, mistakes, passes
from tools.mutants import mutants


def bits(game, stones):
    return [square for square in range(game.size**2) if stones & (1 << square)]


def legal_tuple(game, state):
    x, o, mover = state
    stones = (x, o)
    mine = game.moves(stones[mover], stones[1 - mover])
    theirs = game.moves(stones[1 - mover], stones[mover])
    return tuple(reversed(bits(game, mine))) if mine else (("pass",) if theirs else ())


class Legal:
    def __call__(self, game, state):
        found = set(self.squares(game, state))
        return found or (
            {PASS} if not right_solution("othello_is_terminal")(game, state) else set()
        )

    def squares(self, game, state):
        own, other = state[state[2]], state[1 - state[2]]
        yield from bits(game, game.moves(own, other))


RIGHT = [legal_tuple, Legal()]


@pytest.mark.parametrize("solution", RIGHT)
def test_right_solutions_pass(solution):
    assert_right(LEGAL_WITH_PASS, solution)


@pytest.mark.parametrize("entry", mistakes("legal_with_pass"))
def test_every_misconception_is_rejected_and_named(entry):
    assert_rejected_and_named(LEGAL_WITH_PASS, entry)
    assert not passes(LEGAL_WITH_PASS, entry.wrong, seed=3)


def test_mutants_that_nobody_wrote_are_rejected():
    right = right_solution("legal_with_pass")
    found = list(mutants(right, right.__globals__))
    survivors = {what for what, mutant in found if passes(LEGAL_WITH_PASS, mutant)}
    assert found and survivors <= {"legal_with_pass line 7: 3"}  # size ** 3: no bits up there


def test_the_battery_agrees_with_the_game_itself():
    for case in battery(LEGAL_WITH_PASS):
        game, (x, o, mover) = case.data
        state = Othello(game.size)._next(x, o, mover)
        assert set(game.actions(state)) == LEGAL_WITH_PASS.expected(case)


def test_a_wrong_answer_is_drawn():
    assert "<svg" in check.legal_with_pass(lambda game, state: [])._repr_html_()
