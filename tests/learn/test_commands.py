"""The commands: weights made by `tools.train`, positions and results by `tools.bench.learn`."""

import json
import sys
from pathlib import Path

import pytest

from lib.files import stored_results
from lib.learn import exact_positions, load
from tools import train
from tools.bench import learn, planted

ROOT = Path(__file__).parents[2]


def test_the_command_trains_and_saves(tmp_path, capsys):
    path = tmp_path / "mine.weights"
    words = ["connect4_5x4", "--games", "300", "--seed", "3", "--quiet", "--output", str(path)]
    made = train.main(words)
    assert load(path) == made and made.seed == 3 and made.games >= 300
    assert str(path) in capsys.readouterr().out


def test_files_are_named_after_their_budget():
    def place(*words):
        return train.place(train.read_arguments(["connect4", *words])).name

    assert place("--seconds", "240") == "connect4.weights"
    assert place("--seconds", "10") == "connect4_10s.weights"
    assert place("--games", "500") == "connect4_500games.weights"


def test_the_stored_positions_are_what_the_command_makes():
    lines = learn.POSITIONS.read_text("utf-8").splitlines()
    assert list(learn.position_lines(2)) == [line for line in lines if line[0] != "#"][:2]
    assert len(exact_positions()) == learn.COUNT


def test_results_are_shown_with_n_and_interval(tmp_path, monkeypatch):
    monkeypatch.setattr(learn, "BUILD", tmp_path)
    match = {"points": 300.0, "n": 400, "first ms": 0.4, "second ms": 0.5}
    results = {"plain": {"200": {"points": 250.0, "n": 500}}, "30 1": {"games": 9, "match": match}}
    (tmp_path / "results.json").write_text(json.dumps(results))
    page = "\n".join(learn.report())
    assert "| 30 s, seed 1, 9 games | match | 0.750 (0.705 to 0.790, n = 400)" in page
    assert "0.40 and 0.50 ms a move" in page and "plain MCTS, 200 iterations" in page


def test_a_match_is_paired():
    """Equal agents share the points exactly: each opening is played with either color."""
    first = learn.match(lambda game, state: game.actions(state)[0], learn.FastMCTS(30), 3)
    second = learn.match(learn.FastMCTS(30), lambda game, state: game.actions(state)[0], 3)
    assert first["n"] == second["n"] == 6 and first["points"] + second["points"] == 6


@pytest.mark.parametrize("name", planted.CHANGES)
def test_every_planted_change_fits_the_program_of_now(name):
    source = (ROOT / "lib/learn/compiled.py").read_text("utf-8")
    change = planted.CHANGES[name]
    assert change["says"] and [source.count(old) for old, _ in change.get("edits", [])] == [
        1 for _ in change.get("edits", [])
    ]
    for place in change.get("settings", {}):
        home, setting = place.split(".")
        assert hasattr(planted.HOMES[home], setting)


def test_a_planted_change_is_gone_afterwards(tmp_path, monkeypatch):
    monkeypatch.setattr(planted, "BUILD", tmp_path)
    right = sys.modules["lib.learn.compiled"]
    with planted.planted("nothing random"):
        assert sys.modules["lib.learn.compiled"] is not right and planted.selfplay.OPENING == 0
    assert sys.modules["lib.learn.compiled"] is right and planted.selfplay.OPENING == 10


def test_an_edit_that_does_not_fit_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(planted, "BUILD", tmp_path)
    with pytest.raises(ValueError, match="mine: 'no such line' stands 0 times"):
        planted.edited("mine", [["no such line", ""]])


@pytest.mark.parametrize("name", ["learn", "learn_planted"])
def test_the_results_of_the_lesson_have_seeds_and_n(name):
    stored = stored_results(name)
    assert stored["command"].startswith("python -m tools.bench.")
    if name == "learn":
        assert len(stored["curves"]) == 3 and stored["n"] == 500
    else:
        assert set(stored["runs"]) == set(planted.CHANGES)
        assert {(run["n"], len(runs)) for runs in stored["runs"].values() for run in runs} == {
            (500, 3)
        }
