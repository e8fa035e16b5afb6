"""Many pictures that differ little, stored as one: each part knows from when to when it is shown.

    pictures   A B C   A b C   A b c        animated   A  B[0,1)  b[1,-)  C[0,2)  c[2,-)

Frame t is a style sheet that hides every part which begins later or has ended by then. A tree of
120 nodes with 240 steps takes 18 MB as pictures and half a megabyte animated, and turning to
another frame changes one style sheet: no kernel, no new picture.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import count

from lib.draw.colors import theme

TAG = re.compile(r"<(/?)[a-zA-Z][^<>]*?(/?)>")
SPOKEN = ("<title", "<desc", "<style")  # said in words beside it; one style sheet for all
_numbers = count(1)  # two of the same pictures must not obey each other's style sheets


@dataclass
class Part:
    """One element of a picture, and the frames in which it is shown: first, first + 1 ... end-1."""

    markup: str
    first: int
    end: int | None = None


def animate(pictures: Sequence[str]) -> tuple[str, list[str]]:
    """All pictures as one, and for each frame the rules that show it."""
    splits = [split(picture) for picture in pictures]
    parts = merge([inside for _, inside in splits])
    name = "frames-" + sha256("".join(p.markup for p in parts).encode()).hexdigest()[:8]
    name += f"-{next(_numbers)}"
    frames = len(pictures)
    body = "".join(_wrapped(part) for part in parts)
    styles = [_style(name, frame, frames) for frame in range(frames)]
    largest = max((head for head, _ in splits), key=_area)
    sheet = f"<style>{theme(body)}</style>"
    return f'<div class="{name}">{largest}{sheet}{body}</svg></div>', styles


def split(picture: str) -> tuple[str, list[str]]:
    """The opening <svg> tag and the elements directly inside it, but for title and description."""
    depth, start, head, inside = 0, 0, "", []
    for tag in TAG.finditer(picture):
        closing, alone = tag.groups()
        if closing:
            depth -= 1
        if not closing and depth == 0:
            head = tag[0]
        elif not closing and depth == 1:
            start = tag.start()
        if not closing and not alone:
            depth += 1
        elif depth == 1 and not picture.startswith(SPOKEN, start):
            inside.append(picture[start : tag.end()])
    return head, inside


def merge(frames: Sequence[Sequence[str]]) -> list[Part]:
    """The parts of all frames in an order in which each frame is painted right."""
    parts = [Part(markup, 0) for markup in frames[0]]
    shown = list(parts)
    for number, frame in enumerate(frames[1:], 1):
        shown = _turn(parts, shown, frame, number)
    return parts


def _turn(parts, shown, frame, number) -> list[Part]:
    """What is shown in the next frame; what changed is put into `parts` behind what it replaces."""
    kept, new = [], []
    for same, old, markups in _changes(shown, frame):
        if same:
            kept += old
            continue
        added = [Part(markup, number) for markup in markups]
        for part in old:
            part.end = number
        new.append(((old or kept)[-1] if old or kept else None, added))
        kept += added
    for after, added in reversed(new):
        place = 0 if after is None else next(i for i, p in enumerate(parts) if p is after) + 1
        parts[place:place] = added
    return kept


def _changes(shown, frame):
    """Runs of (same?, parts shown so far, markups of the next frame), from bottom to top."""
    if len(shown) == len(frame):
        for part, markup in zip(shown, frame, strict=True):
            yield part.markup == markup, [part], [markup]
        return
    old = [part.markup for part in shown]
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, frame, autojunk=False).get_opcodes():
        yield kind == "equal", shown[i1:i2], frame[j1:j2]


def _wrapped(part: Part) -> str:
    """The part with the classes that style sheets ask for; one that is always shown needs none."""
    if part.first == 0 and part.end is None:
        return part.markup
    names = ([f"f{part.first}"] if part.first else []) + ([f"e{part.end}"] if part.end else [])
    return f'<g class="{" ".join(names)}">{part.markup}</g>'


def _style(name: str, frame: int, frames: int) -> str:
    """The rules of one frame: later parts and ended parts are hidden."""
    hidden = [f"f{later}" for later in range(frame + 1, frames)]
    hidden += [f"e{ended}" for ended in range(1, frame + 1)]
    chosen = ",".join(f".{one}" for one in hidden)
    return f".{name} :is({chosen or '.none'}){{display:none}}"


def _area(head: str) -> float:
    """The area of a picture, from its opening tag."""
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', head)
    return float(box[1]) * float(box[2]) if box else 0
