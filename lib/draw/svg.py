"""SVG text from plain Python: identical bytes for identical input, no ids, own background."""

import math
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from numbers import Real
from typing import Any, cast

from lib.draw import colors
from lib.draw.colors import INK, PAPER, QUIET, Color, theme

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
STYLE = "max-width:100%;height:auto;font-variant-numeric:tabular-nums"
LOOK, XMLNS = {"font_family": _FONT, "class_": "la", "style": STYLE}, "http://www.w3.org/2000/svg"
SMALL, NORMAL, LARGE = 18, 20, 26  # font sizes; nothing is set smaller than SMALL
PAGE, LEAST = 840, 0.7  # the width of a notebook's cell on a laptop; type never shrinks below LEAST
_FULL_WIDTH = "\u2e80"  # from here on: Chinese, Japanese, Korean, emoji
NARROW, WIDE = set("ijlt.,:;'|!()[]{}/ -If·"), set("mwMW%@=+<>^~—∞…≥≤→\N{MINUS SIGN}")


class SVG(str):
    """A picture: SVG text that notebooks show, and that prints as its title."""

    width: float
    height: float
    title: str  # type: ignore[assignment]  # text has such a method

    def __new__(cls, markup: str, width: float = 0, height: float = 0, title: str = ""):
        picture = super().__new__(cls, markup)
        picture.width, picture.height, picture.title = width, height, title
        return picture

    def __getnewargs__(self):
        return str(self), self.width, self.height, self.title

    def _repr_svg_(self) -> str:
        """The picture, a wide one a little smaller: JupyterLab would cut it off on the right."""
        scale = max(PAGE / self.width, LEAST) if self.width > PAGE else 1
        size = f' width="{self.width}" height="{self.height}"'
        small = f' width="{scale * self.width:.0f}" height="{scale * self.height:.0f}"'
        return self.replace(size, small, 1)

    def _repr_html_(self) -> str | None:
        """In a running Jupyter the picture stands in the page itself and follows its theme."""
        return self._repr_svg_() if "JPY_SESSION_NAME" in os.environ else None

    def __repr__(self) -> str:
        return f"<SVG {self.width:g}x{self.height:g}: {self.title}>"


def picture(width: float, height: float, title: str, desc: str, *parts: str) -> SVG:
    """The whole picture: parts on paper, with title and description for those who cannot see it."""
    width, height, title = math.ceil(width), math.ceil(height), str(title)
    inside = rect(0, 0, width, height, fill=PAPER, rx=8) + "".join(parts)
    words = element("title", escape(title)), element("desc", escape(desc))
    place = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    look = {"role": "img", "aria_label": title, **LOOK}
    sheet = element("style", theme(inside))
    markup = element("svg", *words, sheet, inside, xmlns=XMLNS, **place, **look)
    return SVG(markup, width, height, title)


def fixed(*parts: str) -> str:
    """Parts that look the same on light and dark paper: a board brings its own ground."""

    def without(found) -> str:
        names = [name for name in found[1].split() if name[:2] not in ("f-", "s-")]
        return f' class="{" ".join(names)}"' if names else ""

    return re.sub(r' class="([^"]*)"', without, "".join(parts))


def element(tag: str, *inside: str, **attributes: Any) -> str:
    """One element; `stroke_width=2` becomes stroke-width="2", None leaves an attribute out."""
    for name in ("fill", "stroke"):
        if isinstance(color := attributes.get(name), Color):
            classes, mark = attributes.get("class_"), f"{name[0]}-{color.name}"
            attributes["class_"] = f"{classes} {mark}" if classes else mark
    pairs = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{pairs}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{pairs}/>"


def _attribute(value) -> str:
    """Numbers with at most two decimals, text escaped."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return value if isinstance(value, str) and value.isalnum() else escape(str(value))


def text(
    x: float, y: float, words: object, size: float = NORMAL, fill: str = INK,
    anchor: str = "middle", **look: Any,
) -> str:  # fmt: skip
    """A line of text, centered on the height `y`."""
    place = {"x": x, "y": y + 0.35 * size, "font_size": size, "fill": fill}
    place["text_anchor"] = None if anchor == "start" else anchor
    return element("text", escape(str(words), quote=False), **place, **look)


def bold(
    x: float, y: float, words: object, fill: str = INK, size: float = NORMAL, anchor: str = "start"
) -> str:
    """A line of bold text: a heading."""
    return text(x, y, words, size, fill, anchor, font_weight="bold")


def lines(
    x: float, y: float, words: list[str], step: float = 24, fill: str = QUIET, **look: Any
) -> list[str]:
    """Small lines of words, `step` apart."""
    return [text(x, y + step * i, w, SMALL, fill, "start", **look) for i, w in enumerate(words)]


def captions(x: float, y: float, words: list[str], step: float) -> list[str]:
    """Lines of words below a picture, `step` apart: the first is the status, the others small."""
    status = text(x, y, words[0], NORMAL, INK, "start", class_="status")
    return [status, *lines(x, y + step, words[1:], step, class_="status")]


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> str:
    """A rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Any) -> str:
    """A circle around (x, y)."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, **attributes: Any) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def polygon(points: Iterable[tuple[float, float]], **attributes: Any) -> str:
    """A closed polygon through `points`."""
    corners = " ".join(f"{_attribute(float(x))},{_attribute(float(y))}" for x, y in points)
    return element("polygon", points=corners, **attributes)


def path(*steps: str | float, **attributes: Any) -> str:
    """A path: letters and numbers as they come, `path("M", 0, 0, "L", 5, 5)`."""
    words = (s if isinstance(s, str) else _attribute(float(s)) for s in steps)
    return element("path", d=" ".join(words), **attributes)


def group(*parts: str, tip: str | None = None, **attributes: Any) -> str:
    """Parts that belong together; `tip` is shown when the mouse rests on them."""
    return element("g", *([element("title", escape(tip))] if tip else []), *parts, **attributes)


def hatch(left: float, right: float, y: float, height: float, stroke: str) -> str:
    """Slanted lines across a bar: not known yet, or empty; a bar differs so without color."""
    steps: list[str | float] = []
    half, x = height / 2, left + 9
    while x < right + height / 2 - 2:
        top, foot = min(x, right), max(x - half, left)
        steps += ["M", top, y - half + 2 * (x - top), "L", foot, y + half - 2 * (foot - x + half)]
        x += 9
    look = {"fill": "none", "stroke": stroke, "stroke_width": 2, "class_": "hatch"}
    return path(*steps, **look) if steps else ""


def cross(x: float, y: float, r: float, **attributes: Any) -> str:
    """A cross of two strokes, `r` to each side."""
    down, up = (x - r, y - r, "L", x + r, y + r), (x - r, y + r, "L", x + r, y - r)
    return path("M", *down, "M", *up, **attributes)


def scale_bar(x: float, y: float, scale: colors.Scale, ends: tuple, middle: float = 0) -> str:
    """A bar of the scale's colors, 600 wide, with its ticks below; words for its two ends."""
    fills = [colors.diverging((i + 0.5) / 20, 1) for i in range(-20, 20)]
    parts = [rect(x + 15 * i, y, 15.5, 20, fill=fill) for i, fill in enumerate(fills)]
    for tick in scale.ticks():
        at = x + 300 * (1 + scale.share(tick))
        parts.append(line(at, y + 20, at, y + 28, INK, stroke_width=2 if tick else 3))
        parts.append(text(at, y + 42, number(middle + tick), SMALL, QUIET if tick else INK))
    parts.append(bold(x - 12, y + 10, ends[0], colors.MIN_COLOR.text, SMALL, "end"))
    parts.append(bold(x + 612, y + 10, ends[1], colors.MAX_COLOR.text, SMALL))
    return "".join(parts)


@lru_cache(maxsize=4096, typed=True)
def text_width(words: object, size: float = NORMAL) -> float:
    """A safe guess of how wide `words` will be: fonts differ, so rather too much."""
    percent = 0  # whole, so every Python adds them alike
    for sign in str(words):
        if sign in NARROW or sign in WIDE:
            percent += 42 if sign in NARROW else 100
        else:
            percent += 130 if sign >= _FULL_WIDTH else 80 if sign.isupper() else 65
    return size * percent / 100


def number(value: Any) -> str:
    """A number short enough for a picture: 3, 0.25, -12.35, 1.2e6, ∞."""
    if value is None or not isinstance(value, Real):
        return "?" if value is None else shorten(value, 24)
    value = cast(Any, value)
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "∞" if value > 0 else "-∞"
    if value and not 0.001 <= abs(value) < 100_000:
        return scientific(value, 3)
    rounded = f"{value:.2f}" if abs(value) >= 0.01 else f"{value:.4f}"
    rounded = rounded.rstrip("0").rstrip(".") if "." in rounded else rounded
    return "0" if rounded in ("-0", "") else rounded


def scientific(value: float, digits: int) -> str:
    """A number with so many digits, its power of ten as short as can be: 1.2e6."""
    return f"{value:.{digits}g}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


def wrap(words: object, width: float, size: float = NORMAL) -> list[str]:
    """The words in lines no wider than `width`."""
    lines = [""]
    for word in str(words).split():
        longer = f"{lines[-1]} {word}".strip()
        too_wide = lines[-1] and text_width(longer, size) > width
        lines[-1:] = [lines[-1], word] if too_wide else [longer]
    return lines


def shorten(words: object, limit: int) -> str:
    """The words, cut to `limit` characters with an ellipsis."""
    words = str(words)
    return words if len(words) <= limit else words[: limit - 1] + "…"
