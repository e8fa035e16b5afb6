"""Tournaments: statistics against published values, any executor, nothing lost."""

import math
import os
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from random import Random as Rng

import cloudpickle
import numpy as np
import pytest

from lib.agents import MCTS, AlphaBeta, Random
from lib.arena import elo, mcnemar, mean_interval, score_games, student, tournament, wilson
from lib.arena.tables import most_likely, with_interval
from lib.game import CHANCE, MAX, MIN
from lib.games import ConnectFour, Pig, TicTacToe, TreeGame
from lib.search import minimax

GAME = TicTacToe()


@dataclass(frozen=True)
class Faulty:
    """Plays the first move, but does something bad when its own stones number `when`."""

    how: str
    when: int = 1
    seed: int = 0

    def __call__(self, game, state):
        if state[state[2]].bit_count() >= self.when:
            if self.how == "exit":
                os._exit(3)
            if self.how == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            if self.how == "raise":
                raise KeyError("lost my notes")
            if self.how == "cheat":
                return 77
            if self.how == "sleep":
                time.sleep(60)
        return game.actions(state)[0]


# --- intervals


@pytest.mark.parametrize(
    ("points", "n", "low", "high"),
    [  # Newcombe 1998, "Two-sided confidence intervals for the single proportion", method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_intervals(points, n, low, high):
    assert wilson(points, n) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(n - points, n)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_mcnemar_is_what_fair_coins_do():
    for one, two in ((3, 1), (5, 5), (9, 2), (0, 7), (0, 0)):
        first, second = "1" * one + "0" * two + "01", "0" * one + "1" * two + "01"
        falls = [bin(coins).count("1") for coins in range(2 ** (one + two))]
        uneven = sum(abs(2 * n - one - two) >= abs(one - two) for n in falls) / len(falls)
        assert mcnemar(first, second) == (one, two, pytest.approx(uneven))
    with pytest.raises(ValueError):
        mcnemar("01", "0")


def test_an_interval_in_a_table_shows_two_ends():
    assert with_interval(0, *wilson(0, 10_000), 3) == ("0.0000", "[0.0000, 0.0004]")
    assert with_interval(0.5, 0.25, 0.75, 1) == ("0.5", "[0.2, 0.8]")
    assert with_interval(2, 2, 2, 1) == ("2.0", "[2.0, 2.0]")


def test_wilson_solves_its_own_equation_and_knows_nothing_without_games():
    assert wilson(0, 0) == (0.0, 1.0)
    for limit in wilson(7.5, 30):
        distance = abs(0.25 - limit) / math.sqrt(limit * (1 - limit) / 30)
        assert distance == pytest.approx(1.9599640)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.706),
        (2, 4.303),
        (3, 3.182),
        (4, 2.776),
        (9, 2.262),
        (10, 2.228),
        (30, 2.042),
        (100, 1.984),
    ],
)
def test_student_gives_the_values_of_the_printed_tables(freedom, value):
    assert student(freedom) == pytest.approx(value, abs=6e-4)


def test_mean_interval():
    assert mean_interval([1, 2, 3, 4, 5]) == pytest.approx((3 - 1.963, 3 + 1.963), abs=1e-3)
    assert mean_interval([7]) == (-math.inf, math.inf)
    assert mean_interval([7, 7, 7]) == (7, 7)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: wilson(5, 3), "points must be a number from 0 to n, got 5 of 3"),
        (lambda: wilson(-1, 3), "points must be a number from 0 to n"),
        (lambda: wilson(0, -3), "points must be a number from 0 to n"),
        (lambda: wilson("1", 3), "points must be a number from 0 to n"),
        (lambda: mean_interval([1, math.nan]), "a mean needs finite numbers"),
        (lambda: mean_interval("12"), "a mean needs finite numbers"),
        (lambda: student(0), "degrees of freedom are a whole number from 1, got 0"),
        (lambda: elo([]), "a row and a column for each agent"),
        (lambda: elo([[0, 1]]), "a row and a column for each agent"),
        (lambda: elo([[0, 1], [1]]), "a row and a column for each agent"),
        (lambda: elo([[0, -1], [1, 0]]), "points must be finite numbers, 0 or more"),
        (lambda: elo([[0, math.nan], [1, 0]]), "points must be finite numbers, 0 or more"),
    ],
)
def test_statistics_refuse_what_means_nothing(call, words):
    with pytest.raises(ValueError, match=words):
        call()


# --- Elo


def test_ten_to_one_is_400_points():
    ratings, _, prior = elo([[0, 10], [1, 0]])
    assert ratings == pytest.approx([200, -200]) and not prior
    assert elo([[0, 3], [1, 0]])[0] == pytest.approx([95.424, -95.424], abs=1e-3)  # 75 %


def test_ratings_add_up_along_a_chain():
    points = [[0, 10, 0], [1, 0, 10], [0, 1, 0]]
    assert elo(points)[0] == pytest.approx([400, 0, -400])


def test_an_even_match_of_100_games_leaves_68_points_of_doubt():
    ratings, errors, _ = elo([[0, 50], [50, 0]])
    assert ratings == pytest.approx([0, 0])
    assert errors == pytest.approx([34.05, 34.05], abs=0.01)  # each; the difference: 68.1


def test_baseball_1987_as_published():
    """Agresti, Categorical Data Analysis; the numbers are those of R's package BradleyTerry2."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    published = {
        "Boston": (1.1077, 0.3339),
        "Cleveland": (0.6839, 0.3319),
        "Detroit": (1.4364, 0.3396),
        "Milwaukee": (1.5814, 0.3433),
        "New York": (1.2476, 0.3359),
        "Toronto": (1.2945, 0.3367),
    }
    ratings, spread = map(np.array, most_likely([list(map(float, row)) for row in wins]))
    base = teams.index("Baltimore")
    for team, (ability, error) in published.items():
        i = teams.index(team)
        variance = spread[i, i] + spread[base, base] - 2 * spread[i, base]
        assert ratings[i] - ratings[base] == pytest.approx(ability, abs=1e-4)
        assert math.sqrt(variance) == pytest.approx(error, abs=1e-4)
    in_elo, _, _ = elo(wins)
    assert in_elo[0] - in_elo[-1] == pytest.approx(1.5814 * 400 / math.log(10), abs=0.02)


def test_who_wins_everything_gets_a_finite_rating_and_it_is_said():
    ratings, errors, prior = elo([[0, 20], [0, 0]])
    assert prior and ratings[0] - ratings[1] == pytest.approx(400 * math.log10(20.5 / 0.5))
    assert all(math.isfinite(error) and error > 0 for error in errors)
    ratings, _, prior = elo([[0, 500, 500], [0, 0, 500], [0, 0, 0]])
    assert prior and ratings[0] > ratings[1] + 400 and ratings[1] > ratings[2] + 400
    assert elo([[0, 0], [0, 0]])[0] == pytest.approx([0, 0])  # nothing played yet
    assert elo([[0]])[:2] == ([0.0], [0.0])


# --- tournaments


def field():
    return {"random": Random(), "mcts": MCTS(20), "alphabeta": AlphaBeta(2)}


@pytest.fixture(scope="module")
def here():
    return tournament(GAME, field(), 6, seed=5, progress=False)


def test_every_pair_plays_and_the_table_adds_up(here):
    assert here.complete and not here.problems and len(here.games) == 18
    assert {row["agent"]: row["n"] for row in here.rows} == dict.fromkeys(field(), 12)
    for row in [*here.rows, *here.pairs]:
        assert row["wins"] + row["draws"] + row["losses"] == row["n"]
        assert row["score"] == (row["wins"] + row["draws"] / 2) / row["n"]
        assert (row["low"], row["high"]) == wilson(row["wins"] + row["draws"] / 2, row["n"])
    assert sum(row["wins"] for row in here.rows) == sum(row["losses"] for row in here.rows)
    assert [row["elo"] for row in here.rows] == sorted((r["elo"] for r in here.rows), reverse=True)
    assert sum(row["elo"] for row in here.rows) == pytest.approx(0, abs=1e-6)


def test_points_go_to_the_right_agent_on_both_sides():
    always_max = TreeGame([[1, 1], [1, 1]])  # whoever plays MAX wins
    table = tournament(always_max, {"a": Random(), "b": Random()}, 10, progress=False)
    assert [(p["wins"], p["draws"], p["losses"]) for p in table.pairs] == [(5, 0, 5)]
    choice = TreeGame([-1, 1])  # MAX takes the win if it can see it
    agents = {"blind": always_first, "sees": AlphaBeta(1)}
    table = tournament(choice, agents, 10, progress=False)
    assert table.rows[0]["agent"] == "sees" and table.rows[0]["wins"] == 10


def always_first(game, state):
    return game.actions(state)[0]


def test_colors_are_paired_with_the_same_seed_and_opening():
    table = tournament(
        ConnectFour(), {"a": always_first, "b": Random()}, 8, opening=3, progress=False
    )
    names = [game.names[MAX] for game in table.games]
    assert names == ["a", "b"] * 4
    starts = [first_state(ConnectFour(), game) for game in table.games]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) > 1
    assert all((start[0] | start[1]).bit_count() == 3 for start in starts)


def test_an_opening_never_ends_the_game():
    table = tournament(GAME, {"a": Random(), "b": Random()}, 60, opening=20, progress=False)
    assert not table.problems
    assert min(len(game.actions) for game in table.games) == 1


def test_chance_moves_of_an_opening_come_by_their_probabilities():
    branch = [[1, 1], [1, 1]]
    game = TreeGame([branch, branch], (CHANCE, MAX, MIN), probabilities={(): (0.9, 0.1)})
    table = tournament(game, {"a": Random(), "b": Random()}, 200, opening=1, progress=False)
    rare = sum(result.final[0] for result in table.games[::2])  # pairs share their opening
    assert 2 <= rare <= 20  # 10 expected, standard deviation 3; 50 if all were alike


def first_state(game, result):
    """The state in which the agents took over, found by taking their stones off again."""
    state = result.final
    x, o = state[0], state[1]
    mover = state[2]
    for column in reversed(result.actions):
        mover = 1 - mover
        inside = (x | o) & game.columns[column]
        top = 1 << inside.bit_length() - 1
        x, o = x & ~top, o & ~top
    return (x, o, mover)


def test_an_odd_number_of_games_is_played_and_said(here):
    table = tournament(GAME, {"a": Random(), "b": Random()}, 3, progress=False)
    assert Counter(game.names[MAX] for game in table.games) == {"a": 2, "b": 1}
    assert "3 games are odd: the first of each pair played MAX once more." in str(table)
    assert "odd" not in str(here)


def test_games_that_repeat_are_pointed_out():
    table = tournament(GAME, {"a": AlphaBeta(1), "b": always_first}, 10, progress=False)
    assert table.pairs[0]["distinct"] == 2
    assert "a and b: 10 times the same one or two games" in str(table)
    table = tournament(GAME, {"a": AlphaBeta(1), "b": always_first}, 10, opening=3, progress=False)
    assert table.pairs[0]["distinct"] > 5 and "the same" not in str(table)


def test_a_new_agent_does_not_change_the_games_of_the_others(here):
    two = {name: field()[name] for name in ("random", "alphabeta")}
    table = tournament(GAME, two, 6, seed=5, progress=False)
    old = [game for game in here.games if set(game.names.values()) == set(two)]
    assert [game.actions for game in table.games] == [game.actions for game in old]
    other = tournament(GAME, two, 6, seed=6, progress=False)
    assert [game.actions for game in table.games] != [game.actions for game in other.games]


def test_games_of_one_tournament_are_not_all_the_same(here):
    pair = [game.actions for game in here.games if set(game.names.values()) == {"random", "mcts"}]
    assert len(set(pair)) == len(pair)


def test_in_a_team_game_an_agent_plays_for_its_whole_side():
    game = TreeGame.random(1, branching=3, depth=6, sides=(MAX, MIN, MAX, MIN))
    value, _ = minimax(game, game.initial_state())
    table = tournament(game, {"deep": AlphaBeta(6), "random": Random()}, 20, progress=False)
    assert table.complete and not table.problems
    for played in table.games:
        side = MAX if played.names[MAX] == "deep" else MIN
        assert side * played.utility >= side * value
    chance = tournament(Pig(15), {"a": Random(), "b": Random(1)}, 4, progress=False)
    assert sum(row["n"] for row in chance.rows) == 8


def test_text_and_html_show_n_and_intervals(here):
    for text in (str(here), repr(here), here._repr_html_()):
        for row in here.rows:
            assert row["agent"] in text and f"[{row['low']:.3f}, {row['high']:.3f}]" in text
            assert f"{row['elo']:+.0f}" in text
        assert "95 %" in text and "Wilson" in text
    assert here._repr_html_().count("<table>") == 2
    table = tournament(GAME, {"<b>": Random(), "&": Random()}, 2, progress=False)
    assert "&lt;b&gt;" in table._repr_html_() and "<b>" not in table._repr_html_()


def test_the_table_says_when_elo_needed_a_prior():
    choice = TreeGame([-1, 1])
    agents = {"blind": always_first, "sees": AlphaBeta(1)}
    everything = tournament(choice, agents, 4, progress=False)
    assert "one draw between every two agents was added" in str(everything)
    assert all(math.isfinite(row["elo"]) for row in everything.rows)
    fair = tournament(TreeGame([1, 1]), agents, 4, progress=False)
    assert "was added" not in str(fair)


def test_a_progress_bar_counts_the_games(capsys):
    tournament(GAME, {"a": Random(), "b": Random()}, 4)
    assert "4/4" in capsys.readouterr().err
    tournament(GAME, {"a": Random(), "b": Random()}, 4, progress=False)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tournament(GAME, {"a": Random()}, 2), "at least 2 agents are needed, got 1"),
        (lambda: tournament(GAME, [Random(), Random()], 2), "agents must be a dict"),
        (lambda: tournament(GAME, {1: Random(), 2: Random()}, 2), "agents must be a dict"),
        (lambda: tournament(GAME, field(), 0), "games must be a whole number, 1 or more, got 0"),
        (lambda: tournament(GAME, field(), 2.5), "games must be a whole number"),
        (lambda: tournament(GAME, field(), 2, opening=-1), "opening must be a whole number"),
        (lambda: tournament(GAME, {"a": Random(), "b": 3}, 2), "b must be called as"),
        (lambda: tournament(TreeGame([1, 2], sides=(MAX,)), field(), 2), "use score_games"),
        (lambda: score_games(GAME, {"a": Random()}, 2), "one agent for each of MIN, MAX; got MAX"),
        (lambda: score_games(GAME, {}, 2), "at least 1 agents are needed"),
        (lambda: tournament(GAME, field(), 2, seconds=-1), "limits must be positive"),
        (lambda: tournament(GAME, field(), 2, max_plies=0), "limits must be positive"),
        (lambda: tournament("TicTacToe", field(), 2), r"game must be a game, as in TicTacToe\(\)"),
        (lambda: tournament(TicTacToe, field(), 2), "game must be a game"),
        (lambda: score_games(None, {"a": Random()}, 2), "game must be a game"),
        (lambda: tournament(GAME, field(), 2, seed=Rng(3)), "seed must be a whole number, got"),
        (lambda: score_games(GAME, {"a": Random()}, 2, seed=0.5), "seed must be a whole number"),
        (lambda: tournament(GAME, field(), 2, executor=closed()), "takes no games: .*shutdown"),
    ],
)
def test_bad_input_in_plain_words(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def closed():
    """An executor whose `with` block has ended."""
    with ThreadPoolExecutor(1) as executor:
        pass
    return executor


def test_numbers_of_numpy_are_whole_numbers():
    two = {"a": Random(), "b": Random()}
    plain = tournament(GAME, two, 3, seed=4, opening=2, progress=False)
    numpy = tournament(
        GAME, two, np.int64(3), seed=np.int32(4), opening=np.uint8(2), progress=False
    )
    assert numpy.games == plain.games and str(numpy) == str(plain)


# --- executors


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("pool", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_the_same_result_on_any_executor(here, pool, workers):
    with pool(workers) as executor:
        table = tournament(GAME, field(), 6, seed=5, executor=executor, progress=False)
    assert table.games == here.games and str(table) == str(here)


def test_what_cannot_be_sent_to_a_process_is_named():
    agents = {"good": Random(), "bad": lambda game, state: 0}
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.raises(ValueError, match="bad cannot be sent to another process"),
    ):
        tournament(GAME, agents, 2, executor=executor, progress=False)


@pytest.mark.slow
def test_the_same_result_on_a_dask_cluster_that_survives_killers(here):
    distributed = pytest.importorskip("distributed")
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            executor = client.get_executor()
            table = tournament(GAME, field(), 6, seed=5, executor=executor, progress=False)
            assert table.games == here.games and str(table) == str(here)
            killer = {"killer": Faulty("exit", 2), "random": Random()}
            table = tournament(GAME, killer, 2, executor=executor, progress=False)
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    assert table.complete and table.pairs[0]["losses"] >= 1
    assert all("killer as" in game.reason and "died" in game.reason for game in table.problems)
    assert table.problems


# --- what goes wrong


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("raise", "raised KeyError: 'lost my notes'"),
        ("cheat", "played 77, which is not legal here"),
    ],
)
@pytest.mark.parametrize("pool", [None, ProcessPoolExecutor])
def test_an_agent_that_fails_loses_that_game_only(how, words, pool):
    agents = {"faulty": Faulty(how), "b": always_first, "c": Random()}
    executor = pool(2) if pool else None
    table = tournament(GAME, agents, 4, executor=executor, progress=False)
    assert table.complete and len(table.problems) == 8
    for game in table.problems:
        assert game.names[game.fault] == "faulty" and game.winner == -game.fault
        assert words in game.reason and game.utility is None
    assert {row["agent"]: row["losses"] for row in table.rows}["faulty"] == 8
    assert f"Game {table.problems[0].number}: faulty as MAX" in str(table)
    assert "faulty as MIN" in table._repr_html_()


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_worker_that_dies_costs_that_game_only(how):
    agents = {"a": Random(1), "killer": Faulty(how, 2), "c": Random(2)}
    with ProcessPoolExecutor(2) as executor:
        table = tournament(GAME, agents, 6, seed=1, executor=executor, progress=False)
    assert table.complete
    guilty = [game for game in table.games if game.fault is not None]
    assert guilty == table.problems
    for game in guilty:
        assert game.names[game.fault] == "killer" and game.winner == -game.fault
        assert f"its process died with exit code {3 if how == 'exit' else -9}" in game.reason
    innocent = {name: agents[name] for name in ("a", "c")}
    alone = tournament(GAME, innocent, 6, seed=1, progress=False)
    theirs = [game for game in table.games if "killer" not in game.names.values()]
    assert [game.actions for game in theirs] == [game.actions for game in alone.games]
    with_killer = [game for game in table.games if "killer" in game.names.values()]
    finished = [game for game in with_killer if game.fault is None]  # the other won before
    assert len(guilty) + len(finished) == 12 and len(guilty) >= 10


def test_a_pool_that_was_broken_before_is_no_problem_either(here):
    with ProcessPoolExecutor(2) as executor:
        with pytest.raises(Exception, match="terminated"):
            executor.submit(os._exit, 1).result()
        table = tournament(GAME, field(), 6, seed=5, executor=executor, progress=False)
    assert table.games == here.games


def test_an_agent_that_never_answers_loses_if_there_is_a_limit():
    agents = {"sleeper": Faulty("sleep"), "b": always_first}
    table = tournament(GAME, agents, 2, progress=False, seconds=1)
    assert table.pairs[0]["losses"] == 2
    assert "did not answer within 1 s" in table.problems[0].reason


class Broken(TicTacToe):
    """A game whose rules fail in the middle of the board."""

    def result(self, state, action):
        if action == 4:
            raise ZeroDivisionError("rules")
        return super().result(state, action)


def test_a_game_that_fails_itself_does_not_count_for_anybody():
    agents = {"a": always_first, "b": always_first}
    table = tournament(Broken(), agents, 2, progress=False)
    assert table.complete and table.rows[0]["n"] == 0
    assert "the game itself failed: ZeroDivisionError: rules" in str(table)

    alone = score_games(Broken(), {"a": always_first}, 2, against=always_first, progress=False)
    assert alone.complete and alone.rows[0]["n"] == 0 and alone.rows[0]["wins"] == 0


class DeadlyDice(TreeGame):
    """A game whose dice kill the process."""

    def probability(self, state, action):
        os._exit(5)


def test_a_process_that_dies_while_chance_moves_costs_nobody_a_point():
    game = DeadlyDice([[1, 2], [3, 4]], sides=(MAX, CHANCE, MIN))
    with ProcessPoolExecutor(1) as executor:
        table = tournament(
            game, {"a": always_first, "b": always_first}, 2, executor=executor, progress=False
        )
    assert table.complete and table.rows[0]["n"] == 0
    assert all("no agent was thinking" in game.reason for game in table.problems)
    assert len(table.problems) == 2


def test_a_table_shows_ten_problems_and_counts_the_rest():
    table = tournament(GAME, {"a": Faulty("raise"), "b": always_first}, 12, progress=False)
    assert str(table).count("Game ") == 10 and "12 games in all had a problem" in str(table)


def test_a_game_without_end_is_a_draw_and_said():
    agents = {"a": Random(), "b": Random()}
    table = tournament(GAME, agents, 2, progress=False, max_plies=3)
    assert table.pairs[0]["draws"] == 2 and "not over after 3 plies; counted as a draw" in str(
        table
    )


@dataclass(frozen=True)
class Interrupts:
    """Plays the first move, and presses Ctrl-C for us after so many games."""

    after: int

    def __call__(self, game, state):
        Interrupts.games = getattr(Interrupts, "games", 0) + (state[0] == 0)
        if Interrupts.games > self.after:
            raise KeyboardInterrupt
        return always_first(game, state)


def test_ctrl_c_returns_what_is_finished():
    Interrupts.games = 0
    agents = {"a": Interrupts(3), "b": always_first}
    table = tournament(GAME, agents, 20, progress=False)
    assert 3 <= len(table.games) < 20 and not table.complete
    assert f"INCOMPLETE: {len(table.games)} of 20 games were played." in str(table)
    assert table.rows[0]["n"] == len(table.games)


def slowly(game, state):
    time.sleep(0.03)
    return always_first(game, state)


class Interrupted(ProcessPoolExecutor):
    """A pool that presses Ctrl-C for us when so many games are finished."""

    def __init__(self, workers, after):
        super().__init__(workers)
        self.left, self.futures = after, []

    def submit(self, *args, **kwargs):
        future = super().submit(*args, **kwargs)
        self.futures.append(future)
        future.add_done_callback(self.count)
        return future

    def count(self, future):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)


@pytest.fixture
def ctrl_c_works():
    """A test run in the background of a shell ignores Ctrl-C; here it must not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_while_a_pool_plays_returns_what_is_finished(ctrl_c_works):
    with Interrupted(2, after=3) as executor:
        table = tournament(GAME, {"a": slowly, "b": slowly}, 400, executor=executor, progress=False)
        assert sum(future.cancelled() for future in executor.futures) > 300
        assert executor.submit(abs, -1).result() == 1  # the caller's pool is still usable
    assert 3 <= len(table.games) < 400 and not table.complete
    assert "INCOMPLETE" in table._repr_html_()


# --- games alone


def test_score_games_gives_mean_and_win_rate_with_intervals():
    game = TreeGame([[-10, 30], [5, 5]], sides=(MAX, CHANCE))
    agents = {"safe": Always(1), "bold": Always(0)}
    table = score_games(game, agents, 40, progress=False)
    safe, bold = table.rows
    assert (safe["score"], safe["score_low"], safe["score_high"]) == (5, 5, 5)
    assert (safe["n"], safe["wins"], safe["win_rate"]) == (40, 40, 1.0)
    scores = [g.utility for g in table.games if g.names[MAX] == "bold"]
    assert set(scores) == {-10, 30} and bold["score"] == sum(scores) / 40
    assert (bold["score_low"], bold["score_high"]) == mean_interval(scores)
    assert bold["wins"] == scores.count(30)
    assert (bold["win_low"], bold["win_high"]) == wilson(bold["wins"], 40)
    for text in (str(table), table._repr_html_()):
        assert f"[{bold['win_low']:.3f}, {bold['win_high']:.3f}]" in text and "40" in text


@dataclass(frozen=True)
class Always:
    """Always the same action where it is legal."""

    action: int

    def __call__(self, game, state):
        return self.action


def test_score_games_uses_the_same_chances_for_every_agent():
    game = TreeGame([[-10, 30], [-10, 30]], sides=(MAX, CHANCE))
    agents = {"a": Always(0), "b": Always(1)}
    table = score_games(game, agents, 20, seed=3, progress=False)
    drawn = [game.actions[1] for game in table.games]
    assert drawn[:20] == drawn[20:] and len(set(drawn)) == 2


def test_score_games_with_failures_and_own_idea_of_winning():
    agents = {"faulty": Faulty("raise"), "fine": AlphaBeta(9)}
    table = score_games(GAME, agents, 4, against=Random(), progress=False)
    faulty, fine = table.rows
    assert (faulty["n"], faulty["failed"], faulty["wins"]) == (4, 4, 0)
    assert fine["failed"] == 0 and len(table.problems) == 4


def test_an_opponent_that_fails_is_no_win_to_be_hidden():
    table = score_games(GAME, {"a": always_first}, 3, against=Faulty("cheat"), progress=False)
    assert len(table.problems) == 3 and "the opponent as MIN" in str(table)
    assert table.rows[0]["wins"] == 3 and table.rows[0]["failed"] == 3


def test_score_games_that_repeat_are_pointed_out():
    table = score_games(GAME, {"a": always_first}, 10, against=always_first, progress=False)
    assert table.rows[0]["distinct"] == 1
    assert "a: all 10 games were the same" in str(table)
    table = score_games(GAME, {"a": always_first}, 10, against=Random(), progress=False)
    assert "the same" not in str(table)
