"""The check of ucb1: one number."""

import math
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import same_number
from check.report import Report
from check.runner import Case
from check.trees import brief
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
