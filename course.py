"""Sets up the course in .venv and starts it. Needs Python 3.11 to 3.14, nothing else.

    python course.py lab          install, copy the lessons into my, open JupyterLab at the first
    python course.py fresh NAME   the newest version of a lesson beside your own in my
    python course.py test         install the test tools too, then lint and run the tests
    python course.py sweeps       the same, with the tests that take everything instead of a sample
    python course.py browser      the same, then the tests in a real browser
    python course.py lessons      the same, with every lesson run whole in a browser without server
    python course.py setup        install only (setup --dev: the test tools too)
    python course.py run ARGS     install the test tools too, then .venv's python with ARGS

`make lab` and `make test` call this file; on Windows, where make is missing, call it directly.
Python 3.6 and later can read it and say which one to use; an older one stops at NEEDED.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import webbrowser
from pathlib import Path

NEEDED: str = "This course needs Python 3.11 to 3.14: install one of these from python.org"
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOG = VENV / "install.log"
LAB = ROOT / "tools" / "lab"  # settings of JupyterLab: without what only authors of exercises need
LESSONS, DEV = "requirements.txt", "requirements-dev.txt"
START = "my/00_start_here.ipynb"
VERSIONS = ((3, 11), (3, 12), (3, 13), (3, 14))
AGAIN = "then run the same command again"
TROUBLES = (  # words in pip's log, and what they mean for the reader
    (
        "No space left on device",
        f"Installing failed because the disk is full: free 1.5 GB, {AGAIN}",
    ),
    ("No module named pip", f"The folder .venv is broken: delete it, {AGAIN}"),
    (
        "from versions: none|Connection|ProxyError|timed out|Temporary failure",
        f"Installing failed because the package index did not answer: check the network, {AGAIN}",
    ),
    ("", f"Installing failed: read the last lines of the log, {AGAIN}"),
)

NBVAL = ("--nbval", "--nbval-current-env", "--nbval-cell-timeout=120", "--dist=loadscope")
TESTS = (
    ("lint", ("ruff", "check", ".")),
    ("format", ("ruff", "format", "--check", ".")),
    ("types", ("mypy",)),
    ("tests", ("pytest", "-q", "-m", "not sweep", "--ignore=tests/browser", "--dist=worksteal")),
    ("notebooks", ("pytest", "-q", "notebooks", *NBVAL)),
)
SWEPT = tuple("tests/" + room for room in ("check", "draw", "fast", "grade", "learn", "search"))
SWEEPS = (("sweeps", ("pytest", "-q", "-m", "sweep", *SWEPT, "--dist=worksteal")),)
BROWSER = (("browser", ("pytest", "-q", "-m", "not slow", "tests/browser", "--dist=worksteal")),)
IN_BROWSER = (("lessons", ("pytest", "-q", "tests/browser/test_lite.py", "--dist=worksteal")),)
PYTEST = ("-n", "auto", "--maxprocesses=4", "--durations=5")
RECORDS = ROOT / "build" / "pytest"  # what failed in each stage, and what was flaky
AT_MOST = 3  # so many failed tests are run again; more of them are no chance


class Trouble(Exception):
    """Something the reader must do first, said in one sentence."""


# --- which Python --------------------------------------------------------------------------


def version_of(python):
    """The (major, minor) of a Python program, or None where it does not run."""
    question = "import sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.check_output([str(python), "-c", question], stderr=subprocess.DEVNULL)
        return tuple(int(number) for number in answer.split())
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None


def suitable_python():
    """A Python of a version that the course supports: this one, or one found on the PATH."""
    if sys.version_info[:2] in VERSIONS:
        return sys.executable
    for version in VERSIONS:
        found = shutil.which("python{}.{}".format(*version))
        if found and version_of(found) == version:
            return found
    raise Trouble("{}, {}. This is Python {}.{}.".format(NEEDED, AGAIN, *sys.version_info[:2]))


# --- installing ----------------------------------------------------------------------------


def fingerprint(requirements):
    """A hash of everything that decides what gets installed."""
    names = [requirements, LESSONS, "constraints.txt", "pyproject.toml"]
    content = b"".join((ROOT / name).read_bytes() for name in names)
    return hashlib.sha256(content + str(VENV).encode()).hexdigest()


def stamp(requirements):
    """The file that remembers what was installed from `requirements`."""
    return VENV / (requirements + ".installed")


def is_installed(requirements):
    """Whether .venv holds exactly what `requirements` says now."""
    mark = stamp(requirements)
    return mark.exists() and mark.read_text() == fingerprint(requirements)


def make_venv(python):
    """Creates .venv with this Python, from nothing."""
    made = subprocess.run([python, "-m", "venv", "--clear", str(VENV)], stdout=subprocess.PIPE)
    if made.returncode:
        raise Trouble(
            "Python could not create the folder .venv: on Debian and Ubuntu run "
            f"'sudo apt install python3-venv', elsewhere read the lines above, {AGAIN}."
        )


def pip_install(requirements):
    """Installs `requirements` into .venv; what pip says goes to a log."""
    command = [str(PYTHON), "-m", "pip", "install", "--no-compile", "--disable-pip-version-check"]
    with open(str(LOG), "w") as log:
        failed = subprocess.call(
            [*command, "-r", requirements], cwd=str(ROOT), stdout=log, stderr=subprocess.STDOUT
        )
    if not failed:
        return
    said = LOG.read_text(errors="replace")
    sentence = next(sentence for words, sentence in TROUBLES if re.search(words, said))
    raise Trouble(f"{sentence} (log: {LOG}).")


def compile_packages():
    """Compiles what was installed, on all processors; pip takes one, and the packages' tests."""
    tests = r"site-packages.*[/\\]tests?[/\\]"
    command = [str(PYTHON), "-m", "compileall", "-q", "-j", "0", "-x", tests, str(VENV)]
    subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def install(requirements=LESSONS):
    """Brings .venv up to date; does nothing when nothing changed."""
    usable = version_of(PYTHON) in VERSIONS
    if usable and (is_installed(requirements) or is_installed(DEV)):
        return
    python = str(PYTHON) if usable else suitable_python()
    print("Installing the course into .venv: a minute or two, about 1 GB.", flush=True)
    for mark in (stamp(LESSONS), stamp(DEV)):
        if mark.exists():
            mark.unlink()  # an interrupted install must not look finished
    if not usable:
        make_venv(python)
    pip_install(requirements)
    compile_packages()
    stamp(requirements).write_text(fingerprint(requirements))


# --- commands ------------------------------------------------------------------------------


def has_screen():
    """Whether a browser window can open here."""
    if "SSH_CONNECTION" in os.environ or os.environ.get("CI"):
        return False
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def lab():
    """Opens JupyterLab at the first lesson, or prints its address where no window can open."""
    install()
    copies()
    command = [str(PYTHON), "-m", "jupyterlab", f"--LabApp.default_url=/lab/tree/{START}"]
    command.append("--log-level=ERROR")  # the address is shown all the same
    print("Starting JupyterLab. Stop it with Ctrl-C.", flush=True)
    if not has_screen():
        print("No screen here: open the address that JupyterLab prints below.", flush=True)
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container everybody is root
    os.chdir(str(ROOT))
    os.environ["JUPYTER_CONFIG_PATH"] = lab_config(os.environ.get("JUPYTER_CONFIG_PATH"))
    trust_notebooks()
    if os.name == "nt":
        return subprocess.call(command)
    return os.execv(command[0], command)


def copies(*arguments):
    """Brings the learner's copies of the lessons up to date, and says what they should know."""
    return subprocess.call([str(PYTHON), "-m", "tools.copies", *arguments], cwd=str(ROOT))


def lab_config(others=None):
    """The folders in which JupyterLab looks for settings besides its own: ours and `others`."""
    return os.pathsep.join([str(LAB), *([others] if others else [])])


def trust_notebooks():
    """Signs our own notebooks, so that JupyterLab shows their stored widgets at once."""
    notebooks = [str(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.call([str(PYTHON), "-m", "jupyter", "trust", *notebooks], **quiet)


def run(arguments):
    """Runs .venv's Python with `arguments` in the course's folder."""
    install(DEV)
    return subprocess.call([str(PYTHON), *arguments], cwd=str(ROOT))


def run_stage(name, command):
    """Runs one stage of the tests: whether it passed, the line that says so, and flaky tests."""
    print(f"\n=== {name}", flush=True)
    begin, flaky = time.time(), []
    if command[0] == "pytest":
        failed, flaky = run_pytest(name, command)
    else:
        failed = subprocess.call([str(PYTHON), "-m", *command], cwd=str(ROOT))
    word = "FAILED" if failed else "flaky" if flaky else "ok"
    return not failed, f"{name:<12}{word:<8}{time.time() - begin:6.0f} s", flaky


def run_pytest(name, command):
    """Runs a stage of pytest, a few failed tests again: its exit code, and what was flaky."""
    record = RECORDS / name.replace(" ", "_")
    shutil.rmtree(str(record), ignore_errors=True)
    keep = ("-o", f"cache_dir={record}")
    failed = subprocess.call([str(PYTHON), "-m", *command, *PYTEST, *keep], cwd=str(ROOT))
    again = failed_tests(record) if failed == 1 else []
    if not 0 < len(again) <= AT_MOST:
        return failed, []
    print("\n=== {}: again, alone: {}".format(name, ", ".join(again)), flush=True)
    options = [option for option in command[1:] if option.startswith("--nbval")]
    alone = [str(PYTHON), "-m", "pytest", "-q", *options, *again]
    failed = subprocess.call(alone, cwd=str(ROOT))
    return failed, [] if failed else again


def failed_tests(record):
    """The tests that failed; of a notebook the whole file, for its cells need each other."""
    found = record / "v" / "cache" / "lastfailed"
    if not found.exists():
        return []
    names = json.loads(found.read_text())
    return sorted({test.split("::")[0] if ".ipynb::" in test else test for test in names})


def test(stages=TESTS):
    """Runs all stages, so that one run tells everything that is broken."""
    install(DEV)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # hundreds of processes open the same modules
    results = [run_stage(name, command) for name, command in stages]
    print("\n" + "\n".join(line for _, line, _ in results))
    for test in (test for _, _, flaky in results for test in flaky):
        print(f"FLAKY: {test} failed, then passed alone. Mend it: it is a defect.")
    return 0 if all(passed for passed, _, _ in results) else 1


def sweeps():
    """Runs the tests that go over everything of a kind, of which `test` takes a sample."""
    return test(SWEEPS)


def browser():
    """Runs the tests in a real browser."""
    return test(BROWSER)


def lessons():
    """Runs every lesson whole in a browser without a server: slow, before a release."""
    return test(IN_BROWSER)


def main(arguments):
    """Runs the command named in `arguments` and returns its exit code."""
    command, rest = (arguments or ["help"])[0], arguments[1:]
    if command == "run" and rest:
        return run(rest)
    if command == "setup" and rest in ([], ["--dev"]):
        return install(DEV if rest else LESSONS)
    if command == "fresh" and rest:
        return install() or copies("fresh", *rest)
    commands = {"lab": lab, "test": test, "sweeps": sweeps, "browser": browser, "lessons": lessons}
    if command in commands and not rest:
        return commands[command]()
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit("Stopped: run the same command again when you like.")
