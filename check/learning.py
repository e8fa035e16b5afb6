"""The checks of lesson 15: a backward pass, PUCT, targets, a masked policy, mirror images."""

from math import exp, sqrt, tanh
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.plaindata import is_number, same_number
from check.report import Report
from check.runner import Case
from check.trees import brief
from lib.game import MAX, MIN, SIDE_NAMES


def _many(rng, count, low=-1.0, high=1.0) -> list[float]:
    return [round(rng.uniform(low, high), 2) for _ in range(count)]


def _same(expected, got, tolerance=1e-9) -> bool:
    """Whether two nested lists hold the same numbers and texts, up to rounding."""
    if type(expected) in (list, tuple):
        fits = type(got) in (list, tuple) and len(got) == len(expected)
        return fits and all(_same(a, b, tolerance) for a, b in zip(expected, got, strict=True))
    return expected == got if type(expected) is str else same_number(expected, got, tolerance)


def _say(answer) -> str:
    """An answer in words, its numbers rounded."""
    if type(answer) in (list, tuple):
        inner = ", ".join(map(_say, answer))
        return f"[{inner}]" if type(answer) is list else f"({inner})"
    return f"{answer:.4g}" if is_number(answer) else repr(answer)


def _lists(*args, label, group) -> Case:
    """A case whose arguments are lists: made anew for each question, and not to be changed."""

    def fresh(value):
        return [fresh(item) for item in value] if type(value) is list else value

    return Case((), label, group, build=lambda: tuple(map(fresh, args)), observe=repr, data=args)


# --- backward ----------------------------------------------------------------------------------


def backward(fn, seed: int = 0) -> Report:
    """Checks `backward(w1, w2, x, target) -> (slopes of w1, slopes of w2)`.

    x -> hidden[j] = max(0, sum of x[i] * w1[i][j]) -> value = tanh(sum of hidden[j] * w2[j]);
    the loss is (value - target) ** 2. What is right is found without a formula: each weight is
    changed a little, up and down, and the loss is computed again.
    """
    return examine(BACKWARD, fn, seed)


_NUDGE = 1e-5


def _sums(w1, x) -> list[float]:
    return [sum(a * row[j] for a, row in zip(x, w1, strict=True)) for j in range(len(w1[0]))]


def _loss(w1, w2, x, target) -> float:
    hidden = [max(0.0, s) for s in _sums(w1, x)]
    return (tanh(sum(h * w for h, w in zip(hidden, w2, strict=True))) - target) ** 2


def finite_differences(w1, w2, x, target) -> tuple[list, list]:
    """The slope of the loss at each weight, by changing that weight alone."""

    def slope(row, place):
        old, losses = row[place], []
        for step in (_NUDGE, -_NUDGE):
            row[place] = old + step
            losses.append(_loss(w1, w2, x, target))
        row[place] = old
        return (losses[0] - losses[1]) / (2 * _NUDGE)

    w1, w2 = [list(row) for row in w1], list(w2)
    return [[slope(row, j) for j in range(len(row))] for row in w1], [
        slope(w2, j) for j in range(len(w2))
    ]


def _backward_cases(seed):
    rng = Random(f"backward {seed}")
    cases = [
        _network([[0.5]], [0.8], [1.0], 1.0, "one unit"),
        _network([[0.5]], [0.8], [1.0], -1.0, "one unit"),
        _network([[-0.5]], [0.8], [1.0], 1.0, "units that are off"),
    ]
    kinds = {
        "one unit": (1, 1, 1.0),
        "several inputs": (3, 1, 1.0),
        "several units": (2, 3, 1.0),
        "inputs of 0 and 1": (4, 2, 1.0),
        "units that are off": (2, 3, 1.0),
        "large outputs": (2, 2, 2.0),
    }
    for group, (inputs, units, size) in kinds.items():
        cases += [_random_network(rng, inputs, units, size, group) for _ in range(5)]
    return sorted(cases, key=lambda case: len(case.data[0]) * len(case.data[1]))


def _random_network(rng, inputs, units, size, group):
    """A network in which no unit stands at the edge between on and off."""
    while True:
        w1 = [_many(rng, units, -size, size) for _ in range(inputs)]
        w2, x = _many(rng, units, -size, size), _many(rng, inputs)
        if group == "inputs of 0 and 1":
            x = [float(rng.randint(0, 1)) for _ in x]
        off = [s < 0 for s in _sums(w1, x)]
        clear = all(abs(s) > 0.05 for s in _sums(w1, x)) and all(abs(w) > 0.05 for w in w2)
        if clear and not all(off) and any(off) == (group == "units that are off"):
            return _network(w1, w2, x, rng.choice((-1.0, -0.5, 0.0, 0.5, 1.0)), group)


def _network(w1, w2, x, target, group):
    label = f"w1 {w1}, w2 {w2}, x {x}, target {target}"
    return _lists(w1, w2, x, target, label=label, group=group)


def _smaller_network(case):
    """The same question with one input or one unit less."""
    w1, w2, x, target = case.data
    for i in range(len(x)):
        if len(x) > 1 and all(
            abs(s) > 0.05 for s in _sums(w1[:i] + w1[i + 1 :], x[:i] + x[i + 1 :])
        ):
            yield _network(w1[:i] + w1[i + 1 :], w2, x[:i] + x[i + 1 :], target, case.group)
    for j in range(len(w2)):
        if len(w2) > 1:
            rows = [row[:j] + row[j + 1 :] for row in w1]
            yield _network(rows, w2[:j] + w2[j + 1 :], x, target, case.group)


BACKWARD = Exercise(
    "backward",
    "backward(w1, w2, x, target) -> (slopes of w1, slopes of w2)",
    _backward_cases,
    lambda case: finite_differences(*case.data),
    lambda expected, got, case: _same(expected, got, 1e-6),
    _smaller_network,
    _say,
)


# --- puct --------------------------------------------------------------------------------------


def puct(fn, seed: int = 0) -> Report:
    """Checks `puct(side, node, child, c) -> float`, the bound of a child for the side that chooses.

    node is (total, visits), child is (total, visits, prior), totals are MAX's. A child without a
    visit has the mean of the node.
    """
    return examine(PUCT, fn, seed)


def _bound(side, node, child, c) -> float:
    total, visits = child[:2] if child[1] else node
    return side * total / visits + c * child[2] * sqrt(node[1]) / (1 + child[1])


def _puct_cases(seed):
    rng = Random(f"puct {seed}")
    cases = [
        _puct_case(MAX, (4, 9), (1.5, 5, 0.6), 1, "MAX chooses"),
        _puct_case(MIN, (4, 9), (1.5, 5, 0.6), 1, "MIN chooses"),
        _puct_case(MAX, (3, 16), (0, 0, 0.25), 2, "no visit yet, MAX chooses"),
        _puct_case(MIN, (3, 16), (0, 0, 0.25), 2, "no visit yet, MIN chooses"),
        _puct_case(MAX, (5, 25), (0, 4, 0.3), 1, "MAX chooses"),
        _puct_case(MIN, (5, 25), (0, 4, 0.3), 1, "MIN chooses"),
        _puct_case(MAX, (6, 20), (-1, 1, 0.4), 1, "MAX chooses"),
        _puct_case(MIN, (6, 20), (-1, 1, 0.4), 1, "MIN chooses"),
    ]
    for _ in range(6):
        for side in (MAX, MIN):
            name = f"{SIDE_NAMES[side]} chooses"
            parent, n = rng.randint(10, 400), rng.randint(1, 9)
            total, own = round(rng.uniform(-parent, parent), 1), round(rng.uniform(-n, n), 1)
            prior, c = round(rng.uniform(0.05, 0.9), 2), rng.choice((0.5, 1, 2, 4.0))
            cases += [
                _puct_case(side, (total, parent), (own, n, prior), c, name),
                _puct_case(side, (total, parent), (0, 0, prior), c, f"no visit yet, {name}"),
                _puct_case(side, (total, parent), (own, n, 0.0), c, "a prior of 0"),
                _puct_case(side, (total, parent), (own, n, prior), 0, "c = 0"),
            ]
    return cases


def _puct_case(side, node, child, c, group):
    label = f"{SIDE_NAMES[side]}, node <{node[0]}, {node[1]}>, child <{child[0]}, {child[1]}>"
    return Case((side, node, child, c), f"{label} with prior {child[2]}, c {c:g}", group)


def _rounder(case):
    """The same question with rounder numbers."""
    side, node, child, c = case.args
    yield from (
        _puct_case(*args, case.group)
        for args in (
            (side, (round(node[0]), node[1]), child, c),
            (side, node, (round(child[0]), *child[1:]), c),
            (side, node, child, 1 if c else 0),
            (side, (node[0], 16), child, c),
        )
        if args != case.args
    )


PUCT = Exercise(
    "puct",
    "puct(side, node, child, c) -> float",
    _puct_cases,
    lambda case: _bound(*case.args),
    lambda expected, got, case: same_number(expected, got),
    _rounder,
    brief,
    easy=("c = 0", "a prior of 0"),
)


# --- targets -----------------------------------------------------------------------------------


def targets(fn, seed: int = 0) -> Report:
    """Checks `targets(sides, result, means) -> list`: half the result, half the mean.

    sides says who moves in each position; result and means are MAX's, targets are the mover's.
    """
    return examine(TARGETS, fn, seed)


def _targets_cases(seed):
    rng = Random(f"targets {seed}")
    cases = [
        _game_case([MAX], 1, [0.5], "one position"),
        _game_case([MIN], 1, [0.5], "one position"),
        _game_case([MAX], 1, [1.0], "one position"),
        _game_case([MIN], 1, [1.0], "one position"),
        _game_case([MAX, MIN], -1, [0.25, -0.5], "in turn"),
    ]
    for result in (1, -1, 0):
        for plies in (3, 4, 6):
            first = rng.choice((MAX, MIN))
            sides = [first * (-1) ** i for i in range(plies)]
            cases.append(_game_case(sides, result, _many(rng, plies), "in turn"))
            sides = [rng.choice((MAX, MIN)) for _ in range(plies)]
            cases.append(_game_case([MIN, MIN, *sides], result, _many(rng, plies + 2), "passes"))
            sides = [-side for side in (MAX, MIN) * plies][:plies]
            cases.append(_game_case(sides, result, _many(rng, plies), "MIN begins"))
    return sorted(cases, key=lambda case: len(case.data[0]))


def _game_case(sides, result, means, group):
    names = " ".join(SIDE_NAMES[side] for side in sides)
    label = f"movers {names}, result {result}, means {means}"
    return _lists(list(sides), result, list(means), label=label, group=group)


def _shorter_game(case):
    """The same question without one of the positions."""
    sides, result, means = case.data
    for i in range(len(sides)):
        if len(sides) > 1:
            yield _game_case(
                sides[:i] + sides[i + 1 :], result, means[:i] + means[i + 1 :], case.group
            )


def _halves(sides, result, means):
    return [side * (result + mean) / 2 for side, mean in zip(sides, means, strict=True)]


TARGETS = Exercise(
    "targets",
    "targets(sides, result, means) -> list of numbers",
    _targets_cases,
    lambda case: _halves(*case.data),
    lambda expected, got, case: _same(expected, got),
    _shorter_game,
    _say,
)


# --- policy ------------------------------------------------------------------------------------


def policy(fn, seed: int = 0) -> Report:
    """Checks `policy(logits, legal) -> list`: softmax over the legal moves, 0 for the others."""
    return examine(POLICY, fn, seed)


def _softmax(logits, legal) -> list[float]:
    """The shares in another way than the solution: from how each rival compares with a move."""
    rivals = [rival for rival, ok in zip(logits, legal, strict=True) if ok]

    def share(own):
        return 1 / sum(exp(min(rival - own, _MOST)) for rival in rivals)

    return [share(own) if ok else 0.0 for own, ok in zip(logits, legal, strict=True)]


_MOST = 700.0  # what exp can still do; beyond it a share is 0 all the same


def _policy_cases(seed):
    rng = Random(f"policy {seed}")
    cases = [
        _moves_case([0.0, 0.0], [True, True], "equal logits"),
        _moves_case([1.0, 2.0, 3.0], [True, True, False], "some illegal"),
        _moves_case([5.0, -2.0], [False, True], "one legal move"),
    ]
    for _ in range(4):
        for size in (3, 7):
            logits, legal = _many(rng, size, -3, 3), [rng.random() < 0.6 for _ in range(size)]
            legal[rng.randrange(size)], best = True, logits.index(max(logits))
            banned = [i != best for i in range(size)]
            cases += [
                _moves_case(logits, [True] * size, "all legal"),
                _moves_case(logits, legal, "some illegal"),
                _moves_case(logits, banned, "the best one is illegal"),
                _moves_case([x + 1000 for x in logits], legal, "large logits"),
                _moves_case([x - 1000 for x in logits], legal, "very negative logits"),
                _moves_case([1000 * x for x in logits], legal, "logits far apart"),
                _moves_case(
                    [x if ok else 900.0 for x, ok in zip(logits, banned, strict=True)],
                    banned,
                    "a huge logit that is illegal",
                ),
            ]
    return sorted(cases, key=lambda case: len(case.data[0]))


def _moves_case(logits, legal, group):
    marks = "".join("y" if ok else "n" for ok in legal)
    return _lists(logits, legal, label=f"logits {logits}, legal {marks}", group=group)


def _fewer_moves(case):
    """The same question without one of the moves."""
    logits, legal = case.data
    for i in range(len(logits)):
        if len(logits) > 2 and any(legal[:i] + legal[i + 1 :]):
            yield _moves_case(logits[:i] + logits[i + 1 :], legal[:i] + legal[i + 1 :], case.group)


POLICY = Exercise(
    "policy",
    "policy(logits, legal) -> list of shares",
    _policy_cases,
    lambda case: _softmax(*case.data),
    lambda expected, got, case: _same(expected, got),
    _fewer_moves,
    _say,
    easy=("equal logits", "one legal move"),
)


# --- mirrored ----------------------------------------------------------------------------------


def mirrored(fn, seed: int = 0) -> Report:
    """Checks `mirrored(rows, shares, target) -> (rows, shares, target)`: left and right exchanged.

    rows are texts from the top of the board down, shares has a number for each column.
    """
    return examine(MIRRORED, fn, seed)


def _mirror_cases(seed):
    rng = Random(f"mirrored {seed}")
    cases = [
        _example(["...", "X..", "OX."], [0.7, 0.2, 0.1], 1.0, "a small board"),
        _example(["....", "O...", "XX.O"], [0.0, 0.1, 0.8, 0.1], -0.5, "an even board"),
        _example(["X.X", "OXO"], [0.2, 0.6, 0.2], 0.25, "a symmetric position"),
    ]
    for width, height, group in ((3, 3, "a small board"), (4, 4, "an even board"), (7, 6, "7 x 6")):
        for _ in range(4):
            columns = [
                "".join(rng.choice("XO") for _ in range(rng.randint(0, height)))
                for _ in range(width)
            ]
            rows = ["".join(c.ljust(height, ".")[h] for c in columns) for h in range(height)][::-1]
            shares = [rng.randint(0, 9) + i for i in range(width)]
            shares = [round(share / sum(shares), 3) for share in shares]
            target = round(rng.choice((-1, 1)) * rng.uniform(0.1, 1), 2)
            cases.append(_example(rows, shares, target, group))
    return sorted(cases, key=lambda case: len(case.data[1]))


def _example(rows, shares, target, group):
    label = f"rows {rows}, shares {shares}, target {target}"
    return _lists(list(rows), list(shares), target, label=label, group=group)


def _lower_board(case):
    """The same question without the top row."""
    rows, shares, target = case.data
    if len(rows) > 1:
        yield _example(rows[1:], shares, target, case.group)


MIRRORED = Exercise(
    "mirrored",
    "mirrored(rows, shares, target) -> (rows, shares, target)",
    _mirror_cases,
    lambda case: ([row[::-1] for row in case.data[0]], case.data[1][::-1], case.data[2]),
    lambda expected, got, case: _same(expected, got),
    _lower_board,
    _say,
    easy=("a symmetric position",),
)
