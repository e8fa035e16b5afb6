"""The check of a whole MCTS: what it chooses, and how its rollouts are spread.

The questions about rollouts are in `making/rollout_questions.py`. Here are positions with one
best action.
"""

import re
from math import sqrt
from random import Random

from check.examine import examine
from check.exercise import Exercise
from check.limits import MCTS_DIAGNOSIS_SECONDS
from check.making.games import Turns
from check.making.nodes import patterns, tree_game
from check.making.rollout_questions import question, rollout_cases
from check.report import Report
from lib.game import MAX, MIN
from lib.games.tictactoe import TicTacToe
from lib.games.tree import TreeGame
from lib.search import expectimax


def mcts(fn, seed: int = 0) -> Report:
    """Checks `mcts(game, state, iterations, c, rng) -> action`.

    One iteration is one rollout. UCB1 with `c` applies to the payoffs as they are. The final
    move is the most visited one. All randomness comes from `rng`. CHANCE draws by
    `game.probability`. Totals may be stored in anybody's view.
    """
    return examine(MCTS, fn, seed)


def _cases(seed):
    rng = Random(f"mcts {seed}")
    return [*_small_cases(rng), *_choices(rng), *_middles(rng), *rollout_cases(rng), _fork(rng)]


def _small_cases(rng):
    """One action, one move to the end, and no more iterations than needed."""
    yield _choice(TreeGame([[1, 2]]), 5, 1.0, "small games", rng)
    for sides in ((MAX, MIN), (MIN, MAX)):
        leaves = rng.sample((-2, -1, 1, 2), 4)
        yield _choice(TreeGame(leaves, sides), 60, 1.0, "small games", rng)
        yield _choice(
            TreeGame([leaves[0], [leaves[1]], leaves[2]], sides), 60, 1.0, "small games", rng
        )


def _choices(rng):
    """Trees of all turn orders in which the best action is not the one with the best average."""
    for group, sides in patterns():
        for scale in (1, 30):
            yield _choice(_trap(rng, group, sides, scale), 160, 1.0 * scale, group, rng)


_MIDDLE = "starting in the middle"


def _middles(rng):
    """Such trees in the middle of a game whose first state asks for another action."""
    for sides in ((MAX, MIN), (MIN, MAX)):
        trap = _trap(rng, "one opponent", sides, 1)
        values = _values(trap, expectimax)
        best = max(values, key=values.get)
        first = 9 * sides[1]  # so good for the other side that it would go there
        nested = [trap.tree, first] if best == 0 else [first, trap.tree]
        game, state = TreeGame(nested, sides[::-1]), (nested.index(trap.tree),)
        yield question(game, 160, 1.0, _MIDDLE, rng, None, best, state)


def _trap(rng, group, sides, scale):
    """A tree whose best action is clear, and is not what random or friendly play suggests."""
    while True:
        game = tree_game(rng, group, sides, 2 if len(sides) == 2 else 3)
        game = _with_leaves(game, rng, scale)
        values = _values(game, expectimax)
        if _margin(values) < 1.2 * scale:
            continue
        best = max(values, key=values.get)
        others = (_values(game, _average), _values(game, _friendly))
        if any(max(other, key=other.get) != best for other in others):
            return game


def _with_leaves(game, rng, scale):
    """The same game with leaves -1, 0 and 1 times `scale`."""

    def fresh(node):
        if isinstance(node, tuple):
            return [fresh(child) for child in node]
        return scale * rng.choice((-1, 0, 1))

    nested = fresh(game.tree)
    if isinstance(game, Turns):
        return Turns(nested, game.turns)
    return TreeGame(nested, game.sides, game.probabilities)


def _values(game, search):
    """The value of every action at the root, in the view of the side to move."""
    side = game.side(())
    return {a: side * search(game, game.result((), a))[0] for a in game.actions(())}


def _margin(values):
    first, second = sorted(values.values(), reverse=True)[:2]
    return first - second


def _average(game, state):
    """(the mean payoff when everybody plays at random, None)."""
    if game.is_terminal(state):
        return game.utility(state), None
    below = [_average(game, game.result(state, a))[0] for a in game.actions(state)]
    return sum(below) / len(below), None


def _friendly(game, state):
    """(the best payoff for the root's side when everybody helps, None)."""
    if game.is_terminal(state):
        return game.utility(state), None
    side = game.side(())
    below = [_friendly(game, game.result(state, a))[0] for a in game.actions(state)]
    return side * max(side * value for value in below), None


def _choice(game, iterations, c, group, rng):
    values = _values(game, expectimax)
    return question(game, iterations, c, group, rng, None, max(values, key=values.get))


_FORK = "the fork of tic-tac-toe"


def _fork(rng):
    """Tic-tac-toe: an edge draws, a corner loses. A wrong sign shows here, not at a win in one."""
    game = TicTacToe()
    state = game.parse("X..\n.O.\n..X\nO to move")
    return question(game, 1000, sqrt(2), _FORK, rng, None, {1, 3, 5, 7}, state)


def _agrees(expected, got, case) -> bool:
    if expected == []:
        return got == []
    return type(got) is int and got in (expected if type(expected) is set else {expected})


def _say(answer):
    if type(answer) is set:
        return " or ".join(f"action {action}" for action in sorted(answer))
    if type(answer) is list:
        return "; ".join(map(str, answer)) or "no fault"
    return f"action {answer}" if type(answer) is int else repr(answer)


def _profile(case, answer, right):
    """Which action, or which kinds of problems: not how many visits exactly."""
    if right or not answer.ok:
        return right, answer.kind
    if type(answer.value) is list:
        return [_roughly(problem) for problem in answer.value]
    return answer.value


def _roughly(problem):
    """A sentence about a problem, with visits in steps of 20 and without other numbers."""
    visits = re.search(r"visits \[([\d, ]+)\]", problem)
    steps = [round(int(n) / 20) for n in visits[1].split(",")] if visits else []
    return re.sub(r"\(.*|\d+", "", problem), steps


MCTS = Exercise(
    "mcts",
    "mcts(game, state, iterations, c, rng) -> action",
    _cases,
    lambda case: case.data,
    _agrees,
    say=_say,
    complains=True,
    profile=_profile,
    diagnosis_seconds=MCTS_DIAGNOSIS_SECONDS,
    easy=("small games", *(group for group, _ in patterns()), _MIDDLE, _FORK),
)
