"""No name and no file stops the others: names and contents made at random, one class of them."""

import csv
import os
import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grade.__main__ import main
from grade.collect import safe_name
from tests.grade import submissions
from tests.grade.test_running import needs_bubblewrap

NASTY = [
    "Zo\u00eb",
    "zo\u00eb",
    "Zoe\u0308",
    "Zo-" + safe_name("Zo\u00eb").rpartition("-")[2],
    safe_name("Zo\u00eb"),
    "ADA",
    "Ada",
    "ada",
    "con",
    "nul.ipynb",
    "x" * 200,
    "...",
    "-rf",
    "a\nb",
    "a\tb",
    "\u202egpj",
    "'; drop table student; --",
    "=1+1",
    "\U0001f600",
    "a" * 40,
    "a" * 41,
    " ",
    "$(reboot)",
    "%s%n",
    "{0}",
    "..%2f",
]


@settings(max_examples=400, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=2, max_size=12, unique=True))
def test_no_two_students_share_a_file_on_any_system(names):
    made = [safe_name(name) for name in {unicodedata.normalize("NFC", n) for n in names}]
    assert len({name.lower() for name in made}) == len(made)
    for name in made:
        assert name.isascii() and 0 < len(name) < 60 and not set(name) & set("/\\:.")


def test_a_name_that_looks_like_a_cleaned_one_is_another_student():
    cleaned = safe_name("zo\u00eb")
    assert cleaned.islower() and safe_name(cleaned) != cleaned
    assert len({safe_name(name).lower() for name in ("Ada", "ada", "ADA")}) == 3


def contents(rng):
    """A file that may be anything."""
    good = submissions.json.dumps(submissions.blank()).encode()
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(300))
    if kind == 1:
        return good[: rng.randrange(len(good))]
    if kind == 2:
        at = rng.randrange(len(good))
        return good[:at] + rng.randbytes(3) + good[at + 3 :]
    if kind == 3:
        return b"PK\x03\x04" + rng.randbytes(200)
    if kind == 4:
        return b"\x1f\x8b" + rng.randbytes(200)
    if kind == 5:
        return b"[" * 50_000
    return b"" if kind == 6 else good


@pytest.mark.slow
@needs_bubblewrap
def test_a_class_of_strange_names_and_files_is_graded(tmp_path):
    rng = random.Random(17)
    folder = tmp_path / "in"
    for number, name in enumerate(NASTY):
        place = folder / name.replace("/", "") / "x.ipynb"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(contents(rng) if number % 2 else b"")
    for number in range(20):
        (folder / f"file {number} {rng.choice(NASTY)[:40].replace('/', '')}.ipynb").write_bytes(
            contents(rng)
        )
    os.mkfifo(folder / "pipe.ipynb")
    (folder / "loop.ipynb").symlink_to(folder / "loop.ipynb")
    submissions.save(submissions.notebook(), folder / "good" / "x.ipynb")
    assert main([str(folder), "--output", str(tmp_path / "out")]) == 0
    with open(tmp_path / "out" / "grades.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    good = next(row for row in rows if row["student"] == "good")
    assert good["auto"] == "16" and len(rows) >= len(NASTY) + 20
    pages = {path.name for path in (tmp_path / "out" / "feedback").iterdir()}
    assert len(pages) == len({row["student"] for row in rows})
