"""The browser edition as files, what stands in for missing packages, and the first cell."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from lib import browser
from lib.messages import COMMON
from tools import hosted, lite
from tools.copies import for_readers, originals
from tools.lessons import all_lessons

ROOT = Path(__file__).resolve().parents[2]
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


# --- lib.browser -------------------------------------------------------------------------------

PROGRAM = """
import sys
from IPython.core.interactiveshell import InteractiveShell
from lib import browser

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
    assert text.count(COMMON.NEEDS_COMPUTER.format(what="matplotlib")) == 2
    assert text.count("Traceback") == 1 and "nothing_there" in text  # a real mistake is told


def test_what_needs_no_array_works_without_numpy():
    text = said(
        "from lib.arena import elo\nprint([round(r) for r in elo([[0, 3], [1, 0]])[0]])",
        "import numpy as np\nprint('named')\nnp.zeros(3)",
    )
    assert "[95, -95]" in text and "named" in text
    assert COMMON.NEEDS_COMPUTER.format(what="numpy") in text


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
