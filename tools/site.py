"""Writes the lessons as a website under build/site that needs no network: make site.

Open build/site/index.html, or put the folder on any web server. Steppers step without a kernel;
search, light and dark run in the browser. On a web server "Run this lesson" opens the lesson as a
notebook that runs in the browser (tools/lite.py), unless that could not be built here. Notebooks,
decks and paper exercises lie beside the pages. The address of the published site is a setting in
pyproject.toml.
"""

import json
import re
import shutil
from html import escape
from pathlib import Path
from textwrap import shorten

from lib.draw import draw_tree
from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from tools import handouts, lite, preview, slides
from tools.glossary import Entry, merged
from tools.hosted import published
from tools.lessons import HEADING, Lesson, all_lessons
from tools.notebooks import ROOT
from tools.picture import drawn
from tools.render import (
    anchor,
    code_html,
    code_styles,
    markdown_html,
    outputs_html,
    page_file,
    picture,
)
from tools.reveal import NoReveal
from tools.sheets import all_sheets

OUT = ROOT / "build" / "site"
VERIFICATION = ROOT / "VERIFICATION.md"
OWN = ("site.css", "site.js", "search.js", "widgets.css", "ask.js", "quiz.js", "widgets.js")
OWN += ("favicon.svg",)
SHEETS = 1  # the set of paper exercises that the site shows; a class gets its own
SHAPES = """## Shapes and colors

In every tree MAX is a house pointed up, MIN a house pointed down, CHANCE a circle, a leaf a box.
A node that was not visited yet is empty and dashed. The chosen line is thick; two plum slashes
cross the edge of a branch that was cut. In an MCTS tree the color says for whom it goes well,
blue for MAX and orange for MIN, and the size how often a node was visited.
"""
MORE = {"glossary": "Glossary", "verification": "Verification"}
ABOUT = {  # what a page is about, for search engines and previews
    "index": "A course in game-tree search, from a tree drawn by hand to minimax, alpha-beta, "
    "expectimax and Monte Carlo tree search. Step through every search in your browser.",
    "glossary": "The words of the course in game-tree search, each with its symbol, its name in "
    "Python and the lessons that use it.",
    "verification": "Numbers of the course in game-tree search, compared with numbers that others "
    "have published.",
    "404": "There is no such page.",
}
LONGEST = 200  # characters of a description


def plain(markdown: str) -> str:
    """The words of a piece of Markdown, without marks."""
    text = re.sub(r"\]\([^)]*\)|<[^>]+>|[*`\[$|#]|^[-| ]+$", " ", markdown, flags=re.MULTILINE)
    return re.sub(r"\s+", " ", text).strip()


def to(names: set[str]):
    """Where links lead: to pages of the site and to the web, nowhere else."""

    def target(url: str) -> str | None:
        file, mark, place = url.partition("#")
        name = file.split("/")[-1].removesuffix(".ipynb")
        if name in names:
            return f"{name}.html{mark}{place}"
        if file.endswith("VERIFICATION.md"):
            return "verification.html"
        if file.endswith("README.md"):
            return "index.html"
        return url if url.startswith("http") or not file else None

    return target


def frame(lessons: list[Lesson], name: str, title: str, inside: str, contents: str = "") -> str:
    """A whole page: head, the list of lessons, what the page is about, its contents."""
    address = published("site")
    canonical = f'<link rel="canonical" href="{address}{name}.html">\n' if address else ""
    lesson = next((one for one in lessons if one.name == name), None)
    about = plain(lesson.question) if lesson else ABOUT[name]
    return (
        page_file("site.html")
        .replace("{title}", escape(title))
        .replace("{about}", escape(shorten(about, LONGEST, placeholder=" ...")))
        .replace("{address}", escape(address))
        .replace("{canonical}", canonical.replace("index.html", ""))
        .replace("{lessons}", menu(lessons, name))
        .replace("{contents}", contents)
        .replace("{inside}", in_order(inside))
    )


def in_order(html: str) -> str:
    """The same page with headings that go down one level at a time, for those who hear them."""
    last = 1

    def mended(found) -> str:
        nonlocal last
        last = min(int(found[1]), last + 1)
        return f"<h{last}{found[2]}</h{last}>"

    return re.sub(r"<h([1-6])((?: [^>]*)?>.*?)</h\1>", mended, html, flags=re.DOTALL)


def missing_page(lessons: list[Lesson]) -> str:
    """What a web server shows for a wrong address: its links must work from any folder."""
    page = frame(lessons, "404", "Page not found", page_file("404.html"))
    page = re.sub(r'<link rel="canonical"[^>]*>\n', "", page)
    return re.sub(r'(href|src)="(?![#"]|https?:)', rf'\1="{published("site")}', page)


def menu(lessons: list[Lesson], here: str) -> str:
    """The links to all pages; the one that is open is marked."""
    pages = [("index", "Home"), *((one.name, f"{one.number} {one.title}") for one in lessons)]
    rows = []
    for name, title in (*pages, *MORE.items()):
        mark = ' aria-current="page"' if name == here else ""
        rows.append(f'<li><a href="{name}.html"{mark}>{escape(title)}</a></li>')
    return "".join(rows)


def headings(lesson: Lesson) -> list[str]:
    """The headings of a lesson below its title."""
    return [text for marks, text in HEADING.findall(lesson.text) if len(marks) == 2]


def contents(titles: list[str]) -> str:
    """The table of contents of a page."""
    rows = "".join(
        f'<li><a href="#{escape(anchor(title))}">{escape(plain(title))}</a></li>'
        for title in titles
    )
    folded = f"<details open><summary>On this page</summary><ul>{rows}</ul></details>"
    return f'<nav class="contents" aria-label="On this page">{folded}</nav>'


def lesson_page(lessons: list[Lesson], lesson: Lesson, runs=False, decks=False) -> str:
    """One lesson with the way to the lessons before and after it, and to where it runs."""
    names = {one.name for one in lessons}
    cells = "\n".join(cell_html(lesson, cell, names) for cell in lesson.cells)
    place = lessons.index(lesson)
    before = lessons[place - 1] if place else None
    after = lessons[place + 1] if place + 1 < len(lessons) else None
    turn = f'<nav class="turn">{way(before, "prev", "Previous")}{way(after, "next", "Next")}</nav>'
    note = page_file("note.html").replace("{file}", f"notebooks/{lesson.path.name}")
    inside = ways(lesson, runs, decks) + cells + note + turn
    return frame(lessons, lesson.name, lesson.title, inside, contents(headings(lesson)))


def ways(lesson: Lesson, runs: bool, decks: bool) -> str:
    """The links to other forms of a lesson: to run, to download, to show, on paper."""
    run = f"lite/notebooks/index.html?path={lesson.name}.ipynb"
    rows = [f'<a class="run" href="{run}">Run this lesson</a> in your browser'] if runs else []
    rows.append(f'<a href="notebooks/{lesson.path.name}" download>Notebook</a>')
    rows += [f'<a href="slides/{lesson.name}.html">Slides</a>'] if decks else []
    rows.append('<a href="handouts.html">Paper exercises</a>')
    listed = "".join(f"<li>{row}</li>" for row in rows)
    return page_file("links.html").replace("{ways}", listed)


def way(lesson: Lesson | None, rel: str, word: str) -> str:
    """A link to the lesson before or after; an empty place where there is none."""
    if lesson is None:
        return "<span></span>"
    return f'<a rel="{rel}" href="{lesson.name}.html">{word}: {escape(lesson.title)}</a>'


def cell_html(lesson: Lesson, cell, names: set[str]) -> str:
    """One cell of a lesson."""
    if cell.cell_type == "markdown":
        return markdown_html(cell.source, to(names))
    return f'<div class="box-of-code">{code_html(cell.source)}{outputs_html(lesson, cell)}</div>'


def home_page(lessons: list[Lesson], runs: bool = False) -> str:
    """The first page: every lesson with its question."""
    rows = "".join(
        f'<li value="{int(one.number)}"><a href="{one.name}.html">{escape(one.title)}</a>'
        f"{markdown_html(one.question, to(set()))}</li>"
        for one in lessons
    )
    inside = page_file("home.html").replace("{rows}", rows).replace("{picture}", picture(drawn()))
    inside = inside.replace("{narrow}", picture(drawn(narrow=True)))
    inside = inside.replace("{ways}", page_file("home-run.html" if runs else "home-lab.html"))
    return frame(lessons, "index", "Looking Ahead", inside)


def glossary_page(lessons: list[Lesson]) -> str:
    """All terms of all lessons, each once, with the lessons that use it."""
    text = "# Glossary\n\nThe words of all lessons, from the tables at their beginnings.\n\n"
    text += "| concept | symbol | Python name | lesson |\n|---|---|---|---|\n"
    text += "\n".join(term_row(rows) for rows in merged(lessons))
    inside = markdown_html(text, to({one.name for one in lessons})) + markdown_html(SHAPES)
    tree = picture(draw_tree(TreeGame([[[3, 5], [8, 1]]], sides=(MAX, CHANCE, MIN))))
    return frame(lessons, "glossary", "Glossary", f'{inside}<div class="picture">{tree}</div>')


def term_row(rows: list[Entry]) -> str:
    """One row of the glossary, from the rows of all lessons that explain the term alike."""
    first = rows[0]
    concept = f'<span id="{escape(anchor(first.term))}">**{first.term}**</span>'
    concept += f": {first.meaning}" if first.meaning else ""
    symbols = ", ".join(dict.fromkeys(row.symbol for row in rows if row.symbol))
    names = ", ".join(dict.fromkeys(row.python for row in rows if row.python))
    used = ", ".join(f"[{r.lesson.number}]({r.lesson.path.name}#Glossary)" for r in rows)
    return f"| {concept} | {symbols} | {names} | {used} |"


def verification_page(lessons: list[Lesson]) -> str:
    """VERIFICATION.md as a page."""
    text = VERIFICATION.read_text("utf-8")
    titles = [title for marks, title in HEADING.findall(text) if len(marks) == 2]
    inside = markdown_html(text, to(set()))
    return frame(lessons, "verification", "Verification", inside, contents(titles))


def sections(cells):
    """The parts of a lesson for the search: heading, and all words below it, code included."""
    heading, words = "", []
    for part, found in pieces(cells):
        if found and words:
            yield heading, " ".join(words)
            words = []
        heading = found[2] if found else heading
        words.append(part)
    yield heading, " ".join(words)


def pieces(cells):
    """The words of the cells, cut at headings, each with the heading that it begins with."""
    for cell in cells:
        if cell.cell_type == "markdown":
            for part in filter(None, re.split(r"(?m)^(?=#+ )", cell.source)):
                yield plain(part), HEADING.match(part)
        else:
            yield cell.source, None


def search_index(lessons: list[Lesson]) -> str:
    """All words of the site, as a script: a page on a USB stick may not fetch files."""
    rows = [
        index_row(f"{one.name}.html", f"{one.number} {one.title}", heading, text)
        for one in lessons
        for heading, text in sections(one.cells)
    ]
    for first, *_ in merged(lessons):
        text = f"{first.meaning} {first.symbol} {first.python}"
        rows.append(index_row("glossary.html", "Glossary", first.term, plain(text)))
    for part in VERIFICATION.read_text("utf-8").split("\n## ")[1:]:
        heading, _, text = part.partition("\n")
        rows.append(index_row("verification.html", "Verification", heading, plain(text)))
    return f"window.SEARCH_INDEX = {json.dumps(rows, ensure_ascii=False)};\n"


def index_row(page: str, title: str, heading: str, text: str) -> dict[str, str]:
    """A part of a page as the search sees it."""
    place = f"{page}#{anchor(heading)}"
    return {"page": place, "title": title, "heading": plain(heading), "text": text}


def write(out: Path = OUT, runs: bool = False, decks: bool = False) -> int:
    """Writes all pages; their number. `runs`, `decks`: whether there are lite and slides too."""
    lessons = all_lessons()
    for path in out.glob("*") if out.exists() else ():
        if path.is_file():
            path.unlink()
    (out / "notebooks").mkdir(parents=True, exist_ok=True)
    for name in OWN:
        (out / name).write_text(page_file(name), "utf-8")
    (out / "code.css").write_text(code_styles(), "utf-8")
    (out / "search-index.js").write_text(search_index(lessons), "utf-8")
    preview.write(out / "preview.png")
    (out / "handouts.html").write_text(handouts.page(all_sheets(SHEETS), SHEETS, False), "utf-8")
    for one in lessons:
        shutil.copy(one.path, out / "notebooks")
    pages = {one.name: lesson_page(lessons, one, runs, decks) for one in lessons}
    pages |= {"index": home_page(lessons, runs), "glossary": glossary_page(lessons)}
    pages |= {"verification": verification_page(lessons), "404": missing_page(lessons)}
    for name, text in pages.items():
        (out / f"{name}.html").write_text(text, "utf-8")
    return len(pages)


def main() -> None:
    """Writes the site with decks and lessons that run, or says why these are left out."""
    shutil.rmtree(OUT, ignore_errors=True)
    try:
        lite.build(OUT / "lite")
        runs, note = True, lite.BUILT
    except lite.LeftOut as reason:
        runs, note = False, lite.UNREACHABLE.format(reason=reason)
    try:
        slides.write(all_lessons(), OUT / "slides")
        decks = True
    except NoReveal as reason:
        decks, note = False, f"{note} The slides were left out: {reason}"
    count = write(OUT, runs, decks)
    print(f"{count} pages. Open {(OUT / 'index.html').relative_to(ROOT)}. {note}")


if __name__ == "__main__":
    main()
