import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.game import MAX, MIN
from lib.games import ConnectFour
from lib.games.connect4 import read_positions
from lib.search import minimax
from tests.games.walks import levels, play, random_game, random_state, sequences

GAME = ConnectFour()
START = GAME.initial_state()
SIZES = st.tuples(st.integers(1, 9), st.integers(1, 8))


def test_sequences():
    counts = [sequences(GAME, START, depth) for depth in range(1, 8)]
    assert counts == [7, 49, 343, 2_401, 16_807, 117_649, 823_536]


@pytest.mark.slow
def test_long_sequences():
    assert sequences(GAME, START, 8) == 5_673_234


def test_distinct_positions():
    counts = [len(level) for level in levels(GAME, 7)]
    assert counts == [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]


def first_player_gets(game, goal):
    """Whether X can reach at least `goal`: a search that only asks yes or no."""
    order = sorted(range(game.width), key=lambda column: abs(2 * column + 1 - game.width))
    table = {}

    def reached(state):
        if game.is_terminal(state):
            return game.utility(state) >= goal
        key = state[0] << 64 | state[1]  # one integer: millions of tuples need too much memory
        if key not in table:
            legal = game.actions(state)
            answers = (reached(game.result(state, c)) for c in order if c in legal)
            table[key] = any(answers) if game.side(state) == MAX else all(answers)
        return table[key]

    return reached(game.initial_state())


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (4, 5)])
def test_small_boards_are_draws(size):
    game = ConnectFour(*size)
    assert first_player_gets(game, 0) and not first_player_gets(game, MAX)


@pytest.mark.parametrize(
    ("actions", "winner"),
    [
        ((0, 1, 0, 1, 0, 1, 0), MAX),  # upright
        ((3, 3, 4, 4, 5, 5, 6), MAX),  # level
        ((0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3), MAX),  # rising to the right
        ((6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3), MAX),  # rising to the left
        ((6, 0, 6, 1, 5, 2, 5, 3), MIN),
    ],
)
def test_four_in_a_row(actions, winner):
    before, after = play(GAME, *actions[:-1]), play(GAME, *actions)
    assert not GAME.is_terminal(before)
    assert GAME.utility(after) == winner
    assert GAME.actions(after) == ()


def four_by_eye(rows):
    """Four in a row found square by square, as a person would look for it."""
    height, width = len(rows), len(rows[0])
    for r in range(height):
        for c in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(r + i * down, c + i * right) for i in range(4)]
                if all(0 <= y < height and 0 <= x < width for y, x in squares):
                    signs = {rows[y][x] for y, x in squares}
                    if len(signs) == 1 and signs != {"."}:
                        return signs.pop()
    return None


@given(SIZES, st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_the_end_is_what_a_person_sees(size, seed):
    game = ConnectFour(*size)
    for state, _ in random_game(game, seed):
        winner = four_by_eye(game.rows(state))
        full = "." not in game.rows(state)[0]
        assert game.is_terminal(state) == (winner is not None or full)
        if game.is_terminal(state):
            assert game.utility(state) == {"X": MAX, "O": MIN, None: 0}[winner]


@given(SIZES, st.integers(0, 10**6), st.integers(0, 60))
@settings(max_examples=100, deadline=None)
def test_round_trip_and_mirror(size, seed, plies):
    game = ConnectFour(*size)
    state = random_state(game, seed, plies)
    assert game.parse(game.render(state)) == state
    same, mirrored = game.symmetries(state)
    assert same == state
    assert [row[::-1] for row in game.rows(mirrored)] == game.rows(state)
    last = game.width - 1
    assert sorted(last - action for action in game.actions(state)) == list(game.actions(mirrored))
    for action in game.actions(state):
        image = game.symmetries(game.result(state, action))[1]
        assert game.result(mirrored, last - action) == image


def test_picture():
    state = play(GAME, 3, 3, 2)
    assert GAME.render(state).splitlines()[-4:] == [
        ". . . O . . .",
        ". . X X . . .",
        "0 1 2 3 4 5 6",
        "O to move",
    ]
    assert GAME.parse(".......\n" * 4 + "...O...\n..XX...") == state
    wide = ConnectFour(12, 2)
    assert wide.parse(wide.render(play(wide, 11))) == play(wide, 11)


SMALL = ConnectFour(4, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("....\nX...\n....\n....", "column 0: a stone floats"),
        ("....\n....\n....\nXX..", "2 X and 0 O"),
        ("....\n....\nOOOO\nXXXX", "X has four in a row, and so has the other side"),
        ("....\n....\n....\n..X", "row 4 .* has 3 squares"),
        ("....\n....\n....", "3 rows, this board has 4"),
        ("....\n....\n....\n..x.", "row 4 .*column 3: 'x'"),
        ("....\n....\n....\n..X.\nX to move", "its stones say 'O to move'"),
        ("X...\nX...\nX...\nX..O\nO to move", "4 X and 1 O"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        SMALL.parse(text)


def test_a_four_needs_a_last_stone():
    game = ConnectFour(6, 4)
    possible = "......\nO.....\nOO....\nXXXX.."  # the last stone fell into column 2 or 3
    assert game.utility(game.parse(possible)) == MAX
    with pytest.raises(ValueError, match="no last stone"):  # all four are covered
        game.parse("......\n......\nOOXO..\nXXXXO.")
    with pytest.raises(ValueError, match="X has four in a row, but did not move last"):
        game.parse("......\n......\nOOO...\nXXXXO.")


@pytest.mark.parametrize("action", [True, 3.0, "a", None, -1, 7, (1,), [1], 0])
def test_illegal_actions(action):
    full_column = play(GAME, 0, 0, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="illegal action") as error:
        GAME.result(full_column, action)
    assert repr(action) in str(error.value)


def test_no_move_after_the_end():
    with pytest.raises(ValueError, match="illegal action 6: the game is over"):
        GAME.result(play(GAME, 0, 1, 0, 1, 0, 1, 0), 6)


@pytest.mark.parametrize("size", [(0, 6), (7, -1), (7.0, 6), ("7", 6), (True, 6), (7, 10**9)])
def test_bad_sizes(size):
    with pytest.raises(ValueError, match=r"(width|height) must be a whole number from 1 to"):
        ConnectFour(*size)


def test_games_can_be_sent_to_other_processes():
    GAME.actions(START)
    twin = pickle.loads(pickle.dumps(GAME))
    assert twin.actions(START) == GAME.actions(START)


def wins_at_once(game, state):
    after = [game.result(state, action) for action in game.actions(state)]
    return any(game.is_terminal(s) and game.side(state) * game.utility(s) > 0 for s in after)


def drawn(game, rng, plies):
    """A position of a random game that is still open after so many plies."""
    while True:
        state, left = game.initial_state(), plies
        while left and not game.is_terminal(state):
            state, left = game.result(state, rng.choice(game.actions(state))), left - 1
        if not game.is_terminal(state) and not wins_at_once(game, state):
            return state


@pytest.mark.parametrize(
    ("name", "seed", "plies", "count"), [("connect4_late", 1, 32, 40), ("connect4_early", 2, 8, 6)]
)
def test_the_stored_positions_are_what_their_file_says(name, seed, plies, count):
    game, rng, stored = ConnectFour(), Random(seed), read_positions(name)
    assert [state for state, _ in stored] == [drawn(game, rng, plies) for _ in range(count)]
    for state, value in stored if plies > 30 else ():
        assert value == minimax(game, state)[0]
