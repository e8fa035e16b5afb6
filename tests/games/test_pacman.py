"""Pacman: every rule of the game has a test here that fails without it."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check.check_game import check_game
from lib.evaluate import score
from lib.game import CHANCE, MAX, MIN, rounds
from lib.games import Pacman
from lib.games.maze import REVERSE
from lib.games.text_pictures import Ghost
from lib.search import alphabeta, expectimax, minimax
from tests.games.walks import random_states, walk

LAYOUTS = [
    "capsule",
    "corridor",
    "dead_end",
    "medium_classic",
    "one_ghost_chase",
    "open_room",
    "small_classic",
    "tiny_two_ghosts",
]

HALL = """
    %%%%%%%%%
    %P   . G%
    %%%%%%%%%
"""
CROSS = """
    %%%%%%%
    %%% %%%
    %  G  %
    %%% %%%
    %P.  .%
    %%%%%%%
"""


def at(layout, picture, **options):
    """The game in `layout`, and the position of `picture`."""
    game = Pacman(layout, **options)
    return game, game.parse(picture)


# Whose turn, and what they may do


def test_agents_move_in_turn_pacman_first():
    game = Pacman("small_classic")
    turns = [game.to_move(state) for state in random_states(game, seed=1, plies=7)]
    assert turns == [0, 1, 2, 0, 1, 2, 0, 1]


def test_pacman_goes_where_no_wall_is_and_stop_is_always_legal_and_last():
    game = Pacman(CROSS)
    assert game.actions(game.initial_state()) == ("East", "Stop")
    _, junction = at(CROSS, CROSS.replace("P.  .", " .P .").replace("%  G", "%G  "))
    assert game.actions(junction) == ("North", "East", "West", "Stop")
    _, middle = at(CROSS, CROSS.replace("P.  .", " . G.").replace("%  G", "%  P"))
    assert game.actions(middle) == ("North", "South", "East", "West", "Stop")


def test_y_grows_upward():
    game = Pacman("%%%%\n%  %\n%P.%\n%%%%")
    assert walk(game, game.initial_state(), "North").pacman == (1, 2)


def test_a_ghost_that_has_not_moved_may_go_anywhere_and_never_stops():
    game = Pacman(CROSS)
    state = walk(game, game.initial_state(), "Stop")
    assert game.actions(state) == ("North", "South", "East", "West")


@pytest.mark.parametrize("direction", REVERSE)
def test_a_ghost_does_not_turn_back(direction):
    game, state = at(CROSS, f"{CROSS}\n    to move: ghost 1\n    ghost 1: going {direction}")
    assert set(game.actions(state)) == set(REVERSE) - {REVERSE[direction]}


def test_a_ghost_turns_back_in_a_dead_end_because_there_is_no_other_way():
    game, state = at(HALL, "%%%%%%%%%\n%P   . G%\n%%%%%%%%%\nto move: ghost 1\nghost 1: going East")
    assert game.actions(state) == ("West",)


def test_a_ghost_in_a_corridor_only_goes_on():
    game, state = at(HALL, "%%%%%%%%%\n%P  G.  %\n%%%%%%%%%\nto move: ghost 1\nghost 1: going East")
    assert game.actions(state) == ("East",)


def test_ghosts_may_share_a_cell():
    layout = "%%%%%%%\n%P. GG%\n%%%%%%%"
    game = Pacman(layout)
    state = walk(game, game.initial_state(), "Stop", "East")
    assert [ghost.position for ghost in state.ghosts] == [(5, 1), (5, 1)]
    assert game.parse(game.render(state)) == state


def test_ghosts_are_numbered_by_column_and_from_the_bottom_within_one():
    game = Pacman("%%%%%\n%G.G%\n%P  %\n%G.G%\n%%%%%")
    starts = [ghost.position for ghost in game.initial_state().ghosts]
    assert starts == [(1, 1), (1, 3), (3, 1), (3, 3)]


# Points, winning and losing


def test_each_move_of_pacman_costs_a_point_and_ghosts_cost_nothing():
    game = Pacman(HALL)
    assert walk(game, game.initial_state(), "East").score == -1
    assert walk(game, game.initial_state(), "East", "West").score == -1
    assert walk(game, game.initial_state(), "East", "West", "Stop").score == -2


def test_food_is_worth_ten_and_is_gone():
    game = Pacman("%%%%%%\n%P. .%\n%%%%%%")
    state = walk(game, game.initial_state(), "East")
    assert state.score == 10 - 1
    assert state.food == {(4, 1)}
    assert walk(game, state, "West", "East").score == 9 - 2


def test_a_ghost_eats_no_food():
    game = Pacman("%%%%%%%\n%P  .G%\n%%%%%%%")
    state = walk(game, game.initial_state(), "Stop", "West")
    assert state.ghosts[0].position in state.food


def test_the_last_food_wins_five_hundred():
    game = Pacman(HALL)
    state = game.parse("%%%%%%%%%\n%   P. G%\n%%%%%%%%%")
    won = walk(game, state, "East")
    assert game.is_win(won) and game.is_terminal(won) and not game.is_lose(won)
    assert game.utility(won) == -1 + 10 + 500
    assert game.actions(won) == ()


def test_food_left_over_is_no_win():
    game = Pacman("%%%%%%\n%P. .%\n%%%%%%")
    assert not game.is_terminal(walk(game, game.initial_state(), "East"))


def test_a_capsule_is_no_food():
    game = Pacman("%%%%%%\n%Po .%\n%%%%%%")
    state = walk(game, game.initial_state(), "East")
    assert (state.score, state.capsules) == (-1, frozenset())


def test_pacman_who_walks_into_a_ghost_loses():
    game, state = at(HALL, "%%%%%%%%%\n%  PG.  %\n%%%%%%%%%")
    lost = walk(game, state, "East")
    assert game.is_lose(lost) and game.is_terminal(lost) and not game.is_win(lost)
    assert game.utility(lost) == -1 - 500
    assert game.actions(lost) == ()


def test_a_ghost_that_reaches_pacman_wins():
    game, state = at(HALL, "%%%%%%%%%\n%  PG.  %\n%%%%%%%%%\nto move: ghost 1")
    assert walk(game, state, "West").score == -500
    assert game.is_lose(walk(game, state, "West"))
    assert not game.is_lose(walk(game, state, "East"))


def test_neighbors_do_not_touch():
    game, state = at(HALL, "%%%%%%%%%\n%  PG.  %\n%%%%%%%%%")
    assert not game.is_terminal(walk(game, state, "Stop"))


def test_contact_is_looked_up_for_all_ghosts_after_pacmans_move():
    layout = "%%%%%%%%\n%G. P G%\n%%%%%%%%"
    for picture, action in [("%G. PG %", "East"), ("% .GP G%", "West")]:
        game, state = at(layout, f"%%%%%%%%\n{picture}\n%%%%%%%%")
        assert game.is_lose(walk(game, state, action))


def test_contact_after_a_ghosts_move_is_that_ghosts_alone():
    """Ghost 1 was eaten where it starts and stands on Pacman: ghost 2 moves, nothing happens."""
    layout = "%%%%%%%%\n%.P G G%\n%%%%%%%%"
    game, state = at(
        layout, "%%%%%%%%\n%.  P G%\n%%%%%%%%\nto move: ghost 2\nghost 1: (4, 1)\nghost 2: (6, 1)"
    )
    assert not game.is_terminal(walk(game, state, "West"))


def test_two_ghosts_at_once_cost_five_hundred_once():
    layout = "%%%%%%%%\n%.P G G%\n%%%%%%%%"
    picture = "%%%%%%%%\n%. PG  %\n%%%%%%%%\nghost 1: (4, 1)\nghost 2: (4, 1)"
    game, state = at(layout, picture)
    assert walk(game, state, "East").score == -501


def test_a_game_already_won_is_not_lost():
    layout = "%%%%%%%\n%P . G%\n%%%%%%%"
    picture = "%%%%%%%\n% PG  %\n%%%%%%%\nhidden food: (3, 1)"
    game, state = at(layout, picture)
    won = walk(game, state, "East")
    assert game.is_win(won) and not game.is_lose(won)
    assert won.score == -1 + 10 + 500


def test_no_rule_limits_the_moves_but_max_moves_does():
    endless = Pacman("%%%%%%\n%P .%%\n%%%%%%")
    state = walk(endless, endless.initial_state(), *["Stop"] * 500)
    assert not endless.is_terminal(state) and state.score == -500
    short = Pacman("%%%%%%\n%P .%%\n%%%%%%", max_moves=3)
    state = walk(short, short.initial_state(), "Stop", "Stop")
    assert not short.is_terminal(state)
    state = walk(short, state, "Stop")
    assert short.is_terminal(state) and short.actions(state) == ()
    assert not short.is_win(state) and not short.is_lose(state)
    assert short.utility(state) == -3


# Capsules and scared ghosts

CHASE = """
    %%%%%%%%%%%
    %.Po     G%
    %%%%%%%%%%%
"""


def test_a_capsule_scares_every_ghost_for_forty_of_its_own_moves():
    game = Pacman("%%%%%%%%\n%.PoG G%\n%      %\n%%%%%%%%")
    state = walk(game, game.initial_state(), "East")
    assert [ghost.scared for ghost in state.ghosts] == [40, 40]
    state = walk(game, state, "East")
    assert [ghost.scared for ghost in state.ghosts] == [39, 40]
    state = walk(game, state, "South")
    assert [ghost.scared for ghost in state.ghosts] == [39, 39]
    state = walk(game, state, "Stop")
    assert [ghost.scared for ghost in state.ghosts] == [39, 39]


def test_a_second_capsule_starts_the_timer_again():
    layout = "%%%%%%%%%%\n%.Poo   G%\n%%%%%%%%%%"
    game = Pacman(layout)
    state = walk(game, game.initial_state(), "East", "West", "East")
    assert state.ghosts[0].scared == 40


def test_scared_ghosts_go_half_a_cell_and_between_cells_only_on():
    game = Pacman(CHASE)
    state = walk(game, game.initial_state(), "East", "West")
    assert state.ghosts[0] == Ghost((8.5, 1), "West", 39)
    state = walk(game, state, "Stop")
    assert game.actions(state) == ("West",)
    state = walk(game, state, "West")
    assert state.ghosts[0] == Ghost((8, 1), "West", 38)
    assert all(isinstance(number, int) for number in state.ghosts[0].position)


def test_a_ghost_between_cells_may_not_turn_even_beside_an_opening():
    layout = "%%%%%%%\n%.P  G%\n%%%  %%\n%%%%%%%"
    game, state = at(
        layout,
        "%%%%%%%\n%.P G %\n%%%  %%\n%%%%%%%\n"
        "to move: ghost 1\nghost 1: (3.5, 2), going West, scared 9",
    )
    assert game.actions(state) == ("West",)


def test_ghosts_that_are_not_scared_go_a_whole_cell():
    game = Pacman(CHASE)
    assert walk(game, game.initial_state(), "Stop", "West").ghosts[0].position == (8, 1)


@pytest.mark.parametrize(
    "place, direction, snapped",
    [
        ("(5, 2)", "East", (6, 2)),  # 5.5 rounds up: forward
        ("(5, 2)", "West", (5, 2)),  # 4.5 rounds up: back
        ("(5, 2)", "North", (5, 3)),
        ("(5, 2)", "South", (5, 2)),
        ("(5.5, 2)", "East", (6, 2)),  # it arrives anyway
        ("(4.5, 2)", "West", (4, 2)),
    ],
)
def test_when_the_timer_runs_out_a_ghost_snaps_to_the_nearest_cell(place, direction, snapped):
    layout = "%%%%%%%%%%%\n%P        %\n%.        %\n%        G%\n%%%%%%%%%%%"
    rows = [list(row) for row in layout.replace("G", " ").split("\n")]
    x, y = (float(number) for number in place.strip("()").split(","))
    rows[4 - int(y)][int(x + 0.5)] = "G"
    picture = "\n".join("".join(row) for row in rows)
    game, state = at(
        layout, f"{picture}\nto move: ghost 1\nghost 1: {place}, going {direction}, scared 1"
    )
    after = walk(game, state, direction)
    assert after.ghosts[0] == Ghost(snapped, direction, 0)
    assert after.ghosts[0].position in game.maze.moves


def test_a_ghost_is_back_to_full_speed_after_forty_moves():
    game = Pacman("%%%%%%%%%%\n%.Po%G   %\n%%%%%%%%%%")
    state = walk(game, game.initial_state(), "East")
    for left in range(39, -1, -1):
        before = state.ghosts[0].position[0]
        state = walk(game, state, game.actions(state)[0], "Stop")
        assert state.ghosts[0].scared == left
        assert abs(state.ghosts[0].position[0] - before) == 0.5
    before = state.ghosts[0].position[0]
    state = walk(game, state, game.actions(state)[0])
    assert abs(state.ghosts[0].position[0] - before) == 1


def test_a_scared_ghost_is_eaten_and_starts_again_unscared():
    game, state = at(CHASE, "%%%%%%%%%%%\n%. PG     %\n%%%%%%%%%%%\nghost 1: going West, scared 30")
    after = walk(game, state, "East")
    assert after.score == -1 + 200
    assert after.ghosts == (Ghost((9, 1), None, 0),)
    assert not game.is_terminal(after)


def test_a_ghost_that_was_eaten_may_go_anywhere_again():
    layout = "%%%%%%%%%\n%.Po  G %\n%%%%%%%%%"
    game, state = at(layout, "%%%%%%%%%\n%. PG   %\n%%%%%%%%%\nghost 1: going West, scared 30")
    assert game.actions(walk(game, state, "East")) == ("East", "West")


def test_a_scared_ghost_that_walks_into_pacman_is_eaten():
    picture = "%%%%%%%%%%%\n%. PG     %\n%%%%%%%%%%%\nto move: ghost 1\n"
    game, state = at(CHASE, f"{picture}ghost 1: going West, scared 30")
    after = walk(game, state, "West")  # half a cell away is near enough
    assert after.score == 200
    assert after.ghosts == (Ghost((9, 1), None, 0),)


def test_contact_is_at_most_seven_tenths_of_a_cell():
    picture = "%%%%%%%%%%%\n%.  PG    %\n%%%%%%%%%%%\n"
    game, state = at(CHASE, f"{picture}ghost 1: (4.5, 1), going East, scared 30")
    assert walk(game, state, "Stop").score == -1 + 200
    assert walk(game, state, "West").score == -1


def test_a_ghost_whose_timer_runs_out_on_pacman_wins():
    picture = "%%%%%%%%%%%\n%.  PG    %\n%%%%%%%%%%%\nto move: ghost 1\n"
    game, state = at(CHASE, f"{picture}ghost 1: (4.5, 1), going West, scared 1")
    after = walk(game, state, "West")
    assert game.is_lose(after) and after.score == -500


def test_a_ghost_whose_timer_runs_out_may_snap_away_from_pacman():
    """From 5 towards Pacman on 4 it comes to 4.5, which snaps back to 5: no contact."""
    picture = "%%%%%%%%%%%\n%.  PG    %\n%%%%%%%%%%%\nto move: ghost 1\n"
    game, state = at(CHASE, f"{picture}ghost 1: going West, scared 1")
    assert not game.is_terminal(walk(game, state, "West"))


def test_a_capsule_saves_pacman_on_the_very_cell_of_a_ghost():
    layout = "%%%%%%%\n%.P oG%\n%%%%%%%"
    game, state = at(layout, "%%%%%%%\n%. PG %\n%%%%%%%\nhidden capsules: (4, 1)")
    after = walk(game, state, "East")
    assert after.score == 199 and not game.is_lose(after)


def test_a_scared_and_an_angry_ghost_on_one_cell():
    layout = "%%%%%%%%\n%.P G G%\n%%%%%%%%"
    for timers in ("scared 5", ""), ("", "scared 5"):
        notes = [f"ghost {n}: (4, 1){', ' * bool(t)}{t}" for n, t in enumerate(timers, 1)]
        game, state = at(layout, "\n".join(["%%%%%%%%\n%. PG  %\n%%%%%%%%", *notes]))
        after = walk(game, state, "East")
        assert game.is_lose(after) and after.score == -1 + 200 - 500


def test_a_ghost_eaten_at_its_start_stands_on_pacman_until_somebody_moves():
    layout = "%%%%%%%\n%. P G%\n%%%%%%%"
    game, state = at(layout, "%%%%%%%\n%.  PG%\n%%%%%%%\nghost 1: scared 3")
    eaten = walk(game, state, "East")
    assert eaten.ghosts[0].position == eaten.pacman and not game.is_terminal(eaten)
    assert game.parse(game.render(eaten)) == eaten
    apart = walk(game, eaten, "West")
    assert not game.is_terminal(apart)


# Sides


def test_sides():
    assert Pacman("corridor").sides == (MAX, MIN, MIN)
    assert Pacman("corridor", CHANCE).sides == (MAX, CHANCE, CHANCE)
    assert Pacman("corridor", ghosts=[MIN, CHANCE]).sides == (MAX, MIN, CHANCE)
    assert Pacman("%%%%\n%P.%\n%%%%").sides == (MAX,)


def test_random_ghosts_take_each_way_with_the_same_chance():
    game = Pacman(CROSS, CHANCE)
    state = walk(game, game.initial_state(), "Stop")
    assert [game.probability(state, action) for action in game.actions(state)] == [0.25] * 4


@pytest.mark.parametrize("ghosts", [[MIN], [MIN] * 3, MAX, 7, 0.0, "MIN", [MIN, "CHANCE"], None])
def test_wrong_sides_are_refused(ghosts):
    with pytest.raises(ValueError, match="ghost"):
        Pacman("corridor", ghosts)


@pytest.mark.parametrize("limit", [0, -1, 2.5, "10", True])
def test_wrong_limits_are_refused(limit):
    with pytest.raises(ValueError, match="max_moves"):
        Pacman("corridor", max_moves=limit)


# Illegal actions


@pytest.mark.parametrize("action", ["North", "north", None, 0, "", ["East"]])
def test_illegal_actions_are_named_with_the_legal_ones(action):
    game = Pacman(HALL)
    with pytest.raises(ValueError, match=r"illegal.*the legal actions are East, Stop"):
        game.result(game.initial_state(), action)


def test_a_game_that_is_over_has_no_legal_action():
    game, state = at(HALL, "%%%%%%%%%\n%  PG.  %\n%%%%%%%%%\nover: lost")
    with pytest.raises(ValueError, match=r"'Stop'.*the game is over"):
        game.result(state, "Stop")


# Pictures


def test_a_picture_alone_is_a_position():
    game = Pacman(HALL)
    assert game.parse(HALL) == game.initial_state()
    assert game.render(game.initial_state()) == "%%%%%%%%%\n%P   . G%\n%%%%%%%%%"


def test_the_notes_say_what_the_picture_cannot():
    game = Pacman(CHASE)
    state = walk(game, game.initial_state(), "East", "West")
    assert game.render(state).splitlines() == [
        "%%%%%%%%%%%",
        "%. P     G%",
        "%%%%%%%%%%%",
        "score: -1",
        "ghost 1: (8.5, 1), going West, scared 39",
    ]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LAYOUTS), st.integers(0, 10**6), st.sampled_from([None, 150]))
def test_round_trip_and_invariants(layout, seed, limit):
    game = Pacman(layout, max_moves=limit)
    before = None
    for state in random_states(game, seed, plies=150):
        assert game.parse(game.render(state)) == state
        assert hash(game.parse(game.render(state))) == hash(state)
        check_invariants(game, state, before)
        before = state


def check_invariants(game, state, before):
    """What must hold in every state, and from one state to the next."""
    assert state.pacman in game.maze.moves
    assert state.pacman not in state.food | state.capsules
    for ghost in state.ghosts:
        assert 0 <= ghost.scared <= 40
        x, y = ghost.position
        assert ghost.position in game.maze.moves or (ghost.scared and (2 * x + 2 * y) % 2 == 1)
    if before is not None:
        eaten = len(before.food) - len(state.food)
        points = 10 * eaten + 500 * game.is_win(state) - 500 * state.lost - (before.agent == 0)
        for_ghosts = state.score - before.score - points
        assert for_ghosts in [200 * k for k in range(len(state.ghosts) + 1)]


def test_states_can_be_pickled_and_so_can_games():
    game = Pacman("small_classic", CHANCE)
    again = pickle.loads(pickle.dumps(game))
    assert again.initial_state() == pickle.loads(pickle.dumps(game.initial_state()))
    assert again.sides == game.sides


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "empty"),
        ("%%%%\n%P.%\n%%%%", "wide"),
        ("%%%%%%%%%\n%P  %. G%\n%%%%%%%%%", r"a wall at row 2, column 5"),
        ("%%%%%%%%%\n%    . G%\n%%%%%%%%%", "no Pacman"),
        (
            "%%%%%%%%%\n%P P . G%\n%%%%%%%%%",
            r"Pacman stands 2 times in the picture, at row 2, column 2 and row 2, column 4",
        ),
        ("%%%%%%%%%\n%P   . x%\n%%%%%%%%%", r"'x' at row 2, column 8"),
        ("%%%%%%%%%\n%P   .  %\n%%%%%%%%%", "shows 0 ghosts"),
        ("%%%%%%%%%\n%P G . G%\n%%%%%%%%%", "shows 2 ghosts"),
        (f"{HALL}    score: ten", "score: ten"),
        (f"{HALL}    score: 1\n    score: 2", "twice"),
        (f"{HALL}    scores: 1", "unknown line 'scores: 1'"),
        (f"{HALL}    moves left: 1", "unknown line 'moves left: 1'"),
        (f"{HALL}    to move: ghost 2", "ghost 2.*must be one of: Pacman, ghost 1"),
        (f"{HALL}    ghost 2: scared 2", "unknown line 'ghost 2"),
        (f"{HALL}    ghost 1: going up", "should look like"),
        (f"{HALL}    ghost 1: scared 41", "41 moves"),
        (f"{HALL}    ghost 1: (6.5, 1), going West", "cannot be at"),
        (f"{HALL}    ghost 1: (6.5, 1), scared 2", "cannot be at"),
        (f"{HALL}    ghost 1: (7, 1.5), going North, scared 2", "cannot be at"),
        (f"{HALL}    ghost 1: (0, 1)", "cannot be at"),
        (f"{HALL}    ghost 1: (3, 1)", r"row 2, column 4"),
        (f"{HALL}    over: won", "over: won"),
        (f"{HALL}    hidden food: 3", "hidden food: 3"),
        (f"{HALL}    hidden food: (3, 1)", r"no agent hides \(3, 1\)"),
        (f"{HALL}    hidden capsules: (5, 1)", "no agent hides"),
        (f"{HALL}    hidden food: (7, 1)\n    hidden capsules: (7, 1)", "one cell"),
        (f"{HALL}    hidden food: (1, 1)", "no agent hides"),
        (f"{HALL}    hidden food: (90, 1)", "90"),
    ],
)
def test_impossible_pictures_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        Pacman(HALL).parse(text)


def test_text_only():
    with pytest.raises(ValueError, match="text"):
        Pacman(HALL).parse(None)


# Queries


def test_queries():
    game = Pacman(CROSS)
    state = game.initial_state()
    assert (game.width, game.height) == (7, 6)
    assert (0, 0) in game.walls and (1, 1) not in game.walls
    assert state.food == {(2, 1), (5, 1)} and state.capsules == frozenset()
    assert game.score(state) == score(game, state) == 0
    assert game.distance((1, 1), (5, 1)) == 4
    assert game.distance((3, 4), (1, 1)) == 5  # around the walls; in a straight line it is less


def test_labels():
    assert repr(Pacman("corridor")) == "Pacman('corridor', ghosts=MIN)"
    assert repr(Pacman("corridor", CHANCE)) == "Pacman('corridor', ghosts=CHANCE)"
    assert repr(Pacman("corridor", (MIN, CHANCE))) == "Pacman('corridor', ghosts=(MIN, CHANCE))"
    assert repr(Pacman(HALL, max_moves=9)) == "Pacman(<9 by 3>, ghosts=MIN, max_moves=9)"


# The whole game


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ghosts", [MIN, CHANCE])
def test_conformance(layout, ghosts):
    assert check_game(Pacman(layout, ghosts), games=4)


def test_conformance_with_a_limit_and_mixed_ghosts():
    assert check_game(Pacman("corridor", (MIN, CHANCE), max_moves=10), games=4)


@pytest.mark.parametrize("layout", ["corridor", "tiny_two_ghosts", "capsule", "dead_end"])
def test_searches_agree(layout):
    game = Pacman(layout)
    state, depth = game.initial_state(), rounds(game, 3)
    plain = minimax(game, state, depth, score)
    assert plain == alphabeta(game, state, depth, score) == expectimax(game, state, depth, score)
