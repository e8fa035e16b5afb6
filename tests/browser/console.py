"""What a page says in its console, and which of it is a fault of ours.

A page from a folder (slides, site, sheets) may say nothing: whatever it says is a fault. A page of
JupyterLab may talk about its connection to a kernel, which comes and goes in tests; all else there
is a fault: errors of our scripts, of widgets, of drawing an output.
"""

import re

NOISE = re.compile(  # JupyterLab's connection to its server and kernels
    r"Canceled future for"
    r"|WebSocket connection to"
    r"|^(?:Uncaught )?(?:Error: )?Canceled$"
    r"|Kernel connection is (?:dead|disconnected)|Kernel is dead|Kernel .* is disposed"
    r"|(?:Kernel|Session|Connection|Poll|Future|Object|Widget) (?:is|was) (?:already )?disposed"
    r"|Could not restore the debugger state"
    r"|api/(?:kernels|sessions|terminals|contents/[^ ]*checkpoints|events)\b"
    r"|favicon"
    r"|ResizeObserver loop"
)
LITE = re.compile(r"@jupyterlite/pyodide-kernel-extension")  # JupyterLab tries it, too
OWN = re.compile(r"\bblob:|lab/extensions/")  # our scripts run from blobs; widgets from extensions


class Console:
    """Collects the faults that a page reports, from now on."""

    def __init__(self, page):
        self.page, self.faults, self.noise = page, [], []
        self.listeners = {"console": self._console, "pageerror": self._error}
        for event, listener in self.listeners.items():
            page.on(event, listener)

    def _console(self, message):
        if message.type == "error":
            self._hear(message.text, message.location.get("url", ""))

    def _error(self, error):
        self._hear(str(error), getattr(error, "stack", "") or "")

    def _hear(self, text, origin):
        kind = self.noise if is_noise(self.page.url, text, origin) else self.faults
        kind.append(text)

    def stop(self):
        """The faults so far; what the page says from now on, while it is closed, is not heard."""
        for event, listener in self.listeners.items():
            self.page.remove_listener(event, listener)
        return list(self.faults)


def is_noise(page, text, origin):
    """Whether JupyterLab at the address `page` talks about its connection, not about our things."""
    if page.startswith("http") and LITE.search(f"{text} {origin}"):
        return True
    if not page.startswith("http") or OWN.search(f"{text} {origin}"):
        return False
    return bool(NOISE.search(f"{text} {origin}"))
