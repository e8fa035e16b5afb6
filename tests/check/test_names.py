"""Wrong solutions that were written without sight of the catalogue: most get the right name."""

import re
from pathlib import Path

import pytest

from tools.strangers import ALL, BLIND, MEASURED, exercises_in, strangers, verdict

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("exercise", ALL)
def test_there_are_enough_of_them_and_each_has_its_fault(exercise):
    found = list(strangers(exercise))
    assert len(found) >= 25 and all(one.fault for one in found)
    assert len({one.source for one in found}) == len(found)


SAMPLE = [one for name in ALL for one in strangers(name) if one.number in (1, 3) and one.names]


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
    names = exercises_in(BLIND)
    assert len(names) >= 8
    assert all(len(list(strangers(name, folder=BLIND))) >= 10 for name in names)
    page = (BLIND / "measured.md").read_text("utf-8")
    total = sum(len(list(strangers(name, folder=BLIND))) for name in names)
    assert page.count(f"| all | {total} |") == 2  # the first run, and now


SOME_BLIND = [("evaluate_pacman", 1), ("evaluate_capture", 1), ("alphabeta", 9), ("expand", 11)]


@pytest.mark.parametrize(("exercise", "number"), SOME_BLIND)
def test_a_sample_of_the_blind_test_gets_the_right_name(exercise, number):
    stranger = [*strangers(exercise, folder=BLIND)][number - 1]
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
    assert "Of 102 others, 66 (65 %) got the right name" in said  # the page of the blind test
