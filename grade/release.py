"""`python -m grade.release` (or `make release`): the problem sets for students, as one zip.

The zip holds the notebooks without solutions, hidden tests and outputs, the library and the
data they use, and what pip needs. nbgrader makes the notebooks; a last look makes sure that
nothing of ours is left in them. The checks come along, but what they know of right and wrong
solutions is packed (`check.catalogue.packed`), the hints end before the solution, and the grader
stays here.

`--seed WORD` gives other trees, logs and boards for the paper parts, with `--roster class.csv` to
each student other ones, as one small zip for each beside the common one.
"""

import argparse
import csv
import io
import json
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from check.catalogue import FOLDER, HINTS, PACK, packed
from grade import classroom, gradebook, problems, versions
from grade.collect import safe_name
from grade.files import write_whole
from grade.messages import RELEASE

_ZIP = Path("build/problem-sets.zip")
TOP = "looking-ahead"
FILES = ("requirements.txt", "constraints.txt")
FOLDERS = ("lib", "check", "data")
_UNWANTED = {"__pycache__", ".ipynb_checkpoints", "bench"}
_DATE = (2026, 1, 1, 0, 0, 0)  # the same bytes every time
_LAST_HINT = re.compile(r"^4\. .*\n?", re.MULTILINE)
_TEACHERS = re.compile(r'^.*("grade"|^grade = |notebooks[./]exercises).*\n', re.MULTILINE)


def main(arguments: list[str] | None = None) -> int:
    """Write the zip, or the zips, and say where they are."""
    options = argparse.ArgumentParser(prog="python -m grade.release", description=RELEASE.HELP)
    options.add_argument("--output", type=Path, default=_ZIP, help=RELEASE.HELP_OUTPUT)
    options.add_argument("--seed", help=RELEASE.HELP_SEED)
    options.add_argument("--roster", type=Path, help=RELEASE.HELP_ROSTER)
    chosen = options.parse_args(arguments)
    try:
        if chosen.roster and not chosen.seed:
            raise ValueError(RELEASE.NO_SEED)
        people = classroom.read_roster(chosen.roster) if chosen.roster else []
        pages = student_versions()
    except ValueError as problem:
        print(RELEASE.CANNOT.format(problem=problem), file=sys.stderr)
        return 2
    if people:
        _write_versions(chosen.output.parent / "versions", pages, chosen.seed, people)
        print(RELEASE.VERSIONS.format(folder=chosen.output.parent / "versions", count=len(people)))
    elif chosen.seed:
        pages = versioned(pages, versions.version(chosen.seed, versions.CLASS))
    _write_zip(chosen.output, {} if people else pages)
    points = sum(problems.load(name).points for name in pages)
    print(RELEASE.WRITTEN.format(path=chosen.output, count=len(pages), points=points))
    return 0


def student_versions() -> dict[str, dict]:
    """The released notebook of each problem set by its name."""
    with tempfile.TemporaryDirectory() as scratch:
        return {name: _student_version(name, Path(scratch)) for name in problems.names()}


def _student_version(name: str, scratch: Path) -> dict:
    """The released notebook of a problem set; a ValueError if something is left in it."""
    page = json.loads(gradebook.generate(name, scratch).read_bytes())
    left = leaks(problems.load(name), page)
    if left:
        raise ValueError(RELEASE.LEAKS.format(name=name, left=", ".join(left)))
    return page


def leaks(problem_set, notebook: dict) -> list[str]:
    """What students must not get and this notebook has: solutions, hidden tests, outputs."""
    text = json.dumps(notebook)
    found = [word for word in ("BEGIN SOLUTION", "HIDDEN TESTS", "MARK SCHEME") if word in text]
    found += [c["id"] for c in notebook["cells"] if c.get("outputs") or c.get("execution_count")]
    sources = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    return found + [line for line in _secret_lines(problem_set) if line in sources]


def _secret_lines(problem_set) -> list[str]:
    """The lines of solutions and hidden tests that stand nowhere in the released cells."""
    secret, public = [], set()
    for cell in problem_set.cells:
        public |= {line.strip() for line in cell.released.splitlines()}
        secret += [line.strip() for line in cell.source.splitlines()]
    return [line for line in secret if len(line) > 12 and line not in public]


# --- versions ------------------------------------------------------------------------------


def versioned(pages: dict[str, dict], version: versions.Version) -> dict[str, dict]:
    """The notebooks with the trees, logs and boards of a version."""
    return {name: _versioned(name, page, version) for name, page in pages.items()}


def _versioned(name, page, version):
    made = {cell.id: cell.released for cell in version.of(problems.load(name)).cells}
    cells = [{**c, "source": made[c["id"]]} for c in page["cells"]]
    return {**page, "cells": cells}


def _write_versions(folder: Path, pages: dict[str, dict], seed: str, people: list) -> None:
    """A zip with the notebooks of each person, and a table that says whose is whose."""
    table = io.StringIO(newline="")
    rows = csv.writer(table)
    rows.writerow(["id", "name", "version", "file"])
    for person in people:
        version = versions.version(seed, person.id)
        file = f"{safe_name(person.id)}.zip"
        _write(folder / file, _notebooks(versioned(pages, version)))
        rows.writerow([*map(classroom.cell, (person.id, person.name)), version.mark, file])
    write_whole(folder / "versions.csv", table.getvalue())


# --- the zip -------------------------------------------------------------------------------


def _write_zip(path: Path, pages: dict[str, dict]) -> None:
    """One zip with everything a student needs, the same bytes for the same content."""
    sets = [problems.load(name) for name in problems.names()]
    lines = [RELEASE.LINE.format(name=s.name, title=s.title, points=s.points) for s in sets]
    readme = RELEASE.README.format(table="\n".join(lines))
    _write(path, [("README.md", readme.encode()), *_notebooks(pages), *library()])


def _notebooks(pages) -> Iterator[tuple[str, bytes]]:
    """(name in the zip, content) of each notebook."""
    for name, page in pages.items():
        text = json.dumps(page, indent=1, ensure_ascii=False) + "\n"
        yield f"problem_sets/{name}/{problems.load(name).path.name}", text.encode()


def library() -> Iterator[tuple[str, bytes]]:
    """(name in the zip, content) of all that the notebooks need, nothing of the teachers."""
    for name in FILES:
        yield name, (problems.ROOT / name).read_bytes()
    yield "pyproject.toml", _TEACHERS.sub("", _text("pyproject.toml")).encode()
    mistakes = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    yield (
        f"check/mistakes/{PACK}",
        packed(dict(sorted(mistakes.items()))).encode(),
    )
    for folder in FOLDERS:
        for path in sorted((problems.ROOT / folder).rglob("*")):
            name = path.relative_to(problems.ROOT)
            if not path.is_file() or _UNWANTED & set(name.parts) or path.parent == FOLDER:
                continue
            is_hint = path.parent == HINTS
            data = _LAST_HINT.sub("", _text(name)).encode() if is_hint else path.read_bytes()
            yield name.as_posix(), data


def _text(name) -> str:
    return (problems.ROOT / name).read_text("utf-8")


def _write(path: Path, entries) -> None:
    """A zip with these entries, complete or not at all."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo(f"{TOP}/{name}", _DATE)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, content)
    write_whole(path, data.getvalue())


if __name__ == "__main__":
    sys.exit(main())
