"""Runs inside the sandbox: executes a student's cells, then answers questions. It judges nothing.

The grader starts it as `python -m grade.worker LIMITS` with pipes for stdin and stdout.
Everything here shares a process with the student's code, so nothing here is believed: what
comes out is an answer to a question, and the grader compares.
"""

import ast
import contextlib
import functools
import gc
import inspect
import io
import json
import linecache
import os
import re
import sys
import traceback
import types

from check import messages
from check.plaindata import NotPlain
from check.runner import answer_to, not_attempted
from grade import protocol

MAGIC = re.compile(r"^\s*[%!?]|\?\s*$")


def main(limits: dict) -> None:
    """Lock the process up, then answer messages until the pipe is closed."""
    requests, replies = _own_pipes()
    _lock_up(limits)
    submission = Submission(bytes.fromhex(limits.get("answers", "")))
    while (message := protocol.read_questions(requests)) is not None:
        line = Line(requests, replies, message.pop("token"))
        for reply in getattr(submission, message.pop("do"))(line, **message):
            line.send("says", reply)


def _own_pipes():
    """The pipes to the grader; whoever reads or prints the usual way meets /dev/null."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    return requests, replies


def _lock_up(limits):
    """Give up the rights of root, end with the parent, and limit what this process may use."""
    import resource

    end_with_parent()
    if limits.get("uid") and os.getuid() == 0:
        with contextlib.suppress(PermissionError):  # some containers forbid it
            os.setgroups([])
        os.setresgid(*[limits["uid"]] * 3)
        os.setresuid(*[limits["uid"]] * 3)
    for name, value in limits["resources"].items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), (value, value))
    _allow_children(0)


def _allow_children(count):
    """So many processes beside this one: none while a student's cells run."""
    import resource

    with contextlib.suppress(ValueError, OSError):
        most = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        resource.setrlimit(resource.RLIMIT_NPROC, (1 + count, most))


def _refuse(program: bytes):
    """From here on the kernel refuses the calls that this filter names."""
    if not program:
        return
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    libc, made = ctypes.CDLL(None), Program(len(program) // 8, program)
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    libc.prctl(22, 2, ctypes.byref(made), 0, 0)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER


def _hear_nothing():
    """From here on no signal runs code or waits: a question could leave one for the next."""
    import signal

    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in signal.valid_signals():
        is_needed = number in (signal.SIGCHLD, signal.SIGXCPU)
        with contextlib.suppress(OSError, ValueError):  # two of them cannot be changed
            signal.signal(number, signal.SIG_DFL if is_needed else signal.SIG_IGN)


def end_with_parent():
    """From here on this process ends when the one that has started it does, however it ends."""
    with contextlib.suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL


class Line:
    """The way to the grader. The token says to which message a line belongs."""

    def __init__(self, requests, replies, token):
        self.requests, self.replies, self.token = requests, replies, token

    def send(self, *words):
        self.replies.write(protocol.pack((self.token, *words)).encode() + b"\n")
        self.replies.flush()

    def close_others(self):
        """Close every file but these and the standard ones: two processes share its place."""
        kept = sorted({self.requests.fileno(), self.replies.fileno()})
        for first, last in zip((3, *(n + 1 for n in kept)), (*kept, MOST_FILES), strict=True):
            os.closerange(first, last)

    def ask(self, *question):
        """What the grader says to a question, while it waits for an answer itself."""
        self.send("asks", *question)
        return protocol.read_questions(self.requests)


class Submission:
    """The names that the student's cells have defined, and how to ask them."""

    def __init__(self, answer_filter: bytes | None = None):
        self.answer_filter = answer_filter
        module = types.ModuleType("__main__")
        module.display = lambda *things, **options: None
        module.get_ipython = _NoShell
        sys.modules["__main__"] = module
        self.names, self.kept = module.__dict__, {}

    def cell(self, line, name, source):
        """Run a cell: None, or what went wrong."""
        yield run_cell(name, source, self.names)

    def look(self, line, names):
        """What each name is: missing, a function, an untouched function, or plain data."""
        yield {name: self._kind(name) for name in names}

    def _kind(self, name):
        if name not in self.names:
            return ("missing", None)
        value = self.names[name]
        if callable(value):
            return ("unattempted" if not_attempted(value) else "function", None)
        try:
            return ("value", protocol.plain_copy(value))
        except NotPlain as problem:
            return ("other", str(problem))

    def keep(self, line, number, thing):
        """Keep a large thing, such as a game, for the questions that follow."""
        self.kept[number] = thing
        yield number

    def ask(self, line, name, questions):
        """One answer for each question: (kind, value, text)."""
        self._only_answer()
        line.close_others()
        with _quiet(), _one_child():
            for question in questions:
                case = question.case(line, self.kept)
                yield from _alone(line, lambda case=case: self._answer(name, case))

    def _only_answer(self):
        """From the first question on nothing here can leave anything behind; children inherit it.

        What the cells have made is no garbage: a child that looks for some would copy it all.
        """
        if self.answer_filter is None:
            return
        _hear_nothing()
        _refuse(self.answer_filter)
        self.answer_filter = None
        gc.collect()
        gc.freeze()

    def _answer(self, name, case):
        answer = answer_to(self.names.get(name), case)
        return answer.kind, answer.value, answer.text

    def call(self, line, name, question):
        """The answer to one question of a longer talk, such as a match: here, without a child."""
        self._only_answer()
        with _quiet():
            yield self._answer(name, question.case(line, self.kept))

    def trace(self, line, name, question):
        """The answer to one question, and every line of the student's that ran for it."""
        events = []

        def watch(frame, event, arg):
            if not frame.f_code.co_filename.startswith("<cell "):
                return None
            if event == "line" and len(events) < MOST_LINES:
                seen = {k: repr(v)[:60] for k, v in frame.f_locals.items() if type(v) in SHORT}
                events.append((frame.f_code.co_filename[6:-1], frame.f_lineno, seen))
            return watch

        self._only_answer()
        with _quiet():
            sys.settrace(watch)
            try:
                answer = answer_to(self.names.get(name), question.case(line, self.kept))
            finally:
                sys.settrace(None)
        yield answer.kind, answer.value, events


SHORT, MOST_LINES = (bool, int, float, str, tuple, type(None)), 2000  # of what a trace tells
MOST_FILES = 64  # as RLIMIT_NOFILE has it
SAID = 77  # how a child ends that has sent its answer


def _alone(line, answer):
    """Answers in a child, of which nothing is left: no question remembers another one.

    The child sends its answer itself. Yields one only where there is no child, or it has died.
    (A cell could replace this very function. What must not be known in the same process at all,
    the hidden questions, is asked in another sandbox.)
    """
    try:
        child = _fork()
    except OSError:  # no process is left for it
        yield answer()
        return
    if child == 0:
        try:
            line.send("says", answer())
            os._exit(SAID)
        finally:
            os._exit(1)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != SAID:
        yield "died", None, messages.DIED


@contextlib.contextmanager
def _one_child():
    """Here there may be one process beside this one, which cannot have a child itself."""
    _allow_children(1)
    try:
        yield
    finally:
        _allow_children(0)


@functools.cache
def _plain_fork():
    """The system's fork; else Python's, which runs more code in every child."""
    try:
        import ctypes

        return ctypes.PyDLL(None).fork
    except (ImportError, AttributeError, OSError):
        return os.fork


def _fork() -> int:
    """The number of a new child, 0 inside it; OSError where there can be none."""
    child = _plain_fork()()
    if child < 0:
        raise OSError
    return child


class _NoShell:
    """Stands for the shell of a notebook: whatever is asked of it, nothing happens."""

    def __getattr__(self, name):
        return self

    def __call__(self, *things, **options):
        return None


def run_cell(name, source, names) -> str | None:
    """Run one cell; None, or a sentence about the error that stopped it."""
    file = f"<cell {name}>"
    with _quiet():
        try:
            code = _compiled(source, file)
            if code.co_flags & inspect.CO_COROUTINE:  # `await` at the top, as Jupyter allows it
                _awaited(eval(code, names))
            else:
                exec(code, names)
        except SystemExit:
            return messages.CALLS_EXIT
        except EOFError:
            return messages.ASKS_FOR_INPUT
        except KeyboardInterrupt:
            return messages.INTERRUPTS
        except BaseException as error:
            return _sentence(error, file)
    return None


def _awaited(coroutine):
    """Run a coroutine to its end. Every question pays for modules, so this one is loaded late."""
    import asyncio

    asyncio.run(coroutine)


def _compiled(source, file):
    """The code of a cell. Where it is no Python, once more without IPython's magic lines."""
    try:
        return _compile(source, file)
    except SyntaxError:
        lines = ["pass" if MAGIC.search(line) else line for line in source.split("\n")]
        if "\n".join(lines) == source:
            raise
        return _compile("\n".join(lines), file)


def _compile(source, file):
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    return compile(source, file, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _sentence(error, file) -> str:
    """The error with the line of the cell it comes from."""
    text = f"{type(error).__name__}: {error}"[:300]
    if isinstance(error, SyntaxError):
        return f"{text[:200]}: {(error.text or '').strip()[:120]}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    where = (
        f" (line {frames[-1].lineno}: {(frames[-1].line or '').strip()[:120]})" if frames else ""
    )
    return text + where


class _Sink(io.TextIOBase):
    """Swallows all printing."""

    def write(self, text):
        return len(text)


@contextlib.contextmanager
def _quiet():
    old = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = _Sink()
    try:
        yield
    finally:
        sys.stdout, sys.stderr = old


if __name__ == "__main__":
    from grade.worker import main  # not __main__.main: one module, not two copies of it

    main(json.loads(sys.argv[1]))
