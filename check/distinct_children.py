"""The check of distinct_children: actions of Pentago Twist and the states they lead to."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.instrumented import facts
from check.plaindata import simple
from check.positions import draw, same_items
from check.report import Report
from check.runner import Case
from check.trees import plural
from lib.games.pentago import PentagoTwist


def distinct_children(fn, seed: int = 0) -> Report:
    """Checks `distinct_children(game, state) -> list`: an action for each distinct child state.

    Many actions of Pentago Twist lead to the same board. Of those the first in
    `game.actions(state)` is kept. A list, tuple or set of actions is right, and so is a dict
    whose keys or values are the actions; the order does not matter.
    """
    return examine(DISTINCT_CHILDREN, fn, seed)


def _cases(seed):
    rng = Random(f"pentago {seed}")
    game = PentagoTwist()
    cases = [_case(game, game.initial_state(), "the empty board")]
    for plies in (1, 2, 3, 6, 9, 14, 20, 26, 32, 34, 35):
        state = game.initial_state()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        over = game.is_terminal(state)
        group = "finished games" if over else "early" if plies < 9 else "late"
        cases.append(_case(game, state, group))
    ended = game.parse("XXXXX.\n......\nOOOO..\n......\n......\n......")
    return [*cases, _case(game, ended, "finished games")]


def _case(game, state, group):
    stones = (state[0] | state[1]).bit_count()
    return Case(
        (game, state),
        f"a board with {stones} stones",
        group,
        observe=lambda args: facts(args[0]),
        answer=lambda value, args: _actions_of(value),
        picture=lambda: draw(game, state),
    )


def _actions_of(value):
    """The actions in whatever holds them."""
    value = simple(value)
    if type(value) is dict:
        keys, values = list(value), list(value.values())
        return keys if keys and _is_action(keys[0]) else values
    return list(value) if hasattr(value, "__next__") else value


def _is_action(item):
    return type(item) is tuple and len(item) == 3 and type(item[2]) is str


def _first_actions(case):
    game, state = case.args
    first = {}
    for action in game.actions(state):
        first.setdefault(game.result(state, action), action)
    return set(first.values())


def _say(answer):
    if type(answer) in (set, list, tuple):
        shown = ", ".join(f"{action!s:.40}" for action in sorted(answer, key=str)[:3])
        count = plural(len(answer), "action")
        return f"{count} ({shown}{', ...' if len(answer) > 3 else ''})"
    return repr(answer)[:80]


DISTINCT_CHILDREN = Exercise(
    "distinct_children",
    "distinct_children(game, state) -> list",
    _cases,
    _first_actions,
    same_items,
    say=_say,
)
