"""What a search asks of its arguments, once, before it starts: errors in plain words."""

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from itertools import count, takewhile
from math import inf, isfinite
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from lib.evaluate import Evaluator, zero
from lib.game import CHANCE, Action, Game, State, is_number, is_whole
from lib.messages import SEARCH, refuse_if

_Search = TypeVar("_Search", bound=Callable)


def checked(check: Callable[[dict], None]) -> Callable[[_Search], _Search]:
    """Decorate a search: `check(arguments)` runs first, and may replace an argument."""

    def decorate(search):
        signature = inspect.signature(search)

        @wraps(search)
        def with_checks(*args, **kwargs):
            try:
                call = signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{search.__name__}(): {error}") from None
            call.apply_defaults()
            check(call.arguments)
            with explain_too_deep():
                return search(*call.args, **call.kwargs)

        return with_checks

    return decorate


class TooDeep(ValueError, RecursionError):
    """The game goes on for more plies than a recursive function can follow."""


@contextmanager
def explain_too_deep() -> Iterator[None]:
    """Inside this block a RecursionError says what to do instead of where it happened."""
    try:
        yield
    except RecursionError:
        raise TooDeep(SEARCH.LINES_GAME_TOO.format(limit=sys.getrecursionlimit())) from None


def any_sides(given: dict[str, Any]) -> None:
    """Check the arguments of a search in which MAX, MIN and CHANCE may move."""
    check_is_game(given["game"])
    check_depth(given["depth"])
    alpha, beta = given.get("alpha", -inf), given.get("beta", inf)
    has_room = False
    with suppress(TypeError):  # not numbers
        has_room = alpha < beta
    refuse_if(not has_room, SEARCH.ALPHA_BELOW_BETA, alpha=alpha, beta=beta)
    given["evaluate"] = finite(given["evaluate"])


def players_only(given: dict[str, Any]) -> None:
    """Check the arguments of a search in which only MAX and MIN may move."""
    any_sides(given)
    game = given["game"]  # dice and random ghosts have no wish
    refuse_if(CHANCE in game.sides, SEARCH.CHANCE_AGENT_SIDES, game=game, sides=tuple(game.sides))


def bounded_leaves(given: dict[str, Any]) -> None:
    """Check the arguments of a search that must know the bounds of all leaves."""
    any_sides(given)
    low, high = given["low"], given["high"]
    fits = is_number(low) and is_number(high) and low <= high
    refuse_if(not fits, SEARCH.LOW_HIGH_FINITE, low=low, high=high)


def check_is_game(game: Any) -> None:
    """A game is an object with rules: neither a class nor a state."""
    if isinstance(game, type):
        raise ValueError(SEARCH.SEARCH_NEEDS_GAME.format(name=game.__name__))
    refuse_if(not hasattr(game, "sides"), SEARCH.SEARCH_NEEDS_GAME_MINIMAX, game=game)


def check_depth(depth: float, least: int = 0) -> None:
    """Depth counts plies: 0, 1, 2, ... or inf."""
    fits = depth == inf or _is_count(depth, least)
    refuse_if(not fits, SEARCH.DEPTH_WHOLE_NUMBER, least=least, depth=depth)


def check_budget(count: float | None, seconds: float | None, what: str = "iterations") -> None:
    """A ValueError unless exactly one of the two is given, a number above 0."""
    if (count is None) == (seconds is None):
        raise ValueError(SEARCH.GIVE_BUDGET_EITHER.format(what=what, count=count, seconds=seconds))
    if count is not None and not _is_count(count, 1):
        raise ValueError(SEARCH.WHOLE_NUMBER_ABOVE.format(what=what, count=count))
    if seconds is not None and not (is_number(seconds) and seconds > 0):
        raise ValueError(SEARCH.SECONDS_FINITE_NUMBER.format(seconds=seconds))


def budget(iterations: float | None, seconds: float | None) -> Iterable[int]:
    """Counts the iterations until the budget is used up; time allows at least one."""
    check_budget(iterations, seconds)
    if iterations is not None:
        return range(int(iterations))
    end = perf_counter() + seconds  # type: ignore
    return takewhile(lambda number: number == 0 or perf_counter() < end, count())


def _is_count(value: Any, least: int) -> bool:
    """Whether this is a whole number of at least `least`; 1e4 is one, True is not."""
    return is_number(value) and type(value) is not bool and value >= least and value % 1 == 0


def check_rng(rng: Random | None) -> Random:
    """The random numbers of a search; anything but a `random.Random` is a ValueError."""
    if rng is None:
        return Random(0)
    refuse_if(not isinstance(rng, Random), SEARCH.RNG_RANDOM_RANDOM, rng=rng)
    return rng


def check_state(game: Game, state: State) -> None:
    """A table finds states and actions by their hash; looks at the root and its first child."""
    _check_hashable("a state", state)
    for action in game.actions(state)[:1]:
        _check_hashable("an action", action)
        _check_hashable("a state", game.result(state, action))


def _check_hashable(what: str, thing: State | Action) -> None:
    """A ValueError unless a dict can find the thing."""
    try:
        hash(thing)
    except TypeError:
        raise ValueError(SEARCH.HASHABLE_TUPLES_NOT.format(what=what, thing=thing)) from None


def check_number(name: str, value: float) -> None:
    """A ValueError unless the setting is a finite number, 0 or more."""
    fits = is_number(value) and value >= 0
    refuse_if(not fits, SEARCH.FINITE_NUMBER, name=name, limit="0 or more", value=value)


def check_whole(name: str, value: int, least: float = -inf) -> None:
    """A ValueError unless the setting is a whole number, not below `least`."""
    if not is_whole(value, least):
        limit = "" if least == -inf else f", {least} or more"
        raise ValueError(SEARCH.WHOLE_NUMBER.format(name=name, limit=limit, value=value))


def check_functions(**functions: Any) -> None:
    """What a search is to call must be something to call."""
    for name, function in functions.items():
        refuse_if(not callable(function), SEARCH.FUNCTION, name=name, function=function)


def finite(evaluate: Evaluator) -> Evaluator:
    """The same evaluator, but a value that is not a finite number is an error."""
    check_functions(evaluate=evaluate)
    if evaluate is zero:
        return zero
    name = getattr(evaluate, "__name__", repr(evaluate))

    def checked(game, state):
        value = evaluate(game, state)
        if is_number(value):
            return value
        places = {"name": name, "value": value, "picture": game.render(state)}
        raise ValueError(SEARCH.EVALUATOR_GAVE_SEARCH.format(**places))

    checked.__name__ = name
    return checked


def ucb1_numbers(given: dict[str, Any]) -> None:
    """Check the numbers of UCB1: finite, and no visits below an unvisited parent."""
    if not (isfinite(given["total"]) and isfinite(given["c"])):
        raise ValueError(SEARCH.TOTAL_C_FINITE.format(**given))
    visits, parent_visits = given["visits"], given["parent_visits"]
    if not (0 <= visits < inf and 0 <= parent_visits < inf):
        raise ValueError(SEARCH.VISITS_ARE_COUNTS.format(**given))
    refuse_if(visits and parent_visits < 1, SEARCH.VISITS_WITHOUT_PARENT, **given)
