"""Wrong rollouts: one fault at a time in an otherwise right one."""

import random
from functools import partial

from check.misconception import misconception
from lib.game import CHANCE
from lib.search.mcts import Node


class Rollout:
    """A right `rollout` in pieces."""

    def __call__(self, game, node, rng):
        state = node.state
        while not self.ends(game, state):
            state = game.result(state, self.move(game, state, self.source(rng)))
        return self.payoff(game, node, state)

    def ends(self, game, state):
        return game.is_terminal(state)

    def source(self, rng):
        return rng

    def move(self, game, state, rng):
        actions = list(game.actions(state))
        if game.side(state) == CHANCE:
            return rng.choices(actions, [game.probability(state, a) for a in actions])[0]
        return rng.choice(actions)

    def payoff(self, game, node, state):
        return game.utility(state)


bug = partial(misconception, "rollout")


@bug(
    "always the first action",
    "always plays the first action",
    "Every rollout from here is the same game. What should be random?",
)
class FirstAction(Rollout):
    def move(self, game, state, rng):
        return game.actions(state)[0]


@bug(
    "always the last action",
    "always plays the last action",
    "Every rollout from here is the same game. What should be random?",
)
class LastAction(Rollout):
    def move(self, game, state, rng):
        return game.actions(state)[-1]


@bug(
    "one action is never played",
    "never plays the last of several actions",
    "Look at the upper end of your random index. Is it included?",
)
class NeverLast(Rollout):
    def move(self, game, state, rng):
        actions = list(game.actions(state))
        return super().move(game, state, rng) if len(actions) < 2 else rng.choice(actions[:-1])


@bug(
    "chance is always even",
    "lets CHANCE draw all outcomes with equal chances",
    "A six may be rarer than a one. Which method of the game knows?",
)
class EvenChance(Rollout):
    def move(self, game, state, rng):
        return rng.choice(list(game.actions(state)))


@bug(
    "the view of whoever is next",
    "returns the payoff in the eyes of whoever would move next at the end",
    "`game.utility` is MAX's payoff. Does it need to be turned?",
)
class EndView(Rollout):
    def payoff(self, game, node, state):
        return (game.side(state) or 1) * game.utility(state)


@bug(
    "the view of the node's mover",
    "returns the payoff in the eyes of the side to move at the node",
    "Every number here is MAX's. Who looks at it with other eyes, and when?",
)
class NodeView(Rollout):
    def payoff(self, game, node, state):
        return (node.side or 1) * game.utility(state)


@bug(
    "the view of the side that moved",
    "returns the payoff in the eyes of the side whose move led to the node",
    "Every number here is MAX's. Who looks at it with other eyes, and when?",
)
class MoverView(Rollout):
    def payoff(self, game, node, state):
        return (node.parent.side if node.parent else 1) * game.utility(state)


@bug(
    "the beginning of the game",
    "plays from the beginning of the game instead of the node's state",
    "A rollout asks what this node is worth. Where does it begin?",
)
class FromTheBeginning(Rollout):
    def __call__(self, game, node, rng):
        return super().__call__(game, Node(game, game.initial_state()), rng)


@bug(
    "one move instead of a game",
    "plays one move and asks for the payoff of a game that goes on",
    "Only a finished game has a utility. How long must the rollout play?",
)
class AsksTooEarly(Rollout):
    def __call__(self, game, node, rng):
        state = node.state
        if not game.is_terminal(state):
            state = game.result(state, self.move(game, state, rng))
        return game.utility(state)


@bug(
    "a win counts 1, all else 0",
    "returns 1 for a positive payoff and 0 for all others",
    "Losing 5, losing 1 and a draw: which number tells them apart?",
)
class OnlyWins(Rollout):
    def payoff(self, game, node, state):
        return int(game.utility(state) > 0)


@bug(
    "the payoff is turned",
    "returns the negative payoff",
    "`game.utility` is MAX's payoff. Does it need to be turned?",
)
class Turned(Rollout):
    def payoff(self, game, node, state):
        return -game.utility(state)


@bug(
    "only won or lost",
    "returns +1, 0 or -1 instead of the payoff",
    "A win by 7 and a win by 2 are not the same here. Which number tells them apart?",
)
class OnlySign(Rollout):
    def payoff(self, game, node, state):
        value = game.utility(state)
        return (value > 0) - (value < 0)


@bug(
    "losses count 0",
    "returns 0 for negative payoffs",
    "Is losing 5 the same as a draw?",
)
class NoLosses(Rollout):
    def payoff(self, game, node, state):
        return max(0, game.utility(state))


@bug(
    "the module random",
    "draws from the module `random` instead of `rng`",
    "With the same seed the same should happen again. Who holds the seed?",
)
class GlobalRandom(Rollout):
    def source(self, rng):
        return random


@bug(
    "its own random numbers",
    "makes a new Random for every move",
    "With the same seed the same should happen again. Who holds the seed?",
)
class OwnRandom(Rollout):
    def source(self, rng):
        return random.Random()


@bug(
    "always the same random numbers",
    "starts from the same seed every time",
    "Two rollouts from one node should differ. Which random numbers do they share?",
)
class SameSeed(Rollout):
    def __call__(self, game, node, rng):
        return super().__call__(game, node, random.Random(0))


@bug(
    "the state after one move",
    "stops after one move and returns 0 if the game goes on",
    "Only a finished game has a payoff. How long must the rollout play?",
)
class OneMove(Rollout):
    def __call__(self, game, node, rng):
        if game.is_terminal(node.state):
            return game.utility(node.state)
        state = game.result(node.state, self.move(game, node.state, rng))
        return game.utility(state) if game.is_terminal(state) else 0


@bug(
    "the state instead of the payoff",
    "returns the last state instead of what it is worth",
    "Which method tells what a finished game is worth?",
)
class ReturnsState(Rollout):
    def payoff(self, game, node, state):
        return state


@bug(
    "the node moves along",
    "stores the states of the rollout in the node",
    "The node must stay where it is. Which variable may move on?",
)
class MovesNode(Rollout):
    def payoff(self, game, node, state):
        node.state = state
        return game.utility(state)


@bug(
    "everybody plays well",
    "lets everybody take the best payoff in sight",
    "A rollout asks what random play brings. Who chooses in yours?",
)
class Greedy(Rollout):
    def move(self, game, state, rng):
        found = [(game.result(state, a), a) for a in game.actions(state)]
        ends = [(game.side(state) * game.utility(s), a) for s, a in found if game.is_terminal(s)]
        return max(ends)[1] if ends else super().move(game, state, rng)
