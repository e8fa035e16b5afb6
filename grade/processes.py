"""The processes of a submission: a clock that no other program can move, and no leftovers."""

import contextlib
import os
import signal
import time

from grade.limits import PATIENCE, POLL_SECONDS

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Clock:
    """What a worker has used of its seconds: time on a processor, and time that it slept.

    Neither depends on what else the machine does. While it waits for a processor, or for us,
    nothing counts; `is_starved` says when that has taken so long that there is no verdict.
    """

    def __init__(self, worker: int, seconds: float, before: "Clock | None" = None):
        """`before`: the last clock of this worker, which has waited for us since then."""
        self.worker, self.seconds, self.start = worker, seconds, time.monotonic()
        self.ran = self.begin = before.ran if before else _processor_seconds(worker)
        self.slept, self.seen = 0.0, (self.start, None)

    def is_due(self) -> bool:
        """Whether it is time for another look: they cost more than most answers."""
        return time.monotonic() - self.seen[0] >= POLL_SECONDS

    def look(self) -> None:
        """Count the time since the last look as sleep if nothing else was done in it."""
        now, doing = time.monotonic(), _asleep(self.worker)
        if doing is not None and doing == self.seen[1]:
            self.slept += now - self.seen[0]
        self.seen = (now, doing)

    def used(self) -> float:
        """Seconds on a processor and asleep; where the system does not tell, all that passed."""
        self.ran = _processor_seconds(self.worker)
        if self.ran is None or self.begin is None:
            return time.monotonic() - self.start
        return max(0.0, self.ran - self.begin) + self.slept

    def is_over(self) -> bool:
        """Whether the worker has used all of its seconds."""
        self.look()
        return self.used() >= self.seconds

    def is_starved(self) -> bool:
        """Whether the machine was too busy to let the worker use its seconds."""
        return time.monotonic() - self.start >= PATIENCE * max(self.seconds, 1.0)


def _processor_seconds(pid) -> float | None:
    """The seconds that a process, its ended children and the living ones were on a processor."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            words = stat.read().rpartition(b")")[2].split()
    except OSError:
        return None
    below = (_processor_seconds(child) for child in _children(pid))
    return sum(map(int, words[11:15])) / TICKS + sum(seconds or 0.0 for seconds in below)


def _asleep(pid) -> tuple | None:
    """What stays the same while a process and all below it sleep; None while one does not.

    One that sleeps may wait for another one, which waits for a processor: that does not count.
    """
    line, seen = [pid], []
    for one in line:
        line += _children(one)
        try:
            with open(f"/proc/{one}/stat", "rb") as stat:
                state = stat.read().rpartition(b")")[2].split()[0]
            with open(f"/proc/{one}/schedstat") as schedstat:
                seen.append((one, schedstat.read()))
        except (OSError, IndexError):
            return None
        if state != b"S":
            return None
    return tuple(seen)


def _children(pid) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            return [int(child) for child in children.read().split()]
    except OSError:
        return []


def innermost(pid: int) -> int:
    """The process at the end of the line: the worker, below bubblewrap that starts it."""
    while below := _children(pid):
        pid = below[0]
    return pid


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
