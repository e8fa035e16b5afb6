"""Asks a learner's function questions in a process of its own, with limits.

The parent forks a child. The child calls the function, case by case, and writes each
answer as one line of plain data. Whatever the function does (exit, loop, eat memory, print
megabytes, change globals) happens to the child. The parent only reads lines and a clock.
Where a system cannot fork (Windows, a browser), the cases run here, with a deadline for Python
code only: `PROTECTED` says which of the two it is.
"""

import contextlib
import dis
import io
import os
import random
import select
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, NamedTuple

from check import messages
from check.plaindata import NotPlain, copied, decode, encode

IN_BROWSER = sys.platform == "emscripten"
PROTECTED = hasattr(os, "fork") and not IN_BROWSER
_PACE = 4 if IN_BROWSER else 1  # how much longer the same takes there

# How much time and memory a check may use
RUN_SECONDS = 1.5 * _PACE  # for all cases together
PATIENCE = 8  # times that much on a busy machine, where the child has to wait for a processor
_MEGABYTES = 512  # above what the process already has
_MAX_LINE = 10_000_000  # bytes that a child may write
DIAGNOSIS_SECONDS = 1.0 * _PACE  # processor time of this process; most need a tenth of it
LONG_DIAGNOSIS_SECONDS = (
    1.2 * _PACE
)  # the same for evaluators and `select`, whose answers take longer
MCTS_DIAGNOSIS_SECONDS = 3.0 * _PACE  # for whole searches, whose iterations are counted, too
ALONE_SECONDS = 0.5 * _PACE  # for a failing case that is asked again, in a process of its own
SHRINK_SECONDS = 0.5 * _PACE  # processor time for finding a smaller case that fails

_HERE = os.path.dirname(os.path.abspath(__file__))
_ROOT = os.path.dirname(_HERE)
_OURS = tuple(os.path.join(_ROOT, room) + os.sep for room in ("check", "lib"))


@dataclass(frozen=True)
class Case:
    """One question: the arguments, how to name them, and how to see a changed argument."""

    args: tuple
    label: str
    group: str = "all"  # what this case is about; a group is right if all its cases are
    build: Callable[[], tuple] | None = None  # makes fresh arguments, where they can be changed
    observe: Callable[[tuple], Any] | None = None  # plain data that must not change
    answer: Callable[[Any, tuple], Any] | None = None  # plain data out of the returned value
    calls: Callable[[], list[tuple]] | None = None  # fresh arguments of several calls
    ask: Callable[[Callable, tuple], Any] | None = None  # any other way; where fn lives elsewhere,
    # this runs here and each call goes there and back
    raises: type[Exception] | None = None  # an error that counts as an answer
    picture: Callable[[], Any] | None = None
    brief: str = ""  # the case in a few words, where a picture shows the rest
    data: Any = None  # what the exercise needs to know about the case
    work: int = 1  # roughly how long it takes: suspects are asked the short ones first


@dataclass(frozen=True)
class Answer:
    """What came back: a value, or the reason why there is none."""

    kind: str  # value error time memory died exit mutated not_plain arguments not_run unattempted
    value: Any = None
    text: str = ""  # what happened; of a value what is odd about it, if anything

    @property
    def ok(self) -> bool:
        return self.kind == "value"


class Returned(NamedTuple):
    """What several calls returned, one after the other."""

    values: list
    random_untouched: bool  # the module `random`: to name a mistake, not to find it


NOT_RUN = Answer("not_run", text=messages.NOT_ASKED)


def run_cases(
    fn: Callable, cases: Sequence[Case], seconds: float = RUN_SECONDS, megabytes: int = _MEGABYTES
) -> list[Answer]:
    """One Answer for each case; after a case that ends the child the rest are NOT_RUN."""
    if hasattr(fn, "ask_all"):  # a function that lives elsewhere: the grader's sandbox
        return fn.ask_all(cases, seconds, megabytes)
    try:
        ask = _ask_in_child if PROTECTED else _ask_here
        answers = ask(fn, cases, seconds, megabytes)
    except BlockingIOError:  # no process is left: this is a sandbox, and its limits hold
        answers = [answer_to(fn, case) for case in cases]
    return answers + [NOT_RUN] * (len(cases) - len(answers))


def not_attempted(fn) -> bool:
    """Whether `fn` is nothing yet: `...`, None, or a function with an empty body."""
    if fn is None or fn is ...:
        return True
    code = getattr(fn, "__code__", None)
    return code is not None and _empty_like(code)


def _empty_like(code) -> bool:
    """Whether the code does nothing but return None or `...`."""
    idle = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}
    steps = list(dis.get_instructions(code))
    constants = [step.argval for step in steps if step.opname in ("LOAD_CONST", "RETURN_CONST")]
    return {step.opname for step in steps} <= idle and constants[-1] in (None, ...)


def answer_to(fn: Callable, case: Case) -> Answer:
    """The Answer to one case, in whatever process this is."""
    args = arguments(case)
    before = case.observe(args) if case.observe else None
    try:
        returned = _value(fn, case, args)
        value = copied(case.answer(returned, args) if case.answer else returned)
    except NotImplementedError:
        return Answer("unattempted", text=messages.UNATTEMPTED)
    except NotPlain as problem:
        return Answer("not_plain", text=messages.NOT_PLAIN.format(what=problem))
    except MemoryError:
        return Answer("memory", text=messages.TOO_MUCH_MEMORY)
    except RecursionError:
        return Answer("error", text=messages.ENDLESS)
    except SystemExit:
        return Answer("exit", text=messages.EXITED)
    except BaseException as error:  # KeyboardInterrupt too: a learner's code can raise it
        if case.raises and isinstance(error, case.raises):
            return Answer("value", value=messages.AN_ERROR.format(error=case.raises.__name__))
        return _error_answer(error)
    return _if_unchanged(case, args, before) or Answer("value", value, oddity(returned))


def answer_in_time(fn: Callable, case: Case, seconds: float = 0.2) -> Answer:
    """As `answer_to`, for a program that may run for ever: it is stopped after some time."""
    return _ask_here(fn, [case], seconds, _MEGABYTES)[0]


def oddity(returned) -> str:
    """What is odd about a returned value, before anything was made of it, or ""."""
    values = returned.values if isinstance(returned, Returned) else [returned]
    kinds = {type(value) for value in values}
    odd = {type(None): messages.RETURNED_NONE, str: messages.RETURNED_TEXT}
    return odd.get(kinds.pop(), "") if len(kinds) == 1 else ""


def _if_unchanged(case, args, before):
    """None, or an Answer that says that the arguments have changed."""
    if not case.observe:
        return None
    try:
        after = case.observe(args)
        if after == before:
            return None
    except Exception:  # so much changed that it cannot even be read
        after = None
    return Answer("mutated", value=repr(after)[:500], text=messages.CHANGED)


def arguments(case: Case):
    """The arguments of the call; a list of them where there are several calls."""
    if case.calls:
        return case.calls()
    return case.build() if case.build else case.args


def _value(fn, case, args):
    if case.ask:
        return case.ask(fn, args)
    if not case.calls:
        return fn(*args)
    state = random.getstate()
    values = []
    for one in args:
        values.append(fn(*one))
    return Returned(values, random.getstate() == state)


def _error_answer(error: BaseException) -> Answer:
    """The error with the last line of the learner's code; a wrong signature is its own kind."""
    frames = list(dropwhile(_only_asks, traceback.extract_tb(error.__traceback__)))
    text = _sentence(error)
    if not frames:
        return Answer("arguments" if isinstance(error, TypeError) else "error", text=text)
    own = [frame for frame in frames if not frame.filename.startswith(_OURS)]
    last = (own or frames)[-1]
    line = (last.line or "").strip()[:120]
    return Answer(
        "error", text=messages.IN_FUNCTION.format(event=text, function=last.name, line=line)
    )


def _sentence(error) -> str:
    """What an error says; its own text may be broken too."""
    try:
        said = str(error)[:300]
    except BaseException:
        said = messages.UNREADABLE
    sentence = messages.RAISED_SAYING if said else messages.RAISED
    return sentence.format(error=type(error).__name__, text=said)


def _only_asks(frame) -> bool:
    """Whether this frame belongs to the checks, on the way to the learner's function."""
    return frame.filename.startswith(_HERE + os.sep)


def _ask_in_child(fn, cases, seconds, megabytes):
    """The same questions in a child, which is gone afterwards."""
    read_end, write_end = os.pipe()
    try:
        pid = _fork()
    except OSError:
        os.close(read_end)
        os.close(write_end)
        raise
    if pid == 0:
        os.close(read_end)
        _child(fn, cases, write_end, seconds, megabytes)
    os.close(write_end)
    try:
        lines, timed_out = _read_lines(read_end, len(cases), _Clock(pid, seconds))
    finally:
        os.close(read_end)
        code = _end(pid)
    answers = [_readable(line) for line in lines]
    return answers if len(answers) == len(cases) else [*answers, _ended(timed_out, seconds, code)]


def _fork() -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the threads of a kernel stay here
        return os.fork()


def _end(pid) -> int:
    """End the child and all that it has started; how it ended, if it did so before."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


_CRASHES = ("SIGSEGV", "SIGBUS", "SIGABRT")  # names: not every system has all of them


def _ended(timed_out, seconds, code) -> Answer:
    """Why there is no answer and the process is gone."""
    if timed_out or code == -signal.SIGXCPU:
        return Answer("time", text=messages.NO_ANSWER.format(seconds=seconds))
    if code < 0 and signal.Signals(-code).name in _CRASHES:
        return Answer("died", text=messages.CRASHED)
    return Answer("died", text=messages.DIED)


def _child(fn, cases, write_end, seconds, megabytes):
    """Answer all cases on `write_end`, then end without any cleaning up of the parent's things."""
    try:
        os.setsid()
        _limit(seconds, megabytes)
        sink = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(sink, fd)
        sys.stdin = open(os.devnull)  # noqa: SIM115
        _silence_notebook()
        sys.stdout = sys.stderr = _Sink()
        for case in cases:
            answer = answer_to(fn, case)
            line = encode((answer.kind, answer.value, answer.text)) + "\n"
            _write_all(write_end, line.encode())
    finally:
        os._exit(0)


def _silence_notebook():
    """Inside a kernel, a child still reaches the notebook through these; they lead nowhere now."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, TypeError):  # a plain file does not let itself
            stream.write = len
    if "IPython" in sys.modules:
        shell = sys.modules["IPython"].get_ipython()
        if shell is not None:
            shell.display_pub.publish = lambda *args, **options: None


def _write_all(fd, data):
    while data:
        data = data[os.write(fd, data) :]


def _limit(seconds, megabytes):
    """Memory, processor time and file size that the child may use."""
    import resource

    with contextlib.suppress(OSError, ValueError):
        with open("/proc/self/statm") as statm:
            used = int(statm.read().split()[0]) * resource.getpagesize()
        limit = used + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class _Clock:
    """The time a child has used. What it waits for a processor does not count, sleep does."""

    def __init__(self, pid, seconds):
        self.pid, self.seconds, self.start = pid, seconds, time.monotonic()

    def is_over(self) -> bool:
        passed = time.monotonic() - self.start
        return passed - self.waited() >= self.seconds or passed >= PATIENCE * self.seconds

    def waited(self) -> float:
        """The seconds that the child was ready to run and could not; 0 where nobody says."""
        try:
            with open(f"/proc/{self.pid}/schedstat") as schedstat:
                return int(schedstat.read().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0


def _read_lines(fd, count, clock):
    """Up to `count` lines from the child, and whether the clock ended the reading."""
    data = b""
    while data.count(b"\n") < count and len(data) < _MAX_LINE:
        if clock.is_over():
            return data.split(b"\n")[:-1], True
        if not select.select([fd], [], [], 0.05)[0]:
            continue
        chunk = os.read(fd, 1 << 16)
        if not chunk:
            break
        data += chunk
    return data.split(b"\n")[:-1][:count], False


def _readable(line):
    """The Answer on a line; a line that is no answer was written by the learner's code."""
    try:
        kind, value, text = decode(line.decode())
        return Answer(str(kind), value, str(text))
    except (ValueError, KeyError, TypeError, RecursionError):
        return Answer("died", text=messages.OVERWRITTEN)


class _Sink(io.TextIOBase):
    """Swallows all printing."""

    def write(self, text):
        return len(text)


class _Late(BaseException):
    """Time is over. It is raised again and again until the function has ended."""


def _ask_here(fn, cases, seconds, megabytes):
    """The same questions in this process: time is limited for Python code, nothing else is."""
    answers, end = [], time.monotonic() + seconds
    with contextlib.redirect_stdout(_Sink()), contextlib.redirect_stderr(_Sink()):
        for case in cases:
            answer, limit = None, _Limit(end)
            try:
                limit.begin()
                answer = answer_to(fn, case)
            except _Late:
                pass
            limit.end()
            if answer is None or limit.was_late:
                return [*answers, Answer("time", text=messages.NO_ANSWER.format(seconds=seconds))]
            answers.append(answer)
    return answers


class _Limit:
    """A time from which on the function's code raises at every step, whatever it catches."""

    def __init__(self, end):
        self.at, self.thread = end, threading.get_ident()
        self.was_late = False

    if hasattr(sys, "monitoring"):  # Python 3.12 and later

        def begin(self):
            watch = sys.monitoring
            self.tool = next(n for n in (4, 3, 5, 2, 1, 0) if watch.get_tool(n) is None)
            watch.use_tool_id(self.tool, "check")
            kinds = (watch.events.JUMP, watch.events.PY_START, watch.events.PY_RESUME)
            for kind in kinds:
                watch.register_callback(self.tool, kind, self.look)
            watch.set_events(self.tool, sum(kinds))

        def look(self, code, *place):
            """Raises if it is late, but not in the checks themselves: they must come to an end."""
            if time.monotonic() > self.at and threading.get_ident() == self.thread:
                self.was_late = True
                if not code.co_filename.startswith(_HERE):
                    raise _Late

        def end(self):
            sys.monitoring.set_events(self.tool, 0)
            sys.monitoring.free_tool_id(self.tool)

    else:  # a trace function is gone once it has raised: who then catches everything goes on

        def begin(self):
            self.before = sys.gettrace()
            sys.settrace(self.look)

        def look(self, frame, event, arg):
            """Itself, so that it sees every line; raises if it is late, but not in the checks."""
            if time.monotonic() > self.at and not frame.f_code.co_filename.startswith(_HERE):
                self.was_late = True
                raise _Late
            return self.look

        def end(self):
            sys.settrace(self.before)
