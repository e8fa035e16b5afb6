"""Writes every lesson as slides that open without network: make slides (some: NB=02_minimax).

The decks stand in build/slides with everything they need; copy the folder to a USB stick and open
index.html. Key S opens the speaker's view with notes and minutes.
"""

import re
import shutil
import sys
from html import escape
from pathlib import Path

from lib.widgets.present import BESIDE, is_beside, slide_type
from tools.decks import (
    LECTURE,
    MOST_CODE,
    Slide,
    code_lines,
    deck,
    headline,
    shows_code,
    timing,
)
from tools.lessons import Lesson, all_lessons, tags
from tools.notebooks import ROOT
from tools.render import code_html, code_styles, markdown_html, outputs_html, page_file
from tools.reveal import NoReveal, have_reveal, put_reveal

OUT = ROOT / "build" / "slides"
KEPT = ROOT / "build" / "reveal"
VIEW_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
BLANK = re.compile(r"\n{3,}")  # two blank lines, of which one is enough on a slide
OWN = ("slides.css", "slides.js", "widgets.css", "ask.js", "quiz.js", "widgets.js")
PAGE = """<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
{styles}
</head>
<body>
{body}
</body>
</html>
"""


def style(name: str) -> str:
    """A link to a style sheet."""
    return f'<link rel="stylesheet" href="{name}">'


def script(name: str) -> str:
    """A script, run when the page stands."""
    return f'<script src="{name}"></script>'


def deck_page(lesson: Lesson, names: set[str]) -> str:
    """The page of one deck; `names` are the lessons that have one, for links."""
    slides = deck(lesson)
    sections = "\n".join(section(lesson, slides, n, names) for n in range(1, len(slides) + 1))
    styles = ("reveal/dist/reset.css", "reveal/dist/reveal.css", "code.css", "widgets.css")
    scripts = ("reveal/dist/reveal.js", "reveal/plugin/notes/notes.js")
    scripts += ("ask.js", "quiz.js", "widgets.js", "slides.js")
    return PAGE.format(
        title=escape(lesson.title),
        styles="\n".join(map(style, (*styles, "slides.css"))),
        body=f'<div class="reveal"><div class="slides">\n{sections}\n</div></div>\n'
        + "\n".join(map(script, scripts)),
    )


def section(lesson: Lesson, slides: list[Slide], number: int, names: set[str]) -> str:
    """One slide with its notes."""
    slide = slides[number - 1]
    cells = cells_html(lesson, slide.cells, names)
    head = "" if any(map(headline, slide.cells)) else running_head(slide.title)
    notes = f"<p><strong>{timing(slides, number)}</strong></p>{markdown_html(slide.notes)}"
    if number == 1:
        notes += f"<p>The deck takes {lesson.minutes} minutes.</p>"
    title = ' class="title"' if number == 1 else ""
    body = f'<div class="body">{head}{cells}</div>'
    seconds = 60 * (slide.minutes or 0)  # for the pace that the speaker's view shows
    timed = f' data-timing="{seconds}"'
    return f'<section{title}{timed}>{body}<aside class="notes">{notes}</aside></section>'


def cells_html(lesson: Lesson, cells: list, names: set[str]) -> str:
    """The cells of a slide; what is asked and said stands beside the picture that it is about."""
    made = [cell_html(lesson, cell, names, number) for number, cell in enumerate(cells)]
    if not any(map(is_beside, cells)):
        return "\n".join(made)
    first = next(n for n, cell in enumerate(cells) if is_beside(cell) or cell.cell_type == "code")
    shown = "\n".join(made[n] for n in range(first, len(cells)) if not is_beside(cells[n]))
    said = "\n".join(made[n] for n in range(first, len(cells)) if is_beside(cells[n]))
    look = " wide" if is_wide(shown) else ""
    columns = f'<div class="left">{shown}</div><div class="right">{said}</div>'
    return "\n".join([*made[:first], f'<div class="cell drawn columns{look}">{columns}</div>'])


def is_wide(html: str) -> bool:
    """Whether the pictures are so much wider than high that words belong below them."""
    boxes = [tuple(map(float, box)) for box in VIEW_BOX.findall(html)]
    return bool(boxes) and max(wide / high for wide, high in boxes) > 1.9


def running_head(title: str) -> str:
    """The title of a slide whose cells bring no heading, smaller."""
    return f'<div class="cell"><h2 class="again">{markdown_html(title)}</h2></div>'


def cell_html(lesson: Lesson, cell, names: set[str], number: int = 0) -> str:
    """What one cell puts on the slide."""
    later = slide_type(cell) == "fragment"
    fragment, order = (" fragment", f' data-fragment-index="{number}"') if later else ("", "")
    if cell.cell_type == "markdown":
        kind = " ".join(["cell prose", *sorted(BESIDE.intersection(tags(cell)))])
        words = lettered(markdown_html(cell.source, to(names)), cell)
        return f'<div class="{kind}{fragment}"{order}>{words}</div>'
    code = code_html(BLANK.sub("\n\n", cell.source)) if shows_code(cell) else ""
    made = outputs_html(lesson, cell)
    pictured = " pictured" if 'class="picture' in made else ""
    drawn = " drawn" if pictured or 'class="widget"' in made else ""
    return f'<div class="cell{drawn}{pictured}{fragment}"{order}>{code}{made}</div>'


def lettered(words: str, cell) -> str:
    """The choices of a vote as a list from A on."""
    if "poll" not in tags(cell):
        return words
    return words.replace("<ul>", '<ol type="A">').replace("</ul>", "</ol>")


def to(names: set[str]):
    """Where links of a deck lead: to other decks and to the web, nowhere else."""

    def target(url: str) -> str | None:
        file, _, _ = url.partition("#")
        name = file.removesuffix(".ipynb")
        if name in names:
            return f"{name}.html"
        return url if url.startswith("http") else None

    return target


def notes_page(lessons: list[Lesson]) -> str:
    """All that a lecturer says, on one page to print: minutes, votes, answers, what can go."""
    body = page_file("notes.html").replace("{lessons}", "\n".join(map(notes_of, lessons)))
    return PAGE.format(title="Looking Ahead: notes", styles=style("index.css"), body=body)


def notes_of(lesson: Lesson) -> str:
    """The notes of one deck."""
    slides = deck(lesson)
    spare = [n for n, slide in enumerate(slides, 1) if slide.is_spare]
    saved = sum(slides[n - 1].minutes or 0 for n in spare)
    short = "No slide is marked to be left out."
    if spare:
        numbers = ", ".join(map(str, spare))
        short = f"What can be left out when time is short: {numbers}. Minutes saved: {saved}."
    rows = "\n".join(f"<tr>{notes_row(slides, n)}</tr>" for n in range(1, len(slides) + 1))
    heads = "<tr><th>slide</th><th>minute</th><th>what to show</th><th>what to say</th></tr>"
    return (
        f"<h2>{lesson.number} {escape(lesson.title)}: {lesson.minutes} minutes</h2>"
        f"<p>{short}</p><table><thead>{heads}</thead><tbody>{rows}</tbody></table>"
    )


def notes_row(slides: list[Slide], number: int) -> str:
    """What the lecturer needs for one slide: its title, its vote with the answer, the words."""
    slide = slides[number - 1]
    asked = [cell for cell in slide.cells if {"poll", "answer"}.intersection(tags(cell))]
    shown = f"<strong>{markdown_html(slide.title)}</strong>"
    shown += "".join(lettered(markdown_html(cell.source), cell) for cell in asked)
    said = markdown_html(slide.notes, to(set()))
    when = f"<td>{number}</td><td>{slide.begin} to {slide.end}</td>"
    return f"{when}<td>{shown}</td><td>{said}</td>"


def index_page(lessons: list[Lesson]) -> str:
    """The page that lists the decks."""
    rows = "\n".join(
        f'<tr><td>{lesson.number}</td><td><a href="{lesson.name}.html">{escape(lesson.title)}</a>'
        f"</td><td>{markdown_html(lesson.question, to(set()))}</td>"
        f"<td>{len(deck(lesson))}</td><td>{lesson.minutes}</td></tr>"
        for lesson in lessons
    )
    body = page_file("decks.html").replace("{rows}", rows)
    return PAGE.format(title="Looking Ahead: slides", styles=style("index.css"), body=body)


def problems(lesson: Lesson) -> list[str]:
    """What a lecturer would stumble over in this deck, in words."""
    found = []
    if lesson.minutes > LECTURE:
        found.append(f"takes {lesson.minutes} minutes, {LECTURE} are the most")
    for number, slide in enumerate(deck(lesson), 1):
        if not slide.minutes:
            found.append(f"slide {number} ({slide.title}) has no minutes")
        if not slide.notes:
            found.append(f"slide {number} ({slide.title}) has no notes")
        for cell in slide.cells:
            if shows_code(cell) and code_lines(cell) > MOST_CODE:
                found.append(f"slide {number}: {code_lines(cell)} lines of code")
    return [f"{lesson.name}: {problem}" for problem in found]


def write(lessons: list[Lesson], out: Path = OUT) -> None:
    """Writes the decks of these lessons, and the page that lists all decks in the folder."""
    out.mkdir(parents=True, exist_ok=True)
    put_reveal(out / "reveal", KEPT)
    for name in (*OWN, "index.css"):
        (out / name).write_text(page_file(name), "utf-8")
    (out / "code.css").write_text(code_styles(), "utf-8")
    new = {lesson.name for lesson in lessons}
    there = [one for one in all_lessons() if one.name in new or (out / f"{one.name}.html").exists()]
    for lesson in lessons:
        page = deck_page(lesson, {one.name for one in there})
        (out / f"{lesson.name}.html").write_text(page, "utf-8")
        print(f"{lesson.name}: {len(deck(lesson))} slides, {lesson.minutes} minutes", flush=True)
    (out / "index.html").write_text(index_page(there), "utf-8")
    (out / "notes.html").write_text(notes_page(there), "utf-8")


def chosen(words, lessons: list[Lesson]) -> list[Lesson]:
    """The lessons that `words` name by a part of their file; all without words."""
    wanted = [Path(word).name.removesuffix(".ipynb") for word in words]
    for word in wanted:
        if not any(word in lesson.name for lesson in lessons):
            names = ", ".join(lesson.name for lesson in lessons)
            sys.exit(f"No lesson is called {word}. There are: {names}.")
    return [one for one in lessons if not wanted or any(word in one.name for word in wanted)]


def main(words) -> int:
    """Writes the decks whose name contains one of `words`; all without words."""
    lessons = chosen(words, all_lessons())
    try:
        have_reveal(KEPT)
    except NoReveal as trouble:
        sys.exit(str(trouble))
    if not words:
        shutil.rmtree(OUT, ignore_errors=True)
    write(lessons)
    for problem in (problem for lesson in lessons for problem in problems(lesson)):
        print(f"note: {problem}")
    print(f"Open {(OUT / 'index.html').relative_to(ROOT)} in a browser; no network is needed.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
