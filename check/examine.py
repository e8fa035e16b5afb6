"""How every check works: ask, compare, find the smallest failing case, name the mistake."""

import functools
import os
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from check import messages
from check.check_game import check_game
from check.diagnosis import UNSTABLE, advice, diagnosis
from check.exercise import Exercise, is_right, questions, rule, score
from check.plaindata import same_number, simple
from check.pointing import lines_of
from check.report import Counterexample, Report, Told
from check.runner import IN_BROWSER, PROTECTED, SHRINK_SECONDS, not_attempted, run_cases
from lib.game import Game
from lib.search import minimax

_LONG = 200  # characters of two answers that are too many for a sentence
_NAMED_GROUPS = 3  # so many groups of cases are named in a message


def examine(exercise: Exercise, fn: Callable, seed: int = 0) -> Report:
    """The Report on `fn`: not attempted, wrong with the mistake named, or right."""
    if not_attempted(fn):
        return _untouched(exercise, messages.NONE_HANDED_IN if fn is None else None)
    if not callable(fn):
        message = messages.NO_FUNCTION.format(
            name=exercise.name, type=type(fn).__name__, signature=exercise.signature
        )
        return Report(exercise.name, "wrong", 0.0, message)
    is_apart = PROTECTED or hasattr(fn, "ask_all")  # it cannot spoil the questions for the next
    cases, known = (_battery if is_apart else _battery.__wrapped__)(exercise, seed)
    cases = fn.chosen(cases) if hasattr(fn, "chosen") else cases  # the grader's choice
    own, smaller = set(map(id, cases)), computed_once(exercise.expected)
    exercise = replace(exercise, expected=lambda c: (known if id(c) in own else smaller)(c))
    answers = run_cases(fn, cases, seconds=exercise.seconds)
    if all(answer.kind in ("unattempted", "not_run") for answer in answers):
        return _untouched(exercise)
    right = [is_right(exercise, case, answer) for case, answer in zip(cases, answers, strict=True)]
    notes = () if PROTECTED or IN_BROWSER else (messages.NO_FORK,)
    if all(right):
        remarks = exercise.remark(cases, answers) if exercise.remark else ()
        message = messages.RIGHT.format(count=len(cases))
        return Report(exercise.name, "right", 1.0, message, notes=remarks + notes)
    if getattr(fn, "is_only_counted", False):
        worth = score(exercise, cases, answers, right)
        return Report(exercise.name, "wrong", worth, "", rule=rule(exercise, worth))
    return _wrong(exercise, fn, cases, answers, right, notes, seed)


def small(fn: Callable, cases: dict) -> Report:
    """Checks a function of a line or two: `cases` maps its arguments to the right answers."""
    name, right, first = getattr(fn, "__name__", "function"), 0, None
    for args, answer in cases.items():
        call, label, picture = _call(name, args)
        try:
            got = fn(*args)
        except NotImplementedError:
            return Report(name, "not attempted", 0.0, messages.SMALL_NOT_ATTEMPTED)
        except Exception as error:
            got, told = error, f"{type(error).__name__}: {error}"
            wrong = messages.SMALL_FAILS.format(call=call, error=told)
        else:
            wrong = messages.SMALL_DIFFERS.format(call=call, got=got, answer=answer)
        is_same = _is_same(simple(got), answer)
        right += is_same
        if not is_same and first is None:
            first = wrong, Counterexample(label, repr(answer), repr(got), picture)
    if first is None:
        return Report(name, "right", 1.0, messages.RIGHT.format(count=len(cases)))
    message, case = first
    score = right / len(cases)
    if case.picture is None:
        return Report(name, "wrong", score, message)
    return Report(name, "wrong", score, message, case, told=Told("", message))


def _call(name, args):
    """(the call in words, the case, a picture): a position is drawn, not told as numbers."""
    if len(args) != 2 or not isinstance(args[0], Game):
        call = f"{name}({', '.join(map(repr, args))})"
        return call, call, None
    from lib.draw import draw_board

    call = messages.ON_THIS_BOARD.format(name=name)
    return call, f"{call}\n{args[0].render(args[1])}", draw_board(*args)


def _is_same(got, answer) -> bool:
    """Whether the answer is right: 2 and 2.0 are the same, and so are lists and tuples."""
    if type(answer) in (list, tuple):
        inner = type(got) in (list, tuple) and len(got) == len(answer)
        return inner and all(map(_is_same, got, answer))
    if type(answer) in (int, float):
        return same_number(got, answer)
    return type(got) is type(answer) and got == answer


def game(own, seed: int = 0, values: dict | None = None) -> Report:
    """Checks that a game, or a class that makes one, keeps the rules of the interface.

    `values` tests the meaning: positions and what they are worth to MAX, found without the game.
    """
    if own is None or own is ...:
        return Report("game", "not attempted", 0.0, messages.NO_GAME)
    if isinstance(own, type):
        missing = sorted(getattr(own, "__abstractmethods__", ()))
        if missing:
            names = {"name": own.__name__, "names": ", ".join(missing)}
            status = "not attempted" if len(missing) == len(Game.__abstractmethods__) else "wrong"
            return Report("game", status, 0.0, messages.METHODS_MISSING.format(**names))
        try:
            own = own()
        except TypeError as error:
            told = messages.NEEDS_ARGUMENTS.format(name=own.__name__, error=error)
            return Report("game", "wrong", 0.0, told)
    try:
        summary = check_game(own, seed=seed)
    except AssertionError as problem:
        return Report("game", "wrong", 0.0, str(problem))
    if values is None:
        return Report("game", "right", 1.0, str(summary))
    return _meaning(own, summary, values)


def _meaning(own, summary, values):
    """Whether minimax finds the values that somebody has worked out without the game."""
    if len(values) < 2 or None in values.values():
        return Report("game", "wrong", 0.5, messages.VALUES_WANTED.format(summary=summary))
    for state, said in values.items():
        try:
            value, _ = minimax(own, state)
        except Exception as error:  # a position that is none, in a game that anybody wrote
            told = messages.VALUE_FAILS.format(state=repr(state), error=repr(error))
            return Report("game", "wrong", 0.5, told)
        if not same_number(value, said):
            found = {"state": repr(state), "said": repr(said), "value": value}
            told = messages.VALUE_DIFFERS.format(summary=summary, **found)
            return Report("game", "wrong", 0.5, told)
    told = messages.VALUES_AGREE.format(summary=summary, count=len(values))
    return Report("game", "right", 1.0, told)


@functools.lru_cache(maxsize=64)
def _battery(exercise, seed):
    """The questions of a seed, and a function that knows what is right for each."""
    cases = questions(exercise, seed)
    return cases, computed_once(exercise.expected)


def computed_once(expected):
    """The same function, but what is right for a case is computed only once."""
    known = {}

    def remembered(case):
        if id(case) not in known:
            known[id(case)] = case, expected(case)  # the case stays alive, and so does its id
        return known[id(case)][1]

    return remembered


def _untouched(exercise, message=None):
    message = (message or messages.NOT_ATTEMPTED).format(signature=exercise.signature)
    return Report(exercise.name, "not attempted", 0.0, message)


def _wrong(exercise, fn, cases, answers, right, notes, seed):
    first = right.index(False)
    named = diagnosis(exercise, fn, cases, answers, right, seed)
    case, answer = cases[first], answers[first]
    if not set(named.mistakes) & set(UNSTABLE):
        case, answer = _smallest(exercise, fn, case, answer)
    expected, worth = exercise.expected(case), score(exercise, cases, answers, right)
    picture = _picture(exercise, fn, case, expected, answer)
    want, got = _contrast(exercise, expected, answer)
    counterexample = Counterexample(case.label, want, got, picture)
    what = _what(exercise, case, want, got, answer, picture)
    told = Told(_where(cases, right), _printable(what))
    if named.mistakes:
        code = tuple(lines_of(fn, named.mistakes[0]))
        told = replace(told, mistake=named.text(), hint=named.mistakes[0].hint, code=code)
    else:
        told = replace(told, hint=advice(exercise, fn, case, answer))
    return Report(
        exercise.name,
        "wrong",
        worth,
        str(told),
        counterexample,
        notes,
        rule(exercise, worth),
        tuple(mistake.name for mistake in named.mistakes),
        told,
    )


def _picture(exercise, fn, case, expected, answer):
    """The case drawn, with what differs beside its node; None where there is nothing to draw."""

    def ask(cases):
        answers = run_cases(fn, cases, seconds=SHRINK_SECONDS)
        pairs = zip(cases, answers, strict=True)
        return [(exercise.expected(c), a, is_right(exercise, c, a)) for c, a in pairs]

    if exercise.picture:
        drawn = exercise.picture(case, expected, answer, ask)
        return drawn if drawn is not None or exercise.shrink else _drawn(case)
    return _drawn(case)


def _drawn(case):
    return case.picture() if case.picture else None


def _contrast(exercise, expected, answer):
    """What is expected and what came, in words: only what differs, if the exercise knows."""
    if not answer.ok:
        return exercise.say(expected), _printable(answer.text)
    if exercise.contrast:
        want, got = exercise.contrast(expected, answer.value)
        return want, _printable(got)
    return exercise.say(expected), _printable(exercise.say(answer.value))


def _smallest(exercise, fn, case, answer):
    """A failing case that cannot be made smaller, with the answer to it."""
    if exercise.shrink is None or answer.kind in ("time", "died", "exit", "memory"):
        return case, answer
    deadline = _used() + SHRINK_SECONDS
    while _used() < deadline:
        found = _smaller_failure(exercise, fn, case)
        if found is None:
            break
        case, answer, late = found
        if late:
            break
    return case, answer


def _used():
    """The processor time that this process and its children have used."""
    return sum(os.times()[:4])


def _smaller_failure(exercise, fn, case):
    """A failing case one step smaller, its answer, and whether time was short; or None."""
    smaller = list(exercise.shrink(case))
    answers = run_cases(fn, smaller, seconds=SHRINK_SECONDS)
    for candidate, answer in zip(smaller, answers, strict=True):
        if answer.kind not in ("not_run", "time") and not is_right(exercise, candidate, answer):
            return candidate, answer, answers[-1].kind == "not_run"
    return None


def _what(exercise, case, want, got, answer, picture):
    """What happened, in one sentence."""
    where = case.brief if picture is not None and case.brief else case.label.partition("\n")[0]
    if answer.kind == "arguments":
        return messages.NOT_CALLABLE.format(signature=exercise.signature, event=answer.text)
    if not answer.ok:
        return messages.HAPPENED.format(case=where, event=answer.text)
    if exercise.complains and type(answer.value) is list:
        return messages.FAULTS.format(case=where, faults=got)
    if len(got) + len(want) > _LONG:
        return messages.LONG_ANSWERS.format(case=where)
    return messages.WRONG_ANSWER.format(case=where, got=got, expected=want)


def _printable(text):
    """The text without what no page can show: halves of characters, bells, colors of terminals."""
    return "".join(
        c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs") else "?" for c in text
    )


def _where(cases, right):
    """Which groups of cases are right, or the few that are not."""
    groups = {}
    for case, ok in zip(cases, right, strict=True):
        groups.setdefault(case.group, []).append(ok)
    good = [group for group, oks in groups.items() if all(oks)]
    bad = [group for group in groups if group not in good]
    if not good:
        return messages.NOWHERE_RIGHT
    if len(good) <= len(bad):
        return messages.RIGHT_SO_FAR.format(groups=_listed(good))
    return messages.RIGHT_EXCEPT_FOR.format(groups=_listed(bad))


def _listed(groups):
    """The groups as a list in words, a long one cut short."""
    listed, more = ", ".join(groups[:_NAMED_GROUPS]), len(groups) - _NAMED_GROUPS
    return messages.AND_MORE.format(groups=listed, count=more) if more > 0 else listed
