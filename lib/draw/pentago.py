"""The twist of Pentago: where it moves a stone, and an arrow that shows it."""

import math

from lib.draw import svg
from lib.draw.colors import INK, QUIET, VERMILLION
from lib.draw.svg import SMALL

GAP, ROOM = 14, 30  # between the quadrants, and above and below them for words


def moved(square, action):
    """Where the stone placed on `square` lies after the twist of `action`."""
    row, column = square
    if not isinstance(action, tuple) or (row // 3) * 2 + column // 3 != action[1]:
        return square
    r, c = row % 3, column % 3
    r, c = (c, 2 - r) if action[2] == "rotate" else (r, 2 - c)
    return row - row % 3 + r, column - column % 3 + c


def names(board):
    """The numbers of the quadrants, beside them."""
    return [svg.text(x - 8, y, f"quadrant {q}", SMALL, QUIET) for q, x, y in _outside(board)]


def _outside(board):
    """For each quadrant the point above or below it."""
    reach = 1.5 * board.style.cell + ROOM / 2 + 2
    for quadrant in range(4):
        x, y = center(board, quadrant)
        yield quadrant, x, y - reach if quadrant < 2 else y + reach


def center(board, quadrant):
    """The middle of a quadrant."""
    return board.middle((3 * (quadrant // 2) + 1, 3 * (quadrant % 2) + 1))


def arrow(board, action):
    """A frame around the twisted quadrant, an arrow that turns or mirrors it, and the word."""
    if not isinstance(action, tuple) or len(action) != 3:
        raise ValueError(f"a move of Pentago is (cell, quadrant, 'rotate' or 'flip'): {action!r}")
    _, quadrant, kind = action
    x, y = center(board, quadrant)
    half = 1.5 * board.style.cell + 4
    frame = svg.rect(
        x - half,
        y - half,
        2 * half,
        2 * half,
        rx=10,
        fill="none",
        stroke=VERMILLION,
        stroke_width=5,
        class_="twisted",
    )
    outside = next((px, py) for q, px, py in _outside(board) if q == quadrant)
    sign = (
        _turn(x - half + 22, outside[1]) if kind == "rotate" else _mirror(x - half + 24, outside[1])
    )
    word = svg.text(x + half, outside[1], kind, SMALL, INK, "end", font_weight="bold")
    return frame + sign + word


def _turn(x, y, r=10):
    """Three quarters of a circle, clockwise, with an arrowhead."""
    end = (x + r * math.cos(math.pi), y)
    look = {"fill": "none", "stroke": VERMILLION, "stroke_width": 4}
    arc = svg.path("M", x, y - r, "A", r, r, 0, 1, 1, *end, class_="turn", **look)
    return arc + svg.polygon(
        [(end[0] - 8, y + 2), (end[0] + 8, y + 2), (end[0], y - 9)], fill=VERMILLION
    )


def _mirror(x, y):
    """A line with a head at both ends: left and right change places."""
    shaft = svg.line(x - 10, y, x + 10, y, VERMILLION, stroke_width=4, class_="flip")
    heads = [
        svg.polygon([(x + s * 20, y), (x + s * 8, y - 8), (x + s * 8, y + 8)], fill=VERMILLION)
        for s in (-1, 1)
    ]
    return shaft + "".join(heads)
