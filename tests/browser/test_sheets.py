"""Paper exercises as a printer gets them: one sheet to a page, nothing cut off, type to read."""

import re

import pytest

from tests.browser.fonts import in_both_fonts
from tools.handouts import write

OUTSIDE = """() => { const edge = part => part.getBoundingClientRect().right;
    const wide = part => edge(part) > edge(document.body) + 1;
    return [...document.querySelectorAll('svg, table, th, td, p, header')]
        .filter(part => wide(part) || part.scrollWidth > part.clientWidth + 1)
        .map(part => part.outerHTML.slice(0, 80)) }"""
SMALL = """() => [...document.querySelectorAll('h1, p, th, td, header, text')]
    .filter(part => part.textContent.trim())
    .map(part => parseFloat(getComputedStyle(part).fontSize)
        * (part.ownerSVGElement ? part.getCTM().a : 1) * 72 / 96)
    .filter(points => points < 10.95)"""
PAPERS = {"A4": rb"/MediaBox \[0 0 59[45]", "Letter": rb"/MediaBox \[0 0 61[12]"}


@in_both_fonts
@pytest.mark.parametrize("seed", [1, 7, 2026])
def test_a_sheet_fills_one_page(offline, tmp_path, seed):
    offline.set_viewport_size({"width": 703, "height": 964})  # A4 and Letter inside 12 mm
    for file in write(seed, tmp_path, pdf=False):
        offline.goto(file.as_uri())
        offline.emulate_media(media="print")
        assert offline.evaluate(OUTSIDE) == []
        assert offline.evaluate(SMALL) == [], "type is at least 11 points"
        for paper, size in PAPERS.items():
            if paper != "A4":  # what the file says itself; others must fit without being shrunk
                offline.add_style_tag(content=f"@page {{ size: {paper} }}")
            printed = offline.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type /Page\b", printed)) == 4, (file.name, paper)
            assert re.search(size, printed), paper
