"""Which mistake it is: the misconceptions whose answers look like the learner's, or else advice.

A suspect is a misconception of the catalogue, two of them at once, or a form that any answer can
take. It is named only if its answers agree with the learner's on the cases that were asked, and
again on fresh ones that nobody has looked at.
"""

import ast
import difflib
import inspect
import random
import re
import time
from collections.abc import Iterator
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from check import messages
from check.catalogue import (
    Misconception,
    both,
    catalogue,
    right_solution,
    suspects,
    touch,
    with_numbers,
)
from check.exercise import is_right, questions
from check.plaindata import is_number, same_number
from check.pointing import source_of
from check.runner import ALONE_SECONDS, Answer, Case, answer_in_time, answer_to, run_cases

_WORTH_A_LOOK = 0.7  # likeness below which nobody looks on
_FAR_AHEAD = 0.8  # likeness that is enough for one that is far ahead of all others
_NEAR = 0.9  # likeness that is enough in a group
_ASKED_ALONE = 3  # so many failing cases are asked again, each in a process of its own
_SAYS_LESS = 60  # how much longer a failing case may take and still be asked before a right one
_FRESH = 40  # cases that confirm a name
_AHEAD = 0.2  # of likeness: so far behind, no other suspect is worth a thought
_LUCK = 0.05  # that fresh cases may be less like than the first ones; twice that far ahead
_TIE = 0.02  # of two likenesses
_MOST = 0.8  # of all cases: where more fail, it says little which ones
_SOME = 0.45  # likeness that one of several mistakes must have at least
_HIDDEN = 0.3  # of the cases of one of two mistakes in which the other one may hide it
_NEARLY_ALL = 0.95  # likeness that is enough where an answer is only yes or no
_LONG_WORK = 500  # a case that takes so long, such as a match, is asked only of finalists
_GLANCE = 4  # cases that fail, and as many that do not, for a first look at all suspects
_FAIR = 2  # from so many of them on, who is like the learner in too few is out
_LOOKED_AT = 10  # suspects that are looked at after that
_FINALISTS = 4  # of a first look at a few cases go on to all cases
_FIRST_PAIRS = 14  # suspects that explain something: their pairs come first
_MAKING_A_PAIR = 40  # what it takes, counted as work
_OWN_NUMBERS = 3  # numbers of the learner's that are tried in mistakes that have one
_NONE_OR_TEXT = (messages.RETURNED_NONE, messages.RETURNED_TEXT)  # what is odd about an answer


class Named(NamedTuple):
    """One mistake or two, and the sentence that names them; none, and "", if nobody knows."""

    mistakes: tuple[Misconception, ...] = ()
    sentence: str = ""

    def text(self) -> str:
        """The sentence with what the mistakes do."""
        first, last = self.mistakes[0], self.mistakes[-1]
        return self.sentence.format(does=first.explanation, also=last.explanation)


def _of_any_exercise(name, explanation, hint) -> Misconception:
    return Misconception(name, "any", lambda *args: None, explanation, hint)


KEEPS_SOMETHING = _of_any_exercise(*messages.KEEPS_SOMETHING)
DIFFERS = _of_any_exercise(*messages.DIFFERS)
UNSTABLE = (KEEPS_SOMETHING, DIFFERS)  # whose answers nobody sees again in another order


def diagnosis(exercise, fn, cases, answers, right, seed: int = 0) -> Named:
    """The mistakes and the sentence that names them: the surer we are, the shorter."""
    ended = ("not_run", "time", "memory", "died")
    asked = [i for i, answer in enumerate(answers) if answer.kind not in ended]
    if all(right[i] for i in asked):
        return Named()
    line_up = _LineUp(exercise, cases, answers, right, asked, source_of(fn))
    state = random.getstate()
    try:
        return next((found for found in _attempts(line_up, fn, seed) if found.mistakes), Named())
    finally:
        random.setstate(state)  # some misconceptions use it


def _attempts(line_up, fn, seed) -> Iterator[Named]:
    """What it may be, the surest first."""
    same = line_up.same()
    if same:
        yield Named((same,), messages.AGREES)
    unstable = _unstable(line_up, fn) if fn else None
    if unstable is KEEPS_SOMETHING:
        yield Named((unstable,), messages.IT_DOES)
    refuted: set[str] = set()
    if fn and line_up.exercise.signs and not unstable and not line_up.is_none_or_text():
        named, refuted = _by_signs(line_up, fn, seed)
        yield named
    if line_up.is_odd():
        return  # there is better advice: a missing return, or parameters that do not fit
    for found in _by_likeness(line_up, fn, seed, unstable):
        if not refuted.intersection(mistake.name for mistake in found.mistakes):
            yield found
    if unstable:
        yield Named((unstable,), messages.IT_DOES)


def _by_likeness(line_up, fn, seed, unstable) -> Iterator[Named]:
    """What looks like the learner's answers, and goes on doing so on fresh cases."""
    fresh = _Fresh(line_up, fn, seed)
    if not unstable:
        yield from (found for found in line_up.pairs() if fresh.confirms(*found.mistakes))
    for found in line_up.nearest():
        if found.mistakes and fresh.confirms(found.mistakes[0]):
            yield found
    if not unstable:
        yield line_up.one_of_several()
        yield from (found for found in line_up.patched() if fresh.fails_where(*found.mistakes))


def _unstable(line_up, fn) -> Misconception | None:
    """What it is if some cases, each asked alone, are all right now, or at least not the same."""
    cases, few = line_up.cases, line_up.failing[:_ASKED_ALONE]
    alone = {i: run_cases(fn, [cases[i]], seconds=ALONE_SECONDS)[0] for i in few}
    again = {i: run_cases(fn, [cases[i]], seconds=ALONE_SECONDS)[0] for i in few}
    told = [i for i, answer in alone.items() if answer.kind != "time"]
    if not all(alike(alone[i], again[i]) for i in told):
        return DIFFERS
    if all(is_right(line_up.exercise, cases[i], answer) for i, answer in alone.items()):
        return KEEPS_SOMETHING
    return None if all(alike(line_up.answers[i], alone[i]) for i in told) else DIFFERS


def _question(case) -> tuple:
    """What tells two questions apart, whatever is then made of the answer to them."""
    parts = (case.build, case.calls, case.ask, case.answer, case.observe)
    return (id(case.args), *map(id, parts))


def _by_signs(line_up, fn, seed) -> tuple[Named, set[str]]:
    """What the learner's own answers show, and the names of which they show the contrary.

    Named is the first mistake whose signs are there, and one more for the rest that fails.
    """
    exercise = line_up.exercise
    failed = {line_up.cases[i].group for i in line_up.failing}
    known = {entry.name: entry for entry in catalogue(exercise.name)}
    signs = [one for one in exercise.signs(seed) if failed & {*one.groups}]
    asked = {_question(case): case for one in signs for case in one.cases}  # each only once
    answers = run_cases(fn, list(asked.values()), seconds=exercise.seconds)
    told = dict(zip(asked, answers, strict=True))
    found = [(one, [case.data(told[_question(case)]) for case in one.cases]) for one in signs]
    shown = [one for one, holds in found if all(holds)]
    refuted = {one.mistake for one in signs if one.sure} - {one.mistake for one in shown}
    return _most_special(shown, failed, known), refuted


def _most_special(shown, failed, known) -> Named:
    """The first mistake of those that are shown, and one more for other groups that fail."""
    if not shown:
        return Named()
    first = shown[0]
    rest = failed - {*first.groups}
    for one in shown[1:]:
        if rest & {*one.groups} and not {*one.groups} & {*first.groups}:
            return Named((known[first.mistake], known[one.mistake]), messages.TWO_AT_ONCE)
    sentence = messages.AMONG_OTHERS if rest else messages.IT_DOES
    return Named((known[first.mistake],), sentence)


class _Suspect:
    """A misconception and its answers, each asked for once."""

    def __init__(self, entry, cases, ask=answer_to):
        self.entry, self.cases, self.answers, self.ask = entry, cases, {}, ask

    def answer(self, i):
        if i not in self.answers:
            self.answers[i] = self.ask(self.entry.wrong, self.cases[i])
        return self.answers[i]


def _together(one, other, cases, ask=answer_to) -> _Suspect | None:
    """Two mistakes as one suspect; it is stopped if it may run for ever. None: no such program."""
    joined = both(one, other)
    ask = answer_in_time if _may_hang((one, other)) else ask
    return _Suspect(joined, cases, ask) if joined else None


def _may_hang(pair) -> bool:
    """Whether two mistakes at one place may take away what ends a loop."""
    return touch(*pair) and "while" in pair[0].right


class _LineUp:
    """All suspects of an exercise beside the learner's answers, as long as there is time."""

    def __init__(self, exercise, cases, answers, right, asked, source=()):
        self.source = [*source]  # lines of the learner's code
        self.is_ahead = False  # whether one suspect explains far more than any other
        self.exercise, self.cases, self.answers, self.right = exercise, cases, answers, right
        self.failing = [i for i in asked if not right[i]]
        self.order = sorted(asked, key=lambda i: cases[i].work * (_SAYS_LESS if right[i] else 1))
        own = with_numbers(exercise.name, _numbers_in(self.source))
        known = [*suspects(exercise.name), *own]
        self.entries = [_Suspect(entry, cases, self.ask) for entry in known]
        self.forms = [_Suspect(entry, cases, self.ask) for entry in _forms(exercise)]
        self.start, self.work = time.process_time(), 0

    def ask(self, wrong, case) -> Answer:
        """A suspect's answer; it counts as work."""
        self.work += case.work
        return answer_to(wrong, case)

    def in_time(self, share=1.0) -> bool:
        """Whether this share of the work and of the time for a diagnosis is not yet used."""
        is_quick = time.process_time() - self.start <= share * self.exercise.diagnosis_seconds
        return is_quick and self.work <= share * self.exercise.diagnosis_work

    def same(self) -> Misconception | None:
        """The misconception that gives all of the learner's answers; of several, by the code."""
        every = [*self.entries, *self.forms]  # a form is the same in all cases, or another fault
        found = [one.entry for one in every if self.in_time() and self.all_alike(one)]
        if len(found) < 2:
            return next(iter(found), None)
        likely = [entry for entry in found if not _is_denied(entry, self.source)]
        return next(iter(likely or found))

    def all_alike(self, suspect) -> bool:
        """Whether it gives the learner's answers, all of them.

        Right answers may differ, as infinity and a very large number, but where all are sentences.
        """
        free = not self.exercise.signs
        return all(
            self.equal(suspect, i) or (free and self.right[i] and self.is_right(suspect, i))
            for i in self.order
        )

    def equal(self, suspect, i) -> bool:
        """Whether both give the same answer; drawn answers may differ as luck does."""
        mine, theirs = self.answers[i], suspect.answer(i)
        if alike(mine, theirs):
            return True
        similar = self.exercise.similar
        return bool(similar and mine.ok and theirs.ok and similar(mine.value, theirs.value))

    def pairs(self) -> Iterator[Named]:
        """Two mistakes that give the learner's answers together; none where groups stand alone."""
        if self.exercise.separate:
            return
        parts = [s for s in self.entries if s.entry.edits]
        share = self.exercise.pair_share
        explained = {id(s): self.explained(s) for s in parts if self.in_time(share / 3)}
        parts.sort(key=lambda s: -explained.get(id(s), 0))
        first = parts[:_FIRST_PAIRS]
        likely = [(one.entry, other.entry) for one, other in combinations(first, 2)]
        rest = [(a.entry, b.entry) for a, b in combinations(parts, 2) if b not in first]
        chosen = []
        for one, other in [*likely, *rest]:
            chosen += [(one, other), (other, one)] if touch(one, other) else [(one, other)]
        for pair in sorted(chosen, key=_may_hang):  # these come last
            if not self.in_time(share):
                return
            self.work += _MAKING_A_PAIR
            suspect = _together(*pair, self.cases, self.ask)
            if suspect and self.both_explain(suspect) and self.are_both_there(*pair):
                yield Named(pair, messages.TWO_AT_ONCE)

    def are_both_there(self, one, other) -> bool:
        """Whether neither of two mistakes would show where the learner is right, and both show.

        Two at one place often undo each other, and look like a third one only together.
        """
        if self.is_hidden(one) or self.is_hidden(other):
            return False
        return not touch(one, other) or (self.is_shown(one, other) and self.is_shown(other, one))

    def is_shown(self, mistake, other) -> bool:
        """Whether one mistake is to be seen beside the other one: its words, or its answers."""
        mine, rest = self.suspect(mistake), self.suspect(other)
        alone = (i for i in self.failing if self.is_right(rest, i))
        return _is_likely(mistake, self.source) or any(self.equal(mine, i) for i in alone)

    def suspect(self, mistake) -> _Suspect:
        """What asks this mistake of the catalogue."""
        return next(one for one in self.entries if one.entry is mistake)

    def is_hidden(self, mistake) -> bool:
        """Whether one of two mistakes would show where the learner is right.

        Two edits that undo each other make a program in which neither of them is to be seen. Less
        is enough where the learner's code looks like what the mistake takes out.
        """
        suspect = self.suspect(mistake)
        wrong = [i for i in self.order if not self.is_right(suspect, i)]
        least = _HIDDEN / 3 if _is_denied(mistake, self.source) else _HIDDEN
        return sum(self.right[i] for i in wrong) > least * len(wrong)

    def both_explain(self, suspect) -> bool:
        """Whether two mistakes together are wrong where the learner is, nearly always the same."""
        alike = all(
            self.is_right(suspect, i) if self.right[i] else self.looks_like(suspect, i)
            for i in self.order
        )
        return alike and sum(self.equal(suspect, i) for i in self.failing) >= _NEAR * len(
            self.failing
        )

    def explained(self, suspect) -> int:
        """How many of the first failing answers it gives too."""
        few = self.failing_by_length()[:12]
        return sum(self.equal(suspect, i) for i in few)

    def nearest(self) -> Iterator[Named]:
        """The misconception that looks most like the learner's."""
        few = [i for i in self.spread() if self.cases[i].work < _LONG_WORK] or self.spread()
        likely = self.at_a_glance() if self.exercise.glance else self.entries
        rough = {one: self.likeness(one, few) for one in likely if self.in_time(1.5)}
        if len(rough) < len(likely):
            return  # no time to look at all of them: better no name than a false one
        likeness = {}
        near = [one for one in rough if rough[one]] or rough
        for one in sorted(near, key=rough.get, reverse=True)[:_FINALISTS]:
            likeness[one] = self.likeness(one, self.order)
        likeness = {one: value for one, value in likeness.items() if not self.loses_a_match(one)}
        best = max(likeness.values(), default=0.0)
        if not best:
            return
        first = max(likeness, key=likeness.__getitem__).entry
        others = [value for one, value in likeness.items() if one.entry.name != first.name]
        self.is_ahead = best - max(others, default=0.0) >= _AHEAD
        if best >= self.enough():
            near = [one.entry for one, value in likeness.items() if value >= best - _TIE]
            yield self.either(first, near, messages.MOSTLY)

    def at_a_glance(self) -> list:
        """The suspects that look like the learner's in a few short cases of different kinds."""
        alike = dict.fromkeys(self.entries, 0)
        for number, i in enumerate(self.shortest(right=False), start=1):
            for one in alike:
                if not self.in_time(1.3):
                    return []  # no time to look at all of them
                alike[one] += self.looks_like(one, i)
            if number >= _FAIR:
                alike = {one: count for one, count in alike.items() if 3 * count >= number}
        for i in self.shortest(right=True):
            alike = {one: count + self.is_right(one, i) for one, count in alike.items()}
        return sorted(alike, key=alike.__getitem__, reverse=True)[:_LOOKED_AT]

    def shortest(self, right) -> list[int]:
        """Short cases, each of another kind, in which the learner is right, or is wrong."""
        cases = [i for i in self.order if self.right[i] == right]
        first = {self.cases[i].group: i for i in reversed(cases)}
        few = sorted(first.values(), key=self.order.index)[:_GLANCE]
        return few + [i for i in cases if i not in few][: _GLANCE - len(few)]

    def failing_by_length(self) -> list[int]:
        """The cases that fail, short ones first."""
        return [i for i in self.order if not self.right[i]]

    def either(self, first, near, sentence) -> Named:
        """The mistake; where two explain as much, both; where more do, none."""
        others = {entry.name: entry for entry in near if entry.name != first.name}
        if not others or not self.exercise.separate:
            return Named((first,), sentence)
        if len(others) > 1:
            return Named()
        return Named((first, *others.values()), messages.EITHER)

    def spread(self) -> list[int]:
        """A few cases of all kinds, failing ones first, and short ones before long ones."""
        taken: dict[tuple, int] = {}
        few = []
        for i in self.order:
            key = self.cases[i].group, self.right[i]
            if taken.setdefault(key, 0) < (1 if self.right[i] else 2):
                taken[key] += 1
                few.append(i)
        return few

    def enough(self) -> float:
        """The likeness that is enough for a name: where an answer says little, nearly all."""
        if all(type(self.answers[i].value) is bool for i in self.failing):
            return _NEARLY_ALL
        return min(_FAR_AHEAD, self.exercise.near) if self.is_ahead else self.exercise.near

    def loses_a_match(self, suspect) -> bool:
        """Whether it is wrong in a long case in which the learner is right: another program."""
        long = [i for i in self.order if self.cases[i].work >= _LONG_WORK and self.right[i]]
        return not all(self.is_right(suspect, i) for i in long)

    def is_odd(self) -> bool:
        """Whether nothing that failed is an answer of the kind that was asked for."""
        failed = [self.answers[i] for i in self.failing]
        none_or_text = _NONE_OR_TEXT if self.asks_for_a_value() else ()
        odd = all(not answer.ok or answer.text in none_or_text for answer in failed)
        return odd or self.is_none_or_text()

    def is_none_or_text(self) -> bool:
        """Whether nearly everything that failed is None or text, and a value was asked for."""
        odd = sum(self.answers[i].text in _NONE_OR_TEXT for i in self.failing)
        return self.asks_for_a_value() and odd >= _NEARLY_ALL * len(self.failing)

    def asks_for_a_value(self) -> bool:
        return "->" in self.exercise.signature

    def one_of_several(self) -> Named:
        """One that looks like the learner's in a group that fails, and fails in no other.

        If there are several such, the one that explains most of what fails.
        """
        if not self.exercise.separate:
            return Named()
        bad = {self.cases[i].group for i in self.failing}
        good = [i for i in self.order if self.cases[i].group not in bad]
        few = [i for i in self.spread() if self.cases[i].work < _LONG_WORK]
        rough = {one: self.likeness(one, few, 0.0) for one in self.entries if self.in_time(1.5)}
        if len(rough) < len(self.entries):
            return Named()  # no time to look at all of them: better no name than a false one
        explained = {}
        for one in sorted(rough, key=rough.__getitem__, reverse=True)[: 2 * _FINALISTS]:
            if all(self.is_right(one, i) for i in good) and self.explains_its_groups(one, bad):
                explained[one.entry] = self.likeness(one, self.order, 0.0)
        best = max(explained, key=explained.get, default=None)
        if best is None or explained[best] < _SOME:
            return Named()
        near = {one.name for one, value in explained.items() if value >= explained[best] - _TIE}
        return Named((best,), messages.AMONG_OTHERS) if len(near) == 1 else Named()

    def patched(self) -> Iterator[Named]:
        """A mistake that ends in an error in just the cases in which the learner is wrong.

        Somebody who meets the error may put any answer in its place.
        """
        ending = [one for one in self.entries if self.in_time(1.5) and self.ends(one, 3)]
        if len(self.failing) > _MOST * len(self.order):
            return
        for first in (one for one in ending if self.fails(one)):
            others = (one for one in self.entries if one.entry.name != first.entry.name)
            if all(self.in_time(1.5) and self.overlap(one) <= 1 - _AHEAD for one in others):
                yield Named((first.entry,), messages.MOSTLY)

    def overlap(self, suspect) -> float:
        """Of the cases on which either is wrong, the share on which both are."""
        wrong = {i for i in self.order if not self.is_right(suspect, i)}
        return len(wrong.intersection(self.failing)) / len(wrong.union(self.failing))

    def fails(self, suspect) -> bool:
        """Whether it ends in an error where the learner is wrong, and only there."""
        return self.ends(suspect) and self.overlap(suspect) >= _NEARLY_ALL

    def ends(self, suspect, few=None) -> bool:
        """Whether it ends in an error where the learner is wrong, at least in the first few."""
        return all(suspect.answer(i).kind == "error" for i in self.failing[:few])

    def explains_its_groups(self, suspect, groups) -> bool:
        """Whether it looks like the learner's in all of these groups in which it is wrong."""
        orders = [[i for i in self.order if self.cases[i].group == group] for group in groups]
        own = [o for o in orders if not all(self.is_right(suspect, i) for i in o)]
        return bool(own) and all(self.likeness(suspect, order) >= _NEAR for order in own)

    def likeness(self, suspect, order, least=_WORTH_A_LOOK) -> float:
        """Of the cases on which either is wrong, the share on which both look the same."""
        count = same_count = 0
        left = sum(not self.right[i] for i in order)  # failing cases that are still to come
        for i in order:
            left -= not self.right[i]
            if self.right[i] and self.is_right(suspect, i):
                continue
            count += 1
            same_count += self.looks_like(suspect, i)
            if same_count + left < (least - _AHEAD) * (count + left):
                return 0.0  # it cannot come near any more, nor near the best
        return same_count / count if count else 0.0

    def is_right(self, suspect, i) -> bool:
        return is_right(self.exercise, self.cases[i], suspect.answer(i))

    def looks_like(self, suspect, i) -> bool:
        """Whether the two answers to a case are the same, or wrong in one way."""
        mine, theirs = self.answers[i], suspect.answer(i)
        if self.equal(suspect, i):
            return True
        if not (mine.ok and theirs.ok):
            return _failure(mine) == _failure(theirs)
        if _same_items(mine.value, theirs.value):
            return True
        profile, case = self.exercise.profile, self.cases[i]
        if profile is None:
            return False
        return profile(case, mine, self.right[i]) == profile(
            case, theirs, self.is_right(suspect, i)
        )


class _Fresh:
    """Cases of another seed, asked only when there is a name to confirm."""

    def __init__(self, line_up, fn, seed):
        self.line_up, self.fn, self.seed, self.made = line_up, fn, seed, None

    def confirms(self, *mistakes) -> bool:
        """Whether the learner's fresh answers look like those of the mistakes, too."""
        if self.fn is None:
            return True
        if self.made is None:
            self.made = self._ask()
        together = _Suspect if len(mistakes) == 1 else _together
        suspect = together(*mistakes, self.made.cases)
        self.made.is_ahead = self.line_up.is_ahead
        luck = 2 * _LUCK if self.made.is_ahead else _LUCK
        return self.made.likeness(suspect, self.made.order, 0.0) >= self.made.enough() - luck

    def fails_where(self, mistake) -> bool:
        """Whether the mistake ends in an error in just the fresh cases that fail, too."""
        self.made = self.made or self._ask()
        return bool(self.made.failing) and self.made.fails(_Suspect(mistake, self.made.cases))

    def _ask(self):
        """A line-up on fresh cases of the kinds that have failed."""
        old, exercise = self.line_up, self.line_up.exercise
        bad = {old.cases[i].group for i in old.failing}
        cases = [case for case in questions(exercise, self.seed + 1) if case.group in bad]
        step = max(1, len(cases) // _FRESH)
        cases = cases[::step]
        answers = run_cases(self.fn, cases, seconds=exercise.seconds)
        right = [is_right(exercise, c, a) for c, a in zip(cases, answers, strict=True)]
        asked = [i for i, answer in enumerate(answers) if answer.kind not in ("not_run", "time")]
        return _LineUp(exercise, cases, answers, right, asked)


def _forms(exercise) -> list[Misconception]:
    """The right answer in a wrong form: mistakes that anybody can make in any exercise."""
    if exercise.complains:
        return []  # its answers are sentences
    right = right_solution(exercise.name)

    def formed(change):
        return lambda *args, **named: change(right(*args, **named))

    return [
        Misconception(name, exercise.name, formed(change), does, hint)
        for (name, does, hint), change in (
            (messages.AS_TEXT, str),
            (messages.IN_A_LIST, lambda value: [value]),
            (messages.TURNED, lambda value: -value if is_number(value) else value),
        )
    ]


def _failure(answer):
    """The kind of an answer and what it says of itself, without the place in the code."""
    return answer.kind, answer.text.split(":")[0].split(" (in ")[0]


def alike(a: Answer, b: Answer) -> bool:
    """Whether two answers are the same: equal values, or failures of the same kind."""
    return _failure(a) == _failure(b) and same(a.value, b.value)


def same(a, b) -> bool:
    """Whether two plain values are equal, numbers up to rounding."""
    if type(a) in (int, float) and type(b) in (int, float):
        return same_number(a, b) or (a != a and b != b)
    if type(a) is type(b) and type(a) in (tuple, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def _same_items(a, b) -> bool:
    """Whether a set holds just what a list or a tuple holds, each once."""
    if type(b) in (set, frozenset):
        a, b = b, a
    if type(a) not in (set, frozenset) or type(b) not in (tuple, list):
        return False
    return len(a) == len(b) and all(any(same(x, y) for y in b) for x in a)


_STANDS_THERE = 0.82  # likeness for lines that the learner has, too
_RESEMBLES = 0.65  # as much for a line that another one has taken the place of


def _is_denied(mistake: Misconception, source: list[str]) -> bool:
    """Whether the learner's code looks like what the mistake takes out, not what it puts in."""
    pairs, taken = _likest_lines(mistake, source)
    if not pairs:
        return taken >= _STANDS_THERE
    return any(old >= _RESEMBLES and old > new + _LUCK for old, new in pairs)


def _is_likely(mistake: Misconception, source: list[str]) -> bool:
    """Whether the learner's code looks like what the mistake puts in, not what it takes out."""
    pairs, _ = _likest_lines(mistake, source)
    return any(new >= _RESEMBLES and new > old for old, new in pairs)


def _likest_lines(mistake: Misconception, source: list[str]) -> tuple[list, float]:
    """How much what is taken out and put in looks like the learner's code, and the first alone."""
    old, new = (text.splitlines() for text in (mistake.right, mistake.source))
    out = [_likest(line, source) for line in old if line.strip() and line not in new]
    put = [_likest(line, source) for line in new if line.strip() and line not in old]
    if not out or not put:
        return [], fmean(out) if out else 0.0
    if len(out) != len(put):
        out, put = [fmean(out)], [fmean(put)]
    return [*zip(out, put, strict=True)], fmean(out)


def _numbers_in(source: list[str]) -> tuple[float, ...]:
    """The first numbers in the code that may be somebody's own choice: a mistake may have them."""
    try:
        tree = ast.parse("\n".join(source))
    except (SyntaxError, ValueError):
        return ()
    found: dict[float, None] = {}
    parts: set[ast.AST] = set()  # of powers such as 10**6, which are one number
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            base, exponent = (getattr(part, "value", None) for part in (node.left, node.right))
            if all(type(part) is int and 0 < part < 100 for part in (base, exponent)):
                found[base**exponent] = None
                parts |= {node.left, node.right}
        elif node not in parts and is_number(getattr(node, "value", None)):
            found[node.value] = None
    for small in (0, 1, 2):
        found.pop(small, None)
    return tuple(found)[:_OWN_NUMBERS]


def _likest(line: str, others: list[str]) -> float:
    """How much the line looks like the one of the others that it looks like most."""
    return max((_similarity(line, other) for other in others), default=0.0) if line.strip() else 0.0


def _similarity(line: str, other: str) -> float:
    """How much two lines look alike, word by word."""
    words = [re.findall(r"\w+|[^\w\s]", text) for text in (line, other)]
    return difflib.SequenceMatcher(None, *words).ratio()


_FORMS = (
    (inspect.isclass, messages.A_CLASS),
    (inspect.isgeneratorfunction, messages.A_GENERATOR),
    (inspect.isasyncgenfunction, messages.ASYNC),
    (inspect.iscoroutinefunction, messages.ASYNC),
)


def advice(exercise, fn, case: Case, answer: Answer) -> str:
    """What to look at after this answer when no mistake has a name: slips that anybody makes."""
    if answer.kind in ("not_plain", "arguments"):
        form = next((sentence for is_one, sentence in _FORMS if is_one(fn)), None)
        return form or messages.BY_KIND[answer.kind]
    if answer.kind == "error":
        return messages.BY_EVENT.get(answer.text, messages.BY_KIND["error"])
    if answer.text in messages.BY_EVENT and "->" in exercise.signature and not case.raises:
        return messages.BY_EVENT[answer.text]
    by_hand = messages.BY_HAND.format(exercise=exercise.name)
    return messages.BY_KIND.get(answer.kind, by_hand)
