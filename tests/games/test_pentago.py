from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.game import MAX, MIN
from lib.games import PentagoTwist
from lib.games.board import mirror_images, moved
from lib.games.pentago import has_five
from tests.games.walks import levels, play, random_game, random_state, sequences

GAME = PentagoTwist()
START = GAME.initial_state()


def test_sequences():
    counts = [sequences(GAME, START, depth) for depth in (1, 2, 3)]
    assert counts == [288, 80_640, 21_934_080]


def test_distinct_boards():
    assert [len(level) for level in levels(GAME, 3)] == [1, 36, 1_260, 21_420]


def twisted_by_hand(rows, quadrant, kind):
    """The rows after a twist, square by square."""
    top, left = 3 * (quadrant // 2), 3 * (quadrant % 2)
    square = [row[left : left + 3] for row in rows[top : top + 3]]
    if kind == "rotate":  # clockwise: the left column, read upward, becomes the top row
        square = ["".join(column) for column in zip(*square[::-1], strict=True)]
    else:
        square = [row[::-1] for row in square]
    rows = list(rows)
    for offset, new in enumerate(square):
        row = rows[top + offset]
        rows[top + offset] = row[:left] + new + row[left + 3 :]
    return rows


def fives_by_eye(rows):
    """The marks that have five in a row."""
    lines = [
        {rows[r + i * down][c + i * right] for i in range(5)}
        for r in range(6)
        for c in range(6)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if r + 4 * down < 6 and 0 <= c + 4 * right < 6
    ]
    assert len(lines) == 32
    return {mark for line in lines if len(line) == 1 for mark in line} - {"."}


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_each_move_is_what_a_person_does(seed):
    history = random_game(GAME, seed)
    for (state, action), (after, _) in pairwise(history):
        cell, quadrant, kind = action
        rows, mark = GAME.rows(state), "XO"[GAME.to_move(state)]
        row, column = divmod(cell, 6)
        assert rows[row][column] == "."
        rows[row] = rows[row][:column] + mark + rows[row][column + 1 :]
        assert GAME.rows(after) == twisted_by_hand(rows, quadrant, kind)
    for state, _ in history:
        fives = fives_by_eye(GAME.rows(state))
        full = "." not in "".join(GAME.rows(state))
        assert GAME.is_terminal(state) == (bool(fives) or full)
        if GAME.is_terminal(state):
            winner = fives.pop() if len(fives) == 1 else None
            assert GAME.utility(state) == {"X": MAX, "O": MIN, None: 0}[winner]


def test_nobody_can_win_before_ply_nine():
    cells = [0, 18, 1, 19, 2, 24, 3, 25]  # X on the top row; quadrant 3 is empty: nothing moves
    eight = play(GAME, *[(cell, 3, "flip") for cell in cells])
    assert not GAME.is_terminal(eight)
    assert GAME.utility(GAME.result(eight, (4, 3, "flip"))) == MAX
    assert min(len(random_game(GAME, seed)) - 1 for seed in range(200)) >= 9
    # Four stones, wherever they lie, are no five: X has its fifth at ply nine.
    four = combinations(sum(GAME.grid, ()), 4)
    assert not any(has_five(sum(1 << bit for bit in bits)) for bits in four)


FIVE_FOR_O = """
    O O O | . O O
    . . . | . . .
    X . . | . . .
    ------+------
    . . X | . . X
    . . . | . . .
    . X . | . X .
    X to move
"""
FIVE_FOR_BOTH = """
    O O O | . O O
    X X X | . X X
    . . . | . . .
    ------+------
    . . . | . . .
    . . . | . . .
    . . . | . . .
"""


def test_a_twist_can_complete_five_for_the_other_side():
    state = GAME.parse(FIVE_FOR_O)
    assert GAME.side(state) == MAX
    assert GAME.utility(GAME.result(state, (18, 1, "flip"))) == MIN
    assert not GAME.is_terminal(GAME.result(state, (18, 2, "flip")))


def test_five_for_both_is_a_draw():
    state = GAME.parse(FIVE_FOR_BOTH)
    after = GAME.result(state, (18, 1, "flip"))
    assert GAME.is_terminal(after) and GAME.utility(after) == 0


def test_five_counts_after_the_twist_only():
    state = GAME.parse("XXX|X..\n...|...\n...|...\n...|...\nOO.|...\nOO.|...")
    assert not GAME.is_terminal(GAME.result(state, (4, 0, "rotate")))
    assert GAME.utility(GAME.result(state, (4, 3, "rotate"))) == MAX


def test_a_full_board_without_five_is_a_draw():
    state = GAME.parse("XXOOXX\nOOXXOO\nXXOOXX\nOOXXOO\nXXOOXX\n.OXXOO")
    action = (30, 0, "flip")
    assert GAME.to_move(state) == 1
    after = GAME.result(state, action)
    assert GAME.rows(after)[0] == "OXXOXX"
    assert GAME.is_terminal(after) and GAME.utility(after) == 0 and GAME.status(after) == "draw"


def half_turn(action):
    cell, quadrant, kind = action
    return (35 - cell, 3 - quadrant, kind)


@given(st.integers(0, 10**6), st.integers(0, 36))
@settings(max_examples=40, deadline=None)
def test_round_trip_and_symmetry(seed, plies):
    state = random_state(GAME, seed, plies)
    assert GAME.parse(GAME.render(state)) == state
    same, turned = GAME.symmetries(state)
    assert same == state
    assert [row[::-1] for row in GAME.rows(turned)[::-1]] == GAME.rows(state)
    assert sorted(map(half_turn, GAME.actions(state))) == sorted(GAME.actions(turned))
    for action in GAME.actions(state)[:40]:
        after = GAME.symmetries(GAME.result(state, action))[1]
        assert GAME.result(turned, half_turn(action)) == after


def test_no_other_image_keeps_the_moves():
    state = random_state(GAME, seed=0, plies=6)

    def image(state, to):
        return (moved(state[0], to), moved(state[1], to), *state[2:])

    def successors(state):
        return {GAME.result(state, action) for action in GAME.actions(state)}

    keeps = [
        successors(image(state, to)) == {image(after, to) for after in successors(state)}
        for to in mirror_images(GAME.grid)
    ]
    assert keeps.count(True) == 2 and keeps[0]


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        "a",
        (0, 0),
        (0, 0, "rotate", 1),
        (True, 0, "rotate"),
        (0.0, 0, "rotate"),
        (0, 4, "rotate"),
        (36, 0, "flip"),
        (-1, 0, "flip"),
        (0, 0, "turn"),
        ([], 0, "flip"),
        [0, 0, "flip"],
        (14, 0, "flip"),
    ],
)
def test_illegal_actions(action):
    state = play(GAME, (14, 3, "flip"))
    with pytest.raises(ValueError, match="illegal action") as error:
        GAME.result(state, action)
    assert repr(action) in str(error.value)


def test_no_move_after_the_end():
    over = GAME.parse("XXXXX.\nOOOO..\n" + "......\n" * 4)
    assert GAME.actions(over) == []
    with pytest.raises(ValueError, match="the game is over"):
        GAME.result(over, (20, 0, "flip"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XX....\n" + "......\n" * 5, "2 X and 0 O"),
        ("X.....\n" + "......\n" * 4, "5 rows, this board has 6"),
        ("X....\n" + "......\n" * 5, "row 1 .* has 5 squares"),
        ("W.....\n" + "......\n" * 5, "column 1: 'W'"),
        ("X.....\n" + "......\n" * 5 + "X to move", "its stones say 'O to move'"),
        ("......\n" * 6 + "draw", "its stones say 'X to move'"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.parse(text)
