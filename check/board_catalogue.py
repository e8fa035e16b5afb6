"""Wrong ends of Othello, wrong passes, wrong merging of children: one fault at a time."""

from functools import partial

from check.misconception import misconception


class Terminal:
    """A right `othello_is_terminal` in pieces."""

    def __call__(self, game, state):
        return self.over(game, *self.own_and_other(*state))

    def own_and_other(self, x, o, mover):
        return (x, o) if mover == 0 else (o, x)

    def over(self, game, own, other):
        return not game.moves(own, other) and not game.moves(other, own)


terminal_bug = partial(misconception, "othello_is_terminal")


@terminal_bug(
    "a forced pass is the end",
    "takes the game for finished when the mover has no move",
    "The mover has no move. May the other side still have one?",
)
class PassIsEnd(Terminal):
    def over(self, game, own, other):
        return not game.moves(own, other)


@terminal_bug(
    "the end is a full board",
    "waits for a full board",
    "Empty squares may be left that nobody can use. What then?",
)
class FullBoard(Terminal):
    def over(self, game, own, other):
        return own | other == game.board


@terminal_bug(
    "one side without moves is enough",
    "takes the game for finished when either side has no move",
    "Which of the two must be without a move: one, or both?",
)
class EitherSide(Terminal):
    def over(self, game, own, other):
        return not (game.moves(own, other) and game.moves(other, own))


@terminal_bug(
    "only the other side is asked",
    "asks whether the other side can move",
    "Who is to move? And who else could be?",
)
class OtherSide(Terminal):
    def over(self, game, own, other):
        return not game.moves(other, own)


@terminal_bug(
    "the colours are fixed",
    "asks for X's moves only",
    "O may be to move. Whose stones are `own` then?",
)
class FixedColors(Terminal):
    def __call__(self, game, state):
        return not game.moves(state[0], state[1])


@terminal_bug(
    "the other way round",
    "returns True while the game goes on",
    "What should come back for the first position?",
)
class TheOtherWay(Terminal):
    def over(self, game, own, other):
        return not super().over(game, own, other)


@terminal_bug(
    "no stones of one side",
    "waits until one side has no stones left",
    "Most games end with stones of both sides on the board. How?",
)
class NoStones(Terminal):
    def over(self, game, own, other):
        return own == 0 or other == 0


@terminal_bug(
    "a bitboard instead of True or False",
    "returns a bitboard instead of True or False",
    "How do you turn a number into a yes or a no?",
)
class Bits(Terminal):
    def over(self, game, own, other):
        return game.moves(own, other) | game.moves(other, own)


class Legal(Terminal):
    """A right `legal_with_pass` in pieces."""

    def __call__(self, game, state):
        own, other = self.own_and_other(*state)
        moves = self.squares(game, game.moves(own, other))
        return moves or self.without(game, own, other)

    def squares(self, game, bits):
        return [square for square in range(game.size**2) if bits >> square & 1]

    def without(self, game, own, other):
        return ["pass"] if game.moves(other, own) else []


legal_bug = partial(misconception, "legal_with_pass")


@legal_bug(
    "no pass",
    "returns an empty list where a pass is forced",
    "An empty list says that the game is over. Is it?",
)
class NoPass(Legal):
    def without(self, game, own, other):
        return []


@legal_bug(
    "a pass at the end",
    "passes even when nobody can move",
    "If both sides pass for ever, when does the game end?",
)
class PassAtEnd(Legal):
    def without(self, game, own, other):
        return ["pass"]


@legal_bug(
    "a pass at any time",
    "allows a pass beside other moves",
    "In Othello nobody may pass who can move. When is it legal?",
)
class PassAlways(Legal):
    def __call__(self, game, state):
        moves = super().__call__(game, state)
        return moves if moves == ["pass"] or not moves else [*moves, "pass"]


@legal_bug(
    "the other side's moves",
    "returns the other side's moves where the mover has none",
    "Whose turn is it? Who plays those squares, and when?",
)
class OthersMoves(Legal):
    def without(self, game, own, other):
        return self.squares(game, game.moves(other, own))


@legal_bug(
    "moves of the wrong side",
    "exchanges the two sides",
    "Whose stones are `own` when O is to move?",
)
class WrongSide(Legal):
    def own_and_other(self, x, o, mover):
        return (o, x) if mover == 0 else (x, o)


@legal_bug(
    "always X",
    "always moves for X",
    "Whose stones are `own` when O is to move?",
)
class AlwaysX(Legal):
    def own_and_other(self, x, o, mover):
        return x, o


@legal_bug(
    "all empty squares",
    "returns all empty squares",
    "A stone must turn at least one of the other side's. Who knows where it does?",
)
class EmptySquares(Legal):
    def __call__(self, game, state):
        x, o, _ = state
        return super().__call__(game, state) and self.squares(game, game.board & ~(x | o))


@legal_bug(
    "the last square is forgotten",
    "leaves out the last square of the board",
    "Bits go from 0 to size * size - 1. Where does your loop end?",
)
class NoLastSquare(Legal):
    def squares(self, game, bits):
        return [square for square in range(game.size**2 - 1) if bits >> square & 1]


@legal_bug(
    "None instead of pass",
    'returns [None] instead of ["pass"]',
    "How is a pass written?",
)
class NoneForPass(Legal):
    def without(self, game, own, other):
        return [None] if game.moves(other, own) else []


class Distinct:
    """A right `distinct_children` in pieces."""

    def __call__(self, game, state):
        first = {}
        for action in game.actions(state):
            first.setdefault(self.key(game, state, action), action)
        return list(first.values())

    def key(self, game, state, action):
        return game.result(state, action)


distinct_bug = partial(misconception, "distinct_children")


@distinct_bug(
    "all actions",
    "keeps every action",
    "288 actions, 36 boards: which actions lead to the same board?",
)
class AllActions(Distinct):
    def key(self, game, state, action):
        return action


@distinct_bug(
    "the last action",
    "keeps the last action that leads to a state",
    "A later entry of a dict replaces an earlier one. Which one is asked for?",
)
class LastActions(Distinct):
    def __call__(self, game, state):
        return list({game.result(state, a): a for a in game.actions(state)}.values())


@distinct_bug(
    "one action for each cell",
    "keeps one action for each cell",
    "Two twists after the same stone may give different boards. What must be compared?",
)
class ByCell(Distinct):
    def key(self, game, state, action):
        return action[0]


@distinct_bug(
    "one action for each twist",
    "keeps one action for each twist",
    "Two stones before the same twist may give different boards. What must be compared?",
)
class ByTwist(Distinct):
    def key(self, game, state, action):
        return action[1:]


@distinct_bug(
    "only X's stones are compared",
    "compares the stones of X only",
    "A state has stones of both sides. What if only O's differ?",
)
class OnlyX(Distinct):
    def key(self, game, state, action):
        return game.result(state, action)[0]


@distinct_bug(
    "empty cells only are compared",
    "compares which cells are taken, not by whom",
    "Two boards with the same cells taken need not be the same. What is missing?",
)
class Occupied(Distinct):
    def key(self, game, state, action):
        child = game.result(state, action)
        return child[0] | child[1]


@distinct_bug(
    "mirror images count as one",
    "takes boards for the same that are only images of each other",
    "They are worth the same, but they are not the same state. What was asked for?",
)
class Symmetric(Distinct):
    def key(self, game, state, action):
        return min(game.symmetries(game.result(state, action))[:2], key=lambda s: s[:2])


@distinct_bug(
    "the states instead of the actions",
    "returns the states instead of actions",
    "Somebody will play what you return. Can a state be played?",
)
class ReturnsStates(Distinct):
    def __call__(self, game, state):
        return [game.result(state, action) for action in super().__call__(game, state)]


@distinct_bug(
    "their number",
    "returns how many there are",
    "The actions themselves are asked for, not how many.",
)
class Count(Distinct):
    def __call__(self, game, state):
        return len(super().__call__(game, state))
