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
import marshal
import os
import re
import select
import site
import sys
import traceback
import types
from dataclasses import replace

from check import messages
from check.plaindata import NotPlain
from check.runner import answer_to, not_attempted
from grade import protocol

_MAGIC = re.compile(r"^\s*(?:[\w, ]*=\s*)?[%!?]|\?\s*$")
_TIMED = re.compile(r"^(\s*)%time\s+(?=\w)")  # runs the rest of the line


def main(limits: dict) -> None:
    """Lock the process up, then answer messages until the pipe is closed."""
    requests, replies = _own_pipes()
    _find_packages(limits["packages"])
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
    _lead_nowhere()
    return requests, replies


def _lead_nowhere():
    """Let the standard files lead nowhere: a cell may have put others in their places."""
    for number in (0, 1, 2):
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, number)
        if nowhere > 2:
            os.close(nowhere)


def _find_packages(folders):
    """What Python does at its start, without what the packages of these folders would add to it.

    Every question pays for modules that are loaded, so the grader starts Python with -S.
    """
    sys.path += folders
    site.setquit()
    site.setcopyright()
    site.sethelper()


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


def end_with_parent(parent=None):
    """From here on this process ends when the one that has started it does, however it ends.

    Where the number of that process is given, one that has ended before this call counts, too.
    """
    with contextlib.suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG, SIGKILL
        if parent is not None and os.getppid() != parent:
            os._exit(1)


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
        for first, last in zip((3, *(n + 1 for n in kept)), (*kept, _MOST_FILES), strict=True):
            os.closerange(first, last)

    def block(self):
        """Undo the one setting of open files that an answer may change: children share them."""
        for number in (0, 1, 2, self.requests.fileno(), self.replies.fileno()):
            os.set_blocking(number, True)

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
        self.names, self.kept, self.is_child = module.__dict__, {}, False

    def cells(self, line, cells):
        """Run (name, source) pairs: for each None, or what went wrong."""
        for name, source in cells:
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
        line.close_others()
        self._only_answer()
        cases = [question.case(line, self.kept) for question in questions]
        plain = [question.plain_arguments(self.kept) for question in questions]
        function, waiting = self.names.get(name), []
        gc.freeze()  # a child that looks for garbage would copy all that it looks through
        with _quiet(), _one_child():
            for case, after in zip(cases, plain, strict=True):
                line.block()
                if after is not None:
                    child, pipe = _calling(function, case.args, after, waiting)
                    if len(waiting) == _MOST_WAITING or _takes_long(pipe):
                        yield from _made(line, function, waiting)
                    if child is not None and _ended(child) == SAID:
                        waiting.append((case, after, pipe))
                        continue
                    os.close(pipe)
                    plain[:] = [None] * len(plain)  # the others will not be short either
                yield from _made(line, function, waiting)
                yield from _alone(line, function, case)
            yield from _made(line, function, waiting)

    def talk(self, line):
        """From here to `hush` a child answers, such as in a match; of it nothing is left."""
        line.close_others()
        self._only_answer()
        with _one_child():
            child = _fork_or_none()
            if child and _ended(child) != SAID:
                os._exit(1)  # it has ended in the middle of a talk
        self.is_child = child == 0
        if not child:
            yield "talk"

    def hush(self, line):
        """The end of a talk."""
        if self.is_child:
            line.send("says", "over")
            os._exit(SAID)
        yield "over"

    def _only_answer(self):
        """From the first question on nothing here, or in a child, leaves anything behind."""
        if self.answer_filter is None:
            return
        _hear_nothing()
        _lead_nowhere()
        _refuse(self.answer_filter)
        self.answer_filter = None
        gc.collect()
        gc.set_threshold(_BETWEEN_COLLECTIONS)

    def call(self, line, name, question):
        """The answer to one question of a longer talk, such as a match."""
        self._only_answer()
        with _quiet():
            yield _told(self.names.get(name), question.case(line, self.kept))

    def trace(self, line, name, question):
        """The answer to one question, and every line of the student's that ran for it.

        A loop inside of a line, or a function without a name, is that line once.
        """
        events, places = [], {}

        def watch(frame, event, arg):
            code = frame.f_code
            if not code.co_filename.startswith("<cell ") or code.co_name.startswith("<"):
                return None
            is_new = event == "call" or places.get(frame) != frame.f_lineno
            places[frame] = None if event == "call" else frame.f_lineno
            if event == "line" and is_new and len(events) < MOST_LINES:
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
_BETWEEN_COLLECTIONS = 10_000  # new things: most answers make fewer, and their process ends
_MOST_FILES = 64  # as RLIMIT_NOFILE has it
SAID = 77  # how a child ends that has sent its answer
_SOON_SECONDS = 0.05  # after that earlier answers are sent first: a process may end at any time
_MOST_WAITING = 24  # values in pipes: there may be 64 files
_MOST_BYTES = 4096  # of a short value: a pipe takes them at once


def _told(function, case) -> tuple:
    """The answer as it is sent: (kind, value, text)."""
    answer = answer_to(function, case)
    return answer.kind, answer.value, answer.text


def _alone(line, function, case):
    """Answers in a child, of which nothing is left: no question remembers another one.

    The child sends its answer itself. Yields one only where there is no child, or it has died.
    (A cell could replace this very function. What must not be known in the same process at all,
    the hidden questions, is asked where nothing is asked later that anybody gets to see.)
    """
    child = _fork_or_none()
    if child is None:
        yield _told(function, case)
    elif child == 0:
        try:
            line.send("says", _told(function, case))
            os._exit(SAID)
        finally:
            os._exit(1)
    elif _ended(child) != SAID:
        yield "died", None, messages.DIED


def _calling(function, args, after, waiting):
    """(child, pipe) of a child as in `_alone` that only calls: the value comes out of the pipe.

    `after`: the arguments that the call may change; `waiting`: what other children have said.
    A new process pays for every page of memory that it touches, and this one after each of them:
    so values wait in their pipes, where no other child can see them, and are read a few at a time.
    """
    pipe, end = os.pipe()
    child = _fork_or_none()
    if child == 0:
        try:
            for other in (pipe, *(other for _, _, other in waiting)):
                os.close(other)
            data = marshal.dumps((function(*args), after))
            os._exit(SAID if os.write(end, data[:_MOST_BYTES]) == len(data) else 1)
        finally:
            os._exit(1)
    os.close(end)
    return child, pipe


def _takes_long(pipe) -> bool:
    """Whether nothing comes out of a pipe for a while."""
    return not select.select([pipe], [], [], _SOON_SECONDS)[0]


def _made(line, function, waiting):
    """The answers that are made of what waits in pipes; then nothing waits."""
    for case, after, pipe in waiting:
        told = _told_through(pipe, case, after)
        if told is None:
            yield from _alone(line, function, case)
        else:
            yield told
    waiting.clear()


def _told_through(pipe, case, before) -> tuple | None:
    """The answer as it is sent; None if it has to be asked for in the usual way.

    So it is with NumPy's numbers, which come out of a pipe as bytes.
    """
    try:
        value, after = marshal.loads(os.read(pipe, _MOST_BYTES))
        protocol.pack(after)
        changed = {id(ours): theirs for ours, theirs in zip(before, after, strict=True)}
    except (ValueError, EOFError, TypeError, NotPlain):
        return None
    finally:
        os.close(pipe)
    args = tuple(changed.get(id(arg), arg) for arg in case.args)
    told = _told(lambda *args: value, replace(case, args=args))
    return None if told[0] == "not_plain" else told


def _ended(child) -> int:
    """How a child has ended."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


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


def _fork_or_none() -> int | None:
    """The number of a new child, 0 inside it; None where there can be none."""
    try:
        child = _plain_fork()()
    except OSError:
        return None
    return None if child < 0 else child


class _NoShell:
    """Stands for the shell of a notebook: whatever is asked of it, nothing happens."""

    def __getattr__(self, name):
        return self

    def __call__(self, *things, **options):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *problem):
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
        lines = [_without_magic(line) for line in source.split("\n")]
        if "\n".join(lines) == source:
            raise
        return _compile("\n".join(lines), file)


def _without_magic(line):
    """The line as Python has it: what only IPython understands does nothing."""
    line = _TIMED.sub(r"\1", line)
    return line[: len(line) - len(line.lstrip())] + "pass" if _MAGIC.search(line) else line


def _compile(source, file):
    source = source.removeprefix("\ufeff")  # some editors begin a file so
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
