"""The check of has_four: a line of four in Connect Four, bit by bit."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.positions import bit, draw_stones, random_stones, stones_text
from check.report import Report
from check.runner import Case

_DIRECTIONS = {"upright": (1, 0), "in a row": (0, 1), "rising": (1, 1), "falling": (-1, 1)}


def has_four(fn, seed: int = 0) -> Report:
    """Checks `has_four(stones) -> bool`: whether four stones stand in a row.

    `stones` are the stones of one side on a board of 7 columns and 6 rows: bit
    `7 * column + row`, row 0 at the bottom. The seventh bit of a column is always empty.
    """
    return examine(HAS_FOUR, fn, seed)


def _line(row, column, direction, length):
    """So many squares from here on, or None where the board ends."""
    down, right = _DIRECTIONS[direction]
    squares = [(row + down * i, column + right * i) for i in range(length)]
    if all(0 <= r < 6 and 0 <= c < 7 for r, c in squares):
        return squares
    return None


def _lines(direction, length):
    """All lines of this direction and length, as sets of bits."""
    every = (_line(r, c, direction, length) for r in range(6) for c in range(7))
    return [sum(bit(r, c) for r, c in line) for line in every if line]


ALL_FOURS = [line for direction in _DIRECTIONS for line in _lines(direction, 4)]


def _is_four(stones):
    """The rule itself: some line of four is full."""
    return any(stones & line == line for line in ALL_FOURS)


def _cases(seed):
    rng = Random(f"four {seed}")
    cases = [_case(0, "the empty board")]
    for direction in _DIRECTIONS:
        cases += [_case(line, direction) for line in rng.sample(_lines(direction, 4), 6)]
        cases += [_case(line, "three") for line in rng.sample(_lines(direction, 3), 4)]
    for _ in range(60):
        stones = random_stones(rng)[0]
        cases.append(_case(stones, "a line" if _is_four(stones) else "no line"))
    cases += [_case(stones, "around the edge") for stones in _around(rng)]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _around(rng):
    """Stones that are four in a row only for those who forget the empty bit or the edge."""
    squares = sum(0b111111 << 7 * column for column in range(7))
    steps = [step for size in (6, 7, 8) for step in (1, size - 1, size, size + 1)]
    every = {sum(1 << start + step * i for i in range(4)) for start in range(42) for step in steps}
    false = [stones for stones in every if stones & ~squares == 0 and not _is_four(stones)]
    return rng.sample(sorted(false), 16)


def _case(stones, group):
    label = "the stones X of this board"
    text = f"{label}\n{stones_text(stones)}"
    return Case((stones,), text, group, picture=lambda: draw_stones(stones), brief=label)


HAS_FOUR = Exercise(
    "has_four",
    "has_four(stones) -> bool",
    _cases,
    lambda case: _is_four(case.args[0]),
    lambda expected, got, case: type(got) is bool and got == expected,
)
