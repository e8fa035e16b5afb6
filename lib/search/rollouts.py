"""Rollout policies: how MCTS plays on from a leaf. `policy(game, state, rng)` is MAX's payoff."""

from collections.abc import Callable, Sequence
from functools import partial
from math import tanh
from random import Random

from lib.evaluate import Evaluator
from lib.game import CHANCE, Action, Game, State, is_number
from lib.messages import SEARCH, refuse_if
from lib.search.arguments import check_functions

Policy = Callable[[Game, State, Random], float]


def sample(game: Game, state: State, actions: Sequence[Action], rng: Random) -> Action:
    """One of CHANCE's `actions`, drawn by probability."""
    return rng.choices(actions, [game.probability(state, action) for action in actions])[0]


def random_move(game: Game, state: State, actions: Sequence[Action], rng: Random) -> Action:
    """Any action with equal chances; CHANCE draws by its probabilities."""
    if CHANCE in game.sides and game.side(state) == CHANCE:
        return sample(game, state, actions, rng)
    return actions[int(rng.random() * len(actions))]


def random_rollout(game: Game, state: State, rng: Random) -> float:
    """MAX's payoff of random play to the end; a game's own `playout` (not inherited) is faster."""
    if playout := type(game).__dict__.get("playout"):
        return playout(game, state, rng)
    with_chance = CHANCE in game.sides
    while actions := game.actions(state):
        if with_chance:
            action = random_move(game, state, actions, rng)
        else:
            action = actions[int(rng.random() * len(actions))]
        state = game.result(state, action)
    return game.utility(state)


def cutoff_rollout(
    plies: int, evaluate: Evaluator, scale: float, limit: float = 1.0, move: Callable = random_move
) -> Policy:
    """A policy: at most `plies` random moves, then limit * tanh(evaluation / scale).

    `scale` points count 0.76 * limit, none counts more than `limit`. Board games pay 1 for a win:
    keep limit = 1 and choose as `scale` the points that make you fairly sure to win. Where the
    payoff is in points, choose scale = limit = a clear victory.
    """
    finite = is_number(plies) and is_number(scale) and is_number(limit)
    if not (finite and plies >= 0 and plies % 1 == 0 and scale > 0 and limit > 0):
        raise ValueError(SEARCH.NEED_PLIES_WHOLE.format(plies=plies, scale=scale, limit=limit))
    check_functions(evaluate=evaluate)
    return partial(cut_off, int(plies), evaluate, scale, limit, move)  # it pickles


def cut_off(
    plies: int, evaluate: Evaluator, scale: float, limit: float, move: Callable,
    game: Game, state: State, rng: Random,
) -> float:  # fmt: skip
    """MAX's payoff after at most `plies` moves, judged by `evaluate`: see `cutoff_rollout`."""
    for _ in range(plies):
        if not (actions := game.actions(state)):
            break
        state = game.result(state, move(game, state, actions, rng))
    if game.is_terminal(state):
        return game.utility(state)
    value = evaluate(game, state)
    refuse_if(not is_number(value), SEARCH.EVALUATOR_RETURNED_NOT, value=value, state=state)
    return limit * tanh(value / scale)
