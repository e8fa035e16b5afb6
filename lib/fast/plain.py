"""What `lib.fast` does where numba is missing or not ready yet: the same in plain Python."""

from random import Random

from lib.search.mcts import mcts, random_rollout
from lib.search.merge import mcts_merged
from lib.search.solver import mcts_solver


def plain_mcts(game, state, *, seed=0, prove=False, merge=False, **options):
    """The search of `lib.search` that does the same; a node limit is not kept."""
    wanted = {key: options[key] for key in ("iterations", "seconds", "c", "root") if key in options}
    if prove:
        return mcts_solver(game, state, win=1, rng=Random(seed), **wanted)
    return (mcts_merged if merge else mcts)(game, state, rng=Random(seed), **wanted)


def plain_playouts(game, n, seed, state):
    """Wins, draws and losses of MAX in `n` random games."""
    rng = Random(seed)
    state = game.initial_state() if state is None else state
    values = [random_rollout(game, state, rng) for _ in range(n)]
    return sum(v > 0 for v in values), values.count(0), sum(v < 0 for v in values)


def plain_perft(game, depth, state):
    """The number of move sequences of exactly `depth` plies."""
    state = game.initial_state() if state is None else state
    if depth == 0:
        return 1
    return sum(plain_perft(game, depth - 1, game.result(state, a)) for a in game.actions(state))
