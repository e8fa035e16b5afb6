"""Evaluators: the measured faults of the literal ones, and that the others do not have them."""

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations

import pytest

import check
import lib.evaluate as evaluate
from lib.agents import AlphaBeta, Expectimax, Greedy, Random
from lib.arena import score_games, tournament
from lib.evaluate import (
    capture_good,
    capture_notes_filled,
    capture_notes_literal,
    connect4_lines,
    othello_discs,
    othello_good,
    othello_mobility,
    othello_reward_literal,
    othello_reward_repaired,
    othello_table,
    othello_table_repaired,
    pacman_good,
    pacman_report_literal,
    pentago_lines,
    scaled,
    score,
    tictactoe_lines,
    zero,
)
from lib.evaluate.capture import notes_terms
from lib.evaluate.othello import corner_blocks, repaired_weights, table_weights
from lib.game import CHANCE, MAX, MIN, rounds
from lib.games import ConnectFour, Othello, PentagoTwist, Pig, TicTacToe
from lib.games.capture import CaptureTheFlag
from lib.games.pacman import Pacman
from lib.games.text_pictures import Ghost
from lib.play import play
from tools.bench.evaluation import cells_of

STEPS = cells_of("06_evaluation_design", "step1", "step2", "step3", "step4-danger")
SOUND_PACMAN = [STEPS["with_danger"], pacman_good]  # the lesson's repair, and ours
CAPTURE = [capture_notes_literal, capture_notes_filled, capture_good]


def visited(game, n, plies, seed=0):
    """The non-terminal states of n random games, each stopped after so many plies."""
    rng = random.Random(seed)
    for _ in range(n):
        state = game.initial_state()
        for _ in range(plies):
            yield state
            state = game.result(state, rng.choice(game.actions(state)))
            if game.is_terminal(state):
                break


# --- any game


def test_zero_and_score():
    game = Pacman("%%%%%\n%P.G%\n%%%%%")
    state = game.initial_state()
    assert zero(game, state) == 0
    assert score(game, state._replace(score=-17)) == -17
    with pytest.raises(ValueError, match="keeps no score"):
        score(TicTacToe(), TicTacToe().initial_state())


def test_scaled_squashes_and_keeps_the_order():
    game = Othello(6)
    squashed = scaled(othello_table, 200)
    states = list(visited(game, 5, 30))
    values = sorted((othello_table(game, s), squashed(game, s)) for s in states)
    assert all(-1 < b < 1 and math.copysign(1, a) == math.copysign(1, b) for a, b in values if a)
    assert [b for _, b in values] == sorted(b for _, b in values)
    assert scaled(lambda game, state: 3, 3)(game, None) == 1 / 2
    assert squashed.__name__ == "othello_table/200" and replace(squashed, width=9).width == 9
    for width in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="width must be a positive number"):
            scaled(zero, width)


GAMES = {
    "tictactoe": TicTacToe(),
    "connect4": ConnectFour(),
    "othello": Othello(),
    "pentago": PentagoTwist(),
    "pacman": Pacman("small_classic"),
    "capture": CaptureTheFlag("capture_medium"),
    "pig": Pig(30),
}
ALL = [n for n in sorted(vars(evaluate)) if n.split("_")[0] in GAMES and "_" in n]


@pytest.mark.parametrize("name", ALL)
def test_every_evaluator_is_finite_and_changes_nothing(name):
    game, function = GAMES[name.split("_")[0]], getattr(evaluate, name)
    values = set()
    for state in visited(game, 3, 300):
        before = (state, game.render(state))
        value = function(game, state)
        assert math.isfinite(value) and function(game, state) == value
        assert (state, game.render(state)) == before
        values.add(value)
    assert len(values) > 3


# --- Pacman: the printed formula, with numbers that were measured on it elsewhere

CORRIDOR = Pacman("%" * 24 + "\n%P" + " " * 19 + ".G%\n" + "%" * 24)
TWO = Pacman("%" * 24 + "\n%G" + " " * 9 + "P" + " " * 8 + ".oG%\n" + "%" * 24)


def chasing(distance, timer, points=0, food=1):
    """Pacman in a corridor, one ghost so many cells to his right."""
    ghost = Ghost((1 + distance, 1), "East", timer)
    cells = frozenset((21 - i, 1) for i in range(food))
    return CORRIDOR.initial_state()._replace(ghosts=(ghost,), score=points, food=cells)


def penalty(distance, timer):
    """The value without score and food."""
    return pacman_report_literal(CORRIDOR, chasing(distance, timer)) + 1


def test_literal_penalties_by_distance():
    assert [penalty(d, 40) for d in range(9)] == [0, -160, -640, -1440, -2560, -4000, 0, 0, 0]


@pytest.mark.parametrize(
    ("timer", "radius"), [(40, 5.774), (30, 5.0), (20, 4.082), (10, 2.887), (5, 2.041)]
)
def test_literal_barrier_radius(timer, radius):
    assert penalty(radius - 0.001, timer) < 0
    assert penalty(radius + 0.001, timer) == 0


def test_literal_barrier_repels():
    assert penalty(6, 40) == 0
    assert penalty(5, 39) == -3900


def test_literal_punishes_a_capsule():
    before, after = chasing(4, 0, points=-40, food=10), chasing(4, 40, points=-40, food=10)
    assert pacman_report_literal(CORRIDOR, before) == -50
    assert pacman_report_literal(CORRIDOR, after) == -2610


def test_literal_rewards_waiting():
    values = [penalty(3, timer) for timer in (30, 29, 11, 10)]
    assert values == [-1080, -1044, -396, 0]


def test_literal_depends_on_the_order_of_ghosts_and_walks_into_the_deadly_one():
    deadly, scared = Ghost((8, 1)), Ghost((21, 1), "East", 40)

    def values(*ghosts):
        state = TWO.initial_state()._replace(ghosts=ghosts, food=frozenset({(19, 1)}))
        walk = [state._replace(pacman=(11 - step, 1)) for step in range(3)]
        return [pacman_report_literal(TWO, state) + 1 for state in walk]

    assert values(deadly, scared) == [-1440, -640, -160]
    assert values(scared, deadly) == [0, 0, 0]


def test_literal_does_not_see_a_deadly_ghost():
    near, far = chasing(1, 0, 105, 10), chasing(18, 0, 105, 10)
    assert pacman_report_literal(CORRIDOR, near) == pacman_report_literal(CORRIDOR, far) == 95
    for function in SOUND_PACMAN:
        assert function(CORRIDOR, near) < function(CORRIDOR, far)


@pytest.mark.parametrize("function", SOUND_PACMAN)
@pytest.mark.parametrize("timer", [40, 30, 20, 10, 5])
def test_nearer_to_a_ghost_in_reach_is_better_and_there_is_no_barrier(function, timer):
    values = [function(CORRIDOR, chasing(d, timer, food=0 + 1)) for d in range(1, 19)]
    in_reach = [v for d, v in enumerate(values, 1) if d * 1.2 < timer]
    assert all(near > far for near, far in pairwise(in_reach))
    assert all(near >= far for near, far in pairwise(values))
    assert max(abs(near - far) for near, far in pairwise(values)) <= 100 / timer + 5
    # walking towards the ghost beats standing still, in the same time
    for d in range(2, 6):
        assert function(CORRIDOR, chasing(d - 1, timer)) > function(CORRIDOR, chasing(d, timer))


@pytest.mark.parametrize("function", SOUND_PACMAN)
def test_a_capsule_is_never_a_punishment_and_waiting_never_helps(function):
    for d in range(1, 19):
        assert function(CORRIDOR, chasing(d, 40)) > function(CORRIDOR, chasing(d, 0))
        timers = [function(CORRIDOR, chasing(d, timer)) for timer in range(1, 41)]
        assert timers == sorted(timers)
    game = Pacman("small_classic", ghosts=CHANCE)
    for state in visited(game, 20, 200, seed=2):
        calm = state._replace(ghosts=tuple(ghost._replace(scared=0) for ghost in state.ghosts))
        scared = state._replace(ghosts=tuple(ghost._replace(scared=40) for ghost in state.ghosts))
        assert function(game, scared) > function(game, calm)


@pytest.mark.parametrize("function", SOUND_PACMAN)
def test_eating_is_better_than_standing_beside(function):
    game = Pacman("small_classic", ghosts=MIN)
    meals = 0
    for state in visited(game, 30, 200, seed=3):
        away = [game.distance(state.pacman, ghost.position) for ghost in state.ghosts]
        if state.agent == 0 and min(away) > 6 and not any(g.scared for g in state.ghosts):
            stay = function(game, game.result(state, "Stop"))
            for action, cell in game.maze.moves[state.pacman].items():
                if cell in state.food:
                    assert function(game, game.result(state, action)) > stay
                    meals += 1
    assert meals > 50


@pytest.mark.parametrize("function", SOUND_PACMAN)
def test_catching_a_ghost_is_better_than_standing_beside(function):
    game = Pacman("small_classic", ghosts=MIN)
    for state in visited(game, 20, 200, seed=3):
        for action, cell in game.maze.moves[state.pacman].items():
            if state.agent == 0 and action != "Stop" and cell not in state.capsules:
                prey = Ghost(cell, action, 40)
                hunt = state._replace(ghosts=(prey, *state.ghosts[1:]))
                caught = game.result(hunt, action)
                assert caught.score - state.score in (199, 209, -301, -291, 399, 409, 709)
                if not game.is_terminal(caught):
                    assert function(game, caught) > function(game, game.result(hunt, "Stop"))


@pytest.mark.parametrize("function", SOUND_PACMAN)
def test_the_order_of_ghosts_does_not_matter(function):
    game = Pacman("%%%%%%%%%%%\n%G  P . oG%\n% %%%% %% %\n%G   .    %\n%%%%%%%%%%%", ghosts=CHANCE)
    for number, state in enumerate(visited(game, 20, 100, seed=1)):
        rng = random.Random(number)
        ghosts = [g._replace(scared=rng.choice((0, 7, 40))) for g in state.ghosts]
        orders = permutations(ghosts)
        assert len({function(game, state._replace(ghosts=order)) for order in orders}) == 1


def test_a_win_beats_everything_and_nothing_is_worse_than_a_loss():
    game = Pacman("small_classic", ghosts=CHANCE)
    values = {"win": [], "loss": [], "running": []}
    for state in visited(game, 40, 400, seed=4):
        values["running"].append(pacman_good(game, state))
        for action in game.actions(state):
            after = game.result(state, action)
            if game.is_lose(after):
                values["loss"].append(pacman_good(game, after))
        values["win"].append(pacman_good(game, state._replace(food=frozenset(), score=-9000)))
    assert min(values["win"]) > max(values["running"]) + 1000
    assert max(values["loss"]) < min(values["running"]) - 1000
    assert all(math.isfinite(v) for kind in values.values() for v in kind)


def test_distances_go_around_walls():
    layout = "%%%%%%%\n%P%  .%\n% % % %\n%   %G%\n%%%%%%%"
    game = Pacman(layout)
    state = game.initial_state()
    behind_the_wall = state._replace(ghosts=(Ghost((3, 3), None, 0),))
    in_the_open = state._replace(ghosts=(Ghost((1, 1), None, 0),))
    for function in SOUND_PACMAN:  # 2 cells away in both, but 6 steps around the wall
        assert function(game, behind_the_wall) > function(game, in_the_open)


def test_pacman_good_walks_towards_the_food_beyond_the_horizon():
    game = Pacman("%" * 20 + "\n%P" + " " * 15 + ".G%\n%%%%%%%%%%%%%%%%%  %\n" + "%" * 20)
    state = game.initial_state()._replace(ghosts=(Ghost((18, 1)),))
    literal = {a: pacman_report_literal(game, game.result(state, a)) for a in game.actions(state)}
    assert len(set(literal.values())) == 1
    assert Greedy(pacman_good)(game, state) == "East"


# --- capture the flag

MAP = CaptureTheFlag(
    "%" * 24
    + "\n%1 .....          ..... 2%\n".replace("          ", "        ")
    + "%3 .....        ..... 4%\n"
    + "%" * 24
)


def capture(*positions, food=None, **changes):
    """A state of MAP with the four agents at these cells."""
    state = MAP.initial_state()
    players = tuple(
        player._replace(position=cell)
        for player, cell in zip(state.players, positions, strict=True)
    )
    return state._replace(players=players, food=state.food if food is None else food, **changes)


START = ((1, 2), (22, 2), (1, 1), (22, 1))


def test_the_worked_example_of_the_notes_is_zero():
    state = MAP.initial_state()
    assert len(state.food) == 20 and state.players == capture(*START).players
    assert notes_terms(MAP, state, 1) == (-10, 10, 0, 0, 0)
    assert [function(MAP, state) for function in CAPTURE] == [0, 0, 0]


def test_the_terms_of_the_notes_one_by_one():
    # player 1 on blue's half: 8 steps from player 2, 9 from player 4
    raid = capture((14, 2), (22, 2), (1, 1), (22, 1))
    assert notes_terms(MAP, raid, 1) == (-10, 10, 1, 17, 0)
    assert capture_notes_literal(MAP, raid) == 17 and capture_notes_filled(MAP, raid) == 18
    # player 2 on red's half: 4 steps from player 1, 5 from player 3
    invasion = capture((1, 2), (5, 2), (1, 1), (22, 1))
    assert notes_terms(MAP, invasion, 1) == (-10, 10, -1, 0, -9)
    # both abroad: neither is a ghost for the other
    both = capture((14, 2), (5, 2), (1, 1), (22, 1))
    assert notes_terms(MAP, both, 1) == (-10, 10, 0, 9, -5)
    # two ghosts at the border, 5 apart: nothing
    assert capture_notes_literal(MAP, capture((11, 2), (16, 2), (1, 1), (22, 1))) == 0


def test_literal_scale_fault_a_step_weighs_as_much_as_a_food():
    far = capture((11, 2), (22, 2), (1, 1), (22, 1))
    over = capture((12, 2), (22, 2), (1, 1), (22, 1))
    assert capture_notes_literal(MAP, over) - capture_notes_literal(MAP, far) == 10 + 11
    # eating a food while two ghosts come nearer by one step each: 1 - 2 = -1, better to flee
    hungry = capture((15, 2), (20, 2), (1, 1), (20, 1))
    fed = capture((16, 2), (20, 2), (1, 1), (20, 1), food=MAP.initial_state().food - {(16, 2)})
    assert capture_notes_literal(MAP, fed) - capture_notes_literal(MAP, hungry) == -1
    carrying = fed.players[0]._replace(carrying=1)
    fed = fed._replace(players=(carrying, *fed.players[1:]))
    assert capture_good(MAP, fed) > capture_good(MAP, hungry)
    assert abs(capture_good(MAP, over) - capture_good(MAP, far)) < 1


def test_chasing_and_catching_an_invader_is_rewarded():
    for function in CAPTURE:
        far = function(MAP, capture((3, 2), (8, 2), (1, 1), (22, 1)))
        near = function(MAP, capture((7, 2), (8, 2), (1, 1), (22, 1)))
        caught = function(MAP, capture((8, 2), (22, 2), (1, 1), (22, 1)))
        assert far < near < caught


def test_being_eaten_with_luggage_hurts_and_bringing_it_home_is_best():
    food = MAP.initial_state().food - {(16 + i, 2) for i in range(5)}

    def raider(position, carrying, home=0, left=food):
        state = capture(position, (20, 2), (1, 1), (22, 1), food=left, home=(home, 0))
        return state._replace(
            players=(state.players[0]._replace(carrying=carrying), *state.players[1:])
        )

    carrying = capture_good(MAP, raider((13, 2), 5))
    eaten = capture_good(MAP, raider((1, 2), 0, left=MAP.initial_state().food))
    home = capture_good(MAP, raider((11, 2), 0, home=5))
    assert eaten + 2 < carrying < home - 1
    steps = [capture_good(MAP, raider((x, 2), 5)) for x in range(16, 11, -1)]
    assert steps == sorted(steps)  # the nearer to home the better


def test_a_won_game_of_capture_beats_every_hope():
    running = MAP.initial_state()
    won = running._replace(home=(1, 0), moves_left=0)
    assert capture_good(MAP, won) > 1000 > abs(capture_good(MAP, running))
    assert check.evaluate_capture(capture_good).score == 1


def shuffled(game, n, seed):
    """n states with the agents anywhere, some food eaten, carried or brought home."""
    rng = random.Random(seed)
    start = game.initial_state()
    for _ in range(n):
        cells = rng.choices(sorted(game.maze.moves), k=4)
        players = []
        for agent, player in enumerate(start.players):
            carrying = 0 if game.is_home(agent, cells[agent]) else rng.randrange(4)
            scared = rng.choice((0, 0, 9))
            players.append(player._replace(position=cells[agent], carrying=carrying, scared=scared))
        food = frozenset(cell for cell in start.food if rng.random() < 0.7)
        home = (rng.randrange(5), rng.randrange(5))
        yield start._replace(agent=rng.randrange(4), players=tuple(players), food=food, home=home)


@pytest.mark.parametrize("function", CAPTURE)
@pytest.mark.parametrize("layout", ["capture_tiny", "capture_medium"])
def test_capture_is_antisymmetric(function, layout):
    game = CaptureTheFlag(layout)
    mirror = game.mirrored()
    values = set()
    for state in shuffled(game, 300, seed=8):
        value = function(game, state)
        assert math.isfinite(value)
        assert function(mirror, game.mirrored_state(state)) == -value
        values.add(value)
    assert len(values) > 20


def test_a_capsule_is_never_a_punishment_in_capture():
    game = CaptureTheFlag("capture_medium")
    for state in shuffled(game, 200, seed=9):
        scared = tuple(
            player._replace(scared=40 if agent % 2 else player.scared)
            for agent, player in enumerate(state.players)
        )
        assert capture_good(game, state._replace(players=scared)) >= capture_good(game, state)


# --- Othello


def test_the_bots_table_on_three_sizes():
    by_size = {8: (4, 12, 20, 28), 6: (4, 12, 20, 0), 4: (4, 12, 0, 0)}
    for size, counts in by_size.items():
        table = Counter(table_weights(size))
        assert tuple(table[weight] for weight in (100, -100, 50, 1)) == counts
    rows = [table_weights(8)[i : i + 8] for i in range(0, 64, 8)]
    assert rows[0] == rows[7] == (100, -100, 50, 1, 1, 50, -100, 100)
    assert rows[1] == rows[6] == (-100, -100, 50, 1, 1, 50, -100, -100)
    assert rows[2] == rows[5] == (50, 50, 50, 1, 1, 50, 50, 50)
    assert rows[3] == rows[4] == (1,) * 8


def test_othello_numbers_on_a_position_counted_by_hand():
    game = Othello(4)
    state = game.parse("X O . .\n. O X .\n. X O .\n. . . .\nX to move")
    assert othello_discs(game, state) == 0
    assert othello_table(game, state) == (100 - 100 - 100) - (-100 - 100 - 100)
    assert (len(game.actions(state)), othello_mobility(game, state)) == (5, 0)  # O has 5 too
    # X on b1, O on a1: O can play c1, X has no move; discs are equal
    alone = (0b10, 0b01, 0, None, 0)
    assert (othello_discs(game, alone), othello_mobility(game, alone)) == (0, -1)
    assert othello_reward_repaired(game, alone) == othello_reward_literal(game, alone) == -1
    assert othello_reward_literal(game, (0b10, 0b01, 1, None, 0)) == 1


def test_the_literal_reward_jumps_with_the_mover_and_the_repaired_one_does_not():
    game = Othello(6)
    for state in visited(game, 5, 40):
        x, o, mover, outcome, _ = state
        side = MAX if mover == 0 else MIN
        assert othello_reward_literal(game, state) == side * othello_reward_repaired(game, state)
        other = (x, o, 1 - mover, outcome, 0)
        assert othello_reward_repaired(game, other) == othello_reward_repaired(game, state)


SOUND_OTHELLO = [
    othello_discs,
    othello_mobility,
    othello_reward_repaired,
    othello_table,
    othello_table_repaired,
    othello_good,
]


@pytest.mark.parametrize("function", SOUND_OTHELLO)
@pytest.mark.parametrize("size", [4, 6, 8])
def test_othello_is_antisymmetric_and_knows_its_mirror_images(function, size):
    game = Othello(size)
    for state in visited(game, 4, 60, seed=5):
        x, o, mover, outcome, moves = state
        value = function(game, state)
        assert function(game, (o, x, 1 - mover, outcome, moves)) == -value
        assert {function(game, image) for image in game.symmetries(state)} == {value}


def test_the_table_keeps_its_fault_beside_an_owned_corner_and_the_repaired_one_does_not():
    game = Othello(8)
    beside = 1 << 1
    with_corner = (1 | beside, 1 << 63 - 9, 0, None, 0)
    corner_only = (1, 1 << 63 - 9, 0, None, 0)
    assert othello_table(game, with_corner) - othello_table(game, corner_only) == -100
    gain = othello_table_repaired(game, with_corner) - othello_table_repaired(game, corner_only)
    assert gain == 5
    nothing, edge_only = (0, 0, 0, None, 0), (beside, 0, 0, None, 0)
    assert othello_table_repaired(game, edge_only) < othello_table_repaired(game, nothing)
    assert [corner.bit_length() - 1 for corner, _ in corner_blocks(8)] == [0, 7, 56, 63]
    assert all(beside.bit_count() == 3 for _, beside in corner_blocks(8))


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_the_repaired_table_has_neutral_squares_and_a_neutral_middle(size):
    weights = repaired_weights(size)
    middle = [size * r + c for r in (size // 2 - 1, size // 2) for c in (size // 2 - 1, size // 2)]
    assert [weights[square] for square in middle] == [1] * 4
    assert [weights[s] for s in (0, size - 1, size * size - size, size * size - 1)] == [100] * 4
    if size > 4:  # access to the corner's neighbors is not worth 50
        assert weights[size + 2] == weights[2 * size + 1] == 1 and weights[2] == 20


@pytest.mark.slow
def test_othello_good_beats_the_others_at_the_same_depth():
    good = AlphaBeta(2, othello_good)
    for other, width in ((othello_discs, 16), (othello_table, 200), (othello_mobility, 8)):
        agents = {"good": good, other.__name__: AlphaBeta(2, scaled(other, width))}
        table = tournament(Othello(6), agents, 40, opening=4, progress=False)
        assert table.pairs[0]["low"] > 0.5, table


# --- lines


def half_at(width, value):
    """Squashed so that `width` gives 1/2."""
    return value / (width + abs(value))


def test_lines_of_tictactoe_by_hand():
    game = TicTacToe()
    assert tictactoe_lines(game, game.initial_state()) == 0
    center, corner, edge = (game.result(game.initial_state(), s) for s in (4, 0, 1))
    values = [tictactoe_lines(game, s) for s in (center, corner, edge)]
    assert values == [half_at(5, n) for n in (4, 3, 2)]
    state = game.parse("X X .\n. O .\n. . O\nX to move")
    # X: row 1 with two stones 3, column 1 with one 1; O: rows 2 and 3, column 3, a diagonal
    assert tictactoe_lines(game, state) == 3 + 1 - 4
    state = game.parse("X X .\n. O .\n. . .\nO to move")
    assert tictactoe_lines(game, state) == half_at(5, 3 + 1 - 2)  # O: row 2 and a diagonal


def test_lines_of_connect4_and_pentago_by_hand():
    game = ConnectFour()
    opened = [connect4_lines(game, game.result(game.initial_state(), c)) for c in range(7)]
    # the fours through each square of the bottom row
    assert opened == [half_at(30, n) for n in (3, 4, 5, 7, 5, 4, 3)]
    state = game.parse(".......\n" * 5 + "OXXXO..\nO to move")
    assert connect4_lines(game, state) == connect4_by_hand(game, state)
    assert len(evaluate.common.lines(game.grid, 4)) == 69
    assert len(evaluate.common.lines(PentagoTwist().grid, 5)) == 32
    game = PentagoTwist()
    corner = game.parse("X.....\n" + "......\n" * 5 + "O to move")
    assert pentago_lines(game, corner) == half_at(30, 3)


def connect4_by_hand(game, state):
    """The same number from the text picture: another way to find the lines."""
    rows = game.rows(state)
    value = 0
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= a < 6 and 0 <= b < 7 for a, b in cells):
                    text = "".join(rows[a][b] for a, b in cells)
                    worth = (0, 1, 4, 16)
                    if "O" not in text:
                        value += worth[text.count("X")]
                    elif "X" not in text:
                        value -= worth[text.count("O")]
    return half_at(30, value)


@pytest.mark.parametrize(
    ("game", "function"),
    [
        (TicTacToe(), tictactoe_lines),
        (ConnectFour(5, 4), connect4_lines),
        (PentagoTwist(), pentago_lines),
    ],
)
def test_lines_are_antisymmetric_and_know_mirror_images(game, function):
    for state in visited(game, 10, 40, seed=6):
        x, o, mover, outcome = state
        value = function(game, state)
        assert function(game, (o, x, 1 - mover, outcome)) == -value
        assert {function(game, image) for image in game.symmetries(state)} == {value}


def test_connect4_lines_equal_the_count_from_the_picture():
    game = ConnectFour()
    for state in visited(game, 10, 42, seed=7):
        assert connect4_lines(game, state) == connect4_by_hand(game, state)


# --- they are good for something


@pytest.mark.parametrize(
    ("game", "function"),
    [
        (TicTacToe(), tictactoe_lines),
        (ConnectFour(), connect4_lines),
        (PentagoTwist(), pentago_lines),
        (Othello(), othello_good),
    ],
)
def test_where_a_win_counts_one_no_evaluation_reaches_it(game, function):
    for state in visited(game, 30, 100, seed=11):
        assert -1 < function(game, state) < 1
    squares = sum(1 << bit for row in game.grid for bit in row)
    assert 0.4 < function(game, (squares, 0, 0, None, 0)) < 1
    assert -1 < function(game, (0, squares, 0, None, 0)) < -0.4


def test_a_search_takes_the_win_however_good_the_rest_looks():
    game = ConnectFour()
    state = game.parse(".......\n" * 3 + "...X...\n...XO..\n...XOO.\nX to move")
    for agent in (
        Greedy(connect4_lines),
        AlphaBeta(1, connect4_lines),
        AlphaBeta(3, connect4_lines),
    ):
        assert agent(game, state) == 3


@pytest.mark.slow
def test_pacman_good_wins_where_the_literal_formula_does_not():
    game = Pacman("small_classic", ghosts=CHANCE, max_moves=1200)
    depth = rounds(game, 1)
    agents = {
        "good": Expectimax(depth, pacman_good),
        "literal": Expectimax(depth, pacman_report_literal),
    }
    good, literal = score_games(game, agents, 10, progress=False).rows
    assert good["score_low"] > literal["score_high"]
    assert good["win_low"] > literal["win_rate"]


@pytest.mark.parametrize(
    ("game", "function"),
    [
        (ConnectFour(), connect4_lines),
        (CaptureTheFlag("capture_tiny", max_moves=120), capture_good),
    ],
)
def test_greedy_with_a_good_evaluator_beats_random(game, function):
    agents = {"good": Greedy(function), "random": Random()}
    table = tournament(game, agents, 20, opening=2, progress=False)
    assert table.pairs[0]["low"] > 0.5, table


def test_play_goes_on_with_every_evaluator_in_a_search():
    for name in ALL:
        game = GAMES[name.split("_")[0]]
        agent = Expectimax(1, getattr(evaluate, name))
        seats = dict.fromkeys(set(game.sides) - {CHANCE}, agent)
        for turn, _ in zip(play(game, seats), range(6), strict=False):
            assert turn.action in game.actions(turn.state)


@pytest.mark.slow
def test_the_corridor_in_which_minimax_despairs_and_expectimax_gambles():
    """A known effect of the Berkeley project: minimax always dies, expectimax wins about half."""
    despair, gamble = (Pacman("corridor", ghosts=side) for side in (MIN, CHANCE))
    depth = rounds(despair, 3)
    agents = {"minimax": AlphaBeta(depth, score)}
    sure = score_games(despair, agents, 30, against=Random(), progress=False).rows[0]
    agents = {"expectimax": Expectimax(depth, score)}
    half = score_games(gamble, agents, 30, progress=False).rows[0]
    assert sure["wins"] == 0
    assert half["win_low"] < 0.5 < half["win_high"] and half["win_low"] > 0.2


def test_the_last_food_near_by_is_eaten_although_the_next_is_far():
    game = Pacman("%" * 24 + "\n%G" + " " * 9 + "P." + " " * 9 + ".%\n" + "%" * 24)
    state = game.initial_state()
    assert pacman_good(game, game.result(state, "East")) > pacman_good(game, state)


def test_a_scared_ghost_is_no_risk_for_a_raider():
    state = capture((14, 2), (16, 2), (1, 1), (22, 1))
    scared = (state.players[0], state.players[1]._replace(scared=40), *state.players[2:])
    gain = capture_good(MAP, state._replace(players=scared)) - capture_good(MAP, state)
    risk, guard = 0.2 / 9 - 0.2 / 100, 0.2 / 3  # the other ghost is 9 steps away
    assert gain == pytest.approx(risk + guard)


def test_discs_count_with_the_fourth_power_of_how_full_the_board_is():
    """Half full, 2 discs more: 20 / 16 * 2 = 2.5 points beside position and mobility."""
    game = Othello(4)
    for text in ("XX..\n.XO.\n.OX.\nX..O", "XXXX\nXXO.\nOOXX\nXX.O"):
        state = game.parse(f"{text}\nX to move")
        x, o = state[0].bit_count(), state[1].bit_count()
        rest = othello_table_repaired(game, state) + 8 * othello_mobility(game, state)
        points = rest + 20 * ((x + o) / 16) ** 4 * (x - o)
        assert x > o and othello_good(game, state) == pytest.approx(points / (100 + abs(points)))
