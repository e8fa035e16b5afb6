"""What a number of games allows us to say: Wilson intervals, means with errors, Elo ratings."""

import math
from collections.abc import Sequence
from statistics import NormalDist, mean, stdev
from typing import TYPE_CHECKING

from lib.game import is_number, is_whole

if TYPE_CHECKING:
    import numpy as np

_CONFIDENCE = 0.95
_ELO = 400 / math.log(10)  # Elo points for one natural unit of log odds


def wilson(points: float, n: int, confidence: float = _CONFIDENCE) -> tuple[float, float]:
    """The Wilson score interval for a rate: `points` out of `n`; (0, 1) if nothing was played.

    A draw counts half a point. That makes the interval a little wider than needed, never narrower.
    """
    _check_confidence(confidence)
    if not (is_number(points) and is_number(n) and 0 <= points <= n):
        raise ValueError(f"points must be a number from 0 to n, got {points!r} of {n!r}")
    if n == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, weight = points / n, z * z / n
    center = (rate + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(rate * (1 - rate) / n + weight / (4 * n))
    return max(0.0, center - half), min(1.0, center + half)


def mean_interval(values: Sequence[float], confidence: float = _CONFIDENCE) -> tuple[float, float]:
    """Student's interval for the mean; infinitely wide for fewer than two values."""
    values = list(values)
    if not all(map(is_number, values)):
        raise ValueError(f"a mean needs finite numbers, got {values!r}")
    if len(values) < 2:
        return -math.inf, math.inf
    half = student(len(values) - 1, confidence) * stdev(values) / math.sqrt(len(values))
    return mean(values) - half, mean(values) + half


def student(freedom: int, confidence: float = _CONFIDENCE) -> float:
    """How many standard errors Student's distribution needs for this confidence, by bisection."""
    _check_confidence(confidence)
    if not is_whole(freedom, 1):
        raise ValueError(f"degrees of freedom are a whole number from 1, got {freedom!r}")
    low, high = 0.0, 1e4
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _inside(middle, freedom) < confidence else (low, middle)
    return high


def _check_confidence(confidence: float) -> None:
    """A ValueError unless it lies between 0 and 1: 0.95, not 95."""
    if not (is_number(confidence) and 0 < confidence < 1):
        raise ValueError(f"confidence must lie between 0 and 1, got {confidence!r}")


def _inside(t: float, freedom: int) -> float:
    """The chance that Student's t lies between -t and t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (k - 1) / k
    return (angle + sine * total) * 2 / math.pi if odd else sine * total


def elo(points: Sequence[Sequence[float]]) -> tuple[list[float], list[float], bool]:
    """Ratings, their 95 % errors, and whether a prior was needed.

    `points[i][j]` is what i scored against j, a draw counting half. The ratings have mean 0 and
    make the results most likely in the model of Bradley and Terry: i scores against j with chance
    1 / (1 + 10 ** ((rating j - rating i) / 400)). Where an agent won everything, that rating is
    infinite. Then, and only then, one draw is added for every two agents.
    """
    if len(points) == 0 or any(len(row) != len(points) for row in points):
        raise ValueError(f"points need a row and a column for each agent, got {points!r}")
    import numpy as np  # here and below, so that the room opens without it

    scores = np.array(points, dtype=float)
    if not (np.isfinite(scores).all() and scores.min() >= 0):
        raise ValueError(f"points must be finite numbers, 0 or more, got {points!r}")
    prior = len(scores) > 1 and not _comparable(scores)
    if prior:
        scores = scores + 0.5 * (1 - np.eye(len(scores)))
    ratings, spread = most_likely(scores)
    z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    errors = z * np.sqrt(np.maximum(np.diag(spread), 0))
    return list(map(float, _ELO * ratings)), list(map(float, _ELO * errors)), prior


def _comparable(scores: "np.ndarray") -> bool:
    """Whether finite ratings exist: from each agent a chain of points leads to every other one."""
    import networkx as nx

    return nx.is_strongly_connected(nx.from_numpy_array(scores > 0, create_using=nx.DiGraph))


def most_likely(scores: "np.ndarray") -> tuple["np.ndarray", "np.ndarray"]:
    """Ratings in natural units and their covariance, by Newton's method with short steps."""
    import numpy as np

    games = scores + scores.T
    ratings = np.zeros(len(scores))
    for _ in range(1000):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        information = games * expected * (1 - expected)
        laplacian = np.diag(information.sum(axis=1)) - information
        spread = np.linalg.pinv(laplacian, hermitian=True)
        step = spread @ (scores - games * expected).sum(axis=1)
        ratings = ratings + np.clip(step, -1, 1)
        if np.abs(step).max(initial=0) < 1e-10:
            break
    return ratings - ratings.mean(), spread
