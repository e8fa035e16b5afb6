"""The check of ucb_from_java: one number, with the traps of the original."""

import math
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import same_number
from check.report import Report
from check.runner import Case
from check.trees import brief
from lib.search.bandit import ucb1 as reference_ucb1

_LARGEST_INT = 2**31 - 1  # of Java: what a port may return for a node that comes first


def ucb_from_java(fn, seed: int = 0) -> Report:
    """Checks `ucb_from_java(wins, visits, parent_visits) -> float`: w / n + sqrt(2 ln N / n).

    The original divides two whole numbers, so that Java cuts the mean to 0, 1 or -1. The port
    must not. Wins may be negative (a loss takes 1 away). A node without visits comes first:
    infinity, or Java's largest whole number.
    """
    return examine(FROM_JAVA, fn, seed)


def _cases(seed):
    rng = Random(f"java {seed}")
    cases = [_case(9, 10, 100, "quotients that Java cuts to 0")]
    cases += [_case(0, 0, parent, "unvisited nodes") for parent in (1, 7)]
    cases += [_case(5, 5, 5, "whole quotients"), _case(-4, 4, 9, "whole quotients")]
    for _ in range(8):
        visits = rng.randint(2, 60)
        parent = visits + rng.randint(1, 500)
        share = rng.randint(1, visits - 1)
        cases += [
            _case(share, visits, parent, "quotients that Java cuts to 0"),
            _case(0, visits, parent, "as many wins as losses"),
            _case(-share, visits, parent, "negative wins"),
            _case(share + visits, visits, parent, "quotients above 1"),
            _case(share * 10**9, visits * 10**3, parent * 10**3, "large numbers"),
        ]
    return cases


def _case(wins, visits, parent_visits, group):
    label = f"wins {wins}, visits {visits}, parent's visits {parent_visits}"
    return Case((wins, visits, parent_visits), label, group)


def _agrees(expected, got, case) -> bool:
    if case.args[1] == 0:
        return type(got) in (int, float) and got >= _LARGEST_INT
    return same_number(expected, got)


def _smaller(case):
    wins, visits, parent = case.args
    if visits > 3:
        yield _case(round(wins / 2), visits // 2, max(visits, parent // 2), case.group)


FROM_JAVA = Exercise(
    "ucb_from_java",
    "ucb_from_java(wins, visits, parent_visits) -> float",
    _cases,
    lambda case: reference_ucb1(*case.args, math.sqrt(2)),
    _agrees,
    _smaller,
    brief,
    easy=("unvisited nodes", "as many wins as losses"),
)
