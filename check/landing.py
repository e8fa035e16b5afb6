"""The check of landing: where a stone falls in Connect Four."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.positions import bit, draw_stones, random_stones, stones_text
from check.report import Report
from check.runner import Case
from check.trees import brief


def landing(fn, seed: int = 0) -> Report:
    """Checks `landing(stones, column) -> int`: the bit where a stone lands, 0 if it cannot.

    `stones` are all stones on the board, numbered as for `has_four`.
    """
    return examine(LANDING, fn, seed)


def _cases(seed):
    rng = Random(f"landing {seed}")
    cases = [_case((0, 0), column) for column in (0, 3, 6)]
    for _ in range(14):
        stones = random_stones(rng)
        cases += [_case(stones, column) for column in range(7)]
    full = [0b111111 << 7 * column for column in range(7)]
    cases += [_case((full[c], 0), c) for c in range(7)]
    return sorted(cases, key=lambda case: case.args[0].bit_count())


def _case(stones, column):
    taken = stones[0] | stones[1]
    height = (taken >> 7 * column & 0b111111).bit_count()
    group = {0: "an empty column", 6: "a full column"}.get(height, "on top of others")
    label = f"column {column} of this board"
    text = f"{label}\n{stones_text(*stones)}"
    return Case((taken, column), text, group, picture=lambda: draw_stones(*stones), brief=label)


def _free_square(case):
    stones, column = case.args
    free = [bit(row, column) for row in range(6) if not stones & bit(row, column)]
    return free[0] if free else 0


def _say(answer) -> str:
    """A bit as its place; any other number as it is."""
    is_bit = type(answer) is int and answer > 0 and answer.bit_count() == 1
    if not is_bit or answer.bit_length() > 49:
        return brief(answer)
    column, row = divmod(answer.bit_length() - 1, 7)
    return f"1 << {answer.bit_length() - 1} (column {column}, row {row})"


LANDING = Exercise(
    "landing",
    "landing(stones, column) -> int",
    _cases,
    _free_square,
    lambda expected, got, case: type(got) is int and got == expected,
    say=_say,
)
