"""Every version of a mistake is rejected, and mistakes written in another shape get their name."""

import pytest

import check
from check.catalogue import suspects
from tests.check.battery import passes
from tools.mutants import exercise_of

NAMES = ["ucb1", "choose", "ucb_from_java", "parse_log", "has_four", "landing"]
NAMES += ["legal_with_pass", "othello_is_terminal", "distinct_children"]


@pytest.mark.parametrize("name", NAMES)
def test_every_version_of_a_mistake_is_rejected(name):
    exercise = exercise_of(name)
    accepted = [one.difference for one in suspects(name) if passes(exercise, one.wrong)]
    assert not accepted, accepted


def on_lists(stones):
    """Falling lines from any row: a negative index wraps around."""
    board = [[stones >> 7 * c + r & 1 for r in range(6)] for c in range(7)]
    for c in range(7):
        for r in range(6):
            lines = [[board[c][r + k] for k in range(4)]] if r < 3 else []
            if c < 4:
                lines += [
                    [board[c + k][r] for k in range(4)],
                    [board[c + k][r - k] for k in range(4)],
                ]
            if c < 4 and r < 3:
                lines.append([board[c + k][r + k] for k in range(4)])
            if any(map(all, lines)):
                return True
    return False


def last_column(stones):
    """Bit 7 * row + column."""
    on = [[stones >> 7 * r + c & 1 for c in range(7)] for r in range(6)]
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(
        all(
            0 <= r + k * a < 6 and 0 <= c + k * b < 7 and on[r + k * a][c + k * b] for k in range(4)
        )
        for r in range(6)
        for c in range(7)
        for a, b in ways
    )


def exact(stones):
    """Runs in the columns, the rows and on the diagonals that are exactly four long."""
    squares = [(c, r) for c in range(7) for r in range(6)]
    keys = (lambda c, r: c, lambda c, r: r, lambda c, r: c - r, lambda c, r: c + r)
    for key in keys:
        lines = {}
        for c, r in squares if key(1, 0) == 1 else sorted(squares, key=lambda s: s[::-1]):
            lines.setdefault(key(c, r), []).append(str(stones >> 7 * c + r & 1))
        if any(run == "1111" for line in lines.values() for run in "".join(line).split("0")):
            return True
    return False


@pytest.mark.parametrize(
    ("solution", "name"),
    [
        (on_lists, "around the edge"),
        (last_column, "a column is not seen"),
        (exact, "longer lines are not found"),
    ],
)
def test_four_in_a_row_on_squares(solution, name):
    assert check.has_four(solution).names == (name,)


def test_a_port_that_cuts_under_the_root_and_puts_unvisited_nodes_last():
    def port(wins, visits, parent_visits):
        import math

        if not visits:
            return -1
        return wins / visits + math.sqrt(2 * math.log(parent_visits) // visits)

    names = check.ucb_from_java(port).names
    assert set(names) == {"a whole number under the root", "an unvisited node gets a small number"}


def test_the_order_of_a_wrong_list_does_not_matter():
    def backwards(game, state):
        x, o, mover = state
        own, other = (o, x) if mover else (x, o)
        squares = {s + 1 for s in range(game.size**2) if game.moves(own, other) >> s & 1}
        return sorted(squares, reverse=True) or (["pass"] if game.moves(other, own) else [])

    assert check.legal_with_pass(backwards).names == ("counts from 1",)
