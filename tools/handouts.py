"""Writes printable sheets for paper exercises, answer keys apart: make handouts SEED=7.

Another seed gives other numbers, so each class gets its own; SEED="7 8 9" writes three sets. HTML
always; PDF where Chromium is.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.notebooks import ROOT
from tools.render import page_file
from tools.sheets import Sheet, all_sheets

OUT = ROOT / "build" / "handouts"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
{style}</style>
</head>
<body class="{kind}">
{body}
</body>
</html>
"""


def page(sheets: list[Sheet], seed: int, keys: bool) -> str:
    """All sheets, or all keys, one to a page."""
    kind = "answers" if keys else "exercises"
    parts = []
    for n, sheet in enumerate(sheets, 1):
        head = f"<header><span>Looking Ahead, sheet {n}, set {seed}</span>"
        head += "<span>Answers</span>" if keys else "<span>Name: ______________________</span>"
        inside = sheet.key if keys else sheet.task
        parts.append(f"<section>{head}</header><h1>{sheet.title}</h1>{inside}</section>")
    title = f"Looking Ahead: paper {kind}, set {seed}"
    return PAGE.format(
        kind=kind, title=title, style=page_file("handouts.css"), body="\n".join(parts)
    )


def find_browser() -> str | None:
    """The path of Chromium or Chrome."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def print_pdf(html: Path, browser: str) -> bool:
    """Prints a page as PDF beside it; whether that worked."""
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]
        command += [f"--user-data-dir={profile}", "--no-pdf-header-footer"]
        command += [f"--print-to-pdf={html.with_suffix('.pdf')}", html.as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0 and html.with_suffix(".pdf").exists()


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


def main(arguments) -> int:
    """Writes the sheets for each seed in `arguments`, for 1 without one."""
    files = [file for seed in seeds(arguments) for file in write(seed)]
    for file in files:
        print(file.relative_to(ROOT))
    if not any(file.suffix == ".pdf" for file in files):
        print("No PDF: Chromium is not here or did not answer. Print the HTML from any browser.")
    return 0


def seeds(arguments) -> list[int]:
    """The numbers in `arguments`; ends with a sentence where one is no whole number."""
    try:
        return [int(word) for word in arguments] or [1]
    except ValueError:
        sys.exit(f"SEED must be a whole number, got {' '.join(arguments)!r}.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
