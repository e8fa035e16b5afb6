"""What a learner reads: plain, no false name, and a next step."""

import ast
import re
from pathlib import Path

import pytest

import check
from check import messages
from check.diagnosis import advice
from check.messages import BY_KIND
from check.runner import Answer, Case
from tools.mutants import exercise_of

ROOM = Path(check.__file__).parent


def ask(name, fn):
    """The report on `fn`, which must be fit to be read."""
    report = getattr(check, name)(fn)
    words = re.sub("<svg.*?</svg>", "", report._repr_html_(), flags=re.DOTALL)
    for text in (str(report), words):
        assert "!" not in text and "Traceback" not in text and "NoneType" not in text
        assert "it returned it" not in text
    return report


def forgets_a_key(*args):
    return {}["missing"]


def returns_nothing(*args):
    print(args)


def returns_text(*args):
    return "7"


def calls_itself(*args):
    return calls_itself(*args)


@pytest.mark.parametrize("name", check.EXERCISES)
def test_an_error_is_no_misconception(name):
    report = ask(name, forgets_a_key)
    assert report.diagnosis is None and "KeyError: 'missing'" in report.message
    assert report.message.endswith(BY_KIND["error"])


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "ucb1", "select", "expand", "mcts"])
def test_a_missing_return_is_told(name):
    report = ask(name, returns_nothing)
    assert "returned None" in report.message and "`return`" in report.message


def test_a_function_that_returns_nothing_on_purpose_is_not_told_so():
    assert "`return`" not in ask("backpropagate", returns_nothing).message


def test_a_log_that_must_be_refused_is_not_a_missing_return():
    def lenient(text):
        try:
            return parse_log(text)
        except ValueError:
            return None

    from lib.logs import parse_log

    report = ask("parse_log", lenient)
    assert "the right answer is a ValueError" in report.message and "`return`" not in report.message


@pytest.mark.parametrize("name", ["expectimax", "rollout", "best_action", "parse_log"])
def test_text_is_told(name):
    report = ask(name, returns_text)
    assert "That is text." in report.message and "'7'" in report.counterexample.got


def test_recursion_without_end_is_told():
    assert "Which case needs no further call?" in ask("backpropagate", calls_itself).message


def test_a_wrong_answer_without_a_name_has_a_next_step():
    report = ask("choose", lambda children, c: (0,))
    assert report.diagnosis is None and '`check.hint("choose")`' in report.message


def test_what_is_wrong_with_a_child_is_a_sentence():
    report = ask("expand", lambda game, node, rng: 7)
    assert ": it returned a value of type int, not a Node." in report.message


def test_squares_come_in_their_order():
    assert "[8, 12, 13, 14]" in ask("legal_with_pass", returns_nothing).counterexample.expected


ENGINE = ("examine", "exercise", "runner", "diagnosis", "report", "plaindata")


def test_every_message_is_used_by_its_name():
    code = "".join(
        (ROOM / f"{name}.py").read_text("utf-8")
        for name in (*ENGINE, "catalogue", "examples", "ucb1")
    )
    code += (ROOM.parent / "grade/worker.py").read_text("utf-8")  # runs cells, and tells why not
    named = [name for name in vars(messages) if name.isupper()]
    assert len(named) > 50
    assert [name for name in named if not re.search(rf"messages\.{name}\b", code)] == []


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_has_no_sentence_of_its_own(name):
    """Text with a space is a message, but for docstrings and HTML."""
    tree = ast.parse((ROOM / f"{name}.py").read_text("utf-8"))
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
    }
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and type(node.value) is str and id(node) not in docstrings
    ]
    markup = re.compile(r"^ ?<|[a-z]:[^ ]")  # HTML, or how it looks
    said = {text for text in texts if re.search(r"[a-z] [a-z]", text) and not markup.search(text)}
    assert said <= {"not attempted"}  # that is a status


def test_messages_are_sentences():
    """All but the events, which begin with a small letter and stand inside one."""
    for name in ("RIGHT", "WRONG_ANSWER", "LONG_ANSWERS", "HAPPENED", "NOT_CALLABLE", "FAULTS"):
        text = getattr(messages, name)
        assert text[0].isupper() and text.endswith(".")
    for name in ("AGREES", "IT_DOES", "AMONG_OTHERS", "MOSTLY"):
        assert getattr(messages, name).endswith(" {does}.")


def test_none_where_an_error_was_asked_for_is_no_missing_return():
    exercise, answer = exercise_of("parse_log"), Answer("value", None, messages.RETURNED_NONE)
    told = advice(exercise, len, Case((), "a log"), answer)
    assert told == messages.BY_EVENT[messages.RETURNED_NONE]
    damaged = Case((), "a damaged log", raises=ValueError)
    assert advice(exercise, len, damaged, answer) == messages.BY_HAND.format(exercise="parse_log")
