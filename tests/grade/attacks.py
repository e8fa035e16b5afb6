"""More attacks on the grader, each as a submission with the mark that it deserves.

They belong to the class of strangers in `submissions`. `ucb1` is worth 4 of the 17 points: who
cheats there keeps the other 13.
"""

from tests.grade.submissions import ALL, GOOD, REST, WRONG, Case, inside, with_code

HEAD = "def ucb1(total, visits, parent_visits, c):\n"

# --- reading answers out of the session ------------------------------------------------------

READING = {
    "looks up the frames": """
import sys
found, frame = [], sys._getframe()
while frame:
    for value in [*frame.f_locals.values(), *frame.f_globals.values()]:
        found += [v for v in vars(value).values()] if hasattr(value, "__dict__") else [value]
    frame = frame.f_back
return next((x for x in found if type(x) is float and abs(x) < 1e9), 42)
""",
    "looks at all objects": """
import gc
for thing in gc.get_objects():
    for name in ("expected", "answer", "right", "solution", "points", "seed"):
        value = getattr(thing, name, None)
        if type(value) in (int, float):
            return value
return 42
""",
    "asks the referrers": """
import gc
seen = gc.get_referrers(ucb1)
while seen and len(seen) < 5000:
    one = seen.pop()
    if isinstance(one, dict):
        for value in one.values():
            if type(value) is float and abs(value) < 1e9:
                return value
return 42
""",
    "reads proc": """
found = ""
for name in ("environ", "cmdline", "maps", "mem", "fd/0", "fd/3", "task", "../1/environ"):
    for who in ("self", "thread-self", "1", "2"):
        try:
            found += open("/proc/%s/%s" % (who, name), errors="replace").read()
        except OSError:
            pass
return 42 if not found else float("".join(x for x in found if x.isdigit())[:9])
""",
    "peeks into the pipe": """
import ctypes, os
libc, (reading, writing) = ctypes.CDLL(None), os.pipe()
for number in range(64):
    if number not in (reading, writing) and libc.tee(number, writing, 100000, 2) > 0:
        import pickletools
        return float(len(os.read(reading, 100000)))
return 42
""",
    "reads all descriptors": """
import os
for number in range(64):
    try:
        os.set_blocking(number, False)
        text = os.pread(number, 10000, 0) + os.read(number, 10000)
        if text:
            return float(len(text))
    except OSError:
        pass
return 42
""",
    "reads other processes": """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
done = [libc.ptrace(16, pid, 0, 0) for pid in (1, 2, 3, os.getppid())]
done.append(libc.syscall(310, os.getppid(), 0, 0, 0, 0, 0))
return 42 if set(done) == {-1} else float("inf")
""",
    "finds our text": """
import linecache, sys
for name, module in list(sys.modules.items()):
    source = getattr(getattr(module, "__loader__", None), "get_source", lambda name: "")
    try:
        if "BEGIN HIDDEN" in (source(name) or ""):
            return float("inf")
    except Exception:
        pass
texts = ["".join(entry[2]) for entry in linecache.cache.values() if len(entry) > 2]
return 42 if not any("seed=" in text for text in texts) else 0.0
""",
    "asks the clock": """
import time
a = time.thread_time_ns()
b = [time.perf_counter_ns() for _ in range(50)]
return (b[-1] - b[0] + a) / 1e9
""",
}

# --- answers that are none -------------------------------------------------------------------

FAKES = {
    "a class that is a float": """
class Fake:
    __class__ = property(lambda self: float)
    __float__ = __add__ = __radd__ = __sub__ = __rsub__ = lambda self, *x: 1.0
    __eq__ = __le__ = __ge__ = lambda self, other: True
return Fake()
""",
    "a class from numpy": """
class Fake:
    def tolist(self):
        return type("float", (float,), {"__eq__": lambda a, b: True, "__hash__": None})(1)
Fake.__module__, Fake.__qualname__ = "numpy", "float64"
return Fake()
""",
    "numpy that answers anew": """
answers = iter(range(10**9))
class Fake:
    def tolist(self):
        return next(answers)
Fake.__module__ = "numpy"
return Fake()
""",
    "numpy in circles": """
class Fake:
    def tolist(self):
        return [self]
Fake.__module__ = "numpy"
return Fake()
""",
    "a named tuple of tricks": """
class Fake(tuple):
    _fields = ("a",)
    def __iter__(self):
        return iter([1.0])
    def __eq__(self, other):
        return True
return Fake([42])
""",
    "an int that equals": """
class Fake(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0
    __hash__ = int.__hash__
return Fake(42)
""",
    "a pickle": """
class Fake:
    def __reduce__(self):
        return (__import__("os").system, ("cd /tmp && touch pwned",))
return Fake()
""",
    "code objects": "return ucb1.__code__",
    "an ellipsis": "return ...",
    "complex": "return complex(1, 0)",
    "true": "return True",
    "minus nothing": "return -0.0",
    "infinite": "return float('-inf')",
    "a number too long to print": "return 10 ** 5000",
    "a number that is almost too long": "return 10 ** 4200",
    "a line of ours": 'return \'{"root": ["value", 1.0, ""], "objects": []}\'',
    "a table with kind": 'return {"kind": "float", "items": [1.0], "root": 1, "objects": []}',
    "the same as before": 'return "__the same as before__"',
    "a list of everything": "return [0.1 * n for n in range(1000)]",
    "a deep list": "x = 1.0\nfor _ in range(5000): x = [x]\nreturn x",
    "colliding keys": "return {(2**61 - 1) * n: n for n in range(50_000)}",
    "a node for a number": (
        "from lib.search import Node\n"
        "node = Node.__new__(Node)\nnode.parent = node\nnode.children = {1: node}\nreturn node"
    ),
    "decimal nan": 'from decimal import Decimal\nreturn Decimal("sNaN")',
    "a half letter": 'return "\\ud800"',
    "its own arguments": "return locals()",
    "a picture": "import lib.draw\nreturn lib.draw.draw_ucb([(1, 1)], c=2)",
    "a shell": "return get_ipython()",
    "a float that never ends": (
        "class Fake(float):\n    def __float__(self):\n        while True: pass\nreturn Fake(1)"
    ),
    "a memory view": "return memoryview(b'12345678').cast('d')",
}

# --- the pipe of a short value ------------------------------------------------------------------

PIPE = """
import marshal, os, sys
end = sys._getframe(1).f_locals.get("end", 99)
def said(data):
    os.write(end, data)
    os._exit(77)
if end != 99:
    {}
return 42
"""
PIPES = {
    "a value that is said but not sent": "os._exit(77)",
    "more arguments than there are": "said(marshal.dumps((1.0, [1] * 50)))",
    "a list without end": "said(b'[\\xff\\xff\\xff\\x7f')",
    "a deep value": "said(b'\\xa9\\x01' * 1900)",
    "code for a value": "said(marshal.dumps((said.__code__, [])))",
    "a closed pipe": "os.close(end)",
}

# --- the protocol ----------------------------------------------------------------------------

LINE = """
import os, sys
from grade import protocol
def line():
    # gc does not tell what is frozen
    frame = sys._getframe()
    while "line" not in frame.f_locals or type(frame.f_locals["line"]).__name__ != "Line":
        frame = frame.f_back
    return frame.f_locals["line"]
def raw(data):
    place = line().replies.fileno()
    while data:
        data = data[os.write(place, data):]
"""
PROTOCOL = {
    "half a line": "raw(b'{\"root\": [')\nreturn 42",
    "half a line, then nothing": "raw(b'{\"root\": [')\nwhile True: pass",
    "the same key twice": (
        "token = line().token\n"
        'raw((\'{"root": 1, "root": ["%s", "says", ["value", "1", ""]], "objects": [], \'\n'
        "     '\"objects\": []}\\n' % token).encode())\nreturn 42"
    ),
    "zeros": "raw(bytes(1000) + b'\\n')\nreturn 42",
    "half letters": (
        "token = line().token\n"
        'raw(b\'{"root": ["\' + token.encode() + b\'", "says", \'\n'
        '    b\'["value", "\\xed\\xa0\\x80", ""]]}\\n\')\nreturn 42'
    ),
    "deep and long": "raw(b'[' * 900_000 + b'\\n')\nreturn 42",
    "many objects": (
        "token = line().token\n"
        'one = \'{"class": "check.ucb1:Child", "values": {"total": 1}}\'\n'
        'raw((\'{"root": ["%s", "says", ["value", "x", ""]], "objects": [%s]}\\n\'\n'
        "     % (token, ', '.join([one] * 90_000))).encode())\nreturn 42"
    ),
    "kinds that are none": (
        'for kind in ("right", "busy", "time", None, 1.0, ["value"], "value\\x00"):\n'
        '    line().send("says", (kind, "1", ""))\n'
        "return 42"
    ),
    "busy": 'line().send("busy")\nline().send("says", "busy")\nreturn 42',
    "asks what nobody asked": (
        "for n in range(300):\n"
        '    line().send("asks", *range(n % 9))\n'
        '    line().send("asks", "utility", [n], True, [[n, n]] * 50)\n'
        "return 42"
    ),
    "every answer twice": (
        "found = line()\n"
        "if not hasattr(found, 'real'):\n"
        "    found.real = found.send\n"
        "    found.send = lambda *words: (found.real(*words), found.real(*words))\n"
        "return 42"
    ),
    "a long story": "raise ValueError('=1+1;' * 2_000_000)",
}
WORKER = {
    "another worker": """
import grade.worker as w
w.answer_to = lambda function, case: w.Answer("value", "1.0")
w._told = lambda function, case: ("value", '{"root": [1.0, []], "objects": []}', "")
""",
    "says all is plain": """
import grade.protocol as p
p._Packer.pack = lambda self, value: '{"root": NaN, "objects": []}'
""",
    "no pipes": "import os\ndef no(): raise OSError\nos.pipe = no\n",
    "every end is good": "import grade.worker as w\nw._ended = lambda child: w.SAID\n",
    "everything is a function": """
import grade.worker as w
w.Submission.look = lambda self, line, names: iter([dict.fromkeys(names, ("function", None))])
""",
    "no forks": "import grade.worker as w\nw._fork_or_none = lambda: None\n",
    "writes the verdict": """
import grade.verdict, grade.batch
grade.verdict.judge = lambda *args: ([], {})
grade.batch.grade = lambda *args: {"auto": 17}
""",
    "no clock": """
import time, os
os.times = lambda: (0, 0, 0, 0, 0)
time.monotonic = time.time = time.process_time = lambda: 0.0
""",
}

# --- others, and what comes later ------------------------------------------------------------

LASTING = {
    "a timer": (
        "import signal\nseen = []\nsignal.signal(signal.SIGALRM, lambda *event: seen.append(1))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)\n"
    ),
    "watches files": (
        "import ctypes\nlibc = ctypes.CDLL(None)\nwatch = libc.inotify_init1(0)\n"
        'for place in (b"/", b"/tmp", b"/course"):\n'
        "    libc.inotify_add_watch(watch, place, 4095)\n"
    ),
    "a limit of its own": (
        "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (40, 64))\n"
        "resource.setrlimit(resource.RLIMIT_STACK, (2**20, 2**20))\n"
    ),
    "a profile": "import sys\nsys.setprofile(lambda *event: None)\n",
    "no garbage": "import gc\ngc.disable()\ngc.set_threshold(0)\ngc.freeze()\n",
    "names in tmp": (
        "import os\nfor n in range(2000):\n"
        "    os.close(os.open('/tmp/' + 'n' * 200 + str(n), 66))\n"
    ),
    "open files": (
        "held = []\ntry:\n    while True: held.append(open('/usr/bin/env', 'rb'))\n"
        "except OSError:\n    del held[-12:]\n"
    ),
    "another folder": "import os\nos.chdir('/')\nos.umask(0o777)\n",
    "another group": "import os\nos.setsid() if os.getpid() != os.getsid(0) else None\n",
    "a key": "import ctypes\nctypes.CDLL(None).syscall(248, b'user', b'a', b'b', 1, -4)\n",
}
SLOW = {
    "many short naps": "import time\nwhile True: time.sleep(0.01)\n",
    "stops itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n",
    "waits for a signal": "import signal\nsignal.pause()\n",
    "waits for itself": "import os\na, b = os.pipe()\nos.read(a, 1)\n",
    "a lock twice": "import threading\nlock = threading.Lock()\nlock.acquire(); lock.acquire()\n",
    "an endless await": "import asyncio\nawait asyncio.Event().wait()\n",
    "an endless import": "import itertools\nfor _ in itertools.count(): import json\n",
    "a slow pattern": "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')\n",
    "a huge power": "x = 7 ** (7 ** 9)\n",
}

# --- the machine of who grades ---------------------------------------------------------------

TOLD = {
    "markup as a name": (
        "raise type('<img src=x onerror=alert(1)>', (Exception,), {})('<script>')",
        "&",
    ),
    "braces": ("raise ValueError('{0.__class__} {name} %s %n {}')", "{name}"),
    "a formula": ("raise ValueError('=cmd|calc')", "=cmd"),
    "a formula behind a mark": ("raise ValueError('x;=1+1,@SUM(A1)\\t+2')", "SUM"),
    "colors of a terminal": ("raise ValueError('\\x1b[2J\\x1b]0;owned\\x07')", "owned"),
    "lines and sides": ("raise ValueError('\\u202e\\u2028\\u2066 x')", "x"),
    "a path of ours": ("import grade\nraise ValueError(grade.__file__)", "course"),
}


def cases() -> dict[str, Case]:
    """All of them, by the name of the student."""
    made = {name: inside(body) for name, body in {**READING, **FAKES}.items()}
    made |= {name: inside(PIPE.replace("{}", body)) for name, body in PIPES.items()}
    for name, body in PROTOCOL.items():
        lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
        made[name] = with_code(f"{LINE}{HEAD}{lines}", REST)
    made |= {name: with_code(code + WRONG, REST) for name, code in WORKER.items()}
    made |= {name: with_code(code + GOOD, ALL) for name, code in LASTING.items()}
    made |= {name: with_code(code + GOOD, REST, "no answer within") for name, code in SLOW.items()}
    made |= {name: inside(body, why="Wrong: ucb1") for name, (body, _) in TOLD.items()}
    made["no pipes"].points = 9.0  # `java` is asked through pipes, too
    made["everything is a function"].points = 12.0  # the examples, too
    made["another worker"].points = 1.0  # all that it answers is forged, in every part
    made["asks our own solution"] = with_code(
        "from check.ucb1 import UCB1\nfrom check.runner import Case\n"
        "def ucb1(*args):\n    return UCB1.expected(Case(args, ''))\n",
        ALL,
        flag="touches the checks",
    )
    return made
