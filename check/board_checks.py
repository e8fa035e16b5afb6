"""The checks of othello_is_terminal, legal_with_pass and distinct_children."""

from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.instrumented import facts
from check.plaindata import simple
from check.report import Report
from check.runner import Case
from check.trees import plural
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist


def othello_is_terminal(fn, seed: int = 0) -> Report:
    """Checks `othello_is_terminal(game, state) -> bool`: whether neither side can move.

    `state` is (x, o, mover): two bitboards, and 0 if X is to move, 1 if O is.
    `game.moves(own, other)` is the bitboard of the squares where a stone of `own` would turn
    some of `other`; it is 0 if there are none. Bit `row * game.size + column` is a square.
    The game does not say itself whether it is over: that is the exercise.
    """
    return examine(OTHELLO_IS_TERMINAL, fn, seed)


def legal_with_pass(fn, seed: int = 0) -> Report:
    """Checks `legal_with_pass(game, state) -> list`: the squares where the mover may play.

    `game` and `state` are those of `othello_is_terminal`. The list is ["pass"] if only the other
    side can move, and empty if nobody can. The order does not matter.
    """
    return examine(LEGAL_WITH_PASS, fn, seed)


def distinct_children(fn, seed: int = 0) -> Report:
    """Checks `distinct_children(game, state) -> list`: an action for each distinct child state.

    Many actions of Pentago Twist lead to the same board. Of those the first in
    `game.actions(state)` is kept. A list, tuple or set of actions is right, and so is a dict
    whose keys or values are the actions; the order does not matter.
    """
    return examine(DISTINCT_CHILDREN, fn, seed)


# Othello: positions of random games, above all those around a pass.


class Board(Othello):
    """Othello that leaves it to the learner when the game is over and what is legal."""

    def _refuse(self, state, *args):
        raise AttributeError("this board does not tell: work it out with game.moves(own, other)")

    is_terminal = actions = result = utility = _refuse


KINDS = (
    "moves for both sides",
    "moves for the mover only",
    "a forced pass",
    "the end with empty squares",
    "a full board",
)


def _othello_cases(seed, wanted=8):
    """Positions of random games, `wanted` of each kind."""
    rng = Random(f"othello {seed}")
    found = {kind: [] for kind in KINDS}
    while min(map(len, found.values())) < wanted:
        game = Othello(rng.choice((4, 4, 6)))
        state = game.initial_state()
        while True:
            kind = _kind(game, state)
            if len(found[kind]) < wanted and (kind != KINDS[0] or rng.random() < 0.1):
                found[kind].append(_othello_case(game, state, kind))
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(game.actions(state)))
    cases = [case for group in found.values() for case in group]
    return sorted([*cases, *_rare(rng)], key=lambda case: case.data[0].size)


def _kind(game, state):
    x, o, _, outcome, moves = state
    if outcome is None:
        own, other = (x, o) if state[2] == 0 else (o, x)
        return KINDS[0 if game.moves(other, own) else 1] if moves else "a forced pass"
    return "a full board" if x | o == game.board else "the end with empty squares"


def _rare(rng):
    """Boards with few stones: of one side only, and in every corner."""
    game = Othello(4)
    yield _othello_case(game, (0x0660, 0, 1), "the end with empty squares")
    for corner, step in ((0, 1), (3, -1), (12, 1), (15, -1)):
        own, other = 1 << corner + 2 * step, 1 << corner + step
        yield _othello_case(game, (own, other, 0), "moves for the mover only")
        yield _othello_case(game, (other, own, 1), "moves for the mover only")
        yield _othello_case(game, (other, own, 0), "a forced pass")


def _othello_case(game, state, group):
    board, plain = Board(game.size), tuple(state[:3])
    rows = " ".join(game.rows(state))
    return Case(
        (board, plain),
        f"the board {rows}, {'XO'[plain[2]]} to move",
        group,
        observe=lambda args: facts(args[0]),
        answer=lambda value, args: list(value) if hasattr(value, "__next__") else value,
        data=(game, plain),
        picture=lambda: _draw(game, game._next(*plain)),
    )


def _draw(game, state):
    from lib.draw import draw_board

    return draw_board(game, state)


def _both_moves(case):
    """The moves of the mover, and those of the other side."""
    game, (x, o, mover) = case.data
    own, other = (x, o) if mover == 0 else (o, x)
    return game.moves(own, other), game.moves(other, own)


def _legal(case):
    game, _ = case.data
    moves, others = _both_moves(case)
    if moves:
        return {square for square in range(game.size**2) if moves >> square & 1}
    return {"pass"} if others else set()


OTHELLO_IS_TERMINAL = Exercise(
    "othello_is_terminal",
    "othello_is_terminal(game, state) -> bool",
    _othello_cases,
    lambda case: not any(_both_moves(case)),
    lambda expected, got, case: type(got) is bool and got == expected,
)


def _same_items(expected, got, case) -> bool:
    if type(got) not in (list, tuple, set, frozenset) or len(got) != len(expected):
        return False
    return all(type(item) in (int, str, tuple) for item in got) and set(got) == expected


LEGAL_WITH_PASS = Exercise(
    "legal_with_pass",
    "legal_with_pass(game, state) -> list",
    _othello_cases,
    _legal,
    _same_items,
    say=lambda answer: repr(sorted(answer)) if type(answer) is set else repr(answer),
)


# Pentago Twist: actions and the states they lead to.


def _pentago_cases(seed):
    rng = Random(f"pentago {seed}")
    game = PentagoTwist()
    cases = [_pentago_case(game, game.initial_state(), "the empty board")]
    for plies in (1, 2, 3, 6, 9, 14, 20, 26, 32, 34, 35):
        state = game.initial_state()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        over = game.is_terminal(state)
        group = "finished games" if over else "early" if plies < 9 else "late"
        cases.append(_pentago_case(game, state, group))
    ended = game.parse("XXXXX.\n......\nOOOO..\n......\n......\n......")
    return [*cases, _pentago_case(game, ended, "finished games")]


def _pentago_case(game, state, group):
    stones = (state[0] | state[1]).bit_count()
    return Case(
        (game, state),
        f"a board with {stones} stones",
        group,
        observe=lambda args: facts(args[0]),
        answer=lambda value, args: _actions_of(value),
        picture=lambda: _draw(game, state),
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


def _say_actions(answer):
    if type(answer) in (set, list, tuple):
        shown = ", ".join(f"{action!s:.40}" for action in sorted(answer, key=str)[:3])
        count = plural(len(answer), "action")
        return f"{count} ({shown}{', ...' if len(answer) > 3 else ''})"
    return repr(answer)[:80]


DISTINCT_CHILDREN = Exercise(
    "distinct_children",
    "distinct_children(game, state) -> list",
    _pentago_cases,
    _first_actions,
    _same_items,
    say=_say_actions,
)
