"""axe-core, which looks for what bars people with a disability: fetched once by npm into build."""

import shutil
import subprocess
import tarfile

import pytest

from tools.notebooks import ROOT

VERSION = "4.14.0"  # of axe-core on npm; the only place that names it
KEPT = ROOT / "build" / "axe"
FIND = """async ([place, away]) => {
  const frame = { include: place, exclude: away };
  const options = { resultTypes: ["violations"], rules: { "color-contrast": { enabled: true } } };
  const { violations } = await axe.run(frame, options);
  return violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id}: ${node.html.slice(0, 160)} (${node.any.concat(node.all, node.none).map((c) => c.message).slice(0, 2).join("; ")})`));
}"""


def program():
    """The source of axe-core; skips the test where it cannot be had."""
    file = KEPT / f"axe-{VERSION}.js"
    if not file.exists():
        _fetch(file)
    return file.read_text("utf-8")


def _fetch(file):
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is missing, which fetches axe-core: install it (Debian: apt install npm)")
    KEPT.mkdir(parents=True, exist_ok=True)
    command = [npm, "pack", "--silent", f"axe-core@{VERSION}"]
    subprocess.run(command, cwd=KEPT, capture_output=True, timeout=120)
    packed = KEPT / f"axe-core-{VERSION}.tgz"
    if not packed.exists():
        pytest.skip("npm could not fetch the package axe-core; check the network")
    with tarfile.open(packed) as archive:
        file.write_bytes(archive.extractfile("package/axe.min.js").read())


def violations(page, *places, away=()):
    """What axe-core finds in these parts of a page (selectors), in words; all of it without any."""
    if not page.evaluate("() => !!window.axe"):
        page.evaluate(f"{program()}\n;() => 0" if False else program())
    return page.evaluate(FIND, [[[place] for place in places or ("html",)], [[a] for a in away]])
