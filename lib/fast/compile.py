"""Compiles one text for many games, and keeps the result on disk.

`specialize` is what a template is in C++: a function written once with names that it does not
define (`play`, `WIDTH`), compiled again for each game with that game's meaning of those names.
A closure would read nicer, but numba cannot find a closure again in its disk cache.

Two rules keep what is on disk safe to load:

- A function that Python calls is compiled for one signature and refuses others: it has one file.
- A function that calls itself does so with exactly the types that it was called with. To numba a
  plain -1 and a variable are two types: it would compile two forms that call each other through an
  address which is not in the file, and a process that loads the file crashes (numba issue 6061).
"""

import sys
from contextlib import contextmanager
from types import FunctionType

import numba

from lib.fast.store import FOLDER, alone, forget, is_kept, short_hash

WORD, WHOLE, REAL, MOVE = numba.uint64, numba.int64, numba.float64, numba.uint16  # for signatures


def specialize(function, name, meanings=None, keep=False):
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

    Only functions that Python calls are kept on disk. What they call is compiled in.
    """
    with cache_folder():
        return numba.njit(cache=keep, nogil=True, error_model="numpy")(function)


@contextmanager
def cache_folder():
    """Inside, numba keeps compiled functions in our folder; other users of numba see no change."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def specialize_all(module, names, label, meanings, keep=()):
    """The functions `names` of a module by name, compiled in this order: later may use earlier."""
    compiled = dict(meanings)
    for name in names:
        compiled[name] = specialize(
            getattr(module, name), f"{name}_{label}", compiled, name in keep
        )
    return compiled


def loaded(function, signature, what):
    """The function, compiled for this signature only: from disk, else now, and then kept there."""
    name = function.py_func.__qualname__
    with alone(name):
        if not is_kept(name):
            announce(f"Compiling {what}: a few seconds, once. Later runs load it from disk.")
        try:
            function.compile(signature)
        except numba.core.errors.NumbaError:
            raise  # a mistake in our own text
        except Exception as problem:  # a file that is damaged or cannot be written
            announce(f"Compiling {what} without the disk ({type(problem).__name__}: {problem}).")
            forget(name)
            function = jit(function.py_func)
            function.compile(signature)
    function.disable_compile()
    return function


def announce(text: str) -> None:
    """Tells people on a terminal or in a log why they wait.

    Silent in a notebook: there it would become part of the cell's output on the first run only,
    and a notebook's outputs are compared with the stored ones.
    """
    if "ipykernel" not in sys.modules:
        print(text, file=sys.stderr, flush=True)
