"""Compiles one text for many games, and keeps the result on disk.

`specialize` is what a template is in C++: a function written once with names that it does not
define (`play`, `WIDTH`), compiled again for each game with that game's meaning of those names.
(numba cannot find a closure again in its disk cache.) Two rules keep what is on disk safe to load:

- A function that Python calls is compiled for one signature and refuses others: it has one file.
- A function that calls itself does so with exactly the types that it was called with. Of a plain -1
  and a variable numba would make two forms that call each other through an address which is not in
  the file, and a process that loads the file crashes (numba issue 6061).

What every learner waits for, the search, is kept another way: as the machine code of one C function
(`stored`), which LLVM links in milliseconds, without numba. There is one folder for each version of
this room's text, of Python, of numba and of the processor.
"""

import atexit
import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType

import llvmlite.binding as llvm

_HERE = Path(__file__).parent
_VERSIONS_KEPT = 4  # a folder each
_PATIENCE = 120  # seconds: whoever holds a lock for longer has died
_LOOK = 0.1  # seconds between two looks at the keyboard
_NEVER_CALLED = (  # numba's: for errors, and for arrays that a function made
    *("NRT_Free", "NRT_MemInfo_call_dtor", "numba_do_raise", "numba_unpickle"),
    *("numba_gil_ensure", "numba_gil_release", "numba_runtime_build_excinfo_struct"),
)
_in_use: list = []  # what holds the machine code that runs


def specialize(function, name, meanings=None, keep=False, **options):
    """`function` compiled with its free names taken from `meanings`, known on disk as `name`."""
    meanings = meanings or {}
    numbers = sorted((key, repr(value)) for key, value in meanings.items() if not callable(value))
    name = f"{name}_{_short_hash(repr(numbers).encode())}"
    scope = {**function.__globals__, **meanings}
    twin = FunctionType(function.__code__, scope, name, function.__defaults__)
    twin.__qualname__ = name
    twin.__doc__ = function.__doc__
    scope[function.__name__] = jit(twin, keep, **options)
    return scope[function.__name__]  # under its own name in its scope: it may call itself


def jit(function, keep=False, **options):
    """The function compiled when it is first called; kept on disk only if Python calls it."""
    import numba

    with cache_folder():
        return numba.njit(cache=keep, nogil=True, error_model="numpy", **options)(function)


@contextmanager
def cache_folder():
    """Inside, numba keeps compiled functions in our folder; other users of numba see no change."""
    import numba

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def specialize_all(module, names, label, meanings, keep=(), **options):
    """The functions `names` of a module by name, compiled in this order: later may use earlier."""
    compiled = dict(meanings)
    for name in names:
        function, own = getattr(module, name), f"{name}_{label}"
        compiled[name] = specialize(function, own, compiled, name in keep, **options)
    return compiled


def loaded(function, signature, what):
    """The function, compiled for this signature only: from disk, else now, and then kept there."""
    from numba.core.errors import NumbaError

    name = function.py_func.__qualname__
    with _alone(name):
        if not is_kept(name):
            announce(f"Compiling {what}: a few seconds, once. Later runs load it from disk.")
        try:
            function.compile(signature)
        except NumbaError:
            raise  # a mistake in our own text
        except Exception as problem:  # a file that is damaged or cannot be written
            announce(f"Compiling {what} without the disk ({type(problem).__name__}: {problem}).")
            for path in FOLDER.rglob(f"*.{name}-*.nb[ci]*"):
                with suppress(OSError):
                    path.unlink()
            function = jit(function.py_func)
            function.compile(signature)
    function.disable_compile()
    return function


def stored(name, make, what):
    """The address of a C function: from disk, unless damaged, or as `make` compiles it now."""
    path = FOLDER / f"{name}.code"
    with _alone(name):
        with suppress(OSError, ValueError, RuntimeError):
            return linked(path)
        announce(f"Compiling {what}: a few seconds, once. Later runs load it from disk.")
        made = make()
        _in_use.append(made)
        symbol, code = made.native_name.encode(), made._library._get_compiled_object()
        if b"NRT_MemInfo_alloc" in code:
            return made.address
        with suppress(OSError), tempfile.TemporaryDirectory(dir=FOLDER) as draft:
            whole = Path(draft, name)
            whole.write_bytes(b"\n".join((_short_hash(symbol + code).encode(), symbol, code)))
            check = f"import sys; from {__name__} import linked; linked(sys.argv[1])"
            tried = subprocess.run([sys.executable, "-c", check, whole], capture_output=True)
            if not tried.returncode:  # what is missing elsewhere would end that process
                whole.replace(path)
        return made.address


def linked(path) -> int:
    """The address of the function whose machine code is in a file."""
    check, symbol, code = Path(path).read_bytes().split(b"\n", 2)
    if _short_hash(symbol + code).encode() != check:
        raise ValueError("damaged")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in _NEVER_CALLED:
        if not llvm.address_of_symbol(name):
            address = ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value
            llvm.add_symbol(name, address)
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    linker = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    linker.add_object_file(llvm.ObjectFileRef.from_data(code))
    linker.finalize_object()
    _in_use.append(linker)
    return linker.get_function_address(symbol.decode())


def announce(text: str) -> None:
    """Tells people why they wait; not in a notebook, whose outputs must stay as stored."""
    if "ipykernel" not in sys.modules:
        print(text, file=sys.stderr, flush=True)


def _short_hash(data: bytes) -> str:
    """Twelve digits that change when the data changes."""
    return hashlib.sha256(data).hexdigest()[:12]


def fingerprint() -> str:
    """A short hash of all source text of this room and of what it is compiled with and for."""
    sources = sorted(_HERE.glob("*.py"))
    if (numba := find_spec("numba")) and numba.origin:
        sources += Path(numba.origin).parent.glob("_version.py")
    processor = os.environ.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    can = os.environ.get("NUMBA_CPU_FEATURES") or llvm.get_host_cpu_features().flatten()
    texts = [*(path.read_bytes() for path in sources), f"{sys.version} {processor} {can}".encode()]
    return _short_hash(b"\0".join(texts))


def _writable_folder() -> Path:
    """NUMBA_CACHE_DIR, else the user's cache, else a folder for this process only."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    for wanted in filter(None, (os.environ.get("NUMBA_CACHE_DIR"), home)):
        with suppress(OSError, RuntimeError):  # we cannot write there, or there is no home folder
            folder = Path(wanted).expanduser() / "looking-ahead"
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
    folder = Path(tempfile.mkdtemp(prefix="looking-ahead-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _opened(parent: Path, name: str) -> Path:
    """The folder for this version, made if needed; versions unused for longest are deleted."""
    folder = parent / name
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        versions = [path for path in parent.iterdir() if path.is_dir() and len(path.name) == 12]
        versions.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for old in versions[_VERSIONS_KEPT:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


FOLDER = _opened(_writable_folder(), fingerprint())


def is_kept(name: str) -> bool:
    """Whether a function of this name is on disk."""
    return any(FOLDER.rglob(f"*.{name}-*.nbi"))


def is_stored(name: str) -> bool:
    """Whether the machine code of a C function is on disk."""
    return (FOLDER / f"{name}.code").exists()


@contextmanager
def _alone(name: str):
    """Inside, no other process compiles `name`: who comes later waits, then finds it on disk."""
    lock, mine, end = FOLDER / f"{name}.lock", False, time.monotonic() + _PATIENCE
    while not mine and time.monotonic() < end:
        try:
            lock.touch(exist_ok=False)
            mine = True
        except FileExistsError:
            with suppress(OSError):
                if time.time() - lock.stat().st_mtime > _PATIENCE:
                    lock.unlink()
            time.sleep(0.02)
        except OSError:  # we go on without it
            break
    try:
        yield
    finally:
        if mine:
            lock.unlink(missing_ok=True)


def interruptible(run, arguments, stop):
    """`run(*arguments)` in a thread; Ctrl-C makes stop[0] 1, and then compiled code returns."""
    with ThreadPoolExecutor(1) as thread:
        job = thread.submit(run, *arguments)
        try:
            while not job.done():
                wait([job], _LOOK)
            return job.result()
        except BaseException:
            stop[0] = 1
            raise
        finally:
            job.exception()
            stop[0] = 0
