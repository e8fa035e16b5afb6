"""Matches and tournaments on any executor, with intervals and the same result everywhere."""

import random
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations
from typing import Any

from lib.arena.games import MAX_PLIES, Fixture, Result, play_all
from lib.arena.tables import ScoreTable, TournamentTable
from lib.game import MAX, MIN, Game, State
from lib.messages import ARENA, refuse_if
from lib.play import AgentLike, check_agent, check_limits, seated
from lib.search.arguments import check_whole


def tournament(
    game: Game,
    agents: dict[str, AgentLike],
    games: int,
    seed: int = 0,
    executor: Executor | None = None,
    progress: bool = True,
    *,
    opening: int = 0,
    max_plies: int = MAX_PLIES,
    seconds: float | None = None,
) -> TournamentTable:
    """Every two agents play `games` games; the table has n, intervals and Elo with errors.

    Games come in pairs: same seed and same opening, sides swapped. If `games` is odd, the agent
    named first plays MAX once more than MIN. In a team game an agent plays for its whole side.
    The sign of the utility decides. `opening` random plies come before the agents take over:
    agents without chance need them, or they repeat the same two games forever.

    `executor` is any concurrent.futures executor, or Dask's `client.get_executor()`; without one
    the games are played here, one by one. The same seed gives the same table on all of them, if
    no agent has a budget of seconds. An agent that raises, plays an illegal move, takes more than
    `seconds` for a move or kills its worker loses that game, and the table says why. Without an
    executor a killed process is the end of this one too. Ctrl-C gives the table so far.
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
    game: Game,
    agents: dict[str, AgentLike],
    games: int,
    against: AgentLike | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: bool = True,
    *,
    won: Callable[[Game, State], bool] | None = None,
    max_plies: int = MAX_PLIES,
    seconds: float | None = None,
) -> ScoreTable:
    """Each agent plays `games` games as MAX, against the same opponent and with the same seeds.

    For games like Pacman, in which the sides are not alike. `against` plays for all MIN agents,
    if the game has any. The table has the mean utility and the rate of games won, each with n
    and an interval. `won(game, state)` says which final states are won: by default those that
    the game itself calls won, or else those of positive utility.
    Executors, failing agents and Ctrl-C are treated as in `tournament`.
    """
    _check(game, agents, games, seed, least=1)
    refuse_if(won is not None and not callable(won), ARENA.WON_FUNCTION_GAME, won=won)
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
    results = play_all(fixtures, executor, progress)
    judge = won or _won_by_rules
    results = [_judged(game, result, judge) for result in results]
    return ScoreTable(list(agents), results, len(fixtures))


def _judged(game: Game, result: Result, won: Callable[[Game, State], bool]) -> Result:
    """The result with MAX as winner exactly if the final state is won."""
    if result.utility is None:
        return result
    return replace(result, winner=MAX if won(game, result.final) else MIN)


def _won_by_rules(game: Game, state: State) -> bool:
    """Whether the game calls this final state won, or gives it a positive utility."""
    if hasattr(game, "is_win"):
        return game.is_win(state)
    return game.utility(state) > 0


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
