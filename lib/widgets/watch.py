"""Watch a game between agents: move by move, forward and back, without a kernel."""

import sys
from dataclasses import dataclass, field
from html import escape
from random import Random
from typing import Any

import ipywidgets as w

from lib.agents import Agent, Human, Thought
from lib.draw import draw_board
from lib.draw.board import speech, state_of
from lib.game import CHANCE, SIDE_NAMES, Action, Game, State, is_whole
from lib.messages import refuse_if
from lib.play import (
    EndlessGame,
    Forfeit,
    answer,
    chance_move,
    check_agent,
    label,
    legal,
    play,
    reseeded,
    seated,
)  # fmt: skip
from lib.widgets import messages as say
from lib.widgets.frames import animate, film

MOST_MOVES = 300


@dataclass
class Match:
    """A game in which the person plays `you` and `opponent` all other sides; None: a person too."""

    game: Game
    opponent: Any  # an agent, or None
    you: int
    seed: int = 0
    start: State | None = None
    games: int = 0  # how many were begun; each gives the opponent another seed
    history: list[tuple[State, Action]] = field(default_factory=list)

    def __post_init__(self):
        if isinstance(self.opponent, Human):
            self.opponent = None
        if self.opponent is not None:
            check_agent("the opponent", self.opponent)
            self.stood_in = self.stand_in()  # it gets ready while the person thinks
        self.new_game(self.you)

    def new_game(self, you: int) -> None:
        """Begin again; the person plays `you`."""
        self.you, self.history, self.games = you, [], self.games + 1
        self.state = self.game.initial_state() if self.start is None else self.start
        if self.opponent is not None:
            self.agent = reseeded(self.opponent, Random(f"{self.seed} {self.games}"))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_terminal(self.state)

    @property
    def your_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.is_over and self._is_yours(self.state)

    @property
    def last(self) -> Action | None:
        """The last action."""
        return self.history[-1][1] if self.history else None

    def play(self, action: Action) -> None:
        """Makes a move; an illegal one is a ValueError that says why."""
        after = self.game.result(self.state, action)
        self.history.append((self.state, action))
        self.state = after

    def stand_in(self) -> Agent | None:
        """Who answers in place of a compiled opponent until that is ready; then None."""
        if sys.platform == "emscripten" or not isinstance(self.opponent, Agent):
            return None  # a browser has neither threads nor a compiler
        return self.opponent.stand_in(self.game)

    def reply(self) -> Thought:
        """The move of the opponent, or of chance, with what it thought."""
        self.stood_in = self.stand_in()
        agent = self.stood_in or self.agent
        if self.game.side(self.state) == CHANCE:
            rng = Random(f"{self.seed} {self.games} {len(self.history)}")  # undo gets no new roll
            thought = Thought(chance_move(self.game, self.state, rng))
        elif hasattr(agent, "weigh"):
            thought = agent.weigh(self.game, self.state)
        else:
            thought = Thought(answer(self.game, self.state, agent, None))
        self.play(legal(self.game, self.state, self.opponent, thought.action))
        return thought

    def undo(self) -> bool:
        """Back to the person's last move, before it was made; False if there was none."""
        mine = [i for i, (state, _) in enumerate(self.history) if self._is_yours(state)]
        if mine:
            self.state, _ = self.history[mine[-1]]
            del self.history[mine[-1] :]
        return bool(mine)

    def _is_yours(self, state) -> bool:
        side = self.game.side(state)
        return side != CHANCE if self.opponent is None else side == self.you


def watch(game: Game, agents, *, seed: int = 0, state=None, max_plies: int = MOST_MOVES) -> w.VBox:
    """A game of `agents`, the same for a seed, up to `max_plies`, to look at with a slider."""
    start = state_of("watch", game, state)
    is_right = is_whole(max_plies, 1, MOST_MOVES)
    refuse_if(not is_right, say.BAD_MAX_PLIES, most=MOST_MOVES, max_plies=max_plies)
    players = seated(game, agents)
    turns, problem = [], ""
    try:
        for turn in play(game, agents, Random(seed), state=start, max_plies=max_plies):
            turns.append(turn)
    except EndlessGame:
        problem = say.NOT_OVER.format(moves=max_plies)
    except Forfeit as forfeit:
        problem = say.STOPPED.format(reason=forfeit.reason)
    pictures = [draw_board(game, start)]
    pictures += [draw_board(game, turn.next_state, last=turn.action) for turn in turns]
    sides = [(SIDE_NAMES[game.sides[i]], label(agent)) for i, agent in players.items()]
    matchup = ", ".join(say.SIDE_IS.format(side=s, agent=a) for s, a in dict.fromkeys(sides))
    texts = [say.BEFORE_FIRST.format(matchup=matchup)]
    texts += [_sentence(game, turn, players) for turn in turns]
    texts[-1] += f" {problem}" if problem else ""
    picture, styles = animate(pictures)
    board = f'<div style="max-width:720px">{picture}</div>'
    about = say.GAME_WATCHED.format(moves=len(turns))
    return film(board, styles, list(map(escape, texts)), about, problem, "move", 1000)


def _sentence(game, turn, players) -> str:
    """One move in words, and the end of the game."""
    told, is_chance = speech(game), game.side(turn.state) == CHANCE
    who = told.mover(turn.state) + ("" if is_chance else f" ({label(players[turn.agent])})")
    text = say.MOVE.format(number=turn.number + 1, who=who, move=told.move(turn.action))
    is_over = game.is_terminal(turn.next_state)
    return f"{text} {told.ending(turn.next_state, None)}" if is_over else text
