"""`check_game`: the questions that it asks a game, and what each wrong answer means.

The examiner plays random games. In every position it asks the game's methods what they must
answer, and writes down each kind of problem once, with the first position that shows it.
Nothing that a game's own code raises gets out: it is a problem like any other.
"""

import copy
import math
import re
from collections.abc import Sequence
from numbers import Real
from random import Random
from typing import Any

from lib.game import CHANCE, is_number, is_side, is_whole

_METHODS = ("initial_state", "to_move", "actions", "result", "is_terminal", "utility", "side")
_NONSENSE = "no such action"
_THOROUGH = 400  # positions examined with everything; after that, only what playing on needs
_TRIED = 12  # actions tried out in one position


class GameProblem(AssertionError):
    """What is wrong with a game, in plain sentences."""

    def _render_traceback_(self):
        """What a notebook shows instead of a traceback."""
        return [str(self)]


def check_game(game: Any, games: int = 20, seed: int = 0, plies: int = 10_000) -> str:
    """A summary if random games show nothing wrong with `game`; all problems as a GameProblem."""
    if isinstance(game, type):
        raise GameProblem(f"give check_game a game, not a class: {game.__name__}()")
    for name, count in (("games", games), ("plies", plies)):
        if not is_whole(count, 1):
            raise ValueError(f"{name} must be a whole number from 1, got {count!r}")
    examiner = _Examiner(game, seed)
    examiner.examine(games, plies)
    name, problems = type(game).__name__, examiner.problems.values()
    if problems:
        many = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = (f"{number}. {sentence}" for number, sentence in enumerate(problems, 1))
        raise GameProblem("\n".join([f"{name} has {many}:", *lines]))
    shortest, longest = min(examiner.lengths), max(examiner.lengths)
    played = "1 random game" if games == 1 else f"{games} random games"
    return (
        f"{name}: no problem in {played} of {shortest} to {longest} moves, "
        f"{examiner.positions} positions"
    )


class _Stop(Exception):
    """This random game cannot go on."""


class _Examiner:
    """Plays a game at random and keeps its problems: kind of problem -> sentence."""

    def __init__(self, game, seed):
        self.game = game
        self.rng = Random(seed)
        self.problems = {}
        self.hopeless = False  # whether another random game would tell nothing new
        self.known_actions = {}  # every action seen so far, in order
        self.positions = 0
        self.lengths = []

    def examine(self, games, plies):
        """Play `games` random games of at most `plies` moves."""
        self.without_surprise(self.check_interface)
        for _ in range(games):
            if not self.hopeless:
                self.without_surprise(self.play_one, plies)

    def without_surprise(self, step, *args):
        """Take one step of the examination; whatever goes wrong in it is a problem."""
        try:
            step(*args)
        except _Stop:
            pass
        except Exception as error:
            self.hopeless = True
            self.note("an answer of the game cannot be used: {}", error)

    def note(self, kind, *things, state=None):
        """Write down the sentence `kind` about `things`, unless that kind is known already."""
        where = "" if state is None else f", in state {_shown(state)}"
        self.problems.setdefault(kind, kind.format(*map(_shown, things)) + where)

    def require(self, holds, kind, *things, state=None):
        """Write a problem down if something does not hold, and stop this game."""
        if not holds:
            self.note(kind, *things, state=state)
            raise _Stop

    def ask(self, method, *args):
        """What the game answers; an exception is a problem."""
        try:
            return getattr(self.game, method)(*args)
        except (Exception, SystemExit) as error:
            call = f"{method}({', '.join(map(_shown, args))})"
            self.problems.setdefault(method, f"{call} raised {_shown(error)}")
            raise _Stop from None

    def ask_twice(self, method, *args):
        """What the game answers, if it answers the same twice."""
        answer, again = self.ask(method, *args), self.ask(method, *args)
        state = args[0] if args else None
        self.require(_same(answer, again), method + " gave {}, then {}", answer, again, state=state)
        return answer

    def check_interface(self):
        """The methods are there, the sides make sense, the first position is always the same."""
        self.hopeless = True  # unless we come to the end
        missing = [name for name in _METHODS if not callable(getattr(self.game, name, None))]
        self.require(not missing, "the game lacks the methods {}", missing)
        sides = getattr(self.game, "sides", None)
        good = isinstance(sides, Sequence) and sides and all(is_side(side) for side in sides)
        self.require(good, "sides must be MAX, MIN or CHANCE for each agent, got {}", sides)
        self.check_plain(self.ask("initial_state"))
        self.ask_twice("initial_state")
        self.hopeless = False

    def play_one(self, plies):
        """One random game; afterwards every answer is asked for again."""
        state, history = self.ask("initial_state"), []
        while actions := self.check_position(state):
            if len(history) == plies:
                self.hopeless = True
                told = "a random game was not over after {} moves"
                self.require(False, told, plies, state=state)
            history.append((state, actions))
            state = self.ask("result", state, self.rng.choice(actions))
        self.lengths.append(len(history))
        for earlier, actions in reversed(history):
            self.check_memory(earlier, actions)

    def check_position(self, state):
        """The legal actions in `state`, after all checks of it."""
        self.positions += 1
        self.check_plain(state)
        over = bool(self.ask("is_terminal", state))
        self.ask_twice("is_terminal", state)
        actions = self.check_actions(state, over)
        if over:
            self.check_utility(state)
        else:
            self.check_mover(state, actions)
        if self.positions <= _THOROUGH:
            self.check_results(state, actions)
            self.check_refusals(state, actions)
            self.check_picture(state)
            self.check_symmetries(state, actions)
        return actions

    def check_plain(self, state):
        """A state is hashable, and a copy of it is the same to a dict."""
        self.require(state is not None, "a state is None: does a method lack its return?")
        try:
            number = hash(state)
            twin = copy.deepcopy(state)
        except Exception as error:
            self.require(False, "states must be hashable data: {}", error, state=state)
        kind = "a copy of a state must be equal to it, as plain data are"
        self.require(_same(state, twin), kind, state=state)
        kind = "equal states must have equal hashes, or no dict finds them again"
        self.require(hash(twin) == number, kind, state=state)

    def check_actions(self, state, over):
        """The actions are a sequence without repeats, the same each time, empty at the end."""
        actions, again = self.ask("actions", state), self.ask("actions", state)
        good = isinstance(actions, Sequence) and not isinstance(actions, str)
        self.require(good, "actions must give a list, tuple or range, got {}", actions, state=state)
        stable = _same(list(actions), list(again))
        self.require(stable, "actions gave {}, then {}", actions, again, state=state)
        try:
            repeats = len(set(actions)) < len(actions)
        except TypeError:
            self.require(False, "actions must be hashable, got {}", actions, state=state)
        self.require(not repeats, "actions lists one twice: {}", actions, state=state)
        if over:
            self.require(not actions, "the game is over but has actions {}", actions, state=state)
        else:
            self.require(actions, "no actions, but the game is not over", state=state)
        self.known_actions.update(dict.fromkeys(actions))
        return actions

    def check_utility(self, state):
        """At the end MAX gets a finite number, always the same."""
        value = self.ask("utility", state)
        self.require(is_number(value), "utility gave {}, not a finite number", value, state=state)
        self.ask_twice("utility", state)
        low, high = getattr(self.game, "utility_range", (-math.inf, math.inf))
        kind = "utility gave {}, outside of utility_range ({}, {})"
        self.require(low <= value <= high, kind, value, low, high, state=state)

    def check_mover(self, state, actions):
        """The agent to move exists, and `side` says for whom it plays."""
        agent, sides = self.ask_twice("to_move", state), self.game.sides
        good = is_whole(agent, 0) and agent < len(sides)
        kind = "to_move gave {}, not an agent from 0 to {}"
        self.require(good, kind, agent, len(sides) - 1, state=state)
        side = self.ask("side", state)
        kind = "side gave {}, but agent {} plays for {}"
        self.require(_same(side, sides[agent]), kind, side, agent, sides[agent], state=state)
        if side == CHANCE:
            self.check_chances(state, actions)

    def check_chances(self, state, actions):
        """The probabilities of CHANCE are above 0 and sum to 1."""
        chances = [self.ask_twice("probability", state, action) for action in actions]
        good = all(isinstance(chance, Real) and 0 < chance <= 1 for chance in chances)
        kind = "probabilities must be above 0 and at most 1, got {}"
        self.require(good, kind, chances, state=state)
        kind = "the probabilities {} sum to {}, not to 1"
        self.require(abs(sum(chances) - 1) < 1e-9, kind, chances, sum(chances), state=state)

    def check_results(self, state, actions):
        """`result` gives the same new state each time and leaves the old one alone."""
        before = copy.deepcopy(state)
        for action in self.sample(actions):
            after = self.ask("result", state, action)
            unchanged = _same(state, before)
            self.require(unchanged, "result changed its state {} by action {}", before, action)
            self.check_memory(state, actions)
            again = self.ask("result", state, action)
            kind = "result gave {}, then {} for action {}"
            self.require(_same(after, again), kind, after, again, action, state=state)

    def check_memory(self, state, actions):
        """A game holds no position: asked again after a move, it answers the same."""
        kind = "asked again after a move, actions gave {} instead of {}: a game must not remember"
        again = self.ask("actions", state)
        self.require(_same(list(again), list(actions)), kind, again, actions, state=state)

    def check_refusals(self, state, actions):
        """An illegal action is a ValueError that names the action."""
        illegal = [action for action in self.known_actions if action not in actions]
        for action in [_NONSENSE, *self.sample(illegal)]:
            try:
                self.game.result(state, action)
            except ValueError as error:
                if str(action) not in str(error):
                    kind = "the ValueError for an illegal action {} does not name it: {}"
                    self.note(kind, action, str(error), state=state)
            except (Exception, SystemExit) as error:
                kind = "the illegal action {} must be a ValueError, result raised {}"
                self.note(kind, action, error, state=state)
            else:
                self.note("result took the illegal action {}", action, state=state)

    def check_picture(self, state):
        """`render` gives text, and `parse`, where there is one, gives the state back."""
        if not hasattr(self.game, "render"):
            return
        text = self.ask_twice("render", state)
        self.require(isinstance(text, str), "render gave {}, not text", text, state=state)
        if self.can_parse(text):
            back = self.ask("parse", text)
            self.require(_same(back, state), "parse(render(state)) gave {}", back, state=state)

    def can_parse(self, text):
        """Whether the game reads pictures: the `parse` that it inherits is not implemented."""
        try:
            self.game.parse(text)
        except NotImplementedError:
            return False
        except Exception:
            return hasattr(self.game, "parse")
        return True

    def check_symmetries(self, state, actions):
        """Mirror images begin with the state itself and have as many actions."""
        if not hasattr(self.game, "symmetries"):
            return
        images = self.ask("symmetries", state)
        good = isinstance(images, Sequence) and images and _same(images[0], state)
        self.require(
            good, "symmetries must begin with the state itself, got {}", images, state=state
        )
        for image in images:
            good = len(self.ask("actions", image)) == len(actions)
            self.require(good, "its mirror image {} has more actions or fewer", image, state=state)

    def sample(self, actions):
        """A few of the actions."""
        return self.rng.sample(list(actions), min(_TRIED, len(actions)))


def _same(one, other):
    """Whether two answers are equal; an answer that cannot be compared is not."""
    try:
        return bool(one == other)
    except Exception:
        return False


def _shown(thing):
    """A short text for anything, whatever its own repr does."""
    try:
        error = isinstance(thing, BaseException)
        text = f"{type(thing).__name__}: {' '.join(str(thing).split())}" if error else repr(thing)
    except Exception:
        text = f"<{type(thing).__name__} whose repr fails>"
    text = re.sub(r" at 0x[0-9a-f]+", "", text).removesuffix(": ")
    return text if len(text) <= 80 else text[:77] + "..."
