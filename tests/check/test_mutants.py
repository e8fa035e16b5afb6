"""Mutants of right solutions, one edit or two, made by machine: none passes unless it is right.

`python -m tools.mutants` runs all of them; here is a sample.
"""

import pytest

from tools.mutants import chosen, survivors

RIGHT = {  # survivors that are right by their behavior, and why
    "alphabeta": {
        "line 22: Gt",  # cuts only beyond the bound: allowed
        "line 26: Lt",
    },
    "select_chance": {"line 12: -1"},  # the last of one item
}
NAMES = ["safe_moves", "minimax", "alphabeta", "ucb1", "choose", "ucb_from_java", "select"]
NAMES += ["select_chance", "expand", "backpropagate", "has_four", "landing", "distinct_children"]


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_of_mutants_is_rejected(name):
    count, passed = survivors(name, singles=12, pairs=8)
    assert count and set(passed) <= RIGHT.get(name, set())


def test_pairs_differ():
    pairs = [what for what, _ in chosen("minimax", singles=0, pairs=30)]
    assert len(pairs) == len(set(pairs)) == 30 and all(" and " in what for what in pairs)
