"""Games that write down what is asked of them.

Payoffs are the one thing that no search can do without: how often, where and in which order
they are asked for says what kind of search it is. The grader keeps such a game, with its
payoffs, on its own side of the border.
"""


def facts(game) -> dict:
    """What a function might change in a game that it was given."""
    game = game._game if isinstance(game, Instrumented) else game
    return {k: dict(v) if type(v) is dict else v for k, v in vars(game).items()}


class Instrumented:
    """A game that passes everything on to the game inside it."""

    def __init__(self, game):
        self._game = game
        self.moved = True  # whether somebody has moved since the last payoff

    def __getattr__(self, name):
        return getattr(self._game, name)

    def __eq__(self, other):
        return type(other) is type(self) and self._game is other._game

    def __hash__(self):
        return hash(id(self._game))

    def result(self, state, action):
        self.moved = True
        return self._game.result(state, action)


class Counted(Instrumented):
    """A game that counts how often a utility or an evaluation is asked for."""

    def __init__(self, game):
        super().__init__(game)
        self.calls = 0

    def utility(self, state):
        self.calls += 1
        return self._game.utility(state)

    def counting(self, evaluate):
        """`evaluate`, counted too."""

        def counted(game, state):
            self.calls += 1
            return evaluate(game, state)

        return counted


class Watched(Instrumented):
    """A game that writes down the state in which each rollout ends."""

    def __init__(self, game):
        super().__init__(game)
        self.ends = []

    def utility(self, state):
        value = self._game.utility(state)
        if self.moved or not self.ends or self.ends[-1] != state:  # to ask twice is not to play
            self.ends.append(state)
        self.moved = False
        return value
