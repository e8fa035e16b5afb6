"""`python -m grade.release` (or `make release`): the problem sets for students, as one zip.

The zip holds the notebooks without solutions, hidden tests and outputs, the library and the
data they use, and what pip needs. nbgrader makes the notebooks; a last look makes sure that
nothing of ours is left in them.
"""

import json
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from grade import gradebook, problems
from grade.problems import OUTPUT

ZIP = Path("build/problem-sets.zip")
TOP = "looking-ahead"
FILES = ("requirements.txt", "constraints.txt", "pyproject.toml")
FOLDERS = ("lib", "check", "data")
UNWANTED = {"__pycache__", ".ipynb_checkpoints"}
DATE = (2026, 1, 1, 0, 0, 0)  # the same bytes every time
README = """# Looking Ahead: problem sets

You need Python 3.11, 3.12, 3.13 or 3.14. In this folder:

    python -m venv .venv
    .venv/bin/pip install -r requirements.txt        (Windows: .venv\\Scripts\\pip)
    .venv/bin/jupyter lab problem_sets

Open a notebook, write where it says so, run it from top to bottom. The checks tell you what is
not right yet. Hand in the notebook itself, under its own name.

{table}
"""


def main(path: Path = ZIP, output: Path = OUTPUT) -> int:
    """Write the zip and say where it is."""
    sets = [problems.load(name) for name in problems.names()]
    with tempfile.TemporaryDirectory() as scratch:
        pages = {name: student_version(name, Path(scratch)) for name in problems.names()}
    write_zip(path, sets, pages)
    print(f"{path}: {len(sets)} problem sets, {sum(s.points for s in sets):g} points")
    return 0


def student_version(name: str, scratch: Path) -> bytes:
    """The released notebook of a problem set; a ValueError if something is left in it."""
    made = gradebook.generate(name, scratch)
    data = made.read_bytes()
    left = leaks(problems.load(name), json.loads(data))
    if left:
        raise ValueError(f"{name} is not released: it still has {', '.join(left)}")
    return data


def leaks(problem_set, notebook: dict) -> list[str]:
    """What students must not get and this notebook has: solutions, hidden tests, outputs."""
    text = json.dumps(notebook)
    found = [word for word in ("BEGIN SOLUTION", "HIDDEN TESTS", "MARK SCHEME") if word in text]
    found += [c["id"] for c in notebook["cells"] if c.get("outputs") or c.get("execution_count")]
    sources = "\n".join("".join(cell["source"]) for cell in notebook["cells"])
    return found + [line for line in secret_lines(problem_set) if line in sources]


def secret_lines(problem_set) -> list[str]:
    """The lines of solutions and hidden tests that stand nowhere in the released cells."""
    secret, public = [], set()
    for cell in problem_set.cells:
        public |= {line.strip() for line in cell.released.splitlines()}
        secret += [line.strip() for line in cell.source.splitlines()]
    return [line for line in secret if len(line) > 12 and line not in public]


def write_zip(path: Path, sets: list, pages: dict[str, bytes]) -> None:
    """One zip with everything a student needs, the same bytes for the same content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".part")
    with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in pages.items():
            _add(archive, f"problem_sets/{name}/{problems.load(name).path.name}", data)
        for source in _library_files():
            _add(archive, source.relative_to(problems.ROOT).as_posix(), source.read_bytes())
        table = "\n".join(f"- `{s.name}`: {s.title}, {s.points:g} points" for s in sets)
        _add(archive, "README.md", README.format(table=table).encode())
    shutil.move(beside, path)


def _library_files():
    for name in FILES:
        yield problems.ROOT / name
    for name in FOLDERS:
        for path in sorted((problems.ROOT / name).rglob("*")):
            if path.is_file() and not UNWANTED & set(path.parts):
                yield path


def _add(archive, name, data):
    info = zipfile.ZipInfo(f"{TOP}/{name}", DATE)
    info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    archive.writestr(info, data)


if __name__ == "__main__":
    sys.exit(main())
