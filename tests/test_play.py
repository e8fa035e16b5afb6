"""Playing one game: lazily, with the right agents, and no illegal moves."""

import math
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

import pytest

from lib.agents import AlphaBeta, Random
from lib.game import CHANCE, MAX, MIN
from lib.games import ConnectFour, Pig, TicTacToe, TreeGame
from lib.play import AgentFailed, EndlessGame, Forfeit, IllegalMove, OutOfTime, listed, play


def first(game, state):
    return game.actions(state)[0]


def last(game, state):
    return game.actions(state)[-1]


@dataclass(frozen=True)
class Teller:
    """Always plays the first move and notes that it was asked."""

    name: str
    asked: list
    seed: int = 0

    def __call__(self, game, state):
        self.asked.append((self.name, self.seed))
        return first(game, state)


def test_turns_chain_from_the_start_to_the_end():
    game = TicTacToe()
    turns = list(play(game, [Random(1), Random(2)]))
    assert turns[0].state == game.initial_state()
    assert [turn.number for turn in turns] == list(range(len(turns)))
    assert [turn.agent for turn in turns] == [n % 2 for n in range(len(turns))]
    for turn, following in pairwise(turns):
        assert turn.next_state == following.state == game.result(turn.state, turn.action)
    assert game.is_terminal(turns[-1].next_state)


def test_play_is_lazy_but_refuses_bad_agents_at_once():
    asked = []
    turns = play(TicTacToe(), [Teller("a", asked), Teller("b", asked)])
    assert asked == []
    next(turns)
    assert len(asked) == 1
    with pytest.raises(ValueError, match="needs 2 agents, got 1"):
        play(TicTacToe(), [first])
    with pytest.raises(ValueError, match="needs 2 agents, got 0"):
        play(TicTacToe(), None)


def test_perfect_play_of_tictactoe_is_a_draw():
    game = TicTacToe()
    *_, end = play(game, [AlphaBeta(9), AlphaBeta(9)])
    assert game.utility(end.next_state) == 0


@pytest.mark.parametrize("sides", [(MAX, MIN, MIN), (MAX, MIN, MAX, MIN), (MIN, MAX)])
def test_agents_by_index_and_agents_by_side(sides):
    game = TreeGame.random(3, branching=2, depth=8, sides=sides)
    asked = []
    list(play(game, [Teller(str(i), asked) for i in range(len(sides))]))
    assert [name for name, _ in asked] == [str(n % len(sides)) for n in range(8)]
    asked = []
    list(play(game, {MAX: Teller("max", asked), MIN: Teller("min", asked)}))
    expected = ["max" if sides[n % len(sides)] == MAX else "min" for n in range(8)]
    assert [name for name, _ in asked] == expected


def test_chance_needs_no_agent_and_draws_with_the_probabilities_of_the_game():
    tree = [[0, 0], [0, 0]]
    game = TreeGame(tree, sides=(CHANCE, MAX), probabilities={(): [0.8, 0.2]})
    rng = random.Random(5)
    draws = Counter(next(play(game, [first], rng)).action for _ in range(2000))
    assert abs(draws[0] - 1600) < 3 * math.sqrt(2000 * 0.8 * 0.2)
    assert draws[0] + draws[1] == 2000


def test_pig_has_two_players_and_a_die():
    game = Pig(20)
    *_, end = play(game, [Random(), Random()], random.Random(1))
    assert game.utility(end.next_state) in (MAX, MIN)
    with pytest.raises(ValueError, match=r"needs 2 agents, got 3.*CHANCE"):
        play(game, [Random(), Random(), Random()])


def test_wrong_agents_in_plain_words():
    game = TicTacToe()
    with pytest.raises(ValueError, match="one agent for each of MIN, MAX; got MAX"):
        play(game, {MAX: first})
    with pytest.raises(ValueError, match="got none"):
        play(game, {})
    with pytest.raises(ValueError, match=r"agent 1 must be called as agent\(game, state\), got 7"):
        play(game, [first, 7])
    with pytest.raises(ValueError, match=r"agent 0 is a class: make an agent of it, Random\(...\)"):
        play(game, [Random, first])
    with pytest.raises(ValueError, match="limits must be positive"):
        play(game, [first, last], max_plies=0)
    with pytest.raises(ValueError, match="limits must be positive"):
        play(game, [first, last], seconds=0)


def test_of_many_actions_some_are_listed_and_the_rest_counted():
    assert listed([7, 8], most=2) == "the legal moves are 7, 8"
    assert listed([7, 8, 9], most=2) == "the legal moves are 7, 8 and 1 more"


@pytest.mark.parametrize("much", [math.inf, 1e300, 10**12])
def test_no_limit_is_too_large(much):
    assert len(list(play(TicTacToe(), [first, first], max_plies=much, seconds=much))) == 7


@pytest.mark.parametrize("action", [9, "4", None, 0, [1], math.nan])
def test_an_illegal_move_is_refused_with_agent_action_and_legal_ones(action):
    def cheat(game, state):
        return action

    turns = play(TicTacToe(), [first, cheat])
    next(turns)
    with pytest.raises(IllegalMove) as caught:
        next(turns)
    assert isinstance(caught.value, ValueError) and caught.value.agent == 1
    text = str(caught.value)
    assert text.startswith(f"agent 1: cheat played {action!r}, which is not legal here")
    assert text.endswith("the legal moves are 1, 2, 3, 4, 5, 6, 7, 8")


def test_what_cannot_be_compared_is_illegal_and_what_only_looks_equal_is_replaced():
    numpy = pytest.importorskip("numpy")
    with pytest.raises(IllegalMove):
        next(play(TicTacToe(), [lambda game, state: numpy.array([1, 2]), first]))
    turn = next(play(TicTacToe(), [lambda game, state: numpy.int64(4), first]))
    assert type(turn.action) is int


class Evil:
    """Cannot be compared, cannot be printed."""

    def __eq__(self, other):
        raise SystemExit

    def __repr__(self):
        raise ValueError("no picture")


class EvilError(Exception):
    def __str__(self):
        raise ValueError("no words")


def test_an_agent_cannot_hide_behind_what_cannot_be_printed():
    def evil_move(game, state):
        return Evil()

    def evil_error(game, state):
        raise EvilError

    def long_move(game, state):
        return "x" * 10**6

    with pytest.raises(IllegalMove, match="evil_move played <Evil instance"):
        next(play(TicTacToe(), [evil_move, first]))
    with pytest.raises(AgentFailed, match="EvilError: a EvilError that cannot be printed"):
        next(play(TicTacToe(), [evil_error, first]))
    with pytest.raises(IllegalMove) as caught:
        next(play(TicTacToe(), [long_move, first]))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("error", [KeyError("x"), StopIteration(), SystemExit(3), RecursionError()])
def test_an_agent_that_raises_is_named_and_its_error_is_kept(error):
    def broken(game, state):
        raise error

    with pytest.raises(
        AgentFailed, match=f"agent 0: broken raised {type(error).__name__}"
    ) as caught:
        list(play(TicTacToe(), [broken, first]))
    assert caught.value.__cause__ is error


def test_ctrl_c_is_not_an_agents_failure():
    def interrupted(game, state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(play(TicTacToe(), [interrupted, first]))


def test_a_game_without_end_is_stopped():
    with pytest.raises(EndlessGame, match="not over after 4 plies"):
        list(play(TicTacToe(), [first, first], max_plies=4))
    assert len(list(play(TicTacToe(), [first, first], max_plies=7))) == 7  # it ends by itself
    with pytest.raises(EndlessGame):
        list(play(TicTacToe(), [first, first], max_plies=6))


def test_a_game_can_begin_anywhere():
    game = ConnectFour()
    state = game.result(game.initial_state(), 3)
    assert next(play(game, [first, last], state=state)).agent == 1
    over = TreeGame(5)
    assert list(play(over, [first, first])) == []


def test_an_agent_that_never_answers_is_stopped_at_once():
    def thinker(game, state):
        while True:
            with suppress(Exception):
                time.sleep(0.01)

    start = time.perf_counter()
    with pytest.raises(OutOfTime, match=r"thinker did not answer within 0.1 s") as caught:
        next(play(TicTacToe(), [thinker, first], seconds=0.1))
    assert time.perf_counter() - start < 30 and isinstance(caught.value, Forfeit)


def test_a_move_that_came_too_late_is_refused_even_if_the_alarm_was_ignored():
    def stubborn(game, state):
        end = time.perf_counter() + 0.1
        while time.perf_counter() < end:
            with suppress(BaseException):
                time.sleep(0.01)
        return 0

    with pytest.raises(OutOfTime, match="stubborn took"):
        next(play(TicTacToe(), [stubborn, first], seconds=0.05))


def test_enough_time_changes_nothing():
    plain = list(play(TicTacToe(), [Random(1), Random(2)]))
    assert list(play(TicTacToe(), [Random(1), Random(2)], seconds=60)) == plain


@dataclass(frozen=True)
class NoSeed:
    seed: str | None = None

    def __call__(self, game, state):
        return first(game, state)


def test_a_seed_that_is_no_number_is_replaced_as_well():
    assert len(list(play(TicTacToe(), [NoSeed(), NoSeed()], random.Random(1)))) == 7


def moves(rng, seeds=(0, 0)):
    agents = [Random(seed) for seed in seeds]
    return [turn.action for turn in play(TicTacToe(), agents, rng)]


def test_an_rng_gives_new_seeds_and_without_one_agents_keep_their_own():
    assert moves(None) == moves(None) != moves(None, (1, 0))
    assert moves(random.Random(4)) == moves(random.Random(4)) != moves(random.Random(5))
    assert moves(random.Random(4)) != moves(random.Random(4), (1, 0))
    asked = []
    list(play(TicTacToe(), [Teller("a", asked), Teller("b", asked)], random.Random(1)))
    seeds = dict(asked)
    assert len(set(asked)) == 2 and 0 not in seeds.values() and seeds["a"] != seeds["b"]


def test_without_an_rng_no_seed_is_touched():
    asked = []
    list(play(TicTacToe(), [Teller("a", asked, seed=5), Teller("b", asked, seed=6)]))
    assert dict(asked) == {"a": 5, "b": 6}


def test_the_seed_of_an_agent_does_not_depend_on_who_else_has_one():
    told = []
    for other in (first, Random(3)):
        asked = []
        list(play(TicTacToe(), [other, Teller("b", asked)], random.Random(9)))
        told.append(dict(asked)["b"])
    assert told[0] == told[1]
