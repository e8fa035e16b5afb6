"""Training: the same weights every time, any executor, Ctrl-C, and files of weights."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import numpy as np
import pytest

from lib.games import ConnectFour, TicTacToe
from lib.learn import Checkpoint, Plan, load, train, untrained

GAME = ConnectFour()
SMALL = Plan(simulations=4, memory=20_000)


def last(**options):
    *_, checkpoint = train(GAME, progress=False, plan=SMALL, **options)
    return checkpoint


@pytest.fixture(scope="module")
def trained():
    return last(games=600, seed=1)


def test_the_same_seed_and_games_give_the_same_weights(trained):
    again = last(games=600, seed=1)
    assert again.weights == trained.weights and again.games == trained.games >= 600
    assert last(games=600, seed=2).weights != trained.weights
    assert trained.weights != untrained(GAME, 1).weights


def test_threads_play_the_same_games(trained):
    with ThreadPoolExecutor(2) as executor:
        assert last(games=600, seed=1, executor=executor).weights == trained.weights


@pytest.mark.slow
def test_processes_play_the_same_games(trained):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert last(games=600, seed=1, executor=executor).weights == trained.weights


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(trained):
    distributed = pytest.importorskip("distributed")
    settings = {"n_workers": 1, "threads_per_worker": 2, "processes": False}
    with (
        distributed.LocalCluster(dashboard_address=None, **settings) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert last(games=600, seed=1, executor=client.get_executor()).weights == trained.weights


def test_checkpoints_come_on_the_way_and_cpu_time_ends_the_training():
    seen = list(train(GAME, seconds=0.8, progress=False, plan=SMALL))
    assert len(seen) > 2 and seen[0].games == 0
    assert [c.seconds for c in seen] == sorted(c.seconds for c in seen)
    assert 0.8 <= seen[-1].seconds < 2


def test_what_it_learned_is_better_than_nothing(trained):
    """The losses on new games fall."""
    from importlib import import_module

    learner = import_module("lib.learn.train").Learner(GAME, SMALL, 0)
    play_games = import_module("lib.learn.train").play_games
    *memory, count, seconds = play_games(GAME, trained.numbers(GAME), 16, 100, (9,))
    learner.remember(memory)
    assert count == 100 and seconds > 0
    rows, flips = np.arange(len(memory[0])), np.zeros(len(memory[0]), np.int64)
    before = learner._slopes(rows, flips)
    learner.weights[:] = trained.numbers(GAME)
    after = learner._slopes(rows, flips)
    assert after[0] < before[0] - 0.02 and after[1] < before[1]


def test_no_two_tasks_play_the_same_games(monkeypatch):
    from importlib import import_module

    room, seeds = import_module("lib.learn.train"), []
    play_games = room.play_games

    def noted(*arguments):
        seeds.append(arguments[-1])
        return play_games(*arguments)

    monkeypatch.setattr(room, "play_games", noted)
    last(games=600, seed=1)
    assert len(seeds) == len(set(seeds)) > 8


def test_ctrl_c_returns_what_there_is(monkeypatch):
    from importlib import import_module

    learner, calls = import_module("lib.learn.train").Learner, []
    learn = learner.learn

    def interrupted(self, *arguments):
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return learn(self, *arguments)

    monkeypatch.setattr(learner, "learn", interrupted)
    *_, checkpoint = train(GAME, games=10**6, progress=False, plan=SMALL)
    assert checkpoint.games == 256 and checkpoint.weights != untrained(GAME).weights


def test_the_progress_bar_says_how_good_it_is(capsys):
    list(train(GAME, games=300, plan=SMALL))
    assert "policy keeps the value:" in capsys.readouterr().err


def test_budgets_and_games_that_cannot_be():
    for budget in ({}, {"seconds": 1, "games": 1}, {"seconds": 0}, {"games": -1}):
        with pytest.raises(ValueError, match="either seconds"):
            next(train(GAME, **budget))
    with pytest.raises(ValueError, match=r"learns ConnectFour.*not TicTacToe"):
        next(train(TicTacToe(), games=1))


# --- files -------------------------------------------------------------------------------------


def test_a_file_gives_back_what_was_saved(tmp_path, trained):
    trained.save(tmp_path / "mine.weights")
    assert load(tmp_path / "mine.weights") == trained
    assert (tmp_path / "mine.weights").stat().st_size < 60_000


def damaged(text, path, change):
    path.write_bytes(change(text))
    with pytest.raises(ValueError) as problem:
        load(path)
    assert str(path) in str(problem.value) and "Traceback" not in str(problem.value)
    return str(problem.value)


def test_a_damaged_or_foreign_file_is_a_sentence(tmp_path):
    path = tmp_path / "some.weights"
    untrained(GAME).save(path)
    text = path.read_bytes()
    assert "is damaged" in damaged(text, path, lambda t: t[:-100])
    assert "is damaged" in damaged(text, path, lambda t: t[:-1] + bytes([t[-1] ^ 1]))
    assert "is damaged" in damaged(text, path, lambda t: t.replace(b"ConnectFour", b"Chess"))
    assert "is damaged" in damaged(text, path, lambda t: t.replace(b'"seed"', b'"sead"'))
    assert "is damaged" in damaged(text, path, lambda t: t.replace(b"128 and", b"256 and"))
    assert "not a file of weights" in damaged(text, path, lambda t: b"PK\x03\x04" + t)
    assert "not a file of weights" in damaged(text, path, lambda t: b"")
    assert "not a file of weights" in damaged(text, path, lambda t: b"[1]\n")
    small = untrained(ConnectFour(5, 4))
    for other in (
        replace(small, game=repr(GAME)),
        replace(small, design="64 hidden units"),
        replace(small, game="Chess()"),
    ):
        other.save(path)
        with pytest.raises(ValueError, match="another design"):
            load(path)


def test_a_missing_file_names_those_that_there_are():
    with pytest.raises(ValueError, match=r"there is no file .*; the course brings .*connect4"):
        load("no_such")


def test_weights_of_another_board_are_not_used():
    with pytest.raises(ValueError, match=r"play ConnectFour\(width=7.*not ConnectFour\(width=5"):
        untrained(GAME).numbers(ConnectFour(5, 4))


def test_shipped_weights_say_where_they_come_from():
    shipped = load("connect4")
    assert isinstance(shipped, Checkpoint) and 240 <= shipped.seconds < 250
    assert shipped.games > 10_000
