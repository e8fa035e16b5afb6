"""The trees that tell weak pruning from full pruning do tell."""

import pytest

from lib.check.pruning import WEAK, count, deep_cases, fail_hard


@pytest.mark.parametrize("seed", [0, 1, 8161])
def test_every_weak_form_is_seen_on_its_own_trees(seed):
    searches = [search for search, patterns in WEAK.items() for _ in patterns]
    for search, case in zip(searches, deep_cases(seed, wanted=1), strict=True):
        assert count(search, case) > count(fail_hard(strict=True), case)
