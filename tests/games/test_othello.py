import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.game import MAX, MIN
from lib.games import PASS, Othello
from tests.games.walks import random_game, random_state, sequences

GAME = Othello()
START = GAME.initial_state()
SIZES = st.sampled_from([4, 6, 8, 10])


def test_first_moves():
    assert [GAME.name(action) for action in GAME.actions(START)] == ["d3", "c4", "f5", "e6"]
    assert GAME.side(START) == MAX


@pytest.mark.parametrize(
    ("size", "counts"),
    [(8, [4, 12, 56, 244, 1_396, 8_200]), (6, [4, 12, 56, 244, 1_364, 7_604])],
)
def test_sequences(size, counts):
    game = Othello(size)
    start = game.initial_state()
    assert [sequences(game, start, depth) for depth in range(1, len(counts) + 1)] == counts


def test_long_sequences():
    assert sequences(GAME, START, 7) == 55_092


def test_smallest_board_is_won_by_the_second_player_by_eight():
    game = Othello(4)
    table = {}

    def margin(state):
        """Black's stones minus white's after perfect play."""
        if game.is_terminal(state):
            return state[0].bit_count() - state[1].bit_count()
        if state not in table:
            best = max if game.side(state) == MAX else min
            table[state] = best(margin(game.result(state, a)) for a in game.actions(state))
        return table[state]

    assert margin(game.initial_state()) == -8


def test_share_of_random_games_with_a_pass():
    games = [random_game(GAME, seed) for seed in range(600)]
    share = sum(any(action == PASS for _, action in game) for game in games) / len(games)
    assert 0.26 < share < 0.42  # about one in three; 600 games give or take 6 in 100


def by_hand(rows, mark, row, column):
    """The squares that a stone turns, walked square by square as a person does."""
    size, other = len(rows), {"X": "O", "O": "X"}[mark]
    turned = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            line, y, x = [], row + down, column + right
            while 0 <= y < size and 0 <= x < size and rows[y][x] == other:
                line.append((y, x))
                y, x = y + down, x + right
            if line and 0 <= y < size and 0 <= x < size and rows[y][x] == mark:
                turned += line
    return turned


@given(SIZES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_moves_and_turned_stones_are_what_a_person_finds(size, seed):
    game = Othello(size)
    for state, action in random_game(game, seed):
        rows, mark = game.rows(state), "XO"[game.to_move(state)]
        free = [(r, c) for r in range(size) for c in range(size) if rows[r][c] == "."]
        legal = {r * size + c: by_hand(rows, mark, r, c) for r, c in free}
        legal = [square for square, turned in legal.items() if turned]
        if not game.is_terminal(state):
            assert game.actions(state) == (legal or [PASS])
        if action in legal:
            r, c = divmod(action, size)
            after = [list(row) for row in rows]
            for y, x in [(r, c), *by_hand(rows, mark, r, c)]:
                after[y][x] = mark
            assert game.rows(game.result(state, action)) == ["".join(row) for row in after]


@given(SIZES, st.integers(0, 10**6), st.integers(0, 90))
@settings(max_examples=100, deadline=None)
def test_round_trip_and_symmetries(size, seed, plies):
    game = Othello(size)
    state = random_state(game, seed, plies)
    assert game.parse(game.render(state)) == state
    images = game.symmetries(state)
    assert len(images) == 8 and images[0] == state
    rows = game.rows(state)
    turned = rows
    expected = set()
    for _ in range(4):
        turned = ["".join(column) for column in zip(*turned[::-1], strict=True)]
        expected |= {tuple(turned), tuple(row[::-1] for row in turned)}
    assert {tuple(game.rows(image)) for image in images} == expected
    for number, image in enumerate(images):
        for action in game.actions(state):
            moved = action if action == PASS else game.images[number][action]
            assert moved in game.actions(image)
            after = game.symmetries(game.result(state, action))[number]
            assert game.result(image, moved) == after


def test_a_forced_pass():
    game = Othello(4)
    state = next(
        state for seed in range(1000) for state, action in random_game(game, seed) if action == PASS
    )
    assert game.actions(state) == [PASS]
    after = game.result(state, PASS)
    assert game.rows(after) == game.rows(state)
    assert game.to_move(after) == 1 - game.to_move(state)
    assert PASS not in game.actions(after)
    with pytest.raises(ValueError, match="must play PASS"):
        game.result(state, game.actions(after)[0])


def test_the_game_is_over_when_neither_can_move():
    game = Othello(4)
    wiped_out = game.parse("X X X .\n. X X .\n. X X .\n. . . .")
    assert game.is_terminal(wiped_out) and game.utility(wiped_out) == MAX
    assert game.actions(wiped_out) == []
    with pytest.raises(ValueError, match="illegal action 'pass': the game is over"):
        game.result(wiped_out, PASS)
    assert game.utility(game.parse("OOOO\nOOOO\nXXXX\nOOOO")) == MIN
    assert game.utility(game.parse("OOOO\nOOOO\nXXXX\nXXXX\ndraw")) == 0


@pytest.mark.parametrize("action", [True, 19.0, "a", None, -1, 64, 0, 27, PASS, (1,), [1], 10**6])
def test_illegal_actions(action):
    with pytest.raises(ValueError, match="illegal action") as error:
        GAME.result(START, action)
    assert repr(action) in str(error.value)


@pytest.mark.parametrize("size", [3, 7, 2, 0, -8, 8.0, "8", None, True, 1000])
def test_bad_sizes(size):
    with pytest.raises(ValueError, match="size must be an even number"):
        Othello(size)


def test_picture():
    assert Othello(4).render(Othello(4).initial_state()).splitlines() == [
        "  a b c d",
        "1 . . . .",
        "2 . O X .",
        "3 . X O .",
        "4 . . . .",
        "X to move",
    ]
    assert GAME.parse(GAME.render(START).replace("X to move", "O to move"))[2] == 1
    assert Othello(10).render(Othello(10).initial_state()).splitlines()[10][:4] == "10 ."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("....\n.OX.\n.XO.\n....", "whose turn"),
        ("....\n.O..\n.XO.\n....\nX to move", "c2 is empty"),
        ("...X\n.O.X\n....\n....\nX to move", "is empty"),
        ("....\n.OX.\n.XO.\nX to move", "3 rows"),
        ("....\n.OX.\n.XO.\n.....\nX to move", "row 4 .* has 5 squares"),
        ("....\n.OX.\n.X0.\n....\nX to move", "column 3: '0'"),
        ("XXX.\n.XX.\n.XX.\n....\nX to move", "says 'X to move', its stones say 'X won'"),
        ("....\n.OX.\n.XO.\n....\nX won", "whose turn"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        Othello(4).parse(text)


def test_a_stone_apart_is_impossible():
    rows = GAME.rows(START)
    rows[0] = "X......."
    with pytest.raises(ValueError, match="the stone on a1 has no neighbor"):
        GAME.parse("\n".join([*rows, "X to move"]))
