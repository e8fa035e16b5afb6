"""What students get: a zip they can work with, versions of their own, nbgrader's exchange."""

import json
import re
import subprocess
import sys
import zipfile
from dataclasses import replace

import pytest

from check import EXERCISES
from check.catalogue import catalogue, packed, right_source
from grade import batch, classroom, collect, problems, release, versions
from grade.__main__ import _submissions, main, parser
from grade.classroom import Person
from grade.limits import Limits
from grade.verdict import setup_names
from tests.grade import submissions
from tests.grade.test_running import needs_bubblewrap

NAMES = problems.names()


@pytest.fixture(scope="module")
def zipped(tmp_path_factory):
    """The folder that a student unpacks, and the names in the zip."""
    folder = tmp_path_factory.mktemp("student")
    assert release.main(["--output", str(folder / "sets.zip")]) == 0
    with zipfile.ZipFile(folder / "sets.zip") as archive:
        archive.extractall(folder)
        return folder / release.TOP, archive.namelist()


def texts(top):
    """(path, lines) of everything in the zip that can be read as text."""
    for path in sorted(top.rglob("*")):
        if path.is_file() and ".venv" not in path.parts:
            text = path.read_text("utf-8", "replace")
            yield path.relative_to(top), [line.strip() for line in text.splitlines()]


def runs(source, length=3):
    """All runs of so many lines of a program, without the short ones that every program has."""
    lines = [line.strip() for line in source.splitlines() if len(line.strip()) > 3]
    return {tuple(lines[i : i + length]) for i in range(len(lines) - length + 1)}


def solution_runs():
    """Runs of lines of all solutions, but for those of the searches that `lib` and lessons show."""
    found = set()
    for name in NAMES:
        for cell in problems.load(name).of_kind("solution", "tests"):
            found |= runs(cell.source) - runs(cell.released)
    for name in EXERCISES:
        found |= runs(right_source(name))
    shown = {
        run
        for path in sorted((problems.ROOT / "lib").rglob("*.py"))
        for run in runs(path.read_text())
    }
    return found - shown


@pytest.mark.slow
def test_the_zip_holds_no_solution_no_grader_and_no_hidden_question(zipped):
    top, names = zipped
    assert not [n for n in names if re.search(r"tests/|notebooks/|grade/|mistakes/.*md|\.\.", n)]
    seeds = {s for n in NAMES for s in re.findall(r"seed=(\d+)", problems.load(n).path.read_text())}
    secret = solution_runs()
    assert len(secret) > 300 and len(seeds) > 15
    for path, lines in texts(top):
        text = "\n".join(lines)
        assert not [seed for seed in seeds if seed in text], path
        lines = [line for line in lines if len(line) > 3]
        here = {tuple(lines[i : i + 3]) for i in range(len(lines) - 2)}
        assert not here & secret, path


@pytest.mark.slow
def test_in_an_empty_folder_the_zip_is_all_a_student_needs(zipped):
    top, _ = zipped
    for line in (top / "requirements.txt").read_text().splitlines():
        if line.startswith("-c"):
            assert (top / line.split()[1]).exists()
    packages = re.findall(r'^    "([\w.]+)",$', (top / "pyproject.toml").read_text(), re.MULTILINE)
    ours = [p for p in packages if re.match(r"(lib|check|grade)\b", p) and "_course" not in p]
    assert ours and all((top / name.replace(".", "/")).is_dir() for name in ours)
    done = subprocess.run([sys.executable, "-c", WORK], cwd=top, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stdout.splitlines() if line and not line.startswith("INFO:")]
    assert said == [f"{name} {{'not attempted'}}" for name in NAMES] + EXPECTED


WORK = """
import json, pathlib, check, lib, sys
here = pathlib.Path.cwd().resolve()
assert all(pathlib.Path(m.__file__).resolve().is_relative_to(here) for m in (lib, check))
for path in sorted(pathlib.Path("problem_sets").rglob("*.ipynb")):
    shown, names = [], {"display": lambda *things: shown.extend(things)}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    print(path.stem, {thing.status for thing in shown})
from math import inf, log, sqrt
def ucb1(total, visits, parent_visits, c):
    return inf if visits == 0 else total / visits
print(check.ucb1(ucb1).diagnosis)
def right(total, visits, parent_visits, c):
    return inf if visits == 0 else total / visits + c * sqrt(log(parent_visits) / visits)
print(check.ucb1(right).status)
def minimax(game, state, rounds, evaluate):
    def search(state, plies):
        if game.is_terminal(state):
            return game.utility(state), None
        if plies == 0:
            return evaluate(game, state), None
        pairs = [(search(game.result(state, a), plies - 1)[0], a) for a in game.actions(state)]
        return max(pairs, key=lambda pair: pair[0])
    return search(state, rounds * len(game.sides))
print(check.minimax(minimax).diagnosis is not None)
print(check.hint("ucb1", 3)[:6], "|", check.hint("ucb1", 4))
"""
EXPECTED = [
    "no bonus",
    "right",
    "True",
    "Hint 3 | This copy of the course has no solution of this exercise: hint 3 is the last one.",
]


def test_a_pack_gives_the_same_mistakes(tmp_path):
    from check.catalogue import FOLDER, mistakes_in

    texts_of = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.md")}
    (tmp_path / "packed.txt").write_text(packed(texts_of))
    for name in ("minimax", "ucb1"):  # one with files that it includes
        made = mistakes_in(tmp_path / f"{name}.md")
        assert [(m.name, m.source) for m in made] == [(m.name, m.source) for m in catalogue(name)]
    text = packed({"a.md": "return bounds.index(max(bounds))"})
    assert "bounds" not in text and len(text.splitlines()[0]) <= 100


# --- versions ------------------------------------------------------------------------------

PAPER = {name: [c for c in problems.load(name).cells if c.version] for name in NAMES}


@pytest.mark.parametrize("name", [name for name in NAMES if PAPER[name]])
def test_every_version_has_other_values_and_the_same_names(name):
    plain, made = problems.load(name), [versions.version("hush", f"s{n}") for n in range(12)]
    sources = {version.of(plain).of_kind("setup")[-1].source for version in made}
    assert len(sources) == len(made)
    before = setup_names(plain)
    for version in made[:3]:
        again = version.of(plain)
        assert again == version.of(plain), "the same for the same student"
        assert again != replace(version, seed="other").of(plain)
        assert set(setup_names(again)) == set(before)
        assert versions.MARK.format(mark=version.mark) in again.of_kind("setup")[-1].source
        changed = [c.id for c, old in zip(again.cells, plain.cells, strict=True) if c != old]
        assert changed == [cell.id for cell in PAPER[name]]


def by_hand(tree, alternate):
    """What a paper tree is worth, and the best action, worked out without our searches."""

    def value(node, ply):
        if not isinstance(node, list):
            return node
        values = [value(child, ply + 1) for child in node]
        return max(values) if alternate[ply % len(alternate)] else min(values)

    values = [value(child, 1) for child in tree]
    return max(values), values.index(max(values))


def cut_leaves(tree):
    """The leaves that alpha-beta leaves out, by its definition: no path of bounds reaches them."""
    numbers, looked = iter(range(99)), set()

    def marked(node):
        return (
            [marked(child) for child in node] if isinstance(node, list) else (next(numbers), node)
        )

    def walk(node, is_max, low, high):
        if isinstance(node, tuple):
            looked.add(node[0])
            return node[1]
        best = None
        for child in node:
            found = walk(child, not is_max, low, high)
            if best is None or (found > best if is_max else found < best):
                best = found
            low, high = (max(low, best), high) if is_max else (low, min(high, best))
            if low >= high:
                return best
        return best

    walk(marked(tree), True, -99, 99)
    return set(range(next(numbers))) - looked


def paper_answers(name, space):
    """Right answers of the paper part, worked out apart from the grader."""
    tree = space["nested"]
    if name == "ps1_minimax":
        one, two = by_hand(tree, [True, False]), by_hand(tree, [True, False, False])
        names = ("one opponent, value", "one opponent, action")
        names += ("two opponents, value", "two opponents, action")
        return dict(zip(names, (*one, *two), strict=True))
    if name == "ps2_alphabeta":
        return {"value": by_hand(tree, [True, False])[0], "skipped": cut_leaves(tree)}
    (a, b), (c, d) = tree
    pairs = {"opponent": (min(a, b), min(c, d)), "fair coin": ((a + b) / 2, (c + d) / 2)}
    pairs["loaded coin"] = a / 4 + b * 3 / 4, (c + d) / 2
    return {belief: (max(two), int(two[1] > two[0])) for belief, two in pairs.items()}


@pytest.mark.parametrize("name", ["ps1_minimax", "ps2_alphabeta", "ps3_expectimax"])
def test_hidden_tests_know_the_answers_of_every_version(name):
    plain = problems.load(name)
    others = [versions.version("hush", f"s{n}").of(plain) for n in range(25)]
    standard = next(c for c in plain.cells if c.grade_id == "hand").source
    wrong = 0
    for made in (plain, *others):
        space = dict(setup_names(made))
        tests = next(c for c in made.cells if c.grade_id == "hand-tests")
        space["by_hand"] = paper_answers(name, space)
        exec(tests.source, space)
        assert space["points"] == tests.points, space["nested"]
        exec(f"{standard}\n{tests.source}", space)
        wrong += space["points"] < tests.points
    assert wrong >= 20, "the answers of the standard version are rarely those of another one"


def handed_in(name, version, folder, student, **own):
    """The released notebook of a version with our solutions, and these cells of the student."""
    problem_set = version.of(problems.load(name))
    page = release.versioned({name: plain_page(name)}, version)[name]
    ours = {c.id: c.source for c in problem_set.of_kind("solution")} | own
    for cell in page["cells"]:
        cell["source"] = ours.get(cell["id"], cell["source"])
    submissions.save(page, folder / student / f"{name}.ipynb")


def plain_page(name):
    import nbformat

    page = nbformat.read(problems.load(name).path, as_version=4)
    return json.loads(json.dumps(problems.released(page)))


def right_paper(name, version):
    space = setup_names(version.of(problems.load(name)))
    return f"by_hand = {paper_answers(name, space)!r}"


@needs_bubblewrap
def test_each_student_is_graded_by_the_own_version(tmp_path):
    name, roster = "ps2_alphabeta", [Person("1001", "Ada Lovelace"), Person("1002", "Bob Ray")]
    ada, bob = (versions.version("hush", person.id) for person in roster)
    right = right_paper(name, ada)
    handed_in(name, ada, tmp_path / "in", "1001", hand=right)
    handed_in(name, ada, tmp_path / "in", "1002", hand=right)  # Ada's file under Bob's name
    found = collect.collect(tmp_path / "in", [name])
    classroom.give_versions(found, "hush", roster)
    assert [one.version for one in found] == [ada, bob]
    results = batch.grade_all(found, tmp_path / "results", Limits(), progress=False)
    points = [{p["name"]: p["points"] for p in result["parts"]} for result in results]
    assert points[0]["hand-tests"] == 3 and results[0]["auto"] == results[0]["auto_max"]
    assert points[1]["hand-tests"] < 3 and points[1]["alphabeta-tests"] == 10
    assert "has the paper part of Ada Lovelace" in results[1]["flags"]
    assert not [flag for flag in results[0]["flags"] if "paper" in flag or "changed" in flag]
    assert results[0]["paper"]["paper"].startswith(f"# version {ada.mark}")


@pytest.mark.parametrize("has_roster", [True, False])
def test_a_wrong_seed_is_told(has_roster, tmp_path, capsys):
    roster = [Person("ada", "Ada"), Person("bob", "Bob")]
    for person in roster:
        version = versions.version("right", person.id)
        page = submissions.blank()
        made = {c.id: c.released for c in version.of(problems.load(submissions.NAME)).cells}
        for cell in page["cells"]:
            cell["source"] = made[cell["id"]]
        submissions.save(page, tmp_path / person.id / "x.ipynb")
    for seed in ("right", "wrong"):
        chosen = parser().parse_args([str(tmp_path), "--seed", seed])
        _submissions(chosen, roster if has_roster else [])
        assert ("Is it the word of the release" in capsys.readouterr().err) == (seed == "wrong")


def test_without_a_roster_the_file_says_which_version_it_is(tmp_path):
    name, ada = "ps1_minimax", versions.version("hush", "1001")
    handed_in(name, ada, tmp_path, "anybody")
    submissions.save(plain_page(name), tmp_path / "plain" / "x.ipynb")
    found = {one.student: one for one in collect.collect(tmp_path, [name])}
    classroom.give_versions(list(found.values()), "hush", [])
    assert found["anybody"].version == ada
    assert found["plain"].version == versions.version("hush", versions.CLASS)
    found = collect.collect(tmp_path, [name])
    classroom.give_versions(found, None, [])
    assert [bool(one.flags) for one in found] == [True, False], "no seed: told, and graded plainly"
    assert not any(one.version for one in found)


def test_release_with_a_roster_writes_a_zip_for_each(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(release, "student_versions", lambda: {n: plain_page(n) for n in NAMES[:2]})
    (tmp_path / "class.csv").write_text("id,name\n1001,Ada\n=1+1,Bob\n../x,Eve\n")
    arguments = ["--output", str(tmp_path / "out" / "sets.zip"), "--roster"]
    assert release.main([*arguments, str(tmp_path / "class.csv")]) == 2
    assert "SEED" in capsys.readouterr().err
    assert release.main([*arguments, str(tmp_path / "nowhere.csv"), "--seed", "hush"]) == 2
    assert release.main([*arguments, str(tmp_path / "class.csv"), "--seed", "hush"]) == 0
    folder = tmp_path / "out" / "versions"
    table = (folder / "versions.csv").read_text().splitlines()
    assert len(table) == 4 and not any(line.startswith("=") for line in table)
    pages = {}
    for path in folder.glob("*.zip"):
        with zipfile.ZipFile(path) as archive:
            (first, _) = names = archive.namelist()
            pages[path.name] = archive.read(first)
            assert all(n.startswith(f"{release.TOP}/problem_sets/ps") for n in names)
            assert b"hush" not in pages[path.name]
    assert len(pages) == len(set(pages.values())) == 3
    with zipfile.ZipFile(tmp_path / "out" / "sets.zip") as archive:
        assert not [n for n in archive.namelist() if "problem_sets" in n]


# --- nbgrader's exchange -------------------------------------------------------------------


def nbgrader(home, *arguments):
    """Run one of nbgrader's own commands in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=home,
        capture_output=True,
        text=True,
        env={"PATH": f"{release.Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    return done


CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "looking-ahead"
c.CourseDirectory.root = {root!r}
c.Exchange.root = {exchange!r}
c.Exchange.path_includes_course = False
c.ClearSolutions.code_stub = {{"python": "pass  # your code here"}}
"""


@pytest.mark.slow
@needs_bubblewrap
def test_what_nbgrader_collects_is_graded_as_it_is(tmp_path):
    """release, fetch, submit and collect are nbgrader's; grading takes its `submitted` folder."""
    name = submissions.NAME
    teacher, student, exchange = (tmp_path / part for part in ("teacher", "student", "exchange"))
    for folder in (teacher / "source" / name, student, exchange):
        folder.mkdir(parents=True)
    exchange.chmod(0o777)
    for home in (teacher, student):
        text = CONFIG.format(root=str(home), exchange=str(exchange))
        (home / "nbgrader_config.py").write_text(text)
    source = problems.load(name).path
    (teacher / "source" / name / source.name).write_bytes(source.read_bytes())
    nbgrader(teacher, "generate_assignment", name)
    nbgrader(teacher, "release_assignment", name)
    nbgrader(student, "fetch_assignment", name)
    fetched = student / name / source.name
    page = json.loads(fetched.read_text("utf-8"))
    solved = {cell["id"]: cell["source"] for cell in submissions.notebook()["cells"]}
    for cell in page["cells"]:
        cell["source"] = solved[cell["id"]]
    submissions.save(page, fetched)
    nbgrader(student, "submit", name)
    nbgrader(teacher, "collect", name)
    (folder,) = (teacher / "submitted").iterdir()
    stamp = folder / name / "timestamp.txt"
    assert stamp.exists(), "nbgrader writes when it was handed in"
    stamp.write_text("2026-11-20 10:00:00.000000 UTC")
    options = ["--output", str(tmp_path / "out"), "--no-gradebook", "--workers", "1"]
    options += ["--due", "2026-11-18T10:00:00+00:00", "--collected"]
    assert main([str(teacher / "submitted"), *options]) == 0
    lines = (tmp_path / "out" / "grades.csv").read_text().splitlines()
    assert len(lines) == 2 and lines[1].startswith(f"{folder.name},{name},13.6,21,17,")
    assert ",2," in lines[1], "two days late, by nbgrader's time"
