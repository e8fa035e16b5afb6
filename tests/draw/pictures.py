"""One small picture of each kind, made from data that never changes."""

from lib.draw import (
    draw_bars,
    draw_board,
    draw_levels,
    draw_mcts,
    draw_ratings,
    draw_regret,
    draw_tree,
    draw_ucb,
    draw_values,
    draw_win_rates,
    heat_map,
)
from lib.evaluate import score
from lib.game import CHANCE, MAX, MIN
from lib.games.capture import CaptureTheFlag
from lib.games.connect4 import ConnectFour
from lib.games.othello import Othello
from lib.games.pacman import Pacman
from lib.games.pentago import PentagoTwist
from lib.games.pig import Pig
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search.alphabeta import alphabeta
from lib.search.expectimax import expectimax
from lib.search.mcts import Node
from lib.trace import record

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]  # Russell and Norvig's tree
MAZE = "%%%%%%%\n%P.  G%\n%o%%% %\n%    .%\n%%%%%%%"
ARENA = "%%%%%%%%\n%1 .. 2%\n%3.  .4%\n%%%%%%%%"


def traced(search, game, *arguments):
    """The trace of a search from the start."""
    with record() as trace:
        search(game, game.initial_state(), *arguments)
    return trace


def after(game, *actions):
    """The state after these moves."""
    state = game.initial_state()
    for action in actions:
        state = game.result(state, action)
    return state


def grown():
    """A small MCTS tree with numbers written by hand, and a leaf of it."""
    game = TreeGame([[3, 5], [2, 9]])
    root = Node(game, ())
    root.untried, root.visits, root.total = [], 8, 4.0
    for action, visits, total in ((0, 5, 4.0), (1, 3, -1.5)):
        child = root.children[action] = Node(game, (action,), action, root)
        child.visits, child.total = visits, total
    leaf = root.children[0].children[1] = Node(game, (0, 1), 1, root.children[0])
    root.children[0].untried, leaf.visits, leaf.total = [0], 1, -1.0
    return root, leaf


def from_left(game, state):
    """An evaluator with both signs in a maze."""
    return state.pacman[0] - 3


def capture():
    """A capture game in which a red agent is abroad with food, and a blue one scared."""
    game = CaptureTheFlag("capture_tiny")
    state = game.initial_state()
    abroad = next(cell for cell in sorted(game.maze.moves) if not game.is_home(0, cell))
    red, blue, *others = state.players
    red, blue = red._replace(position=abroad, carrying=2), blue._replace(scared=7)
    return game, state._replace(players=(red, blue, *others))


def kinds():
    """Name -> picture, for all kinds."""
    trace = traced(alphabeta, TreeGame(BOOK))
    chance = TreeGame([[3, 5], [2, 9]], sides=(MAX, CHANCE))
    root, leaf = grown()
    tictactoe, four, othello, pentago, pig = (
        TicTacToe(), ConnectFour(4, 4), Othello(4), PentagoTwist(), Pig(20)
    )  # fmt: skip
    pacman = Pacman(MAZE)
    win = tictactoe.parse("X X X\nO O .\n. . .")
    return {
        "tree": draw_tree(trace),
        "tree_step": draw_tree(trace, step=15),
        "tree_right": draw_tree(TreeGame([[3, 5], 2]), direction="right", highlight=[(0,)]),
        "tree_chance": draw_tree(traced(expectimax, chance)),
        "tree_folded": draw_tree(trace, depth=1),
        "tree_levels": draw_levels(trace, limit=5),
        "mcts": draw_mcts(root),
        "mcts_select": draw_mcts(root, path=leaf.parent, phase="select"),
        "mcts_backup": draw_mcts(root, path=leaf, phase="backpropagate", value=-1),
        "bars": draw_bars({"a": 2, "b": -1.5}, chosen="a"),
        "ucb_max": draw_ucb([("a", 3, 2), ("b", -1, 1), ("c", 0, 0)], 1),
        "ucb_min": draw_ucb([("a", 3, 2), ("b", -1, 1)], 1, side=MIN),
        "board_tictactoe": draw_board(tictactoe, after(tictactoe, 4, 0), last=0, legal=True),
        "board_values": draw_board(
            tictactoe, after(tictactoe, 4, 0), legal=[1], values={1: 0.5, 2: -1, 8: 0}
        ),
        "board_won": draw_board(tictactoe, win),
        "board_connect4": draw_board(four, after(four, 1, 2, 1), last=1, legal=True),
        "board_othello": draw_board(othello, after(othello, 1), last=1, legal=True),
        "board_pentago": draw_board(
            pentago, after(pentago, (0, 0, "rotate"), (35, 3, "flip")), last=(35, 3, "flip")
        ),
        "board_pig": draw_board(pig, after(pig, "roll", 4), last=4, legal=True),
        "board_tree": draw_board(chance, (1,)),
        "maze_pacman": draw_board(pacman, after(pacman, "East"), last="East", legal=True),
        "maze_values": draw_board(pacman, pacman.initial_state(), values={"East": 2, "Stop": -1}),
        "maze_heat": heat_map(pacman, pacman.initial_state(), from_left),
        "maze_capture": draw_board(*capture()),
        "maze_capture_heat": heat_map(*capture(), score, agent=0),
        "chart_values": draw_values({"a": [(1, 0.5), (10, 0.4)]}, exact=0.3),
        "chart_regret": draw_regret({"a": [1, 2, 3], "b": [1, 1, 1]}),
        "chart_win_rates": draw_win_rates({"a": (5, 2, 3)}),
        "chart_ratings": draw_ratings({"a": (1500, 20)}),
    }
