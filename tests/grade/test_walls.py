"""What a submission can see, keep and send: nothing but the question of the moment."""

import subprocess
import sys
import time

import pytest

import check
from check.messages import CALLS_EXIT, CHANGED
from grade import problems, protocol, remote, sandbox, session, transplant, verdict
from grade.limits import Limits
from grade.processes import DENIED, call_filter
from grade.sandbox import Sandbox
from tests.grade import submissions
from tests.grade.test_running import needs_bubblewrap

needs_filter = pytest.mark.skipif(
    sandbox.problem() is not None or call_filter() is None, reason="needs bubblewrap and seccomp"
)
CALL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    ctypes.set_errno(0)
    found = libc.syscall(NUMBERS[name], *args)
    return found, ctypes.get_errno()
"""


def inside(source, *names):
    """The values of these names after a cell has run in a sandbox."""
    with Sandbox() as box:
        box.look([])
        error = box.run_cell("cell", source, 10)
        assert error is None, error
        return [value for _, value in box.look(names).values()]


def numbers():
    import pyseccomp as seccomp

    found = {n: seccomp.resolve_syscall(seccomp.Arch.NATIVE, n) for n in DENIED}
    return {name: number for name, number in found.items() if number >= 0}


@needs_filter
def test_every_call_on_the_list_is_refused():
    every = "\n".join(
        [f"NUMBERS = {numbers()!r}", CALL, "found = {n: call(n)[1] for n in NUMBERS}"]
    )
    (found,) = inside(every, "found")
    assert {name: error for name, error in found.items() if error != 1} == {}
    assert {"keyctl", "ptrace", "unshare", "memfd_create"} <= set(found)


@needs_filter
@pytest.mark.parametrize(
    "attempt",
    [
        "import socket; socket.socket(socket.AF_INET)",
        "import mmap; mmap.mmap(-1, 4096)",  # shared: it would outlive a question
        "import os; os.memfd_create('x')",
        "import os; os.unshare(0x10000000)" if sys.version_info >= (3, 12) else "1 / 0",
        "import os; os.mkfifo('/course/x')",
        "open('/course/lib/x', 'w')",
    ],
)
def test_what_no_exercise_needs_fails(attempt):
    source = f"try:\n    {attempt}\n    worked = True\nexcept Exception:\n    worked = False"
    assert inside(source, "worked") == [False]


def test_cells_that_draw_run():
    source = """
import lib.draw
from lib.draw import draw_board, draw_tree
from lib.games import TicTacToe, TreeGame
from lib.widgets import stepper
get_ipython().run_line_magic("matplotlib", "inline")
board = draw_board(TicTacToe(), TicTacToe().initial_state())
total = TreeGame([1, 2]).utility((1,)) if "<svg" in str(board) else 0
"""
    assert inside(source, "total") == [2]


@pytest.mark.parametrize("name", problems.names())
def test_checks_that_students_call_in_cells_say_what_is_wrong(name):
    cells = problems.load(name).cells
    called = {e for e in check.EXERCISES if any(f"check.{e}(" in cell.source for cell in cells)}
    lines = [f"reports.append(check.{exercise}(lambda *args: 42))" for exercise in called]
    lines += ["texts = [str(report) + report._repr_html_() for report in reports]"]
    source = "\n".join(["import check", "reports = []", *lines, "count = len(texts)"])
    assert inside(source, "count") == [len(called)] and called


DRAWS = {
    "looks into a picture": "assert '<svg' in draw_ucb([('a', 3, 1)], c=2)",
    "writes": "import io; io.StringIO().write(draw_ucb([('a', 3, 1)], c=2).title)",
    "all names": "from lib.draw import *",
    "a module": "import lib.draw.svg; from lib.draw.colors import INK",
    "a kind of pictures": "from lib.draw import SVG; isinstance(draw_ucb([('a', 3, 1)], c=2), SVG)",
    "in a with": "with get_ipython() as shell: pass",
    "a report": "assert '<' in check.minimax(lambda *args: (0, None))._repr_html_()",
    "asks for help": "help(len); license; copyright; credits",
}


@needs_bubblewrap
@pytest.mark.parametrize("name", DRAWS)
def test_a_cell_goes_on_after_its_pictures(name):
    assert inside(f"import check\nfrom lib.draw import draw_ucb\n{DRAWS[name]}\nx = 1", "x") == [1]


def test_a_cell_may_begin_with_the_mark_of_a_file():
    assert inside("\ufeffx = 1", "x") == [1]


@pytest.mark.parametrize("change", ["children.reverse()", "children[0].visits += 1"])
def test_who_changes_an_argument_is_told_so(change):
    """Lists come back from the sandbox, and the objects that some exercises may change."""
    source = submissions.CHOOSE.replace("    bounds =", f"    {change}\n    bounds =")
    assert change in source
    cells = [("setup", "from math import inf, log, sqrt"), ("cell", source)]
    with session.Session(cells, Limits()) as running:
        report = check.choose(remote.RemoteFunction(running, "choose", "choose"))
    assert report.status == "wrong" and CHANGED in str(report)


def test_a_cell_may_end_in_exit():
    with Sandbox() as box:
        box.look([])
        assert box.run_cell("cell", "x = 1\nexit()", 10) == CALLS_EXIT
        assert box.look(["x"])["x"] == ("value", 1)


@needs_filter
def test_ordinary_programs_still_run():
    source = """
import asyncio, random, re, json, tempfile, functools, dataclasses, statistics
import numpy
async def one(): return 1
with tempfile.TemporaryFile() as file: file.write(b"x")
total = asyncio.run(one()) + int(numpy.ones(3).sum())
"""
    assert inside(source, "total") == [4]


KEYS = """
import ctypes, os, sys, time
libc = ctypes.CDLL(None)
libc.syscall(250, 1, None)  # join an empty session keyring
key = libc.syscall(248, b"user", b"secret", b"of the grader", 13, -3)
assert key > 0
sys.path.insert(0, os.getcwd())
from grade.sandbox import Sandbox
look = '''
import ctypes
libc = ctypes.CDLL(None)
found = libc.syscall(249, b"user", b"secret", None, 0)
kept = libc.syscall(248, b"user", b"mine", b"x", 1, -4)
'''
with Sandbox() as box:
    box.look([])
    print(box.run_cell("c", look, 10), box.look(["found", "kept"]))
"""


@needs_filter
@pytest.mark.skipif(sys.platform != "linux", reason="numbers of Linux calls")
def test_keys_of_the_grader_are_not_seen_and_none_can_be_kept():
    import platform

    if platform.machine() != "x86_64":
        pytest.skip("the numbers of the calls are those of x86-64")
    done = subprocess.run([sys.executable, "-c", KEYS], capture_output=True, text=True)
    if "AssertionError" in done.stderr:
        pytest.skip("this kernel keeps no keys")
    assert "None {'found': ('value', -1), 'kept': ('value', -1)}" in done.stdout, done


@needs_filter
def test_nothing_tells_how_warm_a_file_is():
    """A hidden question could be read into the system's cache, and found there by another one."""
    source = """
import os
file = os.open("/usr/bin/env", os.O_RDONLY)
def refused(call, *args):
    try:
        call(*args)
    except PermissionError:
        return True
    return False
found = [
    refused(os.preadv, file, [bytearray(9)], 0, os.RWF_NOWAIT),
    refused(os.posix_fadvise, file, 0, 0, os.POSIX_FADV_DONTNEED),
]
"""
    assert inside(source, "found") == [[True, True]]


@needs_bubblewrap
@pytest.mark.parametrize("make", ["os.mknod(name)", "os.symlink('x', name)", "os.mkdir(name)"])
def test_empty_files_take_memory_that_is_counted_too(make):
    source = (
        f"import os\nfor n in range(10**9):\n    name = '/tmp/' + 'n' * 200 + str(n)\n    {make}\n"
    )
    with Sandbox() as box:
        box.look([])
        with pytest.raises(sandbox.Gone, match="more than 5000 files"):
            box.run_cell("cell", source, 20)


@needs_bubblewrap
def test_two_submissions_at_a_time_do_not_meet():
    """Not by an abstract socket, a file, a queue, a signal or a name of a process."""
    first = """
import os, socket
listening = socket.socket(socket.AF_UNIX)
listening.bind("\\0meeting")
listening.listen()
os.chdir("/tmp")
open("meeting", "w").write("here")
me = os.getpid()
"""
    second = """
import os, socket
found = []
os.chdir("/tmp")
for name in ("\\0meeting", "meeting"):
    try:
        socket.socket(socket.AF_UNIX).connect(name)
        found.append(name)
    except OSError:
        pass
found += [name for name in os.listdir("/tmp") + os.listdir("/dev/shm") if "meeting" in name]
for pid in range(2, 400):
    try:
        if pid not in (os.getpid(), os.getppid()):
            os.kill(pid, 0)
            found.append(pid)
    except ProcessLookupError:
        pass
    except PermissionError:
        found.append(pid)
"""
    with Sandbox() as one, Sandbox() as two:
        for box, source in ((one, first), (two, second)):
            box.look([])
            assert box.run_cell("cell", source, 10) is None
        assert two.look(["found"]) == {"found": ("value", [])}


@needs_bubblewrap
def test_two_sandboxes_have_two_users():
    with Sandbox() as one, Sandbox() as two:
        assert one.uid is None or one.uid != two.uid


def test_where_calls_are_not_filtered_that_is_said(monkeypatch):
    monkeypatch.setattr(sandbox, "problem", lambda: None)
    monkeypatch.setattr(sandbox, "call_filter", lambda: None)
    assert sandbox.protection() == [sandbox.SANDBOX.UNFILTERED]


# --- hostile answers -----------------------------------------------------------------------

PRIME = 2**61 - 1  # whole numbers that differ by it have the same hash


def line(kind, items):
    return protocol.json.dumps({"root": {"kind": kind, "items": items}, "objects": []})


@pytest.mark.parametrize("kind", ["set", "dict"])
def test_keys_that_collide_cost_no_time(kind):
    keys = [PRIME * n for n in range(60_000)]
    items = keys if kind == "set" else [[key, 1] for key in keys]
    begin = time.process_time()
    with pytest.raises(ValueError):
        protocol.unpack(line(kind, items))
    assert time.process_time() - begin < 5


def test_ordinary_tables_of_numbers_pass():
    table = {n * 2**20: n for n in range(200)} | {(n, "x"): n for n in range(5000)}
    assert protocol.unpack(protocol.pack(table)) == table
    boards = {(1 << n) | (1 << (n + 7)) for n in range(400)}
    assert protocol.unpack(protocol.pack(boards)) == boards


def test_an_answer_has_a_limit_of_items_and_depth():
    with pytest.raises(ValueError):
        protocol.unpack(line("list", [0] * (protocol.MAX_ITEMS + 1)))
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(ValueError):
        protocol.unpack(deep)


@needs_bubblewrap
@pytest.mark.parametrize("piece", ["x" * 50 + "\\n", "\\n"])
def test_a_flood_of_lines_ends_soon(piece):
    write = f"os.write(n, b'{piece}' * 9000)"
    source = f"""
import contextlib, os
def f(x):
    for n in [*range(3, 10)] * 5:
        with contextlib.suppress(OSError):
            {write}
    return x
"""
    begin = time.process_time()
    with session.Session([("cell", source)], Limits()) as running:
        list(running.answers("f", [session.protocol.Call((1,))], 5, None))
    assert time.process_time() - begin < 5


@needs_bubblewrap
def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(sandbox, "MAX_REPLY_BYTES", 100_000)
    with session.Session([("cell", "def f(x):\n    return 'x' * 300_000")], Limits()) as running:
        (answer,) = running.answers("f", [session.protocol.Call((1,))], 5, None)
    assert answer.kind == "died"


LEAVES = """
import os
def f(n):
    with open(os.environ["TMPDIR"] + "/left", "a") as file:
        file.write("x")
    return n
"""


@needs_filter
@pytest.mark.parametrize("alone", [True, False])
def test_the_very_first_question_leaves_nothing_behind(alone):
    """Also one call of a match, before anything was asked in a child."""
    with session.Session([("cell", LEAVES)], Limits()) as running:
        (answer,) = running.answers("f", [protocol.Call((1,))], 5, None, alone=alone)
    assert answer.kind == "error" and "PermissionError" in answer.text


REMEMBERS = """
import random, threading
seen, shared = [], open("/usr/bin/env", "rb")
def f(n):
    seen.append(n)
    f.count = getattr(f, "count", 0) + 1
    random.random()
    try:
        place = shared.tell()
        shared.read(100)
    except (OSError, ValueError):
        place = 0
    return [len(seen), f.count, place, threading.active_count()]
"""


@needs_bubblewrap
def test_no_question_finds_what_another_one_has_left():
    """In lists, on the function, in the place of an open file, as a thread."""
    with session.Session([("cell", REMEMBERS)], Limits()) as running:
        for _ in range(2):
            asked = [protocol.Call((n,)) for n in range(5)]
            answers = list(running.answers("f", asked, 5, None))
            assert [protocol.unpack(a.value)[0] for a in answers] == [[1, 1, 0, 1]] * 5


HEARS = """
import contextlib, fcntl, os, signal
seen = []
for one in (signal.SIGUSR1, signal.SIGIO, signal.SIGCHLD):
    signal.signal(one, lambda *event: seen.append(1))
def f(n):
    before = len(seen)
    os.kill(os.getppid(), signal.SIGUSR1)
    read_end, write_end = os.pipe()
    with contextlib.suppress(PermissionError):
        fcntl.fcntl(read_end, fcntl.F_SETOWN, os.getppid())
        fcntl.fcntl(read_end, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    os.write(write_end, b"x")
    return before
"""


@needs_bubblewrap
def test_no_question_wakes_code_in_the_process_that_asks_the_next():
    """By a signal, by a file that sends one, by its own end."""
    with session.Session([("cell", HEARS)], Limits()) as running:
        asked = [protocol.Call((n,)) for n in range(4)]
        answers = list(running.answers("f", asked, 5, None))
    assert [a.kind for a in answers] == ["value"] * 4
    assert [protocol.unpack(a.value)[0] for a in answers] == [0] * 4


SPIES = """
import gc, os, sys
def f(n):
    found = [os.read(number, 100) for number in range(3, 64) if readable(number)]
    frames, frame = [], sys._getframe()
    while frame:
        frames.append(repr(frame.f_locals))
        frame = frame.f_back
    texts = [t for t in gc.get_objects() if isinstance(t, tuple) and t[:1] == ("secret",)]
    return ("secret", "mine" * (n == 1), found, len(texts), "minemine" in "".join(frames))

def readable(number):
    import select
    try:
        return bool(select.select([number], [], [], 0)[0])
    except (OSError, ValueError):
        return False
"""


@needs_bubblewrap
def test_no_question_finds_the_value_of_another_one():
    """Values wait in pipes until a few are there: a later question cannot read them."""
    with session.Session([("cell", SPIES)], Limits()) as running:
        asked = [protocol.Call((n,)) for n in range(40)]
        answers = list(running.answers("f", asked, 5, None))
    values = [protocol.unpack(a.value)[0] for a in answers]
    assert [value[2:] for value in values] == [([], 0, False)] * 40


CHANGES = """
import os, time
try:
    import numpy
except ImportError:
    numpy = None
def f(given, n):
    given.append(n)
    if n == 1:
        return numpy.float64(0.5) if numpy else 0.5
    if n == 2:
        given[0] = numpy.float64(0.5) if numpy else 0.5
    if n == 3:
        raise KeyError("three")
    if n == 4:
        return "x" * 10_000
    if n == 5:
        return {1: [2, {3}], "a": (None, True)}
    if n == 6:
        os._exit(3)
    return n
"""


@needs_bubblewrap
def test_short_and_long_answers_are_the_same_in_every_order():
    """Values that cross a pipe in the sandbox, and those that cannot: numbers of NumPy, errors."""
    seen = {}
    with session.Session([("cell", CHANGES)], Limits()) as running:
        for order in (range(8), reversed(range(8)), *([n] for n in range(8))):
            order = list(order)
            asked = [protocol.Call(([7], n)) for n in order]
            for n, answer in zip(order, running.answers("f", asked, 5, None), strict=True):
                seen.setdefault(n, []).append((answer.kind, answer.value, answer.text))
    for n, answers in seen.items():
        assert len(answers) == 3 and len(set(answers)) == 1, (n, answers)
    told = {n: protocol.unpack(a[0][1]) if a[0][0] == "value" else a[0][0] for n, a in seen.items()}
    assert told[0] == (0, ([[7, 0], "__the same as before__"])) and told[1][0] == 0.5
    assert told[2][1][0] == [0.5, 2] and told[3] == "error" and told[6] == "died"
    assert told[4][0] == "x" * 10_000 and told[5][0] == {1: [2, {3}], "a": (None, True)}


HANGS = "def f(n):\n    while n == 30:\n        pass\n    return n\n"


@needs_bubblewrap
def test_answers_before_an_endless_one_are_kept():
    with session.Session([("cell", HANGS)], Limits()) as running:
        asked = [protocol.Call((n,)) for n in range(40)]
        answers = list(running.answers("f", asked, 0.5, None))
    assert [a.kind for a in answers] == ["value"] * 30 + ["time"]


@needs_bubblewrap
def test_hidden_questions_are_asked_when_all_others_are_answered(monkeypatch):
    """In one process, in which nothing that students see is asked from then on."""
    asked, real = [], session.Session.answers

    def answers(self, name, questions, *more, **options):
        found = list(real(self, name, questions, *more, **options))
        asked.append((id(self.sandbox), self in hidden, name))
        yield from found

    hidden, heir = [], session.Session.heir

    def handed_over(self):
        hidden.append(heir(self))
        return hidden[-1]

    monkeypatch.setattr(session.Session, "answers", answers)
    monkeypatch.setattr(session.Session, "heir", handed_over)
    problem_set = problems.load("ps5_ucb1")
    cells = [c for c in problem_set.cells if c.kind in ("setup", "solution")]
    submitted = transplant.Submitted(
        [(c.name, f"{c.source}\n# of this test\n") for c in cells], own={"ucb1": "x"}
    )
    parts, _ = verdict.judge(problem_set, submitted, Limits())
    assert sum(part.points for part in parts) == 17
    assert len({box for box, *_ in asked}) == 1, "one process is enough"
    order = [is_hidden for _, is_hidden, _ in asked]
    assert order == sorted(order) and order.count(True) == order.count(False) == 4


@needs_bubblewrap
@pytest.mark.parametrize("kind", ["['function'], 1", "{1: 2}, {}", "'function', 1, 2", "5"])
def test_a_name_that_is_nothing_sensible_is_missing(kind):
    forged = f"lambda self, line, names: iter([{{n: ({kind}) for n in names}}])"
    source = f"import grade.worker as w\nw.Submission.look = {forged}\n"
    with session.Session([("cell", source)], Limits()) as running:
        assert running.look(["f"]) == {"f": ("missing", None)}


@needs_bubblewrap
def test_the_same_code_is_asked_once(monkeypatch):
    problem_set = problems.load("ps5_ucb1")
    submitted = transplant.Submitted([("cell", "def ucb1(*args): return 1  # once")], own={"x": ""})
    first = verdict.judge(problem_set, submitted, Limits())
    monkeypatch.setattr(session.Session, "ready", lambda self: pytest.fail("asked again"))
    again = verdict.judge(problem_set, submitted, Limits())
    assert again == first and again[0] is not first[0]
    first[0][0].points = 99.0
    assert verdict.judge(problem_set, submitted, Limits()) == again
    for other in (Limits(cell_seconds=3), Limits(megabytes=600)):
        with pytest.raises(pytest.fail.Exception):
            verdict.judge(problem_set, submitted, other)
