"""What all agents share: a label, a random generator, and checks of their settings."""

import random
from dataclasses import fields

from lib.game import CHANCE, Action, Game, State, is_whole


class Agent:
    """What all agents share: the label that they are printed as, and a look at whose turn it is."""

    def __call__(self, game: Game, state: State) -> Action:
        """The action that the agent chooses; a ValueError where there is nothing to choose."""
        if game.is_terminal(state):
            raise ValueError(f"the game is over: {self!r} has nothing to choose")
        if game.side(state) == CHANCE:
            raise ValueError(f"CHANCE moves: its actions are drawn, {self!r} cannot choose one")
        return self.choose(game, state)

    def choose(self, game: Game, state: State) -> Action:
        """The agent's action in a state where a player moves."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it chooses")

    def __repr__(self) -> str:
        """The name and every setting that differs from its default, but not the seed."""
        changed = [
            f for f in fields(self) if f.name != "seed" and getattr(self, f.name) != f.default
        ]
        return " ".join([type(self).__name__, *(setting(self, f.name) for f in changed)])


def setting(agent: Agent, name: str) -> str:
    """One setting of an agent as a short text."""
    value = getattr(agent, name)
    if name in ("depth", "iterations", "nodes"):
        return f"{value}"
    if name == "seconds":
        return f"{value:g} s"
    if callable(value):
        value = getattr(value, "func", value)  # a functools.partial goes by its function
        return getattr(value, "__name__", str(value))
    return f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"


def dice(seed: int, game: Game, state: State) -> random.Random:
    """A random generator that depends on the seed and the state only.

    Made from text: equal states read alike, and text seeds work the same in every process.
    """
    return random.Random(f"{seed} {game.render(state)}")


def check_seed(seed: int) -> None:
    """A ValueError unless the seed is a whole number."""
    if not is_whole(seed):
        raise ValueError(f"seed must be a whole number, got {seed!r}")
