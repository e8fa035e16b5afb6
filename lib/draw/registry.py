"""`draw_board`: one name for the pictures of all games; a new game registers its own drawing.

@draw_board.register(MyGame)
def draw_my_game(game, state, *, last=None, legal=None, values=None, title=None): ...
"""

from collections.abc import Collection, Mapping
from functools import singledispatch

from lib.draw import svg
from lib.draw.colors import INK, QUIET
from lib.draw.svg import NORMAL, SMALL, SVG
from lib.game import Game, is_number


@singledispatch
def draw_board(game, state, *, last=None, legal=None, values=None, title=None) -> SVG:
    """A picture of `state`.

    `last` is the action that led here, `legal` True or the actions to mark, `values` a number
    for each action (or one for each square, as rows): visits, means, weights.
    A game without a drawing of its own is shown as its text picture.
    """
    if not isinstance(game, Game):
        raise ValueError(f"draw_board draws a Game and one of its states, not {game!r}")
    name = type(game).__name__
    lines = shown(game, state, game.render).splitlines() or [""]
    note = f"{name} has no drawing of its own: write one with @draw_board.register({name})"
    parts = [
        svg.text(
            24,
            36 + 28 * i,
            line,
            NORMAL,
            INK,
            "start",
            font_family="monospace",
            style="white-space:pre",
        )
        for i, line in enumerate(lines)
    ]
    end = 36 + 28 * len(lines) + 8
    parts.append(svg.text(24, end, note, SMALL, QUIET, "start"))
    width = max(svg.text_width(note, SMALL), max(len(line) for line in lines) * 0.65 * NORMAL) + 48
    return svg.picture(
        width, end + 28, title or f"A position of {game!r}", "\n".join(lines), *parts
    )


def shown(game, state, question):
    """What `question(state)` answers; a ValueError in words if it is no state of the game."""
    try:
        return question(state)
    except Exception as problem:
        raise ValueError(f"this is not a state of {game!r}: {state!r}") from problem


def finite(values: dict) -> dict:
    """The values without the missing ones (None); any other that is no number: a ValueError."""
    if not isinstance(values, Mapping):
        raise ValueError(f"values: a dict with a number for each action, got {values!r}")
    known = {key: value for key, value in values.items() if value is not None}
    for key, value in known.items():
        if not is_number(value):
            raise ValueError(f"values: {key!r} needs a finite number, got {value!r}")
    return known


def legal_actions(game, state, legal) -> list:
    """The actions to mark: none, all legal ones, or those that were asked for."""
    if legal is None or legal is False:
        return []
    if legal is not True and not isinstance(legal, Collection):
        raise ValueError(f"legal: True, or the actions to mark, got {legal!r}")
    return list(game.actions(state) if legal is True else legal)
