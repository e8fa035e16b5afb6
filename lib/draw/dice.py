"""Pig as a picture: two lanes toward the goal, the turn total, and the die."""

from lib.draw import svg
from lib.draw.colors import BLUE, INK, LINE, ORANGE, PAPER, SKY, WHITE, mix
from lib.draw.registry import draw_board, finite, legal_actions, shown
from lib.draw.svg import LARGE, NORMAL, SVG, number
from lib.games.pig import Pig

LEFT, LANE, LENGTH = 60, 64, 520
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}  # as on a telephone


@draw_board.register(Pig)
def draw_pig(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """Both scores as lanes toward the goal, the turn total hatched; values by "roll" or "hold"."""
    x, o, total, player = shown(game, state, lambda s: s[:4] if game.status(s) else None)
    status = shown(game, state, game.status)
    parts = _lane(60, "X", x, total if player == 0 else 0, game.goal)
    parts += _lane(60 + LANE, "O", o, total if player == 1 else 0, game.goal)
    parts.append(svg.text(LEFT, 28, f"goal {game.goal}, turn total {total}", NORMAL, INK, "start"))
    parts.append(svg.text(LEFT, 204, status, LARGE, INK, "start"))
    if isinstance(last, int):
        parts += die(LEFT + LENGTH + 90, 92, 70, last)
    values = finite(values or {})
    for action in values:
        if action not in ("roll", "hold", *game.die):
            raise ValueError(f"values: {action!r} is no action of {game!r}")
    choices, width = _choices(legal_actions(game, state, legal), values, last)
    desc = (
        f"X has {x} points, O has {o}, the turn total is {total}, the goal {game.goal}. {status}."
    )
    title = title or f"Pig: {x} to {o}, {status}"
    return svg.picture(max(width, LEFT + LENGTH + 160), 250, title, desc, *parts, *choices)


def _lane(y, name, score, total, goal):
    """A lane: banked points solid, the turn total in stripes."""
    step = LENGTH / goal
    fill = BLUE if name == "X" else ORANGE
    parts = [
        svg.text(LEFT - 24, y + 18, name, LARGE, INK, font_weight="bold"),
        svg.rect(LEFT, y, LENGTH, 36, fill=PAPER, stroke=LINE, stroke_width=2),
        svg.rect(LEFT, y, score * step, 36, fill=fill, stroke=INK),
    ]
    if total:
        end = min(score + total, goal) * step
        parts.append(
            svg.rect(
                LEFT + score * step,
                y,
                end - score * step,
                36,
                fill=mix(WHITE, fill, 0.3),
                stroke=INK,
                stroke_dasharray="5 4",
                stroke_width=2,
            )
        )
    words = f"{score} + {total}" if total else f"{score}"
    wide = svg.text_width(words, NORMAL) + 12
    left = min(LEFT + (score + total) * step + 6, LEFT + LENGTH - wide - 6)
    plate = svg.rect(left, y + 5, wide, 26, rx=5, fill=PAPER, stroke=LINE)
    return [*parts, plate, svg.text(left + wide / 2, y + 18, words, NORMAL, INK)]


def die(x, y, size, face):
    """A die that shows `face`; faces above six as a number."""
    parts = [
        svg.rect(
            x - size / 2,
            y - size / 2,
            size,
            size,
            rx=12,
            fill=PAPER,
            stroke=INK,
            stroke_width=3,
            class_="die",
        )
    ]
    if face not in PIPS:
        return [*parts, svg.text(x, y, face, LARGE, INK)]
    for key in map(int, PIPS[face]):
        row, column = divmod(key - 1, 3)
        parts.append(svg.circle(x + (column - 1) * size / 4, y + (row - 1) * size / 4, 6, fill=INK))
    return parts


def _choices(legal, values, last):
    """A plate for each action that is legal or has a value, and where they end."""
    parts, x = [], LEFT + 180.0
    for action in dict.fromkeys([*legal, *values]):
        words = f"{action} {number(values[action])}" if action in values else f"{action}"
        wide = svg.text_width(words, NORMAL) + 24
        thick = 5 if action == last else 2
        plate = svg.rect(
            x, 186, wide, 38, rx=19, fill=mix(WHITE, SKY, 0.3), stroke=INK, stroke_width=thick
        )
        inside = plate + svg.text(x + wide / 2, 205, words, NORMAL, INK)
        parts.append(svg.group(inside, class_="cell", data_action=action))
        x += wide + 12
    return parts, x + 12
