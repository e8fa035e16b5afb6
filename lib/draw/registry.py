"""How a game is shown: its picture (`draw_board`) and its words (`speech`). A new game adds both:

@draw_board.register(MyGame)
def draw_my_game(game, state, *, last=None, legal=None, values=None, title=None): ...

@speech.register(MyGame)
class MySpeech(Speech): ...
"""

from collections.abc import Callable, Collection, Mapping
from functools import singledispatch
from typing import Any

from lib.draw import messages, svg
from lib.draw.colors import INK, QUIET
from lib.draw.svg import NORMAL, SMALL, SVG
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Action, Game, State, is_number
from lib.messages import refuse_if


@singledispatch
def draw_board(
    game: Game, state: State, *, last: Action | None = None,
    legal: bool | Collection[Action] | None = None, values: Mapping | Collection | None = None,
    title: str | None = None, legend: str | None = None,
) -> SVG:  # fmt: skip
    """A picture of `state`.

    `last` is the action that led here, `legal` True or the actions to mark, `values` a number
    for each action (or one for each square, as rows); `legend` says what numbers or stones mean.
    """
    refuse_if(not isinstance(game, Game), messages.NOT_A_GAME, game=game)
    lines = shown(game, state, game.render).splitlines() or [""]
    note, end = messages.NO_DRAWING.format(name=type(game).__name__), 36 + 28 * len(lines) + 8
    look = {"anchor": "start", "font_family": "monospace", "style": "white-space:pre"}
    parts = [svg.text(24, 36 + 28 * i, line, NORMAL, INK, **look) for i, line in enumerate(lines)]
    parts.append(svg.text(24, end, note, SMALL, QUIET, "start"))
    width = max(svg.text_width(note, SMALL), max(map(len, lines)) * 0.65 * NORMAL) + 48
    title = title or messages.POSITION.format(game=game)
    return svg.picture(width, end + 28, title, "\n".join(lines), *parts)


class Speech:
    """How people talk about a game at its board: names, keys, buttons, endings."""

    hint = messages.PRESS_BUTTONS
    seats = (SIDE_NAMES[MAX], SIDE_NAMES[MIN])  # what a person can play: as MAX, as MIN
    has_winner = True  # else nobody is told "you won"
    most_buttons = 40
    two_clicks = False  # whether a move is clicked in two parts: `first_part`, `whole`

    def __init__(self, game: Game):
        self.game = game

    def by_id(self, state: State) -> dict[str, Action]:
        """The legal actions by the text that a click or a key sends."""
        return {str(action): action for action in self.game.actions(state)}

    def meant(self, id: str) -> Action:
        """The action that a click means even where it is not legal, so that the game says why."""
        return id

    def move(self, action: Action) -> str:
        """An action as people say it: the parts of a tuple without punctuation."""
        return " ".join(map(str, action)) if isinstance(action, tuple) else str(action)

    def mover(self, state: State) -> str:
        """Who is to move."""
        return SIDE_NAMES[self.game.side(state)]

    def keys(self) -> dict[str, str]:
        """What keys stand for, by id."""
        return {}

    def buttons(self, state: State, part: Any = None) -> list[list[str]]:
        """Buttons for what cannot be clicked on the board, as [id, words]."""
        return [[id, id] for id in list(self.by_id(state))[: self.most_buttons]]

    def sides(self) -> list[tuple[str, int]]:
        """Which sides a person can play, with their names; the side that begins comes first."""
        pairs = zip(self.seats, (MAX, MIN), strict=True)
        return [(name, side) for name, side in pairs if side in self.game.sides]

    def outcome(self, state: State) -> str:
        """How it stands at the end."""
        if hasattr(self.game, "status"):
            return self.game.status(state)
        return messages.MAX_GETS.format(utility=self.game.utility(state))

    def ending(self, state: State, you: int | None) -> str:
        """How the game ended, for the person who played `you` (None: for two people)."""
        told = messages.GAME_OVER.format(how=self.outcome(state))
        if you is None or not self.has_winner:
            return told
        mine = you * self.game.utility(state)
        return told + messages.RESULTS["won" if mine > 0 else "lost" if mine < 0 else "drawn"]


class XOSpeech(Speech):
    """How people talk about a game of X against O."""

    hint, seats = messages.CLICK_BOARD, messages.SEATS_XO

    def mover(self, state: State) -> str:
        side = self.game.side(state)
        return SIDE_NAMES[side] if side == CHANCE else "X" if side == MAX else "O"


@singledispatch
def speech(game: Game) -> Speech:
    """The words for a game; one that registers nothing is spoken of in general."""
    return Speech(game)


def shown(game: Game, state: State, question: Callable[[State], Any]) -> Any:
    """What `question(state)` answers; a ValueError in words if it is no state of the game."""
    try:
        return question(state)
    except Exception as problem:
        raise ValueError(messages.NOT_A_STATE.format(game=game, state=state)) from problem


def state_of(caller: str, game: Game, state: State | None) -> State:
    """The state to begin with; a ValueError in words if this is no game or no state of it."""
    refuse_if(not isinstance(game, Game), messages.NEEDS_A_GAME, caller=caller, game=game)
    state = game.initial_state() if state is None else state
    shown(game, state, game.render)
    return state


def finite(values: Mapping) -> dict:
    """The values without the missing ones (None); any other that is no number: a ValueError."""
    refuse_if(not isinstance(values, Mapping), messages.NOT_ACTION_VALUES, values=values)
    known = {key: value for key, value in values.items() if value is not None}
    for key, value in known.items():
        refuse_if(not is_number(value), messages.BAD_VALUE, key=key, value=value)
    return known


def legal_actions(game: Game, state: State, legal: Any) -> list[Action]:
    """The actions to mark: none, all legal ones, or those that were asked for."""
    if legal is None or legal is False:
        return []
    refuse_if(not isinstance(legal, (bool, Collection)), messages.NOT_LEGAL, legal=legal)
    return list(game.actions(state) if legal is True else legal)
