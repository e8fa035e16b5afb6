"""reveal.js, the program that turns slides: taken once from a Python package, kept under build.

The package is sphinx-revealjs, which carries reveal.js. Only those files are taken out of it;
neither it nor Sphinx is installed. Needs the package index once; after that, nothing.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "sphinx-revealjs==3.2.1"
HASH = "sha256:805bed3ca459346e0f01967d5ed1c40d6b7b917de1541e1e4566c8341fe7017b"
INSIDE = "sphinx_revealjs/_static/revealjs/"
FILES = ("dist/reset.css", "dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")


class NoReveal(Exception):
    """reveal.js is not here and cannot be fetched."""


def put_reveal(folder: Path, kept: Path) -> None:
    """Copies reveal.js into `folder`, fetching it into `kept` the first time."""
    have_reveal(kept)
    shutil.copytree(kept, folder, dirs_exist_ok=True)


def have_reveal(kept: Path) -> None:
    """Fetches reveal.js into `kept` unless it is there; NoReveal where that fails."""
    if not all((kept / name).exists() for name in FILES):
        fetch(kept)


def fetch(kept: Path) -> None:
    """Takes the files of reveal.js out of the package."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "wanted.txt").write_text(f"{PACKAGE} --hash={HASH}\n")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--require-hashes", "--only-binary=:all:", "-r", "wanted.txt"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True)
        wheels = list(Path(place).glob("*.whl"))
        if done.returncode or not wheels:
            raise NoReveal(
                f"reveal.js comes from the Python package {PACKAGE}, and pip could not fetch it: "
                f"check the network, then run make slides again. pip said: {done.stderr.strip()}"
            )
        with zipfile.ZipFile(wheels[0]) as wheel:
            for name in FILES:
                target = kept / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(wheel.read(INSIDE + name))
