"""The seven problem sets, and what students get of them."""

import ast
import json
import re

import nbformat
import pytest

from grade import problems, release

NAMES = problems.names()
TOPICS = ["minimax", "alphabeta", "expectimax", "evaluation", "ucb1", "mcts", "learning"]


def test_there_are_seven_in_the_order_of_the_course():
    assert [f"ps{number}_{topic}" for number, topic in enumerate(TOPICS, 1)] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_points_are_as_announced(name):
    problem_set = problems.load(name)
    announced = re.search(r"\*\*(\d+) points\.\*\*(.*)", problem_set.cells[0].source)
    assert 10 <= problem_set.points <= 25
    assert problem_set.points == float(announced[1])
    assert sum(map(int, re.findall(r"(\d+) (?:by|for)", announced[2]))) == problem_set.points
    headings = re.findall(r"\((\d+) points?\)", "\n".join(c.source for c in problem_set.cells))
    assert sum(map(int, headings)) == problem_set.points
    assert len(problem_set.of_kind("words")) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_part_has_hidden_tests_and_partial_credit(name):
    seeds = set()
    for cell in problems.load(name).of_kind("tests"):
        assert cell.hidden_lines(), cell.name
        assert "HIDDEN" not in cell.released and len(cell.released) < len(cell.source)
        assert isinstance(ast.parse(cell.source).body[-1], ast.Expr), "the last line gives points"
        found = set(re.findall(r"seed=(\d+)", cell.source))
        assert not found & seeds and "0" not in found
        assert not re.search(r"seed=\d", cell.released)
        seeds |= found
    assert seeds


@pytest.mark.parametrize("name", NAMES)
def test_the_stored_outputs_are_full_marks(name):
    problem_set = problems.load(name)
    cells = {cell.id: cell for cell in nbformat.read(problem_set.path, as_version=4).cells}
    for ours in problem_set.of_kind("tests"):
        assert float(cells[ours.id].outputs[-1].data["text/plain"]) == ours.points, ours.name


# --- the student version -------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_cell_shows_nothing_when_it_runs(name):
    for cell in problems.load(name).of_kind("solution"):
        last = ast.parse(cell.released).body[-1]
        assert not isinstance(last, ast.Expr), f"{cell.name} shows {ast.unparse(last)}"


def test_each_kind_of_leak_is_found():
    problem_set = problems.load("ps1_minimax")
    whole = nbformat.read(problem_set.path, as_version=4)
    clean = json.loads(json.dumps(problems.released(whole)))
    assert release.leaks(problem_set, clean) == []
    seed = re.search(r"check.minimax\(minimax, seed=(\d+)\)", problem_set.path.read_text())[1]
    assert "BEGIN SOLUTION" in release.leaks(problem_set, json.loads(json.dumps(whole)))
    for change in (
        lambda page: page["cells"][-1].update(source="MARK SCHEME"),
        lambda page: page["cells"][1].update(execution_count=3),
        lambda page: page["cells"][2].update(source="side, best = game.side(state), None"),
        lambda page: page["cells"][2].update(
            source=f"reports += [check.minimax(minimax, seed={seed})]"
        ),
        lambda page: page["metadata"].update(note="HIDDEN TESTS"),
    ):
        page = json.loads(json.dumps(clean))
        change(page)
        assert release.leaks(problem_set, page)
