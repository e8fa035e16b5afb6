"""Watch a game between agents: move by move, forward and back, without a kernel."""

from html import escape
from random import Random

import ipywidgets as w

from lib.draw import draw_board
from lib.draw.board import speech
from lib.draw.checks import is_count
from lib.draw.registry import state_of
from lib.game import CHANCE, SIDE_NAMES, Game
from lib.messages import refuse_if
from lib.play import EndlessGame, Forfeit, label, play, seated
from lib.widgets import messages as say
from lib.widgets.animated_svg import animate
from lib.widgets.frames import film

MOST_MOVES = 300


def watch(game: Game, agents, *, seed: int = 0, state=None, max_plies: int = MOST_MOVES) -> w.VBox:
    """A game between `agents` (as for `play`), to look at with a slider.

    The same seed gives the same game. A longer game is shown up to `max_plies` moves.
    """
    start = state_of("watch", game, state)
    is_right = is_count(max_plies, 1, MOST_MOVES)
    refuse_if(not is_right, say.BAD_MAX_PLIES, most=MOST_MOVES, max_plies=max_plies)
    players = seated(game, agents)
    turns, problem = _played(game, agents, Random(seed), start, max_plies)
    pictures = [draw_board(game, start)]
    pictures += [draw_board(game, turn.next_state, last=turn.action) for turn in turns]
    texts = [say.BEFORE_FIRST.format(matchup=_matchup(game, players))]
    texts += [_sentence(game, turn, players) for turn in turns]
    texts[-1] += f" {problem}" if problem else ""
    picture, styles = animate(pictures)
    board = f'<div style="max-width:720px">{picture}</div>'
    about = say.GAME_WATCHED.format(moves=len(turns))
    return film(board, styles, list(map(escape, texts)), about, problem, "move", 1000)


def _played(game, agents, rng, state, max_plies):
    """The turns of the game, and what went wrong, in words, if something did."""
    turns = []
    try:
        for turn in play(game, agents, rng, state=state, max_plies=max_plies):
            turns.append(turn)
    except EndlessGame:
        return turns, say.NOT_OVER.format(moves=max_plies)
    except Forfeit as problem:
        return turns, say.STOPPED.format(reason=problem.reason)
    return turns, ""


def _matchup(game, players) -> str:
    """Who plays for whom."""
    sides = [(SIDE_NAMES[game.sides[i]], label(agent)) for i, agent in players.items()]
    return ", ".join(say.SIDE_IS.format(side=s, agent=a) for s, a in dict.fromkeys(sides))


def _sentence(game, turn, players) -> str:
    """One move in words, and the end of the game."""
    who = speech(game).mover(turn.state)
    if game.side(turn.state) != CHANCE:
        who += f" ({label(players[turn.agent])})"
    move = speech(game).move(turn.action)
    text = say.MOVE.format(number=turn.number + 1, who=who, move=move)
    if game.is_terminal(turn.next_state):
        text += f" {speech(game).ending(turn.next_state, None)}"
    return text
