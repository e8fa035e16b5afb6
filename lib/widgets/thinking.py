"""What an agent thinks of each move: its action, and the numbers behind it.

`think` decides as the agent itself does (a test compares them), and costs no second search.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import singledispatch
from math import inf

from lib.agents import MCTS, AlphaBeta, Expectimax, FastMCTS, Greedy, Minimax, dice
from lib.game import MAX, Action
from lib.play import answer, label
from lib.search import alphabeta, expectimax, minimax
from lib.search.mcts import best_action
from lib.search.solver import proven_action


@dataclass(frozen=True)
class Thought:
    """The action an agent takes, a number for each move it weighed, and what the number is."""

    action: Action
    values: dict  # action -> number; empty if the agent does not say
    unit: str = ""  # "visits" or "value"
    means: dict | None = None  # with visits: MAX's mean payoff of each move
    bounds: frozenset = frozenset()  # moves of which the value is only a bound
    side: int = MAX  # for whom the agent moves


@singledispatch
def think(agent, game, state) -> Thought:
    """What the agent answers, and why; a `Forfeit` if it breaks the rules."""
    return Thought(answer(game, state, agent, None), {})


@think.register
def _(agent: MCTS, game, state):
    roots = []

    def search(*arguments, **options):  # the agent's own search, watched
        roots.append(agent.search(*arguments, **options))
        return roots[-1]

    action = answer(game, state, replace(agent, search=search), None)
    return visits(game, action, roots[-1])


@think.register
def _(agent: FastMCTS, game, state):
    import lib.fast  # numba: loaded only by those who use it

    seed = dice(agent.seed, game, state).getrandbits(32)
    budget = {"iterations": agent.iterations, "seconds": agent.seconds}
    options = {"c": agent.c, "seed": seed, "prove": agent.prove, "merge": agent.merge}
    root = lib.fast.mcts(game, state, **budget, **options)
    return visits(game, proven_action(root) if agent.prove else best_action(root), root)


def visits(game, action, root) -> Thought:
    """The visits and means of the root's children, in the order of the actions."""
    known = [root.children.get(other) for other in game.actions(root.state)]
    children = [child for child in known if child is not None and child.visits]
    means = {child.action: child.total / child.visits for child in children}
    return Thought(action, {child.action: child.visits for child in children}, "visits", means)


@think.register
def _(agent: Minimax, game, state):
    return values(game, state, lambda after: minimax(game, after, agent.depth - 1, agent.evaluate))


@think.register
def _(agent: Expectimax, game, state):
    return values(
        game, state, lambda after: expectimax(game, after, agent.depth - 1, agent.evaluate)
    )


@think.register
def _(agent: Greedy, game, state):
    return values(game, state, lambda after: minimax(game, after, 0, agent.evaluate))


def values(game, state, search: Callable) -> Thought:
    """The value of each move by a search below it; the first best is taken."""
    found = {a: search(game.result(state, a))[0] for a in game.actions(state)}
    side = game.side(state)
    return Thought(max(found, key=lambda a: side * found[a]), found, "value", side=side)


@think.register
def _(agent: AlphaBeta, game, state):
    side, found, bounds, best = game.side(state), {}, set(), None
    alpha, beta = -inf, inf
    for action in game.actions(state):
        after = game.result(state, action)
        value = alphabeta(game, after, agent.depth - 1, agent.evaluate, alpha, beta)[0]
        if best is None or side * value > side * found[best]:
            best = action
        elif agent.depth > 1:  # cut off as soon as it could not be better
            bounds.add(action)
        found[action] = value
        alpha, beta = (found[best], beta) if side == MAX else (alpha, found[best])
    return Thought(best, found, "value", bounds=frozenset(bounds), side=side)


def in_words(agent, thought: Thought) -> str:
    """What the numbers of a thought mean."""
    if not thought.values:
        return f"{label(agent)} does not say what it thinks."
    if thought.unit == "visits":
        return f"How often {label(agent)} tried each move, and MAX's mean payoff."
    bound = " ≤ or ≥ is a bound: the search saw that the move is not better, and went on."
    return f"What {label(agent)} expects of each move, MAX's view.{bound if thought.bounds else ''}"
