"""MCTS against exact values: minimax, expectimax, published numbers, never "it usually wins"."""

import math
import sys
from random import Random

import pytest

from lib.clinic.blunders import GAME, count_blunders, good_actions, positions, value
from lib.clinic.views import FAULTS, RIGHT
from lib.game import CHANCE, MAX, MIN
from lib.games.connect4 import ConnectFour
from lib.games.othello import PASS, Othello
from lib.games.pig import Pig
from lib.games.tree import TreeGame
from lib.search import Node, best_action, best_actions, expectimax, mcts, minimax, ucb1
from lib.search.mcts import (
    STANDARD,
    Phases,
    backpropagate,
    choose_ucb1,
    expand,
    iterate,
    path,
    rollout,
    select,
    simulate,
)
from lib.search.rollouts import cutoff_rollout, random_rollout, sample

TEAMS = [(MAX, MIN), (MIN, MAX), (MAX, MIN, MIN), (MAX, MAX, MIN), (MAX, MIN, MAX, MIN)]
FORK = GAME.parse("X.. .O. ..X".replace(" ", "\n"))  # O to move: an edge draws, a corner loses


def nodes(root):
    """All nodes of a tree."""
    yield root
    for child in root.children.values():
        yield from nodes(child)


def blunder_rate(iterations: int, seeds: int, count: int = 300, **options) -> float:
    """The share of blunders of `mcts` with these options, playing its most visited action."""

    def decide(state, rng):
        return best_action(mcts(GAME, state, iterations=iterations, rng=rng, **options))

    blunders, n = count_blunders(decide, count, seeds)
    return blunders / n


def shape(node):
    """A tree as plain data, to compare."""
    children = {action: shape(child) for action, child in node.children.items()}
    return (node.state, node.action, node.visits, node.total, children, node.untried)


def check_tree(game, root, iterations):
    """What must hold in every tree, whatever the game."""
    assert root.visits == iterations == sum(child.visits for child in root.children.values())
    for node in nodes(root):
        inside = sum(child.visits for child in node.children.values())
        if node.side is None:
            assert game.is_terminal(node.state) and not node.children and not node.untried
            assert node.total == node.visits * game.utility(node.state)
        else:
            own = 0 if node is root else 1  # the rollout that began here
            assert node.visits == inside + own
            assert sorted([*node.children, *node.untried], key=repr) == sorted(
                game.actions(node.state), key=repr
            )
        for action, child in node.children.items():
            assert child.action == action and child.parent is node
            assert child.state == game.result(node.state, action)


@pytest.mark.parametrize("sides", [*TEAMS, (MAX, CHANCE, MIN)])
@pytest.mark.parametrize("iterations", [1, 2, 7, 100])
def test_counts(sides, iterations):
    for seed in range(10):
        game = TreeGame.random(seed, branching=3, depth=4, sides=sides, ragged=True)
        if not game.is_terminal(()):
            check_tree(game, mcts(game, (), iterations=iterations, rng=Random(seed)), iterations)


def test_counts_with_passes():
    game, passes = Othello(4), 0
    root = mcts(game, game.initial_state(), iterations=3000, rng=Random(1))
    check_tree(game, root, 3000)
    passes = [node for node in nodes(root) if node.action == PASS and node.visits > 1]
    assert passes and all(node.side == -node.parent.side for node in passes if node.children)


def test_the_same_seed_gives_the_same_tree():
    start = GAME.initial_state()
    first, again, other = (mcts(GAME, start, iterations=300, rng=Random(s)) for s in (5, 5, 6))
    assert shape(first) == shape(again) != shape(other)
    assert shape(mcts(GAME, start, iterations=50)) == shape(
        mcts(GAME, start, iterations=50, rng=Random(0))
    )


@pytest.mark.parametrize("sides", TEAMS)
def test_converges_to_minimax_with_teams(sides):
    for seed in range(6):
        game = TreeGame.random(seed, branching=2, depth=5, sides=sides, values=(-1, 1))
        exact, _ = minimax(game, ())
        root = mcts(game, (), iterations=6000, rng=Random(seed))
        assert root.mean == pytest.approx(exact, abs=0.1)
        assert best_action(root) in best_actions(game, ())


def test_converges_to_expectimax_with_chance():
    for seed in range(8):
        rng = Random(seed)
        sides = [(MAX, CHANCE, MIN), (MIN, CHANCE), (MAX, CHANCE, CHANCE, MIN)][seed % 3]
        game = TreeGame.random(seed, branching=3, depth=4, sides=sides, values=(-9, 9))
        chances = {(i,): weights(rng) for i in range(3)}
        game = TreeGame(game.tree, sides, probabilities=chances)
        exact, _ = expectimax(game, ())
        root = mcts(game, (), iterations=15_000, c=9, rng=rng)
        assert root.mean == pytest.approx(exact, abs=0.5)
        value_of_choice = expectimax(game, game.result((), best_action(root)))[0]
        assert value_of_choice == pytest.approx(exact, abs=0.3)


def weights(rng):
    """Three uneven probabilities."""
    raw = [rng.random() ** 2 for _ in range(3)]
    return [x / sum(raw) for x in raw]


def test_chance_is_drawn_by_its_probabilities():
    game = TreeGame([[1, 0], 0], sides=(MAX, CHANCE), probabilities={(0,): (0.3, 0.7)})
    root = mcts(game, (), iterations=20_000, rng=Random(2), c=0.1)
    gamble = root.children[0]
    share = gamble.children[0].visits / sum(child.visits for child in gamble.children.values())
    assert share == pytest.approx(0.3, abs=0.02)
    assert gamble.mean == pytest.approx(0.3, abs=0.02)


def test_rare_outcomes_do_not_bias_a_young_chance_node():
    # each outcome tried once first would make this gamble look bad: 4 x 1 and 1 x -100
    game = TreeGame([[1, 1, 1, 1, -10], 0], (MAX, CHANCE), {(0,): (0.249,) * 4 + (0.004,)})
    chosen = [best_action(mcts(game, (), iterations=30, rng=Random(s))) for s in range(200)]
    assert chosen.count(0) > 160


@pytest.mark.parametrize("total", range(1, 10))
def test_pig_decides_as_expectimax(total):
    # from a turn total on, a bust costs more than a roll wins: hold or roll must be found
    game = Pig(goal=10, turns=2)
    state = (0, 0, total, 0, False, 2)
    exact = {a: expectimax(game, game.result(state, a))[0] for a in game.actions(state)}
    root = mcts(game, state, iterations=4000, rng=Random(total))
    loss = max(exact.values()) - exact[best_action(root)]
    assert loss < 0.03, exact


@pytest.mark.parametrize(
    ("state", "right"),
    [
        (FORK, {1, 3, 5, 7}),
        (GAME.parse("O..\n.X.\n..X"), {2, 6}),
    ],
)
def test_positions_that_tell_a_right_sign_from_a_wrong_one(state, right):
    assert set(good_actions(state)) == right
    chosen = [best_action(mcts(GAME, state, iterations=1000, rng=Random(s))) for s in range(50)]
    assert sum(action in right for action in chosen) >= 49


def test_it_takes_a_win_and_stops_one_for_either_side():
    for text, action in (
        ("XX.\nOO.\n...", 2),  # X wins at once
        ("XX.\nOO.\nX..", 5),  # O wins at once
        ("X..\n.O.\nX..", 3),  # O must stop X
        ("O.X\n.O.\nX..", 8),  # X must stop O
    ):
        state = GAME.parse(text)
        assert best_action(mcts(GAME, state, iterations=500, rng=Random(1))) == action, text


def test_the_positions_of_the_blunder_test_are_as_hard_as_the_published_ones():
    shares = [1 - len(good_actions(s)) / len(GAME.actions(s)) for s in positions(300)]
    assert sum(shares) / 300 == pytest.approx(0.624, abs=0.02)  # how often a random mover errs


def test_blunders_at_200_iterations():
    assert blunder_rate(200, seeds=5) <= 0.058


@pytest.mark.slow
def test_blunders_at_1000_iterations():
    assert blunder_rate(1000, seeds=5) <= 0.002  # published: 2 of 1,500; one more is allowed


@pytest.mark.parametrize(
    ("fault", "published"),
    [
        ("player_to_move", 0.934),
        ("root_view", 0.193),
        ("no_flip_absolute", 0.425),
        ("in_place_flip", 0.617),
        ("terminal_mover_view", 0.589),
    ],
)
def test_the_faults_are_as_bad_as_published(fault, published):
    rate = blunder_rate(200, seeds=1, **FAULTS[fault])
    assert rate == pytest.approx(published, abs=0.1)  # other positions, one seed


def test_the_view_of_the_mover_is_the_same_search():
    for seed, state in enumerate(positions(30)):
        mine = mcts(GAME, state, iterations=100, rng=Random(seed))
        theirs = mcts(GAME, state, iterations=100, rng=Random(seed), **RIGHT)
        assert visits(mine) == visits(theirs)


def visits(root):
    return {action: child.visits for action, child in root.children.items()}


def test_a_payoff_travels_up_in_each_view():
    # MAX, MIN, MAX, MIN to move from the root down, and a rollout that pays MAX 5
    game = TreeGame([[[[5, 0], 0], 0], 0])
    expected = {  # from the leaf up to the root
        "player_to_move": [-5, 5, -5, 5],
        "root_view": [5, 5, 5, 5],
        "no_flip_absolute": [5, 5, 5, 5],
        "in_place_flip": [-5, -5, 5, 5],
    }
    for fault, stored in expected.items():
        path = chain(game, (0, 0, 0))
        FAULTS[fault]["phases"].backpropagate(path[-1], 5)
        assert [node.total for node in reversed(path)] == stored, fault
    path = chain(game, (0, 0, 0))
    RIGHT["phases"].backpropagate(path[-1], 5)
    assert [node.total for node in reversed(path)][:3] == [5, -5, 5]


def chain(game, actions):
    """The nodes along one line of play."""
    path = [Node(game, game.initial_state())]
    for action in actions:
        node = path[-1]
        path.append(Node(game, game.result(node.state, action), action, node))
    return path


def test_flat_monte_carlo_finds_the_published_openings():
    # one rollout after each opening, 4,000 times: the exact values under random play
    for square, exact in ((0, 12 / 35), (1, 0.2), (4, 0.5)):
        rng, state = Random(square), GAME.result(GAME.initial_state(), square)
        results = [random_rollout(GAME, state, rng) for _ in range(4000)]
        mean = sum(results) / 4000
        deviation = math.sqrt(sum((x - mean) ** 2 for x in results) / 4000)
        assert abs(mean - exact) < 3 * deviation / math.sqrt(4000)


def test_a_random_game_of_tictactoe_ends_as_published():
    rng = Random(1)
    results = [random_rollout(GAME, GAME.initial_state(), rng) for _ in range(20_000)]
    for outcome, share in ((1, 737 / 1260), (-1, 121 / 420), (0, 8 / 63)):
        assert results.count(outcome) / 20_000 == pytest.approx(share, abs=0.011)


# The phases one by one


def test_select_takes_the_child_with_the_largest_ucb1_for_the_mover():
    for sides in ((MAX, MIN), (MIN, MAX)):
        game = TreeGame.random(3, branching=4, depth=3, sides=sides)
        root = mcts(game, (), iterations=60, rng=Random(4), c=9)
        for node in (n for n in nodes(root) if n.children and not n.untried):
            bounds = {
                action: ucb1(node.side * child.total, child.visits, node.visits, 9)
                for action, child in node.children.items()
            }
            assert choose_ucb1(game, node, 9).action == max(bounds, key=bounds.get)


def test_select_stops_where_something_is_untried_and_at_the_end():
    game = TreeGame([[3, 5], 2])
    root = Node(game, ())
    assert select(game, root, 1, Random(0)) is root
    left, right = (expand(game, root, Random(s)) for s in (1, 1))
    assert {left.action, right.action} == {0, 1} and not root.untried
    for child in (left, right):
        backpropagate(child, 1)
    left.total, right.total = (9, -9) if left.action == 1 else (-9, 9)
    leaf = select(game, root, 1, Random(0))
    assert leaf.action == 1 and leaf.side is None
    assert expand(game, leaf, Random(0)) is leaf, "a finished game is not expanded"


def test_expand_draws_every_action_once_with_equal_chances():
    counts = [0, 0, 0, 0]
    for seed in range(2000):
        root = Node(TreeGame([1, 2, 3, 4]), ())
        counts[expand(TreeGame([1, 2, 3, 4]), root, Random(seed)).action] += 1
    assert all(count == pytest.approx(500, abs=80) for count in counts)


def test_rollout_counts_a_finished_game_as_its_utility():
    game = TreeGame([7, 8])
    leaf = expand(game, Node(game, ()), Random(0))
    assert rollout(game, leaf, Random(0), policy=lambda *_: 99) == game.utility(leaf.state)


@pytest.mark.parametrize("payoff", [math.nan, math.inf, -math.inf])
def test_a_rollout_must_be_finite(payoff):
    with pytest.raises(ValueError, match="finite"):
        mcts(GAME, GAME.initial_state(), iterations=1, rollout=lambda *_: payoff)


def test_backpropagate_adds_the_same_payoff_all_the_way_up():
    path = chain(TreeGame([[[1, 2], 3], 4], sides=(MAX, MIN, MIN)), (0, 0, 1))
    backpropagate(path[-1], -2.5)
    assert [(node.visits, node.total) for node in path] == [(1, -2.5)] * 4


def test_iterate_returns_the_new_leaf():
    root = Node(GAME, GAME.initial_state())
    leaves = [iterate(GAME, root, 1.4, Random(s), random_rollout) for s in range(9)]
    assert [leaf.parent for leaf in leaves] == [root] * 9 and root.visits == 9


def test_phases_can_be_replaced():
    seen = []

    def watched(leaf, value):
        seen.append(value)
        backpropagate(leaf, value)

    root = mcts(GAME, GAME.initial_state(), iterations=20, phases=Phases(backpropagate=watched))
    assert len(seen) == 20 and sum(seen) == root.total
    with pytest.raises(TypeError, match="simulate"):
        mcts(GAME, GAME.initial_state(), iterations=1, simulate=None)


# Rollout policies


def test_sample_draws_by_probability():
    game = TreeGame([1, 2, 3], sides=(CHANCE,), probabilities={(): (0.2, 0.5, 0.3)})
    rng = Random(7)
    drawn = [sample(game, (), game.actions(()), rng) for _ in range(5000)]
    for action, chance in enumerate((0.2, 0.5, 0.3)):
        assert drawn.count(action) / 5000 == pytest.approx(chance, abs=0.025)


def test_a_rollout_through_chance_has_the_right_mean():
    chances = {(0,): (0.9, 0.1), (1,): (0.5, 0.5)}
    game = TreeGame([[10, -10], [4, 0]], sides=(MAX, CHANCE), probabilities=chances)
    rng = Random(3)
    mean = sum(random_rollout(game, (), rng) for _ in range(20_000)) / 20_000
    assert mean == pytest.approx((8 + 2) / 2, abs=0.15)


def test_cutoff_rollout_stops_after_its_plies_and_squashes():
    game = TreeGame.random(1, branching=2, depth=6)
    for plies in range(8):
        depths = []
        policy = cutoff_rollout(plies, lambda g, s: depths.append(len(s)) or 30, scale=30)
        payoff = policy(game, (), Random(0))
        if plies < 6:
            assert depths == [plies] and payoff == math.tanh(1)
        else:
            assert depths == [] and payoff in range(-9, 10), "a finished game keeps its utility"


def test_cutoff_rollout_keeps_points_as_they_are_when_scale_is_limit():
    policy = cutoff_rollout(0, lambda g, s: 0.5, scale=20, limit=20)
    assert policy(GAME, GAME.initial_state(), Random(0)) == pytest.approx(0.5, abs=1e-3)
    far = cutoff_rollout(0, lambda g, s: -1e9, scale=20, limit=20)
    assert far(GAME, GAME.initial_state(), Random(0)) == -20


def test_mcts_with_an_evaluator_finds_what_the_evaluator_sees():
    def center(game, state):
        return 10 * ((state[0] >> 4 & 1) - (state[1] >> 4 & 1))

    policy = cutoff_rollout(1, center, scale=10)
    root = mcts(GAME, GAME.initial_state(), iterations=300, rng=Random(1), rollout=policy)
    assert best_action(root) == 4


@pytest.mark.parametrize(
    "wrong", [{"plies": -1}, {"scale": 0}, {"scale": math.nan}, {"limit": -1}, {"scale": math.inf}]
)
def test_cutoff_rollout_refuses_nonsense(wrong):
    with pytest.raises(ValueError, match="need plies >= 0"):
        cutoff_rollout(**{"plies": 3, "evaluate": lambda g, s: 0, "scale": 1, **wrong})


def test_cutoff_rollout_names_a_bad_evaluator():
    with pytest.raises(ValueError, match="the evaluator returned nan"):
        cutoff_rollout(1, lambda g, s: math.nan, 1)(GAME, GAME.initial_state(), Random(0))


# Budgets, roots, final moves


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "either iterations or seconds"),
        ({"iterations": 5, "seconds": 1}, "either iterations or seconds"),
        ({"iterations": 0}, "above 0"),
        ({"iterations": -3}, "above 0"),
        ({"iterations": 2.5}, "whole number"),
        ({"iterations": math.nan}, "whole number"),
        ({"iterations": math.inf}, "whole number"),
        ({"seconds": 0}, "above 0"),
        ({"seconds": -1}, "above 0"),
        ({"seconds": math.nan}, "above 0"),
        ({"seconds": math.inf}, "finite"),
        ({"iterations": 5, "rng": 7}, "random.Random"),
        ({"iterations": 5, "rng": math}, "random.Random"),
        ({"iterations": 5, "c": -1}, "c must be"),
        ({"iterations": 5, "c": math.nan}, "c must be"),
        ({"iterations": 5, "root": "here"}, "root must be a Node"),
    ],
)
def test_what_mcts_refuses(options, words):
    with pytest.raises(ValueError, match=words):
        mcts(GAME, GAME.initial_state(), **options)


def test_no_search_where_there_is_nothing_to_decide():
    over = GAME.parse("XXX\nOO.\n...")
    with pytest.raises(ValueError, match="the game is over"):
        mcts(GAME, over, iterations=1)
    game = TreeGame([1, 2], sides=(CHANCE,))
    with pytest.raises(ValueError, match="CHANCE moves"):
        mcts(game, (), iterations=1)


def test_seconds_give_at_least_one_iteration():
    assert mcts(GAME, GAME.initial_state(), seconds=1e-9).visits == 1
    assert mcts(GAME, GAME.initial_state(), seconds=0.02).visits > 1


def test_time_is_up_when_the_clock_says_so(monkeypatch):
    ticks = iter(range(100))
    monkeypatch.setattr(sys.modules["lib.search.arguments"], "perf_counter", lambda: next(ticks))
    assert mcts(GAME, GAME.initial_state(), seconds=3.5).visits == 4


def test_tree_reuse_goes_on_counting_and_forgets_the_parent():
    start = GAME.initial_state()
    old = mcts(GAME, start, iterations=500, rng=Random(1))
    reply = best_action(old)
    child = old.children[reply]
    before = child.visits
    root = mcts(GAME, child.state, iterations=200, rng=Random(2), root=child)
    assert root is child and root.parent is None
    assert root.visits == before + 200 and old.visits == 500
    assert sum(c.visits for c in root.children.values()) == root.visits - 1  # its first rollout


def test_a_root_of_another_state_is_refused():
    old = mcts(GAME, GAME.initial_state(), iterations=50)
    with pytest.raises(ValueError, match="another state"):
        mcts(GAME, FORK, iterations=1, root=old)
    child = next(iter(old.children.values()))
    with pytest.raises(ValueError, match="another state"):
        mcts(GAME, GAME.initial_state(), iterations=1, root=child)


def test_a_root_of_another_game_is_refused():
    """Tic-tac-toe and Connect Four begin with the same state; so do trees, whoever moves."""
    old = mcts(GAME, GAME.initial_state(), iterations=50)
    with pytest.raises(ValueError, match=r"another game: .* not legal in ConnectFour"):
        mcts(ConnectFour(), GAME.initial_state(), iterations=1, root=old)
    old = mcts(TreeGame([1, 2], sides=(MAX,)), (), iterations=5)
    with pytest.raises(ValueError, match="another game"):
        mcts(TreeGame([1, 2], sides=(MIN,)), (), iterations=1, root=old)


def test_a_finished_child_is_no_root():
    late = GAME.parse("XX.\nOO.\n...")
    won = mcts(GAME, late, iterations=50).children[2]
    with pytest.raises(ValueError, match="the game is over"):
        mcts(GAME, won.state, iterations=1, root=won)


def choice(side, **children):
    """A root with children given as name=(visits, mean of MAX)."""
    game = TreeGame([0] * len(children), sides=(side,))
    root = Node(game, ())
    for index, (name, (visits, mean)) in enumerate(children.items()):
        child = Node(game, (index,), name, root)
        child.visits, child.total = visits, visits * mean
        root.children[name] = child
    root.visits = sum(child.visits for child in root.children.values())
    return root


def test_the_rules_for_the_final_move_differ():
    root = choice(MAX, often=(500, 0.50), solid=(400, 0.60), lucky=(1, 1.0))
    rules = ("visits", "mean", "secure")
    assert [best_action(root, rule) for rule in rules] == ["often", "lucky", "solid"]
    assert best_action(root) == "often"


def test_min_prefers_small_means():
    root = choice(MIN, bad=(5, 0.5), good=(5, -0.5))
    assert {best_action(root, rule) for rule in ("visits", "mean", "secure")} == {"good"}


def test_ties_in_visits_go_by_mean_then_to_the_first():
    assert best_action(choice(MAX, a=(5, 0.1), b=(5, 0.2), c=(5, 0.2))) == "b"
    assert best_action(choice(MIN, a=(5, 0.1), b=(5, 0.2), c=(5, 0.1))) == "a"


def test_best_action_errors():
    with pytest.raises(ValueError, match="unknown rule 'luck': choose one of visits, mean, secure"):
        best_action(choice(MAX, a=(1, 0)), "luck")
    with pytest.raises(ValueError, match="no visited children"):
        best_action(Node(GAME, GAME.initial_state()))


def test_a_node_tells_what_it_is():
    root = mcts(TreeGame([1, 1]), (), iterations=4)
    assert repr(root) == "<Node after None: 4 visits, mean +1.000>"
    assert repr(Node(TreeGame([1, 1]), ())) == "<Node after None: 0 visits>"
    with pytest.raises(ValueError, match="no mean"):
        Node(TreeGame([1, 1]), ()).mean  # noqa: B018
    assert not hasattr(root, "__dict__")


def test_value_helper_agrees_with_the_facts():
    assert value(FORK) == 0 and value(GAME.initial_state()) == 0


@pytest.mark.parametrize("phases", [STANDARD, RIGHT["phases"]])
def test_an_iteration_in_slow_motion_grows_the_same_tree(phases):
    quick, slow = Node(GAME, GAME.initial_state()), Node(GAME, GAME.initial_state())
    one, other = Random(3), Random(3)
    for _ in range(60):
        leaf = iterate(GAME, quick, 1.4, one, random_rollout, **vars(phases))
        scenes = list(simulate(GAME, slow, 1.4, other, random_rollout, phases))
        assert [name for name, _, _ in scenes] == ["select", "expand", "rollout", "backpropagate"]
        (_, node, _), (_, new, _), (_, rolled, value), (_, last, counted) = scenes
        assert new is rolled is last and value == counted
        assert node in (new, new.parent) and new.state == leaf.state
    assert shape(quick) == shape(slow)


def test_the_tree_is_seen_between_the_phases():
    root, seen = Node(GAME, GAME.initial_state()), []
    for _, node, _ in simulate(GAME, root, 1, Random(0), random_rollout):
        seen.append((len(root.children), root.visits, len(path(node))))
    assert seen == [(0, 0, 1), (1, 0, 2), (1, 0, 2), (1, 1, 2)]


def test_an_unvisited_child_is_never_played():
    root = Node(GAME, GAME.initial_state())
    first = expand(GAME, root, Random(0))
    with pytest.raises(ValueError, match="no visited children"):
        best_action(root)
    second = expand(GAME, root, Random(0))
    backpropagate(second, -1)
    assert first.visits == 0
    for rule in ("visits", "mean", "secure"):
        assert best_action(root, rule) == second.action
