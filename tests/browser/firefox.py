"""Firefox as Debian ships it, driven by its own protocol (WebDriver BiDi), without a driver.

playwright cannot drive that Firefox; websocket-client comes with JupyterLab. Only what the tests
of tests/browser/test_firefox.py need is here: go to a page, ask it something, press keys.
"""

import itertools
import json
import shutil
import subprocess
import tempfile
import time

import pytest
import websocket

from tests.browser.lab import free_port

SECONDS = 60
KEYS = {"ArrowRight": "\ue014"}
MIDDLE = """(() => {
  const part = PART; part.scrollIntoView({ block: 'center' });
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
})()"""


def find_firefox():
    """The path of Firefox; skips the test where it is not installed."""
    found = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
    if found is None:
        pytest.skip("no Firefox here: install it (Debian: apt install firefox-esr)")
    return found


class Firefox:
    """One window of a Firefox with a new profile and without network."""

    def __init__(self):
        program, port = find_firefox(), free_port()
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = ["--headless", "--no-remote", "--profile", self._profile.name]
        command = [program, *options, f"--remote-debugging-port={port}"]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
        self._numbers = itertools.count(1)
        self._socket = self._connected(f"ws://127.0.0.1:{port}/session")
        offline = {"proxyType": "manual", "httpProxy": "127.0.0.1:9", "sslProxy": "127.0.0.1:9"}
        self.ask("session.new", capabilities={"alwaysMatch": {"proxy": offline}})
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def _connected(self, address):
        """The connection, as soon as Firefox listens."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and self._process.poll() is None:
            try:
                return websocket.create_connection(address, timeout=SECONDS, suppress_origin=True)
            except OSError:
                time.sleep(0.2)
        self._process.kill()
        raise RuntimeError("Firefox did not start.")

    def ask(self, method, **params):
        """What Firefox answers to one command."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != number:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]

    def visit(self, path, wide=1280, high=720):
        """Opens a file, or an address of our own server, and waits until it is loaded."""
        size = {"width": wide, "height": high}
        self.ask("browsingContext.setViewport", context=self.window, viewport=size)
        address = path if isinstance(path, str) else path.as_uri()
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def value(self, expression):
        """The value of an expression in the page; what JSON can say."""
        answer = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self.window},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"].get("value", "null"))

    def wait(self, expression, seconds=20):
        """Waits until an expression is true in the page."""
        end = time.monotonic() + seconds
        while not self.value(f"Boolean({expression})"):
            assert time.monotonic() < end, f"not true in Firefox: {expression}"
            time.sleep(0.05)

    def press(self, *keys):
        """Presses these keys, one after the other."""
        presses = [
            {"type": kind, "value": KEYS.get(key, key)}
            for key in keys
            for kind in ("keyDown", "keyUp")
        ]
        actions = [{"type": "key", "id": "keyboard", "actions": presses}]
        self.ask("input.performActions", context=self.window, actions=actions)

    def click(self, part):
        """Clicks on the middle of an element, which an expression names."""
        x, y = self.value(MIDDLE.replace("PART", part))
        steps = [{"type": "pointerMove", "x": x, "y": y}]
        steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        actions = [{"type": "pointer", "id": "mouse", "actions": steps}]
        self.ask("input.performActions", context=self.window, actions=actions)

    def picture(self):
        """A screenshot of the window, as base64 text."""
        return self.ask("browsingContext.captureScreenshot", context=self.window)["data"]

    def close(self):
        """Ends the browser and deletes its profile."""
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(10)
        self._profile.cleanup()
