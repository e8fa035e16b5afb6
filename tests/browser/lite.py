"""The browser edition on a static web server below a path, for tests that act as a person would."""

import gzip
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from urllib.parse import unquote, urlsplit

PREFIX = "/somewhere/else/"  # a static host may put the site below any path
PACKED = (".js", ".mjs", ".json", ".wasm", ".html", ".css", ".ipynb", ".svg")
CELLS = """() => {
  const nb = jupyterapp.shell.currentWidget.model.toJSON();
  return nb.cells.filter(c => c.cell_type === "code");
}"""


class Site:
    """A folder on a web server that packs what it sends, as static hosts do."""

    def __init__(self, folder: Path):
        self.folder, self.sent = folder, {}
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}{PREFIX}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@cache
def _packed(path: Path, stamp: float) -> bytes:
    return gzip.compress(path.read_bytes(), 6) if path.suffix in PACKED else path.read_bytes()


def _handler(site):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            name = unquote(urlsplit(self.path).path)
            path = site.folder / name.removeprefix(PREFIX)
            if not name.startswith(PREFIX) or not path.is_file():
                site.sent["404 " + name] = 0
                self.send_error(404)
                return
            data = _packed(path, path.stat().st_mtime)
            site.sent[name.removeprefix(PREFIX)] = len(data)
            self.send_response(200)
            kind = {".mjs": "text/javascript", ".wasm": "application/wasm"}.get(path.suffix)
            self.send_header("Content-Type", kind or guess_type(path.name)[0] or "text/plain")
            self.send_header("Content-Length", str(len(data)))
            if path.suffix in PACKED:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Cache-Control", "max-age=600")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words):
            pass

    return Handler


def open_lesson(page, site, name):
    """Opens a lesson and waits until its kernel can work."""
    page.goto(f"{site.url}lite/notebooks/index.html?path={name}.ipynb")
    page.wait_for_function(
        "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        " && jupyterapp.shell.currentWidget.sessionContext.session.kernel.info",
        timeout=60_000,
    )


def run_all(page, timeout=600):
    """Runs all cells; they with their outputs, as they would be saved."""
    page.evaluate(
        "() => { window.ended = null; jupyterapp.commands.execute("
        "'notebook:run-all-cells').then(() => { window.ended = true; }); }"
    )
    page.wait_for_function("window.ended", timeout=timeout * 1000)
    return page.evaluate(CELLS)


def ask_kernel(page, code, timeout=120):
    """What `code` prints in the kernel of the open lesson; an error is an error here."""
    page.evaluate(
        """code => {
          window.said = { text: "", error: null, done: false };
          const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const future = kernel.requestExecute({ code, store_history: false });
          future.onIOPub = (message) => {
            const { content } = message;
            if (content.name === "stdout") window.said.text += content.text;
            if (content.ename) window.said.error = `${content.ename}: ${content.evalue}`;
          };
          future.done.then(() => { window.said.done = true; });
        }""",
        code,
    )
    page.wait_for_function("window.said.done", timeout=timeout * 1000)
    said = page.evaluate("window.said")
    assert said["error"] is None, said["error"]
    return said["text"]
