"""Matches and tournaments on any executor: the same results everywhere, and no game lost."""

import multiprocessing
import os
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import combinations
from multiprocessing import connection
from typing import Any

from lib.arena.tables import Result, ScoreTable, TournamentTable
from lib.game import CHANCE, MAX, MIN, SIDE_NAMES, Game, State
from lib.messages import ARENA, refuse_if
from lib.play import AgentLike, EndlessGame, Forfeit, check_agent, check_limits, play, seated
from lib.search.arguments import check_whole
from lib.search.rollouts import sample

_MAX_PLIES = 10_000


@dataclass(frozen=True)
class Fixture:
    """A game to be played: plain data that any worker can be sent."""

    number: int
    game: Game
    names: dict[int, str]  # by side
    agents: dict[int, Callable]  # by side
    seed: int
    opening: int = 0  # random plies before the agents take over
    max_plies: int = _MAX_PLIES
    seconds: float | None = None  # for each move


def _play_fixture(fixture: Fixture, watch: Callable[[int], object] = lambda side: None) -> Result:
    """The result of one game; what goes wrong is part of it. `watch` is told who is to move."""
    try:
        return _played(fixture, watch)
    except Exception as problem:
        reason = f"the game itself failed: {type(problem).__name__}: {problem}"
        return Result(fixture.number, fixture.names, None, reason=reason)


def _played(fixture: Fixture, watch: Callable[[int], object]) -> Result:
    """The result of one game in which only agents make mistakes."""
    game, rng = fixture.game, random.Random(fixture.seed)
    state = _opening(game, fixture.opening, rng)
    limits: dict[str, Any] = {"max_plies": fixture.max_plies, "seconds": fixture.seconds}
    turns = play(game, fixture.agents, rng, state=state, **limits)
    actions = []
    try:
        while not game.is_terminal(state):
            watch(game.side(state))
            turn = next(turns)
            actions.append(turn.action)
            state = turn.next_state
    except Forfeit as forfeit:
        return _lost(fixture, game.sides[forfeit.agent], forfeit.reason, state, actions)
    except EndlessGame as endless:
        reason = f"{endless}; counted as a draw"
        return Result(fixture.number, fixture.names, 0, None, state, tuple(actions), reason)
    utility = game.utility(state)
    winner = (utility > 0) - (utility < 0)
    return Result(fixture.number, fixture.names, winner, utility, state, tuple(actions))


def _lost(fixture: Fixture, side: int, reason: str, state: State = None, actions=()) -> Result:
    """The result of a game that `side` loses because its agent failed."""
    story = f"{fixture.names[side]} as {SIDE_NAMES[side]}: {reason}"
    names, actions = fixture.names, tuple(actions)
    return Result(fixture.number, names, -side, None, state, actions, story, fault=side)


def _opening(game: Game, plies: int, rng: random.Random) -> State:
    """The state after so many random plies, or fewer where every next one would end the game."""
    state = game.initial_state()
    for _ in range(plies):
        following = game.actions(state)
        if game.side(state) == CHANCE:
            following = [sample(game, state, list(following), rng)]
        states = [game.result(state, action) for action in following]
        states = [after for after in states if not game.is_terminal(after)]
        if not states:
            break
        state = rng.choice(states)
    return state


def play_all(
    fixtures: Sequence[Fixture], executor: Executor | None = None, progress: bool = True
) -> list[Result]:
    """The results in the order of the fixtures; after Ctrl-C only those that are finished."""
    if executor is not None and (isinstance(executor, type) or not hasattr(executor, "submit")):
        raise ValueError(ARENA.EXECUTOR_CONCURRENT_FUTURES.format(executor=executor))
    if isinstance(executor, ProcessPoolExecutor):
        _check_pickling(fixtures)
    from tqdm.auto import tqdm  # here, because a browser need not have it

    results, futures = {}, {}
    with tqdm(total=len(fixtures), unit="game", disable=not progress) as bar:
        try:
            for result in _finished(fixtures, executor, futures):
                results[result.number] = result
                bar.update()
        except KeyboardInterrupt:
            done = [future for future in futures if future.done() and not future.cancelled()]
            at_hand = [future.result() for future in done if future.exception() is None]
            results |= {result.number: result for result in at_hand}
    return [results[number] for number in sorted(results)]


def _finished(
    fixtures: Sequence[Fixture], executor: Executor | None, futures: dict[Future, Fixture]
) -> Iterator[Result]:
    """The results, each when it is there; games that a dead worker loses are played again apart."""
    if executor is None:
        yield from map(_play_fixture, fixtures)
        return
    unplayed = []
    try:
        for fixture in fixtures:
            try:
                futures[executor.submit(_play_fixture, fixture)] = fixture
            except BrokenProcessPool:
                unplayed.append(fixture)
            except RuntimeError as problem:  # it was shut down: a `with` block around it has ended
                raise ValueError(ARENA.EXECUTOR_TAKES_NO.format(problem=problem)) from problem
        for future in as_completed(futures):
            try:
                yield future.result()
            except Exception:  # the worker died: nothing else gets out of play_fixture
                unplayed.append(futures[future])
    finally:
        for future in futures:
            future.cancel()
    yield from _isolated(unplayed)


def _isolated(fixtures: Sequence[Fixture]) -> Iterator[Result]:
    """The results of games that each get a process of their own, as many at a time as cores."""
    waiting = list(fixtures)
    running: dict[Any, _Cell] = {}
    try:
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                cell = _Cell(waiting.pop(0))
                running[cell.pipe] = cell
            for pipe in connection.wait(running):
                result = running[pipe].news()
                if result is not None:
                    del running[pipe]
                    yield result
    finally:
        for cell in running.values():
            cell.process.kill()


class _Cell:
    """A process that plays one game and tells through a pipe which side is thinking."""

    def __init__(self, fixture: Fixture):
        self.fixture = fixture
        self.thinking: Any = None
        self.pipe, far_end = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.Process(target=_play_and_tell, args=(fixture, far_end))
        self.process.start()
        far_end.close()

    def news(self) -> Result | None:
        """The result, if the pipe has it or if the process is dead."""
        try:
            message = self.pipe.recv()
            if not isinstance(message, Result):
                self.thinking = message
                return None
            self.process.join()
            return message
        except EOFError:  # a loss for the side that was thinking when the process died
            self.process.join()
        how = f"its process died with exit code {self.process.exitcode}"
        if self.thinking in (None, CHANCE):
            reason = f"no agent was thinking, and {how}"
            return Result(self.fixture.number, self.fixture.names, None, reason=reason)
        return _lost(self.fixture, self.thinking, how)


def _play_and_tell(fixture: Fixture, pipe: connection.Connection) -> None:
    """What a cell does: send the side to move before each move, and the result at the end."""
    pipe.send(_play_fixture(fixture, watch=pipe.send))


def _check_pickling(fixtures: Sequence[Fixture]) -> None:
    """A ValueError that names the agent or game that cannot be sent to another process."""
    things: dict[str, Any] = {}
    for fixture in fixtures:
        things["the game"] = fixture.game
        things |= {fixture.names[side]: agent for side, agent in fixture.agents.items()}
    for name, thing in things.items():
        try:
            pickle.dumps(thing)
        except Exception as problem:
            sentence = ARENA.CANNOT_SENT_ANOTHER.format(name=name, problem=problem)
            raise ValueError(sentence) from problem


def tournament(
    game: Game, agents: dict[str, AgentLike], games: int, seed: int = 0,
    executor: Executor | None = None, progress: bool = True, *,
    opening: int = 0, max_plies: int = _MAX_PLIES, seconds: float | None = None,
) -> TournamentTable:  # fmt: skip
    """Every two agents play `games` games; the table has n, intervals and Elo with errors.

    Games come in pairs: same seed and same opening, sides swapped. In a team game an agent plays
    for its whole side. `opening` random plies come before the agents take over: agents without
    chance need them, or they repeat the same two games forever.

    `executor` is any concurrent.futures executor, or Dask's `client.get_executor()`; the same seed
    gives the same table on all of them, if no agent has a budget of seconds. An agent that raises,
    plays an illegal move, takes more than `seconds` for a move or kills its worker loses that
    game, and the table says why. Ctrl-C gives the table so far.
    """
    _check(game, agents, games, seed, least=2)
    check_whole("opening", opening, 0)
    refuse_if({*game.sides} & {MAX, MIN} != {MAX, MIN}, ARENA.DOES_NOT_TWO, game=game)
    check_limits(max_plies, seconds)
    limits: dict[str, Any] = {"opening": opening, "max_plies": max_plies, "seconds": seconds}
    fixtures = []
    for first, second in combinations(agents, 2):
        for number in range(games):
            names = {MAX: first, MIN: second} if number % 2 == 0 else {MAX: second, MIN: first}
            own_seed = _seed_of(seed, first, second, number // 2)
            seats = {side: agents[name] for side, name in names.items()}
            fixtures.append(Fixture(len(fixtures), game, names, seats, own_seed, **limits))
    remarks = []
    if games % 2:
        remarks.append(f"{games} games are odd: the first of each pair played MAX once more.")
    results = play_all(fixtures, executor, progress)
    return TournamentTable(list(agents), results, len(fixtures), remarks)


def score_games(
    game: Game, agents: dict[str, AgentLike], games: int, against: AgentLike | None = None,
    seed: int = 0, executor: Executor | None = None, progress: bool = True, *,
    max_plies: int = _MAX_PLIES, seconds: float | None = None,
) -> ScoreTable:  # fmt: skip
    """Each agent plays `games` games as MAX, against the same opponent and with the same seeds.

    For games like Pacman, in which the sides are not alike: `against` plays for all MIN agents. Won
    are the final states that the game calls so (`is_win`), else those of positive utility.
    The rest is as in `tournament`.
    """
    _check(game, agents, games, seed, least=1)
    check_limits(max_plies, seconds)
    others = {} if against is None else {MIN: against}
    limits: dict[str, Any] = {"max_plies": max_plies, "seconds": seconds}
    fixtures = []
    for name, agent in agents.items():
        seats = {MAX: agent, **others}
        seated(game, seats)
        names = {MAX: name, MIN: "the opponent"}
        for number in range(games):
            own_seed = _seed_of(seed, number)
            fixtures.append(Fixture(len(fixtures), game, names, seats, own_seed, **limits))
    results, is_win = play_all(fixtures, executor, progress), getattr(game, "is_win", None)
    for place, result in enumerate(results):
        if result.utility is not None:  # it was played to its end
            won = is_win(result.final) if is_win else result.utility > 0
            results[place] = replace(result, winner=MAX if won else MIN)
    return ScoreTable(list(agents), results, len(fixtures))


def _seed_of(*parts: object) -> int:
    """A seed made from all parts: the same on every machine."""
    return random.Random("|".join(map(str, parts))).getrandbits(32)


def _check(game: Game, agents: dict[str, AgentLike], games: int, seed: int, least: int) -> None:
    """A ValueError unless there are a game, at least so many agents with names, and games."""
    refuse_if(not isinstance(game, Game), ARENA.GAME_GAME_TICTACTOE, game=game)
    if not isinstance(agents, dict) or not all(isinstance(name, str) for name in agents):
        raise ValueError(ARENA.AGENTS_DICT_NAMES.format())
    refuse_if(len(agents) < least, ARENA.LEAST_AGENTS_NEEDED, least=least, count=len(agents))
    for name, agent in agents.items():
        check_agent(name, agent)
    check_whole("games", games, 1)
    check_whole("seed", seed)
