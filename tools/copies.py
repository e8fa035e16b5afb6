"""The learner's copies of the lessons in the folder `my`, without outputs: `make lab` makes them.

    python -m tools.copies             bring the copies up to date; whatever was changed stays
    python -m tools.copies fresh 02    new copies of these lessons beside the changed ones

A copy remembers a digest of the lesson that it was made from. So it is known whether the learner
has changed it (its own cells give another digest) and whether there is a newer version (the lesson
gives another digest). Changed copies stay as they are; unchanged ones follow the lessons.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.lessons import HOSTED, SLIDE_ONLY
from tools.notebooks import METADATA, ROOT

LESSONS, MY = ROOT / "notebooks", ROOT / "my"
MARK = "looking_ahead"  # the key of our metadata in a copy
TOLD = {
    "unreadable": "my/{name} cannot be read as a notebook; it was left as it is.",
    "newer": (
        "my/{name}: there is a newer version. Yours is kept as you changed it. "
        "For the new one beside it: make fresh NB={stem}"
    ),
    "kept": "my/{name}: updated. Your run of the old version is kept as my/{beside}.",
    "gone": "my/{name} is no longer part of the course. Yours is kept.",
    "beside": "my/{beside}: the newest version, beside yours.",
    "unknown": "No lesson or problem set is called {name}. There are: {known}.",
}


def originals() -> dict[str, dict]:
    """What is copied, by its path in `my`: lessons, and problem sets as students get them."""
    found = {path.name: for_readers(_read(path)) for path in sorted(LESSONS.glob("*.ipynb"))}
    return {**found, **_problem_sets()}


def for_readers(notebook: dict) -> dict:
    """A lesson without the cells that only its deck or a hosted notebook needs."""
    unseen = {SLIDE_ONLY, HOSTED}
    cells = [c for c in notebook["cells"] if not unseen & {*c["metadata"].get("tags", [])}]
    return {**notebook, "cells": cells}


def _problem_sets() -> dict[str, dict]:
    import nbformat

    from grade import problems

    sets = [problems.load(name).path for name in problems.names()]
    return {
        f"exercises/{path.parent.name}/{path.name}": json.loads(
            nbformat.writes(problems.released(nbformat.read(path, as_version=4)))
        )
        for path in sets
    }


def digest(notebook: dict) -> str:
    """The same for notebooks with the same cells; outputs and metadata do not count."""
    cells = [(cell["cell_type"], _text(cell["source"])) for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


def _text(source) -> str:
    return source if isinstance(source, str) else "".join(source)


def without_outputs(notebook: dict) -> dict:
    """The learner's copy of a lesson."""
    metadata = {**METADATA, MARK: {"made_from": digest(notebook)}}
    cells = [{**cell, "metadata": dict(cell["metadata"])} for cell in notebook["cells"]]
    for cell in cells:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
    return {**notebook, "metadata": metadata, "cells": cells}


def update(my: Path = MY) -> Iterator[str]:
    """Brings the copies up to date; yields what the learner should know, in sentences."""
    lessons = originals()
    for name, original in lessons.items():
        yield from _update_one(my, name, original)
    for path in sorted(my.glob("[0-9][0-9]_*.ipynb")):
        if path.name not in lessons and " " not in path.name:  # else it is the learner's
            yield from _retire(path)


def _update_one(my, name, original) -> Iterator[str]:
    place = my / name
    state = _state(place)
    is_old = state in ("untouched", "run", "changed") and _made_from(place) != digest(original)
    if state == "missing" or (state == "untouched" and is_old):
        _write(place, without_outputs(original))
    elif state == "run" and is_old:
        beside = _free_name(place, "old")
        place.rename(beside)
        _write(place, without_outputs(original))
        yield TOLD["kept"].format(name=name, beside=beside.relative_to(my).as_posix())
    elif state == "changed" and is_old:
        yield TOLD["newer"].format(name=name, stem=Path(name).stem)
    elif state == "unreadable":
        yield TOLD["unreadable"].format(name=name)


def _retire(path) -> Iterator[str]:
    """Takes away the untouched copy of a lesson that is gone; a used one stays."""
    state = _state(path)
    if state == "untouched":
        path.unlink()
    elif state in ("run", "changed"):
        yield TOLD["gone"].format(name=path.name)


def fresh(words: list[str], my: Path = MY) -> Iterator[str]:
    """Puts the newest version of these lessons beside the learner's; yields where."""
    lessons = originals()
    for word in words:
        names = [name for name in lessons if word in name]
        if not names:
            yield TOLD["unknown"].format(name=word, known=", ".join(Path(n).stem for n in lessons))
        for name in names:
            beside = _free_name(my / name, "new")
            _write(beside, without_outputs(lessons[name]))
            yield TOLD["beside"].format(beside=beside.relative_to(my).as_posix())


def _state(path: Path) -> str:
    """What a copy is: missing, unreadable, foreign, untouched, run, or changed."""
    if not path.exists():
        return "missing"
    try:
        notebook = _read(path)
        made_from = notebook["metadata"].get(MARK, {}).get("made_from")
        is_changed = digest(notebook) != made_from
    except (ValueError, KeyError, TypeError, AttributeError, OSError):
        return "unreadable"
    if made_from is None:
        return "foreign"
    if is_changed:
        return "changed"
    return "run" if any(cell.get("outputs") for cell in notebook["cells"]) else "untouched"


def _made_from(path: Path) -> str:
    return _read(path)["metadata"][MARK]["made_from"]


def _free_name(path: Path, word: str) -> Path:
    """A name beside `path` that nobody has: 02_minimax (old).ipynb, (old 2), ..."""
    names = [f"{path.stem} ({word})", *(f"{path.stem} ({word} {n})" for n in range(2, 1000))]
    return next(p for p in (path.with_name(f"{name}.ipynb") for name in names) if not p.exists())


def _read(path: Path) -> dict:
    return json.loads(path.read_text("utf-8"))


def _write(path: Path, notebook: dict) -> None:
    """Writes a notebook so that it is there completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    part.replace(path)


def main(arguments: list[str]) -> int:
    """Updates the copies, or with `fresh NAME ...` puts new ones beside them."""
    is_fresh = arguments[:1] == ["fresh"]
    for sentence in fresh(arguments[1:]) if is_fresh else update():
        print(sentence, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
