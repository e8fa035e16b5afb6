"""The verification page is what tools/verify.py writes, and nothing on it has failed."""

from pathlib import Path

import pytest

from tools.verify import FACTS, PAGE, Fact, check

PUBLISHED = [fact for facts in FACTS.values() for fact in facts]


def test_the_page_lists_every_fact_and_no_failure():
    page = Path(PAGE).read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.endswith("| pass |")]
    assert len(rows) == len(PUBLISHED) and "FAIL" not in page
    for fact in PUBLISHED:
        assert f"| {fact.claim} |" in page


@pytest.mark.parametrize(
    ("published", "ours", "verdict"),
    [(3, 3, "pass"), (3, 4, "FAIL"), (range(2, 4), 3, "pass"), (range(2, 4), 4, "FAIL")],
)
def test_a_wrong_number_fails(published, ours, verdict):
    assert check(Fact("claim", "source", published, lambda: ours))[1] == verdict
