"""Agents that do not search: at random, one step ahead, and a person."""

import textwrap
from dataclasses import dataclass

from lib.agents.base import Agent, check_seed, dice
from lib.evaluate import Evaluator
from lib.game import SIDE_NAMES, Action, Game, State
from lib.search.arguments import check_evaluator, finite


@dataclass(frozen=True, repr=False)
class Random(Agent):
    """Any legal action, all equally likely."""

    seed: int = 0

    def __post_init__(self):
        check_seed(self.seed)

    def choose(self, game: Game, state: State) -> Action:
        return dice(self.seed, game, state).choice(list(game.actions(state)))


@dataclass(frozen=True, repr=False)
class Greedy(Agent):
    """The action that leads to the best state at once; the first of equals."""

    evaluate: Evaluator

    def __post_init__(self):
        check_evaluator(self.evaluate)

    def choose(self, game: Game, state: State) -> Action:
        side, evaluate = game.side(state), finite(self.evaluate)

        def worth(action: Action) -> float:
            after = game.result(state, action)
            final = game.is_terminal(after)
            return side * (game.utility(after) if final else evaluate(game, after))

        return max(game.actions(state), key=worth)


@dataclass(frozen=True, repr=False)
class Human(Agent):
    """Asks at the keyboard until the answer is a legal action. In notebooks, use `play_board`."""

    def choose(self, game: Game, state: State) -> Action:
        legal = {spelled(action): action for action in game.actions(state)}
        print(game.render(state))
        print(f"You play {SIDE_NAMES[game.side(state)]}. Legal moves:")
        print(textwrap.fill(", ".join(legal), width=80))
        while (answer := spelled(ask())) not in legal:
            print(f"{answer!r} is not a legal move. Please type one of: {', '.join(legal)}")
        return legal[answer]


def ask() -> str:
    """One line from the keyboard."""
    try:
        return input("Your move: ")
    except EOFError:
        raise EOFError("no keyboard to read a move from: use play_board in a notebook") from None


def spelled(action: Action) -> str:
    """How a person types an action: small letters, the parts of a tuple apart, no punctuation."""
    if isinstance(action, tuple):
        return " ".join(spelled(part) for part in action)
    return " ".join(str(action).lower().translate(str.maketrans("(),'\"", "     ")).split())
