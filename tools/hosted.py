"""The first cell of every lesson, which installs the course in hosted notebooks and nowhere else.

    python -m tools.hosted    puts it into every lesson, or brings it up to date

Where the wheel is published stands in pyproject.toml below [tool.looking-ahead]. As long as that is
empty, the cell takes a wheel that lies beside the notebook. Copies in `my`, the website and the
browser edition leave the cell out: the course is there.
"""

import tomllib

import nbformat
from nbformat.v4 import new_code_cell

from tools.lessons import HOSTED
from tools.notebooks import FOLDER, ROOT

CELL_ID = "install"
WORDS = "# In a hosted notebook this installs the course. Where the course is, it does nothing."
LINE = """_ = __import__("importlib").util.find_spec("lib") or get_ipython().run_line_magic(
    "pip", "install -q {wheel}"
)"""


def published(what: str) -> str:
    """An address below [tool.looking-ahead]; empty until the course is published."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return settings["looking-ahead"][what]


def wheel() -> str:
    """The address of the published wheel, or the name of one beside the notebook."""
    return published("wheel") or "looking_ahead-*.whl"


def source(where: str | None = None) -> str:
    """The source of the first cell."""
    return f"{WORDS}\n{LINE.format(wheel=where or wheel())}"


def with_first_cell(notebook):
    """The notebook with the cell in front of its first code cell; it has run and shown nothing."""
    cells = [cell for cell in notebook.cells if cell.id != CELL_ID]
    first = next(n for n, cell in enumerate(cells) if cell.cell_type == "code")
    cell = new_code_cell(source(), id=CELL_ID, execution_count=1)
    cell.metadata |= {"slideshow": {"slide_type": "skip"}, "tags": [HOSTED]}
    if len(cells) == len(notebook.cells):  # it is new here: all others have run one later
        for one in cells:
            if one.cell_type == "code" and one.execution_count:
                one.execution_count += 1
                for output in one.outputs:
                    if "execution_count" in output:
                        output["execution_count"] += 1
    notebook.cells = [*cells[:first], cell, *cells[first:]]
    return notebook


def main() -> None:
    """Puts the cell into every lesson."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(with_first_cell(nbformat.read(path, as_version=4)), path)
        print(f"{path.relative_to(ROOT)} has the first cell.")


if __name__ == "__main__":
    main()
