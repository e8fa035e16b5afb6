"""Mutants of right solutions, one edit or two, made by machine: none passes unless it is right.

`python -m tools.mutants` runs all of them; here is a sample, and `make sweeps` has them all.
"""

import tomllib

import pytest

import check
from tools.mutants import SURVIVORS, chosen, is_right_by_behavior, survivors

NAMES = ["safe_moves", "minimax", "alphabeta", "ucb1", "choose", "ucb_from_java", "select"]
NAMES += ["select_chance", "expand", "backpropagate", "has_four", "landing", "distinct_children"]


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_of_mutants_is_rejected(name):
    count, passed = survivors(name, singles=12, pairs=8)
    assert count and all(is_right_by_behavior(name, what) for what in passed), passed


@pytest.mark.sweep
@pytest.mark.parametrize("name", check.EXERCISES)
def test_every_survivor_is_right_by_its_behavior(name):
    _, passed = survivors(name)
    assert [what for what in passed if not is_right_by_behavior(name, what)] == []


@pytest.mark.sweep
def test_there_are_two_thousand_of_them():
    count = sum(len(list(chosen(name))) for name in check.EXERCISES)
    readme = (SURVIVORS.parents[2] / "README.md").read_text("utf-8")
    assert count >= 2000 and f"by machine, in {count:,} ways" in readme


def test_the_table_of_survivors_gives_reasons():
    table = tomllib.loads(SURVIVORS.read_text("utf-8"))
    assert set(table) <= {*check.EXERCISES}
    assert all(len(entry["why"]) > 20 for entry in table.values())
    assert not is_right_by_behavior("minimax", "line 9: Gt")
    assert is_right_by_behavior("backward", "line 11: GtE")
    assert not is_right_by_behavior("backward", "line 11: GtE and line 12: Add")


def test_pairs_differ():
    pairs = [what for what, _ in chosen("minimax", singles=0, pairs=30)]
    assert len(pairs) == len(set(pairs)) == 30 and all(" and " in what for what in pairs)
