"""Boards of every game: stones, marks, numbers, mazes, and games without a drawing."""

from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from lib.draw import draw_board, heat_map
from lib.draw.board_games import LENGTH, moved
from lib.evaluate import score
from lib.game import Game
from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.maze import VECTORS, layout_names
from lib.games.othello import PASS, Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from tests.draw.audit import NS, audit, box, by_class, words

GAMES = [
    TicTacToe(), ConnectFour(), ConnectFour(4, 5), ConnectFour(12, 3), Othello(), Othello(4),
    Othello(10), PentagoTwist(), Pig(), Pig(goal=20, die={1: 0.5, 8: 0.5}),
    TreeGame([[3, 12, 8], [2, 4, 6]]),
]  # fmt: skip
MAZES = [
    (CaptureTheFlag if name.startswith("capture") else Pacman)(name) for name in layout_names()
]


def walk(game, moves, seed):
    """A state some random moves away from the start, and the last action."""
    rng, state, last = Random(seed), game.initial_state(), None
    for _ in range(moves):
        if game.is_terminal(state):
            break
        last = rng.choice(list(game.actions(state)))
        state = game.result(state, last)
    return state, last


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("moves", [0, 1, 2, 5, 9, 40, 200])
def test_boards_are_readable(game, moves):
    state, last = walk(game, moves, moves)
    audit(draw_board(game, state))
    values = {action: (-1) ** i * i / 7 for i, action in enumerate(game.actions(state))}
    audit(draw_board(game, state, last=last, legal=True, values=values))


@pytest.mark.parametrize("game", MAZES, ids=repr)
@pytest.mark.parametrize("moves", [0, 3, 60])
def test_mazes_are_readable(game, moves):
    state, last = walk(game, moves, moves)
    picture = draw_board(game, state, last=last, legal=True)
    root = audit_maze(picture)
    assert len(by_class(root, "food")) == len(state.food)
    assert len(by_class(root, "capsule")) == len(state.capsules)
    values = {action: 12.5 - i for i, action in enumerate(game.actions(state))}
    audit_maze(draw_board(game, state, last=last, values=values))


def audit_maze(picture):
    """Agents may stand on each other, so their badges may touch: all else is checked."""
    import tests.draw.audit as a

    root = a.ElementTree.fromstring(str(picture))
    a.assert_inside(root, picture.width, picture.height)
    a.assert_readable(root)
    assert root.find(NS + "title").text and root.find(NS + "desc").text
    return root


def stones(root, mark):
    return len([s for s in by_class(root, "stone") if mark in s.get("class").split()])


@pytest.mark.parametrize("game", GAMES[:8], ids=repr)
def test_every_stone_is_drawn_where_it_lies(game):
    state, _ = walk(game, 6, 3)
    rows = game.rows(state)
    root = audit(draw_board(game, state))
    assert stones(root, "X") == sum(row.count("X") for row in rows)
    assert stones(root, "O") == sum(row.count("O") for row in rows)
    cells = by_class(root, "cell")
    assert len(cells) == len(rows) * len(rows[0])
    for cell, mark in zip(cells, "".join(rows), strict=True):
        found = by_class(cell, "stone")
        assert (mark == ".") == (not found)
        assert mark == "." or mark in found[0].get("class")


def test_legal_moves_last_move_and_values_are_marked():
    game = TicTacToe()
    state = game.parse("X . .\n. O .\n. . X")
    root = audit(draw_board(game, state, last=8, legal=True))
    marked = {c.get("data-action") for c in by_class(root, "cell") if by_class(c, "legal")}
    assert marked == {"1", "2", "3", "5", "6", "7"}
    left, top, right, bottom = box(by_class(root, "last")[0])
    square = next(c for c in by_class(root, "cell") if c.get("data-action") == "8")
    cell = box(square.find(NS + "rect"))
    assert cell[0] <= left and right <= cell[2] and cell[1] <= top and bottom <= cell[3]
    root = audit(draw_board(game, state, values={1: -0.25, 2: 0.5}))
    shown = {c.get("data-action"): by_class(c, "value") for c in by_class(root, "cell")}
    assert [shown[a][0].text for a in "12"] == ["-0.25", "0.5"] and not shown["3"]
    assert len(by_class(audit(draw_board(game, state, values=list(range(9)))), "value")) == 9


def test_connect_four_marks_the_square_where_the_stone_lands():
    game = ConnectFour()
    state, _ = walk(game, 0, 0)
    for column in (3, 3):
        state = game.result(state, column)
    root = audit(draw_board(game, state, last=3, values={3: 7, 0: 2}))
    cells = by_class(root, "cell")
    numbered = [i for i, c in enumerate(cells) if by_class(c, "value")]
    assert numbered == [3 * 7 + 3, 5 * 7 + 0]
    assert "7" in words(root)
    top = box(by_class(root, "last")[0])
    stone = box(by_class(cells[4 * 7 + 3], "stone")[0])
    assert top[1] <= stone[1] and stone[3] <= top[3]


@pytest.mark.parametrize("quadrant", range(4))
@pytest.mark.parametrize("kind", ["rotate", "flip"])
def test_pentago_shows_the_twist_and_where_the_stone_went(quadrant, kind):
    game = PentagoTwist()
    for cell in range(36):
        action = (cell, quadrant, kind)
        state = game.result(game.initial_state(), action)
        row, column = moved(divmod(cell, 6), action)
        assert game.rows(state)[row][column] == "X", "our twist is the game's twist"
    root = audit(draw_board(game, state, last=action))
    assert kind in words(root) and len(by_class(root, "twisted")) == 1
    assert by_class(root, "turn" if kind == "rotate" else "flip")


def test_pentago_counts_are_added_and_values_keep_the_best():
    game = PentagoTwist()
    state = game.initial_state()
    visits = {(0, 0, "rotate"): 3, (0, 1, "flip"): 4, (7, 0, "flip"): 5}
    assert [v.text for v in by_class(audit(draw_board(game, state, values=visits)), "value")] == [
        "7", "5"
    ]  # fmt: skip
    means = {(0, 0, "rotate"): -0.5, (0, 1, "flip"): 0.25}
    assert by_class(audit(draw_board(game, state, values=means)), "value")[0].text == "0.25"


def test_a_win_is_struck_through():
    game = TicTacToe()
    won = audit(draw_board(game, game.parse("X X X\nO O .\n. . .")))
    assert len(by_class(won, "win")) == 1 and "X won" in words(won)
    game = ConnectFour()
    state = game.initial_state()
    for column in (3, 3, 2, 2, 4, 4, 5):
        state = game.result(state, column)
    assert len(by_class(audit(draw_board(game, state)), "win")) == 1


def test_a_forced_pass_can_be_the_last_move():
    game = Othello(4)
    state, last = game.initial_state(), None
    rng = Random(0)
    for _ in range(2000):
        if game.is_terminal(state):
            state = game.initial_state()
        last = rng.choice(list(game.actions(state)))
        if last == PASS:
            break
        state = game.result(state, last)
    assert last == PASS
    audit(draw_board(game, game.result(state, PASS), last=PASS, legal=True))


def test_ghosts_and_pacman_can_be_told_apart_without_color():
    game = Pacman("small_classic")
    state = game.initial_state()
    ghosts = [g._replace(scared=7 * (i == 0)) for i, g in enumerate(state.ghosts)]
    root = audit_maze(draw_board(game, state._replace(ghosts=tuple(ghosts)), last="North"))
    scared = by_class(root, "scared")
    assert len(by_class(root, "pacman")) == 1 and len(by_class(root, "ghost")) == len(ghosts)
    assert len(scared) == 1 and scared[0].get("stroke-dasharray") and "7" in words(root)
    lost = audit_maze(draw_board(game, state._replace(lost=True)))
    assert by_class(lost, "caught") and any("caught" in w for w in words(lost))


def test_pacman_faces_where_he_went():
    game = Pacman("open_room")
    state = game.initial_state()
    pictures = set()
    for action in game.actions(state):
        after = game.result(state, action)
        root = audit_maze(draw_board(game, after._replace(pacman=state.pacman), last=action))
        pictures.add((action == "Stop", by_class(root, "pacman")[0].get("d")))
    assert len(pictures) == len(game.actions(state))


def test_equal_states_give_the_same_bytes_whatever_their_history():
    game = Pacman("medium_classic")
    state = game.initial_state()
    picture = draw_board(game, state)
    for seed in range(5):
        cells = sorted(state.food)
        Random(seed).shuffle(cells)
        other = state._replace(food=frozenset(cells))
        assert other == state and draw_board(game, other) == picture


def test_the_last_move_leaves_a_trail():
    game = Pacman("open_room")
    state = game.result(game.initial_state(), "East")
    left, _, right, _ = box(by_class(audit_maze(draw_board(game, state, last="East")), "last")[0])
    assert right > left
    assert not by_class(audit_maze(draw_board(game, state)), "last")
    walled = CaptureTheFlag("capture_tiny")
    after = walled.result(walled.initial_state(), "Stop")
    assert not by_class(audit_maze(draw_board(walled, after, last="Stop")), "last")


def test_thick_walls_are_drawn_too():
    game = Pacman("%%%%%%%%\n%%%%%..%\n%%%%P..%\n%%%%..G%\n%%%%%%%%")
    audit_maze(draw_board(game, game.initial_state(), legal=True))


def test_capture_shows_teams_roles_and_what_is_carried():
    game = CaptureTheFlag("capture_tiny")
    state = game.initial_state()
    abroad = next(cell for cell in sorted(game.maze.moves) if not game.is_home(0, cell))
    carrier = state.players[0]._replace(position=abroad, carrying=3)
    root = audit_maze(draw_board(game, state._replace(players=(carrier, *state.players[1:]))))
    assert len(by_class(root, "pacman")) == 1 and len(by_class(root, "ghost")) == 3
    assert {"1", "2", "3", "4", "+3"} <= set(words(root))
    assert {t.tag for t in by_class(root, "food")} == {NS + "rect", NS + "circle"}


def test_a_heat_map_holds_the_evaluators_numbers():
    game = Pacman("open_room")
    state = game.initial_state()

    def far_left(game, state):
        return -state.pacman[0] + state.pacman[1] / 2

    root = audit_maze(heat_map(game, state, far_left))
    tips = {e.text for g in root.iter(NS + "g") if g.get("data-cell") for e in g.iter(NS + "title")}
    assert len(tips) == len(game.maze.moves)
    assert "(5, 3): -3.5" in tips and "-3.5" in words(root)
    fills = {
        g.get("data-cell"): g.find(NS + "rect").get("fill")
        for g in root.iter(NS + "g")
        if g.get("data-cell")
    }
    assert fills["8,1"] != fills["1,1"] and fills["2,2"] == fills["3,4"]
    capture = CaptureTheFlag("capture_tiny")
    audit_maze(heat_map(capture, capture.initial_state(), score, agent=1))


def test_values_in_a_maze_stand_beside_the_mover():
    game = Pacman("open_room")
    values = {a: 1.5 * i for i, a in enumerate(VECTORS)}
    root = audit(draw_board(game, game.initial_state(), values=values))
    assert {v.text for v in by_class(root, "value")} == {"0", "1.5", "3", "4.5", "6"}


class Countdown(Game):
    """A game without a drawing: take 1 or 2 from a heap."""

    def initial_state(self):
        return 5

    def to_move(self, state):
        return state % 2

    def actions(self, state):
        return [n for n in (1, 2) if n <= state]

    def result(self, state, action):
        return state - action

    def is_terminal(self, state):
        return state == 0

    def utility(self, state):
        return 1

    def render(self, state):
        return "heap <&>\n  " + "| " * state


def test_a_game_without_a_drawing_shows_its_text_and_what_to_do():
    root = audit(draw_board(Countdown(), 5))
    assert "heap <&>" in words(root) and "  | | | | | " in words(root)
    assert any("@draw_board.register(Countdown)" in w for w in words(root))


def test_values_that_are_missing_leave_their_square_empty():
    state = TicTacToe().initial_state()
    with_gaps = draw_board(TicTacToe(), state, values={0: 1.5, 1: None, 8: -2})
    assert with_gaps == draw_board(TicTacToe(), state, values={0: 1.5, 8: -2})
    assert maze_board(values={"East": 2, "Stop": None}) == maze_board(values={"East": 2})


@pytest.mark.parametrize("value", [-123456.789, 1e-9, 1e12, -1e300, 0.333333333])
@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Othello(), PentagoTwist()], ids=repr)
def test_long_numbers_stay_on_their_squares(game, value):
    state = game.initial_state()
    audit(draw_board(game, state, values=dict.fromkeys(game.actions(state), value)))


def heat(*evaluators):
    """Several heat maps of one room, with their colors by cell."""
    game = Pacman("open_room")
    maps = {f"map {i}": evaluate for i, evaluate in enumerate(evaluators)}
    root = audit_maze(heat_map(game, game.initial_state(), maps))
    return root, [e.get("fill") for e in by_class(root, "heat")]


def test_heat_maps_have_one_legend_in_one_wording_and_zero_in_the_middle():
    for evaluate in (lambda g, s: -1.5, lambda g, s: s.pacman[0] - 3, lambda g, s: s.pacman[0]):
        root, _ = heat(evaluate)
        assert {"bad for MAX", "good for MAX", "0"} <= set(words(root))


def test_two_heat_maps_share_one_scale_and_a_small_flat_one_is_neutral():
    root, fills = heat(lambda g, s: -1, lambda g, s: -(10 ** s.pacman[0]))
    half = len(fills) // 2
    assert set(fills[:half]) == {"#FFFFFF"}, "-1 beside -100,000 is no reason for a color"
    assert "#FFFFFF" not in fills[half:]
    assert "each mark is ten times the last" in " ".join(words(root))
    _, alone = heat(lambda g, s: -(10 ** s.pacman[0]))
    assert alone == fills[half:], "the same value has the same color, beside another map or not"


def test_numbers_of_a_heat_map_have_one_size_and_do_not_touch():
    root, _ = heat(lambda g, s: -4001 - 160 * s.pacman[0], lambda g, s: s.pacman[0] / 7)
    numbers = by_class(root, "value")
    assert len({n.get("font-size") for n in numbers}) == 1
    boxes = [box(n) for n in numbers]
    rows = sorted((top, left, right) for left, top, right, _ in boxes)
    for (top, _, right), (same, left, _) in pairwise(rows):
        assert top != same or left - right >= 4, "neighbors are apart"


def test_arrows_lead_to_the_best_neighbor_and_a_dot_says_there_is_none():
    root, _ = heat(lambda g, s: s.pacman[0])
    game = Pacman("open_room")
    right = max(x for x, _ in game.maze.moves)
    stays = sum(x == right for x, _ in game.maze.moves)
    assert len(by_class(root, "stay")) == stays
    assert len(by_class(root, "way")) == len(game.maze.moves) - stays
    for way in by_class(root, "way"):
        _, begin, _, _, end, *_ = way.get("d").split()
        assert float(begin) < float(end), "to the right, where the values are larger"
    flat, _ = heat(lambda g, s: 7)
    assert not by_class(flat, "way"), "nothing is better anywhere"


def test_all_numbers_of_a_board_have_one_size():
    game = ConnectFour()
    for values in ({0: 3442, 1: 68}, {0: 371, 1: 34, 2: 16}, {0: 1, 1: 22222}):
        root = audit(draw_board(game, game.initial_state(), values=values))
        assert len({v.get("font-size") for v in by_class(root, "value")}) == 1


def test_a_new_game_registers_its_drawing():
    from lib.draw.svg import picture, text

    class Other(Countdown):
        pass

    @draw_board.register(Other)
    def draw_other(game, state, *, last=None, legal=None, values=None, title=None):
        return picture(99, 50, "other", "a heap", text(50, 25, state))

    assert words(audit(draw_board(Other(), 3))) == ["3"]


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: draw_board("chess", 1), "draws a Game"),
        (lambda: draw_board(TicTacToe(), "nonsense"), "not a state of TicTacToe"),
        (lambda: draw_board(Pacman("open_room"), (1, 2)), "not a state of Pacman"),
        (lambda: draw_board(CaptureTheFlag("capture_tiny"), None), "not a state of Capture"),
        (lambda: draw_board(Pig(), 7), "not a state of Pig"),
        (lambda: draw_board(TicTacToe(), (1, 2, 3)), "not a state of TicTacToe"),
        (lambda: draw_board(TicTacToe(), (0, 0, 0, None), values=5), "a dict by action.* got 5"),
        (lambda: draw_board(TicTacToe(), (0, 0, 0, None), legal=5), "legal: True, .* got 5"),
        (lambda: draw_board(Pig(), Pig().initial_state(), values=[1]), "a dict with a number"),
        (lambda: draw_board(Pig(), Pig().initial_state(), values={"run": 1}), "'run' is no action"),
        (lambda: maze_board(legal=5), "legal: True"),
        (lambda: draw_board(TicTacToe(), (0, 0, 0, None), last=9), "names no square"),
        (lambda: draw_board(TicTacToe(), (0, 0, 0, None), legal=["x"]), "names no square"),
        (lambda: draw_board(ConnectFour(), (0, 0, 0, None), last=7), "names no column"),
        (lambda: draw_board(PentagoTwist(), (0, 0, 0, None), last=5), "a move of Pentago"),
        (lambda: draw_board(TicTacToe(), (0, 0, 0, None), values=[1, 2]), "2 numbers for 9"),
        (
            lambda: draw_board(TicTacToe(), (0, 0, 0, None), values={0: float("nan")}),
            "finite number",
        ),
        (lambda: maze_board(last="Up"), "no action in a maze"),
        (lambda: maze_board(values={"Up": 1}), "no action in a maze"),
        (lambda: maze_board(values=[1]), "a dict with a number for each action"),
        (lambda: maze_board(values={(1, 1): float("inf")}), "finite number"),
        (lambda: heat_map(TicTacToe(), (0, 0, 0, None), score), "needs a maze"),
        (lambda: bad_heat(), "an evaluator gives a finite number"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def maze_board(**options):
    game = Pacman("open_room")
    return draw_board(game, game.initial_state(), **options)


def bad_heat():
    game = Pacman("open_room")
    return heat_map(game, game.initial_state(), lambda game, state: float("nan"))


@pytest.mark.parametrize("state", [(90, 0, 9, 0, False, None), (99, 97, 0, 1, False, None)])
def test_points_near_the_goal_of_pig_are_written_in_their_lane(state):
    root = ElementTree.fromstring(draw_board(Pig(), state))
    boxes = [box(element) for element in root.iter(NS + "rect")]
    lanes = [b for b in boxes if b[2] - b[0] == LENGTH]
    plates = [b for b in boxes if b[3] - b[1] == 26]
    assert len(lanes) == len(plates) == 2
    for lane, plate in zip(lanes, plates, strict=True):
        assert lane[0] < plate[0] and plate[2] < lane[2] and lane[1] < plate[1] < plate[3] < lane[3]
