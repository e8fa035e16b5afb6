"""Published endgame scores of Othello: the FFO suite, reproduced with the program Edax.

Empty squares count for the winner there. Ten positions with the score of every move.
"""

import pytest

from lib.fast import solve, solve_actions
from lib.games import ConnectFour, Othello
from tools.facts import FFO, ffo_position, ffo_scores

QUICK = [n for n in FFO if n not in (31, 40)]  # of 14 to 20 empty squares


@pytest.mark.parametrize("number", QUICK)
def test_every_move_has_its_published_score(number):
    state = ffo_position(number)
    assert ffo_scores(number) == FFO[number][2]
    best = max(FFO[number][2].values())
    side = Othello().side(state)
    assert side * solve(Othello(), state, empties_to_winner=True).score == best


def test_without_the_rule_of_tournaments_position_20_has_another_score():
    state = ffo_position(20)
    assert solve(Othello(), state).score == 1
    assert solve(Othello(), state, empties_to_winner=True).score == 6


def test_both_rules_agree_on_who_wins():
    for number in QUICK:
        state = ffo_position(number)
        plain, tournament = (solve(Othello(), state, rule) for rule in (False, True))
        assert plain.value == tournament.value and abs(plain.score) <= abs(tournament.score)


def test_a_finished_game_gives_its_empty_squares_to_the_winner():
    game = Othello(4)
    state = game.parse("XXX.\nXXX.\nXXX.\n....\nX won")
    assert solve(game, state).score == 9 and solve(game, state, empties_to_winner=True).score == 16


def test_the_rule_belongs_to_othello():
    with pytest.raises(ValueError, match="rule of Othello"):
        solve_actions(ConnectFour(), ConnectFour().initial_state(), empties_to_winner=True)
