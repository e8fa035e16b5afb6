"""Stones and marks, each told apart by shape or brightness, not by color alone."""

from lib.draw import svg
from lib.draw.colors import BLACK, BLUE, INK, ORANGE, VERMILLION, WHITE


def pen(x, y, r, mark):
    """X as two strokes, O as a ring: tic-tac-toe."""
    if mark == "X":
        look = {"stroke": BLUE, "stroke_width": r * 0.28, "stroke_linecap": "round"}
        return svg.cross(x, y, 0.62 * r, fill="none", class_="stone X", **look)
    ring = {"stroke": VERMILLION, "stroke_width": r * 0.26}
    return svg.circle(x, y, 0.66 * r, fill="none", class_="stone O", **ring)


def chip(x, y, r, mark):
    """A disc with its letter's sign on it: Connect Four."""
    r *= 0.8
    fill, ink = (BLUE, WHITE) if mark == "X" else (ORANGE, BLACK)
    disc = svg.circle(x, y, r, fill=fill, stroke=INK, stroke_width=2, class_=f"stone {mark}")
    look = {"fill": "none", "stroke": ink, "stroke_width": r * 0.18}
    if mark == "X":
        return disc + svg.cross(x, y, 0.38 * r, stroke_linecap="round", **look)
    return disc + svg.circle(x, y, 0.42 * r, **look)


def black_first(x, y, r, mark):
    """X is black: Othello."""
    return _disc(x, y, r, mark, BLACK if mark == "X" else WHITE)


def white_first(x, y, r, mark):
    """X is white: Pentago."""
    return _disc(x, y, r, mark, WHITE if mark == "X" else BLACK)


def _disc(x, y, r, mark, fill):
    """A plain disc with a thin inner ring, so that it looks turned on a lathe."""
    r *= 0.8
    edge = INK if fill == WHITE else "#5A5A5A"
    inner = svg.circle(x, y, 0.72 * r, fill="none", stroke="#8A8A8A", stroke_width=1.5)
    look = {"stroke": edge, "stroke_width": 2, "class_": f"stone {mark}"}
    return svg.circle(x, y, r, fill=fill, **look) + inner
