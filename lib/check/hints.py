"""The hint ladder: `check.hint("minimax", 1)` to 3, and the solution last."""

import inspect
from importlib import import_module

SOLUTION = 4

# exercise: (three hints, "module:function" of a solution, how to get from it to the exercise)
LADDERS = {
    "minimax": (
        (
            "Three cases, in this order: the game is over, the horizon is reached, or somebody "
            "moves. What is the value in each?",
            "Count moves, not rounds: start with `rounds * len(game.sides)` and take one off for "
            "every move, whoever makes it.",
            "`side = game.side(state)` is +1 for MAX and -1 for MIN. A value is better for the "
            "mover if `side * value` is larger. Keep the value and the action together.",
        ),
        "lib.search.minimax:minimax",
        "With rounds: `minimax(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "alphabeta": (
        (
            "Start from a minimax that is right. Add two parameters with defaults: alpha, what "
            "MAX has in hand, and beta, what MIN has in hand.",
            "After each child, MAX may raise alpha, MIN may lower beta. Pass both down to the "
            "next child. Do not share them between siblings' subtrees.",
            "When alpha and beta meet, somebody above will never let the game come here: break. "
            "A strict comparison keeps the first best action.",
        ),
        "lib.search.alphabeta:alphabeta",
        "With rounds: `alphabeta(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "expectimax": (
        (
            "Start from a minimax that is right. What changes when nobody chooses?",
            "A CHANCE node is worth the sum of `game.probability(state, action)` times the value "
            "of the child. It has no best action.",
            "A CHANCE move is a move: it costs one ply. MIN still takes the smallest value.",
        ),
        "lib.search.expectimax:expectimax",
        "With rounds: `expectimax(game, state, rounds * len(game.sides), evaluate)`.",
    ),
    "best_actions": (
        (
            "First compute the value of every action at the root, without any cut.",
            "Then collect the actions whose value equals the best one, for the side to move.",
            "If you prune: only strict cuts leave values that may be compared for equality.",
        ),
        "lib.search.alphabeta:best_actions",
        "With rounds: `set(best_actions(game, state, rounds * len(game.sides), evaluate))`.",
    ),
}


class Hint(str):
    """A hint that a notebook shows as text, without quotes."""

    def __repr__(self):
        return str(self)


def hint(exercise: str, level: int = 1) -> Hint:
    """Hint 1, 2 or 3 of an exercise; level 4 is a solution."""
    if exercise not in LADDERS:
        raise ValueError(f"no hints for {exercise!r}; there are: {', '.join(LADDERS)}")
    hints, _, _ = LADDERS[exercise]
    if level not in range(1, SOLUTION + 1):
        raise ValueError(f"hints go from 1 to {len(hints)}, {SOLUTION} is the solution")
    if level == SOLUTION:
        return Hint(_solution(exercise))
    return Hint(f"Hint {level} of {len(hints)}: {hints[level - 1]}")


def _solution(exercise):
    """The source of a right solution, and how to call it."""
    _, home, usage = LADDERS[exercise]
    module, name = home.split(":")
    function = inspect.unwrap(getattr(import_module(module), name))
    return f"{inspect.getsource(function)}\n# {usage}"
