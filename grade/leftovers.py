"""Where there is no sandbox: ends all processes that a submission has started."""

import contextlib
import os
import signal

MARK = "LOOKING_AHEAD_SUBMISSION"  # in the environment of a worker, and of all that it starts


def end(token: str) -> None:
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
