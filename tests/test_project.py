"""The project itself: files, pins, layers, and the set-up."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import course

ROOT = Path(__file__).resolve().parent.parent
# Every room, lower ones first, and which rooms it may import, also inside its functions.
ROOMS = {
    "lib.files": "",
    "lib.messages": "",
    "lib.logs": "files messages",
    "lib.show": "messages",
    "lib.game": "messages",
    "lib.games": "messages game files",
    "lib.evaluate": "game",
    "lib.trace": "messages game",
    "lib.search": "messages game evaluate trace",
    "lib.clinic": "messages game games evaluate search",
    "lib.fast": "messages game games search",
    "lib.agents": "messages game evaluate search fast",  # fast: FastMCTS, inside a function
    "lib.play": "messages game search agents",
    "lib.arena": "messages game search play",
    "lib.learn": "messages files game games evaluate search fast agents play arena",
    "lib.draw": "files messages logs game games evaluate trace search arena",
    "lib.widgets": "files messages logs game games evaluate trace search clinic fast agents play "
    "arena draw",
    "check": "files logs game games evaluate trace search draw",
    "grade": "check files game games evaluate",
    "tools": "*",
}
ALSO = {"grade/versions.py": {"lib.search"}}  # one file of a room: it works out paper answers
COMPILED = {
    "lib.fast",
    "lib.learn",
    "lib.show",
    "check",
    "grade",
    "tools",
}  # need more
CHARTS = "chart*.py"  # of lib.draw: matplotlib
ALLOWED_IN = {"lib.widgets": {"ipywidgets", "anywidget", "traitlets", "IPython"}}


def tracked_files():
    """The text files of the project, as git knows them."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("no git checkout here")
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


# --- files ---------------------------------------------------------------------------------


def test_git_does_not_ignore_the_library():
    assert ROOT / "lib/game.py" in tracked_files()
    ignored = subprocess.run(["git", "check-ignore", "lib/new.py"], cwd=ROOT, capture_output=True)
    assert ignored.returncode == 1


def test_no_file_names_this_machine_or_a_registry():
    places = (
        r"(?<![\w.])/(?:work|root|tmp|home|Users)/\w|(?:pypi|pythonhosted)\.org|npmjs\.(?:org|com)"
    )
    for path in tracked_files():
        if path == Path(__file__) or path.parent.name == "logs":
            continue
        found = re.search(places, path.read_text("utf-8", errors="replace"))
        assert found is None, f"{path.relative_to(ROOT)} has {found[0]!r}"


def test_ci_is_a_program_that_bash_understands():
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert subprocess.run(["bash", "-n", ".ci/run"], cwd=ROOT).returncode == 0


# --- requirements --------------------------------------------------------------------------


def wanted(name):
    """The lines of a requirements file that name a package."""
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("-")]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "constraints.txt"])
def test_every_version_is_exact(name):
    for line in wanted(name):
        assert re.fullmatch(r"[\w.-]+(\[\w+\])?==[\w.]+( ?;.*)?", line), line


def test_requirements_end_with_the_library_itself():
    assert (ROOT / "requirements.txt").read_text().splitlines()[-1] == "-e ."


def test_supported_pythons_are_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    low, high = course.VERSIONS[0], course.VERSIONS[-1]
    assert project["requires-python"] == f">={low[0]}.{low[1]},<{high[0]}.{high[1] + 1}"


# --- layers --------------------------------------------------------------------------------


def imports(path, at_top=False):
    """The modules that a file imports: all of them, or those that it needs to be opened."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body if at_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} has a relative import"
            inside = [f"lib.{alias.name}" for alias in node.names] if node.module == "lib" else []
            yield from inside or [node.module]


def room_of(module):
    """The room that a module belongs to: its folder or file in lib, or its top folder."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "lib" and len(parts) > 1 else parts[0]


def files_of(room):
    """The files of a room: one module, or a folder."""
    place = ROOT / room.replace(".", "/")
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def allowed_rooms(room):
    """The rooms that a room may import."""
    if ROOMS[room] == "*":
        return set(ROOMS)
    return {name if name == "check" else f"lib.{name}" for name in ROOMS[room].split()}


def test_every_room_is_in_the_list():
    found = {f"lib.{path.stem}" for path in (ROOT / "lib").glob("*.py")} - {"lib.__init__"}
    found |= {f"lib.{path.parent.name}" for path in (ROOT / "lib").glob("*/__init__.py")}
    assert found | {"check", "grade", "tools"} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_one_way(room):
    lower = list(ROOMS)[: list(ROOMS).index(room)]
    assert room == "tools" or allowed_rooms(room) <= set(lower), "the list itself goes one way"
    for path in files_of(room):
        used = {room_of(name) for name in imports(path)} & {*ROOMS, "tests"}
        also = ALSO.get(path.relative_to(ROOT).as_posix(), set())
        wrong = used - allowed_rooms(room) - also - {room}
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in COMPILED])
def test_plain_rooms_open_with_nothing_compiled(room):
    allowed = {*sys.stdlib_module_names, "lib"} | ALLOWED_IN.get(room, set())
    for path in files_of(room):
        if not path.match(CHARTS):
            needed = imports(path, at_top=True)
            outside = {name for name in needed if name.split(".")[0] not in allowed}
            assert not outside, f"{path.relative_to(ROOT)} imports {sorted(outside)}"


def test_importing_is_cheap():
    rooms = [room for room in ROOMS if room not in COMPILED | {"lib.widgets"}]
    heavy = "{'numba', 'numpy', 'matplotlib', 'ipywidgets', 'IPython', 'tqdm'}"
    rooms = ", ".join(["lib", *rooms, "lib.draw.board", "lib.draw.tree", "lib.draw.bars"])
    question = f"import sys, {rooms}; print(sorted({heavy} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", question], capture_output=True, text=True)
    assert said.stdout == "[]\n", said.stdout + said.stderr


# --- course.py -----------------------------------------------------------------------------


@pytest.fixture
def small_course(tmp_path):
    """A copy of course.py that has nothing to install but itself, and a usable .venv."""
    shutil.copy(ROOT / "course.py", tmp_path)
    for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt", "pyproject.toml"):
        (tmp_path / name).write_text("")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    pip = next((tmp_path / ".venv").rglob("site-packages")) / "pip.py"
    pip.write_text("import sys, pathlib; open('calls', 'a').write(' '.join(sys.argv) + '\\n')")
    return tmp_path


def set_up(folder, *arguments):
    """Runs `course.py setup` there: exit code, what it said, and how often pip ran so far."""
    command = [sys.executable, "course.py", *(arguments or ["setup"])]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    calls = folder / "calls"
    count = len(calls.read_text().splitlines()) if calls.exists() else 0
    return done.returncode, done.stderr, count


def break_pip(folder, code):
    next((folder / ".venv").rglob("pip.py")).write_text(code)


def test_installs_once_and_again_only_after_a_change(small_course):
    assert set_up(small_course) == (0, "", 1)
    assert set_up(small_course) == (0, "", 1)
    (small_course / "requirements.txt").write_text("# changed")
    assert set_up(small_course) == (0, "", 2)
    assert set_up(small_course, "setup", "--dev") == (0, "", 3)
    assert set_up(small_course) == (0, "", 3), "the test tools include the lessons' packages"
    (small_course / "pyproject.toml").write_text("# changed")
    assert set_up(small_course) == (0, "", 4)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit('ERROR: no matching distribution (from versions: none)')", "network"),
        ("raise SystemExit('[Errno 28] No space left on device')", "disk is full"),
        ("import no_such_module", "read the last lines of the log"),
    ],
)
def test_a_failed_install_is_one_sentence_and_is_tried_again(small_course, code, words):
    assert set_up(small_course) == (0, "", 1)
    (small_course / "requirements.txt").write_text("# changed")
    break_pip(small_course, code)
    for _ in range(2):
        exit_code, said, _ = set_up(small_course)
        assert exit_code == 1 and words in said
        assert said.count("\n") == 1 and "Traceback" not in said


def test_a_half_finished_install_does_not_look_finished(small_course):
    assert set_up(small_course) == (0, "", 1)
    pip = next((small_course / ".venv").rglob("pip.py"))
    good = pip.read_text()
    break_pip(small_course, "raise SystemExit('stopped half way')")
    assert set_up(small_course, "setup", "--dev")[0] == 1
    break_pip(small_course, good)
    assert set_up(small_course) == (0, "", 2)


def test_a_venv_without_pip_is_one_sentence(small_course):
    next((small_course / ".venv").rglob("pip.py")).unlink()
    assert "delete it" in set_up(small_course)[1]


def test_a_wrong_python_is_one_sentence(monkeypatch):
    monkeypatch.setattr(course.sys, "version_info", (3, 9, 18))
    monkeypatch.setattr(course.shutil, "which", lambda name: None)
    with pytest.raises(course.Trouble, match=r"needs Python 3\.11.*This is Python 3\.9"):
        course.suitable_python()


def test_an_old_python_reads_course_py_or_shows_the_line_that_says_what_is_needed():
    source = (ROOT / "course.py").read_text("utf-8")
    ast.parse(source, feature_version=(3, 6))
    with pytest.raises(SyntaxError) as trouble:
        ast.parse(source, feature_version=(3, 5))
    shown = source.splitlines()[trouble.value.lineno - 1]
    assert "needs Python 3.11 to 3.14" in shown


def test_a_wrong_python_finds_a_right_one(monkeypatch):
    monkeypatch.setattr(course.sys, "version_info", (3, 15, 0))
    monkeypatch.setattr(course.shutil, "which", lambda name: f"bin/{name}")
    monkeypatch.setattr(course, "version_of", lambda p: (3, 12) if "3.12" in p else None)
    assert course.suitable_python() == "bin/python3.12"


def test_a_python_that_does_not_run_has_no_version(tmp_path):
    assert course.version_of(tmp_path / "python") is None
    assert course.version_of(sys.executable) == sys.version_info[:2]


def test_an_unknown_command_explains_itself(capsys):
    assert course.main(["dance"]) == 2
    assert "python course.py lab" in capsys.readouterr().out


def test_every_stage_is_run_and_one_failure_is_enough(monkeypatch, capsys):
    ran = []

    def call(command, cwd):
        ran.append(command)
        return 1 if "check" in command else 0

    monkeypatch.setattr(course, "install", lambda requirements: None)
    monkeypatch.setattr(course.subprocess, "call", call)
    assert course.test() == 1
    assert len(ran) == len(course.TESTS)
    assert "lint        FAILED" in capsys.readouterr().out


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """A function that runs a stage of such tests: (exit code, flaky tests, how often they ran)."""
    monkeypatch.setattr(course, "ROOT", tmp_path)
    monkeypatch.setattr(course, "PYTHON", sys.executable)
    monkeypatch.setattr(course, "RECORDS", tmp_path / "records")
    monkeypatch.setattr(course, "PYTEST", ())
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take seconds to start

    def run(*bodies):
        lines = ["from pathlib import Path", "RUNS = Path(__file__).with_name('runs')"]
        for number, body in enumerate(bodies):
            lines += [f"def test_{number}():", "    RUNS.open('a').write('x')", f"    {body}"]
        (tmp_path / "test_some.py").write_text("\n".join(lines))
        failed, flaky = course.run_pytest("some tests", ("pytest", "-q", "test_some.py"))
        return failed, flaky, len((tmp_path / "runs").read_text())

    return run


FLAKY = "assert len(RUNS.read_text()) > 3"  # fails in the first run of three tests


def test_a_flaky_test_runs_again_alone_and_is_named(stage):
    assert stage("pass", FLAKY, "pass") == (0, ["test_some.py::test_1"], 4)


def test_a_failing_test_stays_red(stage):
    assert stage("assert False", "pass") == (1, [], 3)


def test_more_failures_than_three_are_red_at_once(stage):
    assert stage(*["assert False"] * 4) == (1, [], 4)


def test_of_a_notebook_the_whole_file_runs_again(tmp_path):
    place = tmp_path / "v" / "cache"
    place.mkdir(parents=True)
    (place / "lastfailed").write_text('{"a.ipynb::Cell 3": true, "a.ipynb::Cell 4": true}')
    assert course.failed_tests(tmp_path) == ["a.ipynb"]
    assert course.failed_tests(tmp_path / "nowhere") == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux without a screen")
def test_no_screen_means_no_browser(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "CI"):
        monkeypatch.delenv(name, raising=False)
    assert not course.has_screen()
    monkeypatch.setattr(course.webbrowser, "get", lambda: None)
    monkeypatch.setenv("DISPLAY", ":0")
    assert course.has_screen()


# --- names ---------------------------------------------------------------------------------


def words_and_files():
    """Each word of modules and notebooks, and in how many of them it stands."""
    files = [path for path in tracked_files() if path.suffix in {".py", ".ipynb"}]
    return Counter(w for path in files for w in set(re.findall(r"\w+", path.read_text("utf-8"))))


def top_names(tree):
    """The names that a module defines at its top, with what defines them."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((t.id, node) for t in targets if isinstance(t, ast.Name))


def promised_names(tree):
    """What a module gives away all the same: the types that its public functions speak of, what
    it registers, what it names in a string."""
    for name, node in top_names(tree):
        if getattr(node, "decorator_list", None) and "register" in ast.unparse(node.decorator_list):
            yield name
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            types = [
                node.returns,
                *(a.annotation for a in ast.walk(node) if isinstance(a, ast.arg)),
            ]
            yield from re.findall(r"\w+", " ".join(ast.unparse(t) for t in types if t))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def lonely_names(path, files_with):
    """The names without underscore that only their own module uses."""
    tree = ast.parse(path.read_text("utf-8"))
    promised = set(promised_names(tree))
    for name, _ in top_names(tree):
        if not name.startswith("_") and name not in promised and files_with[name] == 1:
            yield name


def test_names_that_only_their_own_module_uses_begin_with_an_underscore():
    files_with = words_and_files()
    modules = [path for room in ("lib", "check", "grade") for path in (ROOT / room).rglob("*.py")]
    lonely = {path: names for path in modules if (names := list(lonely_names(path, files_with)))}
    assert lonely == {}


# --- sentences -----------------------------------------------------------------------------

SPEAK = sorted(path.parent for path in (ROOT / "lib").rglob("messages.toml"))


def own_sentences(path):
    """The lines of a file in which an error says three words or more of its own."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Raise):
            continue
        for text in ast.walk(node):
            said = text.value if isinstance(text, ast.Constant) else ""
            if len(re.findall(r"[A-Za-z]{2,}", str(said))) >= 3:
                yield node.lineno


@pytest.mark.parametrize("room", SPEAK, ids=lambda room: room.name)
def test_errors_say_sentences_of_the_messages_file(room):
    shown_whole_in_a_lesson = {"mcts.py"}  # rollout
    for path in room.glob("*.py"):
        if path.name not in shown_whole_in_a_lesson | {"files.py", "lazy.py", "messages.py"}:
            assert not list(own_sentences(path)), path


@pytest.mark.parametrize("room", SPEAK, ids=lambda room: room.name)
def test_every_sentence_is_said_somewhere(room):
    names = set(tomllib.loads((room / "messages.toml").read_text("utf-8")))
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "lib").rglob("*.py"))
    assert {name for name in names if not re.search(rf"\.{name}\b", code)} == set()
