"""The questions that go into the sandbox. Each knows how to become a case of `check` there.

What comes back is what the function returned and what became of its arguments, as plain data.
Counting, comparing and judging happen on the grader's side.
"""

from check.plaindata import NotPlain
from check.runner import Case
from grade import protocol

SAME = "__the same as before__"  # stands for an argument that cannot change, such as a game


class Kept:
    """The short name of a thing that was sent before."""

    def __init__(self, number):
        self.number = number


class Call:
    """One call: what it returned, and what became of the arguments."""

    def __init__(self, args):
        self.args = args

    def case(self, line, kept):
        args = tuple(kept[a.number] if isinstance(a, Kept) else a for a in self.args)
        return Case(args, "", answer=_with_arguments)


def _with_arguments(value, args) -> str:
    return protocol.pack((value, [_after(arg) for arg in args]))


def _after(arg):
    """The argument as it is now, or SAME where it cannot change or cannot cross the border."""
    if protocol.is_fixed(arg):
        return SAME
    try:
        protocol.pack(arg)
        return arg
    except NotPlain:
        return SAME


class Plain:
    """One call whose answer is only shown, never judged."""

    def __init__(self, args):
        self.args = args

    def case(self, line, kept):
        return Case(self.args, "")


class Calls:
    """Several calls, one after the other, with arguments that some of them share.

    A game cannot cross the border: `observe` says in the sandbox whether it was changed. Who
    lies about that has a function that behaves as if it changed nothing.
    """

    def __init__(self, calls, observe):
        self.calls, self.observe = calls, observe

    def case(self, line, kept):
        return Case(
            (), "", calls=lambda: self.calls, observe=self.observe, answer=_with_all_arguments
        )


def _with_all_arguments(returned, calls) -> str:
    after = [[_after(arg) for arg in args] for args in distinct(calls)]
    return protocol.pack((returned.values, returned.random_untouched, after))


def distinct(calls) -> list[tuple]:
    """Each of these arguments once: most calls share them."""
    return list({id(args): args for args in calls}.values())


class Served:
    """A search in a game whose payoffs lie with the grader, who writes down what is asked for."""

    def __init__(self, args):
        self.args = args

    def case(self, line, kept):
        payoffs = Payoffs(line)
        args = tuple(self._argument(arg, payoffs) for arg in self.args)
        return Case(args, "", answer=lambda value, args: protocol.pack((value, payoffs.repeats)))

    def _argument(self, arg, payoffs):
        if isinstance(arg, PayoffsElsewhere):
            arg.payoffs = payoffs
        return (lambda game, state: payoffs.get("evaluate", state)) if _is_evaluate(arg) else arg


class Payoffs:
    """What the grader has said so far. To ask again for a payoff costs no way there and back.

    Who asks a second time knows the answer: that alone is told later, all repeats in one go.
    """

    def __init__(self, line):
        self.line, self.known, self.repeats = line, {}, []

    def get(self, what, state, moved=True):
        """The payoff; asked for over the line once for each state."""
        known = self.known.get((what, state))
        if known is None:
            repeats, self.repeats = self.repeats, []
            known = len(self.known), self.line.ask(what, state, moved, repeats)
            self.known[what, state] = known
        else:
            self.repeats.append((known[0], moved))
            if len(self.repeats) >= MOST_REPEATS:
                repeats, self.repeats = self.repeats, []
                self.line.ask("repeats", None, True, repeats)
        return known[1]


EVALUATE = "__an evaluation__"  # stands for the one that the grader keeps
MOST_REPEATS = 2000  # that are told in one go


def _is_evaluate(arg):
    return type(arg) is str and arg == EVALUATE


class PayoffsElsewhere:
    """A game that has to ask for every utility."""

    def __init__(self, game):
        self.game, self.payoffs, self.moved = game, None, True

    def __getattr__(self, name):
        if name == "game":  # not there yet while it is being unpickled
            raise AttributeError(name)
        return getattr(self.game, name)

    def result(self, state, action):
        self.moved = True
        return self.game.result(state, action)

    def utility(self, state):
        moved, self.moved = self.moved, False
        return self.payoffs.get("utility", state, moved)


class AnyForm:
    """A call whose answer may be an object of the student's own class: `answer` makes it plain.

    A ValueError is an answer to every such question; only the grader knows whether it is right.
    """

    def __init__(self, args, answer):
        self.args, self.answer = args, answer

    def case(self, line, kept):
        return Case(self.args, "", answer=self.answer, raises=ValueError)
