"""A class: rosters, late work, platforms, clusters."""

import csv
import json
import time
import zipfile
from datetime import UTC, datetime

import pytest

from grade import classroom
from grade.__main__ import _students, _submissions, main, parser
from grade.classroom import Person, after_deduction, days_late, missing, read_roster, whose
from tests.grade import submissions
from tests.grade.test_output import result
from tests.grade.test_running import needs_bubblewrap

CLASS = [Person("12345", "Ada Lovelace", "A"), Person("777", "Zo\u00eb Smith-Jones", "B")]


def test_a_roster_is_read_whatever_separates_its_columns(tmp_path):
    for mark in ",;\t":
        text = f"id{mark}name{mark}group\n1{mark}Ada Lovelace{mark}A\n2{mark}Bob{mark}\n"
        (tmp_path / "roster.csv").write_text("\ufeff" + text, "utf-8")
        assert read_roster(tmp_path / "roster.csv") == [
            Person("1", "Ada Lovelace", "A"),
            Person("2", "Bob", ""),
        ]


def test_empty_lines_of_a_spreadsheet_are_nobody(tmp_path):
    (tmp_path / "roster.csv").write_text("id;name;group\n1;Ada;A\n;;\n ; ;\n2;Bob;B\n;;\n")
    people = [Person("1", "Ada", "A"), Person("2", "Bob", "B")]
    assert read_roster(tmp_path / "roster.csv") == people


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "id, name, group"),
        ("who,group\nada,1\n", "id, name, group"),
        ("id,name\n,Ada\n", "no id in line 2"),
        ("id,name\n1,Ada\n1,Bob\n", "twice: line 3"),
        ("id,name\n\n\n,Bob\n", "no id in line 4"),
        ("id,name\n", "names nobody"),
        ("id,name\n,\n,\n", "names nobody"),
        ("id,id,name\n1,2,Ada\n", "id, name, group"),
        ('id,name\n1,"Ada\n2,Bob\n', "quotation mark without an end"),
        ("id,name\n1," + "x" * 200_000, "cannot be read"),
        ("id,name\n1,Zo\u00eb\n".encode("latin-1"), "save it as CSV UTF-8"),
        ("id,name\n1,Ada\n".encode("utf-16"), "save it as CSV UTF-8"),
    ],
)
def test_a_bad_roster_is_a_sentence(text, words, tmp_path):
    (tmp_path / "roster.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(ValueError, match=words):
        read_roster(tmp_path / "roster.csv")
    with pytest.raises(ValueError, match="cannot be read"):
        read_roster(tmp_path / "nothing.csv")


@pytest.mark.parametrize(
    "student",
    ["12345", "Ada Lovelace_12345", "lovelaceada_12345", "ada lovelace", "Lovelace, Ada"],
)
def test_people_are_found_under_the_names_of_platforms(student):
    assert whose(student, CLASS) == CLASS[0]


def test_the_number_of_a_platform_makes_nobody_another_person():
    """Canvas and Moodle count their users: such a number can be the id of somebody else."""
    roster = [*CLASS, Person("888", "Zo\u00eb Smith-Jones"), Person("ab12", "Carl Otto")]
    assert whose("Carl Otto_12345", roster) == roster[3]
    assert whose("smithjoneszo\u00eb_888", roster) == roster[2]
    assert whose("smithjoneszo\u00eb_12345", roster) is None
    assert whose("C. O._12345", roster) == roster[0]


def test_an_id_is_the_same_in_capitals_and_in_two_pieces():
    roster = [Person("AB12", "Ada"), Person("zoe\u0308", "Z"), Person("x1", "C"), Person("X1", "D")]
    assert whose("ab12", roster) == roster[0] and whose("zo\u00eb", roster) == roster[1]
    assert [whose(name, roster) for name in ("x1", "X1")] == roster[2:]


def test_problem_sets_that_nobody_was_due_for_make_no_rows(tmp_path):
    """One set is handed in: nobody has a row of another one, who is absent neither."""
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / f"{submissions.NAME}.ipynb").write_text(json.dumps(submissions.notebook()))
    roster = [Person("1", "ada", ""), Person("2", "bob", "")]
    for given, names in (
        ([], [submissions.NAME]),
        (["--assignment", "ps7_learning"], ["ps7_learning"]),
    ):
        chosen = parser().parse_args([str(tmp_path), *given])
        rows = {(one.student, one.assignment) for one in _submissions(chosen, roster)}
        assert rows == {(who, name) for who in ("ada", "bob") for name in names}


def test_who_is_not_in_the_class_is_nobody_else():
    assert whose("Bob", CLASS) is None and whose("ada", CLASS) is None
    assert whose("zoe smith jones", CLASS) == CLASS[1]
    namesakes = [*CLASS, Person("9", "Ada Lovelace")]
    assert whose("Ada Lovelace", namesakes) is None and whose("9", namesakes) == namesakes[2]
    assert missing(["Ada Lovelace_12345"], CLASS) == [CLASS[1]]


@pytest.mark.parametrize(
    "option",
    [
        "--due tomorrow",
        "--due 0001-01-01",
        "--late -1",
        "--late 2",
        "--late nan",
        "--seconds 0",
        "--seconds nan",
        "--seconds inf",
        "--megabytes -5",
        "--workers 0",
        "--workers two",
    ],
)
def test_an_option_that_would_spoil_all_marks_is_refused(option, capsys):
    with pytest.raises(SystemExit):
        main(["submissions", *option.split()])
    value = option.split()[1]
    said = " ".join(capsys.readouterr().err.split())
    assert f"{value} is no date" in said or f"{value} is no number from" in said


def test_days_late_and_what_they_cost():
    due = datetime(2026, 11, 20, 23, 59)
    at = due.timestamp()
    assert [days_late(at + s, due) for s in (-5, 0, 1, 86_400, 86_401)] == [0, 0, 1, 1, 2]
    assert days_late(0.0, None, is_marked=True) == 1 == days_late(at - 5, due, is_marked=True)
    assert [after_deduction(20, days) for days in (0, 1, 3, 10, 11)] == [20, 18, 14, 0, 0]
    assert after_deduction(20, 2, 0.25) == 10


@pytest.mark.parametrize(
    ("due", "hours"),
    [
        ((2026, 10, 24, 23, 59), [(24, 1), (25, 1), (25.02, 2), (49, 2), (49.02, 3)]),  # 25 hours
        ((2026, 3, 28, 23, 59), [(22.9, 1), (23, 1), (23.02, 2), (47, 2), (47.02, 3)]),  # 23 hours
        ((2026, 7, 1, 23, 59), [(24, 1), (24.02, 2), (48, 2)]),
    ],
)
def test_a_day_is_one_of_the_calendar_where_clocks_are_changed(due, hours, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        date = datetime(*due)
        at = date.timestamp()
        assert [(h, days_late(at + h * 3600, date)) for h, _ in hours] == hours
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_date_with_a_zone_is_the_same_everywhere(monkeypatch):
    for place in ("Pacific/Auckland", "America/New_York"):
        monkeypatch.setenv("TZ", place)
        time.tzset()
        due = parser().parse_args(["x", "--due", "2026-11-20T23:59+01:00"]).due
        assert [days_late(1_795_215_540 + s, due) for s in (0, 1, 86_400, 86_401)] == [0, 1, 1, 2]
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("handed_in", [2.0**35, 1.0, -1e15, 1e18])
def test_no_time_of_a_file_stops_the_class(handed_in):
    assert days_late(handed_in, datetime(2026, 11, 20)) >= 0
    assert days_late(handed_in, datetime(9999, 12, 31, 23, 59)) >= 0


def test_a_day_without_an_hour_ends_at_midnight():
    due = parser().parse_args(["x", "--due", "2026-11-20"]).due
    came = [
        datetime(2026, 11, 20, 10),
        datetime(2026, 11, 20, 23, 59),
        datetime(2026, 11, 21, 0, 1),
    ]
    assert [days_late(when.timestamp(), due) for when in came] == [0, 0, 1]


def test_one_person_under_two_names_is_told(tmp_path):
    for name in ("12345", "Ada Lovelace", "zo\u00eb smith-jones"):
        submissions.save(submissions.blank(), tmp_path / name / "x.ipynb")
    found = _submissions(parser().parse_args([str(tmp_path)]), CLASS)
    flags = {one.student: " ".join(one.flags) for one in found}
    assert "same person as Ada Lovelace" in flags["12345"]
    assert "same person as 12345" in flags["Ada Lovelace"] and not flags["zo\u00eb smith-jones"]


def test_only_the_time_that_nbgrader_wrote_is_believed(tmp_path):
    """Deeper down a student can have a file of the same name."""
    place = tmp_path / "ada" / submissions.NAME
    submissions.save(submissions.blank(), place / "work" / "x.ipynb")
    (place / "timestamp.txt").write_text("2026-11-20 10:00:00.000000 UTC")
    (place / "work" / "timestamp.txt").write_text("2026-11-01 10:00:00.000000 UTC")
    for more in (["--collected"], []):
        (one,) = _submissions(parser().parse_args([str(tmp_path), *more]), [])
        told = datetime(2026, 11, 20, 10, tzinfo=UTC).timestamp()
        assert (one.file.handed_in == told) == bool(more)


def test_results_beside_the_work_are_no_student(tmp_path):
    submissions.save(submissions.blank(), tmp_path / "ada" / "x.ipynb")
    (tmp_path / "out" / "results").mkdir(parents=True)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for output, students in (("out", ["ada", "loop"]), ("x", ["ada", "loop", "out"])):
        chosen = parser().parse_args([str(tmp_path), "--output", str(tmp_path / output)])
        assert [one.student for one in _submissions(chosen, [])] == students


def test_who_is_graded_anew_may_have_a_name_of_several_words(tmp_path):
    for name in ("Ada Lovelace", "bob"):
        submissions.save(submissions.blank(), tmp_path / name / "x.ipynb")
    found = _submissions(parser().parse_args([str(tmp_path)]), [])
    assert _students(found, ["Ada", "Lovelace"]) == ["Ada Lovelace"]
    assert _students(found, ["Ada Lovelace", "bob"]) == ["Ada Lovelace", "bob"]
    with pytest.raises(ValueError, match="Lovelace handed in nothing"):
        _students(found, ["Lovelace"])


def test_a_zip_for_moodle_is_there_completely_or_not_at_all(tmp_path, monkeypatch):
    (tmp_path / "ada.html").write_text("page")
    (tmp_path / "moodle.zip").write_bytes(b"the old one")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grade.files.os.fsync", full)
    with pytest.raises(OSError):
        classroom.zip_for_moodle([result("ada")], tmp_path, tmp_path / "moodle.zip")
    assert (tmp_path / "moodle.zip").read_bytes() == b"the old one"
    assert not list(tmp_path.glob("*.part"))


def table(path, reader=csv.reader):
    with open(path, encoding="utf-8", newline="") as file:
        return list(reader(file))


def test_canvas_and_moodle_get_what_they_import(tmp_path):
    results = [result("lovelaceada_12345"), result("=cmd()", auto=None)]
    classroom.write_canvas(results, {}, CLASS, tmp_path / "canvas.csv")
    heads, most, ada, other = table(tmp_path / "canvas.csv")
    assert heads[:5] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    assert heads[5] == submissions.NAME and f"{submissions.NAME}: ucb1" in heads
    assert most[0].strip() == "Points Possible" and most[5] == "21"
    named = dict(zip(heads, most, strict=True))
    for part in results[0]["parts"]:
        name = f"{submissions.NAME}: {part['name'].removesuffix('-tests')}"
        assert named[name] == f"{part['max_points']:g}"
    assert ada[:5] == ["Ada Lovelace", "12345", "12345", "", "A"] and ada[5] == "2"
    assert other[0].startswith("'=") and other[5] == ""
    classroom.write_moodle(results, {}, CLASS, tmp_path)
    results[1]["sentence"] = "=HYPERLINK(1)"
    classroom.write_moodle(results, {}, CLASS, tmp_path)
    heads, ada, other = table(tmp_path / f"moodle_{submissions.NAME}.csv")
    assert heads[-1] == "Feedback comments" and other[-1] == "'=HYPERLINK(1)"
    assert heads[:4] == ["Identifier", "Full name", "ID number", "Grade"]
    assert ada[:4] == ["Participant 12345", "Ada Lovelace", "12345", "2"]
    assert heads[-2] == "Last modified (grade)"  # Moodle's import refuses a table without it
    assert datetime.strptime(ada[-2], "%Y-%m-%d %H:%M %Z")


def test_canvas_is_never_told_a_number_that_is_not_its_own(tmp_path):
    """It would look for a user of this number before it looks at any other column."""
    results = [result("Ada Lovelace_555"), result("zo\u00eb smith-jones"), result("bob_666")]
    classroom.write_canvas(results, {}, CLASS, tmp_path / "canvas.csv")
    told = [row[:4] for row in table(tmp_path / "canvas.csv")[2:]]
    assert told == [
        ["Ada Lovelace", "555", "12345", ""],
        ["Zo\u00eb Smith-Jones", "", "777", ""],
        ["bob", "666", "", ""],
    ]


def test_pages_are_zipped_under_the_names_that_moodle_takes(tmp_path):
    (tmp_path / "ada-l-1.html").write_text("x")
    results = [result("Ada Lovelace_12345")]
    page = tmp_path / f"{classroom.safe_name('Ada Lovelace_12345')}.html"
    page.write_text("page")
    classroom.zip_for_moodle(results, tmp_path, tmp_path / "moodle.zip")
    with zipfile.ZipFile(tmp_path / "moodle.zip") as archive:
        assert archive.namelist() == ["Ada Lovelace_12345_assignsubmission_file_/feedback.html"]


def test_gradescope_reads_the_parts():
    made = json.loads(classroom.gradescope(result()))
    assert made["score"] == 2.0 and made["tests"][0]["status"] == "failed"
    assert {"name", "score", "max_score", "output"} <= set(made["tests"][0])
    half, whole = result(), result()
    half["parts"][0] |= {"points": 0.5, "status": "wrong"}
    whole["parts"][0] |= {"points": 1.0, "status": "right"}
    told = [json.loads(classroom.gradescope(one))["tests"][0] for one in (half, whole)]
    assert [(one["score"], one["status"]) for one in told] == [(0.5, "failed"), (1.0, "passed")]
    assert "score" not in json.loads(classroom.gradescope(result(auto=None)))
    late = result(late_days=2, kept=0.8)
    assert json.loads(classroom.gradescope(late, 3.0))["score"] == 4.0


@needs_bubblewrap
def test_a_class_with_a_roster_a_date_and_somebody_missing(tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    submissions.save(submissions.notebook(), folder / "lovelaceada_LATE_12345_67890_ps5_ucb1.ipynb")
    (folder / "notes.csv").write_text("stray")
    (tmp_path / "roster.csv").write_text("id,name\n12345,Ada Lovelace\n777,Bob Missing\n")
    options = ["--roster", str(tmp_path / "roster.csv"), "--output", str(out), "--no-gradebook"]
    assert main([str(folder), *options]) == 0
    rows = {row["student"]: row for row in table(out / "grades.csv", csv.DictReader)}
    assert set(rows) == {"lovelaceada_12345", "Bob Missing"}
    assert rows["lovelaceada_12345"]["late_days"] == "1"
    assert rows["lovelaceada_12345"]["score"] == "15.3" and rows["Bob Missing"]["score"] == "0"
    assert rows["Bob Missing"]["why"] == "Nothing was handed in."
    for name in ("canvas.csv", f"moodle_{submissions.NAME}.csv", "moodle_feedback.zip"):
        assert (out / name).is_file()


def test_a_cluster_that_is_not_there_is_no_full_disk(tmp_path, capsys):
    submissions.save(submissions.blank(), tmp_path / "in" / "ada" / "x.ipynb")
    options = ["--dask", "nowhere://x", "--output", str(tmp_path / "out"), "--no-gradebook"]
    assert main([str(tmp_path / "in"), *options]) == 2
    said = capsys.readouterr().err
    assert "no cluster at nowhere://x" in said and "Make room" not in said


@pytest.mark.slow
@needs_bubblewrap
def test_a_cluster_gives_the_same_grades_and_goes_on(tmp_path):
    from distributed import LocalCluster

    for name in ("ada", "bob"):
        submissions.save(submissions.notebook(), tmp_path / "in" / name / "x.ipynb")
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        options = ["--dask", cluster.scheduler_address, "--no-gradebook", "--output"]
        assert main([str(tmp_path / "in"), *options, str(tmp_path / "out")]) == 0
        stored = list((tmp_path / "out" / "results").rglob("*.json"))
        before = [path.stat().st_mtime_ns for path in stored]
        assert main([str(tmp_path / "in"), *options, str(tmp_path / "out")]) == 0
        assert [path.stat().st_mtime_ns for path in stored] == before and len(before) == 2
    rows = table(tmp_path / "out" / "grades.csv", csv.DictReader)
    assert [row["auto"] for row in rows] == ["17", "17"]
