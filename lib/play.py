"""Play one game between agents, turn by turn, and refuse what the rules do not allow."""

import dataclasses
import random
import reprlib
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from lib.game import CHANCE, SIDE_NAMES, Action, Game, State, is_number
from lib.messages import COMMON, refuse_if
from lib.search.arguments import check_rng
from lib.search.rollouts import sample

AgentLike = Callable[[Game, State], Action]


@dataclass(frozen=True)
class Turn:
    """One move of one agent."""

    number: int  # 0 for the first move of the game
    state: State  # before the move
    agent: int  # who moved: an index into game.sides
    action: Action
    next_state: State


class Forfeit(Exception):
    """An agent broke the rules of playing: `agent` is its index, `reason` says what it did."""

    def __init__(self, agent: int, reason: str):
        super().__init__(agent, reason)
        self.agent, self.reason = agent, reason

    def __str__(self) -> str:
        return f"agent {self.agent}: {self.reason}"


class IllegalMove(Forfeit, ValueError):
    """The agent answered with something that is not a legal action."""


class AgentFailed(Forfeit, RuntimeError):
    """The agent raised an error instead of answering."""


class OutOfTime(Forfeit, TimeoutError):
    """The agent took longer than a move may take."""


class EndlessGame(RuntimeError):
    """The game was not over after as many plies as were allowed."""


def play(
    game: Game, agents: Sequence[AgentLike] | Mapping[int, AgentLike],
    rng: random.Random | None = None, *, state: State | None = None, max_plies: int = 10_000,
    seconds: float | None = None,
) -> Iterator[Turn]:  # fmt: skip
    """The turns of one game, played while you iterate.

    `agents` holds one agent for each index of `game.sides` that is not CHANCE, in that order;
    or one for each side, as in `{MAX: ..., MIN: ...}`: it plays for all agents of its side.
    With an `rng`, agents that have a seed get a new one from it; without, they keep their own.
    Chance moves are drawn from `rng` too (from `random.Random(0)` if there is none).
    `state` is where to begin. `seconds` limits the time of each move: see `answer`.
    """
    players = seated(game, agents)
    check_limits(max_plies, seconds)
    if rng is not None:
        players = {index: reseeded(agent, check_rng(rng)) for index, agent in players.items()}
    return _turns(game, players, check_rng(rng), state, max_plies, seconds)


def _turns(game, players, rng, state, max_plies, seconds) -> Iterator[Turn]:
    """The turns of a game whose agents have taken their seats."""
    state = game.initial_state() if state is None else state
    number = 0
    while not game.is_terminal(state):
        if number >= max_plies:
            raise EndlessGame(COMMON.WAS_NOT_OVER.format(game=game, max_plies=max_plies))
        mover = game.to_move(state)
        if mover in players:
            action = answer(game, state, players[mover], seconds)
        else:
            action = chance_move(game, state, rng)
        after = game.result(state, action)
        yield Turn(number, state, mover, action, after)
        state, number = after, number + 1


def seated(game: Game, agents: Sequence | Mapping) -> dict[int, AgentLike]:
    """Who plays each index of `game.sides`; CHANCE needs no agent."""
    seats = {index: side for index, side in enumerate(game.sides) if side != CHANCE}
    if isinstance(agents, Mapping):
        needed, got = _side_names({*seats.values()}), _side_names(agents)
        wrong = set(agents) != {*seats.values()}
        refuse_if(wrong, COMMON.NEEDS_ONE_AGENT, game=game, needed=needed, got=got)
        players = {index: agents[side] for index, side in seats.items()}
    else:
        given = list(agents) if isinstance(agents, Iterable) else []
        facts = {"game": game, "sides": ", ".join(SIDE_NAMES[side] for side in game.sides)}
        facts |= {"count": len(seats), "given": len(given)}
        refuse_if(len(given) != len(seats), COMMON.NEEDS_AGENTS_ITS, **facts)
        players = dict(zip(seats, given, strict=True))
    for index, agent in players.items():
        check_agent(f"agent {index}", agent)
    return players


def check_agent(name: str, agent: AgentLike) -> None:
    """A ValueError unless the agent can be asked for a move."""
    if isinstance(agent, type):
        raise ValueError(COMMON.CLASS_MAKE_AGENT.format(name=name, made=agent.__name__))
    refuse_if(not callable(agent), COMMON.CALLED_AGENT_GAME, name=name, agent=agent)


def check_limits(max_plies: float, seconds: float | None) -> None:
    """A ValueError unless both limits leave room to play."""
    limits = [max_plies] if seconds is None else [max_plies, seconds]
    if not all(limit == inf or (is_number(limit) and limit > 0) for limit in limits):
        raise ValueError(COMMON.LIMITS_POSITIVE_MAX.format(max_plies=max_plies, seconds=seconds))


def _side_names(sides) -> str:
    """The names of the sides."""
    return ", ".join(SIDE_NAMES.get(side, repr(side)) for side in sorted(sides, key=str)) or "none"


def reseeded(agent: Any, rng: random.Random) -> AgentLike:
    """The agent with a new seed (its own one still counts), if it is a dataclass that has one."""
    seed = rng.getrandbits(32)
    names = [f.name for f in dataclasses.fields(agent)] if dataclasses.is_dataclass(agent) else []
    if "seed" not in names:
        return agent
    own = agent.seed if isinstance(agent.seed, int) else 0
    return dataclasses.replace(agent, seed=own ^ seed)


def chance_move(game: Game, state: State, rng: random.Random) -> Action:
    """One action of CHANCE, drawn with the game's probabilities."""
    return sample(game, state, list(game.actions(state)), rng)


def answer(game: Game, state: State, agent: AgentLike, seconds: float | None) -> Action:
    """The agent's action, if it is legal; otherwise a `Forfeit`.

    The time limit stops an agent at once on Linux and macOS, in the main thread, while Python code
    runs. Elsewhere the move is only found too late after it was made.
    """
    index = game.to_move(state)
    start = time.perf_counter()
    try:
        with alarm(seconds):
            action = agent(game, state)
    except _TimeUp:
        reason = COMMON.NO_ANSWER.format(agent=label(agent), seconds=seconds)
        raise OutOfTime(index, reason) from None
    except (Exception, SystemExit) as problem:
        kind, said = type(problem).__name__, words(problem)
        reason = COMMON.AGENT_RAISED.format(agent=label(agent), kind=kind, said=said)
        raise AgentFailed(index, reason) from problem
    used = time.perf_counter() - start
    if seconds is not None and used > seconds:
        reason = COMMON.TOO_SLOW.format(agent=label(agent), used=used, seconds=seconds)
        raise OutOfTime(index, reason)
    return legal(game, state, agent, action)


def legal(game: Game, state: State, agent: AgentLike, action: Action) -> Action:
    """The game's own object for this action; an `IllegalMove` if there is none."""
    actions = list(game.actions(state))
    try:
        return actions[actions.index(action)]
    except (Exception, SystemExit):  # not in the list, or it cannot even be compared
        played = reprlib.repr(action)  # short, and never an error
        reason = f"{label(agent)} played {played}, which is not legal here; {listed(actions)}"
        raise IllegalMove(game.to_move(state), reason) from None


def listed(actions: Sequence[Action], most: int = 20) -> str:
    """A sentence that lists the legal moves, at most `most` of them."""
    words = ", ".join(map(repr, actions[:most]))
    rest = f" and {len(actions) - most} more" if len(actions) > most else ""
    return f"the legal moves are {words}{rest}"


def label(agent: AgentLike) -> str:
    """A short name for the agent: functions go by their own."""
    return getattr(agent, "__name__", None) or words(agent)


def words(thing: object, most: int = 200) -> str:
    """`str(thing)`, but short, and never an error: agents are written by anybody."""
    try:
        return str(thing)[:most]
    except (Exception, SystemExit):
        return f"a {type(thing).__name__} that cannot be printed"


class _TimeUp(BaseException):
    """Raised inside an agent that thinks too long; not an Exception, so that it passes through."""


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise `_TimeUp` in the block after so many seconds, where the system allows it."""
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_):
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, threading.TIMEOUT_MAX))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
