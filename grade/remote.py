"""Lets a check ask a function that lives in a sandbox, as if it were here.

`RemoteFunction.ask_all` takes the place of `check.runner.run_cases`. How a case is asked
depends on what could be lied about:

    a call           the arguments go in, the returned value and the arguments come out; whatever
                     the case makes of them happens here
    several calls    the same, with all values in one answer
    instrumented games  the sandbox gets a game without payoffs; every payoff is asked for, and
                     written down, here; who asks for the same one again is told of in one go
    the rest         a case that has its own way to ask, such as a match, runs here; only its
                     calls go there and back
"""

import functools
import random
from collections.abc import Sequence
from copy import copy

from check import messages
from check.instrumented import Counted, Instrumented
from check.plaindata import NotPlain
from check.runner import NOT_RUN, Answer, Case, Returned, answer_to, arguments, oddity
from grade import protocol
from grade.limits import ASKING_SECONDS, CALL_SECONDS, GENEROUS, IMPATIENT
from grade.messages import WORKER
from grade.sandbox import Gone
from grade.session import Session
from lib.game import Game
from lib.games.tree import TreeGame

_OF_ANY_FORM = ("parse_log",)  # exercises whose answers may be objects of the student's classes


class RemoteFunction:
    """A function of a submission, asked from here."""

    def __init__(self, session: Session, name: str, exercise: str = ""):
        self.session, self.name, self.exercise = session, name, exercise
        self.left, self.was_late, self.failures = CALL_SECONDS, False, 0
        self.is_alone = True  # each call in a process that knows nothing of the others
        self.is_hidden = False  # what is asked now: half of the questions are enough
        self.is_only_counted = False  # nobody asks why its answers are wrong
        self.shown: set[str] = set()  # the labels of questions that students see

    def __call__(self, *args):
        """The value for these arguments, as plain data; None where there is none."""
        try:
            return self.value(*args)
        except Failed:
            self.failures += 1
            return None

    def value(self, *args):
        """The value for these arguments, as plain data; Failed where there is none."""
        asked = _Asked(Case(args, ""))
        try:
            asked.question.args = tuple(map(self._short, asked.question.args))
        except Gone as gone:
            raise Failed(Answer(gone.kind, text=gone.text)) from None
        sent, seconds = [asked.question], max(0.05, self.left)
        helper = asked.payoff if asked.is_instrumented() else None
        (answer,) = self.session.answers(self.name, sent, seconds, helper, alone=self.is_alone)
        self.left -= self.session.last_seconds
        answer = asked.judged(answer)
        if not answer.ok:
            raise Failed(answer)
        return answer.value

    def _short(self, arg):
        return self.session.keep(arg) if isinstance(arg, Game) else arg

    def chosen(self, cases: Sequence[Case]) -> list[Case]:
        """The questions that it is asked: all that students can see, and of hidden ones half.

        The hidden ones find out who knows the others by heart: of each kind half of them, drawn
        by lot, are enough for that. Those that nobody has seen come first.
        """
        if not self.is_hidden:
            self.shown |= {case.label for case in cases}
            return list(cases)
        kinds: dict[str, list[int]] = {}
        for place, case in enumerate(cases):
            kinds.setdefault(case.group, []).append(place)
        lot, drawn = random.Random(len(cases)), set()
        for places in kinds.values():
            lot.shuffle(places)
            places.sort(key=lambda place: cases[place].label in self.shown)
            drawn |= set(places[: -(-len(places) // 2)])
        return [case for place, case in enumerate(cases) if place in drawn]

    def ask_all(self, cases: Sequence[Case], seconds: float, megabytes: int) -> list[Answer]:
        """One Answer for each case; after a case that ends the process the rest are NOT_RUN."""
        others = [case for case in cases if not case.ask]
        found = {id(case): NOT_RUN for case in cases}
        found |= zip(map(id, others), self._batch(others, seconds), strict=False)
        found |= {id(case): self._run(case) for case in cases if case.ask}
        return [found[id(case)] for case in cases]

    def _batch(self, cases, seconds):
        """The answers until the process ends, all questions in one message."""
        asked = [_Asked(case, self.exercise in _OF_ANY_FORM) for case in cases]
        answers = []
        seconds *= IMPATIENT if self.was_late else GENEROUS

        def helper(*question):
            return asked[len(answers)].payoff(*question)

        sent, served = [one.question for one in asked], any(one.is_instrumented() for one in asked)
        for answer in self.session.answers(self.name, sent, seconds, helper if served else None):
            answers.append(asked[len(answers)].judged(answer))
        self.was_late = bool(answers) and answers[-1].kind == "time"
        return answers

    def _run(self, case):
        """The answer of a case that runs here; every call of the function goes there and back."""
        self.left, function = ASKING_SECONDS, _Raising(self)
        self.is_alone = False  # one question with many calls, such as a match
        with self.session.talk():
            answer = answer_to(function, case)
        self.is_alone = True
        return function.failure or answer


class Failed(Exception):
    """A call without a value, with the Answer that says why."""

    def __init__(self, answer):
        super().__init__(answer.text)
        self.answer = answer


class _Raising:
    """A remote function whose first failure is the answer of the whole case."""

    def __init__(self, function):
        self.function, self.failure = function, None

    def __call__(self, *args):
        try:
            return self.function.value(*args)
        except Failed as failed:
            self.failure = self.failure or failed.answer
            raise


class _Asked:
    """A case on its way: the question that goes in, and what the answer means."""

    def __init__(self, case: Case, of_any_form: bool = False):
        self.case, self.args = case, arguments(case)
        self.before = case.observe(self.args) if case.observe else None
        self.question, self.asked = self._question(of_any_form), []

    def _question(self, of_any_form):
        if of_any_form:
            return protocol.AnyForm(self.args, self.case.answer)
        if self.case.calls:
            return protocol.Calls(self.args, self.case.observe)
        if self.is_instrumented():
            return protocol.Served(tuple(map(self._without_payoffs, self.args)))
        return protocol.Call(self.args)

    def is_instrumented(self):
        return bool(self.args) and isinstance(self.args[0], Instrumented)

    def _without_payoffs(self, arg):
        if isinstance(arg, Instrumented):
            return protocol.PayoffsElsewhere(_without_payoffs(arg._game))
        return protocol.EVALUATE if callable(arg) else arg

    def payoff(self, what=None, state=None, moved=True, repeats=()):
        """What a state is worth, written down; None for a question that makes no sense."""
        if not self.is_instrumented():
            return None
        try:
            hash(state)
            self.repeat(repeats)
            if what == "repeats":
                return None
            self.asked.append((what, state))
            return self._payoff(what, state, moved)
        except Exception:
            return None

    def repeat(self, repeats):
        """Write down what was asked for once more: (number of the question, whether it moved)."""
        for number, moved in repeats:
            self._payoff(*self.asked[number], moved)

    def _payoff(self, what, state, moved):
        game = self.args[0]
        if what == "utility":
            game.moved = moved is not False
            return game.utility(state)
        return self.args[3](game, state) if isinstance(game, Counted) else None

    def judged(self, answer: Answer) -> Answer:
        """The answer as `check` would have it, made from what came back."""
        if not answer.ok:
            return answer
        if isinstance(self.question, protocol.AnyForm):
            return self._unless_refused(answer)
        try:
            return self._judged(answer)
        except NotPlain as problem:
            return Answer("not_plain", text=messages.NOT_PLAIN.format(what=problem))
        except Exception as error:
            return Answer("error", text=WORKER.UNREADABLE.format(error=type(error).__name__))

    def _unless_refused(self, answer):
        """The answer; an error that some questions ask for is right only there."""
        refused = messages.AN_ERROR.format(error=ValueError.__name__)
        if answer.value == refused and not self.case.raises:
            return Answer("error", text=messages.RAISED.format(error=ValueError.__name__))
        return answer

    def _judged(self, answer):
        case = self.case
        returned, args = self._returned(answer.value)
        if case.answer:
            value = case.answer(returned, args)
        else:  # what came out of a line is plain, but for a few known objects
            value = returned if protocol.is_fixed(returned) else protocol.plain_copy(returned)
        if case.observe and case.observe(args) != self.before:
            return Answer("mutated", text=messages.CHANGED)
        return Answer("value", value, oddity(returned))

    def _returned(self, value):
        """What the call returned, and the arguments after it."""
        if isinstance(self.question, protocol.Served):
            value, repeats = protocol.unpack(value)
            self.repeat(repeats)
            return value, self.args
        if isinstance(self.question, protocol.Call):
            value, after = protocol.unpack(value)
            return value, _after(self.args, after)
        values, untouched, after = protocol.unpack(value)
        if len(values) != len(self.args):
            raise ValueError("the number of answers is not the number of calls")
        before = protocol.distinct(self.args)
        known = {id(a): _after(a, b) for a, b in zip(before, after, strict=True)}
        return Returned(list(values), untouched is True), [known[id(a)] for a in self.args]


def _after(args, after):
    """The arguments after a call; our own where they cannot change."""
    pairs = zip(args, after, strict=True)
    return tuple(ours if theirs == protocol.SAME else theirs for ours, theirs in pairs)


def _without_payoffs(game):
    """The same game; where its ends are numbers in a tree, with nothing to find there."""
    if not isinstance(game, TreeGame):
        return game
    twin = copy(game)
    twin.tree = _emptied(game.tree)
    return twin


@functools.lru_cache(maxsize=1000)
def _emptied(tree):
    """The same tree with nothing at its ends; it is asked about for every student."""
    return _without_ends(tree)


def _without_ends(node):
    return tuple(map(_without_ends, node)) if isinstance(node, tuple) else 0
