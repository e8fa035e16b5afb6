"""The verification page is what tools/verify.py writes, and nothing on it has failed."""

import pytest

from tools import verify
from tools.facts import FACTS, LONG_FACTS, NOT_HERE, Fact
from tools.verify import FAIL, PAGE, check, main, text

PUBLISHED = [fact for facts in FACTS.values() for fact in facts]


def test_the_page_lists_every_fact_and_no_failure():
    page = PAGE.read_text("utf-8")
    rows = [line for line in page.splitlines() if line.endswith("| pass |")]
    assert len(rows) == len(PUBLISHED) + len(LONG_FACTS) and "FAIL" not in page
    for fact in PUBLISHED:
        assert f"| {fact.claim} | {fact.source} | {text(fact.published)} |" in page
    assert f"\n{len(PUBLISHED)} of {len(PUBLISHED)} facts reproduced.\n" in page
    assert all(f"- {claim}: {why}.\n" in page for claim, why in NOT_HERE.items())


@pytest.mark.parametrize(
    ("published", "ours", "verdict"),
    [
        (3, 3, "pass"),
        (3, 4, FAIL),
        (range(2, 4), 3, "pass"),
        (range(2, 4), 4, FAIL),
        ([1, 2], [1, 2], "pass"),
        ([1, 2], [2, 1], FAIL),
    ],
)
def test_a_wrong_number_fails(published, ours, verdict):
    assert check(Fact("claim", "source", published, lambda: ours))[1] == verdict


@pytest.mark.parametrize("wrong", [lambda: 4, lambda: 1 / 0])
def test_a_failure_is_seen_on_the_page_and_in_the_exit_code(monkeypatch, tmp_path, capsys, wrong):
    facts = {"Game": [Fact("good", "source", 3, lambda: 3), Fact("bad", "source", 3, wrong)]}
    monkeypatch.setattr(verify, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(verify, "FACTS", facts)
    assert main() == 1
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "| good | source | 3 | 3 | pass |" in page and page.count(FAIL) == 1
    assert "1 of 2 facts reproduced." in page
    failed, last = capsys.readouterr().out.splitlines()
    assert failed.startswith("| bad | source | 3 |") and last.startswith("1 of 2 facts")
    monkeypatch.setattr(verify, "FACTS", {"Game": facts["Game"][:1]})
    assert main() == 0
