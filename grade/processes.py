"""The processes of a submission: bubblewrap around them, a clock of their own, no leftovers."""

import compileall
import contextlib
import errno
import functools
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from grade.limits import PATIENCE, POLL_SECONDS

ROOT = Path(__file__).resolve().parents[1]
INSIDE = "/course"
COURSE = ("lib", "check", "grade", "data")  # the folders that a worker sees


def bubblewrap(disk_megabytes: int, filter_number: int | None = None) -> list[str]:
    """The command before the worker: an almost empty file system, and nothing else.

    `filter_number`: the open file from which bubblewrap reads `call_filter`.
    """
    command = [shutil.which("bwrap") or "bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    if os.getuid() == 0:  # root mounts, and the worker then takes another uid
        command += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        command += ["--unshare-user"]
    size = str(disk_megabytes * 2**20)
    command += ["--perms", "1777", "--size", size, "--tmpfs", "/tmp"]
    for source, target in _visible():  # after /tmp: Python may lie there
        for parent in reversed(Path(target).parents[:-1]):
            command += ["--perms", "0755", "--dir", str(parent)]
        command += ["--ro-bind", source, target]
    for name in ("bin", "lib", "lib64"):
        command += _system_folder(name)
    command += ["--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/"]
    for name, value in environment("/tmp").items():
        command += ["--setenv", name, value]
    if filter_number is not None:
        command += ["--seccomp", str(filter_number)]
    return [*command, "--chdir", INSIDE, "--"]


def compile_course() -> None:
    """Compile what workers import, where it is not: they can read it, and keep nothing."""
    for name in COURSE:
        compileall.compile_dir(ROOT / name, quiet=2)


def _visible():
    """(here, there) for every folder that the sandbox sees."""
    prefixes = {sys.base_prefix, sys.prefix, str(Path(sys.executable).resolve().parents[1])}
    folders = [("/usr", "/usr")]
    folders += [(path, path) for path in sorted(prefixes) if not path.startswith("/usr/")]
    folders += [(str(ROOT / name), f"{INSIDE}/{name}") for name in COURSE]
    return [(here, there) for here, there in folders if os.path.isdir(here) and there != "/"]


def _system_folder(name):
    """/bin, /lib and so on: links into /usr on most systems, folders on old ones."""
    path = Path("/", name)
    if path.is_symlink():
        return ["--symlink", os.readlink(path), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []


def environment(home):
    """The variables that a worker sees, and no others."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    return {
        "HOME": home,
        "TMPDIR": home,
        "MPLCONFIGDIR": home,
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LD_BIND_NOW": "1",  # once at the start, not in every child
        **dict.fromkeys(names, "1"),
    }


# --- calls of the kernel ------------------------------------------------------------------------

DENIED = Path(__file__).with_name("denied_calls.txt").read_text("utf-8").split()
_DENIED_TO_ANSWERS = Path(__file__).with_name("denied_to_answers.txt").read_text("utf-8").split()
_NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
SHARED, AF_UNIX = 1, 1  # of mmap, socket
_FIOASYNC = 0x5452  # of ioctl
_SETTINGS = (4, 8, 10, 15, 37, 38, 1024, 1026, 1031)  # of fcntl: flags, signals, locks, sizes
_JOIN_SESSION_KEYRING = 1


@functools.cache
def call_filter() -> bytes | None:
    """The program that refuses what no exercise needs; None where it cannot be made.

    Keys, other processes, new namespaces, memory that no limit counts and memory that outlives a
    process: these calls fail inside, all others work.
    """

    def more(seccomp, made, refuse):
        for flag in _NAMESPACES:
            made.add_rule(refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        made.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # flags in memory: use clone instead
        made.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.NE, AF_UNIX))
        made.add_rule(refuse, "mmap", seccomp.Arg(3, seccomp.MASKED_EQ, SHARED, SHARED))

    return _compiled(DENIED, more)


@functools.cache
def answer_filter() -> bytes | None:
    """The program that refuses an answer what would outlive it: files, and settings of others.

    Settings of an open file are those of every process that has it open.
    """

    def more(seccomp, made, refuse):
        for name, place in (("open", 1), ("openat", 2)):
            for flag in (os.O_WRONLY, os.O_RDWR, os.O_CREAT):
                made.add_rule(refuse, name, seccomp.Arg(place, seccomp.MASKED_EQ, flag, flag))
        made.add_rule(refuse, "prlimit64", seccomp.Arg(0, seccomp.NE, 0))
        made.add_rule(refuse, "ioctl", seccomp.Arg(1, seccomp.EQ, _FIOASYNC))
        for command in _SETTINGS:
            made.add_rule(refuse, "fcntl", seccomp.Arg(1, seccomp.EQ, command))

    return _compiled(_DENIED_TO_ANSWERS, more)


def _compiled(denied, more) -> bytes | None:
    """A filter of these calls and more, as the kernel reads it; None where it cannot be made."""
    try:
        import pyseccomp as seccomp

        made = seccomp.SyscallFilter(defaction=seccomp.ALLOW)
        refuse = seccomp.ERRNO(errno.EPERM)
        for name in denied:
            if seccomp.resolve_syscall(seccomp.Arch.NATIVE, name) >= 0:  # this machine has it
                made.add_rule(refuse, name)
        more(seccomp, made, refuse)
        with tempfile.TemporaryFile() as file:
            made.export_bpf(file)
            file.seek(0)
            return file.read()
    except (ImportError, OSError, RuntimeError, AttributeError):
        return None


def leave_keys_behind() -> None:
    """Join an empty keyring: what runs from here on has none of the grader's session keys."""
    with contextlib.suppress(Exception):
        import ctypes

        import pyseccomp as seccomp

        number = seccomp.resolve_syscall(seccomp.Arch.NATIVE, "keyctl")
        ctypes.CDLL(None).syscall(number, _JOIN_SESSION_KEYRING, None)


def open_to_all() -> bool:
    """Whether every user can read Python and the course."""
    folders = [Path(place) for place in (sys.base_prefix, sys.prefix, ROOT)]
    return all(part.stat().st_mode & 0o005 == 0o005 for f in folders for part in (f, *f.parents))


_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Clock:
    """What a worker has used of its seconds: time on a processor, and time that it slept.

    Neither depends on what else the machine does. While it waits for a processor, or for us,
    nothing counts; `is_starved` says when that has taken so long that there is no verdict.
    """

    def __init__(self, worker: int, seconds: float, before: "Clock | None" = None):
        """`before`: the last clock of this worker, which has waited for us since then."""
        self.worker, self.seconds, self.start = worker, seconds, time.monotonic()
        self.ran = self.begin = before.ran if before else _processor_seconds(worker)
        self.read = before.read if before else self.start  # when `ran` was read
        self.slept, self.seen, self.ours = 0.0, (self.start, None), _our_seconds()

    def is_due(self) -> bool:
        """Whether it is time for another look: they cost more than most answers."""
        return time.monotonic() - self.seen[0] >= POLL_SECONDS

    def look(self) -> None:
        """Count the time since the last look as sleep, but for what was done or queued in it.

        It is sleep if the same processes sleep now and did so then. They may have been awake
        between the two looks; then they may have waited for us, who queued or were stopped.
        """
        now, doing, ours = time.monotonic(), _asleep(self.worker), _our_seconds()
        passed, before = now - self.seen[0], self.seen[1]
        if doing is not None and before is not None and doing.keys() == before.keys():
            awake = sum(doing.values()) - sum(before.values())
            slept = max(0.0, passed - awake - (ours - self.ours))
            self.slept += min(slept, 2 * POLL_SECONDS) if awake else passed
        self.seen, self.ours = (now, doing), ours

    def used(self) -> float:
        """Seconds on a processor and asleep; where the system does not tell, all that passed."""
        now = time.monotonic()
        if now - self.read >= POLL_SECONDS:  # else the next clock counts it: a look is dear
            before, self.ran, self.read = self.ran, _processor_seconds(self.worker), now
            if None not in (before, self.ran, self.begin):
                self.begin -= max(0.0, before - self.ran)  # of a child that nobody waited for
        if self.ran is None or self.begin is None:
            return now - self.start
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
    return sum(map(int, words[11:15])) / _TICKS + sum(seconds or 0.0 for seconds in below)


def _asleep(pid) -> dict[int, float] | None:
    """The processes from this one down and how long each was active; None while one is awake.

    One that sleeps may wait for another one, which waits for a processor: that does not count.
    One that was stopped sleeps, too: it has done that itself, or its child. So does a dead one.
    """
    line, seen = [pid], {}
    for one in line:
        line += _children(one)
        try:
            with open(f"/proc/{one}/stat", "rb") as stat:
                state = stat.read().rpartition(b")")[2].split()[0]
        except (OSError, IndexError):
            return None
        active = _active_seconds(one)
        if state not in (b"S", b"T", b"t", b"Z") or active is None:
            return None
        seen[one] = active
    return seen


def _active_seconds(pid) -> float | None:
    """How long a process was on a processor or waited for one; None where nobody tells."""
    try:
        with open(f"/proc/{pid}/schedstat") as schedstat:
            ran, waited, _ = schedstat.read().split()
            return (int(ran) + int(waited)) / 1e9
    except (OSError, ValueError):
        return None


def idle_seconds() -> float:
    """How long all processors together had nothing to do; 0 where nobody tells."""
    try:
        with open("/proc/stat", "rb") as stat:
            return int(stat.readline().split()[4]) / _TICKS
    except (OSError, ValueError, IndexError):
        return 0.0


def _our_seconds() -> float:
    """The same of this thread."""
    return _active_seconds("thread-self") or 0.0


def _children(pid) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            return [int(child) for child in children.read().split()]
    except OSError:
        return []


def files_made(worker: int) -> int:
    """How many files are in the folder that a wrapped worker may write; 0 where nobody tells.

    Each takes memory of the kernel, which no limit of a process counts, even if it is empty.
    """
    try:
        found = os.statvfs(os.path.join("/proc", str(worker), "root", "tmp"))
        return found.f_files - found.f_ffree
    except OSError:
        return 0


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
