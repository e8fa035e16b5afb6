"""The course in a web page (Pyodide): what is missing there is said, and a stored output is shown.

In the wheel of the browser edition this is `lib.browser`, and `lib` starts it. Then
- a package with compiled code that a cell needs is fetched before the cell runs, if it can be;
- one that cannot be had looks like a module until it is used: using it ends the cell, not in a
  traceback but with a sentence and, if the cell is as the lesson has it, with its stored outputs;
- a cell that needs a name from such a cell ends in the same way.
"""

import ast
import hashlib
import importlib.machinery
import json
import re
import sys
from functools import cache
from types import ModuleType, TracebackType
from typing import Any

from lib.files import course_folder

FETCHED = ("matplotlib", "numpy")  # compiled packages that Pyodide has, where there is a network
NEVER = ("cloudpickle", "dask", "distributed", "multiprocessing", "nbformat", "nbgrader", "numba")
SYSTEM = {  # words in an error of Python itself, and what is missing then
    "multiprocessing": "several processes",
    "Function not implemented": "several processes",
    "can't start new thread": "threads",
}
NEEDS_COMPUTER = (
    "This cell needs {what}, which cannot be had in this browser: it runs on a computer with the "
    "full installation."
)
STORED_RESULT = f"{NEEDS_COMPUTER} Below is what it gave there."
MARK = {"looking_ahead": "stored"}  # the metadata of what was not computed here


class NeedsComputer(Exception):
    """Something that only a full installation has was used; the text says what."""


class Absent(ModuleType):
    """A package that cannot be had, or anything in it: it can be named, but not be used."""

    __path__: list = []  # noqa: RUF012, so that modules inside it can be imported

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.__name__}.{name}")

    def __or__(self, other: object) -> "Absent":  # in annotations
        return self

    __ror__ = __or__

    def __call__(self, *values: object, **options: object) -> Any:
        raise NeedsComputer(self.__name__.split(".")[0])

    __iter__ = __len__ = __enter__ = __getitem__ = __add__ = __mul__ = __sub__ = __neg__ = __call__


class _Finder:
    """Finds the packages that cannot be had, after everything else has looked for them."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in FETCHED:
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Absent(spec.name)

    def exec_module(self, module):
        pass


class Stand:
    """Stands in for cells that cannot run; `lost` are the names that they would have made."""

    def __init__(self, shell: Any):
        self.shell = shell
        self.lost: dict[str, str] = {}

    def tell(self, shell, kind, error, trace, tb_offset=None) -> None:
        """Shows a sentence and the stored outputs, or the error if it has another reason."""
        what = self.reason(error)
        if what is None:
            shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
            return
        source = shell.user_ns["In"][-1]
        for name in names_made(source, line_of(trace, shell.user_ns)):
            self.lost[name] = what
            shell.user_ns.pop(name, None)  # an older value would be the wrong one
        show_stored(source, what)

    def reason(self, error: BaseException) -> str | None:
        """What the cell lacks, in a word, or None if its error is of another kind."""
        if isinstance(error, NeedsComputer):
            return str(error)
        if isinstance(error, NameError):
            return self.lost.get(error.name or "")
        if isinstance(error, ImportError):
            name = (error.name or "").split(".")[0].lstrip("_")
            return name if name in (*FETCHED, *NEVER) else None
        return next((what for words, what in SYSTEM.items() if words in str(error)), None)


def line_of(trace: TracebackType | None, names: dict) -> int:
    """The line of a cell, whose names are `names`, in which an error came up; 1 if none is."""
    while trace is not None:
        if trace.tb_frame.f_globals is names:
            return trace.tb_lineno
        trace = trace.tb_next
    return 1


def names_made(source: str, line: int = 1) -> set[str]:
    """The names that a cell assigns, defines or imports in its statements from `line` on."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return set()
    rest = [one for one in body if (one.end_lineno or 0) >= line]
    nodes = [node for one in rest for node in ast.walk(one)]
    made = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    made |= {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    aliases = [one for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) for one in n.names]
    return made | {one.asname or one.name.split(".")[0] for one in aliases}


def show_stored(source: str, what: str) -> None:
    """Puts the sentence and the stored outputs of a cell in the place of what it has shown."""
    from IPython.display import clear_output, display

    outputs = stored_outputs().get(source_key(source), [])
    clear_output()
    sentence = (STORED_RESULT if outputs else NEEDS_COMPUTER).format(what=what)
    display({"text/markdown": f"*{sentence}*", "text/plain": sentence}, raw=True, metadata=MARK)
    for output in outputs:
        if output["output_type"] == "stream":
            print("".join(output["text"]), end="")
        else:
            data = {k: v if isinstance(v, dict) else "".join(v) for k, v in output["data"].items()}
            display(data, raw=True, metadata=MARK)


@cache
def stored_outputs() -> dict[str, list]:
    """The outputs of every cell of every lesson, by the key of its source."""
    try:
        path = course_folder("data/stored") / "outputs.json"
    except FileNotFoundError:  # only the browser edition brings them
        return {}
    return json.loads(path.read_text("utf-8"))


def source_key(source: str) -> str:
    """What a cell's stored outputs are found by: the same for the same source."""
    return hashlib.sha256(source.strip().encode()).hexdigest()[:16]


def fetched_for(source: str) -> set[str]:
    """The compiled packages that a cell needs, also through functions of the course."""
    from lib import draw

    homes: dict[str, str] = type(draw).HOMES  # type: ignore[attr-defined]
    charts = [name for name, home in homes.items() if home == "charts"]
    words = set(re.findall(r"\w+", source))
    found = {name for name in FETCHED if name in words}
    found |= {"matplotlib"} if words & {"charts", *charts} else set()
    return found | ({"numpy"} if re.search(r"\blib(\.| import )learn\b", source) else set())


def loader(load: Any, load_imports: Any) -> Any:
    """What the kernel calls with each cell's source: fetches packages, and forgives a failure."""
    tried: set[str] = set()

    async def fetch(source):
        wanted = fetched_for(source) - tried
        tried.update(wanted)
        for name in sorted(wanted):
            if not isinstance(sys.modules.get(name), ModuleType | None):
                continue
            try:
                await load(name)
            except Exception as problem:  # no network: Absent says so when it is used
                print(problem, file=sys.__stderr__)
        rest = re.sub(rf"(?m)^\s*(import|from) ({'|'.join(FETCHED)})\b.*$", "", source)
        await load_imports(rest)

    return fetch


def start() -> None:
    """Makes this Python one of the browser edition; does nothing without a notebook."""
    try:
        import pyodide_js  # type: ignore[import-not-found]
        from IPython import get_ipython
        from pyodide_kernel import kernel  # type: ignore[import-not-found]
    except ImportError:
        return
    import tqdm

    tqdm.tqdm.monitor_interval = 0  # it would be a thread
    sys.meta_path.append(_Finder())  # type: ignore[arg-type]
    shell = get_ipython()
    kinds = (NeedsComputer, ImportError, NameError, NotImplementedError, OSError, RuntimeError)
    shell.set_custom_exc(kinds, Stand(shell).tell)
    kernel._load_packages_from_imports = loader(
        pyodide_js.loadPackage, kernel._load_packages_from_imports
    )
