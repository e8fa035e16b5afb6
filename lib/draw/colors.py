"""The colors of all pictures, by role: who a thing belongs to, where we are, what went wrong.

Color never carries meaning alone: shape, stroke, a letter or a number says the same. To change
MIN's color everywhere, change the line `MIN_COLOR`. A `Color` is another one on dark paper:
`svg.element` gives what it paints a class such as `f-ink` (fill) or `s-max` (stroke), `theme` is
their style sheet. The light color stands in the shape too, for programs that read no style sheets.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, log10

from lib.game import CHANCE, MAX, MIN

_known: dict[str, "Color"] = {}  # the colors that change with the theme, by name
_USED = re.compile(r'[" ]([fs])-([a-z]+)(?=[" ])')
DARK = '[data-jp-theme-light="false"] .la,[data-theme="dark"] .la'
LIGHT = '[data-jp-theme-light="true"] .la,[data-theme="light"] .la'


class Color(str):
    """A color on light paper as #RRGGBB, with the name of its class, and what it is in the dark."""

    name: str
    dark: str

    def __new__(cls, light: str, name: str, dark: str):
        color = super().__new__(cls, light)
        color.name, color.dark = name, dark
        _known[name] = color
        return color


def theme(markup: str, also: Iterable[str] = ()) -> str:
    """The style sheet, light and dark, of the classes in `markup` and of the variables `also`."""
    used = sorted(pair for pair in set(_USED.findall(markup)) if pair[1] in _known)
    names = sorted({name for _, name in used} | set(also))
    light = ";".join(f"--{name}:{_known[name]}" for name in names)
    dark = ";".join(f"--{name}:{_known[name].dark}" for name in names)
    paints = {"f": "fill", "s": "stroke"}
    rules = (f".la .{kind}-{name}{{{paints[kind]}:var(--{name})}}" for kind, name in used)
    chosen = f"{DARK}{{{dark}}}{LIGHT}{{{light}}}"
    screen = f"@media (prefers-color-scheme:dark){{.la{{{dark}}}}}{chosen}"
    return f".la{{{light}}}@media screen{{{screen}}}{''.join(rules)}"


@dataclass(frozen=True)
class Role:
    """A role's color: for lines, for words, for areas, and at the far end of a data scale."""

    name: str  # what readers call the color, in legends
    line: str
    text: str
    tint: str
    data: str


def _role(name, key, light, dark, data=""):
    """A role with its line, text and tint in light and dark."""
    kinds = zip(light.split(), ("", "text", "tint"), dark.split(), strict=True)
    made = [Color(one, key + kind, other) for one, kind, other in kinds]
    return Role(name, *made, data or str(made[0]))


MAX_COLOR = _role("blue", "max", "#0072B2 #005A8E #CBE4F4", "#56B4E9 #8CCBF0 #0B4268")
MIN_COLOR = _role("orange", "min", "#C05200 #9C4300 #FBE0CB", "#F2924A #F8B07A #5E2C06", "#D55E00")
CHANCE_COLOR = _role("green", "chance", "#007F5C #00664A #CDEBE1", "#2FBF94 #6AD8B6 #0B4637")
TROUBLE = _role("plum", "trouble", "#A6266E #8A1C5A #F6DCE9", "#E58BBB #F2AED0 #521C3A")  # wrong

BLACK, WHITE = "#000000", "#FFFFFF"
PAPER, CARD = Color("#FFFFFF", "paper", "#15181C"), Color("#F4F5F6", "card", "#20252B")
INK, QUIET = Color("#1A1A1A", "ink", "#F2F2F2"), Color("#555B61", "quiet", "#B4BBC2")
EDGE, HAIR = Color("#6B7278", "edge", "#98A0A8"), Color("#C9CED3", "hair", "#454C54")
TRACK = Color("#DCE1E5", "track", "#3A424A")  # empty bars
NOW = Role("yellow", INK, INK, Color("#FFE97A", "now", "#5F5000"), "#FFE97A")  # this node
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", BLACK)
# PALETTE: series of a chart, Okabe and Ito's colors, which color-blind readers can tell apart


def of_side(side: int) -> Role:
    """The color of MAX, MIN or CHANCE."""
    return {MAX: MAX_COLOR, MIN: MIN_COLOR, CHANCE: CHANCE_COLOR}[side]


def names() -> dict[str, str]:
    """What readers call the colors of MAX and MIN, for the places of a legend."""
    return {"max_color": MAX_COLOR.name, "min_color": MIN_COLOR.name}


def of_mark(mark: str) -> Role:
    """The color of X, who is MAX, or of O, who is MIN."""
    return MAX_COLOR if mark == "X" else MIN_COLOR


def mix(color: str, other: str, share: float) -> str:
    """The color with `share` (0 to 1) of `other` in it; colors are written as #RRGGBB."""
    pairs = zip(bytes.fromhex(color[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it: 0 is black, 1 is white."""
    shares = (channel / 255 for channel in bytes.fromhex(color[1:]))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: str, other: str) -> float:
    """The contrast ratio of two colors, 1 to 21 (WCAG 2); text needs 4.5."""
    dark, light = sorted((luminance(color), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(fill: str) -> str:
    """Black or white, whichever reads better on `fill`: at least 4.58:1 on any color."""
    return max(BLACK, WHITE, key=lambda ink: contrast(ink, fill))


def diverging(value: float, reach: float) -> str:
    """MAX's color for good for MAX, white for 0, MIN's for good for MIN; `reach` is the far end."""
    share = min(abs(value) / reach, 1) if reach else 0
    return mix(WHITE, MAX_COLOR.data if value > 0 else MIN_COLOR.data, 0.9 * share)


def scale(values: Iterable[float]) -> Callable[[float], str]:
    """A function from value to color that suits `values`: white at 0, full at the largest."""
    return Scale(max(map(abs, values), default=0) or 1, False).color


@dataclass(frozen=True)
class Scale:
    """One scale for several maps, white in the middle; logarithmic: white from -1 to 1."""

    reach: float  # the far end on both sides
    is_log: bool

    @classmethod
    def of(cls, values: Iterable[float]) -> "Scale":
        """The scale that holds all values: logarithmic where they differ by more than ten times."""
        sizes = [abs(value) for value in values if value] or [1.0]
        largest, ten = max(sizes), 10.0 ** ceil(log10(max(sizes)))
        if largest > 100 and largest > 10 * min(sizes):
            return cls(ten, True)
        return cls(next(part * ten for part in (0.2, 0.5, 1) if largest <= part * ten), False)

    def color(self, value: float) -> str:
        """MAX's color for good for MAX, white for 0, MIN's for good for MIN."""
        return diverging(self.share(value), 1)

    def share(self, value: float) -> float:
        """Where the value stands on the scale, from -1 to 1."""
        if not self.is_log:
            return max(-1.0, min(value / self.reach, 1.0))
        size = min(log10(max(abs(value), 1)) / log10(self.reach), 1.0)
        return size if value > 0 else -size

    def ticks(self) -> list[float]:
        """The numbers to write below the scale, zero among them."""
        powers = range(1, round(log10(self.reach)) + 1) if self.is_log else ()
        marks = [10.0**n for n in powers] or [self.reach / 2, self.reach]
        return [*(-mark for mark in reversed(marks)), 0.0, *marks]
