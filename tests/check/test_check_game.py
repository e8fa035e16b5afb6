"""check_game passes every game of the course and names what is wrong with broken ones."""

import itertools
import random

import pytest

from check.check_game import GameProblem, check_game
from lib.game import CHANCE, MAX, MIN, Game, rounds
from lib.games import ConnectFour, Othello, PentagoTwist, Pig, TicTacToe, TreeGame

GAMES = [
    TicTacToe(),
    ConnectFour(),
    ConnectFour(4, 9),
    ConnectFour(1, 1),
    Othello(),
    Othello(4),
    Othello(6),
    PentagoTwist(),
    Pig(),
    Pig(goal=4, die={1: 0.5, 2: 0.5}),
    Pig(goal=30, turns=5),
    TreeGame(7),
    TreeGame([[3, 5], [2, [9, 1]]]),
    TreeGame([[3, 5], [2, 9]], sides=(MAX, CHANCE), probabilities={(0,): (0.25, 0.75)}),
    TreeGame.random(3, branching=4, depth=5, sides=(MAX, CHANCE, MIN), ragged=True),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_games_of_the_course(game):
    assert "no problem in 20 random games" in check_game(game)


class Nim(Game):
    """Take 1 or 2 of five matches; who takes the last one wins."""

    def initial_state(self):
        return (5, 0)

    def to_move(self, state):
        return state[1]

    def actions(self, state):
        return [take for take in (1, 2) if take <= state[0]]

    def result(self, state, action):
        if action not in self.actions(state):
            raise ValueError(f"cannot take {action!r} of {state[0]}")
        return (state[0] - action, 1 - state[1])

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state):
        return MIN if state[1] == 0 else MAX

    def render(self, state):
        return f"{state[0]} {state[1]}"

    def parse(self, text):
        left, mover = text.split()
        return (int(left), int(mover))


class Dice(Nim):
    """The same with a chance agent in place of the second player."""

    sides = (MAX, CHANCE)


def test_right_games_of_a_learner():
    assert check_game(Nim(), games=9).startswith("Nim: no problem in 9 random games of 3 to ")
    assert check_game(Nim(), games=1).startswith("Nim: no problem in 1 random game of ")
    assert "Dice: no problem" in check_game(Dice())


class Lists(Nim):
    def initial_state(self):
        return [5, 0]


class Thing:
    """A state that can be changed, hashable because nobody said otherwise."""

    def __init__(self, left, mover):
        self.left, self.mover = left, mover

    def __getitem__(self, index):
        return (self.left, self.mover)[index]


class Objects(Nim):
    def initial_state(self):
        return Thing(5, 0)


class EqualThing(Thing):
    def __eq__(self, other):
        return self[0:2] == other[0:2]

    def __hash__(self):
        return 0


class Mutating(Nim):
    def initial_state(self):
        return EqualThing(5, 0)

    def result(self, state, action):
        left, mover = super().result(state, action)
        state.left = left
        return EqualThing(left, mover)

    parse = Game.parse


class UnreadableThing(EqualThing):
    def __repr__(self):
        raise RuntimeError("no text")


class UnreadableState(Nim):
    def initial_state(self):
        return UnreadableThing(5, 0)

    def to_move(self, state):
        return 7


class Shuffled(Nim):
    rng = random.Random(1)

    def actions(self, state):
        return self.rng.sample(super().actions(state), len(super().actions(state)))


class Lazy(Nim):
    def actions(self, state):
        return (take for take in (1, 2) if take <= state[0])


class Unordered(Nim):
    def actions(self, state):
        return set(super().actions(state))


class Twice(Nim):
    def actions(self, state):
        return super().actions(state) * 2


class UnhashableActions(Nim):
    def actions(self, state):
        return [[take] for take in super().actions(state)]


class GoesOn(Nim):
    def actions(self, state):
        return super().actions(state) or [0]


class StopsEarly(Nim):
    def actions(self, state):
        return super().actions(state) if state[0] > 1 else []


class NeverOver(Nim):
    def is_terminal(self, state):
        return False


class Endless(Nim):
    def result(self, state, action):
        super().result(state, action)
        return (state[0], 1 - state[1])


class ThirdPlayer(Nim):
    def to_move(self, state):
        return state[1] + 1


class ForgottenMover(Nim):
    def to_move(self, state):
        state[1]


class SideInstead(Nim):
    def to_move(self, state):
        return MIN if state[1] else MAX


class Flipped(Nim):
    def side(self, state):
        return -super().side(state)


class OddSides(Nim):
    sides = ("white", "black")


class SidesFail(Nim):
    @property
    def sides(self):
        return self.players


class OddTruth(Nim):
    def is_terminal(self, state):
        return UnreadableTruth()


class UnreadableTruth:
    def __bool__(self):
        raise RuntimeError("neither true nor false")


class NoSides(Nim):
    sides = ()


class Unfair(Dice):
    def probability(self, state, action):
        return 0.4


class Negative(Dice):
    def probability(self, state, action):
        return {1: 1.5, 2: -0.5}[action]


class Percent(Dice):
    def probability(self, state, action):
        return 100 // len(self.actions(state))


class NotANumber(Nim):
    def utility(self, state):
        return float("nan")


class Infinite(Nim):
    def utility(self, state):
        return float("inf")


class NoUtility(Nim):
    def utility(self, state):
        pass


class MoodyUtility(Nim):
    numbers = itertools.count()

    def utility(self, state):
        return next(self.numbers)


class TakesAll(Nim):
    def result(self, state, action):
        left = state[0] - action if isinstance(action, int) else 0
        return (max(0, left), 1 - state[1])


class ForgetsTheEnd(Nim):
    def result(self, state, action):
        if action not in (1, 2):
            raise ValueError(f"cannot take {action!r}")
        return (state[0] - action, 1 - state[1])


class KeyErrors(Nim):
    def result(self, state, action):
        return {a: (state[0] - a, 1 - state[1]) for a in self.actions(state)}[action]


class Nameless(Nim):
    def result(self, state, action):
        if action not in self.actions(state):
            raise ValueError("that is not allowed")
        return super().result(state, action)


class RefusesOwn(Nim):
    def result(self, state, action):
        if action == 2:
            raise ValueError("2 is too many")
        return super().result(state, action)


class NewStart(Nim):
    starts = itertools.count(5)

    def initial_state(self):
        return (next(self.starts), 0)


class NoReturn(Nim):
    def result(self, state, action):
        super().result(state, action)


class Remembers(Nim):
    """Keeps the position in the game."""

    left = 5

    def result(self, state, action):
        after = super().result(state, action)
        self.left = after[0]
        return after

    def actions(self, state):
        return [take for take in (1, 2) if take <= min(state[0], self.left)] or [1][: state[0]]


class RandomResult(Nim):
    rng = random.Random(2)

    def result(self, state, action):
        left, mover = super().result(state, action)
        return (self.rng.randrange(left + 1), mover)


class ForgetfulPicture(Nim):
    def parse(self, text):
        return (int(text.split()[0]), 0)


class BrokenParse(Nim):
    def parse(self, text):
        return text["left"]


class NumberPicture(Nim):
    def render(self, state):
        return state[0]


class WrongImage(Nim):
    def symmetries(self, state):
        return [(state[0], 1 - state[1])]


class UnequalImages(Nim):
    def symmetries(self, state):
        return [state, (1, state[1])]


class Braces(Nim):
    def actions(self, state):
        raise KeyError("{0} {nobody}")


class Crashes(Nim):
    def utility(self, state):
        return state[7]


class Exits(Nim):
    def actions(self, state):
        raise SystemExit


class Recurses(Nim):
    def is_terminal(self, state):
        return self.is_terminal(state)


class LostThing(EqualThing):
    """Equal to its copy, but no dict finds the copy again."""

    __hash__ = object.__hash__


class IdentityHash(Nim):
    def initial_state(self):
        return LostThing(5, 0)


class MovingPicture(Nim):
    def __init__(self):
        self.calls = 0

    def render(self, state):
        self.calls += 1
        return super().render(state) + " " * (self.calls - 1)


class MoodyMover(MovingPicture):
    def to_move(self, state):
        self.calls += 1
        return (self.calls - 1) % 2


class MoodyEnd(MovingPicture):
    def is_terminal(self, state):
        self.calls += 1
        return self.calls % 2 == 0


class MoodyDie(Dice):
    def __init__(self):
        self.calls = 0

    def probability(self, state, action):
        self.calls += 1
        return (0.75, 0.25)[self.calls % 2]


class TooLarge(Nim):
    def utility(self, state):
        return 10**400


class Generated(Nim):
    def actions(self, state):
        return (take for take in (1, 2) if take <= state[0])


class NoMethods:
    sides = (MAX, MIN)


BROKEN = {
    Lists: r"states must be hashable data: TypeError.*in state \[5, 0\]",
    Objects: "a copy of a state must be equal to it, as plain data are",
    Mutating: "result changed its state",
    UnreadableState: "whose repr fails",
    Shuffled: r"actions gave \[1, 2\], then \[2, 1\]|actions gave \[2, 1\], then \[1, 2\]",
    Lazy: "actions must give a list, tuple or range, got <generator",
    Unordered: "actions must give a list, tuple or range, got {1, 2}",
    Twice: r"actions lists one twice: \[1, 2, 1, 2\]",
    UnhashableActions: "actions must be hashable",
    GoesOn: r"the game is over but has actions \[0\], in state \(0, ",
    StopsEarly: r"no actions, but the game is not over, in state \(1, ",
    NeverOver: r"no actions, but the game is not over, in state \(0, ",
    Endless: "a random game was not over after 10000 moves, in state",
    ThirdPlayer: "to_move gave 2, not an agent from 0 to 1",
    ForgottenMover: "to_move gave None",
    SideInstead: "to_move gave -1, not an agent from 0 to 1",
    Flipped: "side gave -1, but agent 0 plays for 1",
    OddSides: "sides must be MAX, MIN or CHANCE for each agent, got .'white'",
    SidesFail: "sides must be MAX, MIN or CHANCE for each agent, got None",
    OddTruth: "cannot be used: RuntimeError: neither true nor false",
    NoSides: r"sides must be MAX, MIN or CHANCE for each agent, got \(\)",
    Unfair: r"the probabilities \[0\.4.*\] sum to 0\.[48], not to 1",
    Negative: "probabilities must be above 0 and at most 1",
    Percent: "probabilities must be above 0 and at most 1, got .(50|100)",
    NotANumber: r"utility\(\(0, \d\)\) raised ValueError: the utility is nan: a search needs",
    Infinite: r"utility\(.*\) raised ValueError: the utility is inf: a search needs",
    NoUtility: r"utility\(.*\) raised ValueError: the utility is None: a search needs",
    MoodyUtility: r"utility gave \d, then \d, in state",
    TakesAll: "result took the illegal action 'no such action'",
    ForgetsTheEnd: r"result took the illegal action [12], in state \([01], ",
    KeyErrors: "the illegal action 'no such action' must be a ValueError, result raised KeyError",
    Nameless: "does not name it: 'that is not allowed'",
    RefusesOwn: r"result\(\(\d, \d\), 2\) raised ValueError: 2 is too many",
    NewStart: r"initial_state gave \(6, 0\), then \(7, 0\)",
    NoReturn: "a state is None: does a method lack its return",
    Remembers: r"asked again after a move, actions gave \[1\] instead of \[1, 2\]",
    RandomResult: r"result gave \(\d, 1\), then \(\d, 1\) for action",
    ForgetfulPicture: r"parse\(render\(state\)\) gave \(\d, 0\), in state \(\d, 1\)",
    BrokenParse: r"parse\('5 0'\) raised TypeError",
    NumberPicture: "render gave 5, not text",
    WrongImage: "symmetries must begin with the state itself",
    UnequalImages: r"its mirror image \(1, 0\) has more actions or fewer",
    Braces: r"raised KeyError: '.0. .nobody.'",
    Crashes: r"utility\(\(0, \d\)\) raised IndexError: tuple index out of range",
    Exits: r"actions\(\(5, 0\)\) raised SystemExit",
    Recurses: r"is_terminal\(\(5, 0\)\) raised RecursionError",
    IdentityHash: r"equal states must have equal hashes.*, in state <.*LostThing",
    MovingPicture: r"render gave '5 0', then '5 0 ', in state \(5, 0\)",
    MoodyMover: r"to_move gave 0, then 1, in state \(5, 0\)",
    MoodyEnd: r"is_terminal gave True, then False, in state",
    MoodyDie: r"probability gave 0.25, then 0.75, in state",
    TooLarge: r"utility\(.*\) raised ValueError: the utility is 10{5,}",
    Generated: r"got <generator object .*genexpr>>, in state \(5, 0\)",
    NoMethods: r"the game lacks the methods \['initial_state', 'to_move', 'actions'",
}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_broken_games_are_caught_by_name(broken):
    with pytest.raises(GameProblem, match=BROKEN[broken]) as caught:
        check_game(broken())
    assert str(caught.value).startswith(f"{broken.__name__} has ")


def test_a_game_of_another_family_need_not_know_its_range():
    class Borrowed:
        """No child of Game, but it has all that a game needs."""

        sides = (MAX, MIN)
        nim = Nim()

        def __getattr__(self, name):
            if name == "utility_range":
                raise AttributeError(name)
            return getattr(self.nim, name)

    assert "no problem" in check_game(Borrowed())


def test_several_problems_are_told_at_once():
    class Both(NotANumber, TakesAll):
        pass

    with pytest.raises(GameProblem) as caught:
        check_game(Both())
    lines = str(caught.value).splitlines()
    assert lines[0] == "Both has 2 problems:"
    assert [line[:2] for line in lines[1:]] == ["1.", "2."]


def test_a_class_is_not_a_game():
    with pytest.raises(GameProblem, match=r"not a class: TicTacToe\(\)"):
        check_game(TicTacToe)


def test_no_games_prove_nothing():
    with pytest.raises(ValueError, match="games must be a whole number from 1, got 0"):
        check_game(TicTacToe(), games=0)
    with pytest.raises(ValueError, match="plies must be a whole number from 1, got -1"):
        check_game(TicTacToe(), plies=-1)


def test_the_same_seed_gives_the_same_games():
    first, again, other = (check_game(Pig(goal=20), games=5, seed=seed) for seed in (4, 4, 5))
    assert first == again != other


def test_a_notebook_shows_sentences_and_no_traceback(capsys):
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    shell.user_ns.update(check_game=check_game, game=Crashes())
    shell.run_cell("check_game(game)")
    shown = capsys.readouterr().out
    assert shown.startswith("Crashes has 1 problem:\n1. utility(")
    assert "Traceback" not in shown and "File" not in shown


def test_a_round_has_a_move_of_every_agent_chance_too():
    assert rounds(TreeGame([1, 2], (MAX, CHANCE, MIN)), 2) == 6
    assert rounds(TicTacToe(), 3) == 6 and rounds(TicTacToe(), 0) == 0


class RemembersLate(Nim):
    """After the first 550 moves of a game it has another opinion of how the game began."""

    def __init__(self):
        self.late = False

    def initial_state(self):
        return (600, 0)

    def actions(self, state):
        if state[0] == 0:
            return []
        return [1] if self.late and state[0] > 590 else [1, 2][: min(2, state[0])]

    def result(self, state, action):
        self.late = self.late or state[0] < 50
        return super().result(state, action)


def test_all_positions_of_a_game_are_asked_again_at_its_end():
    with pytest.raises(GameProblem, match="asked again after a move"):
        check_game(RemembersLate(), games=1)
