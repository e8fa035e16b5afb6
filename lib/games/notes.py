"""A position as text: the rows of a picture, and below it notes such as `score: 12`.

A note is left out when it says what is clear without it, so that the shortest text of a
position is its picture alone.
"""

import math
import re
import textwrap


def check_rectangle(rows):
    """Nothing, or a ValueError that names the first row of another length."""
    if not rows:
        raise ValueError("the picture is empty: it needs rows of walls and cells")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"row {number} has {len(row)} columns and row 1 has {len(rows[0])}: "
                "all rows must be equally long"
            )


def split_picture(text: str) -> tuple[list[str], dict[str, str]]:
    """The rows of a picture, and the notes below it: lines such as `score: 12`, by name."""
    if not isinstance(text, str):
        raise ValueError(f"a picture is a text, got {text!r}")
    rows, notes = [], {}
    for line in textwrap.dedent(text).strip("\n").splitlines():
        note = re.fullmatch(r"([a-z][a-z0-9 ]*):(.*)", line)
        if note and note[1] in notes:
            raise ValueError(f"the line '{note[1]}:' stands there twice")
        if note:
            notes[note[1]] = note[2].strip()
        elif not notes or line.strip():
            rows.append(line)
    while rows and not rows[-1].strip():
        rows.pop()
    return rows, notes


def split_note(line: str) -> list[str]:
    """The parts of a note such as `(3, 1), scared 12`: a comma inside brackets parts nothing."""
    return re.split(r", *(?![^(]*\))", line) if line else []


def read_number(notes: dict, name: str, default, low=-math.inf, high=math.inf):
    """The number in the note `name`, taken out of `notes`; `default` if there is no such note."""
    if name not in notes:
        return default
    text = notes.pop(name)
    if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
        limits = "" if low == -math.inf else f" from {low} to {high}"
        raise ValueError(f"'{name}: {text}' should be a whole number{limits}")
    return int(text)


def read_hidden(notes: dict, name: str, agents: set) -> frozenset:
    """The cells in the note `name`, as in `(1, 2) (3, 4)`: each must be hidden by an agent."""
    text = notes.pop(name, "")
    if not re.fullmatch(r"(\(\d+, *\d+\) *)*", text):
        raise ValueError(f"'{name}: {text}' needs cells such as (1, 2) (3, 4)")
    cells = frozenset((int(x), int(y)) for x, y in re.findall(r"\((\d+), *(\d+)\)", text))
    if open_to_see := cells - agents:
        raise ValueError(f"'{name}: {text}': nobody hides {write_cells(open_to_see)}")
    return cells


def write_cells(cells) -> str:
    """Cells as `read_hidden` reads them, in order."""
    return " ".join(str(cell) for cell in sorted(cells))


def check_no_more(notes: dict, known: str):
    """Nothing, or a ValueError that names a note that nobody has read."""
    for name in notes:
        raise ValueError(f"unknown line '{name}: {notes[name]}'; known lines: {known}")
