from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from lib.game import MAX, MIN
from lib.games import TicTacToe
from tests.games.walks import levels, play

GAME = TicTacToe()
START = GAME.initial_state()


def ends(state=START, plies=0):
    """Every game as (outcome, length)."""
    if GAME.is_terminal(state):
        yield GAME.utility(state), plies
    for action in GAME.actions(state):
        yield from ends(GAME.result(state, action), plies + 1)


def test_all_games():
    games = Counter(ends())
    outcomes, lengths = Counter(), Counter()
    for (outcome, length), count in games.items():
        outcomes[outcome] += count
        lengths[length] += count
    assert sum(games.values()) == 255_168
    assert outcomes == {MAX: 131_184, MIN: 77_904, 0: 46_080}
    assert lengths == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}


def test_nodes_of_the_full_tree():
    @cache
    def nodes(state):
        return 1 + sum(nodes(GAME.result(state, action)) for action in GAME.actions(state))

    assert nodes(START) == 549_946


def test_distinct_positions_and_symmetry():
    states = set().union(*levels(GAME, 9))
    final = {state for state in states if GAME.is_terminal(state)}

    def classes(states):
        return len({min(map(str, GAME.symmetries(state))) for state in states})

    assert (len(states), classes(states)) == (5_478, 765)
    assert (len(final), classes(final)) == (958, 138)


@cache
def exact_chances(state):
    """The chances of (X, draw, O) when both sides move at random."""
    if GAME.is_terminal(state):
        return tuple(Fraction(GAME.utility(state) == outcome) for outcome in (MAX, 0, MIN))
    children = [exact_chances(GAME.result(state, action)) for action in GAME.actions(state)]
    return tuple(sum(column) / len(children) for column in zip(*children, strict=True))


def test_random_against_random():
    assert exact_chances(START) == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))


@pytest.mark.parametrize(
    ("opening", "value"), [(0, Fraction(12, 35)), (1, Fraction(1, 5)), (4, Fraction(1, 2))]
)
def test_value_of_an_opening_under_random_play(opening, value):
    won, _, lost = exact_chances(GAME.result(START, opening))
    assert won - lost == value


def test_every_opening_is_a_draw():
    @cache
    def value(state):
        if GAME.is_terminal(state):
            return GAME.utility(state)
        best = max if GAME.side(state) == MAX else min
        return best(value(GAME.result(state, action)) for action in GAME.actions(state))

    assert [value(GAME.result(START, action)) for action in range(9)] == [0] * 9
    # Mirror images have the same value in every position.
    for state in set().union(*levels(GAME, 9)):
        assert len({value(image) for image in GAME.symmetries(state)}) == 1


def test_picture():
    state = play(GAME, 4, 0, 8)
    assert GAME.render(state) == "O . .\n. X .\n. . X\nO to move"
    assert GAME.rows(state) == ["O..", ".X.", "..X"]
    tolerant = """

        O|.|.
        -+-+-
        .|X|.
        -+-+-

        . .X
    """
    assert GAME.parse(tolerant) == state
    assert GAME.status(play(GAME, 0, 3, 1, 4, 2)) == "X won"
    assert GAME.status(play(GAME, 0, 3, 1, 4, 8, 5)) == "O won"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("X X .\n. . .\n. . .", "2 X and 0 O"),
        (". O .\n. . .\n. . .", "0 X and 1 O"),
        ("X X X\nO O O\n. . .", "X has three in a row, and so has the other side"),
        ("X X X\nO O .\nO . .", "X has three in a row, but did not move last"),
        ("X Z .\n. . .\n. . .", "row 1 .*column 2: 'Z'"),
        ("X .\n. .", "row 1 .*2 squares"),
        ("X . .\n. . .", "2 rows, this board has 3"),
        (". . .\n. . .\n. . .\n. . .", "4 rows"),
        ("X . .\n. . .\n. . .\nX to move", "says 'X to move', its stones say 'O to move'"),
        ("X . .\n. . .\n. . .\nX won", "says 'X won'"),
        (". . .\n. . .\n. . .\nX to move\nX to move", "two lines"),
        ("", "0 rows"),
        (None, "text"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.parse(text)


@pytest.mark.parametrize("action", [True, 3.0, "a", None, -1, 9, (1,), [1], float("nan"), 4])
def test_illegal_actions(action):
    with pytest.raises(ValueError, match="illegal action") as error:
        GAME.result(play(GAME, 4), action)
    assert repr(action) in str(error.value)


def test_nothing_is_legal_when_the_game_is_over():
    over = play(GAME, 0, 3, 1, 4, 2)
    assert not GAME.actions(over)
    with pytest.raises(ValueError, match=r"8: the game is over \(X won\)"):
        GAME.result(over, 8)


def test_utility_only_at_the_end():
    with pytest.raises(ValueError, match="not over"):
        GAME.utility(START)
