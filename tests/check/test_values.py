"""Mistakes in evaluators and in lesson 15 as somebody else writes them: each gets its name."""

import math

import pytest

import check
from check.catalogue import suspects, with_numbers
from lib.game import MAX

# --- puct


def half_the_visits(side, node, child, c):
    q = child[0] / child[1] if child[1] else node[0] / node[1]
    return side * q + c * child[2] * node[1] ** 1 / 2 / (1 + child[1])


def lower_bound_for_min(side, node, child, c):
    """MAX's view: the mean of MAX, plus the bonus for MAX and minus the bonus for MIN."""
    q = child[0] / child[1] if child[1] else node[0] / node[1]
    u = c * child[2] * math.sqrt(node[1]) / (1 + child[1])
    return q + u if side == MAX else q - u


def divides_by_no_visits(side, node, child, c):
    w, n, p = child
    return side * (w / n) + c * p * math.sqrt(node[1]) / (n + 1)


def total_means_untried(side, node, child, c):
    total, visits, prior = child
    q = total / visits if total else node[0] / node[1]
    return side * q + c * prior * math.sqrt(node[1]) / (1 + visits)


def own_discount(side, node, child, c):
    q = side * child[0] / child[1] if child[1] else side * node[0] / node[1] - 0.35
    return q + c * child[2] * math.sqrt(node[1]) / (1 + child[1])


def a_million_first(side, node, child, c):
    if child[1] == 0:
        return 1_000_000
    return side * child[0] / child[1] + c * child[2] * math.sqrt(node[1]) / (1 + child[1])


def shares_of_wins(side, node, child, c):
    total, visits = child[:2] if child[1] else node
    q = total / visits
    if side != MAX:
        q = 1 - q
    return q + c * child[2] * math.sqrt(node[1]) / (1 + child[1])


# --- targets


def last_mover_won(sides, result, means):
    z = result * sides[-1]
    return [0.5 * s * z + 0.5 * s * m for s, m in zip(sides, means, strict=True)]


def fading(sides, result, means):
    out, z = [], result
    for s, m in list(zip(sides, means, strict=True))[::-1]:
        out.append(s * (z + m) / 2)
        z *= 0.97
    return out[::-1]


def own_weights(sides, result, means):
    return [s * (0.85 * result + 0.15 * m) for s, m in zip(sides, means, strict=True)]


def wins_only(sides, result, means):
    return [
        0.5 * (1 if result == s else 0) + 0.5 * s * m for s, m in zip(sides, means, strict=True)
    ]


def no_brackets(sides, result, means):
    found = []
    for i, side in enumerate(sides):
        found.append(side * result + means[i] / 2)
    return found


def mean_before(sides, result, means):
    return [sides[i] * (result + means[i - 1]) / 2 for i in range(len(sides))]


def skips_passes(sides, result, means):
    out, before = [], None
    for side, mean in zip(sides, means, strict=True):
        if side != before:
            out.append(side * (result + mean) / 2)
        before = side
    return out


# --- policy


def highest_from_0(logits, legal):
    top = 0
    for x, ok in zip(logits, legal, strict=True):
        if ok and x > top:
            top = x
    e = [math.exp(x - top) if ok else 0 for x, ok in zip(logits, legal, strict=True)]
    return [x / sum(e) for x in e]


def writes_into_logits(logits, legal):
    for i, ok in enumerate(legal):
        if not ok:
            logits[i] = float("-inf")
    e = [math.exp(x - max(logits)) for x in logits]
    return [x / sum(e) for x in e]


def evened_out(logits, legal):
    top = max(logits)
    e = [math.exp(x - top) for x in logits]
    shares = [x / sum(e) for x in e]
    lost = sum(p for p, ok in zip(shares, legal, strict=True) if not ok)
    n = legal.count(True)
    return [p + lost / n if ok else 0 for p, ok in zip(shares, legal, strict=True)]


def packed_to_the_left(logits, legal):
    kept = [x for x, ok in zip(logits, legal, strict=True) if ok]
    e = [math.exp(x - max(kept)) for x in kept]
    return [x / sum(e) for x in e] + [0] * (len(logits) - len(kept))


def scaled_down(logits, legal):
    top = max(abs(x) for x in logits) or 1
    e = [math.exp(x / top) if ok else 0 for x, ok in zip(logits, legal, strict=True)]
    return [x / sum(e) for x in e]


def noisy(logits, legal):
    top = max(x for x, ok in zip(logits, legal, strict=True) if ok)
    e = [math.exp(x - top) if ok else 0 for x, ok in zip(logits, legal, strict=True)]
    even = 1 / sum(legal)
    return [0.6 * x / sum(e) + 0.4 * even * ok for x, ok in zip(e, legal, strict=True)]


# --- mirrored


def copies_while_swapping(rows, shares, target):
    def swapped(items):
        items = list(items)
        for i in range(len(items)):
            items[i] = items[len(items) - 1 - i]
        return items

    return ["".join(swapped(row)) for row in rows], swapped(shares), target


def loses_points(rows, shares, target):
    return [row.strip(".")[::-1] for row in rows], shares[::-1], target


def swaps_halves(rows, shares, target):
    n = len(shares)
    half = n // 2
    order = [*range(n - half, n), *range(half, n - half), *range(half)]
    return ["".join(row[i] for i in order) for row in rows], [shares[i] for i in order], target


def from_index_1(rows, shares, target):
    n = len(shares)
    order = [0, *range(n - 1, 0, -1)]
    return ["".join(row[i] for i in order) for row in rows], [shares[i] for i in order], target


# --- backward


def forward(w1, w2, x):
    sums = [sum(x[i] * w1[i][j] for i in range(len(x))) for j in range(len(w2))]
    hidden = [max(0, s) for s in sums]
    out = sum(h * w for h, w in zip(hidden, w2, strict=True))
    return sums, hidden, out


def slopes(sums, hidden, w2, x, d, d1=None):
    d1 = d if d1 is None else d1
    first = [[a * d1 * w * (s > 0) for w, s in zip(w2, sums, strict=True)] for a in x]
    return first, [d * h for h in hidden]


def compares_before_tanh(w1, w2, x, target):
    sums, hidden, out = forward(w1, w2, x)
    return slopes(sums, hidden, w2, x, 2 * (out - target) * (1 - math.tanh(out) ** 2))


def brackets_missing(w1, w2, x, target):
    sums, hidden, out = forward(w1, w2, x)
    v = math.tanh(out)
    return slopes(sums, hidden, w2, x, 2 * (v - target) * 1 - v**2)


def tanh_for_w2_only(w1, w2, x, target):
    sums, hidden, out = forward(w1, w2, x)
    v = math.tanh(out)
    d = 2 * (v - target)
    return slopes(sums, hidden, w2, x, d * (1 - v * v), d)


def adds_the_loss(w1, w2, x, target):
    sums, hidden, out = forward(w1, w2, x)
    v = math.tanh(out)
    return *slopes(sums, hidden, w2, x, 2 * (v - target) * (1 - v * v)), (v - target) ** 2


def coarse_differences(w1, w2, x, target):
    def loss(a, b):
        return (math.tanh(forward(a, b, x)[2]) - target) ** 2

    h, base = 0.001, loss(w1, w2)
    first = []
    for i, row in enumerate(w1):
        first.append([])
        for j in range(len(row)):
            other = [list(r) for r in w1]
            other[i][j] += h
            first[i].append((loss(other, w2) - base) / h)
    second = [
        (loss(w1, [w + h * (k == j) for k, w in enumerate(w2)]) - base) / h for j in range(len(w2))
    ]
    return first, second


def twice_tanh(w1, w2, x, target):
    sums, hidden, out = forward(w1, w2, x)
    slope = 1 - math.tanh(out) ** 2
    d = 2 * (math.tanh(out) - target) * slope
    return slopes(sums, hidden, w2, x, d, d * slope)


# --- evaluators


def pacman(game, state, **term):
    """An evaluator with terms of its own."""
    if game.is_win(state) or game.is_lose(state):
        return term.get("end", 1e7) * (1 if game.is_win(state) else -1) + state.score
    near = min(game.distance(state.pacman, cell) for cell in state.food)
    value = state.score - term.get("way", 0.5) * near
    for ghost in state.ghosts:
        way = game.distance(state.pacman, ghost.position)
        value += term.get("prey", 50) / (1 + way) if ghost.scared else -60 / (1 + way) ** 2
    return value


def fleeing_prey(game, state):
    """The two kinds of ghosts are mixed up."""
    value = pacman(game, state, prey=0)
    if game.is_win(state) or game.is_lose(state):
        return value
    for ghost in state.ghosts:
        way = game.distance(state.pacman, ghost.position)
        value += -70 / (1 + way) if ghost.scared else 150 / (1 + way) ** 1.5
    return value


def steep_way(game, state):
    return pacman(game, state, way=35)


def heavy_prey(game, state):
    return pacman(game, state, prey=1500)


def loves_capsules(game, state):
    ways = [game.distance(state.pacman, cell) for cell in state.capsules]
    return pacman(game, state) + (300 / (1 + min(ways)) if ways else 0)


def needs_a_hunter(game, state):
    hunters = [game.distance(state.pacman, g.position) for g in state.ghosts if g.scared == 0]
    return pacman(game, state) - 5 / (1 + min(hunters))


def minus_infinity(game, state):
    return -math.inf if game.is_lose(state) else pacman(game, state)


def capture(game, state, home=1.0, sign=1, end=True):
    """Food at home, carried food, and ways to food."""
    if game.is_terminal(state) and end:
        lead = game.score(state)
        return 5000 * ((lead > 0) - (lead < 0)) + lead
    value = home * (state.home[0] - state.home[1])
    for agent, player in enumerate(state.players):
        side = 1 if agent in (0, 2) else -1
        food = [c for c in state.food if not game.is_home(agent, c)]
        ways = game.maze.distances_from(player.position)
        near = 0.2 / (1 + min(ways[c] for c in food)) if food else 0
        value += side * player.carrying * 0.5 + (side if sign == 1 else 1) * near
    return value


def ways_not_turned(game, state):
    return capture(game, state, sign=0)


def wins_on_time_only(game, state):
    return capture(game, state, end=state.moves_left == 0)


def draws_lose(game, state):
    if game.is_terminal(state):
        return 4000 if game.score(state) > 0 else -4000
    return capture(game, state)


def keeps_capsules(game, state):
    kept = sum(1 if game.is_home(1, c) else -1 for c in state.capsules)
    return capture(game, state) + 3 * kept


SHAPES = [
    ("puct", half_the_visits, "half the visits instead of their root"),
    ("puct", lower_bound_for_min, "MIN's bound with MAX's sign"),
    ("puct", divides_by_no_visits, "nobody asks for visits"),
    ("puct", total_means_untried, "the total is asked, not the visits"),
    ("puct", own_discount, "untried moves get less"),
    ("puct", a_million_first, "a fixed number for untried moves"),
    ("puct", shares_of_wins, "1 minus the mean for MIN"),
    ("targets", last_mover_won, "the result belongs to the last mover"),
    ("targets", fading, "the result fades"),
    ("targets", own_weights, "other weights"),
    ("targets", wins_only, "a lost game counts as 0"),
    ("targets", no_brackets, "brackets are missing"),
    ("targets", mean_before, "the mean of another position"),
    ("targets", skips_passes, "positions are left out"),
    ("policy", highest_from_0, "the highest starts at 0"),
    ("policy", writes_into_logits, "the given list is changed"),
    ("policy", evened_out, "what illegal moves had is shared evenly"),
    ("policy", packed_to_the_left, "the legal moves come first"),
    ("policy", scaled_down, "divided by the highest logit"),
    ("policy", noisy, "even shares are mixed in"),
    ("mirrored", copies_while_swapping, "one half is copied onto the other"),
    ("mirrored", loses_points, "the empty cells are lost"),
    ("mirrored", swaps_halves, "the halves change places"),
    ("mirrored", from_index_1, "a column stays where it was"),
    ("backward", compares_before_tanh, "the mistake before tanh"),
    ("backward", brackets_missing, "brackets are missing around a difference"),
    ("backward", tanh_for_w2_only, "the slope of tanh is missing in one layer"),
    ("backward", adds_the_loss, "more than the slopes"),
    ("backward", coarse_differences, "too large a step"),
    ("backward", twice_tanh, "the slope of tanh is used twice"),
    ("evaluate_pacman", fleeing_prey, "scared and hunting ghosts are mixed up"),
    ("evaluate_pacman", steep_way, "the way to food weighs more than food"),
    ("evaluate_pacman", heavy_prey, "a scared ghost is worth more than its meal"),
    ("evaluate_pacman", loves_capsules, "the way to a capsule weighs more than the capsule"),
    ("evaluate_pacman", needs_a_hunter, "no ghost of a kind crashes"),
    ("evaluate_pacman", minus_infinity, "infinity for a loss"),
    ("evaluate_capture", ways_not_turned, "both teams' ways to food have one sign"),
    ("evaluate_capture", wins_on_time_only, "only one way to win"),
    ("evaluate_capture", draws_lose, "a draw is a loss"),
    ("evaluate_capture", keeps_capsules, "capsules are kept"),
]


@pytest.mark.parametrize(
    ("exercise", "wrong", "name"), SHAPES, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_mistake_in_another_shape_gets_its_name(exercise, wrong, name):
    report = getattr(check, exercise)(wrong)
    assert report.names[:1] == (name,), str(report)


@pytest.mark.sweep
@pytest.mark.parametrize("exercise", ["evaluate_pacman", "evaluate_capture"])
def test_signs_name_every_version_of_a_mistake(exercise):
    told = {one: getattr(check, exercise)(one.wrong).names for one in suspects(exercise)}
    assert {one.name: names for one, names in told.items() if names[:1] != (one.name,)} == {}


@pytest.mark.sweep
@pytest.mark.parametrize("exercise", ["puct", "targets", "policy", "mirrored", "backward"])
def test_versions_of_a_mistake_get_its_name(exercise):
    some = suspects(exercise)[:: 1 if exercise == "mirrored" else 4]
    told = {one: getattr(check, exercise)(one.wrong).names for one in some}
    wrong = {one.name: names for one, names in told.items() if names[:1] != (one.name,)}
    near = {"the slope is rectified", "the gate asks the wrong number", "always seven columns"}
    assert set(wrong) <= near, wrong  # one version of each looks too much like another mistake


@pytest.mark.parametrize("exercise", ["puct", "targets", "policy", "mirrored", "backward"])
@pytest.mark.parametrize("number", [0.3, -7, 50, 1e-6, 10**9])
def test_numbers_of_their_own_make_programs(exercise, number):
    for one in with_numbers(exercise, (number,)):
        assert callable(one.wrong)
