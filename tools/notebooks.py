"""Runs notebooks anew, each from a fresh kernel, and stores their outputs: make notebooks.

    python tools/notebooks.py               all, in order
    python tools/notebooks.py 02 03_alpha   those whose path contains one of the words

The result is the same on every run: no times, no minor version, no random widget ids.
A notebook is written only when something changed besides cells tagged nbval-ignore-output.
"""

import hashlib
import json
import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
CELL_SECONDS, NOTEBOOK_SECONDS = 120, 600
WIDGETS = "application/vnd.jupyter.widget-state+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "name": "python", "pygments_lexer": "ipython3"},
}


def all_notebooks():
    """Every notebook of the course, in order."""
    found = FOLDER.rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def chosen(words):
    """The notebooks whose path contains one of `words`; all without words."""
    paths = all_notebooks()
    for word in words:
        if not any(word in str(path.relative_to(FOLDER)) for path in paths):
            names = ", ".join(path.stem for path in paths)
            sys.exit(f"No notebook is called {word!r}. There are: {names}.")
    wanted = [p for p in paths if any(word in str(p.relative_to(FOLDER)) for word in words)]
    return wanted if words else paths


def with_own_ids(notebook):
    """The notebook with an id made from its source for each cell that has none of its own."""
    seen = set()
    for number, cell in enumerate(notebook.cells):
        if not cell.get("id") or cell["id"] in seen:
            cell["id"] = hashlib.sha256(f"{number} {cell.source}".encode()).hexdigest()[:8]
        seen.add(cell["id"])
    return notebook


def with_stable_widgets(notebook):
    """The notebook with widget models renamed in the order of their creation."""
    state = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    names = {old: hashlib.md5(str(n).encode()).hexdigest() for n, old in enumerate(state)}
    if not names:
        return notebook
    for model in state.values():  # a browser takes what is missing for unset
        if model.get("model_name") == "LayoutModel":
            model["state"] = {k: v for k, v in model["state"].items() if v is not None}
    text = re.sub("|".join(names), lambda match: names[match[0]], json.dumps(notebook))
    return nbformat.from_dict(json.loads(text))


def normalized(notebook):
    """The executed notebook without anything that differs from run to run."""
    widgets = {k: v for k, v in notebook.metadata.items() if k == "widgets"}
    own = {k: v for k, v in notebook.metadata.items() if k not in METADATA and k != "widgets"}
    notebook.metadata = nbformat.from_dict({**own, **METADATA, **widgets})
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    return with_stable_widgets(notebook)


def executed(notebook, folder):
    """The notebook, run from a fresh kernel in its own folder."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    notebook.metadata.pop("widgets", None)
    client = NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        kernel_name="python3",
        record_timing=False,
        extra_arguments=["--log-level=40"],
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    return normalized(client.execute())


def comparable(notebook):
    """What must be equal for the stored notebook to stay as it is."""
    notebook = deepcopy(notebook)
    for cell in notebook.cells:
        if "nbval-ignore-output" in cell.metadata.get("tags", []):
            cell.outputs = []
    return notebook


def run_one(path):
    """Runs one notebook in place; ends the process with a sentence where a cell fails."""
    before = with_own_ids(nbformat.read(path, as_version=4))
    try:
        after = executed(deepcopy(before), path.parent)
    except CellTimeoutError:
        sys.exit(f"{path.name}: a cell ran for more than {CELL_SECONDS} s.")
    except CellExecutionError as error:
        sys.exit(f"{path.name}: a cell failed.\n{error}")
    if comparable(after) == comparable(nbformat.read(path, as_version=4)):
        print(f"{path.stem}: unchanged")
        return
    nbformat.validate(after)
    nbformat.write(after, path)
    print(f"{path.stem}: written")


def run_apart(path):
    """Runs one notebook in its own process, which may hang and is then tried once more."""
    command = [sys.executable, __file__, "--one", str(path)]
    for _ in range(2):
        try:
            return subprocess.run(command, timeout=NOTEBOOK_SECONDS).returncode == 0
        except subprocess.TimeoutExpired:
            print(f"{path.stem}: stopped after {NOTEBOOK_SECONDS} s", flush=True)
    return False


def main(arguments):
    """Runs the notebooks that `arguments` name; 1 where one of them failed."""
    if arguments[:1] == ["--one"]:
        return run_one(Path(arguments[1]))
    results = [run_apart(path) for path in chosen(arguments)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
