"""The walls around the sandbox: what bubblewrap lets a process see."""

import contextlib
import errno
import functools
import os
import shutil
import sys
import tempfile
from pathlib import Path

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
        **dict.fromkeys(names, "1"),
    }


# --- calls of the kernel ------------------------------------------------------------------------

DENIED = Path(__file__).with_name("denied_calls.txt").read_text("utf-8").split()
DENIED_TO_ANSWERS = Path(__file__).with_name("denied_to_answers.txt").read_text("utf-8").split()
NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
WRITE, SHARED, AF_UNIX = 2, 1, 1  # of mmap, mmap, socket
JOIN_SESSION_KEYRING = 1


@functools.cache
def call_filter() -> bytes | None:
    """The program that refuses what no exercise needs; None where it cannot be made.

    Keys, other processes, new namespaces, memory that no limit counts and memory that outlives a
    process: these calls fail inside, all others work.
    """

    def more(seccomp, made, refuse):
        for flag in NAMESPACES:
            made.add_rule(refuse, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        made.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")  # flags in memory: use clone instead
        made.add_rule(refuse, "socket", seccomp.Arg(0, seccomp.NE, AF_UNIX))
        writable = seccomp.Arg(2, seccomp.MASKED_EQ, WRITE, WRITE)
        made.add_rule(refuse, "mmap", writable, seccomp.Arg(3, seccomp.MASKED_EQ, SHARED, SHARED))

    return _compiled(DENIED, more)


@functools.cache
def answer_filter() -> bytes | None:
    """The program that refuses an answer what would outlive it: files, and settings of others."""

    def more(seccomp, made, refuse):
        for name, place in (("open", 1), ("openat", 2)):
            for flag in (os.O_WRONLY, os.O_RDWR, os.O_CREAT):
                made.add_rule(refuse, name, seccomp.Arg(place, seccomp.MASKED_EQ, flag, flag))
        made.add_rule(refuse, "prlimit64", seccomp.Arg(0, seccomp.NE, 0))

    return _compiled(DENIED_TO_ANSWERS, more)


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
        ctypes.CDLL(None).syscall(number, JOIN_SESSION_KEYRING, None)


def open_to_all() -> bool:
    """Whether every user can read Python and the course."""
    folders = [Path(place) for place in (sys.base_prefix, sys.prefix, ROOT)]
    return all(part.stat().st_mode & 0o005 == 0o005 for f in folders for part in (f, *f.parents))
