"""The checks of UCB1: the number, the choice by it, the port from Java, a log made up by hand."""

import math
from random import Random

from check import messages
from check.examine import examine
from check.exercise import Exercise
from check.plaindata import is_number, same_number, simple
from check.report import Report
from check.runner import Case
from check.trees import brief
from lib.search.bandit import first_best
from lib.search.bandit import ucb1 as reference_ucb1


def ucb1(fn, seed: int = 0) -> Report:
    """Checks `ucb1(total, visits, parent_visits, c) -> float`; infinity for 0 visits."""
    return examine(UCB1, fn, seed)


def _cases(seed):
    rng = Random(f"ucb1 {seed}")
    cases = [
        _case(3, 1, 10, 2.0, "means and bonuses"),  # from a log of the board game Root
        _case(-63, 5, 15, 2.0, "negative totals"),
        _case(4, 1, 1, 1.0, "a parent with one visit"),
        _case(0, 0, 0, 1.4, "unvisited children"),
        _case(0, 0, 1, 0, "unvisited children"),
        _case(0.0, 0, rng.randint(2, 99), 2.0, "unvisited children"),
    ]
    for _ in range(8):
        visits = rng.randint(1, 30)
        parent = visits + rng.randint(1, 200)
        total, c = rng.randint(1, 9 * visits), round(rng.uniform(0.1, 9), 2)
        part = rng.uniform(0, visits)
        cases += [
            _case(total, visits, parent, c, "means and bonuses"),
            _case(part, visits, parent, math.sqrt(2), "means and bonuses"),
            _case(-total, visits, parent, c, "negative totals"),
            _case(total, visits, parent, 0, "c = 0"),
            _case(0, visits, parent, c, "a total of 0"),
            _case(total * 1000, visits, parent * 50, c * 40, "large numbers"),
        ]
    return cases


def _case(total, visits, parent_visits, c, group):
    label = f"total {total:.6g}, visits {visits}, parent's visits {parent_visits}, c {c:.6g}"
    return Case((total, visits, parent_visits, c), label, group)


def _smaller(case):
    """The same question with rounder and smaller numbers."""
    total, visits, parent, c = case.args
    found = [
        (round(total), visits, parent, c),
        (total // 2, visits, parent, c),
        (total, visits // 2, parent, c),
        (total, visits, max(visits, parent // 2), c),
        (total, visits, parent, 1.0 if c else 0),
    ]
    for args in found:
        if args != case.args and (args[1] > 0) == (visits > 0):
            yield _case(*args, case.group)


UCB1 = Exercise(
    "ucb1",
    "ucb1(total, visits, parent_visits, c) -> float",
    _cases,
    lambda case: reference_ucb1(*case.args),
    lambda expected, got, case: same_number(expected, got),
    _smaller,
    brief,
    easy=("a parent with one visit", "unvisited children", "a total of 0"),
)


def choose(fn, seed: int = 0) -> Report:
    """Checks `choose(children, c) -> index` of the largest UCB1, the first of equals.

    A child has `.total`, in the chooser's own view, and `.visits`. The parent's visits are
    the sum of the children's. An unvisited child comes before all visited ones.
    """
    return examine(CHOOSE, fn, seed)


class Child:
    """What a choice is made between: a total in the chooser's own view, and visits."""

    def __init__(self, total, visits):
        self.total, self.visits = total, visits

    def __repr__(self):
        return f"Child(total={self.total}, visits={self.visits})"


def _bounds(pairs, c):
    parent = sum(visits for _, visits in pairs)
    return [reference_ucb1(total, visits, parent, c) for total, visits in pairs]


def _cases_of_choose(seed):
    rng = Random(f"choose {seed}")
    cases = [
        _choice([(-63, 5), (-41, 5), (-41, 5)], 2.0, "equal bounds"),  # from a log of Root
        _choice([(5, 2)], 1.0, "one child"),
        _choice([(0, 0), (0, 0), (0, 0)], 1.0, "unvisited children"),
    ]
    for _ in range(6):
        cases += [
            _choice(_children(rng, 3), 0, "c = 0"),
            _choice(_children(rng, 4, low=-60, high=-1), 1.5, "negative totals"),
            _choice(_children(rng, 3, -(10**9), -(10**8)), 1.5, "negative totals"),
            _choice(_with_twins(rng), 1.4, "equal bounds"),
            *(_with_unvisited(rng, low, high) for low, high in _UNVISITED),
            _close_mean(rng),
            _choice([(rng.randint(30, 60), 3), (0, rng.randint(2, 9))], 1.4, "a total of 0"),
            _choice([(-rng.randint(30, 60), 3), (0, rng.randint(2, 9))], 1.4, "a total of 0"),
        ]
    for mean, c in _BETWEEN:
        cases.append(_choice([(mean * 30, 30), (0, 0)], c, "unvisited children"))
    cases += [_race(rng, c) for c in (0, 0.5, 1.4, 5.0, 40.0) for _ in range(12)]
    cases += [_race(rng, 1.4, most=6, gaps=_GAPS[:2]) for _ in range(24)]
    for most, gap in ((6, 0.4), (5000, 0.6)):  # half of c, or a wrong N
        cases += [_race(rng, 1.4, most, gaps=(gap,)) for _ in range(8)]
    cases += [_choice(_children(rng, rng.randint(2, 6)), 2.0, "any") for _ in range(12)]
    return sorted(cases, key=lambda case: len(case.data[0]))


_UNVISITED = ((10, 900), (1, 9), (-900, -90))  # totals of the children that were visited

# means and c: a number that stands for infinity is larger than some of these bounds
_BETWEEN = ((-3, 0.1), (0.2, 0), (0.5, 0.1), (0.8, 0), (3, 0), (3, 5), (5, 5), (7.9, 5), (8, 2))
_BETWEEN += ((30, 2), (300, 2), (4000, 1))

# between two bounds, where the bonuses differ by 1
_GAPS = (0.005, 0.02, 0.08, 0.2, 0.4, 0.6)


def _children(rng, count, low=-20, high=60):
    return [(rng.randint(low, high), rng.randint(1, 25)) for _ in range(count)]


def _with_twins(rng):
    """Children of which the best one comes twice."""
    pairs = _children(rng, 3)
    bounds = _bounds(pairs, 1.4)
    pairs.insert(rng.randrange(4), pairs[first_best(bounds)])
    return pairs


def _with_unvisited(rng, low, high):
    """Children of which one or two, not the first, wait for their first visit."""
    pairs = _children(rng, 3, low, high)
    for _ in range(rng.randint(1, 2)):
        pairs.insert(rng.randint(1, len(pairs)), (0, 0))
    return _choice(pairs, rng.choice((0, 1.4, 30.0)), "unvisited children")


def _race(rng, c, most=150, gaps=_GAPS):
    """Children with different visits and almost equal bounds: a small mistake changes the order."""
    visits = rng.sample(sorted({int(most ** (k / 24)) for k in range(24)}), rng.randint(2, 3))
    bonuses = _bounds([(0, n) for n in visits], c)
    gap = rng.choice(gaps) * (max(bonuses) - min(bonuses)) or _GAPS[0]
    goal = rng.uniform(-3, 6) * (c or 1)
    places = rng.sample(range(len(visits)), len(visits))
    pairs = [
        (round((goal - place * gap - bonus) * n, 4), n)
        for place, bonus, n in zip(places, bonuses, visits, strict=True)
    ]
    return _choice(pairs, c, "exploration decides" if c else "c = 0")


def _close_mean(rng):
    """Children with equal visits whose means differ only a little."""
    visits, total = rng.randint(400, 900), rng.randint(100, 999)
    step = rng.choice((1, 1, 1 / 1024))
    pairs = [(total - step * rng.randint(0, 3), visits) for _ in range(3)]
    pairs.insert(rng.randint(1, 3), (total + step, visits))
    return _choice(pairs, 1.4, "close bounds")


def _choice(pairs, c, group):
    pairs = tuple(pairs)
    text = ", ".join(f"<{total}, {visits}>" for total, visits in pairs)
    return Case(
        (),
        f"children <total, visits> {text}, c {c:g}",
        group,
        build=lambda: ([Child(*pair) for pair in pairs], c),
        observe=lambda args: [(child.total, child.visits) for child in args[0]],
        data=(pairs, c),
    )


def _agrees(expected, got, case) -> bool:
    """Whether it is the first best child, or one that is equal up to rounding."""
    if type(got) is not int or not 0 <= got < len(case.data[0]):
        return False
    bounds = _bounds(*case.data)
    rounding = bounds[got] != bounds[expected] and same_number(bounds[got], bounds[expected])
    return got == expected or rounding


def _smaller_of_choose(case):
    """The same question without one of the children."""
    pairs, c = case.data
    for i in range(len(pairs)):
        if len(pairs) > 2:
            yield _choice(pairs[:i] + pairs[i + 1 :], c, case.group)


CHOOSE = Exercise(
    "choose",
    "choose(children, c) -> index",
    _cases_of_choose,
    lambda case: first_best(_bounds(*case.data)),
    _agrees,
    _smaller_of_choose,
    lambda answer: f"child {answer}" if type(answer) is int else repr(answer),
    easy=("one child", "a total of 0"),
)


_LARGEST_INT = 2**31 - 1  # of Java: what a port may return for a node that comes first


def ucb_from_java(fn, seed: int = 0) -> Report:
    """Checks `ucb_from_java(wins, visits, parent_visits) -> float`: w / n + sqrt(2 ln N / n).

    The original divides two whole numbers, so that Java cuts the mean to 0, 1 or -1. The port
    must not. Wins may be negative (a loss takes 1 away). A node without visits comes first:
    infinity, or Java's largest whole number.
    """
    return examine(FROM_JAVA, fn, seed)


def _cases_of_java(seed):
    rng = Random(f"java {seed}")
    cases = [_case_of_java(9, 10, 100, "quotients that Java cuts to 0")]
    cases += [_case_of_java(0, 0, parent, "unvisited nodes") for parent in (0, 1, 7)]
    for wins, visits, parent in ((5, 5, 5), (-4, 4, 9), (1, 1, 20), (-1, 1, 1), (4, 2, 300)):
        cases.append(_case_of_java(wins, visits, parent, "whole quotients"))
    for visits, parent in ((2, 300), (3, 20), (4, 5000)):  # much is left under the root
        cases.append(_case_of_java(1, visits, parent, "quotients that Java cuts to 0"))
        cases.append(_case_of_java(-1, visits, parent, "negative wins"))
    for _ in range(8):
        visits = rng.randint(2, 60)
        parent = visits + rng.randint(1, 500)
        share = rng.randint(1, visits - 1)
        cases += [
            _case_of_java(share, visits, parent, "quotients that Java cuts to 0"),
            _case_of_java(0, visits, parent, "as many wins as losses"),
            _case_of_java(-share, visits, parent, "negative wins"),
            _case_of_java(share + visits, visits, parent, "quotients above 1"),
            _case_of_java(share * 10**9, visits * 10**3, parent * 10**3, "large numbers"),
        ]
    return cases


def _case_of_java(wins, visits, parent_visits, group):
    label = f"wins {wins}, visits {visits}, parent's visits {parent_visits}"
    return Case((wins, visits, parent_visits), label, group)


def _agrees_of_java(expected, got, case) -> bool:
    if case.args[1] == 0:
        return type(got) in (int, float) and got >= _LARGEST_INT
    return same_number(expected, got)


def _smaller_of_java(case):
    wins, visits, parent = case.args
    if visits > 3:
        yield _case_of_java(round(wins / 2), visits // 2, max(visits, parent // 2), case.group)


FROM_JAVA = Exercise(
    "ucb_from_java",
    "ucb_from_java(wins, visits, parent_visits) -> float",
    _cases_of_java,
    lambda case: reference_ucb1(*case.args, math.sqrt(2)),
    _agrees_of_java,
    _smaller_of_java,
    brief,
    easy=("unvisited nodes", "as many wins as losses"),
)


_MOST_TRIES = 5
_CONSTANTS = (1, 4)


def fourth_log(children) -> Report:
    """Checks a list of `(score, tries)`: C = 1 and C = 4 choose differently, five tries in all."""
    children = simple(children)
    if children is None or children is ... or (type(children) in (list, tuple) and not children):
        return Report("fourth_log", "not attempted", 0.0, messages.LOG_WANTED)
    name, sentence = _fault(children) or ("", "")
    if name:
        return Report("fourth_log", "wrong", 0.0, sentence, names=(name,))
    chosen = _chosen(children)
    return Report("fourth_log", "right", 1.0, messages.LOG_RIGHT.format(chosen=_listed(chosen)))


def _fault(children) -> tuple[str, str] | None:
    """(name, sentence) of what is wrong, or None."""
    if not _are_pairs(children):
        return messages.LOG_NO_PAIRS
    tries = [n for _, n in children]
    counts = {"tries": sum(tries), "most": _MOST_TRIES}
    if any(n < 1 for n in tries):
        return _filled(messages.LOG_UNVISITED, **counts)
    if sum(tries) > _MOST_TRIES:
        return _filled(messages.LOG_TOO_MANY, **counts)
    if len(children) == 1:
        return messages.LOG_ONE_CHILD
    chosen = _chosen(children)
    if len(set(chosen.values())) > 1:
        return None
    equal = messages.LOG_EQUAL if len(set(tries)) == 1 else messages.LOG_SAME
    return _filled(equal, chosen=_listed(chosen), bounds=_bounds_of_log(children))


def _filled(message, **places):
    """The name, and the sentence with its places filled."""
    name, sentence = message
    return name, sentence.format(**places)


def _are_pairs(children) -> bool:
    """Whether this is a list of pairs: a finite score and a whole number of tries."""
    if type(children) not in (list, tuple):
        return False
    pairs = [simple(pair) for pair in children]
    return all(
        type(pair) in (tuple, list) and len(pair) == 2 and all(map(is_number, pair))
        for pair in pairs
    ) and all(pair[1] == int(pair[1]) for pair in pairs)


def _chosen(children) -> dict[int, int]:
    """The index of the child that each constant chooses."""
    tries = sum(n for _, n in children)
    return {
        c: first_best([reference_ucb1(s, n, tries, c) for s, n in children]) for c in _CONSTANTS
    }


def _listed(chosen) -> str:
    return messages.LOG_AND.join(messages.LOG_CHOICE.format(c=c, i=i) for c, i in chosen.items())


def _bounds_of_log(children) -> str:
    """The bounds under each constant, in words."""
    tries = sum(n for _, n in children)
    parts = []
    for c in _CONSTANTS:
        bounds = ", ".join(f"{reference_ucb1(s, n, tries, c):.2f}" for s, n in children)
        parts.append(messages.LOG_BOUNDS.format(c=c, bounds=bounds))
    return messages.LOG_AND.join(parts)
