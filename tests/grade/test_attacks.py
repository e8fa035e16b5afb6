# ruff: noqa: E501 - an attack is one line
"""Attacks by somebody who knows the grader: on its memory, its lines, its files and its pages.

Each is one small program. What it would have gained is written beside it, and it gains nothing.
"""

import csv
import gzip
import io
import json
import os
import re
import stat
import tarfile
import time
import zipfile

import pytest

from grade import (
    classroom,
    collect,
    feedback,
    files,
    protocol,
    report,
    session,
    transplant,
)
from grade.limits import MAX_NOTEBOOK_BYTES, Limits
from tests.grade import submissions
from tests.grade.test_output import result
from tests.grade.test_running import needs_bubblewrap

# --- state that one question leaves for the next -------------------------------------------

SECRET = "the question was"
KEEP = {  # what a function does to remember `x`, and to find what another question left
    "global": ("seen.append(x)", "seen"),
    "attribute of itself": ("me.left = x", "me.left"),
    "default argument": ("box[0] = x", "box[0]"),
    "builtins": ("import builtins; builtins.left = x", "__import__('builtins').left"),
    "module attribute": ("import json; json.left = x", "__import__('json').left"),
    "sys.modules": ("import sys; sys.modules['left'] = x", "__import__('sys').modules['left']"),
    "environment": ("import os; os.environ['LEFT'] = x", "__import__('os').environ['LEFT']"),
    "putenv of C": ("libc.setenv(b'LEFT', x.encode(), 1)", "getenv(b'LEFT').decode()"),
    "file in /tmp": ("open('@@/left', 'w').write(x)", "open('@@/left').read()"),
    "name of a file": ("open('@@/' + x, 'w')", "__import__('os').listdir('/tmp')[-1]"),
    "folder": (
        "import os; os.mkdir('@@/d_' + x)",
        "[n for n in listdir('/tmp') if 'd_' in n][0]",
    ),
    "symbolic link": ("import os; os.symlink(x, '@@/link')", "readlink('@@/link')"),
    "hard link": (
        "import os; os.link('@@/seed', '@@/h_' + x)",
        "[n for n in listdir('/tmp') if 'h_' in n][0]",
    ),
    "time of a file": (
        "import os; os.utime('@@/seed', (7, 7))",
        "7 // (stat('@@/seed').st_mtime == 7) and SECRET",
    ),
    "mode of a file": (
        "import os; os.chmod('@@/seed', 0o601)",
        "1 // (stat('@@/seed').st_mode & 1) and SECRET",
    ),
    "extended attribute": (
        "import os; os.setxattr('@@/seed', 'user.x', x.encode())",
        "__import__('os').getxattr('@@/seed', 'user.x').decode()",
    ),
    "file without a name": (
        "import os; os.write(os.open('/tmp', os.O_TMPFILE | os.O_RDWR), x.encode())",
        "read_all()",
    ),
    "open file of the parent": (
        "shared.seek(0); shared.write(x); shared.flush()",
        "reread(shared)",
    ),
    "place in an open file": (
        "import os; os.lseek(shared.fileno(), 7, 0)",
        "1 // (lseek(shared.fileno(), 0, 1) == 7) and SECRET",
    ),
    "lock on a file": ("import fcntl; fcntl.flock(shared, fcntl.LOCK_EX)", "locked(shared)"),
    "pipe of the parent": ("import os; os.write(pipe[1], x.encode())", "drained(pipe[0])"),
    "socket pair": ("pair[0].send(x.encode())", "received(pair[1])"),
    "named pipe": (
        "import os; os.mkfifo('@@/f_' + x)",
        "[n for n in listdir('/tmp') if 'f_' in n][0]",
    ),
    "abstract socket": ("listen('\\0left')", "connected('\\0left')"),
    "socket in a file": ("listen('@@/sock')", "1 // ('sock' in listdir('/tmp')) and SECRET"),
    "shared memory": ("open('/dev/shm/left', 'w').write(x)", "open('/dev/shm/left').read()"),
    "memory file": ("import os; me.fd = os.memfd_create('x')", "1 // (me.fd > 0) and SECRET"),
    "shared map": (
        "import mmap; me.map = mmap.mmap(-1, 64); me.map.write(x.encode())",
        "me.map[:].decode()",
    ),
    "nice value": ("import os; os.nice(3)", "1 // (__import__('os').nice(0) >= 3) and SECRET"),
    "affinity": ("import os; os.sched_setaffinity(os.getppid(), {0})", "affinity()"),
    "limit of the parent": (
        "import resource, os; resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (37, 64))",
        "1 // (soft_limit() == 37) and SECRET",
    ),
    "name of the parent": (
        "open('/proc/%d/comm' % __import__('os').getppid(), 'w').write(x)",
        "open('/proc/self/comm').read()",
    ),
    "memory of the parent": ("poke(x)", "1 // (peeked() == 1) and SECRET"),
    "umask": (
        "import os; os.umask(0o123)",
        "1 // (__import__('os').umask(0o22) == 0o123) and SECRET",
    ),
    "working folder": (
        "import os; os.chdir('/tmp')",
        "1 // (__import__('os').getcwd() == '/tmp') and SECRET",
    ),
    "state of random": (
        "import random; random.seed(4)",
        "1 // (random_state() == seeded) and SECRET",
    ),
    "signal handler": (
        "import signal; signal.signal(10, signal.SIG_IGN)",
        "1 // (handler(10) == 1) and SECRET",
    ),
    "child that lives on": ("fork_and_sleep(x)", "1 // alive() and SECRET"),
    "cache of a function": ("cached(x)", "1 // cached.cache_info().currsize and SECRET"),
    "module file of its own": (
        "open('@@/mine.py', 'w').write('left = %r' % x)",
        "load('@@/mine.py')",
    ),
    "message queue": ("queue(x)", "queued()"),
    "kernel key": (
        "libc.syscall(248, b'user', b'left', x.encode(), len(x), -4)",
        "1 // (libc.syscall(249, b'user', b'left', None, -4) > 0) and SECRET",
    ),
    "standard output": ("import os; os.write(1, x.encode())", "drained(0)"),
    "time stamp of a folder": (
        "import os; os.utime('/tmp', (9, 9))",
        "1 // (stat('/tmp').st_mtime == 9) and SECRET",
    ),
    "parent's standing timer": (
        "import os, signal; os.kill(os.getppid(), signal.SIGCONT)",
        "1 // (handler(18) == 1) and SECRET",
    ),
    "pipe at a standard place": ("os.write(1, x.encode())", "os.read(0, 999).decode()"),
    "counter at a standard place": ("os.write(2, b'1234567' + bytes(1))", "counted()"),
    "shared map made writable": (
        "ctypes.memmove(mapped, b'1', 1)",
        "1 // (mapped[0] == b'1') and SECRET",
    ),
    "signal of an open file": (
        "import fcntl; fcntl.fcntl(0, 10, 12)",
        "1 // (told(11) == 12) and SECRET",
    ),
    "flag of an open file": (
        "import fcntl; fcntl.fcntl(0, 4, 1024)",
        "1 // (told(3) & 1024) and SECRET",
    ),
    "open file that waits": ("os.set_blocking(0, False)", "1 // (told(3) & 2048) and SECRET"),
    "lock of an open file": (
        "import fcntl, struct; fcntl.fcntl(0, 37, struct.pack('hhqqi4x', 1, 0, 7, 1, 0))",
        "1 // lock_of_null() and SECRET",
    ),
}
TOOLS = """
import ctypes, functools, os, random, signal, socket
from os import listdir, lseek, readlink, stat
SECRET = "the question was"
seen, box, seeded = [], [""], None
libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
getenv = libc.getenv
open("@@/seed", "w").write("seed")
shared = open("@@/shared", "w+")
pipe, pair = os.pipe(), socket.socketpair()
number = ctypes.c_int(0)
random.seed(4); seeded = random.getstate(); random.seed(99)
def random_state(): return random.getstate()
def me(): pass
def reread(file): file.seek(0); return file.read()
def read_all():
    return "".join(open("/proc/self/fd/%s" % n).read(99) for n in listdir("/proc/self/fd"))
def drained(end): os.set_blocking(end, False); return os.read(end, 999).decode()
def received(end): end.setblocking(False); return end.recv(999).decode()
def locked(file):
    import fcntl
    try:
        fcntl.flock(os.open("@@/shared", os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return SECRET
def listen(name):
    me.s = socket.socket(socket.AF_UNIX); me.s.bind(name); me.s.listen()
def connected(name):
    s = socket.socket(socket.AF_UNIX); s.connect(name); return SECRET
def affinity(): return SECRET if len(os.sched_getaffinity(0)) < affine else ""
affine = len(os.sched_getaffinity(0))
def soft_limit():
    import resource
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
def poke(x):
    with open("/proc/%d/mem" % os.getppid(), "r+b") as memory:
        memory.seek(ctypes.addressof(number)); memory.write(b"\\1")
def peeked(): return number.value
def handler(n): return signal.getsignal(n)
def fork_and_sleep(x):
    if os.fork() == 0:
        import time; time.sleep(30); os._exit(0)
def alive(): return len([n for n in listdir("/proc") if n.isdigit()]) > 3
@functools.cache
def cached(x): return x
def load(path):
    import importlib.util
    spec = importlib.util.spec_from_file_location("mine", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.left
ends = os.pipe(); os.dup2(ends[0], 0); os.dup2(ends[1], 1); os.set_blocking(0, False)
os.dup2(libc.eventfd(0, 0o4000), 2)
def counted(): return os.read(2, 8) and SECRET
libc.mmap.restype = ctypes.POINTER(ctypes.c_char)
mapped = libc.mmap(None, 4096, 1, 1, os.open("/dev/zero", os.O_RDWR), ctypes.c_long(0))
if ctypes.cast(mapped, ctypes.c_void_p).value not in (None, 2**64 - 1):
    libc.mprotect(mapped, 4096, 3)
else:
    mapped = ctypes.create_string_buffer(1)
def told(what): import fcntl; return fcntl.fcntl(0, what)
def lock_of_null():
    import fcntl, struct
    asked = struct.pack("hhqqi4x", 1, 0, 0, 0, 0)
    return struct.unpack("hhqqi4x", fcntl.fcntl(os.open("/dev/null", 0), 36, asked))[0] != 2
def queue(x): me.q = libc.msgget(7, 0o1666)
def queued(): return SECRET if libc.msgget(7, 0) >= 0 else ""
"""


def keeper(name):
    """The source of a function that tries to keep its question in this way."""
    keep, find = KEEP[name]
    number = list(KEEP).index(name)
    return f"""
def f{number}(x):
    try:
        found = str({find})
    except BaseException:
        found = ""
    try:
        {keep}
    except BaseException:
        pass
    return found
"""


@needs_bubblewrap
def test_nothing_of_a_question_is_left_for_the_next_one():
    assert len(KEEP) >= 40
    sources = {"tools": TOOLS} | {name: keeper(name) for name in KEEP}
    cells = [(name, source.replace("@@", "/tmp")) for name, source in sources.items()]
    found = {}
    with session.Session(cells, Limits(cell_seconds=30, all_seconds=120)) as running:
        running.look([])
        assert not any(running.errors.values()), running.errors
        for number, name in enumerate(KEEP):
            asked = [protocol.Call((f"{SECRET} {n}",)) for n in (1, 2, 3)]
            answers = list(running.answers(f"f{number}", asked, 10, None))
            told = [str(protocol.unpack(a.value)[0]) if a.ok else "" for a in answers]
            for later in told[1:]:
                if SECRET in later and later != told[0]:  # what the first one finds, nobody left
                    found[name] = later
    assert found == {}


# --- lines that are no answers -------------------------------------------------------------

FORGED = {  # lines that a student's code may write to the grader
    "not JSON": b"value 1.0\n",
    "empty line": b"\n" * 100,
    "NaN": b'{"root": NaN, "objects": []}\n',
    "infinity as a kind": b'{"root": {"kind": Infinity, "items": []}, "objects": []}\n',
    "unknown class": b'{"root": 1, "objects": [{"class": "os:system", "values": {}}]}\n',
    "class of the grader": b'{"root": 1, "objects": [{"class": "grade.verdict:Part", "values": {}}]}\n',
    "dunder attribute": b'{"root": {"kind": "object", "place": 0}, "objects": [{"class": "check.ucb1:Child", "values": {"__class__": 1}}]}\n',
    "place beyond the table": b'{"root": {"kind": "object", "place": 9}, "objects": []}\n',
    "place before the table": b'{"root": {"kind": "object", "place": -1}, "objects": []}\n',
    "list as a key": b'{"root": {"kind": "dict", "items": [[{"kind": "list", "items": []}, 1]]}, "objects": []}\n',
    "half a pair": b'{"root": {"kind": "dict", "items": [[1]]}, "objects": []}\n',
    "bare list": b'{"root": [1, 2], "objects": []}\n',
    "wrong encoding": b'\xff\xfe{"root": 1}\n',
    "half a character": b'{"root": "\\ud800", "objects": []}\n',
    "deep nesting": b'{"root": '
    + b'{"kind": "list", "items": [' * 3000
    + b"]}" * 3000
    + b', "objects": []}\n',
    "endless number": b'{"root": ' + b"9" * 5000 + b', "objects": []}\n',
    "pickle": b"\x80\x04\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.\n",
    "old token": b'{"root": ["0000000000000000", "says", 1], "objects": []}\n',
    "no token": b'{"root": ["says", 1], "objects": []}\n',
    "control characters": b"\x1b[2J\x07\x00\n",
    "objects as a table": b'{"root": 1, "objects": {"class": 1}}\n',
    "class as a list": b'{"root": 1, "objects": [{"class": [], "values": {}}]}\n',
    "set of sets": b'{"root": {"kind": "set", "items": [{"kind": "set", "items": []}]}, "objects": []}\n',
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_line_is_no_answer_and_costs_no_time(name):
    from grade.sandbox import _readable

    begin = time.process_time()
    for line in FORGED[name].split(b"\n"):
        assert _readable(line)[:2] not in [("a" * 16, "says"), ("a" * 16, "asks")]
    assert time.process_time() - begin < 2


@needs_bubblewrap
def test_forged_lines_before_an_answer_change_nothing():
    lines = list(FORGED.values())
    source = f"""
import os
lines = {lines!r}
def f(n):
    for number in range(3, 12):
        try:
            os.write(number, lines[n])
        except OSError:
            pass
    return n
"""
    with session.Session([("cell", source)], Limits()) as running:
        asked = [protocol.Call((n,)) for n in range(len(lines))]
        answers = list(running.answers("f", asked, 20, None))
    values = [protocol.unpack(a.value)[0] for a in answers if a.ok]
    assert set(values) <= set(range(len(lines))) and len(values) >= len(lines) - 3


# --- files ---------------------------------------------------------------------------------

GOOD = json.dumps(submissions.notebook()).encode()


def tar_with(*infos) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, kind, target, content in infos:
            info = tarfile.TarInfo(name)
            info.type, info.linkname, info.size = kind, target, len(content)
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def zip_link() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        info = zipfile.ZipInfo("ps5_ucb1.ipynb")
        info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    return data.getvalue()


def two_of_a_name() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, pytest.warns(UserWarning):
        for content in (b"{}", GOOD):
            archive.writestr("ps5_ucb1.ipynb", content)
    return data.getvalue()


def false_size() -> bytes:
    """A zip that claims to hold 4 GB."""
    data = bytearray(submissions.zip_bytes({"ps5_ucb1.ipynb": GOOD}))
    place = data.index(b"PK\x01\x02") + 24
    data[place : place + 4] = b"\xff\xff\xff\xf0"
    return bytes(data)


def many_entries() -> bytes:
    return submissions.zip_bytes({f"{n}.txt": b"" for n in range(20_000)} | {"x.ipynb": GOOD})


def bomb_of_bombs() -> bytes:
    inner = submissions.zip_bytes({"ps5_ucb1.ipynb": bytes(30_000_000)})
    return submissions.zip_bytes({f"{n}.zip": inner for n in range(30)})


ARCHIVES = {
    "link in a tar": lambda: tar_with(("ps5_ucb1.ipynb", tarfile.SYMTYPE, "/etc/passwd", b"")),
    "hard link in a tar": lambda: tar_with(("ps5_ucb1.ipynb", tarfile.LNKTYPE, "/etc/passwd", b"")),
    "device in a tar": lambda: tar_with(("ps5_ucb1.ipynb", tarfile.CHRTYPE, "", b"")),
    "pipe in a tar": lambda: tar_with(("ps5_ucb1.ipynb", tarfile.FIFOTYPE, "", b"")),
    "tar that climbs": lambda: tar_with(("../../x.ipynb", tarfile.REGTYPE, "", b"{}")),
    "link in a zip": zip_link,
    "gzip bomb": lambda: gzip.compress(bytes(200_000_000), 1),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(GOOD)),
    "bomb of bombs": bomb_of_bombs,
    "two of a name": two_of_a_name,
    "false size": false_size,
    "many entries": many_entries,
    "tar without an end": lambda: tar_with(("x.ipynb", tarfile.REGTYPE, "", GOOD))[:2000],
    "zip after rubbish": lambda: b"rubbish" * 100 + submissions.zip_bytes({"x.ipynb": GOOD}),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_leads_nowhere_and_ends_soon(name, tmp_path):
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "work.zip").write_bytes(ARCHIVES[name]())
    begin = time.process_time()
    found = collect.collect(tmp_path, [submissions.NAME])
    assert time.process_time() - begin < 20
    assert len(found) == 1 and "root:" not in str(found[0].cells)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["ada", "work.zip"], "nothing unpacked"


def slow_json():
    return b'{"cells": [' + b'{"cell_type": "code", "source": "x"},' * 100_000 + b"]}"


TEXTS = {
    "quotes without an end": b'{"outputs": [' + b'"\\' * 3_000_000,
    "brackets without an end": b'{"outputs": ' + b"[" * 5_000_000,
    "one long line of cells": slow_json(),
    "same key again": b'{"cells": [], ' + b'"cells": [], ' * 200_000 + b'"cells": []}',
    "numbers without end": b'{"cells": [' + b"9" * 4_000_000 + b"]}",
    "null bytes": GOOD.replace(b"\n", b"\x00"),
    "program of comments": b"# In[1]:\n" * 400_000,
    "escapes": b'{"cells": ["' + b"\\u0041" * 1_000_000 + b'"]}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_in_linear_time(name):
    begin = time.process_time()
    for file in ("x.ipynb", "x.py"):
        try:
            transplant.read(TEXTS[name], file)
        except transplant.Unreadable as problem:
            assert str(problem).endswith(".")
    for size in (1 << 20, 1 << 12):
        chunks = (TEXTS[name][at : at + size] for at in range(0, len(TEXTS[name]), size))
        try:
            transplant.without_outputs(chunks, MAX_NOTEBOOK_BYTES)
        except transplant.Unreadable as problem:
            assert "larger" in str(problem)
    assert time.process_time() - begin < 20


# --- tables and pages ----------------------------------------------------------------------

FORMULAS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "a;=1", "a,=1", "a|=1", "a\t=1",
    '"=1', "'=1", "a:=1", '",=1,"', "\u00a0=1", "\ufeff=1", "\u200b=1", "\uff1d1+1", "\uff0b1",
    "=HYPERLINK(\"http://x\")", "%0A-1", "x\x00=1", "=cmd|' /C calc'!A0",
]  # fmt: skip


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", FORMULAS)
def test_no_field_of_a_table_is_a_formula(name, separator, tmp_path):
    made = [result(name, sentence=name, notes=[name], flags=[name], file=name)]
    for one in made:
        one.update(late_days=0, kept=1.0)
    report.write_csv(made, {}, tmp_path / "grades.csv")
    classroom.write_canvas(made, {}, [], tmp_path / "canvas.csv")
    classroom.write_moodle(made, {}, [], tmp_path)
    for path in tmp_path.glob("*.csv"):
        with open(path, encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter=separator):
                for field in row:
                    bare = field.strip("\"' \u00a0\ufeff\u200b")
                    quoted = field.lstrip('" \u00a0\ufeff\u200b').startswith("'")
                    assert quoted or not re.match(r"[=+@\uff1d\uff0b\uff0d\uff20]", bare), (
                        path.name,
                        field,
                    )


MARKUP = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</title><svg onload=alert(1)>",
    "<style>@import 'http://x'</style>", "<link rel=stylesheet href=//x>", "<base href=//x>",
    "<meta http-equiv=refresh content=0>", "&lt;b&gt;", "\"><iframe src=//x>", "<!-- ", "]]>",
    "javascript:alert(1)", "\u202egnp.exe", "\u2028<script>", "<\x00script>", "{{7*7}}", "${7*7}",
    "$\\text{<img src=x>}$", "`</code><script>`", "{title}{body}",
]  # fmt: skip


@pytest.mark.parametrize("text", MARKUP)
def test_no_text_comes_to_life_on_a_page(text, tmp_path):
    made = result(text, sentence=text, notes=[text], flags=[text], words={"words": text}, file=text)
    made |= {"errors": {text: text}, "comments": {"x": text}, "own": {"a": text}}
    report.write_report([made], tmp_path / "report.html", [text])
    for page in (feedback.page(text, [made], {}), (tmp_path / "report.html").read_text("utf-8")):
        tags = {tag.lower() for tag in re.findall(r"<\s*/?\s*([a-zA-Z]+)", page)}
        assert not tags & {"script", "img", "iframe", "link", "base", "object", "embed"}
        assert len(re.findall("<style", page)) == 1 and len(re.findall("<meta", page)) == 3
        assert "\u202e" not in page and "\u2028" not in page and "\x00" not in page
        assert not re.search(r"\son\w+\s*=\s*[^&]*alert\(", re.sub(r"&[a-z#0-9]+;[^<]*", "", page))


def test_names_of_any_kind_stay_apart_and_stay_in_their_folder(tmp_path):
    names = [
        "..",
        ".",
        "a/../b",
        "CON",
        "con",
        "nul.html",
        "é",
        "e\u0301",
        "x" * 300,
        "a\x00b",
        "%2e%2e",
    ]
    names += [
        "ada",
        "Ada",
        "ADA",
        "ada ",
        " ada",
        "ada.",
        "\u202eada",
        "\ud800",
        "index",
        "-rf",
        "~",
    ]
    made = [collect.safe_name(name) for name in names]
    assert len({name.lower() for name in made}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", name) for name in made)
    assert files.shown("a\x1b[31m\n") == "a\\x1b[31m\\x0a"
    assert not os.listdir(tmp_path)
