"""Questions to guess: what Python stores and refuses. What the learner sees is in tests/browser."""

import json

import pytest

from lib.widgets import ask, guesses
from lib.widgets import stepper as _  # noqa: F401  (whatever is imported, ask is the function)


@pytest.fixture
def shown(monkeypatch):
    """A list of what was displayed, in a notebook where nothing was asked yet."""
    import sys

    module = sys.modules["lib.widgets.ask"]
    cards = []
    monkeypatch.setattr(module, "display", cards.append)
    monkeypatch.setattr(module, "_asked", {})
    return cards


def test_a_question_shows_itself_and_its_answer_stores_the_truth(shown):
    leaves = ask("How many leaves?", unit="leaves", low=1, high=9)
    leaves.is_(7.0)
    question, answer = shown
    assert (question.card, question.kind, question.scale) == ("ask", "number", [1, 9])
    assert (answer.card, answer.truth, answer.key) == ("answer", 7, question.key)
    assert repr(answer) == "How many leaves? 7 leaves"
    assert "7" not in repr(question)


def test_choices_and_words(shown):
    ask("Which?", "A", "B").is_("B")
    ask("Why?", "words").is_("It cannot matter.")
    assert [card.kind for card in shown] == ["choice", "choice", "words", "words"]
    assert shown[1].truth == "B" and shown[3].truth == "It cannot matter."


def test_only_the_first_question_brings_the_program(shown):
    for number in (1, 2, 1):
        ask(f"Question {number}?")
    sizes = [len(card._esm) for card in shown]
    assert sizes[0] == sizes[2] > 10 * sizes[1], "run again, the first brings it again"
    assert len(json.dumps(shown[1].get_state(), default=str)) < 1500


def test_equal_questions_have_one_key_and_others_another(shown):
    ask("How many?")
    ask("How many?")
    ask("How many?", "1", "2")
    keys = [card.key for card in shown]
    assert keys[0] == keys[1] != keys[2]
    guesses()
    assert shown[-1].choices == [keys[0], keys[2]]


def test_a_question_knows_its_lesson(shown, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "somewhere/my/02_minimax (new).ipynb")
    ask("How many?")
    assert shown[0].lesson == "02_minimax"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ask(""), "A question is a text"),
        (lambda: ask(7), "A question is a text"),
        (lambda: ask("Which?", "A"), "One choice, 'A', is no choice"),
        (lambda: ask("Which?", "A", "A"), "Two of the choices are the same: A, A"),
        (lambda: ask("How many?", low=1), "A scale needs low < high"),
        (lambda: ask("How many?", low=3, high=1), "got low=3 and high=1"),
        (lambda: ask("Which?", "A", "B").is_("C"), "'C' is not one of the choices"),
        (lambda: ask("How many?").is_("many"), "is not the number"),
        (lambda: ask("How many?").is_(float("nan")), "is not the number"),
    ],
)
def test_what_cannot_be_asked_or_answered_is_a_sentence(shown, call, words):
    with pytest.raises(ValueError, match="^" + words.replace("?", r"\?") + "|" + words):
        call()
