"""The check of legal_with_pass: the legal moves of Othello."""

from check.examine import examine
from check.exercise import Exercise
from check.positions import both_moves, othello_cases, same_items
from check.report import Report


def legal_with_pass(fn, seed: int = 0) -> Report:
    """Checks `legal_with_pass(game, state) -> list`: the squares where the mover may play.

    `game` and `state` are those of `othello_is_terminal`. The list is ["pass"] if only the other
    side can move, and empty if nobody can. The order does not matter.
    """
    return examine(LEGAL_WITH_PASS, fn, seed)


def _legal(case):
    game, _ = case.data
    moves, others = both_moves(case)
    if moves:
        return {square for square in range(game.size**2) if moves >> square & 1}
    return {"pass"} if others else set()


LEGAL_WITH_PASS = Exercise(
    "legal_with_pass",
    "legal_with_pass(game, state) -> list",
    othello_cases,
    _legal,
    same_items,
    say=lambda answer: repr(sorted(answer)) if type(answer) is set else repr(answer),
)
