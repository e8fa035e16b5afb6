"""Writes the lessons as notebooks that run in a browser, with nothing installed: make lite.

The result, build/site/lite, is JupyterLite with Python compiled for browsers (Pyodide). It works
on any static web server, below any path, and needs no other server: Pyodide's core and all pure
Python packages lie beside it. Packages with compiled code, such as numpy, are looked for at
Pyodide's own address; without network the stored picture of a cell stands in (tools/browser.py).

Building needs npm and a package index once; what was fetched is kept in build/lite.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

from tools.browser import source_key
from tools.copies import originals, without_outputs
from tools.notebooks import ROOT
from tools.render import page_file

OUT = ROOT / "build" / "site" / "lite"
CACHE = ROOT / "build" / "lite"
PYODIDE = "314.0.7"  # the package pyodide on npm; it brings Python 3.14
CDN = f"https://cdn.jsdelivr.net/pyodide/v{PYODIDE}/full/"
STORAGE = "Looking Ahead"  # where browsers keep a learner's work: never change it
EXTENSIONS = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
KERNEL = EXTENSIONS / "@jupyterlite" / "pyodide-kernel-extension"
USED = (  # the extensions of JupyterLab that lessons need
    "@jupyterlite/pyodide-kernel-extension",
    "@jupyter-widgets/jupyterlab-manager",
    "anywidget",
)
WORKER, RELEASE = "service-worker.js", "release.json"
COURSE = "looking-ahead"
AT_START = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", COURSE)
LEFT_OUT = {  # what packages ask for and a browser does not need at the start, or cannot have
    "jupyterlab-widgets",
    "matplotlib",
    "nbformat",
    "numpy",
    "widgetsnbextension",
}
BROWSER = {  # for "only on this system" in the requirements of packages
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}
UNUSED = (  # parts of wheels that are large and not needed there; also what holds solutions
    r"jedi/third_party/(django-stubs|typeshed/stubs)/",
    r"jedi/third_party/typeshed/stdlib/(?!(VERSIONS|_collections_abc|_typeshed|abc|builtins"
    r"|collections|copy|dataclasses|enum|fractions|functools|heapq|itertools|json|math|operator|os"
    r"|pathlib|random|re|statistics|string|sys|time|types|typing|typing_extensions)\b)",
    r"wcwidth/table_grapheme_overrides/_known",
    r"anywidget/(labextension|nbextension)/",
    r"pygments/lexers/(?!__init__|_mapping|_css_builtins|css|data|html|javascript|jvm|markup|perl"
    r"|python|ruby|shell|special)",
    r"anywidget-.*\.data/",
    r"(grade|lib/_course/notebooks)/",
)
ROOMS = ("lib", "check", "grade", "data", "notebooks/exercises")
BUILT = "Lessons run in a browser once build/site is on a web server: try python -m http.server."
UNREACHABLE = "The lessons that run in a browser were left out: {reason}"
REASONS = {
    "tools": "jupyterlite is not installed; run: python course.py setup --dev",
    "npm": "npm is missing; install it (Debian: apt install npm).",
    "pyodide": "npm could not fetch the package pyodide; check the network.",
    "wheels": "pip could not fetch {names}; check the network.",
}


class LeftOut(Exception):
    """Why the browser edition cannot be built here, in a sentence."""


def pyodide() -> Path:
    """The folder of Pyodide's core, fetched by npm unless it is there."""
    folder = CACHE / f"pyodide-{PYODIDE}"
    if folder.exists():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise LeftOut(REASONS["npm"])
    CACHE.mkdir(parents=True, exist_ok=True)
    done = _quiet([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], CACHE)
    packed = CACHE / f"pyodide-{PYODIDE}.tgz"
    if done.returncode or not packed.exists():
        raise LeftOut(REASONS["pyodide"])
    with tarfile.open(packed) as archive:
        archive.extractall(CACHE / "unpacked", filter="data")
    packed.unlink()
    (CACHE / "unpacked" / "package").rename(folder)
    return folder


def _quiet(command, folder):
    """Runs a program that says nothing unless it fails."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


# --- packages --------------------------------------------------------------------------------


def course_wheel(folder: Path) -> Path:
    """The wheel of the course with the stored outputs of all lessons, built in `folder`."""
    copy = folder / "copy"
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    shutil.copy(ROOT / "tools" / "browser.py", copy / "lib")  # lib/__init__.py starts it there
    stored = copy / "data" / "stored"
    stored.mkdir()
    (stored / "outputs.json").write_text(json.dumps(stored_outputs()), "utf-8")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    done = _quiet([*command, "--no-build-isolation", "-w", folder, copy], folder)
    if done.returncode:
        raise RuntimeError(done.stderr)
    wheel = next(folder.glob("*.whl"))
    name, number, rest = wheel.name.split("-", 2)  # a new release is a new file for every cache
    return wheel.rename(folder / f"{name}-{number}-0{_sha256(wheel)[:8]}-{rest}")


def stored_outputs() -> dict[str, list]:
    """The outputs of every cell of every lesson that is no widget, by the key of its source."""
    found = {}
    for notebook in originals().values():
        for cell in notebook["cells"]:
            kept = [one for one in cell.get("outputs", ()) if _is_shown_anywhere(one)]
            if kept:
                found[source_key("".join(cell["source"]))] = kept
    return found


def _is_shown_anywhere(output) -> bool:
    return not any("widget-view" in kind for kind in output.get("data", ()))


def wheels(course: Path) -> dict[str, Path]:
    """The pure wheels of everything that the kernel and the course need, by name."""
    kept = CACHE / "wheels"
    kept.mkdir(parents=True, exist_ok=True)
    found = {_name(path): path for path in (KERNEL / "static" / "pypi").glob("*.whl")}
    found[COURSE] = course
    todo, done = [*AT_START], {}
    while todo:
        name = todo.pop()
        if name not in done:
            done[name] = found.get(name) or _fetched(name, kept)
            todo += needs(done[name])
    return done


def slim(wheel: Path, folder: Path) -> Path:
    """The same wheel in `folder` without what a browser does not need, packed tightly."""
    with zipfile.ZipFile(wheel) as full, zipfile.ZipFile(folder / wheel.name, "w") as small:
        for entry in full.infolist():
            content = full.read(entry)
            if entry.filename.endswith(".dist-info/RECORD"):
                content = b"".join(line for line in content.splitlines(True) if _is_used(line))
            if _is_used(entry.filename.encode()):
                small.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return folder / wheel.name


def _is_used(name: bytes) -> bool:
    """Whether a file of a wheel is needed, by its name or by the line that records it."""
    return not re.match("|".join(UNUSED), name.decode())


def _name(wheel: Path) -> str:
    return canonicalize_name(parse_wheel_filename(wheel.name)[0])


def needs(wheel: Path) -> list[str]:
    """The names of the packages that a wheel needs in a browser."""
    asked = [Requirement(text) for text in _metadata(wheel).get_all("Requires-Dist", ())]
    asked = [one for one in asked if one.marker is None or one.marker.evaluate(BROWSER)]
    return sorted({canonicalize_name(one.name) for one in asked} - LEFT_OUT)


def _metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode())


def _fetched(name, folder) -> Path:
    """The pure wheel of a package in the version that .venv has, fetched unless it is there."""
    try:
        number = version(name)
    except PackageNotFoundError:
        number = _lock()["packages"][name]["version"]
    wanted = f"{name}=={number}"
    for path in folder.glob("*.whl"):
        if _name(path) == name and str(parse_wheel_filename(path.name)[1]) == number:
            return path
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    pure = ["--only-binary=:all:", "--platform=any", "--abi=none", "--implementation=py"]
    done = _quiet([*command, *pure, "--python-version=3.14", "-d", folder, wanted], folder)
    if done.returncode:
        raise LeftOut(REASONS["wheels"].format(names=wanted))
    return _fetched(name, folder)


def _lock() -> dict:
    return json.loads((pyodide() / "pyodide-lock.json").read_text("utf-8"))


def lock_file(pure: dict[str, Path]) -> dict:
    """Which packages there are: ours beside this file, all others at Pyodide's address."""
    lock = _lock()
    for entry in lock["packages"].values():
        entry["file_name"] = CDN + entry["file_name"]
    for name, path in pure.items():
        lock["packages"][name] = {
            "depends": [one for one in needs(path) if one in pure],
            "file_name": path.name,
            "imports": _modules(path),
            "install_dir": "site",
            "name": name,
            "package_type": "package",
            "sha256": _sha256(path),
            "unvendored_tests": False,
            "version": str(parse_wheel_filename(path.name)[1]),
        }
    return lock


def _modules(wheel) -> list[str]:
    """The names under which a wheel is imported."""
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist() if name.endswith(".py")}
    return sorted(top.removesuffix(".py") for top in tops if not top.endswith((".data", "-info")))


def _sha256(path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# --- notebooks -------------------------------------------------------------------------------


def staged(notebook: dict) -> dict:
    """The learner's copy as a browser gets it: trusted, and with links that lead somewhere."""
    copy = without_outputs(notebook)
    copy["metadata"]["kernelspec"] = {
        "display_name": "Python (Pyodide)",
        "language": "python",
        "name": "python",
    }
    for cell in copy["cells"]:
        if cell["cell_type"] == "code":
            cell["metadata"]["trusted"] = True
        else:
            cell["source"] = re.sub(r"\]\(([^)#]+)", _link, "".join(cell["source"]))
    return copy


def _link(found) -> str:
    """A link of a lesson as it works here: files of the course that are no notebook are pages."""
    url = found[1]
    pages = {"../VERIFICATION.md": "verification.html", "../README.md": "index.html"}
    if url.startswith("http") or url.endswith(".ipynb"):
        return found[0]
    return f"](../../{pages.get(url, 'index.html')}"


def write_contents(folder: Path) -> None:
    """Puts every learner's copy into `folder`."""
    for name, notebook in originals().items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(staged(notebook), ensure_ascii=False), "utf-8")


# --- the whole -------------------------------------------------------------------------------


def settings(lock: str) -> dict:
    """What JupyterLite is told: where Python lies, and where work is kept."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": list(AT_START),
            "lockFileURL": f"./static/pyodide/pyodide-lock.json?{lock}",
        },
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Looking Ahead",
            "contentsStorageName": STORAGE,
            "settingsStorageName": f"{STORAGE}: settings",
            "workspacesStorageName": f"{STORAGE}: workspaces",
            "exposeAppInBrowser": True,
            "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
        },
    }


def build(out: Path = OUT) -> Path:
    """Builds the whole edition; the folder it is in. LeftOut where that is not possible."""
    if not KERNEL.exists():
        raise LeftOut(REASONS["tools"])
    CACHE.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=CACHE) as stage:
        _build(Path(stage), out)
    return out


def _build(stage, out) -> None:
    """Puts all parts together in the folder `stage`, then the whole into `out`."""
    (stage / "wheel").mkdir()
    core, pure = pyodide(), wheels(course_wheel(stage / "wheel"))
    place = stage / "files" / "static" / "pyodide"
    place.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(core / name, place)
    pure = {name: slim(path, place) for name, path in pure.items()}
    lock = json.dumps(lock_file(pure))
    (place / "pyodide-lock.json").write_text(lock, "utf-8")
    digest = hashlib.sha256(lock.encode()).hexdigest()[:8]
    (stage / "lite").mkdir()
    (stage / "lite" / "jupyter-lite.json").write_text(json.dumps(settings(digest)), "utf-8")
    extensions = {"LiteBuildConfig": {"federated_extensions": [str(EXTENSIONS / n) for n in USED]}}
    (stage / "lite" / "jupyter_lite_config.json").write_text(json.dumps(extensions), "utf-8")
    write_contents(stage / "contents")
    _jupyterlite(stage, out)
    shutil.copytree(place, out / "static" / "pyodide", dirs_exist_ok=True)
    _add_pages(out)
    write_release(out)


def _add_pages(out) -> None:
    """Adds our own line below each notebook, and the page with the learner's saved work."""
    for name in ("lite.js", "lite.css", "mine.html", "mine.js"):
        (out / name).write_text(page_file(name).replace("{storage}", STORAGE), "utf-8")
    page = out / "notebooks" / "index.html"
    text = page.read_text("utf-8").replace("<title>Jupyter Notebook - Notebooks<", "<title>Lesson<")
    ours = '<link rel="stylesheet" href="../lite.css"><script defer src="../lite.js"></script>'
    page.write_text(text.replace("</head>", f"{ours}</head>"), "utf-8")
    (out / "index.html").write_text(page_file("lite.html"), "utf-8")
    for name in ("notebook", "busy-1"):  # JupyterLab looks for them
        icon = out / "static" / "favicons" / f"favicon-{name}.ico"
        icon.parent.mkdir(exist_ok=True)
        shutil.copy(out / "notebooks" / "favicon.ico", icon)
    worker = out / WORKER
    worker.write_text(page_file("worker.js") + worker.read_text("utf-8"), "utf-8")


def write_release(out: Path) -> None:
    """Writes down the hash of every file, by which browsers keep it (tools/page/worker.js)."""
    paths = sorted(path for path in out.rglob("*") if path.is_file())
    files = {path.relative_to(out).as_posix(): _sha256(path)[:16] for path in paths}
    files = {name: digest for name, digest in files.items() if name not in (WORKER, RELEASE)}
    core = [name for name in files if name.startswith("static/pyodide/")]
    (out / RELEASE).write_text(json.dumps({"core": core, "files": files}), "utf-8")


def _jupyterlite(stage, out) -> None:
    """Runs the builder of JupyterLite."""
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", stage / "lite"]
    command += ["--contents", stage / "contents", "--output-dir", out.resolve(), "--force"]
    command += ["--no-sourcemaps", "--no-unused-shared-packages", "--no-libarchive"]
    command += ["--apps=notebooks", "--ignore-sys-prefix"]
    done = _quiet([str(part) for part in command], stage / "lite")
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)


if __name__ == "__main__":
    try:
        build()
        print(BUILT)
    except LeftOut as reason:
        print(UNREACHABLE.format(reason=reason))
