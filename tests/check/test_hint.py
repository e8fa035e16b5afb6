"""The hint ladder: three hints for each exercise, and its right solution."""

import pytest

import check
from check.catalogue import HINTS, hints_of, right_source


@pytest.mark.parametrize("name", check.EXERCISES)
def test_hints_end_with_the_solution(name):
    ladder = [check.hint(name, level) for level in (1, 2, 3, 4)]
    assert len(set(ladder)) == 4
    assert ladder[-1].startswith(right_source(name)) and f"def {name}(" in ladder[-1]
    for level in (1, 2, 3):
        assert ladder[level - 1] == f"Hint {level} of 3: {hints_of(name)[level - 1]}"


def test_a_remark_stands_below_the_solution():
    assert check.hint("landing", 4).endswith(f"\n\n# {hints_of('landing')[3]}")
    assert check.hint("choose", 4) == right_source("choose")  # it has none


def test_there_is_one_file_of_hints_for_each_exercise():
    assert {path.stem for path in HINTS.glob("*.md")} == set(check.EXERCISES)
    assert {len(hints_of(name)) for name in check.EXERCISES} <= {3, 4}


def test_the_numbers_of_a_file_are_in_order():
    for path in HINTS.glob("*.md"):
        heading, empty, *items = path.read_text("utf-8").splitlines()
        assert heading == f"# {path.stem}" and not empty
        assert [line[:3] for line in items] == [f"{n}. " for n in range(1, len(items) + 1)]


def test_a_notebook_shows_a_hint_without_quotes():
    assert repr(check.hint("landing", 1)) == check.hint("landing", 1)


@pytest.mark.parametrize("exercise", ["chess", None, 7, "mistakes/minimax"])
def test_an_unknown_exercise_is_told(exercise):
    with pytest.raises(
        ValueError, match=r"There are no hints for .* There are hints for safe_moves,"
    ):
        check.hint(exercise, 1)


@pytest.mark.parametrize("level", [0, 5, 9, -1, "1", None])
def test_an_unknown_level_is_told(level):
    with pytest.raises(ValueError, match="Hints go from 1 to 3, and 4 is the solution"):
        check.hint("minimax", level)
