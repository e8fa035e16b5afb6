import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.game import CHANCE, MAX, MIN, rounds
from lib.games import TreeGame

GAME = TreeGame([[3, 5], [2, [9, 1]]])


def paths(game, state=()):
    yield state
    for action in game.actions(state):
        yield from paths(game, game.result(state, action))


def test_a_tree_is_played_level_by_level():
    assert list(paths(GAME)) == [
        (),
        (0,),
        (0, 0),
        (0, 1),
        (1,),
        (1, 0),
        (1, 1),
        (1, 1, 0),
        (1, 1, 1),
    ]
    leaves = [state for state in paths(GAME) if GAME.is_terminal(state)]
    assert [GAME.utility(state) for state in leaves] == [3, 5, 2, 9, 1]
    assert [GAME.side(state) for state in ((), (0,), (1, 1))] == [MAX, MIN, MAX]
    assert list(GAME.actions((1,))) == [0, 1] and list(GAME.actions((0, 0))) == []


def test_three_agents_take_turns():
    game = TreeGame([[[[1], [2]]]], sides=(MAX, CHANCE, MIN))
    assert [game.to_move(state) for state in ((), (0,), (0, 0), (0, 0, 0))] == [0, 1, 2, 0]
    assert [game.side(state) for state in ((), (0,), (0, 0))] == [MAX, CHANCE, MIN]
    assert rounds(game, 2) == 6 and rounds(game, 0) == 0


def test_a_single_number_is_a_game_that_is_over():
    game = TreeGame(4)
    assert game.is_terminal(()) and game.utility(()) == 4 and not game.actions(())


def test_the_lists_of_the_caller_stay_out():
    nested = [[1, 2], [3, 4]]
    game = TreeGame(nested)
    nested[0][0] = 99
    assert game.utility((0, 0)) == 1


def test_chances():
    sides = (MAX, CHANCE)
    game = TreeGame([[1, 2], [3, 4, 5]], sides, probabilities={(0,): [0.25, 0.75]})
    assert [game.probability((0,), action) for action in (0, 1)] == [0.25, 0.75]
    assert game.probability((1,), 2) == 1 / 3


@pytest.mark.parametrize(
    ("path", "chances", "message"),
    [
        ((), [0.5, 0.5], r"node \(\) belongs to a player"),
        ((0,), [0.5], r"node \(0,\) has 2 children, got 1 chances"),
        ((0,), [0.5, 0.4], "sum to 1"),
        ((0,), [1.5, -0.5], "above 0"),
        ((0, 0), [1.0], "is a leaf"),
        ((7,), [1.0], r"no node \(7,\)"),
        (("a",), [1.0], "no node"),
        ((-1,), [0.5, 0.5], r"no node \(-1,\)"),
        ((0,), ["a", "b"], r"must be numbers, got \['a', 'b'\]"),
        ((0,), 0.5, "must be numbers, got 0.5"),
        ((0,), [float("nan"), 0.5], "must be numbers"),
    ],
)
def test_bad_chances(path, chances, message):
    with pytest.raises(ValueError, match=message):
        TreeGame([[1, 2], [3, 4]], (MAX, CHANCE), probabilities={path: chances})


def test_chances_are_given_by_path():
    with pytest.raises(ValueError, match=r"map a path to chances, .* got \[\(0.5, 0.5\)\]"):
        TreeGame([1, 2], (CHANCE,), probabilities=[(0.5, 0.5)])


@pytest.mark.parametrize(
    ("nested", "message"),
    [
        ([], r"list at \(\) is empty"),
        ([[1, 2], []], r"list at \(1,\) is empty"),
        ([[1, "a"]], r"leaf at \(0, 1\) must be a finite number, got 'a'"),
        ([1, None], r"leaf at \(1,\)"),
        ([1, True], "got True"),
        ([1, float("nan")], "got nan"),
        ([1, float("-inf")], "got -inf"),
        ("12", "got '12'"),
        ({1: 2}, "got {1: 2}"),
        ([3, 10**400], r"leaf at \(1,\) must be a finite number"),
    ],
)
def test_what_is_no_tree(nested, message):
    with pytest.raises(ValueError, match=message):
        TreeGame(nested)


def test_a_list_that_contains_itself():
    nested = [1]
    nested.append(nested)
    with pytest.raises(ValueError, match="contains itself"):
        TreeGame(nested)


@pytest.mark.parametrize("leaf", [10**300, 0.5, Fraction(1, 3), -7])
def test_any_finite_number_is_a_leaf(leaf):
    assert TreeGame([leaf, 1]).utility((0,)) == leaf


@pytest.mark.parametrize("sides", [(), (2,), (MAX, "MIN"), (True, MIN), MAX, None, ([],)])
def test_bad_sides(sides):
    with pytest.raises(ValueError, match="sides must be MAX, MIN or CHANCE"):
        TreeGame([1, 2], sides)


@pytest.mark.parametrize("action", [True, 1.0, "a", None, -1, 2, [0]])
def test_illegal_actions(action):
    with pytest.raises(ValueError, match="it has children 0 to 1") as error:
        GAME.result((), action)
    assert repr(action) in str(error.value)


def test_bad_states():
    with pytest.raises(ValueError, match=r"no child 0 at node \(0, 0\): it is a leaf"):
        GAME.result((0, 0), 0)
    with pytest.raises(ValueError, match=r"node \(0,\) is not a leaf"):
        GAME.utility((0,))
    for state in ((5,), (0, 0, 0), ("a",), 7):
        with pytest.raises(ValueError, match="there is no node"):
            GAME.actions(state)


def test_random_trees():
    game = TreeGame.random(7, branching=3, depth=4, values=(0, 5))
    leaves = [state for state in paths(game) if game.is_terminal(state)]
    assert {len(state) for state in leaves} == {4} and len(leaves) == 3**4
    assert {game.utility(state) for state in leaves} == {0, 1, 2, 3, 4, 5}
    assert TreeGame.random(7, 3, 4, values=(0, 5)).tree == game.tree
    assert TreeGame.random(8, 3, 4, values=(0, 5)).tree != game.tree
    assert TreeGame.random(1, 2, 2, sides=(MAX, CHANCE)).sides == (MAX, CHANCE)


def test_ragged_trees():
    games = [TreeGame.random(seed, branching=3, depth=4, ragged=True) for seed in range(50)]
    states = [(game, state) for game in games for state in paths(game)]
    widths = {len(game.actions(state)) for game, state in states}
    depths = {len(state) for game, state in states if game.is_terminal(state)}
    assert widths == {0, 1, 2, 3} and depths == {1, 2, 3, 4}


@pytest.mark.parametrize(
    "options",
    [
        {"branching": 0},
        {"branching": 2.5},
        {"depth": -1},
        {"depth": "3"},
        {"depth": 5000, "branching": 1},
        {"values": (3, 2)},
        {"values": (3,)},
        {"values": 5},
        {"values": (0.5, 1.5)},
        {"sides": (4,)},
    ],
)
def test_bad_random_trees(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))}"):
        TreeGame.random(0, **options)


TREES = st.builds(
    lambda seed, branching, depth: TreeGame.random(seed, branching, depth, ragged=True),
    st.integers(0, 10**6),
    st.integers(1, 4),
    st.integers(0, 4),
)


@given(TREES)
@settings(max_examples=40, deadline=None)
def test_round_trip(game):
    for state in paths(game):
        assert game.parse(game.render(state)) == state


def test_picture():
    picture = """
        MAX
          MIN
            3
            5  <- here
          MIN

            2
            MAX
              9
              1
    """
    assert GAME.parse(picture) == (0, 1)
    assert GAME.render((0, 1)).splitlines()[3] == "    5  <- here"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found 0"),
        (GAME.render(()).replace("<- here", ""), "found 0"),
        (GAME.render(()).replace("3", "3  <- here"), "found 2"),
        (GAME.render(()) + "\n7", "the picture has 10 nodes, this tree has 9"),
        (GAME.render(()).replace("9", "8"), "line 8 is '8', the tree has '9'"),
        (GAME.render(()).replace("    5", "  5"), "line 4"),
        (None, "text"),
    ],
)
def test_impossible_pictures(text, message):
    with pytest.raises(ValueError, match=message):
        GAME.parse(text)


def test_it_prints_as_its_own_call():
    assert repr(GAME) == "TreeGame([[3, 5], [2, [9, 1]]])"
    assert repr(TreeGame([1])) == "TreeGame([1])"
    assert repr(TreeGame([[Fraction(1, 3)]])) == "TreeGame([[Fraction(1, 3)]])"
    assert len(repr(TreeGame.random(0, 3, 5))) < 80


@pytest.mark.parametrize("n", [-1, 1.5, "2", None])
def test_bad_rounds(n):
    with pytest.raises(ValueError, match=f"not negative, got {n!r}"):
        rounds(GAME, n)


def test_no_end_of_rounds():
    assert rounds(GAME, math.inf) == math.inf
