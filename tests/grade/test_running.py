"""The sandbox and what is said where it is missing; stopping and going on; the gradebook."""

import contextlib
import csv
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import check
from check.exercise import questions
from check.runner import Case
from check.ucb1 import UCB1
from grade import batch, problems, processes, remote, sandbox, session, transplant, verdict
from grade.limits import Limits
from tests.grade import submissions

LIMITS = Limits(cell_seconds=2.0)
needs_bubblewrap = pytest.mark.skipif(sandbox.problem() is not None, reason="needs bubblewrap")


def judged(page, limits=LIMITS, name=submissions.NAME):
    """{part: points} and the errors of the cells."""
    problem_set = problems.load(name)
    handed_in = transplant.read(json.dumps(page).encode())
    parts, errors = verdict.judge(
        problem_set, transplant.transplant(problem_set, handed_in), limits
    )
    return {part.name.removesuffix("-tests"): part for part in parts}, errors


@needs_bubblewrap
def test_a_good_submission_has_all_points_and_a_wrong_one_its_mistake():
    parts, errors = judged(submissions.notebook(choose=WITHOUT_SQRT))
    assert not any(errors.values())
    assert [part.points for part in parts.values()] == [1, 4, parts["choose"].points, 4, 4]
    assert parts["choose"].points < 4 and parts["choose"].status == "wrong"
    assert parts["choose"].reports[0]["diagnosis"]
    assert [report["status"] for report in parts["choose"].hidden] == ["wrong"]
    assert parts["choose"].hidden[0]["diagnosis"] is None  # it is named once


BY_HEART = """
from math import inf, log, sqrt
def ucb1(total, visits, parent_visits, c):
    if (total, visits, parent_visits) in KNOWN:
        return total / visits + c * sqrt(log(parent_visits) / visits) if visits else inf
    return total / max(visits, 1)
"""


@needs_bubblewrap
def test_who_knows_the_visible_questions_by_heart_fails_at_the_hidden_half():
    visible = [case.args[:3] for case in questions(UCB1, 0)]
    parts, _ = judged(submissions.notebook(ucb1=f"KNOWN = {visible}\n{BY_HEART}"))
    (seen,), (hidden,) = parts["ucb1"].reports, parts["ucb1"].hidden
    assert seen["status"] == "right" and hidden["status"] == "wrong"
    assert parts["ucb1"].points < parts["ucb1"].max_points


def test_of_the_hidden_questions_those_that_nobody_has_seen_come_first():
    function = remote.RemoteFunction(None, "f")
    seen = [Case((), f"old {n}", "kind") for n in range(9)]
    assert function.chosen(seen) == seen
    function.is_hidden = True
    new = Case((), "new", "kind")
    for place in range(10):
        asked = function.chosen([*seen[:place], new, *seen[place:]])
        assert new in asked and len(asked) == 5


WITHOUT_SQRT = submissions.CHOOSE.replace("sqrt(log(visits) / child.visits)", "log(visits)")


@needs_bubblewrap
def test_students_may_call_the_checks_in_cells_of_their_own():
    page = submissions.notebook()
    own = "assert check.ucb1(ucb1).passed\nassert not check.ucb1(lambda *args: 42).passed"
    page["cells"].append({"cell_type": "code", "metadata": {}, "source": own, "outputs": []})
    parts, errors = judged(page, Limits())
    assert not any(errors.values()), errors
    assert sum(part.points for part in parts.values()) == submissions.ALL


@needs_bubblewrap
def test_who_counts_his_own_leaves_is_counted_all_the_same():
    """Plain minimax, with every trick to hide its leaves, is no alpha-beta."""
    with session.Session([("cell", SNEAKY)], LIMITS) as running:
        report = check.alphabeta(remote.RemoteFunction(running, "alphabeta", "alphabeta"), seed=5)
    assert not report.passed and report.score < 0.5


SNEAKY = """
import check.instrumented, grade.protocol
from lib.search import minimax
check.instrumented.Counted.utility = lambda self, state: self._game.utility(state)

def alphabeta(game, state, rounds, evaluate):
    inner = getattr(game, "game", game)
    first = minimax(inner, state, rounds * len(game.sides), evaluate)
    return minimax(game, state, rounds * len(game.sides), evaluate) if first[0] == 0 else first
"""


@needs_bubblewrap
def test_a_verdict_that_was_replaced_in_the_sandbox_is_not_asked_for():
    code = """
import sys
import check.expand
sys.modules["check.expand"]._faults = lambda *anything: []

def expand(game, node, rng):
    return node
"""
    with session.Session([("cell", code)], LIMITS) as running:
        report = check.expand(remote.RemoteFunction(running, "expand", "expand"), seed=5)
    assert not report.passed


@needs_bubblewrap
def test_nothing_that_we_know_is_in_the_sandbox():
    """The questions are there while they are asked; seeds and expected answers never are."""
    code = """
import gc
def ucb1(total, visits, parent_visits, c):
    found = [thing for thing in gc.get_objects() if isinstance(thing, dict)]
    raise ValueError("saw " + repr([d.get("seed") for d in found if "seed" in d]))
"""
    with session.Session([("cell", code)], LIMITS) as running:
        report = check.ucb1(remote.RemoteFunction(running, "ucb1", "ucb1"), seed=918273)
    assert "918273" not in report.message and "saw" in report.message


def test_without_bubblewrap_it_says_what_is_open_and_goes_on(monkeypatch):
    monkeypatch.setattr(sandbox, "problem", lambda: "bubblewrap is not installed")
    said = " ".join(sandbox.protection())
    for word in ("not installed", "network", "hidden tests are not hidden", "Still in force"):
        assert word in said
    parts, _ = judged(submissions.notebook("def ucb1(*args):\n    while True: pass\n"))
    assert [part.points for part in parts.values()] == [1, 0, 4, 4, 4]


def test_with_bubblewrap_it_says_nothing(monkeypatch):
    monkeypatch.setattr(sandbox, "problem", lambda: None)
    assert sandbox.protection() == []


def test_why_bubblewrap_cannot_be_used(monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    assert "not installed" in sandbox.problem.__wrapped__()
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: "/bin/false")
    assert "does not work here" in sandbox.problem.__wrapped__()


def test_without_bubblewrap_nothing_is_left_over():
    with sandbox.Sandbox(LIMITS, wrapped=False) as running:
        folder = running.folder
        running.run_cell("cell", DAEMON, 2.0)
        token = running.token
        assert os.path.isdir(folder)
    assert not os.path.exists(folder)
    wanted = f"{processes.MARK}={token}".encode()
    assert not [pid for pid in processes._processes() if wanted in processes._environment(pid)]


DAEMON = """
import os, time
open(os.environ["TMPDIR"] + "/x", "w").write("x")
reading, writing = os.pipe()
try:
    if os.fork() == 0:
        os.setsid()  # no longer in the group that is ended
        os.write(writing, b"x")
        time.sleep(60)
        os._exit(0)
    os.read(reading, 1)
except OSError:
    pass
"""


@pytest.mark.parametrize("is_root", [True, False])
@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_said_without_bubblewrap_depends_on_who_grades(is_root, is_open, monkeypatch):
    monkeypatch.setattr(sandbox, "problem", lambda: "bubblewrap is not installed")
    monkeypatch.setattr(sandbox.os, "getuid", lambda: 0 if is_root else 1000)
    monkeypatch.setattr(sandbox, "open_to_all", lambda: is_open)
    said = " ".join(sandbox.protection())
    assert ("cannot write your files" in said) == (is_root and is_open)
    assert ("They run as root" in said) == (is_root and not is_open)
    assert ("file size and processes" in said) == (not is_root or is_open)


# --- the command ---------------------------------------------------------------------------


def command(folder, output, *more):
    return [sys.executable, "-m", "grade", str(folder), "--output", str(output), *more]


def run(*arguments):
    return subprocess.run(command(*arguments), cwd=problems.ROOT, capture_output=True, text=True)


def test_a_wrong_command_is_one_sentence(tmp_path):
    for arguments, words in [
        ((tmp_path / "nowhere", tmp_path), "there is no folder"),
        ((tmp_path, tmp_path / "out"), "no submission"),
        ((tmp_path, tmp_path / "out", "--assignment", "ps9"), "there is no problem set"),
    ]:
        done = run(*arguments)
        assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_scores_are_written_even_if_nbgrader_fails(tmp_path, monkeypatch, capsys):
    from grade import __main__ as main
    from grade import gradebook

    def fails(*arguments):
        raise OSError("no alembic\nTraceback (most recent call last):\n  ...")

    monkeypatch.setattr(gradebook, "write", fails)
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / f"{submissions.NAME}.ipynb").write_bytes(b"")
    arguments = [str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--workers", "1"]
    assert main.main(arguments) == 1
    said = capsys.readouterr().err
    assert "no alembic" in said and "Traceback" not in said
    assert "ada,ps5_ucb1,0,21" in (tmp_path / "out" / "grades.csv").read_text()
    assert (tmp_path / "out" / "feedback" / "ada.html").exists()


def descendants(pid):
    """All processes below this one, and when each was started."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{pid}/children") as children:
        below = [int(child) for child in children.read().split()]
        return [(one, started(one)) for one in below] + [
            d for one in below for d in descendants(one)
        ]
    return []


def started(pid):
    """When a process was started; None where there is none, or only its remains."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", "rb") as stat:
        words = stat.read().rpartition(b")")[2].split()
        return None if words[0] in b"ZX" else words[19]
    return None


def is_alive(known):
    pid, start = known
    return start is not None and started(pid) == start


@pytest.mark.slow
def test_a_killed_grader_loses_nothing_and_goes_on(tmp_path):
    for number in range(6):
        submissions.save(submissions.notebook(), tmp_path / "in" / f"s{number}" / "x.ipynb")
    arguments = command(tmp_path / "in", tmp_path / "out", "--no-gradebook", "--workers", "2")
    first = subprocess.Popen(arguments, cwd=problems.ROOT, stderr=subprocess.DEVNULL)
    results = tmp_path / "out" / "results" / submissions.NAME
    while first.poll() is None and not list(results.glob("*.json")):
        time.sleep(0.05)
    below = descendants(first.pid)
    assert below, "graders are at work"
    first.send_signal(signal.SIGKILL)
    first.wait()
    for _ in range(200):
        if not any(map(is_alive, below)):
            break
        time.sleep(0.1)
    assert not [pid for pid in below if is_alive(pid)], "nothing lives on"
    before = {path: path.stat().st_mtime_ns for path in results.glob("*.json")}
    assert before
    done = run(tmp_path / "in", tmp_path / "out", "--no-gradebook", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert len(list(results.glob("*.json"))) == 6
    kept = [path for path in before if path.stat().st_mtime_ns == before[path]]
    assert kept == list(before), "what was finished is not done again"
    assert (tmp_path / "out" / "grades.csv").read_text().count(",17,21,17,") == 6


@pytest.mark.slow
def test_points_by_hand_survive_and_nbgrader_can_go_on(tmp_path, monkeypatch):
    from nbgrader.api import Gradebook
    from nbgrader.apps.api import NbGraderAPI

    from grade import feedback, gradebook
    from grade.problems import course
    from tests.grade.test_output import result

    words = {"words": {"words": "Because <script>alert(1)</script> 2 < 3."}}
    results = [result("Ada L.", **words), result("bob")]
    manual = gradebook.write(results, tmp_path)
    assert manual == {("Ada L.", submissions.NAME): None, ("bob", submissions.NAME): 0.0}
    with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as book:
        student = next(s.id for s in book.students if s.last_name == "Ada L.")
        grade = book.find_grade("words", submissions.NAME, submissions.NAME, student)
        assert grade.needs_manual_grade
        grade.manual_score, grade.needs_manual_grade = 3.0, False
        part = book.find_grade("ucb1-tests", submissions.NAME, submissions.NAME, student)
        part.manual_score = 3.5
        words_cell = book.find_comment("words", submissions.NAME, submissions.NAME, student)
        words_cell.manual_comment = "Well argued."
        book.db.commit()
    for _ in range(2):  # every later run
        again = [result("Ada L.", **words), result("bob")]
        assert gradebook.write(again, tmp_path)["Ada L.", submissions.NAME] == 3.0
        assert part_of(again[0])["points"] == 3.5 and again[0]["auto"] == 3.5
        assert "Well argued." in feedback.page("Ada L.", again[:1], {})
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
    made = NbGraderAPI(config=course(tmp_path)).generate_feedback(submissions.NAME)
    assert made["success"], made.get("error")
    (page,) = (tmp_path / "feedback" / student).rglob("*.html")
    text = page.read_text("utf-8")
    assert "seed=" not in text and "<script>alert(1)" not in text


WORDS = """
![x](http://evil.example/a) [b](javascript:alert(1)) <img src=http://evil.example/b> ![y][ref]
![z](attachment:x.png) ![d](data:text/html,x) <svg/onload=alert(1)> The mean is $\\frac{1}{2}$.

[ref]: http://evil.example/c
<style>@import 'http://evil.example/d'</style> &lt;img src=http://evil.example/e&gt;
<div style="background:url(http://evil.example/f)">x</div> <javascript:alert(1)> \x1b[31m
"""
OWN = {"ucb1": "x = '<img src=http://evil.example/g>'", "mine": "</pre><script>alert(1)</script>"}


@pytest.mark.slow
def test_what_formgrader_shows_loads_nothing_from_elsewhere(tmp_path):
    """Its own page, as its server makes it, of words and code that try."""
    from nbconvert.exporters import HTMLExporter
    from nbgrader.server_extensions.formgrader import handlers

    from grade import gradebook
    from grade.gradebook import shown_name
    from grade.problems import course
    from tests.grade.test_output import result

    name = "Ada <img src=//evil.example/h onerror=alert(1)>"
    gradebook.write([result(name, words={"words": WORDS}, own=OWN)], tmp_path)
    config = course(tmp_path)
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    about = {"index": 0, "total": 1, "base_url": "/x", "last_name": shown_name(name)}
    names = ("assignment_id", "notebook_id", "submission_id", "student", "first_name")
    about |= dict.fromkeys((*names, "notebook_path"), "x")
    (page,) = tmp_path.glob("autograded/*/*/*.ipynb")
    html, _ = HTMLExporter(config=config).from_filename(str(page), resources=about)
    tags = re.findall(r"<(?!a\b|/)[a-zA-Z][^>]*>", html)
    tags = [re.sub(r' onclick="\w+\((true|false)\);"', "", tag) for tag in tags]  # its own
    loads = [t for t in tags if re.search(r"(?i)\b(src|href|data|poster)=|url\(|\son\w+=", t)]
    assert [tag for tag in loads if not re.search(r'(src|href)="(/x/|data:,)', tag)] == []
    assert not re.search(r"href=.?(javascript|data):", html) and "<math" in html
    assert "evil.example/a" in html, "it is shown as text"
    assert html.count("<script") == html.count('<script src="/x/formgrader/') + html.count(
        '<script type="text/javascript">'
    )


@pytest.mark.slow
@needs_bubblewrap
def test_marks_by_hand_survive_when_a_student_is_graded_anew(tmp_path):
    """The whole command three times, as a teacher runs it."""
    from nbgrader.api import Gradebook

    from grade.__main__ import main

    name, out = submissions.NAME, tmp_path / "out"
    for who in ("Ada Lovelace", "bob"):
        submissions.save(submissions.notebook(submissions.WRONG), tmp_path / "in" / who / "x.ipynb")
    arguments = [str(tmp_path / "in"), "--output", str(out), "--workers", "1"]
    assert main(arguments) == 0
    with Gradebook(f"sqlite:///{out / 'gradebook.db'}") as book:
        ada = next(s.id for s in book.students if s.last_name == "Ada Lovelace")
        book.find_grade("words", name, name, ada).manual_score = 3.5
        book.find_grade("ucb1-tests", name, name, ada).manual_score = 2.0
        book.find_comment("words", name, name, ada).manual_comment = "Well argued."
        book.db.commit()
    for more in ([], ["--again", "Ada", "Lovelace"], ["--again", "Ada Lovelace", "bob"]):
        assert main([*arguments, *more]) == 0
        with open(out / "grades.csv", encoding="utf-8", newline="") as file:
            rows = {row["student"]: row for row in csv.DictReader(file)}
        seen = [rows["Ada Lovelace"][key] for key in ("score", "auto", "manual", "max")]
        assert (
            seen == ["18.5", "15", "3.5", "21"] and "Well argued." in rows["Ada Lovelace"]["notes"]
        )
        assert [rows["bob"][key] for key in ("auto", "waiting_for_manual")] == ["13", "yes"]


@needs_bubblewrap
def test_all_cells_share_one_clock_and_the_message_names_the_cell():
    slow = [(f"slow-{n}", "import time; time.sleep(0.6)") for n in range(6)]
    limits = Limits(cell_seconds=1.5, all_seconds=5.0)
    begin = time.monotonic()
    with session.Session([*slow, ("last", "x = 1")], limits) as running:
        running.look(["x"])
        errors = {name: str(error) for name, error in running.errors.items() if error}
    assert time.monotonic() - begin < 25, "all 5 s and a few starts"
    assert "slow-2" in errors and "no answer within" in errors["slow-2"]
    assert "slow-0" not in errors and "slow-1" not in errors, "they were in time"


@needs_bubblewrap
@pytest.mark.parametrize("nap", ["0.045", "0.09"])
def test_short_naps_in_many_cells_are_counted(nap):
    cells = [(f"nap-{n}", f"import time; time.sleep({nap})") for n in range(200)]
    with session.Session(cells, Limits(cell_seconds=1.0, all_seconds=2.0)) as running:
        running.look([])
    assert any("no answer within" in str(error) for error in running.errors.values())


ENDED_UNSEEN = """
import os, signal, time
import grade.worker as w
w._hear_nothing = lambda: None
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def ended(child):
    try:
        os.waitpid(child, 0)
    except ChildProcessError:
        return w.SAID
w._ended = ended
def f(n):
    begin = time.process_time()
    while time.process_time() - begin < 0.4:
        pass
    return n
"""


@needs_bubblewrap
def test_children_that_nobody_waits_for_are_counted():
    with session.Session([("cell", ENDED_UNSEEN)], Limits()) as running:
        asked = [session.protocol.Call((n,)) for n in range(30)]
        answers = list(running.answers("f", asked, 2.0, None))
    assert answers[-1].kind == "time" and len(answers) < 10


@needs_bubblewrap
def test_a_thousand_cells_that_sleep_hold_a_worker_no_longer_than_one():
    cells = [(f"slow-{n}", "import time; time.sleep(8)") for n in range(1000)]
    limits = Limits(cell_seconds=0.4, all_seconds=1.2)
    with session.Session([*cells, ("last", "x = 1")], limits) as running:
        assert running.look(["x"]) == {"x": ("missing", None)}
        assert running.job.left <= 0 and running.starts <= 4
        ruined = [name for name, error in running.errors.items() if error]
    assert ruined[0] == "slow-0" and len(ruined) <= running.starts


def part_of(result, name="ucb1-tests"):
    return next(part for part in result["parts"] if part["name"] == name)


@pytest.mark.parametrize("is_parent", [True, False])
def test_a_grader_whose_parent_has_ended_before_it_could_ask_for_that_ends_too(is_parent):
    parent = os.getpid() if is_parent else os.getppid()
    code = f"from grade.worker import end_with_parent; end_with_parent({parent}); print('works')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == ((0, "works\n") if is_parent else (1, ""))


class ItsProcess:
    """A job whose result is the number of the process that did it."""

    def run(self):
        return os.getpid()

    def settle(self, result):
        return result()


def test_after_some_submissions_a_new_process_takes_over(monkeypatch):
    """So what one of them keeps in memory does not grow with the class."""
    monkeypatch.setattr(batch, "_FOR_ONE_GRADER", 2)
    pids = [pid for _, pid in batch._at_a_time([ItsProcess() for _ in range(5)], 1)]
    assert [pids.count(pid) for pid in dict.fromkeys(pids)] == [2, 2, 1]


def test_what_workers_import_is_compiled_before_they_start(tmp_path, monkeypatch):
    """They can read the course, but keep nothing: each would compile it again."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "rules.py").write_text("x = 1")
    monkeypatch.setattr(processes, "ROOT", tmp_path)
    processes.compile_course()
    assert len(list(tmp_path.rglob("rules.*.pyc"))) == 1
