"""The trace notes what a search did, and nothing when nobody records."""

import inspect
import sys
import threading
from functools import cache
from math import inf

import pytest

from check.check_game import check_game
from lib.evaluate import zero
from lib.game import CHANCE, MAX, MIN
from lib.games import TreeGame
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, expectimax, minimax, star1
from lib.trace import Trace, record, traced
from tests.search.reference import player_trees

TREE = TreeGame([[3, 5], [2, 9, 8]])


@traced
def learners_value(game, state):
    """Only a value, no depth, no window, a keyword call and a comprehension."""
    if game.is_terminal(state):
        return game.utility(state)
    values = [learners_value(state=game.result(state, a), game=game) for a in game.actions(state)]
    return max(values) if game.side(state) == MAX else min(values)


def test_every_field_of_alphabeta():
    with record() as trace:
        alphabeta(TREE, ())
    root, left, leaf, _, right, last = trace.calls
    assert (root.index, root.parent, root.action, root.state) == (0, None, None, ())
    assert (root.side, root.depth, root.alpha, root.beta) == (MAX, inf, -inf, inf)
    assert (root.value, root.best, root.children, root.kind) == (3, 0, [1, 4], "inner")
    assert (root.skipped, root.cut) == ((), None)
    assert (left.parent, left.action, left.side) == (0, 0, MIN)
    assert (leaf.kind, leaf.value, leaf.best, leaf.children) == ("terminal", 3, None, [])
    assert (right.alpha, right.beta, right.value, right.skipped) == (3, inf, 2, (1, 2))
    assert right.cut == "alpha is 3, this child gave 2: the other two cannot matter"
    assert (last.parent, last.action, last.state) == (4, 0, (1, 0))
    assert trace.game is TREE


def test_a_cut_at_a_max_node_names_beta():
    with record() as trace:
        alphabeta(TreeGame([[3], [5, 1], [5, 1]], (MIN, MAX)), ())
    assert trace.calls[3].cut == "beta is 3, this child gave 5: the other child cannot matter"


def test_events_enter_and_leave_like_brackets():
    for game in player_trees(50):
        with record() as trace:
            alphabeta(game, ())
        path = []
        for event, index in trace.events:
            if event == "enter":
                assert trace.calls[index].parent == (path[-1] if path else None)
                path.append(index)
            else:
                assert path.pop() == index
        assert not path and len(trace.events) == 2 * len(trace.calls)


def test_children_and_skipped_together_are_all_actions():
    for game in player_trees(50):
        with record() as trace:
            alphabeta(game, ())
        for call in trace.calls:
            entered = [trace.calls[i].action for i in call.children]
            assert sorted([*entered, *call.skipped]) == list(game.actions(call.state))
            assert bool(call.skipped) == bool(call.cut)


def test_horizon():
    with record() as trace:
        minimax(TREE, (), 1, lambda game, state: 7)
    assert [(c.kind, c.depth, c.value) for c in trace.calls[1:]] == [("horizon", 0, 7)] * 2
    assert trace.calls[0].alpha is None and trace.calls[0].beta is None


def test_chance_has_no_best_action():
    with record() as trace:
        expectimax(TreeGame([[3, 5], [2, 9]], (MAX, CHANCE)), ())
    assert [(c.side, c.value, c.best) for c in trace.calls if c.kind == "inner"] == [
        (MAX, 5.5, 1),
        (CHANCE, 4, None),
        (CHANCE, 5.5, None),
    ]


def test_a_learners_function_that_returns_only_a_value():
    with record() as trace:
        assert learners_value(TREE, ()) == 3
    root = trace.calls[0]
    assert (root.value, root.best, root.depth, root.alpha) == (3, 0, None, None)
    assert [call.action for call in trace.calls] == [None, 0, 0, 1, 1, 0, 1, 2]
    assert trace.calls[4].best == 0 and len(trace.calls) == 8


def test_a_learners_function_inside_another_with_a_closure():
    @traced
    def deep(game, state, depth):
        if depth == 0 or game.is_terminal(state):
            return len(state), None
        options = [(deep(game, game.result(state, a), depth=depth - 1)[0], a) for a in (0, 1)]
        return max(options, key=lambda pair: pair[0] + 0 * depth)

    with record() as trace:
        deep(TREE, (), 2)
    assert [call.depth for call in trace.calls] == [2, 1, 0, 0, 1, 0, 0]
    assert trace.calls[4].skipped == (2,) and trace.calls[4].cut is None  # no window, no reason


def test_a_cached_function_enters_each_state_once():
    @traced
    @cache
    def solve(game, state):
        if game.is_terminal(state):
            return game.utility(state)
        side = game.side(state)
        return side * max(side * solve(game, game.result(state, a)) for a in game.actions(state))

    game = TicTacToe()
    with record() as trace:
        assert solve(game, game.initial_state()) == 0
    assert len(trace.calls) == 5_478


def test_two_actions_with_the_same_result_keep_their_names():
    class Twins(TreeGame):
        def result(self, state, action):
            return super().result(state, min(action, 1))

    with record() as trace:
        minimax(Twins([4, 5, 6]), ())
    assert [call.action for call in trace.calls] == [None, 0, 1, 2]


def test_searching_a_child_again_keeps_its_action():
    @traced
    def twice(game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return max(twice(game, game.result(state, a)) for a in (0, 1, 1))

    with record() as trace:
        twice(TreeGame([1, 2]), ())
    assert [call.action for call in trace.calls] == [None, 0, 1, 1]


def test_several_searches_in_one_trace_are_several_roots():
    with record() as trace:
        minimax(TREE, ())
        alphabeta(TREE, ())
    assert [call.index for call in trace.calls if call.parent is None] == [0, 8]
    assert len(trace.calls) == 8 + 6


def test_nested_records_both_see_the_inner_search():
    with record() as outer:
        minimax(TREE, ())
        with record() as inner:
            alphabeta(TREE, ())
        minimax(TREE, ())
    assert (len(outer), len(inner)) == (8 + 6 + 8, 6)
    assert inner.calls[0].index == 0 and inner.calls[1].parent == 0


def test_a_record_opened_inside_a_search_sees_only_what_comes_then():
    inner = []

    def looks_closer(game, state):
        with record() as trace:
            minimax(TREE, ())
        inner.append(len(trace))
        return 0

    with record() as outer:
        minimax(TREE, (), 1, looks_closer)
    assert inner == [8, 8] and len(outer) == 3 + 16


def test_an_error_closes_the_calls_and_the_record():
    def fails(game, state):
        raise ZeroDivisionError("in the evaluator")

    with pytest.raises(ZeroDivisionError), record() as trace:
        minimax(TREE, (), 1, fails)
    assert [event for event, _ in trace.events] == ["enter", "enter", "leave", "leave"]
    assert [call.value for call in trace.calls] == [None, None]
    assert [call.cut for call in trace.calls] == [None, None]
    before = len(trace)
    minimax(TREE, ())
    assert len(trace) == before and sys.getprofile() is None


def test_another_thread_is_not_recorded():
    thread = threading.Thread(target=minimax, args=(TREE, ()))
    with record() as trace:
        thread.start()
        thread.join()
    assert len(trace) == 0


def test_two_threads_record_their_own():
    counts = {}

    def work(search):
        with record() as trace:
            for _ in range(50):
                search(TREE, ())
        counts[search.__name__] = len(trace)

    threads = [threading.Thread(target=work, args=(search,)) for search in (minimax, alphabeta)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == {"minimax": 50 * 8, "alphabeta": 50 * 6}


def test_another_profiler_comes_back():
    def other(frame, event, arg):
        pass

    sys.setprofile(other)
    try:
        with record():
            assert sys.getprofile() is not other
        assert sys.getprofile() is other
    finally:
        sys.setprofile(None)


def test_nothing_is_recorded_or_wrapped_outside():
    def plain(game, state):
        return 0

    assert traced(plain) is plain
    trace = Trace()
    minimax(TREE, ())
    assert len(trace) == 0 and sys.getprofile() is None


class NamesNobody(TreeGame):
    """A tree in which nobody is to move after the end: asking is an error."""

    def to_move(self, state):
        if self.is_terminal(state):
            raise ValueError("the game is over")
        return super().to_move(state)


def test_a_game_need_not_say_who_moves_after_the_end():
    game = NamesNobody([[3, 5], [2, 9]])
    assert "no problem" in check_game(game)
    with record() as trace:
        assert minimax(game, ()) == (3, 0)
    assert [call.side for call in trace.calls if call.kind == "inner"] == [MAX, MIN, MIN]
    assert [call.value for call in trace.calls if call.kind == "terminal"] == [3, 5, 2, 9]
    with record() as trace:
        minimax(game, (0, 0))
    assert trace.calls[0].value == 3 and trace.calls[0].kind == "terminal"


def test_an_error_of_the_game_in_the_middle_is_its_own():
    class NamesNobodyBelow(TreeGame):
        def to_move(self, state):
            return [0][len(state)]

    with pytest.raises(IndexError), record() as trace:
        minimax(NamesNobodyBelow([[3, 5], [2, 9]]), ())
    assert len(trace) == 1 and sys.getprofile() is None


def test_the_cut_at_a_chance_node_names_the_bound_of_the_mean():
    cuts = {}
    for side, nested in ((MAX, [[3, 3], [-9, 8]]), (MIN, [[-3, -3], [9, 8]])):
        with record() as trace:
            star1(TreeGame(nested, sides=(side, CHANCE)), (), low=-9, high=9)
        cuts[side] = [call.cut for call in trace.calls if call.cut]
    rest = "the other child cannot matter"
    assert cuts[MAX] == [f"alpha is 3, the mean is at most 0: {rest}"]
    assert cuts[MIN] == [f"beta is -3, the mean is at least 0: {rest}"]


def test_an_answer_may_be_a_list_of_value_and_action():
    @traced
    def listing(game, state):
        if game.is_terminal(state):
            return [game.utility(state), None]
        side = game.side(state)
        answers = [[listing(game, game.result(state, a))[0], a] for a in game.actions(state)]
        return max(answers, key=lambda answer: side * answer[0])

    with record() as trace:
        listing(TreeGame([[3, 5], [2, 9]]), ())
    with record() as expected:
        minimax(TreeGame([[3, 5], [2, 9]]), ())
    assert [(c.value, c.best) for c in trace.calls] == [(c.value, c.best) for c in expected.calls]


def test_what_cannot_be_traced_says_why():
    def yields(game, state):
        yield 1

    with pytest.raises(TypeError, match="yields its answers"):
        traced(yields)
    with pytest.raises(TypeError, match="no parameter game and state"):
        traced(lambda board: 0)
    with pytest.raises(TypeError, match="plain function"):
        traced(3)


def test_the_source_of_a_search_can_be_shown():
    assert "best_value" in inspect.getsource(minimax)
    assert list(inspect.signature(minimax).parameters) == ["game", "state", "depth", "evaluate"]
    assert inspect.signature(minimax).parameters["evaluate"].default is zero


def test_the_sentence_of_a_cut_names_the_child_that_made_it():
    with record() as trace:
        alphabeta(TreeGame([2, 7, 9]), (), beta=5)
    assert trace.calls[0].cut == "beta is 5, this child gave 7: the other child cannot matter"
    with record() as trace:
        alphabeta(TreeGame([8, 3, 9, 9], (MIN,)), (), alpha=4)
    assert trace.calls[0].cut == "alpha is 4, this child gave 3: the other two cannot matter"


@pytest.mark.parametrize(
    ("window", "words"),
    [
        ({"beta": 4}, "beta is 4, the mean is at least 4: the other child cannot matter"),
        ({"beta": 3}, "beta is 3, the mean is at least 4: the other child cannot matter"),
        ({"alpha": 4}, "alpha is 4, the mean is at most 4: the other child cannot matter"),
        ({"alpha": 5}, "alpha is 5, the mean is at most 4: the other child cannot matter"),
        ({"alpha": 3, "beta": 5}, None),
    ],
)
def test_a_chance_node_is_cut_at_the_window_itself_too(window, words):
    @traced
    def first_only(game, state, alpha=-inf, beta=inf):
        if game.is_terminal(state):
            return game.utility(state)
        return first_only(game, game.result(state, 0), alpha, beta)

    with record() as trace:
        first_only(TreeGame([4, 9], (CHANCE,)), (), **window)
    assert trace.calls[0].cut == words
