"""Bandits: which arm to pull next, when every pull costs and only pulls teach.

An arm is a callable `arm(rng) -> reward` with a `mean`. A rule is a function
`rule(totals, visits, rng) -> index` that sees what was won so far, never the means.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf, log, sqrt
from random import Random
from typing import Any

from lib.game import is_number
from lib.messages import SEARCH, refuse_if
from lib.search.arguments import check_functions, check_number, check_rng, check_whole

Rule = Callable[[Sequence[float], Sequence[int], Random], int]


def ucb1(total: float, visits: int, parent_visits: int, c: float) -> float:
    """The mean plus c * sqrt(ln(parent's visits) / visits); infinite for an unvisited child.

    `total` is the sum of rewards as the chooser sees them. The theory (c = sqrt 2) is for
    rewards in [0, 1]: rewards in points need a c of their size, or `normalize`.
    """
    if visits == 0:
        return inf
    return total / visits + c * sqrt(log(parent_visits) / visits)


def normalize(reward: float, low: float, high: float) -> float:
    """The reward on the scale of UCB1: 0 for `low`, 1 for `high`."""
    fits = is_number(low) and is_number(high) and low < high
    refuse_if(not fits, SEARCH.NEED_LOW_HIGH, low=low, high=high)
    fits = is_number(reward) and low <= reward <= high
    refuse_if(not fits, SEARCH.REWARD_OUTSIDE, reward=reward, low=low, high=high)
    return (reward - low) / (high - low)


def _check_probability(name: str, value: float) -> None:
    """A ValueError unless the value is a number from 0 to 1."""
    if not (is_number(value) and 0 <= value <= 1):
        raise ValueError(SEARCH.PROBABILITY_NUMBER.format(name=name, value=value))


@dataclass(frozen=True)
class Bernoulli:
    """An arm that pays 1 with probability `mean`, else 0."""

    mean: float

    def __post_init__(self):
        _check_probability("mean", self.mean)

    def __call__(self, rng):
        return float(rng.random() < self.mean)


@dataclass(frozen=True)
class Normal:
    """An arm that pays around `mean` with standard deviation `sd`: points, not in [0, 1]."""

    mean: float
    sd: float = 0.0

    def __call__(self, rng):
        return rng.gauss(self.mean, self.sd)


@dataclass(frozen=True)
class Normalized:
    """Another arm with its rewards on the scale [0, 1]; what lies outside low..high is clipped."""

    arm: Any  # called as arm(rng), with a mean
    low: float
    high: float

    @property
    def mean(self) -> float:
        return normalize(self.arm.mean, self.low, self.high)

    def __call__(self, rng):
        reward = min(max(self.arm(rng), self.low), self.high)
        return normalize(reward, self.low, self.high)


def first_best(values: Sequence[float]) -> int:
    """The index of the largest value; the first one wins ties."""
    return max(range(len(values)), key=values.__getitem__)


def round_robin(totals: Sequence[float], visits: Sequence[int], rng: Random) -> int:
    """Each arm in turn: no arm is neglected, nothing is learned."""
    return sum(visits) % len(visits)


def greedy(totals: Sequence[float], visits: Sequence[int], rng: Random) -> int:
    """The best mean so far, after one pull of each arm: an unlucky arm is never tried again."""
    return first_best([t / n if n else inf for t, n in zip(totals, visits, strict=True)])


def epsilon_greedy(epsilon: float) -> Rule:
    """A rule: greedy, but with probability `epsilon` any arm."""
    _check_probability("epsilon", epsilon)

    def rule(totals, visits, rng):
        explore = rng.random() < epsilon
        return rng.randrange(len(visits)) if explore else greedy(totals, visits, rng)

    return rule


def ucb1_rule(c: float = sqrt(2)) -> Rule:
    """A rule: the arm with the largest `ucb1`."""
    check_number("c", c)

    def rule(totals, visits, rng):
        pulls = sum(visits)
        return first_best([ucb1(t, n, pulls, c) for t, n in zip(totals, visits, strict=True)])

    return rule


@dataclass(frozen=True)
class BanditRun:
    """What happened: the arm and the reward of each pull, and the sums for each arm."""

    choices: tuple[int, ...]
    rewards: tuple[float, ...]
    visits: tuple[int, ...]
    totals: tuple[float, ...]
    regret: tuple[float, ...]  # after each pull: how far behind always pulling the best arm


def run_bandit(arms: Sequence, rule: Rule, pulls: int, rng: Random) -> BanditRun:
    """Let `rule` pull `pulls` times; the regret (pseudo-regret) counts choices, not their luck."""
    refuse_if(not arms, SEARCH.BANDIT_NEEDS_LEAST)
    refuse_if(not all(hasattr(arm, "mean") for arm in arms), SEARCH.EACH_ARM_NEEDS)
    check_functions(rule=rule)
    check_whole("pulls", pulls, 0)
    means, rng = [arm.mean for arm in arms], check_rng(rng)
    visits, totals, choices, rewards = [0] * len(arms), [0.0] * len(arms), [], []
    for _ in range(pulls):
        arm = rule(totals, visits, rng)
        refuse_if(arm not in range(len(arms)), SEARCH.RULE_CHOSE_ARM, arm=arm, arms=len(arms) - 1)
        reward = arms[arm](rng)
        visits[arm] += 1
        totals[arm] += reward
        choices.append(arm)
        rewards.append(reward)
    regret = accumulate(max(means) - means[arm] for arm in choices)
    return BanditRun(tuple(choices), tuple(rewards), tuple(visits), tuple(totals), tuple(regret))
