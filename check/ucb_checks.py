"""The checks of ucb1, choose and ucb_from_java."""

import math
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import same_number
from check.report import Report
from check.runner import Case
from lib.search.bandit import first_best
from lib.search.bandit import ucb1 as reference_ucb1

LARGEST_INT = 2**31 - 1  # of Java: what a port may return for a node that comes first


def ucb1(fn, seed: int = 0) -> Report:
    """Checks `ucb1(total, visits, parent_visits, c) -> float`; infinity for 0 visits."""
    return examine(UCB1, fn, seed)


def choose(fn, seed: int = 0) -> Report:
    """Checks `choose(children, c) -> index` of the largest UCB1, the first of equals.

    A child has `.total`, in the chooser's own view, and `.visits`. The parent's visits are
    the sum of the children's. An unvisited child comes before all visited ones.
    """
    return examine(CHOOSE, fn, seed)


def ucb_from_java(fn, seed: int = 0) -> Report:
    """Checks `ucb_from_java(wins, visits, parent_visits) -> float`: w / n + sqrt(2 ln N / n).

    The original divides two whole numbers, so that Java cuts the mean to 0, 1 or -1. The port
    must not. Wins may be negative (a loss takes 1 away). A node without visits comes first:
    infinity, or Java's largest whole number.
    """
    return examine(FROM_JAVA, fn, seed)


# ucb1: one number.


def _ucb1_cases(seed):
    rng = Random(f"ucb1 {seed}")
    cases = [
        _ucb1_case(3, 1, 10, 2.0, "means and bonuses"),  # from a log of the board game Root
        _ucb1_case(-63, 5, 15, 2.0, "negative totals"),
        _ucb1_case(4, 1, 1, 1.0, "a parent with one visit"),
        _ucb1_case(0, 0, 0, 1.4, "unvisited children"),
        _ucb1_case(0, 0, 1, 0, "unvisited children"),
        _ucb1_case(0.0, 0, rng.randint(2, 99), 2.0, "unvisited children"),
    ]
    for _ in range(8):
        visits = rng.randint(1, 30)
        parent = visits + rng.randint(1, 200)
        total, c = rng.randint(1, 9 * visits), round(rng.uniform(0.1, 9), 2)
        part = rng.uniform(0, visits)
        cases += [
            _ucb1_case(total, visits, parent, c, "means and bonuses"),
            _ucb1_case(part, visits, parent, math.sqrt(2), "means and bonuses"),
            _ucb1_case(-total, visits, parent, c, "negative totals"),
            _ucb1_case(total, visits, parent, 0, "c = 0"),
            _ucb1_case(total * 1000, visits, parent * 50, c * 40, "large numbers"),
        ]
    return cases


def _ucb1_case(total, visits, parent_visits, c, group):
    label = f"total {total:.6g}, visits {visits}, parent's visits {parent_visits}, c {c:.6g}"
    return Case((total, visits, parent_visits, c), label, group)


def _smaller_ucb1(case):
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
            yield _ucb1_case(*args, case.group)


UCB1 = Exercise(
    "ucb1",
    "ucb1(total, visits, parent_visits, c) -> float",
    _ucb1_cases,
    lambda case: reference_ucb1(*case.args),
    lambda expected, got, case: same_number(expected, got),
    _smaller_ucb1,
    easy=("a parent with one visit", "unvisited children"),
)


# choose: an index.


class Child:
    """What a choice is made between: a total in the chooser's own view, and visits."""

    def __init__(self, total, visits):
        self.total, self.visits = total, visits

    def __repr__(self):
        return f"Child(total={self.total}, visits={self.visits})"


def _bounds(pairs, c, factor=1.0, more=0):
    parent = sum(visits for _, visits in pairs) + more
    return [reference_ucb1(total, visits, parent, factor * c) for total, visits in pairs]


def _choose_cases(seed):
    rng = Random(f"choose {seed}")
    cases = [
        _choose_case([(-63, 5), (-41, 5), (-41, 5)], 2.0, "equal bounds"),  # from a log of Root
        _choose_case([(5, 2)], 1.0, "one child"),
        _choose_case([(0, 0), (0, 0), (0, 0)], 1.0, "unvisited children"),
    ]
    for _ in range(6):
        cases += [
            _choose_case(_children(rng, 3), 0, "c = 0"),
            _choose_case(_children(rng, 4, low=-60, high=-1), 1.5, "negative totals"),
            _choose_case(_children(rng, 3, -(10**9), -(10**8)), 1.5, "negative totals"),
            _choose_case(_with_twins(rng), 1.4, "equal bounds"),
            *(_with_unvisited(rng, low, high) for low, high in UNVISITED),
            _close_mean(rng),
        ]
    cases += [_race(rng, c) for c in (0, 0.5, 1.4, 5.0, 40.0) for _ in range(12)]
    cases += [_race(rng, 1.4, most=6, gaps=GAPS[:2]) for _ in range(24)]
    for most, gap in ((6, 0.4), (5000, 0.6)):  # half of c, or a wrong N
        cases += [_race(rng, 1.4, most, gaps=(gap,)) for _ in range(8)]
    cases += [_choose_case(_children(rng, rng.randint(2, 6)), 2.0, "any") for _ in range(12)]
    return sorted(cases, key=lambda case: len(case.data[0]))


UNVISITED = ((10, 900), (1, 9), (-900, -90))  # totals of the children that were visited


GAPS = (
    0.005,
    0.02,
    0.08,
    0.2,
    0.4,
    0.6,
)  # between two bounds, where the bonuses differ by 1


def _children(rng, count, low=-20, high=60):
    return [(rng.randint(low, high), rng.randint(1, 25)) for _ in range(count)]


def _with_twins(rng):
    """Children of which the best one stands there twice."""
    pairs = _children(rng, 3)
    bounds = _bounds(pairs, 1.4)
    pairs.insert(rng.randrange(4), pairs[first_best(bounds)])
    return pairs


def _with_unvisited(rng, low, high):
    """Children of which one or two, not the first, wait for their first visit."""
    pairs = _children(rng, 3, low, high)
    for _ in range(rng.randint(1, 2)):
        pairs.insert(rng.randint(1, len(pairs)), (0, 0))
    return _choose_case(pairs, rng.choice((0, 1.4, 30.0)), "unvisited children")


def _race(rng, c, most=150, gaps=GAPS):
    """Children with different visits and almost equal bounds: a small mistake changes the order."""
    visits = rng.sample(sorted({int(most ** (k / 24)) for k in range(24)}), rng.randint(2, 3))
    bonuses = _bounds([(0, n) for n in visits], c)
    gap = rng.choice(gaps) * (max(bonuses) - min(bonuses)) or GAPS[0]
    goal = rng.uniform(-3, 6) * (c or 1)
    places = rng.sample(range(len(visits)), len(visits))
    pairs = [
        (round((goal - place * gap - bonus) * n, 4), n)
        for place, bonus, n in zip(places, bonuses, visits, strict=True)
    ]
    return _choose_case(pairs, c, "exploration decides" if c else "c = 0")


def _close_mean(rng):
    """Children with equal visits whose means differ by a little only."""
    visits, total = rng.randint(400, 900), rng.randint(100, 999)
    step = rng.choice((1, 1, 1 / 1024))
    pairs = [(total - step * rng.randint(0, 3), visits) for _ in range(3)]
    pairs.insert(rng.randint(1, 3), (total + step, visits))
    return _choose_case(pairs, 1.4, "close bounds")


def _choose_case(pairs, c, group):
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


def _same_index(expected, got, case) -> bool:
    """Whether it is the first best child, or one that is equal up to rounding."""
    if type(got) is not int or not 0 <= got < len(case.data[0]):
        return False
    bounds = _bounds(*case.data)
    rounding = bounds[got] != bounds[expected] and same_number(bounds[got], bounds[expected])
    return got == expected or rounding


def _smaller_choice(case):
    """The same question without one of the children."""
    pairs, c = case.data
    for i in range(len(pairs)):
        if len(pairs) > 2:
            yield _choose_case(pairs[:i] + pairs[i + 1 :], c, case.group)


CHOOSE = Exercise(
    "choose",
    "choose(children, c) -> index",
    _choose_cases,
    lambda case: first_best(_bounds(*case.data)),
    _same_index,
    _smaller_choice,
    lambda answer: f"child {answer}" if type(answer) is int else repr(answer),
    easy=("one child",),
)


# ucb_from_java: one number again, with its own traps.


def _java_cases(seed):
    rng = Random(f"java {seed}")
    cases = [_java_case(9, 10, 100, "quotients that Java cuts to 0")]
    cases += [_java_case(0, 0, parent, "unvisited nodes") for parent in (1, 7)]
    cases += [_java_case(5, 5, 5, "whole quotients"), _java_case(-4, 4, 9, "whole quotients")]
    for _ in range(8):
        visits = rng.randint(2, 60)
        parent = visits + rng.randint(1, 500)
        share = rng.randint(1, visits - 1)
        cases += [
            _java_case(share, visits, parent, "quotients that Java cuts to 0"),
            _java_case(-share, visits, parent, "negative wins"),
            _java_case(share + visits, visits, parent, "quotients above 1"),
            _java_case(share * 10**9, visits * 10**3, parent * 10**3, "large numbers"),
        ]
    return cases


def _java_case(wins, visits, parent_visits, group):
    label = f"wins {wins}, visits {visits}, parent's visits {parent_visits}"
    return Case((wins, visits, parent_visits), label, group)


def _same_port(expected, got, case) -> bool:
    if case.args[1] == 0:
        return type(got) in (int, float) and got >= LARGEST_INT
    return same_number(expected, got)


def _smaller_port(case):
    wins, visits, parent = case.args
    if visits > 3:
        yield _java_case(round(wins / 2), visits // 2, max(visits, parent // 2), case.group)


FROM_JAVA = Exercise(
    "ucb_from_java",
    "ucb_from_java(wins, visits, parent_visits) -> float",
    _java_cases,
    lambda case: reference_ucb1(*case.args, math.sqrt(2)),
    _same_port,
    _smaller_port,
    easy=("unvisited nodes",),
)
