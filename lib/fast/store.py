"""Where compiled code is kept: one folder for each version of this room's source text.

Python, numba and the processor are part of the version: what was compiled for another one does
not fit, and whoever has to wait for the compiler should be told so.
"""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import numba
from llvmlite.binding import get_host_cpu_name

HERE = Path(__file__).parent
VERSIONS_KEPT = 4  # a folder each
PATIENCE = 120  # seconds: whoever holds a lock for longer has died


def short_hash(data: bytes) -> str:
    """Twelve digits that change when the data changes."""
    return hashlib.sha256(data).hexdigest()[:12]


def fingerprint() -> str:
    """A short hash of all source text of this room and of what it is compiled with and for."""
    texts = [path.read_bytes() for path in sorted(HERE.glob("*.py"))]
    processor = numba.config.CPU_NAME or get_host_cpu_name()
    texts.append(f"{sys.version} {numba.__version__} {processor}".encode())
    return short_hash(b"\0".join(texts))


def wanted_folders():
    """Where we would like to keep compiled code: NUMBA_CACHE_DIR, else the user's cache."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given) / "looking-ahead"
    with suppress(RuntimeError):  # there is no home folder
        yield Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "looking-ahead"


def writable_folder() -> Path:
    """The first folder that we can write to; if there is none, one for this process only."""
    for folder in wanted_folders():
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    folder = Path(tempfile.mkdtemp(prefix="looking-ahead-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def opened(parent: Path, name: str) -> Path:
    """The folder for this version, made if needed; versions unused for longest are deleted."""
    folder = parent / name
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        versions = [path for path in parent.iterdir() if path.is_dir() and len(path.name) == 12]
        versions.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for old in versions[VERSIONS_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


FOLDER = opened(writable_folder(), fingerprint())


def is_kept(name: str) -> bool:
    """Whether a function of this name is on disk."""
    return any(FOLDER.rglob(f"*.{name}-*.nbi"))


def forget(name: str) -> None:
    """Deletes what is on disk of a function, as far as that is possible."""
    for path in FOLDER.rglob(f"*.{name}-*.nb[ci]*"):
        with suppress(OSError):
            path.unlink()


@contextmanager
def alone(name: str):
    """Inside, no other process compiles `name`: who comes later waits, and then finds it on disk.

    Without it all would be right too, but several processes would compile the same.
    """
    lock = FOLDER / f"{name}.lock"
    mine = taken(lock)
    try:
        yield
    finally:
        if mine:
            lock.unlink(missing_ok=True)


def taken(lock: Path) -> bool:
    """Waits until the lock file is ours (True); goes on without it where that cannot be (False)."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            lock.touch(exist_ok=False)
            return True
        except FileExistsError:
            with suppress(OSError):
                if time.time() - lock.stat().st_mtime > PATIENCE:
                    lock.unlink()
            time.sleep(0.02)
        except OSError:
            break
    return False
