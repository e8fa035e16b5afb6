"""Mistakes as text: an edit becomes a function, and one that does not fit is told with its line."""

import inspect
import re
from pathlib import Path

import pytest

import check
from check.catalogue import (
    FOLDER,
    UnfitMistake,
    both,
    function_from,
    mistakes_in,
    right_solution,
    right_source,
    touch,
)
from tools.mutants import exercise_of

ROOT = Path(__file__).resolve().parents[2]
RIGHT = '''# double

```python
def double(n):
    """Twice as much."""
    if n < 0:
        return -double(-n)
    total = n
    return total + n
```
'''
FIRST_LINE = RIGHT.count("\n") + 2  # of what stands below


@pytest.fixture
def written(tmp_path):
    """A function that writes mistakes of `double` and reads them."""

    def read(text, name="double.md", right=RIGHT):
        (tmp_path / name).write_text(f"{right}\n{text}", "utf-8")
        return mistakes_in(tmp_path / "double.md")

    return read


def mistake(edit, name="half", words="halves it\nWhat is 2 times 3?\n"):
    return f"## {name}\n{words}{edit}\n"


def test_a_whole_line_is_replaced_and_keeps_its_indentation(written):
    [entry] = written(mistake("- total = n\n+ total = n\n+ if n > 5:\n+     total = 0"))
    assert (entry.name, entry.explanation, entry.hint) == (
        "half",
        "halves it",
        "What is 2 times 3?",
    )
    assert entry.wrong(3) == 6 and entry.wrong(7) == 7 and entry.wrong(-7) == -7
    assert "    if n > 5:\n        total = 0\n" in entry.source
    assert inspect.getsource(entry.wrong) == entry.source  # a traceback can show the line


def test_a_part_of_a_line_is_replaced(written):
    [entry] = written(mistake("- total + n\n+ total / 4"))
    assert entry.wrong(8) == 2 and entry.difference.splitlines() == [
        "     total = n",
        "-    return total + n",
        "+    return total / 4",
    ]


def test_several_lines_may_go_without_a_substitute(written):
    [entry] = written(mistake("- if n < 0:\n-     return -double(-n)"))
    assert entry.wrong(-2) == -4 and "-double" not in entry.source


def test_two_edits_are_found_in_the_right_solution_and_not_in_each_other_s_result(written):
    edits = "- total = n\n+ return total + n\n- return total + n\n+ total = n"
    [entry] = written(mistake(edits))
    assert "    return total + n\n    total = n\n" in entry.source


def test_an_empty_line_separates_two_edits_that_only_take_out(written):
    [entry] = written(mistake("-     return -double(-n)\n+     pass\n- total = n\n\n- total + "))
    assert entry.wrong(-3) == -3


def test_a_block_brings_a_whole_function_that_may_call_the_right_one(written):
    [entry] = written(mistake("```python\ndef double(n):\n\n    return right(n) + 1\n```"))
    assert entry.wrong(3) == 7 and "\n\n" in entry.source


def test_edits_may_use_mathematics_and_sides_without_an_import(written):
    [entry] = written(mistake("- total + n\n+ floor(sqrt(n)) + MAX + random.Random(0).random()"))
    assert 3 < entry.wrong(4) < 4


def test_included_mistakes_stand_at_their_place_and_one_below_may_take_it(written, tmp_path):
    edit = "- total + n\n+ total"
    shared = mistake(edit, "a") + "\n" + mistake(edit, "b")
    (tmp_path / "shared.md").write_text(shared, "utf-8")
    own = mistake("- total + n\n+ 0", "a")
    entries = written(f"{mistake(edit, 'c')}\nInclude: shared.md\n\n{own}")
    assert [entry.name for entry in entries] == ["c", "a", "b"]
    assert [entry.wrong(3) for entry in entries] == [3, 0, 3]


UNFIT = {  # edit: (line below the heading, the beginning of the sentence)
    "- total - n\n+ 0": (3, "'total - n' does not stand in the right solution."),
    "- double\n+ half": (3, "'double' stands 2 times in the right solution."),
    "- if n < 0:\n-     return 0\n+ pass": (3, "'if n < 0:;     return 0' does not stand"),
    "- total = n\n+ total = 0\n\n- sum\n+ 0": (6, "'sum' does not stand in the right solution."),
    "- total + n\n+ total\n+ + 1": (3, "A part of a line cannot become several lines."),
    "- total = n\n+ total = 0\n- total = n\n+ total = 1": (0, "Two edits of 'half' take out"),
    "+ total = 0": (3, "Lines are put in, but none is taken out before them."),
    "- total = n\nso that\n+ total = 0": (4, "'so that' is not part of an edit: lines begin with"),
    "-total = n\n+ total = 0": (3, "'-total = n' is not part of an edit: lines begin with"),
    "- total = n\n+ total = n": (0, "'half' changes nothing."),
    "- total = n\n+ total = (": (0, "'half' is not a function double: SyntaxError("),
    "- def double(n):\n+ def triple(n):": (
        0,
        "'half' is not a function double: KeyError('double')",
    ),
    "```python\ndef double(n):\n    return n": (0, "The block of code of 'half' does not end."),
    "```python\ndef double(n):\n    return n\n```\n- n\n+ 0": (7, "'- n' stands below the block"),
    "": (0, "'half' has neither an edit nor a block of code."),
    "\n": (0, "'half' has neither an edit nor a block of code."),
}


@pytest.mark.parametrize("edit", UNFIT)
def test_an_edit_that_does_not_fit_is_told_with_its_file_and_line(edit, written):
    below, sentence = UNFIT[edit]
    with pytest.raises(UnfitMistake) as problem:
        written(mistake(edit))
    place = f"check/mistakes/double.md, line {FIRST_LINE + below}: "
    assert str(problem.value).startswith(place + sentence), problem.value
    assert str(problem.value).endswith(".")


@pytest.mark.parametrize("words", ["", "halves it\n", "halves it\n\nWhat is 2 times 3?\n"])
def test_a_missing_sentence_is_told(words, written):
    with pytest.raises(UnfitMistake, match="line 12: 'half' needs a line that says what it does"):
        written(mistake("- total + n\n+ n", words=words))


def test_a_third_sentence_is_told(written):
    with pytest.raises(UnfitMistake, match=r"line 15: 'Why\?' is not part of an edit"):
        written(mistake("Why?\n- total + n\n+ n"))


def test_two_mistakes_of_one_name_are_told(written):
    edit = mistake("- total + n\n+ n")
    with pytest.raises(UnfitMistake, match=r"line 18: There is another mistake called 'half' \("):
        written(edit + "\n" + edit)


def test_an_included_file_that_is_not_there_is_told(written):
    with pytest.raises(UnfitMistake, match=r"double.md, line 12: The file other.md is not there\."):
        written("Include: other.md\n")


def test_files_that_include_each_other_are_told(written, tmp_path):
    (tmp_path / "shared.md").write_text("Include: double.md\n", "utf-8")
    with pytest.raises(UnfitMistake, match=r"shared.md, line 1: .* double.md includes itself"):
        written("Include: shared.md\n")


def test_an_unfit_mistake_of_an_included_file_names_that_file(written, tmp_path):
    (tmp_path / "shared.md").write_text(mistake("- sum\n+ 0"), "utf-8")
    with pytest.raises(UnfitMistake, match=r"shared.md, line 4: 'sum' does not stand"):
        written("Include: shared.md\n")


@pytest.mark.parametrize(
    ("right", "sentence"),
    [
        ("# double\n", "The file does not begin with a right solution in a block of code."),
        (RIGHT.replace("def double", "def twice"), "The right solution is not a function double"),
        (RIGHT.replace("total = n", "total ="), "The right solution is not a function double"),
    ],
)
def test_a_file_without_a_right_solution_is_told(right, sentence, written):
    with pytest.raises(UnfitMistake, match=f"double.md, line 1: {sentence}"):
        written(mistake("- total + n\n+ n"), right=right)


@pytest.mark.parametrize("exercise", check.EXERCISES)
def test_the_right_solution_runs_alone_and_passes(exercise):
    names = {}
    exec(right_source(exercise), names)
    report = getattr(check, exercise)(names[exercise])
    assert report.passed, str(report)
    assert inspect.getsource(right_solution(exercise)) in right_source(exercise)


def test_every_file_of_mistakes_is_used():
    text = "".join(path.read_text("utf-8") for path in FOLDER.glob("*.md"))
    for path in FOLDER.glob("*.md"):
        assert path.stem in check.EXERCISES or f"Include: {path.name}\n" in text, path.name


def test_an_error_in_a_mistake_names_its_file():
    wrong = function_from("def double(n):\n    return n.total\n", "double", "double.md: half")
    assert wrong.__code__.co_filename == "check/mistakes/double.md: half"


def test_there_are_enough_misconceptions():
    for name in ("minimax", "alphabeta", "expectimax", "evaluate_pacman", "evaluate_capture"):
        assert len(check.catalogue(name)) >= 15
    assert sum(len(check.catalogue(name)) for name in check.EXERCISES) >= 563


@pytest.mark.parametrize("name", check.EXERCISES)
def test_names_explanations_and_hints_can_be_read(name):
    for entry in check.catalogue(name):
        assert entry.exercise == name and entry.explanation[0].islower()
        assert inspect.getsource(entry.wrong) in entry.source and entry.difference
        assert entry.hint[-1] in ".?" and not entry.explanation.endswith(".")


def test_the_readme_counts_them():
    told = re.search(r"know (\d+) wrong solutions", (ROOT / "README.md").read_text("utf-8"))
    assert int(told[1]) == sum(len(check.catalogue(name)) for name in check.EXERCISES)


def test_a_shared_mistake_has_a_source_in_each_exercise():
    names = ("minimax", "alphabeta", "expectimax", "best_actions")
    shared = [{e.name: e for e in check.catalogue(name)}["one move too few"] for name in names]
    for entry in shared:
        assert inspect.getsource(entry.wrong) in entry.source


@pytest.mark.parametrize("name", ["evaluate_pacman", "evaluate_capture"])
def test_every_sign_belongs_to_a_mistake_and_to_questions_that_are_asked(name):
    exercise = exercise_of(name)
    mistakes = {entry.name for entry in check.catalogue(name)}
    groups = {case.group for case in exercise.cases(0)}
    signs = exercise.signs(0)
    assert {sign.mistake for sign in signs} <= mistakes
    assert all({*sign.groups} <= groups and sign.cases for sign in signs)


def entry_of(exercise, name):
    return next(one for one in check.catalogue(exercise) if one.name == name)


def test_two_mistakes_at_one_place_are_made_one_in_the_other():
    under, ten = (entry_of("ucb1", name) for name in ("c under the root", "logarithm to base 10"))
    joined = both(under, ten)
    assert touch(under, ten) and "sqrt(c * log10(parent_visits) / visits)" in joined.source
    assert joined.wrong(3, 1, 100, 2) == 3 + (2 * 2) ** 0.5
    assert both(ten, under) is None  # what it takes out does not stand there any more


def test_two_mistakes_that_leave_no_clear_place_are_not_joined():
    alone, pair = (
        entry_of("ucb1", name) for name in ("the bonus alone", "mean and bonus as a pair")
    )
    assert touch(alone, pair) and both(alone, pair) is None
    assert both(alone, alone) is None
