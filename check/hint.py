"""The hint ladder, read from `check/hints/<exercise>.md`: `check.hint("minimax", 1)` to 3.

Such a file has three numbered hints. The last step of the ladder is the right solution, which
`check/mistakes/<exercise>.md` begins with; a fourth item of the file is a remark about it.
"""

import re
from pathlib import Path

from check import EXERCISES, messages
from check.catalogue import right_source

FOLDER = Path(__file__).parent / "hints"
_SOLUTION = 4


class Hint(str):
    """A hint that a notebook shows as text, without quotes."""

    def __repr__(self):
        return str(self)


def hint(exercise: str, level: int = 1) -> Hint:
    """Hint 1, 2 or 3 of an exercise; level 4 is a solution."""
    if exercise not in EXERCISES:
        message = messages.NO_HINTS.format(exercise=exercise, names=", ".join(EXERCISES))
        raise ValueError(message)
    count = _SOLUTION - 1
    if level not in range(1, _SOLUTION + 1):
        message = messages.NO_LEVEL.format(count=count, solution=_SOLUTION, level=level)
        raise ValueError(message)
    items = hints_of(exercise)
    if level < _SOLUTION:
        return Hint(messages.HINT.format(level=level, count=count, text=items[level - 1]))
    return Hint("\n# ".join([right_source(exercise), *items[count:]]))


def hints_of(exercise: str) -> list[str]:
    """The numbered items of a file of hints, without their numbers."""
    text = (FOLDER / f"{exercise}.md").read_text("utf-8")
    return re.findall(r"^\d\. (.+)$", text, re.MULTILINE)
