"""The Othello bot: its faults are there, and each can be seen."""

from functools import partial
from random import Random

from lib.clinic.othello_bot import bot_action, bot_rollout, choose_weighted, mcts_bot
from lib.clinic.views import side_to_move
from lib.evaluate import othello_reward_repaired
from lib.evaluate.othello import table_weights
from lib.games.othello import PASS, Othello
from lib.search.mcts import Node, Phases, mcts, select

GAME = Othello(6)


def walk(seed):
    """The states of a random game."""
    rng, states = Random(seed), [GAME.initial_state()]
    while actions := GAME.actions(states[-1]):
        states.append(GAME.result(states[-1], rng.choice(actions)))
    return states


def test_a_rollout_stops_at_a_forced_pass_in_the_eyes_of_who_must_pass():
    states = [s for seed in range(30) for s in walk(seed) if PASS in GAME.actions(s)]
    assert len(states) > 5
    for state in states:
        expected = GAME.side(state) * othello_reward_repaired(GAME, state)
        assert bot_rollout(GAME, state, Random(0)) == expected


def test_the_reward_belongs_to_whoever_would_be_next():
    for seed in range(30):
        before, last = walk(seed)[-2:]
        if len(GAME.actions(before)) == 1 and PASS not in GAME.actions(before):
            expected = -GAME.side(before) * othello_reward_repaired(GAME, last)
            assert bot_rollout(GAME, before, Random(0)) == expected


def test_every_node_of_a_path_has_the_same_sign():
    root = mcts_bot(GAME, GAME.initial_state(), iterations=60, c=2, rollout=bot_rollout)
    assert root.total == sum(child.total for child in root.children.values())
    assert root.visits == 60


def two_children(weights_of):
    """A root with two children: the first neglected, the second visited often."""
    root = Node(GAME, GAME.initial_state())
    for visits, action in zip((1, 99), root.untried[:2], strict=True):
        child = Node(GAME, GAME.result(root.state, action), action, root)
        child.visits = visits
        root.children[action] = child
    root.untried, root.visits = [], 100
    return root, dict(zip(root.children, weights_of, strict=True))


def test_a_negative_weight_turns_exploration_around():
    root, table = two_children((-100, -100))
    assert choose_weighted(table, GAME, root, 2).visits == 99
    assert choose_weighted(None, GAME, root, 2).visits == 1


def test_the_move_is_chosen_with_exploration():
    root, table = two_children((1, 1))
    assert root.children[bot_action(table, root)].visits == 1
    assert bot_action(table_weights(6), node_with_moves_left()) == 0


def node_with_moves_left():
    """A root with moves left to try: the bot takes the most visited child."""
    root, _ = two_children((1, 1))
    child = root.children.pop(next(iter(root.children)))
    child.action = 0
    root.children = {0: child}
    root.untried = [1]
    return root


def test_a_weight_on_the_bonus_leaves_bad_squares_with_one_visit_for_both_sides():
    weights, seen = table_weights(6), set()
    choose = partial(choose_weighted, weights, own_side=True)
    phases = Phases(partial(select, choose=choose))
    for seed in range(10):
        state = walk(seed)[10 + seed % 2]
        root = mcts(GAME, state, phases=phases, iterations=100, rng=Random(seed))
        assert root.visits == 100
        bad = [c for c in root.children.values() if c.action != PASS and weights[c.action] == -100]
        assert {child.visits for child in bad} <= {1} or len(bad) == len(root.children)
        seen |= {root.side} if bad else set()
    assert seen == {1, -1}


def test_the_bot_maximizes_for_both_sides_and_own_side_does_not():
    state = GAME.result(GAME.initial_state(), GAME.actions(GAME.initial_state())[0])
    root = Node(GAME, state)  # O, MIN, is to move
    for total, action in zip((5.0, -5.0), list(root.untried)[:2], strict=True):
        child = Node(GAME, GAME.result(state, action), action, root)
        child.visits, child.total = 10, total
        root.children[action] = child
    root.untried, root.visits = [], 20
    assert choose_weighted(None, GAME, root, 1).total == 5
    assert choose_weighted(None, GAME, root, 1, own_side=True).total == -5


def test_a_finished_game_in_the_tree_is_worth_the_reward_of_who_would_be_next():
    before, last = walk(3)[-2:]
    root = mcts_bot(GAME, before, iterations=1, c=2, rollout=bot_rollout)
    (leaf,) = root.children.values()
    assert leaf.state == last and GAME.is_terminal(last)
    reward = side_to_move(leaf) * othello_reward_repaired(GAME, last)
    assert root.total == leaf.total == reward != 0
