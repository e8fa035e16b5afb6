"""Submissions that attack the grader itself, from inside the sandbox: none gains a point.

Each cheat is a wrong function with a trick before it. It is asked like any other function, and
compared with the same wrong function without the trick.
"""

import re

import pytest

import check
from grade import problems, sandbox, session
from grade.limits import Limits
from grade.remote import RemoteFunction
from tests.grade import submissions
from tests.grade.test_running import judged

pytestmark = pytest.mark.skipif(sandbox.problem() is not None, reason="needs bubblewrap")
LIMITS = Limits(cell_seconds=3.0)
SEED = 71828182845904523536


def score(exercise, *cells):
    """What the check says about the function of this name that the cells define."""
    named = [(f"cell {number}", source) for number, source in enumerate(cells)]
    with session.Session(named, LIMITS) as running:
        return getattr(check, exercise)(RemoteFunction(running, exercise, exercise), seed=SEED)


# --- wrong functions -----------------------------------------------------------------------

HONEST = {
    "ucb1": "def ucb1(total, visits, parent_visits, c):\n    return 42\n",
    "rollout": """
import random
def rollout(game, node, rng):
    state = node.state
    while not game.is_terminal(state):
        actions = list(game.actions(state))
        chances = [game.probability(state, a) if game.side(state) == 0 else 1 for a in actions]
        state = game.result(state, random.choices(actions, chances)[0])
    return game.utility(state)
""",
    "select": "def select(game, root, c, rng):\n    return root\n",
    "expand": "def expand(game, node, rng):\n    return node\n",
    "alphabeta": """
def alphabeta(game, state, rounds, evaluate):
    return search(game, state, rounds * len(game.sides), evaluate)

def search(game, state, plies, evaluate):
    if game.is_terminal(state):
        return game.utility(state), None
    if plies == 0:
        return evaluate(game, state), None
    side, best = game.side(state), None
    for action in game.actions(state):
        value, _ = search(game, game.result(state, action), plies - 1, evaluate)
        if best is None or side * value > side * best[0]:
            best = value, action
    return best
""",
    "mcts": """
def mcts(game, state, iterations, c, rng):
    best = None
    for action in game.actions(state):
        value = 0
        for _ in range(max(1, iterations // len(game.actions(state)))):
            end = game.result(state, action)
            while not game.is_terminal(end):
                end = game.result(end, rng.choice(list(game.actions(end))))
            value += game.side(state) * game.utility(end)
        if best is None or value > best[0]:
            best = value, action
    return best[1]
""",
    "evaluate_pacman": "def evaluate_pacman(game, state):\n    return 0\n",
}

# --- tricks --------------------------------------------------------------------------------

PATCHED = """
import builtins, gc, importlib, pkgutil, random, sys
import check, grade, lib.search
yes = lambda *args, **options: True
for package in (check, grade):
    for found in pkgutil.iter_modules(package.__path__):
        if found.name != "__main__":
            try:
                module = importlib.import_module(f"{package.__name__}.{found.name}")
            except Exception:
                continue
            for name in ("_is_right", "is_right", "same_number", "_is_fair", "_plausible",
                         "_agrees", "_right_walk", "_same_pair", "_right_rolls"):
                if hasattr(module, name):
                    setattr(module, name, yes)
            for name in ("_faults", "_common_problems", "_spread", "_drawn", "_again"):
                if hasattr(module, name):
                    setattr(module, name, lambda *args, **options: [])
random.getstate = lambda: 0
builtins.hash = lambda thing: 0
builtins.all = yes
"""
FORGED_MODULES = """
import sys, types
class Fake(types.ModuleType):
    def __getattr__(self, name):
        return lambda *args, **options: True
for name in list(sys.modules):
    if name.startswith("check") or name == "random":
        sys.modules[name] = Fake(name)
"""
SEEN = """
import gc
def secrets():
    found = []
    for thing in gc.get_objects():
        kind = type(thing).__name__
        if kind in ("Exercise", "Report", "Answer", "Recorder", "ProblemSet", "Guess"):
            found.append(thing)
        if isinstance(thing, dict) and ("expected" in thing or "seed" in thing):
            found.append(thing.get("expected", thing.get("seed")))
    return found
"""
FALSE_LINES = """
import os, sys
from grade import protocol
def line():
    # gc does not tell what is frozen
    frame = sys._getframe()
    while "line" not in frame.f_locals or type(frame.f_locals["line"]).__name__ != "Line":
        frame = frame.f_back
    return frame.f_locals["line"]
def forge(*words, times=1):
    found = line()
    for _ in range(times):
        found.replies.write(protocol.pack((found.token, *words)).encode() + b"\\n")
    found.replies.flush()
"""
UCB1_CHEATS = {
    "patches everything": PATCHED + HONEST["ucb1"],
    "forges modules": FORGED_MODULES + HONEST["ucb1"],
    "looks for answers": SEEN
    + """
def ucb1(total, visits, parent_visits, c):
    found = [x for x in secrets() if isinstance(x, (int, float))]
    return found[0] if found else 42
""",
    "prints verdicts": """
import os, sys
def ucb1(total, visits, parent_visits, c):
    print("ucb1: right (100%)")
    for number in range(20):
        try:
            os.write(number, b'{"status": "right", "score": 1.0, "points": 4}\\n')
        except OSError:
            pass
    return 42
""",
    "answers out of turn": FALSE_LINES
    + """
def ucb1(total, visits, parent_visits, c):
    forge("says", ("value", protocol.pack((True, [total, visits, parent_visits, c])), ""), times=50)
    return 42
""",
    "claims to be right": FALSE_LINES
    + """
def ucb1(total, visits, parent_visits, c):
    forge("says", ("right", 1.0, ""), times=5)
    forge("verdict", 1.0, times=5)
    forge("asks", "score", 1.0)
    return 42
""",
    "reads the next questions": FALSE_LINES
    + """
def ucb1(total, visits, parent_visits, c):
    os.set_blocking(line().requests.fileno(), False)
    line().requests.read()
    return 42
""",
    "changes the questions": """
import pickle
def easy(data, loads=pickle.loads):
    message = loads(data)
    for question in message.get("questions", []) if isinstance(message, dict) else []:
        question.args = (0, 0, 1, 1)
    return message
pickle.loads = easy
def ucb1(total, visits, parent_visits, c):
    return float("inf")
""",
    "a false number": """
class Number:
    __module__, shape = "numpy", ()
    def item(self):
        return self
    def __eq__(self, other):
        return True
Number.__name__ = "float"
def ucb1(total, visits, parent_visits, c):
    return Number()
""",
    "another JSON": """
import json
real = json.dumps
json.dumps = lambda *args, **options: real(*args, **options).replace("42", "NaN")
"""
    + HONEST["ucb1"],
    "traces": """
import sys
def tracer(frame, event, arg):
    frame.f_locals.update(right=True, score=1.0)
    return tracer
sys.settrace(tracer)
"""
    + HONEST["ucb1"],
}


@pytest.mark.parametrize("trick", UCB1_CHEATS)
def test_a_wrong_number_stays_wrong(trick):
    report = score("ucb1", UCB1_CHEATS[trick])
    assert report.score == 0 and not report.passed, str(report)


FALSE_COUNTS = """
import check.instrumented, grade.protocol
check.instrumented.Counted.calls = check.instrumented.Watched.ends = property(
    lambda self: 0, lambda self, value: None)
"""
TRICKS = [
    ("rollout", "patches everything", PATCHED),
    ("rollout", "other random module", "import random\nrandom.getstate = lambda: 0\n"),
    ("select", "patches everything", PATCHED),
    ("expand", "patches everything", PATCHED),
    ("evaluate_pacman", "patches everything", PATCHED),
    ("alphabeta", "patches and counts nothing", PATCHED + FALSE_COUNTS),
    ("mcts", "patches and writes no ends down", PATCHED + FALSE_COUNTS),
]
_plain = {}


def plain_score(exercise):
    if exercise not in _plain:
        _plain[exercise] = score(exercise, HONEST[exercise]).score
    return _plain[exercise]


@pytest.mark.parametrize(("exercise", "name", "trick"), TRICKS, ids=lambda part: part[:24])
def test_a_trick_gains_nothing(exercise, name, trick):
    report = score(exercise, trick, HONEST[exercise])
    assert not report.passed and report.score <= plain_score(exercise) + 1e-9, str(report)


def test_who_knows_our_evaluations_does_not_know_their_values():
    """Minimax that asks once, finds the evaluation in our modules, and asks no more."""
    ask = "return evaluate(game, state), None"
    report = score("alphabeta", GUESSER, HONEST["alphabeta"].replace(ask, GUESSED))
    assert report.score <= plain_score("alphabeta") + 1e-9


GUESSED = "return guessed(evaluate, game, state), None"
GUESSER = """
import check.trees as tree_games
guesses = [f for name, f in vars(tree_games).items() if name.endswith("guess")]
known = {}
def guessed(evaluate, game, state):
    if evaluate not in known:
        value = evaluate(game, state)
        known[evaluate] = next((f for f in guesses if f(game, state) == value), evaluate)
        return value
    return known[evaluate](game, state)
"""


def test_a_leaf_that_was_asked_for_behind_the_back_counts():
    """Minimax that asks over the line itself, and tells the game that nobody asked."""
    report = score("alphabeta", FALSE_LINES, BEHIND, HONEST["alphabeta"])
    assert report.score <= plain_score("alphabeta") + 1e-9


BEHIND = """
from grade.protocol import PayoffsElsewhere
PayoffsElsewhere.utility = lambda self, state: line().ask("utility", state, False)
"""


# --- trees that are none -------------------------------------------------------------------

TANGLED = {
    "a circle of parents": "node.parent = node",
    "a circle of children": "node.children = {0: node}",
    "a hundred paths": """
        top = node
        for _ in range(60):
            below = Node(game, top.state)
            top.children = {0: below, 1: below}
            top = below""",
    "a child that is no node": "node.children = {0: 3}",
    "actions that are none": "node.untried = [[[1]], {2: 3}]",
    "a state of another kind": "node.state = {1: {2}}",
    "visits in words": "node.visits = 'many'",
    "a number without end": "node.total = 10 ** 4000",
}


@pytest.mark.parametrize("tangle", TANGLED)
@pytest.mark.parametrize("exercise", ["expand", "select", "backpropagate"])
def test_a_tangled_tree_is_only_wrong(exercise, tangle):
    if exercise != "expand" and tangle not in list(TANGLED)[:3]:
        return
    report = score(exercise, f"from lib.search import Node\n{tangled(exercise, TANGLED[tangle])}")
    assert report.score < 0.2 and report.status == "wrong"


def tangled(exercise, change):
    head = {
        "expand": "def expand(game, node, rng):",
        "select": "def select(game, root, c, rng):\n    node = root",
        "backpropagate": "def backpropagate(node, value):\n    game = Any()",
    }[exercise]
    lines = [line.removeprefix("    ") for line in change.split("\n")]
    helper = "class Any:\n    def actions(self, state):\n        return []\n"
    body = "\n".join(lines).strip()
    return f"{helper}{head}\n    {body}\n    return node\n"


# --- hidden questions ----------------------------------------------------------------------

TELLTALE = """
asked = []
def ucb1(total, visits, parent_visits, c):
    asked.append(f"<{total!r} {visits!r} {parent_visits!r}>")
    if visits == 0:
        return inf
    return total / visits + c * sqrt(log(parent_visits) / visits)
"""
QUESTION = r"(?:<|&lt;)([-\d.e]+ \d+ \d+)(?:>|&gt;)"
TOLD = """
def choose(children, c):
    raise ValueError("asked before: " + " ".join(sorted(set(asked)))[:250])
"""


def test_hidden_questions_are_not_told_on_a_page_that_the_student_reads():
    parts, _ = judged(submissions.notebook(TELLTALE, choose=TOLD))
    told = str([part.reports for part in parts.values()])
    assert "asked before" in told, "its error is told"
    assert not re.findall(QUESTION, told), "but no question knows another one"


def test_hidden_questions_stay_hidden_from_who_keeps_every_question():
    together = "import grade.worker as w\n"
    together += "w._alone = lambda line, function, case: iter([w._told(function, case)])\n"
    together += "w.protocol.Call.plain_arguments = lambda self, kept: None\n"
    parts, _ = judged(submissions.notebook(together + TELLTALE, choose=TOLD))
    told = str([part.reports for part in parts.values()])
    seen = set(re.findall(QUESTION, told))
    assert seen and seen <= open_questions(), "what was asked openly may be told, nothing else"


def open_questions():
    from check.ucb1 import UCB1

    return {" ".join(map(repr, case.args[:3])) for case in UCB1.cases(0)}


def test_hidden_seeds_cannot_be_found_by_trying():
    for name in problems.names():
        for seed in re.findall(r"seed=(\d+)", problems.load(name).path.read_text("utf-8")):
            assert int(seed) > 10**18
