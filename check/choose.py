"""The check of choose: the index of the child with the largest UCB1."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import same_number
from check.report import Report
from check.runner import Case
from lib.search.bandit import first_best
from lib.search.bandit import ucb1 as reference_ucb1


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


def _cases(seed):
    rng = Random(f"choose {seed}")
    cases = [
        _case([(-63, 5), (-41, 5), (-41, 5)], 2.0, "equal bounds"),  # from a log of Root
        _case([(5, 2)], 1.0, "one child"),
        _case([(0, 0), (0, 0), (0, 0)], 1.0, "unvisited children"),
    ]
    for _ in range(6):
        cases += [
            _case(_children(rng, 3), 0, "c = 0"),
            _case(_children(rng, 4, low=-60, high=-1), 1.5, "negative totals"),
            _case(_children(rng, 3, -(10**9), -(10**8)), 1.5, "negative totals"),
            _case(_with_twins(rng), 1.4, "equal bounds"),
            *(_with_unvisited(rng, low, high) for low, high in _UNVISITED),
            _close_mean(rng),
            _case([(rng.randint(30, 60), 3), (0, rng.randint(2, 9))], 1.4, "a total of 0"),
        ]
    cases += [_race(rng, c) for c in (0, 0.5, 1.4, 5.0, 40.0) for _ in range(12)]
    cases += [_race(rng, 1.4, most=6, gaps=_GAPS[:2]) for _ in range(24)]
    for most, gap in ((6, 0.4), (5000, 0.6)):  # half of c, or a wrong N
        cases += [_race(rng, 1.4, most, gaps=(gap,)) for _ in range(8)]
    cases += [_case(_children(rng, rng.randint(2, 6)), 2.0, "any") for _ in range(12)]
    return sorted(cases, key=lambda case: len(case.data[0]))


_UNVISITED = ((10, 900), (1, 9), (-900, -90))  # totals of the children that were visited


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
    return _case(pairs, rng.choice((0, 1.4, 30.0)), "unvisited children")


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
    return _case(pairs, c, "exploration decides" if c else "c = 0")


def _close_mean(rng):
    """Children with equal visits whose means differ only a little."""
    visits, total = rng.randint(400, 900), rng.randint(100, 999)
    step = rng.choice((1, 1, 1 / 1024))
    pairs = [(total - step * rng.randint(0, 3), visits) for _ in range(3)]
    pairs.insert(rng.randint(1, 3), (total + step, visits))
    return _case(pairs, 1.4, "close bounds")


def _case(pairs, c, group):
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


def _smaller(case):
    """The same question without one of the children."""
    pairs, c = case.data
    for i in range(len(pairs)):
        if len(pairs) > 2:
            yield _case(pairs[:i] + pairs[i + 1 :], c, case.group)


CHOOSE = Exercise(
    "choose",
    "choose(children, c) -> index",
    _cases,
    lambda case: first_best(_bounds(*case.data)),
    _agrees,
    _smaller,
    lambda answer: f"child {answer}" if type(answer) is int else repr(answer),
    easy=("one child", "a total of 0"),
)
