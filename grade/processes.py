"""The processes of a submission: a clock that is fair on a busy machine, and no leftovers."""

import contextlib
import os
import signal
import time

from grade.limits import PATIENCE


class Clock:
    """The time a worker has used: not what it waits for a processor, or for us. Sleep counts."""

    def __init__(self, pid, seconds):
        self.seconds, self.start = seconds, time.monotonic()
        self.pid = _innermost(pid)
        self.ran, self.waited = _ran_and_waited(self.pid)
        self.ours = sum(_ran_and_waited("thread-self"))

    def is_over(self) -> bool:
        passed = time.monotonic() - self.start
        if passed < self.seconds:
            return False
        return self.used() >= self.seconds or passed >= PATIENCE * self.seconds

    def used(self) -> float:
        ran, waited = _ran_and_waited(self.pid)
        ours = sum(_ran_and_waited("thread-self")) - self.ours
        passed = time.monotonic() - self.start
        return max(ran - self.ran, passed - (waited - self.waited) - ours)


def _ran_and_waited(pid) -> tuple[float, float]:
    """The seconds on a processor, and those waiting for one; 0 where nobody says."""
    try:
        with open(f"/proc/{pid}/schedstat") as schedstat:
            ran, waited, _ = schedstat.read().split()
        return int(ran) / 1e9, int(waited) / 1e9
    except (OSError, ValueError):
        return 0.0, 0.0


def _innermost(pid) -> int:
    """The worker itself: below bubblewrap, which starts a process that starts it."""
    while True:
        try:
            with open(f"/proc/{pid}/task/{pid}/children") as children:
                below = children.read().split()
        except OSError:
            return pid
        if not below:
            return pid
        pid = int(below[0])


# --- what is left over -------------------------------------------------------------------------

MARK = "LOOKING_AHEAD_SUBMISSION"  # in the environment of a worker, and of all that it starts


def end_all(token: str) -> None:
    """End everything that carries this token, until there is nothing left."""
    wanted = f"{MARK}={token}".encode()
    for _ in range(20):
        left = [pid for pid in _processes() if wanted in _environment(pid)]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _processes() -> list[int]:
    """All processes; none where nobody tells."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _environment(pid) -> bytes:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read()
    except OSError:
        return b""
