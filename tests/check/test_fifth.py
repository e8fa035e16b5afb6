"""The fifth blind test, what changed after it, and what is said about faults that nobody knows."""

import pytest

import check
from check.catalogue import catalogue, right_solution
from check.pointing import lines_of, source_of
from tools.strangers import ALL, SETS, strangers, unknown, verdict


def fifth(exercise, number):
    return [*strangers(exercise, folder=SETS["fifth"])][number - 1]


def test_it_has_seven_wrong_ones_of_every_exercise():
    for exercise in ALL:
        assert len([*strangers(exercise, folder=SETS["fifth"])]) == 7, exercise
    assert all(one.names for one in strangers(folder=SETS["fifth"]))


def test_the_page_tells_the_first_run():
    page = (SETS["fifth"] / "measured.md").read_text("utf-8")
    assert "of these 187 (89 %) got the right name, 20 none, and 2\na false one" in page


NOW = [("safe_moves", 5), ("safe_moves", 6), ("minimax", 5), ("minimax", 6), ("ucb1", 5)]
NOW += [("ucb_from_java", 5), ("ucb_from_java", 6), ("rollout_chance", 2), ("best_action", 6)]
NOW += [("rollout_chance", 4), ("evaluate_pacman", 6), ("evaluate_capture", 6), ("has_four", 6)]
NOW += [("othello_is_terminal", 4), ("best_actions", 7)]


@pytest.mark.parametrize(("exercise", "number"), NOW)
def test_what_it_left_without_its_name_has_it_now(exercise, number):
    assert verdict(fifth(exercise, number)) == "named"


UNKNOWN = [("minimax", 5), ("expectimax", 2), ("select", 1), ("expand", 2)]
UNKNOWN += [("safe_moves", 7), ("evaluate_pacman", 6)]


@pytest.mark.parametrize(("exercise", "number"), UNKNOWN)
def test_a_fault_that_the_catalogue_lacks_gets_no_name_of_another(exercise, number):
    """Each had one: by likeness, or by two mistakes that undo each other."""
    assert unknown(fifth(exercise, number)).names == ()


@pytest.mark.parametrize("empty", [[], None])
def test_a_text_without_anything_is_no_question(empty):
    """It may be a log without choices, or no log."""

    def parse(text):
        if text.strip():
            return right_solution("parse_log")(text)
        if empty is None:
            raise ValueError("nothing")
        return empty

    assert check.parse_log(parse).passed


def mistake(exercise, name):
    return next(one for one in catalogue(exercise) if one.name == name)


class Largest:
    """A learner's class: the mistake stands in one of its methods."""

    def __init__(self, children, c):
        self.children, self.c = children, c

    def number(self):
        from_all = len(self.children)
        return from_all


def helper(total, tries):
    return total // tries


def in_a_helper(total, visits, parent_visits, c):
    return helper(total, visits)


def in_a_class(children, c):
    return Largest(children, c).number()


@pytest.mark.parametrize(
    ("fn", "exercise", "name", "line"),
    [
        (in_a_helper, "ucb1", "floor division", "return total // tries"),
        (
            in_a_class,
            "choose",
            "the parent's visits are the children's number",
            "from_all = len(self.children)",
        ),
    ],
)
def test_the_line_is_found_in_functions_and_classes_of_the_learner(fn, exercise, name, line):
    lit = [text.strip() for text, here in lines_of(fn, mistake(exercise, name)) if here]
    assert lit == [line]


def test_a_line_with_more_in_it_is_found_and_a_right_one_is_not():
    def one_line(total, visits, parent_visits, c):
        return total / visits + c * sqrt(log10(parent_visits) / visits)  # noqa: F821

    def right(total, visits, parent_visits, c):
        return total / visits + c * sqrt(log(parent_visits) / visits)  # noqa: F821

    name = mistake("ucb1", "logarithm to base 10")
    [lit] = [text for text, here in lines_of(one_line, name) if here]
    assert "log10" in lit
    assert not [*lines_of(right, name)]


def test_what_belongs_to_the_course_is_not_read_as_the_learner_s():
    def search(game, state, rounds, evaluate):
        return right_solution("minimax")(game, state, rounds, evaluate)

    assert len(source_of(search)) == 2


def test_examples_of_an_exercise_that_has_none():
    with pytest.raises(ValueError, match="no examples for 'mcts'"):
        check.examples("mcts", [])
