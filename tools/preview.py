"""The preview picture of the website: one of our own SVG pictures as a PNG, drawn by matplotlib.

Programs that show a link with a picture want a PNG of 1200 x 630 and read no SVG. Our pictures use
few kinds of SVG elements, and those are drawn here: no other program is needed.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

from lib.draw import draw_tree
from lib.games import TreeGame
from lib.search import alphabeta
from lib.trace import record

WIDE, HIGH, MARGIN, DPI = 1200, 630, 40, 100
SPACE = "{http://www.w3.org/2000/svg}"
TREE = [[4, 7, 5], [2, 8, 6], [9, 1, 3]]
NAME, ABOUT = "Looking Ahead", "A course in game-tree search"
FIELD = 170  # the height of the words
ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def tree() -> str:
    """The tree of alpha-beta with its cuts, as SVG."""
    with record() as trace:
        alphabeta(TreeGame(TREE), ())
    return draw_tree(trace, windows=False, direction="down", title=NAME)


def write(file: Path) -> None:
    """Writes the picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDE / DPI, HIGH / DPI), dpi=DPI, facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDE), ylim=(HIGH, 0))
    axes.axis("off")
    words = {"x": WIDE / 2, "ha": "center", "va": "baseline", "family": "DejaVu Sans"}
    axes.text(y=90, s=NAME, fontsize=points(68), weight="bold", color="#00527F", **words)
    axes.text(y=142, s=ABOUT, fontsize=points(34), color="#1A1A1A", **words)
    draw(axes, tree())
    figure.savefig(file, metadata={"Software": None})


def points(pixels: float) -> float:
    """A size of type in points."""
    return pixels * 72 / DPI


def draw(axes, svg: str) -> None:
    """Puts an SVG picture below the words, as large as fits."""
    root = ElementTree.fromstring(svg)
    wide, high = (float(n) for n in root.get("viewBox").split()[2:])
    scale = min((WIDE - 2 * MARGIN) / wide, (HIGH - FIELD) / high)
    left = (WIDE - scale * wide) / 2
    for element in root.iter():
        if element.get("width") != f"{wide:g}":  # not the paper
            part(axes, element, lambda x, y: (left + scale * x, FIELD + scale * y), scale)


def part(axes, element, at, scale: float) -> None:
    """Draws one element; what is no shape and no word has nothing to draw."""
    from matplotlib import patches

    kind = element.tag.removeprefix(SPACE)
    number = {name: float(element.get(name, 0)) for name in ("x", "y", "cx", "cy", "r")}
    dashes = [float(n) * scale for n in re.findall(r"[\d.]+", element.get("stroke-dasharray", ""))]
    look = {
        "facecolor": color(element.get("fill", "#000000")),
        "edgecolor": color(element.get("stroke", "none")),
        "linewidth": points(scale * float(element.get("stroke-width", 1))),
        "linestyle": (0, [points(one) for one in dashes]) if dashes else "-",
    }
    if kind == "text":
        spot = at(number["x"], number["y"])
        size = points(scale * float(element.get("font-size", 20)))
        align = ANCHORS[element.get("text-anchor", "start")]
        weight = "bold" if element.get("font-weight") in ("bold", "600") else "normal"
        said = {"fontsize": size, "color": look["facecolor"], "ha": align, "weight": weight}
        axes.text(*spot, "".join(element.itertext()), va="baseline", family="DejaVu Sans", **said)
    elif kind == "circle":
        spot = at(number["cx"], number["cy"])
        axes.add_patch(patches.Circle(spot, scale * number["r"], **look))
    elif kind == "polygon" or (kind in ("path", "line") and look["edgecolor"] != "none"):
        for line in lines(element):
            axes.add_patch(patches.Polygon([at(*p) for p in line], **look | ends(kind)))
    elif kind == "rect":
        size = [scale * float(element.get(name)) for name in ("width", "height")]
        axes.add_patch(patches.Rectangle(at(number["x"], number["y"]), *size, **look))


def ends(kind: str) -> dict:
    """Whether the last corner leads back to the first, and how lines end."""
    return {} if kind == "polygon" else {"closed": False, "facecolor": "none", "capstyle": "round"}


def color(name: str) -> str:
    """A color as matplotlib takes it."""
    return name if name.startswith("#") else "none"


def lines(element) -> list[list[tuple[float, float]]]:
    """The corners of a polygon, a line, or each part of a path of straight lines."""
    if element.get("x1") is not None:
        return [[(float(element.get(f"x{n}")), float(element.get(f"y{n}"))) for n in (1, 2)]]
    drawn = [element.get("points")] if element.get("points") else element.get("d").split("M")[1:]
    numbers = [[float(n) for n in re.findall(r"-?[\d.]+", one)] for one in drawn]
    return [list(zip(one[::2], one[1::2], strict=True)) for one in numbers]
