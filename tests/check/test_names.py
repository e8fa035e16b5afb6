"""Wrong solutions that were written without sight of the catalogue: most get the right name."""

import re
from pathlib import Path

import pytest

from tools.strangers import ALL, MEASURED, SETS, exercises_in, strangers, verdict

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("exercise", ALL)
def test_there_are_enough_of_them_and_each_has_its_fault(exercise):
    found = list(strangers(exercise))
    assert len(found) >= 25 and all(one.fault for one in found)
    assert len({one.source for one in found}) == len(found)


SAMPLE = [one for name in ALL for one in strangers(name) if one.number == 1 and one.names]


@pytest.mark.parametrize("stranger", SAMPLE, ids=lambda one: f"{one.exercise} {one.number}")
def test_a_sample_gets_the_right_name(stranger):
    slow = stranger.exercise in ("mcts", "evaluate_capture")  # a busy machine may cost the name
    assert verdict(stranger) in (("named", "unnamed") if slow else ("named",))


TWO_FAULTS = [("minimax", 29), ("ucb1", 27), ("ucb_from_java", 3), ("choose", 21), ("expand", 19)]


@pytest.mark.parametrize(("exercise", "number"), TWO_FAULTS)
def test_two_faults_at_once_get_two_names(exercise, number):
    stranger = next(one for one in strangers(exercise) if one.number == number)
    report = stranger.report()
    assert len(report.names) == 2 and "Two things come together" in report.message


def test_the_blind_test_has_ten_of_each_exercise_and_tells_its_first_run():
    names = exercises_in(SETS["blind"])
    assert len(names) >= 8
    assert all(len(list(strangers(name, folder=SETS["blind"]))) >= 10 for name in names)
    page = (SETS["blind"] / "measured.md").read_text("utf-8")
    total = sum(len(list(strangers(name, folder=SETS["blind"]))) for name in names)
    assert page.count(f"| all | {total} |") == 2  # the first run, and now


SOME_BLIND = [("evaluate_pacman", 1), ("evaluate_capture", 1), ("alphabeta", 9), ("expand", 11)]


@pytest.mark.parametrize(("exercise", "number"), SOME_BLIND)
def test_a_sample_of_the_blind_test_gets_the_right_name(exercise, number):
    stranger = [*strangers(exercise, folder=SETS["blind"])][number - 1]
    assert verdict(stranger) == "named"


def rows():
    lines = MEASURED.read_text("utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    return {name: tuple(map(int, numbers)) for name, *numbers in cells}


def test_what_was_measured_is_enough_and_stands_in_the_readme():
    n, named, _, false, accepted = rows()["all"]
    assert n >= 300 and set(rows()) == {*ALL, "all"}
    assert named / (n - accepted) >= 0.85 and false == 0
    said = re.sub(r"\s+", " ", (ROOT / "README.md").read_text("utf-8"))
    share = f"{named / (n - accepted):.0%}".replace("%", " %")
    wrong = n - accepted
    alone = "written from the text of the exercises alone"
    assert f"Of {wrong} wrong solutions {alone}, {named} ({share}) get the right name" in said
    assert f"{false} get a false one" in said


FIRST_RUNS = {
    "blind": "| 102 of 102 | 66 (65 %) | 32 | 4 |",
    "second": "| 76 of 77 | 64 (84 %) | 11 | 1 | 45 of 46 |",
    "third": "| 140 of 140 | 121 (86 %) | 17 | 2 | 60 of 60 |",
    "fourth": "| 253 of 253 | 222 (88 %) | 28 | 3 | 58 of 59 |",
    "fifth": "| 209 of 210 | 187 (89 %) | 20 | 2 | 57 of 59 |",
    "sixth": "| 116 of 116 | 93 (80 %) | 18 | 5 | |",
    "seventh": "| 201 of 203 | 161 (80 %) | 36 | 4 | |",
    "eighth": "| 170 of 174 | 154 (91 %) | 14 | 2 | |",
    "ninth": "| 116 of 116 | 107 (92 %) | 9 | 0 | |",
}


@pytest.mark.parametrize("folder", FIRST_RUNS)
def test_the_readme_tells_the_first_run_of_each_blind_test(folder):
    """As the page beside the solutions does, which the tests of each compare."""
    link = f"](tests/check/strangers/{folder}/measured.md) {FIRST_RUNS[folder]}"
    assert link in (ROOT / "README.md").read_text("utf-8")
