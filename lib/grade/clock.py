"""A clock that is fair on a busy machine."""

import time

PATIENCE = 8  # how much longer on a busy machine, where a process has to wait for a processor
SERVED = 4  # of so many seconds that pass, one counts for a worker that is served


class Clock:
    """The time a worker has used. What it waits for a processor does not count, sleep does.

    A worker that is served waits for us, too: then the time on a processor counts, and of all
    the time that passes a part.
    """

    def __init__(self, pid, seconds, served=False):
        self.seconds, self.start, self.served = seconds, time.monotonic(), served
        self.pid = _innermost(pid)
        self.before = self._ran_and_waited()

    def is_over(self) -> bool:
        passed = time.monotonic() - self.start
        if passed < self.seconds:
            return False
        return self.used() >= self.seconds or passed >= PATIENCE * self.seconds

    def used(self) -> float:
        ran, waited = (
            now - then for now, then in zip(self._ran_and_waited(), self.before, strict=True)
        )
        passed = time.monotonic() - self.start
        return max(ran, passed / SERVED) if self.served else passed - waited

    def _ran_and_waited(self) -> tuple[float, float]:
        """The seconds on a processor, and those waiting for one; 0 where nobody says."""
        try:
            with open(f"/proc/{self.pid}/schedstat") as schedstat:
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
