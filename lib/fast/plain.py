"""What `lib.fast` does where numba is missing or not ready yet: the same in plain Python."""

from random import Random

from lib.fast.checks import whole
from lib.search.mcts import mcts, random_rollout
from lib.search.mcts_variants import mcts_merged
from lib.search.solver import mcts_solver


def plain_mcts(game, state, *, seed=0, prove=False, merge=False, **options):
    """The search of `lib.search` that does the same; it knows no node limit and no `stop`."""
    wanted = {key: options[key] for key in ("iterations", "seconds", "c", "root") if key in options}
    if prove:
        return mcts_solver(game, state, win=1, rng=Random(seed), **wanted)
    return (mcts_merged if merge else mcts)(game, state, rng=Random(seed), **wanted)


def plain_playouts(game, n, seed, state):
    """Wins, draws and losses of MAX in `n` random games."""
    n, rng = whole("n", n, 1), Random(whole("seed", seed))
    state = game.initial_state() if state is None else state
    values = [random_rollout(game, state, rng) for _ in range(n)]
    return sum(v > 0 for v in values), values.count(0), sum(v < 0 for v in values)


def plain_perft(game, depth, state):
    """The number of move sequences of exactly `depth` plies."""
    start = game.initial_state() if state is None else state

    def sequences(state, depth):
        if depth == 0:
            return 1
        return sum(sequences(game.result(state, a), depth - 1) for a in game.actions(state))

    return sequences(start, whole("depth", depth, 0))
