"""The checks of lesson 15: right solutions pass, wrong ones are rejected and named."""

import math

import numpy as np
import pytest

import check
from check.learning import BACKWARD, MIRRORED, POLICY, PUCT, TARGETS, finite_differences
from lib.game import MAX, MIN
from lib.games import ConnectFour
from lib.learn import network as net
from tests.check.battery import assert_rejected_and_named, assert_right, entries, passes
from tools.mutants import survivors

ALL = (BACKWARD, PUCT, TARGETS, POLICY, MIRRORED)
PAIRS, LABELS = entries(*ALL)


# --- right solutions in several styles -----------------------------------------------------


def backward_numpy(w1, w2, x, target):
    w1, w2, x = np.array(w1), np.array(w2), np.array(x)
    hidden = np.maximum(x @ w1, 0)
    value = np.tanh(hidden @ w2)
    d_out = 2 * (value - target) / np.cosh(hidden @ w2) ** 2
    return np.outer(x, d_out * w2 * (hidden > 0)), d_out * hidden


def backward_unit_by_unit(w1, w2, x, target):
    """In tuples, one unit after the other; tanh' from exponentials."""
    sums = [sum(a * row[j] for a, row in zip(x, w1, strict=True)) for j in range(len(w2))]
    out = sum(max(s, 0) * w for s, w in zip(sums, w2, strict=True))
    there, back = math.exp(out), math.exp(-out)
    value = (there - back) / (there + back)
    d_out = (value - target) * 8 / (there + back) ** 2
    first = tuple(tuple(a * d_out * w2[j] * (sums[j] > 0) for j in range(len(w2))) for a in x)
    return first, tuple(d_out * max(0, s) for s in sums)


def backward_by_differences(w1, w2, x, target):
    """No backward pass at all: slow, and right."""
    return finite_differences(w1, w2, x, target)


def puct_one_line(side, node, child, c):
    total, visits = child[:2] if child[1] else node
    return side * (total / visits) + c * child[2] * node[1] ** 0.5 / (child[1] + 1)


class Puct:
    def __call__(self, side, node, child, c):
        sign = 1 if side == MAX else -1
        try:
            mean = child[0] / child[1]
        except ZeroDivisionError:
            mean = node[0] / node[1]
        return math.fsum([sign * mean, math.sqrt(node[1]) / (1 + child[1]) * child[2] * c])


def puct_numpy(side, node, child, c):
    mean = np.divide(*(child[:2] if child[1] else node))
    return np.float64(side * mean + c * child[2] * np.sqrt(node[1]) / (1 + child[1]))


def targets_comprehension(sides, result, means):
    return tuple(
        0.5 * side * result + 0.5 * side * mean for side, mean in zip(sides, means, strict=True)
    )


def targets_by_case(sides, result, means):
    found = []
    for i in range(len(sides)):
        value = (result + means[i]) / 2
        found.append(value if sides[i] == MAX else 0 - value)
    return found


def targets_numpy(sides, result, means):
    return np.array(sides) * (result + np.array(means)) / 2


def policy_numpy(logits, legal):
    return net.policy(np.array(logits), np.array(legal))


def policy_infinite(logits, legal):
    low = [x if ok else -math.inf for x, ok in zip(logits, legal, strict=True)]
    total = math.log(sum(math.exp(x - max(low)) for x in low)) + max(low)
    return [math.exp(x - total) for x in low]


def policy_by_indices(logits, legal):
    known = [i for i, ok in enumerate(legal) if ok]
    return tuple(
        0 if i not in known else 1 / sum(math.exp(min(700, logits[k] - logits[i])) for k in known)
        for i in range(len(logits))
    )


def mirrored_reversed(rows, shares, target):
    return ["".join(reversed(row)) for row in rows], list(reversed(shares)), target


def mirrored_numpy(rows, shares, target):
    board = np.array([list(row) for row in rows])
    return ["".join(row) for row in np.fliplr(board)], np.flip(shares), target


def mirrored_indices(rows, shares, target):
    last = len(shares) - 1
    image = tuple("".join(row[last - i] for i in range(last + 1)) for row in rows)
    return [image, tuple(shares[last - i] for i in range(last + 1)), target]


RIGHT = [
    *((BACKWARD, f) for f in (backward_numpy, backward_unit_by_unit, backward_by_differences)),
    *((PUCT, f) for f in (puct_one_line, Puct(), puct_numpy)),
    *((TARGETS, f) for f in (targets_comprehension, targets_by_case, targets_numpy)),
    *((POLICY, f) for f in (policy_numpy, policy_infinite, policy_by_indices)),
    *((MIRRORED, f) for f in (mirrored_reversed, mirrored_numpy, mirrored_indices)),
]


@pytest.mark.parametrize(("exercise", "solution"), RIGHT)
def test_right_solutions_pass(exercise, solution):
    assert_right(exercise, solution, seeds=range(1, 12))


@pytest.mark.parametrize(("exercise", "entry"), PAIRS, ids=LABELS)
def test_every_misconception_is_rejected_and_named(exercise, entry):
    assert_rejected_and_named(exercise, entry)
    assert not any(passes(exercise, entry.wrong, seed) for seed in range(1, 6))


@pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.name)
def test_mutants_that_nobody_wrote_are_rejected(exercise):
    same = {"backward": {"line 11: GtE"}}  # right: no unit stands exactly at 0
    count, passed = survivors(exercise.name, singles=30, pairs=6)
    assert count and set(passed) <= same.get(exercise.name, set())


# --- what the questions are, compared with what the library does -----------------------------


def test_finite_differences_are_what_the_network_of_the_library_learns_by():
    """The gradient of lib.learn.network on a network of one hidden layer's width, by its value."""
    game = ConnectFour(4, 4)
    rng = np.random.default_rng(0)
    weights = net.fresh_weights(game, 1).astype(np.float64)
    rows = rng.integers(0, 2, (3, 64)).astype(np.float64)
    legal, shares = np.ones((3, 4), bool), np.full((3, 4), 0.25)
    parts = net.layers(game, weights)
    *_, slope = net.gradient(parts, rows, legal, shares, np.array([1.0, -1, 0.5]))

    def loss():
        value, policy, _ = net.gradient(parts, rows, legal, shares, np.array([1.0, -1, 0.5]))
        return value + policy

    for place in rng.integers(len(weights), size=12):
        old, found = weights[place], []
        for step in (1e-6, -1e-6):
            weights[place] = old + step
            found.append(loss())
        weights[place] = old
        assert slope[place] == pytest.approx((found[0] - found[1]) / 2e-6, abs=1e-6)


def test_the_numbers_of_lesson_11():
    """PUCT by hand: N = 9, C = 1."""
    cases = [
        ((3, 9), (1.5, 5, 0.6), 0.6),
        ((3, 9), (2, 4, 0.3), 0.68),
        ((3.6, 9), (0, 0, 0.1), 0.7),
    ]
    for node, child, bound in cases:
        assert puct_one_line(MAX, node, child, 1) == pytest.approx(bound)


def test_a_report_shows_the_smallest_case():
    report = check.backward(check.catalogue("backward")[8].wrong)
    assert report.diagnosis == "units that are off learn, too"
    assert len(report.counterexample.case) < 120


def test_flipping_by_ply_is_right_only_where_nobody_passes():
    wrong = {entry.name: entry.wrong for entry in check.catalogue("targets")}
    report = check.targets(wrong["flips from the first mover"])
    assert "passes" in report.message and 0 < report.score < 1
    assert wrong["flips from the first mover"]([MIN, MAX], 1, [0, 0]) == [-0.5, 0.5]


@pytest.mark.parametrize("name", [exercise.name for exercise in ALL])
def test_a_constant_gets_no_points(name):
    report = getattr(check, name)(lambda *args: 0)
    assert report.status == "wrong" and report.score == 0 and report.diagnosis is None
