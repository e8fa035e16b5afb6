"""MCTS trees and UCB1 bars: the numbers are the tree's, the phases differ in more than color."""

from math import log, sqrt
from random import Random

import pytest

from lib.draw import draw_bars, draw_mcts, draw_table, draw_ucb, draw_visits
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.logs import read_log
from lib.search.mcts import Node, iterate, mcts
from lib.search.rollouts import random_rollout
from tests.draw.audit import NS, audit, audit_tree, box, by_class, shape_of, words

PHASES = ("select", "expand", "rollout", "backpropagate")


def grown(game, iterations, seed=0):
    """A root after so many iterations, and the leaf of the last one."""
    rng, root, leaf = Random(seed), Node(game, game.initial_state()), None
    for _ in range(iterations):
        leaf = iterate(game, root, sqrt(2), rng, random_rollout)
    return root, leaf


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Othello(6), PentagoTwist()], ids=repr)
@pytest.mark.parametrize("iterations", [1, 9, 150])
def test_mcts_trees_are_readable(game, iterations):
    root, leaf = grown(game, iterations)
    audit_tree(draw_mcts(root))
    audit_tree(draw_mcts(root, max_depth=1, max_children=7))
    for phase in PHASES:
        audit_tree(draw_mcts(root, path=leaf, phase=phase, value=-1))


def test_children_stand_in_the_order_of_their_actions_and_the_root_has_a_name():
    root, _ = grown(TicTacToe(), 60, seed=3)
    assert [*root.children] != sorted(root.children)  # the order in which they were tried
    picture = draw_mcts(root, max_depth=1, max_children=9)
    moves = by_class(audit_tree(picture), "move")
    places = {float(move.get("x")): move.text for move in moves}
    assert [places[x] for x in sorted(places)] == [str(square) for square in range(9)]
    assert "<title>the root: 60 visits" in picture and "None" not in picture
    root.children[4].action = "pass"  # actions that cannot be compared have an order, too
    assert draw_mcts(root, max_depth=1) == draw_mcts(root, max_depth=1)


def test_a_fresh_root_can_be_drawn():
    game = TicTacToe()
    assert "?" in words(audit_tree(draw_mcts(Node(game, game.initial_state()))))


def test_visits_are_size_and_means_are_numbers():
    root = mcts(TicTacToe(), TicTacToe().initial_state(), iterations=400)
    picture = audit_tree(draw_mcts(root, max_depth=1, max_children=9))
    nodes = [n for n in by_class(picture, "node") if n.get("data-visits")]
    visits = [int(n.get("data-visits")) for n in nodes]
    assert sorted(visits[1:]) == sorted(c.visits for c in root.children.values())
    radii = [box(shape_of(n))[2] - box(shape_of(n))[0] for n in nodes]
    order = sorted(range(len(nodes)), key=lambda i: visits[i])
    assert [radii[i] for i in order] == sorted(radii) and radii[0] == max(radii)
    for child in root.children.values():
        assert f"n={child.visits}" in words(picture)
    labels = [by_class(n, "label")[0].text.replace("\N{MINUS SIGN}", "-") for n in nodes[1:]]
    means = sorted(map(float, labels))
    assert means == pytest.approx(sorted(c.mean for c in root.children.values()), abs=0.0051)


def test_the_most_visited_children_are_kept_and_the_rest_counted():
    root = mcts(TicTacToe(), TicTacToe().initial_state(), iterations=400)
    picture = audit_tree(draw_mcts(root, max_depth=1, max_children=3))
    nodes = [n for n in by_class(picture, "node") if n.get("data-visits")]
    shown = sorted(int(n.get("data-visits")) for n in nodes)[:-1]
    assert shown == sorted(c.visits for c in root.children.values())[-3:]
    assert "+6" in words(picture)


def test_the_path_is_drawn_even_where_the_tree_is_folded():
    root, leaf = grown(ConnectFour(), 300, 4)
    depth = 0
    node = leaf
    while node.parent is not None:
        node, depth = node.parent, depth + 1
    picture = audit_tree(draw_mcts(root, path=leaf, max_depth=1, max_children=1))
    thick = [e for e in by_class(picture, "edge") if float(e.get("stroke-width")) > 5]
    assert depth >= 2 and len(thick) == depth


def test_the_four_phases_differ_without_color():
    root, leaf = grown(TicTacToe(), 40)
    seen = set()
    for phase in PHASES:
        picture = audit_tree(draw_mcts(root, path=leaf, phase=phase, value=1))
        dashed = [c for c in by_class(picture, "shape") if c.get("stroke-dasharray") == "8 5"]
        seen.add(
            (bool(dashed), bool(by_class(picture, "rollout")), bool(by_class(picture, "backup")))
        )
        bold = [t.text for t in picture.iter(NS + "text") if t.get("font-weight") == "bold"]
        assert bold[0] == f"{PHASES.index(phase) + 1} {phase}" and set(bold[1:]) <= {"MAX", "MIN"}
    assert len(seen) == 4


def test_a_tree_of_few_leaves_is_lower_to_the_right():
    root, leaf = grown(TreeGame([[1, -1], [0, 0.5]]), 10)
    look = {"path": leaf, "phase": "backpropagate", "value": 1}
    down, right = (draw_mcts(root, **look, direction=way) for way in ("down", "right"))
    audit_tree(right)
    assert right.height < 0.75 * down.height and draw_mcts(root, **look) == down


def test_ucb_bars_show_the_hand_calculation():
    rows = [("North", -10, 1), ("East", 3, 1), ("South", -18, 6), ("Stop", -12.5, 2)]
    picture = draw_ucb(rows, 2)
    root = audit(picture)
    for label, total, visits in rows:
        mean, bonus = total / visits, 2 * sqrt(log(10) / visits)
        expected = [round(x, 2) for x in (mean, bonus, mean + bonus)]
        line = next(w for w in words(root) if w.startswith(f"{expected[0]:g} + "))
        found = [float(x) for x in line.replace("+", " ").replace("=", " ").split()]
        assert found == pytest.approx(expected), label
    assert "3 + 3.03 = 6.03" in words(root), "3/1 + 2 * sqrt(ln 10 / 1)"
    assert "Chosen: East" in root.find(NS + "desc").text
    pointer = box(by_class(root, "chosen")[0])
    east = next(t for t in root.iter(NS + "text") if t.text == "East")
    assert abs((pointer[1] + pointer[3]) / 2 - float(east.get("y"))) < 10


def test_ucb_bars_are_as_long_as_their_numbers():
    root = audit(draw_ucb([("a", -10, 1), ("b", 6, 2)], 2, parent_visits=10))
    means = [box(e) for e in by_class(root, "mean")]
    bonuses = [box(e) for e in by_class(root, "bonus")]
    zero = next(box(e)[0] for e in root.iter(NS + "line") if e.get("stroke-width") == "2")
    scale = (zero - means[0][0]) / 10
    assert means[0][2] == pytest.approx(zero, abs=0.1), "a negative mean lies left of zero"
    assert means[1][0] == pytest.approx(zero, abs=0.1)
    assert (means[1][2] - zero) / scale == pytest.approx(3, abs=0.02)
    assert bonuses[0][0] == pytest.approx(means[0][0], abs=0.1), "the bonus starts at the mean"
    assert bonuses[1][0] == pytest.approx(means[1][2], abs=0.1)
    length = (bonuses[1][2] - bonuses[1][0]) / scale
    assert length == pytest.approx(2 * sqrt(log(10) / 2), abs=0.02)


def test_ucb_sees_with_the_eyes_of_the_chooser():
    rows = [("good for MAX", 5, 5), ("good for MIN", -5, 5)]
    assert "Chosen: good for MAX" in draw_ucb(rows)
    assert "Chosen: good for MIN" in draw_ucb(rows, side=-1)
    assert {"1 + 0.96 = 1.96", "-1 + 0.96 = -0.04"} <= set(words(audit(draw_ucb(rows, side=-1))))
    game = TicTacToe()
    root = mcts(game, game.result(game.initial_state(), 4), iterations=200)
    picture = draw_ucb(root)
    audit(picture)
    best = max(
        root.children.values(),
        key=lambda n: -n.total / n.visits + sqrt(2) * sqrt(log(root.visits) / n.visits),
    )
    assert f"Chosen: {best.action}" in picture and "as MIN sees it" in picture


@pytest.mark.parametrize("name", ["normal_mcts", "one_depth_mcts"])
def test_every_entry_of_the_root_logs_can_be_drawn(name):
    for entry in read_log(name):
        picture = draw_ucb(entry, 2)
        audit(picture)
        assert f"Chosen: {entry.best_action_sim}." in picture


def test_nodes_and_rows_give_the_same_bars():
    game = TicTacToe()
    root = mcts(game, game.initial_state(), iterations=50)
    rows = [(c.action, c.total, c.visits) for c in root.children.values()]
    assert draw_ucb(root) == draw_ucb(root.children.values()) == draw_ucb(rows)


def test_an_unvisited_child_goes_first():
    picture = draw_ucb([("a", 100, 1), ("b", 0, 0)])
    audit(picture)
    assert "Chosen: b" in picture and "∞" in picture


@pytest.mark.parametrize("c", [0, 0.001, 2, 1e6])
def test_bars_are_readable(c):
    rows = [("x", 1e6, 3), ("a long name that does not end soon", -0.001, 1), ("y", 12.345678, 7)]
    audit(draw_ucb(rows, c))
    audit(draw_bars({label: value for label, value, _ in rows}, chosen="x", title="Bars"))
    audit(draw_bars([("only", 0)]))
    audit(draw_bars({"minus": -3, "more": -4}))


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: draw_mcts("root"), "the Node that mcts returned"),
        (lambda: draw_mcts(grown(TicTacToe(), 5)[0], phase="dream"), "phase must be one of"),
        (lambda: draw_mcts(grown(TicTacToe(), 5)[0], max_children=0), "at least 1"),
        (
            lambda: draw_mcts(grown(TicTacToe(), 5)[0], path=grown(TicTacToe(), 5)[1]),
            "must lead to the root",
        ),
        (lambda: draw_mcts(grown(TicTacToe(), 5)[0], max_depth="a"), "max_depth must be a whole"),
        (lambda: draw_mcts(grown(TicTacToe(), 5)[0], path=5), "must lead to the root"),
        (lambda: draw_mcts(grown(TicTacToe(), 5)[0], path="ab"), "must lead to the root"),
        (lambda: draw_bars({}), "nothing to draw"),
        (lambda: draw_bars({"a": float("nan")}), "finite number"),
        (lambda: draw_bars([1, 2]), r"a bar is \(label, value\), got 1"),
        (lambda: draw_bars(5), "bars are a dict"),
        (lambda: draw_bars({"a": 10**400}), "finite number"),
        (lambda: draw_ucb([]), "at least one child"),
        (lambda: draw_ucb(5), "an MCTS node, or"),
        (lambda: draw_ucb([("a", 1)]), r"a child is \(label, total, visits\)"),
        (lambda: draw_ucb([("a", "x", 1)]), "finite total"),
        (lambda: draw_ucb([("a", 1, 2)], c="x"), "c and parent_visits are numbers"),
        (lambda: draw_ucb([("a", 1, 2)], side=7), "MAX or MIN chooses, got side 7"),
        (lambda: draw_ucb([("a", float("inf"), 2)]), "finite total"),
        (lambda: draw_ucb([("a", 1, -2)]), "visits >= 0"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_a_path_may_be_a_list_of_nodes_but_leaves_none_out():
    root, leaf = grown(TicTacToe(), 40)
    line = [leaf]
    while line[0] is not root:
        line.insert(0, line[0].parent)
    assert len(line) > 2 and draw_mcts(root, path=line) == draw_mcts(root, path=leaf)
    with pytest.raises(ValueError, match="is no child of"):
        draw_mcts(root, path=[root, *line[2:]])


def test_a_long_legend_is_set_in_several_lines():
    audit_tree(draw_mcts(grown(TicTacToe(), 9)[0], legend="a long story of numbers " * 12))


def test_logarithmic_bars_grow_by_factors():
    root = audit(draw_bars({"a": 10, "b": 1000, "c": 1}, log=True))
    a, b, c = ((e[2] - e[0]) for e in map(box, by_class(root, "bar")))
    assert b == pytest.approx(3 * a, rel=0.02) and c == pytest.approx(0, abs=2)
    assert {"1", "10", "100", "1,000"} <= set(words(root))
    with pytest.raises(ValueError, match="1 or more"):
        draw_bars({"a": 0.5}, log=True)


def test_the_bar_of_visits_has_a_part_for_each_child():
    root = mcts(TicTacToe(), TicTacToe().initial_state(), iterations=200)
    parts = by_class(audit(draw_visits(root)), "visits")
    wide = [float(part.get("width")) for part in parts]
    visits = [child.visits for child in root.children.values()]
    assert [w / wide[0] for w in wide] == pytest.approx([v / visits[0] for v in visits], rel=0.01)
    with pytest.raises(ValueError, match="at least one child"):
        draw_visits(Node(TicTacToe(), TicTacToe().initial_state()))


def test_a_table_is_white_in_the_middle_and_full_at_its_reach():
    look = {"names": ("row", "column"), "ends": ("less", "more"), "middle": 20, "reach": 20}
    values = {(0, 0): 20, (0, 5): 40, (5, 0): 95, (5, 5): 5}
    root = audit(draw_table(values, **look))
    fills = [e.get("fill") for e in by_class(root, "heat")]
    assert fills[0] == "#FFFFFF" and fills[1] == fills[2] != fills[3]
    assert {"less", "more", "95", "40", "down: row; across: column"} <= set(words(root))
    for bad in ({}, {3: 4}, [1, 2]):
        with pytest.raises(ValueError, match=r"table|dict"):
            draw_table(bad, **look)


def test_large_numbers_at_bars_stand_in_groups_of_three():
    picture = str(draw_bars({"a": 18297, "b": -1234.5, "c": 999, "d": 0.25, "e": 120_000}))
    for said in (">18,297<", ">-1,234.5<", ">999<", ">0.25<", ">1.2e5<"):
        assert said in picture.replace("−", "-"), said
