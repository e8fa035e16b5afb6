"""The checks of has_four and landing: Connect Four as bits."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.report import Report
from check.runner import Case
from lib.games.connect4 import ConnectFour

GAME = ConnectFour()
DIRECTIONS = {"upright": (1, 0), "in a row": (0, 1), "rising": (1, 1), "falling": (-1, 1)}


def has_four(fn, seed: int = 0) -> Report:
    """Checks `has_four(stones) -> bool`: whether four stones stand in a row.

    `stones` are the stones of one side on a board of 7 columns and 6 rows: bit
    `7 * column + row`, row 0 at the bottom. The seventh bit of a column is always empty.
    """
    return examine(HAS_FOUR, fn, seed)


def landing(fn, seed: int = 0) -> Report:
    """Checks `landing(stones, column) -> int`: the bit where a stone lands, 0 if it cannot.

    `stones` are all stones on the board, numbered as for `has_four`.
    """
    return examine(LANDING, fn, seed)


def bit(row, column):
    """The square as a set of one."""
    return 1 << 7 * column + row


def _line(row, column, direction, length):
    """So many squares from here on, or None where the board ends."""
    down, right = DIRECTIONS[direction]
    squares = [(row + down * i, column + right * i) for i in range(length)]
    if all(0 <= r < 6 and 0 <= c < 7 for r, c in squares):
        return squares
    return None


def _lines(direction, length):
    """All lines of this direction and length, as sets of bits."""
    every = (_line(r, c, direction, length) for r in range(6) for c in range(7))
    return [sum(bit(r, c) for r, c in line) for line in every if line]


ALL_FOURS = [line for direction in DIRECTIONS for line in _lines(direction, 4)]


def _is_four(stones):
    """The rule itself: some line of four is full."""
    return any(stones & line == line for line in ALL_FOURS)


def _four_cases(seed):
    rng = Random(f"four {seed}")
    cases = [_four_case(0, "the empty board")]
    for direction in DIRECTIONS:
        cases += [_four_case(line, direction) for line in rng.sample(_lines(direction, 4), 6)]
        cases += [_four_case(line, "three") for line in rng.sample(_lines(direction, 3), 4)]
    for _ in range(60):
        stones = _random_board(rng)[0]
        cases.append(_four_case(stones, "a line" if _is_four(stones) else "no line"))
    cases += [_four_case(stones, "around the edge") for stones in _around(rng)]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _around(rng):
    """Stones that are four in a row only for those who forget the empty bit or the edge."""
    squares = sum(0b111111 << 7 * column for column in range(7))
    steps = [step for size in (6, 7, 8) for step in (1, size - 1, size, size + 1)]
    every = {sum(1 << start + step * i for i in range(4)) for start in range(42) for step in steps}
    false = [stones for stones in every if stones & ~squares == 0 and not _is_four(stones)]
    return rng.sample(sorted(false), 16)


def _random_board(rng):
    """The stones of X and of O after some random moves, whoever may have won."""
    heights, stones = [0] * 7, [0, 0]
    for ply in range(rng.randint(4, 38)):
        column = rng.choice([c for c in range(7) if heights[c] < 6])
        stones[ply % 2] |= bit(heights[column], column)
        heights[column] += 1
    return stones


def _four_case(stones, group):
    label = f"the stones {stones:#x}"
    return Case((stones,), label, group, picture=lambda: _draw(stones))


def _draw(stones, others=0):
    from lib.draw import draw_board

    return draw_board(GAME, (stones, others, 0, None))


HAS_FOUR = Exercise(
    "has_four",
    "has_four(stones) -> bool",
    _four_cases,
    lambda case: _is_four(case.args[0]),
    lambda expected, got, case: type(got) is bool and got == expected,
)


def _landing_cases(seed):
    rng = Random(f"landing {seed}")
    cases = [_landing_case((0, 0), column) for column in (0, 3, 6)]
    for _ in range(14):
        stones = _random_board(rng)
        cases += [_landing_case(stones, column) for column in range(7)]
    full = [0b111111 << 7 * column for column in range(7)]
    cases += [_landing_case((full[c], 0), c) for c in range(7)]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _landing_case(stones, column):
    taken = stones[0] | stones[1]
    height = (taken >> 7 * column & 0b111111).bit_count()
    group = {0: "an empty column", 6: "a full column"}.get(height, "on top of others")
    label = f"the stones {taken:#x}, column {column}"
    return Case((taken, column), label, group, picture=lambda: _draw(*stones))


def _free_square(case):
    stones, column = case.args
    free = [bit(row, column) for row in range(6) if not stones & bit(row, column)]
    return free[0] if free else 0


LANDING = Exercise(
    "landing",
    "landing(stones, column) -> int",
    _landing_cases,
    _free_square,
    lambda expected, got, case: type(got) is int and got == expected,
    say=lambda answer: f"{answer:#x}" if type(answer) is int else repr(answer),
)
