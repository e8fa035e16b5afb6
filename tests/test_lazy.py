"""The lazy loader: a package gives its functions, whatever was imported first."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def homes(package):
    """Name -> module of a package that opens its modules lazily."""
    return import_module(package).HOMES


def lazy_packages():
    files = [*ROOT.glob("lib/*/__init__.py"), *ROOT.glob("check/__init__.py")]
    lazy = [path for path in files if "lazy(__name__" in path.read_text("utf-8")]
    return [str(path.parent.relative_to(ROOT)).replace("/", ".") for path in lazy]


ORDERS = {  # what somebody may have done before `from package import name`
    "nothing": "",
    "import module": "import {package}.{home}",
    "from module": "from {package}.{home} import {name}",
    "import_module": "import importlib; importlib.import_module('{package}.{home}')",
    "module by from": "from {package} import {home}",
}
CHECK = """
import sys, types
for cases in {rounds!r}:
    for ours in [one for one in sys.modules if one.split(".")[0] in ("lib", "check")]:
        del sys.modules[ours]  # as in a new Python; what is not ours stays
    for package, name, home, before in cases:
        exec(before, {{}})
        exec(f"from {{package}} import {{name}} as got")
        assert not isinstance(got, types.ModuleType), got
        assert got is getattr(sys.modules[package], name), (name, got, before)
        assert got is getattr(sys.modules[f"{{package}}.{{home}}"], name), (name, got, before)
    print("all asked")
"""


def test_the_rooms_with_a_lazy_door_are_found():
    assert {"lib.draw", "lib.widgets"} <= set(lazy_packages())
    assert homes("lib.widgets")["stepper"] == "stepper"
    assert set(homes("lib.draw")) == set(import_module("lib.draw").__all__)


@pytest.mark.parametrize("package", lazy_packages())
def test_a_package_gives_the_function_whatever_was_imported_first(package):
    """In a Python of its own; from the last name to the first, other modules are opened early."""
    rounds = [
        [
            (package, name, home, order.format(package=package, name=name, home=home))
            for name, home in sorted(homes(package).items(), reverse=turned)
        ]
        for order in ORDERS.values()
        for turned in (False, True)
    ]
    command = [sys.executable, "-c", CHECK.format(rounds=rounds)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "all asked\n" * len(rounds), done.stdout + done.stderr
