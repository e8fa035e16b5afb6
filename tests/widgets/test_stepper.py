"""The stepper without a browser: frames, words, links, limits, bad input."""

import json
import re
from html import unescape

import ipywidgets as w
import pytest
from ipywidgets.widgets import widget as widget_module

from lib.draw.tree_picture import Progress, TreePicture
from lib.game import CHANCE, MAX
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import alphabeta, expectimax, minimax
from lib.trace import Trace, record
from lib.widgets import stepper
from lib.widgets.frames import split
from lib.widgets.quiz import questions
from lib.widgets.stepper import MOST_FRAMES, MOST_NODES, choose_steps, shown_steps, tell

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
    """The words of a frame, without the number of the step."""
    return unescape(re.sub(r"<style.*?</style>|<small>.*?</small>|<[^>]*>", "", content)).strip()


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
    assert texts[3] == ("Move 0: a leaf, worth 3. MIN can hold MAX to 3. Beta falls to 3.")
    cuts = [text for text in texts if "Stop" in text]
    assert cuts == [
        "MIN holds MAX to 2 here. MAX already has 3. Stop: two moves are never looked at."
    ]
    assert texts[-1].startswith("MAX has seen all 3. It takes the largest: 3, by move 0. Done.")
    numbers = [re.search(r"<small>(.*?)</small>", frame.value)[1] for frame in stack.children]
    assert numbers == [f"Step {i} of {len(texts) - 1}" for i in range(len(texts))]


def test_one_live_region_stands_beside_the_frames_and_every_frame_tells_it():
    widget = stepper(recorded())
    contents = [html.value for html in widgets_of(widget, w.HTML)]
    assert sum(content.count('role="status"') for content in contents) == 1
    (stack,) = widgets_of(widget, w.Stack)
    assert not any("aria-live" in frame.value for frame in stack.children)
    assert all("tell(this)" in frame.value for frame in stack.children)


def test_a_small_tree_has_a_phone_form_unless_a_direction_is_asked_for():
    def forms(widget):
        return [
            name
            for name in ("la-wide", "la-phone")
            if f'class="{name}"' in widget.children[2].value
        ]

    assert forms(stepper(recorded())) == ["la-wide", "la-phone"]
    assert forms(stepper(recorded(), direction="right")) == []
    assert forms(stepper(recorded(minimax, TreeGame.random(1, 3, 4)))) == []


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
    assert "It takes the largest: 5.5, by move 1." in texts[-1]


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
    assert "It takes the largest: 4, by move 1. Done." in said(stack.children[-1].value)


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
    told = " ".join(said(f.value) for f in stack.children)
    hidden = re.findall(r"\((\d+) nodes below are not drawn", told)
    assert sum(map(int, hidden)) == 4**4 + 4**5  # the two lowest levels


def test_a_tall_tree_scrolls_to_the_current_node():
    tall = stepper(recorded(minimax, TreeGame.random(1, 3, 4)))
    (stack,) = widgets_of(tall, w.Stack)
    assert all("<style onload=" in frame.value for frame in stack.children)
    assert 'class="la-window" tabindex="0"' in tall.children[2].value
    low = stepper(recorded())
    assert "la-window" not in low.children[2].value


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
    return questions(trace, steps, picture), picture


def all_quizzes():
    for search in (minimax, alphabeta):
        for seed in range(6):
            trace = recorded(search, TreeGame.random(seed, 3, 3))
            yield trace, *asked(trace)


def test_questions_can_be_answered_and_every_wrong_answer_is_told_why():
    for _, found, _ in all_quizzes():
        for question in found:
            possible = question.options or tuple(question.targets)
            assert question.answers and set(question.answers) < set(possible)
            assert len(set(possible)) == len(possible) and question.step < question.shown
            assert question.otherwise.endswith((".", "?"))
            for wrong in set(possible) - set(question.answers):
                assert question.why.get(wrong, question.otherwise).strip()
            assert not set(question.answers) & set(question.why)


def test_answers_agree_with_what_the_search_did():
    for trace, found, picture in all_quizzes():
        for question in found:
            kind, index = trace.events[question.shown - 1]
            call, glyph_of = trace.calls[index], picture.tree.glyph_of
            if "look at next" in question.text:
                assert kind == "leave" and call.kind != "inner"
                assert question.answers == (str(glyph_of[index]),)
            if "worth?" in question.text:
                assert [a.replace("\N{MINUS SIGN}", "-") for a in question.answers] == [
                    f"{call.value:g}"
                ]
            if "Which one does it take" in question.text:
                best = {
                    str(glyph_of[i]) for i in call.children if trace.calls[i].value == call.value
                }
                assert set(question.answers) == best
            if "Would" in question.text:
                seen = Progress(trace.calls, trace.events, question.step)
                above = trace.calls[call.parent]
                best = (max if above.side == MAX else min)([*seen.returned(above), call.value])
                assert (question.answers == ("Yes",)) == (best == call.value)
            if "still matter" in question.text:
                child = trace.calls[trace.events[question.step - 1][1]]
                later = [i for i in trace.calls[child.parent].children if i > child.index]
                assert (question.answers == ("No",)) == (not later)


def test_questions_are_of_many_kinds_and_the_last_is_about_the_root():
    found, _ = asked(recorded())
    texts = " ".join(question.text for question in found)
    for words in (
        "Which leaf",
        "still matter",
        "worth?",
        "Would MIN",
        "take? Click",
    ):
        assert words in texts, words
    found, _ = asked(recorded(minimax))
    assert sum("Which leaf" in question.text for question in found) <= 2
    assert found[-1].node == 0


def test_chance_is_asked_for_its_mean():
    found, _ = asked(recorded(expectimax, TreeGame([[3, 5], [2, 9]], (MAX, CHANCE))))
    mean = next(question for question in found if "CHANCE node worth" in question.text)
    assert mean.answers == ("4",) and "Nobody chooses here" in mean.otherwise


def test_the_page_of_a_quiz_never_holds_a_picture_of_later():
    trace = recorded()
    widget = stepper(trace, predict=True)
    picture, _, _ = choose_steps(trace, {})
    found, _ = asked(trace)
    for question, row in zip(found, widget.questions, strict=True):
        shown = [
            p[0]
            for p in widget.forms[0][1]
            if p[1] <= row["step"] and (p[2] is None or row["step"] < p[2])
        ]
        assert shown == split(picture.draw(question.step))[1]
        assert row["told"] not in "".join(shown)


def test_nothing_to_predict_is_said():
    with pytest.raises(ValueError, match="nothing to predict"):
        stepper(recorded(minimax, TreeGame(5)), predict=True)
