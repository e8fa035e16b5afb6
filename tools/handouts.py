"""Writes printable sheets for paper exercises, answer keys apart: make handouts SEED=7.

Another seed gives other numbers, so each class gets its own; SEED="7 8 9" writes three sets. HTML
always; PDF where Chromium is. The same seed writes the same sheets again, over the old ones.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.notebooks import ROOT
from tools.render import page_file
from tools.sheets import Sheet, all_sheets

OUT = ROOT / "build" / "handouts"
SEED = re.compile(r"-?[0-9]{1,18}")  # it stands in the name of a folder and on every page
NAME = "<span>Name: ____________________ &ensp; Date: __________</span>"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PAGE = """<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
svg {{ max-height: 400px; }}
section:last-of-type svg {{ max-height: 290px; }}
text[font-size="18"], text[font-size="20"] {{ font-size: 22px; }} /* at least 11 points on paper */
{style}</style>
</head>
<body class="{kind}">
<main>
{body}
</main>
</body>
</html>
"""


def page(sheets: list[Sheet], seed: int, keys: bool) -> str:
    """All sheets, or all keys, one to a page."""
    kind = "answers" if keys else "exercises"
    parts = []
    for n, sheet in enumerate(sheets, 1):
        head = f"<header><span>Looking Ahead, sheet {n}, set {seed}</span>"
        head += "<span>Answers</span>" if keys else NAME
        inside = sheet.key if keys else sheet.task
        parts.append(f"<section>{head}</header><h1>{sheet.title}</h1>{inside}</section>")
    return document(f"Looking Ahead: paper {kind}, set {seed}", kind, "\n".join(parts))


def index(out: Path) -> str:
    """A page with links to all sets in the folder."""
    seeds = sorted(int(f.name[4:]) for f in out.glob("set-*") if SEED.fullmatch(f.name[4:]))
    rows = [f"<li>Set {seed}: {links(out / f'set-{seed}')}</li>" for seed in seeds]
    note = "Give the exercises to the class and keep the answers. The number of the set is on both."
    body = f"<h1>Paper exercises</h1><p>{note}</p><ul>{''.join(rows)}</ul>"
    return document("Looking Ahead: paper exercises", "index", body)


def links(folder: Path) -> str:
    """The files of a set as links, exercises first."""
    files = sorted(folder.iterdir(), key=lambda file: (file.stem != "exercises", file.name))
    return ", ".join(
        f'<a href="{folder.name}/{file.name}">{file.stem} ({file.suffix[1:].upper()})</a>'
        for file in files
        if file.suffix in (".html", ".pdf")
    )


def document(title: str, kind: str, body: str) -> str:
    """A whole page that needs no other file."""
    return PAGE.format(kind=kind, title=title, style=page_file("handouts.css"), body=body)


def find_browser() -> str | None:
    """The path of Chromium or Chrome."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def print_pdf(html: Path, browser: str) -> bool:
    """Prints a page as PDF beside it; whether that worked. No PDF of an older page stays."""
    pdf = html.with_suffix(".pdf")
    pdf.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        command += [f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        command += [f"--print-to-pdf={pdf}", html.as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0 and pdf.exists()


def write(seed: int, out: Path = OUT, pdf: bool = True) -> list[Path]:
    """Writes exercises and answers for a seed; the files."""
    folder = out / f"set-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    sheets, files, browser = all_sheets(seed), [], find_browser() if pdf else None
    for name, keys in (("exercises", False), ("answers", True)):
        html = folder / f"{name}.html"
        html.write_text(page(sheets, seed, keys), "utf-8")
        files.append(html)
        if browser and print_pdf(html, browser):
            files.append(html.with_suffix(".pdf"))
    return files


def main(arguments, out: Path = OUT) -> int:
    """Writes the sheets for each seed in `arguments`, for 1 without one, and the contents."""
    files = [file for seed in seeds(arguments) for file in write(seed, out)]
    contents = out / "index.html"
    contents.write_text(index(out), "utf-8")
    for file in (*files, contents):
        print(os.path.relpath(file, ROOT))
    for file in (file for file in files if file.with_suffix(".pdf") not in files):
        print(f"No PDF of {file.name}: Chromium is not here or did not answer. Print the HTML.")
    return 0


def seeds(arguments) -> list[int]:
    """The numbers in `arguments`; ends with a sentence where one is no whole number."""
    if not all(map(SEED.fullmatch, arguments)):
        words = " ".join(arguments)
        sys.exit(f"SEED must be a whole number of at most 18 digits, got {words!r}.")
    return [int(word) for word in arguments] or [1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
