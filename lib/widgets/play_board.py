"""Play against an agent: click the board or use the keyboard, and see what the agent thinks."""

from html import escape

import ipywidgets as w

from lib.draw import draw_bars, draw_board
from lib.draw.registry import shown
from lib.draw.svg import number, shorten
from lib.game import CHANCE, Game
from lib.games.pentago import PentagoTwist
from lib.play import label
from lib.widgets import moves
from lib.widgets.frames import LOOK, STYLE, boxed, mark_knobs
from lib.widgets.match import Match
from lib.widgets.thinking import in_words

MOST_BARS = 7


def play_board(game: Game, opponent=None, *, you: int | None = None, state=None, seed=0) -> w.VBox:
    """A board to play on; the opponent is any agent, or None for two people at one board.

    `you` is the side that you play, MAX unless you say otherwise; `state` is where to begin.
    """
    if not isinstance(game, Game):
        raise ValueError(f"play_board needs a game such as TicTacToe(), got {game!r}")
    sides = [side for _, side in moves.seats(game)]
    if you is not None and you not in sides:
        raise ValueError(f"you can play {' or '.join(map(str, sides))} in {game!r}, not {you!r}")
    if state is not None:
        shown(game, state, game.render)
    match = Match(game, opponent, sides[0] if you is None else you, seed, state)
    return PlayBoard(match).widget


class PlayBoard:
    """The widgets around a match, and what happens when they are used."""

    def __init__(self, match: Match):
        try:
            from lib.widgets.clickable import ClickBoard
        except ImportError:
            raise ImportError("play_board needs anywidget: pip install anywidget") from None
        self.match, self.cell = match, None
        self.board = ClickBoard(keymap=moves.keys(match.game))
        self.board.on_msg(self._heard)
        self.thoughts = w.HTML(layout=w.Layout(flex="1 1 360px", max_width="560px"))
        self.widget = self._assemble()
        self._continue()

    def _assemble(self):
        new, undo = w.Button(description="New game"), w.Button(description="Undo")
        new.on_click(lambda _: self._begin())
        undo.on_click(lambda _: self._undo())
        self.side = w.Dropdown(
            options=moves.seats(self.match.game),
            value=self.match.you,
            description="You play",
            layout=w.Layout(width="300px"),
            style={"description_width": "initial"},
        )
        self.side.observe(lambda _: self._begin(), "value")
        self.show = w.Checkbox(value=True, description="Show what it thinks", indent=False)
        self.show.observe(self._toggle, "value")
        tools = [new, undo]
        if self.match.opponent is not None:
            tools += [self.side] if len(self.side.options) > 1 else []
            tools += [self.show]
        mark_knobs(*tools)
        tools += [w.HTML(STYLE)]
        wrap = {"flex_flow": "row wrap", "grid_gap": "8px"}
        row = w.HBox(tools, layout=w.Layout(align_items="center", **wrap))
        board = w.HBox([self.board, self.thoughts], layout=w.Layout(**wrap))
        return boxed(row, board, about=f"A board of {type(self.match.game).__name__} to play on")

    def _toggle(self, change):
        self.thoughts.layout.display = None if change["new"] else "none"

    def _begin(self):
        self.match.new_game(self.side.value)
        self.thoughts.value = ""
        self._continue()

    def _undo(self):
        undone = self.match.undo()
        self.thoughts.value, self.cell = "", None
        self._continue("" if undone else "There is no move of yours to take back.")

    def _heard(self, _, message, buffers):
        """A click or a key; one that was made before the last move does not count."""
        if "act" not in message:
            return
        if message.get("turn") != self.board.turn or self.board.busy:
            self.board.send({"heard": True})
            return
        self._act(str(message["act"]))

    def _act(self, id):
        """Plays what was clicked, or says why it cannot be played."""
        match = self.match
        if match.is_over:
            return self._say(f"{self._status()} Press New game to play again.")
        if isinstance(match.game, PentagoTwist):
            return self._act_pentago(id)
        action = moves.by_id(match.game, match.state).get(id, moves.meant(match.game, id))
        self._play(action)

    def _act_pentago(self, id):
        """First a cell, then a twist."""
        if " " in id and self.cell is not None:
            quadrant, kind = id.split()
            return self._play((self.cell, int(quadrant), kind))
        cell = int(id) if id.isdigit() else -1
        free = {action[0] for action in self.match.game.actions(self.match.state)}
        self.cell = cell if cell in free else None
        self._paint()
        if self.cell is None:
            return self._say(f"Cell {id} is taken: choose an empty one.")
        self._say(f"Cell {id}. Now choose the twist.")

    def _play(self, action):
        try:
            self.match.play(action)
        except ValueError as problem:
            return self._say(f"That does not go: {problem}.")
        self.cell = None
        self._continue()

    def _continue(self, words=""):
        """Lets the others move until it is the person's turn, then says how it stands."""
        self.board.turn += 1
        played = []
        while not self.match.is_over and not self.match.your_turn:
            self._wait()
            who = self._name()
            try:
                thought = self.match.reply()
            except Exception as problem:  # agents are written by anybody
                self._paint()
                return self._say(f"The opponent cannot go on: {problem} Press Undo or New game.")
            move = moves.spoken(self.match.game, thought.action)
            played.append(f"{who} played {move}.")
            self._think(thought)
        self._paint()
        self._say(" ".join([words, *played[-4:], self._status()]).strip())

    def _wait(self):
        """Shows the board while the opponent thinks."""
        self._paint(legal=False)
        self.board.says, self.board.busy = f"{self._name()} is thinking.", True

    def _name(self):
        """The player to move, in words."""
        who = moves.mover(self.match.game, self.match.state)
        if self.match.game.side(self.match.state) == CHANCE:
            return who
        return f"{who} ({label(self.match.opponent)})"

    def _status(self):
        """Whose turn it is, or how the game ended."""
        match = self.match
        if match.is_over:
            alone = match.opponent is None
            return moves.ending(match.game, match.state, None if alone else match.you)
        who = moves.mover(match.game, match.state)
        if match.history:
            return f"Your turn, {who}."
        return f"Your turn, {who}. {moves.hint(match.game)}"

    def _paint(self, legal=True):
        """The board as it is now; a cell that waits for its twist is marked."""
        game, state = self.match.game, self.match.state
        marks = bool(legal and self.match.your_turn)
        if self.cell is not None:
            marks = [action for action in game.actions(state) if action[0] == self.cell]
        picture = draw_board(game, state, last=self.match.last, legal=marks)
        self.board.label = picture.title
        self.board.picture = str(picture)
        self.board.hold = self.cell is not None
        yours = self.match.your_turn
        self.board.choices = moves.choices(game, state, self.cell) if yours else []

    def _say(self, words):
        self.board.busy = False
        self.board.says = words
        self.board.send({"heard": True})

    def _think(self, thought):
        """Bars of what the opponent thought of its moves."""
        if not thought.values:
            words = "" if not self.match.opponent else in_words(self.match.opponent, thought)
            self.thoughts.value = f'<div style="{LOOK}font-size:16px">{escape(words)}</div>'
            return
        words = escape(in_words(self.match.opponent, thought))
        self.thoughts.value = (
            f'<div style="{LOOK}font-size:16px;line-height:1.4;padding:8px 14px">{words}</div>'
            f"{bars(self.match.game, thought)}"
        )


def bars(game, thought):
    """The moves that the agent likes best, the chosen one marked."""
    shown = [action for action in thought.values if action in favorites(thought)]
    rows = [(row_name(game, thought, action), thought.values[action]) for action in shown]
    chosen = row_name(game, thought, thought.action)
    title = "visits (mean)" if thought.means else "value"
    if len(shown) < len(thought.values):
        title += f": {len(shown)} of {len(thought.values)} moves"
    return draw_bars(rows, chosen=chosen, title=title)


def favorites(thought) -> list:
    """The chosen move and those that come next, best first."""
    side = 1 if thought.unit == "visits" else thought.side
    rank = sorted(thought.values, key=lambda a: (a != thought.action, -side * thought.values[a]))
    return rank[:MOST_BARS]


def row_name(game, thought, action) -> str:
    """The move, with its mean, or with a sign that its value is a bound."""
    name = shorten(moves.spoken(game, action), 14)
    if thought.means:
        return f"{name} ({number(thought.means[action])})"
    sign = ("≤" if thought.side > 0 else "≥") if action in thought.bounds else ""
    return f"{name} {sign}".strip()
