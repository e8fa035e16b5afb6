"""The stepper without a browser: frames, words, links, limits, bad input."""

import json
import re
from html import unescape

import ipywidgets as w
import pytest
from ipywidgets.widgets import widget as widget_module

from lib.draw.tree_picture import TreePicture
from lib.game import CHANCE, MAX
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta, expectimax, minimax
from lib.trace import Trace, record
from lib.widgets import stepper
from lib.widgets.narration import tell
from lib.widgets.quiz import Quiz, questions
from lib.widgets.stepper import MOST_FRAMES, MOST_NODES, choose_steps, shown_steps

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def recorded(search=alphabeta, tree=TREE, **options):
    game = tree if isinstance(tree, TreeGame) else TreeGame(tree)
    with record() as trace:
        search(game, game.initial_state(), **options)
    return trace


def widgets_of(box, kind):
    """All widgets of a kind inside a box."""
    found = [box] if isinstance(box, kind) else []
    for child in getattr(box, "children", ()):
        found += widgets_of(child, kind)
    return found


def said(content):
    """The words of a frame."""
    return unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", content))


def state_size(widget):
    """The bytes that a widget adds to a saved notebook."""
    return len(json.dumps(w.Widget.get_manager_state()))


@pytest.fixture(autouse=True)
def closed():
    yield
    w.Widget.close_all()


def test_slider_play_and_frames_are_linked_in_the_browser():
    widget = stepper(recorded())
    (stack,), (slider,), (play,) = (
        widgets_of(widget, kind) for kind in (w.Stack, w.IntSlider, w.Play)
    )
    links = [m for m in widget_module._instances.values() if isinstance(m, w.Widget)]
    links = [m for m in links if type(m).__name__ == "Link"]
    assert {(link.source[0], link.target[0]) for link in links} == {(play, slider), (slider, stack)}
    assert len(stack.children) == slider.max + 1 == play.max + 1
    assert slider.value == stack.selected_index == 0 and not play.playing


def test_the_words_of_the_textbook_example():
    (stack,) = widgets_of(stepper(recorded()), w.Stack)
    texts = [said(frame.value) for frame in stack.children]
    assert texts[0].startswith("Nothing is visited yet. MAX moves at the root.")
    assert texts[3] == (
        "Down by action 0: a leaf, worth 3. MIN above now has 3 in hand. Beta falls to 3."
    )
    cuts = [text for text in texts if text.startswith("Cut:")]
    assert cuts == [
        "Cut: alpha is 3, this child gave 2: the other two cannot matter. MIN gives back 2. "
        "MAX above has 3 and keeps it."
    ]
    assert "Done: the value is 3, the action is 0." in texts[-1]


def test_bounds_in_words_agree_with_the_windows_that_the_search_passed_on():
    for seed in range(12):
        trace = recorded(tree=TreeGame.random(seed, 3, 3))
        for step, (kind, index) in enumerate(trace.events, 1):
            text, parent = tell(trace, step), trace.calls[index].parent
            if kind == "leave" and parent is not None:
                later = [i for i in trace.calls[parent].children if i > index]
                moved = re.search(r"(Alpha rises|Beta falls) to (-?\d+)", text)
                if moved and later:
                    call = trace.calls[later[0]]
                    bound = call.alpha if moved[1] == "Alpha rises" else call.beta
                    assert float(moved[2]) == bound, (seed, step, text)


def test_expectimax_shows_the_sum_of_the_mean():
    trace = recorded(expectimax, TreeGame([[3, 5], [2, 9]], (MAX, CHANCE)))
    texts = [tell(trace, step) for step in range(len(trace.events) + 1)]
    assert any("The mean is 1/2 · 3 + 1/2 · 5 = 4." in text for text in texts)
    assert "the value is 5.5, the action is 1" in texts[-1]


def test_minimax_says_nothing_about_windows():
    trace = recorded(minimax)
    texts = " ".join(tell(trace, step) for step in range(len(trace.events) + 1)).lower()
    assert not any(word in texts for word in ("alpha", "beta", "window", "cut"))


def test_a_learners_own_search_and_a_board_game():
    with record() as trace:
        minimax(TicTacToe(), TicTacToe().parse("X O X\nO O X\n. X .\nO to move"))
    (stack,) = widgets_of(stepper(trace), w.Stack)
    assert "Done" in said(stack.children[-1].value)


def test_a_search_that_was_stopped_by_an_error_can_be_stepped():
    def bad(game, state):
        raise RuntimeError("no")

    with record() as trace, pytest.raises(RuntimeError):
        minimax(TreeGame([[1, 2], [3, 4]]), (), 1, bad)
    (stack,) = widgets_of(stepper(trace), w.Stack)
    assert "left by an error" in said(stack.children[-1].value)


def test_two_searches_in_one_trace():
    with record() as trace:
        for tree in ([1, 2], [3, 4]):
            minimax(TreeGame(tree), ())
    (stack,) = widgets_of(stepper(trace), w.Stack)
    assert "Done: the value is 4" in said(stack.children[-1].value)


def test_a_large_trace_stays_small_in_the_notebook():
    stepper(recorded(minimax, TreeGame.random(1, 3, 4)))
    assert state_size(w) < 1_200_000


def test_a_trace_too_large_is_thinned_with_a_sentence():
    trace = recorded(minimax, TreeGame.random(1, 4, 5))
    widget = stepper(trace)
    (stack,) = widgets_of(widget, w.Stack)
    remark = said(widget.children[-1].value)
    assert len(stack.children) <= MOST_FRAMES and "1,365 nodes" in remark
    assert "record a smaller search" in remark
    assert any("nodes below are not drawn" in said(f.value) for f in stack.children)


def test_a_tall_tree_scrolls_to_the_current_node():
    tall = stepper(recorded(minimax, TreeGame.random(1, 3, 4)))
    (stack,) = widgets_of(tall, w.Stack)
    assert all("<style onload=" in frame.value for frame in stack.children[1:-1])
    assert 'class="la-window" tabindex="0"' in tall.children[2].value
    low = stepper(recorded())
    (stack,) = widgets_of(low, w.Stack)
    assert not any("onload" in frame.value for frame in stack.children)


def test_a_trace_with_no_drawable_level_becomes_a_summary():
    trace = recorded(minimax, TreeGame([[i] for i in range(3 * MOST_FRAMES)]), depth=1)
    widget = stepper(trace, fold=None)
    assert not widgets_of(widget, w.Stack)
    assert "too many to step through" in said(widget.children[0].value)
    assert "<svg" in widget.children[1].value


@pytest.mark.parametrize(
    "what, sentence",
    [
        (Trace(), "this trace is empty"),
        ([[1, 2], [3, 4]], "stepper steps through a trace, not list"),
        (TreeGame([1, 2]), "with record"),
        (None, "not NoneType"),
    ],
)
def test_bad_input_says_what_to_do(what, sentence):
    with pytest.raises(ValueError, match=sentence):
        stepper(what)


@pytest.mark.parametrize("option", ["bogus", "step"])
def test_unknown_options_are_named(option):
    with pytest.raises(ValueError, match=f"no option '{option}'; it has highlight, root, depth"):
        stepper(recorded(), **{option: 3})


# --- predict ---------------------------------------------------------------------------------


def asked(trace):
    picture, steps, _ = choose_steps(trace, {})
    assert isinstance(picture, TreePicture) and len(picture.tree.glyphs) <= MOST_NODES
    assert steps == shown_steps(trace, picture)
    return questions(trace, steps, picture.drawn_calls)


def test_questions_have_one_right_answer_among_different_options():
    for search in (minimax, alphabeta):
        for seed in range(6):
            for question in asked(recorded(search, TreeGame.random(seed, 3, 3))):
                assert question.options.count(question.answer) == 1
                assert len(set(question.options)) == len(question.options) > 1
                assert question.step < question.shown


def test_answers_agree_with_what_the_search_did():
    trace = recorded(tree=TreeGame.random(3, 3, 3))
    for question in asked(trace):
        kind, index = trace.events[question.shown - 1]
        call = trace.calls[index]
        if "leaf" in question.text and "next" in question.text:
            assert question.answer.replace(" → ", "") == "".join(map(str, call.state))
        if "give back" in question.text:
            assert kind == "leave" and float(question.answer) == call.value
        if "still matter" in question.text:
            child = trace.calls[trace.events[question.step - 1][1]]
            entered_later = [i for i in trace.calls[child.parent].children if i > child.index]
            assert (question.answer == "No, cut") == (not entered_later)


def test_alpha_beta_asks_for_leaves_cuts_bounds_and_values():
    texts = " ".join(question.text for question in asked(recorded()))
    for words in ("Which leaf", "still matter", "What is beta", "give back"):
        assert words in texts


def test_the_quiz_keeps_score_and_begins_again():
    trace = recorded()
    quiz = Quiz(trace, asked(trace), lambda step: f"<svg>{step}</svg>", "")
    for number, question in enumerate(quiz.asked):
        wrong = next(option for option in question.options if option != question.answer)
        pick = question.answer if number % 2 == 0 else wrong
        assert said(quiz.text.value).startswith(f"Question {number + 1} of {len(quiz.asked)}")
        next(b for b in quiz.buttons if b.description == pick).click()
        assert ("Right." if number % 2 == 0 else "Not quite") in said(quiz.text.value)
        assert all(button.disabled for button in quiz.buttons)
        if number < len(quiz.asked) - 1:
            quiz.next.click()
    right = (len(quiz.asked) + 1) // 2
    assert f"{right} of {len(quiz.asked)} right" in said(quiz.text.value)
    quiz.next.click()
    assert "Question 1" in said(quiz.text.value) and "no answer yet" in said(quiz.text.value)


def test_a_double_click_answers_once_and_goes_on_once():
    trace = recorded()
    quiz = Quiz(trace, asked(trace), lambda step: f"<svg>{step}</svg>", "")
    quiz.next.click()
    assert quiz.number == 0, "no answer yet"
    for _ in range(2):
        quiz.buttons[0].click()
    assert quiz.answered == 1
    for _ in range(2):
        quiz.next.click()
    assert quiz.number == 1


def test_nothing_to_predict_is_said():
    with pytest.raises(ValueError, match="nothing to predict"):
        stepper(recorded(minimax, TreeGame(5)), predict=True)
