"""The browser edition as files, what stands in for missing packages, and the first cell."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path, PureWindowsPath

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from lib import draw
from tools import browser, hosted, lite
from tools.copies import for_readers, originals
from tools.lessons import all_lessons

ROOT = Path(__file__).resolve().parents[2]
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{p}{n}" for p in ("COM", "LPT") for n in range(10))}
CHART = "from lib.draw import draw_growth\nchart = draw_growth({1: 2, 2: 4, 3: 8})\nchart"


def test_staged_copies_have_no_outputs_are_trusted_and_lead_somewhere():
    names = set(originals())
    for name, notebook in originals().items():
        staged = lite.staged(notebook)
        for cell in staged["cells"]:
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [] and cell["metadata"]["trusted"] is True
                continue
            for link in re.findall(r"\]\(([^)#]+)", "".join(cell["source"])):
                assert link.startswith(("http", "../../")) or link in names, f"{name}: {link}"


def test_every_chart_of_the_lessons_is_stored():
    stored = lite.stored_outputs()
    for lesson in all_lessons():
        for cell in for_readers(lesson.notebook)["cells"]:
            if "matplotlib.axis" in str(cell.get("outputs", "")):
                assert browser.source_key(cell.source) in stored, (lesson.name, cell.id)


def test_without_npm_the_site_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(lite, "CACHE", tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(lite.LeftOut, match="npm is missing"):
        lite.pyodide()


def test_no_solution_is_in_a_slim_wheel(tmp_path):
    kept = ["lib/game.py", "check/minimax.py", "pygments/lexers/python.py"]
    left = ["grade/problems.py", "lib/_course/notebooks/exercises/ps1/ps1.ipynb"]
    assert not any(re.match("|".join(lite.UNUSED), name) for name in kept)
    assert all(re.match("|".join(lite.UNUSED), name) for name in left)


# --- tools.browser -----------------------------------------------------------------------------

PROGRAM = """
import sys
from IPython.core.interactiveshell import InteractiveShell
from tools import browser

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "matplotlib"):
            return browser._Finder().find_spec(name)

sys.meta_path.insert(0, Hidden())  # as if they were not installed
shell = InteractiveShell.instance()
stand = browser.Stand(shell)
shell.set_custom_exc((browser.NeedsComputer, ImportError, NameError), stand.tell)
"""


def said(*cells):
    """What cells print in a Python that has neither numpy nor matplotlib."""
    lines = [f"shell.run_cell({source!r}, store_history=True)" for source in cells]
    program = "\n".join([PROGRAM, *lines])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_chart_without_matplotlib_ends_in_a_sentence_not_in_a_traceback():
    text = said(CHART, "print(chart)", "from lib.draw.charts import fit_growth", "nothing_there")
    assert text.count(browser.NEEDS_COMPUTER.format(what="matplotlib")) == 2
    assert text.count("Traceback") == 1 and "nothing_there" in text  # a real mistake is told


def test_a_cell_that_needs_a_computer_leaves_no_older_value_behind():
    text = said(
        "import numpy as np\nvalue = early = 1",
        "early = 2\nvalue = np.zeros(3)",
        "print('early', early)",
        "print('value', value)",
    )
    assert "early 2" in text and "value 1" not in text and "Traceback" not in text
    assert text.count(browser.NEEDS_COMPUTER.format(what="numpy")) == 2


def test_what_needs_no_array_works_without_numpy():
    text = said(
        "from lib.arena import elo\nprint([round(r) for r in elo([[0, 3], [1, 0]])[0]])",
        "import numpy as np\nprint('named')\nnp.zeros(3)",
    )
    assert "[95, -95]" in text and "named" in text
    assert browser.NEEDS_COMPUTER.format(what="numpy") in text


def test_packages_that_a_cell_needs_are_known():
    assert browser.fetched_for(CHART) == {"matplotlib"}
    assert browser.fetched_for("import numpy as np") == {"numpy"}
    assert browser.fetched_for("from lib.learn import train") == {"numpy"}
    assert browser.fetched_for("from lib.draw import draw_tree") == set()


def test_names_made_by_a_cell():
    made = browser.names_made("import a.b as c, d.e\nx, y = 1, 2\ndef f():\n    pass\n")
    assert made == {"c", "d", "x", "y", "f"}
    assert browser.names_made("x = = 1") == set()


# --- hosted notebooks --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_first_cell_installs_the_wheel_only_where_the_course_is_missing(tmp_path, monkeypatch):
    home, folder = tmp_path / "venv", tmp_path / "notebooks"
    folder.mkdir()
    (tmp_path / "build").mkdir()
    wheel = lite.course_wheel(tmp_path / "build")
    shutil.copy(wheel, folder / wheel.name)
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    packages = next(home.rglob("site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))  # what it depends on
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    kernel = tmp_path / "jupyter" / "kernels" / "empty"
    kernel.mkdir(parents=True)
    command = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    settings = {"argv": command, "display_name": "empty", "language": "python"}
    (kernel / "kernel.json").write_text(json.dumps(settings))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    cells = ["import importlib.util\nprint(importlib.util.find_spec('lib'))", hosted.source()]
    cells.append("import lib\nfrom lib.games import Pacman\nprint('venv' in lib.__file__)")
    cells.append(hosted.source())  # once more: nothing is left to do
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    NotebookClient(
        notebook, timeout=120, kernel_name="empty", resources={"metadata": {"path": str(folder)}}
    ).execute()
    before, install, after, again = (cell.outputs for cell in notebook.cells)
    assert before[0].text == "None\n"
    assert "ERROR" not in str(install)
    assert after[0].text == "True\n"
    assert again == []


def test_the_first_cell_is_put_in_once_and_counts_on():
    notebook = nbformat.read(all_lessons()[2].path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if cell.id != hosted.CELL_ID]
    once = hosted.with_first_cell(notebook)
    counts = [cell.execution_count for cell in once.cells if cell.cell_type == "code"]
    sources = [cell.source for cell in hosted.with_first_cell(once).cells]
    assert counts[0] == 1 and counts.count(1) <= 2
    assert sources.count(hosted.source()) == 1
    assert [cell.source for cell in once.cells] == sources


# --- the cells that need a computer ------------------------------------------------------------


def stand_ins(cells):
    """How many of these cells need numpy or matplotlib to run, or a name that such a cell makes."""
    charts = {name for name, home in type(draw).HOMES.items() if home == "charts"}
    numpy, lost, count = set(), set(), 0
    for source in cells:
        body = ast.parse(source).body
        for place, line in enumerate(body):
            numpy |= {alias(one) for one in imported(line) if one.name.split(".")[0] == "numpy"}
            if needs(line, charts, numpy | lost):
                lost |= {
                    name for one in body[place:] for name in browser.names_made(ast.unparse(one))
                }
                count += 1
                break
            lost -= browser.names_made(ast.unparse(line))
    return count


def imported(line):
    """The names that a line imports, of whole packages."""
    return line.names if isinstance(line, ast.Import) else []


def alias(one):
    return one.asname or one.name.split(".")[0]


def needs(line, charts, missing):
    """Whether a line draws a chart, or uses what is missing, as soon as it runs."""
    if isinstance(line, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
        return False
    nodes = list(ast.walk(line))
    called = {
        getattr(n.func, "id", getattr(n.func, "attr", "")) for n in nodes if isinstance(n, ast.Call)
    }
    used = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return bool(called & charts or used & missing)


def test_cells_that_need_a_computer_are_counted():
    first = "import numpy as np\nfrom lib.draw import draw_growth, draw_tree"
    assert stand_ins([first, "draw_tree(game)", "x = 3"]) == 0
    assert stand_ins([first, "a = np.zeros(3)", "print(a)", "a = 4", "print(a)"]) == 2
    assert (
        stand_ins(["from lib.draw import draw_growth", "c = draw_growth({1: 2})\nb = 1", "b"]) == 2
    )


def test_at_most_a_tenth_of_the_cells_of_lessons_0_to_13_needs_a_computer():
    total = instead = 0
    for name, notebook in originals().items():
        if re.match(r"0\d_|1[0-3]_", name):
            staged = lite.staged(notebook)["cells"]
            cells = ["".join(one["source"]) for one in staged if one["cell_type"] == "code"]
            total, instead = total + len(cells), instead + stand_ins(cells)
    assert total > 800
    assert instead <= 0.1 * total, f"{instead} of {total}"


# --- Windows -------------------------------------------------------------------------------------


def test_every_file_can_be_on_a_windows_computer():
    command = ["git", "ls-files"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.split("\n")
    names = [name for name in listed if name] or pytest.skip("not a git repository")
    for name in (*names, *originals()):
        path = PureWindowsPath(name)
        assert path.as_posix() == name and not path.is_absolute() and not path.drive, name
        assert not set(name) & set('<>:"|?*\\') and not name.endswith((".", " ")), name
        assert not any(os.path.splitext(part)[0].upper() in RESERVED for part in path.parts), name
        assert len(name) < 160, name  # of 260, the learner's own folder included
    assert len({PureWindowsPath(name) for name in names}) == len(names), "only the case differs"


def test_a_lesson_is_known_by_its_name_under_a_path_of_windows(monkeypatch):
    asks = import_module("lib.widgets.ask")
    monkeypatch.setattr(asks, "PurePath", PureWindowsPath)
    for folder in ("C:\\Users\\Ada Lovelace\\course\\my\\", "my/", ""):
        monkeypatch.setenv("JPY_SESSION_NAME", f"{folder}02_minimax (mine).ipynb")
        assert asks._lesson() == "02_minimax"
