"""Questions to evaluators: about the values of several states, and matches.

There is no one right number. But some pairs of states have a clear order, and some a clear
equality. Each case is such a pair or a handful of states, made by a seed.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from math import inf

from check.exercise import Exercise, Sign
from check.plaindata import is_number, same_number, simple
from check.runner import LONG_DIAGNOSIS_SECONDS, Case


@dataclass(frozen=True)
class _Property:
    """What must hold for the values of some states, in words and as a test."""

    wanted: str
    holds: Callable[[tuple], bool]


def _numbers(test):
    """The test for values that are all finite numbers."""
    return lambda values: all(map(is_number, values)) and test(values)


FINITE = _Property("finite numbers", _numbers(lambda values: True))
SAME = _Property("the same value", _numbers(lambda v: all(same_number(v[0], x) for x in v)))
RISING = _Property("a higher value for the second", _numbers(lambda v: v[1] > v[0]))
NOT_FALLING = _Property(
    "no lower value for the second", _numbers(lambda v: v[1] >= v[0] or same_number(*v))
)
ABOVE = _Property("the first above all others", _numbers(lambda v: v[0] > max(v[1:])))
BELOW = _Property("the first below all others", _numbers(lambda v: v[0] < min(v[1:])))
REPEATED = _Property("the first and the last the same", _numbers(lambda v: v[0] == v[2]))
OPPOSITE = _Property(
    "the opposite value in the mirror", _numbers(lambda v: same_number(v[0], -v[1]))
)


OTHER = _Property("another value", _numbers(lambda v: not same_number(*v)))
FALLING = _Property("a lower value for the second", _numbers(lambda v: v[1] < v[0]))
CLOSE = _Property("nearly the same", _numbers(lambda v: abs(v[1] - v[0]) < 100))
SMALL = _Property("no great difference", _numbers(lambda v: abs(v[1] - v[0]) < 3000))
LARGE = _Property("a great difference", _numbers(lambda v: abs(v[1] - v[0]) >= 3000))
INFINITE = _Property("an infinite value", lambda v: any(x in (inf, -inf) for x in v))
TURNED = _Property("the sign turned", _numbers(lambda v: v[0] and same_number(v[0], -v[1])))
TEXT = _Property("text", lambda v: all(isinstance(x, str) for x in v))
CRASHES = _Property("an error", lambda values: False)
NO_VALUE = _Property("nothing", lambda v: None in v)
SEVERAL = _Property("several numbers", lambda v: all(type(x) in (tuple, list, dict) for x in v))
FAR_ABOVE = _Property("far above the first", _numbers(lambda v: v[1] - v[0] >= 300))
FAR_BELOW = _Property("far below the first", _numbers(lambda v: v[0] - v[1] >= 300))
_MEAL_ABOVE = _Property("a meal above the first", _numbers(lambda v: v[1] - v[0] >= 9))
MEAL_BELOW = _Property("a meal below the first", _numbers(lambda v: v[0] - v[1] >= 9))
_GUESSES = {
    CLOSE,
    SMALL,
    LARGE,
    FAR_ABOVE,
    FAR_BELOW,
    _MEAL_ABOVE,
    MEAL_BELOW,
}  # how much is enough


def states_case(game, states, prop, group, label) -> Case:
    """The question: the values of these states of one game."""
    return pairs_case([(game, state) for state in states], prop, group, label)


def pairs_case(pairs, prop, group, label) -> Case:
    """The question: the values of these states, each in its own game."""
    pairs = tuple(pairs)
    return Case(
        (),
        f"{label} in {pairs[0][0]!r}",
        group,
        calls=lambda: [(fresh(game), state) for game, state in pairs],
        answer=lambda returned, calls: tuple(returned.values),
        observe=lambda calls: [_facts(game) for game, _ in calls],
        data=prop,
        picture=lambda: _picture(*pairs[0]),
    )


def fresh(game):
    """A copy of the game: whoever changes it changes nothing else."""
    twin = copy(game)
    twin.maze = copy(game.maze)
    twin.maze.moves = {cell: dict(ways) for cell, ways in game.maze.moves.items()}
    twin.maze.found = dict(game.maze.found)
    return twin


def _facts(game):
    """What an evaluator might change in a game."""
    maze = game.maze
    moves = {cell: tuple(ways.items()) for cell, ways in maze.moves.items()}
    starts = getattr(game, "ghost_starts", None) or getattr(game, "starts", None)
    return tuple(game.sides), starts, maze.walls, dict(maze.found), moves, game.max_moves


def _picture(game, state):
    from lib.draw import draw_board

    return draw_board(game, state)


def match_case(play, seeds, level, wanted, label) -> Case:
    """The question: the results of `play(fn, seed)`, whose mean must reach `level`."""

    def ask(fn, args):
        results = []
        for seed in args[0]:
            results.append(play(fn, seed))
        return tuple(results)

    prop = _Property(wanted, _numbers(lambda values: sum(values) / len(values) >= level))
    return Case((tuple(seeds),), label, "the match", ask=ask, data=prop, work=1000)


def look_ahead(fn, game, state, side):
    """The first action with the best value one move ahead."""
    best, found = None, None
    for action in game.actions(state):
        value = simple(fn(game, game.result(state, action)))
        if not is_number(value):
            raise ValueError(f"an evaluator returns a finite number, not {value!r}")
        if best is None or side * value > side * best:
            best, found = value, action
    return found


def random_walk(game, rng, plies):
    """The states of a random game, the first one included."""
    state = game.initial_state()
    states = [state]
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, rng.choice(game.actions(state)))
        states.append(state)
    return states


def signs_from(table, changes) -> list[Sign]:
    """The signs of a table: a mistake, what it makes fail, and what each change does to a value.

    `changes` names pairs of states that differ in one thing: {name: [(game, before, after), ...]}.
    """
    return [
        Sign(
            mistake,
            groups,
            [_sign_case(*pair, does) for name, does in effects.items() for pair in changes[name]],
            not _GUESSES.intersection(effects.values()),
        )
        for mistake, groups, effects in table
    ]


def _sign_case(game, before, after, does) -> Case:
    """What an evaluator makes of a change; its data tests the answer."""

    def shows(answer):
        if does is CRASHES:
            return answer.kind == "error"
        return answer.ok and does.holds(answer.value)

    return replace(states_case(game, (before, after), does, "signs", "a change"), data=shows)


def evaluator_exercise(name, cases, signs=None) -> Exercise:
    """The exercise of an evaluator with these questions, and signs of mistakes."""
    return Exercise(
        name,
        f"{name}(game, state) -> float",
        cases,
        lambda case: case.data.wanted,
        lambda expected, got, case: bool(case.data.holds(got)),
        say=_say,
        profile=_profile,
        signs=signs,
        separate=True,
        diagnosis_seconds=LONG_DIAGNOSIS_SECONDS,
        easy=_EASY,
    )


def _say(answer) -> str:
    if type(answer) in (tuple, list):
        return ", ".join(
            f"{value:.6g}" if type(value) is float else repr(value) for value in answer
        )
    return str(answer)


def _profile(case, answer, right):
    """Alike are two evaluators with the same wrong order, whatever their numbers."""
    if right or not answer.ok:
        return right, answer.kind
    values = answer.value
    if not all(map(is_number, values)):
        return case.group, {type(value).__name__ for value in values}
    ordered = case.data in (RISING, NOT_FALLING)  # or else only that they are equal, or extreme
    return case.group, values[1] == values[0] if ordered else None


_EASY = (  # what any constant keeps
    "finite on every layout",
    "the same state, the same value",
    "the order of the ghosts",
    "ghosts that are not scared",
    "the way to food",
    "capsules",
    "MAX's view and MIN's view",
    "the order of teammates",
    "chasing invaders",
)
