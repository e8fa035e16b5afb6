"""Capture the flag: every rule of the contest has a test here that fails without it."""

import pickle
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check.check_game import check_game
from lib.evaluate import score
from lib.game import MAX, MIN
from lib.games import CaptureTheFlag
from lib.games.text_pictures import Player
from lib.search import alphabeta, minimax
from tests.games.walks import random_states, walk

LAYOUTS = ["capture_medium", "capture_tiny"]
MIRROR = {"North": "North", "South": "South", "East": "West", "West": "East", "Stop": "Stop"}

#   red half  | blue half: columns 0 to 5 and 6 to 11
FIELD = """
    %%%%%%%%%%%%
    %1o.  . ..2%
    %3 .. ...o4%
    %%%%%%%%%%%%
"""
# a map that is not its own mirror image
CROOKED = """
    %%%%%%%%%%%%
    %1.o  ... 2%
    %%.%% %% %%%
    %3 .      4%
    %.. %   .o.%
    %%%%%%%%%%%%
"""


def at(picture, layout=FIELD, **options):
    """The game in `layout`, and the position of `picture`."""
    game = CaptureTheFlag(layout, **options)
    return game, game.parse(picture)


def field(top, bottom, *notes):
    """A picture of FIELD with other rows."""
    return "\n".join(["%" * 12, top, bottom, "%" * 12, *notes])


# Teams, turns, moves


def test_red_is_max_and_blue_is_min_in_turn():
    game = CaptureTheFlag(FIELD)
    assert game.sides == (MAX, MIN, MAX, MIN)
    turns = [game.to_move(state) for state in random_states(game, seed=0, plies=5)]
    assert turns == [0, 1, 2, 3, 0, 1]


def test_players_1_and_3_are_red_on_the_left_2_and_4_blue_on_the_right():
    game = CaptureTheFlag(FIELD)
    places = [player.position for player in game.initial_state().players]
    assert places == [(1, 2), (10, 2), (1, 1), (10, 1)]


def test_all_may_stop_and_turn_back():
    game = CaptureTheFlag(FIELD)
    state = game.initial_state()
    assert game.actions(state) == ("South", "East", "Stop")
    state = walk(game, state, "East", "Stop", "Stop", "Stop")
    assert game.actions(state) == ("South", "East", "West", "Stop")


def test_ghost_at_home_pacman_on_the_other_half():
    game, state = at(field("% o.  1 ..2%", "%3 .. ...o4%"))
    assert [game.is_pacman(state, agent) for agent in range(4)] == [True, False, False, False]
    assert game.is_home(0, (5, 1)) and not game.is_home(0, (6, 1))
    assert game.is_home(1, (6, 1)) and not game.is_home(3, (5, 1))


# Carrying and scoring


def test_food_eaten_is_carried_and_scores_nothing_yet():
    game, state = at(field("% o.  1 ..2%", "%3 .. ...o4%", "player 1: carrying 1"))
    after = walk(game, state, "South")
    assert after.players[0] == Player((6, 1), carrying=2)
    assert (6, 1) not in after.food
    assert game.score(after) == 0


def test_own_food_is_not_eaten():
    game, state = at(FIELD)
    after = walk(game, state, "East", "Stop", "Stop", "Stop", "East")
    assert after.players[0] == Player((3, 2))
    assert (after.food, after.capsules) == (state.food, state.capsules)
    assert not any(player.scared for player in after.players)


def test_each_piece_scores_a_point_when_its_carrier_comes_home():
    game, state = at(field("% o.  1 ..2%", "%3 .. . .o4%", "player 1: carrying 2"))
    after = walk(game, state, "West")
    assert after.players[0].carrying == 0
    assert after.home == (2, 0) and game.score(after) == score(game, after) == 2


def test_blue_scores_downward():
    game, state = at(
        field("%1o. 2. .. %", "%3 .  ...o4%", "to move: player 2", "player 2: carrying 1")
    )
    after = walk(game, state, "East")
    assert after.home == (0, 1) and game.score(after) == -1


def test_coming_home_with_nothing_scores_nothing():
    game, state = at(field("% o.  1 ..2%", "%3 .. ...o4%"))
    assert walk(game, state, "West").home == state.home == (1, 0)


# Eating each other


def test_a_ghost_that_walks_into_a_pacman_eats_it():
    game, state = at(field("% o.  . 12 %", "%3 .. ...o4%", "to move: player 2"))
    after = walk(game, state, "West")
    assert after.players[0] == Player((1, 2)) and after.players[1].position == (8, 2)


def test_a_pacman_that_walks_into_a_ghost_is_eaten():
    game, state = at(field("% o.  . 12 %", "%3 .. ...o4%"))
    after = walk(game, state, "East")
    assert after.players[0] == Player((1, 2)) and after.players[1].position == (9, 2)


def test_mates_may_share_a_cell():
    game, state = at(field("% o.  .13 2%", "%  .. ...o4%"))
    after = walk(game, state, "East")
    assert [after.players[agent].position for agent in (0, 2)] == [(8, 2), (8, 2)]
    assert game.parse(game.render(after)) == after


def test_neighbors_do_not_touch():
    game, state = at(field("% o.  . 12 %", "%3 .. ...o4%"))
    assert walk(game, state, "Stop").players == state.players


def test_what_an_eaten_pacman_carried_falls_back_near_by():
    game, state = at(
        field("% o.  . 12 %", "%3 .. . .o4%", "to move: player 2", "player 1: carrying 1")
    )
    after = walk(game, state, "West")
    assert after.food - state.food == {(8, 2)}  # on the very cell
    assert after.players[0] == Player((1, 2), carrying=0)
    assert game.score(after) == game.score(state)


@pytest.mark.parametrize(
    "top, bottom, carrying, fallen",
    [
        ("% o.  .12  %", "%3 .. ...o4%", 2, {(7, 2), (8, 2)}),  # where food is, none can fall
        ("% o.    12 %", "%3 ..   .o4%", 2, {(8, 2), (7, 2)}),  # the nearer to the middle first
        ("% o.    12 %", "%3 ..    o4%", 3, {(8, 2), (7, 2), (8, 1)}),
        ("% o.  12   %", "%3 ..    o4%", 3, {(6, 2), (6, 1), (7, 2)}),  # never on red's half
        ("% o.   312 %", "%  .. .  o4%", 2, {(8, 2), (8, 1)}),  # not under another pacman
        ("% o.     12%", "%3 ..    o4%", 4, {(9, 2), (8, 2), (10, 2), (7, 2)}),  # nor on a capsule
    ],
)
def test_fallen_food_takes_the_nearest_free_cells(top, bottom, carrying, fallen):
    notes = ["to move: player 2", f"player 1: carrying {carrying}"]
    game, state = at(field(top, bottom, *notes))
    after = walk(game, state, "West")
    assert after.food - state.food == fallen and after.food > state.food - fallen


def test_a_ghost_eats_all_pacmen_on_its_cell():
    notes = ["to move: player 2", "player 1: carrying 1", "player 3: (8, 2), carrying 1"]
    game, state = at(field("% o.  . 12 %", "%  .. ...o4%", *notes))
    after = walk(game, state, "West")
    assert [after.players[agent] for agent in (0, 2)] == [Player((1, 2)), Player((1, 1))]
    assert after.food - state.food == {(8, 2), (7, 2)}


# Capsules


def test_a_capsule_scares_the_other_teams_ghosts_for_forty_of_their_moves():
    game, state = at(field("% o.  . ..2%", "%3 .. ..1o4%"))
    after = walk(game, state, "East")
    assert [player.scared for player in after.players] == [0, 40, 0, 40]
    assert (9, 1) not in after.capsules and after.players[0].carrying == 0
    after = walk(game, after, "Stop")
    assert [player.scared for player in after.players] == [0, 39, 0, 40]
    after = walk(game, after, "Stop", "North")
    assert [player.scared for player in after.players] == [0, 39, 0, 39]


def test_a_pacman_of_the_other_team_is_a_scared_ghost_when_it_comes_home():
    notes = ["player 2: carrying 1"]
    game, state = at(field("%  .2 . .. %", "%3 .  ..1o4%", *notes))
    after = walk(game, state, "East")
    assert after.players[1] == Player((4, 2), carrying=1, scared=40)


def test_blue_scares_red():
    game, state = at(
        field("%1o2  . .. %", "%3 .. ...o4%", "to move: player 2", "player 2: carrying 1")
    )
    after = walk(game, state, "West")
    assert [player.scared for player in after.players] == [40, 0, 40, 0]


def test_the_timer_runs_out():
    game, state = at(field("% o.  1 ..2%", "%3 .. ...o4%", "player 2: scared 40"))
    for left in range(39, -1, -1):
        state = walk(game, state, "Stop", "Stop", "Stop", "Stop")
        assert state.players[1].scared == left
    assert walk(game, state, "Stop", "Stop").players[1].scared == 0


def test_a_pacman_eats_a_scared_ghost_and_keeps_what_it_carries():
    game, state = at(
        field("% o.  . 12 %", "%3 .. ...o4%", "player 1: carrying 1", "player 2: scared 9")
    )
    after = walk(game, state, "East")
    assert after.players[:2] == (Player((9, 2), carrying=1), Player((10, 2), scared=0))
    assert after.home == state.home


@pytest.mark.parametrize("timer", [9, 1])
def test_a_scared_ghost_that_walks_into_a_pacman_is_eaten_up_to_its_last_scared_move(timer):
    notes = ["to move: player 2", f"player 2: scared {timer}"]
    game, state = at(field("% o.  . 12 %", "%3 .. ...o4%", *notes))
    after = walk(game, state, "West")
    assert after.players[:2] == (Player((8, 2)), Player((10, 2), scared=0))


def test_scared_is_a_matter_of_ghosts_a_pacman_with_a_timer_is_still_eaten():
    game, state = at(field("% o.  . 12 %", "%3 .. ...o4%", "player 1: scared 9"))
    after = walk(game, state, "East")
    assert after.players[0] == Player((1, 2), scared=0)


def test_a_scared_and_an_angry_ghost_on_one_cell():
    game, state = at(
        field("% o.  . 12 %", "%3 .. ...o %", "player 4: (9, 2)", "player 2: scared 9")
    )
    after = walk(game, state, "East")
    assert [after.players[agent].position for agent in (0, 1, 3)] == [(1, 2), (10, 2), (9, 2)]


# The end


def test_the_game_ends_when_all_but_two_have_been_brought_home():
    game, state = at(field("% o.  1   2%", "%3 .. . .o4%", "player 1: carrying 1"))
    assert state.home == (3, 0) and not game.is_terminal(state)
    after = walk(game, state, "West")
    assert after.home == (4, 0) and game.is_terminal(after)
    assert game.utility(after) == 4 and game.actions(after) == ()


def test_blue_can_end_it_too():
    game, state = at(
        field("%1o. 2. .. %", "%3 .  ...o4%", "to move: player 2", "player 2: carrying 1")
    )
    assert not game.is_terminal(state)
    assert game.is_terminal(walk(game, state, "East"))


def test_carried_food_is_not_yet_brought_home():
    game, state = at(field("% o.  1   2%", "%3 .. . .o4%", "player 1: carrying 4"))
    assert not game.is_terminal(state)


def test_the_game_ends_after_1200_moves_of_all_agents():
    game = CaptureTheFlag(FIELD)
    state = walk(game, game.initial_state(), *["Stop"] * 1199)
    assert not game.is_terminal(state)
    state = walk(game, state, "Stop")
    assert game.is_terminal(state) and game.utility(state) == 0 and game.actions(state) == ()


def test_the_limit_is_a_parameter():
    game = CaptureTheFlag(FIELD, max_moves=2)
    assert game.is_terminal(walk(game, game.initial_state(), "Stop", "Stop"))


@pytest.mark.parametrize("limit", [0, -3, 1.5, None, "10"])
def test_wrong_limits_are_refused(limit):
    with pytest.raises(ValueError, match="max_moves"):
        CaptureTheFlag(FIELD, limit)


# What must hold in every game


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([*LAYOUTS, FIELD, CROOKED]), st.integers(0, 10**6))
def test_round_trip_conservation_and_invariants(layout, seed):
    game = CaptureTheFlag(layout, max_moves=300)
    for state in random_states(game, seed, plies=200):
        assert game.parse(game.render(state)) == state
        for team in (0, 1):
            on_board = sum(not game.is_home(team, cell) for cell in state.food)
            carried = sum(player.carrying for player in state.players[team::2])
            assert on_board + carried + state.home[team] == game.prize[team]
        for agent, player in enumerate(state.players):
            assert player.position in game.maze.moves
            assert 0 <= player.scared <= 40
            assert not player.carrying or game.is_pacman(state, agent)
            assert not (game.is_pacman(state, agent) and player.position in state.food)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([*LAYOUTS, FIELD, CROOKED]), st.integers(0, 10**6))
def test_swapping_the_teams_changes_every_sign(layout, seed):
    game = CaptureTheFlag(layout, max_moves=300)
    other = game.mirrored()
    rng, state = Random(seed), game.initial_state()
    mirrored = game.mirrored_state(state)
    while not game.is_terminal(state):
        assert other.side(mirrored) == -game.side(state)
        assert {MIRROR[a] for a in game.actions(state)} == set(other.actions(mirrored))
        action = rng.choice(game.actions(state))
        state, mirrored = game.result(state, action), other.result(mirrored, MIRROR[action])
        assert game.mirrored_state(state) == mirrored
        assert other.score(mirrored) == -game.score(state)
    assert other.is_terminal(mirrored) and other.utility(mirrored) == -game.utility(state)


@pytest.mark.parametrize("seed", range(5))
def test_swapping_the_teams_changes_the_sign_of_the_value(seed):
    game = CaptureTheFlag(CROOKED)
    other = game.mirrored()
    *_, state = random_states(game, seed, plies=60)
    value, _ = minimax(game, state, 4, score)
    assert minimax(other, game.mirrored_state(state), 4, score)[0] == -value
    assert alphabeta(game, state, 4, score)[0] == value


def test_four_mirrors_give_the_game_back():
    game = again = CaptureTheFlag(CROOKED)
    state = game.parse(game.render(game.initial_state()))
    for _ in range(4):
        state, again = again.mirrored_state(state), again.mirrored()
    assert again.maze.rows == game.maze.rows and state == game.initial_state()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_conformance(layout):
    assert check_game(CaptureTheFlag(layout, max_moves=300), games=4)


def test_games_can_be_pickled():
    game = CaptureTheFlag("capture_tiny")
    assert pickle.loads(pickle.dumps(game)).initial_state() == game.initial_state()


# Pictures and errors


def test_a_picture_alone_is_a_position():
    game = CaptureTheFlag(FIELD)
    assert game.parse(FIELD) == game.initial_state()
    assert game.render(game.initial_state()) == field("%1o.  . ..2%", "%3 .. ...o4%")


def test_the_notes_say_what_the_picture_cannot():
    game = CaptureTheFlag(FIELD)
    text = field(
        "% o.  1 ..2%",
        "%3 ..  ..o %",
        "to move: player 4",
        "score: 1",
        "player 1: carrying 1",
        "player 4: (10, 2), scared 7",
        "moves left: 1000",
    )
    assert game.render(game.parse(text)) == text
    assert game.parse(text).players[3] == Player((10, 2), 0, 7)


@pytest.mark.parametrize("action", ["North", "east", None, 3])
def test_illegal_actions_are_named_with_the_legal_ones(action):
    game = CaptureTheFlag(FIELD)
    with pytest.raises(ValueError, match=r"illegal.*the legal actions are South, East, Stop"):
        game.result(game.initial_state(), action)


@pytest.mark.parametrize(
    "text, message",
    [
        (None, "text"),
        (field("% o.  . ..2%", "%3 .. ...o4%"), "player 1 is missing"),
        (field("%1o1  . ..2%", "%3 .. ...o4%"), "player 1 stands 2 times.*row 2, column 2"),
        (field("%1o.% . ..2%", "%3 .. ...o4%"), "a wall at row 2, column 5"),
        (field("%1o.G . ..2%", "%3 .. ...o4%"), "'G' at row 2, column 5"),
        (field("%1o.o . ..2%", "%3 .. ...o4%"), "no capsule"),
        (field("%1o.  ....2%", "%3 .. ...o4%"), "too much"),
        (f"{FIELD}    player 1: carrying 1", "at home"),
        (f"{FIELD}    player 2: scared 50", "50 moves"),
        (f"{FIELD}    player 2: carrying", "should look like"),
        (f"{FIELD}    player 5: carrying 1", "unknown line 'player 5"),
        (f"{FIELD}    player 1: (4, 2)", "row 2, column 2"),
        (f"{FIELD}    player 1: (0, 0)", "not an open cell"),
        (f"{FIELD}    score: 3", "does not fit"),
        (f"{FIELD}    to move: blue", "must be one of"),
        (f"{FIELD}    moves left: 1201", "from 0 to 1200"),
        (f"{FIELD}    hidden food: (5, 1)", "no agent hides"),
    ],
)
def test_impossible_pictures_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        CaptureTheFlag(FIELD).parse(text)


def test_labels():
    assert repr(CaptureTheFlag("capture_tiny")) == "CaptureTheFlag('capture_tiny')"
    assert repr(CaptureTheFlag(FIELD, 9)) == "CaptureTheFlag(<12 by 4>, max_moves=9)"


def test_fallen_food_lies_on_the_lower_one_of_equally_near_cells():
    game = CaptureTheFlag(CROOKED)
    state = game.initial_state()
    steps, ties = game.maze.distances_from((5, 2)), 0
    order = game._free_cells(state, (5, 2))
    assert [steps[cell] for cell in order] == sorted(steps[cell] for cell in order)
    for one, other in pairwise(order):
        if steps[one] == steps[other] and one[0] == other[0]:
            assert one[1] < other[1]
            ties += 1
    assert ties
