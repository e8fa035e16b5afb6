"""A report fits on half a screen: twelve lines, one picture, everything to work it out by hand."""

import re
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest

import check
from check import messages
from check.catalogue import catalogue, hint, right_solution
from check.examine import _what, _where
from check.nodes import handmade, nodes, tree_game
from check.report import MOST_LINES, MOST_TEXT, capped
from check.runner import Answer, Case
from check.trees import contrast_lines
from lib.draw import draw_mcts
from tools.mutants import exercise_of
from tools.strangers import strangers

ONE_OF_EACH = [next(strangers(name)) for name in check.EXERCISES]


def words(report):
    """What somebody reads: no markup, no picture."""
    return re.sub(r"<[^>]+>", " ", re.sub("<svg.*?</svg>", "", report._repr_html_(), flags=re.S))


def assert_short(report, name=""):
    """At most twelve lines and one picture, in text, in a notebook and on the feedback page."""
    assert report.status == "wrong", name
    for text in (str(report), words(report)):
        assert len(text) <= MOST_TEXT, name
    assert str(report).count("\n") < MOST_LINES, name
    page = report._repr_html_()
    blocks = re.sub("<svg.*?</svg>", "", page, flags=re.S)
    assert _lines(blocks) <= MOST_LINES, (name, blocks)
    assert page.count("<svg") <= 1 and report.body().count("<svg") <= 1, name
    assert "`" not in words(report) and "0x" not in words(report), (name, words(report))


def _lines(page):
    """The lines of a page without its picture: paragraphs, lines of code, and breaks."""
    text = re.sub(r"<br>|</p>|</div>|</pre>", "\n", page)
    text = re.sub(r"<[^>]+>", "", text)
    return len([line for line in text.split("\n") if line.strip()])


@pytest.mark.parametrize("stranger", ONE_OF_EACH, ids=lambda one: one.exercise)
def test_a_report_is_short(stranger):
    assert_short(stranger.report())


def wrong(exercise, name):
    return next(entry.wrong for entry in catalogue(exercise) if entry.name == name)


@pytest.mark.parametrize("exercise", ["minimax", "alphabeta", "expectimax", "best_actions"])
def test_expected_and_got_stand_beside_the_node(exercise):
    report = getattr(check, exercise)(wrong(exercise, "everybody maximizes"))
    picture = str(report.counterexample.picture)
    assert ">expected " in picture and ">got " in picture
    assert "[[" not in words(report)


def test_evaluations_of_cut_off_states_are_shown():
    def blind(game, state, rounds, evaluate):
        return 0, None

    for seed in range(4):
        report = check.minimax(wrong("minimax", "one move too many"), seed=seed)
        assert "e(s)" in str(report.counterexample.picture)


def test_backpropagate_marks_the_node_and_names_its_numbers():
    report = check.backpropagate(wrong("backpropagate", "turned with every move"))
    picture = str(report.counterexample.picture)
    assert ">expected total " in picture and ">got " in picture
    assert "visits, total" in report.message and report.message.count("visits") <= 2


def test_a_backpropagate_that_raises_needs_no_expected_and_got():
    def raises(node, value):
        raise ValueError("no")

    picture = str(check.backpropagate(raises).counterexample.picture)
    assert ">n=27<" in picture and "expected" not in picture and ">got" not in picture


@pytest.mark.parametrize("direction", ["down", "right"])
def test_lines_beside_a_node_do_not_stand_over_its_visits(direction):
    root = handmade(tree_game(Random(3), "one opponent", (1, -1), 2), 5, 1.4, 4, partly=0)
    for node in nodes(root).values():
        lines = {node: contrast_lines("visits 28", "27")}
        picture = str(draw_mcts(root, max_depth=4, direction=direction, beside=lines))
        found = ElementTree.fromstring(picture).iterfind(".//{*}text")
        words = [one for one in found if one.get("class").split()[0] in ("caption", "beside")]
        assert {f"n={node.visits}", "expected visits 28", "got 27"} <= {one.text for one in words}
        spots = [(float(one.get("x")), float(one.get("y"))) for one in words]
        for (x, y), (other, high) in combinations(spots, 2):
            assert abs(x - other) >= 60 or abs(y - high) >= 20


def test_the_line_that_the_mistake_points_to_is_lit():
    stranger = next(one for one in strangers("backpropagate") if one.number == 1)
    code = stranger.report().told.code
    assert [line.strip() for line, here in code if here] == ["value = -value"]


def test_how_many_entries_a_log_has_is_told():
    report = check.parse_log(wrong("parse_log", "only the first entry"))
    assert "it returned 1 entry; the right answer is 2 entries" in report.message


@pytest.mark.parametrize("name", check.EXERCISES)
def test_hint_4_alone_in_an_empty_notebook_passes(name):
    space = {"__name__": "__main__"}
    exec(compile(hint(name, 4), "<cell>", "exec"), space)
    report = getattr(check, name)(space[name])
    assert report.passed, str(report)


@pytest.mark.parametrize(
    ("exercise", "name", "where"),
    [
        ("rollout", "always the first action", "got 100%"),
        ("mcts", "everybody plays for MAX", "got action"),
        ("mcts", "half of c", "visits"),
        ("mcts", "the final move has the best mean", "(got)"),
        ("mcts", "one iteration too few", ">got"),
    ],
)
def test_rollout_and_mcts_are_drawn_with_expected_and_got(exercise, name, where):
    mistake = next(one for one in check.catalogue(exercise) if one.name == name)
    picture = str(getattr(check, exercise)(mistake.wrong).counterexample.picture)
    assert "expected" in picture and where in picture


def test_a_number_in_place_of_a_pair_is_told_in_words_at_its_node():
    def value_only(game, state, rounds, evaluate):
        return right_solution("alphabeta")(game, state, rounds, evaluate)[0]

    for name in ("minimax", "alphabeta"):
        picture = str(getattr(check, name)(value_only).counterexample.picture)
        assert "expected a pair" in picture and "got a number" in picture


def test_points_and_food_left_are_told_as_one_mistake():
    report = check.evaluate_pacman(lambda game, state: game.score(state) - 3 * len(state.food))
    assert report.names == ("nothing but the score and the food left",)
    assert report.message.count("nothing else") == 1


def test_two_long_answers_are_not_told_in_one_sentence():
    exercise, case = exercise_of("ucb1"), Case((), "total 1")

    def what(want, got):
        return _what(exercise, case, want, got, Answer("value", 3), None)

    assert what("2", "3") == messages.WRONG_ANSWER.format(case="total 1", got="3", expected="2")
    assert what("2" * 150, "3" * 100) == messages.LONG_ANSWERS.format(case="total 1")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("abc", messages.NOWHERE_RIGHT),
        ("bc", messages.RIGHT_SO_FAR.format(groups="a")),
        ("c", messages.RIGHT_EXCEPT_FOR.format(groups="c")),
    ],
)
def test_the_shorter_list_of_kinds_is_told(wrong, said):
    cases = [Case((), "", group) for group in "aabbcc"]
    right = [case.group not in wrong or i % 2 == 1 for i, case in enumerate(cases)]
    assert _where(cases, right) == said


def test_of_a_text_that_is_too_long_the_end_is_kept():
    rows = [f"row {i}" for i in range(30)]
    assert capped("\n".join(rows), 6).split("\n") == [*rows[:3], "...", *rows[-2:]]
    assert capped("\n".join(rows[:6]), 6) == "\n".join(rows[:6])
