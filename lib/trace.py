"""Record what a search did, without touching its code.

    with record() as trace:
        minimax(game, game.initial_state())

The trace is plain data: one `Call` for every node the search entered, in the order of entering,
and the events "enter" and "leave" in the order they happened. Python itself reports the calls
(`sys.setprofile`), so outside of `record()` a search that is `traced` runs as if it were not.
"""

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

from lib.game import CHANCE, MAX, Action, Game, State
from lib.messages import COMMON

_PAIRS = (tuple, list)  # of value and action: how an answer may come
_ASKED = ("game", "state", "depth", "alpha", "beta")  # the parameters that are noted
_COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(slots=True)
class Call:
    """One node that a search entered: what it was asked, and what it answered."""

    index: int
    parent: int | None  # index of the call that made this one; None at the root
    action: Action | None  # the action that led here; None at the root
    state: State
    side: int  # who moves here: MAX, MIN or CHANCE
    depth: float | None = None  # plies left on entering; None if the search has no depth
    alpha: float | None = None  # the window on entering; None if the search has none
    beta: float | None = None
    value: float | None = None  # None until the call has returned, and if it never did
    best: Action | None = None
    children: list[int] = field(default_factory=list)
    skipped: tuple[Action, ...] = ()  # legal actions that were never entered
    cut: str | None = None  # why they were skipped: a sentence
    kind: str = "inner"  # or "terminal", the end of the game, or "horizon", the end of its depth


class Trace:
    """What the searches inside one `with record() as trace:` did."""

    def __init__(self):
        self.game: Game | None = None
        self.calls: list[Call] = []
        self.events: list[tuple[str, int]] = []  # ("enter" or "leave", index into calls)
        self._path: list[tuple] = []  # (frame, game, call) of the calls not yet returned
        self._unused: dict[int, list] = {}  # open call -> (action, next state) not yet entered

    def _enter(self, frame, game, state, depth, alpha, beta):
        """Append a call below the one that is open now."""
        parent, index = self._path[-1][2] if self._path else None, len(self.calls)
        action = self._action_into(state, game, parent) if parent else None
        up = parent.index if parent else None
        call = Call(index, up, action, state, _side(game, state, parent), depth, alpha, beta)
        if parent:
            parent.children.append(index)
        if self.game is None:
            self.game = game
        self.calls.append(call)
        self.events.append(("enter", index))
        self._path.append((frame, game, call))

    def _leave(self, frame, answer):
        """Close the call that `frame` runs; an answer of None means that it raised an error."""
        if not self._path or self._path[-1][0] is not frame:
            return  # it was entered before this trace was opened
        _, game, call = self._path.pop()
        self._unused.pop(call.index, None)
        self.events.append(("leave", call.index))
        if answer is None:
            return
        call.value = answer  # alone, or with its action, or with all best actions
        if isinstance(answer, _PAIRS):
            call.value, best = (*answer, None, None)[:2]
            call.best = next(iter(best), None) if isinstance(best, list) else best
        over = game.is_terminal(call.state)
        call.kind = "terminal" if over else "inner" if call.children else "horizon"
        if call.kind == "inner":
            children = [self.calls[index] for index in call.children]
            entered = [child.action for child in children]
            call.skipped = tuple(a for a in game.actions(call.state) if a not in entered)
            call.cut = _reason(call, children[-1].value)
            if not isinstance(answer, _PAIRS) and call.side != CHANCE:
                best = (child.action for child in children if child.value == call.value)
                call.best = next(best, None)

    def _action_into(self, state, game, parent):
        """The action that leads from the parent to `state`: the first not yet entered."""
        if parent.index not in self._unused:
            actions = game.actions(parent.state)
            self._unused[parent.index] = [(a, game.result(parent.state, a)) for a in actions]
        unused = self._unused[parent.index]
        for pair in unused:
            if pair[1] == state:
                unused.remove(pair)
                return pair[0]
        siblings = (self.calls[index] for index in parent.children)  # the same child again
        return next((s.action for s in siblings if s.state == state), None)

    def __len__(self) -> int:
        return len(self.calls)

    def __repr__(self) -> str:
        return f"Trace of {len(self.calls)} calls"


class _Open(threading.local):
    """The traces that record in this thread; another thread's searches stay out of them."""

    traces: tuple[Trace, ...] = ()
    profiler: Callable | None = None  # what watched this thread before we did


_open = _Open()
_traced_code = {}  # id -> code object of every traced function


def traced(function: Callable) -> Callable:
    """The same function, marked: `record()` will note its calls. Otherwise it costs nothing.

    It needs parameters named `game` and `state`; `depth`, `alpha` and `beta` are noted too
    if it has them. It may return (value, action), also as a list, or the value alone.
    """
    plain = inspect.unwrap(function)
    if not inspect.isfunction(plain):
        raise TypeError(COMMON.TRACED_NEEDS_PLAIN.format(function=plain))
    name, parameters = plain.__name__, inspect.signature(plain).parameters
    if inspect.isgeneratorfunction(plain) or inspect.iscoroutinefunction(plain):
        raise TypeError(COMMON.YIELDS_ITS_ANSWERS.format(name=name))
    if missing := " and ".join(need for need in ("game", "state") if need not in parameters):
        raise TypeError(COMMON.CANNOT_TRACED_NO.format(name=name, missing=missing))
    _traced_code[id(plain.__code__)] = plain.__code__
    return function


@contextmanager
def record() -> Iterator[Trace]:
    """A `Trace` of every traced search that this thread runs inside the `with` block."""
    trace = Trace()
    if not _open.traces:
        _open.profiler = sys.getprofile()
        sys.setprofile(_watch)
    _open.traces += (trace,)
    try:
        yield trace
    finally:
        _open.traces = tuple(other for other in _open.traces if other is not trace)
        if not _open.traces:
            sys.setprofile(_open.profiler)


def _watch(frame, event, answer):
    """Python calls this at every call and return in the thread while a trace is open."""
    if id(frame.f_code) in _traced_code:
        if event == "call":
            asked = {name: frame.f_locals.get(name) for name in _ASKED}
            for trace in _open.traces:
                trace._enter(frame, **asked)
        elif event == "return":
            for trace in _open.traces:
                trace._leave(frame, answer)


def _side(game, state, parent) -> int:
    """Who moves at a state; at the end, if the game does not say, who moved last."""
    try:
        return game.side(state)
    except Exception:
        if not game.is_terminal(state):
            raise
        return parent.side if parent else MAX


def _reason(call, last_value) -> str | None:
    """Why the skipped actions cannot matter, if the window says so."""
    numbers = all(isinstance(value, (int, float)) for value in (call.value, last_value))
    if not call.skipped or not numbers:
        return None
    alpha = -inf if call.alpha is None else call.alpha
    beta = inf if call.beta is None else call.beta
    count = len(call.skipped)
    word = _COUNT_WORDS[count] if count < len(_COUNT_WORDS) else count
    rest = f"the other {'child' if count == 1 else word} cannot matter"
    is_low = call.side != MAX and call.value <= alpha
    if not is_low and (call.side not in (MAX, CHANCE) or call.value < beta):
        return None
    end = f"alpha is {_text(alpha)}" if is_low else f"beta is {_text(beta)}"
    mean = f"the mean is at {'most' if is_low else 'least'} {_text(call.value)}"
    said = mean if call.side == CHANCE else f"this child gave {_text(last_value)}"
    return f"{end}, {said}: {rest}"


def _text(number) -> str:
    return f"{number:g}" if isinstance(number, float) else str(number)
