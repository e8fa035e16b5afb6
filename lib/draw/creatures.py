"""Those who live in the maze: Pacman and ghosts, in shapes that need no color to be told apart."""

import math

from lib.draw import svg
from lib.draw.colors import BLACK, INK, WHITE, YELLOW, ink_on
from lib.draw.svg import SMALL

HEADINGS = {"East": 0, "South": 90, "West": 180, "North": 270}  # degrees, clockwise on paper
LOOKS = {"East": (1, 0), "South": (0, 1), "West": (-1, 0), "North": (0, -1)}
MOUTH = 38  # degrees from the middle of the mouth to each lip


def pacman(x, y, r, heading="East", fill=YELLOW):
    """A disc with a wedge cut out in the direction it goes, and an eye above the mouth."""
    turn = HEADINGS.get(heading, 0)
    lip, chin = _at(x, y, r, turn + MOUTH), _at(x, y, r, turn - MOUTH)
    body = svg.path(
        "M",
        x,
        y,
        "L",
        *lip,
        "A",
        r,
        r,
        0,
        1,
        1,
        *chin,
        "Z",
        fill=fill,
        stroke=INK,
        stroke_width=1.5,
        class_="pacman",
    )
    eye = _at(x, y, 0.58 * r, turn - 75 if heading != "West" else turn + 75)
    return body + svg.circle(*eye, 0.13 * r, fill=BLACK)


def _at(x, y, r, degrees):
    """The point on a circle."""
    return x + r * math.cos(math.radians(degrees)), y + r * math.sin(math.radians(degrees))


def ghost(x, y, r, heading, fill, scared=False):
    """A dome with a wavy hem and eyes that look ahead; a scared one has a zigzag mouth."""
    dash = "4 3" if scared else None
    fill = WHITE if scared else fill
    body = svg.path(
        *_robe(x, y, r),
        fill=fill,
        stroke=INK,
        stroke_width=2,
        stroke_dasharray=dash,
        class_="ghost scared" if scared else "ghost",
    )
    return body + (_fright(x, y, r) if scared else _eyes(x, y, r, heading))


def _robe(x, y, r):
    """The outline of a ghost: half a circle, two sides, three scallops."""
    steps = ["M", x - r, y, "A", r, r, 0, 0, 1, x + r, y, "L", x + r, y + 0.9 * r]
    for i in range(3):
        end = x + r - (i + 1) * 2 * r / 3
        steps += ["Q", end + r / 3, y + 0.55 * r, end, y + 0.9 * r]
    return [*steps, "Z"]


def _eyes(x, y, r, heading):
    """Two white eyes; the pupils show where the ghost is going."""
    dx, dy = LOOKS.get(heading, (0, 0))
    parts = []
    for side in (-1, 1):
        ex, ey = x + side * 0.4 * r, y - 0.25 * r
        parts.append(svg.circle(ex, ey, 0.28 * r, fill=WHITE, stroke=INK, stroke_width=1))
        parts.append(svg.circle(ex + dx * 0.13 * r, ey + dy * 0.13 * r, 0.14 * r, fill=BLACK))
    return "".join(parts)


def _fright(x, y, r):
    """Small eyes and a zigzag mouth."""
    eyes = "".join(svg.circle(x + s * 0.35 * r, y - 0.3 * r, 0.13 * r, fill=BLACK) for s in (-1, 1))
    steps = ["M", x - 0.6 * r, y + 0.35 * r]
    for i in range(1, 5):
        steps += ["L", x - 0.6 * r + i * 0.3 * r, y + (0.15 if i % 2 else 0.35) * r]
    return eyes + svg.path(*steps, fill="none", stroke=BLACK, stroke_width=2)


def badge(x, y, words, fill, square=False):
    """A small plate with a word on it: a square one for red, a round one for blue."""
    wide = max(svg.text_width(words, SMALL) + 6, 22)
    plate = svg.rect(x - wide / 2, y - 11, wide, 22, rx=2 if square else 11, fill=fill, stroke=INK)
    return plate + svg.text(x, y, words, SMALL, ink_on(fill), font_weight="bold", class_="badge")
