"""The variants: each keeps the counts of MCTS, finds exact values, and does what it is for."""

import math
from random import Random

import pytest

from lib.clinic.blunders import good_actions, positions, value
from lib.game import CHANCE, MAX, MIN
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pentago import PentagoTwist
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import best_action, best_actions, expectimax, mcts, minimax
from lib.search.mcts import Node, expand
from lib.search.mcts_variants import (
    PriorNode,
    _choose_puct,
    distinct_actions,
    mcts_merged,
    mcts_prior,
    mcts_puct,
    mcts_rave,
    shares,
)
from lib.search.rollouts import cutoff_rollout
from lib.search.solver import SolverNode, mcts_solver, proven_action

GAME = TicTacToe()
SIDES = [
    (MAX, MIN),
    (MIN, MAX),
    (MAX, MIN, MIN),
    (MAX, MAX, MIN),
    (MAX, MIN, MAX, MIN),
    (MAX, CHANCE, MIN),
    (MIN, CHANCE, CHANCE),
]


def flat(game, state, action):
    """A prior that knows nothing."""
    return 1.0


def center(game, state, action):
    """A prior that likes the center of tic-tac-toe."""
    return 3.0 if action == 4 else 1.0


VARIANTS = {
    "merged": mcts_merged,
    "prior": lambda game, state, **options: mcts_prior(game, state, flat, **options),
    "puct": lambda game, state, **options: mcts_puct(game, state, flat, **options),
    "rave": mcts_rave,
    "solver": mcts_solver,
}


def trees(sides, count, **options):
    """Random games that are not over at once."""
    games = (TreeGame.random(seed, sides=sides, ragged=True, **options) for seed in range(count))
    return [game for game in games if not game.is_terminal(())]


def nodes(root):
    yield root
    for child in root.children.values():
        yield from nodes(child)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_keeps_the_counts(name, sides):
    for seed, game in enumerate(trees(sides, 8, branching=3, depth=4)):
        root = VARIANTS[name](game, (), iterations=60, rng=Random(seed))
        stopped = name == "solver" and root.proven is not None
        assert root.visits <= 60 if stopped else root.visits == 60
        assert root.visits == sum(child.visits for child in root.children.values())
        for node in nodes(root):
            inside = sum(child.visits for child in node.children.values())
            if node.side is None:
                assert node.total == node.visits * game.utility(node.state)
            elif node is not root and not (name == "solver" and node.proven is not None):
                assert node.visits == inside + 1


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_repeats_itself(name):
    start = GAME.initial_state()
    one, two = (VARIANTS[name](GAME, start, iterations=100, rng=Random(3)) for _ in range(2))
    counts = [[(n.action, n.visits, n.total) for n in nodes(root)] for root in (one, two)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("sides", SIDES[:5])
def test_every_variant_finds_the_best_action(name, sides):
    for seed in range(4):
        game = TreeGame.random(seed, branching=2, depth=4, sides=sides, values=(-1, 1))
        root = VARIANTS[name](game, (), iterations=3000, rng=Random(seed))
        choose = proven_action if name == "solver" else best_action
        assert choose(root) in best_actions(game, ())


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_finds_the_fork(name):
    choose = proven_action if name == "solver" else best_action
    for text, right in (("X..\n.O.\n..X", {1, 3, 5, 7}), ("O..\n.X.\n..X", {2, 6})):
        for seed in range(5):
            root = VARIANTS[name](GAME, GAME.parse(text), iterations=1000, rng=Random(seed))
            assert choose(root) in right


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_reuses_its_tree_and_refuses_a_wrong_root(name):
    start = GAME.initial_state()
    old = VARIANTS[name](GAME, start, iterations=200, rng=Random(1))
    child = old.children[best_action(old)]
    before = child.visits
    root = VARIANTS[name](GAME, child.state, iterations=50, rng=Random(1), root=child)
    assert root is child and root.parent is None and root.visits == before + 50
    with pytest.raises(ValueError, match="another state"):
        VARIANTS[name](GAME, start, iterations=1, root=child)
    if name != "merged":
        with pytest.raises(ValueError, match=r"root must be a .*Node of an earlier search"):
            VARIANTS[name](GAME, start, iterations=1, root=Node(GAME, start))


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_has_the_errors_of_mcts(name):
    for options, words in (
        ({}, "either iterations or seconds"),
        ({"iterations": 0}, "above 0"),
        ({"iterations": 1, "rng": 3}, "random.Random"),
    ):
        with pytest.raises(ValueError, match=words):
            VARIANTS[name](GAME, GAME.initial_state(), **options)
    with pytest.raises(ValueError, match="the game is over"):
        VARIANTS[name](GAME, GAME.parse("XXX\nOO.\n..."), iterations=1)


# Merging


def test_the_empty_pentago_board_has_36_children_instead_of_288():
    game = PentagoTwist()
    start = game.initial_state()
    assert len(game.actions(start)) == 288 and len(distinct_actions(game, start)) == 36
    root = mcts_merged(game, start, iterations=40, rng=Random(1))
    assert len(root.children) == 36 and not root.untried
    assert len({child.state for child in root.children.values()}) == 36


def test_merging_keeps_all_states_and_the_first_action_of_each():
    game, rng = PentagoTwist(), Random(4)
    state = game.initial_state()
    for _ in range(6):
        state = game.result(state, rng.choice(game.actions(state)))
        results = [game.result(state, action) for action in game.actions(state)]
        merged = distinct_actions(game, state)
        assert {game.result(state, action) for action in merged} == set(results)
        assert len(merged) == len(set(results)) < len(results)
        first = [results.index(game.result(state, action)) for action in merged]
        assert [game.actions(state)[i] for i in first] == merged


def test_without_duplicates_merging_changes_nothing():
    start = GAME.initial_state()
    plain = mcts(GAME, start, iterations=200, rng=Random(2))
    merged = mcts_merged(GAME, start, iterations=200, rng=Random(2))
    assert {a: n.visits for a, n in plain.children.items()} == {
        a: n.visits for a, n in merged.children.items()
    }


class Coin(TreeGame):
    """Two of CHANCE's three outcomes lead to the same state."""

    def __init__(self):
        super().__init__([[0, 0, 9], 1], sides=(MAX, CHANCE))

    def result(self, state, action):
        after = super().result(state, action)
        return (0, 0) if after == (0, 1) else after


def test_merging_leaves_chance_alone():
    root = mcts_merged(Coin(), (), iterations=3000, rng=Random(1), c=9)
    assert len(root.children[0].children) == 3
    assert root.children[0].mean == pytest.approx(3, abs=0.4)


# The solver


@pytest.mark.parametrize("sides", SIDES)
def test_the_solver_proves_the_exact_value_and_stops(sides):
    for seed, game in enumerate(trees(sides, 60, branching=3, depth=4)):
        root = mcts_solver(game, (), iterations=20_000, rng=Random(seed))
        exact, _ = expectimax(game, ())
        assert root.proven == pytest.approx(exact, abs=1e-12)
        assert root.visits < 20_000
        after = game.result((), proven_action(root))
        assert expectimax(game, after)[0] == pytest.approx(exact, abs=1e-12)


@pytest.mark.parametrize("sides", SIDES[:5])
def test_one_winning_action_is_a_proof_for_its_own_side_only(sides):
    for seed in range(40):
        game = TreeGame.random(seed, branching=3, depth=4, sides=sides, values=(-1, 1))
        quick = mcts_solver(game, (), win=1, iterations=20_000, rng=Random(seed))
        full = mcts_solver(game, (), iterations=20_000, rng=Random(seed))
        assert quick.proven == full.proven == minimax(game, ())[0]
        assert quick.visits <= full.visits


def test_each_proven_node_is_right():
    game = TreeGame.random(8, branching=3, depth=5, sides=(MAX, MAX, MIN), values=(-1, 1))
    root = mcts_solver(game, (), win=1, iterations=60, rng=Random(1))
    proven = [node for node in nodes(root) if node.proven is not None and node.side is not None]
    assert proven
    assert all(node.proven == minimax(game, node.state)[0] for node in proven)


def test_the_solver_on_tictactoe_positions():
    for seed, state in enumerate(positions(40)):
        if 9 - (state[0] | state[1]).bit_count() <= 6:
            root = mcts_solver(GAME, state, win=1, iterations=5000, rng=Random(seed))
            assert root.proven == value(state)
            assert proven_action(root) in good_actions(state)


def test_the_solver_with_passes():
    game, rng, passes = Othello(4), Random(5), 0
    for _ in range(12):
        state = game.initial_state()
        while len(game.actions(state)) and (state[0] | state[1]).bit_count() < 11:
            state = game.result(state, rng.choice(game.actions(state)))
        if not game.is_terminal(state):
            root = mcts_solver(game, state, win=1, iterations=5000, rng=rng)
            assert root.proven == minimax(game, state)[0]
            passes += any(node.action == PASS for node in nodes(root))
    assert passes


def test_the_solver_on_a_small_connect_four_board():
    game = ConnectFour(width=4, height=2)
    root = mcts_solver(game, game.initial_state(), win=1, iterations=100_000, rng=Random(1))
    assert root.proven == minimax(game, game.initial_state())[0]


def test_a_proof_does_not_touch_the_counts():
    state = GAME.parse("XX.\nOO.\n...")
    root = mcts_solver(GAME, state, win=1, iterations=1000, rng=Random(1))
    assert root.proven == 1 and proven_action(root) == 2 and root.visits < 1000
    assert abs(root.total) <= root.visits
    again = mcts_solver(GAME, state, win=1, iterations=1000, rng=Random(1), root=root)
    assert again.visits == root.visits, "a proven root needs no more iterations"


def test_an_unfinished_proof_still_gives_a_sensible_action():
    for seed in range(30):
        root = mcts_solver(GAME, GAME.initial_state(), win=1, iterations=9, rng=Random(seed))
        assert proven_action(root) in root.children
    state = GAME.parse("OO.\nXX.\n..X")  # O wins on 2; everything else loses on 5
    for seed in range(20):
        root = mcts_solver(GAME, state, win=1, iterations=40, rng=Random(seed))
        assert proven_action(root) == 2


@pytest.mark.parametrize("side", [MAX, MIN])
def test_one_winning_action_is_a_proof_only_if_a_win_is_known(side):
    """Five iterations try five actions once; only what lies below the fourth is a long story."""
    game = TreeGame([0, 0, side, [[0, 0], [0, 0]], 0], sides=(side,))
    known = mcts_solver(game, (), win=1, iterations=5, rng=Random(1))
    assert known.proven == side and proven_action(known) == 2
    unknown = mcts_solver(game, (), iterations=5, rng=Random(1))
    assert unknown.proven is None and unknown.children[2].proven == side


def test_a_proven_loss_is_not_played():
    game = TreeGame([[-1, -1], [[1, 1], [1, -1]], [-1]])
    root = mcts_solver(game, (), iterations=12, rng=Random(3))
    assert proven_action(root) == 1


def test_win_must_be_the_largest_payoff():
    with pytest.raises(ValueError, match="win=1 is not the largest payoff"):
        mcts_solver(TreeGame([5, 3]), (), win=1, iterations=10)


# Priors and PUCT


def test_a_prior_steers_early_and_fades_late():
    game = TreeGame([0.5, 0.4])
    wrong = lambda game, state, action: 5.0 if action == 1 else 0.0  # noqa: E731
    shares_of_worse = [
        mcts_prior(game, (), wrong, iterations=n, rng=Random(1)).children[1].visits / n
        for n in (10, 100, 5000)
    ]
    assert shares_of_worse[0] > 0.6 > shares_of_worse[1] > shares_of_worse[2]
    assert shares_of_worse[2] == pytest.approx(
        mcts(game, (), iterations=5000, rng=Random(1)).children[1].visits / 5000, abs=0.05
    )


def test_a_negative_prior_does_not_bury_an_action_for_ever():
    # a negative weight on the exploration term keeps a move at one visit, whatever it is worth
    game = TreeGame([0.9, 0.1, 0.1])
    bad = lambda game, state, action: -5.0 if action == 0 else 0.0  # noqa: E731
    root = mcts_prior(game, (), bad, iterations=3000, rng=Random(1))
    assert best_action(root) == 0


def test_a_prior_is_in_the_eyes_of_the_mover():
    for side in (MAX, MIN):
        game = TreeGame([0, 0, 0, 0], sides=(side,))
        root = mcts_prior(game, (), lambda g, s, a: float(a == 2), iterations=50, rng=Random(1))
        assert best_action(root) == 2


def test_puct_by_hand():
    game = TreeGame([1, 0, 0])
    # all payoffs so far are 0: stay with action 2 while 7.4 / (1 + visits) >= 2, up to 3 visits
    prior = lambda game, state, action: (1, 2, 7.4)[action]  # noqa: E731
    root = mcts_puct(game, (), prior, iterations=1, rng=Random(1))
    assert list(root.children) == [2], "the most promising action is tried first"
    root = mcts_puct(game, (), prior, iterations=2, rng=Random(1))
    assert root.children[2].visits == 2
    root = mcts_puct(game, (), prior, iterations=3, rng=Random(1))
    assert {a: n.visits for a, n in root.children.items()} == {2: 3}
    root = mcts_puct(game, (), prior, iterations=4, rng=Random(1))
    assert {a: n.visits for a, n in root.children.items()} == {2: 3, 1: 1}


def test_puct_finds_the_good_action_behind_a_small_prior():
    game = TreeGame([0.0, 1.0, 0.0])
    root = mcts_puct(game, (), lambda g, s, a: (10, 1, 10)[a], iterations=500, rng=Random(1))
    assert best_action(root) == 1


def test_puct_needs_no_visit_of_hopeless_actions():
    game = PentagoTwist()
    start = game.initial_state()
    liked = game.actions(start)[100]
    root = mcts_puct(
        game,
        start,
        lambda g, s, a: float(a == liked),
        iterations=20,
        rng=Random(1),
        rollout=cutoff_rollout(0, lambda g, s: 0, 1),
    )
    assert list(root.children) == [liked]


def test_shares():
    assert shares({"a": 1, "b": 3}) == {"a": 0.25, "b": 0.75}
    assert shares({"a": 0, "b": 0}) == {"a": 0.5, "b": 0.5}
    with pytest.raises(ValueError, match="0 or more, got -1 for 'b'"):
        shares({"a": 1, "b": -1})


@pytest.mark.parametrize("search", [mcts_prior, mcts_puct])
def test_a_prior_must_be_finite(search):
    with pytest.raises(ValueError, match=r"the prior of \d is nan"):
        search(GAME, GAME.initial_state(), lambda g, s, a: math.nan, iterations=30)


# RAVE


def test_all_moves_as_first_are_counted_for_the_agent_that_played_them():
    game = GAME
    root = mcts_rave(game, game.initial_state(), iterations=1, rng=Random(5))
    [child] = root.children.values()
    assert root.amaf[child.action] == [1, root.total]
    played = sum(count for count, _ in root.amaf.values())
    replied = sum(count for count, _ in child.amaf.values())
    assert 3 <= played <= 5 and played - replied in (0, 1), "X and O take turns"
    assert not set(root.amaf) & set(child.amaf), "no square is taken twice"


def test_amaf_counts_at_least_the_visits():
    root = mcts_rave(GAME, GAME.initial_state(), iterations=400, rng=Random(5))
    for node in nodes(root):
        for action, child in node.children.items():
            count, total = node.amaf[action]
            assert count >= child.visits and abs(total) <= count


def test_rave_with_k_0_is_plain_mcts():
    start = GAME.initial_state()
    plain, rave = (f(GAME, start, iterations=300, rng=Random(4)) for f in (mcts, zero_rave))
    assert [(n.action, n.visits) for n in nodes(plain)] == [
        (n.action, n.visits) for n in nodes(rave)
    ]


def zero_rave(game, state, **options):
    return mcts_rave(game, state, k=0, **options)


def test_rave_learns_faster_where_moves_keep_their_worth():
    state = GAME.initial_state()
    rave = [best_action(mcts_rave(GAME, state, iterations=60, rng=Random(s))) for s in range(60)]
    plain = [best_action(mcts(GAME, state, iterations=60, rng=Random(s))) for s in range(60)]
    assert rave.count(4) > plain.count(4), "the center has the best exact value under random play"


def test_rave_takes_other_rollouts_and_refuses_a_negative_k():
    policy = cutoff_rollout(2, lambda game, state: 0, scale=1)
    root = mcts_rave(GAME, GAME.initial_state(), iterations=50, rollout=policy, rng=Random(1))
    assert root.visits == 50 and sum(count for count, _ in root.amaf.values()) <= 50 * 2
    with pytest.raises(ValueError, match="k must be"):
        mcts_rave(GAME, GAME.initial_state(), iterations=1, k=-1)


def test_a_child_is_of_its_parents_kind():
    root = SolverNode(GAME, GAME.initial_state())
    assert type(expand(GAME, root, Random(1))) is SolverNode


@pytest.mark.parametrize("side", [MAX, MIN])
def test_puct_counts_an_untried_action_as_good_as_its_parent(side):
    """Child: 0.5 + 0.2 * 0.5 / 5 = 0.52. Untried: 0.5 + 0.2 * 0.5 = 0.6, without the mean 0.1."""
    game = TreeGame([0, 0], (side,))
    node = PriorNode(game, ())
    child = expand(game, node, Random(0))
    node.visits, node.total = 4, side * 2.0
    child.visits, child.total = 4, side * 2.0
    even = lambda game, state, action: 1  # noqa: E731
    assert _choose_puct(even, game, node, 0.1) is None
    node.total = side * 1.6  # now the untried action is worth 0.4 + 0.1
    assert _choose_puct(even, game, node, 0.1) is child
