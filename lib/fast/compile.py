"""Compiles one text for many games, and keeps the result on disk.

`specialise` is what a template is in C++: a function written once with names that it does not
define (`play`, `WIDTH`), compiled again for each game with that game's meaning of those names.
A closure would read nicer, but numba cannot find a closure again in its disk cache.
"""

import hashlib
import os
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType

import numba

HERE = Path(__file__).parent


def specialise(function, name, meanings=None, keep=False):
    """`function` compiled with its free names taken from `meanings`, known on disk as `name`.

    Numbers among the meanings become part of that name: other numbers, other compiled code.
    """
    meanings = meanings or {}
    numbers = sorted((key, repr(value)) for key, value in meanings.items() if not callable(value))
    name = f"{name}_{short_hash(repr(numbers).encode())}"
    scope = {**function.__globals__, **meanings}
    twin = FunctionType(function.__code__, scope, name, function.__defaults__)
    twin.__qualname__ = name
    twin.__doc__ = function.__doc__
    scope[function.__name__] = jit(twin, keep)
    return scope[function.__name__]  # under its own name in its scope: it may call itself


def jit(function, keep=False):
    """The function compiled when it is first called, without interpreter lock.

    Only functions that Python calls are kept on disk, each with one signature: with several, two
    processes that compile at the same time can exchange them. What they call is compiled in.
    """
    with cache_folder():
        return numba.njit(cache=keep, nogil=True, error_model="numpy")(function)


def fingerprint() -> str:
    """A short hash of all source text of this room: other text, other compiled code."""
    texts = [path.read_bytes() for path in sorted(HERE.glob("*.py"))]
    return short_hash(b"\0".join(texts))


def short_hash(data: bytes) -> str:
    """Twelve digits that change when the data changes."""
    return hashlib.sha256(data).hexdigest()[:12]


def writable_folder() -> Path:
    """Where compiled code is kept: NUMBA_CACHE_DIR, else the user's cache, else a temporary one."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    given = os.environ.get("NUMBA_CACHE_DIR")
    for folder in ([Path(given)] if given else []) + [home / "looking-ahead"]:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="looking-ahead-"))  # this process only


FOLDER = writable_folder() / fingerprint()


@contextmanager
def cache_folder():
    """Inside, numba keeps compiled functions in our folder; other users of numba see no change."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def specialise_all(module, names, label, meanings, keep=()):
    """The functions `names` of a module by name, compiled in this order: later may use earlier."""
    compiled = dict(meanings)
    for name in names:
        compiled[name] = specialise(
            getattr(module, name), f"{name}_{label}", compiled, name in keep
        )
    return compiled


_announced: set[str] = set()


def announced(function, what):
    """The compiled function; says that it will be compiled now if no disk has it yet."""
    name = function.py_func.__qualname__
    if name in _announced:
        return function
    _announced.add(name)
    if not any(FOLDER.rglob(f"*.{name}-*.nbi")):
        announce(f"Compiling {what}: a few seconds, once. Later runs load it from disk.")
    return function


def announce(text: str) -> None:
    """Tells people on a terminal or in a log why they wait.

    Silent in a notebook: there it would become part of the cell's output on the first run only,
    and a notebook's outputs are compared with the stored ones.
    """
    if "ipykernel" not in sys.modules:
        print(text, file=sys.stderr, flush=True)
