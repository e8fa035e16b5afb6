"""Reads what was handed in: files, and zip and tar files, which are never written to disk.

Nothing here trusts a name or a size: links are not followed, a zip is read only so far, and
names that lead out of it lead nowhere.
"""

import bz2
import gzip
import hashlib
import io
import lzma
import os
import re
import stat
import tarfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path, PurePosixPath

from grade import transplant
from grade.limits import (
    MAX_DEPTH,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_NOTEBOOK_BYTES,
    MAX_PACKED_BYTES,
    MAX_SEEN,
    ZIPS_IN_ZIPS,
)
from grade.messages import FILES

_SUFFIXES = (".ipynb", ".py")
_CLUTTER = {
    ".ipynb_checkpoints",
    ".DS_Store",
    ".git",
    ".venv",
    "__MACOSX",
    "__pycache__",
    "node_modules",
    "site-packages",
    "Thumbs.db",
    "venv",
}
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # the second one of an empty zip
TAR_MARK, TAR_MARK_AT = b"ustar", 257
PACKED = {b"\x1f\x8b": gzip, b"BZh": bz2, b"\xfd7zXZ\x00": lzma}
ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz")
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)


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
    digest: str = ""
    cells: list[transplant.HandedIn] = field(default_factory=list)

    def read(self) -> "File":
        """The same with its cells, or why there are none; the bytes are not kept."""
        self.digest = hashlib.sha256(self.data).hexdigest()
        if not self.problem:
            try:
                self.cells = transplant.read(self.data, self.name)
            except transplant.Unreadable as problem:
                self.problem = str(problem)
        self.data = b""
        return self


@dataclass
class Budget:
    """How much may still be taken out of the zip files of one entry."""

    files: int = 3000
    bytes: int = 1_000_000_000

    def take(self, file: File) -> None:
        self.files, self.bytes = self.files - 1, self.bytes - len(file.data)

    def is_over(self) -> bool:
        return self.files <= 0 or self.bytes <= 0


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there completely or not at all, whatever happens meanwhile."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def found_in(folder: Path) -> list[Path]:
    """The files below a student's folder that may be meant, notebooks first; clutter left out."""
    return sorted(islice(_below(folder), MAX_SEEN), key=lambda path: _rank(path.name))[:MAX_FILES]


def _below(folder, depth=0):
    """All files below a folder, in order, without following links."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if is_clutter(entry.name):
            continue
        if not entry.is_dir(follow_symlinks=False):
            yield Path(entry.path)
        elif depth < MAX_DEPTH:
            yield from _below(Path(entry.path), depth + 1)


def _rank(name):
    """Notebooks and zips before programs, and those before all else."""
    suffixes = ((".ipynb", *ARCHIVES), (".py",), ("",))
    return next(i for i, some in enumerate(suffixes) if name.lower().endswith(some))


def is_clutter(name: str) -> bool:
    """Whether a file or folder of this name is nobody's work."""
    return name in _CLUTTER or name.startswith("._")


def likely(files: list[File]) -> list[File]:
    """The notebooks and programs among the files; all of them where there are none."""
    return [file for file in files if file.name.lower().endswith(_SUFFIXES)] or files


def opened(path: Path, folder: Path, budget: Budget) -> Iterator[File]:
    """The file at `path`, or all files in it if it is a zip, whatever it is called."""
    where = shown(str(path.relative_to(folder)))
    file = File(shown(path.name), where, _age(path))
    try:
        file.data = _read(path)
    except transplant.Unreadable as problem:
        file.problem = str(problem)
        if path.is_symlink():
            file.flags.append(FILES.LINK_FLAG)
    yield from unpacked(file, budget)


def shown(name: str) -> str:
    """The name as text that can be shown, and that stays different from others."""
    text = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def stamped(folder: Path) -> float | None:
    """When nbgrader took in what lies in a folder, by its timestamp.txt; None without one."""
    try:
        text = _read(folder / "timestamp.txt")[:100].decode("ascii").strip()
        return datetime.fromisoformat(text.replace(" UTC", "+00:00")).timestamp()
    except (transplant.Unreadable, ValueError, OverflowError):
        return None


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
        told = FILES.LINK if is_link else FILES.CANNOT_OPEN.format(error=error.strerror)
        raise transplant.Unreadable(told) from None
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise transplant.Unreadable(FILES.NO_FILE)
        head = file.read(len(_ZIP_MARKS[0]))
        return head + file.read(min(MAX_FILE_BYTES, os.fstat(number).st_size))


# --- zip files -----------------------------------------------------------------------------


def unpacked(packed: File, budget: Budget, depth: int = 0) -> Iterator[File]:
    """The files in an archive that may be meant, or the file itself if it is none.

    A File without content says why there are no more.
    """
    try:
        data = _expanded(packed.data)
        is_tar = data[TAR_MARK_AT:].startswith(TAR_MARK)
        if not is_tar and not data.startswith(_ZIP_MARKS):
            packed.data = data
            yield packed
        elif depth > ZIPS_IN_ZIPS:
            yield _refused(packed, FILES.NESTED)
        elif len(data) > MAX_PACKED_BYTES:
            yield _refused(packed, FILES.TOO_LARGE.format(size=MAX_PACKED_BYTES / 1e6))
        elif is_tar:
            with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
                yield from _out_of_tar(packed, archive, budget, depth)
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                yield from _taken_out(packed, archive, budget, depth)
    except BROKEN:
        yield _refused(packed, FILES.DAMAGED)


def _expanded(data: bytes) -> bytes:
    """The content of a gzip, bzip2 or xz file, as far as we read; anything else unchanged."""
    for mark, module in PACKED.items():
        if data.startswith(mark):
            with module.open(io.BytesIO(data)) as stream:
                return stream.read(_most(len(data)))
    return data


def _out_of_tar(packed, archive, budget, depth):
    """The files in a tar file; links and devices are nobody's work."""
    taken = 0
    for info in archive:
        parts = PurePosixPath(info.name).parts
        if not info.isfile() or any(map(is_clutter, parts)):
            continue
        if budget.is_over():
            yield _refused(packed, FILES.TOO_MUCH)
            return
        file = File(shown(parts[-1]), f"{packed.where}/{shown(info.name)}", float(info.mtime))
        file.notes, file.flags = [FILES.TAKEN_OUT.format(name=packed.name)], list(packed.flags)
        if ".." in parts or parts[:1] == ("/",):
            file.flags.append(FILES.LEADS_OUT)
        file.data = archive.extractfile(info).read(MAX_FILE_BYTES + 1)
        budget.take(file)
        taken += 1
        yield from unpacked(file, budget, depth + 1)
    if not taken:
        yield _refused(packed, FILES.EMPTY)


def _refused(packed, reason):
    flags = [*packed.flags, FILES.ZIP_FLAG.format(reason=reason)]
    problem = FILES.ZIP_UNREAD.format(name=packed.name, reason=reason)
    return File(packed.name, packed.where, packed.time, problem=problem, flags=flags)


def _members(archive):
    """The entries that may be meant, notebooks first; and flags for names that lead out."""
    infos, flags = [], []
    for info in archive.infolist():
        parts = PurePosixPath(info.filename.replace("\\", "/")).parts
        if info.is_dir() or any(map(is_clutter, parts)):
            continue
        if ".." in parts or parts[:1] == ("/",) or re.match(r"[A-Za-z]:", info.filename):
            flags = [FILES.LEADS_OUT]
        infos.append(info)
    wanted = [i for i in infos if i.filename.lower().endswith((*_SUFFIXES, *ARCHIVES))] or infos
    return sorted(wanted, key=lambda info: _rank(info.filename)), flags


def _taken_out(packed, archive, budget, depth):
    infos, flags = _members(archive)
    if not infos:
        yield _refused(packed, FILES.EMPTY)
    for info in infos:
        if budget.is_over():
            yield _refused(packed, FILES.TOO_MUCH)
            return
        file = _member(packed, archive, info)
        file.flags += flags
        budget.take(file)
        yield from unpacked(file, budget, depth + 1)


def _most(packed_size: int) -> int:
    """How much is taken out of so many packed bytes: a bomb holds a thousand times as much."""
    return min(MAX_FILE_BYTES, max(MAX_NOTEBOOK_BYTES, 100 * packed_size)) + 1


def _member(packed, archive, info):
    """One entry of a zip, read no further than the limit, whatever size it claims to have."""
    name = PurePosixPath(info.filename.replace("\\", "/")).name
    where = f"{packed.where}/{shown(info.filename)}"
    file = File(shown(name), where, _time(info), notes=[FILES.TAKEN_OUT.format(name=packed.name)])
    file.flags += packed.flags
    try:
        if info.flag_bits & 1:
            raise RuntimeError("a password")
        with archive.open(info) as stream:
            file.data = stream.read(_most(info.compress_size))
    except NotImplementedError:
        file.problem = FILES.STRANGE.format(name=file.name, packed=packed.name)
    except BROKEN as error:
        told = FILES.PASSWORD if "password" in str(error) else FILES.DAMAGED_INSIDE
        file.problem = told.format(name=file.name, packed=packed.name)
    return file


def _time(info) -> float:
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0
