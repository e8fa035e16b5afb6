"""The patients of lesson 12: each check rejects its patient and accepts a repair of one line."""

import nbformat
import pytest

import check
from lib.clinic.blunders import blunders_of
from tools.bench.evaluation import ROOT, cells_of

PARTS = {1: "select", 2: "select", 3: "backpropagate", 4: "rollout"}
PARTS |= {5: "ucb1", 6: "backpropagate", 7: "best_action", 8: "select"}
REPAIRS = {  # what is written, what should be
    1: ("child.total / child.visits", "node.side * child.total / child.visits"),
    2: ("root.side", "node.side"),
    3: ("value = -value", "pass"),
    4: ("game.side(state) * game", "game"),
    5: ("mean = int(", "if not visits:\n        return float('inf')\n    mean = ("),
    6: ("mover if won else -mover", "value"),
    7: ("highest_ucb1(children, root.side, root.visits, c=2)", "most(root, children)"),
    8: ("not node.untried\n", "not node.untried and not node.children\n"),
}
MOST = "def most(root, all_): return max(all_, key=lambda n: (n.visits, root.side * n.mean))\n"


@pytest.fixture(scope="module")
def space():
    return cells_of("12_bug_clinic", "imports", *(f"p{n}-code" for n in PARTS))


def repaired(space, number):
    """The patient's own cell with one place changed."""
    notebook = nbformat.read(ROOT / "notebooks/12_bug_clinic.ipynb", as_version=4)
    source = next(c.source for c in notebook.cells if c.id == f"p{number}-code")
    old, new = REPAIRS[number]
    assert source.count(old) == 1
    own = dict(space)
    exec(MOST + (source + "\n").replace(old, new), own)
    return own[f"patient_{number}"]


@pytest.mark.parametrize("number", PARTS)
def test_the_check_rejects_the_patient_and_accepts_its_repair(space, number):
    judge = getattr(check, PARTS[number])
    assert not judge(space[f"patient_{number}"]).passed
    assert judge(repaired(space, number)).passed


@pytest.mark.parametrize("number", [3, 6, 8])
def test_a_repair_makes_it_the_sound_search(space, number):
    part = PARTS[number]
    ill = blunders_of({part: space[f"patient_{number}"]}, 200, 100)
    well = blunders_of({part: repaired(space, number)}, 200, 100)
    assert well == blunders_of({}, 200, 100) < ill
