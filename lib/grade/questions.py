"""The questions that go into the sandbox. Each knows how to become a case of `lib.check` there."""

from lib.check.plain import NotPlain
from lib.check.runner import Case
from lib.grade import wire

SAME = "__the same as before__"  # stands for an argument that cannot change, such as a game


class Kept:
    """The short name of a thing that was sent before."""

    def __init__(self, number):
        self.number = number


class Inside:
    """A question that is asked, and whose answer is written down, in this process."""

    def __init__(self, case: Case):
        self.fields = {
            "args": case.args,
            "build": case.build,
            "observe": case.observe,
            "answer": case.answer,
            "ask": case.ask,
            "raises": case.raises,
        }

    def case(self, line, kept):
        return Case(label="", **self.fields)


class Outside:
    """A call: what it returned and what became of the arguments goes to the grader as it is."""

    def __init__(self, args, raises=None):
        self.args, self.raises = args, raises

    def case(self, line, kept):
        args = tuple(kept[a.number] if isinstance(a, Kept) else a for a in self.args)
        return Case(args, "", answer=_with_arguments, raises=self.raises)


def _with_arguments(value, args) -> str:
    return wire.pack((value, [_after(arg) for arg in args]))


def _after(arg):
    """The argument as it is now, or SAME where it is nothing that can cross the border."""
    try:
        wire.pack(arg)
        return arg
    except NotPlain:
        return SAME


class Counted:
    """A search whose leaves lie with the grader, who counts how many are asked for."""

    def __init__(self, game, state, rounds):
        self.game, self.state, self.rounds = game, state, rounds

    def case(self, line, kept):
        game = LeavesElsewhere(self.game, line)
        evaluate = lambda game, state: line.ask("evaluate", state)  # noqa: E731
        return Case((game, self.state, self.rounds, evaluate), "")


class LeavesElsewhere:
    """A game that has to ask for every utility."""

    def __init__(self, game, line):
        self._game, self._line = game, line

    def __getattr__(self, name):
        return getattr(self._game, name)

    def utility(self, state):
        return self._line.ask("utility", state)
