"""The questions that `lib.game.check_game` asks a game, and what each wrong answer means.

An `Examiner` plays random games. In every position it asks the game's methods what they must
answer, and writes down each kind of problem once, with the first position that shows it.
Nothing that a game's own code raises gets out: it is a problem like any other.
"""

import copy
import math
from collections.abc import Sequence
from numbers import Integral, Real
from random import Random

from lib.game import CHANCE, SIDE_NAMES, Game

METHODS = ("initial_state", "to_move", "actions", "result", "is_terminal", "utility", "side")
NONSENSE = "no such action"
THOROUGH = 400  # positions examined with everything; after that, only what playing on needs
TRIED = 12  # actions tried out in one position
HOPELESS = {"methods", "sides", "surprise", "end"}  # after these, another game tells nothing new


class Stop(Exception):
    """The random game cannot go on after this problem."""


class Examiner:
    """Plays a game at random and keeps its problems: rule -> sentence."""

    def __init__(self, game, seed):
        self.game = game
        self.rng = Random(seed)
        self.problems = {}
        self.known_actions = {}  # every action seen so far, in order
        self.positions = 0
        self.lengths = []

    def note(self, rule, sentence, *state):
        """Write a problem down, unless the same rule was broken before."""
        where = f", in state {shown(*state)}" if state else ""
        self.problems.setdefault(rule, sentence + where)

    def require(self, holds, rule, sentence, *state):
        """Write a problem down if something does not hold, and stop this game."""
        if not holds:
            self.note(rule, sentence, *state)
            raise Stop

    def ask(self, method, *args):
        """What the game answers; an exception is a problem."""
        try:
            return getattr(self.game, method)(*args)
        except (Exception, SystemExit) as error:
            self.note(f"{method} fails", f"{call(method, args)} raised {shown_error(error)}")
            raise Stop from None

    def examine(self, games, plies):
        """Play `games` random games of at most `plies` moves."""
        self.without_surprise(self.check_interface)
        for _ in range(games):
            if self.problems.keys() & HOPELESS:
                return
            self.without_surprise(self.play_one, plies)

    def without_surprise(self, step, *args):
        """Take one step of the examination; whatever goes wrong in it is a problem."""
        try:
            step(*args)
        except Stop:
            pass
        except Exception as error:
            self.note("surprise", f"an answer of the game cannot be used: {shown_error(error)}")

    def check_interface(self):
        """The methods are there, the sides make sense, the first position is always the same."""
        missing = [name for name in METHODS if not callable(getattr(self.game, name, None))]
        self.require(not missing, "methods", f"the game lacks the methods {', '.join(missing)}")
        sides = getattr(self.game, "sides", None)
        self.require(
            isinstance(sides, Sequence) and sides and all(is_side(side) for side in sides),
            "sides",
            f"sides must be MAX, MIN or CHANCE for each agent, got {shown(sides)}",
        )
        first, second = self.ask("initial_state"), self.ask("initial_state")
        self.check_plain(first)
        self.require(
            same(first, second),
            "initial state",
            f"initial_state() gave {shown(first)}, then {shown(second)}",
        )

    def play_one(self, plies):
        """One random game; afterwards every answer is asked for again."""
        state, history = self.ask("initial_state"), []
        while actions := self.check_position(state):
            if len(history) == plies:
                self.require(False, "end", f"a random game was not over after {plies} moves")
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
        actions = self.check_actions(state, over)
        if over:
            self.check_utility(state)
        else:
            self.check_mover(state, actions)
        if self.positions <= THOROUGH:
            self.check_results(state, actions)
            self.check_refusals(state, actions)
            if isinstance(self.game, Game):  # what a game inherits, unless it has its own
                self.check_picture(state)
                self.check_symmetries(state, actions)
        return actions

    def check_plain(self, state):
        """A state is hashable, and equal to a copy of itself."""
        try:
            hash(state)
        except Exception as error:
            self.require(False, "hashable", f"states must be hashable: {shown_error(error)}", state)
        self.require(state is not None, "state", "a state is None: does a method lack its return?")
        try:
            twin = copy.deepcopy(state)
        except Exception as error:
            self.require(False, "plain data", f"a state cannot be copied: {shown_error(error)}")
        self.require(
            same(state, twin),
            "plain data",
            "a copy of a state must be equal to it, as plain data are",
            state,
        )

    def check_actions(self, state, over):
        """The actions are a sequence without repeats, the same each time, empty at the end."""
        actions, again = self.ask("actions", state), self.ask("actions", state)
        self.require(
            isinstance(actions, Sequence) and not isinstance(actions, str),
            "sequence",
            f"actions must give a list, tuple or range, got {shown(actions)}",
            state,
        )
        self.require(
            same(list(actions), list(again)),
            "stable actions",
            f"actions gave {shown(actions)}, then {shown(again)}",
            state,
        )
        try:
            repeats = len(set(actions)) < len(actions)
        except TypeError as error:
            self.require(False, "hashable actions", f"actions must be hashable: {error}", state)
        self.require(not repeats, "repeats", f"actions lists one twice: {shown(actions)}", state)
        if over:
            self.require(
                not actions, "actions at the end", "the game is over but has actions", state
            )
        else:
            self.require(actions, "no actions", "no actions, but the game is not over", state)
        self.known_actions.update(dict.fromkeys(actions))
        return actions

    def check_utility(self, state):
        """At the end MAX gets a finite number."""
        value = self.ask("utility", state)
        good = isinstance(value, Real) and math.isfinite(value)
        self.require(good, "utility", f"utility gave {shown(value)}, no finite number", state)
        self.require(
            same(value, self.ask("utility", state)),
            "stable utility",
            "utility gave two different numbers",
            state,
        )

    def check_mover(self, state, actions):
        """The agent to move exists, and `side` says for whom it plays."""
        agent, sides = self.ask("to_move", state), self.game.sides
        self.require(
            isinstance(agent, Integral) and type(agent) is not bool and 0 <= agent < len(sides),
            "to_move",
            f"to_move gave {shown(agent)}, not an agent from 0 to {len(sides) - 1}",
            state,
        )
        side = self.ask("side", state)
        self.require(
            same(side, sides[agent]),
            "side",
            f"side gave {shown(side)}, but sides[{agent}] is {sides[agent]}",
            state,
        )
        if side == CHANCE:
            self.check_chances(state, actions)

    def check_chances(self, state, actions):
        """The probabilities of CHANCE are above 0 and sum to 1."""
        chances = [self.ask("probability", state, action) for action in actions]
        self.require(
            all(isinstance(chance, Real) and 0 < chance <= 1 for chance in chances),
            "probability",
            f"probabilities must be above 0 and at most 1, got {shown(chances)}",
            state,
        )
        self.require(
            math.isclose(sum(chances), 1, abs_tol=1e-9),
            "probabilities",
            f"the probabilities sum to {sum(chances)}, not to 1",
            state,
        )

    def check_results(self, state, actions):
        """`result` gives the same new state each time and leaves the old one alone."""
        before = copy.deepcopy(state)
        for action in self.rng.sample(list(actions), min(TRIED, len(actions))):
            after = self.ask("result", state, action)
            self.require(
                same(state, before),
                "changed",
                f"result changed its state {shown(before)} by action {shown(action)}",
            )
            self.check_memory(state, actions)
            again = self.ask("result", state, action)
            self.require(
                same(after, again),
                "stable result",
                f"result gave two different states for action {shown(action)}",
                state,
            )

    def check_refusals(self, state, actions):
        """An illegal action is a ValueError that names the action."""
        illegal = [action for action in self.known_actions if action not in actions]
        for action in [NONSENSE, *self.rng.sample(illegal, min(TRIED, len(illegal)))]:
            try:
                self.game.result(state, action)
            except ValueError as error:
                if str(action) not in str(error):
                    sentence = f"the ValueError for illegal action {shown(action)} does not name it"
                    self.note("names the action", f"{sentence}: {shown_error(error)}", state)
            except (Exception, SystemExit) as error:
                sentence = f"illegal action {shown(action)} must be a ValueError"
                self.note("refusal", f"{sentence}, result raised {shown_error(error)}", state)
            else:
                self.note("refusal", f"result took the illegal action {shown(action)}", state)

    def check_picture(self, state):
        """`render` gives text, and `parse` gives the state back where it is there."""
        text = self.ask("render", state)
        self.require(isinstance(text, str), "render", f"render gave {shown(text)}, not text")
        if type(self.game).parse is Game.parse:
            return
        self.require(
            same(self.ask("parse", text), state),
            "round trip",
            "parse does not give back the state that render drew",
            state,
        )

    def check_symmetries(self, state, actions):
        """Mirror images start with the state itself and have as many actions."""
        images = self.ask("symmetries", state)
        self.require(
            isinstance(images, Sequence) and images and same(images[0], state),
            "symmetries",
            "symmetries must begin with the state itself",
            state,
        )
        for image in images:
            self.require(
                len(self.ask("actions", image)) == len(actions),
                "symmetries",
                f"{shown(image)} has another number of actions than its mirror image",
                state,
            )

    def check_memory(self, state, actions):
        """A game holds no position: asked again later, it answers the same."""
        self.require(
            same(list(self.ask("actions", state)), list(actions)),
            "memory",
            "asked again after a move, actions gave something else: the game must not remember",
            state,
        )


def is_side(side):
    return type(side) is int and side in SIDE_NAMES


def same(one, other):
    """Whether two answers are equal; an answer that cannot be compared is not."""
    try:
        return bool(one == other)
    except Exception:
        return False


def shown(thing):
    """A short text for anything, whatever its own repr does."""
    try:
        text = repr(thing)
    except Exception:
        text = f"<{type(thing).__name__} whose repr fails>"
    return text if len(text) <= 80 else text[:77] + "..."


def shown_error(error):
    return f"{type(error).__name__}: {shown(str(error))[1:-1]}"


def call(method, args):
    return f"{method}({', '.join(map(shown, args))})"
