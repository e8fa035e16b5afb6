"""What was learned, at play: legal, sees wins, works in tournaments, alpha-beta, no numba."""

import os
import pickle
import subprocess
import sys
from importlib import import_module

import numpy
import pytest

from lib.agents import AlphaBeta, Random
from lib.arena import tournament
from lib.game import MAX, MIN
from lib.games import ConnectFour, TicTacToe
from lib.learn import (
    Learned,
    exact_positions,
    load,
    network,
    selfplay,
    untrained,
    value_kept,
    value_of,
)
from lib.learn.network import inputs
from lib.learn.selfplay import opinion
from lib.play import play
from lib.search.solver import proven_action
from tests.learn.test_network import mirrored, played, some_states
from tools.browser import Absent, NeedsComputer

GAME = ConnectFour()
BEGINNER = untrained(GAME)
WAYS = [Learned(BEGINNER, 30), Learned(BEGINNER, 0), Learned(BEGINNER, one_ply=True)]


@pytest.mark.parametrize("agent", WAYS, ids=repr)
def test_it_plays_legal_moves_to_the_end(agent):
    for state in some_states(20):
        assert agent(GAME, state) in GAME.actions(state)
    turns = list(play(GAME, [agent, agent]))
    assert GAME.is_terminal(turns[-1].next_state)


@pytest.mark.parametrize("agent", [Learned(BEGINNER, 30), WAYS[2]], ids=repr)
def test_it_takes_a_win_in_one_for_either_side(agent):
    assert agent(GAME, played(0, 1, 0, 1, 0, 1)) == 0
    assert agent(GAME, played(6, 1, 0, 1, 0, 1, 3)) == 1


def test_it_stops_the_other_from_winning():
    assert Learned(BEGINNER, 100)(GAME, played(0, 1, 0, 1, 0)) == 0


def test_the_value_is_the_movers_turned_to_max():
    evaluate = value_of(BEGINNER)
    state = played(3, 2)
    swapped = (state[1], state[0], 1, None)  # the same for the mover, who is MIN now
    assert evaluate(GAME, state) == pytest.approx(-evaluate(GAME, swapped))
    assert evaluate(GAME, played(0, 1, 0, 1, 0, 1, 0)) == MAX
    assert evaluate(GAME, played(6, 1, 0, 1, 0, 1, 3, 1)) == MIN


def test_it_is_an_evaluator_for_alpha_beta():
    agent = AlphaBeta(2, value_of(BEGINNER))
    assert agent(GAME, played(0, 1, 0, 1, 0)) == 0
    assert agent(GAME, played(0, 1, 0, 1, 0, 1)) == 0


def test_a_tournament_takes_it():
    agents = {"learned": Learned(BEGINNER, 60), "random": Random()}
    table = tournament(GAME, agents, games=10, progress=False)
    assert "learned" in str(table) and "10" in str(table)


def test_it_is_plain_data():
    agent = Learned(BEGINNER, 7)
    assert pickle.loads(pickle.dumps(agent)) == agent and hash(agent) == hash(Learned(BEGINNER, 7))
    assert repr(agent) == "Learned 0 s, PUCT 7"
    assert repr(Learned("connect4")) == "Learned connect4, PUCT 200"


def test_a_file_that_changed_is_read_again(tmp_path):
    path, other = tmp_path / "a.weights", untrained(GAME, 5)
    BEGINNER.save(path)
    before = value_of(path)(GAME, played(3))
    other.save(path)
    os.utime(path, ns=(1, 1))
    assert value_of(path)(GAME, played(3)) == value_of(other)(GAME, played(3)) != before


def test_wrong_settings_are_sentences():
    with pytest.raises(ValueError, match="simulations must be a whole number from 0, got -1"):
        Learned(BEGINNER, -1)
    with pytest.raises(ValueError, match="a checkpoint of `train`, or the path of a file: got 7"):
        Learned(7)
    with pytest.raises(ValueError, match="there is no file"):
        Learned("nothing")
    with pytest.raises(ValueError, match=r"these weights play ConnectFour.*not TicTacToe"):
        Learned(BEGINNER)(TicTacToe(), TicTacToe().initial_state())


def test_weigh_says_what_it_thinks_of_each_move():
    if not hasattr(sys.modules["lib.agents"], "Thought"):
        pytest.skip("agents do not weigh their moves here")
    state = played(0, 1, 0, 1, 0)
    for agent, unit in zip(WAYS, ("visits", "policy", "value"), strict=True):
        thought = agent.weigh(GAME, state)
        assert thought.action == agent(GAME, state) and thought.unit == unit
        assert set(thought.values) <= set(GAME.actions(state)) and thought.side == MIN


# --- exact values ------------------------------------------------------------------------------


def test_in_every_position_of_the_test_set_a_move_can_go_wrong_and_none_wins_at_once():
    positions = exact_positions()
    assert len(positions) == 500 == len({state for state, _ in positions})
    for state, values in positions:
        assert list(values) == list(GAME.actions(state)) and len(set(values.values())) > 1
        assert not any(GAME.is_terminal(GAME.result(state, action)) for action in values)


def test_value_kept_counts_moves_that_are_as_good_as_the_best():
    positions = exact_positions()
    best = {state: max(values, key=values.get) for state, values in positions}
    worst = {state: min(values, key=values.get) for state, values in positions}
    assert value_kept(lambda game, state: best[state]).share == 1
    assert value_kept(lambda game, state: worst[state]).share == 0
    kept = value_kept(Random(), positions[:100])
    assert 0.2 < kept.low < kept.share < kept.high < 0.6 and "n = 100" in str(kept)


def test_what_was_learned_keeps_the_value_more_often():
    trained, new = (value_kept(Learned(w, 0)).share for w in (load("connect4"), BEGINNER))
    assert trained > 0.72 > 0.5 > new
    assert value_kept(Learned("connect4", 100), exact_positions()[:200]).share > 0.8


def test_mirror_images_are_rated_nearly_alike_after_training():
    evaluate, differences = value_of("connect4"), []
    for state in some_states(40, seed=9):
        image = GAME.symmetries(state)[1]
        assert (mirrored(GAME, inputs(GAME, state)) == inputs(GAME, image)).all()
        differences.append(abs(evaluate(GAME, state) - evaluate(GAME, image)))
    assert sum(differences) / 40 < 0.2


# --- without numba -----------------------------------------------------------------------------

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
from lib.games import ConnectFour
from lib.learn import Learned, load, untrained, value_of
game = ConnectFour()
state = game.initial_state()
for column in (0, 1, 0, 1, 0):
    state = game.result(state, column)
agent = Learned(untrained(game), 40)
value = value_of("connect4")(game, state)
print(agent(game, state), Learned("connect4", 0)(game, state), -1 < value < 1)
"""


def test_all_but_training_works_without_numba():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA], capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["0", "0", "True"], done.stderr


def test_opening_the_room_costs_nothing():
    code = "import sys, lib.learn; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "set()\n", done.stderr


# --- without numpy, in a browser -----------------------------------------------------------------


@pytest.fixture
def plain(monkeypatch):
    """A computer without numpy, as far as the weights are concerned."""
    learned = import_module("lib.learn.agent")
    learned._numbers.cache_clear()
    for module in (learned, network):
        monkeypatch.setattr(module, "np", Absent("numpy"))
    yield
    learned._numbers.cache_clear()


def test_without_numpy_the_network_says_the_same(plain, monkeypatch):
    numbers = load("connect4_60s").numbers(GAME)
    assert type(numbers) is tuple
    states = some_states(40, seed=3)
    ours = [opinion(GAME, numbers, state) for state in states]
    monkeypatch.setattr(network, "np", numpy)
    for state, (value, shares) in zip(states, ours, strict=True):
        theirs = opinion(GAME, numpy.array(numbers, numpy.float32), state)
        assert value == pytest.approx(theirs[0], abs=1e-4)
        assert shares == pytest.approx(theirs[1], abs=1e-4)


def test_without_numpy_the_beginner_is_the_same_and_all_ways_play(plain):
    assert untrained(GAME) == BEGINNER
    for way in WAYS[1:]:  # the first is compiled here
        assert way(GAME, played(3, 3)) in GAME.actions(played(3, 3))
    root = selfplay.search(GAME, played(0, 1, 0, 1, 0), BEGINNER.numbers(GAME), 100)
    assert proven_action(root) == 0  # it stops the other from winning
    with pytest.raises(NeedsComputer, match="numpy"):
        untrained(ConnectFour(6, 5))
