"""The rules by which a suspect gets the name, each with suspects whose answers are made up.

The right answer to every case is 0; a suspect or a learner is the list of its answers.
"""

from dataclasses import replace

import pytest

from check import messages
from check.catalogue import Misconception
from check.diagnosis import _Fresh, _LineUp, _Suspect
from check.runner import Answer, Case
from check.ucb1 import UCB1


def mistake(name, answers):
    return Misconception(name, "ucb1", lambda i: answers[i], "does", "hint")


def lined_up(learner, groups=None, work=None, near=0.9, separate=False, **suspects):
    """A line-up on cases 0, 1, 2, ... with these suspects."""
    count = len(learner)
    cases = [
        Case((i,), f"case {i}", (groups or ["all"] * count)[i], work=(work or [1] * count)[i])
        for i in range(count)
    ]
    exercise = replace(
        UCB1,
        cases=lambda seed: cases,
        expected=lambda case: 0,
        agrees=lambda expected, got, case: got == 0,
        near=near,
        separate=separate,
    )
    answers, right = [Answer("value", value) for value in learner], [not value for value in learner]
    made = _LineUp(exercise, cases, answers, right, range(count))
    made.entries = [_Suspect(mistake(name, values), cases) for name, values in suspects.items()]
    return made


def names(found):
    return [one.name for one in found.mistakes]


def nearest(line_up):
    """The names and the sentence of what looks most like the learner's, if anything does."""
    found = [*line_up.nearest()]
    return (names(found[0]), found[0].sentence) if found else ([], "")


def test_likeness_is_the_share_of_equal_answers_where_either_is_wrong():
    line_up = lined_up([1, 1, 0, 0], one=[1, 2, 3, 0], other=[1, 1, 0, 0])
    one, other = line_up.entries
    assert line_up.likeness(one, line_up.order, 0.0) == 1 / 3
    assert line_up.likeness(other, line_up.order, 0.0) == 1
    assert line_up.likeness(one, line_up.order, 0.9) == 0, "too far away to be counted"


def test_who_is_best_in_all_cases_may_be_second_in_a_first_look():
    ten = [1] * 10
    assert nearest(lined_up(ten, first=[1, 1] + [2] * 8, second=[1] * 9 + [2])) == (
        ["second"],
        messages.MOSTLY,
    )


def test_a_mistake_that_loses_a_match_that_the_learner_wins_is_another():
    learner, work = [1] * 19 + [0], [1] * 19 + [1000]
    line_up = lined_up(learner, work=work, loses=[1] * 19 + [5], wins=[1] * 18 + [2, 0])
    assert [line_up.loses_a_match(one) for one in line_up.entries] == [True, False]
    assert nearest(line_up)[0] == ["wins"]
    assert nearest(lined_up(learner, work=work, loses=[1] * 19 + [5])) == ([], "")


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({"behind": [1] * 16 + [2] * 4}, (["first"], messages.MOSTLY)),
        ({"equal": [1] * 18 + [2, 1]}, (["first", "equal"], messages.EITHER)),
        ({"equal": [1] * 18 + [2, 1], "third": [1] * 17 + [2, 1, 1]}, ([], "")),
    ],
)
def test_where_mistakes_are_separate_two_that_explain_as_much_are_both_said(others, expected):
    line_up = lined_up([1] * 20, separate=True, first=[1] * 19 + [2], **others)
    assert nearest(line_up) == expected


def test_yes_and_no_say_little_so_nearly_all_must_agree():
    line_up = lined_up([True] * 20, a=[True] * 20)
    assert line_up.enough() == 0.95
    line_up = lined_up([3] * 20, near=0.75, a=[3] * 20)
    assert line_up.enough() == 0.75
    line_up = lined_up([3] * 20, a=[3] * 20)
    assert line_up.enough() == 0.9
    line_up.is_ahead = True
    assert line_up.enough() == 0.8


def test_a_suspect_far_ahead_of_all_others_needs_less():
    learner, near = [1] * 20, [1] * 16 + [2] * 4
    assert nearest(lined_up(learner, one=near))[0] == ["one"]
    assert nearest(lined_up(learner, one=near, two=[1] * 15 + [3] * 5))[0] == []


def test_one_of_several_is_said_only_if_it_explains_most():
    groups = ["a", "a", "a", "b", "b", "c"]
    parts = {"one": [1, 1, 1, 0, 0, 0], "other": [0, 0, 0, 2, 2, 0]}
    line_up = lined_up([1, 1, 1, 2, 2, 0], groups, separate=True, **parts)
    assert names(line_up.one_of_several()) == ["one"]
    assert line_up.one_of_several().sentence == messages.AMONG_OTHERS
    same = {"one": [1, 1, 0, 0, 0], "other": [0, 0, 2, 2, 0]}
    tie = lined_up([1, 1, 2, 2, 0], groups[1:], separate=True, **same)
    assert names(tie.one_of_several()) == []
    wrong_elsewhere = {"one": [1, 1, 1, 0, 0, 7]}
    line_up = lined_up([1, 1, 1, 2, 2, 0], groups, separate=True, **wrong_elsewhere)
    assert names(line_up.one_of_several()) == []


def test_fresh_cases_are_of_another_seed_and_of_the_kinds_that_failed():
    line_up = lined_up([1, 0], ["bad", "good"])
    asked = [Case((i,), "", group) for i, group in enumerate(("bad", "good", "bad"))]
    seeds = []

    def cases(seed):
        seeds.append(seed)
        return asked

    line_up.exercise = replace(line_up.exercise, cases=cases)
    fresh = _Fresh(line_up, lambda i: [1, 0, 1][i], 7)
    assert fresh.confirms(mistake("the same", [1, 0, 1]))
    assert not fresh.confirms(mistake("another", [2, 0, 3]))
    assert seeds == [8] and {case.group for case in fresh.made.cases} == {"bad"}


def test_two_mistakes_that_undo_each_other_are_not_named_together():
    learner = [1] * 6 + [0] * 4
    line_up = lined_up(learner, hidden=[2] * 10, seen=[2] * 6 + [0] * 4, hardly=[2] * 7 + [0] * 3)
    found = {one.entry.name: line_up.is_hidden(one.entry) for one in line_up.entries}
    assert found == {"hidden": True, "seen": False, "hardly": False}
