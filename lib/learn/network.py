"""A small network in numpy: what it sees of a position, what it says, and how it learns.

168 inputs -> 128 hidden -> 32 hidden -> the value (-1 to +1) and a number for each column. The
inputs are the mover's stones, the other's, the free cells with which the mover completes four, and
those of the other: always in the mover's view, so that one network plays both colors.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import prod, tanh

import numpy as np

HIDDEN = (128, 32)


def completing(game, stones: int, taken: int) -> int:
    """The free cells with which these stones complete four in a row, as a bitboard."""
    cells = 0
    for step in game.steps:
        pairs = stones & stones >> step  # the lower ends of two in a row
        threes = pairs & stones >> 2 * step
        cells |= threes << 3 * step | threes >> step  # the empty end of three in a row
        cells |= (pairs & stones >> 3 * step) << 2 * step  # xx.x
        cells |= (stones & pairs >> 2 * step) << step  # x.xx
    return cells & game.full & ~taken


def mover_first(state) -> tuple[int, int]:
    """The stones of the mover and those of the other."""
    return (state[1], state[0]) if state[2] else (state[0], state[1])


def inputs(game, state) -> np.ndarray:
    """What the network sees: four planes of cells, column by column, as 0 and 1."""
    return np.array(seen(game, state), np.float32)


def seen(game, state) -> list[int]:
    """The same as a list."""
    own, other = mover_first(state)
    taken = own | other
    planes = own, other, completing(game, own, taken), completing(game, other, taken)
    cells = [bit for column in zip(*game.grid[::-1], strict=True) for bit in column]
    return [plane >> bit & 1 for plane in planes for bit in cells]


def legal_moves(game, state) -> np.ndarray:
    """For each column whether it is not full."""
    return np.isin(np.arange(game.width), game.actions(state))


def policy(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """Softmax over the legal moves; the others get 0."""
    logits = np.where(legal, logits, -np.inf)
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def sizes(game) -> tuple[int, ...]:
    """How many numbers go into the network, from layer to layer, and come out."""
    return 4 * game.width * game.height, *HIDDEN, 1 + game.width


def layer_shapes(game) -> list[tuple[int, ...]]:
    """The shapes of the weights: a matrix and a bias for each layer."""
    return [shape for a, b in pairwise(sizes(game)) for shape in ((a, b), (b,))]


def fresh_weights(game, seed: int = 0) -> np.ndarray:
    """Random weights for a start, all layers in one row: small enough to say "even" at first."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(0, np.sqrt(2 / shape[0]), shape) if len(shape) == 2 else np.zeros(shape)
        for shape in layer_shapes(game)
    ]
    parts[-2] *= 0.1
    return np.concatenate([part.ravel() for part in parts]).astype(np.float32)


def layers(game, weights: np.ndarray) -> list[np.ndarray]:
    """The matrices and biases inside a row of weights: views, not copies."""
    parts, used = [], 0
    for shape in layer_shapes(game):
        parts.append(weights[used : used + prod(shape)].reshape(shape))
        used += prod(shape)
    return parts


def forward(parts, rows: np.ndarray):
    """(values, logits, hidden 1, hidden 2) of rows of inputs."""
    w1, b1, w2, b2, w3, b3 = parts
    hidden1 = np.maximum(rows @ w1 + b1, 0)
    hidden2 = np.maximum(hidden1 @ w2 + b2, 0)
    out = hidden2 @ w3 + b3
    return np.tanh(out[:, 0]), out[:, 1:], hidden1, hidden2


def plain_forward(game, weights: Sequence[float], state) -> tuple[float, list[float]]:
    """(value, logits) of one position without numpy, where there is none: in a browser."""
    row: list[float] = list(seen(game, state))
    used = 0
    for a, b in pairwise(sizes(game)):
        sums = weights[used + a * b : used + a * b + b]
        for k, number in enumerate(row):
            if number > 0:  # negative ones count as 0
                column = weights[used + k * b : used + k * b + b]
                sums = [s + number * w for s, w in zip(sums, column, strict=True)]
        row, used = list(sums), used + (a + 1) * b
    return tanh(row[0]), row[1:]


def gradient(parts, rows, legal, shares, targets) -> tuple[float, float, np.ndarray]:
    """(loss of the value, squared; of the policy, cross-entropy; gradient of their sum), means."""
    _, _, w2, _, w3, _ = parts
    n = len(rows)
    values, logits, hidden1, hidden2 = forward(parts, rows)
    guess = policy(logits, legal)
    value_loss = np.mean((values - targets) ** 2)
    policy_loss = -np.sum(shares * np.log(np.where(legal, guess, 1) + 1e-12)) / n
    d_value = 2 * (values - targets) * (1 - values**2) / n  # tanh' = 1 - tanh^2
    d_out = np.column_stack([d_value, (guess - shares) / n])
    d_hidden2 = d_out @ w3.T * (hidden2 > 0)
    d_hidden1 = d_hidden2 @ w2.T * (hidden1 > 0)
    slopes = [rows.T @ d_hidden1, d_hidden1.sum(0)]
    slopes += [hidden1.T @ d_hidden2, d_hidden2.sum(0), hidden2.T @ d_out, d_out.sum(0)]
    return value_loss, policy_loss, np.concatenate([slope.ravel() for slope in slopes])


class Adam:
    """Steps against the gradient, each weight at its own pace (Kingma and Ba, 2015)."""

    def __init__(self, size: int):
        self.mean, self.square = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self.steps = 0

    def step(self, weights: np.ndarray, slope: np.ndarray, rate: float) -> None:
        """Changes the weights in place."""
        self.steps += 1
        self.mean += 0.1 * (slope - self.mean)
        self.square += 0.001 * (slope**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        weights -= rate * mean / (np.sqrt(square) + 1e-8)
