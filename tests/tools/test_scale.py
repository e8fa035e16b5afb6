"""Strength against budget: the stored games are those that the command plays, also on Dask."""

import pytest

from tools.bench import scale

GAMES = 20


def test_every_match_is_stored_with_enough_games():
    found = scale.stored()["matches"]
    assert set(found) == {" | ".join(map(str, match)) for match in scale.matches()}
    for match in scale.matches():
        letters = found[" | ".join(map(str, match))]
        assert len(letters) == scale.MATCHES[match[2]] >= 20 and set(letters) <= set("WDL")


def test_a_row_has_its_interval():
    found = scale.row("WWWD")
    assert (found["n"], found["share"]) == (4, 0.875)
    assert found["low"] < 0.875 < found["high"]


@pytest.mark.slow
@pytest.mark.parametrize("search", ["one tree", "with proofs", "two trees"])
def test_the_first_games_are_the_stored_ones(monkeypatch, search):
    monkeypatch.setitem(scale.MATCHES, 100, GAMES)
    letters = scale.outcomes("Connect Four", search, 100, None)
    assert letters == scale.stored()["matches"][f"Connect Four | {search} | 100"][:GAMES]


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(monkeypatch):
    distributed = pytest.importorskip("dask.distributed")
    monkeypatch.setitem(scale.MATCHES, 100, GAMES)
    with distributed.Client(processes=False, dashboard_address=None, silence_logs=50) as client:
        letters = scale.outcomes("tic-tac-toe", "one tree", 100, client.get_executor())
    assert letters == scale.stored()["matches"]["tic-tac-toe | one tree | 100"][:GAMES]
