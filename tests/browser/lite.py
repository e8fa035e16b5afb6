"""The browser edition on a static web server below a path, for tests that act as a person would."""

import gzip
import threading
from functools import cache
from hashlib import sha256
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
    """A folder on a web server that packs what it sends, as static hosts do.

    `sent` has the bytes of each file that it has sent, `wire` those of all answers, each a triple
    (name, status, bytes with headers). A file may be used again without asking for `max_age`
    seconds; then the browser asks whether it has changed.
    """

    def __init__(self, folder: Path, max_age: int = 600):
        self.folder, self.max_age = folder, max_age
        self.sent, self.wire, self.is_open = {}, [], True
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}{PREFIX}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.is_open = False
        self.server.shutdown()
        self.server.server_close()


@cache
def _packed(path: Path, stamp: float) -> bytes:
    return gzip.compress(path.read_bytes(), 6) if path.suffix in PACKED else path.read_bytes()


def _tag(data):
    return f'"{sha256(data).hexdigest()[:16]}"'


def _description(path):
    """The headers that say what is in a file."""
    kind = {".mjs": "text/javascript", ".wasm": "application/wasm"}.get(path.suffix)
    packed = {"Content-Encoding": "gzip"} if path.suffix in PACKED else {}
    return {"Content-Type": kind or guess_type(path.name)[0] or "text/plain"} | packed


def _handler(site):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if not site.is_open:  # on a connection from before
                self.close_connection = True
                return
            name = unquote(urlsplit(self.path).path)
            path = site.folder / name.removeprefix(PREFIX)
            if not name.startswith(PREFIX) or not path.is_file():
                site.sent["404 " + name] = 0
                self.answer(name, 404, {})
                return
            data = _packed(path, path.stat().st_mtime)
            kept = {"ETag": _tag(data), "Cache-Control": f"max-age={site.max_age}"}
            name = name.removeprefix(PREFIX)
            if self.headers.get("If-None-Match") == kept["ETag"]:
                self.answer(name, 304, kept)
            else:
                site.sent[name] = len(data)
                self.answer(name, 200, kept | _description(path), data)

        def answer(self, name, status, headers, data=b""):
            self.send_response(status)
            for key, value in headers.items():
                self.send_header(key, value)
            if status != 304:
                self.send_header("Content-Length", str(len(data)))
            size = sum(len(line) for line in self._headers_buffer) + 2
            site.wire.append((name, status, size + len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words):
            pass

    return Handler


READY = (
    "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
    " && jupyterapp.shell.currentWidget.sessionContext.session.kernel.info"
)
RUN_ALL = (
    "() => { window.ended = null; jupyterapp.commands.execute("
    "'notebook:run-all-cells').then(() => { window.ended = true; }); }"
)


def open_lesson(page, site, name):
    """Opens a lesson and waits until its kernel can work."""
    page.goto(f"{site.url}lite/notebooks/index.html?path={name}.ipynb")
    wait_ready(page)


def wait_ready(page):
    """Waits for the kernel; a page that is left before that complains of files that it misses."""
    page.wait_for_function(READY, timeout=60_000)


def run_all(page, timeout=600):
    """Runs all cells; they with their outputs, as they would be saved."""
    page.evaluate(RUN_ALL)
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
