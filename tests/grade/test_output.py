"""What is written: the table, the pages, the report, the store."""

import csv
import dataclasses
import json
import re
import subprocess
import sys
import time
import tomllib
from types import SimpleNamespace

import pytest

from check import messages
from check.messages import FAULTS, HAPPENED, WRONG_ANSWER
from grade import batch, feedback, files, gradebook, problems, report
from grade.__main__ import main
from grade.collect import Submission, safe_name
from grade.limits import Limits
from grade.messages import FEEDBACK
from grade.processes import compile_course
from tests.grade import submissions

PROBLEM_SET = problems.load(submissions.NAME)


def test_every_sentence_of_grading_is_used_and_stands_once():
    folder = problems.EXERCISES.parents[1] / "grade"
    rooms = tomllib.loads((folder / "messages.toml").read_text("utf-8"))
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    names = [f"{room}.{name}" for room, sentences in rooms.items() for name in sentences]
    assert len(names) > 100
    assert [name for name in names if not re.search(rf"\b{re.escape(name)}\b", code)] == []
    said = [str(text) for sentences in rooms.values() for text in sentences.values()]
    assert sorted(set(said)) == sorted(said)
    assert not set(said) & {text for text in vars(messages).values() if isinstance(text, str)}


def result(student="ada", **changes):
    """A result with one part that is wrong."""
    empty = batch.ungraded(PROBLEM_SET, Submission(student, submissions.NAME))
    seen = {
        "exercise": "ucb1",
        "status": "wrong",
        "score": 0.5,
        "diagnosis": "no bonus",
        "message": "Not right yet.",
        "notes": [],
        "counterexample": {
            "case": "total 1",
            "expected": "2",
            "got": "<b>3</b>",
            "picture": "<svg></svg>",
        },
    }
    hidden = {"exercise": "ucb1", "status": "wrong", "score": 0.5, "diagnosis": "no logarithm"}
    hidden |= {"explanation": "leaves the logarithm out", "hint": "Look at N."}
    part = empty["parts"][0] | {"reports": [seen], "hidden": [hidden], "status": "wrong"}
    made = empty | {"parts": [part, *empty["parts"][1:]], "sentence": "Wrong: ucb1.", "auto": 2.0}
    return made | changes


def rows(results, manual, tmp_path):
    report.write_csv(results, manual, tmp_path / "grades.csv")
    with open(tmp_path / "grades.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_scores_with_and_without_points_by_hand(tmp_path):
    words = {"words": {"words": "Because."}}
    results = [result("ada", **words), result("bob", **words), result("cleo")]
    manual = {("ada", submissions.NAME): 3.0, ("cleo", submissions.NAME): 0.0}
    found = {row["student"]: row for row in rows(results, manual, tmp_path)}
    assert [found["ada"][key] for key in ("score", "manual", "waiting_for_manual")] == [
        "5",
        "3",
        "no",
    ]
    assert [found["bob"][key] for key in ("score", "waiting_for_manual")] == ["2", "yes"]
    assert found["cleo"]["waiting_for_manual"] == "no"


def test_the_table_has_the_notes_of_the_page(tmp_path):
    one = result(notes=["Taken out of work.zip."], comments={"words": "Well argued."})
    one["parts"][0] = {**one["parts"][0], "followed": "Graded beside a right ucb1."}
    (row,) = rows([one], {}, tmp_path)
    page = feedback.page("ada", [one], {})
    for note in ("Taken out of work.zip.", "Well argued.", "Graded beside a right ucb1."):
        assert note in row["notes"] and note in page


def test_who_has_points_by_hand_waits_no_longer(tmp_path):
    some = [result(who, words={"words": "So."}) for who in ("ada", "bob")]
    for manual, waiting in (({}, 2), ({("ada", submissions.NAME): 2.0}, 1)):
        report.write_report(some, tmp_path / "report.html", [], manual)
        row = (tmp_path / "report.html").read_text().partition("</table>")[0]
        assert re.findall(r"<td>(\d+)</td>", row)[-2:] == [str(waiting), "0"]


def test_a_part_that_a_person_has_marked_has_no_rule_that_says_otherwise():
    made = result()
    made["parts"][0] |= {"status": "wrong", "points": 0.5}
    made["parts"][0]["reports"] = [{**made["parts"][0]["reports"][0], "rule": "No points yet"}]
    for followed, is_there in ((None, True), (gradebook.BY_HAND, False)):
        made["parts"][0]["followed"] = followed
        assert ("No points yet" in feedback.page("ada", [made], {})) == is_there


def test_the_report_folds_all_but_its_summary(tmp_path):
    some = [result(f"student {number}", flags=["uses files"]) for number in range(80)]
    report.write_report(some, tmp_path / "report.html", [])
    text = (tmp_path / "report.html").read_text("utf-8")
    open_part = re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL)
    open_part = re.sub(r"<style>.*?</style>", "", open_part, flags=re.DOTALL)
    assert "student 7" in text and "student 7" not in open_part
    assert len(re.findall(r"<(?:p|tr|h1|h2|summary)\b", open_part)) < 20, "one screen"


def test_a_file_that_grows_too_large_is_a_sentence_and_leaves_nothing(tmp_path):
    """The kernel itself ends the writing: here with a limit, as a full disk would."""
    compile_course()  # else the limit would leave half of a compiled file in our own folders
    submissions.save(submissions.blank(), tmp_path / "in" / "ada" / "x.ipynb")
    code = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700)); "
    code += "from grade import __main__ as m; sys.exit(m.main(sys.argv[1:]))"
    options = [str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--no-gradebook"]
    command = [sys.executable, "-c", code, *options, "--assignment", submissions.NAME]
    done = subprocess.run(command, capture_output=True, text=True, cwd=problems.ROOT)
    assert done.returncode == 1 and "File too large" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    left = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert not [path for path in left if path.suffix == ".part" or path.stat().st_size >= 700]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\t=1", "a\nb", '"; DROP', "\r=2"])
def test_no_cell_of_the_table_is_a_formula(name, tmp_path):
    (row,) = rows([result(name, flags=[name], sentence=name)], {}, tmp_path)
    for value in row.values():
        assert not value.startswith(("=", "+", "-", "@", "\t", "\r")) and "\n" not in value


def test_a_page_shows_the_case_the_mistake_and_nothing_hidden():
    page = feedback.page("ada <b>", [result("ada <b>")], {})
    assert "no bonus" in page and "total 1" in page and "<svg></svg>" in page
    assert "&lt;b&gt;3&lt;/b&gt;" in page and "<b>3</b>" not in page and "ada &lt;b&gt;" in page
    assert "no logarithm" in page and "Look at N." in page
    assert "default-src 'none'" in page, "no page may load anything"


def test_a_page_can_be_written_whatever_is_in_it(tmp_path):
    made = result("ada", sentence="half \ud800 \x1b[31m \x00 a character")
    feedback.write_all([made], {}, tmp_path)
    report.write_report([made], tmp_path / "report.html", ["No sandbox."])
    report.write_csv([made], {}, tmp_path / "grades.csv")
    text = (tmp_path / "ada.html").read_text("utf-8")
    assert "half" in text and "\x1b" not in text and "\x00" not in text
    assert "No sandbox." in (tmp_path / "report.html").read_text("utf-8")


def test_a_page_does_not_repeat_a_mistake_that_both_tests_saw():
    made = result()
    made["parts"][0]["hidden"][0]["diagnosis"] = "no bonus"
    assert "There the mistake looks like" not in feedback.page("ada", [made], {})


def test_of_what_was_not_tried_hidden_tests_say_nothing():
    made = result()
    assert FEEDBACK.HIDDEN_WRONG in feedback.page("ada", [made], {})
    made["parts"][0]["status"] = "not attempted"
    page = feedback.page("ada", [made], {})
    assert FEEDBACK.HIDDEN_WRONG not in page and "no logarithm" not in page


def test_being_late_costs_a_share_of_all_points():
    made = result(late_days=2, kept=0.8)  # 2 points by machine and 3 by hand
    page = feedback.page("ada", [made], {("ada", submissions.NAME): 3.0})
    assert "4 of 21 points" in page and "Days late: 2. Of the 5 points below, 80" in page


def test_the_table_adds_up_where_work_is_late(tmp_path):
    late = result(late_days=2, kept=0.8)
    report.write_csv([late], {("ada", submissions.NAME): 3.0}, tmp_path / "grades.csv")
    (row,) = csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())
    assert float(row["score"]) == 0.8 * (float(row["auto"]) + float(row["manual"]))


def entered(grades, words):
    """(points by hand, the result, the grades) after a result met these grades of a gradebook."""
    cells = [SimpleNamespace(name=name, manual_score=score) for name, score in grades.items()]
    notebook = SimpleNamespace(grades=cells, comments=[])
    book = SimpleNamespace(
        update_or_create_student=lambda *args, **named: None,
        update_or_create_submission=lambda *args: SimpleNamespace(notebooks=[notebook]),
    )
    made = result(words=words)
    return gradebook._enter(book, made, None), made, {cell.name: cell for cell in cells}


def test_points_by_hand_are_added_up_and_a_mark_by_hand_counts_instead_of_ours():
    tests = result()["parts"][0]["name"]
    grades = {tests: 3.5, "why": 2.0, "how": 1.5, "not answered": None}
    by_hand, made, cells = entered(grades, {"why": "So.", "how": "Thus."})
    assert by_hand == 3.5 and made["auto"] == 3.5 == made["parts"][0]["points"]
    assert made["parts"][0]["status"] == "right"
    assert cells["not answered"].auto_score == 0.0
    by_hand, made, cells = entered(grades | {"how": None}, {"why": "So.", "how": "Thus."})
    assert by_hand is None and cells["how"].needs_manual_grade


def test_where_all_is_right_by_a_mark_by_hand_the_sentence_says_so():
    made = result(parts=result()["parts"][:1])
    gradebook._overrule(made, made["parts"][0]["name"], 0.5)
    assert made["sentence"] == "Wrong: ucb1."
    gradebook._overrule(made, made["parts"][0]["name"], made["parts"][0]["max_points"])
    assert made["sentence"] == "Everything is right."


def test_who_reads_while_a_file_is_written_reads_all_of_the_old_one(tmp_path):
    path = tmp_path / "grades.csv"
    files.write_whole(path, "old" * 1000)
    with open(path) as reader:
        files.write_whole(path, "new")
        assert reader.read() == "old" * 1000 and path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_formulas_are_drawn_and_nothing_else_comes_to_life():
    words = "So $x_1 < \\frac{1}{2}$, `a < b`.\n\n$$\\sqrt{\\ln 15}$$ It costs 3 $ or 4 $."
    page = feedback.page("ada", [result(words={"words": words})], {})
    assert page.count("<math") == 2 and "<msqrt>" in page and "<mfrac>" in page
    assert "<code>a &lt; b</code>" in page and "3 $ or 4 $" in page


@pytest.mark.parametrize(
    "words",
    [
        "$\\text{<script>alert(1)</script>}$",
        "<img src=x onerror=alert(1)>",
        "$\\href{javascript:alert(1)}{x}$",
        "$\\frac{1$ and $$$$$ and $}{$",
        "$" + "{" * 5000 + "$",
        "`<b>`",
        "$\\unknown{x}$",
        "\ud800\x00$x$",
    ],
)
def test_words_stay_words(words):
    text = feedback.words_html(words)
    tags = set(re.findall(r"<\s*/?\s*([a-zA-Z]+)", text))
    assert tags <= {"p", "br", "code", "math", "mi", "mn", "mo", "mrow"}
    assert "\x00" not in text and "href=" not in text


def test_a_long_answer_is_cut_and_fast():
    assert len(feedback.words_html("$$ a $ " * 100_000)) < 200_000


@pytest.mark.parametrize("sentence", [WRONG_ANSWER, HAPPENED, FAULTS])
def test_a_case_stands_on_the_page_once_and_the_rule_below_it(sentence):
    made = result()
    seen = made["parts"][0]["reports"][0]
    got = "<b>3</b>"
    told = sentence.format(case="total 1", got=got, expected=2, event=got, faults=got)
    seen["message"] = f"Right so far: c = 0. {told} Think."
    seen["rule"] = "Where only the values are right, a kind counts 60 %."
    page = feedback.page("ada", [made], {})
    assert page.count("total 1") == 1 and "Right so far: c = 0. Think." in page
    assert "a kind counts 60&nbsp;%" in page


def test_several_problem_sets_have_an_overview():
    second = result() | {"assignment": "ps1_minimax", "title": "Problem set 1"}
    page = feedback.page("ada", [result(), second], {})
    assert 'href="#ps1_minimax"' in page and 'id="ps1_minimax"' in page
    assert 'href="#' not in feedback.page("ada", [second], {})


def test_the_report_leads_to_the_pages(tmp_path):
    report.write_report([result("a b", flags=["uses files", "x"])], tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text("utf-8")
    assert f'href="feedback/{safe_name("a b")}.html"' in text and "uses files; x" in text


def test_the_report_counts_students_not_reports():
    results = [result("ada"), result("bob"), result("cleo", parts=[])]
    assert report.mistakes(results) == [(2, "ucb1: no bonus"), (2, "ucb1: no logarithm")]


LONG = """
def search(game, state, depth, evaluate):
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        return evaluate(game, state), None
    best = None
    for action in game.actions(state):
        value, _ = search(game, game.result(state, action), depth - 1, evaluate)
        if best is None or game.side(state) * value > game.side(state) * best[0]:
            best = value, action
    return best

def count(items, wanted):
    found = [index for index, item in enumerate(items) if item == wanted]
    return {"n": len(found), "first": found[0] if found else None, "share": len(found) / len(items)}
"""
OTHER = """
class Player:
    def __init__(self, rules, limit):
        self.rules, self.limit = rules, limit
    def think(self, position, plies=0):
        r = self.rules
        if r.is_terminal(position): return [r.utility(position), None]
        if plies >= self.limit: return [0, None]
        scores = {}
        for move in r.actions(position):
            scores[move] = self.think(r.result(position, move), plies + 1)[0]
        pick = max if r.side(position) > 0 else min
        chosen = pick(scores, key=scores.get)
        return [scores[chosen], chosen]
"""


def test_copies_are_found_through_new_names_and_another_order():
    renamed = LONG.replace("search", "my_own").replace("best", "top").replace("value", "v")
    head, tail = renamed.split("def count")
    turned = f"# all mine\ndef count{tail}\n{head}"
    found = report.alike_groups({"ada": LONG, "bob": renamed, "cleo": turned, "dan": OTHER})
    assert found == [["ada", "bob", "cleo"]], "one group, one row"
    assert report.alike_groups({"ada": LONG, "bob": OTHER}) == []
    assert report.alike_groups({"ada": LONG}, ours=LONG) == [["ada", report.OURS]]
    assert report.alike_groups({"ada": LONG, "bob": LONG}, given=LONG) == [], (
        "everybody was given that"
    )
    short = submissions.GOOD
    assert report.alike_groups({"ada": short, "bob": short}) == [], (
        "short answers are alike by accident"
    )


def test_what_a_whole_class_has_is_no_sign():
    own = [f"x{n} = [{n} + i * {n} for i in range(9) if i % 2 == {n}]\n" for n in range(12)]
    alike = {f"s{n}": LONG + own[n] * 30 for n in range(12)}
    assert report.alike_groups(alike) == []


def test_a_group_is_one_row_of_the_report():
    results = [result(name, own={"cell": LONG}) for name in ("ada", "bob", "cleo")]
    assert report.worth_a_look(results) == [("ada", "code like that of bob, cleo")]


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("from lib.search import ucb1", "own searches"),
        ("from lib import search", "own searches"),
        ("import socket", "network"),
        ("open('x')", "files"),
        ("sys._getframe()", "frames"),
        ("import check.ucb1", "checks"),
        ("import math, check.nodes", "checks"),
        ("from check.ucb1 import CHOOSE", "checks"),
        ("sys.modules['check.ucb1']", "checks"),
        ("check.catalogue('ucb1')[0].right", "checks"),
    ],
)
def test_suspicious_code_is_named(code, word):
    assert word in " ".join(batch.suspicions(code))
    assert batch.suspicions(submissions.GOOD + submissions.CHOOSE + submissions.JAVA) == []


# --- the store -----------------------------------------------------------------------------


def job(tmp_path, digest="abc"):
    one = Submission("ada", submissions.NAME, digest=digest, problem="The file is empty.")
    return batch.Job(one, PROBLEM_SET, tmp_path, Limits())


def test_a_result_is_used_again_until_something_changes(tmp_path):
    first = job(tmp_path)
    assert first.stored() is None
    first.store(first.run())
    assert first.stored()["sentence"] == "The file is empty."
    assert job(tmp_path).stored() is not None
    assert job(tmp_path, digest="changed").stored() is None
    other = dataclasses.replace(PROBLEM_SET, fingerprint="changed")
    assert batch.Job(first.one, other, tmp_path, Limits()).stored() is None
    assert batch.Job(first.one, PROBLEM_SET, tmp_path, Limits(megabytes=9)).stored() is None


def test_the_store_says_nothing_about_when_the_work_came(tmp_path):
    """The same work in a later copy, with other times and another name, is not graded anew."""
    first = job(tmp_path)
    first.one.file = files.File("x.ipynb", "ada/x.ipynb", (1_700_000_000.0,))
    first.store(first.run())
    again = job(tmp_path)
    again.one.file = files.File("y.ipynb", "ada_LATE_123_y.ipynb", (1_800_000_000.0,))
    found = again.stored()
    assert (found["handed_in"], found["file"]) == (1_800_000_000.0, "y.ipynb")
    assert found["marked_late"] and not first.stored()["marked_late"]


def test_who_is_graded_anew_is_not_read_from_the_store(tmp_path):
    empty = "The file is empty."
    class_ = [Submission(name, submissions.NAME, problem=empty) for name in ("ada", "bob")]

    def sentences(**options):
        made = batch.grade_all(class_, tmp_path, Limits(), progress=False, **options)
        return [one["sentence"] for one in made]

    assert sentences() == [empty, empty]
    for one in class_:
        job = batch.Job(one, PROBLEM_SET, tmp_path, Limits())
        job.store(job.stored() | {"sentence": "as it was"})
    assert sentences() == ["as it was", "as it was"]
    assert sentences(again={"ada"}) == [empty, "as it was"]


def test_half_a_result_is_no_result(tmp_path):
    first = job(tmp_path)
    first.store(first.run())
    first.place.write_text(first.place.read_text()[:50])
    assert job(tmp_path).stored() is None
    first.place.write_text(json.dumps([1, 2]))
    assert job(tmp_path).stored() is None


def test_an_error_of_ours_is_told_and_not_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "grade", lambda *a: 1 / 0)
    broken = job(tmp_path)
    trouble = broken.run()
    assert "ZeroDivisionError" in trouble and broken.stored() is None
    told = broken.without_verdict(trouble)
    assert told["auto"] is None and "Run the command again" in told["sentence"]
    assert "ZeroDivisionError" in told["flags"][0]


@pytest.mark.parametrize("mark", [";", ",", "\t", "|"])
def test_no_piece_of_a_cell_is_a_formula_for_any_separator(mark):
    for text in (
        "=1+1",
        f"ada{mark}=1+1",
        f"ada{mark} @x",
        f'ada"{mark}"=c',
        f"a{mark}'-2{mark}b",
    ):
        for piece in report.cell(text).split(mark):
            assert not piece.strip("\"' ").startswith(("=", "+", "-", "@")) or "'" in piece


def test_a_full_disk_is_a_sentence_and_leaves_nothing_half_written(tmp_path, monkeypatch, capsys):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    submissions.save(submissions.blank(), tmp_path / "in" / "ada" / "x.ipynb")
    monkeypatch.setattr("grade.files.os.fsync", full)
    with pytest.raises(OSError):
        files.write_whole(tmp_path / "out" / "a.txt", "text")
    assert list((tmp_path / "out").iterdir()) == []
    monkeypatch.setattr("grade.__main__.batch.grade_all", lambda *a, **k: [result()])
    code = main([str(tmp_path / "in"), "--output", str(tmp_path / "o"), "--no-gradebook"])
    assert code == 1 and "No space left on device" in capsys.readouterr().err
    assert not list((tmp_path / "o").rglob("*.part"))


def test_a_full_disk_ends_the_run_at_once(tmp_path, monkeypatch):
    """Nobody waits while each submission is graded four times for a disk that takes none."""
    graded = []

    def full(descriptor):
        graded.append(1)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grade.files.os.fsync", full)
    some = [Submission(f"s{n}", submissions.NAME) for n in range(3)]
    with pytest.raises(OSError):
        batch.grade_all(some, tmp_path, Limits(), workers=1, progress=False)
    assert len(graded) == 1 and not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("mark", list(";,|:\"'"))
def test_no_formula_begins_behind_any_separator(mark):
    assert report.cell(f"a{mark}=1+1") == f"a{mark}'=1+1"


@pytest.mark.parametrize("text", ['"' * 60_000, '";' * 30_000 + "=1", "=" * 60_000, " '" * 30_000])
def test_a_cell_of_the_table_is_made_in_linear_time(text):
    begin = time.process_time()
    made = report.cell(text)
    assert time.process_time() - begin < 2
    assert text != '";' * 30_000 + "=1" or made.endswith("'=1")


def test_what_a_killed_grader_had_begun_to_write_is_removed(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    submissions.save(submissions.blank(), folder / "ada" / "x.ipynb")
    (out / "results" / submissions.NAME).mkdir(parents=True)
    half = [out / "grades.csv.4711.part", out / "results" / submissions.NAME / "ada.json.7.part"]
    others = [out / "mine.part", out / "data.5.part", out / "mine" / "a.csv.5.part"]
    (out / "mine").mkdir()
    for path in (*half, *others):
        path.write_text("half")
    options = ["--output", str(out), "--no-gradebook", "--workers", "1"]
    assert main([str(folder), *options]) == 0
    assert not any(path.exists() for path in half) and all(path.exists() for path in others)


def test_a_folder_that_cannot_be_read_is_a_sentence(tmp_path, monkeypatch, capsys):
    def refuses(*arguments):
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr("grade.collect.os.scandir", refuses)
    assert main([str(tmp_path), "--output", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert "cannot be read (Permission denied)" in said and "Traceback" not in said


def test_a_short_answer_is_the_same_by_accident():
    for words, groups in (("Because it is larger.", 0), ("one " * 13, 1), ("one " * 12, 0)):
        both = [result(who, words={"words": words}) for who in ("ada", "bob")]
        assert len(report.worth_a_look(both)) == groups


def test_a_student_counts_once_for_each_mistake():
    one = result()
    one["parts"][0]["hidden"] = [dict(one["parts"][0]["reports"][0])]
    assert report.mistakes([one, one]) == [(2, "ucb1: no bonus")]
