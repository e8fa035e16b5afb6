"""What a search asks of its arguments, once, before it starts: errors in plain words."""

import inspect
import sys
from contextlib import contextmanager
from functools import wraps
from math import inf
from types import FunctionType

from lib.evaluate import zero
from lib.game import CHANCE


def checked(check):
    """Decorate a recursive search: `check(arguments)` runs once, when it is called from outside.

    What the search uses must be defined above it.
    """

    def decorate(function):
        plain, signature = self_calling(function), inspect.signature(function)

        @wraps(function)
        def search(*args, **kwargs):
            try:
                call = signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{function.__name__}(): {error}") from None
            call.apply_defaults()
            check(call.arguments)
            with plain_words_if_too_deep():
                return plain(*call.args, **call.kwargs)

        return search

    return decorate


def self_calling(function):
    """A copy of a recursive function that calls itself, whatever its name stands for later.

    minimax = decorated             called from outside: the check, then the copy
    copy -> copy -> copy            from there on it costs what a plain function costs
    """
    names = dict(function.__globals__)
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    names[function.__name__] = copy
    return copy


class TooDeep(ValueError, RecursionError):
    """The game goes on for more plies than a recursive function can follow."""


@contextmanager
def plain_words_if_too_deep():
    """Inside this block a RecursionError says what to do instead of where it happened."""
    try:
        yield
    except RecursionError:
        raise TooDeep(
            "the lines of this game are too long for a recursive search: Python stops at "
            f"{sys.getrecursionlimit():,} calls inside each other. Give a smaller depth"
        ) from None


def any_sides(given):
    """Check the arguments of a search in which MAX, MIN and CHANCE may move."""
    check_is_game(given["game"])
    check_depth(given["depth"])
    check_window(given.get("alpha", -inf), given.get("beta", inf))
    given["evaluate"] = finite(given["evaluate"])


def players_only(given):
    """Check the arguments of a search in which only MAX and MIN may move."""
    any_sides(given)
    check_players(given["game"])


def bounded_leaves(given):
    """Check the arguments of a search that must know the bounds of all leaves."""
    any_sides(given)
    low, high = given["low"], given["high"]
    if not (is_finite(low) and is_finite(high) and low <= high):
        raise ValueError(
            f"low and high must be finite and in order, got low={low!r}, high={high!r}"
        )


def check_is_game(game):
    """A game is an object with rules: neither a class nor a state."""
    if isinstance(game, type):
        raise ValueError(f"a search needs a game, not a class: write {game.__name__}(...)")
    if not hasattr(game, "sides"):
        raise ValueError(f"a search needs a game, as in minimax(game, state), got {game!r}")


def check_depth(depth):
    """Depth counts plies: 0, 1, 2, ... or inf."""
    try:
        whole = depth == inf or (depth >= 0 and depth == int(depth))
    except (TypeError, ValueError, OverflowError):  # not a number, NaN, minus infinity
        whole = False
    if not whole:
        raise ValueError(f"depth must be a whole number of plies, 0 or more, or inf; got {depth!r}")


def check_step(step):
    """Deepening goes on by whole plies."""
    if type(step) is not int or step < 1:
        raise ValueError(f"step must be a whole number of plies, 1 or more, got {step!r}")


def check_window(alpha, beta):
    """A window needs room: alpha below beta."""
    try:
        room = alpha < beta
    except TypeError:  # no numbers
        room = False
    if not room:
        raise ValueError(f"alpha must be below beta, got alpha={alpha!r} and beta={beta!r}")


def check_state(game, state):
    """A table finds states and actions by their hash; looks at the root and its first child."""
    check_hashable("a state", state)
    for action in game.actions(state)[:1]:
        check_hashable("an action", action)
        check_hashable("a state", game.result(state, action))


def check_hashable(what, thing):
    """A ValueError unless a dict can find the thing."""
    try:
        hash(thing)
    except TypeError:
        raise ValueError(
            f"{what} must be hashable (tuples, not lists): a table has to find it, got {thing!r}"
        ) from None


def check_players(game):
    """Dice and random ghosts have no wish: the searches for MAX and MIN refuse them."""
    if CHANCE in game.sides:
        raise ValueError(
            f"{game!r} has a CHANCE agent (sides {tuple(game.sides)}): "
            "this search is for MAX and MIN only, use expectimax"
        )


def check_exploration(c):
    """The constant of UCB1 weighs a bonus: a finite number, 0 or more."""
    if not (is_finite(c) and c >= 0):
        raise ValueError(f"c must be a finite number, 0 or more, got {c!r}")


def check_functions(**functions):
    """What a search is to call must be something to call."""
    for name, function in functions.items():
        if not callable(function):
            raise ValueError(f"{name} must be a function, got {function!r}")


def check_evaluator(evaluate):
    """An evaluator is a function of (game, state)."""
    if not callable(evaluate):
        raise ValueError(f"evaluate must be a function of (game, state), got {evaluate!r}")


def finite_utility(game, state):
    """The utility of a terminal state; an error if it is no finite number."""
    value = game.utility(state)
    if not is_finite(value):
        raise ValueError(
            f"the utility is {value!r}: a search needs a finite number.\n"
            f"It happened at this state:\n{game.render(state)}"
        )
    return value


def is_finite(value):
    """Whether this is a number between the infinities."""
    try:
        return -inf < value < inf  # false for NaN too
    except (TypeError, ValueError, ArithmeticError):  # no number at all
        return False


def finite(evaluate):
    """The same evaluator, but a value that is no finite number is an error."""
    check_evaluator(evaluate)
    if evaluate is zero:
        return zero

    def checked(game, state):
        value = evaluate(game, state)
        if is_finite(value):
            return value
        name = getattr(evaluate, "__name__", repr(evaluate))
        raise ValueError(
            f"the evaluator {name} gave {value!r}: a search needs a finite number.\n"
            f"It happened at this state:\n{game.render(state)}"
        )

    checked.__name__ = getattr(evaluate, "__name__", "evaluate")
    return checked
