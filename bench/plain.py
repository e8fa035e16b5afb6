"""Plain Python searches: what being traceable costs, and alpha-beta beside OpenSpiel's."""

import inspect
from math import inf

from bench.harness import compare
from lib.evaluate import zero
from lib.games.connect4 import ConnectFour
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, minimax


def undecorated(search):
    """The function as its source says, without its decorators and the checks on entering."""
    names = dict(inspect.unwrap(search).__globals__)
    source = inspect.getsource(inspect.unwrap(search))
    exec(source[source.index("def ") :], names)
    return names[search.__name__]


def cost_of_tracing():
    """The same search with and without `@traced` (and the check on entering)."""
    game, bare_minimax, bare_alphabeta = TicTacToe(), undecorated(minimax), undecorated(alphabeta)
    start = game.initial_state()
    compare(
        {
            "bare minimax": lambda: bare_minimax(game, start, inf, zero),
            "minimax": lambda: minimax(game, start),
        },
        title="Tic-tac-toe, all 549,946 nodes",
    )
    board = ConnectFour()
    empty = board.initial_state()
    compare(
        {
            "bare alphabeta": lambda: bare_alphabeta(board, empty, 7, zero),
            "alphabeta": lambda: alphabeta(board, empty, 7, zero),
        },
        title="Connect Four, alpha-beta to depth 7",
    )


def open_spiel():
    """Alpha-beta on Connect Four to depth 8, columns from the left, with two evaluators.

    At the horizon a search that plays well has to look at the board: `centre` counts the
    stones of the middle column. A zero costs nothing, so it compares the bare recursion.
    """
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    spiel, game = pyspiel.load_game("connect_four"), ConnectFour()
    middle = game.columns[3]

    def centre(game, state):
        return (state[0] & middle).bit_count() - (state[1] & middle).bit_count()

    def their_centre(state):
        column = str(state)[3::8]  # seven signs and a line break in each row
        return column.count("x") - column.count("o")

    for name, evaluate, theirs in (
        ("zero", zero, lambda state: 0),
        ("the centre column", centre, their_centre),
    ):

        def our_search(evaluate=evaluate):
            return alphabeta(game, game.initial_state(), 8, evaluate)

        def their_search(theirs=theirs):
            return alpha_beta_search(
                spiel, value_function=theirs, maximum_depth=8, maximizing_player_id=0
            )

        assert our_search() == their_search()
        compare(
            {"alphabeta": our_search, "OpenSpiel's alpha_beta_search": their_search},
            rounds=7,
            title=f"Connect Four, alpha-beta to depth 8, evaluator: {name}",
            packages=["open_spiel"],
        )


def main():
    """Run all comparisons of plain Python searches."""
    cost_of_tracing()
    open_spiel()


if __name__ == "__main__":
    main()
