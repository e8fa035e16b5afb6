"""Reads what was handed in: ordinary files, and zip files, which are never written to disk.

Nothing here trusts a name or a size: links are not followed, a zip is read only so far, and
names that lead out of it lead nowhere.
"""

import io
import os
import re
import stat
import time
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from lib.grade import graft

SUFFIXES = (".ipynb", ".py")
CLUTTER = {".ipynb_checkpoints", ".DS_Store", ".git", "__MACOSX", "__pycache__", "Thumbs.db"}
MAX_FILES = 200  # of one student, or in one zip
MAX_UNPACKED = 5 * graft.MAX_BYTES  # all files of one zip together
MAX_DEPTH = 4  # of folders
ZIPS_IN_ZIPS = 1
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # the second one of an empty zip
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)


@dataclass
class File:
    """One file: its content, or why there is none."""

    name: str
    where: str  # the whole path, to be searched for names
    time: float = 0.0
    data: bytes = b""
    problem: str | None = None
    notes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)


def found_in(folder: Path) -> list[Path]:
    """The files below a student's folder, without following links; clutter left out."""
    return _below(folder)[:MAX_FILES]


def _below(folder, depth=0):
    found = []
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if is_clutter(entry.name) or len(found) >= MAX_FILES:
            continue
        if entry.is_dir(follow_symlinks=False):
            found += _below(Path(entry.path), depth + 1) if depth < MAX_DEPTH else []
        else:
            found.append(Path(entry.path))
    return found


def is_clutter(name: str) -> bool:
    return name in CLUTTER or name.startswith("._")


def likely(files: list[File]) -> list[File]:
    """The notebooks and programs among the files; all of them where there are none."""
    return [file for file in files if file.name.lower().endswith(SUFFIXES)] or files


def opened(path: Path, folder: Path) -> list[File]:
    """The file at `path`, or all files in it if it is a zip, whatever it is called."""
    where = shown(str(path.relative_to(folder)))
    file = File(shown(path.name), where, _age(path))
    try:
        file.data = _read(path)
    except graft.Unreadable as problem:
        file.problem = str(problem)
        if path.is_symlink():
            file.flags.append("handed in a link instead of a file")
    return unpacked(file) if file.data.startswith(ZIP_MARKS) else [file]


def shown(name: str) -> str:
    """The name as text that can be shown, and that stays different from others."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _age(path):
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _read(path) -> bytes:
    """The bytes of a regular file; links, pipes and devices are Unreadable."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        is_link = os.path.islink(path)
        reason = "it is a link" if is_link else f"it cannot be opened ({error.strerror})"
        raise graft.Unreadable(f"The file was not read: {reason}.") from None
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise graft.Unreadable("The file was not read: it is no ordinary file.")
        return file.read(graft.MAX_BYTES + 1)


# --- zip files -----------------------------------------------------------------------------


def unpacked(packed: File, depth: int = 0) -> list[File]:
    """The files in a zip that may be meant; one File that says why there are none."""
    if len(packed.data) > graft.MAX_BYTES:
        return [_refused(packed, f"it is larger than {graft.MAX_BYTES / 1e6:g} MB")]
    try:
        with zipfile.ZipFile(io.BytesIO(packed.data)) as archive:
            return _taken_out(packed, archive, *_members(archive), depth)
    except BROKEN:
        return [_refused(packed, "it is damaged")]


def _refused(packed, reason):
    flags = [*packed.flags, f"handed in a zip file that was not read: {reason}"]
    problem = f"The zip file {packed.name} was not read: {reason}."
    return File(packed.name, packed.where, packed.time, problem=problem, flags=flags)


def _members(archive):
    """The entries that may be meant, notebooks first; and flags for names that lead out."""
    infos, flags = [], []
    for info in archive.infolist():
        parts = PurePosixPath(info.filename.replace("\\", "/")).parts
        if info.is_dir() or any(map(is_clutter, parts)):
            continue
        if ".." in parts or parts[:1] == ("/",) or re.match(r"[A-Za-z]:", info.filename):
            flags = ["handed in a zip file with names that lead out of it"]
        infos.append(info)
    wanted = [i for i in infos if i.filename.lower().endswith((*SUFFIXES, ".zip"))] or infos
    wanted.sort(key=lambda info: info.filename.lower().endswith(".py"))
    return wanted[:MAX_FILES], flags


def _taken_out(packed, archive, infos, flags, depth):
    left, found = MAX_UNPACKED, []
    for info in infos:
        if left <= 0:
            return [_refused(packed, f"it unpacks to more than {MAX_UNPACKED / 1e6:g} MB")]
        file = _member(packed, archive, info)
        file.flags += flags
        left -= len(file.data)
        inner = file.data.startswith(ZIP_MARKS)
        found += unpacked(file, depth + 1) if inner and depth < ZIPS_IN_ZIPS else [file]
    if not found:
        return [_refused(packed, "there is no file in it")]
    return found


def _member(packed, archive, info):
    """One entry of a zip, read no further than the limit, whatever size it claims to have."""
    name = PurePosixPath(info.filename.replace("\\", "/")).name
    where = f"{packed.where}/{shown(info.filename)}"
    file = File(shown(name), where, _time(info), notes=[f"Taken out of {packed.name}."])
    file.flags += packed.flags
    try:
        if info.flag_bits & 1:
            raise RuntimeError("a password")
        with archive.open(info) as stream:
            file.data = stream.read(graft.MAX_BYTES + 1)
    except NotImplementedError:
        file.problem = f"The file {file.name} in {packed.name} is packed in a way we cannot open."
    except BROKEN as error:
        reason = "has a password" if "password" in str(error) else "is damaged"
        file.problem = f"The file {file.name} in {packed.name} {reason}."
    return file


def _time(info) -> float:
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0
