"""A clock that is fair on a busy machine."""

import time

PATIENCE = 8  # how much longer on a busy machine, where a process has to wait for a processor


class Clock:
    """The time a worker has used. What it waits for a processor does not count, sleep does."""

    def __init__(self, pid, seconds):
        self.seconds, self.start = seconds, time.monotonic()
        self.pid = _innermost(pid)
        self.before = self._waited()

    def is_over(self) -> bool:
        passed = time.monotonic() - self.start
        if passed < self.seconds:
            return False
        return self.used() >= self.seconds or passed >= PATIENCE * self.seconds

    def used(self) -> float:
        return time.monotonic() - self.start - (self._waited() - self.before)

    def _waited(self) -> float:
        """The seconds that the worker was ready to run and could not; 0 where nobody says."""
        try:
            with open(f"/proc/{self.pid}/schedstat") as schedstat:
                return int(schedstat.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0


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
