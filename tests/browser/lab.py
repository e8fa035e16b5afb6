"""JupyterLab as a process, and what a person does in it."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

from playwright.sync_api import TimeoutError, expect

import course
from tools.lessons import widget_in
from tools.notebooks import WIDGETS

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {"notebook-extension/tracker": {"windowingMode": "none"}}  # outputs stay on the page
SECONDS = 60


class Lab:
    """JupyterLab on a free port, with settings of its own; `folder` holds the notebooks."""

    def __init__(self, home):
        self.home, self.folder = home, home / "notebooks"
        self.url = f"http://127.0.0.1:{free_port()}"
        self._write_settings()
        self.log = (home / "lab.log").open("w")
        self.process = subprocess.Popen(
            self._command(), cwd=home, env=self._environment(), stdout=self.log, stderr=self.log
        )
        self._wait()

    def _write_settings(self):
        for name, values in SETTINGS.items():
            place = self.home / "jupyterlab_settings_dir/@jupyterlab" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.with_suffix(".jupyterlab-settings").write_text(json.dumps(values))

    def _command(self):
        options = ["--no-browser", "--ip=127.0.0.1", "--IdentityProvider.token="]
        options += [f"--port={self.url.split(':')[-1]}", "--ServerApp.allow_root=True"]
        options += ["--ServerApp.port_retries=0", f"--ServerApp.root_dir={self.home}"]
        options += ["--LabApp.expose_app_in_browser=True", "--ServerApp.disable_check_xsrf=True"]
        return [sys.executable, "-m", "jupyterlab", *options]

    def _environment(self):
        names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        names += ("JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")
        places = {name: str(self.home / name.lower()) for name in names}
        return {**os.environ, **places, "JUPYTER_CONFIG_PATH": course.lab_config()}

    def _wait(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            try:
                return urllib.request.urlopen(f"{self.url}/api").read()
            except OSError:
                time.sleep(0.2)
        self.stop()
        raise RuntimeError(f"JupyterLab did not start:\n{(self.home / 'lab.log').read_text()}")

    def end_kernels(self):
        """Ends what earlier tests left running, so that every notebook opens with a new kernel."""
        for session in json.loads(urllib.request.urlopen(f"{self.url}/api/sessions").read()):
            address = f"{self.url}/api/sessions/{session['id']}"
            urllib.request.urlopen(urllib.request.Request(address, method="DELETE")).read()

    def stop(self):
        """Ends the server and its kernels."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()


def free_port():
    """A port that nobody uses now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def find_chromium():
    """The path of Chromium or Chrome, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return next((path for path in map(shutil.which, names) if path), None)


def open_notebook(page, lab, name):
    """Opens notebooks/<name>.ipynb in a workspace of its own and waits for its new kernel."""
    lab.end_kernels()
    page.goto(f"{lab.url}/lab/workspaces/{name}/tree/notebooks/{name}.ipynb?reset")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=SECONDS * 1000)
    wait_idle(page)


def boxes(notebook):
    """How many stored widgets of a notebook have a box of ours; questions have none."""
    stored = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    shown = (widget_in(output) for cell in notebook.cells for output in cell.get("outputs", []))
    classes = [stored[top]["state"].get("_dom_classes", ()) for top in shown if top]
    return sum("looking-ahead" in names for names in classes)


def open_stored(page, lab, name, count, tries=3):
    """Opens a notebook and waits until its `count` stored widgets are shown; nothing is run.

    On a busy machine JupyterLab (jupyterlab_widgets 3.0.17) may look for a widget before it has
    read all of them, and then says that there is none. That is chance, so it is tried again;
    a widget that is really missing is missing each time.
    """
    for left in reversed(range(tries)):
        open_notebook(page, lab, name)
        try:
            return expect(page.locator(".looking-ahead")).to_have_count(count, timeout=20_000)
        except AssertionError:
            if not left or not page.get_by_text("Error displaying widget").count():
                raise
            page.console.faults.clear()


NOTEBOOK = """
const panel = window.jupyterapp.shell.currentWidget;
const cells = panel.content.model.sharedModel.cells.filter(c => c.cell_type === 'code');
const kernel = panel.sessionContext.session && panel.sessionContext.session.kernel;
"""


QUIET = f"""() => {{ {NOTEBOOK}
    const isDone = future => future._status & 4;  // answered, and the kernel was idle after it
    return kernel && kernel.status === 'idle' && kernel.connectionStatus === 'connected'
        && [...(kernel._futures || new Map()).values()].every(isDone) }}"""
ALIVE = "() => !!window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"


def wait_idle(page, seconds=SECONDS):
    """Waits until the kernel has nothing to do and has answered everything."""
    page.wait_for_function(QUIET, timeout=seconds * 1000)


def settle(page, seconds=10):
    """Lets a page finish what it has begun, so that closing it interrupts nothing."""
    if page.evaluate(ALIVE):
        with contextlib.suppress(TimeoutError):  # a kernel that was ended on purpose
            wait_idle(page, seconds)
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")


def run_all(page, seconds=SECONDS):
    """Runs all cells in the kernel that is there and waits until the last has ended."""
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(
        f"() => {{ {NOTEBOOK} return cells.every(c => !c.source.trim() || c.execution_count) }}",
        timeout=seconds * 1000,
    )
    wait_idle(page, seconds)


def cell(page, number):
    """The cell with this number, scrolled into view."""
    found = page.locator(".jp-NotebookPanel:visible .jp-Cell").nth(number)
    found.scroll_into_view_if_needed()
    return found


def outputs(page):
    """The text of all outputs, as shown."""
    return "\n".join(page.locator(".jp-OutputArea-output").all_inner_texts())


def errors_in_outputs(page):
    """The errors in which cells of the notebook ended."""
    return page.evaluate(
        f"() => {{ {NOTEBOOK} return cells.flatMap(c => c.outputs || [])"
        ".filter(o => o.output_type === 'error').map(o => o.ename + ': ' + o.evalue) }"
    )
