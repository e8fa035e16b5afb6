"""The benchmark harness: interleaved, median of per-round ratios, readable output."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from lib.arena import wilson
from tests.draw.audit import NS, audit, box, overlap, text_box, texts
from tools.bench import __main__ as runner
from tools.bench.chart import Line, chart, shown, table, verdict
from tools.bench.harness import compare, measure, summary

KEPT = Path(__file__).parent.parent / "data" / "bench"


def stopwatch():
    """A clock that only moves when `work` says so."""
    now = [0.0]

    def work(seconds):
        now[0] += seconds

    return (lambda: now[0]), work


def test_contestants_take_turns_and_nobody_is_always_first():
    clock, work = stopwatch()
    calls = []

    def contestant(name):
        def run():
            calls.append(name)
            work(1)

        return run

    measure({name: contestant(name) for name in "abc"}, rounds=3, clock=clock)
    assert "".join(calls) == "abc" + "abc" + "bca" + "cab"


def test_the_ratio_is_the_median_of_the_ratios_of_each_round_not_the_ratio_of_medians():
    rows = summary({"one": [1.0, 10.0, 2.0], "two": [2.0, 40.0, 2.0]})
    assert [row.ratio for row in rows] == [1.0, 2.0]
    assert (rows[1].low, rows[1].high, rows[1].seconds, rows[1].rounds) == (1.0, 4.0, 2.0, 3)
    # medians: 2 and 2, their ratio is 1


def test_compare_prints_machine_versions_and_a_table(capsys):
    clock, work = stopwatch()
    contestants = {"fast": lambda: work(1), "slow": lambda: work(3)}
    rows = compare(contestants, rounds=2, clock=clock, title="Race", packages=["networkx", "nope"])
    assert rows[1].ratio == 3
    printed = capsys.readouterr().out
    assert "### Race" in printed and "Python 3" in printed and "cores" in printed
    assert "networkx 3" in printed and "nope not installed" in printed
    assert "| slow | 3 | 3.00 | 3.00 to 3.00 | 2 |" in printed


def test_errors_in_plain_words():
    with pytest.raises(ValueError, match="at least one contestant"):
        compare({})
    with pytest.raises(ValueError, match="too short"):
        compare({"nothing": lambda: None}, clock=lambda: 0.0)


def test_an_unknown_topic_is_named_with_the_known_ones(capsys):
    assert runner.main(["nonsense"]) == 2
    assert "unknown topic: nonsense" in capsys.readouterr().out
    assert not {"harness", "chart"} & {*runner.topics()} and "fast" in runner.topics()


def test_a_topic_is_printed_and_kept_and_a_failing_one_is_reported(tmp_path, monkeypatch, capsys):
    import sys
    import types

    def fail():
        raise RuntimeError("no such peer")

    good, bad = types.ModuleType("tools.bench.good"), types.ModuleType("tools.bench.bad")
    good.main, bad.main = (lambda: print("a table")), fail
    monkeypatch.setitem(sys.modules, "tools.bench.good", good)
    monkeypatch.setitem(sys.modules, "tools.bench.bad", bad)
    monkeypatch.setattr(runner, "topics", lambda: ["good", "bad"])
    monkeypatch.setattr(runner, "OUTPUT", tmp_path)
    assert runner.main([]) == 1
    assert "a table" in (tmp_path / "good.md").read_text()
    assert "no such peer" in (tmp_path / "bad.md").read_text()
    assert "a table" in capsys.readouterr().out


def test_the_kept_table_and_chart_show_the_kept_numbers():
    lines = [Line(**line) for line in json.loads((KEPT / "fast.json").read_text("utf-8"))["lines"]]
    assert "\n".join(table(lines)) in (KEPT / "fast.md").read_text("utf-8")
    peers = [line for line in lines if line.other != "itself" and "bytes" not in line.what]
    assert chart(peers) == (KEPT / "fast.svg").read_text("utf-8")


def test_the_words_of_the_charts_are_large_and_stand_apart():
    from tools.bench import ladder

    far = Line(
        "a search of a game with a long name, CPU time of the slower", "a peer", 11_144, 1, 2, 3
    )
    drawn = chart([far, replace(far, times=0.0491), replace(far, what="short", times=3)])
    assert drawn.width <= 840, "a wider picture is shown smaller"
    kept = json.loads((KEPT / "ladder.json").read_text("utf-8"))["lines"]
    rungs = ladder.picture([Line(**line) for line in kept])
    assert rungs == (KEPT / "ladder.svg").read_text("utf-8")
    for picture in (drawn, rungs):
        root = audit(picture)  # 18 pixels or more, inside, apart
        below = sorted(text_box(t) for t in texts(root) if t.text in ("1", "100", "10,000"))
        assert all(a[2] + 8 < b[0] for a, b in pairwise(below)), "numbers below run together"
        bars = [box(shape) for shape in list(root.iter(NS + "rect"))[1:]]
        for place in map(text_box, texts(root)):
            assert not any(overlap(place, bar) for bar in bars)


@pytest.mark.parametrize(
    ("times", "must", "aim", "word"),
    [
        (3, None, None, ""),
        (0.5, None, None, "behind"),
        (4, 5, 9, "missed"),
        (5, 5, 9, "must"),
        (9, 5, 9, "aim"),
    ],
)
def test_a_loss_is_called_one(times, must, aim, word):
    line = Line("search", "them", times, times, times, 1, must, aim)
    assert verdict(line) == word
    behind = f"{shown(times)} (behind)" in chart([line])
    assert behind == (times < 1)


def test_the_games_of_the_lessons_can_be_played_again(monkeypatch):
    from tools.bench import evaluation

    stored = json.loads(evaluation.STORED.read_text("utf-8"))
    monkeypatch.setattr(evaluation, "GAMES", 2)
    assert stored["command"] == "python -m tools.bench.evaluation publish"
    for topic in (evaluation.pacman, evaluation.capture, evaluation.othello):
        found = topic()
        assert found.keys() == stored[topic.__name__].keys()
        assert {row[0] for row in found.values()} == {2}
        assert {row[0] for row in stored[topic.__name__].values()} == {1000}
    assert {row[0] for row in stored["tuning"].values()} == {2000}


def test_the_stored_tournament_has_a_thousand_games_a_pair_and_a_win_of_mcts():
    """What lesson 13 says: a thousand games for each pair, MCTS ahead at 10,000 iterations."""
    stored = json.loads((KEPT.parent / "logs/tournament.json").read_text("utf-8"))
    matches = [m["matches"] for m in stored["budgets"].values()]
    for letters in (t for found in [*stored["field"].values(), *matches] for t in found.values()):
        assert len(letters) == 1000 and set(letters) <= set("WDL")
    won = stored["budgets"]["Connect Four"]["matches"]["MCTS 10,000 - rival"]
    assert wilson(won.count("W") + won.count("D") / 2, 1000)[0] > 0.6


def test_the_stored_ladder_climbs_where_the_lesson_says_so():
    """Bitboards and the compiler gain most, the flat tree alone loses; the visits agree."""
    stored = json.loads((KEPT / "ladder.json").read_text("utf-8"))
    times = {line["what"]: line["times"] for line in stored["lines"]}
    assert times["3 in NumPy arrays"] < times["3 flat tree"] < times["2 bitboards"] < 100
    assert 500 < times["5 compiled"] < times["6 lib.fast"]
    assert max(map(abs, stored["differences"])) < 2.7  # of seven: one match of twenty exceeds it


def test_every_cell_that_a_bench_takes_from_a_lesson_is_there():
    from tools.bench import evaluation, ladder

    assert list(ladder.rungs()) == list(ladder.ITERATIONS)
    ladder.cells_of(ladder.LESSON, *ladder.BOARDS, *ladder.FLAT, "same-search")
    assert "ladder" in ladder.cells_of("06_evaluation_design", *evaluation.STEPS)
    for name in ("lighter", "mixed"):
        assert name in ladder.cells_of("07_evaluation_by_experiment", name)
