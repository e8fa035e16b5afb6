"""The wheel: installed without the checkout, the library finds everything that it needs."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

from lib.files import course_folder

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
PROGRAM = """
import lib, check, grade
from grade import problems
from lib.games import CaptureTheFlag, Pacman
from lib.logs import read_log
from lib.widgets import play_board, present
from lib.games import TicTacToe
from lib.search import ucb1

for package in (lib, check, grade):
    assert HOME in package.__file__, package.__file__
Pacman("small_classic").initial_state()
CaptureTheFlag("capture_tiny").initial_state()
print(len(read_log("normal_mcts")), len(problems.names()), len(check.catalogue("ucb1")) > 5)
play_board(TicTacToe())
print(check.ucb1(ucb1).passed, problems.load("ps1_minimax").points)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy: setuptools keeps what it built before in the folder."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("lib", "check", "grade", "data", "notebooks/exercises"):
        shutil.copytree(ROOT / name, folder / "copy" / name)
    shutil.copy(ROOT / "pyproject.toml", folder / "copy")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder]
    command.append(folder / "copy")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_an_installed_wheel_works_from_any_folder(wheel, tmp_path):
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    packages = next(home.rglob("site-packages"))
    zipfile.ZipFile(wheel).extractall(packages)
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))  # what it depends on
    program = f"HOME = {str(packages)!r}\n{PROGRAM}"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = subprocess.run(
        [python, "-I", "-c", program], cwd=elsewhere, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "7", "True", "True", "21.0"]


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_no_test(wheel):
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}
    rooms = ("lib", "check", "grade")
    ours = {p.relative_to(ROOT).as_posix() for room in rooms for p in (ROOT / room).rglob("*.py")}
    assert inside == ours


def test_every_package_is_listed():
    rooms = ("lib", "check", "grade")
    folders = {p.parent.relative_to(ROOT) for room in rooms for p in (ROOT / room).rglob("*.py")}
    listed = {name for name in SETTINGS["packages"] if name not in SETTINGS["package-dir"]}
    assert {".".join(folder.parts) for folder in folders} == listed


def test_a_missing_folder_is_a_sentence():
    with pytest.raises(FileNotFoundError, match="the folder data/nothing of the course is missing"):
        course_folder("data/nothing")
    assert (course_folder("data/layouts") / "corridor.lay").exists()
