"""Where the files of the course lie: beside `lib` in a checkout, inside it in an installed one."""

import json
from pathlib import Path

_LIB = Path(__file__).resolve().parent
_PLACES = (_LIB / "_course", _LIB.parent)  # the first in a wheel: see pyproject.toml


def course_folder(name: str) -> Path:
    """The folder `name` of the course, such as "data/layouts"."""
    for place in _PLACES:
        if (place / name).is_dir():
            return place / name
    raise FileNotFoundError(f"the folder {name} of the course is missing: install it again")


def stored_results(name: str) -> dict:
    """What a long experiment found, and in "command" how to run it again: data/results."""
    return json.loads((course_folder("data/results") / f"{name}.json").read_text("utf-8"))
