"""Paper exercises as a printer gets them: one sheet to a page of A4, nothing cut off."""

import re

import pytest

from tools.handouts import write

WIDE = """() => { const edge = part => part.getBoundingClientRect().right;
    return [...document.querySelectorAll('svg, table, p')]
        .filter(part => edge(part) > edge(document.body) + 1)
        .map(part => part.outerHTML.slice(0, 80)) }"""


@pytest.mark.parametrize("seed", [1, 7, 12, 2026])
def test_a_sheet_fills_one_page(offline, tmp_path, seed):
    for file in write(seed, tmp_path, pdf=False):
        offline.goto(file.as_uri())
        printed = offline.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type /Page\b", printed)) == 4, file.name
        assert b"/MediaBox [0 0 594" in printed or b"/MediaBox [0 0 595" in printed, "A4"
        offline.emulate_media(media="print")
        assert offline.evaluate(WIDE) == []
