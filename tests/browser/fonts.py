"""Which fonts the browser finds: a bare machine has DejaVu only, whose letters are the widest."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGES = {  # what stands for Helvetica and Arial: the Debian package that brings it
    "DejaVu Sans": "fonts-dejavu-core",
    "Liberation Sans": "fonts-liberation",  # as wide as Helvetica and Arial
}
SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
{folders}
<include ignore_missing="yes">/etc/fonts/conf.d</include>
<cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""

in_both_fonts = pytest.mark.parametrize("fonts", PACKAGES, indirect=True)


def only(family, tmp_path_factory):
    """The environment of a browser that finds DejaVu and, if it is another one, `family`."""
    folders = {folder for name in ("DejaVu Sans", family) for folder in _folders(name)}
    settings = tmp_path_factory.mktemp("fonts") / "fonts.conf"
    listed = "\n".join(f"<dir>{folder}</dir>" for folder in sorted(folders))
    settings.write_text(SETTINGS.format(folders=listed))
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}


def _folders(family):
    """The folders in which the files of a family lie."""
    command = ["fc-list", family, "--format", "%{file}\\n"]
    files = subprocess.check_output(command, text=True) if shutil.which("fc-list") else ""
    if not files:
        pytest.skip(f"no {family} here: install it (Debian: apt install {PACKAGES[family]})")
    return {Path(file).parent for file in files.splitlines()}
