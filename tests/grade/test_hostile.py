"""The grader among strangers: every submission gets what it deserves, and nobody else is hurt.

The class is graded once, by the command, and everything is looked at in one test: tests that run
in parallel would each have to grade it again. `make sweeps` has the whole class, `make test` a
thirtieth of it.
"""

import contextlib
import csv
import re
import socket
import threading
from functools import partial

import pytest

from grade import __main__ as command
from grade import batch, collect, problems, sandbox
from grade.files import shown
from grade.limits import Limits

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sandbox.problem() is not None, reason="needs bubblewrap"),
]
NAME = "ps5_ucb1"
LIMITS = Limits(cell_seconds=2.0, all_seconds=12.0)  # a fifth of the usual: many use up all of it
NEEDED = ("perfect", "partly")  # others link to the first; the second has a mistake with a name


@contextlib.contextmanager
def listener():
    """(port, calls): a server that a submission must not reach, and what reached it."""
    calls = []

    def listen():
        with contextlib.suppress(OSError):
            while True:
                calls.append(server.accept())

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1], calls


@pytest.mark.timeout(3600)  # 290 submissions: a busy machine must not end them
@pytest.mark.parametrize("every", [30, pytest.param(1, marks=pytest.mark.sweep)])
def test_a_class_of_strangers(tmp_path, monkeypatch, every):
    from tests.grade import submissions

    monkeypatch.setattr(command, "Limits", partial(Limits, all_seconds=LIMITS.all_seconds))
    output = tmp_path / "output"
    with listener() as (port, calls):
        known = submissions.cases(port, str(output))
        chosen = {*NEEDED, *list(known)[::every]}
        cases = {name: case for name, case in known.items() if name in chosen}
        submissions.write_all(cases, tmp_path / "submissions")
        options = f"--output {output} --assignment {submissions.NAME} --workers 2 --seconds 2"
        assert command.main([str(tmp_path / "submissions"), *options.split()]) == 0
    assert calls == [], "somebody reached the network"
    found = collect.collect(tmp_path / "submissions", [submissions.NAME])
    results = batch.grade_all(found, output / "results", LIMITS, progress=False)
    assert len(known) >= 120 and len(results) == len(cases) >= len(known) / every
    by_name = {result["student"]: result for result in results}
    cases = {shown(name): case for name, case in cases.items()}
    wrong = [line for name in cases for line in undeserved(name, by_name[name], cases[name])]
    assert not wrong, "\n".join(wrong)
    assert [line for result in results for line in stored_secrets(result)] == []
    check_csv(output / "grades.csv", cases)
    for page in output.glob("feedback/*.html"):
        check_page(page.read_text("utf-8"))
    check_report((output / "report.html").read_text("utf-8"))
    check_gradebook(output, submissions.NAME, by_name)


def undeserved(name, result, case):
    """What is wrong with the result of one student."""
    told = " ".join([result["sentence"], *result["notes"], *result["errors"].values()])
    flags = " ".join(result["flags"])
    if result["auto"] != case.points:
        yield f"{name}: {result['auto']} points instead of {case.points}: {told}"
    if case.why.lower() not in told.lower():
        yield f"{name}: nothing about {case.why!r} in: {told}"
    if case.flag not in flags or "could not be graded" in flags:
        yield f"{name}: flags are {flags!r}, not {case.flag!r}"
    if not result["sentence"].endswith("."):
        yield f"{name}: no sentence"


def stored_secrets(result):
    hidden = [report for part in result["parts"] for report in part["hidden"]]
    return [report for report in hidden if "message" in report or "counterexample" in report]


def check_csv(path, cases):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["student"].lstrip("'") for row in rows} == set(cases) and len(rows) == len(cases)
    for row in rows:
        assert not any(value.startswith(("=", "+", "-", "@")) for value in row.values()), row
    perfect = next(row for row in rows if row["student"] == "perfect")
    assert (perfect["score"], perfect["max"], perfect["waiting_for_manual"]) == ("17", "21", "yes")


def check_page(text):
    assert "<script" not in text and "<img" not in text and "\x1b" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/", "")
    source = problems.load(NAME).path.read_text("utf-8")
    seeds = re.findall(r"seed=(\d+)", source)
    assert len(seeds) == 4 and not any(secret in text for secret in (*seeds, "HIDDEN"))


def check_report(text):
    check_page(text)
    assert "same words as" in text
    assert "an unvisited child divides by zero" in text


def check_gradebook(output, name, by_name):
    from nbgrader.api import Gradebook

    from grade.gradebook import shown_name

    with Gradebook(f"sqlite:///{output / 'gradebook.db'}") as book:
        scores = {s.student.last_name: s.score for s in book.assignment_submissions(name)}
    some = {student: result for student, result in by_name.items() if result["file"]}
    assert scores == {shown_name(who): result["auto"] for who, result in some.items()}


def test_the_readme_counts_the_class():
    from tests.grade import attacks, submissions

    known = submissions.cases()
    text = (problems.ROOT / "README.md").read_text("utf-8")
    assert f"a class of {len(known)} such" in " ".join(text.split())
    assert len(attacks.cases()) >= 60 and len(known) - len(attacks.cases()) >= 120


@pytest.mark.sweep
def test_the_worst_twice_at_a_time_leave_a_good_one_alone(tmp_path):
    from tests.grade import submissions

    cases, some = submissions.cases(), {}
    for number, name in enumerate(submissions.WORST):
        some |= {f"{number} {k} {name}": cases[name] for k in (0, 1)}
        some[f"{number} 2 good"] = cases["perfect"]
    submissions.write_all(some, tmp_path / "submissions")
    found = collect.collect(tmp_path / "submissions", [submissions.NAME])
    results = batch.grade_all(found, tmp_path / "results", LIMITS, workers=3, progress=False)
    for result in results:
        assert result["auto"] == some[result["student"]].points, result["sentence"]
