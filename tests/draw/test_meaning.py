"""What pictures mean: the fill, stroke, width and text of named nodes, squares, bars and cells."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from lib.draw import colors, draw_bars, draw_board, draw_mcts, draw_tree, draw_ucb, heat_map
from lib.draw.colors import INK, Role
from lib.draw.svg import number
from lib.draw.tree_layout import tidy
from lib.draw.tree_picture import Progress
from lib.game import CHANCE, MAX, MIN
from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.alphabeta import alphabeta
from lib.search.expectimax import expectimax
from lib.search.minimax import minimax
from lib.trace import Call, Trace, record
from lib.trace import traced as as_traced
from tests.draw.audit import NS, by_class, edges_of, points, words
from tests.draw.audit import shape_of as shape
from tests.draw.pictures import BOOK, MAZE, after, capture, grown, kinds, traced

BLUE, ORANGE, GREEN = colors.MAX_COLOR, colors.MIN_COLOR, colors.CHANCE_COLOR


def parsed(picture):
    return ElementTree.fromstring(str(picture))


def node(root, call):
    """The node of a call."""
    return next(n for n in by_class(root, "node") if n.get("data-call") == str(call))


def at(root, number):
    """The node with this number in the picture; without cuts that is the number of its call."""
    return next(n for n in by_class(root, "node") if n.get("data-node") == str(number))


def label(group):
    """What stands in a node, with a plain minus sign."""
    return by_class(group, "label")[0].text.replace("\N{MINUS SIGN}", "-")


def windows(root):
    """Alpha and beta as they stand beside each node that has them, from the root down."""
    return [
        [t.text for t in by_class(w, "end")] for w in by_class(root, "window") if by_class(w, "end")
    ]


# --- colors have roles -----------------------------------------------------------------------


def test_trees_paint_each_node_in_the_color_of_its_side():
    game = TreeGame([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], sides=(MAX, CHANCE, MIN))
    root = parsed(draw_tree(traced(expectimax, game)))
    for call, role in ((0, BLUE), (1, GREEN), (2, ORANGE)):
        assert shape(node(root, call)).get("fill") == role.tint
        assert shape(node(root, call)).get("stroke") == role.line
    assert shape(node(root, 3)).get("fill") == colors.WHITE, "a leaf belongs to nobody"


@pytest.mark.parametrize("value, role", [(1, BLUE), (0.5, BLUE), (-0.5, ORANGE), (-1, ORANGE)])
def test_data_colors_are_those_of_whom_it_is_good_for(value, role):
    assert colors.diverging(value, 1) == colors.mix(colors.WHITE, role.data, 0.9 * abs(value))
    square = next(
        c
        for c in by_class(parsed(ttt({0: value, 1: -value})), "cell")
        if c.get("data-action") == "0"
    )
    strong = colors.mix(colors.WHITE, role.data, 0.9)
    assert square.find(NS + "rect").get("fill") == strong


def ttt(values):
    game = TicTacToe()
    return draw_board(game, game.initial_state(), values=values)


def test_scales_are_white_at_zero_and_full_at_the_far_end():
    assert colors.diverging(0, 5) == colors.scale([5])(0) == colors.WHITE
    assert colors.diverging(9, 5) == colors.diverging(5, 5) == colors.scale([5])(5)
    assert colors.scale([2, 4])(2) == colors.mix(colors.WHITE, BLUE.data, 0.45), "zero is white"
    assert colors.scale([-1, 4])(4) == colors.diverging(4, 4)
    assert colors.scale([-8, 4])(4) == colors.diverging(4, 8), "one scale for both signs"


def test_stones_lanes_and_ghosts_have_the_color_of_their_side():
    game = TicTacToe()
    x, o = by_class(parsed(draw_board(game, after(game, 4, 0))), "stone")[::-1]
    assert (x.get("stroke"), o.get("stroke")) == (BLUE.line, ORANGE.line)
    game = ConnectFour()
    o, x = by_class(parsed(draw_board(game, after(game, 0, 0))), "stone")
    assert (x.get("fill"), o.get("fill")) == (BLUE.line, ORANGE.line)
    lanes = by_class(parsed(draw_board(Pig(), Pig().initial_state())), "lane")
    assert [lane.get("fill") for lane in lanes] == [BLUE.line, ORANGE.line]
    for side, role in ((MIN, ORANGE), (CHANCE, GREEN)):
        maze = Pacman(MAZE, ghosts=side)
        root = parsed(draw_board(maze, maze.initial_state()))
        assert by_class(root, "ghost")[0].get("fill") == role.line


def test_the_team_of_max_never_has_the_color_of_min():
    game, state = capture()
    root = parsed(draw_board(game, state))
    assert by_class(root, "pacman")[0].get("fill") == BLUE.line, "MAX 1 is abroad"
    fills = [ghost.get("fill") for ghost in by_class(root, "ghost")]
    assert fills == [colors.WHITE, BLUE.line, ORANGE.line], "MIN 2 is scared, then MAX 3, MIN 4"
    halves = [by_class(root, name)[0].get("fill") for name in ("max", "min")]
    assert halves == [colors.mix("#12141F", role.line, 0.22) for role in (BLUE, ORANGE)]
    assert "MAX's team: square badges" in words(root)
    assert "MIN's team: round badges" in words(root)
    texts = {t.text: t for t in by_class(root, "badge")}
    plates = {text: rect for rect, text in badges(root)}
    assert {"1", "2", "3", "4", "+2", "7"} == set(texts)
    assert plates["1"].get("fill") == plates["3"].get("fill") == BLUE.line
    assert plates["2"].get("fill") == plates["4"].get("fill") == ORANGE.line
    assert plates["1"].get("rx") == "2" and plates["2"].get("rx") == "11", "square and round"


def badges(root):
    """(plate, text) of each badge: the rectangle just before the text."""
    flat = list(root.iter())
    return [(a, b.text) for a, b in pairwise(flat) if b.get("class") == "badge"]


def test_a_heat_map_of_capture_is_blue_where_red_is_better_off():
    game = CaptureTheFlag("capture_tiny")
    picture = heat_map(
        game, game.initial_state(), lambda game, state: state.players[0].position[0] - 5
    )
    cells = {
        g.get("data-cell"): g[1].get("fill")
        for g in parsed(picture).iter(NS + "g")
        if g.get("data-cell")
    }
    right, left = cells["10,1"], cells["1,1"]
    assert right == colors.diverging(5, 5) and left == colors.diverging(-4, 5)
    assert "good for MAX" in picture and "bad for MAX" in picture


def test_arrows_of_the_blue_team_lead_to_smaller_values():
    game = CaptureTheFlag("capture_tiny")

    def column(agent):
        return lambda game, state: state.players[agent].position[0]

    for agent, stays in ((0, max), (1, min)):
        picture = heat_map(game, game.initial_state(), column(agent), agent=agent)
        cells = [g for g in parsed(picture).iter(NS + "g") if g.get("data-cell")]
        best = stays(int(g.get("data-cell").split(",")[0]) for g in cells)
        for g in cells:
            dots = [e for e in g if e.get("class") == "stay"]
            if int(g.get("data-cell").split(",")[0]) == best:
                assert dots


def test_bars_have_the_color_of_whom_they_are_good_for_or_of_the_chooser():
    plus, minus = by_class(parsed(draw_bars({"a": 1, "b": -2})), "bar")
    assert (plus.get("fill"), minus.get("fill")) == (BLUE.data, ORANGE.data)
    for side, role in ((MAX, BLUE), (MIN, ORANGE)):
        root = parsed(draw_ucb([("a", 3, 2), ("b", 0, 0)], side=side))
        assert by_class(root, "mean")[0].get("fill") == role.line
        assert by_class(root, "bonus")[0].get("fill") == role.tint
        assert by_class(root, "unvisited")[0].get("stroke") == role.line


OTHER = Role("violet", "#5B2A86", "#4B2270", "#E3D4F0", "#6C3A99")
KINDS_WITH_MIN = [
    "tree", "tree_step", "mcts", "mcts_backup", "bars", "ucb_min", "board_tictactoe",
    "board_values", "board_connect4", "board_pig", "maze_pacman", "maze_heat", "maze_capture",
]  # fmt: skip


def test_changing_the_color_of_min_is_one_line(monkeypatch):
    old = {name for name, value in kinds().items() if mentions(value, ORANGE)}
    assert old >= set(KINDS_WITH_MIN)
    monkeypatch.setattr(colors, "MIN_COLOR", OTHER)
    new = kinds()
    for name in KINDS_WITH_MIN:
        assert mentions(new[name], OTHER), name
    for name, picture in new.items():
        if not name.startswith("chart"):  # their palette has no roles
            assert not mentions(picture, ORANGE) and "orange" not in picture, name
    for name in ("mcts", "board_values"):
        assert "violet" in new[name], name


def mentions(picture, role):
    """Whether a picture has a color of the role, pure or as a mean at the far end of a scale."""
    mixed = [colors.mix(colors.WHITE, role.data, 0.9 * share) for share in (1, 0.5, 2 / 3)]
    return any(color in picture for color in (role.line, role.tint, role.data, *mixed))


# --- trees tell nothing early ----------------------------------------------------------------


def step_after(trace, kind, call):
    return trace.events.index((kind, call)) + 1


def test_the_edge_of_the_leader_is_thick_and_changes_with_it():
    trace = traced(minimax, TreeGame([[3, 1], [2, 9]]))
    first, second = trace.calls[1].children
    one = edges_of(parsed(draw_tree(trace, step=step_after(trace, "leave", first))))
    assert (one[first].get("stroke-width"), one[second].get("stroke-width")) == ("4", "2")
    two = edges_of(parsed(draw_tree(trace, step=step_after(trace, "leave", second))))
    assert (two[first].get("stroke-width"), two[second].get("stroke-width")) == ("2.5", "4")
    assert two[1].get("stroke-width") == "2.5", "the root has got nothing yet"
    done = edges_of(parsed(draw_tree(trace)))
    best = trace.calls[4].children[0]
    assert [i for i in done if done[i].get("stroke-width") == "6"] == [4, best]
    assert done[second].get("stroke-width") == "4", "MIN's own choice"
    assert {done[i].get("stroke") for i in (4, best)} == {INK}


def test_leaves_that_were_not_entered_show_values_only_where_they_stand_on_paper():
    paper = traced(minimax, TreeGame(BOOK))
    assert label(at(parsed(draw_tree(paper, step=1)), 4)) == "8"
    game = TicTacToe()
    with_moves = game.parse("X O X\nO X O\n. . .")
    with record() as trace:
        minimax(game, with_moves)
    root = parsed(draw_tree(trace, step=1))
    ends = [call.index for call in trace.calls if call.kind == "terminal"]
    assert ends and {label(at(root, i)) for i in ends} == {"?"}
    done = parsed(draw_tree(trace))
    assert [label(node(done, i)) for i in ends] == [number(trace.calls[i].value) for i in ends]


def test_what_was_not_visited_is_empty_and_dashed():
    trace = traced(alphabeta, TreeGame(BOOK))
    root = parsed(draw_tree(trace, step=3))
    later, now = shape(at(root, 5)), shape(node(root, 1))
    assert later.get("fill") == colors.PAPER and later.get("stroke-dasharray") == "5 5"
    assert edges_of(root)[5].get("stroke-dasharray") == "3 7"
    assert now.get("fill") == ORANGE.tint and now.get("stroke-dasharray") is None
    assert label(at(root, 5)) == "?" and len(windows(root)) == 2, "the root and its first child"


def test_the_current_node_has_the_halo_of_now_and_an_ink_outline():
    trace = traced(alphabeta, TreeGame(BOOK))
    root = parsed(draw_tree(trace, step=step_after(trace, "enter", 5)))
    (ring,) = by_class(root, "ring")
    assert ring in list(node(root, 5)) and ring.get("stroke") == colors.NOW.tint == "#FFE97A"
    (here,) = by_class(root, "here")
    assert here in list(node(root, 5)) and here.get("stroke") == INK
    marked = shape(node(parsed(draw_tree(TreeGame(BOOK), highlight=[(1,)])), 5))
    assert marked.get("fill") == colors.NOW.tint and marked.get("stroke-width") == "4"


def test_open_nodes_show_bounds_and_the_window_of_now():
    trace = traced(alphabeta, TreeGame(BOOK))
    root = parsed(draw_tree(trace, step=step_after(trace, "leave", 3)))
    assert (label(node(root, 1)), label(node(root, 0))) == ("≤3", "?")
    assert windows(root) == [["α −∞", "β ∞"], ["α −∞", "β 3"]]


def test_a_node_that_was_left_keeps_the_window_it_had_then_crossed_at_a_cut():
    trace = traced(alphabeta, TreeGame(BOOK))
    root = parsed(draw_tree(trace, step=step_after(trace, "leave", 5)))
    assert windows(root) == [["α 3", "β ∞"], ["α −∞", "β 3"], ["α 3", "β 2"]]
    (crossed,) = [w for w in by_class(root, "crossed") if by_class(w, "end")]
    alpha, beta = (points(peg) for peg in by_class(crossed, "peg"))
    assert min(x for x, _ in alpha) > max(x for x, _ in beta), "the pegs have passed each other"
    (gap,), (lines,) = by_class(crossed, "gap"), by_class(crossed, "hatch")
    assert gap.get("fill") == colors.TROUBLE.tint and lines.get("stroke") == colors.TROUBLE.line
    assert (label(node(root, 5)), label(node(root, 1))) == ("≤2", "3"), "a cut leaves a bound"


def test_all_windows_of_a_tree_have_one_scale():
    root = parsed(draw_tree(traced(alphabeta, TreeGame(BOOK))))
    places = {}
    for window in by_class(root, "window"):
        start = float(next(window.iter(NS + "line")).get("x1"))
        for text, peg in zip(by_class(window, "end"), by_class(window, "peg"), strict=True):
            edge = points(peg)[1][0] - start
            places.setdefault(text.text[2:], []).append(round(edge, 1))
    assert all(max(found) - min(found) < 0.2 for found in places.values()) and len(places["3"]) == 4
    assert places["−∞"] < places["2"] < places["3"] < places["∞"]


def panel(trace, kind, call):
    (found,) = by_class(parsed(draw_tree(trace, step=step_after(trace, kind, call))), "panel")
    return words(found)


def test_the_panel_says_whose_promise_each_end_is():
    trace = traced(alphabeta, TreeGame(BOOK))
    at_first = panel(trace, "enter", 0)
    assert at_first[:2] == ["MAX at the root", "α < β: open"]
    assert "α = −∞: MAX has nothing yet" in at_first and "β = ∞: MIN has nothing yet" in at_first
    cut = panel(trace, "leave", 5)
    assert cut[:2] == ["MIN after 1", "α ≥ β: crossed"]
    assert "α = 3: MAX has this elsewhere" in cut and "β = 2: MIN can get this here" in cut
    assert panel(trace, "leave", 6) == cut, "a leaf shows the window above it"
    assert "α = 3: MAX can get this here" in panel(trace, "leave", 0)
    assert not by_class(parsed(draw_tree(trace)), "panel"), "a finished search is nowhere"
    assert not by_class(parsed(draw_tree(traced(minimax, TreeGame(BOOK)), step=3)), "panel")


def hard(game, state, alpha=-1000, beta=1000):
    """Fail-hard, with a first window of its own: as learners write it."""
    if game.is_terminal(state):
        return game.utility(state)
    for action in game.actions(state):
        value = hard(game, game.result(state, action), alpha, beta)
        if game.side(state) == MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if game.side(state) == MAX else beta


@pytest.mark.parametrize("sides", [(MAX, MIN), (MAX, MIN, MIN), (MIN, MAX, MAX, MIN)])
@pytest.mark.parametrize("search", [alphabeta, as_traced(hard)])
def test_windows_are_those_that_the_search_passes_on(search, sides):
    cuts = 0
    for seed in range(8):
        trace = traced(search, TreeGame.random(seed, 3, 3, sides))
        for step, (kind, index) in enumerate(trace.events, 1):
            call = trace.calls[index]
            if kind == "enter" and call.parent is not None:  # the parent's window of that moment
                now = Progress(trace.calls, trace.events, step).live_window(
                    trace.calls[call.parent]
                )
                assert now == (call.alpha, call.beta), (seed, step)
        draw_tree(trace, step=len(trace.events) // 2)
        cut = [call for call in trace.calls if call.cut]
        done = Progress(trace.calls, trace.events, None)
        assert all(a >= b for a, b in map(done.live_window, cut))
        cuts += len(cut)
    assert cuts


def test_cut_branches_are_slashed_dashed_and_empty():
    root = parsed(draw_tree(traced(alphabeta, TreeGame(BOOK))))
    slashes = by_class(root, "slashes")
    assert {sign.get("stroke") for sign in slashes} == {colors.TROUBLE.line} and len(slashes) == 2
    empty = [n for n in by_class(root, "leaf") if not by_class(n, "label")]
    assert len(empty) == 2 and {shape(n).get("stroke-dasharray") for n in empty} == {"5 5"}
    assert {n.find(NS + "title").text for n in empty} == {"never looked at"}
    assert "never looked at: 2 leaves" in words(root)


def test_a_cut_subtree_is_drawn_whole_and_slashed_once():
    tree = [[5, 6], [[1, 2, 9], [[7, 8], [3, 4]]]]
    trace = traced(alphabeta, TreeGame(tree))
    root = parsed(draw_tree(trace))
    left_out = [n for n in by_class(root, "node") if not n.get("data-call")]
    assert len(by_class(root, "slashes")) == sum(len(call.skipped) for call in trace.calls)
    assert len(by_class(root, "node")) == 16 and len(left_out) == 16 - len(trace.calls)


# --- no step tells what comes later ----------------------------------------------------------


def told_at(picture):
    """Everything that a step says: words, hover texts, title, description, attributes."""
    root = parsed(picture)
    tips = [e.text for e in root.iter(NS + "title")] + [root.find(NS + "desc").text]
    return words(root), tips, [dict(e.attrib) for e in root.iter()]


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_two_searches_that_are_alike_so_far_look_alike(search):
    """What is not yet known cannot be told: swap the values that come later, nothing changes."""
    game = TicTacToe()
    state = game.parse("X O X\nO X O\n. . .")
    one, other = traced_from(search, game, state), traced_from(search, game, state)
    for step in range(len(one.events)):
        for call in other.calls:
            known = Progress(one.calls, one.events, step).done(call.index)
            original = one.calls[call.index]
            call.value = original.value if known else 1 - original.value
            call.best = original.best if known else None
            call.cut = original.cut if known else None
        mine, theirs = (
            told_at(draw_tree(t, step=step, title="t", windows=False)) for t in (one, other)
        )
        assert mine == theirs, step


def traced_from(search, game, state):
    with record() as trace:
        search(game, state)
    return trace


def test_a_step_names_no_call_that_was_not_entered():
    trace = traced(alphabeta, TreeGame(BOOK))
    for step in range(len(trace.events) + 1):
        root = parsed(draw_tree(trace, step=step))
        entered = {str(i) for kind, i in trace.events[:step] if kind == "enter"}
        assert {n.get("data-call") for n in by_class(root, "node")} - {None} == entered
        later = [n for n in by_class(root, "node") if not n.get("data-call")]
        assert {n.find(NS + "title").text for n in later} <= {"not yet visited", "never looked at"}
        before_cut = ("leave", 5) not in trace.events[:step]
        assert not before_cut or {n.find(NS + "title").text for n in later} <= {"not yet visited"}
        keys = {tuple(sorted(n.attrib)) for n in later}
        assert len(keys) <= 1, "cut ones have the same attributes as others"
        if ("leave", 0) not in trace.events[:step]:
            assert "The root is worth" not in root.find(NS + "desc").text
            assert "value 3; " not in node_tip(root, 0) and "best" not in node_tip(root, 0)


def node_tip(root, call):
    found = [n for n in by_class(root, "node") if n.get("data-call") == str(call)]
    return found[0].find(NS + "title").text if found else ""


@pytest.mark.parametrize(
    "tree, sides, told",
    [
        ([[3, 12], [9, 2, 7]], (MAX, MIN), "alpha is 3, this child gave 2"),
        ([[3, 2, 9, 1], [5, 12, 7]], (MIN, MAX), "beta is 9, this child gave 12"),
    ],
)
def test_the_sentence_of_a_cut_names_the_child_that_made_it(tree, sides, told):
    trace = traced(alphabeta, TreeGame(tree, sides=sides))
    (reason,) = [call.cut for call in trace.calls if call.cut]
    assert reason == f"{told}: the other child cannot matter"
    assert f"1 cuts: (1) {reason}." in parsed(draw_tree(trace)).find(NS + "desc").text


def test_the_chosen_line_follows_the_last_of_two_visits():
    trace = Trace()
    trace.game = TreeGame([[1, 2], [3, 4]])
    trace.calls = [
        Call(0, None, None, (), MAX, value=3, best=0, children=[1, 3]),
        Call(1, 0, 0, (0,), MIN, value=5, best=1, children=[2]),
        Call(2, 1, 1, (0, 1), MAX, value=5, kind="terminal"),
        Call(3, 0, 0, (0,), MIN, value=3, best=0, children=[4]),
        Call(4, 3, 0, (0, 0), MAX, value=3, kind="terminal"),
    ]
    trace.events = [("enter", i) for i in range(5)] + [("leave", i) for i in range(5)]
    picture = draw_tree(trace)
    thick = [
        i for i, e in sorted(edges_of(parsed(picture)).items()) if e.get("stroke-width") == "6"
    ]
    assert thick == [3, 4] and "Chosen line: 0, 0." in picture


def test_a_parent_stands_over_the_middle_of_its_children_not_over_their_mean():
    middles = tidy([[1, 2, 3], [], [], []], [10, 50, 10, 10], 4)
    assert middles[0] == pytest.approx((middles[1] + middles[3]) / 2)
    assert middles[0] != pytest.approx(sum(middles[1:]) / 3)


@pytest.mark.parametrize(
    "value, told",
    [
        (99_999, "99999"), (99_999.5, "99999.5"), (100_000, "1e5"), (-100_000, "-1e5"),
        (0.001, "0.001"), (0.00099, "0.00099"), (0.00012345, "0.000123"), (0.01, "0.01"),
        (0.0099, "0.0099"), (0.0123, "0.01"), (0.996, "1"), (12.345, "12.35"), (1e-10, "1e-10"),
    ],
)  # fmt: skip
def test_numbers_change_their_form_at_fixed_limits(value, told):
    assert number(value) == told


def test_houses_point_up_for_max_and_down_for_min():
    root = parsed(draw_tree(traced(minimax, TreeGame(BOOK))))
    up, down = (points(shape(node(root, call))) for call in (0, 1))
    assert len(up) == len(down) == 5
    for corners, end in ((up, min), (down, max)):
        tip = end(corners, key=lambda p: p[1])
        assert tip[0] == pytest.approx(sum(x for x, _ in corners) / 5), "the point is in the middle"
    wide = [max(x for x, _ in c) - min(x for x, _ in c) for c in (up, down)]
    high = [max(y for _, y in c) - min(y for _, y in c) for c in (up, down)]
    assert wide == [64, 64] and high == [59, 59]


def test_a_number_has_one_size_whatever_its_digits():
    root = parsed(draw_tree(traced(minimax, TreeGame([[3, -12.345], [99999, 0.001]]))))
    assert {t.get("font-size") for t in by_class(root, "label")} == {"24"}


# --- MCTS ------------------------------------------------------------------------------------


def by_visits(root):
    """The nodes by their number of visits."""
    return {d.get("data-visits"): d for d in by_class(root, "node") if d.get("data-visits")}


def test_nodes_of_mcts_have_the_shape_of_the_chooser_and_the_color_of_the_mean():
    root, _ = grown()
    found = by_visits(parsed(draw_mcts(root)))
    for visits, mean, kind in (
        ("8", 0.5, "max"),
        ("5", 0.8, "min"),
        ("3", -0.5, "min"),
        ("1", -1, "leaf"),
    ):
        assert shape(found[visits]).get("fill") == colors.diverging(mean, 1), visits
        assert label(found[visits]) == number(mean) and kind in found[visits].get("class").split()


def test_the_path_is_ink_what_is_new_dashed_and_the_rollout_has_the_color_of_chance():
    root, leaf = grown()
    walked = parsed(draw_mcts(root, path=leaf.parent, phase="select"))
    assert [e.get("stroke") for e in by_class(walked, "edge") if e.get("stroke-width") == "6"] == [
        INK
    ]
    assert shape(by_visits(walked)["5"]).get("stroke-width") == "5"
    assert not by_class(walked, "rollout") and len(by_class(walked, "leaf")) == 1
    new = parsed(draw_mcts(root, path=leaf, phase="expand"))
    assert shape(by_visits(new)["1"]).get("stroke") == INK
    assert shape(by_visits(new)["1"]).get("stroke-dasharray") == "8 5"
    assert len(by_class(new, "leaf")) == 1, "no payoff before the rollout"
    played = parsed(draw_mcts(root, path=leaf, phase="rollout", value=-1))
    payoff = by_class(played, "leaf")[-1]
    assert label(payoff) == "-1" and shape(payoff).get("fill") == GREEN.tint
    assert by_class(played, "rollout")[0].get("stroke") == GREEN.line
    assert not by_class(played, "backup")
    back = parsed(draw_mcts(root, path=leaf, phase="backpropagate", value=-1))
    assert len(by_class(back, "backup")) == 2, "one arrow for each edge up to the root"
    for arrow in by_class(back, "backup"):
        tip, *rest = points(arrow)
        assert tip[1] < min(y for _, y in rest), "arrows point up"


# --- boards ----------------------------------------------------------------------------------


def test_the_last_move_is_framed_in_ink_and_the_color_of_now():
    game = TicTacToe()
    root = parsed(draw_board(game, after(game, 4, 0), last=0))
    (frame,) = by_class(root, "last")
    flat = list(root.iter())
    inner = flat[flat.index(frame) + 1]
    assert (frame.get("stroke"), inner.get("stroke")) == (INK, colors.NOW.tint)


def test_the_mover_of_a_maze_is_ringed_and_his_trail_comes_from_behind():
    game = Pacman(MAZE)
    root = parsed(draw_board(game, after(game, "East"), last="East"))
    (trail,), (ring,) = by_class(root, "last"), by_class(root, "mover")
    assert float(trail.get("x1")) < float(trail.get("x2"))
    ghost = float(ring.get("cx")), float(ring.get("cy"))
    body = points(by_class(root, "ghost")[0])
    assert min(x for x, _ in body) < ghost[0] < max(x for x, _ in body)


def test_values_of_moves_mark_the_best_one_for_the_side_that_moves():
    game = Pacman(MAZE)
    for state, best in ((game.initial_state(), "4"), (after(game, "Stop"), "-2")):
        legal = game.actions(state)
        values = dict(zip(legal, (4, -2), strict=False))
        plates = [
            (g.find(NS + "rect").get("stroke-width"), g.find(NS + "text").text)
            for g in by_class(parsed(draw_board(game, state, values=values)), "legal")
        ]
        assert [text for width, text in plates if width == "4"] == [best], plates


def test_several_values_on_one_square_keep_the_movers_best():
    game = PentagoTwist()
    means = {(0, 0, "rotate"): -0.5, (0, 1, "flip"): 0.25}
    for state, best in ((game.initial_state(), "0.25"), (after(game, (7, 0, "flip")), "-0.5")):
        root = parsed(draw_board(game, state, values=means))
        assert by_class(root, "value")[0].text == best


def test_large_payoffs_share_one_scale():
    root, _ = grown()
    for node in (root, *root.children.values()):
        node.total *= 40
    found = by_visits(parsed(draw_mcts(root)))
    assert shape(found["5"]).get("fill") == colors.diverging(32, 32)
    assert shape(found["3"]).get("fill") == colors.diverging(-20, 32)


def test_the_levels_of_a_search_count_nodes_cuts_and_values():
    said = words(parsed(kinds()["tree_levels"]))
    assert said[-10:] == ["1 MIN", "3", "2", "2", "3", "2", "7", "0", "2", "14"]
