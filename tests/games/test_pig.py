from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.game import CHANCE, MAX, MIN
from lib.games import Pig
from tests.games.walks import play, random_state

GAME = Pig()
HALF = Fraction(1, 2)


def exact(game, state):
    """The value of a game that ends after so many turns, by plain expectimax."""
    if game.is_terminal(state):
        return game.utility(state)
    values = [exact(game, game.result(state, action)) for action in game.actions(state)]
    if game.side(state) == CHANCE:
        chances = [game.probability(state, action) for action in game.actions(state)]
        return sum(chance * value for chance, value in zip(chances, values, strict=True))
    return max(values) if game.side(state) == MAX else min(values)


def limit_values(game, sweeps):
    """The values of a game without an end, by sweeping over all its states again and again."""
    states, todo = {game.initial_state()}, [game.initial_state()]
    while todo:
        state = todo.pop()
        new = {game.result(state, action) for action in game.actions(state)} - states
        states |= new
        todo += new
    value = {s: game.utility(s) if game.is_terminal(s) else 0 for s in states}
    for _ in range(sweeps):
        for s in states:
            values = [value[game.result(s, action)] for action in game.actions(s)]
            if values and game.side(s) == CHANCE:
                chances = [game.probability(s, action) for action in game.actions(s)]
                value[s] = sum(c * v for c, v in zip(chances, values, strict=True))
            elif values:
                value[s] = max(values) if game.side(s) == MAX else min(values)
    return value


def test_piglet_has_its_published_values():
    """Neller and Presser, "Optimal play of the dice game Pig" (2004): a coin, two points.

    Heads is worth one point there. Here the good face is worth 2 and the goal is 4.
    """
    value = limit_values(Pig(goal=4, die={1: 0.5, 2: 0.5}), sweeps=200)

    def win(own, other, total):
        return (1 + value[(2 * own, 2 * other, 2 * total, 0, False, None)]) / 2

    published = {
        (0, 0, 0): 4 / 7,
        (0, 0, 1): 5 / 7,
        (0, 1, 0): 2 / 5,
        (0, 1, 1): 3 / 5,
        (1, 0, 0): 4 / 5,
        (1, 1, 0): 2 / 3,
    }
    assert {key: pytest.approx(chance) for key, chance in published.items()} == {
        key: win(*key) for key in published
    }


def test_both_players_have_the_same_chances():
    value = limit_values(Pig(goal=6), sweeps=100)
    for (x, o, total, player, rolling, left), v in value.items():
        assert value[(o, x, total, 1 - player, rolling, left)] == pytest.approx(-v)


@pytest.mark.parametrize(
    ("goal", "die", "turns", "value"),
    [
        (2, None, 1, Fraction(5, 6)),  # any face but 1 wins at once
        (2, None, 2, Fraction(5, 6) - Fraction(1, 6) * Fraction(5, 6)),
        (4, {1: HALF, 2: HALF}, 1, HALF),  # one good roll is enough to lead
        # X scores 2 and holds: O draws level or loses (1/2). X scores nothing: -1/2.
        (4, {1: HALF, 2: HALF}, 2, 0),
        (3, {3: 1}, 1, 1),
    ],
)
def test_exact_values_by_hand(goal, die, turns, value):
    die = die or dict.fromkeys(range(1, 7), Fraction(1, 6))
    game = Pig(goal=goal, die=die, turns=turns)
    assert exact(game, game.initial_state()) == value


def test_one_turn_after_the_other():
    state = play(GAME, "roll", 4, "roll", 6)
    assert state == (0, 0, 10, 0, False, None)
    assert GAME.result(state, "hold") == (10, 0, 0, 1, False, None)
    assert play(GAME, "roll", 4, "roll", 1) == (0, 0, 0, 1, False, None)
    assert GAME.actions(GAME.initial_state()) == ("roll",)
    assert GAME.actions(state) == ("roll", "hold")


def test_the_die_is_an_agent():
    rolling = play(GAME, "roll")
    assert GAME.to_move(rolling) == 2 and GAME.side(rolling) == CHANCE
    assert GAME.actions(rolling) == (1, 2, 3, 4, 5, 6)
    assert [GAME.probability(rolling, face) for face in range(1, 7)] == [1 / 6] * 6
    loaded = Pig(die={1: 0.1, 5: 0.9})
    assert loaded.probability(play(loaded, "roll"), 5) == 0.9


def test_the_goal_ends_the_game():
    game = Pig(goal=8)
    over = play(game, "roll", 5, "roll", 6)
    assert game.is_terminal(over) and game.utility(over) == MAX and game.actions(over) == ()
    second = play(game, "roll", 1, "roll", 6, "roll", 2)
    assert game.utility(second) == MIN
    with pytest.raises(ValueError, match=r"illegal action 'roll': the game is over \(X won\)"):
        game.result(over, "roll")
    with pytest.raises(ValueError, match="not over"):
        game.utility(game.initial_state())


def test_the_last_turn_ends_the_game():
    game = Pig(goal=100, turns=2)
    assert game.utility(play(game, "roll", 5, "hold", "roll", 6, "hold")) == MIN
    assert game.utility(play(game, "roll", 5, "hold", "roll", 1)) == MAX
    assert game.utility(play(game, "roll", 1, "roll", 1)) == 0
    assert not game.is_terminal(play(game, "roll", 5, "hold", "roll", 6))


@pytest.mark.parametrize("action", [True, 1, 1.0, "a", None, "hold", [], 7])
def test_illegal_actions(action):
    with pytest.raises(ValueError, match="illegal action") as error:
        GAME.result(GAME.initial_state(), action)
    assert repr(action) in str(error.value)


@pytest.mark.parametrize("action", [True, 1.0, 0, 7, "roll", None])
def test_illegal_faces(action):
    with pytest.raises(ValueError, match="the legal actions are 1, 2, 3, 4, 5, 6"):
        GAME.result(play(GAME, "roll"), action)


def test_only_faces_have_a_probability():
    with pytest.raises(ValueError, match="'roll' is not a face of the die"):
        GAME.probability(play(GAME, "roll"), "roll")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": 0}, "goal must be a whole number from 1, got 0"),
        ({"goal": 10.0}, "goal must"),
        ({"goal": True}, "goal must"),
        ({"turns": 0}, "turns must"),
        ({"turns": 1.5}, "turns must"),
        ({"die": {}}, "faces must"),
        ({"die": 6}, r"maps faces to chances, .* got 6"),
        ({"die": [1, 2]}, "maps faces to chances"),
        ({"die": {1: 1.0}}, "one above 1"),
        ({"die": {0: 0.5, 2: 0.5}}, "faces must"),
        ({"die": {1.5: 0.5, 2: 0.5}}, "faces must"),
        ({"die": {1: 0.5, 2: 0.4}}, "sum to 1"),
        ({"die": {1: 1.5, 2: -0.5}}, "above 0"),
        ({"die": {1: "a", 2: 1}}, "chances"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        Pig(**options)


OPTIONS = st.fixed_dictionaries(
    {"goal": st.integers(1, 40), "turns": st.none() | st.integers(1, 9)}
)


@given(OPTIONS, st.integers(0, 10**6), st.integers(0, 200))
@settings(max_examples=100, deadline=None)
def test_round_trip(options, seed, plies):
    game = Pig(**options)
    state = random_state(game, seed, plies)
    assert game.parse(game.render(state)) == state


def test_picture():
    picture = "X 12  O 20  goal 100\nturn total 9\nO to move"
    state = GAME.parse("\n   " + picture.replace("\n", "\n\n     ") + "\n")
    assert state == (12, 20, 9, 1, False, None)
    assert GAME.render(state) == picture


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a picture of Pig"),
        (None, "not a picture of Pig"),
        ("X 1 O 2", "not a picture of Pig"),
        ("X 2 O 2 goal 50 turn total 0 X to move", "plays to 50, this game to 100"),
        ("X 101 O 2 goal 100 turn total 0 X won", "no game comes to that"),
        ("X 100 O 100 goal 100 turn total 0 X won", "no game comes to that"),
        ("X 90 O 2 goal 100 turn total 12 X to move", "points are banked"),
        ("X 100 O 2 goal 100 turn total 3 X won", "points are banked"),
        ("X 100 O 2 goal 100 turn total 0 X to move", "its numbers say 'X won'"),
        ("X 10 O 2 goal 100 turn total 0 O won", "its numbers say '[XO] to move'"),
        ("X 10 O 2 goal 100 turn total 0 draw", "says 'draw', its numbers say 'X to move'"),
        ("X 2 O 2 goal 100 turn total 0 turns left 3 X to move", "turns left 3"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.parse(text)


def test_impossible_turns():
    game = Pig(goal=20, turns=4)
    with pytest.raises(ValueError, match="turns left 5"):
        game.parse("X 2 O 2 goal 20 turn total 0 turns left 5 X to move")
    with pytest.raises(ValueError, match="says 'X to move', its numbers say 'O to move'"):
        game.parse("X 2 O 0 goal 20 turn total 0 turns left 3 X to move")


def test_it_prints_as_its_own_call():
    assert repr(GAME) == "Pig(goal=100)"
    assert repr(Pig(4, {1: 0.5, 2: 0.5}, 3)) == "Pig(goal=4, die={1: 0.5, 2: 0.5}, turns=3)"
