"""Submissions for the tests, made on the spot: good ones, broken ones and hostile ones.

Most are the problem set on UCB1 with every part right but one: `ucb1`, which is worth 4 of the
17 points that are graded automatically.
"""

import copy
import io
import json
import os
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import nbformat

from grade import problems

NAME = "ps5_ucb1"
ALL, REST, NONE = 17.0, 13.0, 0.0

GOOD = """
def ucb1(total, visits, parent_visits, c):
    if visits == 0:
        return inf
    return total / visits + c * sqrt(log(parent_visits) / visits)
"""
WRONG = """
def ucb1(total, visits, parent_visits, c):
    return 42
"""
CHOOSE = """
def choose(children, c):
    visits = sum(child.visits for child in children)

    def bound(child):
        if child.visits == 0:
            return inf
        return child.total / child.visits + c * sqrt(log(visits) / child.visits)

    bounds = [bound(child) for child in children]
    return bounds.index(max(bounds))
"""
JAVA = """
def ucb_from_java(wins, visits, parent_visits):
    if visits == 0:
        return inf
    return wins / visits + sqrt(2 * log(parent_visits) / visits)
"""


WORDS = "The bonus is about 1.5, the means differ by 4: the search is greedy, c is too small."


def notebook(ucb1: str = GOOD, words: str = WORDS, **cells) -> dict:
    """The released problem set with these solutions written in."""
    problem_set = problems.load(NAME)
    page = problems.released(nbformat.read(problem_set.path, as_version=4))
    own = {cell.id: cell.source for cell in problem_set.of_kind("solution")}
    own |= {"ucb1": ucb1, "choose": CHOOSE, "java": JAVA, "words": words, **cells}
    for cell in page.cells:
        cell.source = own.get(cell.id, cell.source)
    return json.loads(json.dumps(page))


def blank() -> dict:
    page = problems.released(nbformat.read(problems.load(NAME).path, as_version=4))
    return json.loads(json.dumps(page))


def save(page: dict, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(page), "utf-8")


def cell_of(page: dict, name: str) -> dict:
    return next(cell for cell in page["cells"] if cell["id"] == name)


@dataclass
class Case:
    """A submission and what it deserves."""

    points: float
    why: str = ""  # in the sentence, the notes or the errors
    flag: str = ""  # in what the assistant is told
    page: dict | None = None
    data: bytes | None = None
    write: object = None  # a function of the student's folder
    file: str = f"{NAME}.ipynb"

    def put(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        if self.write:
            self.write(folder)
        elif self.data is not None:
            (folder / self.file).write_bytes(self.data)
        elif self.page is not None:
            save(self.page, folder / self.file)


def with_code(code: str, points: float, why: str = "", flag: str = "") -> Case:
    """A submission whose cell `ucb1` holds this code."""
    return Case(points, why, flag, notebook(code))


def inside(body: str, points: float = REST, why: str = "", flag: str = "") -> Case:
    """A submission whose function `ucb1` does this."""
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    return with_code(f"def ucb1(total, visits, parent_visits, c):\n{lines}", points, why, flag)


# --- changed notebooks ---------------------------------------------------------------------


def changed(change, ucb1: str = GOOD) -> dict:
    page = notebook(ucb1)
    change(page)
    return page


def edited_tests(page):
    for cell in page["cells"]:
        if cell["id"].endswith("-tests"):
            cell["source"] = "4"


def edited_setup(page):
    fake = "class check:\n    def __getattr__(self, name):\n        return lambda *a, **k: 1\n"
    cell_of(page, "setup")["source"] = fake


def more_points(page):
    for cell in page["cells"]:
        if "points" in cell["metadata"].get("nbgrader", {}):
            cell["metadata"]["nbgrader"]["points"] = 1000


def no_tests(page):
    page["cells"] = [cell for cell in page["cells"] if not cell["id"].endswith("-tests")]


def no_metadata(page):
    for cell in page["cells"]:
        cell["metadata"] = {}


def no_metadata_no_ids(page):
    no_metadata(page)
    for cell in page["cells"]:
        del cell["id"]
    page["nbformat_minor"] = 4


def copied_cell(page):
    page["cells"].append(copy.deepcopy(cell_of(page, "ucb1")))


def wrong_copy(page):
    copied_cell(page)
    page["cells"][-1]["source"] = WRONG


def as_markdown(page):
    cell_of(page, "ucb1")["cell_type"] = "markdown"


def own_cell(page):
    helper = {"cell_type": "code", "id": "mine", "metadata": {}, "source": "helper = sqrt"}
    page["cells"].insert(2, helper)
    cell_of(page, "ucb1")["source"] = GOOD.replace("c * sqrt(", "c * helper(")


def version_3() -> bytes:
    cells = [
        {"cell_type": "code", "input": cell["source"], "language": "python", "outputs": []}
        if cell["cell_type"] == "code"
        else {"cell_type": "markdown", "source": cell["source"]}
        for cell in notebook()["cells"]
    ]
    page = {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0}
    return json.dumps({**page, "worksheets": [{"cells": cells, "metadata": {}}]}).encode()


# --- files that are no notebooks -----------------------------------------------------------


def link_to(target):
    return lambda folder: os.symlink(target, folder / f"{NAME}.ipynb")


def link_to_good(folder):
    os.symlink(folder.parent / "perfect" / f"{NAME}.ipynb", folder / f"{NAME}.ipynb")


def pipe(folder):
    os.mkfifo(folder / f"{NAME}.ipynb")


def two_files(folder):
    save(notebook(WRONG), folder / "first try.ipynb")
    save(notebook(), folder / "second try.ipynb")
    os.utime(folder / "first try.ipynb", (1e9, 1e9))
    os.utime(folder / "second try.ipynb", (1.1e9, 1.1e9))


def python_file(folder):
    log = [cell_of(notebook(), name)["source"] for name in ("log-helpers", "log-solution")]
    head = "import re\nfrom math import inf, log, sqrt\n"
    (folder / "solution.py").write_text("\n\n".join([head, GOOD, CHOOSE, JAVA, *log]))


# --- zip files -----------------------------------------------------------------------------

WHEN = (2026, 5, 1, 12, 0, 0)


def packed(entries, name="handed in.zip"):
    """Writes a zip with these entries (name: content) into a student's folder."""

    def write(folder):
        with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for number, (entry, content) in enumerate(entries.items()):
                day = (*WHEN[:2], 1 + number, *WHEN[3:])
                archive.writestr(zipfile.ZipInfo(entry, day), content, zipfile.ZIP_DEFLATED)

    return write


def as_bytes(page: dict) -> bytes:
    return json.dumps(page).encode()


def zip_bytes(entries) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in entries.items():
            archive.writestr(entry, content)
    return data.getvalue()


def zip_cases() -> dict[str, "Case"]:
    """Submissions in zip files, in order and not."""
    good, wrong = as_bytes(notebook()), as_bytes(notebook(WRONG))
    nested = {f"my work/{NAME}/{NAME}.ipynb": good, "my work/notes.txt": b"x"}
    rubbish = {f"{NAME}.ipynb": good, f"__MACOSX/._{NAME}.ipynb": b"\x00\x05\x16\x07rubbish"}
    versions = {"first.ipynb": wrong, "second.ipynb": good}
    bomb = {f"{NAME}.ipynb": bytes(100_000_000)}
    climbing = {f"../../perfect/{NAME}.ipynb": good, "/etc/cron.d/x.ipynb": b"{}"}
    locked = bytearray(zip_bytes({f"{NAME}.ipynb": good}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + place] |= 1
    return {
        "zip": Case(ALL, "Taken out of", write=packed({f"{NAME}.ipynb": good})),
        "zip with folders": Case(ALL, write=packed(nested)),
        "zip from a Mac": Case(ALL, write=packed(rubbish)),
        "zip with two": Case(ALL, "several files", "2 files", write=packed(versions)),
        "zip in a zip": Case(ALL, write=packed({"inner.zip": zip_bytes(nested)})),
        "zip called ipynb": Case(ALL, write=packed(nested, f"{NAME}.ipynb")),
        "zip bomb": Case(NONE, "larger than", write=packed(bomb)),
        "zip that climbs": Case(ALL, flag="lead out of it", write=packed(climbing)),
        "zip without files": Case(NONE, "no file in it", "not read", write=packed({})),
        "zip cut off": Case(NONE, "damaged", "not read", data=zip_bytes(nested)[:900]),
        "zip with password": Case(NONE, "has a password", data=bytes(locked), file="x.zip"),
        "notebook called txt": Case(ALL, data=good, file=f"{NAME}.ipynb.txt"),
        "notebook called py": Case(ALL, data=good, file=f"{NAME}.py"),
    }


# --- hostile code --------------------------------------------------------------------------

SPY = """
import os
found = []
for folder, inner, files in os.walk("/"):
    inner[:] = [name for name in inner if name not in ("usr", ".venv", ".pyenv", "lib64")]
    for file in files:
        path = os.path.join(folder, file)
        if file.endswith((".ipynb", ".db", ".csv")) or "grade" in folder and file.endswith("json"):
            found.append(path)
try:
    open("/proc/%d/mem" % os.getppid(), "rb").read(10)
    found.append("memory")
except OSError:
    pass
found += [p for p in ("/etc/passwd", "/etc/shadow") if os.path.exists(p)]
raise ValueError("found: " + repr(found))
"""
VANDAL = """
import os
done = []
for folder in (COURSE, OUTPUT, "/course", "/", "/usr", "/etc"):
    for name in ("gradebook.db", "grades.csv", "results/x.json", "check/runner.py", "x"):
        try:
            open(os.path.join(folder, name), "a").write("mine")
            done.append((folder, name))
        except OSError:
            pass
raise ValueError("written: " + repr(done))
"""
NETWORK = """
import socket
reached = []
for address in ("127.0.0.1", "localhost", "1.1.1.1"):
    for port in (PORT, 80, 53):
        try:
            socket.create_connection((address, port), 0.2).sendall(b"hello")
            reached.append((address, port))
        except OSError:
            pass
raise ValueError("reached: " + repr(reached))
"""
DISK = """
import os
written = 0
try:
    for number in range(100_000):
        with open("%s/%d" % (os.environ["TMPDIR"], number), "wb") as file:
            written += file.write(bytes(1_000_000))
except OSError:
    pass
"""
FORK = """
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
"""
SWALLOW = """
import signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""
ALWAYS = """
class Always(float):
    def __eq__(self, other):
        return True
    __hash__ = None
    __lt__ = __gt__ = __le__ = __ge__ = __eq__
return Always(1)
"""
PATCH = """
import builtins, math, sys
import check.examine, check.plaindata, check.runner, check.ucb1
import lib.search.bandit
yes = lambda *a, **k: True
ucb1_check = sys.modules["check.ucb1"]
check.plaindata.same_number = ucb1_check.same_number = yes
check.examine._is_right = yes
ucb1_check.reference_ucb1 = lib.search.bandit.ucb1 = lambda *a: 42
math.isclose = yes
builtins.hash = lambda thing: 42
"""
FORGE = """
import json, os
line = json.dumps({"root": ["value", 1.0, ""], "objects": []})
for number in range(3, 30):
    try:
        os.write(number, (line + "\\n").encode() * 300)
    except OSError:
        pass
return 42
"""
TRANSFORMER = """
import ast
class Drop(ast.NodeTransformer):
    def visit_Assert(self, node):
        return None
get_ipython().ast_transformers.append(Drop())
"""
FRAMES = """
import sys
frame = sys._getframe()
while frame:
    for name, value in list(frame.f_globals.items()):
        if name in ("same_number", "_is_right", "expected", "agrees"):
            frame.f_globals[name] = lambda *a, **k: True
    frame = frame.f_back
return 42
"""
LEARNED = """
from check.ucb1 import UCB1
known = {case.args: UCB1.expected(case) for case in UCB1.cases(0)}
def ucb1(*args):
    return known.get(args, 42)
"""
TIRED = """
calls = 0
def ucb1(total, visits, parent_visits, c):
    global calls
    calls += 1
    if calls > 30:
        return 42
    return inf if visits == 0 else total / visits + c * sqrt(log(parent_visits) / visits)
"""
OBJECT = """
from functools import lru_cache
class Bound:
    @lru_cache
    def __call__(self, total, visits, parent_visits, c):
        return inf if visits == 0 else total / visits + c * sqrt(log(parent_visits) / visits)
ucb1 = Bound()
"""
EVIL_ERROR = """
class Evil(BaseException):
    def __str__(self):
        raise self
    __repr__ = __str__
def ucb1(*args):
    raise Evil
"""
CLEANUP = """
import atexit, os
atexit.register(os._exit, 7)
class Last:
    def __del__(self):
        os._exit(9)
last = Last()
"""
NO_LIMITS = """
import resource
for name in ("AS", "CPU", "FSIZE", "NPROC", "NOFILE", "CORE"):
    for value in (-1, 10**12):
        try:
            resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))
            raise SystemError("raised " + name)
        except (ValueError, OSError):
            pass
"""
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(2)>\\x1b[31mred"


def cases(port: int = 9, output: str = "/nowhere") -> dict[str, Case]:
    """All of them, by the name of the student."""
    from tests.grade import attacks, kinds

    here = {"COURSE": str(problems.ROOT), "OUTPUT": output, "PORT": port}
    fill = "\n".join(f"{name} = {value!r}" for name, value in here.items()) + "\n"
    deep = b"[" * 200_000 + b"]" * 200_000
    umlauts = GOOD + "# gr\u00f6\u00dfer\n"
    latin = json.dumps(notebook(umlauts), ensure_ascii=False).encode("latin-1", "replace")
    return {
        "perfect": Case(ALL, "Everything is right", page=notebook()),
        "blank": Case(NONE, "Not attempted: examples, ucb1", page=blank()),
        "partly": with_code(
            GOOD.replace("    if visits == 0:\n        return inf\n", ""), 16.4, "divides by zero"
        ),
        "syntax": with_code("def ucb1(total:\n    return", REST, "SyntaxError"),
        "exit": with_code("import sys\nsys.exit(0)\n" + GOOD, REST, "calls exit"),
        "exit inside": inside("import sys\nsys.exit(0)", why="exit"),
        "input": with_code("name = input()\n" + GOOD, REST, "asks for input"),
        "input inside": inside("return float(input())", why="EOFError"),
        "edited tests": Case(REST, flag="changed our cell", page=changed(edited_tests, WRONG)),
        "edited set-up": Case(ALL, flag="changed our cell", page=changed(edited_setup)),
        "more points": Case(ALL, flag="changed the points", page=changed(more_points)),
        "loop": inside("while True: pass", why="Wrong: ucb1"),
        "loop in cell": with_code("while True: pass\n" + GOOD, REST, "no answer within"),
        "swallows": with_code(SWALLOW, REST, "no answer within", "uses processes"),
        "hog": inside("return [0] * (1 << 40)"),
        "slow hog": inside("data = []\nwhile True: data.append(bytes(10_000_000))"),
        "hog in cell": with_code("data = [bytes(1 << 31)]\n" + GOOD, REST, "MemoryError"),
        "fork bomb": with_code(FORK + GOOD, REST, "no answer within", "uses processes"),
        "fork": with_code("import os\nos.fork()\n" + GOOD, REST, "BlockingIOError"),
        "os._exit": inside("import os\nos._exit(0)", flag="uses processes"),
        "os._exit in cell": with_code("import os\nos._exit(0)\n" + GOOD, REST, "ended the process"),
        "kills parent": inside("import os\nos.kill(os.getppid(), 9)\nreturn 42"),
        "kills all": with_code("import os\nos.kill(-1, 9)\n" + WRONG, REST),
        "abort": inside("import os\nos.abort()"),
        "deleted tests": Case(ALL, "Missing in your file", page=changed(no_tests)),
        "stripped": Case(ALL, page=changed(no_metadata)),
        "stripped of ids": Case(ALL, page=changed(no_metadata_no_ids)),
        "copied cell": Case(ALL, "more than once", page=changed(copied_cell)),
        "wrong copy": Case(REST, "more than once", page=changed(wrong_copy)),
        "markdown": Case(ALL, page=changed(as_markdown)),
        "own cell": Case(ALL, page=changed(own_cell)),
        "magics": with_code("%matplotlib inline\n!ls\n?sqrt\n" + GOOD, ALL),
        "empty": Case(NONE, "empty", data=b""),
        "bad json": Case(NONE, "not a notebook", data=b'{"cells": [}'),
        "deep json": Case(NONE, "not a notebook", data=deep),
        "a list": Case(NONE, "not a notebook", data=b"[1, 2, 3]"),
        "strange cells": Case(NONE, "not a notebook", data=b'{"cells": [1, null, "x"]}'),
        "wrong name": Case(ALL, page=notebook(), file="Untitled (3).ipynb"),
        "no file": Case(NONE, "Nothing was handed in"),
        "huge": Case(NONE, "larger than", data=b'{"cells": [' + b" " * 20_000_001 + b"]}"),
        "binary": Case(NONE, "binary", data=bytes(range(256)) * 40),
        "link": Case(NONE, "link", "link", write=link_to("/etc/passwd")),
        "link to other": Case(NONE, "link", "link", write=link_to_good),
        "pipe": Case(NONE, "no ordinary file", write=pipe),
        "two files": Case(ALL, "several files", "2 files", write=two_files),
        "python file": Case(ALL - 1, write=python_file),
        "latin": Case(ALL, data=latin),
        "bom": Case(ALL, data=b"\xef\xbb\xbf" + json.dumps(notebook()).encode()),
        "version 3": Case(ALL, data=version_3()),
        "equal": inside(ALWAYS, why="Wrong: ucb1", flag="unusual"),
        "transformer": with_code(TRANSFORMER + WRONG, REST, "Wrong: ucb1", "how cells run"),
        "patches": with_code(PATCH + WRONG, REST, "Wrong: ucb1", "touches the checks"),
        "frames": inside(FRAMES, why="Wrong: ucb1", flag="frames"),
        "forges": inside(FORGE),
        "closes": inside("import os\nos.closerange(3, 64)\nreturn 42"),
        "spy": with_code(SPY + GOOD, REST, "found: []", "uses files"),
        "vandal": with_code(fill + VANDAL, REST, "written: []", "uses files"),
        "network": with_code(fill + NETWORK, REST, "reached: []", "network"),
        "disk": with_code(DISK + GOOD, ALL, flag="uses files"),
        "prints": with_code("print('x' * 20_000_000)\n" + GOOD, ALL),
        "prints inside": with_code(
            GOOD.replace("    if", "    print('x' * 10**5)\n    if", 1), ALL
        ),
        "recursion": inside("return ucb1(total, visits, parent_visits, c)", why="Wrong"),
        "crash": inside(
            "import sys\nsys.setrecursionlimit(10**9)\nreturn ucb1(total, visits, parent_visits, c)"
        ),
        "threads": with_code(THREADS + GOOD, ALL),
        "alarm": inside("import signal, time\nsignal.alarm(1)\ntime.sleep(9)\nreturn 1"),
        "slow but right": with_code("import time\n" + slow(), ALL),
        "sleeps": with_code("import time\ntime.sleep(1000)\n" + GOOD, REST, "no answer within"),
        "big answer": inside("return list(range(10**6))", why="Wrong: ucb1"),
        "big number": inside("return 10**400", why="Wrong: ucb1"),
        "not a number": inside("return float('nan')", why="Wrong: ucb1"),
        "markup": inside(f'raise ValueError("{MARKUP}")', why="Wrong: ucb1"),
        "surrogate": inside('raise ValueError("half \\ud800 a character")', why="half"),
        "library": with_code("from lib.search.bandit import ucb1\n", ALL, flag="own searches"),
        "arguments": with_code("def ucb1(a, b):\n    return 1\n", REST, "Wrong: ucb1"),
        "not a function": with_code("ucb1 = 42\n", REST, "Wrong: ucb1"),
        "Jörg <b>O'Neil & Co": Case(ALL, page=notebook()),
        "=cmd|'calc'!A0": Case(ALL, page=notebook()),
        "..; rm -rf": Case(ALL, page=notebook()),
        **{name: case for name, case in zip_cases().items() if name in GRADED_ZIPS},
        **strange_cases(),
        **everyday_cases(),
        **kinds.cases(),
        **attacks.cases(),
    }


def null_metadata(page):
    for cell in page["cells"]:
        cell["metadata"] = None


def endless_points(page):
    for cell in page["cells"]:
        if "points" in cell["metadata"].get("nbgrader", {}):
            cell["metadata"]["nbgrader"]["points"] = 10**400


def odd_ids(page):
    for number, cell in enumerate(page["cells"]):
        cell["id"] = number
        cell["metadata"] = {"nbgrader": {"grade_id": [number], "points": "many"}}


def other_set(folder):
    """Problem set 1 under the name of problem set 5."""
    page = problems.released(nbformat.read(problems.load("ps1_minimax").path, as_version=4))
    save(json.loads(json.dumps(page)), folder / f"{NAME}.ipynb")


def own_library(folder):
    """A good notebook beside a newer `lib` of the student's, and a newer helper file."""
    save(notebook(), folder / f"{NAME}.ipynb")
    (folder / "lib").mkdir()
    (folder / "lib" / "check.py").write_text("def ucb1(*args):\n    return 1\n")
    (folder / "helper.py").write_text(WRONG)
    os.utime(folder / f"{NAME}.ipynb", (1e9, 1e9))


def exported(folder):
    """What Jupyter's menu makes of the notebook: a program with remarks and magics."""
    log = [cell_of(notebook(), name)["source"] for name in ("log-helpers", "log-solution")]
    cells = [
        "import re\nfrom math import inf, log, sqrt",
        "get_ipython().run_line_magic('time', '')",
    ]
    body = "\n\n".join(
        f"# In[{n}]:\n\n{c}" for n, c in enumerate([*cells, GOOD, CHOOSE, JAVA, *log])
    )
    (folder / f"{NAME}.py").write_text(f"#!/usr/bin/env python\n# coding: utf-8\n\n{body}\n")


GRADED_ZIPS = ("zip", "zip with two", "zip bomb", "zip that climbs", "zip cut off")


def strange_cases() -> dict[str, Case]:
    """Submissions of students who are not evil, and of some who are."""
    wide = "\ufeff" + json.dumps(notebook())
    page = b"<!DOCTYPE html><html><body>my notebook</body></html>"
    document = zip_bytes({"word/document.xml": b"<x/>", "[Content_Types].xml": b"<x/>"})
    deep = "x = " + "-" * 200_000 + "1\n"
    return {
        "null metadata": Case(ALL, page=changed(null_metadata)),
        "endless points": Case(ALL, page=changed(endless_points)),
        "odd ids": Case(ALL, page=changed(odd_ids)),
        "wide letters": Case(ALL, data=wide.encode("utf-16")),
        "web page": Case(NONE, "not a notebook", data=page),
        "text document": Case(NONE, "not a notebook", data=document, file="solution.docx"),
        "other set": Case(NONE, "Nothing was handed in", write=other_set),
        "own library": Case(ALL, "several files", write=own_library),
        "exported program": Case(ALL - 1, flag="how cells run", write=exported),
        "learned by heart": with_code(LEARNED, REST, "Wrong: ucb1", "touches the checks"),
        "gets tired": with_code(TIRED, ALL),
        "an object": with_code(OBJECT, ALL),
        "coroutine": with_code(GOOD.replace("def ucb1", "async def ucb1"), REST, "coroutine"),
        "text for a number": inside("return '1.5'", why="Wrong: ucb1"),
        "circle": inside("answer = []\nanswer.append(answer)\nreturn answer", why="Wrong"),
        "evil error": with_code(EVIL_ERROR, REST, "Wrong: ucb1"),
        "last words": with_code(CLEANUP + GOOD, ALL, flag="uses processes"),
        "raises limits": with_code(NO_LIMITS + GOOD, ALL),
        "deep expression": with_code(deep + GOOD, REST),
        "tabs": with_code("def ucb1(a, b, c, d):\n\tif a:\n        return 1\n", REST, "Tab"),
        "Python 2": with_code("print 'hello'\n" + GOOD, REST, "SyntaxError"),
        "no answer but a print": inside("print(total / max(visits, 1))", why="Wrong: ucb1"),
        "n" * 200: Case(ALL, page=notebook()),
        "Ada": Case(ALL, page=notebook()),
        "ada": Case(REST, "Wrong: ucb1", page=notebook(WRONG)),
        "line\nbreak": Case(ALL, page=notebook()),
        "results": Case(ALL, page=notebook()),
    }


def below_the_stub(page):
    """The solution in a new cell, the stub as it was."""
    stub = cell_of(blank(), "ucb1")["source"]
    place = page["cells"].index(cell_of(page, "ucb1"))
    mine = {"cell_type": "code", "id": "mine", "metadata": {}, "source": GOOD}
    page["cells"].insert(place + 1, mine)
    cell_of(page, "ucb1")["source"] = stub


def stub_again(page):
    """The solution in its cell, and the stub once more at the end."""
    stub = cell_of(blank(), "ucb1")["source"]
    page["cells"].append({"cell_type": "code", "id": "again", "metadata": {}, "source": stub})


def large_outputs(page):
    text = {"output_type": "stream", "name": "stdout", "text": "x" * 21_000_000}
    cell_of(page, "ucb1")["outputs"] = [text]


def sources_as_lines(page):
    for cell in page["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)


def newer_blank(folder):
    """Work in the older file, nothing in the newer one."""
    for number, (name, page) in enumerate({"work": notebook(), "last": blank()}.items()):
        save(page, folder / f"{name}.ipynb")
        os.utime(folder / f"{name}.ipynb", (1e9 + number, 1e9 + number))


def checkpoint(folder):
    """What Jupyter leaves beside a notebook: an older state of it."""
    save(notebook(), folder / f"{NAME}.ipynb")
    save(notebook(WRONG), folder / ".ipynb_checkpoints" / f"{NAME}-checkpoint.ipynb")


def tar_bytes(content: bytes, kind: str = "gz", name: str = f"work/{NAME}.ipynb", **more) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=f"w:{kind}") as archive:
        entry = tarfile.TarInfo(name)
        entry.size, entry.pax_headers = len(content), more
        archive.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def tar_gz(folder):
    (folder / "work.tar.gz").write_bytes(tar_bytes(as_bytes(notebook())))


def conflict(text: str) -> str:
    """What git leaves where two people have changed the same lines."""
    first, rest = text[: len(text) // 2], text[len(text) // 2 :]
    return f"{first}\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> mine\n{rest}"


def everyday_cases() -> dict[str, Case]:
    """What happens to people who mean well."""
    good = json.dumps(notebook(), indent=1)
    short = GOOD.strip().replace("def ucb1", "def f") + "\nucb1 = lambda *args: f(*args)\n"
    method = "class Bound:\n" + "".join(f"    {line}\n" for line in GOOD.strip().splitlines())
    method = method.replace("ucb1(", "value(self, ") + "ucb1 = Bound().value\n"
    decimal = GOOD.replace("return total", "return Decimal(total").rstrip() + ")\n"
    others = {name: case for name, case in zip_cases().items() if name not in GRADED_ZIPS}
    return {
        **others,
        "solution below the stub": Case(ALL, page=changed(below_the_stub)),
        "stub once more": Case(ALL, page=changed(stub_again)),
        "large outputs": Case(ALL, page=changed(large_outputs)),
        "sources as lines": Case(ALL, page=changed(sources_as_lines)),
        "newer blank copy": Case(ALL, "several files", write=newer_blank),
        "checkpoint": Case(ALL, write=checkpoint),
        "tar.gz": Case(ALL, "Taken out of", write=tar_gz),
        "conflict in the file": Case(NONE, "not a notebook", data=conflict(good).encode()),
        "conflict in a cell": with_code(conflict(GOOD), REST, "SyntaxError"),
        "cut off": Case(NONE, "not a notebook", data=good[: len(good) // 2].encode()),
        "line ends of Windows": with_code(GOOD.replace("\n", "\r\n"), ALL),
        "hard spaces": with_code(GOOD.replace("    ", "\u00a0" * 4), REST, "SyntaxError"),
        "curly quotes": with_code("print(\u201chello\u201d)\n" + GOOD, REST, "SyntaxError"),
        "awaits": with_code("import asyncio\nawait asyncio.sleep(0)\n" + GOOD, ALL),
        "a lambda": with_code(short, ALL),
        "a method": with_code(method, ALL),
        "a decimal": with_code("from decimal import Decimal\n" + decimal, ALL),
        "other parameters": with_code(GOOD.replace("total", "w").replace("visits", "n"), ALL),
        "capital letters": with_code(GOOD.replace("ucb1", "UCB1"), REST, "ucb1"),
        "yields": with_code(GOOD.replace("return", "yield"), REST, "Wrong: ucb1"),
        "a name that is missing": with_code(GOOD.replace("log(", "ln("), REST, "ucb1"),
    }


THREADS = """
import threading, time
for _ in range(50):
    try:
        threading.Thread(target=time.sleep, args=(1000,), daemon=False).start()
    except RuntimeError:
        pass
"""


def slow() -> str:
    return GOOD.replace("    if", "    time.sleep(0.005)\n    if", 1)


WORST = ("fork bomb", "slow hog", "swallows", "disk", "vandal", "kills all")


def write_all(some: dict[str, Case], folder: Path) -> Path:
    """Put every submission into a folder with the student's name."""
    for name, case in some.items():
        case.put(folder / name)
    return folder
