"""The trees that tell weak pruning from full pruning do tell."""

import sys
from random import Random

import pytest

from check.alphabeta import WEAK, _telling_case, count, deep_cases, fail_hard
from lib.game import MAX, MIN


@pytest.mark.parametrize("seed", [0, 1, 8161])
def test_every_weak_form_is_seen_on_its_own_trees(seed):
    searches = [search for search, patterns in WEAK.items() for _ in patterns]
    for search, case in zip(searches, deep_cases(seed, wanted=1), strict=True):
        assert count(search, case) > count(fail_hard(strict=True), case)


def test_a_search_that_is_not_weak_is_an_error_for_the_maintainer(monkeypatch):
    monkeypatch.setattr(sys.modules["check.alphabeta"], "TRIES", 30)
    with pytest.raises(LookupError, match=r"no tree of 30 with sides \(1, -1\)"):
        _telling_case(Random(0), fail_hard(strict=True), (MAX, MIN))
