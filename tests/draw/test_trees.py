"""Search trees: every node there, apart, labeled, inside; cuts, steps, folds, summaries."""

import math
import random

import pytest

from lib.draw import draw_levels, draw_tree
from lib.game import CHANCE, MAX, MIN
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta, expectimax, minimax
from lib.trace import Trace, record
from tests.draw.audit import NS, audit, audit_tree, by_class, words

NUMBERS = (-12.345678, 1e6, -1e6, 0.001, 1 / 3, 99999, -0.5, 7, 0, 123456.789)
BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # Russell and Norvig's tree


def traced(search, game, state=None, **options):
    with record() as trace:
        search(game, game.initial_state() if state is None else state, **options)
    return trace


def odd_tree(seed):
    """A ragged tree with 1 to 6 children a node, up to 6 levels, about 80 nodes at most."""
    rng = random.Random(seed)
    left = 80

    def grow(levels):
        nonlocal left
        left -= 1
        if levels == 0 or left < 0 or (levels < 6 and rng.random() < 0.25):
            return rng.choice(NUMBERS)
        return [grow(levels - 1) for _ in range(rng.randint(1, 6))]

    return [grow(rng.randint(0, 5)) for _ in range(rng.randint(1, 6))]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_random_trees_are_readable(seed, search):
    game = TreeGame(odd_tree(seed))
    trace = traced(search, game)
    root = audit_tree(draw_tree(trace))
    drawn = {int(n.get("data-call")) for n in by_class(root, "node") if n.get("data-call")}
    assert drawn == set(range(len(trace.calls)))
    audit_tree(draw_tree(game))
    audit_tree(draw_tree(trace, step=random.Random(seed).randint(0, len(trace.events))))


@pytest.mark.parametrize(
    "branching, depth", [(b, d) for b in range(1, 7) for d in range(1, 7) if b**d <= 130]
)
def test_uniform_trees_are_readable(branching, depth):
    game = TreeGame.random(1, branching, depth, values=(-99, 99))
    for direction in ("down", "right", "phone"):
        audit_tree(draw_tree(traced(alphabeta, game), direction=direction))
    root = audit_tree(draw_tree(game))
    assert len(by_class(root, "leaf")) == branching**depth


def test_a_node_has_the_shape_of_its_side():
    game = TreeGame([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], sides=(MAX, CHANCE, MIN))
    root = audit_tree(draw_tree(traced(expectimax, game)))
    kinds = {name: by_class(root, name) for name in ("max", "chance", "min", "leaf")}
    assert [len(kinds[k]) for k in kinds] == [1, 2, 4, 8]
    assert kinds["max"][0].find(NS + "polygon") is not None
    assert kinds["chance"][0].find(NS + "circle") is not None
    assert kinds["leaf"][0].find(NS + "rect") is not None
    up = kinds["max"][0].find(NS + "polygon").get("points").split()
    down = kinds["min"][0].find(NS + "polygon").get("points").split()
    heights = [[float(p.split(",")[1]) for p in corners] for corners in (up, down)]
    assert heights[0].count(min(heights[0])) == 1 and heights[1].count(max(heights[1])) == 1
    assert any("0.5" in w for w in words(root)), "the chances stand beside the edges"


def test_exact_chances_are_not_rounded():
    chances = {(): (0.125, 0.125, 0.75)}
    said = words(audit_tree(draw_tree(TreeGame([9, 6, 6], (CHANCE,), chances))))
    assert [w for w in said if ": 0." in w] == ["0: 0.125", "1: 0.125", "2: 0.75"]
    thirds = words(audit_tree(draw_tree(TreeGame([1, 2, 3], (CHANCE,)))))
    assert [w for w in thirds if ": 0." in w] == ["0: 0.33", "1: 0.33", "2: 0.33"]


def test_alpha_beta_shows_values_windows_cuts_and_their_reasons():
    trace = traced(alphabeta, TreeGame(BOOK))
    picture = draw_tree(trace)
    root = audit_tree(picture)
    said = words(root)
    for value in ("3", "12", "8", "2", "14", "5"):
        assert value in said
    for text in ("α 3", "α −∞", "β ∞", "β 3", "β 2"):
        assert text in said
    assert len(by_class(root, "slashes")) == 2, "two leaves were cut off"
    cut = next(call.cut for call in trace.calls if call.cut)
    assert f"(1) {cut}" in root.find(NS + "desc").text
    assert "window [3, 2]" in str(picture)
    assert not by_class(audit_tree(draw_tree(trace, windows=False)), "window")


def test_the_chosen_line_is_thick_and_only_it():
    root = audit_tree(draw_tree(traced(minimax, TreeGame(BOOK))))
    edges = by_class(root, "edge")
    thick = [e for e in edges if float(e.get("stroke-width")) > 5]
    assert len(edges) == 12 and len(thick) == 2


def test_steps_dim_what_is_not_visited_and_ring_the_current_node():
    trace = traced(alphabeta, TreeGame(BOOK))
    frames = [draw_tree(trace, step=step) for step in range(len(trace.events) + 1)]
    assert len(frames) == len(trace.events) + 1
    assert len({(f.width, f.height) for f in frames}) == 1, "nothing moves from step to step"
    entered = set()
    for step, frame in enumerate(frames):
        root = audit_tree(frame)
        if step:
            _, index = trace.events[step - 1]
            entered.add(index)
            ringed = [n for n in by_class(root, "node") if by_class(n, "ring")]
            assert [n.get("data-call") for n in ringed] == [str(index)]
        shown = {int(n.get("data-call")): n for n in by_class(root, "node") if n.get("data-call")}
        assert set(shown) == entered
        assert frame == draw_tree(trace, step=step)
    assert by_class(audit_tree(frames[-1]), "slashes")


def test_an_open_node_shows_what_is_known_so_far():
    trace = traced(alphabeta, TreeGame(BOOK))
    step = trace.events.index(("leave", 1)) + 1
    root = audit_tree(draw_tree(trace, step=step))
    node = next(n for n in by_class(root, "node") if n.get("data-call") == "0")
    assert [t.text for t in node.iter(NS + "text")] == ["≥3"]
    first = by_class(root, "window")[0]
    assert [t.text for t in first.iter(NS + "text")] == ["α 3", "β ∞"]


def test_a_future_cut_is_not_betrayed():
    trace = traced(alphabeta, TreeGame(BOOK))
    picture = draw_tree(trace, step=3)
    root = audit_tree(picture)
    assert not by_class(root, "slashes") and "cannot matter" not in picture
    leaves = [next(n.iter(NS + "text")).text for n in by_class(root, "leaf")]
    assert leaves == ["3", "12", "8", "2", "4", "6", "14", "5", "2"], "cut leaves look like others"


def test_a_branch_skipped_without_a_reason_is_not_crossed_out():
    trace = traced(minimax, TreeGame(BOOK))
    trace.calls[1].skipped, trace.calls[1].children = (2,), trace.calls[1].children[:2]
    root = audit_tree(draw_tree(trace))
    empty = [n for n in by_class(root, "leaf") if n.find(NS + "title").text == "never entered"]
    assert len(empty) == 1 and not by_class(root, "slashes")


def test_wide_nodes_fold_and_expand():
    game = TreeGame([[i, -i] for i in range(20)])
    trace = traced(minimax, game)
    folded = audit_tree(draw_tree(trace, fold=6))
    assert "… 15 more" in words(folded)
    assert len([n for n in by_class(folded, "node") if n.get("data-call")]) == 1 + 5 * 3
    whole = audit_tree(draw_tree(trace, fold=6, expand=[0]))
    assert len([n for n in by_class(whole, "node") if n.get("data-call")]) == 61
    kept = audit_tree(draw_tree(trace, fold=3, highlight=[(19, 1)]))
    assert {n.get("data-call") for n in by_class(kept, "node")} >= {"0", "58", "60"}


def test_the_best_child_survives_folding():
    trace = traced(minimax, TreeGame([[0]] * 15 + [[9]] + [[0]] * 4))
    root = audit_tree(draw_tree(trace, fold=4))
    assert "15" in words(root) and "9" in words(root)


def test_deep_nodes_fold_at_a_depth_and_a_part_can_be_drawn():
    trace = traced(minimax, TreeGame.random(2, 2, 5))
    root = audit_tree(draw_tree(trace, depth=2))
    assert len(by_class(root, "more")) == 4
    part = audit_tree(draw_tree(trace, root=(0, 1)))
    assert len([n for n in by_class(part, "node") if n.get("data-call")]) == 15


def test_a_search_inside_a_fold_rings_the_fold():
    trace = traced(minimax, TreeGame([[i, -i] for i in range(20)]))
    step = 1 + trace.events.index(("enter", 50))
    root = audit_tree(draw_tree(trace, fold=6, step=step))
    assert [n.get("class") for n in by_class(root, "node") if by_class(n, "ring")] == ["node more"]


def test_a_huge_trace_becomes_a_summary_per_level():
    game = TicTacToe()
    state = game.parse("X . O\n. . .\n. . .")
    trace = traced(alphabeta, game, state)
    picture = draw_tree(trace)
    said = words(audit(picture))
    assert any("too many to draw" in w for w in said) and any("depth=2" in w for w in said)
    levels = {}
    for call in trace.calls:
        levels[call.index] = 0 if call.parent is None else levels[call.parent] + 1
    for level in range(8):
        assert f"{list(levels.values()).count(level):,}" in said
    skipped = sum(len(c.skipped) for c in trace.calls if levels[c.index] == 1)
    assert f"{skipped:,}" in said
    assert draw_levels(trace).height == picture.height
    audit_tree(draw_tree(trace, depth=1))


def test_a_real_game_is_readable():
    game = TicTacToe()
    state = game.parse("X O X\nO X O\n. . .")
    for search in (minimax, alphabeta):
        audit_tree(draw_tree(traced(search, game, state)))


def test_a_tree_that_nobody_searched_has_no_values_to_tell():
    assert "None" not in draw_tree(TreeGame([[1, 2], [3, 4]]))


def test_nested_lists_are_a_tree_too():
    assert draw_tree(BOOK) == draw_tree(TreeGame(BOOK))
    with pytest.raises(ValueError, match="empty"):
        draw_tree([])


def test_several_searches_in_one_trace_draw_the_one_that_runs():
    game = TreeGame(BOOK)
    with record() as trace:
        for depth in (1, 2):
            minimax(game, (), depth=depth)
    last = audit_tree(draw_tree(trace))
    assert len(by_class(last, "node")) == 13
    assert len(by_class(audit_tree(draw_tree(trace, step=4)), "node")) == 4


def test_a_search_that_failed_can_still_be_drawn():
    game = TreeGame(BOOK)
    with record() as trace, pytest.raises(RuntimeError):
        minimax(game, (), depth=1, evaluate=broken_evaluate)
    assert "?" in words(audit_tree(draw_tree(trace)))


def broken_evaluate(game, state):
    raise RuntimeError("oops")


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: draw_tree(Trace()), "the trace is empty"),
        (lambda: draw_levels(Trace()), "the trace is empty"),
        (lambda: draw_tree(42), "a Trace or a TreeGame"),
        (lambda: draw_tree(TreeGame(BOOK), step=3), "only a trace has steps"),
        (lambda: draw_tree(traced(minimax, TreeGame(BOOK)), step=99), "from 0 to 26"),
        (lambda: draw_tree(traced(minimax, TreeGame(BOOK)), step=-1), "from 0 to 26"),
        (lambda: draw_tree(TreeGame(BOOK), highlight=[(9, 9)]), "no node"),
        (lambda: draw_tree(TreeGame(BOOK), root=99), "no node 99"),
        (lambda: draw_tree(TreeGame(BOOK), direction="up"), "direction"),
        (lambda: draw_tree(TreeGame(BOOK), fold=0), "fold"),
        (lambda: draw_tree(TreeGame(BOOK), fold="all"), "fold must be a whole number"),
        (lambda: draw_tree(TreeGame(BOOK), depth=1.5), "depth must be a whole number"),
        (lambda: draw_tree(TreeGame(BOOK), max_nodes=0), "max_nodes must be a whole number"),
        (lambda: draw_tree(TreeGame(BOOK), highlight=5), "highlight: a list of nodes"),
        (lambda: draw_tree(TreeGame(BOOK), expand="all"), "expand: a list of nodes"),
        (lambda: draw_tree(TreeGame(BOOK), depth=-1), "depth"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_infinite_and_odd_values_have_labels():
    trace = traced(minimax, TreeGame(BOOK))
    trace.calls[1].value, trace.calls[2].value, trace.calls[5].value = math.inf, math.nan, "text"
    assert {"∞", "NaN", "text"} <= set(words(audit_tree(draw_tree(trace))))


class Phrases(TreeGame):
    """A tree whose actions are long words of many scripts."""

    NAMES = ("gehe über die Brücke", "日本語の手", "→ <b>&amp;", "a" * 60)

    def actions(self, state):
        return self.NAMES[: len(super().actions(state))]

    def result(self, state, action):
        return (*state, self.NAMES.index(action))


@pytest.mark.filterwarnings("ignore:Glyph")  # the font of the audit has no Japanese
@pytest.mark.parametrize("direction", ["down", "right", "phone"])
def test_long_and_foreign_action_names_keep_apart(direction):
    trace = traced(minimax, Phrases([[1, 2, 3, 4]] * 4))
    audit_tree(draw_tree(trace, direction=direction))


def test_a_value_that_is_a_story_is_shortened():
    trace = traced(minimax, TreeGame(BOOK))
    trace.calls[1].value = "once upon a time " * 20
    assert audit_tree(draw_tree(trace)) and draw_tree(trace).width < 1800


def test_any_title():
    assert draw_tree(TreeGame(BOOK), title=5).title == "5"


def test_a_tree_wider_than_the_page_is_laid_on_its_side_and_a_phone_has_390_pixels():
    wide = traced(minimax, TreeGame([list(range(6)) for _ in range(3)]))
    assert draw_tree(wide, direction="down").width > 1000 > draw_tree(wide).width
    small = traced(alphabeta, TreeGame(BOOK))
    assert draw_tree(small).width <= 1000
    phone = audit_tree(draw_tree(small, direction="phone", step=16))
    assert phone.get("width") == "390"
    rows = {shape.get("y") for n in by_class(phone, "leaf") for shape in n.iter(NS + "rect")}
    assert len(rows) == 3, "one row for each MIN node"
