"""A submission at work: its cells have run, and its functions can be asked."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from check.messages import OVERWRITTEN
from check.runner import Answer
from grade import processes, protocol
from grade.limits import LOOK_SECONDS, POLL_SECONDS, Limits
from grade.messages import BATCH, SANDBOX
from grade.sandbox import Gone, Sandbox

KINDS = [
    "value",
    "error",
    "died",
    "memory",
    "exit",
    "mutated",
    "not_plain",
    "arguments",
    "unattempted",
]


class Session:
    """A submission at work. Its process is started when needed, and again after it ended."""

    def __init__(
        self, cells: Sequence[tuple[str, str]], limits: Limits, job: "Budget | None" = None
    ):
        """`cells` are (name, source) pairs, in the order in which they run."""
        self.given, self.limits = list(cells), limits
        self.sandbox, self.starts, self.errors, self.kept = None, 0, {}, {}
        self.job, self.last_seconds = job or Budget(limits.all_seconds), 0.0

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.stop()

    def stop(self):
        if self.sandbox:
            self.sandbox.kill()
        self.sandbox = None

    def count(self, sandbox):
        """Take the time of the last message off what is left."""
        self.last_seconds = sandbox.seconds
        self.job.take(sandbox.seconds, sandbox.passed)

    def ready(self) -> Sandbox:
        """A sandbox in which all cells have run but those that ruin it."""
        self._stop_if_used_up()
        while self.sandbox is None:
            if self.starts == self.limits.starts:
                raise Gone("died", SANDBOX.TOO_OFTEN)
            self._stop_if_used_up()
            if self.job.was_busy:
                raise Gone("busy", BATCH.BUSY)
            self.starts += 1
            self.sandbox, self.kept = Sandbox(self.limits), {}
            self._run_cells()
        return self.sandbox

    def _stop_if_used_up(self):
        """Gone if nothing is left of the time for the whole job."""
        if self.job.left <= 0:
            raise Gone("time", SANDBOX.USED_UP.format(seconds=self.limits.all_seconds))

    def _run_cells(self):
        """Run the cells one by one; a cell that ends the process is left out next time.

        All cells share one clock; the cell in which it runs out is such a cell.
        """
        seconds, left = self.limits.cell_seconds, self.job.left
        try:
            self.sandbox.look([])  # Python and the library are there before the clock starts
        except Gone as gone:
            self._note(gone)
            self.stop()
            return
        cells = [cell for cell in self.given if not self._ruins(cell[0])]
        sandbox, names = self.sandbox, [name for name, _ in cells]
        try:
            for error in sandbox.run_cells(cells, min(seconds, left)):
                self.errors[names.pop(0)] = error
        except Gone as gone:
            self._note(gone)
            if gone.kind != "busy" and seconds <= left:  # else all is over, not this cell
                self.errors[names[0]] = _Ruin(gone.text)
            self.stop()
        finally:
            self.count(sandbox)

    def _note(self, gone):
        """Remember that the machine was busy: then there is no verdict."""
        self.job.was_busy = self.job.was_busy or gone.kind == "busy"

    def _ruins(self, name):
        return isinstance(self.errors.get(name), _Ruin)

    def twin(self, ours=()) -> "Session":
        """A session of the same cells that knows nothing of what was asked in this one.

        `ours`: cells of the problem set whose solutions run after the student's.
        """
        given = [*self.given, *((f"our {cell.name}", cell.source) for cell in ours)]
        other = Session(given, self.limits, self.job)
        other.errors = {name: error for name, error in self.errors.items() if self._ruins(name)}
        return other

    def heir(self) -> "Session":
        """A session that goes on with the process of this one, which gets a new one if it asks.

        So what was asked before can be known there, but nothing that is asked from now on here.
        """
        other = self.twin()
        other.sandbox, other.kept, self.sandbox = self.sandbox, self.kept, None
        return other

    @contextlib.contextmanager
    def talk(self):
        """Here one process is asked all single questions, such as in a match; then it is gone."""
        before = dict(self.kept)
        with contextlib.suppress(Gone):  # then the first question says why
            list(self.ready().exchange({"do": "talk"}, 1, LOOK_SECONDS))
        talker = self.sandbox
        try:
            yield
        finally:
            try:
                if talker is None or self.sandbox is not talker:
                    self.stop()  # another one has answered without a child
                else:
                    list(talker.exchange({"do": "hush"}, 1, LOOK_SECONDS))
                    self.kept = before
            except Gone as gone:
                self._note(gone)
                self.stop()

    def look(self, names) -> dict[str, tuple]:
        """What each name is: (kind, value); all are missing where nothing runs.

        An earlier answer may have ended the process unseen: then a new one is asked once more.
        """
        for _ in range(2):
            sandbox = None
            try:
                sandbox = self.ready()
                return sandbox.look(names)
            except (Gone, KeyError, TypeError) as problem:
                if isinstance(problem, Gone):
                    self._note(problem)
                self.stop()
            finally:
                if sandbox:
                    self.count(sandbox)
        return dict.fromkeys(names, ("missing", None))

    def keep(self, thing) -> protocol.Kept:
        """A short name for a large thing, which goes over the border once."""
        if self.sandbox is None or id(thing) not in self.kept:
            sandbox, number = self.ready(), len(self.kept)
            message = {"do": "keep", "number": number, "thing": thing}
            try:
                list(sandbox.exchange(message, 1, LOOK_SECONDS))
            finally:
                self.count(sandbox)
            self.kept[id(thing)] = protocol.Kept(number), thing
        return self.kept[id(thing)][0]

    def answers(self, name, asked, seconds, helper, alone=True):
        """Yield one Answer for each question until the process ends; then why it ended.

        `alone`: each in a process of its own, which remembers nothing; else there is one question.
        """
        sandbox = None
        try:
            message = {"do": "ask", "name": name, "questions": asked}
            if not alone:
                message = {"do": "call", "name": name, "question": asked[0]}
            sandbox = self.ready()
            seconds = max(0.1, min(seconds, self.job.left))
            for reply in sandbox.exchange(message, len(asked), seconds, helper):
                yield _answer(reply)
        except Gone as gone:
            self._note(gone)
            self.stop()
            yield Answer(gone.kind, text=gone.text)
        finally:
            if sandbox:
                self.count(sandbox)


@dataclass
class Budget:
    """The clock of a whole job: what is left for all processes of a submission together."""

    left: float
    was_busy: bool = False
    used: float = 0.0  # since the last look at the machine
    passed: float = 0.0  # the same of the time that we waited for the submission
    idle: float = field(default_factory=processes.idle_seconds)

    def take(self, used: float, passed: float) -> None:
        """Take off what was used, and what passed while a processor had nothing to do.

        So naps too short for anybody to see count at last. On a busy machine they do not: there
        nobody can tell them from waiting.
        """
        self.left -= used
        self.used, self.passed = self.used + used, self.passed + passed
        if self.passed >= POLL_SECONDS:
            idle = processes.idle_seconds()
            self.left -= max(0.0, min(self.passed, idle - self.idle) - self.used)
            self.used, self.passed, self.idle = 0.0, 0.0, idle


class _Ruin(str):
    """What a cell did that ended its process."""


def _answer(reply) -> Answer:
    """The Answer in a reply; a reply of another form comes from the student's code."""
    try:
        kind, value, text = reply
        if kind not in KINDS:
            raise ValueError
        return Answer(kind, value, str(text)[:500])
    except (ValueError, TypeError):
        raise Gone("died", OVERWRITTEN) from None
