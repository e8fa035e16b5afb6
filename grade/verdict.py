"""The verdict on one submission, reached outside the student's process.

Our test cells run here, as they stand in the source notebook. Every name that the student was
to define is replaced: a function by a `RemoteFunction`, which asks the sandbox, a value by the
plain data that came out of it. As in nbgrader, a cell that ends in a number is worth that many
points, one that ends in an error is worth none, any other is worth all of them.

Hidden questions are asked last, when every answer that the student gets to read is there: else a
function could remember them, and tell them in such an answer.
"""

import ast
import builtins
import contextlib
import functools
import re
import sys
from copy import deepcopy
from dataclasses import dataclass, field

import check
from grade.limits import MAX_TEXT, Limits
from grade.messages import VERDICT
from grade.problems import Cell, ProblemSet
from grade.remote import RemoteFunction
from grade.session import Session
from grade.transplant import Submitted


@dataclass
class Part:
    """What one test cell gave."""

    name: str
    points: float
    max_points: float
    reports: list[dict] = field(default_factory=list)  # of the checks that students can see
    hidden: list[dict] = field(default_factory=list)  # of the hidden ones: no case, no answer
    problem: str | None = None
    attempted: bool = True
    followed: str | None = None  # why there are points in spite of what the reports say

    @property
    def status(self) -> str:
        reports = self.reports + self.hidden
        untouched = bool(reports) and all(r["status"] == "not attempted" for r in reports)
        if untouched or not self.attempted:
            return "not attempted"
        return "right" if self.points == self.max_points else "wrong"


class Busy(Exception):
    """The machine was too busy to let the submission use its time: there is no verdict."""


def judge(problem_set: ProblemSet, submitted: Submitted, limits: Limits) -> tuple[list[Part], dict]:
    """All parts, and what went wrong while the student's cells ran, by name of the cell.

    The same code gets the same verdict: who hands in what another one did, or an empty notebook,
    is not asked again.
    """
    parts, errors = _judged(problem_set, tuple(submitted.cells), bool(submitted.own), limits)
    return deepcopy(parts), dict(errors)


@functools.lru_cache(maxsize=128)
def _judged(problem_set, given, is_changed, limits):
    """The verdict on these cells; `is_changed`: whether one of them is the student's own."""
    with Session(given, limits) as session:
        session.look([])  # all cells run, whatever is asked
        cells = problem_set.of_kind("tests")
        tests = [_Tests(problem_set, cell, session) for cell in cells]
        for one in tests:
            one.run()
        with session.heir() as other:
            parts = [one.part or one.run(other) for one in tests]
        with contextlib.ExitStack() as helpers:
            helped = functools.cache(lambda *ours: helpers.enter_context(session.twin(ours)))
            for cell, part in zip(cells, parts, strict=True):
                _follow_through(problem_set, cell, part, session, helped)
        errors = {name: str(error) for name, error in session.errors.items() if error}
        if session.job.was_busy:
            raise Busy
    for part in parts:
        part.attempted = part.points > 0 or is_changed
        if errors and part.problem and part.status == "not attempted":
            part.problem = VERDICT.CELL_FAILED.format(problem=part.problem)
            part.reports, part.hidden = [], []  # "not attempted" would not be true
    return parts, errors


def _follow_through(problem_set, cell, part, session, helped):
    """Points for a part that is right but for what it calls from another part.

    It is asked once more beside our own solution of the other parts: `helped(*cells)` is such a
    session. Of these answers only the points get out: no report, no case.
    """
    own, before = _section(problem_set, cell)
    code = "\n".join(source for name, source in session.given if name in own)
    called = [c for c in before if any(re.search(rf"\b{name}\b", code) for name in defined(c))]
    if part.points >= cell.points or not called or part.status == "not attempted":
        return
    beside = helped(*called)
    again = _Tests(problem_set, cell, beside).run(beside)
    if again.points > part.points:
        names = ", ".join(name for c in called for name in defined(c))
        part.points, part.followed = again.points, VERDICT.FOLLOWED.format(names=names)


def _section(problem_set, cell) -> tuple[set[str], list[Cell]]:
    """The names of the solution cells that a test cell is about, and the solution cells before.

    Of those that come later nobody gets ours: two functions that only call each other are wrong.
    """
    before, section = [], []
    for one in problem_set.of_kind("solution", "tests"):
        if one is cell:
            break
        if one.kind == "solution":
            section.append(one)
        else:
            before, section = before + section, []
    return {c.name for c in section}, before


def defined(cell: Cell) -> list[str]:
    """The functions that a solution cell asks for."""
    return re.findall(r"^def (\w+)", cell.released, re.MULTILINE)


class _Tests:
    """A test cell of ours, run once for what students see, and once more for the hidden rest."""

    def __init__(self, problem_set: ProblemSet, cell: Cell, session: Session):
        self.problem_set, self.cell, self.session = problem_set, cell, session
        self.names, self.kinds, self.asked = _asked_names(problem_set, cell), None, {}
        self.known, self.part = [], None

    def run(self, other: Session | None = None) -> Part | None:
        """The Part; None where there are hidden questions, which only `other` may be asked."""
        if self.kinds is None:
            self.kinds = self.session.look(self.names)
            self.asked = {name: _stand_in(name, *self.kinds[name]) for name in self.names}
        for function in self.asked.values():
            if isinstance(function, RemoteFunction):
                function.session = other or NOBODY
        try:
            self.part = self._part(other)
        except Hidden:
            self.part = None
        return self.part

    def _part(self, other) -> Part:
        cell, names, kinds = self.cell, self.names, self.kinds
        recorder = Recorder(cell.hidden_lines(), self.session, other, self.known)
        space = {**setup_names(self.problem_set), "check": recorder, "display": _ignore}
        space |= self.asked
        part = Part(cell.name, 0.0, cell.points, recorder.seen, recorder.hidden)
        part.problem = "; ".join(_problem(name, *kinds[name]) for name in names) or None
        try:
            part.points = _points(_run(cell.source, space), cell.points)
        except AssertionError as error:
            part.problem = str(error) or VERDICT.CONDITION
        except Exception as error:
            part.problem = VERDICT.NOT_COMPARED.format(error=type(error).__name__)
        failed = [name for name in names if getattr(self.asked[name], "failures", 0)]
        if failed:
            part.problem = VERDICT.NO_ANSWER.format(names=", ".join(failed))
        return part


class Hidden(BaseException):
    """A question that students never see, while the others are asked: it has to wait."""


class _Nobody:
    """Stands for the session that is asked hidden questions, until there is one."""

    def __getattr__(self, name):
        raise Hidden


NOBODY = _Nobody()


def _stand_in(name, kind, value):
    if kind == "function":
        return RemoteFunction(NOBODY, name)
    return value if kind == "value" else None


def _problem(name, kind, value) -> str:
    sentences = {"missing": VERDICT.MISSING, "other": VERDICT.OTHER}
    return sentences.get(kind, "").format(name=name, value=value)


def _points(value, most) -> float:
    """What a cell is worth that ended in `value`."""
    if type(value) in (int, float):
        return float(min(max(value, 0), most)) if value == value else 0.0  # no number is none
    return most


def _run(source, space):
    """Run a test cell; the value of its last line, None if that is no expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<tests>", "exec"), space)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<tests>", "eval"), space)


def _ignore(*things):
    return None


@functools.cache
def setup_names(problem_set: ProblemSet) -> dict:
    """What our own set-up cells define, in this process."""
    space = {"__name__": "__main__"}
    for cell in problem_set.of_kind("setup"):
        exec(compile(cell.source, f"<{cell.name}>", "exec"), space)
    return space


@functools.cache
def _asked_names(problem_set: ProblemSet, cell: Cell) -> tuple[str, ...]:
    """The names that a test cell needs and only the student can have defined."""
    nodes = list(ast.walk(ast.parse(cell.source)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    made = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    made |= {node.asname or node.name for node in nodes if isinstance(node, ast.alias)}
    ours = {*setup_names(problem_set), *vars(builtins), *made, "display"}
    return tuple(dict.fromkeys(node.id for node in names if node.id not in ours))


class Recorder:
    """Stands for `check` in our test cells and keeps every report.

    `known`: the reports that students see, as far as they are made; they are not made again.
    """

    def __init__(self, hidden_lines, session, other, known):
        self.hidden_lines, self.seen, self.hidden = hidden_lines, [], []
        self.session, self.other, self.hopeless = session, other, {}
        self.known, self.made = known, iter(list(known))

    def __getattr__(self, name):
        real = getattr(check, name)
        if name == "examples":
            return lambda *args: self._seen(lambda: real(*args))
        if name not in check.EXERCISES:
            if self.other is None:
                raise Hidden  # whatever this tool asks
            return real

        def asked(function, **options):
            is_hidden = sys._getframe(1).f_lineno in self.hidden_lines
            if is_hidden and self.other is None:
                raise Hidden
            if isinstance(function, RemoteFunction):
                function.exercise, function.is_hidden = name, is_hidden
                function.is_only_counted = is_hidden and self._has_failed(name)
                function.session = self.other if is_hidden else self.session

            def make():
                return self.hopeless.get(name) or real(function, **options)

            report = self._hidden(make) if is_hidden else self._seen(make)
            if report.score == 0:  # no other question can change that
                self.hopeless[name] = report
            return report

        return asked

    def _has_failed(self, name) -> bool:
        """Whether a report that students see says already that this is wrong."""
        return any(r["exercise"] == name and r["status"] == "wrong" for r in self.seen)

    def _seen(self, make):
        """A report for students: the one that was made before, else a new one."""
        report = next(self.made, None)
        if report is None:
            report = make()
            self.known.append(report)
        self.seen.append({**_outline(report), **_details(report)})
        return report

    def _hidden(self, make):
        report = make()
        self.hidden.append(_outline(report))
        return report


def _outline(report) -> dict:
    """What a student may know about any check: no case, no answer."""
    outline = {"exercise": report.exercise, "status": report.status, "score": report.score}
    outline["rule"] = report.rule
    outline["diagnosis"] = report.diagnosis
    if report.diagnosis and report.exercise in check.EXERCISES:
        entries = {entry.name: entry for entry in check.catalogue(report.exercise)}
        entry = entries.get(report.diagnosis)
        if entry:
            outline |= {"explanation": entry.explanation, "hint": entry.hint}
    return outline


def _details(report) -> dict:
    details = {"message": report.message[:MAX_TEXT], "notes": [n[:500] for n in report.notes]}
    details["html"] = report.body()  # made here, all that came out of the sandbox escaped
    example = report.counterexample
    if example:
        details["counterexample"] = {
            "case": str(example.case)[:MAX_TEXT],
            "expected": str(example.expected)[:MAX_TEXT],
            "got": str(example.got)[:MAX_TEXT],
            "picture": str(example.picture) if example.picture is not None else None,
        }
    return details
