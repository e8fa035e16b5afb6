"""Plain Python searches: what being traceable costs, and alpha-beta beside OpenSpiel's."""

import inspect
from math import inf

from bench.harness import compare
from lib.evaluate import zero
from lib.games.connect4 import ConnectFour
from lib.games.tictactoe import TicTacToe
from lib.search import alphabeta, deepen, minimax


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


def middle(game, state):
    """Each stone counts by its column, the middle most: MAX's minus MIN's."""
    x, o = state[0], state[1]
    return sum(
        weight * ((x & column).bit_count() - (o & column).bit_count())
        for column, weight in zip(game.columns, WEIGHTS, strict=True)
    )


def their_middle(state):
    """The same from the text of an OpenSpiel state: seven signs and a line break in each row."""
    text = str(state)
    columns = (text[column::8] for column in range(7))
    return sum(w * (c.count("x") - c.count("o")) for c, w in zip(columns, WEIGHTS, strict=True))


WEIGHTS = (0, 1, 2, 3, 2, 1, 0)
POSITIONS = (
    (),
    (3, 3, 3, 3),
    (3, 2, 3, 3, 2, 4),
    (0, 6, 1, 5, 3, 3, 4, 2),
    (3, 3, 2, 4, 4, 4, 3, 2),
)
EVALUATORS = {
    "every leaf is worth 0": (zero, lambda state: 0),
    "stones count by column": (middle, their_middle),
}


def open_spiel():
    """Connect Four to depth 8 from five positions: ours, and OpenSpiel's in Python.

    `alphabeta` visits the same nodes as theirs. `deepen` adds table and order. Where every leaf
    is worth 0 there is nothing to order: there it loses what its eight rounds cost.
    """
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game, spiel = ConnectFour(), pyspiel.load_game("connect_four")
    pairs = [(after(game, moves), spiel_after(spiel, moves)) for moves in POSITIONS]
    for name, (ours, theirs) in EVALUATORS.items():

        def plain(ours=ours):
            return [alphabeta(game, state, 8, ours)[0] for state, _ in pairs]

        def with_table(ours=ours):
            return [list(deepen(game, state, ours, 8))[-1][1] for state, _ in pairs]

        def peer(theirs=theirs):
            return [alpha_beta_search(spiel, state, theirs, 8, 0)[0] for _, state in pairs]

        assert plain() == with_table() == peer()
        compare(
            {"deepen": with_table, "alphabeta": plain, "OpenSpiel's alpha_beta_search": peer},
            rounds=7,
            title=f"Connect Four to depth 8, {len(pairs)} positions, {name}",
            packages=["open_spiel"],
        )


def after(game, moves):
    """Our state after these moves."""
    state = game.initial_state()
    for move in moves:
        state = game.result(state, move)
    return state


def spiel_after(spiel, moves):
    """OpenSpiel's state after these moves."""
    state = spiel.new_initial_state()
    for move in moves:
        state.apply_action(move)
    return state


def main():
    """Run all comparisons of plain Python searches."""
    cost_of_tracing()
    open_spiel()


if __name__ == "__main__":
    main()
