"""The compiled MCTS: the same statistics as the plain one."""

import signal
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from math import sqrt
from random import Random

import numpy as np
import pytest

from lib.fast import mcts, parallel_mcts, search, solve
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.search import minimax
from lib.search.mcts import best_action
from lib.search.mcts import mcts as plain_mcts
from lib.search.solver import proven_action

GAMES = [TicTacToe(), ConnectFour(), Othello(), PentagoTwist()]


def statistics_of(node, depth=3):
    """Visits and totals of a tree as plain data."""
    below = node.children.items() if depth else ()
    return (node.visits, node.total, [(a, statistics_of(n, depth - 1)) for a, n in below])


def later(game, plies, seed):
    """A running position after some random moves."""
    rng = Random(seed)
    while True:
        state = game.initial_state()
        for _ in range(plies):
            if game.is_terminal(state):
                break
            state = game.result(state, rng.choice(list(game.actions(state))))
        if not game.is_terminal(state):
            return state


def check_tree(game, node, own):
    """Counts add up, states are right, and children and untried actions are all actions."""
    assert node.visits == own + sum(child.visits for child in node.children.values())
    assert abs(node.total) <= node.visits
    assert sorted(map(str, [*node.children, *node.untried])) == sorted(
        map(str, game.actions(node.state))
    )
    for action, child in node.children.items():
        assert child.parent is node and child.action == action
        assert child.state == game.result(node.state, action)
        if game.is_terminal(child.state):
            assert child.total == child.visits * game.utility(child.state)
            assert child.side is None and not child.children and not child.untried
        elif child.visits > 20:
            check_tree(game, child, own=1)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("plies", [0, 5])
def test_counts_add_up(game, plies):
    state = later(game, plies, seed=plies)
    root = mcts(game, state, iterations=3000, seed=2)
    assert root.visits == 3000 and root.state == state and root.parent is None
    check_tree(game, root, own=0)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_same_seed_same_tree(game):
    state = game.initial_state()
    trees = [statistics_of(mcts(game, state, iterations=2500, seed=s)) for s in (5, 5, 6)]
    assert trees[0] == trees[1] != trees[2]


def test_the_number_of_slices_changes_nothing():
    """A search that is asked all the time whether to stop grows the same tree."""
    game, state = ConnectFour(), ConnectFour().initial_state()
    slowly = mcts(game, state, iterations=30_000, seed=1, stop=lambda: time.sleep(0.001))
    assert statistics_of(slowly) == statistics_of(mcts(game, state, iterations=30_000, seed=1))


SEEDS = 150


@pytest.mark.parametrize(
    ("game", "plies", "iterations"),
    [(TicTacToe(), 0, 300), (TicTacToe(), 1, 300), (ConnectFour(), 0, 120), (ConnectFour(), 5, 120),
     pytest.param(Othello(4), 3, 150, marks=pytest.mark.slow), (PentagoTwist(), 30, 200)],
    ids=repr,
)  # fmt: skip
def test_visits_are_distributed_as_in_the_plain_search(game, plies, iterations):
    """For each child of the root: means over 150 seeds differ by less than 4.5 standard errors."""
    state = later(game, plies, seed=4)
    plain = [plain_mcts(game, state, iterations=iterations, rng=Random(s)) for s in range(SEEDS)]
    fast = [mcts(game, state, iterations=iterations, seed=s) for s in range(SEEDS)]
    for action in game.actions(state):
        for number in ("visits", "total"):
            samples = [
                [getattr(r.children[action], number) if action in r.children else 0 for r in roots]
                for roots in (plain, fast)
            ]
            error = sqrt(sum(statistics.variance(sample) / SEEDS for sample in samples))
            means = [statistics.mean(sample) for sample in samples]
            assert abs(means[0] - means[1]) <= 4.5 * error + 1e-9


def test_the_position_that_tells_the_sign():
    """X on 0 and 8, O in the center and to move: an edge draws, a corner loses."""
    game, state = TicTacToe(), (0b100_000_001, 0b000_010_000, 1, None)
    found = [best_action(mcts(game, state, iterations=1000, seed=s)) for s in range(50)]
    assert all(action in (1, 3, 5, 7) for action in found)


@pytest.mark.slow
def test_a_pass_is_a_node_and_keeps_the_sign():
    """Othello 4x4 endings with a forced pass: the search finds the exact value."""
    game, rng, tested = Othello(4), Random(2), 0
    while tested < 10:
        state = later(game, 6, seed=rng.random())
        if list(game.actions(state)) == [PASS]:
            root = mcts(game, state, iterations=4000, prove=True)
            assert list(root.children) == [PASS]
            assert root.proven == minimax(game, state)[0]
            tested += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "plies"), [(TicTacToe(), 2), (ConnectFour(4, 4), 8), (Othello(4), 5)], ids=repr
)
def test_proven_values_are_exact(game, plies):
    for seed in range(8):
        state = later(game, plies, seed)
        value, _ = minimax(game, state)
        root = mcts(game, state, iterations=60_000, prove=True, seed=seed)
        assert root.proven == value
        check_proofs(game, root, depth=2)
        after = game.result(state, proven_action(root))
        assert minimax(game, after)[0] == value


def check_proofs(game, node, depth):
    if node.proven is not None:
        assert node.proven == minimax(game, node.state)[0]
    for child in node.children.values() if depth else ():
        check_proofs(game, child, depth - 1)


def test_proofs_agree_with_the_solver():
    game, proofs = ConnectFour(), 0
    for seed in range(10):
        state = later(game, 28, seed)
        root = mcts(game, state, iterations=30_000, prove=True)
        if root.proven is not None:
            proofs += 1
            assert root.proven == solve(game, state).value
    assert proofs > 5


def test_without_prove_only_finished_games_are_known():
    game = TicTacToe()
    root = mcts(game, game.initial_state(), iterations=20_000)
    assert root.proven is None and all(n.proven is None for n in root.children.values())


@pytest.mark.parametrize("limit", [8, 100, 5000])
def test_the_tree_stops_growing_and_the_search_goes_on(limit, monkeypatch):
    monkeypatch.setattr(search, "NODE_LIMIT", limit)
    game = ConnectFour()
    asked = count()  # a search that asks for more room again and again is stopped, and fails
    stop = lambda: next(asked) > 2000  # noqa: E731
    root = mcts(game, game.initial_state(), iterations=20_000, stop=stop)
    assert root.tree.used <= limit and len(root.tree.nodes) <= limit
    assert root.visits == 20_000 == sum(n.visits for n in root.children.values())
    assert best_action(root) == 3


def test_bytes_of_a_node():
    """A fifth of OpenSpiel's 82."""
    game = ConnectFour()
    assert mcts(game, game.initial_state(), iterations=10).tree.nodes.itemsize == 16


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_reuse_keeps_what_was_counted(game):
    root = mcts(game, game.initial_state(), iterations=4000)
    child = root.children[best_action(root)]
    before = statistics_of(child)
    again = mcts(game, child.state, iterations=1, root=child)
    assert again.visits == child.visits + 1 and again.parent is None
    for action, node in child.children.items():
        assert again.children[action].visits - node.visits in (0, 1)
    more = mcts(game, child.state, iterations=5000, root=child)
    assert more.visits == child.visits + 5000
    check_tree(game, more, own=1)
    assert statistics_of(child) == before  # the earlier tree is as it was


def test_reuse_after_the_limit_grows_again(monkeypatch):
    game = ConnectFour()
    monkeypatch.setattr(search, "NODE_LIMIT", 50)
    root = mcts(game, game.initial_state(), iterations=20_000)
    child = root.children[3]
    monkeypatch.setattr(search, "NODE_LIMIT", 10_000)
    more = mcts(game, child.state, iterations=20_000, root=child)
    assert more.tree.used > 5000 and more.visits == child.visits + 20_000


def test_reuse_under_a_smaller_limit(monkeypatch):
    game = ConnectFour()
    child = mcts(game, game.initial_state(), iterations=20_000).children[3]
    monkeypatch.setattr(search, "NODE_LIMIT", 100)
    more = mcts(game, child.state, iterations=1000, root=child)
    assert more.tree.used <= 100 and more.visits == child.visits + 1000


def test_seconds():
    game = ConnectFour()
    mcts(game, game.initial_state(), iterations=1)
    start = time.perf_counter()
    root = mcts(game, game.initial_state(), seconds=0.2)
    assert 0.2 <= time.perf_counter() - start < 2
    assert root.visits > 1000 and root.visits == sum(n.visits for n in root.children.values())


def test_stop_returns_the_tree_so_far():
    game, asked = ConnectFour(), []
    root = mcts(
        game, game.initial_state(), iterations=10**9, stop=lambda: len(asked) > 3 or asked.append(1)
    )
    assert 0 < root.visits < 10**9


def test_ctrl_c_interrupts():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # as in the foreground
    game = ConnectFour()
    mcts(game, game.initial_state(), iterations=1)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            mcts(game, game.initial_state(), seconds=20)
        assert not timer.is_alive()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def test_merged_children_have_different_states():
    game = PentagoTwist()
    root = mcts(game, game.initial_state(), iterations=2000, merge=True)
    assert len(root.children) == 36 == len({n.state for n in root.children.values()})
    assert root.visits == sum(n.visits for n in root.children.values())


START = ConnectFour().initial_state()
BAD = [
    ({}, "either iterations or seconds"),
    ({"iterations": 5, "seconds": 1}, "either iterations or seconds"),
    ({"iterations": 0}, "iterations must be"),
    ({"iterations": 2.5}, "iterations must be"),
    ({"seconds": 0}, "seconds must be"),
    ({"seconds": float("nan")}, "seconds must be"),
    ({"iterations": 5, "c": -1}, "c must be"),
    ({"iterations": 5, "c": float("nan")}, "c must be"),
    ({"iterations": 5, "seed": 0.5}, "seed must be"),
    ({"iterations": "100"}, "iterations must be a whole number above 0"),
    ({"seconds": "1"}, "seconds must be a finite number above 0"),
    ({"iterations": 5, "stop": 5}, "stop must be"),
    ({"iterations": 5, "root": "nonsense"}, "root must"),
    ({"iterations": 5, "root": plain_mcts(ConnectFour(), START, iterations=2)}, "root must"),
]


@pytest.mark.parametrize(("options", "message"), BAD, ids=lambda value: str(value)[:40])
def test_bad_settings(options, message):
    with pytest.raises(ValueError, match=message):
        mcts(ConnectFour(), START, **options)


def test_numbers_of_numpy_are_numbers():
    """A seed from np.arange, a c from np.linspace: the same tree as with plain numbers."""
    game = ConnectFour()
    plain = mcts(game, START, iterations=500, seed=3, c=0.5)
    settings = {"iterations": np.float64(500), "seed": np.int64(3), "c": np.float32(0.5)}
    same = mcts(game, START, **settings)
    assert statistics_of(same) == statistics_of(plain)


def test_bad_roots():
    game = TicTacToe()
    child = mcts(game, game.initial_state(), iterations=50).children[4]
    with pytest.raises(ValueError, match="another state"):
        mcts(game, game.initial_state(), iterations=5, root=child)
    with pytest.raises(ValueError, match="the game is over"):
        mcts(game, (0b111, 0b11000, 1, 1), iterations=5)


@pytest.mark.parametrize("iterations", [1, 2, 5001])
def test_parallel_trees_add_up(iterations):
    game = ConnectFour()
    roots = [parallel_mcts(game, START, iterations=iterations, workers=3, seed=4) for _ in "ab"]
    assert statistics_of(roots[0], 1) == statistics_of(roots[1], 1)
    assert roots[0].visits == iterations == sum(n.visits for n in roots[0].children.values())
    assert set(roots[0].children) | set(roots[0].untried) == set(range(7))


def test_parallel_workers_differ_and_the_executor_does_not_matter():
    game = ConnectFour()
    with ProcessPoolExecutor(1) as processes:
        there = parallel_mcts(game, START, iterations=4000, executor=processes)
    here = parallel_mcts(game, START, iterations=4000)
    assert statistics_of(there, 1) == statistics_of(here, 1)
    one = mcts(game, START, iterations=2000)
    assert [n.visits for n in here.children.values()] != [
        2 * one.children[a].visits for a in here.children
    ]
    for options, message in (
        ({"workers": 0}, "workers must be"),
        ({"executor": 4}, "executor must be"),
        ({"seed": "x"}, "seed must be"),
        ({"root": one}, "cannot go on with an earlier root"),
    ):
        with pytest.raises(ValueError, match=message):
            parallel_mcts(game, START, iterations=10, **options)
