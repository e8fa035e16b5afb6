"""Golden pictures: one small case of each kind, stored as text and compared to the letter.

After a change that you want, look at the new pictures and write them anew:

    LOOKING_AHEAD_GOLDEN=write python -m pytest tests/draw/test_golden.py
"""

import os
from pathlib import Path

import pytest

from tests.draw.pictures import kinds

FOLDER = Path(__file__).parent / "golden"
PICTURES = kinds()


def lines(picture):
    """The picture with one element on each line, so that differences can be read."""
    return str(picture).replace("><", ">\n<") + "\n"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_looks_as_before(name):
    file, drawn = FOLDER / f"{name}.svg", lines(PICTURES[name])
    if os.environ.get("LOOKING_AHEAD_GOLDEN") == "write":
        file.write_text(drawn, "utf-8")
    assert drawn.splitlines() == file.read_text("utf-8").splitlines()


def test_there_is_no_golden_picture_of_nothing():
    assert {file.stem for file in FOLDER.glob("*.svg")} == set(PICTURES)
