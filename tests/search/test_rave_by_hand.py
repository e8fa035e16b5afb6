"""The weight of RAVE by hand: after k visits of a child both of its means weigh the same."""

from lib.games import TreeGame
from lib.search.mcts_variants import RaveNode, choose_rave


def test_the_all_moves_mean_fades_with_the_visits():
    game = TreeGame([0, 0])
    root = RaveNode(game, ())
    root.untried, root.visits = [], 600
    for action, total in ((0, 300), (1, 90)):  # means 1 and 0.3
        child = RaveNode(game, (action,), action, root)
        child.visits, child.total = 300, total
        root.children[action] = child
    root.amaf = {0: [100, 0.0], 1: [100, 50.0]}  # means 0 and 0.5
    # beta is sqrt(300 / (3 * 300 + 300)) = 1/2: 0.5 against 0.4
    assert choose_rave(300, game, root, 0).action == 0
    assert choose_rave(10**9, game, root, 0).action == 1
    root.children[1].total, root.amaf[1] = 180, [100, 60.0]  # both 0.6: more than 1/2 of 1
    assert choose_rave(300, game, root, 0).action == 1
    assert choose_rave(0, game, root, 0).action == 0
