"""A process for one submission that can reach nothing: bubblewrap around `grade.worker`.

Inside there is Python, the library, the course's data and an empty folder; no network, no other
process, no home, no submissions, no hidden tests, no gradebook. Where bubblewrap is missing the
limits and the time remain, and `protection()` says what is not protected.
"""

import contextlib
import functools
import json
import os
import random
import secrets
import select
import shutil
import signal
import site
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from check.messages import DIED
from grade import processes, protocol
from grade.limits import LOOK_SECONDS, MAX_MADE_FILES, MAX_REPLY_BYTES, POLL_SECONDS, Limits
from grade.messages import BATCH, SANDBOX
from grade.processes import (
    ROOT,
    Clock,
    answer_filter,
    bubblewrap,
    call_filter,
    environment,
    leave_keys_behind,
    open_to_all,
)

FIRST_UID, UIDS = 1_000_000, 1_000_000_000  # for a grader that runs as root: nobody's numbers


class Gone(Exception):
    """The process in the sandbox has ended, or was ended; `kind` is an Answer's kind."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind, self.text = kind, text


# --- what there is here ---------------------------------------------------------------------


@functools.cache
def problem() -> str | None:
    """Why bubblewrap cannot be used here; None if it works."""
    if not sys.platform.startswith("linux"):
        return SANDBOX.NEEDS_LINUX
    if shutil.which("bwrap") is None:
        return SANDBOX.NOT_INSTALLED
    try:
        with Sandbox(wrapped=True) as sandbox:
            sandbox.run_cell("probe", "x = 1", LOOK_SECONDS)
    except (Gone, OSError) as error:
        return SANDBOX.DOES_NOT_WORK.format(error=error)
    return None


def protection() -> list[str]:
    """What is not protected on this machine, in sentences; empty where everything is."""
    if problem() is None:
        return [] if call_filter() else [SANDBOX.UNFILTERED]
    is_root = os.name == "posix" and os.getuid() == 0
    other_user, full_rights = is_root and open_to_all(), is_root and not open_to_all()
    return [
        SANDBOX.NO_SANDBOX.format(problem=problem()),
        SANDBOX.OPEN_DOORS,
        SANDBOX.OTHER_USER if other_user else SANDBOX.YOUR_FILES,
        *([SANDBOX.AS_ROOT] if full_rights else []),
        SANDBOX.STILL_AS_ROOT if full_rights else SANDBOX.STILL,
    ]


# --- talking to it -------------------------------------------------------------------------


class Sandbox:
    """A running worker. Use it in a `with` statement: it is dead afterwards."""

    def __init__(self, limits: Limits = Limits(), wrapped: bool | None = None):  # noqa: B008
        self.limits = limits
        self.wrapped = problem() is None if wrapped is None else wrapped
        self.token, self.folder, self.uid = secrets.token_hex(8), None, self._uid()
        self.process, self.seconds, self.passed = self._start(), 0.0, 0.0
        self.worker = self.clock = None

    def _start(self):
        settings = {"uid": self.uid, "resources": self.limits.resources()}
        settings["packages"] = site.getsitepackages()
        settings["answers"] = (answer_filter() or b"").hex()
        command = [sys.executable, "-S", "-m", "grade.worker", json.dumps(settings)]
        with tempfile.TemporaryFile() as rules:
            rules.write(call_filter() or b"")
            rules.seek(0)
            number = rules.fileno() if call_filter() else None
            if self.wrapped:
                command = [*bubblewrap(self.limits.disk_megabytes, number), *command]
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/" if self.wrapped else ROOT,
                env={} if self.wrapped else self._environment(),
                start_new_session=True,
                pass_fds=[number] if self.wrapped and number is not None else [],
                preexec_fn=leave_keys_behind if sys.platform.startswith("linux") else None,
            )

    def _environment(self):
        """Where there is no sandbox: a folder that is gone afterwards, and a mark."""
        self.folder = tempfile.mkdtemp(prefix="submission-")
        if self.uid:
            os.chown(self.folder, self.uid, -1)
        return {**environment(self.folder), processes.MARK: self.token}

    def _uid(self):
        """A user number without rights, if root grades and this user could still run Python.

        Each sandbox has another one: nothing that the kernel keeps for a user is shared.
        """
        if os.getuid() != 0 or not (self.wrapped or open_to_all()):
            return None
        return FIRST_UID + secrets.randbelow(UIDS)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.kill()

    def kill(self):
        """End the worker and whatever it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if not self.wrapped:
            processes.end_all(self.token)
            shutil.rmtree(self.folder, ignore_errors=True)
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self.process.wait()

    def run_cells(self, cells: list[tuple[str, str]], seconds: float) -> Iterator[str | None]:
        """Run (name, source) pairs: what went wrong in each, None if nothing did.

        One message and one clock for all: short cells would end before anybody looks at it.
        """
        for error in self.exchange({"do": "cells", "cells": cells}, len(cells), seconds):
            yield None if error is None else str(error)

    def run_cell(self, name: str, source: str, seconds: float) -> str | None:
        """Run one cell: what went wrong in it, None if nothing did."""
        (error,) = self.run_cells([(name, source)], seconds)
        return error

    def look(self, names) -> dict[str, tuple]:
        """What each name is: (kind, value); a TypeError for a reply that does not say that."""
        (reply,) = self.exchange({"do": "look", "names": list(names)}, 1, LOOK_SECONDS)
        self.worker = self.worker or processes.innermost(self.process.pid)
        return {name: _kind_and_value(*reply[name]) for name in names}

    def exchange(self, message, count, seconds, helper=None):
        """Yield `count` replies to a message; `helper` answers questions that come in between."""
        if not count:
            return
        worker = self.worker or processes.innermost(self.process.pid)
        clock = Clock(worker, seconds, self.clock if self.worker else None)
        self.clock, token = clock, secrets.token_hex(8)
        try:
            self._send(protocol.questions({**message, "token": token}), clock)
            for line in self._lines(clock):
                words = _readable(line)
                if words[:2] == (token, "asks") and helper:
                    self._send(protocol.reply(helper(*words[2:])), clock)
                elif words[:2] == (token, "says") and len(words) == 3:
                    yield words[2]
                    count -= 1
                if not count:
                    return
        finally:
            self.seconds, self.passed = clock.used(), time.monotonic() - clock.start

    def _stop_if_over(self, clock):
        """Gone if the worker has used its seconds or files, or the machine lets it use none."""
        if not clock.is_due():
            return
        if clock.is_over():
            raise Gone("time", SANDBOX.NO_ANSWER.format(seconds=clock.seconds))
        if clock.is_starved():
            raise Gone("busy", BATCH.BUSY)
        if self.wrapped and self.worker and processes.files_made(self.worker) > MAX_MADE_FILES:
            raise Gone("memory", SANDBOX.TOO_MANY_FILES.format(count=MAX_MADE_FILES))

    def _send(self, data, clock):
        """Write all of `data`, however slowly it is read."""
        pipe = self.process.stdin.fileno()
        os.set_blocking(pipe, False)
        view = memoryview(data)
        while view:
            self._stop_if_over(clock)
            try:
                if select.select([], [pipe], [], POLL_SECONDS)[1]:
                    view = view[os.write(pipe, view) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Gone("died", DIED) from None

    def _lines(self, clock):
        """The lines that the worker writes; Gone when it stops or takes too long."""
        pipe, rest, total = self.process.stdout.fileno(), [], 0
        while True:
            self._stop_if_over(clock)
            if not select.select([pipe], [], [], POLL_SECONDS * random.random())[0]:
                continue  # at no fixed times: else short naps could end at each look
            chunk = os.read(pipe, 1 << 16)
            total += len(chunk)
            if not chunk or total > MAX_REPLY_BYTES:
                raise Gone("died", DIED)
            first, *others = chunk.split(b"\n")
            rest.append(first)
            for line in others:
                yield b"".join(rest)
                rest = [line]


def _kind_and_value(kind, value) -> tuple:
    if type(kind) is not str:
        raise TypeError
    return kind, value


def _readable(line) -> tuple:
    """The words on a line; none on a line that only the student's code can have written."""
    try:
        words = protocol.unpack(line.decode())
        return words if type(words) is tuple else ()
    except ValueError:
        return ()
