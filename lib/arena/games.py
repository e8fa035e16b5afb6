"""One game of a tournament: what is to be played, and what came out."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from lib.game import CHANCE, SIDE_NAMES, Action, Game, State
from lib.play import EndlessGame, Forfeit, chance_move, play

MAX_PLIES = 10_000


@dataclass(frozen=True)
class Fixture:
    """A game to be played: plain data that any worker can be sent."""

    number: int
    game: Game
    names: dict[int, str]  # by side
    agents: dict[int, Callable]  # by side
    seed: int
    opening: int = 0  # random plies before the agents take over
    max_plies: int = MAX_PLIES
    seconds: float | None = None  # for each move


@dataclass(frozen=True)
class Result:
    """A game that was played. `winner` is a side, 0 for a draw, None if the game does not count."""

    number: int
    names: dict[int, str]
    winner: int | None
    utility: float | None = None  # only of games that were played to their end
    final: State = None
    actions: tuple[Action, ...] = ()
    reason: str = ""  # what went wrong, if anything did
    fault: int | None = None  # the side that failed, if one did


def play_fixture(fixture: Fixture, watch: Callable[[int], object] = lambda side: None) -> Result:
    """The result of one game; whatever goes wrong in it is part of the result, never an error.

    `watch` is told the side that is to move before each move.
    """
    try:
        return played(fixture, watch)
    except Exception as problem:
        reason = f"the game itself failed: {type(problem).__name__}: {problem}"
        return Result(fixture.number, fixture.names, None, reason=reason)


def played(fixture: Fixture, watch: Callable[[int], object]) -> Result:
    """The result of one game in which only agents make mistakes."""
    game, rng = fixture.game, random.Random(fixture.seed)
    state = opening(game, fixture.opening, rng)
    limits = {"max_plies": fixture.max_plies, "seconds": fixture.seconds}
    turns = play(game, fixture.agents, rng, state=state, **limits)
    actions = []
    try:
        while not game.is_terminal(state):
            watch(game.side(state))
            turn = next(turns)
            actions.append(turn.action)
            state = turn.next_state
    except Forfeit as forfeit:
        side = game.sides[forfeit.agent]
        return lost(fixture, side, forfeit.reason, state, actions)
    except EndlessGame as endless:
        reason = f"{endless}; counted as a draw"
        return Result(fixture.number, fixture.names, 0, None, state, tuple(actions), reason)
    utility = game.utility(state)
    winner = (utility > 0) - (utility < 0)
    return Result(fixture.number, fixture.names, winner, utility, state, tuple(actions))


def lost(fixture: Fixture, side: int, reason: str, state: State = None, actions=()) -> Result:
    """The result of a game that `side` loses because its agent failed."""
    story = f"{fixture.names[side]} as {SIDE_NAMES[side]}: {reason}"
    names, actions = fixture.names, tuple(actions)
    return Result(fixture.number, names, -side, None, state, actions, story, fault=side)


def opening(game: Game, plies: int, rng: random.Random) -> State:
    """The state after so many random plies, or fewer where every next one would end the game."""
    state = game.initial_state()
    for _ in range(plies):
        following = game.actions(state)
        if game.side(state) == CHANCE:
            following = [chance_move(game, state, rng)]
        states = [game.result(state, action) for action in following]
        states = [after for after in states if not game.is_terminal(after)]
        if not states:
            break
        state = rng.choice(states)
    return state
