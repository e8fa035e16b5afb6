"""The checks of Othello's end and passes and of Pentago's equal children."""

import pytest

import check
from check import board_checks, solutions
from check.board_checks import DISTINCT_CHILDREN, LEGAL_WITH_PASS, OTHELLO_IS_TERMINAL
from lib.games.othello import PASS, Othello
from lib.games.pentago import PentagoTwist
from tests.check.battery import assert_rejected_and_named, battery, entries, passes
from tests.check.mutants import mutants

EXERCISES = {e.name: e for e in (OTHELLO_IS_TERMINAL, LEGAL_WITH_PASS, DISTINCT_CHILDREN)}
WRONG, LABELS = entries(*EXERCISES.values())


def bits(game, stones):
    return [square for square in range(game.size**2) if stones & (1 << square)]


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


def legal_tuple(game, state):
    x, o, mover = state
    stones = (x, o)
    mine = game.moves(stones[mover], stones[1 - mover])
    theirs = game.moves(stones[1 - mover], stones[mover])
    return tuple(reversed(bits(game, mine))) if mine else (("pass",) if theirs else ())


class Legal:
    def __call__(self, game, state):
        found = set(self.squares(game, state))
        return found or ({PASS} if not solutions.othello_is_terminal(game, state) else set())

    def squares(self, game, state):
        own, other = state[state[2]], state[1 - state[2]]
        yield from bits(game, game.moves(own, other))


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


RIGHT = {
    "othello_is_terminal": [terminal_any, terminal_rays, Terminal(), solutions.othello_is_terminal],
    "legal_with_pass": [legal_tuple, Legal(), solutions.legal_with_pass],
    "distinct_children": [
        distinct_reversed,
        distinct_set,
        distinct_generator,
        solutions.distinct_children,
    ],
}


@pytest.mark.parametrize("name", EXERCISES)
def test_right_solutions_pass(name):
    for solution in RIGHT[name]:
        report = getattr(check, name)(solution)
        assert report.passed and report.score == 1, str(report)
        assert all(passes(EXERCISES[name], solution, seed) for seed in (1, 2, 3))


@pytest.mark.parametrize(("exercise", "entry"), WRONG, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not passes(exercise, entry.wrong, seed=3)


def test_the_battery_agrees_with_the_game_itself():
    for case in battery(LEGAL_WITH_PASS):
        game, (x, o, mover) = case.data
        state = Othello(game.size)._next(x, o, mover)
        assert set(game.actions(state)) == LEGAL_WITH_PASS.expected(case)
        assert game.is_terminal(state) == OTHELLO_IS_TERMINAL.expected(case)


def test_numbers_from_outside():
    """36 distinct boards after 1 ply, 288 actions (published counts)."""
    game = PentagoTwist()
    case = battery(DISTINCT_CHILDREN)[0]
    assert len(game.actions(case.args[1])) == 288
    assert len(DISTINCT_CHILDREN.expected(case)) == 36


def test_the_game_does_not_tell():
    report = check.othello_is_terminal(lambda game, state: game.is_terminal(state))
    assert report.status == "wrong" and "work it out" in report.message


@pytest.mark.parametrize("name", EXERCISES)
def test_mutants_that_nobody_wrote_are_rejected(name):
    found = list(mutants(getattr(solutions, name), vars(solutions)))
    survivors = [what for what, mutant in found if passes(EXERCISES[name], mutant)]
    assert set(survivors) <= {"legal_with_pass line 7: 3"}  # size ** 3: no bits up there


@pytest.mark.parametrize("name", EXERCISES)
def test_a_wrong_answer_is_drawn(name):
    report = getattr(board_checks, name)(lambda game, state: [])
    assert "<svg" in report._repr_html_()
