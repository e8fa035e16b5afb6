"""UCB1 against its definition and against published regret; the simple rules against it."""

import math
from dataclasses import dataclass
from random import Random

import pytest

from lib.search import ucb1
from lib.search.bandit import (
    Bernoulli,
    Normal,
    Normalized,
    epsilon_greedy,
    greedy,
    normalize,
    round_robin,
    run_bandit,
    ucb1_rule,
)

ARMS = [Bernoulli(p) for p in (0.9, 0.6, 0.5, 0.4, 0.1)]


def test_ucb1_by_hand():
    assert ucb1(3, 1, 10, 2) == 3 + 2 * math.sqrt(math.log(10))
    assert ucb1(-63, 5, 15, 2) == pytest.approx(-12.6 + 1.4718832021875132, abs=1e-15)
    assert ucb1(4, 4, 1, 7) == 1, "ln 1 is 0: one visit of the parent, no bonus"
    assert ucb1(4, 8, 100, 0) == 0.5
    assert ucb1(0, 0, 0, 2) == ucb1(0, 0, 50, 0) == math.inf


@pytest.mark.parametrize(
    ("wrong", "formula"),
    [
        ("log10", lambda t, n, N, c: t / n + c * math.sqrt(math.log10(N) / n)),
        ("log2", lambda t, n, N, c: t / n + c * math.sqrt(math.log2(N) / n)),
        ("own visits in the log", lambda t, n, N, c: t / n + c * math.sqrt(math.log(n) / n)),
        ("no square root", lambda t, n, N, c: t / n + c * math.log(N) / n),
        ("sum, not mean", lambda t, n, N, c: t + c * math.sqrt(math.log(N) / n)),
        ("c inside the root", lambda t, n, N, c: t / n + math.sqrt(c * math.log(N) / n)),
        ("bonus taken away", lambda t, n, N, c: t / n - c * math.sqrt(math.log(N) / n)),
    ],
)
def test_ucb1_is_none_of_the_usual_mistakes(wrong, formula):
    assert ucb1(-63, 5, 15, 2) != pytest.approx(formula(-63, 5, 15, 2), abs=1e-6), wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, -1, 10, 2), "visits are counts"),
        ((1, 1, -10, 2), "visits are counts"),
        ((1, 1, 0, 2), "its parent has 0"),
        ((1, math.nan, 10, 2), "visits are counts"),
        ((1, 1, math.nan, 2), "visits are counts"),
        ((1, 1, math.inf, 2), "visits are counts"),
        ((math.nan, 1, 10, 2), "total and c must be finite"),
        ((math.inf, 1, 10, 2), "total and c must be finite"),
        ((1, 1, 10, math.nan), "total and c must be finite"),
        ((1, 0, -1, 2), "visits are counts"),
    ],
)
def test_ucb1_refuses_nonsense(arguments, words):
    with pytest.raises(ValueError, match=words):
        ucb1(*arguments)


def test_normalize():
    assert [normalize(x, -30, 30) for x in (-30, 0, 18, 30)] == [0, 0.5, 0.8, 1]
    with pytest.raises(ValueError, match="outside"):
        normalize(31, -30, 30)
    with pytest.raises(ValueError, match="low < high"):
        normalize(1, 1, 1)


def test_the_arms_pay_their_mean():
    rng = Random(1)
    for arm in (Bernoulli(0.3), Normal(7, 2), Normalized(Normal(5, 1), 0, 10)):
        mean = sum(arm(rng) for _ in range(4000)) / 4000
        assert mean == pytest.approx(arm.mean, abs=0.15 if arm.mean > 1 else 0.03)
    with pytest.raises(ValueError, match=r"\[0, 1\]"):
        Bernoulli(1.5)


def test_round_robin_and_greedy_pull_as_they_say():
    run = run_bandit(ARMS, round_robin, 11, Random(0))
    assert run.choices == (0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0)
    fixed = [Normal(1), Normal(3), Normal(2)]
    assert run_bandit(fixed, greedy, 6, Random(0)).choices == (0, 1, 2, 1, 1, 1)
    assert greedy([0, 5, 5], [1, 1, 1], Random(0)) == 1, "the first of equals"


def test_epsilon_greedy_explores_with_epsilon():
    arms = [Normal(1), Normal(0), Normal(0)]
    assert run_bandit(arms, epsilon_greedy(0), 50, Random(0)).visits == (48, 1, 1)
    visits = run_bandit(arms, epsilon_greedy(0.3), 10_000, Random(0)).visits
    assert visits[0] / 10_000 == pytest.approx(1 - 0.3 * 2 / 3, abs=0.015)
    with pytest.raises(ValueError, match="probability"):
        epsilon_greedy(1.1)


def test_a_run_adds_up():
    run = run_bandit(ARMS, ucb1_rule(), 500, Random(3))
    assert sum(run.visits) == 500 == len(run.choices) == len(run.rewards) == len(run.regret)
    assert [run.choices.count(arm) for arm in range(5)] == list(run.visits)
    assert sum(run.totals) == sum(run.rewards)
    gaps = [0.9 - arm.mean for arm in ARMS]
    assert run.regret[-1] == pytest.approx(
        sum(g * n for g, n in zip(gaps, run.visits, strict=True))
    )
    assert list(run.regret) == sorted(run.regret)
    assert run == run_bandit(ARMS, ucb1_rule(), 500, Random(3))


def test_ucb1_stays_below_its_proven_bound_and_round_robin_does_not():
    # Auer et al. 2002, theorem 1: regret <= 8 sum(ln n / gap) + (1 + pi^2 / 3) sum(gap)
    pulls, gaps = 10_000, [0.9 - arm.mean for arm in ARMS[1:]]
    bound = sum(8 * math.log(pulls) / g for g in gaps) + (1 + math.pi**2 / 3) * sum(gaps)
    regrets = [run_bandit(ARMS, ucb1_rule(), pulls, Random(s)).regret for s in range(3)]
    assert all(regret[-1] < bound for regret in regrets)
    assert run_bandit(ARMS, round_robin, pulls, Random(0)).regret[-1] == pytest.approx(4000)
    late = sum(regret[-1] - regret[pulls // 10 - 1] for regret in regrets) / 3
    early = sum(regret[pulls // 10 - 1] for regret in regrets) / 3
    assert late < early, "nine times as many pulls, less regret: it grows with the logarithm"


@dataclass(frozen=True)
class WinOrLose:
    """Pays +1 with probability p, else -1."""

    p: float

    @property
    def mean(self):
        return 2 * self.p - 1

    def __call__(self, rng):
        return 1 if rng.random() < self.p else -1


def test_ucb1_gives_most_pulls_to_the_best_arm():
    # 1,000 pulls, 0.9 0.6 0.5 0.4 0.1: another program had 940.2 26.9 16.4 11.8 4.8 on average
    arms = [WinOrLose(arm.mean) for arm in ARMS]
    runs = [run_bandit(arms, ucb1_rule(), 1000, Random(s)).visits for s in range(100)]
    means = [sum(visits) / len(runs) for visits in zip(*runs, strict=True)]
    assert means == pytest.approx([940.2, 26.9, 16.4, 11.8, 4.8], abs=2)


def test_greedy_can_be_stuck_for_ever_and_ucb1_cannot():
    arms = [Bernoulli(0.8), Bernoulli(0.5)]
    stuck = [run_bandit(arms, greedy, 2000, Random(s)).visits[0] for s in range(100)]
    assert sum(pulls == 1 for pulls in stuck) > 5
    assert all(run_bandit(arms, ucb1_rule(), 2000, Random(s)).visits[0] > 1500 for s in range(10))


def test_points_need_normalizing():
    # the means of a logged choice: 6 is never tried again beside 18 while c counts as if in [0, 1]
    arms = [Normal(18), Normal(6), Normal(-21)]
    assert run_bandit(arms, ucb1_rule(2), 1000, Random(0)).visits == (998, 1, 1)
    scaled = [Normalized(arm, -30, 30) for arm in arms]
    assert min(run_bandit(scaled, ucb1_rule(2), 1000, Random(0)).visits) > 10


@pytest.mark.parametrize(
    ("arms", "pulls", "rng", "words"),
    [
        ([], 1, Random(0), "at least one arm"),
        (ARMS, -1, Random(0), "0 or more"),
        (ARMS, 2.5, Random(0), "whole number"),
        (ARMS, "9", Random(0), "whole number"),
        (ARMS, 1, 7, "random.Random"),
        ([lambda rng: 1], 1, Random(0), "`mean`"),
    ],
)
def test_a_bandit_that_cannot_run(arms, pulls, rng, words):
    with pytest.raises(ValueError, match=words):
        run_bandit(arms, greedy, pulls, rng)


@pytest.mark.parametrize("chosen", [None, -1, len(ARMS), "0"])
def test_a_rule_that_chooses_no_arm_is_told_which_there_are(chosen):
    words = f"the rule chose arm {chosen!r}: there are arms 0 to {len(ARMS) - 1}"
    with pytest.raises(ValueError, match=words):
        run_bandit(ARMS, lambda totals, visits, rng: chosen, 3, Random(0))
    with pytest.raises(ValueError, match="rule must be a function"):
        run_bandit(ARMS, chosen, 3, Random(0))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Bernoulli("x"), "mean is a probability"),
        (lambda: epsilon_greedy(None), "epsilon is a probability"),
        (lambda: ucb1_rule("x"), "c must be a finite number"),
        (lambda: normalize("x", 0, 1), "the reward 'x' is outside"),
        (lambda: normalize(0, "x", 1), "need low < high"),
        (lambda: normalize(0, -math.inf, math.inf), "need low < high, finite numbers"),
    ],
)
def test_what_is_no_number_is_refused_in_plain_words(call, words):
    with pytest.raises(ValueError, match=words):
        call()
