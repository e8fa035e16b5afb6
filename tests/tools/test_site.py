"""The website as files: every link leads somewhere, nothing comes from the network."""

import json
import re
import struct
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

import pytest
from PIL import Image
from pygments.lexers import PythonLexer
from pygments.styles import get_style_by_name

from lib.draw import colors
from tools.glossary import Entry, all_entries, conflicts, entries, key, merged, symbol_conflicts
from tools.lessons import HEADING, all_lessons
from tools.render import DARK, LIGHT, anchor, markdown_html, page_file
from tools.sheets import all_sheets
from tools.site import frame, in_order, lesson_page, missing_page, plain, sections, to

LESSONS = all_lessons()
NO_WORDS = {"index.html", "404.html", "handouts.html"}  # pages that the search does not find


def pages(site):
    return {path.name: path.read_text("utf-8") for path in site.glob("*.html")}


def test_every_link_inside_the_site_leads_somewhere(site):
    texts = pages(site)
    ids = {name: set(map(unescape, re.findall(r'\bid="([^"]+)"', t))) for name, t in texts.items()}
    for name, text in texts.items():
        for link in map(unescape, re.findall(r'<a [^>]*href="([^"]+)"', text)):
            if link.startswith(("http", "data:")):
                continue
            file, _, place = link.partition("#")
            assert not file or (site / file).exists(), f"{name}: {link}"
            assert not place or unquote(place) in ids[file or name] | {"main"}, f"{name}: {link}"


def test_search_results_lead_to_headings_and_terms(site):
    texts = pages(site)
    script = (site / "search-index.js").read_text("utf-8")
    rows = json.loads(script.removeprefix("window.SEARCH_INDEX = ").rstrip().rstrip(";"))
    assert {row["page"].split("#")[0] for row in rows} == set(texts) - NO_WORDS
    for row in rows:
        file, _, place = row["page"].partition("#")
        found = set(map(unescape, re.findall(r'<(?:h\d|span) id="([^"]+)"', texts[file])))
        assert place in found, row["page"]


def test_every_heading_is_found_by_the_search():
    for lesson in LESSONS:
        found = [heading for heading, _ in sections(lesson.cells)]
        assert found == [text for _, text in HEADING.findall(lesson.text)], lesson.name


def test_pages_load_nothing_from_the_network(site):
    for name, text in pages(site).items():
        loaded = re.findall(r"""<(?:script|link|img)[^>]*(?:src|href)=["']([^"']+)""", text)
        for file in loaded:
            assert file.startswith("data:") or (site / file).exists(), f"{name} loads {file}"


def test_lessons_are_chained(site):
    texts = pages(site)
    for before, after in pairwise(LESSONS):
        assert f'rel="next" href="{after.name}.html"' in texts[f"{before.name}.html"]
        assert f'rel="prev" href="{before.name}.html"' in texts[f"{after.name}.html"]
    assert 'rel="prev"' not in texts[f"{LESSONS[0].name}.html"]
    assert 'rel="next"' not in texts[f"{LESSONS[-1].name}.html"]


def test_the_verification_page_is_the_file(site):
    text = pages(site)["verification.html"]
    assert "549,946" in text and "<td>pass</td>" in text


# --- what others see of a page ----------------------------------------------------------------


def named(text, name):
    """The content of a <meta> element."""
    return unescape(re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)"', text)[1])


def test_every_page_has_a_description_of_its_own_one_main_and_one_first_heading(site):
    texts = pages(site)
    for name, text in texts.items():
        assert text.count("<main") == 1, name
        assert name == "handouts.html" or len(re.findall(r"<h1[ >]", text)) == 1, name
    del texts["handouts.html"]
    said = {named(text, "description") for text in texts.values()}
    assert len(said) == len(texts) and all(10 < len(one) <= 200 for one in said)
    assert not [one for one in said if re.search(r"[<>`*$]", one)], said
    assert {named(text, "og:description") for text in texts.values()} == said


def test_the_preview_is_a_png_of_the_size_that_is_asked_for(site):
    data = (site / "preview.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    colors = Image.open(site / "preview.png").convert("RGB").getcolors(1 << 20)
    seen = {color for _, color in colors}
    assert {(0xCB, 0xE4, 0xF4), (0xFB, 0xE0, 0xCB), (0xA6, 0x26, 0x6E)} <= seen  # MAX, MIN, a cut


def test_the_address_of_the_site_is_a_setting(site, monkeypatch):
    for text in pages(site).values():  # not published: no page says where it is
        assert "canonical" not in text
    monkeypatch.setattr("tools.site.published", {"site": "https://example.org/course/"}.get)
    lesson = frame(LESSONS, LESSONS[2].name, "A", "")
    assert (
        f'<link rel="canonical" href="https://example.org/course/{LESSONS[2].name}.html">' in lesson
    )
    assert named(lesson, "og:image") == "https://example.org/course/preview.png"
    assert '<link rel="canonical" href="https://example.org/course/">' in frame(
        LESSONS, "index", "A", ""
    )
    lost = missing_page(LESSONS)
    links = re.findall(r'(?:href|src)="([^"]+)"', lost)
    assert all(link.startswith(("https://example.org/course/", "#")) for link in links)
    assert "canonical" not in lost and len(links) > len(LESSONS)


def test_a_lesson_leads_to_its_other_forms(site):
    lesson = LESSONS[2]
    text = pages(site)[f"{lesson.name}.html"]
    assert f'href="notebooks/{lesson.name}.ipynb" download' in text and "handouts.html" in text
    assert "Run this lesson" not in text and 'href="slides/' not in text  # they are not built here
    assert (site / "notebooks" / lesson.path.name).read_bytes() == lesson.path.read_bytes()
    whole = lesson_page(LESSONS, lesson, runs=True, decks=True)
    assert f'href="lite/notebooks/index.html?path={lesson.name}.ipynb">Run this lesson' in whole
    assert f'href="slides/{lesson.name}.html"' in whole


def test_the_answers_of_the_paper_exercises_are_not_on_the_site(site):
    sheet = all_sheets(1)[0]
    text = (site / "handouts.html").read_text("utf-8")
    assert sheet.task in text and sheet.key not in text


def test_headings_go_down_one_level_at_a_time(site):
    assert in_order("<h1>A</h1><h3 id='b'>B</h3><h4>C</h4>") == (
        "<h1>A</h1><h2 id='b'>B</h2><h3>C</h3>"
    )
    for name, text in pages(site).items():
        levels = [int(n) for n in re.findall(r"<h([1-6])[ >]", text)]
        assert levels[0] == 1 and all(b <= a + 1 for a, b in pairwise(levels)), name


def test_a_table_slides_and_its_empty_corner_is_no_header():
    html = markdown_html("| | b |\n|---|---|\n| c | d |\n")
    assert html.startswith('<div class="scroll"><table>') and html.count("<th>b</th>") == 1
    assert "<th></th>" not in html


# --- glossary ------------------------------------------------------------------------------

TWO_SYMBOLS = {"alpha", "beta"}  # alone, and as the ends of the window


def bare(markdown):
    """Markdown as HTML without the paragraph around it."""
    return re.sub(r"</?p>", "", markdown_html(markdown)).strip()


def test_the_glossary_page_has_every_term_once_with_its_lessons(site):
    page = pages(site)["glossary.html"]
    shown = dict(re.findall(r"<td><span id=[^>]+><strong>(.*?)</strong>(.*?)</tr>", page, re.S))
    assert len(shown) == page.count("<td><span") == len(merged(LESSONS))
    by_key = {key(term): rest for term, rest in shown.items()}
    for lesson in LESSONS:
        assert entries(lesson), f"{lesson.name} has no glossary"
        for row in entries(lesson):
            rest = by_key[key(bare(row.term))]
            for part in (row.meaning, row.symbol, row.python):
                assert bare(part) in rest, f"{lesson.name}: {row.term}"
            assert f'<a href="{lesson.name}.html#Glossary">{lesson.number}</a>' in rest


def test_lessons_explain_a_term_in_the_same_words():
    assert conflicts(LESSONS) == {}


def test_lessons_use_the_same_symbols():
    assert set(symbol_conflicts(LESSONS)) <= TWO_SYMBOLS, symbol_conflicts(LESSONS)


class Page:
    """Stands in for a lesson with this text."""

    def __init__(self, *rows):
        table = "\n".join(f"| {row} |" for row in rows)
        self.text = f"## Glossary\n\n| concept | symbol | Python |\n|---|---|---|\n{table}\n\n## On"


def test_a_term_with_two_meanings_is_noticed():
    one, two = Page("a ply: one move | $p$ | `ply`"), Page("ply: one round | $q$ | `ply`")
    assert conflicts([one, two]) == {"ply": {"one move", "one round"}}
    assert symbol_conflicts([one, two]) == {"ply": {"$p$", "$q$"}}
    assert conflicts([one, one]) == {} and len(all_entries([one, two])) == 2
    assert [len(rows) for rows in merged([one, one, two])] == [2, 1]
    assert entries(one)[0] == Entry("a ply", "one move", "$p$", "`ply`", one)


# --- colors --------------------------------------------------------------------------------

MAX_COLORS = {colors.MAX_COLOR.tint, colors.PAPER, colors.NOW.tint}  # paper: not visited yet
MIN_COLORS = {colors.MIN_COLOR.tint, colors.PAPER, colors.NOW.tint}
HOUSE = re.compile(
    r'<g class="node (max|min)"(?![^>]*data-visits)[^>]*>(?:<title>[^<]*</title>)?'
    r'(?:<polygon [^>]*fill="none"[^>]*/>)*<polygon points="([^"]+)" fill="(#\w+)"'
)


def houses(text):
    """Who chooses at each house of the search trees in a text, if it points up, and its color."""
    for side, points, color in HOUSE.findall(text.replace('\\"', '"').replace("<\\/", "</")):
        heights = [float(point.split(",")[1]) for point in points.split()]
        yield side, heights.count(min(heights)) == 1, color


def test_max_and_min_look_the_same_in_all_lessons(site):
    found = {house for page in pages(site).values() for house in houses(page)}
    assert {(side, up) for side, up, _ in found} == {("max", True), ("min", False)}
    assert {color for side, _, color in found if side == "max"} == MAX_COLORS
    assert {color for side, _, color in found if side == "min"} == MIN_COLORS


def test_lessons_bring_no_colors_of_their_own():
    own = re.compile(r"#[0-9a-fA-F]{6}\b|\bcolor=|\bc=[\"']|\bcmap=")
    for lesson in LESSONS:
        cells = [cell.source for cell in lesson.notebook.cells if cell.cell_type == "code"]
        assert [source for source in cells if own.search(source)] == [], lesson.name


# --- colors of code ------------------------------------------------------------------------


def light_of(color):
    """The relative luminance of a color such as 1A1A1A, as WCAG defines it."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("style", "ink", "paper"), [(LIGHT, "1A1A1A", "F3F3F0"), (DARK, "E8E8E6", "23262B")]
)
def test_every_color_of_code_can_be_read(style, ink, paper):
    assert f"--soft: #{paper}" in page_file("site.css")
    cells = [c.source for one in LESSONS for c in one.notebook.cells if c.cell_type == "code"]
    kinds = {kind for code in cells for kind, _ in PythonLexer().get_tokens(code)}
    colors = {get_style_by_name(style).style_for_token(kind)["color"] or ink for kind in kinds}
    for color in colors:
        dark, light = sorted((light_of(color), light_of(paper)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, color


# --- small parts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("02_minimax.ipynb", "02_minimax.html"),
        ("02_minimax.ipynb#Next", "02_minimax.html#Next"),
        ("../README.md", "index.html"),
        ("#Glossary", "#Glossary"),
        ("https://example.org/a", "https://example.org/a"),
        ("../lib/game.py", None),
    ],
)
def test_links_lead_to_pages(url, target):
    assert to({"02_minimax"})(url) == target


def test_a_heading_has_the_same_anchor_everywhere():
    html = markdown_html('## What does "`depth` 2" *mean*?')
    assert unescape(re.search(r'id="([^"]+)"', html)[1]) == anchor('What does "`depth` 2" *mean*?')
    assert plain("see [that](x.html), `code` and **bold**") == "see that , code and bold"
