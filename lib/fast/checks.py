"""Settings and positions that nothing can work with: a ValueError in plain words."""

from numbers import Integral

from lib.search.arguments import check_number


def whole(name: str, value, least: int | None = None) -> int:
    """The value as a plain int; a ValueError if it is not a whole number, or below `least`."""
    if not isinstance(value, Integral) or (least is not None and value < least):
        limit = "" if least is None else f" of at least {least}"
        raise ValueError(f"{name} must be a whole number{limit}, got {value!r}")
    return int(value)


def check_settings(c, node_limit, stop) -> None:
    """A ValueError unless `lib.fast.mcts` can search with these settings."""
    check_number("c", c)
    if whole("node_limit", node_limit, 1) >= 2**32:
        raise ValueError(f"node_limit must be less than 2**32, got {node_limit}")
    if stop is not None and not callable(stop):
        raise ValueError(f"stop must be a function that says whether to stop, got {stop!r}")


def check_stones(game, state) -> None:
    """A ValueError unless the state has stones on this board, no square twice, and a mover.

    Compiled code looks up boards in tables without asking: one of another game would crash Python.
    """
    start = game.initial_state()
    if not isinstance(state, tuple) or len(state) != len(start) or state[2] not in (0, 1):
        raise ValueError(f"not a position of {game!r}: {state!r}, which should look like {start!r}")
    x, o = state[:2]
    if not (isinstance(x, Integral) and isinstance(o, Integral)):
        raise ValueError(f"not a position of {game!r}: boards are whole numbers in {state!r}")
    board = sum(1 << bit for row in game.grid for bit in row)
    if x & o:
        raise ValueError(f"not a position of {game!r}: two stones on one square in {state!r}")
    if (x | o) & ~board:
        raise ValueError(f"not a position of {game!r}: stones beside the board in {state!r}")


def check_columns(game, state) -> None:
    """A ValueError unless, in Connect Four, no stone hangs and the sides took turns."""
    x, o, mover, outcome = state
    if (x | o) & ((x | o) + sum(game.bottoms)):
        raise ValueError(f"not a position of {game!r}: a stone hangs in the air in {state!r}")
    if x.bit_count() - o.bit_count() != mover:
        raise ValueError(
            f"not a position of {game!r}: {x.bit_count()} stones of X, {o.bit_count()} of O and "
            f"agent {mover} to move, X began: {state!r}"
        )
    if outcome is None and (game.has_four(x) or game.has_four(o)):
        raise ValueError(f"not a position of {game!r}: it is won, but says it runs: {state!r}")
