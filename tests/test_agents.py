"""Agents: labels, plain data, right decisions, errors in plain words."""

import inspect
import math
import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from functools import partial

import pytest

import lib.agents
from lib.agents import (
    MCTS,
    AlphaBeta,
    Deepening,
    Expectimax,
    FastMCTS,
    Greedy,
    Human,
    Minimax,
    Random,
)
from lib.evaluate import connect4_lines, scaled, score, zero
from lib.game import CHANCE, MAX, MIN
from lib.games import ConnectFour, PentagoTwist, Pig, TicTacToe, TreeGame
from lib.play import play
from lib.search import alphabeta, cutoff_rollout
from lib.search.mcts import mcts
from lib.search.mcts_variants import mcts_merged
from lib.search.solver import mcts_solver, proven_action

AGENTS = [
    Random(),
    Random(7),
    Greedy(score),
    Minimax(3),
    AlphaBeta(4, score),
    Expectimax(2, score),
    MCTS(200),
    MCTS(seconds=0.5),
    FastMCTS(10_000),
    FastMCTS(10_000, merge=True),
    Deepening(5000, evaluate=score),
    Deepening(seconds=2),
    Human(),
]
LABELS = [
    "Random",
    "Random",
    "Greedy score",
    "Minimax 3",
    "AlphaBeta 4 score",
    "Expectimax 2 score",
    "MCTS 200",
    "MCTS 0.5 s",
    "FastMCTS 10000",
    "FastMCTS 10000 merge=True",
    "Deepening 5000 score",
    "Deepening 2 s",
    "Human",
]
# X on 0 and 8, O in the center, O to move: an edge draws, a corner loses.
FORK = "X..\n.O.\n..X\nO to move"


def last_first(game, state):
    """An evaluator that likes the last child of the root best."""
    return state[0]


@pytest.mark.parametrize(("agent", "label"), [*zip(AGENTS, LABELS, strict=True)])
def test_an_agent_is_printed_as_its_label(agent, label):
    assert str(agent) == repr(agent) == f"{agent}" == label


def test_a_label_names_every_unusual_setting():
    assert str(MCTS(50, c=1.0)) == "MCTS 50 c=1"
    assert str(MCTS(50, rule="mean")) == "MCTS 50 rule=mean"
    assert str(AlphaBeta(math.inf)) == "AlphaBeta inf"
    assert str(AlphaBeta(2, scaled(score, 50))) == "AlphaBeta 2 score/50"


@pytest.mark.parametrize("agent", AGENTS, ids=LABELS)
def test_an_agent_is_plain_frozen_data(agent):
    assert pickle.loads(pickle.dumps(agent)) == agent
    assert hash(agent) == hash(pickle.loads(pickle.dumps(agent)))
    with pytest.raises(AttributeError):
        agent.seed = 3


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Random("x"), "seed must be a whole number, got 'x'"),
        (lambda: Greedy(3), "evaluate must be a function"),
        (lambda: Minimax(0), "depth must be a whole number of plies, 1 or more"),
        (lambda: Minimax(-1), "depth"),
        (lambda: AlphaBeta(2.5), "depth"),
        (lambda: AlphaBeta(True), "depth"),
        (lambda: AlphaBeta(math.nan), "depth"),
        (lambda: AlphaBeta("3"), "depth"),
        (lambda: Expectimax(2, None), "evaluate must be a function"),
        (lambda: MCTS(), "either iterations or seconds"),
        (lambda: MCTS(10, 1.0), "either iterations or seconds"),
        (lambda: MCTS(0), "iterations must be a whole number above 0, got 0"),
        (lambda: MCTS(1.5), "iterations"),
        (lambda: MCTS(True), "iterations"),
        (lambda: MCTS(seconds=0), "seconds must be a finite number above 0"),
        (lambda: MCTS(seconds=math.inf), "seconds"),
        (lambda: MCTS(seconds="1"), "seconds"),
        (lambda: MCTS(10, c=-1), "c must be a finite number, 0 or more"),
        (lambda: MCTS(10, c=math.nan), "c must be"),
        (lambda: MCTS(10, seed=None), "seed"),
        (lambda: MCTS(10, rule="luck"), "rule must be one of visits, mean, secure, got 'luck'"),
        (lambda: MCTS(10, rollout=5), "rollout must be a function"),
        (lambda: MCTS(10, search="mcts"), "search must be a function"),
        (lambda: Deepening(), "either nodes or seconds"),
        (lambda: Deepening(0), "nodes must be a whole number above 0"),
        (lambda: Deepening(5, evaluate=1), "evaluate must be a function"),
        (lambda: FastMCTS(), "either iterations or seconds"),
        (lambda: FastMCTS(-5), "iterations"),
        (lambda: FastMCTS(5, c=-5), "c must be"),
    ],
)
def test_bad_settings_are_refused_at_once(make, words):
    with pytest.raises(ValueError, match=words):
        make()


EVERY_KIND = [
    Random(),
    Greedy(zero),
    Minimax(2),
    AlphaBeta(2),
    Expectimax(2),
    Deepening(nodes=10),
    MCTS(10),
    FastMCTS(10),
    Human(),
]


@pytest.mark.parametrize("agent", EVERY_KIND, ids=repr)
def test_nobody_chooses_where_there_is_nothing_to_choose(agent):
    over = TicTacToe().parse("XXX\nOO.\n...")
    with pytest.raises(ValueError, match=f"the game is over: {agent} has nothing to choose"):
        agent(TicTacToe(), over)
    pig = Pig()
    with pytest.raises(ValueError, match=f"CHANCE moves: .* {agent} cannot choose"):
        agent(pig, pig.result(pig.initial_state(), "roll"))


def test_deepening_keeps_its_answer_where_lines_are_too_long_for_python():
    class Corridor(TreeGame):
        """One way on, for ever."""

        def is_terminal(self, state):
            return False

        def actions(self, state):
            return ("on",)

        def result(self, state, action):
            return state + 1

        def to_move(self, state):
            return 0

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 120)
    try:
        assert Deepening(nodes=100_000)(Corridor([1, 2]), 0) == "on"
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("value", [math.nan, math.inf, None, "much"])
def test_greedy_refuses_a_worth_that_is_no_number(value):
    def vague(game, state):
        return value

    with pytest.raises(ValueError, match=f"the evaluator vague gave {value!r}"):
        Greedy(vague)(TicTacToe(), TicTacToe().initial_state())


def test_greedy_prefers_what_its_side_prefers_and_the_first_of_equals():
    for sides, best in [((MAX, MIN), 1), ((MIN, MAX), 2)]:
        game = TreeGame([2, 5, 1, 5, 1], sides=sides)
        assert Greedy(zero)(game, game.initial_state()) == best


def test_greedy_looks_at_the_utility_where_the_game_is_over_and_else_at_the_evaluation():
    game = TreeGame([0.5, [100, 100], [-100, -100]])
    assert Greedy(last_first)(game, game.initial_state()) == 2
    assert Greedy(zero)(game, game.initial_state()) == 0


@pytest.mark.parametrize("agent", [Minimax, AlphaBeta, Expectimax])
def test_search_agents_look_as_far_as_they_are_told_with_their_own_evaluator(agent):
    game = TreeGame([[3, 12], [2, 9], [14, 1]])
    assert agent(2)(game, game.initial_state()) == 0
    assert agent(math.inf)(game, game.initial_state()) == 0
    assert agent(1, last_first)(game, game.initial_state()) == 2
    game = TreeGame([[3, 12], [2, 9], [14, 1]], sides=(MIN, MAX))
    assert agent(2)(game, game.initial_state()) == 1


def test_alpha_beta_looks_at_no_more_leaves_than_the_search_itself():
    leaves = []

    def counting(game, state):
        leaves.append(state)
        return connect4_lines(game, state)

    game = ConnectFour(5, 4)
    state = game.result(game.initial_state(), 2)
    alphabeta(game, state, 4, counting)
    alone = len(leaves)
    thought = AlphaBeta(4, counting).weigh(game, state)
    assert len(leaves) == 2 * alone and thought.bounds
    assert AlphaBeta(1, connect4_lines).weigh(game, state).bounds == frozenset()


def test_expectimax_gambles_where_minimax_does_not():
    against_chance = TreeGame([[10, 10], [100, -50]], sides=(MAX, CHANCE))
    assert Expectimax(2)(against_chance, ()) == 1
    assert Minimax(2)(TreeGame([[10, 10], [100, -50]]), ()) == 0


def test_random_takes_every_move_about_equally_often():
    game = TicTacToe()
    counts = Counter(Random(seed)(game, game.initial_state()) for seed in range(9000))
    assert sorted(counts) == list(range(9))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 26.1  # 8 degrees of freedom: exceeded once in 1000 by honest dice


@pytest.mark.parametrize("agent", [Random(3), MCTS(20, seed=3)])
def test_a_decision_depends_on_seed_and_state_only(agent):
    game = TicTacToe()
    after = [game.result(game.initial_state(), square) for square in range(9)]
    answers = [agent(game, state) for state in after]
    assert answers[::-1] == [agent(game, state) for state in reversed(after)]
    assert len(set(answers)) > 1


def test_the_dice_are_thrown_anew_in_every_state():
    game = TicTacToe()
    after = [game.result(game.initial_state(), square) for square in range(9)]
    for seed in range(5):
        places = {game.actions(state).index(Random(seed)(game, state)) for state in after}
        assert len(places) > 2  # the same dice everywhere would always fall on the same place


def test_the_same_decision_in_another_process_with_other_hashes():
    program = (
        "from lib.agents import *; from lib.games import *; g = TicTacToe(); "
        "print([a(g, g.initial_state()) for s in range(20) for a in (Random(s), MCTS(9, seed=s))])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hashes in ("1", "2")
    }
    assert len(outputs) == 1


def test_mcts_hands_all_its_settings_to_the_search(monkeypatch):
    seen = {}

    def search(game, state, **settings):
        seen.update(settings)
        return mcts(game, state, iterations=1)

    monkeypatch.setattr(lib.agents, "best_action", lambda root, rule: (root.visits, rule))
    agent = MCTS(11, c=0.25, rule="secure", rollout=zero, search=search)
    assert agent(TicTacToe(), TicTacToe().initial_state()) == (1, "secure")
    seen.pop("rng")
    assert seen == {"iterations": 11, "seconds": None, "c": 0.25, "rollout": zero}
    agent = MCTS(11, rule=lambda root: root.side, search=search)
    assert agent(TicTacToe(), TicTacToe().initial_state()) == MAX


def test_an_agent_with_a_cut_off_rollout_can_be_pickled_and_is_named():
    agent = MCTS(5, rollout=cutoff_rollout(4, connect4_lines, scale=1))
    assert str(agent) == "MCTS 5 cut_off"
    copy = pickle.loads(pickle.dumps(agent))
    game = ConnectFour()
    assert copy(game, game.initial_state()) == agent(game, game.initial_state())


def test_variants_of_mcts_are_agents_too():
    game = PentagoTwist()
    agent = MCTS(40, search=mcts_merged)
    assert str(agent) == "MCTS 40 mcts_merged"
    assert agent(game, game.initial_state()) in game.actions(game.initial_state())
    assert pickle.loads(pickle.dumps(agent)) == agent
    solver = MCTS(300, search=mcts_solver, rule=proven_action)
    win = TicTacToe().parse("X X .\nO O .\n. . .\nX to move")
    assert solver(TicTacToe(), win) == 2
    assert str(MCTS(5, search=partial(mcts_merged))) == "MCTS 5 mcts_merged"


@pytest.mark.parametrize("budget", [{"nodes": 20_000}, {"seconds": 1.0}])
def test_deepening_plays_perfectly_if_it_has_the_budget(budget):
    game = TicTacToe()
    agent = Deepening(**budget)
    for seed in range(5):
        for seats in ([agent, Random(seed)], [Random(seed), agent]):
            *_, end = play(game, seats)
            assert (1 if seats[0] is agent else -1) * game.utility(end.next_state) >= 0
    assert agent(game, game.parse(FORK)) in (1, 3, 5, 7)


def test_deepening_stays_within_its_budget_and_keeps_the_last_answer():
    calls = []

    def counting(game, state):
        calls.append(state)
        return 0.0

    game = ConnectFour()
    for nodes in (1, 5, 50, 500):
        calls.clear()
        assert Deepening(nodes, evaluate=counting)(game, game.initial_state()) in range(7)
        assert len(calls) <= nodes + 7
    threat = game.parse(".......\n" * 3 + ".......\n.......\nXXX.OO.\nO to move")
    assert Deepening(100)(game, threat) == 3
    start = time.perf_counter()
    Deepening(seconds=0.1)(game, game.initial_state())
    assert time.perf_counter() - start < 30


def test_mcts_finds_the_only_draw():
    game = TicTacToe()
    choices = [MCTS(1000, seed=seed)(game, game.parse(FORK)) for seed in range(10)]
    assert all(choice in (1, 3, 5, 7) for choice in choices)


def test_fast_mcts_finds_the_only_draw():
    pytest.importorskip("numba")
    game = TicTacToe()
    agent = FastMCTS(1000, seed=1)
    assert agent(game, game.parse(FORK)) in (1, 3, 5, 7)
    assert agent(game, game.parse(FORK)) == agent(game, game.parse(FORK))


def test_fast_mcts_with_proofs_and_merged_moves():
    pytest.importorskip("numba")
    game = TicTacToe()
    win = game.parse("X X .\nO O .\n. . .\nX to move")
    assert FastMCTS(200, prove=True)(game, win) == 2
    assert FastMCTS(200, prove=True)(game, game.parse(FORK)) in (1, 3, 5, 7)
    pentago = PentagoTwist()
    start = pentago.initial_state()
    assert FastMCTS(50, merge=True)(pentago, start) in pentago.actions(start)


def typed(monkeypatch, *answers):
    """Let `answers` be what a person types."""
    answers = iter(answers)
    monkeypatch.setattr("builtins.input", lambda prompt="": next(answers))


def test_human_is_asked_again_until_the_move_is_legal(monkeypatch, capsys):
    game = TicTacToe()
    typed(monkeypatch, "", "five", "4", " 3 ")
    assert Human()(game, game.parse("...\n.X.\n...\nO to move")) == 3
    printed = capsys.readouterr().out
    assert "You play MIN. Legal moves:\n0, 1, 2, 3, 5, 6, 7, 8" in printed
    assert "'five' is not a legal move" in printed and "'4' is not a legal move" in printed
    assert ". X ." in printed


def test_human_may_type_a_tuple_as_it_stands_or_word_by_word(monkeypatch, capsys):
    game = PentagoTwist()
    for text in ("(35, 3, 'flip')", "35 3 flip", "35,3,FLIP"):
        typed(monkeypatch, text)
        assert Human()(game, game.initial_state()) == (35, 3, "flip")


def test_human_without_keyboard_gets_a_sentence(monkeypatch, capsys):
    def closed(prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", closed)
    with pytest.raises(EOFError, match="no keyboard"):
        Human()(TicTacToe(), TicTacToe().initial_state())
