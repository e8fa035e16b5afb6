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
from functools import partial
from itertools import chain, islice
from pathlib import Path, PurePosixPath

from grade import transplant
from grade.limits import (
    MAX_CELLS,
    MAX_DEPTH,
    MAX_DIRECTORY_BYTES,
    MAX_ENTRIES,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_NOTEBOOK_BYTES,
    MAX_PACKED_BYTES,
    MAX_SEEN,
    MAX_TAKEN_BYTES,
    READING_SECONDS,
    ZIPS_IN_ZIPS,
)
from grade.messages import FILES, NOTEBOOK

SUFFIXES = (".ipynb", ".py")
_CLUTTER = {
    "$RECYCLE.BIN",
    "@eaDir",
    "__MACOSX",
    "__pycache__",
    "desktop.ini",
    "lost+found",
    "node_modules",
    "site-packages",
    "System Volume Information",
    "Thumbs.db",
    "venv",
}
_HIDDEN = re.compile(r"\.[A-Za-z_~]|~\$")  # such as .git, ._copy, .~lock.a#, ~$a
_PART = re.compile(r"\.(csv|html|zip|json|ipynb|py|j2)\.\d+\.part$")
_LATEST = 2**35  # seconds: a thousand years from now
_WIDE_LETTERS = (b"\xff\xfe", b"\xfe\xff")
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
    times: tuple[float, ...] = (0.0,)  # of the file on disk, and of those in it down to this one
    data: bytes = b""
    size: int = 0  # of all that was read, outputs included
    problem: str | None = None
    notes: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    digest: str = ""
    cells: list[transplant.HandedIn] = field(default_factory=list)
    is_of_class: bool = False  # out of an archive that a platform made: its times are those of it

    @property
    def time(self) -> float:
        """Its own time, as good as any to tell the newest of a student's files."""
        return self.times[-1]

    @property
    def handed_in(self) -> float:
        """When it came: no time that stands inside of what a student has packed."""
        return self.times[min(len(self.times) - 1, int(self.is_of_class))]

    def read(self) -> "File":
        """The same with its cells, or why there are none; the bytes are not kept."""
        self.digest = hashlib.sha256(self.data).hexdigest()
        if not self.problem:
            try:
                self.cells = transplant.read(self.data, self.name)
                if len(self.cells) == MAX_CELLS:
                    self.notes.append(NOTEBOOK.MANY_CELLS.format(count=MAX_CELLS))
            except transplant.Unreadable as problem:
                self.problem = str(problem)
        self.data = b""
        return self


@dataclass
class Budget:
    """How much may still be taken out of the archives of one entry, and when time is over."""

    files: int = MAX_ENTRIES
    bytes: int = MAX_TAKEN_BYTES
    end: float = field(default_factory=lambda: time.process_time() + READING_SECONDS)

    def take(self, file: File) -> None:
        self.files, self.bytes = self.files - 1, self.bytes - file.size

    def is_over(self) -> bool:
        return self.files <= 0 or self.bytes <= 0 or time.process_time() > self.end


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


def remove_parts(folder: Path) -> None:
    """Remove what `write_whole` had begun in a folder of results when it was killed."""
    rooms = (folder / name for name in ("results", "feedback", "autograded", "templates"))
    for path in (*folder.glob("*.part"), *chain(*(room.rglob("*.part") for room in rooms))):
        if _PART.search(path.name) and path.is_file():
            path.unlink(missing_ok=True)


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
    return name in _CLUTTER or bool(_HIDDEN.match(name))


def likely(files: list[File]) -> list[File]:
    """The notebooks and programs among the files; all of them where there are none."""
    return [file for file in files if file.name.lower().endswith(SUFFIXES)] or files


def opened(path: Path, folder: Path, budget: Budget) -> Iterator[File]:
    """The file at `path`, or all files in it if it is a zip, whatever it is called."""
    where = shown(str(path.relative_to(folder)))
    file = File(shown(path.name), where, (_age(path),))
    try:
        file.data, file.size = _read(path)
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
        text = _read(folder / "timestamp.txt")[0][:100].decode("ascii").strip()
        return datetime.fromisoformat(text.replace(" UTC", "+00:00")).timestamp()
    except (transplant.Unreadable, ValueError, OverflowError):
        return None


def _age(path):
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _read(path) -> tuple[bytes, int]:
    """What `_slim` says of a regular file; links, pipes and devices are Unreadable."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        is_link = os.path.islink(path)
        told = FILES.LINK if is_link else FILES.CANNOT_OPEN.format(error=error.strerror)
        raise transplant.Unreadable(told) from None
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise transplant.Unreadable(FILES.NO_FILE)
        return _slim(file)


def _slim(stream) -> tuple[bytes, int]:
    """What is worth keeping of a file, and how much was read of it.

    A notebook that is too large comes without its outputs, and is never in memory as a whole.
    """
    head = stream.read(MAX_NOTEBOOK_BYTES + 1)
    if len(head) <= MAX_NOTEBOOK_BYTES:
        return head, len(head)
    if _is_packed(head) or head.startswith(_WIDE_LETTERS):
        data = head + stream.read(MAX_PACKED_BYTES - len(head) + 1)
        return data, len(data)
    read = 0

    def chunks():
        nonlocal read
        for chunk in chain([head], iter(partial(stream.read, 1 << 20), b"")):
            read += len(chunk)
            if read > MAX_FILE_BYTES:
                raise transplant.Unreadable(NOTEBOOK.TOO_LARGE.format(size=MAX_FILE_BYTES / 1e6))
            yield chunk

    return transplant.without_outputs(chunks(), MAX_NOTEBOOK_BYTES), read


def _is_packed(head: bytes) -> bool:
    is_tar = head[TAR_MARK_AT:].startswith(TAR_MARK)
    return is_tar or head.startswith((*_ZIP_MARKS, *PACKED))


# --- zip files -----------------------------------------------------------------------------


def unpacked(packed: File, budget: Budget, depth: int = 0) -> Iterator[File]:
    """The files in an archive that may be meant, or the file itself if it is none.

    A File without content says why there are no more.
    """
    try:
        data, packed.size = _expanded(packed)
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
        elif _directory_bytes(data) > MAX_DIRECTORY_BYTES:
            yield _refused(packed, FILES.TOO_MUCH)
        else:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                yield from _taken_out(packed, archive, budget, depth)
    except transplant.Unreadable as problem:
        packed.problem = str(problem)
        yield packed
    except BROKEN:
        yield _refused(packed, FILES.DAMAGED)


def _directory_bytes(data: bytes) -> int:
    """How long the list of entries of a zip says it is: all of it is read at once."""
    end = data.rfind(_ZIP_MARKS[1])
    return int.from_bytes(data[end + 12 : end + 16], "little") if end >= 0 else 0


def _expanded(packed: File) -> tuple[bytes, int]:
    """The content of a gzip, bzip2 or xz file, and how much was read; anything else unchanged."""
    for mark, module in PACKED.items():
        if packed.data.startswith(mark):
            with module.open(io.BytesIO(packed.data)) as stream:
                return _slim(stream)
    return packed.data, packed.size


def _out_of_tar(packed, archive, budget, depth):
    """The files in a tar file; links and devices are nobody's work."""
    taken = 0
    for info in archive:
        if budget.is_over():
            yield _refused(packed, FILES.TOO_MUCH)
            return
        parts = PurePosixPath(info.name).parts
        if not info.isfile() or not parts or any(map(is_clutter, parts)):
            continue
        times = (*packed.times, _seconds(info.mtime))
        file = File(shown(parts[-1]), f"{packed.where}/{shown(info.name)}", times)
        file.notes, file.flags = [FILES.TAKEN_OUT.format(name=packed.name)], list(packed.flags)
        if ".." in parts or parts[:1] == ("/",):
            file.flags.append(FILES.LEADS_OUT)
        _fill(file, archive.extractfile(info))
        budget.take(file)
        taken += 1
        yield from unpacked(file, budget, depth + 1)
    if not taken:
        yield _refused(packed, FILES.EMPTY)


def _refused(packed, reason):
    flags = [*packed.flags, FILES.ZIP_FLAG.format(reason=reason)]
    problem = FILES.ZIP_UNREAD.format(name=packed.name, reason=reason)
    return File(packed.name, packed.where, packed.times, problem=problem, flags=flags)


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
    wanted = [i for i in infos if i.filename.lower().endswith((*SUFFIXES, *ARCHIVES))] or infos
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


def _fill(file, stream):
    """Read what is in an archive, or say why not."""
    try:
        file.data, file.size = _slim(stream)
    except transplant.Unreadable as problem:
        file.problem, file.size = str(problem), MAX_NOTEBOOK_BYTES


def _member(packed, archive, info):
    """One entry of a zip, read no further than the limits, whatever size it claims to have."""
    name = PurePosixPath(info.filename.replace("\\", "/")).name
    where = f"{packed.where}/{shown(info.filename)}"
    file = File(shown(name), where, (*packed.times, _time(info)), flags=list(packed.flags))
    file.notes.append(FILES.TAKEN_OUT.format(name=packed.name))
    try:
        if info.flag_bits & 1:
            raise RuntimeError("a password")
        with archive.open(info) as stream:
            _fill(file, stream)
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


def _seconds(value) -> float:
    """A time as an archive has it; 0 where it is none of this age."""
    return float(value) if 0 <= value < _LATEST else 0.0
