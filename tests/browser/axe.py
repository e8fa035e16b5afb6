"""axe-core, which looks for what shuts people with a disability out: fetched once, into build."""

import shutil
import subprocess
import tarfile

import pytest

from tools.notebooks import ROOT

VERSION = "4.14.0"  # of the package axe-core on npm: the only place that names it
KEPT = ROOT / "build" / "axe"
FIND = """async ([places, away]) => {
  const options = { resultTypes: ["violations"], preload: false };
  const { violations } = await axe.run({ include: places, exclude: away }, options);
  const checks = (node) => [...node.any, ...node.all, ...node.none].slice(0, 2);
  const why = (node) => checks(node).map((one) => one.message);
  return violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.html.slice(0, 160)} (${why(node).join("; ")})`));
}"""


def violations(page, *places, away=()):
    """What axe-core finds inside these selectors, in words; on the whole page without any."""
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(program())
    return page.evaluate(FIND, [[[one] for one in places or ("html",)], [[one] for one in away]])


def program():
    """The source of axe-core; skips the test where it cannot be had."""
    file = KEPT / f"axe-{VERSION}.js"
    if not file.exists():
        _fetch(file)
    return file.read_text("utf-8")


def _fetch(file):
    """Lets npm fetch the package, and keeps the one file that is needed."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is missing, which fetches axe-core: install it (Debian: apt install npm)")
    KEPT.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
    subprocess.run(command, cwd=KEPT, capture_output=True, timeout=120)
    packed = KEPT / f"axe-core-{VERSION}.tgz"
    if not packed.exists():
        pytest.skip("npm could not fetch the package axe-core: check the network")
    with tarfile.open(packed) as archive:
        part = file.with_suffix(".part")
        part.write_bytes(archive.extractfile("package/axe.min.js").read())
        part.replace(file)
