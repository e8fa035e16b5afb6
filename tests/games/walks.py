"""Ways through a game that several tests need: all sequences, all positions, random games."""

from random import Random


def sequences(game, state, depth):
    """The number of move sequences of `depth` plies from `state`."""
    actions = game.actions(state)
    if depth == 1:
        return len(actions)
    return sum(sequences(game, game.result(state, action), depth - 1) for action in actions)


def levels(game, plies):
    """The sets of distinct states after 0, 1, ... `plies` plies."""
    level = {game.initial_state()}
    yield level
    for _ in range(plies):
        level = {game.result(state, action) for state in level for action in game.actions(state)}
        yield level


def random_game(game, seed):
    """The states and actions of one random game: [(state, action), ...], the last action None."""
    rng, state, moves = Random(seed), game.initial_state(), []
    while not game.is_terminal(state):
        action = rng.choice(game.actions(state))
        moves.append((state, action))
        state = game.result(state, action)
    return [*moves, (state, None)]


def random_state(game, seed, plies):
    """The state after `plies` random moves, or the end if it comes sooner."""
    history = random_game(game, seed)
    return history[min(plies, len(history) - 1)][0]


def random_states(game, seed, plies):
    """The states of a random game, at most `plies` moves long."""
    rng, state = Random(seed), game.initial_state()
    yield state
    while not game.is_terminal(state) and plies:
        state, plies = game.result(state, rng.choice(game.actions(state))), plies - 1
        yield state


def play(game, *actions):
    """The state after these actions from the start."""
    return walk(game, game.initial_state(), *actions)


def walk(game, state, *actions):
    """The state after `actions` from `state`, one for each agent in turn."""
    for action in actions:
        state = game.result(state, action)
    return state
