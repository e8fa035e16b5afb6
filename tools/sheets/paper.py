"""What all sheets need: numbers that suit paper, and how trees, tables and numbers look on it."""

from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import isinf

from lib.draw import draw_tree
from tools.render import picture

TRIES = 20_000
CLOSE = 0.02  # two bounds that differ by less are hard to tell apart on paper


@dataclass(frozen=True)
class Sheet:
    """One exercise: what the class gets, and what only the teacher gets, both as HTML."""

    title: str
    task: str
    key: str


def suitable(rng, draw, suits):
    """The first thing drawn that suits paper."""
    for _ in range(TRIES):
        thing = draw(rng)
        if suits(thing):
            return thing
    raise RuntimeError(f"no suitable numbers among {TRIES} draws")


def clear(values) -> bool:
    """Whether no two values are so close that rounding could swap them."""
    return all(b - a >= CLOSE for a, b in pairwise(sorted(values)))


def tree(source) -> str:
    """A TreeGame or a trace as a picture; nodes without a value stay empty, to be filled in."""
    leaves = getattr(source, "game", source).tree
    drawn = draw_tree(source, windows=False, title=f"Tree with the leaves {leaves}")
    return picture(drawn).replace(">?</text>", "></text>")


def name(path) -> str:
    """A node by the moves that lead to it."""
    return "".join(map(str, path)) or "root"


def table(head, rows) -> str:
    """A table as HTML."""
    top = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def number(value, decimals: int | None = None) -> str:
    """A number as people write it, with a real minus sign; as few decimals as it needs if None."""
    if isinf(value):
        return "∞" if value > 0 else "\u2212∞"
    rounded = round(value, 6 if decimals is None else decimals) + 0.0  # never -0
    written = f"{rounded:g}" if decimals is None else f"{rounded:.{decimals}f}"
    return written.replace("-", "\u2212")
