"""Lets a check ask a function that lives in a sandbox, as if it were here.

`RemoteFunction.ask_all` takes the place of `lib.check.runner.run_cases`. How a case is asked
depends on what could be lied about:

    a call        the arguments go in, the returned value and the arguments come out; whatever
                  the case makes of them happens here
    counted       the sandbox gets a game without values; every leaf is asked for, and counted, here
    a match       the games are played here; only values of states are asked for
    the rest      a case that calls often, or takes answers of any form, runs there; what it
                  brings back is plain data, and compared here
"""

from collections.abc import Sequence

from lib.check.plain import NotPlain
from lib.check.runner import NOT_RUN, Answer, Case, _call
from lib.check.search_checks import Counted as CountedGame
from lib.check.trees import Stones
from lib.game import Game
from lib.games.tree import TreeGame
from lib.grade import questions, wire
from lib.grade.sandbox import Gone
from lib.grade.session import Session

CALL_SECONDS, MATCH_SECONDS = 3.0, 12.0
IMPATIENT = 0.4  # the share of the time that a function gets after it was late once
MATCH = "the match"  # the group of cases that play games
OF_ANY_FORM = ("parse_log",)  # exercises whose answers may be objects of the student's classes


class RemoteFunction:
    """A function of a submission, asked from here."""

    def __init__(self, session: Session, name: str, exercise: str = ""):
        self.session, self.name, self.exercise = session, name, exercise
        self.left, self.was_late = CALL_SECONDS, False

    def __call__(self, *args):
        """The value for these arguments, as plain data; Failed where there is none."""
        try:
            short = [self.session.keep(arg) if isinstance(arg, Game) else arg for arg in args]
        except Gone as gone:
            raise Failed(Answer(gone.kind, text=gone.text)) from None
        question = questions.Outside(tuple(short))
        (answer,) = self.session.answers(self.name, [question], max(0.05, self.left), None)
        self.left -= self.session.last_seconds
        if not answer.ok:
            raise Failed(answer)
        return _returned(answer, args)[0]

    def ask_all(self, cases: Sequence[Case], seconds: float, megabytes: int) -> list[Answer]:
        """One Answer for each case; after a case that ends the process the rest are NOT_RUN."""
        matches = [case for case in cases if case.group == MATCH]
        others = [case for case in cases if case.group != MATCH]
        found = {id(case): NOT_RUN for case in cases}
        found |= zip(map(id, others), self._batch(others, seconds), strict=False)
        found |= {id(case): self._play(case) for case in matches}
        return [found[id(case)] for case in cases]

    def _batch(self, cases, seconds):
        """The answers until the process ends, all questions in one message."""
        asked = [_Asked(case, self.exercise in OF_ANY_FORM) for case in cases]
        answers = []
        seconds *= IMPATIENT if self.was_late else 1

        def helper(what=None, state=None, *more):
            return asked[len(answers)].leaf(what, state)

        sent = [one.question for one in asked]
        for answer in self.session.answers(self.name, sent, seconds, helper):
            answers.append(asked[len(answers)].judged(answer))
        self.was_late = bool(answers) and answers[-1].kind == "time"
        return answers

    def _play(self, case):
        """The answer of a case that runs here; every call of the function goes there and back."""
        self.left = MATCH_SECONDS
        try:
            return _call(_Raising(self), case)
        except _Stop as stop:
            return stop.answer


class Failed(Exception):
    """A call without a value, with the Answer that says why."""

    def __init__(self, answer):
        super().__init__(answer.text)
        self.answer = answer


class _Stop(BaseException):
    """Ends a case at once: what happened there is the answer."""

    def __init__(self, answer):
        self.answer = answer


class _Raising:
    """A remote function whose failures end the case, whatever the case catches."""

    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        try:
            return self.function(*args)
        except Failed as failed:
            raise _Stop(failed.answer) from None


class _Asked:
    """A case on its way: the question that goes in, and what the answer means."""

    def __init__(self, case: Case, of_any_form: bool):
        self.case, self.args = case, None
        if case.ask or of_any_form:
            self.question = questions.Inside(case)
            return
        self.args = case.build() if case.build else case.args
        self.before = case.observe(self.args) if case.observe else None
        if self.args and isinstance(self.args[0], CountedGame):
            game, state, rounds, _ = self.args
            self.question = questions.Counted(without_values(game._game), state, rounds)
        else:
            self.question = questions.Outside(self.args, case.raises)

    def leaf(self, what, state):
        """The value of a leaf, counted; None for a question that makes no sense."""
        if not (self.args and isinstance(self.args[0], CountedGame)):
            return None
        try:
            hash(state)
            game, _, _, evaluate = self.args
            return game.utility(state) if what == "utility" else evaluate(game, state)
        except Exception:
            return None

    def judged(self, answer: Answer) -> Answer:
        """The answer as `lib.check` would have it, made from what came back."""
        if not answer.ok or self.args is None:
            return answer
        try:
            return self._judged(answer)
        except NotPlain as problem:
            return Answer("not_plain", text=f"it returned {problem}")
        except Exception as error:
            return Answer("error", text=f"its answer cannot be read ({type(error).__name__})")

    def _judged(self, answer):
        case, value, args = self.case, answer.value, self.args
        if isinstance(self.question, questions.Outside):
            if case.raises and value == f"a {case.raises.__name__}":
                return answer
            value, args = _returned(answer, self.args)
        value = case.answer(value, args) if case.answer else wire.plain_copy(value)
        if case.observe and case.observe(args) != self.before:
            return Answer("mutated", text="it changed what it was given")
        return Answer("value", value)


def _returned(answer, args):
    """The value of a call and the arguments after it; our own where they cannot change."""
    value, after = wire.unpack(answer.value)
    if len(after) != len(args):
        raise ValueError("the arguments have changed their number")
    pairs = zip(args, after, strict=True)
    return value, tuple(ours if theirs == questions.SAME else theirs for ours, theirs in pairs)


def without_values(game):
    """The same game with nothing to find at its leaves."""
    if isinstance(game, TreeGame):
        return TreeGame(_emptied(game.tree), game.sides, game.probabilities)
    return game if isinstance(game, Stones) else None


def _emptied(node):
    return tuple(_emptied(child) for child in node) if isinstance(node, tuple) else 0
