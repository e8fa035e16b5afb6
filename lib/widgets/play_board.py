"""Play against an agent: click the board or use the keyboard, and see what the agent thinks."""

from html import escape

import anywidget
import ipywidgets as w
import traitlets

from lib.agents import Thought
from lib.draw import draw_bars, draw_board
from lib.draw.board import speech, state_of
from lib.draw.svg import SVG, number, shorten
from lib.game import CHANCE, Action, Game
from lib.messages import refuse_if
from lib.play import label
from lib.widgets import messages as say
from lib.widgets.frames import STYLE, Panel, mark_knobs, program
from lib.widgets.watch import Match

_MOST_BARS = 7


def play_board(game: Game, opponent=None, *, you: int | None = None, state=None, seed=0) -> w.VBox:
    """A board to play on; the opponent is any agent, or None for two people at one board.

    `you` is the side that you play, MAX unless you say otherwise; `state` is where to begin.
    """
    state_of("play_board", game, state)
    sides = [side for _, side in speech(game).sides()]
    known = " or ".join(map(str, sides))
    refuse_if(you not in (None, *sides), say.CANNOT_PLAY, sides=known, game=game, you=you)
    return PlayBoard(Match(game, opponent, sides[0] if you is None else you, seed, state)).widget


class ClickBoard(anywidget.AnyWidget):
    """A picture with squares; a click or a key comes back as `{"act": id, "turn": turn}`."""

    _esm, _css = program("play_board")
    picture = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)  # the picture in words, for screen readers
    keymap = traitlets.Dict({}).tag(sync=True)  # key -> id
    choices = traitlets.List([]).tag(sync=True)  # buttons: [id, words]
    hold = traitlets.Bool(False).tag(sync=True)  # whether the buttons take the focus
    says = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    turn = traitlets.Int(0).tag(sync=True)  # grows by every move, so that late clicks do not count


class PlayBoard:
    """The widgets around a match, and what happens when they are used."""

    def __init__(self, match: Match):
        self.match, self.speech = match, speech(match.game)
        self.part = None  # of a move that is clicked in two parts: the first
        self.board = ClickBoard(keymap=self.speech.keys())
        self.board.on_msg(self._heard)
        self.thoughts = w.HTML(layout=w.Layout(flex="1 1 360px", max_width="560px"))
        self.widget = self._assemble()
        self._continue()

    def _assemble(self):
        new, undo = w.Button(description="New game"), w.Button(description="Undo")
        new.on_click(lambda _: self._begin())
        undo.on_click(lambda _: self._undo())
        look = {"layout": w.Layout(width="300px"), "style": {"description_width": "initial"}}
        sides = {"options": self.speech.sides(), "value": self.match.you}
        self.side = w.Dropdown(description="You play", **sides, **look)
        self.side.observe(lambda _: self._begin(), "value")
        self.show = w.Checkbox(value=True, description="Show what it thinks", indent=False)
        thoughts = self.thoughts.layout
        w.dlink((self.show, "value"), (thoughts, "display"), lambda on: None if on else "none")
        tools = [new, undo]
        if self.match.opponent is not None:
            tools += [self.side, self.show] if len(self.side.options) > 1 else [self.show]
        mark_knobs(*tools)
        wrap = {"flex_flow": "row wrap", "grid_gap": "8px"}
        row = w.HBox([*tools, w.HTML(STYLE)], layout=w.Layout(align_items="center", **wrap))
        board = w.HBox([self.board, self.thoughts], layout=w.Layout(**wrap))
        return Panel(row, board, about=say.BOARD.format(game=type(self.match.game).__name__))

    def _begin(self):
        self.match.new_game(self.side.value)
        self.thoughts.value = ""
        self._continue()

    def _undo(self):
        undone = self.match.undo()
        self.thoughts.value, self.part = "", None
        self._continue("" if undone else say.NO_UNDO)

    def _heard(self, _, message, buffers):
        """A click or a key; one that was made before the last move does not count."""
        if "act" not in message:
            return None
        if message.get("turn") != self.board.turn or self.board.busy:
            return self.board.send({"heard": True})
        if self.match.is_over:
            return self._say(f"{self._status()} {say.PLAY_AGAIN}")
        id, by_id = str(message["act"]), self.speech.by_id(self.match.state)
        if not self.speech.two_clicks:
            return self._play(by_id[id] if id in by_id else self.speech.meant(id))
        action = None if self.part is None else self.speech.whole(self.part, id)
        if action is not None:
            return self._play(action)
        self.part, told = self.speech.first_part(self.match.state, id)
        self._paint()
        return self._say(told)

    def _play(self, action):
        try:
            self.match.play(action)
        except ValueError as problem:
            return self._say(say.NOT_POSSIBLE.format(problem=problem))
        self.part = None
        self._continue()

    def _continue(self, words=""):
        """Lets the others move until it is the person's turn, then says how it stands."""
        self.board.turn += 1
        played = []
        while not self.match.is_over and not self.match.your_turn:
            is_chance = self.match.game.side(self.match.state) == CHANCE
            who = self.speech.mover(self.match.state)
            who += "" if is_chance else f" ({label(self.match.opponent)})"
            self._paint(legal=False)
            self.board.says, self.board.busy = say.THINKS.format(who=who), True
            try:
                thought = self.match.reply()
            except Exception as problem:  # agents are written by anybody
                self._paint()
                return self._say(say.OPPONENT_FAILED.format(problem=problem))
            move = self.speech.move(thought.action)
            if self.match.stood_in:
                words = say.STOOD_IN.format(who=label(self.match.stood_in))
            played.append(say.PLAYED.format(who=who, move=move))
            name = self.match.opponent and label(self.match.opponent)
            told = escape(in_words(name, thought)) if name else ""
            told += f"</div><div>{bars(self.match.game, thought)}" if thought.values else ""
            self.thoughts.value = f'<div class="la la-words">{told}</div>'
        self._paint()
        self._say(" ".join([words, *played[-4:], self._status()]).strip())

    def _status(self):
        """Whose turn it is, or how the game ended."""
        match = self.match
        if match.is_over:
            return self.speech.ending(match.state, None if match.opponent is None else match.you)
        told = say.YOUR_TURN.format(who=self.speech.mover(match.state))
        return told if match.history else f"{told} {self.speech.hint}"

    def _paint(self, legal=True):
        """The board as it is now; the first part of a move that is not yet whole is marked."""
        game, state, yours = self.match.game, self.match.state, self.match.your_turn
        marks = legal and yours
        if self.part is not None:
            marks = [action for action in game.actions(state) if action[0] == self.part]
        picture = draw_board(game, state, last=self.match.last, legal=marks)
        self.board.label, self.board.picture = picture.title, str(picture)
        self.board.hold = self.part is not None
        self.board.choices = self.speech.buttons(state, self.part) if yours else []

    def _say(self, words):
        self.board.busy, self.board.says = False, words
        self.board.send({"heard": True})


def in_words(agent: str, thought: Thought) -> str:
    """What the numbers of a thought mean."""
    units = {"visits": say.TRIED, "policy": say.LIKES}
    words = units.get(thought.unit, say.EXPECTS) if thought.values else say.DOES_NOT_SAY
    told = words.format(agent=agent)
    return f"{told} {say.IS_BOUND}" if words == say.EXPECTS and thought.bounds else told


def bars(game: Game, thought: Thought) -> SVG:
    """The moves that the agent likes best, the chosen one marked."""
    best = favorites(thought)
    shown = [action for action in thought.values if action in best]
    rows = [(_row_name(game, thought, action), thought.values[action]) for action in shown]
    titles = {"visits": say.VISITS_TITLE, "policy": say.POLICY_TITLE}
    title = titles.get(thought.unit, say.VALUE_TITLE)
    if len(shown) < len(thought.values):
        title = say.SOME_MOVES.format(unit=title, shown=len(shown), all=len(thought.values))
    return draw_bars(rows, chosen=_row_name(game, thought, thought.action), title=title)


def favorites(thought: Thought) -> list[Action]:
    """The chosen move and those that come next, best first."""
    side = thought.side if thought.unit == "value" else 1  # visits and shares: more is better
    rank = sorted(thought.values, key=lambda a: (a != thought.action, -side * thought.values[a]))
    return rank[:_MOST_BARS]


def _row_name(game, thought, action) -> str:
    """The move, with its mean, or with a sign that its value is a bound."""
    name = shorten(speech(game).move(action), 14)
    if thought.means:
        return f"{name} ({number(thought.means[action])})"
    sign = ("≤" if thought.side > 0 else "≥") if action in thought.bounds else ""
    return f"{name} {sign}".strip()
