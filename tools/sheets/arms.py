"""The sheet with a UCB1 table: mean, bonus and bound of five arms, then one more pull."""

from math import log
from random import Random

from lib.search import ucb1
from tools.sheets.paper import Sheet, clear, number, suitable, table

ARMS = "ABCDE"
HEAD = ("arm", "total W", "visits n", "mean W/n", "bonus", "UCB1")


def draw_arms(rng: Random):
    """Totals and visits of five arms, the constant, and what the chosen arm pays next."""
    visits = [rng.randint(1, 9) for _ in ARMS]
    totals = [rng.randint(0, n) for n in visits]
    return totals, visits, rng.choice((1, 2)), rng.choice((0, 1))


def bounds(totals, visits, c) -> list[float]:
    """UCB1 of every arm."""
    return [ucb1(w, n, sum(visits), c) for w, n in zip(totals, visits, strict=True)]


def pull(totals, visits, arm: int, pays: int):
    """Totals and visits after one more pull."""
    totals, visits = list(totals), list(visits)
    totals[arm] += pays
    visits[arm] += 1
    return totals, visits


def first_best(values) -> int:
    """The index of the largest value."""
    return values.index(max(values))


def good_arms(drawn) -> bool:
    """Whether all bounds are clear, twice, and the bonus decides against the best mean."""
    totals, visits, c, pays = drawn
    means = bounds(totals, visits, 0)
    now = bounds(totals, visits, c)
    then = bounds(*pull(totals, visits, first_best(now), pays), c)
    differ = first_best(now) != first_best(means) and first_best(then) != first_best(now)
    return clear(now) and clear(then) and clear(sorted(means)[-2:]) and differ


def ucb1_sheet(rng: Random) -> Sheet:
    """Mean, bonus and bound of five arms, then one more pull."""
    totals, visits, c, pays = suitable(rng, draw_arms, good_arms)
    rows = [(a, w, n, "", "", "") for a, w, n in zip(ARMS, totals, visits, strict=True)]
    again = [(a, "", "", "", "", "") for a in ARMS]
    task = (
        f"<p>N = {sum(visits)} pulls so far, C = {c}. UCB1 = W/n + C &radic;(ln N / n): the mean "
        "plus the bonus. ln is the natural logarithm. Round to three decimals, but add before you "
        f"round.</p>{table(HEAD, rows)}"
        "<p>1. Which arm is pulled next? _____ &emsp; 2. Which would be pulled with C = 0? _____"
        f"</p><p>3. The arm of question 1 pays {pays}: its W, its n and N change. Fill in the "
        f"table again. Which comes next? _____</p>{table(HEAD, again)}"
    )
    return Sheet("UCB1 by hand", task, answer_ucb1(totals, visits, c, pays))


def answer_ucb1(totals, visits, c, pays) -> str:
    """Both tables and the three answers."""
    arm = first_best(bounds(totals, visits, c))
    later = pull(totals, visits, arm, pays)
    greedy = first_best(bounds(totals, visits, 0))
    then = first_best(bounds(*later, c))
    return (
        f"{worked(totals, visits, c)}{ucb1_table(totals, visits, c)}"
        f"<p>1. <b>{ARMS[arm]}</b>, the largest UCB1. 2. <b>{ARMS[greedy]}</b>, the best mean. "
        f"3. After {ARMS[arm]} paid {pays}, N = {sum(later[1])}: <b>{ARMS[then]}</b>. The bonus of "
        f"{ARMS[arm]} fell, the bonus of every other arm rose a little.</p>"
        f"{worked(*later, c)}{ucb1_table(*later, c)}"
        "<p>A last digit that is off by one comes from rounding too early: let it pass.</p>"
    )


def worked(totals, visits, c) -> str:
    """The bound of the first arm, step by step."""
    w, n, pulls = totals[0], visits[0], sum(visits)
    bonus, bound = (number(ucb1(total, n, pulls, c), 3) for total in (0, w))
    return (
        f"<p>Arm {ARMS[0]}: ln {pulls} = {number(log(pulls), 3)}, bonus {c} &radic;(ln {pulls} / "
        f"{n}) = {bonus}, UCB1 {w}/{n} + {bonus} = {bound}.</p>"
    )


def ucb1_table(totals, visits, c) -> str:
    """The table, filled in."""
    rows = []
    for arm, w, n in zip(ARMS, totals, visits, strict=True):
        bonus, bound = (ucb1(total, n, sum(visits), c) for total in (0, w))
        rows.append((arm, w, n, *(number(x, 3) for x in (w / n, bonus, bound))))
    return table(HEAD, rows)
