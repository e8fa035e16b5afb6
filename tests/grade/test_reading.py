"""Collecting files, reading them, and the transplant: no sandbox needed."""

import copy
import gzip
import json
import os
import time
import zipfile

import pytest

from grade import batch, collect, limits, problems, report, transplant
from grade.limits import MAX_NOTEBOOK_BYTES
from tests.grade import kinds, submissions

PROBLEM_SET = problems.load(submissions.NAME)


def read(page):
    return transplant.read(json.dumps(page).encode())


def code_of(submitted, name):
    return next(source for found, source in submitted.cells if found == name)


# --- the transplant -----------------------------------------------------------------------------


def test_an_answer_in_two_copies_of_a_cell_is_read_as_a_whole():
    ours = next(cell for cell in PROBLEM_SET.of_kind("words"))
    parts = ["First, because of this.", ours.released, "Second, because of that."]
    handed_in = [transplant.HandedIn(False, part, ours.id, ours.grade_id) for part in parts]
    words = transplant.transplant(PROBLEM_SET, handed_in).words
    assert words == {ours.name: "First, because of this.\n\nSecond, because of that."}


def test_a_good_notebook_keeps_its_solutions_and_our_set_up():
    submitted = transplant.transplant(PROBLEM_SET, read(submissions.notebook()))
    names = [name for name, _ in submitted.cells]
    assert names == [
        "setup",
        "paper",
        "examples",
        "ucb1",
        "choose",
        "java",
        "log-helpers",
        "log-solution",
    ]
    assert code_of(submitted, "ucb1") == submissions.GOOD
    assert submitted.words == {"words": submissions.WORDS}
    assert (submitted.notes, submitted.flags) == ([], [])


def test_our_cells_are_ours_whatever_was_handed_in():
    page = submissions.changed(submissions.edited_setup)
    submissions.edited_tests(page)
    submitted = transplant.transplant(PROBLEM_SET, read(page))
    names = [name for name, _ in submitted.cells]
    assert code_of(submitted, "setup").startswith("import re")
    assert names.index("setup (yours)") > names.index("setup"), "theirs runs after ours"
    assert len(submitted.cells) == 9 and len(submitted.flags) == 6
    assert not any("-tests" in name for name in names)


@pytest.mark.parametrize("change", [submissions.no_metadata, submissions.no_metadata_no_ids])
def test_without_metadata_the_code_is_still_found(change):
    submitted = transplant.transplant(PROBLEM_SET, read(submissions.changed(change)))
    sources = [source for _, source in submitted.cells]
    assert submissions.GOOD in sources and submissions.CHOOSE in sources
    assert not any("reports" in source for source in sources), "our tests do not run there"


def test_of_two_copies_both_run_in_order():
    submitted = transplant.transplant(
        PROBLEM_SET, read(submissions.changed(submissions.wrong_copy))
    )
    versions = [source for name, source in submitted.cells if name.startswith("ucb1")]
    assert versions == [submissions.GOOD, submissions.WRONG]


def test_untouched_cells_are_not_the_students_own():
    submitted = transplant.transplant(PROBLEM_SET, read(submissions.blank()))
    assert submitted.own == {} and submitted.words == {}


def test_both_formats_give_the_same_code():
    old = transplant.transplant(PROBLEM_SET, transplant.read(submissions.version_3()))
    assert submissions.GOOD in [source for _, source in old.cells]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"  \n ", "empty"),
        (b"{", "JSON"),
        (b"[1]", "JSON"),
        (b'{"cells": 3}', "JSON"),
        (b'{"cells": [{"source": 1}, 3]}', "JSON"),
        (b"[" * 100_000, "JSON"),
        (bytes(range(256)), "binary"),
        (b" " * (MAX_NOTEBOOK_BYTES + 1) + b"x", "larger than 20 MB"),
    ],
)
def test_what_is_no_notebook_is_a_sentence(data, words):
    with pytest.raises(transplant.Unreadable, match=words):
        transplant.read(data)


# --- collecting ----------------------------------------------------------------------------


def collected(folder, *wanted):
    return {one.student: one for one in collect.collect(folder, list(wanted))}


def test_folders_and_files_named_after_students(tmp_path):
    page = submissions.notebook()
    submissions.save(page, tmp_path / "ada" / "anything.ipynb")
    submissions.save(page, tmp_path / "bob" / submissions.NAME / f"{submissions.NAME}.ipynb")
    submissions.save(page, tmp_path / "cleo_ps5_ucb1.ipynb")
    submissions.save(page, tmp_path / "ps5 dan.ipynb")
    submissions.save(page, tmp_path / "eve.ipynb")
    (tmp_path / ".ipynb_checkpoints").mkdir()
    found = collected(tmp_path)
    assert sorted(found) == ["ada", "bob", "cleo", "dan", "eve"]
    assert {one.assignment for one in found.values()} == {submissions.NAME}
    assert all(one.problem is None for one in found.values())


def test_the_problem_set_is_known_by_cells_then_name_then_functions(tmp_path):
    bare = {"cells": [{"cell_type": "code", "metadata": {}, "source": submissions.CHOOSE}]}
    submissions.save(bare, tmp_path / "ada" / "x.ipynb")
    submissions.save({"cells": []}, tmp_path / "bob" / "PS3.ipynb")
    submissions.save(submissions.notebook(), tmp_path / "cleo" / "ps1_minimax.ipynb")
    found = collect.collect(tmp_path, [])
    handed_in = {(one.student, one.assignment) for one in found if one.problem is None}
    assert handed_in == {("ada", "ps5_ucb1"), ("bob", "ps3_expectimax"), ("cleo", "ps5_ucb1")}
    assert {one.problem for one in found if one.problem} == {"Nothing was handed in."}


def test_links_are_not_followed(tmp_path):
    secret = tmp_path / "secret.ipynb"
    submissions.save(submissions.notebook(), secret)
    folder = tmp_path / "in"
    (folder / "ada").mkdir(parents=True)
    os.symlink(secret, folder / "ada" / "ps5_ucb1.ipynb")
    os.symlink(tmp_path, folder / "bob")
    for one in collected(folder, submissions.NAME).values():
        assert one.cells == [] and "link" in one.problem and one.flags


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada_12345_ps5_ucb1.ipynb", "ada_12345"),
        ("lovelaceada_LATE_12345_67890_ps5_ucb1-2.ipynb", "lovelaceada_12345"),
        ("lovelaceada_12345_67890_homework.ipynb", "lovelaceada_12345"),
        ("Ada L_123_assignsubmission_file_ps5_ucb1.ipynb", "Ada L_123"),
        ("Ada L_123_assignsubmission_file_my_work 2.ipynb", "Ada L_123"),
        ("ada_ps5_ucb1 (1).ipynb", "ada"),
        ("ada_ps5_ucb1_v2.ipynb", "ada"),
        ("ada_ps5_ucb1.ipynb.txt", "ada"),
        ("student_01_ps5.ipynb", "student_01"),
        ("student_02.ipynb", "student_02"),
        ("group_101_alice.ipynb", "group_101_alice"),
        ("ada1.zip", "ada1"),
    ],
)
def test_students_are_found_in_the_names_of_files(name, student, tmp_path):
    (tmp_path / name).write_bytes(submissions.as_bytes(submissions.notebook()))
    assert list(collected(tmp_path, submissions.NAME)) == [student]


def test_one_zip_of_a_learning_platform_holds_the_whole_class(tmp_path):
    good = submissions.as_bytes(submissions.notebook())
    names = ["ada_111_222_ps5_ucb1.ipynb", "bob_LATE_333_444_ps5_ucb1-1.ipynb"]
    names += ["Cleo C_555_assignsubmission_file_/ps5_ucb1.ipynb", "__MACOSX/._ada_111.ipynb"]
    (tmp_path / "all.zip").write_bytes(submissions.zip_bytes(dict.fromkeys(names, good)))
    found = collected(tmp_path, submissions.NAME)
    assert sorted(found) == ["Cleo C_555", "ada_111", "bob_333"]
    assert all(one.problem is None and one.cells for one in found.values())


def test_a_name_with_accents_is_one_student_on_every_system(tmp_path):
    mac, other = "Zoe\u0308", "Zo\u00eb"
    for name, code, when in ((mac, submissions.WRONG, 1e9), (other, submissions.GOOD, 2e9)):
        place = tmp_path / name / "ps5_ucb1.ipynb"
        submissions.save(submissions.notebook(code), place)
        os.utime(place, (when, when))
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    assert one.student == other and "handed in 2 files" in one.flags
    assert submissions.GOOD.strip() in "".join(cell.source for cell in one.cells)


def test_a_zip_of_a_large_class_loses_nobody(tmp_path):
    good = submissions.as_bytes(submissions.notebook())
    names = [f"student{n}_{n + 1000}_{n + 5000}_ps5_ucb1.ipynb" for n in range(250)]
    (tmp_path / "all.zip").write_bytes(submissions.zip_bytes(dict.fromkeys(names, good)))
    found = collected(tmp_path, submissions.NAME)
    assert len(found) == 250
    assert all(one.problem is None and one.cells for one in found.values())
    assert not any(one.file.data for one in found.values()), "a class does not fit into memory"


def test_the_notebook_is_found_in_a_folder_with_everything_else(tmp_path):
    place = tmp_path / "ada" / "a" / "b" / "c" / "d" / "e" / "f" / "ps5_ucb1.ipynb"
    submissions.save(submissions.notebook(), place)
    for number in range(300):
        (tmp_path / "ada" / f"{number}.py").write_text("x = 1")
    library = tmp_path / "ada" / ".venv" / "lib" / "tests"
    submissions.save(submissions.notebook(submissions.WRONG), library / "ps5_ucb1.ipynb")
    one = collected(tmp_path, submissions.NAME)["ada"]
    assert one.problem is None and one.file.name == "ps5_ucb1.ipynb"
    assert "/a/b/c/" in one.file.where


def test_a_zip_that_is_too_deep_is_told(tmp_path):
    packed = submissions.as_bytes(submissions.notebook())
    for name in (f"{submissions.NAME}.ipynb", "inner.zip", "middle.zip"):
        packed = submissions.zip_bytes({name: packed})
    (tmp_path / "ada.zip").write_bytes(packed)
    one = collected(tmp_path, submissions.NAME)["ada"]
    assert (
        one.problem == "The zip file inner.zip was not read: it lies in a zip file in a zip file."
    )


LARGE = {
    "cells": [
        {"source": 'outputs"\\" : [', "outputs": [[{"a": "]}\\"}], "\\\\", "\u00e9["], "id": 1},
        {"outputs": [], "attachments": {"x.png": {"image/png": "iVBOR[{"}}, "source": ["a", "b"]},
        {"source": "x", "metadata": {"outputs": 3, "y": "outputs", "z": [1, 2]}},
    ],
    "metadata": {"widgets": {"state": {"a": [1, {"b": "}"}]}}, "kernel": {"outputs": "text"}},
}


def test_a_notebook_loses_its_outputs_and_nothing_else_however_it_is_cut():
    kept = copy.deepcopy(LARGE)
    kept["cells"][0]["outputs"], kept["cells"][1]["attachments"] = [], {}
    kept["metadata"]["widgets"] = {}
    for options in ({}, {"indent": 1}, {"ensure_ascii": False, "separators": (",", ":")}):
        data = json.dumps(LARGE, **options).encode()
        for size in (1, 2, 3, 5, 7, 50, len(data)):
            chunks = [data[at : at + size] for at in range(0, len(data), size)]
            assert json.loads(transplant.without_outputs(chunks, len(data))) == kept
        with pytest.raises(transplant.Unreadable, match="larger"):
            transplant.without_outputs([data], 100)


@pytest.mark.parametrize("pack", [None, "zip", "gz", "tar.gz"])
@pytest.mark.parametrize("key", ["outputs", "attachments", "widgets"])
def test_pictures_and_long_prints_do_not_count_however_long_they_are(key, pack, tmp_path):
    """They never are in memory as a whole, and may be packed a hundred times smaller."""
    page = submissions.notebook()
    line = "0.123456 \\n" * 2_100_000  # 23 MB
    if key == "outputs":
        page["cells"][3]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": [line]}]
    elif key == "attachments":
        page["cells"][0]["attachments"] = {"photo.png": {"image/png": line}}
    else:
        page["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"s": line}}
    data = json.dumps(page).encode()
    packed = {"zip": lambda: submissions.zip_bytes({f"{submissions.NAME}.ipynb": data})}
    packed |= {"gz": lambda: gzip.compress(data, 1), "tar.gz": lambda: submissions.tar_bytes(data)}
    (tmp_path / "ada").mkdir()
    place = tmp_path / "ada" / f"{submissions.NAME}.ipynb"
    if pack:
        data, place = packed[pack](), place.with_suffix(f".ipynb.{pack}")
    place.write_bytes(data)
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    assert one.problem is None and len(one.cells) == len(page["cells"])


@pytest.mark.parametrize("mark", ["# In[3]:", "# In[ ]:", "# %%", "# %% [code]"])
def test_a_program_that_jupyter_exported_has_its_cells(mark):
    sources = ["x = 1", "reports = [check.ucb1(ucb1)]", "def ucb1(*args):\n    return 4"]
    text = "#!/usr/bin/env python\n\n" + "".join(f"\n{mark}\n\n\n{s}\n" for s in sources)
    cells = transplant.read(text.encode(), "ps5_ucb1.py")
    assert [cell.source.strip() for cell in cells][1:] == sources


@pytest.mark.parametrize("name", submissions.zip_cases())
def test_zip_files_are_read_or_refused_in_a_sentence(name, tmp_path):
    case = submissions.zip_cases()[name]
    case.put(tmp_path / "ada")
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    told = f"{one.problem} {one.notes}"
    assert (one.problem is None) == (case.points > 0), told
    assert case.why in told and case.flag in " ".join(one.flags)
    assert [path.name for path in tmp_path.iterdir()] == ["ada"], "nothing is written"


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    import tracemalloc

    submissions.zip_cases()["zip bomb"].put(tmp_path / "ada")
    tracemalloc.start()
    collect.collect(tmp_path, [submissions.NAME])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


def test_names_become_safe_and_stay_different():
    names = ["ada", "../../etc", "a b", "a-b", "a_b", "Jörg", "..", "", "x" * 300, "=1+1"]
    keys = [collect.safe_name(name) for name in names]
    assert len(set(keys)) == len(names)
    assert all(len(key) < 60 and set(key) <= set(SAFE) for key in keys)


SAFE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"


def test_the_fullest_file_counts_then_a_notebook_then_the_newest(tmp_path):
    older, blank = json.dumps(submissions.notebook()), json.dumps(submissions.blank())
    given = {"a.ipynb": older, "b.ipynb": blank, "c.ipynb": "{", "d.ipynb": older, "e.py": "x = 1"}
    for when, (name, text) in enumerate(given.items(), 1):
        (tmp_path / "ada").mkdir(exist_ok=True)
        (tmp_path / "ada" / name).write_text(text)
        os.utime(tmp_path / "ada" / name, (when, when))

    def taken():
        (one,) = collect.collect(tmp_path, [submissions.NAME])
        return one.file.name

    assert taken() == "d.ipynb"
    for gone, then in (("d.ipynb", "a.ipynb"), ("a.ipynb", "b.ipynb"), ("b.ipynb", "e.py")):
        (tmp_path / "ada" / gone).unlink()
        assert taken() == then


@pytest.mark.parametrize("handed_in", [1, 2, 3])
def test_a_set_that_few_hand_in_is_no_duty_of_the_others(handed_in, tmp_path):
    """Of 25 students: two of them make no duty, three do."""
    for number in range(25):
        submissions.save(submissions.blank(), tmp_path / f"s{number}" / "ps5_ucb1.ipynb")
        if number < handed_in:
            (tmp_path / f"s{number}" / "ps1_minimax.py").write_text("def minimax(): 1")
    rows = [one for one in collect.collect(tmp_path, []) if one.assignment == "ps1_minimax"]
    assert len(rows) == (25 if handed_in == 3 else handed_in)


@pytest.mark.parametrize("points", [100, 0.5, 0, -3])
def test_points_that_were_changed_in_the_file_are_told(points):
    page = submissions.notebook()
    submissions.cell_of(page, "ucb1-tests")["metadata"]["nbgrader"]["points"] = points
    submitted = transplant.transplant(PROBLEM_SET, read(page))
    assert [flag for flag in submitted.flags if f"{points:g}" in flag and "ucb1" in flag]
    assert not transplant.transplant(PROBLEM_SET, read(submissions.notebook())).flags


# --- words, times and owners ---------------------------------------------------------------


@pytest.mark.parametrize("strip", [False, True])
def test_an_answer_in_words_is_found_below_the_cell_for_it(strip):
    """Also where nothing but the order of the cells tells which question it answers."""
    page = submissions.notebook()
    if strip:
        submissions.no_metadata_no_ids(page)
        expected = submissions.WORDS
    else:
        kinds.answer_below(page)
        expected = "The bonus is small."
    assert transplant.transplant(PROBLEM_SET, read(page)).words == {"words": expected}
    stray = {"cell_type": "markdown", "id": "x", "metadata": {}, "source": "A remark."}
    page["cells"].insert(2, stray)
    assert transplant.transplant(PROBLEM_SET, read(page)).words == {"words": expected}


SLOW_SOURCES = {
    "empty lines": "\n" * 3_000_000 + "x",
    "spaces": "def f():" + " " * 3_000_000,
    "words": "ab " * 3_000_000,
    "quotes": "\"'" * 1_000_000,
}


@pytest.mark.parametrize("name", SLOW_SOURCES)
def test_a_cell_is_looked_through_in_linear_time(name):
    cells = [transplant.HandedIn(True, SLOW_SOURCES[name])]
    begin = time.process_time()
    collect._assignment(cells, "x.ipynb", [], problems.EXERCISES)
    transplant.answered(PROBLEM_SET, cells)
    batch.suspicions(SLOW_SOURCES[name][: limits.MAX_CODE])
    report.runs(SLOW_SOURCES[name])
    report.cell(SLOW_SOURCES[name])
    assert time.process_time() - begin < 15


def test_a_thousand_copies_of_a_cell_have_a_thousand_names():
    copies = [transplant.HandedIn(True, f"x = {n}", "ucb1", "ucb1") for n in range(1000)]
    begin = time.process_time()
    made = transplant.transplant(PROBLEM_SET, copies)
    assert time.process_time() - begin < 5
    assert len(dict(made.cells)) == len(made.cells) and len(made.own) == 1000
    assert sum("more than once" in note for note in made.notes) == 1


def test_no_time_that_a_student_packed_counts(tmp_path):
    """It came when the platform wrote the outer file, whatever stands in it."""
    page = submissions.as_bytes(submissions.notebook())
    old = zipfile.ZipInfo(f"{submissions.NAME}.ipynb", (2001, 1, 1, 0, 0, 0))
    (tmp_path / "ada").mkdir()
    with zipfile.ZipFile(tmp_path / "ada" / "x.zip", "w") as archive:
        archive.writestr(old, page)
    for name, mtime in (("bob", "nan"), ("cleo", "inf"), ("dan", "1e300"), ("eve", "-7")):
        (tmp_path / name).mkdir()
        data = submissions.tar_bytes(page, mtime=mtime)
        (tmp_path / name / "x.tar.gz").write_bytes(data)
    for path in tmp_path.rglob("x.*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    found = collect.collect(tmp_path, [submissions.NAME])
    assert {one.student: one.file.handed_in for one in found} == dict.fromkeys(
        ["ada", "bob", "cleo", "dan", "eve"], 1_700_000_000
    )


def test_in_the_zip_of_a_class_the_times_of_the_platform_count(tmp_path):
    page = submissions.as_bytes(submissions.notebook())
    inner = submissions.zip_bytes({"x.ipynb": page})
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for day, name in ((3, "ada_1111_2222_ps5_ucb1.ipynb"), (4, "bob_3333_4444_x.zip")):
            data = inner if name.endswith("zip") else page
            archive.writestr(zipfile.ZipInfo(name, (2026, 5, day, 12, 0, 0)), data)
    found = {one.student: one for one in collect.collect(tmp_path, [submissions.NAME])}
    days = {who: time.localtime(one.file.handed_in).tm_mday for who, one in found.items()}
    assert days == {"ada_1111": 3, "bob_3333": 4}


def test_nobody_hands_in_for_others(tmp_path):
    """A zip with the names of two others, beside their own files."""
    page = submissions.notebook()
    for who in ("ada_1111", "cleo_2222", "dan_3333"):
        submissions.save(page, tmp_path / f"{who}_77777_ps5_ucb1.ipynb")
    wrong = submissions.as_bytes(submissions.notebook(submissions.WRONG))
    names = ("ada_1111_88888_ps5_ucb1.ipynb", "cleo_2222_88888_ps5_ucb1.ipynb")
    packed = submissions.zip_bytes(dict.fromkeys(names, wrong))
    (tmp_path / "bob_4444_88888_work.zip").write_bytes(packed)
    found = {one.student: one for one in collect.collect(tmp_path, [submissions.NAME])}
    assert sorted(found) == ["ada_1111", "bob_4444", "cleo_2222", "dan_3333"]
    assert not found["ada_1111"].flags and "2 files" in found["bob_4444"].flags[-1]


def test_empty_problem_sets_beside_the_work_were_not_handed_in(tmp_path):
    """Students hand in the folder of the whole course; one of them did nothing at all."""
    for who in ("ada", "bob", "cleo"):
        for name in problems.names():
            page = plain(name)
            if who != "cleo" and name == submissions.NAME:
                page = submissions.notebook()
            submissions.save(page, tmp_path / who / name / f"{name}.ipynb")
    rows = [(one.student, one.assignment) for one in collect.collect(tmp_path, [])]
    assert [row for row in rows if row[0] != "cleo"] == [
        (w, submissions.NAME) for w in ("ada", "bob")
    ]
    asked = collect.collect(tmp_path, ["ps1_minimax"])
    assert [one.problem for one in asked] == [None] * 3, "what is asked for is graded"


def plain(name):
    import nbformat

    return json.loads(json.dumps(problems.released(nbformat.read(problems.load(name).path, 4))))


def test_stray_files_are_nobody(tmp_path):
    (tmp_path / "ada").mkdir()
    submissions.save(submissions.notebook(), tmp_path / "ada" / "x.ipynb")
    strays = ["README", "LICENSE.txt", "grades.json", ".gitignore", "~$class.xlsx", ".~lock.a.csv#"]
    strays += ["desktop.ini", "Thumbs.db", "roster.txt", "run.sh", "notes.md", "Makefile"]
    for name in strays:
        (tmp_path / name).write_text("x")
    for name in (".git", "__MACOSX", ".vscode", "@eaDir", ".Trash-1000", "lost+found"):
        (tmp_path / name).mkdir()
    (tmp_path / "bob.txt").write_text("this is all I have")
    assert sorted(collected(tmp_path, submissions.NAME)) == ["ada", "bob"]


def test_nobody_finds_two_names_for_one_file():
    """With the same letters but for those that no file name has, 300,000 of them."""
    names = (f"J{chr(0x4E00 + a)}{chr(0x4E00 + b)}rg" for a in range(300) for b in range(1000))
    assert len({collect.safe_name(name) for name in names}) == 300_000


def test_a_short_way_of_all_cells_is_told(tmp_path):
    page = submissions.notebook()
    cell = {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": []}
    page["cells"] += [dict(cell) for _ in range(1200)]
    submissions.save(page, tmp_path / "ada" / "x.ipynb")
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    assert len(one.cells) == limits.MAX_CELLS and "first 1000 were read" in " ".join(one.notes)


def test_a_list_of_entries_is_not_read_without_end(tmp_path):
    """A zip of 30 MB that holds nothing but names."""
    end = b"PK\x05\x06" + bytes(4) + b"\xff\xff" * 2 + (2**25).to_bytes(4, "little") + bytes(6)
    (tmp_path / "ada.zip").write_bytes(b"PK\x03\x04" + bytes(2**25) + end)
    (one,) = collect.collect(tmp_path, [submissions.NAME])
    assert "more than we read" in one.problem
