"""Our rules against OpenSpiel's, move by move over random games."""

import re

import pytest

from lib.games import PASS, ConnectFour, Othello, Pig, TicTacToe
from tests.games.walks import random_game

pyspiel = pytest.importorskip("pyspiel")

ROLL, HOLD = 0, 1  # Pig's actions in OpenSpiel
PEERS = [
    (TicTacToe(), "tic_tac_toe", 200),
    (ConnectFour(), "connect_four", 200),
    (ConnectFour(5, 4), "connect_four(columns=5,rows=4)", 50),
    (ConnectFour(4, 9), "connect_four(columns=4,rows=9)", 50),
    (ConnectFour(10, 5), "connect_four(columns=10,rows=5)", 50),
    (Othello(), "othello", 200),
]


@pytest.mark.parametrize(("game", "name", "games"), PEERS, ids=lambda part: str(part))
def test_moves_turns_ends_and_results_agree(game, name, games):
    peer_game = pyspiel.load_game(name)
    for seed in range(games):
        peer = peer_game.new_initial_state()
        for state, action in random_game(game, seed):
            assert game.is_terminal(state) == peer.is_terminal()
            if action is None:
                assert game.utility(state) == peer.returns()[0]
                break
            assert game.to_move(state) == peer.current_player()
            assert [their(a) for a in game.actions(state)] == peer.legal_actions()
            peer.apply_action(their(action))


def their(action):
    """OpenSpiel writes a pass in Othello as square 64."""
    return 64 if action == PASS else action


def test_pig_agrees():
    """OpenSpiel lets a player hold nothing, and asks for a hold where ours banks the goal."""
    game, peer_game = Pig(goal=30), pyspiel.load_game("pig(winscore=30)")
    for seed in range(100):
        peer = peer_game.new_initial_state()
        for state, action in random_game(game, seed):
            if action is None:
                peer.apply_action(HOLD)
                assert peer.is_terminal() and game.utility(state) == peer.returns()[0]
                break
            assert [*state[:3]] == [int(n) for n in re.findall(r"\d+", str(peer))[:3]]
            if peer.is_chance_node():
                assert game.to_move(state) == 2 and action in (1, 2, 3, 4, 5, 6)
                chances = [(face - 1, game.probability(state, face)) for face in range(1, 7)]
                assert peer.chance_outcomes() == chances
                peer.apply_action(action - 1)
            else:
                assert game.to_move(state) == peer.current_player()
                peer.apply_action(ROLL if action == "roll" else HOLD)
